"""`tf.keras.regularizers`: penalties on weights and activities, which are added to the loss."""

from __future__ import annotations

import math
from typing import Any

from runtime.keras.coverage import refusing
from runtime.keras.declaring import Declared, field
from runtime.keras.serialization import REGULARIZERS
from runtime.library import creation, elementwise, reduction


class Regularizer(Declared):
    """What is called with a tensor and returns a scalar. Subclasses define `__call__` and `get_config`."""

    _REGISTRY = REGULARIZERS

    def __call__(self, x: Any) -> Any:
        return 0.0

    def get_config(self) -> dict[str, Any]:
        if not self._FIELDS:
            raise NotImplementedError(f"{self} does not implement get_config()")
        return super().get_config()


def _factor(value: Any) -> float:
    if value is None:
        return 0.0
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"Invalid value for L1/L2 regularization factor: {value}. It must be a finite number.")
    return float(value)


class L1L2(Regularizer):
    """`l1 * sum(abs(x)) + l2 * sum(x ** 2)`.

    >>> import runtime as tf
    >>> float(L1L2(l1=1., l2=10.)(tf.constant([1., -2.])))
    53.0
    """

    l1: float = field("the factor of absolute values", default=0.0, convert=_factor)
    l2: float = field("the factor of squares", default=0.0, convert=_factor)

    def __call__(self, x: Any) -> Any:
        total = creation.zeros([], x.dtype)
        if self.l1:
            total += self.l1 * reduction.reduce_sum(elementwise.abs(x))
        if self.l2:
            total += self.l2 * reduction.reduce_sum(elementwise.square(x))
        return total


class L1(L1L2):
    """`l1 * sum(abs(x))`."""

    l1: float = field("the factor", default=0.01, convert=_factor)
    l2 = 0.0


class L2(L1L2):
    """`l2 * sum(x ** 2)`."""

    l1 = 0.0
    l2: float = field("the factor", default=0.01, convert=_factor)


def l1_l2(l1: float = 0.01, l2: float = 0.01) -> L1L2:
    """An `L1L2` whose factors are not zero by default."""
    return L1L2(l1, l2)


l1, l2 = L1, L2
REGULARIZERS.add(L1L2, "l1_l2")

get, serialize, deserialize = REGULARIZERS.get, REGULARIZERS.serialize, REGULARIZERS.deserialize

__getattr__ = refusing("tf.keras.regularizers", [*REGULARIZERS.known, "l1_l2"])
