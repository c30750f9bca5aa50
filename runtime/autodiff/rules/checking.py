"""Derivatives: assertions and checks of values, shapes and dtypes."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ir.schema import gradients
from runtime.library.checking import check_numerics
from runtime.ops import checking as ops

gradients[ops.CHECK_NUMERICS] = lambda node, g: [
    check_numerics(g, "Not a number (NaN) or infinity (Inf) values detected in gradient. " + node.attrs["message"])
]
without_gradient(
    ops.ASSERT,
    ops.ASSERT_EQUAL,
    ops.ASSERT_NONE_EQUAL,
    ops.ASSERT_LESS,
    ops.ASSERT_LESS_EQUAL,
    ops.ASSERT_GREATER,
    ops.ASSERT_GREATER_EQUAL,
    ops.ASSERT_POSITIVE,
    ops.ASSERT_NEGATIVE,
    ops.ASSERT_NON_NEGATIVE,
    ops.ASSERT_NON_POSITIVE,
)
