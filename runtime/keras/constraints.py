"""`tf.keras.constraints`: what optimisers do to weights after an update, to keep them in a set."""

from __future__ import annotations

from typing import Any

from runtime.keras.backend import epsilon
from runtime.keras.coverage import refusing
from runtime.keras.declaring import Declared, field
from runtime.keras.serialization import CONSTRAINTS
from runtime.library import elementwise, neural, reduction, shaping
from runtime.tensor import conversion

_AXIS = field("the axis, or axes, along which lengths are taken", default=0)


class Constraint(Declared):
    """What is called with the value of a weight and returns one that is allowed."""

    _REGISTRY = CONSTRAINTS

    def __call__(self, w: Any) -> Any:
        raise NotImplementedError("Constraint subclasses must implement the `__call__()` method.")


def _norms(w: Any, axis: Any) -> Any:
    return elementwise.sqrt(reduction.reduce_sum(elementwise.square(w), axis, keepdims=True))


class MaxNorm(Constraint):
    """Scales down what is too long.

    >>> import runtime as tf
    >>> MaxNorm(1.)(tf.constant([[3.], [4.]])).numpy().ravel()
    array([0.6, 0.8], dtype=float32)
    """

    max_value: float = field("the largest length", default=2)
    axis: Any = _AXIS

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        return w * (neural.clip_by_value(norms, 0.0, float(self.max_value)) / (epsilon() + norms))


class NonNeg(Constraint):
    """Replaces negative numbers by zero."""

    def __call__(self, w: Any) -> Any:
        w = conversion.convert_to_tensor(w)
        return w * shaping.cast(w >= 0.0, w.dtype)


class UnitNorm(Constraint):
    """Scales to length 1."""

    axis: Any = _AXIS

    def __call__(self, w: Any) -> Any:
        return w / (epsilon() + _norms(w, self.axis))


class MinMaxNorm(Constraint):
    """Scales towards a length between two."""

    min_value: float = field("the smallest length", default=0.0)
    max_value: float = field("the largest length", default=1.0)
    rate: float = field("how far towards it one step goes", default=1.0)
    axis: Any = _AXIS

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        wanted = self.rate * neural.clip_by_value(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (wanted / (epsilon() + norms))


max_norm, non_neg, unit_norm, min_max_norm = MaxNorm, NonNeg, UnitNorm, MinMaxNorm

get, serialize, deserialize = CONSTRAINTS.get, CONSTRAINTS.serialize, CONSTRAINTS.deserialize

__getattr__ = refusing("tf.keras.constraints", CONSTRAINTS.known)
