"""Derivatives: text from tensors."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ops import printing as ops

without_gradient(ops.FORMAT, ops.PRINT)
