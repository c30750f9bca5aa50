"""Derivatives: random numbers."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ops import randomness as ops

without_gradient(
    ops.UNIFORM,
    ops.UNIFORM_INT,
    ops.NORMAL,
    ops.TRUNCATED,
    ops.SHUFFLE,
    ops.MULTINOMIAL,
    ops.STATELESS_UNIFORM,
    ops.STATELESS_NORMAL,
    ops.STATELESS_TRUNCATED,
    ops.STATELESS_UNIFORM_INT,
)
