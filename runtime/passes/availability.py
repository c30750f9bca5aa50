"""What is computed before a conditional or a loop is not computed again in it, from the same values."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from runtime.ir.graph import Graph, Node
from runtime.ir.rewrite import copy_node, new_node, rewrite, unchanged
from runtime.ir.structure import CALLS
from runtime.ir.views import View, view
from runtime.passes.hoisting import with_inputs
from runtime.passes.subexpressions import key_of


def reuse_available_values(graph: Graph) -> Graph:
    """`graph` with what the graph around a region has already as further inputs of the region."""
    #: By the identity of the graph they are in.
    available: dict[int, dict[Hashable, Node]] = {}

    def visit(node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
        known = available.setdefault(id(target), {})
        if not node.regions:
            copy = copy_node(node, inputs, target, unchanged)
            if (key := _key(node, inputs)) is not None:
                known.setdefault(key, copy)
            return copy.outputs
        if node.op in CALLS:
            return None
        extra: list[Any] = []
        found = [_found(region, view(node, inputs), known, extra) for region in node.regions]
        regions = node.regions
        if extra:
            regions = [with_inputs(region, moved, extra, target) for region, moved in zip(regions, found, strict=True)]
        regions = [rewrite(region, visit, target) for region in regions]
        return new_node(target, node, [*inputs, *extra], regions, node.outputs).outputs

    return rewrite(graph, visit)


def _key(node: Node, inputs: Sequence[Any]) -> Hashable | None:
    return None if node.op.effects or node.type == "Placeholder" else key_of(node, inputs)


def _found(region: Graph, viewed: View, known: dict[Hashable, Node], extra: list[Any]) -> dict[int, Any]:
    """What the outputs of nodes of `region` are outside, by identity; what they need is added to `extra`."""
    start = viewed.fixed
    outside = dict(zip(map(id, region.inputs[start:]), viewed.passed[start:], strict=True))
    moved: dict[int, Any] = {}
    for node in region.nodes:
        own = [outside.get(id(x)) for x in node.inputs]
        key = None if node.regions or any(x is None for x in own) else _key(node, own)
        same = known.get(key) if key is not None else None
        if same is None:
            continue
        for inner, outer in zip(node.outputs, same.outputs, strict=True):
            outside[id(inner)] = outer
            if node.type != "Const":  # each region has its own constants
                moved[id(inner)] = outer
    extra.extend({id(x): x for x in moved.values() if not any(x is y for y in extra)}.values())
    return moved
