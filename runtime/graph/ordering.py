"""Control edges: the order of nodes that read or write the same thing, where no value of theirs says it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from runtime.graph.graph import Graph, Node
from runtime.ops.declare import Effect

#: What nodes with the effect OUTPUT have in common: the world outside.
_WORLD = "world"


def add_control_edges(graph: Graph) -> Graph:
    """Sets the control inputs of the nodes of `graph` and its regions: those before them that they conflict with.

    A write comes after the reads and the write before it, a read after the write before it; what prints, checks or
    calls Python keeps its order.
    """
    writers: dict[Hashable, Node] = {}
    readers: dict[Hashable, list[Node]] = {}
    for node in graph.nodes:
        before: dict[int, Node] = {}
        for key, writes in _touched(node):
            earlier = readers.pop(key, []) if writes else []
            if not earlier and key in writers:
                earlier = [writers[key]]
            before.update({id(other): other for other in earlier if other is not node})
            if writes:
                writers[key] = node
            else:
                readers.setdefault(key, []).append(node)
        inputs = {id(x.node) for x in node.inputs}
        node.control_inputs = tuple(other for key, other in before.items() if key not in inputs)
        for region in node.regions:
            add_control_edges(region)
    return graph


def _touched(node: Node) -> Iterator[tuple[Hashable, bool]]:
    """What `node` reads (False) or writes (True): resources by the identity of the tensor that stands for them."""
    effects = node.op.effects
    if effects & (Effect.READ | Effect.WRITE) and node.inputs:
        yield id(node.inputs[0]), bool(effects & Effect.WRITE)
    if effects & Effect.OUTPUT:
        yield _WORLD, True
    for region in node.regions:
        offset = len(node.inputs) - len(region.inputs)
        outside = {id(x): node.inputs[offset + i] for i, x in enumerate(region.inputs) if offset + i >= 0}
        for inner in region.nodes:
            for key, writes in _touched(inner):
                if key == _WORLD:
                    yield key, writes
                elif key in outside:
                    yield id(outside[key]), writes
