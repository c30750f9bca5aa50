"""Iterators over what is staged, and filters: each is gone over once, whoever holds it."""

from __future__ import annotations

import itertools
from collections import deque

from tests.autograph.effects.outcomes import cases


def both(it):
    return list(it), list(it)


@cases(0, 2, 5)
def filter_twice(n):
    xs = filter(lambda v: v > n, [1, 3, 6])
    a = sum(xs)
    return a, sum(xs)


@cases(0, 2, 5, staged="refused AG030")
def filter_loop_twice(n):
    xs = filter(lambda v: v > n, [1, 3, 6])
    t = 0
    for x in xs:
        t += x
        if x > 3:
            break
    for x in xs:
        t += 100 * x
    return t


@cases(0, 2, 5, staged="refused AG030")
def filter_next_then_list(n):
    xs = filter(lambda v: v > n, [1, 3, 6])
    a = next(xs, 0)
    return a, list(xs)


@cases(0, 2, 5)
def gen_by_branch(n):
    def g(k):
        for i in range(3):
            yield i * k

    if n > 1:
        it = g(2)
    else:
        it = g(3)
    a = sum(it)
    return a, sum(it)


@cases(0, 2, 5, staged="refused AG025")
def gen_by_branch_next(n):
    def g(k):
        for i in range(3):
            yield i * k

    it = g(2) if n > 1 else g(3)
    a = next(it)
    return a, sum(it)


@cases(0, 2, 5, staged="refused AG025")
def genexp_by_branch(n):
    it = (i for i in [1, 2]) if n > 1 else (i * 2 for i in [3, 4])
    a = sum(it)
    return a, sum(it)


@cases(0, 2, 5)
def genexp_filter_twice(n):
    it = (i for i in [1, 2, 7] if i > n)
    a = sum(it)
    return a, sum(it)


@cases(0, 2, 5)
def takewhile_twice(n):
    it = itertools.takewhile(lambda v: v < n, [1, 2, 7])
    a = sum(it)
    return a, sum(it)


@cases(0, 2, 5)
def dropwhile_twice(n):
    it = itertools.dropwhile(lambda v: v < n, [1, 2, 7])
    a = sum(it)
    return a, sum(it)


@cases(0, 2, 5)
def filterfalse_twice(n):
    it = itertools.filterfalse(lambda v: v < n, [1, 2, 7])
    a = list(it)
    return a, list(it)


@cases(0, 2, 5)
def map_twice(n):
    it = map(lambda v: v + n, [1, 2, 7])
    a = list(it)
    return a, list(it)


@cases(0, 2, 5)
def compress_twice(n):
    it = itertools.compress([1, 2, 7], [n > 0, n > 2, n > 3])
    a = list(it)
    return a, list(it)


@cases(0, 2, 5, staged="refused AG030")
def in_twice(n):
    it = filter(lambda v: v > n, [1, 3, 6])
    return 3 in it, 3 in it


@cases(0, 2, 5, staged="refused AG031")
def accumulate_twice(n):
    it = itertools.accumulate([1, n, 3])
    return 3 in it, 3 in it


@cases(0, 2, 5)
def reversed_twice(n):
    it = reversed(range(n))
    return sum(it), sum(it)


@cases(0, 2, 5)
def filter_range_twice(n):
    it = filter(lambda v: v % 2, range(n))
    return sum(it), sum(it)


@cases(0, 2, 5)
def filter_arg_twice(n):
    def both(it):
        return sum(it), sum(it)

    return both(filter(lambda v: v > n, [1, 3, 6]))


@cases(0, 2, 5)
def filter_attr_twice(n):
    class Holder:
        pass

    o = Holder()
    o.it = filter(lambda v: v > n, [1, 3, 6])
    return sum(o.it), sum(o.it)


@cases(0, 2, 5)
def filter_in_list_twice(n):
    o = [filter(lambda v: v > n, [1, 3, 6])]
    return sum(o[0]), sum(o[0])


@cases(0, 2, 5)
def genexp_arg_twice(n):
    def both(it):
        return sum(it), sum(it)

    return both(x for x in [1, 3, 6] if x > n)


@cases(0, 2, 5)
def genexp_list_twice(n):
    o = {"a": (x for x in [1, 3, 6] if x > n)}
    return sum(o["a"]), sum(o["a"])


@cases(0, 2, 5)
def zip_arg(n):
    return both(zip(range(n), range(n)))


@cases(0, 2, 5)
def zip_ret(n):
    def make():
        return zip(range(n), range(n))

    z = make()
    return list(z), list(z)


@cases(0, 2, 5)
def enumerate_arg(n):
    return both(enumerate(range(n)))


@cases(0, 2, 5)
def map_arg(n):
    return both(map(lambda v: v * v, range(n)))


@cases(0, 2, 5)
def reversed_arg(n):
    return both(reversed(range(n)))


@cases(0, 2, 5)
def reversed_ret(n):
    def make():
        return reversed(range(n))

    z = make()
    return list(z), list(z)


@cases(0, 2, 5)
def map_tuple(n):
    t = map(lambda v: v * v, range(n)), 1
    return list(t[0]), list(t[0])


@cases(0, 2, 5)
def map_attr(n):
    class Holder:
        pass

    o = Holder()
    o.x = map(lambda v: v * v, range(n))
    return list(o.x), list(o.x)


@cases(0, 2, 5)
def map_list(n):
    o = [map(lambda v: v * v, range(n))]
    return list(o[0]), list(o[0])


@cases(0, 2, 5)
def map_dict(n):
    o = dict(a=map(lambda v: v * v, range(n)))
    return list(o["a"]), list(o["a"])


@cases(0, 2, 5)
def map_default(n):
    def f(x=map(lambda v: v * v, range(n))):
        return list(x)

    return f(), f()


@cases(0, 2, 5)
def map_lambda(n):
    def f():
        return map(lambda v: v * v, range(n))

    z = f()
    return list(z), list(z)


@cases(0, 2, 5)
def map_ifexp(n):
    z = map(lambda v: v * v, range(n)) if n is not None else None
    return list(z), list(z)


@cases(0, 2, 5)
def map_star(n):
    a, *b = map(lambda v: v * v, range(3 + n)), 1
    return list(a), list(a)


@cases(0, 2, 5)
def sum_loop(n):
    t = 0
    for r in [map(lambda v: v * v, range(n))] * 2:
        t += sum(r) + 1
    return t


@cases(0, 2, 5)
def filter_loop(n):
    t = 0
    for x in filter(lambda v: v > n, [1, 3, 6]):
        t += x
    return t


@cases(0, 2, 5)
def sum_map_filter(n):
    return sum(map(lambda v: v * v, filter(lambda v: v > n, [1, 3, 6])))


@cases(0, 2, 5)
def list_filter(n):
    return list(filter(lambda v: v > n, [1, 3, 6])), len(list(filter(lambda v: v > n, [1, 3, 6])))


@cases(0, 2, 5, staged="refused AG030")
def filter_join(n):
    return ",".join(str(i) for i in filter(lambda v: v > n, [1, 3, 6]))


@cases(0, 2, 5)
def filter_filter(n):
    return list(filter(lambda v: v > n, filter(lambda v: v < n + 3, [1, 3, 6])))


@cases(0, 2, 5, staged="refused AG030")
def filter_unpack(n):
    return [*filter(lambda v: v > n, [1, 3, 6])]


@cases(0, 2, 5, staged="refused AG030")
def filter_zip(n):
    return list(zip(filter(lambda v: v > n, [1, 3, 6]), [7, 8, 9]))


@cases(0, 2, 5, staged="refused AG030")
def filter_enumerate(n):
    return [i * v for i, v in enumerate(filter(lambda v: v > n, [1, 3, 6]))]


@cases(0, 2, 5)
def filter_branch(n):
    if n > 1:
        f = filter(lambda v: v > n, [1, 3, 6])
    else:
        f = filter(lambda v: v > n, [1, 3, 6, 7])
    return sum(f)


@cases(0, 2, 5)
def filter_next(n):
    return next(filter(lambda v: v > n, [1, 3, 6]), -1)


@cases(0, 2, 5)
def filter_next_named(n):
    f = filter(lambda v: v > n, [1, 3, 6])
    return next(f, -1)


@cases(0, 2, 5)
def filter_range_list(n):
    f = filter(lambda v: v % 2, range(n))
    return list(f)


@cases(0, 2, 5)
def filter_none(n):
    f = filter(None, [n, n - 2, 3])
    return list(f)


@cases(0, 2, 5)
def filter_max(n):
    f = filter(lambda v: v > n, [1, 3, 6])
    return max(f, default=-1)


@cases(0, 2, 5)
def filter_sorted(n):
    f = filter(lambda v: v > n, [6, 3, 1])
    return sorted(f)


@cases(0, 2, 5)
def filter_any(n):
    f = filter(lambda v: v > n, [6, 3, 1])
    return any(x > 4 for x in f)


@cases(0, 2, 5)
def filter_set(n):
    f = filter(lambda v: v > n, [6, 3, 1])
    return len(set(f))


@cases(0, 2, 5)
def filter_break(n):
    t = 0
    for x in filter(lambda v: v > n, [1, 3, 6]):
        if x > 4:
            break
        t += x
    return t


@cases(0, 3, 7, staged="refused AG053")
def deque_that_changes_on_a_path(x):
    d = deque([1, 2, 3])
    it = iter(d)
    a = next(it)
    if x > 2:
        d.append(4)
    try:
        rest = list(it)
    except RuntimeError:
        rest = "changed"
    return a, rest, len(d)


@cases(0, 3, 7, staged="refused AG053")
def deque_that_changes_on_a_path_untried(x):
    d = deque([1, 2, 3])
    it = iter(d)
    a = next(it)
    if x > 9:
        d.append(4)
    return a, list(it), len(d)


@cases(0, 3, 7, staged="refused AG010")
def dict_that_changes_on_a_path(x):
    d = {1: x, 2: 3}
    it = iter(d)
    a = next(it)
    if x > 2:
        d[3] = 4
    try:
        rest = list(it)
    except RuntimeError:
        rest = "changed"
    return a, rest, len(d)


@cases(0, 3, 7, staged="refused AG053")
def item_of_a_deque_on_a_path(x):
    d = deque([1, 2])
    t = 0
    it = iter(d)
    if x > 2:
        d[1] = 7
    for v in it:
        t += v
    return t, d


@cases(0, 3, 7)
def item_of_a_dict_on_a_path(x):
    d = {1: 2, 3: 4}
    t = 0
    it = iter(d.values())
    if x > 2:
        d[3] = 7
    for v in it:
        t += v
    return t, d
