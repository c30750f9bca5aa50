"""Remainders of products and sums that are larger than an integer of 32 bits: of generators, hashes, powers.

And factorials that are, which are refused.
"""

from __future__ import annotations

import math

from tests.autograph.effects.outcomes import cases

MODULUS = 1_000_000_007


@cases((1, 3), (999, 5), (12345, 2))
def minimal_standard_generator(seed, k):
    out = []
    for _ in range(k):
        seed = (16807 * seed) % 2147483647
        out.append(seed % 6)
    return out, seed


@cases((1, 3), (999, 5), (12345, 2))
def generator_of_three_digits(s, k):
    for _ in range(k):
        s = (1103515245 * s + 12345) % 1000
    return s


@cases((1, 3), (999, 5), (12345, 2))
def polynomial_hash(n, k):
    h = 7
    for i in range(k):
        h = (h * 31 + n * i + 5) % MODULUS
    return h


@cases((5, 3), (999, 5), (12345, 20))
def power_by_squaring(b, e):
    r = 1
    b %= MODULUS
    while e > 0:
        if e & 1:
            r = r * b % MODULUS
        b = b * b % MODULUS
        e >>= 1
    return r


@cases((5, 3), (999, 5), (12345, 20))
def polynomials(x, n):
    return (x * x * x - 3 * x + n) % 999983, (n - x * x) % 1000003, -(x * x) % 1000003


@cases((5, 3), (999, 5), (12345, 20))
def generator_of_31_bits(x, n):
    for _ in range(n):
        x = (1103515245 * x + 12345) % 2147483648
    return x


@cases((5, 3), (999, 5), (12345, 20))
def generator_of_31_masked_bits(x, n):
    for _ in range(n):
        x = (1103515245 * x + 12345) & 0x7FFFFFFF
    return x


@cases((5, 3), (999, 5), (12345, 20), jax="refused AG053")
def generator_of_32_bits(x, n):
    for _ in range(n):
        x = (1664525 * x + 1013904223) % 2**32
    return x % 1000


@cases((5, 3), (999, 5), (12345, 20), jax="refused AG053")
def generator_of_32_masked_bits(x, n):
    for _ in range(n):
        x = (1664525 * x + 1013904223) & 0xFFFFFFFF
    return x % 1000


@cases((5, 3), (999, 5), (12345, 20))
def modulus_in_a_variable(x, n):
    m = 1000003
    for _ in range(n):
        x = (x * x + 1) % m
    return x


class Generator:
    def __init__(self, s):
        self.s = s

    def next(self):
        self.s = (self.s * 48271) % 0x7FFFFFFF
        return self.s


@cases((5, 3), (999, 5), (12345, 20))
def generator_object(x, n):
    r = Generator(x)
    return [r.next() % 10 for _ in range(3)], r.s


@cases((5, 3), (999, 5), (12345, 20))
def shifted_hash(x, n):
    h = 5381
    for c in (x, n, 7):
        h = ((h << 5) + h + c) % 1000003
    return h


@cases((5, 3), (999, 5), (12345, 20))
def small_moduli(x, n):
    return x * n % 7, (x * n + 3) % 10, x * 0.5 % 3, (x * n) % n


@cases((5, 3), (999, 5), (12345, 20), jax="refused AG053")
def shifted_and_masked(x, n):
    for _ in range(n):
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
    return x


@cases((5, 3), (999, 5), (12345, 20), jax="refused AG053")
def masked_hash(x, n):
    h = 2166136261
    for c in (x & 255, n & 255):
        h ^= c
        h = (h * 16777619) & 0xFFFFFFFF
    return h


@cases((5, 3), (999, 5), (12345, 20))
def of_bools(x, n):
    return (x > 3) * n % 1000003, ((x > 3) * 70000 * x + True) % 1000003


@cases((5, 3), (999, 5), (12345, 20))
def of_floats(x, n):
    return round(x * 0.5 % 1000003, 2), round((x * n + 0.5) % 100000, 2)


@cases((5, 3), (999, 5), (12345, 20))
def of_texts(x, n):
    return "%d-%d" * 1 % (x, n), "%s" * 2 % (x, n)


@cases((5, 3), (999, -5), (12345, -20))
def negative_operands(x, n):
    return x * n % 1000003, -x * x % 1000003, x * x % -1000003, (3 - x * x * 7) % 999983


@cases((5, 3), (999, 0), (12345, -20))
def modulus_that_may_be_zero(x, n):
    try:
        return x * x * x % n
    except ZeroDivisionError:
        return "zero"


@cases((5, 3), (999, 5), (12345, 20))
def under_a_handler(x, n):
    try:
        y = (x * x * 16807 + n) % 2147483647
        if y % 2:
            raise ValueError(y)
    except ValueError as e:
        return e.args[0], 1
    return y, 0


def gen(x, n):
    for _ in range(n):
        x = x * 48271 % 2147483647
        yield x


@cases((5, 3), (999, 5), (12345, 6))
def in_a_generator(x, n):
    return [v % 100 for v in gen(x, n)], sum(v % 10 for v in gen(x, 3))


@cases((5, 3), (999, 5), (12345, 6))
def in_a_lambda(x, n):
    f = lambda v: v * 48271 % 2147483647  # noqa: E731
    return f(x), [f(v) for v in (x, n)], (f(x) * f(n)) % 1000000007


class Value:
    def __init__(self, v):
        self.v = v

    def __mul__(self, o):
        return Value(self.v * o.v)

    def __add__(self, o):
        return Value(self.v + o)

    def __mod__(self, m):
        return self.v % m


@cases((5, 3), (999, 5), (123, 6))
def of_objects(x, n):
    return (Value(x) * Value(n) + 1) % 1000003


@cases((5, 3), (999, 5), (12345, 6))
def taken_in_place(x, n):
    h = 1
    for c in (x, n, 9):
        h = h * 131 + c
        h %= 1000003
    return h


@cases((46341, 3), (99999, 5), (12345, 6))
def powers_of_two(x, n):
    return x * x % 2**31, x * x % 65536, (x * x + n) % 2**16, x * 7 % 97, x * 100000 % 97


@cases(([5, 3, 1], 3), ([999, 5, 7], 5))
def rolling_hash(xs, n):
    h = 0
    p = pow(256, n, 1000000007)
    for c in xs:
        h = (h * 256 + c) % 1000000007
    return h, (h - xs[0] * p) % 1000000007, (h * p - n * xs[1]) % 101


@cases((46341, 3), (99999, 5), (12345, 6))
def of_squares(x, n):
    return x**2 % 1000003, (x**2 + n) % 97, (x + n) ** 2 % 1009, (x * n) ** 2 % 1000003


@cases((46341, 3), (99999, 5), (12345, 0))
def of_squares_under_a_handler(x, n):
    try:
        return x**2 % n + (x**2 + n) % 97
    except ZeroDivisionError:
        return -1


class Power:
    def __init__(self, v):
        self.v = v

    def __pow__(self, o):
        return self.v**o


@cases((41, 3), (99, 5))
def of_squares_of_objects(x, n):
    return Power(x) ** 2 % 97, Power(3) ** 2 % 5


@cases((41, 3), (99, 5))
def places_in_lists(x, n):
    xs = [5, 6, 7]
    return xs[(2 * x + n) % 3], xs[(x * n) % len(xs)], [xs[(i * 2 + 1) % 3] for i in range(3)]


@cases(5, 12, 0)
def factorials(n):
    return math.factorial(n), math.perm(n), [math.factorial(k) for k in range(n)]


@cases(5, 13, -1, staged="refused AG053")
def factorials_that_are_too_large(n):
    try:
        return math.factorial(n)
    except ValueError as error:
        return str(error)
