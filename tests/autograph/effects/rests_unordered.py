"""Tuples whose last items have no order: they are compared only where those before them are equal."""

from __future__ import annotations

import heapq

from tests.autograph.effects.outcomes import cases


@cases((3, 4), (4, 3))
def known_to_differ(a, b):
    x = (a, 0, "a")
    y = (b, 1, ("a", "b"))
    return x < y


@cases((3, 4), (4, 3))
def chosen_tuples(a, b):
    x = (a, 0, "a") if a < b else (b, 2, ("a", "b"))
    y = (b, 1, ("a", "b"))
    return x < y


@cases((3, 4), (4, 3), (3, 3))
def text_and_tuple(a, b):
    x = (a, a, "a")
    y = (b, b + 1, ("a", "b"))
    return x < y


@cases((3, 4), (4, 3))
def two_on_a_heap(a, b):
    h = [(a, 0, "a"), (b, 1, ("b", "c"))]
    heapq.heapify(h)
    return heapq.heappop(h)


@cases((3, 4), (4, 3))
def joined_on_a_heap(a, b):
    h = [(a, 0, "a"), (b, 1, "b"), (3, 2, "c")]
    heapq.heapify(h)
    f1, _, low = heapq.heappop(h)
    f2, _, r = heapq.heappop(h)
    heapq.heappush(h, (f1 + f2, 3, (low, r)))
    return heapq.heappop(h)


@cases((3, 4), (4, 3))
def taken_twice(a, b):
    h = [(a, 0, "a"), (b, 1, "b"), (3, 2, "c")]
    heapq.heapify(h)
    f1, _, low = heapq.heappop(h)
    f2, _, r = heapq.heappop(h)
    heapq.heappush(h, (f1 + f2, 3, (low, r)))
    heapq.heappop(h)
    return heapq.heappop(h)


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def nested_tuples(a, b):
    x = (a, (a, "a"), 2)
    y = (b, (b + 1, None), 1)
    return x < y


class Task:
    def __init__(self, n):
        self.n = n


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def objects(a, b):
    x = (a, a, Task(1))
    y = (b, b + 1, Task(2))
    return x < y


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def objects_that_are_compared(a, b):
    x = (a, a, Task(1))
    y = (b, b, Task(2))
    return x < y


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def objects_on_a_heap(a, b):
    h = []
    c = 0
    for p in (a, b, 3):
        heapq.heappush(h, (p, c, Task(p)))
        c += 1
    out = []
    while h:
        out.append(heapq.heappop(h)[2].n)
    return out


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def dicts_on_a_heap(a, b):
    h = []
    for p in (a, b, 3):
        heapq.heappush(h, (p, {"n": p}))
    return [heapq.heappop(h)[0] for _ in range(3)]


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def sorted_with_none(a, b):
    return sorted([(a, a, None), (b, b + 1, None), (3, 5, "x")])


@cases((3, 4), (4, 3), (3, 3), (2, 2))
def largest_of_lists(a, b):
    return max([(a, [a, None]), (b, [b + 1, "q"]), (1, [5, "x"])])
