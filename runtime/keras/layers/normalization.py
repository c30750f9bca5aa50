"""Normalisation: of batches, of examples, of groups of channels."""

from __future__ import annotations

import math
from typing import Any

from runtime import nn
from runtime.keras.layers.arguments import keep, weight
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.regularization import when
from runtime.library import public as tf


class _ScaleAndShift(Layer):
    """What normalisations share: a learned scale `gamma` and shift `beta`."""

    def _keep(self, epsilon: float, center: bool, scale: bool, **arguments: Any) -> None:
        self.epsilon, self.center, self.scale = epsilon, center, scale
        keep(self, **arguments)

    def _add_scale_and_shift(self, shape: tuple[int, ...]) -> None:
        self.gamma = self.beta = None
        if self.scale:
            self.gamma = weight(self, "gamma", shape)
        if self.center:
            self.beta = weight(self, "beta", shape)


_COMMON = (
    "epsilon", "center", "scale", "beta_initializer", "gamma_initializer", "beta_regularizer", "gamma_regularizer",
    "beta_constraint", "gamma_constraint",
)  # fmt: skip


class BatchNormalization(_ScaleAndShift):
    """Brings each channel to mean 0 and variance 1 (Ioffe and Szegedy 2015).

    In training by the mean and variance of the batch, of which moving averages are kept; otherwise by these. A layer
    with `trainable = False` always uses the moving averages.

    Args:
        axis: of the channels.
        momentum: of the moving averages: how much of them stays.
        epsilon: added to the variance.
        center, scale: whether there are `beta` and `gamma`.
        beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: of the weights.
        beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint: of the weights.
        synchronized: accepted: there is one device.

    >>> layer = BatchNormalization()
    >>> layer(tf.constant([[1.], [3.]]), training=True).numpy().round(2).tolist()
    [[-1.0], [1.0]]
    >>> layer.moving_mean.numpy()
    array([0.02], dtype=float32)
    """

    supports_masking = True
    _CONFIG = (
        "axis", "momentum", *_COMMON[:3], "beta_initializer", "gamma_initializer", "moving_mean_initializer",
        "moving_variance_initializer", *_COMMON[5:], "synchronized",
    )  # fmt: skip

    def __init__(
        self,
        axis: int = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        synchronized: bool = False,
        **kwargs: Any,
    ):
        for name in ("renorm", "fused", "virtual_batch_size"):
            if kwargs.pop(name, None):
                raise NotImplementedError(f"BatchNormalization with `{name}` is not covered: leave it out")
        super().__init__(**kwargs)
        self.axis = axis[0] if isinstance(axis, (list, tuple)) and len(axis) == 1 else axis
        self.momentum, self.synchronized = float(momentum), synchronized
        self._keep(
            epsilon, center, scale, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
            moving_mean_initializer=moving_mean_initializer, moving_variance_initializer=moving_variance_initializer,
            beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
            gamma_constraint=gamma_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        rank = len(input_shape)
        axis = self.axis % rank
        size = input_shape[axis]
        if size is None:
            raise ValueError(
                f"BatchNormalization needs the size of axis {self.axis} of its inputs. Received: {input_shape}"
            )
        self._add_scale_and_shift((size,))
        self.moving_mean = self.add_weight(
            name="moving_mean", shape=(size,), initializer=self.moving_mean_initializer, trainable=False
        )
        self.moving_variance = self.add_weight(
            name="moving_variance", shape=(size,), initializer=self.moving_variance_initializer, trainable=False
        )
        self._axes = [i for i in range(rank) if i != axis]
        self._broadcast = None if axis == rank - 1 else [size if i == axis else 1 for i in range(rank)]
        self.input_spec = InputSpec(ndim=rank, axes={axis: size})
        self.built = True

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        x = as_floats(self, inputs)

        def of_the_batch() -> Any:
            mean, variance = self._moments(x, mask)
            for moving, value in ((self.moving_mean, mean), (self.moving_variance, variance)):
                moving.assign(moving.value() * self.momentum + value * (1.0 - self.momentum), read_value=False)
            return self._normalised(x, mean, variance)

        def of_the_past() -> Any:
            return self._normalised(x, self.moving_mean.value(), self.moving_variance.value())

        return when(training if self.trainable else False, of_the_batch, of_the_past)

    def _moments(self, x: Any, mask: Any) -> tuple[Any, Any]:
        if mask is None:
            return nn.moments(x, self._axes)
        weights = tf.cast(mask, x.dtype)
        while weights.shape.rank < x.shape.rank:
            weights = tf.expand_dims(weights, -1)
        return nn.weighted_moments(x, self._axes, tf.broadcast_to(weights, tf.shape(x)))

    def _normalised(self, x: Any, mean: Any, variance: Any) -> Any:
        scale = tf.math.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            scale = scale * self.gamma
        shift = -mean * scale if self.beta is None else self.beta - mean * scale
        if self._broadcast is not None:
            scale, shift = tf.reshape(scale, self._broadcast), tf.reshape(shift, self._broadcast)
        return x * scale + shift


class LayerNormalization(_ScaleAndShift):
    """Brings each example to mean 0 and variance 1 along some axes (Ba et al. 2016).

    Args:
        axis: the axis, or axes.
        epsilon: added to the variance.
        center, scale: whether there are `beta` and `gamma`.
        beta_initializer, gamma_initializer: of the weights.
        beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint: of the weights.

    >>> LayerNormalization()(tf.constant([[1., 3.]])).numpy().round(2).tolist()
    [[-1.0, 1.0]]
    """

    supports_masking = True
    _CONFIG = ("axis", *_COMMON)

    def __init__(
        self,
        axis: Any = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        if not isinstance(axis, (int, list, tuple)):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
        self.axis = [axis] if isinstance(axis, int) else list(axis)
        self._keep(
            epsilon, center, scale, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
            beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
            gamma_constraint=gamma_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        rank = len(input_shape)
        self._axes = sorted(axis % rank for axis in self.axis)
        self._add_scale_and_shift(tuple(input_shape[axis] for axis in self._axes))
        last = self._axes == list(range(rank - len(self._axes), rank))
        self._broadcast = None if last else [input_shape[i] if i in self._axes else 1 for i in range(rank)]
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = as_floats(self, inputs)
        mean, variance = nn.moments(x, self._axes, keepdims=True)
        y = (x - mean) * tf.math.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            y *= self.gamma if self._broadcast is None else tf.reshape(self.gamma, self._broadcast)
        if self.beta is not None:
            y += self.beta if self._broadcast is None else tf.reshape(self.beta, self._broadcast)
        return y


class GroupNormalization(_ScaleAndShift):
    """Brings each group of channels of each example to mean 0 and variance 1 (Wu and He 2018).

    Args:
        groups: how many; -1 for one per channel.
        axis: of the channels.
        epsilon: added to the variance.
        center, scale: whether there are `beta` and `gamma`.
        beta_initializer, gamma_initializer: of the weights.
        beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint: of the weights.
    """

    supports_masking = True
    _CONFIG = ("groups", "axis", *_COMMON)

    def __init__(
        self,
        groups: int = 32,
        axis: int = -1,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        self.groups, self.axis = groups, axis
        self._keep(
            epsilon, center, scale, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
            beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
            gamma_constraint=gamma_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        rank, channels = len(input_shape), input_shape[self.axis]
        if channels is None:
            raise ValueError(
                f"Axis {self.axis} of input tensor should have a defined dimension but the layer received an input "
                f"with shape {tuple(input_shape)}."
            )
        if self.groups == -1:
            self.groups = channels
        if channels < self.groups:
            raise ValueError(
                f"Number of groups ({self.groups}) cannot be more than the number of channels ({channels})."
            )
        if channels % self.groups:
            raise ValueError(
                f"Number of groups ({self.groups}) must be a multiple of the number of channels ({channels})."
            )
        self._last = self.axis % rank == rank - 1
        self._add_scale_and_shift((channels,))
        self.input_spec = InputSpec(ndim=rank, axes={self.axis: channels})
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = as_floats(self, inputs)
        rank = x.shape.rank
        axis = self.axis % rank
        order = [i for i in range(rank) if i != axis] + [axis]
        if not self._last:
            x = tf.transpose(x, order)
        shape = tf.shape(x)
        channels = x.shape[-1]
        inner = x.shape.as_list()[1:-1]
        places = tf.reduce_prod(shape[1:-1]) if None in inner else math.prod(inner)
        grouped = tf.reshape(x, [shape[0], places, self.groups, channels // self.groups])
        mean, variance = nn.moments(grouped, [1, 3], keepdims=True)
        y = tf.reshape((grouped - mean) * tf.math.rsqrt(variance + self.epsilon), shape)
        y.set_shape(x.shape)
        if self.gamma is not None:
            y *= self.gamma
        if self.beta is not None:
            y += self.beta
        return y if self._last else tf.transpose(y, [order.index(i) for i in range(rank)])


class RMSNormalization(Layer):
    """Divides each example by its root mean square, and scales it (Zhang and Sennrich 2019).

    Args:
        axis: the axis, or axes.
        epsilon: added to the mean square.
    """

    supports_masking = True
    _CONFIG = ("axis", "epsilon")

    def __init__(self, axis: Any = -1, epsilon: float = 1e-6, **kwargs: Any):
        super().__init__(**kwargs)
        self.axis, self.epsilon = [axis] if isinstance(axis, int) else list(axis), epsilon

    def build(self, input_shape: Any) -> None:
        self.scale = self.add_weight(name="scale", shape=[input_shape[a] for a in self.axis], initializer="ones")
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = as_floats(self, inputs)
        return x * tf.math.rsqrt(tf.reduce_mean(tf.square(x), self.axis, keepdims=True) + self.epsilon) * self.scale


class UnitNormalization(Layer):
    """Scales each example to length 1.

    Args:
        axis: the axis, or axes, along which lengths are taken.
    """

    supports_masking = True
    _CONFIG = ("axis",)

    def __init__(self, axis: Any = -1, **kwargs: Any):
        super().__init__(**kwargs)
        self.axis = list(axis) if isinstance(axis, tuple) else axis

    def call(self, inputs: Any) -> Any:
        return nn.l2_normalize(as_floats(self, inputs), self.axis)
