"""What is computed twice from the same values is computed once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from runtime.ir.graph import Graph, Node
from runtime.ir.rewrite import copy_node, rewrite, unchanged

#: Larger constants are not compared: it would take longer than it saves.
LARGEST = 4096


def merge_common_subexpressions(graph: Graph) -> Graph:
    """`graph` with one node in place of equal ones that have no effects. Regions are looked at one by one."""
    seen: dict[tuple[int, Hashable], Node] = {}

    def visit(node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
        if node.regions or node.op.effects or node.type == "Placeholder":
            return None
        key = key_of(node, inputs)
        if key is None:
            return None
        found = seen.get((id(target), key))
        if found is not None:
            return found.outputs
        copy = copy_node(node, inputs, target, unchanged)
        seen[id(target), key] = copy
        return copy.outputs

    return rewrite(graph, visit)


def key_of(node: Node, inputs: Sequence[Any]) -> Hashable | None:
    """What nodes have in common that compute the same, effects apart; None of a node that is not compared."""
    if node.type == "Const":
        array = node.attrs["value"]
        if array.size > LARGEST or array.dtype == object:
            return None
        return ("Const", array.dtype.str, array.shape, array.tobytes())
    key = (node.op.name, tuple(map(id, inputs)), tuple((k, _attr_key(v)) for k, v in sorted(node.attrs.items())))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _attr_key(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    return type(value), value
