"""`itertools.islice` of a generator whose loops are staged: it is left after so many items."""

from __future__ import annotations

import itertools
import math
from itertools import islice

from tests.autograph.effects.outcomes import cases


def hailstone(n):
    yield n
    while n > 1:
        n = 3 * n + 1 if n & 1 else n // 2
        yield n


def numbers_after(seed):
    while True:
        seed = (seed * 7 + 3) % 11
        yield seed


@cases(6, 27, 1)
def some_of_a_staged_loop(n):
    found = list(itertools.islice(hailstone(n), 12))
    return len(found), max(found), found[:4]


@cases((1, 3), (5, 0))
def loop_over_a_staged_number_of_them(seed, n):
    total = 0
    for x in islice(numbers_after(seed), n):
        total = total * 2 + x
    return total


@cases((1, 3), (5, 0))
def generator_goes_on(seed, n):
    numbers = numbers_after(seed)
    first = list(islice(numbers, 2))
    return first, next(numbers) + n, list(islice(numbers, 2))


@cases((1, 3), (5, 0))
def list_of_a_staged_number_of_them(seed, n):
    return list(islice(numbers_after(seed), n))


@cases((1, 3), (5, 0))
def items_are_noted(seed, n):
    log = []

    def steps():
        i = seed
        while i < 8:
            log.append(i)
            yield i
            i += n + 1
        log.append(-1)

    return list(islice(steps(), 3)), log, list(islice(steps(), 0))


@cases(3, 1)
def of_constants(n):
    return [i * n for i in islice(numbers_after(2), 3)], list(islice(range(n), 2))


@cases((30, 20), (10, 10), (20, 1))
def conditions_with_loops_in_them(top, count):
    def is_prime(k):
        return k > 1 and all(k % d for d in range(2, math.isqrt(k) + 1))

    def primes():
        for k in range(3, top, 2):
            if is_prime(k) and (k < 5 or any(k % d == 2 for d in range(3, k))):
                yield k

    return list(itertools.islice(primes(), count))


@cases((30, 20), (10, 10), (20, 1))
def conditional_expressions_with_loops_in_them(top, count):
    def sums():
        for k in range(3, top, 2):
            m = sum(range(k)) if k > 5 else k
            if m > 4 or any(k % d == 0 for d in range(2, k)):
                yield m

    found = []
    for value in sums():
        found.append(value)
        if len(found) >= count:
            break
    return found
