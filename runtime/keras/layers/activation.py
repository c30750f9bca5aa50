"""Activations as layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.keras import activations
from runtime.keras.declaring import REQUIRED, field
from runtime.keras.layers.arguments import activation
from runtime.keras.layers.base import Layer
from runtime.library import shaping


def _not_negative(name: str, optional: bool = False) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if value is None and optional:
            return None
        if value is None or value < 0:
            raise ValueError(f"`{name}` cannot be None or a negative value. Received: {name}={value}")
        return value

    return checked


class _Activation(Layer):
    """A layer that is a function of each input alone."""

    supports_masking = True


class Activation(_Activation):
    """Applies a function."""

    activation: Any = activation(REQUIRED, "inputs")

    def call(self, inputs: Any) -> Any:
        return self.activation(inputs)


class ReLU(_Activation):
    """`x` above a threshold, and a slope below it.

    Raises:
        ValueError: if an argument is negative.
    """

    max_value: float | None = field(
        "what the outputs are at most", default=None, convert=_not_negative("max_value", optional=True)
    )
    negative_slope: float = field(
        "of the part below the threshold", default=0.0, convert=_not_negative("negative_slope")
    )
    threshold: float = field("where `x` begins to count", default=0.0, convert=_not_negative("threshold"))

    def call(self, inputs: Any) -> Any:
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(_Activation):
    """`x` where positive, else a fraction of it."""

    negative_slope: float = field("the fraction", default=0.3, older="alpha", convert=_not_negative("negative_slope"))

    def call(self, inputs: Any) -> Any:
        return activations.leaky_relu(inputs, self.negative_slope)


class Softmax(_Activation):
    """Exponentials scaled to sum to 1.

    A mask of the shape of the inputs, which may be passed to the call, leaves elements out.
    """

    axis: Any = field("along which, or several that are taken together", default=-1)

    def call(self, inputs: Any, mask: Any = None) -> Any:
        x = self._floats(inputs)
        if mask is not None:
            # Far below anything, and finite, so that a row without any element left is uniform.
            x += (1.0 - shaping.cast(mask, x.dtype)) * (x.dtype.min / 2 if x.dtype.size == 2 else -1e9)
        return activations.softmax(x, self.axis)
