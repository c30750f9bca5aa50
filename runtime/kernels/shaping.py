"""Kernels: operations on shape and dtype."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ir.graph import CONST
from runtime.ir.schema import kernels
from runtime.ops import shaping as ops

kernels[ops.SHAPE] = lambda x, out_type: np.array(x.shape, out_type.dtype)
kernels[ops.SIZE] = lambda x, out_type: np.array(x.size, out_type.dtype)
kernels[ops.RANK] = lambda x: np.array(x.ndim, np.int32)
kernels[CONST] = lambda value, dtype: value
kernels[ops.IDENTITY] = lambda x: x
kernels[ops.STOP_GRADIENT] = lambda x: x


def _cast(x: np.ndarray, DstT: DType) -> Any:
    if x.dtype.kind == "c" and not DstT.is_complex and not DstT.is_bool:
        x = x.real
    return x.astype(DstT.dtype)


kernels[ops.CAST] = _cast


def _bitcast(x: np.ndarray, type: DType) -> np.ndarray:
    old, new = x.dtype.itemsize, type.dtype.itemsize
    flat = np.ascontiguousarray(x)
    if old == new:
        return flat.view(type.dtype).reshape(x.shape)
    if old > new:
        return flat.reshape(*x.shape, 1).view(type.dtype)
    if not x.ndim or x.shape[-1] * old != new:
        raise errors.InvalidArgumentError(
            None, None, f"Cannot bitcast from {dtypes.from_numpy(x.dtype).name} to {type.name}: shape {list(x.shape)}"
        )
    return flat.view(type.dtype).reshape(x.shape[:-1])


kernels[ops.BITCAST] = _bitcast


def _reshape(x: np.ndarray, shape: np.ndarray) -> np.ndarray:
    target = tuple(shape.tolist())
    if target.count(-1) > 1:
        raise invalid_argument(
            "Only one input size may be -1, not both " + " and ".join(str(i) for i, d in enumerate(target) if d == -1)
        )
    if -1 in target:
        rest = math.prod(d for d in target if d != -1)
        if rest == 0 or x.size % rest:
            raise invalid_argument(
                f"Input to reshape is a tensor with {x.size} values, but the requested shape requires a multiple of "
                f"{rest}"
            )
    elif math.prod(target) != x.size:
        raise invalid_argument(
            f"Input to reshape is a tensor with {x.size} values, but the requested shape has {math.prod(target)}"
        )
    return x.reshape(target)


kernels[ops.RESHAPE] = _reshape


def _ensure_shape(x: np.ndarray, shape: TensorShape) -> np.ndarray:
    if not shape.is_compatible_with(x.shape):
        raise invalid_argument(
            f"Shape of tensor input {dimension_text(x.shape)} is not compatible with expected shape "
            f"{dimension_text(shape.as_list())}."
        )
    return x


kernels[ops.ENSURE_SHAPE] = _ensure_shape


def _expand_dims(x: np.ndarray, axis: np.ndarray) -> np.ndarray:
    position = int(axis.item())
    if not -x.ndim - 1 <= position <= x.ndim:
        raise invalid_argument(f"Tried to expand dim index {position} for tensor with {x.ndim} dimensions.")
    return np.expand_dims(x, position)


kernels[ops.EXPAND_DIMS] = _expand_dims


def _squeeze(x: np.ndarray, squeeze_dims: tuple[int, ...]) -> np.ndarray:
    for axis in squeeze_dims:
        if not -x.ndim <= axis < x.ndim:
            raise invalid_argument(f"Tried to squeeze dim index {axis} for tensor with {x.ndim} dimensions.")
        if x.shape[axis] != 1:
            raise invalid_argument(
                f"Can not squeeze dim[{axis % x.ndim}], expected a dimension of 1, got {x.shape[axis]}"
            )
    return np.squeeze(x, squeeze_dims or None)


kernels[ops.SQUEEZE] = _squeeze


def _transpose(x: np.ndarray, perm: np.ndarray) -> np.ndarray:
    order = perm.tolist()
    if len(order) != x.ndim:
        raise invalid_argument(
            f"transpose expects a vector of size {x.ndim}. But input(1) is a vector of size {len(order)}"
        )
    places = {d + x.ndim if d < 0 else d for d in order}
    missing = next((d for d in range(x.ndim) if d not in places), None)
    if missing is not None:
        raise invalid_argument(f"{missing} is missing from {{{','.join(map(str, order))}}}.")
    return x.transpose(order)


kernels[ops.TRANSPOSE] = _transpose


def _inverse_permutation(x: np.ndarray) -> np.ndarray:
    if x.ndim != 1:
        raise errors.InvalidArgumentError(None, None, f"invert_permutation expects a 1D vector, got shape {x.shape}")
    result = np.full(len(x), -1, x.dtype)
    for i, place in enumerate(x.tolist()):
        if not 0 <= place < len(x):
            raise errors.InvalidArgumentError(None, None, f"{place} is not between 0 and {len(x)}")
        if result[place] != -1:
            raise errors.InvalidArgumentError(None, None, f"{place} is duplicated in the input.")
        result[place] = i
    return result


kernels[ops.INVERT_PERMUTATION] = _inverse_permutation


def _zeros_like(x: np.ndarray) -> np.ndarray:
    return np.full(x.shape, b"", object) if x.dtype == object else np.zeros_like(x)


kernels[ops.ZEROS_LIKE] = _zeros_like
kernels[ops.ONES_LIKE] = np.ones_like
