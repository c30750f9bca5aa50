"""Schemas and shape rules: functions of neural networks."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.dtypes import FLOATING, REAL
from runtime.ir.schema import TOTAL, op
from runtime.ops.point_wise import unary
from runtime.ops.shape_rules import broadcast, same

RELU = unary("Relu", REAL, tags=TOTAL, output="activations")
RELU6 = unary("Relu6", REAL, output="activations")
ELU = unary("Elu", FLOATING, output="activations")
SOFTPLUS = unary("Softplus", FLOATING, output="activations")
SOFTSIGN = unary("Softsign", FLOATING, output="activations")
SELU = unary("Selu", FLOATING, output="activations")
SOFTMAX = op("Softmax", "logits: T -> softmax: T", shapes=same, T=FLOATING)
LOG_SOFTMAX = op("LogSoftmax", "logits: T -> logsoftmax: T", shapes=same, T=FLOATING)
CROSS_ENTROPY = op(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T -> loss: T, backprop: T",
    shapes=lambda x, labels: [broadcast(x, labels)[:-1], broadcast(x, labels)],
    T=FLOATING,
)
SPARSE_CROSS_ENTROPY = op(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels -> loss: T, backprop: T",
    shapes=lambda x, labels: [labels.shape.merge_with(x.shape[:-1]), x.shape],
    T=FLOATING,
    Tlabels=(dtypes.int32, dtypes.int64),
)
#: It has no gradient, as in TensorFlow.
ADJUST_CONTRAST = op("AdjustContrastv2", "images: T, contrast_factor: float32 -> T", shapes=same, T=FLOATING)
