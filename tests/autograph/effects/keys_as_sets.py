"""Views of the keys and the items of a dict of Python's, which are sets, with staged sets."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

LETTERS = {"2": "abc", "3": "def"}
NUMBERS = {2: "a", 3: "b"}


@cases(2, 3, 32, 9)
def digits_compared_with_keys(n):
    digits, keys = set(str(n)), LETTERS.keys()
    return digits <= keys, digits < keys, digits >= keys, digits > keys, digits == keys, digits != keys


@cases(2, 3, 32, 9)
def keys_compared_with_digits(n):
    digits, keys = set(str(n)), LETTERS.keys()
    return keys <= digits, keys < digits, keys >= digits, keys > digits, keys == digits, keys != digits


@cases(2, 3, 32, 9)
def digits_and_keys(n):
    digits, keys = set(str(n)), LETTERS.keys()
    return sorted(digits & keys), sorted(digits | keys), len(digits - keys), len(digits ^ keys)


@cases(2, 3, 32, 9)
def keys_and_digits(n):
    digits = set(str(n))
    found = sorted(LETTERS.keys() & digits), sorted(LETTERS.keys() | digits)
    return found, len(LETTERS.keys() - digits), len(LETTERS.keys() ^ digits)


@cases(1, 2, 3, 32)
def numbers_compared_with_keys(n):
    two = {n, 2}
    return (
        two <= NUMBERS.keys(),
        NUMBERS.keys() >= two,
        two == NUMBERS.keys(),
        NUMBERS.keys() == {n, 3},
        two == {}.keys(),
    )


@cases(1, 2, 3, 32)
def numbers_and_keys(n):
    both = NUMBERS.keys() & {n, 2}, {n, 3} & NUMBERS.keys(), {n, 3} - NUMBERS.keys(), NUMBERS.keys() - {n, 3}
    return both, sorted({n, 3} | NUMBERS.keys()), NUMBERS.keys() ^ {n}, {n}.isdisjoint(NUMBERS.keys())


@cases(1, 2, 3, 32)
def pairs_and_items(n):
    pair = {(n, "a")}
    return pair <= NUMBERS.items(), NUMBERS.items() >= pair, {n} < NUMBERS.items(), NUMBERS.items() == pair


@cases(1, 2, 3, 32)
def elements_in_doubt_and_keys(n):
    some = {k for k in (1, 2, 3) if k < n}
    told = some <= NUMBERS.keys(), NUMBERS.keys() > some, NUMBERS.keys() == some, NUMBERS.keys() != some
    return told, some - NUMBERS.keys(), NUMBERS.keys() - some, sorted(NUMBERS.keys() | some), some & NUMBERS.keys()


@cases(1, 2, 3, 32)
def elements_in_doubt_changed_by_keys(n):
    some = {k for k in (1, 2, 3) if k < n}
    some &= NUMBERS.keys()
    other = {n, 7}
    other |= NUMBERS.keys()
    return sorted(some), sorted(other)


@cases((0, 3), (2, 5), (4, 4))
def keys_in_common(n, m):
    one, other = {}, {}
    for k in range(4):
        one[k * 2] = n
        if k < m:
            other[k + n] = k
    return sorted(one.keys() & other.keys()), sorted(other.keys() - one.keys()), one.keys() == other.keys()


@cases(0, 1, 4)
def keys_of_plain_dicts(n):
    return sorted({"a": 1}.keys() | {"b"}), n + len(LETTERS.keys() - {"2"})
