"""Comparisons, membership and truth of values that are a number on one path, a string or a tuple on another."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

ARGUMENTS = (0,), (1,), (2,), (3,)


@cases(*ARGUMENTS)
def compared_with_tuples(n):
    x = [3, (1, 2), "ab", (1, n)][n]
    return x == (1, 2), x == 3, x == "ab", x != (1, 3), (1, 2) == x, 3 != x


@cases(*ARGUMENTS)
def tuples_ordered(n):
    x = [(1, 2), (1, n, 5), (2, 0), (0, 9)][n]
    return x < (1, 3), x >= (1, 2), (1, 2) < x


@cases(*ARGUMENTS)
def found_in_containers(n):
    x = [3, (1, 2), "ab", (1, n)][n]
    return x in [(1, 2), 3], x in ("ab", (1, 3)), x in {3: 1, "ab": 2}


@cases(*ARGUMENTS)
def ordered_with_a_number(n):
    x = [3, (1, 2), "ab", (1, n)][n]
    try:
        return x < 4
    except TypeError:
        return "no"


@cases(*ARGUMENTS)
def found_in_a_list_of_unlike(n):
    xs = [3, (1, 2), "ab", (1, n)]
    return xs.index((1, 2)), xs.count("ab"), xs.count((1, 3)), (1, 3) in xs


@cases(*ARGUMENTS)
def bools_numbers_and_words(n):
    x = [True, 3, 2.5, "z"][n]
    return x == 1, x == 2.5, x == "z", not x


@cases(*ARGUMENTS)
def truth_of_unlike(n):
    x = [0, "", "z", 4][n]
    return 1 if x else 0, x or 9, bool(x)


@cases(*ARGUMENTS)
def compared_with_lists(n):
    x = [[1, 2], 3, "ab", (4,)][n]
    return x == [1, 2], x == 3, x != "ab", x == (4,)


@cases(*ARGUMENTS)
def compared_with_none(n):
    x = [None, 3, "ab", (4,)][n]
    return x is None, x == 3, x == (4,), (4,) == x


@cases(*ARGUMENTS)
def two_unlike_compared(n):
    a = [1, "p", 2, "q"][n]
    b = ["p", 1, 2, "q"][n]
    return a == b, a != b
