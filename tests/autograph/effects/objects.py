"""Classes of the program's own: methods, properties, class attributes, dataclasses, slots, special methods."""

from __future__ import annotations

import dataclasses
import threading
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tests.autograph.effects.outcomes import cases


class Counter:
    def __init__(self, value=0):
        self.value = value
        self.calls = 0

    def increment(self, by=1):
        self.value += by
        self.calls += 1
        return self

    def reset(self):
        self.value = 0

    @property
    def doubled(self):
        return self.value * 2

    @doubled.setter
    def doubled(self, v):
        self.value = v // 2


class Slotted:
    __slots__ = ("extra", "value")

    def __init__(self, value):
        self.value = value

    def add(self, v):
        self.value += v


class Grid:
    def __init__(self, width):
        self.width = width
        self.cells = [0] * (width * width)
        self.writes = 0

    def __getitem__(self, at):
        row, column = at
        return self.cells[row * self.width + column]

    def __setitem__(self, at, value):
        row, column = at
        self.writes += 1
        self.cells[row * self.width + column] = value


class Ledger:
    instances = 0
    rate = 2

    def __init__(self):
        self.balance = 0

    def __iadd__(self, other):
        self.balance += other
        return self

    def __len__(self):
        return 3

    def __call__(self, amount):
        self.balance += amount * self.rate
        return self.balance

    def __contains__(self, v):
        return self.balance > v


class Logged:
    """Counts writes of its attributes."""

    def __init__(self):
        object.__setattr__(self, "writes", 0)
        object.__setattr__(self, "v", 0)

    def __setattr__(self, name, value):
        object.__setattr__(self, "writes", self.writes + 1)
        object.__setattr__(self, name, value)


@dataclass
class State:
    position: int = 0
    speed: int = 1
    history: list = field(default_factory=list)


@dataclass(frozen=True)
class Fixed:
    x: float
    y: float


class Pair(NamedTuple):
    a: int
    b: int


class Base:
    def __init__(self):
        self.n = 0

    def bump(self):
        self.n += 1


class Derived(Base):
    def __init__(self):
        super().__init__()
        self.m = 0

    def bump(self):
        super().bump()
        self.m += self.n


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


@cases(0, 3)
def method_in_a_branch(n):
    c = Counter()
    if n > 2:
        c.increment()
    return c.value, c.calls


@cases(0, 3)
def method_with_an_argument_in_a_loop(n):
    c = Counter(1)
    for i in range(n):
        c.increment(i)
    return c.value, c.calls


@cases(0, 3)
def chained_methods_in_a_branch(n):
    c = Counter()
    if n > 2:
        c.increment().increment(5)
    else:
        c.increment(2)
    return c.value, c.calls


@cases(0, 3)
def bound_method_kept(n):
    c = Counter()
    bump = c.increment
    for _ in range(n):
        bump(2)
    return c.value


@cases(0, 3)
def method_reset_in_a_branch(n):
    c = Counter(7)
    c.increment(n)
    if c.value > 8:
        c.reset()
    return c.value


@cases(0, 3)
def property_read_in_a_loop(n):
    c = Counter(1)
    total = 0
    while n > 0:
        total += c.doubled
        c.value += 1
        n -= 1
    return total


@cases(0, 4)
def property_set_in_a_branch(n):
    c = Counter(1)
    if n > 2:
        c.doubled = n * 4
    return c.value


@cases(0, 4)
def property_augmented_in_a_loop(n):
    c = Counter(1)
    for _ in range(n):
        c.doubled += 2
    return c.value


@cases(0, 3)
def slots_in_a_branch(n):
    s = Slotted(1)
    if n > 2:
        s.value = n
    s.add(1)
    return s.value


@cases(0, 3)
def slots_in_a_loop(n):
    s = Slotted(0)
    for i in range(n):
        s.add(i)
    return s.value


@cases(0, 3, staged="refused")
def slot_set_in_one(n):
    s = Slotted(0)
    if n > 2:
        s.extra = 1
    return hasattr(s, "extra")


@cases(0, 3)
def own_items_in_a_branch(n):
    g = Grid(2)
    if n > 2:
        g[0, 1] = n
    return g.cells, g.writes


@cases(0, 3)
def own_items_augmented_in_a_loop(n):
    g = Grid(2)
    for i in range(n):
        g[1, 0] += i
    return g[1, 0], g.writes


@cases(0, 3)
def own_in_place_add(n):
    ledger = Ledger()
    for i in range(n):
        ledger += i
    return ledger.balance


@cases(0, 3)
def own_call_in_a_branch(n):
    ledger = Ledger()
    r = 0
    if n > 2:
        r = ledger(n)
    return r, ledger.balance


@cases(0, 3)
def own_contains(n):
    ledger = Ledger()
    ledger(n)
    if 2 in ledger:
        return 1
    return 0


@cases(0, 3, outer=("Ledger",))
def class_attribute_hidden_by_the_object(n):
    ledger = Ledger()
    if n > 2:
        ledger.rate = 5
    ledger(1)
    return ledger.balance


@cases(0, 3, staged="refused", outer=("Ledger",))
def class_attribute_in_a_branch(n):
    if n > 2:
        Ledger.rate = 5
    return Ledger()(1)


@cases(0, 3, staged="refused", outer=("Ledger",))
def class_attribute_augmented_in_a_loop(n):
    for _ in range(n):
        Ledger.instances += 1
    return Ledger.instances


@cases(0, 3, outer=("Ledger",))
def class_attribute_without_a_condition(n):
    Ledger.instances += 1
    return Ledger.instances + n


@cases(0, 3)
def own_setattr_in_a_branch(n):
    o = Logged()
    if n > 2:
        o.v = n
    return o.v, o.writes


@cases(0, 3)
def dataclass_in_a_loop(n):
    s = State()
    while n > 0:
        s.position += s.speed
        s.speed += 1
        n -= 1
    return s.position, s.speed


@cases(0, 3)
def dataclass_history_in_a_branch(n):
    s = State()
    if n > 2:
        s.history.append(s.position)
    return len(s.history)


@cases(0, 3)
def frozen_dataclass_replaced(n):
    f = Fixed(1.0, 2.0)
    for _ in range(n):
        f = replace(f, x=f.y, y=f.x + f.y)
    return f.x, f.y


@cases(0, 3)
def frozen_dataclass_in_one_branch(n):
    f = Fixed(1.0, 2.0)
    if n > 2:
        f = Fixed(f.y, f.x)
    return f.x, f.y


@cases(0, 3)
def named_tuple_replaced(n):
    p = Pair(0, 1)
    for _ in range(n):
        p = p._replace(a=p.b, b=p.a + p.b)
    return p.a, p.b


@cases(0, 3)
def named_tuple_in_a_branch(n):
    p = Pair(1, 2)
    if n > 2:
        p = Pair(n, p.a)
    return p


@cases(0, 3)
def inherited_method_in_a_loop(n):
    d = Derived()
    for _ in range(n):
        d.bump()
    return d.n, d.m


@cases(0, 3)
def inherited_method_in_a_branch(n):
    d = Derived()
    if n > 2:
        d.bump()
        d.bump()
    return d.n, d.m


@cases(0, 3)
def object_of_objects(n):
    left, right = Counter(1), Counter(2)
    pair = {"l": left, "r": right}
    for _ in range(n):
        pair["l"].increment(pair["r"].value)
    return left.value, right.value


@cases(0, 3, staged="refused")
def which_object_is_staged(n):
    a, b = Counter(1), Counter(2)
    chosen = a if n > 2 else b
    chosen.increment(10)
    return a.value, b.value


@cases(0, 3)
def which_object_is_staged_with_effects_inside(n):
    a, b = Counter(1), Counter(2)
    if n > 2:
        a.increment(10)
    else:
        b.increment(10)
    return a.value, b.value


@cases(0, 3)
def linked_list_of_python_nodes(n):
    head = Node(1, Node(2, Node(3)))
    total = 0
    node = head
    while node is not None:
        if node.value > n:
            total += node.value
        node.value += n
        node = node.next
    return total, head.value, head.next.value


@cases(0, 3, runtime="refused")
def linked_list_grown_in_one(n):
    head = Node(1)
    if n > 2:
        head.next = Node(2)
    return 0 if head.next is None else head.next.value


@cases(0, 3, staged="refused")
def linked_list_grown_in_a_loop(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    total = 0
    while head is not None:
        total += head.value
        head = head.next
    return total


@cases(0, 3)
def class_made_inside(n):
    class Local:
        limit = 2

        def __init__(self):
            self.over = 0

        def see(self, v):
            if v > self.limit:
                self.over += 1

    o = Local()
    for i in range(n + 2):
        o.see(i)
    return o.over


@cases(0, 3)
def method_that_returns_early(n):
    class Tank:
        def __init__(self):
            self.level = 5

        def draw(self, k):
            if k > self.level:
                return 0
            self.level -= k
            return k

    t = Tank()
    got = t.draw(n) + t.draw(n) + t.draw(1)
    return got, t.level


@cases(0, 3)
def static_and_class_methods(n):
    class Tool:
        @staticmethod
        def clip(v):
            return v if v < 2 else 2

        @classmethod
        def make(cls, v):
            t = cls()
            t.v = cls.clip(v)
            return t

    t = Tool.make(n)
    if n > 2:
        t.v += 10
    return t.v


@dataclasses.dataclass
class Job:
    prio: int
    cost: int


@cases((1, 2), (2, 9), (1, 1))
def what_dataclasses_replace_makes_changes(p, c):
    j = Job(p, c)
    k = dataclasses.replace(j, prio=p + 1)
    if p > 1:
        k.cost += 1
    return dataclasses.asdict(k), j.cost


@cases((1,), (3,), staged="refused AG038")
def returned_as_it_is(n):
    return Counter(n)


@cases((1,), (3,), staged="refused AG038")
def returned_in_a_list(n):
    return [Counter(n), 1]


@cases(0, 3)
def attributes_of_a_thread(n):
    own = threading.local()
    own.value, own.log = 1, []
    if n > 2:
        own.value = 2
        own.log.append(n)
    return own.value, own.log
