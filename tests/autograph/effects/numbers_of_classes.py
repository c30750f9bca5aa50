"""Staged numbers beside numbers of other classes than int, float and bool: they are equal where their values are."""

from __future__ import annotations

import enum
from collections import deque, namedtuple
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tests.autograph.effects.outcomes import cases


class Light(enum.IntEnum):
    RED = 0
    GREEN = 1
    AMBER = 2


class Right(enum.IntFlag):
    READ = 1
    WRITE = 2


class Whole(int):
    pass


class Measure(float):
    pass


@dataclass
class Holder:
    value: int


Pair = namedtuple("Pair", "first second")
SECONDS = {Light.RED: 30, Light.GREEN: 25, Light.AMBER: 5}


@cases(0, 1, 2, 4)
def members_among_elements(s):
    return (
        s in [Light.RED], s not in [Light.RED, 5], s in (Light.GREEN, Light.RED), s in {Light.AMBER}, s in SECONDS,
        s in list(Light), Light.RED in [s, 5], Light.GREEN in deque([s]), [Light.RED, Light.GREEN].count(s),
    )  # fmt: skip


@cases(0, 1, 4)
def members_as_keys(s):
    return SECONDS.get(s, -1), {Right.READ: 3, Right.WRITE: 4}.get(s, 9), {(Light.RED, 1): 3}.get((s, 1), 9)


@cases(0, 2, 4)
def the_item_of_a_member(s):
    try:
        return SECONDS[s]
    except KeyError:
        return -1


@cases(0, 1)
def a_member_looked_up_among_staged_keys(s):
    found = {s: 3, s + 5: 4}
    return found.get(Light.RED, -1), found.get(Light.GREEN, -1), Light.RED in found


@cases(0, 1, staged="refused AG032")
def an_item_of_a_member_taken_out(s):
    left = dict(SECONDS)
    return left.pop(s, -1), len(left)


@cases(0, 1, 3)
def members_in_structures(s):
    return (
        [s] == [Light.RED], (s, 1) == (Light.RED, Light.GREEN), {"a": s} == {"a": Light.RED}, [s] != [Light.GREEN],
        Holder(s) == Holder(Light.RED), Holder(s) in [Holder(Light.GREEN)], Pair(s, 1) == Pair(Light.RED, Light.GREEN),
        (s, 1) in [(Light.RED, 1)],
    )  # fmt: skip


@cases(0, 1)
def members_in_a_list_that_grows(s):
    seen = []
    for k in range(3):
        seen.append(s + k)
    return Light.GREEN in seen, seen.count(Light.GREEN), Whole(2) in seen


@cases(0, 1)
def subclasses_as_keys(s):
    return {Whole(0): 3, Whole(1): 4}.get(s, 9), s in [Measure(1.0)], {Measure(1.0): 2}.get(s, 9)


@cases(0, 1, 2)
def exact_numbers(s):
    return (
        s == Decimal(1), s != Decimal(1), Decimal(1) == s, s == Decimal("1.5"), s == Fraction(1), Fraction(3, 2) == s,
        s == Fraction(1, 3), {Decimal(0): 3, Decimal(1): 4}.get(s, 9), s in [Decimal(2), Fraction(0)],
        [s] == [Decimal(1)], (s, 1) == (Fraction(2), 1),
    )  # fmt: skip


@cases(0.5, 1.0)
def exact_numbers_and_floats(x):
    return (
        x == Decimal("0.5"),
        x != Fraction(1, 2),
        Decimal(1) == x,
        x in [Decimal("0.5")],
        {Fraction(1, 2): 7}.get(x, 0),
    )


@cases(0, 1)
def complex_numbers_without_an_imaginary_part(s):
    return (s,) == (1 + 0j,), {0j: 3}.get(s, 9), s in [1j, 1 + 0j]
