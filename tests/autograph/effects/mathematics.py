"""Functions of `math` over staged numbers."""

from __future__ import annotations

import heapq
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


# What has no result, under handlers for what Python raises of it. (`exp(100.0)` is larger than the floats of a system, and
# not than Python's: it is `inf` there, and no handler is taken.)


@cases(1000.0, 1.0, math.inf, math.nan, -1000.0)
def results_that_are_too_large(x):
    try:
        return math.exp(x), math.expm1(x)
    except OverflowError as error:
        return error.args[0]


@cases(1000.0, 1.0, math.inf, math.nan, -1000.0)
def hyperbolic_results_that_are_too_large(x):
    try:
        y = math.cosh(x)
    except OverflowError:
        y = -1.0
    try:
        return y, math.sinh(x)
    except ArithmeticError:
        return y, -2.0


@cases((10.0, 400.0), (10.0, 2.0), (math.inf, 2.0), (0.5, -2000.0), (-2.0, 3.0), (0.0, 3.0), (2.0, math.inf))
def powers_that_are_too_large(x, y):
    try:
        z = x**y
    except OverflowError:
        z = -1.0
    try:
        return z, math.pow(x, y)
    except OverflowError:
        return z, -2.0


@cases((10.0, 400), (10.0, 2), (0.5, -2000), (-2.0, 3), (0.0, 3), (0.0, -2))
def powers_in_place_that_are_too_large(x, n):
    try:
        x **= n
    except OverflowError:
        return -1.0
    except ZeroDivisionError:
        return -2.0
    return x


@cases(math.inf, -math.inf, math.nan, 2.5)
def integers_of_what_is_none(x):
    try:
        return int(x), math.floor(x), math.ceil(x), math.trunc(x), round(x)
    except OverflowError:
        return -1
    except ValueError as error:
        return str(error)


@cases(math.inf, math.nan, 2.5)
def roundings_of_what_is_no_integer(x):
    try:
        return math.floor(x), round(x, 1)
    except (OverflowError, ValueError):
        return -1


@cases(math.inf, -math.inf, math.nan, 2.5)
def angles_of_infinity(x):
    try:
        return math.sin(x), math.cos(x), math.tan(x)
    except ValueError:
        return -1.0


@cases((math.inf, 2.0), (5.5, 2.0), (-5.5, 2.0), (5.0, math.inf), (-0.0, 2.0), (2.0**40, 3.0))
def remainders_of_infinity(x, y):
    try:
        z = math.fmod(x, y)
    except ValueError:
        return -1.0
    return z, math.atan2(z, -1.0)


@cases((3, True), (-4, False))
def integers_of_integers(n, b):
    try:
        return int(n), round(n), math.floor(n), int(n > 3), round(b), int(n / 2)
    except (OverflowError, ValueError):
        return -1


@cases(3, (3.0,))
def too_large_for_any_float(n):
    found = []
    for f in (math.exp, math.cosh, math.sinh, math.expm1):
        try:
            found.append(f(n * 400))
        except OverflowError:
            found.append(-1.0)
    try:
        return found, math.pow(10.0, n * 200)
    except OverflowError:
        return found, -1.0


@cases(0, 3)
def special_methods_by_name(n):
    try:
        found = n.__floordiv__(n)
    except ZeroDivisionError:
        found = -1
    return found, (2).__sub__(n), (2).__rsub__(n), (2.5).__mul__(n), n.__add__(1), n.__rpow__(2)


@cases(0, 3)
def arguments_by_name(n):
    return round(number=n / 2), round(n / 3, ndigits=1), heapq.nlargest(n=1, iterable=[1, n]), sum([n, 1], start=n)


@cases((1.0, 2.0), (0.0, 5.0), (-2.0, -1.0))
def distances(x, y):
    return math.dist((x, y), (1.0, 1.0)), math.hypot(x, y), math.copysign(x, -y), math.copysign(3, y)


@cases((1.0, 2.0), (0.0, 5.0))
def exact_sum(x, y):
    return math.fsum([x, y, 0.5])


@cases(0, 1, 5, 10, -1)
def factorials(n):
    return math.factorial(n)


@cases((5, 2), (10, 0), (3, 7), (30, 15), (-1, 2), (2, -1))
def combinations(n, k):
    return math.comb(n, k)


@cases((5, 2), (10, 0), (3, 7), (-1, 2), (2, -1))
def permutations(n, k):
    return math.perm(n, k)


@cases(4, 0)
def row_of_combinations(n):
    return [math.comb(4, k) for k in range(n + 1)], math.perm(n)


@cases((1.0, 2.0), (0.0, 5.0))
def nearest(x, y):
    data = [((1.0, 2.0), "red"), ((2.0, 1.0), "red"), ((8.0, 8.0), "blue")]
    dists = sorted((math.dist((x, y), p), label) for p, label in data)
    return dists[0][1], round(dists[0][0], 3)


@cases(0, 3)
def sum_of_floats_of_a_list_that_grows(n):
    found = []
    for i in range(n):
        found.append(i / 2)
    return math.fsum(found)


@cases(4, 15, 16, 17, 999999, 2147395599, 2147395600, 2147483647)
def the_root_of_an_integer_is_on_the_right_side_of_a_whole_number(n):
    return int(math.sqrt(n)), math.ceil(math.sqrt(n)), math.sqrt(n) == int(math.sqrt(n))


@cases(1, 2, 3, 9, 10, 8192, 99999999, 1000000000, 999999999, 1073741823, 1073741824, 1073741825)
def logarithms_are_whole_of_powers_alone(n):
    return int(math.log2(n)), math.ceil(math.log2(n)), int(math.log10(n)) + 1, math.log10(n), math.log2(n)


@cases(8192.0, 0.125, 0.001, 1e30, 5.5, 1.0)
def logarithms_of_floats_are_whole_of_powers(x):
    return math.log2(x), math.log10(x), math.floor(math.log2(x)), math.floor(math.log10(x))


@cases(1e-6, -1e-6, 0.5)
def what_is_close_to_1_keeps_its_digits(x):
    return math.log1p(x) / x, math.expm1(x) / x


@cases((2.5, 1), (-2.5, 2), (0.0, 3), (float("inf"), 1), (1e-6, -3))
def floats_are_taken_apart_and_put_together(x, k):
    return math.modf(x), math.ldexp(x, k), math.exp2(k), math.erf(x), math.erfc(x), math.lgamma(abs(x) + 1)


@cases((0.1, 0.2), (0.3, 0.3), (1.0, 1.0001), (float("inf"), 1.0))
def numbers_are_close(x, y):
    total = 0.0
    for _ in range(3):
        total += x
    near = math.isclose(x, y), math.isclose(x, y, rel_tol=1e-2), math.isclose(x, y, abs_tol=0.5)
    return math.isclose(x + y, 0.3), math.isclose(total, 3 * x), math.isclose(0.0, x * 0), near


@cases((16777216, 16777217), (3, 3), (5, 6))
def integers_are_close(a, b):
    return math.isclose(a, b), math.isclose(a, b, abs_tol=1), math.isclose(a, b, rel_tol=0.25)
