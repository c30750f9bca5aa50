"""Schemas and shape rules: operations that make tensors from sizes and numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.core import dtypes, errors, shapes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import FOLDED, op
from runtime.ir.static_value import constant_int, constant_shape, constant_value

FILL = op(
    "Fill",
    "dims: index_type, value: T -> T",
    shapes=lambda dims, value: constant_shape(dims),
    index_type=INDEX,
    tags=FOLDED,
)


def _range_size(start: Any, limit: Any, delta: Any) -> int:
    if delta == 0:
        raise errors.InvalidArgumentError(None, None, f"Requires delta != 0: {delta}")
    if delta > 0 and start > limit:
        raise errors.InvalidArgumentError(None, None, f"Requires start <= limit when delta > 0: {start}/{limit}")
    if delta < 0 and start < limit:
        raise errors.InvalidArgumentError(None, None, f"Requires start >= limit when delta < 0: {start}/{limit}")
    if isinstance(start, int):
        return max(0, -((start - limit) // delta))
    return max(0, math.ceil(abs((limit - start) / delta)))


def numbers_between(start: np.ndarray, limit: np.ndarray, delta: np.ndarray) -> np.ndarray:
    # The number of steps is computed in the dtype of the numbers, as rounding may decide on the last one.
    exact = start.dtype.kind in "iu" or start.dtype.itemsize < 4
    size = _range_size(*[x.item() if exact else x[()] for x in (start, limit, delta)])
    return (start + np.arange(size).astype(start.dtype) * delta).astype(start.dtype, copy=False)


def _range_shape(start: Any, limit: Any, delta: Any) -> TensorShape:
    values = [constant_value(x) for x in (start, limit, delta)]
    if any(v is None for v in values):
        return TensorShape([None])
    try:
        return TensorShape([len(numbers_between(*values))])  # type: ignore[arg-type]
    except errors.InvalidArgumentError as error:
        raise ValueError(error.message) from None


RANGE = op("Range", "start: Tidx, limit: Tidx, delta: Tidx -> Tidx", shapes=_range_shape, Tidx=dtypes.REAL, tags=FOLDED)


def _one_hot_shape(indices: Any, depth: Any, on: Any, off: Any, axis: int) -> TensorShape:
    if indices.shape.rank is None:
        return shapes.UNKNOWN
    dims = indices.shape.as_list()
    place = len(dims) if axis == -1 else axis
    return TensorShape([*dims[:place], constant_int(depth), *dims[place:]])


ONE_HOT = op(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T; axis: int -> T",
    shapes=_one_hot_shape,
    TI=(dtypes.uint8, dtypes.int8, *INDEX),
)
