"""What tapes record: every operation, eager or of a graph, that computes something from what a tape watches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from runtime.ir import handlers
from runtime.ir.graph import PLACEHOLDER, current_graph
from runtime.ir.values import SymbolicTensor


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


class Listener(handlers.Handler):
    """A handler that records operations: a tape."""

    def watches(self, tensors: Sequence[Any]) -> bool:
        """Whether something computed from `tensors` would be recorded."""
        raise NotImplementedError

    def record(self, record: Record) -> None:
        """Takes note of an operation, if it depends on something watched."""
        raise NotImplementedError

    def extended(self, node: Any, outputs: Sequence[Any]) -> None:
        """Takes note that a node, which may have been recorded, has further outputs."""
        raise NotImplementedError

    def apply(
        self, proceed: Callable[..., Sequence[Any]], op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any]
    ) -> Sequence[Any]:
        outputs = proceed(op, inputs, attrs)
        self.record(Record(op, inputs if current_graph() is None else [_origin(x) for x in inputs], attrs, outputs))
        return outputs


def key(tensor: Any) -> Hashable:
    """What two Python objects that stand for one tensor have in common."""
    if isinstance(tensor, SymbolicTensor):
        return id(tensor.node), tensor.index
    return id(tensor)


def is_differentiable(dtype: Any) -> bool:
    """Whether gradients flow through values of this dtype."""
    return dtype.is_floating or dtype.is_complex or dtype.kind == "handle"


def listeners() -> list[Listener]:
    """The tapes of this thread that are recording, innermost last."""
    return [handler for handler in handlers.installed() if isinstance(handler, Listener)]


def paused() -> AbstractContextManager[None]:
    """Nothing of this thread is recorded inside."""
    return handlers.only([handler for handler in handlers.installed() if not isinstance(handler, Listener)])


def _origin(tensor: Any) -> Any:
    """What the user has for `tensor`: the captured value, if it stands for one, as in the inputs of a conditional."""
    while isinstance(tensor, SymbolicTensor) and tensor.node.op is PLACEHOLDER:
        outer = next((outer for outer, inner in tensor.node.graph.captures if inner.node is tensor.node), None)
        if outer is None:
            return tensor
        tensor = outer
    return tensor
