"""`tf.keras.regularizers`: penalties on weights and activities, which are added to the loss."""

from __future__ import annotations

import math
from typing import Any

from runtime.keras import serialization
from runtime.keras.identifiers import meant
from runtime.library import public as tf


class Regularizer:
    """What is called with a tensor and returns a scalar. Subclasses define `__call__` and `get_config`."""

    def __call__(self, x: Any) -> Any:
        return 0.0

    def get_config(self) -> dict[str, Any]:
        """The arguments it was made with."""
        raise NotImplementedError(f"{self} does not implement get_config()")

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A regulariser with the arguments that `get_config` gave."""
        return cls(**config)


class L1L2(Regularizer):
    """`l1 * sum(abs(x)) + l2 * sum(x ** 2)`.

    Args:
        l1, l2: factors.

    >>> float(L1L2(l1=1., l2=10.)(tf.constant([1., -2.])))
    53.0
    """

    def __init__(self, l1: float = 0.0, l2: float = 0.0):
        self.l1 = _checked(0.0 if l1 is None else l1)
        self.l2 = _checked(0.0 if l2 is None else l2)

    def __call__(self, x: Any) -> Any:
        total = tf.zeros([], x.dtype)
        if self.l1:
            total += self.l1 * tf.reduce_sum(tf.abs(x))
        if self.l2:
            total += self.l2 * tf.reduce_sum(tf.square(x))
        return total

    def get_config(self) -> dict[str, Any]:
        return {"l1": float(self.l1), "l2": float(self.l2)}


class L1(Regularizer):
    """`l1 * sum(abs(x))`."""

    def __init__(self, l1: float = 0.01):
        self.l1 = _checked(0.01 if l1 is None else l1)

    def __call__(self, x: Any) -> Any:
        return self.l1 * tf.reduce_sum(tf.abs(x))

    def get_config(self) -> dict[str, Any]:
        return {"l1": float(self.l1)}


class L2(Regularizer):
    """`l2 * sum(x ** 2)`."""

    def __init__(self, l2: float = 0.01):
        self.l2 = _checked(0.01 if l2 is None else l2)

    def __call__(self, x: Any) -> Any:
        return self.l2 * tf.reduce_sum(tf.square(x))

    def get_config(self) -> dict[str, Any]:
        return {"l2": float(self.l2)}


class OrthogonalRegularizer(Regularizer):
    """How far the rows or columns of a matrix are from being orthogonal to each other.

    Args:
        factor: of the penalty.
        mode: `rows` or `columns`.

    Raises:
        ValueError: if `mode` is another, or what is regularised is no matrix.
    """

    def __init__(self, factor: float = 0.01, mode: str = "rows"):
        if mode not in ("rows", "columns"):
            raise ValueError(
                f'Invalid value for argument `mode`. Expected one of {{"rows", "columns"}}. Received: mode={mode}'
            )
        self.factor = _checked(factor)
        self.mode = mode

    def __call__(self, x: Any) -> Any:
        if len(x.shape) != 2:
            raise ValueError(
                f"Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape={tuple(x.shape)}"
            )
        axis = 1 if self.mode == "rows" else 0
        x = x / tf.maximum(tf.sqrt(tf.reduce_sum(tf.square(x), axis, keepdims=True)), 1e-12)
        by_rows = self.mode == "rows"
        product = tf.matmul(x, x, transpose_b=True) if by_rows else tf.matmul(x, x, transpose_a=True)
        size = product.shape[0]
        pairs = size * (size - 1.0) / 2.0
        off_diagonal = product * (1.0 - tf.eye(size, dtype=product.dtype))
        return self.factor * 0.5 * tf.reduce_sum(tf.abs(off_diagonal)) / pairs

    def get_config(self) -> dict[str, Any]:
        return {"factor": float(self.factor), "mode": self.mode}


def l1_l2(l1: float = 0.01, l2: float = 0.01) -> L1L2:
    """An `L1L2` whose factors are not zero by default."""
    return L1L2(l1, l2)


l1, l2, orthogonal_regularizer = L1, L2, OrthogonalRegularizer

_CLASSES = (L1L2, L1, L2, OrthogonalRegularizer)
_BY_NAME: dict[str, Any] = {
    **{c.__name__: c for c in _CLASSES}, "l1": L1, "l2": L2, "l1_l2": L1L2,
    "orthogonal_regularizer": OrthogonalRegularizer,
}  # fmt: skip


def _checked(factor: Any) -> float:
    if isinstance(factor, bool) or not isinstance(factor, (int, float)) or math.isinf(factor) or math.isnan(factor):
        raise ValueError(f"Invalid value for L1/L2 regularization factor: {factor}. It must be a finite number.")
    return float(factor)


def get(identifier: Any) -> Any:
    """The regulariser that `identifier` names: a name, a config, a class, or a callable, which is returned.

    Raises:
        ValueError: if it is none of these.
    """
    return meant(identifier, deserialize, "regularizer")


def serialize(regularizer: Any) -> Any:
    """The config of a regulariser."""
    return serialization.serialize_keras_object(regularizer)


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The regulariser of a name or config."""
    return serialization.deserialize_named(config, _BY_NAME, custom_objects, "regularizer")
