"""Deques of a known length: items at staged places, and methods that are given what is staged; parts by `islice`."""

from __future__ import annotations

import itertools
import math
from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(0, 2, 5)
def islice_of_a_deque(n):
    people = deque(["Ann", "Ben", "Cat"])
    return list(itertools.islice(people, n)), [p for p in itertools.islice(people, n)]


@cases(0, 2, 5)
def islice_of_strings(n):
    return (
        "".join(itertools.islice("abcd", n)),
        list(itertools.islice(range(10), n, None, 3)),
        list(zip(itertools.islice("abc", n), [1, 2])),
    )


@cases(0, 2, -1)
def islice_of_a_negative_number(n):
    try:
        return list(itertools.islice([1, 2, 3], n))
    except ValueError as e:
        return str(e)


@cases(3, 1, 7)
def index_and_count(n):
    d = deque([1, 2, 3, n])
    try:
        return d.index(n), d.count(n), d.index(3)
    except ValueError as e:
        return str(e)


@cases((3, 0), (1, -1), (7, 9))
def inserted_and_removed(n, m):
    d = deque([1, 2, 3, n])
    d.insert(m, n * 2)
    d.insert(1, 5)
    d.remove(n)
    d.rotate(m)
    return list(d)


@cases((3, 0), (1, -1), (7, 9))
def removed_or_not_there(n, m):
    d = deque([1, 2, 3])
    try:
        d.remove(n)
    except ValueError as e:
        return str(e)
    return list(d)


@cases((3, 0), (1, -1), (7, 9))
def inserted_when_full(n, m):
    d = deque([1, 2, 3], maxlen=3)
    try:
        d.insert(n, m)
    except IndexError as e:
        return str(e)


@cases(([1.0, 2.5, 3.25], 2), ([0.1, 0.1, 0.1], 1), ([0.0, -0.0, 0.0], 0))
def exact_sums(xs, n):
    return math.fsum(xs), math.fsum(x * n for x in xs), math.fsum([]), math.fsum(xs[:n])


@cases((1e8, 1.0), (1.0, 1e8), (0.5, 0.25))
def exact_sums_of_what_cancels(x, y):
    return math.fsum([x, y, -x]), math.fsum([y, -y, x, -x])


@cases((float("inf"), 1.0), (1.0, -float("inf")), (float("inf"), -float("inf")))
def exact_sums_of_infinities(x, y):
    try:
        return math.fsum([x, y])
    except ValueError as e:
        return str(e)


@cases((3, 0), (1, -1), (2, 1), (7, 9))
def items(n, m):
    d = deque([n, 2, 3])
    try:
        a = d[m]
    except IndexError as e:
        return str(e)
    return a, d[n % 3], d[-1], d[0]


@cases((3, 0), (1, -1), (2, 1), (7, 9))
def items_stored(n, m):
    d = deque([n, 2, 3])
    try:
        d[m] = 5
        d[m] += n
        d[0], d[-1] = d[-1], d[0]
    except IndexError as e:
        return str(e)
    return list(d)


@cases((3, 0), (1, -1), (2, 1), (7, 9))
def items_deleted(n, m):
    d = deque([n, 2, 3])
    try:
        del d[m]
        del d[0]
    except IndexError as e:
        return str(e)
    return list(d), len(d)


@cases((3, 0), (1, -1), (2, 1), (7, 9))
def items_of_strings(n, m):
    d = deque(["a", "b", "c"], maxlen=4)
    d.append("d")
    k = d[n % 4] + d[m % 3]
    d[n % 4] = "z"
    d.appendleft("q")
    return k, "".join(d)


@cases((3, 0), (1, -1), (2, 1), (7, 9))
def items_that_are_lists(n, m):
    d = deque([[1], [n]])
    d[m % 2].append(5)
    e = d
    e[n % 2] = [7]
    return list(d)


@cases((0, 1), (1, 0), (2, 2), (3, 1))
def removed_at_a_known_place(n, m):
    d, e = deque([1, 2, n]), deque([n, m, 2])
    d.remove(2)
    e.remove(n)
    return list(d), list(e)
