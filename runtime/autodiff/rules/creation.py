"""Derivatives: operations that make tensors from sizes and numbers."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ir.schema import gradients
from runtime.library import reduction
from runtime.ops import creation as ops

gradients[ops.FILL] = lambda node, g: [None, reduction.reduce_sum(g)]
without_gradient(ops.RANGE, ops.ONE_HOT)
