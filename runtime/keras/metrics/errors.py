"""Losses as metrics: their means over all batches; and the coefficient of determination."""

from __future__ import annotations

from typing import Any

import runtime as tf
from runtime.keras.losses import functions
from runtime.keras.losses.shaping import same_rank, weights_like
from runtime.keras.metrics.metric import Mean, Metric, mean_of


def cosine_similarity(y_true: Any, y_pred: Any, axis: Any = -1) -> Any:
    """The cosine of the angle between targets and predictions: 1 if they point the same way."""
    return -functions.cosine_similarity(y_true, y_pred, axis)


# fmt: off
MeanSquaredError = mean_of("MeanSquaredError", functions.mean_squared_error)
MeanAbsoluteError = mean_of("MeanAbsoluteError", functions.mean_absolute_error)
MeanAbsolutePercentageError = mean_of("MeanAbsolutePercentageError", functions.mean_absolute_percentage_error)
MeanSquaredLogarithmicError = mean_of("MeanSquaredLogarithmicError", functions.mean_squared_logarithmic_error)
LogCoshError = mean_of("LogCoshError", functions.log_cosh, "logcosh")
Hinge = mean_of("Hinge", functions.hinge)
SquaredHinge = mean_of("SquaredHinge", functions.squared_hinge)
CategoricalHinge = mean_of("CategoricalHinge", functions.categorical_hinge)
KLDivergence = mean_of("KLDivergence", functions.kl_divergence)
Poisson = mean_of("Poisson", functions.poisson)
CosineSimilarity = mean_of("CosineSimilarity", cosine_similarity, axis=-1)
BinaryCrossentropy = mean_of(
    "BinaryCrossentropy", functions.binary_crossentropy, from_logits=False, label_smoothing=0
)
CategoricalCrossentropy = mean_of(
    "CategoricalCrossentropy", functions.categorical_crossentropy, from_logits=False, label_smoothing=0, axis=-1
)
SparseCategoricalCrossentropy = mean_of(
    "SparseCategoricalCrossentropy", functions.sparse_categorical_crossentropy, from_logits=False, axis=-1
)
# fmt: on


class RootMeanSquaredError(Mean):
    """The root of the mean of `(y_true - y_pred) ** 2`.

    >>> float(RootMeanSquaredError()([0., 0.], [3., 3.]))
    3.0
    """

    def __init__(self, name: str = "root_mean_squared_error", dtype: Any = None):
        super().__init__(name, dtype)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:  # type: ignore[override]
        y_pred = tf.cast(tf.convert_to_tensor(y_pred), self._dtype)
        y_true, y_pred = same_rank(tf.cast(tf.convert_to_tensor(y_true), self._dtype), y_pred)
        super().update_state(tf.square(y_true - y_pred), sample_weight)

    def result(self) -> Any:
        return tf.sqrt(super().result())


class R2Score(Metric):
    """The coefficient of determination: 1 minus the squared errors over the squared deviations from the mean.

    Args:
        class_aggregation: how the scores of several outputs become one: `uniform_average`, `variance_weighted_average`,
            or None for a score each.
        num_regressors: if more than 0, the score is adjusted for so many inputs.
        name, dtype: as of `Metric`.
    """

    def __init__(
        self, class_aggregation: str | None = "uniform_average", num_regressors: int = 0, name: str = "r2_score",
        dtype: Any = None,
    ):  # fmt: skip
        if class_aggregation not in (None, "uniform_average", "variance_weighted_average"):
            raise ValueError(
                "Invalid value for argument `class_aggregation`. Expected one of (None, 'uniform_average', "
                f"'variance_weighted_average'). Received: class_aggregation={class_aggregation}"
            )
        if num_regressors < 0:
            raise ValueError(
                f"Invalid value for argument `num_regressors`. Expected a value >= 0. Received: {num_regressors}"
            )
        super().__init__(dtype, name)
        self.class_aggregation, self.num_regressors = class_aggregation, num_regressors
        self.num_samples = self.add_variable(name="num_samples")
        self._built = False

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        y_pred = tf.cast(tf.convert_to_tensor(y_pred), self._dtype)
        y_true, y_pred = same_rank(tf.cast(tf.convert_to_tensor(y_true), self._dtype), y_pred)
        if not self._built:
            width = [y_true.shape[-1]]
            self.squared_sum = self.add_variable(width, name="squared_sum")
            self.sum = self.add_variable(width, name="sum")
            self.total_mse = self.add_variable(width, name="residual")
            self.count = self.add_variable(width, name="count")
            self._built = True
        weights = tf.ones_like(y_true)
        if sample_weight is not None:
            weights = weights * weights_like(sample_weight, y_true)
        self.sum.assign_add(tf.reduce_sum(y_true * weights, axis=0))
        self.squared_sum.assign_add(tf.reduce_sum(y_true * y_true * weights, axis=0))
        self.total_mse.assign_add(tf.reduce_sum(tf.square(y_true - y_pred) * weights, axis=0))
        self.count.assign_add(tf.reduce_sum(weights, axis=0))
        self.num_samples.assign_add(tf.cast(tf.size(y_true), self._dtype))

    def result(self) -> Any:
        total = self.squared_sum - self.sum * (self.sum / self.count)
        raw = 1.0 - self.total_mse / total
        raw = tf.where(tf.math.is_inf(raw), tf.zeros_like(raw), raw)
        if self.class_aggregation == "uniform_average":
            score = tf.reduce_mean(raw)
        elif self.class_aggregation == "variance_weighted_average":
            score = tf.reduce_sum(total * raw) / tf.reduce_sum(total)
        else:
            score = raw
        if self.num_regressors:
            p = float(self.num_regressors)
            score = 1.0 - (1.0 - score) * (self.num_samples - 1.0) / (self.num_samples - p - 1.0)
        return score

    def get_config(self) -> dict[str, Any]:
        own = {"class_aggregation": self.class_aggregation, "num_regressors": self.num_regressors}
        return {**super().get_config(), **own}
