"""The product of what a loop makes, of dicts and sets of staged keys, and of lists."""

from __future__ import annotations

import math
from collections import Counter

from tests.autograph.effects.outcomes import cases


def factors(n):
    f = Counter()
    p = 2
    while n > 1:
        if n % p == 0:
            f[p] += 1
            n //= p
        else:
            p += 1
    return f


@cases(1, 12, 60)
def divisors(n):
    return math.prod(e + 1 for e in factors(n).values())


@cases(1, 12, 60)
def number(n):
    return math.prod(p**e for p, e in factors(n).items()), math.prod(factors(n)), math.prod(factors(n).values())


@cases(1, 12, 60)
def of_list(n):
    xs = []
    for k in range(1, n):
        if n % k == 0:
            xs.append(k)
    return math.prod(xs) % 1000, math.prod(x for x in xs if x < 5), math.prod([x + 1 for x in xs if x < 4], start=2)


@cases(1, 4)
def of_range(n):
    return math.prod(range(1, n)), math.prod(k + n for k in range(3)), math.prod([n, 2, 3]), math.prod((1.5, n))


@cases(1, 4)
def of_set(n):
    s = {1, 2}
    s.add(n)
    return math.prod(s), math.prod({k: k for k in range(1, n + 1)})


@cases(1, 4)
def in_branch(n):
    t = 0
    if n > 2:
        t = math.prod(x for x in (n, 2, 3) if x > 2)
    return t
