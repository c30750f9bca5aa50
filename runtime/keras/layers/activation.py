"""Activations as layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.keras import activations
from runtime.keras.declaring import REQUIRED, field
from runtime.keras.layers.arguments import activation
from runtime.keras.layers.base import Layer
from runtime.library import shaping


def _not_negative(name: str, layer: str) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if value is None or value < 0:
            raise ValueError(f"{name} of a {layer} layer cannot be None or a negative value. Received: {name}={value}")
        return value

    return checked


class Activation(Layer):
    """Applies a function."""

    supports_masking = True
    activation: Any = activation(REQUIRED, "inputs")

    def call(self, inputs: Any) -> Any:
        return self.activation(inputs)


class ReLU(Layer):
    """`x` above a threshold, and a slope below it.

    Raises:
        ValueError: if an argument is negative.
    """

    supports_masking = True
    max_value: float | None = field(
        "what the outputs are at most", default=None,
        convert=lambda value: None if value is None else _not_negative("max_value", "ReLU")(value),
    )  # fmt: skip
    negative_slope: float = field(
        "of the part below the threshold", default=0.0, convert=_not_negative("negative_slope", "ReLU")
    )
    threshold: float = field("where `x` begins to count", default=0.0, convert=_not_negative("threshold", "ReLU"))

    def call(self, inputs: Any) -> Any:
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(Layer):
    """`x` where positive, else a fraction of it."""

    supports_masking = True
    negative_slope: float = field(
        "the fraction", default=0.3, older="alpha", convert=_not_negative("negative_slope", "LeakyReLU")
    )

    def call(self, inputs: Any) -> Any:
        return activations.leaky_relu(inputs, self.negative_slope)


class Softmax(Layer):
    """Exponentials scaled to sum to 1.

    A mask of the shape of the inputs, which may be passed to the call, leaves elements out.
    """

    supports_masking = True
    axis: Any = field("along which, or several that are taken together", default=-1)

    def call(self, inputs: Any, mask: Any = None) -> Any:
        x = self._floats(inputs)
        if mask is not None:
            # Far below anything, and finite, so that a row without any element left is uniform.
            x += (1.0 - shaping.cast(mask, x.dtype)) * (x.dtype.min / 2 if x.dtype.size == 2 else -1e9)
        return activations.softmax(x, self.axis)
