"""Kernels: comparison, logic, choice, and tests of floating-point numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ir.schema import kernels
from runtime.ops import logic as ops

kernels[ops.LESS] = np.less
kernels[ops.LESS_EQUAL] = np.less_equal
kernels[ops.GREATER] = np.greater
kernels[ops.GREATER_EQUAL] = np.greater_equal


def _equal(ufunc: Callable[..., Any], unlike: bool) -> Callable[..., Any]:
    """The kernel of `==` or `!=`, which take shapes that do not broadcast as unlike each other if they are asked to."""

    def compare(x: np.ndarray, y: np.ndarray, incompatible_shape_error: bool = True) -> Any:
        if not incompatible_shape_error and not _broadcast(x.shape, y.shape):
            return np.array(unlike)
        return np.asarray(ufunc(x, y)).astype(bool, copy=False)

    return compare


kernels[ops.EQUAL] = _equal(np.equal, False)
kernels[ops.NOT_EQUAL] = _equal(np.not_equal, True)


def _broadcast(x: tuple[int, ...], y: tuple[int, ...]) -> bool:
    return all(a == b or a == 1 or b == 1 for a, b in zip(x[::-1], y[::-1], strict=False))


kernels[ops.LOGICAL_AND] = np.logical_and
kernels[ops.LOGICAL_OR] = np.logical_or
kernels[ops.LOGICAL_NOT] = np.logical_not
kernels[ops.IS_NAN] = np.isnan
kernels[ops.IS_INF] = np.isinf
kernels[ops.IS_FINITE] = np.isfinite


def _select(condition: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    result = np.where(condition, x, y)
    return result if result.dtype == x.dtype else result.astype(x.dtype)


kernels[ops.SELECT] = _select
kernels[ops.WHERE] = lambda x: np.argwhere(x != b"" if x.dtype == object else x)
kernels[ops.BITWISE_AND] = np.bitwise_and
kernels[ops.BITWISE_OR] = np.bitwise_or
kernels[ops.BITWISE_XOR] = np.bitwise_xor
kernels[ops.LEFT_SHIFT] = np.left_shift
kernels[ops.RIGHT_SHIFT] = np.right_shift
kernels[ops.INVERT] = np.invert
