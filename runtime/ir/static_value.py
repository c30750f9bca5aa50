"""What is known of a tensor's value while a graph is built: constants, and shapes computed from shapes.

Inference asks here about the tensors that decide shapes: the shape of a `Reshape`, the axis of a `Sum`. What operations
on shapes hold of shapes that are not known, or partly, are columns; `runtime.ops.shape_values` fills them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from runtime.core import shapes
from runtime.core.shapes import TensorShape
from runtime.ir.graph import CONST, PLACEHOLDER
from runtime.ir.schema import FOLDED, Column
from runtime.ir.values import EagerTensor, SymbolicTensor, Tensor, refinements

#: Values of more elements than this are not folded: inference needs shapes and axes, which are small.
_LARGEST = 1024


#: The value of the outputs of a node, from the shapes of its inputs: a function of the node, to an array or None.
values_from_shapes = Column("value from shapes")

#: The shape that the output of a node holds, if more is known of it than its rank: a function of the node.
shapes_held = Column("shape that it holds")


class Known:
    """What has been found out of the outputs of a node, by their index. It holds until a shape is refined."""

    __slots__ = ("refinements", "shapes", "values")

    def __init__(self) -> None:
        self.refinements = refinements()
        self.values: dict[int, np.ndarray | None] = {}
        self.shapes: dict[int, TensorShape | None] = {}


def _known(node: Any) -> Known:
    known = node.known
    if known is None or known.refinements != refinements():
        known = node.known = Known()
    return known


def constant_value(tensor: Any) -> np.ndarray | None:
    """The value of `tensor` if it is known without running a graph, else None.

    Args:
        tensor: a tensor. A symbolic one is known if it is a constant, or computed from constants and known shapes.
    """
    if isinstance(tensor, EagerTensor):
        return tensor._array if isinstance(tensor._array, np.ndarray) else None
    if not isinstance(tensor, SymbolicTensor):
        return None
    values = _known(tensor.node).values
    if tensor.index not in values:
        _find(tensor)
    return values[tensor.index]


def _find(tensor: SymbolicTensor) -> None:
    """Finds the values of `tensor` and of all that it is computed from, these first.

    With a stack of its own: what a tensor is computed from may be deeper than Python's.
    """
    waiting = [(tensor, False)]
    while waiting:
        found, are_sources_known = waiting.pop()
        node = found.node
        known = _known(node)
        if found.index in known.values:
            continue
        if not are_sources_known:
            waiting.append((found, True))
            waiting.extend([(x, False) for x in _sources(found) if isinstance(x, SymbolicTensor)])
            continue
        known.values[found.index] = _computed(found)
        if node.op in shapes_held and found.dtype.is_integer and found.shape.rank == 1:
            constant_shape(found)


def _sources(tensor: SymbolicTensor) -> Sequence[Any]:
    """The tensors that the value of `tensor`, or the shape it holds, may be found from."""
    node = tensor.node
    if node.op is PLACEHOLDER:
        source = _captured(tensor)
        return () if source is None else (source,)
    return node.inputs if FOLDED in node.op.tags else ()


def _values(tensors: Iterable[Any]) -> list[np.ndarray] | None:
    """The values of some tensors; None if one is not known."""
    values = []
    for tensor in tensors:
        value = constant_value(tensor)
        if value is None:
            return None
        values.append(value)
    return values


def _computed(tensor: SymbolicTensor) -> np.ndarray | None:
    node = tensor.node
    if node.op is CONST:
        return node.attrs["value"]
    if node.op is PLACEHOLDER:
        return constant_value(_captured(tensor))
    found = _folded(tensor) if FOLDED in node.op.tags else None
    if found is None and node.op in values_from_shapes:
        found = values_from_shapes[node.op](node)
    return found


def _folded(tensor: SymbolicTensor) -> np.ndarray | None:
    node = tensor.node
    if (tensor.shape.num_elements() or 0) > _LARGEST:
        return None
    values = _values(node.inputs)
    if values is None:
        return None
    try:
        with np.errstate(all="ignore"):
            result = node.op.kernel(*values, **node.attrs)
    except Exception:  # what fails, fails when it runs: that is where the error belongs
        return None
    return np.asarray(result[tensor.index] if isinstance(result, (tuple, list)) else result)


def constant_shape(tensor: Any) -> TensorShape:
    """The shape that a shape-valued tensor holds, as far as known: `Shape` of a partly known shape, a stack of sizes.

    Args:
        tensor: a vector of integers, or -1 for an unknown size.
    """
    value = constant_value(tensor)
    if value is not None:
        return TensorShape([None if d < 0 else int(d) for d in value.ravel()])
    if isinstance(tensor, SymbolicTensor):
        partial = shapes_held[tensor.node.op]
        if partial is not None:
            known = _known(tensor.node).shapes
            if tensor.index not in known:
                known[tensor.index] = partial(tensor.node)
            found = known[tensor.index]
            if found is not None:
                return found
    size = tensor.shape[0] if tensor.shape.rank == 1 else None
    return shapes.unknown_shape(size)


def constant_int(tensor: Any) -> int | None:
    """The value of a scalar integer tensor if it is known, else None."""
    value = constant_value(tensor)
    return None if value is None or value.size != 1 else int(value.item())


def _captured(tensor: SymbolicTensor) -> Tensor | None:
    """The eager tensor, or the tensor of an outer graph, that a placeholder stands for."""
    source = tensor.graph.source_of(tensor)
    return source if isinstance(source, Tensor) else None
