"""Calls become what they call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.graph.graph import Graph, Node
from runtime.graph.rewrite import rewrite, splice
from runtime.graph.structure import CALLS


def inline_calls(graph: Graph) -> Graph:
    """`graph` with the nodes of called functions in place of the calls."""
    return rewrite(graph, _visit)


def _visit(node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
    if node.op not in CALLS:
        return None
    return splice(node.regions[0], inputs, target, _visit)
