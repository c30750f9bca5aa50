"""Zeros of floats have a sign, which quotients, remainders and what is computed from them keep."""

import math
import operator

from tests.autograph.effects.outcomes import cases

FLOATS = [(x,) for x in (0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 6.0, -6.0, 0.4, -0.4)]
PAIRS = [(x, y) for (x,) in FLOATS for y in (1.0, -1.0, 2.5, -6.0, math.inf, -math.inf)]


def signs(*values):
    return [math.copysign(1.0, value) for value in values]


@cases(*PAIRS)
def quotients_and_remainders(x, y):
    q, r = divmod(x, y)
    return x // y, x % y, signs(x // y, x % y, q, r)


@cases(*FLOATS)
def quotients_and_remainders_of_known_numbers(x):
    return x // 2.5, x % -3, signs(x // 2.5, x % 2.5, x % -3, *divmod(x, 2.0))


@cases(*FLOATS[2:])
def quotients_and_remainders_by_a_tensor(x):
    return 0.0 // x, 6 % x, signs(0.0 // x, -0.0 % x, 6 % x, *divmod(2, x))


@cases(*FLOATS)
def quotients_and_remainders_in_place(x):
    y = z = x
    y %= 3
    z //= -3
    return y, z, signs(y, z)


@cases(*FLOATS)
def quotients_and_remainders_by_name(x):
    q, r = operator.floordiv(x, -2.0), operator.mod(x, 2.0)
    return q, r, signs(q, r, x.__mod__(-2.0), math.fmod(x, 2), *math.modf(x))


@cases((3, 2), (3, -2), (-7, 2))
def quotients_and_remainders_of_integers_and_floats(n, m):
    return n // m, n % m, divmod(n, m), n % 2.5, 2.5 % n, 4 // n, signs(n % 0.5, 0.0 // n)


@cases(*FLOATS)
def sums_and_products_of_zeros(x):
    product, total = 0.0, -0.0
    for v in [x, -x, 0.0, -0.0]:
        product = product * v
    for _ in range(2):
        total += x * 0
    return signs(product, total, -x, 0 - x, x + 0, x - 0, sum([x]), sum([x], -0.0), math.prod([x, 2]))


@cases(*FLOATS)
def choices_among_zeros(x):
    return signs(max(x, 0.0), min(x, 0.0), min(0.0, x), max(-0.0, x), abs(x), round(x, 0), sorted([0.0, x, -0.0])[0])
