"""What tapes record: every operation, eager or of a graph, that computes something from what a tape watches.

Each thread has its own tapes. While any thread has one, a single recorder of this module hangs in the dispatcher and in
the graphs, and hands what happens to the tapes of the thread it happens in.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from runtime.ir import context
from runtime.ir.values import SymbolicTensor
from runtime.tensor import dispatch


class Record:
    """One operation that ran, or that was added to a graph: what gradient rules take for a node.

    Attributes:
        op: its declaration.
        inputs: tensors, as they were given.
        attrs: its attributes.
        outputs: its results.
    """

    __slots__ = ("attrs", "inputs", "op", "outputs")

    def __init__(self, op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any], outputs: Sequence[Any]):
        self.op = op
        self.inputs = inputs
        self.attrs = attrs
        self.outputs = outputs


class Listener(Protocol):
    """What can be put among the tapes of a thread."""

    def watches(self, tensors: Sequence[Any]) -> bool:
        """Whether something computed from `tensors` would be recorded."""

    def record(self, record: Record) -> None:
        """Takes note of an operation, if it depends on something watched."""

    def extended(self, node: Any, outputs: Sequence[Any]) -> None:
        """Takes note that a node, which may have been recorded, has further outputs."""


class _Thread(threading.local):
    listeners: tuple[Listener, ...] = ()


_thread = _Thread()
_lock = threading.Lock()
_active = 0


def key(tensor: Any) -> Hashable:
    """What two Python objects that stand for one tensor have in common."""
    if isinstance(tensor, SymbolicTensor):
        return id(tensor.node), tensor.index
    return id(tensor)


def is_differentiable(dtype: Any) -> bool:
    """Whether gradients flow through values of this dtype."""
    return dtype.is_floating or dtype.is_complex or dtype.kind == "handle"


def listeners() -> tuple[Listener, ...]:
    """The tapes of this thread that are recording, outermost first."""
    return _thread.listeners


def start(listener: Listener) -> None:
    """Has `listener` told of everything that happens in this thread."""
    global _active
    _thread.listeners = (*_thread.listeners, listener)
    with _lock:
        _active += 1
        if _active == 1:
            dispatch.recorders = (*dispatch.recorders, _record)
            context.recorders = (*context.recorders, _record_node)


def stop(listener: Listener) -> None:
    """Ends `start`."""
    global _active
    _thread.listeners = tuple([other for other in _thread.listeners if other is not listener])
    with _lock:
        _active -= 1
        if not _active:
            dispatch.recorders = tuple([r for r in dispatch.recorders if r is not _record])
            context.recorders = tuple([r for r in context.recorders if r is not _record_node])


@contextmanager
def paused() -> Iterator[None]:
    """Nothing of this thread is recorded inside."""
    saved = _thread.listeners
    _thread.listeners = ()
    try:
        yield
    finally:
        _thread.listeners = saved


@contextmanager
def only_before(listener: Listener) -> Iterator[None]:
    """What happens inside is recorded by the tapes that were started before `listener` alone."""
    saved = _thread.listeners
    place = next((i for i, other in enumerate(saved) if other is listener), len(saved))
    _thread.listeners = saved[:place]
    try:
        yield
    finally:
        _thread.listeners = saved


def _record(op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any], outputs: Sequence[Any]) -> None:
    active = _thread.listeners
    if active:
        record = Record(op, inputs, attrs, outputs)
        for listener in active:
            listener.record(record)


def _record_node(op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any], outputs: Sequence[Any]) -> None:
    if _thread.listeners:
        _record(op, [_origin(x) for x in inputs], attrs, outputs)


def _origin(tensor: Any) -> Any:
    """What the user has for `tensor`: the captured value, if it stands for one, as in the inputs of a conditional."""
    while isinstance(tensor, SymbolicTensor) and tensor.node.op.name == "Placeholder":
        outer = next((outer for outer, inner in tensor.node.graph.captures if inner.node is tensor.node), None)
        if outer is None:
            return tensor
        tensor = outer
    return tensor
