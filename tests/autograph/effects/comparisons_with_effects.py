"""Comparisons of objects that change something, each made as often as Python makes it."""

from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


class Noisy:
    def __init__(self, v, log):
        self.v, self.log = v, log

    def __lt__(self, other):
        self.log.append(f"{self.v}<{other.v}")
        return self.v < other.v

    def __eq__(self, other):
        self.log.append(f"{self.v}=={other.v}")
        return self.v == other.v

    def __bool__(self):
        self.log.append(f"?{self.v}")
        return self.v != 0


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0))
def chained(a, b, c):
    log = []
    x, y, z = (Noisy(v, log) for v in (a, b, c))
    return x < y < z, log


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0))
def member_of_a_tuple(a, b, c):
    log = []
    x, y, z = (Noisy(v, log) for v in (a, b, c))
    return y in (x, z), log


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0))
def member_of_a_list(a, b, c):
    log = []
    xs = [Noisy(v, log) for v in (a, b, c)]
    y = Noisy(2, log)
    return y in xs, xs.count(y), log


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0))
def least(a, b, c):
    log = []
    x, y, z = (Noisy(v, log) for v in (a, b, c))
    return min(x, y, z).v, log


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0))
def greatest(a, b, c):
    log = []
    xs = [Noisy(v, log) for v in (a, b, c)]
    return max(xs).v, log


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0))
def in_a_test(a, b, c):
    log = []
    x, y, z = (Noisy(v, log) for v in (a, b, c))
    if not z and x == y:
        log.append("zero")
    return log


@cases((2, 7), (7, 2), (4, 4))
def total_ordering(a, b):
    compared = []

    @functools.total_ordering
    class Version:
        def __init__(self, *parts):
            self.parts = parts

        def __eq__(self, o):
            return self.parts == o.parts

        def __lt__(self, o):
            compared.append((self.parts, o.parts))
            return self.parts < o.parts

    v, w = Version(a, 1), Version(b, 1)
    return v >= w, v <= w, v > w, compared


@cases((2, 7), (7, 2), (4, 4))
def greatest_of_two(a, b):
    compared = []

    class Version:
        def __init__(self, v):
            self.v = v

        def __gt__(self, o):
            compared.append((self.v, o.v))
            return self.v > o.v

    v, w = Version(a), Version(b)
    return max(v, w).v, compared


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0), staged="refused AG025")
def place(a, b, c):
    log = []
    xs = [Noisy(v, log) for v in (a, b, c)]
    y = Noisy(2, log)
    try:
        return xs.index(y), log
    except ValueError:
        return -1, log


@cases((1, 2, 3), (2, 1, 0), (0, 0, 0), staged="refused AG025")
def sorted_by_them(a, b, c):
    log = []
    xs = [Noisy(v, log) for v in (a, b, c)]
    return [x.v for x in sorted(xs)], len(log) > 1
