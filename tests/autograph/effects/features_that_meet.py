"""Where features meet: texts, sets, counters, separators, widths and numbers of others, on some paths only."""

from __future__ import annotations

import ast
import contextlib
import copy
import textwrap
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import NamedTuple

from tests.autograph.effects.outcomes import cases


# Texts of sets and dicts that are others on some paths
@cases(0, 1, 3)
def text_of_sets(n):
    a = {1, 2}
    g = []
    for i in range(2):
        g.append(a if i < n else {i})
    return str(g)


@cases(0, 1, 3)
def text_of_history(n):
    visited = []
    seen = {0}
    for i in range(3):
        if i < n:
            seen = seen | {i}
        visited.append(seen)
    return str(visited)


@cases(0, 1, 3)
def text_of_dicts(n):
    a = {1: 1, 2: 2}
    g = [a if i < n else {i: i} for i in range(2)]
    return str(g)


@dataclass
class Held:
    a: object


@cases(0, 1, 3)
def text_of_dict_in_a_dataclass(n):
    a = Held({1: 2})
    g = [a if i < n else Held({i: i}) for i in range(2)]
    return str(g)


@cases(0, 1, 3)
def text_of_dict_of_sets(n):
    a = {"a": {1}}
    g = [a if i < n else {"a": {i}} for i in range(2)]
    return str(g)


# Sets that a list is given on each path
@cases(0, 1)
def text_of_appended_set(n):
    g = []
    if n > 0:
        g.append({1})
    else:
        g.append({7})
    return f"{g[0]}"


@cases(0, 1)
def inserted_set_changed(n):
    g = []
    if n > 0:
        g.insert(0, {1})
    else:
        g.insert(0, {7, 8})
    g[0].add(3)
    return sorted(g[0])


@cases(0, 1)
def appended_set_under_handler(n):
    g = []
    try:
        if n > 0:
            g.append({1})
        else:
            g.append({7})
        return len(g[0])
    except Exception:
        return -1


@cases(0, 1)
def appended_sets(n):
    g = []
    for i in range(2):
        if i < n:
            g.append({1, 2})
        else:
            g.append({i})
    return g


@cases(0, 1)
def appended_set_size(n):
    g = []
    if n > 0:
        g.append({1, 2})
    else:
        g.append({7})
    return len(g[0])


@cases(0, 1)
def appended_dict_of_set(n):
    g = []
    if n > 0:
        g.append({"a": {1}})
    else:
        g.append({"a": {7}})
    return g


@cases(0, 1, 3)
def appended_or_empty(n):
    g = []
    for i in range(3):
        if i < n:
            g.append({i})
        else:
            g.append(set())
    return [str(s) for s in g]


@cases(1, 2, 4, staged="refused AG055")
def outer_set_appended(n):
    s = {3, 1}
    u = []
    for i in range(3):
        if i < n:
            u.append(s)
        else:
            u.append({5})
    return f"{s} {u[0]}"


# Separators that may be empty
@cases(0, 1, 2)
def split_by_what_may_be_empty(n):
    try:
        return "a,b,,c".split("," * n)
    except ValueError as e:
        return str(e)


@cases(0, 1, 2)
def replace_what_may_be_empty(n):
    pad = " " * n
    return f"{pad}x".replace(pad, ".")


@cases(0, 1, 2)
def replace_text_of_a_loop(n):
    sep = ""
    for i in range(n):
        sep += ","
    return "a,b".replace(sep, "-")


@cases(0, 1)
def replace_stripped(n):
    return "a0b".replace(str(n).strip("0"), "-")


@cases(0, 1, 2)
def partition_by_what_may_be_empty(n):
    try:
        return "a,b".partition("," * n)
    except ValueError as e:
        return str(e)


# Widths that are wrong on a path that is not taken
@cases(0, 3)
def fill_in_a_branch(n):
    if n > 0:
        return textwrap.fill("a b c d", n)
    return "nothing"


@cases(0, 3)
def fill_under_handler(n):
    try:
        return textwrap.fill("a b c d", n)
    except ValueError:
        return "bad width"


@cases(0, 3)
def fill_and_a_branch(n):
    r = textwrap.fill("a b c d", n + 2)
    return [r] if n > 0 else [r, 1]


# Counters that a list has as well
@cases(0, 1, 3)
def positive_counts(n):
    stock = Counter(a=3, b=1)
    hist = [stock]
    for i in range(n):
        stock["a"] -= 1
        hist.append(stock)
    stock = +stock
    return "a" in stock, len(hist)


@cases(0, 1, 3)
def positive_counts_updated(n):
    s = Counter("abca")
    u = [s]
    for i in range(n):
        s.subtract("a")
        u.append(s)
    s = +s
    s.update("zz")
    return s


# What stands beside a number and is none
@cases(0, 3, staged="refused AG053")
def decimal_under_handler(n):
    try:
        return str(Decimal("1.5") * n)
    except Exception:
        return "bad"


@cases(0, 3, staged="refused AG053")
def decimal_under_suppress(n):
    total = "none"
    with contextlib.suppress(ValueError):
        total = str(Decimal("0.1") + n)
    return total


@cases(0, 3, staged="refused AG053")
def timedelta_under_handler(n):
    try:
        return (timedelta(hours=1) * n).total_seconds()
    except ValueError:
        return "bad"


class Money:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return Money(self.v + o.v) if isinstance(o, Money) else NotImplemented


@cases(0, 3, staged="refused AG053")
def wrong_operand(n):
    try:
        return (Money(1) + n).v
    except Exception as e:
        return type(e).__name__


# Generators beside texts
@cases(3, 2, staged="refused AG021")
def generator_or_text(n):
    g = (z * z for z in range(6))
    o = []
    while (k := len(o)) < n:
        o.append(k)
        if k > 1:
            o.append(("a", g)[n > 1])
            break
    return len(o)


# Copies of tuples
class Pair(NamedTuple):
    a: int
    b: int


@cases(0, 3, staged="refused AG024")
def copy_of_named_tuple(n):
    s = Pair(1, 2)
    o = []
    c = s if n > 1 else copy.copy(s)
    o.append(c is s)
    return o


# What is read from a text
@cases(0, 3, staged="refused AG055")
def literal_under_handlers(n):
    try:
        r = ast.literal_eval("[1" + ",1" * n + "]")
    except (ZeroDivisionError, ValueError):
        r = "a"
    except LookupError:
        r = "b"
    else:
        return [r]
    finally:
        n = 0
    return r
