"""Names of `tf` that are about when and where operations run. Here program order decides, so most ask for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from runtime.ir.graph import current_graph
from runtime.ir.static_value import constant_value
from runtime.ir.values import EagerTensor, SymbolicTensor
from runtime.library import shaping
from runtime.ops import sequencing as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


@contextmanager
def control_dependencies(control_inputs: Any) -> Iterator[None]:
    """Runs what is in the block after `control_inputs`; what was made before always runs before, where it matters."""
    yield


@contextmanager
def device(device_name: Any) -> Iterator[None]:
    """Accepts the name of a device; there is one, the CPU.

    >>> with device('/CPU:0'):
    ...     x = convert_to_tensor(1)
    """
    yield


def no_op(name: str | None = None) -> Any:
    """Does nothing. In a graph a node, otherwise None."""
    graph = current_graph()
    return None if graph is None else graph.add(ops.NO_OP, (), {}, name=name)


def group(*inputs: Any, **kwargs: Any) -> Any:
    """A node that stands for all of `inputs` having run; None outside of graphs.

    Args:
        *inputs: tensors or nodes.
        **kwargs: `name`, of the node.
    """
    return no_op(kwargs.get("name"))


def tuple_(tensors: Any, control_inputs: Any = None, name: str | None = None) -> list[Any]:
    """`tensors`, available once all of them are."""
    return [None if x is None else shaping.identity(x) for x in tensors]


def timestamp(name: str | None = None) -> Any:
    """The seconds since the epoch, when the operation runs: a float64."""
    return apply(ops.TIMESTAMP, (), name=name)


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor as an array, if it is known while the graph is built; otherwise None.

    >>> get_static_value(convert_to_tensor([1, 2]))
    array([1, 2], dtype=int32)
    """
    if isinstance(tensor, EagerTensor):
        return tensor.numpy()
    value = constant_value(convert_to_tensor(tensor))
    return value if value is None or value.ndim else value[()]


def is_symbolic_tensor(x: Any) -> bool:
    """Whether `x` is a tensor of a graph, without a value yet."""
    return isinstance(x, SymbolicTensor)
