"""Ranges, methods of numbers and of strings, and functions of the library that are given a staged number."""

from __future__ import annotations

import calendar
import enum
import json
import operator
import statistics
import struct
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

from tests.autograph.effects.outcomes import cases


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@cases(0, 1, 4)
def first(n):
    return range(n)[0]


@cases(0, 1, 4)
def last(n):
    return range(n)[-1]


@cases((4, 2), (4, -1), (4, 4), (4, -5))
def staged(n, i):
    return range(n)[i]


@cases(0, 1, 4)
def caught(n):
    try:
        return range(1, n, 2)[1]
    except IndexError:
        return -1


@cases(1, 4)
def part(n):
    return list(range(n)[1:]), sum(range(n)[::2])


@cases((0,), (3,), (9,), (-2,))
def ends(n):
    return (
        "abcdef".endswith("f", n),
        "abcdef".endswith("", n),
        "abcdef".startswith("c", n - 1),
        "abcdef".startswith("", n),
    )


@cases((0, 3), (3, 1), (2, -1), (-3, 9), (7, 9))
def ends_within(n, m):
    return (
        "abcdef".endswith("c", n, m),
        "abcdef".endswith("", n, m),
        "abcdef".startswith("c", n, m),
        "abcdef".startswith(("", "q"), n, m),
    )


@cases((0, 1), (3, 1), (2, 3), (12, 5))
def of_made(n, i):
    return str(n).endswith("2", i), str(n).startswith("", i), (str(n) + "xyz").startswith("x", i)


@cases(2.5, staged="refused AG034")
def character_of_float(x):
    return chr(x)


@cases(0, 3)
def hint(n):
    return operator.length_hint(range(n))


@cases(0, 3, staged="refused AG053")
def own_hash(n):
    return n.__hash__()


@cases(3, staged="refused AG053")
def own_divmod(n):
    return n.__divmod__(2)


@cases(3, staged="refused AG053")
def own_round(n):
    return n.__round__()


@cases(3, staged="refused AG053")
def hexadecimal(n):
    return (n / 2).hex()


@cases(3)
def made_by_classes(n):
    return int.from_bytes([1, 2], "big") + n, float.fromhex("0x1p3") + n


@cases(3, staged="refused AG053")
def decimal(n):
    return Decimal(n)


@cases(3, staged="refused AG038")
def fraction(n):
    return Fraction(3) + n


@cases(3, staged="refused AG053")
def days(n):
    return timedelta(n).days


@cases(3, staged="refused AG032")
def packed(n):
    return struct.pack("i", n)


@cases(3, staged="refused AG033")
def mean(n):
    return statistics.mean([n, 1])


@cases(3, staged="refused AG033")
def fmean(n):
    return statistics.fmean([n, 1])


@cases(3, staged="refused AG032")
def month(n):
    return calendar.monthrange(2020, n)


@cases(3, staged="refused AG053")
def dumped(n):
    return json.dumps(n)


@cases(3, staged="refused AG032")
def hashed(n):
    return hash(n)


@cases(3, staged="refused AG053 AG033")
def of_enumeration(n):
    return Color(n + 5).value
