"""Operations that are not defined for an integer: a division by 0, a shift by a negative number."""

from __future__ import annotations

import operator

from tests.autograph.effects.outcomes import cases

# JAX raises no exceptions of the program's: it fails, and says which that would be.


@cases((7, 2), (7, 0), (-7, 3), jax="refused AG027")
def quotient(a, b):
    return a // b


@cases((7, 2), (7, 0), (-7, 3), jax="refused AG027")
def remainder(a, b):
    return a % b, 1


@cases((7, 2), (7, 0), (-7, 3), jax="refused AG027")
def both(a, b):
    return divmod(a, b)


@cases(2, 0, jax="refused AG027")
def of_known_numbers(b):
    return 7 // b, 9 % b


@cases((7, 2), (7, 0), jax="refused AG027")
def by_a_bool(a, b):
    return a // (b > 1)


@cases((7, 2), (7, 0), jax="refused AG027")
def in_place(a, b):
    a //= b
    a %= 3
    return a


@cases((7, 2), (7, 0), jax="refused AG027")
def by_name(a, b):
    return operator.floordiv(a, b)


@cases(3, 0, jax="refused AG027")
def in_a_text(b):
    return f"{7 // b}"


@cases((12, 3), (7, 0), (0, 0), jax="refused AG027")
def in_a_loop(a, b):
    total = 0
    for i in range(a):
        total = (total * 31 + i) % b
    return total


@cases((12, 3), (7, 0), (7, -1), jax="refused AG027")
def in_a_called_function(a, b):
    def mean(xs, count):
        if count < 0:
            raise KeyError("negative")
        return sum(xs) // count

    try:
        return mean([a, a + 1], b)
    except KeyError:
        return -1


@cases((7, 2), (7, 0), (-7, 3))
def where_it_is_defined(a, b):
    if b != 0:
        return a // b
    return -1


@cases((7, 2), (7, 0), (-7, 3))
def in_a_conditional_expression(a, b):
    return a // b if b else 5


@cases((100, 3), (7, 0))
def as_an_operand(a, b):
    return b and a // b, b == 0 or a % b


@cases((7, 2), (7, 0), (-7, 3))
def handled(a, b):
    try:
        return a // b
    except ZeroDivisionError as error:
        return str(error)


@cases((12, 18), (7, 0), (0, 3))
def common_divisor(a, b):
    while b:
        a, b = b, a % b
    return a


@cases((100, 3), (7, 0))
def by_each_of_a_range(a, b):
    return [a // k for k in range(1, b + 1)]


@cases((1, 3), (7, -1), jax="refused AG027")
def shifted_left(a, b):
    return a << b


@cases((100, 3), (7, -1), jax="refused AG027")
def shifted_right(a, b):
    return a >> b


@cases(3, -1, jax="refused AG027")
def of_a_known_number(b):
    return 1 << b


@cases((100, 3), (7, -1))
def shift_handled(a, b):
    try:
        a >>= b
    except ValueError as error:
        return str(error)
    return a
