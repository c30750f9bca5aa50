"""`tf.keras.optimizers`: how gradients change variables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from runtime.keras.identifiers import found
from runtime.keras.optimizers import schedules
from runtime.keras.optimizers.algorithms import (
    SGD,
    Adadelta,
    Adagrad,
    Adam,
    Adamax,
    AdamW,
    Ftrl,
    Lion,
    Nadam,
    RMSprop,
)
from runtime.keras.optimizers.optimizer import Optimizer
from runtime.keras.serialization import serialize_keras_object

__all__ = [
    "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "Ftrl", "Lion", "Nadam", "Optimizer", "RMSprop",
    "deserialize", "get", "legacy", "schedules", "serialize",
]  # fmt: skip

_ALL = (SGD, Adadelta, Adagrad, Adam, AdamW, Adamax, Ftrl, Lion, Nadam, RMSprop)
_KNOWN = {name: cls for cls in _ALL for name in (cls.__name__, cls.__name__.lower())}

#: The names of before 2.11, which are the same classes here.
legacy = SimpleNamespace(Optimizer=Optimizer, **{cls.__name__: cls for cls in _ALL})


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
    if isinstance(identifier, (dict, str)):
        return deserialize(identifier)
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


def serialize(optimizer: Any) -> Any:
    """A description of an optimizer that JSON can hold; see `deserialize`."""
    return serialize_keras_object(optimizer)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The optimizer that a name or a description stands for."""
    if isinstance(config, str) and config.lower() in _KNOWN:
        return _KNOWN[config.lower()]()
    return found(config, _KNOWN, "optimizer", custom_objects)
