"""The axes over which operands were broadcast."""

from __future__ import annotations

import numpy as np

from runtime.ir.schema import kernels
from runtime.ops.point_wise import BROADCAST_GRADIENT_ARGS


def _broadcast_axes(sx: np.ndarray, sy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rank = max(len(sx), len(sy))
    x, y = [1] * (rank - len(sx)) + sx.tolist(), [1] * (rank - len(sy)) + sy.tolist()
    rx = [i for i in range(rank) if i < rank - len(sx) or (x[i] == 1 and y[i] != 1)]
    ry = [i for i in range(rank) if i < rank - len(sy) or (y[i] == 1 and x[i] != 1)]
    return np.array(rx, sx.dtype), np.array(ry, sx.dtype)


kernels[BROADCAST_GRADIENT_ARGS] = _broadcast_axes
