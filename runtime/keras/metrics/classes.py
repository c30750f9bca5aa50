"""Metrics of several classes: intersections over unions, and F scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import runtime as tf
from runtime.keras.metrics.metric import Metric


class _ConfusionMatrix(Metric):
    """Keeps how often each class was predicted for each class."""

    def __init__(
        self, num_classes: int, name: str | None = None, dtype: Any = None, ignore_class: int | None = None,
        sparse_y_true: bool = True, sparse_y_pred: bool = True, axis: int = -1,
    ):  # fmt: skip
        super().__init__(tf.int64 if dtype is None else dtype, name)
        self.num_classes, self.ignore_class = num_classes, ignore_class
        self.sparse_y_true, self.sparse_y_pred, self.axis = sparse_y_true, sparse_y_pred, axis
        self.total_confusion_matrix = self.add_variable(
            [num_classes, num_classes], dtype=self._dtype, name="total_confusion_matrix"
        )

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        y_true, y_pred = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
        if not self.sparse_y_true:
            y_true = tf.argmax(y_true, axis=self.axis)
        if not self.sparse_y_pred:
            y_pred = tf.argmax(y_pred, axis=self.axis)
        y_true = tf.reshape(tf.cast(y_true, tf.int64), [-1])
        y_pred = tf.reshape(tf.cast(y_pred, tf.int64), [-1])
        weights = tf.ones_like(y_true, tf.float32)
        if sample_weight is not None:
            # In the dtype of the matrix, as Keras has it: whole numbers unless asked otherwise.
            given = tf.cast(tf.convert_to_tensor(sample_weight), self._dtype)
            given = tf.reshape(tf.cast(given, tf.float32), [-1])
            weights = weights * given
        if self.ignore_class is not None:
            kept = tf.not_equal(y_true, self.ignore_class)
            weights = tf.where(kept, weights, tf.zeros_like(weights))
            y_true = tf.where(kept, y_true, tf.zeros_like(y_true))
            y_pred = tf.where(kept, y_pred, tf.zeros_like(y_pred))
        size = self.num_classes
        matrix = tf.math.confusion_matrix(y_true, y_pred, num_classes=size, weights=weights, dtype=tf.float32)
        self.total_confusion_matrix.assign_add(tf.cast(matrix, self._dtype), read_value=False)

    def _shares(self) -> tuple[Any, Any]:
        """The intersection over the union of each class, and which classes occur."""
        matrix = tf.cast(self.total_confusion_matrix.value(), tf.float32)
        right = tf.linalg.diag_part(matrix)
        union = tf.reduce_sum(matrix, axis=0) + tf.reduce_sum(matrix, axis=1) - right
        return tf.math.divide_no_nan(right, union), tf.cast(union > 0.0, tf.float32)


class IoU(_ConfusionMatrix):
    """The mean over some classes of the intersection of what is and what was predicted over their union.

    Args:
        num_classes: how many there are.
        target_class_ids: those that count.
        name, dtype: as of `Metric`.
        ignore_class: examples of this class are left out.
        sparse_y_true, sparse_y_pred: whether classes are given by number, or as probabilities along `axis`.
        axis: of the classes.
    """

    def __init__(
        self, num_classes: int, target_class_ids: Sequence[int], name: str | None = None, dtype: Any = None,
        ignore_class: int | None = None, sparse_y_true: bool = True, sparse_y_pred: bool = True, axis: int = -1,
    ):  # fmt: skip
        if max(target_class_ids) >= num_classes:
            raise ValueError(f"Target class id {max(target_class_ids)} is out of range, which is [0, {num_classes}).")
        super().__init__(num_classes, name, dtype, ignore_class, sparse_y_true, sparse_y_pred, axis)
        self.target_class_ids = list(target_class_ids)

    def result(self) -> Any:
        shares, occurs = self._shares()
        shares, occurs = tf.gather(shares, self.target_class_ids), tf.gather(occurs, self.target_class_ids)
        return tf.math.divide_no_nan(tf.reduce_sum(shares * occurs), tf.reduce_sum(occurs))

    def get_config(self) -> dict[str, Any]:
        return {
            "num_classes": self.num_classes, "target_class_ids": self.target_class_ids, **super().get_config(),
            "ignore_class": self.ignore_class, "sparse_y_true": self.sparse_y_true,
            "sparse_y_pred": self.sparse_y_pred, "axis": self.axis,
        }  # fmt: skip


class BinaryIoU(IoU):
    """`IoU` of two classes, told apart by probabilities above `threshold`."""

    def __init__(
        self, target_class_ids: Sequence[int] = (0, 1), threshold: float = 0.5, name: str | None = None,
        dtype: Any = None,
    ):  # fmt: skip
        super().__init__(2, target_class_ids, name, dtype)
        self.threshold = threshold

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        chosen = tf.cast(tf.convert_to_tensor(y_pred) >= self.threshold, tf.int64)
        super().update_state(y_true, chosen, sample_weight)

    def get_config(self) -> dict[str, Any]:
        return {
            "target_class_ids": self.target_class_ids, "threshold": self.threshold, "name": self.name,
            "dtype": self.dtype,
        }  # fmt: skip


class MeanIoU(IoU):
    """`IoU` of all classes.

    >>> round(float(MeanIoU(num_classes=2)([0, 0, 1, 1], [0, 1, 0, 1])), 4)
    0.3333
    """

    def __init__(
        self, num_classes: int, name: str | None = None, dtype: Any = None, ignore_class: int | None = None,
        sparse_y_true: bool = True, sparse_y_pred: bool = True, axis: int = -1,
    ):  # fmt: skip
        super().__init__(num_classes, range(num_classes), name, dtype, ignore_class, sparse_y_true, sparse_y_pred, axis)

    def get_config(self) -> dict[str, Any]:
        return {key: value for key, value in super().get_config().items() if key != "target_class_ids"}


class OneHotIoU(IoU):
    """`IoU` of labels that are one-hot."""

    def __init__(
        self, num_classes: int, target_class_ids: Sequence[int], name: str | None = None, dtype: Any = None,
        ignore_class: int | None = None, sparse_y_pred: bool = False, axis: int = -1,
    ):  # fmt: skip
        super().__init__(num_classes, target_class_ids, name, dtype, ignore_class, False, sparse_y_pred, axis)


class OneHotMeanIoU(MeanIoU):
    """`MeanIoU` of labels that are one-hot."""

    def __init__(
        self, num_classes: int, name: str | None = None, dtype: Any = None, ignore_class: int | None = None,
        sparse_y_pred: bool = False, axis: int = -1,
    ):  # fmt: skip
        super().__init__(num_classes, name, dtype, ignore_class, False, sparse_y_pred, axis)


class FBetaScore(Metric):
    """The harmonic mean of precision and recall, with recall counting `beta` times as much.

    Args:
        average: how the scores of classes become one: `micro` (all decisions together), `macro` (their mean),
            `weighted` (by how often each occurs), or None for a score each.
        beta: how much more recall counts.
        threshold: above which a prediction is positive; None takes the largest one.
        name, dtype: as of `Metric`.
    """

    def __init__(
        self, average: str | None = None, beta: float = 1.0, threshold: float | None = None, name: str = "fbeta_score",
        dtype: Any = None,
    ):  # fmt: skip
        if average not in (None, "micro", "macro", "weighted"):
            raise ValueError(
                "Invalid `average` argument value. Expected one of: {None, 'micro', 'macro', 'weighted'}. "
                f"Received: average={average}"
            )
        if not isinstance(beta, float) or beta <= 0:
            raise ValueError(f"Invalid `beta` argument value. It should be a Python float > 0. Received: beta={beta}")
        super().__init__(dtype, name)
        self.average, self.beta, self.threshold = average, beta, threshold
        self._built = False

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        y_true = tf.cast(tf.convert_to_tensor(y_true), self._dtype)
        y_pred = tf.cast(tf.convert_to_tensor(y_pred), self._dtype)
        if not self._built:
            shape = [] if self.average == "micro" else [y_pred.shape[-1]]
            self.true_positives = self.add_variable(shape, name="true_positives")
            self.false_positives = self.add_variable(shape, name="false_positives")
            self.false_negatives = self.add_variable(shape, name="false_negatives")
            self.intermediate_weights = self.add_variable(shape, name="intermediate_weights")
            self._built = True
        if self.threshold is None:
            largest = tf.reduce_max(y_pred, axis=-1, keepdims=True)
            chosen = tf.logical_and(y_pred >= largest, tf.abs(y_pred) > 1e-9)
        else:
            chosen = y_pred > self.threshold
        y_pred = tf.cast(chosen, self._dtype)
        axis = None if self.average == "micro" else 0

        def total(values: Any) -> Any:
            if sample_weight is not None:
                values = values * tf.expand_dims(tf.cast(tf.convert_to_tensor(sample_weight), self._dtype), 1)
            return tf.reduce_sum(values, axis=axis)

        self.true_positives.assign_add(total(y_pred * y_true))
        self.false_positives.assign_add(total(y_pred * (1.0 - y_true)))
        self.false_negatives.assign_add(total((1.0 - y_pred) * y_true))
        self.intermediate_weights.assign_add(total(y_true))

    def result(self) -> Any:
        found = self.true_positives.value()
        precision = tf.math.divide_no_nan(found, found + self.false_positives)
        recall = tf.math.divide_no_nan(found, found + self.false_negatives)
        square = self.beta**2
        score = tf.math.divide_no_nan(precision * recall * (1.0 + square), square * precision + recall)
        if self.average == "weighted":
            weights = tf.math.divide_no_nan(
                self.intermediate_weights.value(), tf.reduce_sum(self.intermediate_weights.value())
            )
            return tf.reduce_sum(score * weights)
        return tf.reduce_mean(score) if self.average is not None else score

    def get_config(self) -> dict[str, Any]:
        own = {"average": self.average, "beta": self.beta, "threshold": self.threshold}
        return {**super().get_config(), **own}


class F1Score(FBetaScore):
    """The harmonic mean of precision and recall; see `FBetaScore`."""

    def __init__(
        self, average: str | None = None, threshold: float | None = None, name: str = "f1_score", dtype: Any = None
    ):
        super().__init__(average, 1.0, threshold, name, dtype)

    def get_config(self) -> dict[str, Any]:
        return {key: value for key, value in super().get_config().items() if key != "beta"}
