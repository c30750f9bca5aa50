"""`tf.keras.losses`: what training makes small, as functions (a loss per example) and classes (one per batch)."""

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
    cosine_similarity,
    dice,
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
    tversky,
)
from runtime.keras.losses.loss import (
    BinaryCrossentropy,
    BinaryFocalCrossentropy,
    CategoricalCrossentropy,
    CategoricalFocalCrossentropy,
    CategoricalHinge,
    CosineSimilarity,
    Dice,
    Hinge,
    Huber,
    KLDivergence,
    LogCosh,
    Loss,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    Reduction,
    SparseCategoricalCrossentropy,
    SquaredHinge,
    Tversky,
)
from runtime.keras.serialization import serialize_keras_object

# Shorter and older names.
mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
bce = BCE = binary_crossentropy

__all__ = [
    "BCE", "KLD", "MAE", "MAPE", "MSE", "MSLE", "BinaryCrossentropy", "BinaryFocalCrossentropy",
    "CategoricalCrossentropy", "CategoricalFocalCrossentropy", "CategoricalHinge", "CosineSimilarity", "Dice", "Hinge",
    "Huber", "KLDivergence", "LogCosh", "Loss", "MeanAbsoluteError", "MeanAbsolutePercentageError", "MeanSquaredError",
    "MeanSquaredLogarithmicError", "Poisson", "Reduction", "SparseCategoricalCrossentropy", "SquaredHinge", "Tversky",
    "bce", "binary_crossentropy", "binary_focal_crossentropy", "categorical_crossentropy",
    "categorical_focal_crossentropy", "categorical_hinge", "cosine_similarity", "deserialize", "dice", "get", "hinge",
    "huber", "kl_divergence", "kld", "kullback_leibler_divergence", "log_cosh", "logcosh", "mae", "mape",
    "mean_absolute_error", "mean_absolute_percentage_error", "mean_squared_error", "mean_squared_logarithmic_error",
    "mse", "msle", "poisson", "serialize", "sparse_categorical_crossentropy", "squared_hinge", "tversky",
]  # fmt: skip

_KNOWN = {name: globals()[name] for name in __all__ if name not in ("get", "serialize", "deserialize", "Reduction")}
# Classes are known in snake case too, where no function has the name.
_KNOWN = {**{snake_case(name): value for name, value in _KNOWN.items() if isinstance(value, type)}, **_KNOWN}


def get(identifier: Any) -> Any:
    """The loss that is meant.

    Args:
        identifier: a name, a function, a class, an object, a configuration, or None.

    Returns:
        A function of `y_true` and `y_pred`, or a `Loss`; None for None.

    Raises:
        ValueError: if no loss has that name.

    >>> get('mse') is mean_squared_error
    True
    """
    return meant(identifier, deserialize, "loss")


def serialize(loss: Any) -> Any:
    """A description of a loss that JSON can hold; see `deserialize`."""
    return serialize_keras_object(loss)


def deserialize(name: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The loss that a name or a description stands for."""
    return found(name, _KNOWN, "loss", custom_objects)
