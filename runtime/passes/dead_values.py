"""What a loop carries, or a conditional gives, and nothing looks at is dropped: a value that only feeds itself, say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from runtime.ir.graph import Graph, Node
from runtime.ir.structure import CALLS, LOOPS, OBSERVED, effects_of
from runtime.ir.views import Loop, view
from runtime.passes.prune import prune


def drop_dead_values(graph: Graph) -> Graph:
    """Drops, in place, the results of loops and conditionals that nothing uses, and what made them."""
    return prune(_Liveness().without_dead(graph))


class _Liveness:
    """Which values something depends on.

    Attributes:
        known: the inputs, by position, that some results of a node with regions depend on, by the identity of the node,
            how many results it has and which these are. Without it, what is in regions would be looked at again for
            every region and every round of a loop around it.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}

    def without_dead(self, graph: Graph) -> Graph:
        used = _ids(graph.outputs)
        for node in reversed(graph.nodes):
            if node.regions and node.op not in CALLS:
                results = _used_outputs(node, used)
                _keep(node, self.live(node, results) if node.op in LOOPS else results)
                for region in node.regions:
                    self.without_dead(region)
            used |= self.needed_by(node, used)
        return graph

    def live(self, node: Node, results: Sequence[int]) -> list[int]:
        """Which of the values that a loop carries these results depend on, or its test, or its effects."""
        loop = Loop(node)
        tested = self.needed(loop.test, loop.test.outputs)
        new = {k for k, x in enumerate(loop.operands(loop.test.inputs)) if id(x) in tested} | set(results)
        live: set[int] | None = None
        while live is None or not new <= live:
            live = new if live is None else live | new
            needed = self.needed(loop.body, [loop.body.outputs[k] for k in live])
            new = {k for k, x in enumerate(loop.operands(loop.body.inputs)) if id(x) in needed}
        return sorted(live)

    def needed(self, graph: Graph, outputs: Iterable[Any]) -> set[int]:
        """The values in `graph` that `outputs` are computed from, or what is observed, by their identity."""
        used = _ids(outputs)
        for node in reversed(graph.nodes):
            used |= self.needed_by(node, used)
        return used

    def needed_by(self, node: Node, used: Collection[int]) -> set[int]:
        """The inputs that `node` needs for those of its outputs that are used, and for what is observed of it."""
        results = _used_outputs(node, used)
        if not results and not effects_of(node) & OBSERVED:
            return set()
        if not node.regions or node.op in CALLS:
            return _ids(node.inputs)
        key = id(node), len(node.outputs), tuple(results)
        places = self.known.get(key)
        if places is None:
            places = self.known[key] = self.needed_places(node, results)
        return _ids([node.inputs[i] for i in places])

    def needed_places(self, node: Node, results: Sequence[int]) -> list[int]:
        if node.op in LOOPS:
            dead = _dead_places(node, self.live(node, results))
            return [i for i in range(len(node.inputs)) if i not in dead]
        skipped = view(node).skipped
        found = set(range(skipped))
        for region in node.regions:
            needed = self.needed(region, [region.outputs[k] for k in results])
            found |= {skipped + i for i, x in enumerate(region.inputs) if id(x) in needed}
        return sorted(found)


def _keep(node: Node, kept: Sequence[int]) -> None:
    """Drops the other results of `node`."""
    if len(kept) == len(node.outputs):
        return
    if node.op in LOOPS:
        dead = _dead_places(node, kept)
        node.attrs = {**node.attrs, "carried": len(kept)}
        node.inputs = _without(node.inputs, dead)
        for region in node.regions:
            region.inputs = _without(region.inputs, dead)
    for region in node.regions[1:] if node.op in LOOPS else node.regions:
        region.outputs = [region.outputs[k] for k in kept]
    node.outputs = [node.outputs[k] for k in kept]
    for index, y in enumerate(node.outputs):
        y.index = index


def _dead_places(node: Node, live: Sequence[int]) -> set[int]:
    """The places among the inputs of a loop of what it carries besides."""
    return {place for k, place in enumerate(Loop(node).carried) if k not in live}


def _used_outputs(node: Node, used: Collection[int]) -> list[int]:
    return [k for k, y in enumerate(node.outputs) if id(y) in used]


def _ids(values: Iterable[Any]) -> set[int]:
    return set(map(id, values))


def _without(values: Sequence[Any], places: Collection[int]) -> list[Any]:
    return [x for i, x in enumerate(values) if i not in places]
