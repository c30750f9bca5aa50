"""Tuples in which something may be None, put in order: what follows the first items that differ is not compared."""

from __future__ import annotations

import heapq

from tests.autograph.effects.outcomes import cases


@cases(0, 3, 7)
def before_it_is_asked(n):
    t = None if n > 2 else n
    return (n, 1, t) < (2, 1, 5)


@cases(0, 3, 7)
def in_a_list_within(n):
    t = None if n > 2 else n
    return (n, 1, [3, t]) < (2, 1, [3, 5])


@cases(0, 3, 7)
def in_a_heap(n):
    h = []
    for i in range(n):
        heapq.heappush(h, (i * 3 % 5, i, None if i % 2 else i))
    t = 0
    while h:
        p, _k, v = heapq.heappop(h)
        t = t * 2 + p + (0 if v is None else v)
    return t


@cases(0, 3, 7)
def in_lists_of_a_heap(n):
    h = []
    for i in range(n):
        e = [i * 3 % 5, i]
        if i % 2:
            e[1] = None
        heapq.heappush(h, (i * 3 % 5, i, e))
    t = 0
    while h:
        p, _k, (_q, v) = heapq.heappop(h)
        t = t * 2 + p + (0 if v is None else v)
    return t


@cases(0, 3, 7)
def sorted_tuples(n):
    xs = []
    for i in range(n):
        xs.append((i * 3 % 5, i, None if i % 2 else i))
    xs.sort()
    return [x[0] for x in xs][-1] if xs else 0


@cases(0, 3)
def both_none(n):
    a = (n, None)
    b = (n + 1, None)
    return a < b, a == b, a <= b, max(a, b)[0]


@cases(0, 3, 7)
def not_ordered_after_all(n):
    a = (n % 2, None)
    b = (1, 4)
    try:
        return a < b
    except TypeError:
        return "x" == "y"


@cases(0, 3)
def both_the_same(n):
    a = (n % 2, None if n > 5 else n)
    b = (n % 2, None if n > 5 else n)
    return a <= b, a == b


@cases(0, 3, 7)
def best_tuple_or_none(n):
    best = None
    for i in range(n):
        c = (i * 5 % 7, i)
        if best is None or c < best:
            best = c
    return best[1] if best else -1


@cases(0, 3, 7)
def best_with_none_in_it(n):
    best = (99, None)
    for i in range(n):
        c = (i * 5 % 7, i)
        if c < best:
            best = c
    return -1 if best[1] is None else best[1]


@cases(0, 3, 7)
def smallest_with_none(n):
    return min([(i * 5 % 7, None) for i in range(n)], default=(0, None))[0]
