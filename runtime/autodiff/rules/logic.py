"""Derivatives: comparison, logic, choice, and tests of floating-point numbers."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import unbroadcast, without_gradient
from runtime.ir.schema import gradients
from runtime.library import shaping
from runtime.library.logic import where
from runtime.ops import logic as ops


def _select_gradient(node: Any, g: Any) -> list[Any]:
    condition, x, y = node.inputs
    zero = shaping.zeros_like(g)
    out = node.outputs[0]
    return [
        None,
        unbroadcast(x, out, where(condition, g, zero), None)[0],
        unbroadcast(y, out, where(condition, zero, g), None)[0],
    ]


gradients[ops.SELECT] = _select_gradient
without_gradient(
    ops.LESS,
    ops.LESS_EQUAL,
    ops.GREATER,
    ops.GREATER_EQUAL,
    ops.EQUAL,
    ops.NOT_EQUAL,
    ops.LOGICAL_AND,
    ops.LOGICAL_OR,
    ops.LOGICAL_NOT,
    ops.IS_NAN,
    ops.IS_INF,
    ops.IS_FINITE,
    ops.WHERE,
    ops.BITWISE_AND,
    ops.BITWISE_OR,
    ops.BITWISE_XOR,
    ops.LEFT_SHIFT,
    ops.RIGHT_SHIFT,
    ops.INVERT,
)
