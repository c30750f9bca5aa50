"""Layers that prepare numbers: scaling, and normalisation by the statistics of data."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.core import nest
from runtime.ir.graph import init_scope
from runtime.keras.declaring import field
from runtime.keras.layers.base import Layer
from runtime.library import assembling, elementwise, shaping
from runtime.tensor import conversion


class Rescaling(Layer):
    """`inputs * scale + offset`.

    >>> import runtime as tf
    >>> Rescaling(1 / 255)(tf.constant([0, 255])).numpy()
    array([0., 1.], dtype=float32)
    """

    supports_masking = True
    scale: Any = field("a number, or one per channel")
    offset: Any = field("a number, or one per channel", default=0.0)

    def call(self, inputs: Any) -> Any:
        x = shaping.cast(inputs, self.compute_dtype)
        return x * shaping.cast(self.scale, x.dtype) + shaping.cast(self.offset, x.dtype)


class Normalization(Layer):
    """Brings features to mean 0 and variance 1, by statistics that `adapt` takes from data.

    Raises:
        ValueError: if only one of mean and variance is given.

    >>> import runtime as tf
    >>> layer = Normalization()
    >>> layer.adapt(np.array([[1.], [3.]]))
    >>> layer(tf.constant([[3.]])).numpy()
    array([[1.]], dtype=float32)
    """

    supports_masking = True
    axis: Any = field(
        "which axes have statistics of their own; None for one mean and variance of everything",
        default=-1,
        convert=lambda axis: () if axis is None else (axis,) if isinstance(axis, int) else tuple(axis),
    )
    input_mean: Any = field("the means, if they are known", default=None, argument="mean")
    input_variance: Any = field("the variances, if they are known", default=None, argument="variance")
    invert: bool = field("whether what was normalised is to be turned back", default=False)

    def _init_done(self) -> None:
        if (self.input_mean is None) != (self.input_variance is None):
            given = f"mean={self.input_mean} and variance={self.input_variance}"
            raise ValueError(f"When setting values directly, both `mean` and `variance` must be set. Received: {given}")

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "axis": self.axis or None}
        listed = {n: None if config[n] is None else np.asarray(config[n]).tolist() for n in ("mean", "variance")}
        return {**config, **listed}

    def build(self, input_shape: Any) -> None:
        rank = len(input_shape)
        self._kept = [axis % rank for axis in self.axis]
        for axis in self._kept:
            if input_shape[axis] is None:
                raise ValueError(f"Normalization needs the size of axis {axis} of its inputs, of {tuple(input_shape)}")
        self._broadcast = [input_shape[i] if i in self._kept else 1 for i in range(rank)]
        if self.input_mean is None:
            shape = tuple(input_shape[i] for i in self._kept)
            self.adapt_mean = self.add_weight(name="mean", shape=shape, initializer="zeros", trainable=False)
            self.adapt_variance = self.add_weight(name="variance", shape=shape, initializer="ones", trainable=False)
            self.count = self.add_weight(name="count", shape=(), dtype="int32", initializer="zeros", trainable=False)
        self.built = True

    def adapt(self, data: Any, steps: int | None = None) -> None:
        """Takes the mean and the variance of data.

        Args:
            data: an array, a tensor, or a dataset (or another iterable) of batches.
            steps: how many batches to take; all by default.

        Raises:
            ValueError: if the layer was given its statistics.
        """
        if self.input_mean is not None:
            raise ValueError("Cannot `adapt` a Normalization layer that was given its `mean` and `variance`.")
        batches = [data] if hasattr(data, "shape") or isinstance(data, (list, tuple)) else data
        count, mean, variance = 0, 0.0, 0.0
        for i, batch in enumerate(batches):
            if steps is not None and i >= steps:
                break
            x = np.asarray(nest.flatten(batch)[0] if isinstance(batch, tuple) else batch, np.float64)
            if x.ndim == 1 and not self.built:
                x = x[:, None] if self.axis else x
            if not self.built:
                with init_scope():
                    self.build((None, *x.shape[1:]))
            axes = tuple(i for i in range(x.ndim) if i not in self._kept)
            new = math.prod(x.shape[i] for i in axes)
            # Means and variances of parts combine by their numbers (Chan et al. 1979).
            shift = x.mean(axes) - mean
            variance = (variance * count + x.var(axes) * new + shift**2 * count * new / (count + new)) / (count + new)
            count += new
            mean = mean + shift * new / count
        self.adapt_mean.assign(np.asarray(mean, np.float32).reshape(self.adapt_mean.shape.as_list()))
        self.adapt_variance.assign(np.asarray(variance, np.float32).reshape(self.adapt_variance.shape.as_list()))

    @property
    def mean(self) -> Any:
        """The means, in a shape that broadcasts against inputs."""
        return self._shaped(self.input_mean, "adapt_mean")

    @property
    def variance(self) -> Any:
        """The variances, in a shape that broadcasts against inputs."""
        return self._shaped(self.input_variance, "adapt_variance")

    def _shaped(self, given: Any, learned: str) -> Any:
        if given is not None:
            return assembling.broadcast_to(shaping.cast(given, self.compute_dtype), self._broadcast)
        return shaping.reshape(conversion.convert_to_tensor(getattr(self, learned)), self._broadcast)

    def call(self, inputs: Any) -> Any:
        x = shaping.cast(inputs, self.compute_dtype)
        deviation = elementwise.maximum(elementwise.sqrt(self.variance), 1e-7)
        return self.mean + x * deviation if self.invert else (x - self.mean) / deviation
