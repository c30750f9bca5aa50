"""Dicts that get keys in staged loops which ask whether they have them: shortest paths, first seen, orders of keys."""

from __future__ import annotations

import heapq
import math

from tests.autograph.effects.outcomes import cases


def staged(k):
    """A dict of which a tensor decides whether it has a key."""
    made = {}
    if k > 1:
        made["b"] = 1
    return made


@cases((0, 1), (3, 5), (1, 0), (5, 5))
def asked_in_the_loop(n, k):
    d = staged(k)
    for i in range(n):
        if "e" in d:
            d["e"] += i
        elif i > 0:
            d["e"] = 10 * i
    return d


@cases((0, 1), (3, 5), (1, 0), (5, 5), (4, 0))
def order_of_two(n, k):
    d = staged(k)
    for i in range(n):
        if (i + k) % 2:
            if "x" not in d:
                d["x"] = i
        elif "y" not in d:
            d["y"] = i
    return d, list(d)


@cases((0, 1), (3, 5), (1, 0), (5, 5), (4, 0))
def deleted_and_made_again(n, k):
    d = staged(k)
    for i in range(n):
        if "x" in d:
            del d["x"]
        else:
            d["x"] = i
        if i == 1:
            d["y"] = k
    return d, list(d.items()), len(d)


@cases((0, 1), (3, 5), (1, 0), (5, 5))
def counted_by_get(n, k):
    d = staged(k)
    for i in range(n):
        key = "p" if i % 3 else "q"
        d[key] = d.get(key, 0) + 1
        if len(d) > 2:
            d["full"] = i
    return d


@cases((0, 1), (3, 5), (2, 0), (5, 5))
def read_where_it_may_be_missing(n, k):
    d = staged(k)
    total = 0
    for i in range(n):
        if i > 0:
            total += d["e"]
        d["e"] = i + k
    return total, d


@cases((0, 1), (3, 5), (1, 0), (5, 5))
def lengths_seen(n, k):
    d = staged(k)
    seen = []
    for i in range(n):
        seen.append(len(d))
        if i % 2:
            d["odd"] = i
    return seen, sorted(d)


def shortest(graph, end):
    dist = dict.fromkeys(graph, math.inf)
    dist["A"] = 0
    prev = {}
    queue = [(0, "A")]
    while queue:
        d, u = heapq.heappop(queue)
        if d > dist[u]:
            continue
        for v, w in graph[u].items():
            if d + w < dist[v]:
                dist[v] = d + w
                prev[v] = u
                heapq.heappush(queue, (dist[v], v))
    path = [end]
    while path[-1] != "A":
        path.append(prev[path[-1]])
    return dist[end], path[::-1]


@cases((0, 9), (10, 1), (2, 2))
def shortest_path(toll, shortcut):
    graph = {"A": {"B": 4, "C": 1, "D": shortcut}, "B": {"D": 1}, "C": {"B": 2 + toll, "D": 5}, "D": {"E": 3}, "E": {}}
    return shortest(graph, "E")


@cases((1, 9), (9, 1), (5, 5))
def shortest_path_of_three(direct, first):
    return shortest({"A": {"B": first, "C": direct}, "B": {"C": 1}, "C": {}}, "C")


@cases((1, 9, 0), (9, 1, 3), (5, 5, 2))
def relaxed_until_nothing_changes(direct, first, start):
    edges = [("A", "B", first), ("A", "C", direct), ("B", "C", 2)]
    dist, prev = {"A": start}, {}
    changed = True
    while changed:
        changed = False
        for u, v, w in edges:
            if u in dist and dist[u] + w < dist.get(v, 99):
                dist[v] = dist[u] + w
                prev[v] = u
                changed = True
    return dist, prev
