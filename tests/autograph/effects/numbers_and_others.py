"""Numbers compared with what is none: containers, functions, classes."""

# ruff: noqa: E731 - what is compared so is what is tested
from __future__ import annotations

import functools
from collections import Counter, OrderedDict, deque
from datetime import date

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 3)
def with_a_deque(n):
    x = deque([1, 2])
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_list(n):
    x = [1, 2]
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_set(n):
    x = {1}
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_dict(n):
    x = {1: 2}
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_tuple(n):
    x = (1, 2)
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_frozenset(n):
    x = frozenset({1})
    return (
        n == x,
        x == n,
        n != frozenset({1}),
        frozenset({1}) != n,
        n in [x],
        [n] == [x],
        (n, x) == (x, n),
    )


@cases(0, 1, 3)
def with_a_bytes(n):
    x = b"ab"
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_range(n):
    x = range(3)
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_text(n):
    x = "a"
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_none(n):
    x = None
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_class(n):
    x = int
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_builtin(n):
    x = len
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_ellipsis(n):
    x = ...
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_counter(n):
    x = Counter("a")
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_ordered_dict(n):
    x = OrderedDict(a=1)
    return (
        n == x,
        x == n,
        n != OrderedDict(a=1),
        OrderedDict(a=1) != n,
        n in [x],
        [n] == [x],
        (n, x) == (x, n),
    )


@cases(0, 1, 3)
def with_a_slice(n):
    x = slice(1)
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_bytearray(n):
    x = bytearray(b"a")
    return (
        n == x,
        x == n,
        n != bytearray(b"a"),
        bytearray(b"a") != n,
        n in [x],
        [n] == [x],
        (n, x) == (x, n),
    )


@cases(0, 1, 3)
def with_a_empty_list(n):
    x = []
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_empty_tuple(n):
    x = ()
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_empty_dict(n):
    x = {}
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_list_of_one(n):
    x = [1]
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_deque_of_one(n):
    x = deque([1])
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_lambda(n):
    x = lambda: 1
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_a_object(n):
    x = object()
    return n == x, x == n, n != x, x != n, n in [x], [n] == [x], (n, x) == (x, n)


@cases(0, 1, 3)
def with_one_of_two(n):
    x = n
    if n > 1:
        x = deque([1, 2])
    return (x, n) == (deque([1, 2]), 3), x == deque([1, 2])


# Numbers have no items


@cases(0, 1, 3)
def part_of_a_sum(n):
    try:
        return (n + 1)[:1]
    except ValueError:
        return 1
    except TypeError as e:
        return str(e)


# What has no text or result of its own in a graph


@cases(0, 1, 3)
def text_of_a_partial(n):
    p = functools.partial(max, 1)
    return f"{p}"[:20], n


@cases(0, 1, 3, staged="refused AG038")
def date_returned(n):
    x = date(2021, 3, 4)
    if n > 1:
        x = date(2021, 3, 4)
    return x, 1
