"""Builtins of numbers that are given what is a text on another path; lists as long as a text."""

from __future__ import annotations

import math
from collections import defaultdict

from tests.autograph.effects.outcomes import cases


@cases((2.5, 1), (3.0, 0))
def rounded(x, n):
    g = ["a", x]
    v = g[n]
    try:
        return round(v, 1)
    except TypeError:
        return -1


@cases((2.5, 1), (3.0, 0))
def absolute_or_whole(x, n):
    g = ["a", x]
    v = g[n]
    try:
        return abs(v), int(v)
    except TypeError:
        return -1
    except ValueError as e:
        return str(e)


@cases((2.5, 1), (3.0, 1))
def rounded_where_it_is_a_number(x, n):
    g = [x]
    if n > 3:
        g = ["abc"]
    else:
        g[0] = round(g[-1], 2)
    return g


@cases((2.5, 1), (3.0, 2))
def rounded_last_element(x, n):
    g = [x]
    for i in range(n):
        g.append(x * i)
    if n > 3:
        g = ["abc"]
    if n < 3:
        g[0] = round(g[-1], 2)
    return g


@cases((2.5, 1), (3.0, 2))
def powers_and_remainders(x, n):
    g = [x]
    for i in range(n):
        g.append(x * i)
    if n > 3:
        g = ["abc"]
    if n < 3:
        g[0] = abs(g[-1]) + divmod(g[0], 2)[1] + pow(g[-1], 2)
    return g


@cases((2.5, 1), (3.0, 2))
def floats_and_floors(x, n):
    g = [x]
    for i in range(n):
        g.append(x * i)
    if n > 3:
        g = ["abc"]
    if n < 3:
        g[0] = float(g[-1]) + int(g[0]) + math.floor(g[0])
    return g


@cases((3, 2), (0, 1), (5, -1))
def list_as_long_as_a_number(n, k):
    log = []
    m = k + 3
    while len(log) < m:
        log.append(n)
    if n != len(log):
        k += 1
    return k


@cases((3, 2), (0, 1), (5, -1))
def list_as_long_as_a_text(n, k):
    log = []
    t = str(k)
    while len(log) < len(t):
        log.append(n)
    return len(log)


@cases((3, 2), (0, 1), (5, -1))
def list_as_long_as_a_text_returned(n, k):
    log = []
    t = str(k)
    while len(log) < len(t):
        log.append(n)
    return log


@cases((3, 2), (0, 1), (5, -1))
def counted_along_a_text(n, k):
    i = 0
    t = str(k)
    log = []
    while i < len(t):
        log.append(n)
        i += 1
    return log, len(log)


@cases((3, 2), (0, 1), (5, -1))
def list_compared_with_its_length(n, k):
    log = []
    t = str(k)
    while len(log) < len(t):
        log.append(n)
    if n != len(log):
        k += 1
    return k


@cases((3, 2), (0, 1))
def keys_of_two_kinds(n, k):
    d = defaultdict(list)
    d[4].append(n)
    d["a"].append(k)
    return d


@cases((3, 2), (0, 1))
def keys_of_three_kinds(n, k):
    d = defaultdict(int)
    d[4] += n
    d["a"] += k
    d[(1, 2)] += 1
    return d
