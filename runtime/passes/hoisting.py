"""What is the same in every iteration of a loop is computed before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.core.specs import TensorSpec
from runtime.ir.graph import CONST, Graph, Node
from runtime.ir.rewrite import copy_node, new_node, rewrite, splice, unchanged
from runtime.ir.schema import TOTAL, TOTAL_IF_FIT
from runtime.ir.structure import LOOPS
from runtime.ir.views import Loop


def hoist_loop_invariants(graph: Graph) -> Graph:
    """`graph` with the parts of loop bodies and tests that depend on invariants alone in front of the loops."""
    return rewrite(graph, _visit)


def _visit(node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
    if node.op not in LOOPS:
        return None
    # Inner loops first: what leaves them may leave this one too.
    regions = [rewrite(region, _visit, target) for region in node.regions]
    loop = Loop(node, inputs)
    extra: list[Any] = []  # what moved out, in the order in which it becomes inputs of the regions
    hoisted = [_leave(region, loop, target, extra) for region in regions]
    if extra:
        regions = [_without(region, moved, extra, target) for region, moved in zip(regions, hoisted, strict=True)]
    return new_node(target, node, [*inputs, *extra], regions, node.outputs).outputs


def _leave(region: Graph, loop: Loop, target: Graph, extra: list[Any]) -> dict[int, Any]:
    """Copies what is invariant in `region` to `target`; returns what its outputs are there, by identity."""
    outside = dict(zip(map(id, region.inputs[loop.fixed :]), loop.invariants, strict=True))
    moved: dict[int, Any] = {}
    for node in region.nodes:
        if node.op is CONST:
            continue
        own = [outside.get(id(x)) for x in node.inputs]
        if not node.inputs or not _may_move(node):
            continue
        constants = {i: x for i, x in enumerate(node.inputs) if own[i] is None and x.node.op is CONST}
        if any(x is None and i not in constants for i, x in enumerate(own)) or len(constants) == len(own):
            continue
        for i, x in constants.items():
            own[i] = copy_node(x.node, [], target, unchanged).outputs[0]
        copy = copy_node(node, own, target, unchanged)
        for inner, outer in zip(node.outputs, copy.outputs, strict=True):
            outside[id(inner)] = moved[id(inner)] = outer
    extra.extend(moved.values())
    return moved


def _may_move(node: Node) -> bool:
    if node.regions or node.op.effects:
        return False
    if TOTAL in node.op.tags:
        return True
    return TOTAL_IF_FIT in node.op.tags and all(x.shape.is_fully_defined() for x in node.inputs)


def _without(region: Graph, moved: dict[int, Any], extra: list[Any], target: Graph) -> Graph:
    """`region` with `extra` as further inputs, which stand for what moved out of it."""
    copy = Graph(region.name, target)
    for x in region.inputs:
        copy.inputs.append(copy_node(x.node, [], copy, unchanged).outputs[0])
    own = list(copy.inputs)
    inner = {}
    for value in extra:
        placeholder = copy.placeholder(TensorSpec(value.shape, value.dtype), value.node.name)
        copy.inputs.append(placeholder)
        inner[id(value)] = placeholder

    def visit(node: Node, inputs: list[Any], written: Graph) -> Sequence[Any] | None:
        if written is copy and node.outputs and id(node.outputs[0]) in moved:
            return [inner[id(moved[id(x)])] for x in node.outputs]
        return None

    copy.outputs = splice(region, own, copy, visit)
    return copy
