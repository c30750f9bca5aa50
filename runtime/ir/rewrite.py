"""Copying graphs while changing them: what every pass is written with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.ir.graph import Graph, Node
from runtime.ir.structure import CALLS
from runtime.ir.values import SymbolicTensor

#: What a pass does with a node: given the node, what its inputs have become, and the graph that is being written, it
#: returns what the outputs become, or None to have the node copied.
Visitor = Callable[[Node, list[Any], Graph], Sequence[Any] | None]


def rewrite(graph: Graph, visit: Visitor, parent: Graph | None = None) -> Graph:
    """A copy of `graph` in which `visit` had its say on every node, those of regions included.

    The inputs stay as they are, in number and order. The bodies of calls are shared with the original.
    """
    copy = Graph(graph.name, parent, graph.is_function)
    for tensor in graph.inputs:
        copy.inputs.append(copy_node(tensor.node, [], copy, visit).outputs[0])
    copy.outputs = splice(graph, copy.inputs, copy, visit)
    moved = dict(zip(map(id, graph.inputs), copy.inputs, strict=True))
    for outer, inner in graph.captures:
        copy._captures[id(outer)] = (outer, moved[id(inner)], outer)
    return copy


def splice(source: Graph, arguments: Sequence[Any], target: Graph, visit: Visitor) -> list[Any]:
    """Writes what `source` does with `arguments` to the end of `target`. Returns what its outputs have become."""
    values = {id(x): value for x, value in zip(source.inputs, arguments, strict=True)}
    inputs = {id(x.node) for x in source.inputs}
    for node in source.nodes:
        if id(node) in inputs:
            continue
        own = [values[id(x)] for x in node.inputs]
        outputs = visit(node, own, target)
        if outputs is None:
            outputs = copy_node(node, own, target, visit).outputs
        for old, new in zip(node.outputs, outputs, strict=True):
            values[id(old)] = new
    return [values[id(x)] for x in source.outputs]


def copy_node(node: Node, inputs: Sequence[Any], target: Graph, visit: Visitor) -> Node:
    """A node of `target` like `node`, of other inputs."""
    regions = node.regions
    if regions and node.op not in CALLS:
        regions = [rewrite(region, visit, target) for region in regions]
    return new_node(target, node, inputs, regions, node.outputs)


def new_node(target: Graph, like: Node, inputs: Sequence[Any], regions: Sequence[Graph], specs: Sequence[Any]) -> Node:
    """A node of `target` with the operation, attributes and place of `like`; `specs` have the types of its outputs."""
    node = Node(target, like.op, target.unique_name(like.name), inputs, like.attrs, regions, like.location)
    node.outputs = [SymbolicTensor(node, i, spec.dtype, spec.shape) for i, spec in enumerate(specs)]
    target.nodes.append(node)
    return node


def unchanged(node: Node, inputs: list[Any], target: Graph) -> None:
    """The visitor that copies."""
