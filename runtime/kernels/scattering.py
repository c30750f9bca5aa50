"""Kernels: writing parts of tensors by index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.core.shapes import dimension_text
from runtime.ir.schema import kernels, updates
from runtime.kernels import indexing
from runtime.ops import scattering as ops


def _check_updates(indices: np.ndarray, updates: np.ndarray, shape: Sequence[int]) -> None:
    """Raises an error unless there is an update, of the right shape, for each position."""
    depth = indices.shape[-1] if indices.ndim else 0
    if depth > len(shape):
        raise invalid_argument(
            f"The innermost dimension of indices, {depth}, must not be greater than the rank {len(shape)} of the output"
        )
    wanted = (*indices.shape[:-1], *shape[depth:])
    if updates.shape != wanted:
        raise invalid_argument(
            f"Outer dimensions of indices and update must match, and inner ones of output and update. Indices shape: "
            f"{dimension_text(indices.shape)}, updates shape: {dimension_text(updates.shape)}, output shape: "
            f"{dimension_text(shape)}: the shape of updates must be {dimension_text(wanted)}"
        )


def _scatter_nd(indices: np.ndarray, updates: np.ndarray, shape: np.ndarray) -> np.ndarray:
    result = np.zeros(tuple(shape.tolist()), updates.dtype)
    _check_updates(indices, updates, result.shape)
    np.add.at(result, indexing.positions(indices, result.shape, "shape"), updates)
    return result


kernels[ops.SCATTER_ND] = _scatter_nd


def _scatter(ufunc: Any) -> Callable[..., np.ndarray]:
    """What scatters into a given tensor."""

    def scatter(tensor: np.ndarray, indices: np.ndarray, updates: np.ndarray) -> np.ndarray:
        _check_updates(indices, updates, tensor.shape)
        where = indexing.positions(indices, tensor.shape, "shape")
        if ufunc is None:
            tensor[where] = updates
        else:
            ufunc.at(tensor, where, updates)
        return tensor

    return scatter


for _op, _ufunc in (
    (ops.UPDATE, None), (ops.ADD, np.add), (ops.SUB, np.subtract), (ops.MAX, np.maximum), (ops.MIN, np.minimum),
):  # fmt: skip
    updates(_op, _scatter(_ufunc))
