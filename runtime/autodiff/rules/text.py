"""Derivatives: operations on strings."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ops import text as ops

without_gradient(
    ops.UPPER,
    ops.LOWER,
    ops.STRIP,
    ops.LENGTH,
    ops.REPLACE,
    ops.FULL_MATCH,
    ops.JOIN,
    ops.REDUCE_JOIN,
    ops.SUBSTR,
    ops.AS_STRING,
    ops.TO_NUMBER,
)
