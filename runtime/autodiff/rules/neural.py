"""Derivatives: functions of neural networks."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import of_unary
from runtime.ir.graph import CONST
from runtime.ir.schema import gradients
from runtime.kernels.neural import SELU_ALPHA, SELU_SCALE
from runtime.library import elementwise, logic, reduction, shaping
from runtime.library.neural import log_softmax, softmax
from runtime.ops import neural as ops
from runtime.ops.shaping import ZEROS_LIKE

gradients[ops.RELU] = of_unary(lambda x, y: shaping.cast(logic.greater(y, shaping.zeros_like(y)), y.dtype))
gradients[ops.RELU6] = of_unary(lambda x, y: shaping.cast(logic.logical_and(y > 0, y < 6), y.dtype))
gradients[ops.ELU] = of_unary(lambda x, y: logic.where(y < 0, y + 1, shaping.ones_like(y)))
gradients[ops.SOFTPLUS] = of_unary(lambda x, y: elementwise.sigmoid(x))
gradients[ops.SOFTSIGN] = of_unary(lambda x, y: 1 / elementwise.square(1 + elementwise.abs(x)))
gradients[ops.SELU] = of_unary(
    lambda x, y: logic.where(y < 0, y + SELU_SCALE * SELU_ALPHA, SELU_SCALE * shaping.ones_like(y))
)


def _softmax_gradient(node: Any, g: Any) -> list[Any]:
    y = node.outputs[0]
    return [(g - reduction.reduce_sum(g * y, -1, keepdims=True)) * y]


def _log_softmax_gradient(node: Any, g: Any) -> list[Any]:
    return [g - reduction.reduce_sum(g, -1, keepdims=True) * elementwise.exp(node.outputs[0])]


gradients[ops.SOFTMAX] = _softmax_gradient
gradients[ops.LOG_SOFTMAX] = _log_softmax_gradient


def _is_zero(cotangent: Any) -> bool:
    """Whether a cotangent of a graph is zero whatever it depends on, as that of an output which nothing uses is."""
    node = getattr(cotangent, "node", None)
    if node is None:
        return False
    return node.op is ZEROS_LIKE or (node.op is CONST and not node.attrs["value"].any())


def _cross_entropy_gradient(node: Any, g: Any, g_backprop: Any = None) -> list[Any]:
    logits, labels = node.inputs
    weight = shaping.expand_dims(g, -1)
    to_logits, to_labels = weight * node.outputs[1], -weight * log_softmax(logits)
    if g_backprop is not None and not _is_zero(g_backprop):
        p = softmax(logits)
        inner = g_backprop - reduction.reduce_sum(g_backprop * p, -1, keepdims=True)
        to_logits += inner * p * reduction.reduce_sum(labels, -1, keepdims=True)
        to_labels -= inner
    return [to_logits, to_labels]


gradients[ops.CROSS_ENTROPY] = _cross_entropy_gradient


def _sparse_cross_entropy_gradient(node: Any, g: Any, g_backprop: Any = None) -> list[Any]:
    result = shaping.expand_dims(g, -1) * node.outputs[1]
    if g_backprop is not None and not _is_zero(g_backprop):
        p = softmax(node.inputs[0])
        result += (g_backprop - reduction.reduce_sum(g_backprop * p, -1, keepdims=True)) * p
    return [result, None]


gradients[ops.SPARSE_CROSS_ENTROPY] = _sparse_cross_entropy_gradient
