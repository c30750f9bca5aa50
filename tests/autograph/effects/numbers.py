"""int, float and bool that meet, and strings and other values that no graph can choose between."""

from __future__ import annotations

import functools
import math
import numbers
import operator
from itertools import accumulate

import numpy as np

from tests.autograph.effects.branches import Box
from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def int_becomes_float_in_one(n):
    x = 1
    if n > 2:
        x = 2.5
    return x


@cases(0, 3)
def float_becomes_int_in_one(n):
    x = 1.5
    if n > 2:
        x = 2
    return x


@cases(0, 3, runtime="refused")
def bool_becomes_int_in_one(n):
    x = False
    if n > 2:
        x = 5
    return x + 1


@cases(0, 3)
def bools_as_ints(n):
    return int(n > 1) + int(n > 2)


@cases(0, 3, runtime="refused")
def bool_counted_in_a_loop(n):
    hits = 0
    for i in range(4):
        hits += i < n
    return hits


@cases(0.0, 3.5)
def float_loop(x):
    steps = 0
    while x > 0.4:
        x /= 2
        steps += 1
    return x, steps


@cases(1, 7)
def integer_division(n):
    return n // 2, n % 3, -n // 2, -n % 3


@cases(1, 7)
def true_division_of_ints(n):
    return n / 2


@cases(1, 4)
def power_of_an_int(n):
    return n**2, 2**n


@cases(1, 4)
def power_in_a_loop(n):
    x = 1
    for _ in range(n):
        x **= 2
        x += 1
        if x > 100:
            x = 1
    return x


@cases(1, 4)
def shifts(n):
    return n << 2, 64 >> n, (1 << n) - 1


@cases(1, 4)
def shifts_augmented(n):
    x, y = 1, 256
    for _ in range(n):
        x <<= 1
        y >>= 1
    return x, y


@cases(5, 6)
def bit_operations(n):
    x = n & 3
    x |= 8
    x ^= 1
    return x, ~n


@cases(0, 13)
def bits_counted(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


@cases(0, 3)
def int_of_a_comparison(n):
    return int(n > 2) * 10


@cases(2.7, -2.7)
def int_of_a_float(x):
    return int(x)


@cases(2.7, -2.7)
def round_and_abs(x):
    return round(x), abs(x)


@cases(2, 3)
def float_of_an_int(n):
    return float(n) / 2


@cases(0.0, 2.25, runtime="refused")
def math_functions(x):
    return math.sqrt(x) if x > 1 else math.floor(x)


@cases(0, 3)
def bool_of_a_number(n):
    flag = bool(n)
    return 1 if flag else 2


@cases(7, 3)
def divmod_of_staged(n):
    q, r = divmod(n, 3)
    return q, r


@cases(0, 3)
def negative_index_arithmetic(n):
    xs = [1, 2, 3]
    total = 0
    for i in range(n):
        total += xs[-1 - i]
    return total


@cases(0, 3, runtime="refused")
def string_chosen(n):
    name = "small"
    if n > 2:
        name = "big"
    return 1 if name == "big" else 0


@cases(0, 3, runtime="refused")
def string_chosen_by_an_expression(n):
    name = "big" if n > 2 else "small!"
    return len(name)


@cases(0, 3, runtime="refused")
def key_chosen_by_a_string(n):
    weights = {"big": 10, "small": 1}
    key = "small"
    if n > 2:
        key = "big"
    return weights[key]


@cases(0, 3, staged="refused")
def string_grown_in_a_loop(n):
    s = ""
    for _ in range(n):
        s += "x"
    return len(s)


@cases(0, 3, staged="refused")
def list_or_tuple_chosen(n):
    xs = [1, 2]
    if n > 2:
        xs = (3, 4)
    return len(xs) + (1 if isinstance(xs, tuple) else 0)


@cases(0, 3, staged="refused")
def number_or_string(n):
    x = 0
    if n > 2:
        x = "three"
    return 1 if x == "three" else 0


@cases(0, 3, staged="refused")
def number_or_list(n):
    x = 0
    if n > 2:
        x = [1]
    return 1 if isinstance(x, list) else 0


@cases(0, 3, staged="refused")
def class_chosen(n):
    kind = int
    if n > 2:
        kind = float
    return 1 if kind is float else 0


@cases(0, 3)
def string_the_same_in_both(n):
    name = "a"
    if n > 2:
        name = "b"
        n += 1
    else:
        name = "b"
    return n + len(name)


@cases(0, 3)
def isinstance_of_a_container(n):
    o = Box(data=[1, n])
    if isinstance(o.data, list) and n > 2:
        o.data[0] = n
    return o.data


@cases((1, 2.5), (4, 0.5), runtime="refused")
def int_and_float_compared(n, x):
    if n > x:
        return 1
    return 0


@cases((1, True), (4, False))
def bool_argument(n, flag):
    if flag:
        n += 1
    if not flag and n > 3:
        n = -n
    return n


@cases((1, True), (4, False))
def flags_combined(n, flag):
    both = flag and n > 0
    either = flag or n > 5
    return both, either, flag != (n > 2)


@cases(0, 3)
def infinity_as_a_start(n):
    best = float("inf")
    for i in range(n):
        v = (i - 1.0) ** 2
        if v < best:
            best = v
    return best


@cases(0, 3)
def minus_infinity_as_a_start(n):
    best = -math.inf
    for i in range(n):
        best = max(best, i * 0.5)
    return best


@cases(0, 3, runtime="refused")
def chained_comparison_of_mixed(n):
    return 1 if 0.5 < n <= 3 else 0


@cases(0, 3, runtime="refused")
def conditional_expression_of_mixed(n):
    return (1 if n > 2 else 0.5) + (True if n > 1 else 0)


@cases(0, 3)
def formatted_text_unused_by_the_graph(n):
    label = f"{'scale':>8}"
    total = 0
    for _ in range(n):
        total += len(label)
    return total


@cases((3, 1.5), (0, 0.25))
def integers_and_floats(n, x):
    return n * x, x - n, n + 1.5, n / 2 * x, x**n, n // 2.0, n % 1.5, n > x, n == x, 2.5 * n


@cases(0, 3)
def bools_are_integers(n):
    big = n > 2
    positive = n > 0
    count = 0
    for i in range(n):
        count += i > 0
    return count, big * 3, big + 1, 1 - big, n + positive, (n > 1) + (n > 0), -(n > 1), (n > 2) * (n > 1)


@cases((3, 2), (8, 0))
def integer_that_becomes_a_float(n, k):
    x = n
    for _ in range(k):
        x = x / 2
    return x


@cases((3, 0.5), (-3, 0.5))
def integer_or_float(n, x):
    y = n if n > 0 else x
    return y + 1


@cases((20_000_001, 0.5), (-3, 0.5), jax="refused AG013")
def integer_or_float_returned(n, x):
    return n if n > 0 else x


@cases((1.0, 4.0), (4.0, 4.0))
def identity_of_bools(x, y):
    bigger = x >= y
    both = bigger and x <= y
    return bigger is both, bigger is not both


@cases((3, 4, 5), (2, 10, 1000), (7, 2, -5), (0, 0, 1), (-4, 30, 46341), (123456, 1000000005, 1000000007))
def powers_modulo(a, b, m):
    return pow(a, b, m)


@cases(3, 7, -3)
def inverses_modulo(n):
    return pow(n, -1, 10), pow(n, -3, 7)


@cases(3, 6, -4)
def no_inverse_modulo(n):
    try:
        return pow(n, -1, 9)
    except ValueError:
        return -1


@cases((3, 2.0), (1, -1.0), (-3, 0.5))
def negative_powers_that_the_text_tells(n, x):
    x **= n
    return n**-2, n**-1, x


@cases(0, 4)
def powers_of_integers_in_comprehensions(n):
    return sum(2**i for i in range(n)), [10**i for i in range(n)]


@cases(-2, staged="refused AG013")
def negative_power_that_the_program_tells(n):
    n **= n
    return n


# What comes from NumPy, beside integers


@cases(2, 3)
def arrays_of_floats_times_an_integer(n):
    a = np.array([1.5, 2.5])
    return a * n, (a * n)[1], n + np.array([0.5]), n * np.array(1.5), np.array([True, False]) * n


@cases(2, 3)
def floats_of_numpy_beside_an_integer(n):
    x = np.float64(1.5)
    return x * n, n * x, n * np.float32(1.5), n - x, n / np.float64(4), n**x, np.float64(7.5) // n, np.float64(7.5) % n


@cases(2, 3)
def comparisons_with_floats_of_numpy(n):
    x = np.float64(2.5)
    return n < x, x < n, n == x, n >= x, np.array([2.5]) > n, max(n, x), min(n, x, 7), [n] == [np.float64(2.0)]


@cases(2, 3)
def integers_of_a_loop_beside_numpy(n):
    t = i = 0
    while i < n:
        t += np.float64(0.5) * i
        i += 1
    return t, i < np.float64(1.5), i + np.array([0.5]), (n > 2) * np.float64(1.5)


@cases(2, 3)
def integers_of_numpy_times_an_integer(n):
    return n * np.arange(3) + n, np.int64(7) // n, (n > 2) * np.arange(3)


# Constants of more than 32 bits. JAX refuses them.


@cases(0, 3, jax="refused AG053")
def comparisons_with_large_constants(n):
    return n < 3_000_000_000, n > 3_000_000_000, -3_000_000_000 <= n, n == 4294967296, n != 4294967296 + n


@cases(0, 3, jax="refused AG053")
def comparisons_with_very_large_constants(n):
    return n < 2**70, n > -(2**70), n == 2**70, n in (4294967296, 7), (n > 2) < 2**40


@cases(0, 3, jax="refused AG053")
def large_constants_on_one_path(n):
    i = 10**12 if n > 2 else 5
    k = 10**12
    if n > 2:
        k = 5
    return i > 100, i, k - 10**12, [4294967296, 1][n > 2] > 100, {0: 2**40, 3: 5}[n]


@cases(0, 3, jax="refused AG053")
def large_constants_in_loops(n):
    i, low, best = 2**40, -(10**10), 10**18
    while i > 10:
        i //= 2 + n
    for k in range(n):
        low = max(low, k)
        if k < best:
            best = k
    return i, low, best


@cases(0, 3, jax="refused AG053")
def arithmetic_with_large_constants(n):
    h = 5381
    for c in (1, n, 2):
        h = (h * 33 + c) % 2**32
    return h, n + 4294967296, n * 10**11, 2**33 - n, n % 2**33, n | 2**33, n // 2**40, (n > 2) + 2**40


@cases(0, 3, jax="refused AG053")
def large_constants_beside_what_a_loop_counts(n):
    i = 0
    while i < n:
        i += 1
    return i < 2**31, i == 2**32 + 3, i + 2**40, min(i, 3_000_000_000)


@cases(3, staged="refused AG053")
def constants_of_more_than_64_bits(n):
    return n * 10**30 > 5


# nan, which is neither less nor greater than anything


@cases(math.nan, 0.2, 0.7)
def extremes_of_nan(x):
    return min([0.5, x]), max([0.5, x]), min(x, 0.5), max(x, 0.5), max(1, 0.5, x), max(v for v in (0.5, x, 0.1))


@cases(0.0, -0.0)
def extremes_of_zeros(x):
    return math.atan2(max(x, -0.0), -1.0), math.atan2(max(0.0, x), -1.0), math.atan2(min(0.0, x), -1.0)


@cases(1.0, 4.0)
def sorted_floats(x):
    return sorted([3.0, x, 0.0]), sorted([3.0, x, 0.0], reverse=True)


@cases(math.nan, staged="refused AG034")
def sorted_nan(x):
    return sorted([3.0, x, 0.0])


# What containers and classes say is equal, or in them


class Value:
    """Something that is equal to what it holds."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other


class Containing:
    """What says itself what is in it, by a value that need not be a bool."""

    def __init__(self, answer):
        self.answer = answer

    def __contains__(self, item):
        return self.answer(item)


@cases(0, 2, 3)
def reflected_equality_in_containers(n):
    two = Value(2)
    return n == two, n in [two], two in [n], [n] == [two], [two].count(n), [n, 5].count(two), {1: n} == {1: two}


@cases(0, 2, 3)
def answers_of_contains_that_are_no_bools(n):
    five, nothing = Containing(lambda item: 5), Containing(lambda item: None)
    return n in five, n not in five, (n in five) + 5, n in nothing, n in Containing(lambda item: [item])


@cases(0, 2, 3)
def answers_of_contains_that_are_staged_numbers(n):
    found = n in Containing(lambda item: item - 2)
    return found, found + 5, 1 if n in Containing(lambda item: item * 1.5) else 2


# Roundings and quotients


@cases(25, 35, -25, -35, 149, 0)
def integers_rounded_to_tens(n):
    return (
        round(n, -1),
        round(155 * n, -2),
        round(n, 2),
        round(n, None),
        round(n > 2),
        [round(n + i, -1) for i in range(3)],
    )


@cases((5.0, math.inf), (-5.0, math.inf), (5.0, -math.inf), (math.inf, 2.0), (-7.5, 2.0), (math.nan, 1.0), (1.0, 0.1))
def quotients_of_infinities(x, y):
    return x // y, x % y, divmod(x, y), x // 2.0


# Numbers beside what is no number


@cases(2, 3, jax="refused AG053")
def equality_with_what_is_no_number(n):
    return n == [n], n == [1], n != (1,), n == "a", n == {}, n != None, (n > 2) == "a"  # noqa: E711


@cases(2, 3)
def list_plus_a_number(n):
    try:
        return [1] + n  # noqa: RUF005
    except TypeError:
        return -n


@cases(2, 3)
def list_extended_by_a_number(n):
    found = [1]
    try:
        found += n
    except TypeError:
        return -n
    return found


@cases(2, 3, jax="refused AG053")
def operators_on_a_number_and_a_sequence(n):
    found = 0
    for other in ([1, 2], (1, 2), "a", None):
        try:
            return n - other
        except TypeError:
            found += 1
        try:
            return other < n
        except TypeError:
            found += n
    return found


@cases(2, 3, jax="refused AG053")
def a_number_plus_a_list(n):
    try:
        return n + [1]  # noqa: RUF005
    except TypeError:
        return -1


# Bools, which are integers


@cases(3, 0, 6)
def arithmetic_of_variables_that_are_bools(n):
    b, c = n > 2, n < 5
    d = [b, c]
    b += c
    return b, c - d[0], c * d[0], -c, +c, d[0] + d[1], -d[0], d[1] - 1, 1 - c, abs(c)


@cases(3, 0, 6)
def operators_as_functions_of_bools(n):
    b, c = n > 2, n < 5
    return operator.add(b, c), operator.sub(b, c), operator.mul(b, c), operator.neg(b), operator.iadd(b, c)


@cases(3, 0, 6)
def reductions_of_bools(n):
    bools = [n > 2, n < 5, n == 3]
    total = functools.reduce(lambda a, b: a + b, bools)
    return total, functools.reduce(operator.add, bools), list(map(operator.add, bools, bools)), list(accumulate(bools))


@cases(3, 0)
def bools_of_attributes_and_calls(n):
    box = Box(b=n > 2, c=n < 5)
    is_small = lambda: n < 2  # noqa: E731
    return box.b + box.c, is_small() + is_small(), box.b - is_small()


# Which classes they are of


@cases(0, 3)
def classes_of_numbers(n):
    half, large = n / 2, n > 2
    found = [isinstance(n, int), isinstance(n, (int, float)), isinstance(n, float), isinstance(n, int | str)]
    found += [isinstance(half, float), isinstance(n, numbers.Integral), isinstance(large, bool), isinstance(large, int)]
    return [*found, type(n) is int, type(half).__name__, type(n)(3)]


@cases(0, 3)
def checked_to_be_a_number(n):
    if not isinstance(n, int):
        raise TypeError("int wanted")
    return [x for x in (n, "a", [n]) if isinstance(x, (int, str))]


@cases(0, 3, staged="refused AG013")
def class_that_may_be_another(n):
    x = n if n > 0 else 0.5
    return isinstance(x, int)


@cases(0, 3, staged="refused AG013")
def matched_by_a_class_that_may_be_another(n):
    x = n if n > 0 else 0.5
    match x:
        case int():
            return "i"
        case float():
            return "f"


@cases(0, 3)
def class_of_both(n):
    x = n if n > 0 else 0.5
    return isinstance(x, (int, float)), isinstance(x, str)


@cases(0, 3, staged="refused AG013")
def identity_of_what_may_be_a_bool(n):
    x = n > 1 if n > 0 else 1
    return x is True


@cases(0, 3, staged="refused AG054")
def class_of_what_may_be_none(n):
    x = None if n > 2 else n
    return isinstance(x, int)


@cases(0, 3)
def class_of_a_chosen_string(n):
    x = "a" if n > 2 else "b"
    return isinstance(x, (int, str)), isinstance(x, int), isinstance(f"{n}!", (int, str))


def is_even(n):
    return n % 2 == 0


@cases((0, 1), (1, 0), (2, 2), staged="refused AG053")
def inverted_bool_or_int(n, m):
    b = n > 1
    if not m:
        b = n
    return ~b


@cases((0, 1), (1, 0), (2, 2), staged="refused AG053")
def inverted_and(n, m):
    return ~(m and n > 1)


@cases((0, 1), (1, 0), (2, 2), staged="refused AG053")
def inverted_call(n, m):
    return ~is_even(n), ~any([n > 1, m > 1])


@cases((0, 1), (1, 0), (2, 2), staged="refused AG053")
def inverted_choice(n, m):
    return ~(is_even(n) if m else n > 3)


@cases((0, 1), (1, 0), (2, 2), staged="refused AG053")
def inverted_bits_of_bools(n, m):
    return ~((n > 1) & (m > 1)), ~((n > 1) | (m > 1)), ~((n > 1) ^ (m > 1))


@cases((0, 1), (1, 0), (2, 2), staged="refused AG053")
def inverted_walrus(n, m):
    return ~(k := n > 1), k


@cases((0, 1), (1, 0), (2, 2))
def inverted_numbers(n, m):
    return ~int(n > m), ~abs(n), ~max(n, m), ~(n & m), ~~n, ~(k := n + 1), ~(n or m), k


@cases((0, 1), (1, 0), (2, 2))
def inverted_bools_of_numpy(n, m):
    xs = np.array([n, m])
    return ~np.isnan(n * 1.0), ~np.any(xs > 1), ~(xs > 1), ~np.logical_and(n, m)


WORD = 2**31


@cases(3, 42, 7)
def modulo_of_a_word(seed):
    found = []
    for _ in range(3):
        seed = (seed * 1103515245 + 12345) % 2**31
        found.append(seed // 65536 % 6)
    seed %= 2147483648
    seed = (seed * 1103515245 + 12345) % WORD
    seed %= WORD
    return found, seed % 2147483648, seed
