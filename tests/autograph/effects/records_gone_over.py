"""Objects in lists of staged length whose classes say how they are gone over, and what numbers they are."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from itertools import chain

from tests.autograph.effects.outcomes import cases


class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __iter__(self):
        yield self.x
        yield self.y

    def __int__(self):
        return self.x * 10 + self.y

    def __float__(self):
        return self.x / 2


class Bag:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __reversed__(self):
        return reversed(self.items)


class Grid:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __getitem__(self, k):
        if k == 0:
            return self.a
        if k == 1:
            return self.b
        raise IndexError(k)


def vecs(n):
    found = []
    for i in range(n):
        found.append(Vec(i, i * 2))
    return found


@cases(0, 1, 5)
def for_each(n):
    t = 0
    for v in vecs(n):
        for part in v:
            t = t * 3 + part
    return t


@cases(0, 1, 5)
def unpacked(n):
    t = 0
    for v in vecs(n):
        x, y = v
        t += x * 2 - y
    return t


@cases(0, 1, 5)
def target(n):
    t = 0
    for x, y in vecs(n):
        t += x * 5 - y
    return t


@cases(0, 1, 5)
def summed(n):
    return sum(sum(v) for v in vecs(n)), [max(v) for v in vecs(n)]


@cases(0, 1, 5)
def listed(n):
    return [list(v) for v in vecs(n)], [tuple(v) for v in vecs(n)]


@cases(0, 1, 5)
def starred(n):
    def f(a, b):
        return a - b

    return [f(*v) for v in vecs(n)]


@cases(0, 1, 5)
def numbers(n):
    t = 0
    for v in vecs(n):
        t += int(v) + float(v)
    return t


@cases(0, 1, 5)
def members(n):
    return [3 in v for v in vecs(n)], sum(4 in v for v in vecs(n))


@cases(0, 1, 5)
def zipped(n):
    t = 0
    for v in vecs(n):
        for a, b in zip(v, (3, 4)):
            t += a * b
        for k, a in enumerate(v):
            t += a * k
    return t


@cases(0, 1, 5)
def advanced(n):
    t = 0
    for v in vecs(n):
        it = iter(v)
        t += next(it)
        t += next(it) * 7
    return t


@cases(0, 1, 5)
def by_index(n):
    gs = []
    for i in range(n):
        gs.append(Grid(i, i + 1))
    t = 0
    for g in gs:
        for part in g:
            t += part
    return t


@cases(0, 1, 5)
def bags(n):
    found = []
    for i in range(n):
        found.append(Bag([i, i + 1]))
    t = 0
    for b in found:
        for v in b:
            t = t * 2 + v
        for v in reversed(b):
            t += v
    return t


@cases(0, 1, 5)
def not_iterable(n):
    class P:
        def __init__(self, x):
            self.x = x

    ps = []
    for i in range(n):
        ps.append(P(i))
    t = 0
    for p in ps:
        try:
            for part in p:
                t += part
        except TypeError as error:
            t += len(str(error))
    return t


@cases(0, 1, 5)
def chosen(n):
    a, b = Vec(1, 2), Vec(3, 4)
    best = a
    for i in range(n):
        if i % 2 == 1:
            best = b
    t = 0
    for part in best:
        t = t * 10 + part
    return t, [*best], dict([tuple(best)])


@cases(0, 1, 5)
def broken_off(n):
    t = 0
    for v in vecs(n):
        for part in v:
            if part > 2:
                break
            t += part
    return t


class Version:
    def __init__(self, major, minor):
        self.parts = [major, minor]

    def __lt__(self, other):
        return self.parts < other.parts

    def __iadd__(self, k):
        self.parts[1] += k
        if self.parts[1] > 9:
            self.parts[0] += 1
            self.parts[1] = 0
        return self


@cases((1, 0), (0, 9), (3, 5), (2, 8))
def attributes_that_are_lists_are_compared(major, minor):
    v, floor, bumps = Version(major, minor), Version(2, 0), 0
    while v < floor and bumps < 40:
        v += 1 + bumps % 2
        bumps += 1
    return v.parts, bumps, floor < v


class Pair:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.seen = 0

    def __iter__(self):
        self.seen += 1
        yield self.x
        yield self.y

    def __len__(self):
        return 2

    def __eq__(self, o):
        return (self.x, self.y) == (o.x, o.y)


def pairs(n):
    found = []
    for i in range(n):
        found.append(Pair(i, i * 2 - 1))
    return found


@cases(0, 1, 4)
def counts_how_often(n):
    xs = pairs(n)
    t = 0
    for v in xs:
        for p in v:
            t += p
        for p in v:
            t += p
    return t, [v.seen for v in xs]


@cases(0, 1, 4)
def is_sorted(n):
    return [sorted(v, reverse=True) for v in pairs(n)], [max(v, key=lambda p: -p) for v in pairs(n)]


@cases(0, 1, 4)
def is_chained(n):
    return list(chain.from_iterable(pairs(n))), sum(map(sum, pairs(n)))


@cases(0, 1, 4)
def is_mapped(n):
    return [list(map(lambda p: p + 1, v)) for v in pairs(n)], [[p * 2 for p in v if p > 0] for v in pairs(n)]


@cases(0, 1, 4)
def wrong_count(n):
    t = 0
    for v in pairs(n):
        try:
            a, b, c = v  # noqa: RUF059
            t += a
        except ValueError:
            t += 100
    return t


@cases(0, 1, 4)
def starred_target(n):
    t = []
    for v in pairs(n):
        a, *b = v
        t.append(a + sum(b) + len(b))
    return t


@cases(0, 1, 4)
def loop_with_else(n):
    t = 0
    for v in pairs(n):
        for p in v:
            if p == 3:
                break
            t += p
        else:
            t += 1000
    return t


@cases(0, 1, 4)
def is_iterable(n):
    return (
        [isinstance(v, Iterable) for v in pairs(n)],
        [isinstance(v, Sized) for v in pairs(n)],
        [hasattr(v, "__iter__") for v in pairs(n)],
    )


@cases(0, 1, 4)
def is_handed_on(n):
    def parts(xs):
        for v in xs:
            yield from v

    return list(parts(pairs(n)))


@cases(0, 1, 4)
def sets_of_it(n):
    return [len(set(v)) for v in pairs(n)], [len(v) for v in pairs(n)], [-1 in v for v in pairs(n)]


@cases(0, 1, 4)
def is_equal(n):
    xs = pairs(n)
    ys = pairs(n)
    return [a == b for a, b in zip(xs, ys)], Pair(1, 1) in xs, xs.count(Pair(0, -1))


@cases(0, 1, 4)
def any_and_all(n):
    return [any(v) for v in pairs(n)], [all(p >= 0 for p in v) for v in pairs(n)], [tuple(v)[-1] for v in pairs(n)]


@cases(0, 1, 4)
def nested_changes(n):
    xs = pairs(n)
    for v in xs:
        for p in v:
            v.x += 1
            v.y += 10
    return [(v.x, v.y) for v in xs]


@cases(0, 1, 4)
def star_display(n):
    out = []
    for v in pairs(n):
        a = [0, *v]
        out.append(sum(a) * len(a))
    return out


@cases(0, 1, 4)
def is_joined(n):
    return [",".join(map(str, v)) for v in pairs(n)]


@cases(0, 1, 4)
def zip_two(n):
    xs = pairs(n)
    return [sum(a * b for a, b in zip(v, v)) for v in xs], [v.seen for v in xs]
