"""Members of enumerations by values that are staged."""

from __future__ import annotations

import enum

from tests.autograph.effects.outcomes import cases


class Suit(enum.IntEnum):
    CLUBS = 0
    HEARTS = 1
    SPADES = 2


class Level(enum.Enum):
    LOW = 1
    HIGH = 10


class Unit(enum.Enum):
    METRE = "m"
    FOOT = "ft"


class Shade(enum.Enum):
    LIGHT = 1

    @classmethod
    def _missing_(cls, value):
        return cls.LIGHT


@cases(0, 1, 2)
def member_of_integers(n):
    suit = Suit(n)
    return suit.name, suit.value, suit is Suit.HEARTS, suit == 1, suit > Suit.CLUBS


@cases(1, 10)
def member_by_its_value(n):
    level = Level(n)
    return level.name, level is Level.LOW, {Level.LOW: "l", Level.HIGH: "h"}[level]


@cases(0, 1, 5)
def member_that_there_is_not(n):
    try:
        return Level(n).name
    except ValueError as error:
        return str(error)


@cases(1, 5, jax="refused")
def value_that_no_member_has(n):
    return Level(n).name


@cases(0, 3)
def member_by_its_text(n):
    unit = Unit("m" if n > 1 else "ft")
    return unit.name, unit is Unit.METRE


@cases(0, 3)
def members_in_a_loop(n):
    names = []
    for i in range(n):
        names.append(Suit(i).name)
    return names


@cases(0, 1, staged="refused")
def member_that_the_class_looks_for(n):
    return Shade(n).name


@cases(0, 1, 2)
def matched_member(n):
    match Suit(n):
        case Suit.CLUBS:
            return "c"
        case Suit.HEARTS:
            return "h"
        case _:
            return "s"
