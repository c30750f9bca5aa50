"""Context managers that methods of objects make, entered by functions that raise, return and call themselves."""

from __future__ import annotations

import contextlib

from tests.autograph.effects.outcomes import cases


class Pool:
    def __init__(self, n):
        self.free = list(range(n))
        self.log = []

    @contextlib.contextmanager
    def acquire(self):
        if not self.free:
            raise RuntimeError("exhausted")
        r = self.free.pop()
        self.log.append(f"+{r}")
        try:
            yield r
        finally:
            self.free.append(r)
            self.log.append(f"-{r}")


@cases(0, 1, 2, 5)
def raises_within(n):
    pool = Pool(2)
    try:
        with pool.acquire() as r:
            if n > 1:
                raise ValueError(f"at {r}")
            v = r + n
    except ValueError as e:
        v = str(e)
    return v, pool.log


@cases(0, 1, 2, 5)
def returns_within(n):
    pool = Pool(2)

    def go(k):
        with pool.acquire() as r:
            if k > 1:
                return r
            return k + 10

    return go(n), pool.log


@cases(0, 1, 2, 5)
def empty_or_not(n):
    pool = Pool(1)
    if n > 1:
        pool.free.pop()

    def go(k):
        with pool.acquire() as r:
            return r + k

    try:
        return go(n)
    except RuntimeError as e:
        return str(e)


@cases(0, 1, 2, 5)
def resource_pool(depth):
    pool = Pool(3)

    def nest(d):
        with pool.acquire() as r:
            if d == 0:
                return r
            return nest(d - 1) + 10 * r

    try:
        v = nest(depth)
    except RuntimeError as e:
        v = str(e)
    return v, pool.log, sorted(pool.free)
