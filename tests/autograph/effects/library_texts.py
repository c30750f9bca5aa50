"""Functions of Python's library that read strings, given one of several."""

from __future__ import annotations

import random
import re
import string
import textwrap

from tests.autograph.effects.outcomes import cases


@cases(1, 3)
def digits_replaced(n):
    text = "abc 12" if n > 2 else "x9"
    return re.sub(r"\d", "#", text)


@cases(1, 3)
def words_found(n):
    text = "abc 12" if n > 2 else "x9"
    return re.findall(r"\w+", text), re.split(r"\s", text)


@cases(1, 3)
def matched(n):
    text = "abc 12" if n > 2 else "9x"
    if re.match(r"[a-z]+", text):
        return 1
    return 0


@cases(1, 3)
def matched_by_a_pattern(n):
    digits = re.compile(r"\d+")
    text = "abc 12" if n > 2 else "x"
    return digits.sub("#", text), 1 if digits.search(text) else 0, digits.search(text) is not None


@cases(1, 3)
def words_capitalized(n):
    text = "one two" if n > 2 else "three"
    return string.capwords(text), textwrap.shorten(text, 5, placeholder=".")


@cases(1, 3)
def replaced_by_a_chosen_string(n):
    return re.sub(r"\d", "#" if n > 2 else "*", "a1b2")


@cases(1)
def text_of_a_number_is_searched(n):
    return re.sub(r"\d", "#", f"a{n}b")


@cases(1)
def replaced_by_a_function(n):
    text = "abc 12" if n > 2 else "x9"
    return re.sub(r"\d", lambda found: found[0] * 2, text)


@cases(1, staged="refused AG053")
def seeded_by_a_tensor(n):
    return random.Random(n).randint(1, 6)


@cases(1, staged="refused AG038")
def slice_is_returned(n):
    return slice(0, n)


@cases(1, staged="refused AG038")
def pairs_are_returned(n):
    return zip([1, 2], [n, 3], strict=True)
