"""More of values that may be None, or one of several objects of Python's: what is done with them."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import functools
import operator
import pathlib
import re

from tests.autograph.effects.outcomes import cases


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def eq_range(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(4)
    return m == range(4), m != range(4), m == range(3), m in (None, 1)


@cases((0, 1), (3, 1), (3, 7), (1, 0))
def eq_decimal(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = decimal.Decimal(4)
    return m == 4, m != 4, m == 3


@cases((0, 1), (3, 1), (3, 7))
def match_or(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = re.match("a", "ab")
        elif i == 0:
            m = re.match("a(b)", "abc")
    if m:
        return m.end()
    return -1


@cases((0, 1), (3, 1), (3, 7))
def range_or(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
        elif i == 0:
            m = range(1, 9)
    s = 0
    if m:
        for x in m:
            s += x
    return s


@cases((0, 1), (3, 1), (3, 7))
def range_or_sum(n, k):
    m = None
    if n > k:
        m = range(3)
    elif k == 7:
        m = range(1, 9)
    return sum(m) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def range_in(n, k):
    m = None
    if n > k:
        m = range(3)
    elif k == 7:
        m = range(1, 9)
    return n in m if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def list_of_range(n, k):
    m = None
    if n > k:
        m = range(3)
    return list(m) if m is not None else [0, 0, 0]


@cases((0, 1), (3, 1), (3, 7))
def frozen_in(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = frozenset({3, 4})
    return n in m if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def frozen_or(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = frozenset({3, 4})
        elif i == 0:
            m = frozenset({1})
    return len(m) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def frozen_sum(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = frozenset({3, 4})
    return sum(m) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def date_or(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = datetime.date(2020, 1, 4)
        elif i == 0:
            m = datetime.date(2020, 1, 5)
    return m.day if m is not None else -1


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def date_cmp(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = datetime.date(2020, 1, 4)
        elif i == 0:
            m = datetime.date(2020, 1, 5)
    return m < datetime.date(2020, 1, 5) if m is not None else False


@cases((0, 1), (3, 1), (3, 7))
def decimal_or(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = decimal.Decimal(3)
        elif i == 0:
            m = decimal.Decimal("5.5")
    return int(m) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def decimal_float(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = decimal.Decimal(3)
        elif i == 0:
            m = decimal.Decimal("5.5")
    return float(m) if m is not None else -1.0


@cases((0, 1), (3, 1), (3, 7))
def fraction_or(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = fractions.Fraction(3, 2)
        elif i == 0:
            m = fractions.Fraction(5, 2)
    return m.numerator if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def fraction_cmp(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = fractions.Fraction(3, 2)
        elif i == 0:
            m = fractions.Fraction(5, 2)
    return m is not None and m > 2


@cases((0, 1), (3, 1), (3, 7))
def slice_use(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = slice(0, 2)
    xs = [1, 2, 3]
    return sum(xs[m]) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def slice_staged(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = slice(0, i)
    return m.stop if m is not None else -1


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def object_same(n, k):
    m = None
    o = None
    for i in range(n):
        if i == k:
            m = object()
            o = m
    return m is o, m == o, m is None


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def object_other(n, k):
    m = None
    o = None
    for i in range(n):
        if i == 0:
            m = object()
        if i == k:
            o = object()
    return m is o, m == o, m is None


@cases((0, 1), (3, 1), (3, 7))
def sentinel_none(n, k):
    s = object()
    m = None
    for i in range(n):
        if i == k:
            m = s
    return (1 if m is s else 2), m is None


@cases((0, 1), (3, 1), (3, 7))
def type_call(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = int
        elif i == 0:
            m = float
    return m(n) * 1.0 if m is not None else -1.0


@cases((0, 1), (3, 1), (3, 7))
def regex_use(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = re.compile("a+")
    return len(m.findall("aba")) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def path_use(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = pathlib.PurePath("abc")
    return len(m.name) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def tuple_unlike(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = (1, "a")
        elif i == 0:
            m = (2.0, None, 3)
    return len(m) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def tuple_with_host(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = (i, range(3))
    return m[0] + len(m[1]) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def partial_opt(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = functools.partial(operator.add, i)
    return m(4) if m is not None else -1


@cases((0, 1), (3, 1), (3, 7))
def weird_order(n, k):
    m = None
    r = 0
    for i in range(n):
        if m is not None:
            r += len(m)
        if i == k:
            m = range(4)
        if i == k + 1:
            m = None
    return r, m is None


@cases((0, 1), (3, 1), (3, 7))
def two_vars(n, k):
    a = b = None
    for i in range(n):
        if i == k:
            a = slice(1)
        b = a
    return a is None, b is None


@cases((0, 1), (3, 1), (3, 7))
def prev_range(n, k):
    cur = None
    prev = None
    for i in range(n):
        prev = cur
        if i == k:
            cur = range(5)
        else:
            cur = range(2)
    return prev is None, (len(prev) if prev is not None else 0), (len(cur) if cur is not None else 0)


@cases((0, 1), (3, 1), (3, 7))
def enum_prev(n, k):
    cur = None
    prev = None
    for i in range(n):
        prev = cur
        cur = Color.RED if i == k else Color.BLUE
    return prev is None, prev is Color.RED, cur is Color.BLUE


@cases((0, 1), (3, 1), (3, 7))
def type_prev(n, k):
    cur = None
    for i in range(n):
        cur = int if i == k else str
    return cur is None, cur is int, cur is str


@cases((0, 1), (3, 1), (3, 7))
def nested_loops(n, k):
    found = None
    for i in range(n):
        for j in range(n):
            if i + j == k:
                found = datetime.date(2020, 1, 2)
                break
        if found:
            break
    return found is None


@cases((0, 1), (3, 1), (3, 7))
def while_found(n, k):
    found = None
    i = 0
    while found is None and i < n:
        if i == k:
            found = datetime.timedelta(3)
        i += 1
    return i, found is None, (found.days if found is not None else 0)


@cases((0, 1), (3, 1), (3, 7))
def while_match(n, k):
    found = None
    i = 0
    while not found and i < n:
        if i == k:
            found = re.match("a", "a")
        i += 1
    return i, found is None


@cases((0, 1), (3, 1), (3, 7))
def comp_next(n, k):
    found = next((range(3) for i in range(n) if i == k), None)
    return found is None


@cases((0, 1), (3, 1), (3, 7))
def cond_expr(n, k):
    m = range(3) if n > k else None
    m = m or range(5)
    return len(m)


@cases((0, 1), (3, 1), (3, 7))
def dict_get_host(n, k):
    m = {1: range(3), 4: slice(2), 3: decimal.Decimal(3)}.get(n)
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def dict_get_range(n, k):
    m = {1: range(3), 4: range(2)}.get(n)
    return len(m) if m is not None else 0


@cases((0, 1), (3, 1), (3, 7))
def list_of_hosts(n, k):
    ms = [None, range(3), None, range(5), None]
    m = ms[n]
    return m is None


@cases((0, 1), (3, 1), (3, 7))
def match_stmt(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    match m:
        case None:
            return 1
        case range():
            return 2
    return 3


@cases((0, 1), (3, 1), (3, 7), staged="refused")
def assert_of(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    assert m is not None
    return len(m)


@cases((0, 1), (3, 1), (3, 7))
def attr_of_none(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = datetime.date(2020, 1, 3)
    return m.day


@cases((0, 1), (3, 1), (3, 7))
def len_of_none(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    return len(m)


@cases((0, 1), (3, 1), (3, 7))
def iter_of_none(n, k):
    m = None
    for i in range(n):
        if i == k:
            m = range(3)
    s = 0
    for x in m:
        s += x
    return s
