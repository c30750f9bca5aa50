"""Parameters that are None by default, given what may be None."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


def appended(value, bucket=None):
    if bucket is None:
        bucket = []
    bucket.append(value)
    return bucket


@cases(0, 3)
def appended_to_one_or_none(n):
    shared = [n]
    fresh = appended(n + 1, shared if n > 2 else None)
    return len(shared), len(fresh), sum(fresh)


class Box:
    def __init__(self, v):
        self.v = v

    def add(self, k, scale=None):
        if scale is None:
            scale = 1
        self.v += k * scale
        return self.v


@cases(0, 3, 9)
def given_to_a_method(n):
    b = Box(n)
    s = 2 if n > 2 else None
    return b.add(3, s), b.add(1, scale=s), b.v


def clamp(x, lo=None, hi=None):
    if lo is not None and x < lo:
        x = lo
    if hi is not None and x > hi:
        x = hi
    return x


@cases(0, 3, 9)
def two_bounds(n):
    lo = 2 if n < 3 else None
    hi = 5 if n > 5 else None
    return clamp(n, lo, hi), clamp(n, hi=hi), clamp(n, lo=lo)


@cases(0, 3, 9)
def given_by_keyword(n):
    def visit(x, seen=None, *, limit=None):
        seen = [] if seen is None else seen
        seen.append(x)
        if limit is None:
            limit = 10
        return len(seen) + limit

    k = [1, 2] if n > 2 else None
    t = visit(n, k)
    for i in range(n):
        t += visit(i, limit=i if i % 2 else None)
    return t, -1 if k is None else len(k)


@cases(0, 3, 9)
def best_by_a_function(n):
    best = None

    def better(x, than=None):
        if than is None:
            return True
        return x > than

    for i in range(n):
        v = (i * 7) % 5
        if better(v, best):
            best = v
    return -1 if best is None else best
