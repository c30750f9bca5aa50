"""`tf.keras.metrics`: numbers that are followed over batches."""

from runtime.keras.coverage import refusing
from runtime.keras.losses.functions import (
    binary_crossentropy,
    categorical_crossentropy,
    mean_absolute_error,
    mean_squared_error,
    sparse_categorical_crossentropy,
)
from runtime.keras.metrics.confusion import (
    AUC,
    Precision,
    Recall,
)
from runtime.keras.metrics.means import (
    Accuracy,
    BinaryAccuracy,
    BinaryCrossentropy,
    CategoricalAccuracy,
    CategoricalCrossentropy,
    MeanAbsoluteError,
    MeanSquaredError,
    SparseCategoricalAccuracy,
    SparseCategoricalCrossentropy,
    SparseTopKCategoricalAccuracy,
    TopKCategoricalAccuracy,
    accuracy,
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)
from runtime.keras.metrics.metric import Mean, MeanMetricWrapper, Metric
from runtime.keras.serialization import METRICS

# Shorter and older names.
mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error

get, serialize, deserialize = METRICS.get, METRICS.serialize, METRICS.deserialize

__all__ = [
    "AUC", "MAE", "MSE", "Accuracy", "BinaryAccuracy", "BinaryCrossentropy", "CategoricalAccuracy",
    "CategoricalCrossentropy", "Mean", "MeanAbsoluteError", "MeanMetricWrapper", "MeanSquaredError", "Metric",
    "Precision", "Recall", "SparseCategoricalAccuracy", "SparseCategoricalCrossentropy",
    "SparseTopKCategoricalAccuracy", "TopKCategoricalAccuracy", "accuracy", "binary_accuracy",
    "binary_crossentropy", "categorical_accuracy", "categorical_crossentropy", "deserialize", "get", "mae",
    "mean_absolute_error", "mean_squared_error", "mse", "serialize", "sparse_categorical_accuracy",
    "sparse_categorical_crossentropy", "sparse_top_k_categorical_accuracy", "top_k_categorical_accuracy",
]  # fmt: skip

__getattr__ = refusing("tf.keras.metrics", __all__)
