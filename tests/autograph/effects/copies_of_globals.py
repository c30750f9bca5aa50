"""Dicts that are copied from those of a module, part by part, and then stored to."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases

GRAPH = {0: {1: 2, 2: 5}, 1: {2: 1}, 2: {0: 7}}


@cases((0, 4), (1, 9))
def copied_by_a_comprehension(u, weight):
    graph = {node: dict(edges) for node, edges in GRAPH.items()}
    graph[u][2] = weight
    return graph


@cases((0, 4), (1, 9))
def copied_and_rebuilt(u, weight):
    graph = {node: {**edges, 2: 0} for node, edges in GRAPH.items()}
    graph[u][2] += weight
    return [sum(edges.values()) for edges in graph.values()]
