"""`tf.keras.constraints`: what optimisers do to weights after an update, to keep them in a set."""

from __future__ import annotations

from typing import Any

from runtime.keras import serialization
from runtime.keras.backend import epsilon
from runtime.keras.identifiers import meant
from runtime.library import public as tf


class Constraint:
    """What is called with the value of a weight and returns one that is allowed."""

    def __call__(self, w: Any) -> Any:
        raise NotImplementedError("Constraint subclasses must implement the `__call__()` method.")

    def get_config(self) -> dict[str, Any]:
        """The arguments it was made with."""
        return dict(self.__dict__)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A constraint with the arguments that `get_config` gave."""
        return cls(**config)


def _norms(w: Any, axis: Any) -> Any:
    return tf.sqrt(tf.reduce_sum(tf.square(w), axis, keepdims=True))


class MaxNorm(Constraint):
    """Scales down what is longer than `max_value` along `axis`.

    >>> MaxNorm(1.)(tf.constant([[3.], [4.]])).numpy().ravel()
    array([0.6, 0.8], dtype=float32)
    """

    def __init__(self, max_value: float = 2, axis: Any = 0):
        self.max_value, self.axis = max_value, axis

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        return w * (tf.clip_by_value(norms, 0.0, float(self.max_value)) / (epsilon() + norms))


class NonNeg(Constraint):
    """Replaces negative numbers by zero."""

    def __call__(self, w: Any) -> Any:
        w = tf.convert_to_tensor(w)
        return w * tf.cast(w >= 0.0, w.dtype)


class UnitNorm(Constraint):
    """Scales to length 1 along `axis`."""

    def __init__(self, axis: Any = 0):
        self.axis = axis

    def __call__(self, w: Any) -> Any:
        return w / (epsilon() + _norms(w, self.axis))


class MinMaxNorm(Constraint):
    """Scales towards a length between `min_value` and `max_value` along `axis`.

    Args:
        min_value, max_value: of the length.
        rate: how far towards it one step goes.
        axis: the axis, or axes.
    """

    def __init__(self, min_value: float = 0.0, max_value: float = 1.0, rate: float = 1.0, axis: Any = 0):
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        wanted = self.rate * tf.clip_by_value(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (wanted / (epsilon() + norms))


max_norm, non_neg, unit_norm, min_max_norm = MaxNorm, NonNeg, UnitNorm, MinMaxNorm

_CLASSES = (MaxNorm, NonNeg, UnitNorm, MinMaxNorm)
_BY_NAME: dict[str, Any] = {
    **{c.__name__: c for c in _CLASSES}, "max_norm": MaxNorm, "non_neg": NonNeg, "unit_norm": UnitNorm,
    "min_max_norm": MinMaxNorm, "nonneg": NonNeg, "unitnorm": UnitNorm, "maxnorm": MaxNorm,
}  # fmt: skip


def get(identifier: Any) -> Any:
    """The constraint that `identifier` names: a name, a config, a class, or a callable, which is returned.

    Raises:
        ValueError: if it is none of these.
    """
    return meant(identifier, deserialize, "constraint")


def serialize(constraint: Any) -> Any:
    """The config of a constraint."""
    return serialization.serialize_keras_object(constraint)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The constraint of a name or config."""
    return serialization.deserialize_named(config, _BY_NAME, custom_objects, "constraint")
