"""Kernels: order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.core.dtypes import DType
from runtime.ir.schema import kernels
from runtime.ops import sorting as ops


def _argsort(x: np.ndarray, axis: int, descending: bool) -> np.ndarray:
    if not -x.ndim <= axis < x.ndim:
        raise errors.InvalidArgumentError(None, None, f"axis {axis} of a tensor of rank {x.ndim} cannot be sorted")
    if not descending:
        return np.argsort(x, axis, kind="stable").astype(np.int32)
    # Equal elements keep their order in both directions.
    flipped = np.flip(np.argsort(np.flip(x, axis), axis, kind="stable"), axis)
    return (x.shape[axis] - 1 - flipped).astype(np.int32)


kernels[ops.ARGSORT] = _argsort


def _top_k(x: np.ndarray, k: np.ndarray, sorted: bool, index_type: DType) -> tuple[np.ndarray, np.ndarray]:
    count = int(k.item())
    if x.ndim < 1 or x.shape[-1] < count:
        raise errors.InvalidArgumentError(
            None, None, f"input must have at least k columns. Had {x.shape[-1] if x.ndim else 0}, needed {count}"
        )
    order = _argsort(x, -1, True)[..., :count] if 4 * count > x.shape[-1] else _few_largest(x, count)
    return np.take_along_axis(x, order, -1), order.astype(index_type.dtype)


def _few_largest(x: np.ndarray, count: int) -> np.ndarray:
    """The positions of the `count` largest elements of each row, without sorting all of it."""
    if not count:
        return np.zeros((*x.shape[:-1], 0), np.int64)
    kept = np.argpartition(x, -count, axis=-1)[..., -count:]
    # Of equal elements the first ones count, which a partition does not promise for the smallest that is kept.
    least = np.take_along_axis(x, kept, -1).min(-1, keepdims=True)
    if not ((x >= least).sum(-1) == count).all():
        return _argsort(x, -1, True)[..., :count]
    kept.sort(axis=-1)
    order = _argsort(np.take_along_axis(x, kept, -1), -1, True)
    return np.take_along_axis(kept, order, -1)


kernels[ops.TOP_K] = _top_k


def _unique(x: np.ndarray, out_idx: DType) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if x.ndim != 1:
        raise errors.InvalidArgumentError(None, None, "unique expects a 1D vector.")
    values, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    place = np.argsort(order)
    return values[order], place[inverse].astype(out_idx.dtype), counts[order].astype(out_idx.dtype)


kernels[ops.UNIQUE] = _unique


def _searchsorted(sequence: np.ndarray, values: np.ndarray, side: Any, out_type: DType) -> np.ndarray:
    count = math.prod(values.shape[:-1])  # of rows, which may be empty
    rows, wanted = sequence.reshape(count, sequence.shape[-1]), values.reshape(count, values.shape[-1])
    found = [np.searchsorted(a, v, side) for a, v in zip(rows, wanted, strict=True)]
    return np.array(found).reshape(values.shape).astype(out_type.dtype)


kernels[ops.SEARCHSORTED] = _searchsorted
