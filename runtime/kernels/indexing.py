"""Kernels: reading parts of tensors."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.core.shapes import dimension_text
from runtime.ir.schema import kernels, updates
from runtime.kernels.accumulation import accumulate
from runtime.ops import indexing as ops
from runtime.ops.indexing import what_is_out_of_range


def _numpy_index(
    begin: Any, end: Any, strides: Any, begin_mask: int, end_mask: int, ellipsis_mask: int, new_axis_mask: int,
    shrink_axis_mask: int,
) -> tuple[Any, ...]:  # fmt: skip
    """The slice as numpy writes it."""
    index: list[Any] = []
    for i, (b, e, s) in enumerate(zip(begin.tolist(), end.tolist(), strides.tolist(), strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            index.append(Ellipsis)
        elif new_axis_mask & bit:
            index.append(None)
        elif shrink_axis_mask & bit:
            index.append(b)
        else:
            if s == 0:
                raise invalid_argument(f"strides[{i}] must be non-zero")
            index.append(builtins.slice(None if begin_mask & bit else b, None if end_mask & bit else e, s))
    # With an ellipsis numpy returns an array even for a single element.
    return tuple(index) if ellipsis_mask else (*index, Ellipsis)


def _strided_slice(x: np.ndarray, begin: Any, end: Any, strides: Any, **masks: int) -> np.ndarray:
    index = _numpy_index(begin, end, strides, **masks)
    try:
        return x[index]
    except IndexError:
        raise invalid_argument(what_is_out_of_range(x.shape, index)) from None


def _strided_slice_grad(shape: Any, begin: Any, end: Any, strides: Any, dy: np.ndarray, **masks: int) -> np.ndarray:
    result = np.zeros(tuple(shape.tolist()), dy.dtype)
    result[_numpy_index(begin, end, strides, **masks)] = dy
    return result


def _update(x: np.ndarray, begin: Any, end: Any, strides: Any, value: np.ndarray, **masks: int) -> np.ndarray:
    index = _numpy_index(begin, end, strides, **masks)
    try:
        x[index] = value
    except IndexError:
        raise invalid_argument(what_is_out_of_range(x.shape, index)) from None
    return x


kernels[ops.STRIDED_SLICE] = _strided_slice
kernels[ops.STRIDED_SLICE_GRAD] = _strided_slice_grad
updates(ops.UPDATE, _update)


def _slice(x: np.ndarray, begin: np.ndarray, size: np.ndarray) -> np.ndarray:
    index = []
    for i, (b, n, d) in enumerate(zip(begin.tolist(), size.tolist(), x.shape, strict=True)):
        if not 0 <= b <= d:
            raise invalid_argument(f"Expected begin[{i}] in [0, {d}], but got {b}")
        if not -1 <= n <= d - b:
            raise invalid_argument(f"Expected size[{i}] in [0, {d - b}], but got {n}")
        index.append(builtins.slice(b, None if n == -1 else b + n))
    return x[tuple(index)]


kernels[ops.SLICE] = _slice


def _checked(indices: np.ndarray, size: int) -> None:
    wrong = (indices < 0) | (indices >= size)
    if wrong.any():
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        place = f"[{','.join(map(str, first))}]" if first else ""
        raise invalid_argument(f"indices{place} = {int(indices[first])} is not in [0, {size})")


def _gather(params: np.ndarray, indices: np.ndarray, axis: np.ndarray, batch_dims: int) -> np.ndarray:
    position = int(axis.item())
    if not -params.ndim <= position < params.ndim:
        raise invalid_argument(f"Expected axis in the range [{-params.ndim}, {params.ndim}), but got {position}")
    position %= params.ndim
    batch = batch_dims % (indices.ndim + 1) if batch_dims < 0 else batch_dims
    _checked(indices, params.shape[position])
    if not batch:
        return (
            np.asarray(np.take(params, indices, position)) if params.dtype != object else params.take(indices, position)
        )
    # [batch, outer, dimension, inner], and indices of [batch, picks]
    lead, outer, inner = params.shape[:batch], params.shape[batch:position], params.shape[position + 1 :]
    count = math.prod(lead)
    blocks = params.reshape(count, math.prod(outer), params.shape[position], math.prod(inner))
    picks = indices.reshape(count, math.prod(indices.shape[batch:]))
    found = np.moveaxis(blocks[np.arange(count)[:, None], :, picks], 1, 2)
    return found.reshape(*lead, *outer, *indices.shape[batch:], *inner)


def _gather_grad(
    shape: np.ndarray, indices: np.ndarray, axis: np.ndarray, dy: np.ndarray, batch_dims: int
) -> np.ndarray:
    """The cotangent of `params`: those of the slices, summed where an index occurs more than once."""
    sizes = shape.tolist()
    position = int(axis.item()) % len(sizes)
    batch = batch_dims % (indices.ndim + 1) if batch_dims < 0 else batch_dims
    lead, outer, inner = sizes[:batch], sizes[batch:position], sizes[position + 1 :]
    count, size = math.prod(lead), sizes[position]
    picks = indices.reshape(count, math.prod(indices.shape[batch:]))
    rows = np.moveaxis(dy.reshape(count, math.prod(outer), picks.shape[1], math.prod(inner)), 2, 1)
    result = np.zeros((count * size, rows.shape[2] * rows.shape[3]), dy.dtype)
    places = (np.arange(count)[:, None] * size + picks).ravel()
    if result.shape[1] == 1:
        np.add.at(result[:, 0], places, rows.ravel())
    else:
        accumulate(np.add, result, places, rows.reshape(len(places), result.shape[1]))
    found = np.moveaxis(result.reshape(count, size, *rows.shape[2:]), 1, 2)
    return found.reshape(sizes)


kernels[ops.GATHER] = _gather
kernels[ops.GATHER_GRAD] = _gather_grad


def positions(indices: np.ndarray, shape: Sequence[int], text: str) -> tuple[np.ndarray, ...]:
    """What numpy indexes with for the positions in the last dimension of `indices`, once they are checked."""
    depth = indices.shape[-1] if indices.ndim else 0
    limits = np.array(shape[:depth], np.int64)
    wrong = ((indices < 0) | (indices >= limits)).any(-1) if depth else np.zeros((), bool)
    if wrong.any():
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        place = f"[{','.join(map(str, first))}]" if first else ""
        raise invalid_argument(
            f"indices{place} = {indices[first].tolist()} does not index into {text} {dimension_text(shape)}"
        )
    return tuple(np.moveaxis(indices, -1, 0))


def _gather_nd(params: np.ndarray, indices: np.ndarray) -> np.ndarray:
    index: tuple[Any, ...] = (*positions(indices, params.shape, "param shape"), Ellipsis)
    return params[index]


kernels[ops.GATHER_ND] = _gather_nd
