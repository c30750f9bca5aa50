"""Values that are None on one path, and on the other an object of Python's that no system stages."""

from __future__ import annotations

import collections
import datetime
import decimal
import enum
import fractions
import pathlib
import re

from tests.autograph.effects.outcomes import cases


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@cases(0, 1, 2, 3)
def is_range(n):
    m = None
    for i in range(n):
        if i == 1:
            m = range(3)
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_range2(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    if m is None:
        return 0
    return 1


@cases((0, 1), (3, 1), (3, 7))
def is_match(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = re.match("a", "ab")
    return m is not None


@cases((0, 1), (3, 1), (3, 7))
def match_group(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = re.match("a", "ab")
    if m is not None:
        return len(m.group(0))
    return 0


@cases((0, 1), (3, 1), (3, 7))
def is_slice(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = slice(1, 2)
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_date(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = datetime.date(2020, 1, 3)
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def date_day(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = datetime.date(2020, 1, 3)
    return m.day if m else 0


@cases((0, 1), (3, 1), (3, 7))
def is_decimal(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = decimal.Decimal(3)
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def int_decimal(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = decimal.Decimal(3)
    if m is None:
        return 0
    return int(m)


@cases((0, 1), (3, 1), (3, 7))
def is_fraction(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = fractions.Fraction(3, 2)
    return m == None  # noqa: E711


@cases((0, 1), (3, 1), (3, 7))
def fraction_num(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = fractions.Fraction(3, 2)
    if m:
        return m.numerator
    return 0


@cases((0, 1), (3, 1), (3, 7))
def is_frozenset(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = frozenset({1, 2})
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def len_frozenset(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = frozenset({1, 2})
    return len(m) if m is not None else 0


@cases((0, 1), (3, 1), (3, 7))
def is_enum(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = Color.RED
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def eq_enum(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = Color.RED
    return m == Color.RED, m is Color.RED


@cases((0, 1), (3, 1), (3, 7))
def is_type(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = int
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_lambda(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = lambda x: x + 1  # noqa: E731
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def call_lambda(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = lambda x: x + 1  # noqa: E731
    return m(n) if m else 0


@cases((0, 1), (3, 1), (3, 7))
def is_regex(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = re.compile("a")
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_path(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = pathlib.PurePath("a")
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_str(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = "a"
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_tuple(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = ("a", 1, None)
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_bytes(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = b"ab"
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_object(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = object()
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_deque(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = collections.deque([1])
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_counter(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = collections.Counter("abc")
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_set(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = {1, 2}
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_dict(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = {"a": 2}
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_iter(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = iter([1])
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_module(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = re
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def is_ellipsis(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = ...
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def while_range(n, k):
    m = None
    i = 0
    while i < n:
        if i == k:
            m = range(3)
        i += 1
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def while_range_break(n, k):
    m = None
    i = 0
    while True:
        if i == k:
            m = range(3)
            break
        i += 1
        if i > n:
            break
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def sum_range(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    if m is None:
        return 0
    return sum(m)


@cases((0, 1), (3, 1), (3, 7))
def for_range(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    s = 0
    if m is not None:
        for x in m:
            s += x
    return s


@cases((0, 1), (3, 1), (3, 7))
def two_ranges(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
        elif i == k + 1:
            m = range(5)
    if m is None:
        return 0
    return len(m)


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def two_enums(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = Color.RED
        elif i == k + 1:
            m = Color.BLUE
    if m is None:
        return 0
    return m.value


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def inside(n, k):
    m = None
    c = 0
    for i in range(n):
        if m is None:
            c += 1
        if i == k:
            m = range(3)
    return c


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def set_none(n, k):
    m = range(3)
    c = 0
    for i in range(n):
        if m is None:
            c += 1
        if i == k:
            m = None
    return c, m is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_attr(n, k):
    class C:
        pass

    o = C()
    o.m = None
    for i in range(n):
        if i == k:
            o.m = range(3)
    return o.m is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_item(n, k):
    d = {"a": None}
    for i in range(n):
        if i == k:
            d["a"] = slice(3)
    return d["a"] is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_list(n, k):
    d = [None]
    for i in range(n):
        if i == k:
            d[0] = slice(3)
    return d[0] is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_func(n, k):
    def find():
        m = None
        for i in range(n):
            if i == k:
                m = slice(3)
        return m

    return find() is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_func_return(n, k):
    def find():
        for i in range(n):
            if i == k:
                return slice(3)
        return None

    return find() is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_branch(n, k):
    m = None
    if n > k:
        m = slice(3)
    return m is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def in_nonlocal(n, k):
    m = None

    def put():
        nonlocal m
        m = range(4)

    for i in range(n):
        if i == k:
            put()
    return m is None


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def truth_of_range(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(4)
    return 1 if m else 2


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def truth_of_empty(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(0)
    return (1 if m else 2), (1 if not m else 2), (m or 5)
