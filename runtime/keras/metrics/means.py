"""The metrics that are means of a function: of how often predictions are right, and of losses."""

from __future__ import annotations

from typing import Any

from runtime.keras.losses import functions
from runtime.keras.losses.shaping import pair
from runtime.keras.metrics.metric import MeanMetricWrapper
from runtime.keras.serialization import METRICS
from runtime.library import logic, neural, reduction, shaping
from runtime.tensor import conversion


def accuracy(y_true: Any, y_pred: Any) -> Any:
    """How often predictions equal labels: 1 or 0 for each.

    >>> accuracy([1, 2], [1, 3]).numpy()
    array([1., 0.], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    return shaping.cast(logic.equal(y_true, y_pred), "float32")


def binary_accuracy(y_true: Any, y_pred: Any, threshold: float = 0.5) -> Any:
    """How often probabilities are on the side of `threshold` that labels of 0 and 1 say: 1 or 0 for each.

    Args:
        y_true: labels of 0 and 1.
        y_pred: probabilities, of the same shape.
        threshold: above which class 1 is meant.

    >>> binary_accuracy([1.0, 1.0], [0.7, 0.4]).numpy()
    array([1., 0.], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    sides = shaping.cast(y_pred > shaping.cast(threshold, y_pred.dtype), y_true.dtype)
    return shaping.cast(logic.equal(y_true, sides), "float32")


def categorical_accuracy(y_true: Any, y_pred: Any) -> Any:
    """How often the largest prediction is at the 1 of a one-hot label: 1 or 0 for each."""
    return shaping.cast(logic.equal(reduction.argmax(y_true, axis=-1), reduction.argmax(y_pred, axis=-1)), "float32")


def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Any:
    """How often the largest prediction is at the number of the class: 1 or 0 for each.

    >>> sparse_categorical_accuracy([1, 0], [[0.2, 0.8], [0.3, 0.7]]).numpy()
    array([1., 0.], dtype=float32)
    """
    y_pred = conversion.convert_to_tensor(y_pred)
    labels = _numbers(conversion.convert_to_tensor(y_true), y_pred)
    return shaping.cast(logic.equal(shaping.cast(labels, "int64"), reduction.argmax(y_pred, axis=-1)), "float32")


def _numbers(labels: Any, y_pred: Any) -> Any:
    """Numbers of classes without a last dimension of size 1."""
    same = labels.shape.rank is not None and labels.shape.rank == y_pred.shape.rank
    return shaping.squeeze(labels, [-1]) if same and labels.shape[-1] == 1 else labels


def top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Any:
    """How often the 1 of a one-hot label is at one of the `k` largest predictions: 1 or 0 for each.

    Args:
        y_true: one-hot, `[batch, classes]`.
        y_pred: `[batch, classes]`.
        k: how many predictions count.
    """
    return sparse_top_k_categorical_accuracy(reduction.argmax(y_true, axis=-1), y_pred, k)


def sparse_top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Any:
    """How often the class is among those of the `k` largest predictions: 1 or 0 for each.

    Args:
        y_true: numbers of classes, `[batch]`.
        y_pred: `[batch, classes]`.
        k: how many predictions count.

    >>> sparse_top_k_categorical_accuracy([0, 1], [[0.3, 0.5, 0.2], [0.3, 0.1, 0.6]], k=2).numpy()
    array([1., 0.], dtype=float32)
    """
    y_pred = conversion.convert_to_tensor(y_pred)
    labels = shaping.cast(_numbers(conversion.convert_to_tensor(y_true), y_pred), "int32")
    if y_pred.shape.rank == 2:
        return shaping.cast(neural.in_top_k(labels, y_pred, k), "float32")
    flat = neural.in_top_k(shaping.reshape(labels, [-1]), shaping.reshape(y_pred, [-1, shaping.shape(y_pred)[-1]]), k)
    return shaping.reshape(shaping.cast(flat, "float32"), shaping.shape(labels))


for _function in (
    accuracy, binary_accuracy, categorical_accuracy, sparse_categorical_accuracy, top_k_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
):  # fmt: skip
    METRICS.add(_function)


class Accuracy(MeanMetricWrapper, of=accuracy): ...


class BinaryAccuracy(MeanMetricWrapper, of=binary_accuracy): ...


class CategoricalAccuracy(MeanMetricWrapper, of=categorical_accuracy): ...


class SparseCategoricalAccuracy(MeanMetricWrapper, of=sparse_categorical_accuracy): ...


class TopKCategoricalAccuracy(MeanMetricWrapper, of=top_k_categorical_accuracy, first="k"): ...


class SparseTopKCategoricalAccuracy(MeanMetricWrapper, of=sparse_top_k_categorical_accuracy, first="k"): ...


class MeanSquaredError(MeanMetricWrapper, of=functions.mean_squared_error): ...


class MeanAbsoluteError(MeanMetricWrapper, of=functions.mean_absolute_error): ...


class BinaryCrossentropy(MeanMetricWrapper, of=functions.binary_crossentropy): ...


class CategoricalCrossentropy(MeanMetricWrapper, of=functions.categorical_crossentropy): ...


class SparseCategoricalCrossentropy(MeanMetricWrapper, of=functions.sparse_categorical_crossentropy): ...
