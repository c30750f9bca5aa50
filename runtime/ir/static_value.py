"""What is known of a tensor's value while a graph is built: constants, and shapes computed from shapes.

Inference asks here about the tensors that decide shapes: the shape of a `Reshape`, the axis of a `Sum`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from runtime.core import shapes
from runtime.core.shapes import TensorShape
from runtime.ir.schema import FOLDED
from runtime.ir.values import EagerTensor, SymbolicTensor, Tensor, refinements

#: Values of more elements than this are not folded: inference needs shapes and axes, which are small.
_LARGEST = 1024


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
        if node.op.name in _PARTIAL and found.dtype.is_integer and found.shape.rank == 1:
            constant_shape(found)


def _sources(tensor: SymbolicTensor) -> Sequence[Any]:
    """The tensors that the value of `tensor`, or the shape it holds, may be found from."""
    name = tensor.node.op.name
    if name == "Placeholder":
        source = _captured(tensor)
        return () if source is None else (source,)
    return tensor.node.inputs if FOLDED in tensor.node.op.tags or name == "StridedSlice" else ()


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
    if node.op.name == "Const":
        return node.attrs["value"]
    if node.op.name in _OF_SHAPES:
        return _OF_SHAPES[node.op.name](node)
    if node.op.name == "StridedSlice":
        return _sliced(node)
    if node.op.name == "Placeholder":
        return constant_value(_captured(tensor))
    if FOLDED not in node.op.tags or (tensor.shape.num_elements() or 0) > _LARGEST:
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
        partial = _PARTIAL.get(tensor.node.op.name)
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


def _shape(node: Any) -> np.ndarray | None:
    shape = node.inputs[0].shape
    return np.array(shape.as_list(), node.outputs[0].dtype.dtype) if shape.is_fully_defined() else None


def _rank(node: Any) -> np.ndarray | None:
    rank = node.inputs[0].shape.rank
    return None if rank is None else np.array(rank, np.int32)


def _size(node: Any) -> np.ndarray | None:
    size = node.inputs[0].shape.num_elements()
    return None if size is None else np.array(size, node.outputs[0].dtype.dtype)


def _partial_pack(node: Any) -> TensorShape:
    return TensorShape([_size_or_unknown(x) for x in node.inputs])


def _partial_concat(node: Any) -> TensorShape:
    result = shapes.SCALAR
    for part in node.inputs[:-1]:
        result = result.concatenate(constant_shape(part))
    return result


def _partial_slice(node: Any) -> TensorShape | None:
    """A range of the sizes, taken with Python's own slicing: `tf.shape(x)[1:]`."""
    if any(node.attrs.get(mask) for mask in ("ellipsis_mask", "new_axis_mask", "shrink_axis_mask")):
        return None
    begin, end, step = (constant_int(x) for x in node.inputs[1:])
    source = constant_shape(node.inputs[0])
    if source.rank is None or begin is None or end is None or step is None:
        return None
    start = None if node.attrs["begin_mask"] & 1 else begin
    stop = None if node.attrs["end_mask"] & 1 else end
    return TensorShape(source.as_list()[slice(start, stop, step)])


def _size_or_unknown(tensor: Any) -> int | None:
    value = constant_int(tensor)
    if value is None and isinstance(tensor, SymbolicTensor) and tensor.node.op.name == "StridedSlice":
        return _one_size(tensor.node)
    return None if value is None or value < 0 else value


def _one_size(node: Any) -> int | None:
    """One dimension of a shape: `tf.shape(x)[1]`."""
    if node.attrs["shrink_axis_mask"] != 1:
        return None
    source, index = constant_shape(node.inputs[0]), constant_int(node.inputs[1])
    if source.rank is None or index is None or not -source.rank <= index < source.rank:
        return None
    return source[index]


def _sliced(node: Any) -> np.ndarray | None:
    """The value of a slice: of a known value, or one known dimension of a partly known shape."""
    values = _values(node.inputs)
    if values is not None:
        return np.asarray(node.op.kernel(*values, **node.attrs))
    size = _one_size(node) if node.inputs[0].shape.rank == 1 else None
    return None if size is None else np.array(size, node.outputs[0].dtype.dtype)


_OF_SHAPES: dict[str, Callable[[Any], np.ndarray | None]] = {
    "Shape": _shape,
    "Rank": _rank,
    "Size": _size,
}

_PARTIAL: dict[str, Callable[[Any], TensorShape | None]] = {
    "Shape": lambda node: node.inputs[0].shape,
    "Pack": _partial_pack,
    "ConcatV2": _partial_concat,
    "StridedSlice": _partial_slice,
    "Cast": lambda node: constant_shape(node.inputs[0]),
    "Identity": lambda node: constant_shape(node.inputs[0]),
}
