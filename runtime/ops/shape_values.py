"""What operations on shapes hold where shapes are known, or partly: `tf.shape(x)[1:]` of an `x` of shape `[None, 3]`.

Rows of the columns of `runtime.ir.static_value`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import shapes
from runtime.core.shapes import TensorShape
from runtime.ir.static_value import constant_int, constant_shape, shapes_held, values_from_shapes
from runtime.ir.values import SymbolicTensor
from runtime.ops.assembling import CONCAT, PACK
from runtime.ops.indexing import STRIDED_SLICE
from runtime.ops.shaping import CAST, IDENTITY, RANK, SHAPE, SIZE


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
    if value is None and isinstance(tensor, SymbolicTensor) and tensor.node.op is STRIDED_SLICE:
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


def _taken_size(node: Any) -> np.ndarray | None:
    """The value of one known dimension of a partly known shape."""
    size = _one_size(node) if node.inputs[0].shape.rank == 1 else None
    return None if size is None else np.array(size, node.outputs[0].dtype.dtype)


values_from_shapes[SHAPE] = _shape
values_from_shapes[RANK] = _rank
values_from_shapes[SIZE] = _size
values_from_shapes[STRIDED_SLICE] = _taken_size

shapes_held[SHAPE] = lambda node: node.inputs[0].shape
shapes_held[PACK] = _partial_pack
shapes_held[CONCAT] = _partial_concat
shapes_held[STRIDED_SLICE] = _partial_slice
shapes_held[CAST] = lambda node: constant_shape(node.inputs[0])
shapes_held[IDENTITY] = lambda node: constant_shape(node.inputs[0])
