"""Graphs in event files: `graph`, and `trace_on`/`trace_export` for those that run meanwhile."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from runtime.ir import handlers
from runtime.ir.graph import Graph, current_graph
from runtime.summary.events import (
    FunctionGraphs,
    RunMetadata,
    Summary,
    SummaryMetadata,
    SummaryValue,
    event_proto,
    plugin_metadata,
)
from runtime.summary.graph_view import graph_view
from runtime.summary.recording import should_record_summaries
from runtime.summary.writers import state, step_or_default
from runtime.tensor.conversion import convert_to_tensor


def graph(graph_data: Any) -> Any:
    """Writes a graph to the default writer.

    Args:
        graph_data: a `Graph`, such as the `graph` of a concrete function, or a `GraphDef`.

    Returns:
        A bool tensor: whether it was written.

    Raises:
        ValueError: if it is neither.
        RuntimeError: inside of a function.
    """
    if current_graph() is not None:
        raise RuntimeError("graph_data can be written only outside of a tf.function: call tf.summary.graph there")
    if isinstance(graph_data, Graph):
        definition = graph_view(graph_data)
    elif hasattr(graph_data, "SerializeToString") and hasattr(graph_data, "node"):
        definition = graph_data
    else:
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received "
            f"graph_data={graph_data!r} of type {type(graph_data).__name__}."
        )
    writer = state.writer
    if writer is None or not bool(should_record_summaries()):
        return convert_to_tensor(False)
    writer.write(graph_def=definition.SerializeToString())
    return convert_to_tensor(True)


class _Trace(handlers.Handler):
    """The graphs that run, in any thread, between `trace_on` and `trace_export`."""

    def __init__(self) -> None:
        self.graphs: dict[int, Graph] = {}

    def call(self, proceed: Callable[..., Sequence[Any]], graph: Graph, tensors: Sequence[Any]) -> Sequence[Any]:
        self.graphs.setdefault(id(graph), graph)
        return proceed(graph, tensors)


_trace: _Trace | None = None
_lock = threading.Lock()


def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None) -> None:
    """Begins to note which graphs run, for `trace_export`.

    Args:
        graph: whether graphs are noted.
        profiler: profiles are not covered: there will be none, and a warning says so.
        profiler_outdir: where they would go.
    """
    global _trace
    if current_graph() is not None:
        warnings.warn("Cannot enable trace inside a tf.function: call tf.summary.trace_on outside", stacklevel=2)
        return
    if profiler:
        warnings.warn(
            "tf.summary.trace_on(profiler=True): there is no profiler, and no profile will be written; the graphs are. "
            "For times, use cProfile or py-spy: plans are Python functions",
            stacklevel=2,
        )
    with _lock:
        if _trace is not None:
            warnings.warn("Trace already enabled", stacklevel=2)
            return
        if graph or profiler:
            _trace = _Trace()
            handlers.install_everywhere(_trace)


def trace_export(name: str, step: Any = None, profiler_outdir: str | None = None) -> None:
    """Writes the graphs that ran since `trace_on` to the default writer, and stops noting them.

    Args:
        name: the tag.
        step: see `write`.
        profiler_outdir: where a profile would go.

    Raises:
        ValueError: if `trace_on` was not called, or there is no step.
    """
    global _trace
    if _trace is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if current_graph() is not None:
        warnings.warn("Cannot export trace inside a tf.function: call tf.summary.trace_export outside", stacklevel=2)
        return
    step = step_or_default(step)
    graphs = list(_trace.graphs.values())
    if state.writer is not None and bool(should_record_summaries()):
        views = [FunctionGraphs(pre_optimization_graph=graph_view(graph)) for graph in graphs]
        metadata = RunMetadata(function_graphs=views)
        value = SummaryValue(
            tag=name,
            tensor=event_proto(metadata.SerializeToString()),
            metadata=SummaryMetadata.FromString(plugin_metadata("graph_run_metadata_graph", b"1")),
        )
        state.writer.write(step=int(step), summary=Summary(value=[value]))
    trace_off()


def trace_off() -> None:
    """Stops noting which graphs run, and forgets those that did."""
    global _trace
    with _lock:
        if _trace is not None:
            handlers.remove_everywhere(_trace)
        _trace = None
