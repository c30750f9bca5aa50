"""Kernels: functions of neural networks."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import errors
from runtime.ir.schema import kernels
from runtime.ops import neural as ops

kernels[ops.RELU] = lambda x: np.maximum(x, x.dtype.type(0))
kernels[ops.RELU6] = lambda x: np.minimum(np.maximum(x, x.dtype.type(0)), x.dtype.type(6))
kernels[ops.ELU] = lambda x: np.asarray(np.where(x > 0, x, np.expm1(np.minimum(x, 0)))).astype(x.dtype, copy=False)
kernels[ops.SOFTPLUS] = lambda x: np.maximum(x, x.dtype.type(0)) + np.log1p(np.exp(-np.abs(x)))
kernels[ops.SOFTSIGN] = lambda x: x / (1 + np.abs(x))
#: Scale and slope of the self-normalising activation (Klambauer et al. 2017).
SELU_SCALE, SELU_ALPHA = 1.0507009873554805, 1.6732632423543772
kernels[ops.SELU] = lambda x: (SELU_SCALE * np.where(x > 0, x, SELU_ALPHA * np.expm1(np.minimum(x, 0)))).astype(
    x.dtype, copy=False
)


# -- softmax ---------------------------------------------------------------------------------------------------------


def _shifted(x: np.ndarray) -> np.ndarray:
    if not x.ndim:
        raise errors.InvalidArgumentError(None, None, "logits must have >= 1 dimension, got []")
    return x - np.max(x, -1, keepdims=True, initial=-np.inf)


def _in_float32(kernel: Any) -> Any:
    """`kernel`, which computes on half-precision numbers in float32."""

    def wide(x: np.ndarray) -> np.ndarray:
        return kernel(x.astype(np.float32)).astype(x.dtype) if x.dtype.itemsize == 2 else kernel(x)

    return wide


@_in_float32
def _softmax(x: np.ndarray) -> np.ndarray:
    exps = _shifted(x)
    np.exp(exps, out=exps)
    exps /= np.sum(exps, -1, keepdims=True)
    return exps


@_in_float32
def _log_softmax(x: np.ndarray) -> np.ndarray:
    shifted = _shifted(x)
    shifted -= np.log(np.sum(np.exp(shifted), -1, keepdims=True))
    return shifted


kernels[ops.SOFTMAX] = _softmax
kernels[ops.LOG_SOFTMAX] = _log_softmax


def _cross_entropy(features: np.ndarray, labels: np.ndarray) -> tuple[Any, Any]:
    log_p = _log_softmax(features)
    return -np.sum(np.where(labels == 0, 0, labels * log_p), -1).astype(features.dtype), np.exp(log_p) * np.sum(
        labels, -1, keepdims=True
    ) - labels


kernels[ops.CROSS_ENTROPY] = _cross_entropy


def _sparse_cross_entropy(features: np.ndarray, labels: np.ndarray) -> tuple[Any, Any]:
    count = features.shape[-1]
    if ((labels < 0) | (labels >= count)).any():
        wrong = labels[(labels < 0) | (labels >= count)][0]
        raise errors.InvalidArgumentError(
            None, None,
            f"Received a label value of {wrong} which is outside the valid range of [0, {count}).  Label values: "
            f"{' '.join(map(str, labels.ravel().tolist()))}",
        )  # fmt: skip
    log_p = _log_softmax(features)
    rows = np.arange(len(labels))
    backprop = np.exp(log_p)
    backprop[rows, labels] -= 1
    return -log_p[rows, labels], backprop


kernels[ops.SPARSE_CROSS_ENTROPY] = _sparse_cross_entropy


def _contrast(images: np.ndarray, factor: np.ndarray) -> np.ndarray:
    mean = images.mean((-3, -2), keepdims=True, dtype=images.dtype)
    return (images - mean) * factor.astype(images.dtype) + mean


kernels[ops.ADJUST_CONTRAST] = _contrast
