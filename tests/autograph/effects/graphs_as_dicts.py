"""Graphs as dicts of lists and of dicts, of which a tensor decides what is in them, searched from a staged node."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict

from tests.autograph.effects.outcomes import cases


@cases((5, 0), (3, 1), (0, 0))
def neighbours(cap, s):
    adj = defaultdict(list)
    if cap > 2:
        adj[0].append(1)
    if cap > 3:
        adj[0].append(2)
        adj[1].append(5)
    return [v for v in adj[s]]


@cases((5, 0), (3, 1), (0, 0))
def list_or_none(cap, s):
    adj = {}
    if cap > 2:
        adj[0] = [1]
    adj[1] = [5]
    return adj.get(s)


@cases((5, 0), (3, 1), (0, 0))
def weights(cap, s):
    adj = defaultdict(list)
    if cap > 2:
        adj[0].append((1, 2))
    if cap > 3:
        adj[1].append((5, 1))
    t = 0
    for v, w in adj[s]:
        t += v * w
    return t


@cases((5, 0), (3, 1), (0, 0))
def given_keys(cap, s):
    adj = {0: [], 1: []}
    if cap > 2:
        adj[0].append((1, 2))
    if cap > 3:
        adj[1].append((5, 1))
    t = 0
    for v, w in adj[s]:
        t += v * w
    return t


@cases((5, 0), (3, 1), (0, 0))
def dicts_of_dicts(cap, s):
    adj = defaultdict(dict)
    if cap > 2:
        adj[0][1] = cap
    if cap > 3:
        adj[1][0] = 2
    t = 0
    for v, w in adj[s].items():
        t += v * w
    return t


@cases((5, 0), (3, 1), (0, 0))
def walked_until_it_ends(cap, s):
    adj = defaultdict(list)
    if cap > 2:
        adj[0].append((1, 2))
    if cap > 3:
        adj[1].append((0, 1))
    t = 0
    while t < 6 and adj[s]:
        for v, w in adj[s]:
            t += w
            s = v
    return t, s


@cases((5, 0), (3, 1), (0, 0))
def visited_by_a_heap(cap, s):
    edges = {(0, 1): 4, (0, 2): 1, (2, 1): 2}
    adj = defaultdict(list)
    for (u, v), w in edges.items():
        if w <= cap:
            adj[u].append((v, w))
    t = 0
    heap = [s]
    while heap:
        u = heapq.heappop(heap)
        t += 1
        for v, w in adj[u]:
            if t < 5:
                heapq.heappush(heap, v)
    return t


@cases((5, 0), (3, 1), (0, 0))
def edges_of_three_nodes(cap, s):
    adj = defaultdict(list)
    if cap > 2:
        adj[0].append((1, 2))
    if cap > 3:
        adj[0].append((0, 1))
    if cap > 4:
        adj[2].append((0, 1))
    t = 0
    for v, w in adj[s]:
        t += w
    return t


def graph(cap):
    edges = {(0, 1): 4, (0, 2): 1, (2, 1): 2, (1, 3): 5}
    adj = defaultdict(list)
    for (u, v), w in edges.items():
        if w <= cap:
            adj[u].append((v, w))
    return adj


@cases((5, 0, 3), (3, 1, 0), (0, 0, 1))
def order_of_visits(cap, src, dst):
    adj = graph(cap)
    heap = [(0, src)]
    done = []
    while heap:
        d, u = heapq.heappop(heap)
        done.append(u)
        for v, w in adj[u]:
            if d + w < 8:
                heapq.heappush(heap, (d + w, v))
    return done


@cases((5, 0, 3), (3, 1, 0), (0, 0, 1))
def left_at_the_goal(cap, src, dst):
    adj = graph(cap)
    heap = [(0, src)]
    done = []
    while heap:
        d, u = heapq.heappop(heap)
        done.append(u)
        if u == dst:
            return d, done
        for v, w in adj[u]:
            if d + w < 8:
                heapq.heappush(heap, (d + w, v))
    return None, done


@cases((5, 0, 3), (3, 1, 0), (0, 0, 1))
def shortest_ways(cap, src, dst):
    adj = graph(cap)
    dist = {src: 0}
    heap = [(0, src)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]:
            continue
        for v, w in adj[u]:
            if d + w < dist.get(v, math.inf):
                dist[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return dist


@cases((5, 0, 4), (5, 1, 0), (5, 3, 3), (2, 0, 4))
def shortest_ways_in_a_larger_graph(cap, src, dst):
    edges = {(0, 1): 4, (0, 2): 1, (2, 1): 2, (1, 3): 5, (3, 4): 3, (2, 3): 8}
    adj = defaultdict(list)
    for (u, v), w in edges.items():
        if w <= cap:
            adj[u].append((v, w))
    dist = {src: 0}
    heap = [(0, src)]
    while heap:
        d, u = heapq.heappop(heap)
        for v, w in adj[u]:
            if d + w < dist.get(v, math.inf):
                dist[v] = d + w
                heapq.heappush(heap, (d + w, v))
    return dist


@cases((5, 0, 4), (5, 1, 0), (5, 3, 3), (2, 0, 4))
def assigned_in_the_test(cap, src, dst):
    edges = {(0, 1): 4, (0, 2): 1, (2, 1): 2, (1, 3): 5}
    adj = defaultdict(list)
    for (u, v), w in edges.items():
        if w <= cap:
            adj[u].append((v, w))
    dist = {src: 0}
    heap = [(0, src)]
    while heap:
        d, u = heapq.heappop(heap)
        for v, w in adj[u]:
            if (nd := d + w) < dist.get(v, math.inf):
                dist[v] = nd
                heapq.heappush(heap, (nd, v))
    return dist


@cases((5, 0, 4), (5, 1, 0), (5, 3, 3), (2, 0, 4))
def edges_of_four_nodes(cap, src, dst):
    edges = {(0, 1): 4, (0, 2): 1, (2, 1): 2, (1, 3): 5, (3, 4): 3, (2, 3): 8}
    adj = defaultdict(list)
    for (u, v), w in edges.items():
        if w <= cap:
            adj[u].append((v, w))
    t = 0
    for v, w in adj[src]:
        t += w
    return t


@cases(([1, 2, 3, 4],), ([7, 7, 7, 7],), ([0, -2, 5, 10],))
def grouped_by_one_key_or_another(xs):
    reg = {}
    for x in xs:
        k = "even" if x % 2 == 0 else "odd"
        if k in reg:
            reg[k].append(x)
        else:
            reg[k] = [x]
    return {k: list(v) for k, v in reg.items()}


@cases(([1, 2, 3, 4],), ([7, 7, 7, 7],), ([0, -2, 5, 10],))
def grouped_with_setdefault(xs):
    reg = {}
    for x in xs:
        k = "even" if x % 2 == 0 else "odd"
        reg.setdefault(k, []).append(x)
    return {k: sum(v) for k, v in reg.items()}


@cases(([1, 2, 3, 4],), ([7, 7, 7, 7],), ([0, -2, 5, 10],))
def in_two_groups(xs):
    reg = {}
    for x in xs:
        if x % 2:
            reg.setdefault("odd", []).append(x)
        if x > 2:
            reg.setdefault("big", []).append(x)
    return {k: list(v) for k, v in reg.items()}


@cases(([1, 2, 3, 4],), ([7, 7, 7, 7],), ([0, -2, 5, 10],))
def sizes_of_groups(xs):
    reg = {}
    for x in xs:
        if x % 2:
            reg.setdefault("odd", []).append(x)
        if x > 2:
            reg.setdefault("big", []).append(x)
    return [(k, len(v)) for k, v in sorted(reg.items())], [sum(v) for v in reg.values()]
