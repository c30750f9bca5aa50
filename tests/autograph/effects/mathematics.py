"""Functions of `math` over staged numbers."""

from __future__ import annotations

import math
from math import gcd, sqrt

from tests.autograph.effects.outcomes import cases


@cases(0.25, 1.5, 4.0)
def roots_and_logarithms(x):
    return math.sqrt(x), sqrt(x + 1), math.log(x), math.log(x, 2), math.log2(x), math.log10(x), math.log1p(x)


@cases(0.25, -0.5)
def of_angles(x):
    return math.sin(x), math.cos(x), math.tan(x), math.asin(x), math.acos(x), math.atan(x), math.atan2(x, 2.0)


@cases(0.25, -1.5, 2.75)
def to_integers(x):
    return math.floor(x), math.ceil(x), math.trunc(x), math.fabs(x), math.fmod(x, 0.5), math.isnan(x), math.isfinite(x)


@cases(0.25, -1.5)
def exponentials(x):
    return (
        math.exp(x),
        math.expm1(x),
        math.pow(2.0, x),
        math.hypot(x, 3.0),
        math.degrees(x),
        math.radians(x),
        math.tanh(x),
    )


@cases((12, 18), (0, 5), (-4, 6), (7, 1))
def divisors(a, b):
    common = gcd(a, b)
    return common, a * b // math.gcd(common, 1), math.lcm(a, b)


@cases(0, 1, 15, 16, 1000)
def integer_root(n):
    return math.isqrt(n)


@cases(2, 9, 15)
def is_prime(n):
    for d in range(2, math.isqrt(n) + 1):
        if n % d == 0:
            return False
    return True


@cases(4.0, -1.0)
def root_of_a_negative_number(x):
    return math.sqrt(x)


@cases(4.0, 0.0)
def logarithm_of_zero(x):
    return math.log(x)


@cases(3, 5)
def of_integers(n):
    return math.sqrt(n), math.floor(n), math.exp(n - 3)
