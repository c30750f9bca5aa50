"""Deques that are changed or replaced on some paths only."""

from __future__ import annotations

from collections import deque

from tests.autograph.effects.outcomes import cases


@cases((3, 2), (0, 4), (5, 1))
def robin(a, b):
    jobs = deque([a, b, 2])
    t = 0
    for _ in range(6):
        if not jobs:
            break
        left = jobs.popleft()
        t += left
        if left > 2:
            jobs.append(left - 2)
    return t


@cases((3, 2), (0, 4), (5, 1))
def robin_tuple(a, b):
    jobs = deque([(1, a), (2, b), (3, 2)])
    t = 0
    while jobs:
        name, left = jobs.popleft()
        if left <= 0:
            continue
        t = t * 10 + name
        if left > 2:
            jobs.append((name, left - 2))
    return t


@cases((3, 2), (0, 4), (5, 1))
def robin_names(a, b):
    jobs = deque([("A", a), ("B", b), ("C", 2)])
    timeline = []
    while jobs:
        name, left = jobs.popleft()
        if left <= 0:
            continue
        timeline.append(name)
        if left > 2:
            jobs.append((name, left - 2))
    return "".join(timeline)


@cases((3, 2), (0, 4), (5, 1))
def deque_or_other(a, b):
    q = deque([a, b]) if a > b else deque([b])
    q.append(1)
    return q.popleft(), len(q)


@cases((3, 2), (0, 4), (5, 1))
def deque_replaced(a, b):
    q = deque([1, 2])
    if a > b:
        q = deque([a, b, 3])
    return sum(q), len(q)


@cases((3, 2), (0, 4), (5, 1), staged="refused AG011 AG021")
def deque_or_list_replaced(a, b):
    q = deque([1, 2])
    if a > b:
        q = [a, b]
    return sum(q), len(q), q[0]


@cases((3, 2), (0, 4), (5, 1))
def rotate(a, b):
    q = deque([1, 2, a])
    if a > b:
        q.rotate(1)
    q.appendleft(7)
    return list(q)


@cases((3, 2), (0, 4), (5, 1), staged="refused AG021")
def window(a, b):
    q = deque(maxlen=2)
    for i in range(5):
        if i > a:
            q.append(i)
    return list(q)
