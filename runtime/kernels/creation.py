"""Kernels: operations that make tensors from sizes and numbers."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.ir.schema import kernels
from runtime.ops import creation as ops
from runtime.ops.creation import numbers_between


def _fill(dims: np.ndarray, value: np.ndarray) -> np.ndarray:
    if (dims < 0).any():
        raise errors.InvalidArgumentError(None, None, f"Dimension {int(dims.min())} must be >= 0")
    return np.full(tuple(dims.tolist()), value[()], value.dtype)


kernels[ops.FILL] = _fill
kernels[ops.RANGE] = numbers_between


def _one_hot(indices: np.ndarray, depth: np.ndarray, on: np.ndarray, off: np.ndarray, axis: int) -> np.ndarray:
    if depth.item() < 0:
        raise errors.InvalidArgumentError(None, None, f"depth must be non-negative, got: {depth.item()}")
    mask = indices[..., None] == np.arange(int(depth.item()))
    return np.where(np.moveaxis(mask, -1, axis), on, off).astype(on.dtype, copy=False)


kernels[ops.ONE_HOT] = _one_hot
