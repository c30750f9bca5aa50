"""Which nodes of a graph act on what is outside of the program: those that write files, and those that call Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from runtime.core import errors
from runtime.ir.graph import Graph, Node
from runtime.ir.schema import CHECK, Effect, acts_outside
from runtime.ir.structure import CALLS


def _what_it_does(node: Node) -> str | None:
    """What a node does outside of the program, in words; None if it does nothing there.

    An operation that nobody has looked at is taken to do something if it may.
    """
    if node.op in acts_outside:
        what = acts_outside[node.op]
        found: str | None = what(node) if callable(what) else what
        return found
    return "may do anything" if node.op.effects & Effect.OUTPUT and CHECK not in node.op.tags else None


def check_inside(file: str, functions: Iterable[Graph]) -> None:
    """Checks that functions do nothing outside of the program.

    Args:
        file: where they are, for the error.
        functions: their graphs, and those of the functions that they call.

    Raises:
        PermissionDeniedError: if one does; the message names the node.
    """
    for function in functions:
        for node in _nodes(function):
            what = _what_it_does(node)
            if what is not None:
                raise errors.PermissionDeniedError(
                    None, None,
                    f"{file}: the function '{function.name}' {what}: %{node.name} = {node.type}(...)\n  help: load it "
                    "with allow_effects=True if you trust whoever made it",
                )  # fmt: skip


def _nodes(graph: Graph) -> Iterator[Any]:
    for node in graph.nodes:
        yield node
        if node.op not in CALLS:
            for region in node.regions:
                yield from _nodes(region)
