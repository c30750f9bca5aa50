"""int, float and bool that meet, and strings and other values that no graph can choose between."""

from __future__ import annotations

import math

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
