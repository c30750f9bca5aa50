"""Normalisation: of batches, and of examples."""

from __future__ import annotations

from typing import Any

from runtime.keras.coverage import warn_of_unused
from runtime.keras.declaring import field
from runtime.keras.layers.arguments import constraint, initializer, regularizer
from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.seeds import when
from runtime.library import assembling, elementwise, neural, shaping

_CENTER = field("whether there is a shift `beta`", default=True)
_SCALE = field("whether there is a scale `gamma`", default=True)


class _ScaleAndShift(Layer):
    """What normalisations share: a learned scale `gamma` and shift `beta`."""

    supports_masking = True

    def _add_scale_and_shift(self, shape: tuple[int, ...]) -> None:
        self.gamma = self._weight("gamma", shape) if self.scale else None
        self.beta = self._weight("beta", shape) if self.center else None


class BatchNormalization(_ScaleAndShift):
    """Brings each channel to mean 0 and variance 1 (Ioffe and Szegedy 2015).

    In training by the mean and variance of the batch, of which moving averages are kept; otherwise by these. A layer
    with `trainable = False` always uses the moving averages.

    >>> import runtime as tf
    >>> layer = BatchNormalization()
    >>> layer(tf.constant([[1.], [3.]]), training=True).numpy().round(2).tolist()
    [[-1.0], [1.0]]
    >>> layer.moving_mean.numpy()
    array([0.02], dtype=float32)
    """

    axis: int = field(
        "of the channels",
        default=-1,
        convert=lambda axis: axis[0] if isinstance(axis, (list, tuple)) and len(axis) == 1 else axis,
    )
    momentum: float = field("of the moving averages: how much of them stays", default=0.99, convert=float)
    epsilon: float = field("added to the variance", default=1e-3)
    center: bool = _CENTER
    scale: bool = _SCALE
    beta_initializer: Any = initializer("zeros", "shift")
    gamma_initializer: Any = initializer("ones", "scale")
    moving_mean_initializer: Any = initializer("zeros", "moving mean")
    moving_variance_initializer: Any = initializer("ones", "moving variance")
    beta_regularizer: Any = regularizer("shift")
    gamma_regularizer: Any = regularizer("scale")
    beta_constraint: Any = constraint("shift")
    gamma_constraint: Any = constraint("scale")
    synchronized: bool = field("accepted: there is one device", default=False)

    def _init_base(self, **others: Any) -> None:
        for name in ("renorm", "fused", "virtual_batch_size"):
            if others.pop(name, None):
                raise NotImplementedError(f"BatchNormalization with `{name}` is not covered: leave it out")
        super()._init_base(**others)

    def _init_done(self) -> None:
        warn_of_unused("BatchNormalization", {"synchronized": self.synchronized}, {"synchronized": (False,)})

    def build(self, input_shape: Any) -> None:
        rank = len(input_shape)
        axis = self.axis % rank
        size = input_shape[axis]
        if size is None:
            raise ValueError(
                f"BatchNormalization needs the size of axis {self.axis} of its inputs. Received: {input_shape}"
            )
        self._add_scale_and_shift((size,))
        self.moving_mean, self.moving_variance = (
            self.add_weight(name=name, shape=(size,), initializer=getattr(self, f"{name}_initializer"), trainable=False)
            for name in ("moving_mean", "moving_variance")
        )
        self._axes = [i for i in range(rank) if i != axis]
        self._broadcast = None if axis == rank - 1 else [size if i == axis else 1 for i in range(rank)]
        self.input_spec = InputSpec(ndim=rank, axes={axis: size})
        self.built = True

    def call(self, inputs: Any, training: Any = None, mask: Any = None) -> Any:
        x = self._floats(inputs)

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
            return neural.moments(x, self._axes)
        weights = shaping.cast(mask, x.dtype)
        while weights.shape.rank < x.shape.rank:
            weights = shaping.expand_dims(weights, -1)
        return neural.weighted_moments(x, self._axes, assembling.broadcast_to(weights, shaping.shape(x)))

    def _normalised(self, x: Any, mean: Any, variance: Any) -> Any:
        scale = elementwise.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            scale = scale * self.gamma
        shift = -mean * scale if self.beta is None else self.beta - mean * scale
        if self._broadcast is not None:
            scale, shift = shaping.reshape(scale, self._broadcast), shaping.reshape(shift, self._broadcast)
        return x * scale + shift


def _axes(axis: Any) -> list[int]:
    if not isinstance(axis, (int, list, tuple)):
        raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
    return [axis] if isinstance(axis, int) else list(axis)


class LayerNormalization(_ScaleAndShift):
    """Brings each example to mean 0 and variance 1 along some axes (Ba et al. 2016).

    >>> import runtime as tf
    >>> LayerNormalization()(tf.constant([[1., 3.]])).numpy().round(2).tolist()
    [[-1.0, 1.0]]
    """

    axis: Any = field("the axis, or axes", default=-1, convert=_axes)
    epsilon: float = field("added to the variance", default=1e-3)
    center: bool = _CENTER
    scale: bool = _SCALE
    beta_initializer: Any = initializer("zeros", "shift")
    gamma_initializer: Any = initializer("ones", "scale")
    beta_regularizer: Any = regularizer("shift")
    gamma_regularizer: Any = regularizer("scale")
    beta_constraint: Any = constraint("shift")
    gamma_constraint: Any = constraint("scale")

    def build(self, input_shape: Any) -> None:
        rank = len(input_shape)
        self._axes = sorted(axis % rank for axis in self.axis)
        self._add_scale_and_shift(tuple(input_shape[axis] for axis in self._axes))
        last = self._axes == list(range(rank - len(self._axes), rank))
        self._broadcast = None if last else [input_shape[i] if i in self._axes else 1 for i in range(rank)]
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = self._floats(inputs)
        mean, variance = neural.moments(x, self._axes, keepdims=True)
        y = (x - mean) * elementwise.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            y *= self.gamma if self._broadcast is None else shaping.reshape(self.gamma, self._broadcast)
        if self.beta is not None:
            y += self.beta if self._broadcast is None else shaping.reshape(self.beta, self._broadcast)
        return y
