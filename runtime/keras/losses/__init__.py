"""`tf.keras.losses`: what training makes small, as functions (a loss per example) and classes (one per batch)."""

from runtime.keras.coverage import refusing
from runtime.keras.losses.functions import (
    binary_crossentropy,
    categorical_crossentropy,
    huber,
    mean_absolute_error,
    mean_squared_error,
    sparse_categorical_crossentropy,
)
from runtime.keras.losses.loss import (
    BinaryCrossentropy,
    CategoricalCrossentropy,
    Huber,
    Loss,
    MeanAbsoluteError,
    MeanSquaredError,
    Reduction,
    SparseCategoricalCrossentropy,
)
from runtime.keras.serialization import LOSSES

# Shorter and older names.
mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
bce = BCE = binary_crossentropy

get, serialize, deserialize = LOSSES.get, LOSSES.serialize, LOSSES.deserialize

__all__ = [
    "BCE", "MAE", "MSE", "BinaryCrossentropy", "CategoricalCrossentropy", "Huber", "Loss", "MeanAbsoluteError",
    "MeanSquaredError", "Reduction", "SparseCategoricalCrossentropy", "bce", "binary_crossentropy",
    "categorical_crossentropy", "deserialize", "get", "huber", "mae", "mean_absolute_error", "mean_squared_error",
    "mse", "serialize", "sparse_categorical_crossentropy",
]  # fmt: skip

__getattr__ = refusing("tf.keras.losses", __all__)
