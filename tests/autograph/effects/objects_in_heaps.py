"""Objects of a dataclass with an order in heaps, that change meanwhile; sums of objects."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from functools import reduce

from tests.autograph.effects.outcomes import cases


@dataclass(order=True)
class Job:
    priority: int
    arrival: int
    name: str = field(compare=False)
    remaining: int = field(compare=False, default=1)


@dataclass(order=True)
class J2:
    priority: int
    arrival: int
    remaining: int = field(compare=False, default=1)


@cases(([3, 1, 2], 2), ([1, 1, 1], 1), ([0, 5, 0], 3))
def popped_in_order(ps, n):
    heap = [Job(p, i, f"job{i}", 1 + p) for i, p in enumerate(ps)]
    heapq.heapify(heap)
    out = []
    while heap:
        job = heapq.heappop(heap)
        out.append((job.name, job.priority))
    return out


@cases(([3, 1, 2], 2), ([1, 1, 1], 1), ([0, 5, 0], 3))
def pushed_again_with_less(ps, n):
    heap = [J2(p, i, 1 + p) for i, p in enumerate(ps)]
    heapq.heapify(heap)
    out = []
    while heap:
        job = heapq.heappop(heap)
        job.remaining -= n
        out.append((job.priority, job.remaining))
        if job.remaining > 0:
            heapq.heappush(heap, job)
    return out


@cases(([3, 1, 2], 2), ([1, 1, 1], 1), ([0, 5, 0], 3))
def pushed_again_with_a_name(ps, n):
    heap = [Job(p, i, f"job{i}", 1 + p) for i, p in enumerate(ps)]
    heapq.heapify(heap)
    out = []
    while heap:
        job = heapq.heappop(heap)
        job.remaining -= n
        out.append((job.priority, job.remaining))
        if job.remaining > 0:
            heapq.heappush(heap, job)
    return out


@cases(([3, 1, 2], 2), ([1, 1, 1], 1), ([0, 5, 0], 3))
def pushed_again_with_another_priority(ps, n):
    heap = []
    for i, p in enumerate(ps):
        heapq.heappush(heap, Job(p, i, f"job{i}", 1 + p))
    fin = {}
    t = 0
    while heap:
        job = heapq.heappop(heap)
        run = min(n, job.remaining)
        job.remaining -= run
        t += run
        if job.remaining:
            job.priority += 1
            heapq.heappush(heap, job)
        else:
            fin[job.name] = t
    return fin


class M:
    def __init__(self, c, cur="E"):
        self.c, self.cur = c, cur

    def __add__(self, o):
        return M(self.c + o.c, self.cur)

    def __radd__(self, o):
        return self if o == 0 else NotImplemented

    def __str__(self):
        return f"{self.c}{self.cur}"


@cases((10, 3), (7, 2))
def sum_with_radd(c, n):
    ms = [M(c + i) for i in range(n)]
    return str(sum(ms))


@cases((10, 3), (7, 2))
def sum_from_an_object(c, n):
    ms = [M(c + i) for i in range(n)]
    return str(sum(ms, M(0)))


@cases((10, 3), (7, 2))
def sum_used_as_an_object(c, n):
    ms = [M(c + i) for i in range(n)]
    t = sum(ms)
    return str(t), t.c == c


@cases((10, 3), (7, 2))
def sum_of_a_list_that_grew(c, n):
    ms = [M(c + i) for i in range(n)]
    if c > 8:
        ms.append(M(5, "U"))
    t = sum(ms, M(0))
    return [str(m) for m in ms], t.c


@cases((10, 3), (7, 2))
def reduced(c, n):

    ms = [M(c + i) for i in range(n)]
    return reduce(lambda x, y: x + y, ms).c
