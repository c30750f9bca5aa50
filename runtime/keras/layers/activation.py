"""Activations as layers."""

from __future__ import annotations

from typing import Any

from runtime.keras import activations
from runtime.keras.layers.arguments import keep, weight
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import public as tf


class ReLU(Layer):
    """`x` above a threshold, and a slope below it.

    Args:
        max_value: what the outputs are at most.
        negative_slope: of the part below the threshold.
        threshold: where `x` begins to count.

    Raises:
        ValueError: if one is negative.
    """

    supports_masking = True
    _CONFIG = ("max_value", "negative_slope", "threshold")

    def __init__(
        self, max_value: float | None = None, negative_slope: float = 0.0, threshold: float = 0.0, **kwargs: Any
    ):
        super().__init__(**kwargs)
        for name, value in (("max_value", max_value), ("negative_slope", negative_slope), ("threshold", threshold)):
            if (value is None and name != "max_value") or (value is not None and value < 0):
                raise ValueError(f"{name} of a ReLU layer cannot be a negative value. Received: {name}={value}")
        self.max_value, self.negative_slope, self.threshold = max_value, negative_slope, threshold

    def call(self, inputs: Any) -> Any:
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(Layer):
    """`x` where positive, else a fraction of it.

    Args:
        negative_slope: the fraction; `alpha` is its older name.
    """

    supports_masking = True
    _CONFIG = ("negative_slope",)

    def __init__(self, negative_slope: float = 0.3, **kwargs: Any):
        negative_slope = kwargs.pop("alpha", negative_slope)
        super().__init__(**kwargs)
        if negative_slope is None or negative_slope < 0:
            raise ValueError(
                "The negative_slope value of a Leaky ReLU layer cannot be None or negative value. Expected a float. "
                f"Received: negative_slope={negative_slope}"
            )
        self.negative_slope = negative_slope

    def call(self, inputs: Any) -> Any:
        return activations.leaky_relu(inputs, self.negative_slope)


class ELU(Layer):
    """`x` where positive, else `alpha * (exp(x) - 1)`."""

    supports_masking = True
    _CONFIG = ("alpha",)

    def __init__(self, alpha: float = 1.0, **kwargs: Any):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs: Any) -> Any:
        return activations.elu(inputs, self.alpha)


class ThresholdedReLU(Layer):
    """`x` above `theta`, else 0."""

    supports_masking = True
    _CONFIG = ("theta",)

    def __init__(self, theta: float = 1.0, **kwargs: Any):
        super().__init__(**kwargs)
        self.theta = theta

    def call(self, inputs: Any) -> Any:
        return activations.threshold(inputs, self.theta, 0.0)


class PReLU(Layer):
    """`x` where positive, else a learned fraction of it (He et al. 2015).

    Args:
        alpha_initializer, alpha_regularizer, alpha_constraint: of the fractions.
        shared_axes: axes along which fractions are the same.
    """

    supports_masking = True
    _CONFIG = ("alpha_initializer", "alpha_regularizer", "alpha_constraint", "shared_axes")

    def __init__(
        self,
        alpha_initializer: Any = "zeros",
        alpha_regularizer: Any = None,
        alpha_constraint: Any = None,
        shared_axes: Any = None,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        keep(
            self, alpha_initializer=alpha_initializer, alpha_regularizer=alpha_regularizer,
            alpha_constraint=alpha_constraint,
        )  # fmt: skip
        self.shared_axes = None if shared_axes is None else list(
            shared_axes if isinstance(shared_axes, (list, tuple)) else [shared_axes])  # fmt: skip

    def build(self, input_shape: Any) -> None:
        shape = list(input_shape[1:])
        for axis in self.shared_axes or ():
            shape[axis - 1] = 1
        self.alpha = weight(self, "alpha", shape)
        axes = {i: input_shape[i] for i in range(1, len(input_shape)) if i not in (self.shared_axes or ())}
        self.input_spec = InputSpec(ndim=len(input_shape), axes=axes)
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = as_floats(self, inputs)
        return activations.relu(x) - self.alpha * activations.relu(-x)


class Softmax(Layer):
    """Exponentials scaled to sum to 1.

    Args:
        axis: along which, or several that are taken together.

    A mask of the shape of the inputs, which may be passed to the call, leaves elements out.
    """

    supports_masking = True
    _CONFIG = ("axis",)

    def __init__(self, axis: Any = -1, **kwargs: Any):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: Any, mask: Any = None) -> Any:
        x = as_floats(self, inputs)
        if mask is not None:
            # Far below anything, and finite, so that a row without any element left is uniform.
            x += (1.0 - tf.cast(mask, x.dtype)) * (x.dtype.min / 2 if x.dtype.size == 2 else -1e9)
        return activations.softmax(x, self.axis)
