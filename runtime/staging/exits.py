"""Exits: places in a region where it ends early if a condition holds.

A region is traced as if none of its exits were taken. Then what comes after an exit is moved into a conditional, which
runs it if the exit is not taken; what is left of its values otherwise is zeros, which nobody reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from runtime.core.specs import TensorSpec
from runtime.ir.graph import PLACEHOLDER, Graph, Node, current_graph
from runtime.ir.regions import add_conditional, trace_region
from runtime.ir.rewrite import copy_node, unchanged
from runtime.ir.values import SymbolicTensor


class Exit(NamedTuple):
    """An exit of a graph under construction.

    Attributes:
        position: how many nodes there were before it.
        condition: a scalar bool tensor.
        values: what the region has to say if it is taken.
        what: as it was given.
    """

    position: int
    condition: Any
    values: Sequence[Any]
    what: Any


def move_behind_exits(graph: Graph, wanted: Sequence[Any], zeros: Callable[[TensorSpec], Any]) -> list[Any]:
    """Moves what follows each exit of a graph, which is the current one, into a conditional.

    Args:
        wanted: tensors of the graph.
        zeros: makes any tensor of a type.

    Returns:
        What has become of each of these.
    """
    exits: list[Exit] = graph.exits or []
    first = exits[0].position
    tail = graph.nodes[first:]
    graph.nodes[first:] = [node for node in tail if node.op is PLACEHOLDER]  # inputs stay inputs of the graph
    moved = [node for node in tail if node.op is not PLACEHOLDER]
    ends = [sum(node.op is not PLACEHOLDER for node in tail[: exit_.position - first]) for exit_ in exits]
    moving = _Moving(moved, [exit_.condition for exit_ in exits], [*ends, len(moved)], zeros)
    values: dict[tuple[int, int], Any] = {}
    moving.write(0, values, [tensor for tensor in wanted if isinstance(tensor, SymbolicTensor)])
    return [_found(values, tensor) for tensor in wanted]


class _Moving:
    """The nodes that follow the first exit; `ends` are the positions among them of the exits, and of the end."""

    def __init__(self, nodes: list[Node], conditions: list[Any], ends: list[int], zeros: Callable[[TensorSpec], Any]):
        self.nodes = nodes
        self.conditions = conditions
        self.ends = ends
        self.zeros = zeros

    def write(self, number: int, values: dict[tuple[int, int], Any], wanted: Sequence[Any]) -> None:
        """Adds what follows an exit to the current graph, and to `values` what becomes of those that are wanted."""
        rest = self.nodes[self.ends[number] :]
        if not rest:
            return
        later = {id(node) for node in rest}
        needed = {_key(tensor): tensor for tensor in wanted if id(tensor.node) in later}
        types = [TensorSpec(tensor.shape, tensor.dtype) for tensor in needed.values()]

        def following() -> list[Any]:
            inner = current_graph()
            assert inner is not None
            own = dict(values)
            for node in self.nodes[self.ends[number] : self.ends[number + 1]]:
                copy = copy_node(node, [inner.capture(_found(own, x)) for x in node.inputs], inner, unchanged)
                own.update({(id(node), i): output for i, output in enumerate(copy.outputs)})
            if number + 1 < len(self.conditions):
                self.write(number + 1, own, list(needed.values()))
            return [own[key] for key in needed]

        condition = _found(values, self.conditions[number])
        left = trace_region(lambda: [*map(cache(self.zeros), types)], [], "left")
        stayed = trace_region(following, [], "stayed")
        for region in (left, stayed):
            region.graph.outputs = region.results
        values.update(zip(needed, add_conditional(condition, left.graph, stayed.graph, types), strict=True))


def _key(tensor: Any) -> tuple[int, int]:
    return id(tensor.node), tensor.index


def _found(values: dict[tuple[int, int], Any], tensor: Any) -> Any:
    if not isinstance(tensor, SymbolicTensor):
        return tensor
    return values.get((id(tensor.node), tensor.index), tensor)
