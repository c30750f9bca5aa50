"""Which nodes of a graph act on what is outside of the program: those that write files, and those that call Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from runtime.core import errors
from runtime.ir.graph import CONST, Graph, Node
from runtime.ir.schema import Effect
from runtime.ir.structure import CALLS

#: Operations with the effect OUTPUT that only look, check or print.
_HARMLESS = frozenset({
    "Assert", "AssertEqual", "AssertGreater", "AssertGreaterEqual", "AssertLess", "AssertLessEqual", "AssertNegative",
    "AssertNonNegative", "AssertNonPositive", "AssertNoneEqual", "AssertPositive", "CheckNumerics", "CheckNumericsV2",
    "DatasetToSingleElement", "MakeIterator", "MatchingFiles", "Raise", "ReadFile", "ReduceDataset", "Require",
    "RequireIteration", "Timestamp",
})  # fmt: skip


def _printed(node: Node) -> str | None:
    stream = node.attrs.get("output_stream")
    return None if stream in ("stdout", "stderr") else f"prints to {stream!r}"


def _cached(node: Node) -> str | None:
    name = node.inputs[1].node
    kept_in_memory = name.op is CONST and not name.attrs["value"].item()
    return None if kept_in_memory else "keeps elements in a file"


def _always(what: str) -> Callable[[Node], str | None]:
    return lambda node: what


#: What a node of an operation does outside; None if nothing.
_ACTS: dict[str, Callable[[Node], str | None]] = {
    "CacheDatasetV2": _cached,
    "EagerPyFunc": _always("calls Python"),
    "EagerPyFuncGradient": _always("calls Python"),
    "FlushSummaryWriter": _always("writes a file"),
    "GeneratorDataset": _always("calls Python"),
    "PrintV2": _printed,
    "PyFunc": _always("calls Python"),
    "PyFuncStateless": _always("calls Python"),
    "WriteFile": _always("writes a file"),
    "WriteSummary": _always("writes a file"),
}


def acts_outside(node: Node) -> str | None:
    """What a node does outside of the program, in words; None if it does nothing there.

    An operation that nobody has looked at is taken to do something if it may.
    """
    if node.type in _ACTS:
        return _ACTS[node.type](node)
    if node.op.effects & Effect.OUTPUT and node.type not in _HARMLESS:
        return "may do anything"
    return None


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
            what = acts_outside(node)
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
