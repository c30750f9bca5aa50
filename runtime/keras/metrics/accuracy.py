"""How often predictions are right: functions of a batch, and the metrics that average them."""

from __future__ import annotations

from typing import Any

import runtime as tf
from runtime.keras.losses.shaping import same_rank
from runtime.keras.metrics.metric import mean_of


def accuracy(y_true: Any, y_pred: Any) -> Any:
    """How often predictions equal labels: 1 or 0 for each.

    >>> accuracy([1, 2], [1, 3]).numpy()
    array([1., 0.], dtype=float32)
    """
    y_pred = tf.convert_to_tensor(y_pred)
    y_true, y_pred = same_rank(tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype), y_pred)
    return tf.cast(tf.equal(y_true, y_pred), tf.float32)


def binary_accuracy(y_true: Any, y_pred: Any, threshold: float = 0.5) -> Any:
    """How often probabilities are on the side of `threshold` that labels of 0 and 1 say: 1 or 0 for each.

    Args:
        y_true: labels of 0 and 1.
        y_pred: probabilities, of the same shape.
        threshold: above which class 1 is meant.

    >>> binary_accuracy([1.0, 1.0], [0.7, 0.4]).numpy()
    array([1., 0.], dtype=float32)
    """
    y_pred = tf.convert_to_tensor(y_pred)
    y_true, y_pred = same_rank(tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype), y_pred)
    sides = tf.cast(y_pred > tf.cast(threshold, y_pred.dtype), y_true.dtype)
    return tf.cast(tf.equal(y_true, sides), tf.float32)


def categorical_accuracy(y_true: Any, y_pred: Any) -> Any:
    """How often the largest prediction is at the 1 of a one-hot label: 1 or 0 for each."""
    return tf.cast(tf.equal(tf.argmax(y_true, axis=-1), tf.argmax(y_pred, axis=-1)), tf.float32)


def sparse_categorical_accuracy(y_true: Any, y_pred: Any) -> Any:
    """How often the largest prediction is at the number of the class: 1 or 0 for each.

    >>> sparse_categorical_accuracy([1, 0], [[0.2, 0.8], [0.3, 0.7]]).numpy()
    array([1., 0.], dtype=float32)
    """
    y_pred = tf.convert_to_tensor(y_pred)
    labels = _numbers(tf.convert_to_tensor(y_true), y_pred)
    return tf.cast(tf.equal(tf.cast(labels, tf.int64), tf.argmax(y_pred, axis=-1)), tf.float32)


def _numbers(labels: Any, y_pred: Any) -> Any:
    """Numbers of classes without a last dimension of size 1."""
    same = labels.shape.rank is not None and labels.shape.rank == y_pred.shape.rank
    return tf.squeeze(labels, [-1]) if same and labels.shape[-1] == 1 else labels


def top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Any:
    """How often the 1 of a one-hot label is at one of the `k` largest predictions: 1 or 0 for each.

    Args:
        y_true: one-hot, `[batch, classes]`.
        y_pred: `[batch, classes]`.
        k: how many predictions count.
    """
    return sparse_top_k_categorical_accuracy(tf.argmax(y_true, axis=-1), y_pred, k)


def sparse_top_k_categorical_accuracy(y_true: Any, y_pred: Any, k: int = 5) -> Any:
    """How often the class is among those of the `k` largest predictions: 1 or 0 for each.

    Args:
        y_true: numbers of classes, `[batch]`.
        y_pred: `[batch, classes]`.
        k: how many predictions count.

    >>> sparse_top_k_categorical_accuracy([0, 1], [[0.3, 0.5, 0.2], [0.3, 0.1, 0.6]], k=2).numpy()
    array([1., 0.], dtype=float32)
    """
    y_pred = tf.convert_to_tensor(y_pred)
    labels = tf.cast(_numbers(tf.convert_to_tensor(y_true), y_pred), tf.int32)
    if y_pred.shape.rank == 2:
        return tf.cast(tf.math.in_top_k(labels, y_pred, k), tf.float32)
    flat = tf.math.in_top_k(tf.reshape(labels, [-1]), tf.reshape(y_pred, [-1, tf.shape(y_pred)[-1]]), k)
    return tf.reshape(tf.cast(flat, tf.float32), tf.shape(labels))


Accuracy = mean_of("Accuracy", accuracy)
BinaryAccuracy = mean_of("BinaryAccuracy", binary_accuracy, threshold=0.5)
CategoricalAccuracy = mean_of("CategoricalAccuracy", categorical_accuracy)
SparseCategoricalAccuracy = mean_of("SparseCategoricalAccuracy", sparse_categorical_accuracy)


# `k` comes first in these.
class TopKCategoricalAccuracy(mean_of("Base", top_k_categorical_accuracy, k=5)):  # type: ignore[misc]
    """How often the class of a one-hot label is among those of the `k` largest predictions."""

    def __init__(self, k: int = 5, name: str = "top_k_categorical_accuracy", dtype: Any = None):
        super().__init__(name, dtype, k)


class SparseTopKCategoricalAccuracy(mean_of("Base", sparse_top_k_categorical_accuracy, k=5)):  # type: ignore[misc]
    """How often a class, given by number, is among those of the `k` largest predictions."""

    def __init__(self, k: int = 5, name: str = "sparse_top_k_categorical_accuracy", dtype: Any = None):
        super().__init__(name, dtype, k)
