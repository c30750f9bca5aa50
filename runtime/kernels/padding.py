"""Kernels: padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.core.shapes import dimension_text
from runtime.ir.schema import kernels
from runtime.ops import padding as ops


def _checked_paddings(x: np.ndarray, paddings: np.ndarray, mode: str = "CONSTANT") -> list[Any]:
    if paddings.ndim != 2 or paddings.shape[1] != 2:
        raise invalid_argument(f"paddings must be a matrix with 2 columns: {list(paddings.shape)}")
    if len(paddings) != x.ndim:
        raise invalid_argument(
            "The first dimension of paddings must be the rank of inputs"
            f"{dimension_text(paddings.shape)} {dimension_text(x.shape)}"
        )
    for (before, after), size in zip(paddings.tolist(), x.shape, strict=True):
        if before < 0 or after < 0:
            raise invalid_argument(f"Paddings must be non-negative: {before} {after}")
        if mode == "REFLECT" and max(before, after) >= size:
            raise invalid_argument(
                f"paddings must be less than the dimension size: {before}, {after} not less than {size}"
            )
        if mode == "SYMMETRIC" and max(before, after) > size:
            raise invalid_argument(
                f"paddings must be no greater than the dimension size: {before}, {after} greater than {size}"
            )
    return paddings.tolist()


kernels[ops.PAD] = lambda x, p, c: np.pad(x, _checked_paddings(x, p), constant_values=c[()]) if x.ndim else x.copy()
kernels[ops.MIRROR_PAD] = lambda x, p, mode: np.pad(x, _checked_paddings(x, p, mode), mode=mode.lower())


def _mirror_pad_grad(g: np.ndarray, paddings: np.ndarray, mode: str) -> np.ndarray:
    """What each element was copied to, summed: one dimension after the other."""
    for axis, (before, after) in enumerate(paddings.tolist()):
        size = g.shape[axis] - before - after
        source = np.pad(np.arange(size), (before, after), mode=mode.lower())  # type: ignore[call-overload]
        moved = np.moveaxis(g, axis, 0)
        total = np.zeros((size, *moved.shape[1:]), g.dtype)
        np.add.at(total, source, moved)
        g = np.moveaxis(total, 0, axis)
    return g


kernels[ops.MIRROR_PAD_GRAD] = _mirror_pad_grad
