"""Objects one of which a variable is, depending on what is staged: what is done to it is done to that one."""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import namedtuple
from contextlib import contextmanager
from types import MappingProxyType

from tests.autograph.effects.outcomes import cases


class Box:
    """An object with a number."""

    def __init__(self, v):
        self.v = v

    def add(self, k):
        self.v += k
        return self.v


class Both:
    """An object with a number and a list of it."""

    def __init__(self, v):
        self.v = v
        self.l = [v]


class Node:
    """An object with a list and another object."""

    def __init__(self, value, left=None):
        self.value = value
        self.items = []
        self.left = left
        self.next = None
        self.right = None


@cases((1,), (2,), (5,))
def split(n):
    evens, odds = [], []
    for i in range(4):
        target = evens if (i + n) % 2 == 0 else odds
        target.append(i)
    return len(evens) * 10 + len(odds)


@cases((1,), (2,), (5,))
def split_staged(n):
    evens, odds = [], []
    for i in range(n):
        target = evens if i % 2 == 0 else odds
        target.append(i)
    return evens, odds


@cases((1,), (2,), (5,))
def count_in(n):
    low, high = {"n": 0}, {"n": 0}
    for i in range(5):
        t = low if i < n else high
        t["n"] += i
    return low["n"], high["n"]


@cases((1,), (2,), (5,))
def boxes(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    c.v = 10
    return a.v, b.v


@cases((1,), (2,), (5,))
def boxes_if(n):
    a, b = Box(1), Box(2)
    if n > 2:
        c = a
    else:
        c = b
    c.v += 10
    return a.v, b.v, c.v


@cases((1,), (2,), (5,))
def boxes_method(n):
    a, b = Box(1), Box(2)
    if n > 2:
        c = a
    else:
        c = b
    r = c.add(5)
    return a.v, b.v, c.v, r


@cases((1,), (2,), (5,))
def boxes_loop(n):
    a, b = Box(1), Box(2)
    for i in range(n):
        c = a if i % 2 else b
        c.add(i)
    return a.v, b.v


@cases((1,), (2,), (5,))
def swap(n):
    a, b = Box(1), Box(2)
    if n > 2:
        a, b = b, a
    a.v += 10
    return a.v, b.v


@cases((1, 2), (2, 1))
def smaller_of(x, y):
    a, b = Box(x), Box(y)
    m = min(a, b, key=lambda q: q.v)
    m.add(3)
    return a.v, b.v


@cases((1, 2), (2, 1))
def account(x, y):
    accounts = {"a": Box(x), "b": Box(y)}
    poor = "a" if x < y else "b"
    accounts[poor].add(10)
    return accounts["a"].v, accounts["b"].v


@cases((1,), (0,))
def indexed(n):
    boxes = [Box(1), Box(2)]
    boxes[n].add(3)
    return boxes[0].v, boxes[1].v


@cases((1,), (0,))
def buckets(n):
    b = [[], [], []]
    b[n].append(7)
    return [len(x) for x in b]


@cases((3,), (0,))
def buckets_loop(n):
    b = [0, 0, 0]
    for i in range(n):
        b[i % 3] += i
    return b


@cases((3,), (0,))
def turns(n):
    players = [Box(0), Box(0)]
    for i in range(n):
        players[i % 2].add(i)
    return players[0].v, players[1].v


@cases((3,), (0,), staged="refused AG024")
def turn_swap(n):
    a, b = Box(0), Box(0)
    cur, other = a, b
    for i in range(n):
        cur.add(i)
        cur, other = other, cur
    return a.v, b.v


@cases((3,), (0,))
def queue_of(n):
    a, b = [1, 2], [3, 4]
    q = a if n > 2 else b
    q[0] = n
    return a, b


@cases((3,), (0,))
def alias(n):
    a, b = [1, 2], [3, 4]
    if n > 2:
        b = a
    b[0] = 9
    return a[0], b[0]


@cases((3,), (0,))
def alias_obj(n):
    a, b = Box(1), Box(2)
    if n > 2:
        b = a
    b.v = 9
    return a.v, b.v


@cases((1,), (5,))
def phantom(n):
    o = Box([])
    c = [0]
    if n > 2:
        c = []
        o.v = c
    c.append(1)
    return len(o.v), len(c)


@cases((1,), (5,))
def phantom_b(n):
    o = Box([7])
    c = [0]
    if n > 2:
        c = [5]
        o.v = c
    c[0] = 1
    return o.v, c


@cases((0,), (1,), (5,))
def nested(n):
    a, b = Box(1), Box(2)
    c = Box(3)
    if n > 0:
        c = a if n > 2 else b
    c.v = 10
    return a.v, b.v, c.v


@cases((0,), (1,), (5,))
def nested_a(n):
    a, b = Box(1), Box(2)
    c = Box(3)
    if n > 0:
        c = a if n > 2 else b
    a.v = 10
    return a.v, b.v, c.v


@cases((0,), (1,), (5,), staged="refused AG024")
def loop_out(n):
    a, b = Box(1), Box(2)
    c = Box(3)
    for i in range(n):
        c = a if i % 2 == 0 else b
    c.v = 10
    return a.v, b.v, c.v


@cases((0,), (1,), (5,), staged="refused AG024")
def loop_out_list(n):
    a, b = [1], [2]
    c = [3]
    for i in range(n):
        c = a if i % 2 == 0 else b
    c[0] = 10
    return a, b, c


@cases((0,), (1,), (5,), staged="refused AG024")
def loop_out_a(n):
    a, b = [1], [2]
    c = [3]
    for i in range(n):
        c = a if i % 2 == 0 else b
    a[0] = 10
    return a, b, c


@cases((0,), (1,), (5,))
def loop_out_dead(n):
    a, b = [1], [2]
    t = 0
    for i in range(n):
        c = a if i % 2 == 0 else b
        t += c[0]
    a[0] = 10
    return a, b, t


@cases((0,), (1,), (5,))
def branch_dead(n):
    a, b = [1], [2]
    t = 0
    if n > 0:
        c = a if n % 2 == 0 else b
        t += c[0]
    a[0] = 10
    return a, b, t


@cases((1,), (0,), (2,))
def grid(n):
    g = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    row = g[n]
    row[1] = 50
    g[0][0] = 9
    return g, row


@cases((1,), (0,), (2,))
def grid2(n):
    g = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    g[n][n] += 5
    g[n][0] -= 1
    return g


@cases((1,), (0,), (2,))
def grid_loop(n):
    g = [[0] * 3 for _ in range(3)]
    for i in range(n):
        g[i % 3][i % 2] += 1
    return g


@cases((1,), (0,), (4,), staged="refused AG024")
def inplace(n):
    a, b = [1], [2]
    c = a if n > 2 else b
    c += [5]
    return len(a), len(b)


@cases((1,), (0,), (4,), staged="refused AG024")
def inplace_attr(n):
    a, b = Node(1), Node(2)
    c = a if n > 2 else b
    c.items += [5]
    return len(a.items), len(b.items)


@cases((1,), (0,), (4,))
def nested_items(n):
    a, b = Node(1), Node(2)
    c = a if n > 2 else b
    c.items.append(5)
    return len(a.items), len(b.items), len(c.items)


@cases((1,), (0,), (4,))
def pops(n):
    a, b = [1, 2], [3, 4]
    c = a if n > 2 else b
    x = c.pop()
    return a, b, x


@cases((1,), (0,), (4,))
def dels(n):
    a, b = [1, 2], [3, 4]
    c = a if n > 2 else b
    del c[0]
    return a, b


@cases((1,), (0,), (4,))
def dicts(n):
    a, b = {"k": 1}, {"k": 2}
    c = a if n > 2 else b
    c["k"] += 1
    c["z"] = n
    return a["k"], b["k"], len(a), len(b)


@cases((1,), (0,), (4,))
def identity(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    if c is a:
        return 1
    return 2


@cases((1,), (0,), (4,))
def identity2(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    return 5 if c is not b else 6


@cases((1,), (0,), (4,))
def equality(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    return 5 if c == a else 6


@cases((1,), (0,), (4,))
def chain(n):
    a, b, d = Box(1), Box(2), Box(3)
    c = a if n > 2 else b
    e = c if n > 3 else d
    e.add(10)
    a.add(100)
    c.add(1000)
    return a.v, b.v, c.v, d.v, e.v


@cases((1,), (0,), (4,), (3,))
def in_branch(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    if n % 2 == 0:
        c.v = 7
        a.v += 1
    return a.v, b.v, c.v


@cases((1,), (0,), (4,), (3,))
def in_loop(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    for i in range(n):
        c.v += i
        a.v += 10
    return a.v, b.v, c.v


@cases((1,), (0,), (4,), (3,))
def grows_in_loop(n):
    a, b = [1], [2]
    c = a if n > 2 else b
    for i in range(n):
        c.append(i)
    return a, b, c


@cases((1,), (0,), (4,), (3,))
def returned(n):
    a, b = Box(1), Box(2)

    def pick():
        if n > 2:
            return a
        return b

    pick().v = 20
    pick().add(1)
    return a.v, b.v


@cases((1,), (0,), (4,), (3,))
def maximum(n):
    a, b = Box(n), Box(2)
    m = max([a, b], key=lambda q: q.v)
    m.v = 100
    return a.v, b.v


@cases((1,), (0,), (4,), (3,))
def heap(n):
    a, b = [5, 6], [3, 9]
    c = a if n > 2 else b
    heapq.heappush(c, 1)
    return a[0], b[0]


@cases((1,), (0,), (4,), (3,))
def sets(n):
    a, b = {1}, {2}
    c = a if n > 2 else b
    c.add(7)
    return len(a), len(b)


@cases((1,), (0,), (4,), (3,))
def bst(n):
    root = Node(5)
    root.left = Node(3)
    cur = root if n > 2 else root.left
    cur.value += n
    return root.value, root.left.value


@cases((1,), (0,), (4,), (3,))
def setattrs(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    setattr(c, "v", 9)
    return a.v, b.v


@cases((1,), (0,), (4,), (3,), staged="refused AG024")
def vars_store(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    vars(c)["v"] = 9
    return a.v, b.v


@cases((1,), (0,), (4,), (3,))
def passed(n):
    def bump(q):
        q.v += 5
        return q

    a, b = Box(1), Box(2)
    d = bump(a if n > 2 else b)
    d.v += 1
    return a.v, b.v, d.v


@cases((1,), (0,), (4,), (3,))
def stored(n):
    a, b = Box(1), Box(2)
    holder = Node(1)
    holder.left = a if n > 2 else b
    holder.left.v = 9
    return a.v, b.v, holder.left.v


@cases((1,), (0,), (4,), (3,), staged="refused AG024")
def extended_iter(n):
    a, b = [1], [2]
    c = a if n > 2 else b
    c.extend(iter([1, 2]))
    return a, b


@cases((1,), (0,), (4,), (3,))
def replaced_branch(n):
    a, b = Box(1), Box(2)
    c = b
    if n > 2:
        c = a
        c.v = 5
    c.v += 1
    return a.v, b.v, c.v


@cases((1,), (0,), (4,), (3,))
def looped_over(n):
    a, b = [1, 2, 3], [4, 5, 6]
    c = a if n > 2 else b
    t = 0
    for x in c:
        t += x
    c[1] = 0
    for x in c:
        t += x
    return t, sum(a), sum(b)


@cases((1,), (0,), (4,), (3,))
def sorted_in_place(n):
    a, b = [3, 1, 2], [6, 5, 4]
    c = a if n > 2 else b
    c.sort()
    c.reverse()
    return a, b


@cases((1,), (0,), (4,), (3,))
def in_try(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    try:
        c.v = 4
        if n == 0:
            raise ValueError("x")
        c.v = 6
    except ValueError:
        b.v += 1
    return a.v, b.v, c.v


@cases((1,), (0,), (4,))
def optional_alias(n):
    xs = [1]
    c = None
    if n > 2:
        c = xs
    for i in range(n):
        xs.append(i)
    if c is not None:
        return len(c)
    return -1


@cases((1,), (0,), (4,))
def optional_alias2(n):
    xs = [1]
    c = None
    if n > 2:
        c = xs
    if c is not None:
        c.append(3)
    return len(xs)


@cases((1,), (0,), (4,))
def optional_alias3(n):
    xs = [1]
    if n > 2:
        c = xs
    if n > 3:
        xs.append(3)
    if n > 2:
        return len(c)
    return len(xs)


@cases((1,), (0,), (4,))
def linked_nodes(n):
    a, b = Node(1), Node(2)
    if n > 2:
        a.next = b
    b.value = 10
    b.items.append(n)
    if a.next is not None:
        a.next.value += 1
        return a.next.value + len(a.next.items)
    return b.value


@cases((1,), (0,), (4,))
def insert_list(n):
    head = None
    for i in range(3):
        node = Node(i)
        if i < n:
            node.next = head
            head = node
    t = 0
    if head is not None:
        t = head.value
    return t


@cases((1,), (0,), (4,))
def bst_insert(n):
    root = Node(5)
    root.left = None
    root.right = None

    def insert(node, v):
        if v < node.value:
            node.left = Node(v)
            return node.left
        node.right = Node(v)
        return node.right

    x = insert(root, n)
    x.value += 1
    t = root.value
    if root.left is not None:
        t += root.left.value
    if root.right is not None:
        t += 10 * root.right.value
    return t


@cases((1,), (0,), (4,))
def either_alias(n):
    xs = [1]
    c = xs if n > 2 else 5
    xs.append(3)
    return len(xs)


@cases((1,), (0,), (4,), staged="refused AG021")
def either_alias2(n):
    xs = [1]
    c = xs if n > 2 else 5
    if n > 3:
        xs.append(3)
    if n > 2:
        return len(c)
    return len(xs)


@cases((1,), (0,), (4,))
def tuple_alias(n):
    xs, ys = [1], [2]
    t = (xs, 1) if n > 2 else (ys, 2)
    t[0].append(n)
    return len(xs), len(ys), t[1]


@cases((1,), (0,), (4,))
def shared_twice(n):
    xs, ys = [1], [2]
    t = [xs, xs] if n > 2 else [ys, xs]
    t[0].append(n)
    t[1][0] = 9
    return xs, ys


@cases((1,), (0,), (4,))
def dict_alias(n):
    xs, ys = [1], [2]
    d = {"a": xs}
    if n > 2:
        d["a"] = ys
    d["a"].append(5)
    xs[0] = 7
    return xs, ys, d["a"][0]


@cases((1,), (0,), (4,))
def self_attr(n):
    a, b = Node(1), Node(2)
    a.next = a
    b.next = a
    c = a if n > 2 else b
    c.next.value = 50
    c.value += 1
    return a.value, b.value, c.value, c.next.value


@cases((1,), (0,), (4,))
def closure_alias(n):
    a, b = Node(1), Node(2)
    c = a if n > 2 else b

    def bump():
        c.value += 1
        a.value += 10

    bump()
    bump()
    return a.value, b.value, c.value


@cases((1,), (0,), (4,))
def param_alias(n):
    a, b = [1], [2]

    def add(t, u):
        t.append(5)
        u.append(6)

    add(a if n > 2 else b, a)
    return a, b


@cases((1,), (0,), (4,))
def while_loop(n):
    a, b = Node(1), Node(2)
    c = a if n > 2 else b
    while c.value < 10:
        c.value += 3
        a.items.append(1)
    return a.value, b.value, c.value, len(a.items), len(c.items)


@cases((1,), (0,), (4,), staged="refused AG024")
def rebind_in_loop(n):
    a, b = Node(1), Node(2)
    c = a
    for i in range(n):
        c.value += 1
        c = b if i % 2 == 0 else a
    return a.value, b.value


@cases((0,), (1,), (3,))
def chosen_in_try(n):
    a, b = Both(1), Both(2)
    c = a
    try:
        c = a if n > 2 else b
        if n == 1:
            raise ValueError("x")
        c.v += 1
    except ValueError:
        pass
    c.v += 10
    return a.v, b.v, c.v


@cases((0,), (1,), (3,))
def chosen_in_try_then_original(n):
    a, b = Both(1), Both(2)
    c = a
    try:
        c = a if n > 2 else b
        if n == 1:
            raise ValueError("x")
    except ValueError:
        b.v = 50
    a.v += 10
    b.l.append(3)
    return a.v, b.v, c.v, len(c.l)


@cases((0,), (1,), (3,))
def chosen_of_chosen_in_try(n):
    a, b, d = Both(1), Both(2), Both(3)
    e = d
    try:
        c = a if n > 2 else b
        e = c if n > 0 else d
        if n == 1:
            raise ValueError("x")
    except ValueError:
        pass
    e.v += 10
    a.v += 100
    return a.v, b.v, d.v, e.v


@cases((0,), (1,), (3,))
def made_in_try(n):
    e = Both(0)
    f = e
    try:
        c = Both(5)
        e = c
        if n > 0:
            f = c
        if n == 1:
            raise ValueError("x")
    except ValueError:
        pass
    e.v += 10
    return e.v, f.v


@cases((0,), (1,), (3,))
def chosen_before_try(n):
    a, b = Both(1), Both(2)
    c = a if n > 2 else b
    try:
        c.v += 1
        a.l.append(4)
        if n == 1:
            raise ValueError("x")
        c.l.append(7)
    except ValueError:
        c.v += 100
    finally:
        a.v += 1000
    return a.v, b.v, c.v, a.l, b.l


Named = namedtuple("Named", "k xs")


class Counted:
    """An object that counts how often its property is read and set."""

    log = 0

    def __init__(self, v):
        self._v = v
        self.reads = 0
        self.writes = 0

    @property
    def v(self):
        self.reads += 1
        return self._v

    @v.setter
    def v(self, value):
        self.writes += 1
        self._v = value

    def __getitem__(self, key):
        self.reads += 1
        return self._v + key

    def __setitem__(self, key, value):
        self.writes += 10
        self._v = value - key


@contextmanager
def held(box):
    box.v += 1
    yield box
    box.v *= 2


@cases((1,), (3,))
def tuple_of_a_list(n):
    a, b = (1, [1]), (2, [2])
    c = a if n > 2 else b
    c[1][0] += 7
    return a, b, c


@cases((1,), (3,))
def named_tuple_of_an_object(n):
    a, b = Named(0, Box(1)), Named(1, Box(2))
    c = a if n > 2 else b
    c.xs.v += 7
    a.xs.v += 100
    return a.xs.v, b.xs.v, c.xs.v


@cases((0,), (1,))
def pair_of_a_list(n):
    pairs = [(0, {"a": 1}), (1, {"a": 2})]
    pairs[n % 2][1]["a"] += 10
    return pairs


@cases((1,), (3,))
def property_of_one_of_two(n):
    a, b = Counted(1), Counted(2)
    c = a if n > 2 else b
    c.v += 4
    c.v = c.v + 1
    return a._v, b._v, a.reads, b.reads, a.writes, b.writes


@cases((1,), (3,))
def items_of_one_of_two(n):
    a, b = Counted(1), Counted(2)
    c = a if n > 2 else b
    c[1] += 4
    c[2] = n
    return a._v, b._v, a.reads, b.reads, a.writes, b.writes


@cases((1,), (3,))
def manager_given_one_of_two(n):
    a, b = Box(1), Box(2)
    c = a if n > 2 else b
    with held(c) as d:
        a.v += 5
        d.v += 50
    return a.v, b.v, c.v


class Made:
    """An object whose class counts how many there are."""

    count = 0

    def __init__(self):
        type(self).count += 1


@cases((1,), (3,))
def counted_by_the_class(n):
    Made.count = 0
    if n > 2:
        Made()
    found = Made.count
    Made.count = 0
    return found


@cases((1,), (3,), jax="refused AG029")
def kept_by_a_cache(n):
    @functools.lru_cache(None)
    def make():
        return [1]

    a = make()
    if n > 2:
        a.append(5)
    return make()


@cases((1,), (3,), staged="refused AG021")
def kept_by_a_class(n):
    a = [1]

    class Keeper:
        kept = a

    if n > 2:
        a.append(5)
    return Keeper.kept


@cases((1,), (3,), staged="refused AG021")
def kept_by_an_exception(n):
    a = [1]
    error = ValueError(a)
    if n > 2:
        a.append(5)
    return error.args[0]


@cases((1,), (3,), staged="refused AG010")
def seen_through_a_proxy(n):
    d = {"k": 1}
    seen = MappingProxyType(d)
    if n > 2:
        d["j"] = 5
    return len(seen)


@cases((1,), (3,), staged="refused AG021")
def chained(n):
    a = [1]
    chain = itertools.chain(a, [9])
    if n > 2:
        a.append(5)
    return list(chain)


@cases((1,), (3,), staged="refused AG024")
def chosen_list_in_a_dict_augmented(n):
    a, b = [1], [2]
    d = {"p": a if n > 2 else b}
    d["p"] += [5]
    return a, b


@cases((1,), (3,), staged="refused AG033")
def extended_by_itself(n):
    a, b = [1], [2]
    q = a if n > 2 else b
    b.extend(b)
    q.extend(q)
    return a, b, q


@cases((1,), (3,), staged="refused AG022")
def slice_of_itself(n):
    a, b = [1, 2], [2, 3]
    q = a if n > 2 else b
    q[1:] = q
    b[:1] = a
    return a, b, q


@cases((1,), (3,))
def updated_by_itself(n):
    a, b = {"k": 1}, {"k": 2}
    q = a if n > 2 else b
    q.update(a)
    b.update(q)
    return a, b, q


class K:
    """Objects with an attribute of the class."""

    total = 0

    def __init__(self):
        self.v = 1


class E(Exception):
    pass


@cases((1,), (3,), staged="refused AG010")
def hidden_on_one_path(n):
    k = K()
    if n > 2:
        k.total = 5
    K.total = 9
    found = k.total
    K.total = 0
    return found


@cases((1,), (3,))
def hidden_and_read(n):
    k = K()
    if n > 2:
        k.total = 5
    return k.total, K.total


@cases((1,), (3,), (5,))
def raised_with_one_of_two(n):
    a, b = K(), K()
    try:
        if n > 1:
            raise E(a if n > 4 else b)
    except E as e:
        e.args[0].v += 10
    return a.v, b.v


@cases((1,), (3,), (5,))
def raised_with_a_staged_one_of_two(n):
    a, b = K(), K()
    b.v = n
    try:
        if n > 1:
            raise E("x", a if n > 4 else b)
    except E as e:
        r = e.args[1]
        r.v += 10
        a.v += 100
        return a.v, b.v, r.v
    return a.v, b.v, 0


class Linked:
    """An object with a number and another object."""

    def __init__(self, v, link):
        self.v = v
        self.link = link


@cases((3,), (5,))
def chosen_again_once_its_link_is_known(n):
    root = Linked(9, None)
    a = Linked(1, root)
    b = Linked(2, a)
    p = a if n > 2 else root
    p.link.v = 1
    p = b if n == 1 else p
    a.v += 5
    return p.v, a.v


@cases((0,), (1,), (2,))
def item_with_or_without_a_link(n):
    root = Linked(9, None)
    a = Linked(1, root)
    boxes = [a, Linked(2, a)]
    if n == 1:
        boxes[1] = a.link
    q = boxes[n % 2]
    q.v = 4
    return a.v, boxes[1].v, root.v


@cases((0,), (1,), (3,))
def item_with_a_list_of_staged_length(n):
    xs = [1, 2]
    boxes = [Node(1), Node(2)]
    boxes[1].items = xs
    for i in range(n):
        xs.append(i)
    q = boxes[n % 2]
    xs[0] += n
    q.value += 1
    return len(q.items), boxes[0].value, boxes[1].value, xs[0]


class LinkedNode:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def linked(*values):
    head = None
    for value in reversed(values):
        head = LinkedNode(value, head)
    return head


@cases(1, 3, 7)
def found_in_a_linked_list(n):
    node, index = linked(1, 2, 3), 0
    while node is not None:
        if node.value == n:
            return index
        node = node.next
        index += 1
    return -1


@cases(1, 3, 7)
def left_at_a_node_of_a_linked_list(n):
    node, index = linked(1, 2, 3), 0
    while node:
        if node.value == n:
            break
        node = node.next
        index += 1
    return index, node is None


@cases(1, 3, 7)
def tested_along_a_linked_list(n):
    node = linked(1, 2, 3)
    while node is not None and node.value != n:
        node = node.next
    return None if node is None else node.value


@cases(0, 1, 2)
def steps_along_a_linked_list(n):
    node = linked(4, 5, 6)
    while n > 0:
        node = node.next
        n -= 1
    return node.value


@cases(0, 20, runtime="refused AG015", jax="refused AG015")
def steps_beyond_what_is_traced(n):
    node = LinkedNode(4)
    node.next = node
    while n > 0:
        node = LinkedNode(node.value + 1)
        n -= 1
    return node.value


@cases(0, 1, 5)
def linked_in_branches(n):
    top, total = None, 0
    for i in range(4):
        if i < n:
            top = LinkedNode(i, top)
    while top is not None:
        total += top.value
        top = top.next
    return total


class Branching:
    def __init__(self, key, left=None, right=None):
        self.key, self.left, self.right = key, left, right


def total_of(tree):
    return 0 if tree is None else tree.key + total_of(tree.left) + total_of(tree.right)


@cases(1, 3, 5, 6, 9)
def found_in_a_tree(n):
    node, depth = Branching(5, Branching(2, Branching(1), Branching(3)), Branching(8, Branching(6))), 0
    while node is not None:
        if n == node.key:
            return depth
        node = node.left if n < node.key else node.right
        depth += 1
    return -1


@cases(1, 4, 9)
def inserted_in_a_tree(n):
    node = root = Branching(5, Branching(2), Branching(8))
    while True:
        if n < node.key:
            if node.left is None:
                node.left = Branching(n)
                break
            node = node.left
        else:
            if node.right is None:
                node.right = Branching(n)
                break
            node = node.right
    return total_of(root)
