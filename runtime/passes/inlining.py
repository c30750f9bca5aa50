"""Calls become what they call, where that is little or is called from no other place.

Written out wherever it is called, the body of a function that calls another twice, which calls another twice, and so
on, would be there once for every path between them. A large body that is called from several places stays a function:
it is optimised once, and all calls share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from runtime.ir.graph import CONST, PLACEHOLDER, Graph, Node
from runtime.ir.rewrite import new_node, rewrite, splice, unchanged
from runtime.ir.structure import CALLS

#: A body of more nodes than this, constants apart, is not written out in several places.
SMALL = 64


def inline_calls(graph: Graph, optimise: Callable[[Graph], Graph] = lambda body: body) -> Graph:
    """`graph` with the nodes of called functions in place of the calls.

    Args:
        graph: is not changed.
        optimise: makes what is run of a body that is called from several places.
    """
    return _Inlining(_call_sites(graph), optimise).rewritten(graph)


class _Inlining:
    """Calls of one graph; `sites` says how many there are of each body, by its identity."""

    def __init__(self, sites: Counter[int], optimise: Callable[[Graph], Graph]):
        self.sites = sites
        self.optimise = optimise
        self.bodies: dict[int, Graph] = {}

    def rewritten(self, graph: Graph) -> Graph:
        return rewrite(graph, self._visit)

    def _visit(self, node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
        if node.op not in CALLS:
            return None
        (called,) = node.regions
        if self.sites[id(called)] == 1:
            return splice(called, inputs, target, self._visit)
        body = self._body(called)
        if _size(body) <= SMALL:
            return splice(body, inputs, target, unchanged)
        return new_node(target, node, inputs, [body], node.outputs).outputs

    def _body(self, called: Graph) -> Graph:
        """What is run of a body: it takes all from the call, what it captures as well."""
        body = self.bodies.get(id(called))
        if body is None:
            body = self.rewritten(called)
            body._captures = {}
            body = self.bodies[id(called)] = self.optimise(body)
        return body


def _call_sites(graph: Graph) -> Counter[int]:
    """How many nodes call each body, in `graph` and in all that it runs."""
    sites: Counter[int] = Counter()
    waiting = [graph]
    while waiting:
        for node in waiting.pop().nodes:
            for region in node.regions:
                if node.op in CALLS:
                    sites[id(region)] += 1
                    if sites[id(region)] > 1:
                        continue
                waiting.append(region)
    return sites


def _size(graph: Graph) -> int:
    """How many nodes there are to run, in regions as well; what is called is not counted."""
    size = 0
    for node in graph.nodes:
        size += node.op not in (CONST, PLACEHOLDER)
        if node.op not in CALLS:
            size += sum(map(_size, node.regions))
    return size
