"""Numbers of NumPy beside staged ones: they wrap around, or round, at the width of their own type, or are refused."""

from __future__ import annotations

import numpy as np

from tests.autograph.effects.outcomes import cases

BYTE = np.uint8(200)
SHORT = np.int16(30000)
HALF = np.float16(60000.0)
WORD = np.int32(7)
LONG = np.int64(7)
LARGE = np.int64(5_000_000_000)
SINGLE = np.float32(2.5)
DOUBLE = np.float64(2.5)
TRUE = np.bool_(True)
PIXELS = np.array([200, 100], np.uint8)
POWERS = np.array([5, 2])


@cases(3, 100, staged="refused AG053")
def byte_and_number(n):
    return BYTE + n


@cases(3, 100, staged="refused AG053")
def number_and_byte(n):
    return n - BYTE


@cases(3, 100, staged="refused AG053")
def byte_times(n):
    return BYTE * n


@cases(3, 100, staged="refused AG053")
def byte_divided(n):
    return BYTE // n


@cases(3, 100, staged="refused AG053")
def byte_modulo(n):
    return BYTE % n


@cases(3, 100, staged="refused AG053")
def byte_power(n):
    return BYTE**n


@cases(3, 100, staged="refused AG053")
def byte_bits(n):
    return BYTE & n


@cases(3, 100, staged="refused AG053")
def byte_shifted(n):
    return BYTE << n


@cases(3, 100, staged="refused AG053")
def short_times(n):
    return SHORT * n


@cases(3, 100, staged="refused AG053")
def half_times(n):
    return HALF * n


@cases(3, 100, staged="refused AG053")
def pixels_and_number(n):
    return PIXELS + n


@cases(3, 100)
def byte_as_int(n):
    return int(BYTE) + n


@cases(3, 100)
def pixels_as_ints(n):
    return PIXELS.astype(np.int32) + n


@cases(3, 100)
def byte_compared(n):
    return BYTE < n, BYTE == n, n >= BYTE


@cases(3, 100)
def byte_and_float(n):
    return BYTE * (n / 2)


@cases(3, 100)
def word(n):
    return WORD + n, WORD * n, WORD // n, WORD % n


@cases(3, 100)
def long(n):
    return LONG + n, LONG - n, n // LONG, LONG % n


@cases(3, 100)
def single(n):
    return SINGLE * n, n / SINGLE, SINGLE // n


@cases(3, 100)
def double(n):
    return DOUBLE * n, n / DOUBLE, DOUBLE % n


@cases(3, 100)
def true(n):
    return TRUE + n, TRUE * n, n - TRUE


@cases(3, jax="refused AG053")
def large(n):
    return LARGE + n, LARGE > n


@cases(3, -2)
def array_to_a_power(n):
    return POWERS**n


@cases(3, -2)
def under_a_handler(n):
    try:
        return int((POWERS**n)[0])
    except ValueError:
        return -1


@cases(1, 3, staged="refused AG053")
def true_beside_a_comparison(n):
    return TRUE + (n > 2), (n > 2) + TRUE


@cases(1, 3, staged="refused AG053")
def bools_beside_a_comparison(n):
    return np.array([True, False]) + (n > 2)


@cases(1, 3)
def true_and_a_comparison(n):
    return TRUE & (n > 2), TRUE | (n > 2), TRUE == (n > 2)
