"""Objects in lists of staged length whose classes say how they are gone over, and what numbers they are."""

from __future__ import annotations

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
