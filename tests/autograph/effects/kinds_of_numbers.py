"""Numbers that are an int on one path and a float or a bool on another, in programs that ask which."""

from __future__ import annotations

import math

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,), (4,)


@cases(*ARGUMENTS)
def a_root_that_is_whole_or_not(n):
    r = math.isqrt(n) if math.isqrt(n) ** 2 == n else n / 2
    return 1 if isinstance(r, int) else 2, r * 2


@cases(*ARGUMENTS)
def halved_and_doubled(n):
    x = 1
    for i in range(n):
        x = x * 2 if i % 2 else x / 4
    return isinstance(x, float), x


@cases(*ARGUMENTS, staged="refused AG055")
def length_of_a_number_shown(n):
    x = n if n % 2 else n / 4
    return len(f"{x}")


@cases(*ARGUMENTS)
def whole_and_half_elements(n):
    hist = []
    for i in range(n):
        hist.append(i if i % 2 else i / 2)
    ints = sum(1 for h in hist if isinstance(h, int))
    return ints, sum(hist), len(hist)


@cases(*ARGUMENTS)
def averages_told_apart(n):
    def avg(k):
        return k // 2 if k % 2 == 0 else k / 2

    t = 0
    s = ""
    for i in range(n):
        v = avg(i)
        if type(v) is int:
            t += v
        else:
            t += 100
    return t


@cases(*ARGUMENTS)
def a_bool_or_a_number(n):
    x = n > 2
    if n == 1:
        x = 7
    return isinstance(x, bool), x + 1


@cases(*ARGUMENTS)
def the_best_of_both_kinds(n):
    best = None
    for i in range(n):
        c = i * 2 if i % 2 else i / 2
        if best is None or c > best:
            best = c
    return "none" if best is None else "int" if isinstance(best, int) else "float"
