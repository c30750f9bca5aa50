"""Cached functions that change something: what they do, they do once for equal arguments."""

from __future__ import annotations

import functools
from functools import cache, lru_cache

from tests.autograph.effects.outcomes import cases


@cases((4,), (1,), (3,))
def counted_of_some(n):
    calls = 0

    @cache
    def g(x):
        nonlocal calls
        calls += 1
        return x * x

    out = [g(x) for x in (n, 3, n, 4, 3)]
    return out, calls


@cases((4,), (1,), (3,), staged="refused AG032")
def constants_first(n):
    calls = 0

    @cache
    def g(x):
        nonlocal calls
        calls += 1
        return x * x

    out = [g(x) for x in (3, n, 3, n)]
    return out, calls


@cases((4,), (1,), (7,))
def in_a_loop(n):
    calls = 0

    @cache
    def g(x):
        nonlocal calls
        calls += 1
        return x * x

    t = 0
    for i in range(n):
        t += g(i % 3)
    return t, calls


@cases((7,), (12,), (0,))
def recursive_and_logged(n):
    log = []

    @cache
    def fib(k):
        log.append(k)
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    return fib(n), log


@cases((7,), (12,), (0,))
def on_one_path(n):
    c = 0

    @cache
    def g(k):
        nonlocal c
        c += 1
        return k * 2

    if n > 3:
        a = g(n)
    else:
        a = g(1)
    return a + g(n), c


@cases((7,), (12,), (0,), staged="refused AG032")
def more_than_are_kept(n):
    c = 0

    @lru_cache(maxsize=2)
    def g(k):
        nonlocal c
        c += 1
        return k * 2

    t = 0
    for i in (n, n + 1, n + 2, n):
        t += g(i)
    return t, c


@cases((2,), (12,), (0,))
def raises_for_some(n):
    c = 0

    @cache
    def g(k):
        nonlocal c
        c += 1
        if k > 10:
            raise ValueError("no")
        return k * 2

    try:
        return g(n) + g(n), c
    except ValueError:
        return c


class Obj:
    def __init__(self):
        self.n = 0

    @functools.lru_cache(None)
    def f(self, k):
        self.n += 1
        return k + 1


@cases((2,), (12,), (0,), staged="refused AG032")
def method_of_an_object(n):
    o = Obj()
    return o.f(n) + o.f(n), o.n
