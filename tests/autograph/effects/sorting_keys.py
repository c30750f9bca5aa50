"""`key` of `sorted`, `max` and the like, where it may be None or is one of several functions."""

# ruff: noqa: E731 - lambdas with a name are tested
from __future__ import annotations

import heapq

from tests.autograph.effects.outcomes import cases


@cases(0, 3)
def sorted_by_key_or_none(n):
    key = None
    if n > 1:
        key = lambda x: -x
    return sorted([1, 3, 2], key=key)


@cases(0, 3)
def extremes_by_key_or_none(n):
    key = (lambda x: -x) if n > 1 else None
    return max([1, 3, 2], key=key), min([4, 2], key=key)


@cases(0, 3)
def sorted_by_key_that_captures(n):
    key = None
    if n > 1:
        sign = -1
        key = lambda x: x * sign
    return sorted([1, 3, 2], key=key)


@cases(0, 3)
def sorted_by_one_of_two(n):
    key = (lambda x: -x) if n > 1 else (lambda x: x % 3)
    return sorted([1, 3, 2, n], key=key), sorted([1, 3, 2, n], key=key, reverse=True), max(n, 2, key=key)


@cases(0, 3)
def list_sort_by_key_or_none(n):
    key = None
    if n > 1:
        key = lambda x: -x
    xs = [1, 3, 2]
    xs.sort(key=key)
    return xs


@cases(0, 3)
def list_sort_staged_length(n):
    key = None
    if n > 1:
        key = lambda x: -x
    xs = [k for k in range(n)]
    xs.sort(key=key)
    return xs, sorted(xs, key=key, reverse=True)


@cases(0, 3)
def min_of_generator_by_key_or_none(n):
    key = (lambda x: -x) if n > 1 else None
    return min((x * 2 for x in [3, 1, 2]), key=key), max(range(n + 1), key=key)


@cases((0, 1), (3, 1), (3, 0))
def key_in_branch_and_loop(n, m):
    key = None
    total = []
    for i in range(n):
        if i > m:
            key = lambda x: -x
        if m > 0:
            total.append(sorted([1, 3, 2], key=key)[0])
    return total


@cases(0, 3)
def builtin_or_none(n):
    key = abs if n > 1 else None
    return sorted([1, -3, 2], key=key), max([1, -3], key=key)


@cases(0, 3)
def filter_or_none(n):
    f = (lambda x: x > 1) if n > 1 else None
    return len(list(filter(f, [0, 1, 2])))


@cases((0, 1), (2, 2))
def the_least_of_none(n, m):
    heap = []
    if n > 1:
        heap.append(n)
    return heapq.heappop(heap) if m > 0 else heapq.heapreplace(heap, m)
