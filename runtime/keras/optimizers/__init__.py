"""`tf.keras.optimizers`: how gradients change variables."""

from __future__ import annotations

from typing import Any

from runtime.keras.coverage import refusing
from runtime.keras.optimizers import schedules
from runtime.keras.optimizers.algorithms import SGD, Adagrad, Adam, AdamW, RMSprop
from runtime.keras.optimizers.optimizer import Optimizer
from runtime.keras.serialization import OPTIMIZERS

__all__ = [
    "SGD", "Adagrad", "Adam", "AdamW", "Optimizer", "RMSprop", "deserialize", "get", "schedules", "serialize",
]  # fmt: skip


def get(identifier: Any) -> Any:
    """The optimizer that is meant.

    Args:
        identifier: a name (case does not matter), an optimizer, or a configuration.

    Raises:
        ValueError: if no optimizer has that name.

    >>> type(get('rmsprop')).__name__
    'RMSprop'
    """
    if isinstance(identifier, Optimizer):
        return identifier
    if isinstance(identifier, dict):
        return OPTIMIZERS.deserialize(identifier)
    if isinstance(identifier, str):
        return OPTIMIZERS.get(identifier if identifier in OPTIMIZERS.known else identifier.lower())
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


serialize, deserialize = OPTIMIZERS.serialize, OPTIMIZERS.deserialize

__getattr__ = refusing("tf.keras.optimizers", __all__)
