"""Derivatives: random numbers of further distributions, stateful and stateless, and what makes seeds of seeds."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ops import sampling as ops

without_gradient(
    ops.GAMMA,
    ops.STATELESS_GAMMA,
    ops.POISSON,
    ops.STATELESS_POISSON,
    ops.BINOMIAL,
    ops.STATELESS_BINOMIAL,
    ops.STATELESS_MULTINOMIAL,
    ops.STATELESS_SHUFFLE,
    ops.FULL_INT,
)
