"""Classes of users that extend tuples, lists and dicts, where a staged condition chooses between two objects."""

from __future__ import annotations

import typing
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

from tests.autograph.effects.outcomes import cases


class Items(list):
    pass


class Words(dict):
    pass


class Pair(tuple):
    pass


class Point(namedtuple("Point", "x y")):
    pass


class Vector(typing.NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    @property
    def total(self):
        return self.x + self.y


class Slotted(namedtuple("Slotted", "x")):
    __slots__ = ()

    def __new__(cls, x):
        return super().__new__(cls, x + 100)


class Tally(Counter):
    pass


class Ordered(OrderedDict):
    pass


class Grouped(defaultdict):
    pass


class Queue(deque):
    pass


@cases(0, 1)
def class_of_tuple(n):
    q = Pair((1, 2)) if n else Pair((3, 4))
    return type(q).__name__, q[0], isinstance(q, Pair), len(q)


@cases(0, 1)
def class_of_list(n):
    q = Items([1, 2]) if n else Items([3, 4])
    return type(q).__name__, q[0], isinstance(q, Items), len(q)


@cases(0, 1)
def class_of_dict(n):
    q = Words(a=1) if n else Words(a=3)
    return type(q).__name__, q["a"], isinstance(q, Words), len(q)


@cases(0, 1)
def class_of_others(n):
    a = Tally(a=1) if n else Tally(a=3)
    b = Ordered(a=1) if n else Ordered(a=3)
    c = Grouped(int, a=1) if n else Grouped(int, a=3)
    d = Queue([1]) if n else Queue([2])
    return [type(v).__name__ for v in (a, b, c, d)], a["a"], b["a"], c["a"], d[0], a["z"], c["z"]


@cases(0, 1)
def class_of_named(n):
    p = Point(1, 2) if n else Point(3, 4)
    v = Vector(1, 2) if n else Vector(3, 4)
    return type(p).__name__, type(v).__name__, p.x, v.total, (v + v).y


@cases(0, 1)
def made_by_its_class(n):
    p = Slotted(1) if n else Slotted(2)
    return p.x


@cases(0, 1)
def attributes_of_tuple(n):
    x, y = Pair((1,)), Pair((2,))
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t, q[0], hasattr(q, "t"), type(q).__name__, len(q), list(q), 1 in q


@cases(0, 1, staged="refused AG011")
def attributes_of_list(n):
    x, y = Items([1]), Items([2])
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t, q[0]


@cases(0, 1, staged="refused AG011")
def attributes_of_dict(n):
    x, y = Words(a=1), Words(a=2)
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t, q["a"]


@cases(0, 1, staged="refused AG011")
def attributes_of_counter(n):
    x, y = Tally(a=1), Tally(a=2)
    x.t, y.t = 5, 6
    q = x if n else y
    return hasattr(q, "t"), q["a"]


@cases(0, 1, staged="refused AG011")
def attributes_of_ordered(n):
    x, y = Ordered(a=1), Ordered(a=2)
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t, q["a"]


@cases(0, 1, staged="refused AG011")
def attributes_of_grouped(n):
    x, y = Grouped(int), Grouped(int)
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t


@cases(0, 1)
def attributes_of_queue(n):
    x, y = Queue([1]), Queue([2])
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t, q[0]


@cases(0, 1, staged="refused AG011")
def attributes_of_named(n):
    x, y = Point(1, 2), Point(2, 3)
    x.t, y.t = 5, 6
    q = x if n else y
    return q.t, q.x, type(q).__name__, q._replace(x=7).y, [*q]


@cases(0, 1)
def attributes_in_one(n):
    x, y = Pair((1,)), Pair((2,))
    x.t = 5
    q = x if n else y
    return hasattr(q, "t"), getattr(q, "t", 0)


@cases(0, 1)
def attributes_in_one_list(n):
    x, y = Items((1,)), Items((2,))
    y.t = 5
    q = x if n else y
    return hasattr(q, "t"), getattr(q, "t", 0)


@cases(0, 1, staged="refused AG012")
def attributes_staged(n):
    if n > 0:
        q = Pair((1, n))
        q.t = n + 1
    else:
        q = Pair((2, n - 1))
        q.t = n - 4
    return q.t, q[1]


@cases(0, 1, staged="refused AG012")
def attributes_staged_list(n):
    if n > 0:
        q = Items((1, n))
        q.t = n + 1
    else:
        q = Items((2, n - 1))
        q.t = n - 4
    return q.t, q[1]


@cases(0, 3, staged="refused AG014")
def attributes_in_a_loop(n):
    q = Pair((0, 0))
    q.t = 1
    for i in range(n):
        q = Pair((i, i + 1))
        q.t = i * 2
    return q.t, q[1]


@cases(0, 3, staged="refused AG014")
def attributes_in_a_loop_list(n):
    q = Items([0])
    q.t = 1
    for i in range(n):
        q = Items([i])
        q.t = i * 2
    return q.t, q[0]


@cases(0, 3, staged="refused AG014")
def attributes_in_a_loop_dict(n):
    q = Words(a=0)
    q.t = 1
    for i in range(n):
        q = Words(a=i)
        q.t = i * 2
    return q.t, q["a"]


@cases(0, 3)
def attributes_stored_in_a_loop(n):
    q = Words(a=0)
    q.t = 1
    for i in range(n):
        q["a"] += i
        q.t += i * 2
    return q.t, q["a"]


@cases(0, 3)
def class_in_a_loop(n):
    q = Pair((0, 0))
    for i in range(n):
        q = Pair((i, i + 1))
    return type(q).__name__, q[1]


@cases(0, 3)
def class_in_a_loop_list(n):
    q = Items((0, 0))
    for i in range(n):
        q = Items((i, i + 1))
    return type(q).__name__, q[1]


@cases(0, 1)
def indexed(n):
    xs = [Pair((1,)), Pair((2,))]
    for k, x in enumerate(xs):
        x.t = k + 5
    return xs[n].t, type(xs[n]).__name__


@cases(0, 1, staged="refused AG032")
def indexed_lists(n):
    xs = [Items((1,)), Items((2,))]
    for k, x in enumerate(xs):
        x.t = k + 5
    return xs[n].t, type(xs[n]).__name__


@cases(0, 3)
def least(n):
    xs = [Pair((1,)), Pair((n,))]
    for k, x in enumerate(xs):
        x.t = k + 5
    return min(xs).t, sorted(xs)[1].t, type(max(xs)).__name__


@cases(0, 3, staged="refused AG033")
def least_list(n):
    xs = [Items((1,)), Items((n,))]
    for k, x in enumerate(xs):
        x.t = k + 5
    return min(xs).t, sorted(xs)[1].t, type(max(xs)).__name__


@cases(0, 1)
def swapped(n):
    a, b = Pair((1,)), Pair((2,))
    a.t, b.t = 3, 4
    if n:
        a, b = b, a
    return a.t, b.t, a[0]


class Shifted(list):
    def __getitem__(self, k):
        return super().__getitem__(k) + 100


class Sevens(list):
    def __iter__(self):
        return iter([7, 7])


class SevensTuple(tuple):
    def __iter__(self):
        return iter([7, 7])

    def __len__(self):
        return 2


class ShiftedTuple(tuple):
    def __getitem__(self, k):
        return super().__getitem__(k) + 100


class Missing(dict):
    def __missing__(self, key):
        return 42

    def __getitem__(self, key):
        return super().__getitem__(key) + 100


class Added(tuple):
    def __add__(self, other):
        return Added([a + b for a, b in zip(self, other)])


class Fifty(list):
    def __len__(self):
        return 50

    def __contains__(self, value):
        return True


class AddedHundred(Counter):
    def __getitem__(self, key):
        return super().__getitem__(key) + 100


@cases(0, 1)
def overridden_items(n):
    q = Shifted([1, 2]) if n else Shifted([3, 4])
    return q[0], list(q), type(q).__name__


@cases(0, 1)
def overridden_items_tuple(n):
    q = ShiftedTuple([1, 2]) if n else ShiftedTuple([3, 4])
    return q[0], list(q), type(q).__name__


@cases(0, 1)
def overridden_iteration(n):
    q = Sevens([1, 2]) if n else Sevens([3, 4])
    return q[0], list(q), [v for v in q], sum(q)


@cases(0, 1)
def overridden_iteration_tuple(n):
    q = SevensTuple([1, 2]) if n else SevensTuple([3, 4])
    return q[0], list(q), [v for v in q], sum(q)


@cases(0, 1)
def overridden_iteration_longer(n):
    q = SevensTuple([1, 2, 3]) if n else SevensTuple([3, 4, 5])
    return q[2], list(q), [v for v in q], sum(q), len(q)


@cases(0, 1)
def overridden_missing(n):
    q = Missing(a=1) if n else Missing(a=2)
    return q["a"], q["z"], q.get("a"), dict(q)


@cases(0, 1)
def overridden_addition(n):
    q = Added((1, 2)) if n else Added((3, 4))
    return [*(q + Added((1, 1)))], [*(q + q)], type(q + q).__name__


@cases(0, 3)
def overridden_addition_in_a_loop(n):
    q = Added((1, 2))
    for i in range(n):
        q = q + Added((i, 1))
    return [*q], type(q).__name__


@cases(0, 1)
def overridden_length(n):
    q = Fifty([1, 2]) if n else Fifty([3, 4])
    return len(q), 9 in q, q[1]


@cases(0, 1)
def overridden_counter(n):
    q = AddedHundred(a=1) if n else AddedHundred(a=2)
    return q["a"], q["b"]


@cases(0, 1)
def indexed_overridden(n):
    q = [Added((1, 2)), Added((3, 4))][n]
    return [*(q + Added((1, 1)))], type(q).__name__


@cases(0, 1, jax="refused AG038")
def returned_tuple(n):
    return Pair((n, 1))


@cases(0, 1, staged="refused AG038")
def returned_list(n):
    q = Items((n, 1))
    q.t = n
    return q


class Made(tuple):
    def __new__(cls, *values):
        return super().__new__(cls, values)


@cases(0, 1, jax="refused AG038")
def returned_made(n):
    return Made(n, 1)


@cases(0, 1)
def chosen_made(n):
    q = Made(n, 1) if n else Made(4, n)
    return q[0], type(q).__name__


@cases(0, 1, staged="refused AG038")
def returned_attribute(n):
    q = Pair((n, 1))
    q.t = 4
    return q


@cases(0, 1)
def sum_of_added(n):
    return [*sum([Added((1, n)), Added((n, 3))], Added((0, 0)))]


@cases(0, 1)
def made_in_branch(n):
    if n > 0:
        q = Items([n])
        q.u = 3
        q.append(4)
        r = q.u + len(q)
    else:
        r = 0
    return r


class Stack(list):
    def __init__(self, *values):
        super().__init__(values)
        self.pushes = 0

    def push(self, value):
        self.append(value)
        self.pushes += 1


@cases(0, 1)
def stack(n):
    s = Stack(1, 2)
    if n:
        s.pushes += 2
    s.push(n)
    return s.pushes, [*s]


@cases(0, 1, staged="refused AG011")
def stack_chosen(n):
    s, t = Stack(1, 2), Stack(3, 4)
    t.push(1)
    s.push(6)
    q = s if n else t
    return q.pushes, q[0]


@cases(0, 1, jax="refused AG038")
def returned_slotted(n):
    return Slotted(n)


class Several(list):
    def __init__(self, *values):
        super().__init__(values)


@cases(0, 1, staged="refused AG038")
def returned_several(n):
    return Several(n, 1)


@cases(0, 1)
def chosen_several(n):
    q = Several(n, 1) if n else Several(4, n)
    return q[0], type(q).__name__, [*q]


@cases(0, 1)
def returned_point(n):
    return Point(n, 1)


@cases(0, 1)
def returned_chosen_point(n):
    return Vector(n, 1) if n else Vector(3, n)


@cases(0, 1, jax="refused AG038")
def returned_words(n):
    return Words(a=n), Tally(b=3), Ordered(c=n), Items([n])


@cases(0, 3)
def several_in_a_loop(n):
    q = Several(0, 1)
    for i in range(n):
        q = Several(i, 2)
    return q[0], q[1], len(q)


@cases(0, 3)
def slotted_in_a_loop(n):
    q = Slotted(0)
    for i in range(n):
        q = Slotted(q.x + i)
    return q.x


def pair(a, t):
    p = Pair((a,))
    p.t = t
    return p


def items(a, t):
    p = Items((a,))
    p.t = t
    return p


@cases(1, 3, staged="refused AG022")
def appended_pairs(n):
    xs = []
    for i in range(n):
        p = Pair((i,))
        p.t = i + 5
        xs.append(p)
    return xs[0].t, len(xs), xs[-1].t


@cases(1, 3, staged="refused AG022")
def appended_known_pairs(n):
    xs = [pair(1, 2)]
    y = pair(3, 4)
    for i in range(n):
        xs.append(y)
    return xs[0].t, len(xs), xs[-1].t


@cases(1, 3, staged="refused AG022")
def appended_items(n):
    xs = []
    for i in range(n):
        xs.append(items(i, i + 5))
    return xs[0].t, len(xs), xs[-1].t


@cases(0, 1, staged="refused AG021")
def popped(n):
    xs = [pair(1, 2), pair(3, 4), pair(5, 6)]
    if n:
        xs.pop()
    return xs[-1].t, xs[0].t


@cases(0, 1)
def in_dict(n):
    d = {"a": pair(1, 2)}
    if n:
        d["a"] = pair(3, 4)
    return d["a"].t, d["a"][0]


@cases(0, 1)
def by_key_pair(n):
    d = {0: pair(1, 2), 1: pair(3, 4)}
    return d[n].t


@cases(0, 1, staged="refused AG032")
def by_key_items(n):
    d = {0: items(1, 2), 1: items(3, 4)}
    return d[n].t


@cases(0, 1)
def attr_of_object(n):
    class Thing:
        pass

    o = Thing()
    o.p = pair(1, 2)
    if n:
        o.p = pair(3, 4)
    return o.p.t


@cases(0, 1, staged="refused AG021")
def filtered_pairs(n):
    xs = [q for q in [pair(1, 2), pair(2, 5)] if q[0] > n]
    return xs[0].t, len(xs)


@cases(0, 1)
def next_pair(n):
    return next(q for q in [pair(1, 2), pair(2, 5)] if q[0] > n).t


@cases(0, 2)
def loops_over(n):
    s = 0
    for q in [pair(1, 2), pair(2, 5)]:
        if q[0] > n:
            s += q.t
    return s


@cases(0, 1)
def early(n):
    def f():
        if n:
            return pair(1, 2)
        return pair(3, 4)

    return f().t


@cases(0, 1, staged="refused AG014")
def while_pair(n):
    p = pair(5, n)
    while p[0] > n:
        p = pair(p[0] - 1, p.t + 1)
    return p.t


@cases(0, 3, staged="refused AG014")
def for_known(n):
    p, r = pair(5, 1), pair(6, 2)
    for i in range(n):
        p = r
    return p.t


@cases(0, 3, staged="refused AG014")
def for_swapped(n):
    p, r = pair(5, 1), pair(6, 2)
    for i in range(n):
        p, r = r, p
    return p.t


@cases(0, 3, staged="refused AG014")
def for_swapped_items(n):
    p, r = items(5, 1), items(6, 2)
    for i in range(n):
        p, r = r, p
    return p.t


@cases(0, 3)
def held_in_tuple(n):
    p, r = (pair(5, 1), 1), (pair(6, 2), 2)
    q = p if n else r
    return q[0].t, q[1]


@cases(0, 3, staged="refused AG011")
def held_in_tuple_items(n):
    p, r = (items(5, 1), 1), (items(6, 2), 2)
    q = p if n else r
    return q[0].t, q[1]


@cases(0, 3)
def held_in_optional(n):
    p = items(5, 1) if n else None
    return p.t if p is not None else 3


@cases(0, 3, staged="refused AG012")
def held_in_optional_pair(n):
    p = pair(5, n) if n else None
    return p.t if p is not None else 3


@cases(0, 3, staged="refused AG051")
def cond_append(n):
    p = items(5, n)
    if n:
        p.append(3)
        p.t += 1
    return p.t, len(p)
