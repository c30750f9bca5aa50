"""Lists that a function of Python's goes over, which calls one that makes them longer or shorter."""

from __future__ import annotations

import functools
import itertools
from collections import Counter, deque

from tests.autograph.effects.outcomes import cases


def _adding(a, n):
    def add(x, y=0):
        if x == n and len(a) < 6:
            a.append(10)
        return x + 1

    return add


@cases(0, 3, 7)
def p_list(n):
    a = [1, 3, 5]
    return list(map(_adding(a, n), a)), a


@cases(0, 3, 7)
def p_tuple(n):
    a = [1, 3, 5]
    return tuple(map(_adding(a, n), a)), a


@cases(0, 3, 7)
def p_set(n):
    a = [1, 3, 5]
    return set(map(_adding(a, n), a)), a


@cases(0, 3, 7)
def p_sum(n):
    a = [1, 3, 5]
    return sum(map(_adding(a, n), a)), a


@cases(0, 3, 7, staged="refused AG021")
def p_all(n):
    a = [1, 3, 5]
    return all(map(_adding(a, n), a)), a


@cases(0, 3, 7)
def p_max(n):
    a = [1, 3, 5]
    return max(map(_adding(a, n), a)), a


@cases(0, 3, 7)
def p_sorted(n):
    a = [1, 3, 5]
    return sorted(map(_adding(a, n), a)), a


@cases(0, 3, 7)
def p_extend(n):
    a, b = [1, 3, 5], []
    b.extend(map(_adding(a, n), a))
    return b, a


@cases(0, 3, 7)
def p_iadd(n):
    a, b = [1, 3, 5], []
    b += map(_adding(a, n), a)
    return b, a


@cases(0, 3, 7)
def p_star(n):
    a = [1, 3, 5]
    return [*map(_adding(a, n), a)], a


@cases(0, 3, 7)
def p_unpack(n):
    a = [1, 3, 5]
    x, *rest = map(_adding(a, n), a)
    return x, rest, a


@cases(0, 3, 7)
def p_deque(n):
    a = [1, 3, 5]
    return list(deque(map(_adding(a, n), a))), a


@cases(0, 3, 7)
def p_counter(n):
    a = [1, 3, 5]
    return len(Counter(map(_adding(a, n), a))), a


@cases(0, 3, 7)
def p_join(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return ",".join(map(lambda x: "a" if f(x) else "", a)), a


@cases(0, 3, 7)
def p_dict(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return dict(map(lambda x: (x, f(x)), a)), a


@cases(0, 3, 7)
def p_zip(n):
    a = [1, 3, 5]
    return list(zip(map(_adding(a, n), a), range(10))), a


@cases(0, 3, 7)
def p_enumerate(n):
    a = [1, 3, 5]
    return list(enumerate(map(_adding(a, n), a))), a


@cases(0, 3, 7)
def p_chain(n):
    a = [1, 3, 5]
    return list(itertools.chain([0], map(_adding(a, n), a))), a


@cases(0, 3, 7, staged="refused AG021")
def p_reduce(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return functools.reduce(lambda s, x: s + f(x), a, 0), a


@cases(0, 3, 7, staged="refused AG021")
def p_accumulate(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return list(itertools.accumulate(a, lambda s, x: s + f(x))), a


@cases(0, 3, 7, staged="refused AG021")
def p_starmap(n):
    a = [(1, 2), (3, 4)]

    def f(x, y):
        if x == n and len(a) < 4:
            a.append((9, 9))
        return x + y

    return list(itertools.starmap(f, a)), a


@cases(0, 3, 7)
def p_takewhile(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return list(itertools.takewhile(lambda x: f(x) < 100, a)), a


@cases(0, 3, 7)
def p_dropwhile(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return list(itertools.dropwhile(lambda x: f(x) < 0, a)), a


@cases(0, 3, 7)
def p_filter(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return list(filter(lambda x: f(x) > 0, a)), a


@cases(0, 3, 7)
def p_filterfalse(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return list(itertools.filterfalse(lambda x: f(x) < 0, a)), a


@cases(0, 3, 7)
def p_sorted_key(n):
    a = [1, 3, 5]
    return sorted(a, key=_adding(a, n)), a


@cases(0, 3, 7, staged="refused AG021")
def p_max_key(n):
    a = [1, 3, 5]
    return max(a, key=_adding(a, n)), a


@cases(0, 3, 7, staged="refused AG021")
def p_min_key(n):
    a = [1, 3, 5]
    return min(a, key=_adding(a, n)), a


@cases(0, 3, 7, staged="refused AG021")
def p_listcomp(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return [f(x) for x in a], a


@cases(0, 3, 7, staged="refused AG021")
def p_genexp_list(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return list(f(x) for x in a), a


@cases(0, 3, 7, staged="refused AG021")
def p_genexp_join(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return "".join("a" if f(x) else "" for x in a), a


@cases(0, 3, 7, staged="refused AG021")
def p_setcomp(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return {f(x) for x in a}, a


@cases(0, 3, 7, staged="refused AG021")
def p_dictcomp(n):
    a = [1, 3, 5]
    f = _adding(a, n)
    return {x: f(x) for x in a}, a


@cases(0, 3, 7)
def p_sort_key(n):
    a, b = [1, 3, 5], [7]
    b.sort(key=_adding(a, n))
    return a, b


@cases(0, 3, 7)
def p_map_map(n):
    a = [1, 3, 5]
    return list(map(lambda x: x, map(_adding(a, n), a))), a


@cases(0, 3, 7)
def p_eq(n):
    a = [1, 3, 5]

    class P:
        def __eq__(self, other):
            if n > 1 and len(a) < 5:
                a.append(4)
            return False

    return P() in a, a


@cases(0, 3, 7)
def p_in_map(n):
    a = [1, 3, 5]
    return 100 in map(_adding(a, n), a), a


@cases(0, 3, 7)
def p_for_map(n):
    a = [1, 3, 5]
    s = 0
    for x in map(_adding(a, n), a):
        s += x
    return s, a


@cases(0, 3, 7)
def p_next_map(n):
    a = [1, 3, 5]
    m = map(_adding(a, n), a)
    x = next(m)
    y = next(m)
    return x, y, list(m), a


@cases(0, 3, 7)
def it_extend(n):
    xs = [i for i in range(n)]
    it = iter(xs)
    next(it, None)
    b = [7]
    b.extend(it)
    return b


@cases(0, 3, 7)
def it_iadd(n):
    xs = [i for i in range(n)]
    it = iter(xs)
    next(it, None)
    b = [7]
    b += it
    return b


@cases(0, 3, 7)
def it_unpack(n):
    xs = [i for i in range(n + 1)]
    it = iter(xs)
    a, *rest = it
    return a, rest


@cases(0, 3, 7)
def it_unpack2(n):
    it = iter([1, 2, 3, 4])
    if n > 2:
        next(it)
    a, *rest = it
    return a, rest


@cases(0, 3, 7, staged="refused AG026")
def it_unpack3(n):
    it = iter([1, 2, 3, 4])
    if n > 2:
        next(it)
    a, b, c = it
    return a + b + c


@cases(0, 3, 7)
def it_extend2(n):
    it = iter([1, 2, 3, 4])
    if n > 2:
        next(it)
    b = [7]
    b.extend(it)
    return b


@cases(0, 3, 7)
def it_star(n):
    it = iter([1, 2, 3, 4])
    if n > 2:
        next(it)
    return [0, *it]


@cases(0, 3, 7)
def it_slice_assign(n):
    it = iter([1, 2, 3, 4])
    if n > 2:
        next(it)
    b = [0, 1, 2]
    b[1:2] = it
    return b


@cases(0, 3, 7)
def it_join(n):
    it = iter(["a", "b", "c"])
    if n > 2:
        next(it)
    return ",".join(it)


@cases(0, 3, 7, staged="refused AG032")
def it_update(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    s = {7}
    s.update(it)
    return s


@cases(0, 3, 7)
def it_all(n):
    it = iter([1, 2, 3])
    if n > 2:
        next(it)
    return all(it), any(it)
