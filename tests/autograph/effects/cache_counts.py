"""Programs that ask how often cached functions were called, which are given what is staged."""

from __future__ import annotations

import functools

from tests.autograph.effects.outcomes import cases


@cases((6,), (4,))
def misses_of_a_recursion(n):
    calls = 0

    @functools.cache
    def parts(k, m):
        nonlocal calls
        calls += 1
        if k == 0:
            return 1
        if k < 0 or m == 0:
            return 0
        return parts(k - m, m) + parts(k, m - 1)

    r = parts(n, n)
    return r, calls, parts.cache_info().misses


@cases((6,), (4,))
def hits_of_two_calls(n):
    @functools.cache
    def double(k):
        return 2 * k

    return double(n), double(n), double.cache_info().hits


@cases((6,), (4,))
def hits_in_a_loop(n):
    @functools.cache
    def double(k):
        return 2 * k

    t = 0
    for i in range(n):
        t += double(i % 3)
    return t, double.cache_info().hits


@cases((6,), (4,))
def hits_of_a_function_with_effects(n):
    calls = []

    @functools.cache
    def double(k):
        calls.append(k)
        return 2 * k

    t = 0
    for i in range(n):
        t += double(i % 3)
    return t, double.cache_info().hits


@cases((6,), (4,))
def all_that_it_tells(n):
    @functools.cache
    def double(k):
        return 2 * k

    double(n)
    double(3)
    double(n)
    info = double.cache_info()
    return info.hits, info.misses, info.maxsize, info.currsize, info


@cases((6,), (1,))
def cleared_between(n):
    @functools.cache
    def double(k):
        return 2 * k

    double(n), double(n)
    before = double.cache_info().hits
    double.cache_clear()
    double(n), double(n + 1)
    return before, double.cache_info().hits, double.cache_info().currsize


@cases((6,), (1,), staged="refused AG025")
def cleared_on_a_path(n):
    @functools.cache
    def double(k):
        return 2 * k

    double(n)
    if n > 3:
        double.cache_clear()
    double(n)
    return double.cache_info().hits, double.cache_info().misses


@cases((10,), (2,))
def hits_of_fibonacci(n):
    @functools.cache
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    return fib(n), fib.cache_info().hits, fib.cache_info().misses


@cases((3,), (9,), staged="refused AG032")
def more_than_it_keeps(n):
    @functools.lru_cache(maxsize=2)
    def double(k):
        return 2 * k

    for k in (n, n + 1, n + 2, n):
        double(k)
    return double.cache_info().misses


@cases((3,), (9,))
def asked_on_a_path(n):
    @functools.cache
    def double(k):
        return 2 * k

    t = 0
    for k in range(n):
        t += double(k % 4)
        if double.cache_info().hits > 2:
            break
    return t


@cases((2,), (5,))
def called_with_what_raises(n):
    @functools.cache
    def inverse(k):
        return 12 // k

    total = 0
    for k in (n - 2, n, n):
        try:
            total += inverse(k)
        except ZeroDivisionError:
            total -= 1
    return total, inverse.cache_info().hits, inverse.cache_info().misses
