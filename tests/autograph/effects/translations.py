"""`str.maketrans` and `translate`, where a tensor decides what a character becomes."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(3, 0, 6)
def shifted_letters(shift):
    letters = "abcd"
    shift %= 4
    table = str.maketrans(letters, letters[shift:] + letters[:shift])
    return "bad, cab!".translate(table)


@cases(0, 1)
def one_of_two_tables(k):
    others = "xyz" if k else "123"
    table = str.maketrans("abc", others, "-")
    return "a-b-c-d".translate(table)


@cases(97, 120)
def table_of_numbers(code):
    return "abc".translate({ord("a"): code, ord("b"): None, ord("c"): "CC"})


@cases(1, 3)
def tables_of_unequal_length(n):
    table = str.maketrans("abc", "xyz"[:n])
    return "cab".translate(table)


@cases(0, 2)
def table_that_is_changed(n):
    table = str.maketrans("ab", "xy"[n % 2 :] + "xy"[: n % 2])
    table[ord("b")] = None
    if n > 1:
        table[ord("a")] = "q"
    return "abba".translate(table)


@cases(0, 1)
def with_a_table_of_constants(k):
    word = "spam" if k else "ham"
    return word.translate(str.maketrans("am", "AM")), "ham".translate({ord("h"): None})
