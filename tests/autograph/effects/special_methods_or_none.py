"""Objects of the user's that may be None, whose classes count what they are asked; managers and nodes."""

from __future__ import annotations

import bisect
import collections
import contextlib
import dataclasses
import heapq
from collections import deque

from tests.autograph.effects.outcomes import cases


class Counting:
    def __init__(self, items):
        self.items = items
        self.lens = 0
        self.bools = 0
        self.eqs = 0
        self.gets = 0
        self.sets = 0
        self.adds = 0

    def __len__(self):
        self.lens += 1
        return len(self.items)

    def __eq__(self, other):
        self.eqs += 1
        return isinstance(other, Counting) and len(self.items) == len(other.items)

    def __getitem__(self, k):
        self.gets += 1
        return self.items[k]

    def __setitem__(self, k, v):
        self.sets += 1
        self.items[k] = v

    def __iadd__(self, v):
        self.adds += 1
        self.items[0] += v
        return self

    def __contains__(self, v):
        self.gets += 10
        return v == 1

    def __iter__(self):
        self.gets += 100
        return iter(self.items)

    def __call__(self, v):
        self.gets += 1000
        return v + 1


class Truthy(Counting):
    def __bool__(self):
        self.bools += 1
        return True


def maybe(n):
    c = Counting([1, 2])
    y = None
    if n > 1:
        y = c
    return c, y


def maybe_truthy(n):
    c = Truthy([1, 2])
    y = None
    if n > 1:
        y = c
    return c, y


@dataclasses.dataclass
class Node:
    value: int
    next: object = None


class Manager:
    def __init__(self):
        self.log = 0

    def __enter__(self):
        self.log += 1
        return self

    def __exit__(self, *a):
        self.log += 10
        return False


@cases(0, 1, 2, 3)
def m_len(n):
    c, y = maybe(n)
    r = len(y) if y is not None else 0
    return r, c.lens


@cases(0, 1, 2, 3)
def m_len_ret(n):
    c, y = maybe(n)

    def f():
        if y is None:
            return 0
        return len(y)

    r = f()
    return r, c.lens


@cases(0, 1, 2, 3)
def m_truth(n):
    c, y = maybe(n)
    r = 1 if y else 2
    return r, c.lens


@cases(0, 1, 2, 3)
def m_bool(n):
    c, y = maybe_truthy(n)
    r = 1 if y else 2
    return r, c.lens, c.bools


@cases(0, 1, 2, 3)
def m_bool_if(n):
    c, y = maybe_truthy(n)
    r = 0
    if y:
        r += 1
    if not y:
        r += 2
    return r, c.lens, c.bools


@cases(0, 1, 2, 3)
def m_bool_call(n):
    c, y = maybe_truthy(n)
    r = bool(y)
    return r, c.lens, c.bools


@cases(0, 1, 2, 3)
def m_bool_and(n):
    c, y = maybe_truthy(n)
    r = y and y[0]
    return r is None, c.lens, c.bools, c.gets


@cases(0, 1, 2, 3)
def m_bool_while(n):
    c, y = maybe_truthy(n)
    i = 0
    while y and i < n:
        i += 1
    return i, c.bools


@cases(0, 1, 2, 3)
def m_eq(n):
    c, y = maybe(n)
    r = y == 3
    return r, c.eqs


@cases(0, 1, 2, 3)
def m_eq_none(n):
    c, y = maybe(n)
    r = y == None  # noqa: E711
    return r, c.eqs


@cases(0, 1, 2, 3)
def m_ne_none(n):
    c, y = maybe(n)
    r = y != None  # noqa: E711
    return r, c.eqs


@cases(0, 1, 2, 3)
def m_eq_self(n):
    c, y = maybe(n)
    r = y == c
    return r, c.eqs


@cases(0, 1, 2, 3)
def m_in(n):
    c, y = maybe(n)
    r = y in [c]
    return r, c.eqs


@cases(0, 1, 2, 3)
def m_contains(n):
    c, y = maybe(n)
    r = (1 in y) if y is not None else False
    return r, c.gets


@cases(0, 1, 2, 3)
def m_getitem(n):
    c, y = maybe(n)
    r = y[0] if y is not None else 0
    return r, c.gets


@cases(0, 1, 2, 3)
def m_getitem_ret(n):
    c, y = maybe(n)

    def f():
        if y is None:
            return 0
        return y[0] + y[1]

    r = f()
    return r, c.gets


@cases(0, 1, 2, 3)
def m_setitem(n):
    c, y = maybe(n)
    if y is not None:
        y[0] = 7
    return c.items[0], c.sets


@cases(0, 1, 2, 3)
def m_setitem_ret(n):
    c, y = maybe(n)

    def f():
        if y is None:
            return 0
        y[0] = 7
        return 1

    r = f()
    return r, c.items[0], c.sets


@cases(0, 1, 2, 3)
def m_setitem_aug(n):
    c, y = maybe(n)
    if y is not None:
        y[0] += 7
    return c.items[0], c.sets, c.gets


@cases(0, 1, 2, 3)
def m_iadd(n):
    c, y = maybe(n)
    if y is not None:
        y += 7
    return c.items[0], c.adds, (y is c)


@cases(0, 1, 2, 3)
def m_iadd_ret(n):
    c, y = maybe(n)

    def f(y):
        if y is None:
            return 0
        y += 7
        return y[0]

    r = f(y)
    return r, c.items[0], c.adds


@cases(0, 1, 2, 3)
def m_iter(n):
    c, y = maybe(n)
    s = 0
    if y is not None:
        for v in y:
            s += v
    return s, c.gets


@cases(0, 1, 2, 3)
def m_iter_ret(n):
    c, y = maybe(n)

    def f():
        if y is None:
            return 0
        s = 0
        for v in y:
            s += v
        return s

    r = f()
    return r, c.gets


@cases(0, 1, 2, 3)
def m_sum_ret(n):
    c, y = maybe(n)

    def f():
        if y is None:
            return 0
        return sum(y)

    r = f()
    return r, c.gets


@cases(0, 1, 2, 3)
def m_list(n):
    c, y = maybe(n)
    r = len(list(y)) if y is not None else 0
    return r, c.gets, c.lens


@cases(0, 1, 2, 3)
def m_call(n):
    c, y = maybe(n)
    r = y(3) if y is not None else 0
    return r, c.gets


@cases(0, 1, 2, 3)
def m_call_ret(n):
    c, y = maybe(n)

    def f():
        if y is None:
            return 0
        return y(3)

    r = f()
    return r, c.gets


@cases(0, 1, 2, 3)
def m_new(n):
    y = None
    if n > 1:
        y = Counting([n, 2])
    if y is None:
        return 0
    y[0] = 4
    y += 2
    return y[0], len(y), y.sets, y.gets, y.adds


@cases(0, 1, 2, 3, staged="refused")
def unbound_append(n):
    y = None
    if n > 1:
        y = deque([1])
    if y is None:
        return 0
    collections.deque.append(y, 4)
    return len(y)


@cases(0, 1, 2, 3, staged="refused")
def unbound_append_if(n):
    y = None
    if n > 1:
        y = deque([1])
    if y is not None:
        collections.deque.append(y, 4)
    return len(y) if y is not None else 0


@cases(0, 1, 2, 3, staged="refused")
def unbound_append_alias(n):
    d = deque([1])
    y = None
    if n > 1:
        y = d

    def f():
        if y is None:
            return 0
        deque.append(y, 4)
        return 1

    r = f()
    return r, len(d)


@cases(0, 1, 2, 3, staged="refused")
def unbound_list_append(n):
    y = None
    if n > 1:
        y = [1]
    if y is None:
        return 0
    list.append(y, 4)
    return len(y)


@cases(0, 1, 2, 3, staged="refused")
def unbound_set_add(n):
    y = None
    if n > 1:
        y = {1}
    if y is None:
        return 0
    set.add(y, 4)
    return len(y)


@cases(0, 1, 2, 3, staged="refused")
def unbound_dict_setitem(n):
    y = None
    if n > 1:
        y = {1: 2}
    if y is None:
        return 0
    dict.__setitem__(y, 4, 5)
    return len(y)


@cases(0, 1, 2, 3)
def unbound_own(n):
    y = None
    if n > 1:
        y = Counting([1, 2])
    if y is None:
        return 0
    Counting.__setitem__(y, 0, 5)
    return y[0], y.sets


@cases(0, 1, 2, 3, staged="refused")
def insort_memo(n):
    memo = {2: [1, 5], 3: [2]}
    r = memo.get(n)
    if r is None:
        return 0
    bisect.insort(r, 4)
    return len(memo[2]), len(memo[3])


@cases(0, 1, 2, 3, staged="refused")
def insort_memo2(n):
    memo = {2: [1, 5], 3: [2]}
    r = memo.get(n)
    if r is None:
        return 0
    bisect.insort(r, 4)
    return memo[2][1], len(r)


@cases(0, 1, 2, 3)
def insort_opt(n):
    r = None
    if n > 1:
        r = [1, 5]
    if r is None:
        return 0
    bisect.insort(r, 4)
    return r[1], len(r)


@cases(0, 1, 2, 3)
def insort_alias(n):
    xs = [1, 5]
    r = None
    if n > 1:
        r = xs

    def f():
        if r is None:
            return 0
        bisect.insort(r, 4)
        return 1

    a = f()
    return a, len(xs)


@cases(0, 1, 2, 3)
def heappush_alias(n):
    xs = [1, 5]
    r = None
    if n > 1:
        r = xs

    def f():
        if r is None:
            return 0
        heapq.heappush(r, 0)
        return 1

    a = f()
    return a, len(xs), xs[0]


@cases(0, 1, 2, 3)
def dict_early(n):
    def f(n):
        b = {1: 1}
        if n == 1:
            return b, 1
        b[2] = n
        return b, 2

    d, k = f(n)
    return k, len(d), d[1]


@cases(0, 1, 2, 3)
def dict_early2(n):
    b = {1: 1}
    if n == 1:
        return b[1], len(b)
    b[2] = n
    return b[2], len(b)


@cases(0, 1, 2, 3)
def list_early(n):
    def f(n):
        b = [1]
        if n == 1:
            return b, 1
        b.append(n)
        return b, 2

    d, k = f(n)
    return k, len(d), d[0]


@cases(0, 1, 2, 3)
def set_early(n):
    def f(n):
        b = {1}
        if n == 1:
            return b, 1
        b.add(8)
        return b, 2

    d, k = f(n)
    return k, len(d)


@cases(0, 1, 2, 3)
def deque_early(n):
    def f(n):
        b = deque([1])
        if n == 1:
            return b, 1
        b.append(8)
        return b, 2

    d, k = f(n)
    return k, len(d)


@cases(0, 1, 2, 3)
def node_chain(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    return head.value if head is not None else -1


@cases(0, 1, 2, 3)
def node_opt(n):
    head = None
    if n > 1:
        head = Node(n)
    if n > 2:
        head = Node(7, head)
    if head is None:
        return 0
    return head.value


@cases(0, 1, 2, 3)
def node_walk(n):
    a = Node(1, Node(2, Node(3)))
    p = a
    for i in range(n):
        if p is not None:
            p = p.next
    return p.value if p is not None else -1


@cases(0, 1, 2, 3)
def node_next(n):
    p = Node(1)
    if n > 1:
        p.next = Node(n)
    if p.next is None:
        return 0
    p.next.value += 1
    return p.next.value


@cases(0, 1, 2, 3)
def node_eq(n):
    p = None
    if n > 1:
        p = Node(n)
    return p == Node(2), p == None, p != Node(3)  # noqa: E711


@cases(0, 1, 2, 3)
def node_tree(n):
    root = None
    for v in [2, 1, 3]:
        if v <= n:
            new = Node(v)
            if root is None:
                root = new
            else:
                new.next = root
                root = new
    return root.value if root is not None else -1


@cases(0, 1, 2, 3)
def with_opt(n):
    m = Manager()
    y = None
    if n > 1:
        y = m
    if y is not None:
        with y:
            m.log += 100
    return m.log


@cases(0, 1, 2, 3)
def with_opt_ret(n):
    m = Manager()
    y = None
    if n > 1:
        y = m

    def f():
        if y is None:
            return 0
        with y as z:
            z.log += 100
        return 1

    r = f()
    return r, m.log


@cases(2, 3)
def with_opt_raise(n):
    m = Manager()
    y = None
    if n > 1:
        y = m
    with y:
        m.log += 100
    return m.log


@cases(0, 1, 2, 3)
def with_new(n):
    y = None
    if n > 1:
        y = Manager()
    if y is None:
        return 0
    with y:
        y.log += 100
    return y.log


@cases(0, 1, 2, 3, staged="refused")
def with_null(n):
    y = contextlib.nullcontext()
    m = Manager()
    if n > 1:
        y = m
    with y:
        n = n + 1
    return m.log, n


@cases(0, 1, 2, 3)
def iadd_deque(n):
    d = deque([1])
    y = None
    if n > 1:
        y = d

    def f(y):
        if y is None:
            return 0
        y += [4]
        return len(y)

    r = f(y)
    return r, len(d)


@cases(0, 1, 2, 3)
def iadd_deque_new(n):
    y = None
    if n > 1:
        y = deque([1])
    if y is None:
        return 0
    y += [4]
    return len(y), sum(y)


@cases(0, 1, 2, 3)
def iadd_list(n):
    d = [1]
    y = None
    if n > 1:
        y = d

    def f(y):
        if y is None:
            return 0
        y += [4]
        return len(y)

    r = f(y)
    return r, len(d)


@cases(0, 1, 2, 3)
def ior_dict(n):
    d = {1: 2}
    y = None
    if n > 1:
        y = d

    def f(y):
        if y is None:
            return 0
        y |= {2: 3}
        return len(y)

    r = f(y)
    return r, len(d)


@cases(0, 1, 2, 3)
def with_err(n):
    y = None
    if n > 1:
        y = Manager()
    with y:
        n = 1
    return n
