"""Kernels: reductions over axes, running sums, positions of extremes, and sums over segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.ir.schema import kernels
from runtime.kernels.accumulation import accumulate
from runtime.ops import reduction as ops


def axes_of(axes: np.ndarray, rank: int) -> tuple[int, ...]:
    """The axes of a reduction as numpy takes them, once they are checked."""
    found = []
    for axis in axes.ravel().tolist():
        if not -rank <= axis < rank:
            raise invalid_argument(f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)")
        if rank:
            found.append(axis % rank)
    if len(set(found)) != len(found):
        twice = next(a for a in found if found.count(a) > 1)
        raise invalid_argument(f"Invalid reduction arguments: Axes contains duplicate dimension: {twice}")
    return tuple(found)


def _over_axes(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a reduction, of what takes an array, a tuple of axes and `keepdims`."""

    def reduction(x: np.ndarray, axes: np.ndarray, keep_dims: bool = False) -> Any:
        return reduce(x, axes_of(axes, x.ndim), keep_dims)

    return reduction


def _accumulator(x: np.ndarray) -> Any:
    """The dtype that sums of `x` are formed in; the result is cast back."""
    return np.float32 if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x.dtype


def _sum(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
    return np.asarray(np.sum(x, axes, dtype=_accumulator(x), keepdims=keep)).astype(x.dtype, copy=False)


def _mean(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
    count = int(np.prod([x.shape[a] for a in axes])) if axes else 1
    if not count and x.dtype.kind == "c":
        return np.sum(x, axes, keepdims=keep)  # of nothing, zero
    total = np.sum(x, axes, dtype=_accumulator(x), keepdims=keep)
    if x.dtype.kind in "iu":
        # As in C, towards zero; of nothing, zero.
        return np.asarray(np.trunc(np.divide(total, count)) if count else np.zeros_like(total)).astype(x.dtype)
    return np.asarray(np.divide(total, np.array(count, np.asarray(total).dtype))).astype(x.dtype, copy=False)


def _prod(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
    return np.asarray(np.prod(x, axes, dtype=x.dtype, keepdims=keep))


def _extreme(ufunc: Any, of_nothing: str) -> Callable[..., Any]:
    def reduce(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
        if x.size:
            return ufunc.reduce(x, axes, keepdims=keep)
        inexact = x.dtype.kind not in "iu"
        limits = dtypes.from_numpy(x.dtype)
        initial = {"low": -np.inf if inexact else limits.min, "high": np.inf if inexact else limits.max}[of_nothing]
        return ufunc.reduce(x, axes, keepdims=keep, initial=initial)

    return reduce


kernels[ops.SUM] = _over_axes(_sum)
kernels[ops.MEAN] = _over_axes(_mean)
kernels[ops.PROD] = _over_axes(_prod)
kernels[ops.MAX] = _over_axes(_extreme(np.maximum, "low"))
kernels[ops.MIN] = _over_axes(_extreme(np.minimum, "high"))
kernels[ops.ALL_OF] = _over_axes(lambda x, axes, keep: np.all(x, axes, keepdims=keep))
kernels[ops.ANY_OF] = _over_axes(lambda x, axes, keep: np.any(x, axes, keepdims=keep))


# -- running sums ----------------------------------------------------------------------------------------------------


def _accumulated(op_name: str, ufunc: Any) -> Callable[..., np.ndarray]:
    """The kernel of a running sum or product."""

    def accumulated(x: np.ndarray, axis: np.ndarray, exclusive: bool, reverse: bool) -> np.ndarray:
        position = int(axis.item())
        if not -x.ndim <= position < x.ndim:
            raise invalid_argument(
                f"{op_name}: Expected scan axis in the range [{-x.ndim}, {x.ndim}), but got {position}"
            )
        moved = np.moveaxis(x, position, 0)
        moved = moved[::-1] if reverse else moved
        if exclusive:
            unit = np.full((1, *moved.shape[1:]), ufunc.identity, x.dtype)
            moved = np.concatenate([unit, moved[:-1]]) if len(moved) else moved
        result = ufunc.accumulate(moved, 0, dtype=x.dtype)
        return np.moveaxis(result[::-1] if reverse else result, 0, position)

    return accumulated


kernels[ops.CUMSUM] = _accumulated("Cumsum", np.add)
kernels[ops.CUMPROD] = _accumulated("Cumprod", np.multiply)


# -- positions of extremes -------------------------------------------------------------------------------------------


def _position(find: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a position of an extreme."""

    def position_of_extreme(x: np.ndarray, axis: np.ndarray, output_type: DType) -> Any:
        position = int(axis.item())
        if not -x.ndim <= position < x.ndim:
            raise invalid_argument(f"Expected dimension in the range [{-x.ndim}, {x.ndim}), but got {position}")
        if x.shape[position] == 0:
            raise invalid_argument(f"Reduction axis {position} is empty in shape {list(x.shape)}")
        return np.asarray(find(x, position)).astype(output_type.dtype)

    return position_of_extreme


kernels[ops.ARGMAX] = _position(np.argmax)
kernels[ops.ARGMIN] = _position(np.argmin)


# -- segments --------------------------------------------------------------------------------------------------------


def _by_id(ufunc: Any, initial: Any = 0) -> Callable[..., np.ndarray]:
    """The kernel of a reduction over segments whose number is given."""

    def reduced(data: np.ndarray, ids: np.ndarray, num: np.ndarray) -> np.ndarray:
        if data.shape[: ids.ndim] != ids.shape:
            raise invalid_argument(
                f"data.shape = {list(data.shape)} does not start with segment_ids.shape = {list(ids.shape)}"
            )
        if num.item() < 0:
            raise invalid_argument(f"Input num_segments == {num.item()} must not be negative.")
        inner = data.shape[ids.ndim :]
        start = initial(data.dtype) if callable(initial) else initial
        result = np.full((int(num.item()), *inner), start, data.dtype)
        flat, where = data.reshape(ids.size, *inner), ids.reshape(-1)
        if (where >= len(result)).any():
            first = int(np.flatnonzero(where >= len(result))[0])
            raise invalid_argument(f"segment_ids[{first}] = {int(where[first])} is out of range [0, {len(result)})")
        kept = where >= 0
        accumulate(ufunc, result, *((where, flat) if kept.all() else (where[kept], flat[kept])))
        return result

    return reduced


def _lowest(dtype: np.dtype) -> Any:
    return dtypes.from_numpy(dtype).min


def _highest(dtype: np.dtype) -> Any:
    return dtypes.from_numpy(dtype).max


kernels[ops.UNSORTED_SUM] = _by_id(np.add)
kernels[ops.UNSORTED_PROD] = _by_id(np.multiply, 1)
kernels[ops.UNSORTED_MAX] = _by_id(np.maximum, _lowest)
kernels[ops.UNSORTED_MIN] = _by_id(np.minimum, _highest)


def _by_sorted_id(ufunc: Any, initial: Any = 0) -> Callable[..., np.ndarray]:
    """The kernel of a reduction over segments of rows that lie together; of their means, where there is no ufunc."""

    def reduced(data: np.ndarray, ids: np.ndarray) -> np.ndarray:
        if ids.ndim != 1:
            raise invalid_argument("segment_ids should be a vector.")
        if data.ndim < 1:
            raise invalid_argument("input must be at least rank 1")
        if len(ids) != len(data):
            raise invalid_argument("segment_ids should be the same size as dimension 0 of input.")
        if (np.diff(ids) < 0).any():
            raise invalid_argument("segment ids are not increasing")
        count = int(ids[-1]) + 1 if len(ids) else 0
        if len(ids) and ids[0] < 0:
            raise invalid_argument(
                f"Segment id {ids[0]} out of range [0, {count}), possibly because 'segment_ids' input is not sorted."
            )
        start = initial(data.dtype) if callable(initial) else initial
        result = np.full((count, *data.shape[1:]), start, data.dtype)
        accumulate(ufunc or np.add, result, ids, data)
        counts = np.bincount(ids, minlength=count)
        if callable(initial):
            result[counts == 0] = 0
        if ufunc is None:
            result = _means(result, np.maximum(counts, 1).reshape([-1] + [1] * (data.ndim - 1)))
        return result

    return reduced


def _means(totals: np.ndarray, counts: np.ndarray) -> np.ndarray:
    if totals.dtype.kind in "iu":
        return np.trunc(totals / counts).astype(totals.dtype)
    return (totals / counts).astype(totals.dtype)


kernels[ops.SEGMENT_SUM] = _by_sorted_id(np.add)
kernels[ops.SEGMENT_PROD] = _by_sorted_id(np.multiply, 1)
kernels[ops.SEGMENT_MAX] = _by_sorted_id(np.maximum, _lowest)
kernels[ops.SEGMENT_MIN] = _by_sorted_id(np.minimum, _highest)
kernels[ops.SEGMENT_MEAN] = _by_sorted_id(None)
