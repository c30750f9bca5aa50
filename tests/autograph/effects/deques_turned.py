"""Deques that are rotated by as many steps as a tensor says."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases((7, 2), (5, 3), (1, 1))
def last_of_a_circle(n, k):
    people = deque(range(1, n + 1))
    order = []
    while len(people) > 1:
        people.rotate(-(k - 1))
        order.append(people.popleft())
    return people[0], order


@cases(0, 1, -2, 7, -9)
def of_a_known_length(n):
    d = deque([1, 2, 3, 4])
    d.rotate(n)
    d.append(n)
    return list(d), d[0]


@cases(0, 1, -2, 7)
def under_a_condition(n):
    d = deque([1, 2, 3, 4], 4)
    same = d
    if n > 0:
        d.rotate(n)
        same.append(9)
    return list(d), list(same)


@cases(0, 3)
def in_a_loop(n):
    d = deque("abc")
    for i in range(n):
        d.rotate(i)
    return "".join(d)


@cases(0, 3)
def empty_at_first(n):
    d = deque()
    d.rotate(n)
    for i in range(n):
        d.append(i)
        d.rotate(n)
    return list(d)


@cases(0, 4)
def of_pairs(n):
    d = deque([(1, "a"), (2, "b"), (3, "c")])
    d.rotate(n)
    return d.popleft(), d[0]
