"""Schemas and shape rules: operations on shape and dtype."""

from __future__ import annotations

import math
from typing import Any

from runtime.core import dtypes, shapes
from runtime.core.dtypes import INDEX, NUMBER, DType
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ir.schema import FOLDED, MOVED, TOTAL, TOTAL_IF_FIT, VIEW, op
from runtime.ir.static_value import constant_int, constant_shape, constant_value
from runtime.ops.shape_rules import normal_axis, same, scalar

SHAPE = op("Shape", "input: T -> out_type", shapes=lambda x, out_type: [x.shape.rank], tags=TOTAL)
SIZE = op("Size", "input: T -> out_type", shapes=scalar, tags=TOTAL)
RANK = op("Rank", "input: T -> int32", shapes=scalar, tags=TOTAL)
IDENTITY = op("Identity", "input: T -> T", shapes=same, tags=TOTAL | FOLDED | MOVED)
STOP_GRADIENT = op("StopGradient", "input: T -> T", shapes=same)
CAST = op("Cast", "x: SrcT -> y: DstT", shapes=same, SrcT=NUMBER | {dtypes.bool}, tags=TOTAL | FOLDED)


def _bitcast_shape(x: Any, type: DType) -> TensorShape:
    old, new = x.dtype.dtype.itemsize, type.dtype.itemsize
    if x.shape.rank is None or old == new:
        return x.shape
    return x.shape.concatenate([old // new]) if old > new else x.shape[:-1]


BITCAST = op("Bitcast", "input: T -> type", shapes=_bitcast_shape, T=dtypes.NUMBER | {dtypes.bool})


def _reshape_shape(x: Any, shape: Any) -> TensorShape:
    value = constant_value(shape)
    wanted = constant_shape(shape)
    total = x.shape.num_elements()
    if wanted.rank is None:
        return wanted
    unknown = [i for i, d in enumerate(wanted) if d is None]
    if value is not None and int((value.ravel() < 0).sum()) > 1:
        raise ValueError("Shape contains more than one -1: only one size of `reshape` can be left open")
    if total is None:
        return wanted
    if not unknown:
        if wanted.num_elements() != total:
            raise ValueError(
                f"Cannot reshape a tensor with {total} elements to shape {dimension_text(wanted.as_list())} "
                f"({wanted.num_elements()} elements)"
            )
        return wanted
    rest = math.prod(d for d in wanted if d is not None)
    if len(unknown) == 1 and rest:
        if total % rest:
            raise ValueError(
                f"Dimension size must be evenly divisible by {rest} but is {total} in reshape to "
                f"{dimension_text(wanted.as_list())}"
            )
        return TensorShape([total // rest if d is None else d for d in wanted])
    return wanted


RESHAPE = op("Reshape", "tensor: T, shape: Tshape -> T", shapes=_reshape_shape, Tshape=INDEX, tags=FOLDED | VIEW)
ENSURE_SHAPE = op("EnsureShape", "input: T; shape: shape -> T", shapes=lambda x, shape: x.shape.merge_with(shape))


def _expand_dims_shape(x: Any, axis: Any) -> TensorShape:
    position, known = constant_int(axis), x.shape.rank
    if known is None:
        return shapes.UNKNOWN
    if position is None:
        return shapes.unknown_shape(known + 1)
    position = normal_axis(position, known + 1, "dim {axis} not in the interval [-{rank}, {rank}).")
    dims = x.shape.as_list()
    return TensorShape([*dims[:position], 1, *dims[position:]])


EXPAND_DIMS = op("ExpandDims", "input: T, dim: Tdim -> T", shapes=_expand_dims_shape, Tdim=INDEX, tags=FOLDED | VIEW)


def _squeeze_shape(x: Any, squeeze_dims: tuple[int, ...]) -> TensorShape:
    if x.shape.rank is None:
        return shapes.UNKNOWN
    dims = x.shape.as_list()
    if not squeeze_dims:
        return shapes.UNKNOWN if None in dims else TensorShape([d for d in dims if d != 1])
    gone = {normal_axis(a, len(dims), "Tried to squeeze dim index {axis} for tensor with {rank} dimensions.")
            for a in squeeze_dims}  # fmt: skip
    for a in sorted(gone):
        if dims[a] not in (1, None):
            raise ValueError(f"Can not squeeze dim[{a}], expected a dimension of 1, got {dims[a]}")
    return TensorShape([d for i, d in enumerate(dims) if i not in gone])


SQUEEZE = op("Squeeze", "input: T; squeeze_dims: ints -> T", shapes=_squeeze_shape, tags=FOLDED | VIEW)


def _transpose_shape(x: Any, perm: Any) -> TensorShape:
    order = constant_value(perm)
    if order is None:
        return shapes.unknown_shape(x.shape.rank if x.shape.rank is not None else perm.shape.num_elements())
    if x.shape.rank is None:
        return shapes.unknown_shape(order.size)
    if order.size != x.shape.rank:
        raise ValueError(f"Dimension must be {x.shape.rank} but is {order.size}")
    return TensorShape([x.shape[int(d)] for d in order])


TRANSPOSE = op("Transpose", "x: T, perm: Tperm -> y: T", shapes=_transpose_shape, Tperm=INDEX, tags=TOTAL_IF_FIT | VIEW)
INVERT_PERMUTATION = op("InvertPermutation", "x: T -> y: T", shapes=same, T=INDEX)
ZEROS_LIKE = op("ZerosLike", "x: T -> y: T", shapes=same, tags=TOTAL | FOLDED)
ONES_LIKE = op("OnesLike", "x: T -> y: T", shapes=same, T=NUMBER | {dtypes.bool}, tags=TOTAL | FOLDED)
