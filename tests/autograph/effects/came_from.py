"""Dicts from each place to the one before it, which is None for the first: how a search finds its way back."""

from __future__ import annotations

import heapq
from collections import deque

from tests.autograph.effects.outcomes import cases


@cases(0, 2, 3)
def key_beside_one_of_none(k):
    d = {0: None}
    d[k] = 0
    return d.get(3), 3 in d, d[0] is None, d[k]


@cases(0, 1, 3)
def back_along_a_chain(k):
    before = {0: None, 1: 0, 2: 1, 3: 1}
    at = k
    path = []
    while at is not None:
        path.append(at)
        at = before[at]
    return path


@cases(1, 2, 3)
def breadth_first(goal):
    graph = {0: [1, 2], 1: [3], 2: [3], 3: []}
    before = {0: None}
    queue = deque([0])
    while queue:
        here = queue.popleft()
        if here == goal:
            break
        for there in graph[here]:
            if there not in before:
                before[there] = here
                queue.append(there)
    path = []
    at = goal
    while at is not None:
        path.append(at)
        at = before[at]
    return path[::-1]


@cases((1, 1), (2, 0))
def pairs_of_coordinates(x, y):
    before = {(0, 0): None}
    at = 0, 0
    while at[0] < x:
        there = at[0] + 1, at[1]
        before[there] = at
        at = there
    while at[1] < y:
        there = at[0], at[1] + 1
        before[there] = at
        at = there
    path = []
    while at is not None:
        path.append(at)
        at = before[at]
    return path


@cases((0, 3), (5, 1))
def cheapest_way(toll, goal):
    roads = {0: [(1, 4), (2, 1)], 1: [(3, toll)], 2: [(1, 2), (3, 6)], 3: []}
    cost, before = {0: 0}, {0: None}
    waiting = [(0, 0)]
    while waiting:
        spent, here = heapq.heappop(waiting)
        for there, length in roads[here]:
            if there not in cost or spent + length < cost[there]:
                cost[there] = spent + length
                before[there] = here
                heapq.heappush(waiting, (cost[there], there))
    path = []
    while goal is not None:
        path.append(goal)
        goal = before[goal]
    return path, cost


@cases(0, 1, 5)
def values_of_none(k):
    d = {k: None, 1: 2}
    d[k + 1] = k
    return d.get(1), [v is None for v in d.values()], len(d)


@cases(0, 3)
def seen_or_none(n):
    seen = {n: 1}
    last = None
    for i in range(n):
        last = i
    return last in seen, seen.get(last, -1)


@cases(0, 3)
def kept_where_none(n):
    last = None
    for i in range(n):
        last = i
    d = {1: 5}
    d[n] = last
    if last is not None:
        d[last] = 9
    return d
