"""Calls with a star, of lists of staged length: `zip(*rows)`, `f(*xs)`."""

from __future__ import annotations

import functools
import itertools
import math
from collections import namedtuple

from tests.autograph.effects.outcomes import cases

P = namedtuple("P", "x y")


def grown(n):
    rows = [(1, 2), (3, 4)]
    for i in range(n):
        rows.append((i, n))
    return rows


@cases(0, 1, 3)
def columns(n):
    xs, ys = zip(*grown(n))
    return xs, ys, sum(xs), max(ys), len(xs)


@cases(0, 1, 3)
def columns_for(n):
    out = []
    for col in zip(*grown(n)):
        out.append(sum(col) * 10 + len(col))
    return out


@cases(0, 1, 3)
def columns_lists(n):
    return [list(c) for c in zip(*grown(n))]


@cases(0, 1, 3)
def columns_map(n):
    return list(map(sum, zip(*grown(n))))


@cases(0, 1, 3)
def columns_in_branch(n):
    rows = grown(n)
    a = b = 0
    if n > 1:
        xs, ys = zip(*rows)
        a, b = sum(xs), sum(ys)
    return a, b


@cases(1, 3, 0)
def columns_empty(n):
    rows = []
    for i in range(n):
        rows.append((i, 2 * i))
    if rows:
        xs, ys = zip(*rows)
        return list(xs), list(ys)
    return [0], [0]


@cases(1, 3, 0, staged="refused AG033")
def columns_none(n):
    rows = []
    for i in range(n):
        rows.append((i, 2 * i))
    return [sum(c) for c in zip(*rows)]


@cases(1, 3)
def columns_named(n):
    rows = [P(1, 2)]
    for i in range(n):
        rows.append(P(i, 2 * i))
    xs, ys = zip(*rows)
    return xs, min(ys)


@cases(1, 3)
def columns_nested(n):
    rows = [((1, 2), 3.0)]
    for i in range(n):
        rows.append(((i, n), 2.0 * i))
    pairs, ws = zip(*rows)
    return [a * w for (a, _), w in zip(pairs, ws)]


@cases(1, 3)
def columns_words(n):
    rows = [("a", 3)]
    for i in range(n):
        rows.append(("b", i))
    names, counts = zip(*rows)
    return "".join(names), sum(counts)


@cases(1, 3)
def sorted_columns(n):
    rows = sorted(grown(n), key=lambda r: -r[0])
    xs, ys = map(list, zip(*rows))
    xs.append(7)
    return xs, ys


@cases(1, 3)
def transposed_twice(n):
    rows = grown(n)
    return list(zip(*zip(*rows)))


@cases(1, 3)
def enumerated(n):
    best = -1
    for i, col in enumerate(zip(*grown(n))):
        if max(col) > 2:
            best = i
    return best


def f(a, b, c):
    return a * 100 + b * 10 + c


def g(*xs):
    return sum(xs) + len(xs)


def h(first, *rest, scale=1):
    t = first
    for x in rest:
        t += x * scale
    return t


def passes_on(*xs, **kw):
    return h(*xs, **kw)


def some(n):
    xs = [5, 2]
    if n > 0:
        xs.append(3)
    return xs


@cases(0, 1)
def any_number(n):
    return g(*some(n)), g(1, *some(n)), g(*some(n), 4), g(*some(n), *some(n))


@cases(0, 1)
def first_and_rest(n):
    return h(*some(n)), h(1, *some(n)), h(*some(n), scale=n), passes_on(*some(n), scale=3)


@cases(0, 1, staged="refused AG033")
def fixed(n):
    return f(*some(n))


@cases(1)
def fixed_right(n):
    return f(*some(n))


@cases(0, 1)
def fixed_guarded(n):
    xs = some(n)
    if len(xs) == 3:
        return f(*xs)
    return -1


@cases(0, 1, staged="refused AG033")
def with_default(n):
    def k(a, b=2, c=3):
        return a + b + c

    return k(*some(n))


@cases(0, 1, staged="refused AG033")
def by_lambda(n):
    return (lambda *a: sum(a))(*some(n))


@cases(0, 1)
def extremes(n):
    return max(*some(n)), min(0, *some(n)), max(*some(n), key=lambda x: -x)


@cases(0, 1, staged="refused AG033")
def extreme_of_one(n):
    xs = [4]
    if n > 0:
        xs.append(3)
    return max(*xs)


@cases(0, 1)
def gcds(n):
    xs = [12, 18]
    if n > 0:
        xs.append(4)
    return math.gcd(*xs)


@cases(0, 1)
def chained(n):
    rows = [[1, 2], [3, 4]]
    if n > 0:
        rows.append([n, n])
    return list(itertools.chain(*rows)), sum(itertools.chain.from_iterable(rows))


@cases(0, 1)
def made_set(n):
    return sorted({*some(n), 9}), len({*some(n)})


@cases(0, 1)
def method(n):
    class A:
        def m(self, *xs):
            return list(xs)

        def two(self, a, b, c):
            return a - b - c

    a = A()
    return a.m(*some(n)), a.two(
        *some(1),
    ) if n > 5 else 0


@cases(0, 1)
def partial(n):
    p = functools.partial(h, 10)
    return p(*some(n))


@cases(0, 1)
def class_call(n):
    class A:
        def __init__(self, *xs):
            self.xs = list(xs)

    return A(*some(n)).xs


@cases(0, 1)
def pair_class(n):
    class A:
        def __init__(self, x, y):
            self.x, self.y = x, y

    xs = [1]
    for i in range(1 + n - n):
        xs.append(i)
    return A(*xs).y


@cases(0, 1)
def named(n):
    xs = [1]
    if n >= 0:
        xs.append(n)
    return P(*xs)


@cases(0, 1, staged="refused AG033")
def formats(n):
    return "{} {}".format(*some(n), 8)


@cases(0, 1)
def map_star(n):
    rows = [(1, 2), (3, 4)]
    if n > 0:
        rows.append((n, 7))
    return [f(a, b, 0) for a, b in rows], [f(*r, 1) for r in rows]


@cases(0, 1)
def decorated(n):
    def twice(fn):
        def wrapper(*args, **kwargs):
            return fn(*args, **kwargs) * 2

        return wrapper

    @twice
    def total(*xs):
        return sum(xs)

    return total(*some(n)), total(1, 2)


@cases(0, 1)
def recursive(n):
    def total(first=0, *rest):
        return first + (total(*rest) if rest else 0)

    return total(*[1, n, 3])


@cases(0, 1)
def returned_args(n):
    def both(*xs):
        return xs

    a = both(*some(n))
    return a, both(1, 2), isinstance(a, tuple)


@cases(0, 1)
def changed_args(n):
    def pushed(*xs):
        xs = list(xs)
        xs.append(1)
        return xs

    return pushed(*some(n))
