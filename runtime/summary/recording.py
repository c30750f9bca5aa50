"""Writing a tensor as a summary, at once or each time a graph runs: to which writer, at which step, and whether."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from runtime.core import dtypes
from runtime.ir.graph import Graph, current_graph, current_scope, name_scope
from runtime.ir.schema import Effect, acts_outside, declare, no_gradient
from runtime.ir.static_value import constant_value
from runtime.ir.values import is_tensor
from runtime.library.control_flow import cond
from runtime.library.shaping import cast
from runtime.ops.shape_rules import nothing
from runtime.summary.events import Summary, SummaryMetadata, SummaryValue, event_proto
from runtime.summary.writers import SummaryWriter, state, step_or_default
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def write(tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> Any:
    """Writes a tensor to the default writer, each time the graph runs if one is being built.

    Args:
        tag: its name.
        tensor: the tensor, or a function without arguments that returns it, called only if it is to be written.
        step: a number, a tensor or a variable; by default that of `experimental.set_step` or of the writer.
        metadata: a `SummaryMetadata`, or its bytes: which part of TensorBoard shows the tensor.
        name: of the node.

    Returns:
        A bool tensor: whether it was written.

    Raises:
        ValueError: if there is a writer, but no step.
    """
    writer = state.writer
    if writer is None or not writer.records:
        return convert_to_tensor(False)
    step = step_or_default(step)
    if metadata is not None and not isinstance(metadata, bytes):
        metadata = metadata.SerializeToString()
    attrs = {"_writer": writer, "tag": str(tag), "summary_metadata": metadata or b""}

    def written() -> Any:
        value = convert_to_tensor(tensor() if callable(tensor) and not is_tensor(tensor) else tensor)
        apply(WRITE_SUMMARY, (_as_step(step), value), attrs, name or "write_summary")
        return convert_to_tensor(True)

    return _if_recording(written)


def _as_step(step: Any) -> Any:
    tensor = convert_to_tensor(step, dtypes.int64) if not is_tensor(step) else convert_to_tensor(step)
    return tensor if tensor.dtype is dtypes.int64 else cast(tensor, dtypes.int64)


def _if_recording(written: Callable[[], Any]) -> Any:
    """What `written` returns if summaries are to be recorded, else False."""
    condition = _condition()
    known = constant_value(condition) if is_tensor(condition) else condition
    if known is None:
        return cond(condition, written, lambda: convert_to_tensor(False))
    return written() if bool(known) else convert_to_tensor(False)


def _condition() -> Any:
    condition = state.condition
    return condition() if callable(condition) and not is_tensor(condition) else condition


def _write_kernel(step: Any, tensor: Any, tag: str, summary_metadata: bytes, _writer: SummaryWriter) -> tuple[()]:
    value = SummaryValue(tag=tag, tensor=event_proto(tensor))
    if summary_metadata:
        value.metadata = SummaryMetadata.FromString(summary_metadata)
    _writer.write(step=int(step), summary=Summary(value=[value]))
    return ()


WRITE_SUMMARY = declare(
    "WriteSummary",
    "step: int64, tensor: T; tag: str, summary_metadata: bytes, _writer: object ->",
    _write_kernel,
    shapes=nothing,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
    T=dtypes.ALL,
)
acts_outside[WRITE_SUMMARY] = "writes a file"


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Writes to the file what waits to be written, each time the graph runs if one is being built.

    Args:
        writer: the writer; by default that of `as_default`.
        name: of the node.
    """
    writer = state.writer if writer is None else writer
    if writer is not None:
        writer.flush()


@contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Records summaries inside of a `with` statement if a condition holds.

    Args:
        condition: a bool, a bool tensor, or a function without arguments that returns one; it is called at every
            summary.
    """
    outer = state.condition
    state.condition = condition
    try:
        yield
    finally:
        state.condition = outer


def should_record_summaries() -> Any:
    """A bool tensor: whether there is a writer, and what `record_if` says."""
    if state.writer is None or not state.writer.records:
        return convert_to_tensor(False)
    return convert_to_tensor(_condition())


def get_step() -> Any:
    """The default step of this thread; None if there is none."""
    return state.step


def set_step(step: Any) -> None:
    """Sets the default step of this thread.

    Args:
        step: a number, a variable, or None. A number is part of the graphs that are built; a variable is read by them
            each time they run.
    """
    state.step = step


@contextmanager
def summary_scope(name: str | None, default_name: str = "summary", values: Any = None) -> Iterator[tuple[str, str]]:
    """A name scope for a summary.

    Args:
        name: of the summary; `default_name` if it is None.
        values: accepted for TensorFlow's sake.

    Yields:
        The tag, which is the name with the scopes around it, and the scope.
    """
    name = name or default_name
    graph = current_graph()
    tag = f"{_region_scope(graph)}{current_scope()}{name.strip('/')}"
    # Scopes allow fewer characters than tags do.
    label = (
        "".join(c if c.isascii() and (c.isalnum() or c in "_.-/>") else "_" for c in name).lstrip("_./-") or "summary"
    )
    if graph is None:
        yield tag, f"{current_scope()}{label}/"
        return
    with name_scope(label) as scope:
        yield tag, scope


def _region_scope(graph: Graph | None) -> str:
    """The scopes of the conditionals and loops that are being built around, as TensorFlow's names have them: `while/`.

    A conditional or loop becomes a node when its regions are complete; the name is the one that it will have then.
    """
    if graph is None or graph.is_function or graph.parent is None:
        return ""
    kind = next((kind for label, kind in _REGION_KINDS.items() if graph.name.startswith(label)), "cond")
    outer, _, inner = kind.partition("/")
    return f"{_region_scope(graph.parent)}{graph.parent.next_name(outer)}/{inner and inner + '/'}"


#: The names of nodes that run regions, by how the names of these begin.
_REGION_KINDS = {"body": "while", "cond": "while", "branch": "switch_case/indexed_case"}
