"""`tf.keras.metrics`: numbers that are followed over batches."""

from __future__ import annotations

from typing import Any

from runtime.keras.backend import snake_case
from runtime.keras.identifiers import found, meant
from runtime.keras.losses.functions import (
    binary_crossentropy,
    binary_focal_crossentropy,
    categorical_crossentropy,
    categorical_focal_crossentropy,
    categorical_hinge,
    hinge,
    huber,
    kl_divergence,
    log_cosh,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)
from runtime.keras.metrics.accuracy import (
    Accuracy,
    BinaryAccuracy,
    CategoricalAccuracy,
    SparseCategoricalAccuracy,
    SparseTopKCategoricalAccuracy,
    TopKCategoricalAccuracy,
    accuracy,
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)
from runtime.keras.metrics.classes import BinaryIoU, F1Score, FBetaScore, IoU, MeanIoU, OneHotIoU, OneHotMeanIoU
from runtime.keras.metrics.confusion import (
    AUC,
    FalseNegatives,
    FalsePositives,
    Precision,
    PrecisionAtRecall,
    Recall,
    RecallAtPrecision,
    SensitivityAtSpecificity,
    SpecificityAtSensitivity,
    TrueNegatives,
    TruePositives,
)
from runtime.keras.metrics.errors import (
    BinaryCrossentropy,
    CategoricalCrossentropy,
    CategoricalHinge,
    CosineSimilarity,
    Hinge,
    KLDivergence,
    LogCoshError,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    R2Score,
    RootMeanSquaredError,
    SparseCategoricalCrossentropy,
    SquaredHinge,
    cosine_similarity,
)
from runtime.keras.metrics.metric import Mean, MeanMetricWrapper, Metric, Sum
from runtime.keras.serialization import serialize_keras_object

# Shorter and older names.
mse = mean_squared_error
mae = mean_absolute_error
mape = mean_absolute_percentage_error
msle = mean_squared_logarithmic_error
kld = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
MSE, MAE, MAPE, MSLE, KLD = mse, mae, mape, msle, kld

__all__ = [
    "AUC", "KLD", "MAE", "MAPE", "MSE", "MSLE", "Accuracy", "BinaryAccuracy", "BinaryCrossentropy", "BinaryIoU",
    "CategoricalAccuracy", "CategoricalCrossentropy", "CategoricalHinge", "CosineSimilarity", "F1Score", "FBetaScore",
    "FalseNegatives", "FalsePositives", "Hinge", "IoU", "KLDivergence", "LogCoshError", "Mean", "MeanAbsoluteError",
    "MeanAbsolutePercentageError", "MeanIoU", "MeanMetricWrapper", "MeanSquaredError", "MeanSquaredLogarithmicError",
    "Metric", "OneHotIoU", "OneHotMeanIoU", "Poisson", "Precision", "PrecisionAtRecall", "R2Score", "Recall",
    "RecallAtPrecision", "RootMeanSquaredError", "SensitivityAtSpecificity", "SparseCategoricalAccuracy",
    "SparseCategoricalCrossentropy", "SparseTopKCategoricalAccuracy", "SpecificityAtSensitivity", "SquaredHinge", "Sum",
    "TopKCategoricalAccuracy", "TrueNegatives", "TruePositives", "accuracy", "binary_accuracy", "binary_crossentropy",
    "binary_focal_crossentropy", "categorical_accuracy", "categorical_crossentropy", "categorical_focal_crossentropy",
    "categorical_hinge", "cosine_similarity", "deserialize", "get", "hinge", "huber", "kl_divergence", "kld",
    "kullback_leibler_divergence", "log_cosh", "logcosh", "mae", "mape", "mean_absolute_error",
    "mean_absolute_percentage_error", "mean_squared_error", "mean_squared_logarithmic_error", "mse", "msle", "poisson",
    "serialize", "sparse_categorical_accuracy", "sparse_categorical_crossentropy",
    "sparse_top_k_categorical_accuracy", "squared_hinge", "top_k_categorical_accuracy",
]  # fmt: skip

_KNOWN = {name: globals()[name] for name in __all__ if name not in ("get", "serialize", "deserialize")}
# Classes are known in snake case too, where no function has the name.
_KNOWN = {**{snake_case(name): value for name, value in _KNOWN.items() if isinstance(value, type)}, **_KNOWN}


def get(identifier: Any) -> Any:
    """The metric that is meant.

    Args:
        identifier: a name, a function, a class, an object, a configuration, or None.

    Returns:
        A `Metric` or a function of `y_true` and `y_pred`; None for None.

    Raises:
        ValueError: if no metric has that name.

    >>> get('AUC')
    <AUC name=auc>
    """
    return meant(identifier, deserialize, "metric")


def serialize(metric: Any) -> Any:
    """A description of a metric that JSON can hold; see `deserialize`."""
    return serialize_keras_object(metric)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The metric that a name or a description stands for."""
    return found(config, _KNOWN, "metric", custom_objects)
