"""Functions of integers, as ordinary algorithms: those of `math` and `int`. They are run converted."""

from __future__ import annotations

from typing import Any


def greatest_common_divisor(*integers: Any) -> Any:
    """`math.gcd`."""
    found = 0
    for rest in integers:
        while rest != 0:
            found, rest = rest, found % rest
    return abs(found)


def least_common_multiple(*integers: Any) -> Any:
    """`math.lcm`."""
    found = 1
    for other in integers:
        common = greatest_common_divisor(found, other)
        found = 0 if common == 0 else abs(found // common * other)
    return found


def integer_root(n: Any) -> Any:
    """`math.isqrt`, by Newton's method from above."""
    root = n
    following = (n + 1) // 2
    while following < root:
        root = following
        following = (root + n // root) // 2
    return root


def power_modulo(base: Any, exponent: Any, modulus: Any) -> Any:
    """`pow(base, exponent, modulus)`, by squaring: a power has more digits than an integer of a system."""
    size = abs(modulus)
    result, square = 1 % size, base % size
    while exponent > 0:
        if exponent % 2 == 1:
            result = product_modulo(result, square, size)
        square = product_modulo(square, square, size)
        exponent //= 2
    return result % modulus


def sum_modulo(one: Any, other: Any, modulus: Any) -> Any:
    """`(one + other) % modulus` of integers from 0 to below it."""
    rest = modulus - other
    return one - rest if one >= rest else one + other


def difference_modulo(one: Any, other: Any, modulus: Any) -> Any:
    """`(one - other) % modulus` of integers from 0 to below it."""
    return one - other if one >= other else one + (modulus - other)


def product_modulo(one: Any, other: Any, modulus: Any) -> Any:
    """`one * other % modulus` of integers from 0 to below it, by doubling where the product may be too large."""
    if modulus <= 46340:  # its square is less than 2 ** 31
        product = one * other  # of which the remainder may be taken as it is
        return product % modulus
    total = 0
    while other > 0:
        if other % 2 == 1:
            total = sum_modulo(total, one, modulus)
        one = sum_modulo(one, one, modulus)
        other //= 2
    return total


def inverse_modulo(value: Any, modulus: Any) -> Any:
    """`pow(value, -1, modulus)`, by the extended Euclidean algorithm."""
    divisor, rest = abs(modulus), value % abs(modulus)
    coefficient, following = 0, 1
    while rest > 0:
        quotient = divisor // rest
        divisor, rest = rest, divisor - quotient * rest
        coefficient, following = following, coefficient - quotient * following
    if divisor != 1:
        raise ValueError("base is not invertible for the given modulus")
    return coefficient % modulus


def bit_length(n: Any) -> Any:
    """`int.bit_length`. What is left of the number is negative, or zero: the smallest of all has no opposite."""
    rest, number_of = n if n < 0 else -n, 0
    while rest < 0:
        rest = (rest + 1) // 2
        number_of = number_of + 1
    return number_of


def bit_count(n: Any) -> Any:
    """`int.bit_count`, likewise."""
    rest, number_of = n if n < 0 else -n, 0
    while rest < 0:
        number_of = number_of + rest % 2
        rest = (rest + 1) // 2
    return number_of


def factorial(n: Any) -> Any:
    """`math.factorial`."""
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    product = 1
    for factor in range(2, n + 1):
        product *= factor
    return product


def permutations(n: Any, k: Any) -> Any:
    """`math.perm` of some of the elements."""
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    product = 1
    for i in range(k):
        product *= n - i
    return product


def combinations(n: Any, k: Any) -> Any:
    """`math.comb`: divided before it is multiplied, so that no product is larger than the result."""
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    found = 1
    for i in range(k if k < n - k else n - k):
        common = greatest_common_divisor(found, i + 1)
        found = found // common * ((n - i) // ((i + 1) // common))
    return found


def indices(key: slice, length: Any) -> Any:
    """`slice.indices`: the bounds of a slice of a sequence, as `range` takes them."""
    if length < 0:
        raise ValueError("length should not be negative")
    step = 1 if key.step is None else key.step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    lowest, highest = (-1, length - 1) if step < 0 else (0, length)
    first, last = (highest, lowest) if step < 0 else (lowest, highest)
    start = first if key.start is None else _bound(key.start, length, lowest, highest)
    stop = last if key.stop is None else _bound(key.stop, length, lowest, highest)
    return start, stop, step


def _bound(place: Any, length: Any, lowest: Any, highest: Any) -> Any:
    """A bound of a slice as a place in a sequence; one below 0 counts from the end."""
    return max(place + length, lowest) if place < 0 else min(place, highest)
