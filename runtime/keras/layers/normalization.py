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


class _Affine(Layer):
    """What normalisations share: a learned scale `gamma` and shift `beta`."""

    supports_masking = True

    center: bool = field("whether there is a shift `beta`", default=True)
    scale: bool = field("whether there is a scale `gamma`", default=True)
    beta_initializer: Any = initializer("zeros", "shift")
    gamma_initializer: Any = initializer("ones", "scale")
    beta_regularizer: Any = regularizer("shift")
    gamma_regularizer: Any = regularizer("scale")
    beta_constraint: Any = constraint("shift")
    gamma_constraint: Any = constraint("scale")

    def _add_weights(self, input_shape: Any, axes: list[int]) -> None:
        """Makes the scale and the shift, of the sizes of some axes."""
        shape, rank = tuple(input_shape[axis] for axis in axes), len(input_shape)
        self.gamma = self._weight("gamma", shape) if self.scale else None
        self.beta = self._weight("beta", shape) if self.center else None
        last = axes == list(range(rank - len(axes), rank))
        self._shape = None if last else [input_shape[i] if i in axes else 1 for i in range(rank)]
        self.built = True

    def _aligned(self, weight: Any) -> Any:
        """A weight with its axes where those of the inputs are."""
        return weight if self._shape is None else shaping.reshape(weight, self._shape)


class BatchNormalization(_Affine):
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
        "of the channels", default=-1, first=True,
        convert=lambda axis: axis[0] if isinstance(axis, (list, tuple)) and len(axis) == 1 else axis,
    )  # fmt: skip
    momentum: float = field("of the moving averages: how much of them stays", default=0.99, convert=float, first=True)
    epsilon: float = field("added to the variance", default=1e-3, first=True)
    moving_mean_initializer: Any = initializer("zeros", "moving mean")
    moving_variance_initializer: Any = initializer("ones", "moving variance")
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
        self._add_weights(input_shape, [axis])
        self.moving_mean, self.moving_variance = (
            self.add_weight(name=name, shape=(size,), initializer=getattr(self, f"{name}_initializer"), trainable=False)
            for name in ("moving_mean", "moving_variance")
        )
        self._axes = [i for i in range(rank) if i != axis]
        self.input_spec = InputSpec(ndim=rank, axes={axis: size})

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
        return x * self._aligned(scale) + self._aligned(shift)


def _axes(axis: Any) -> list[int]:
    if not isinstance(axis, (int, list, tuple)):
        raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
    return [axis] if isinstance(axis, int) else list(axis)


class LayerNormalization(_Affine):
    """Brings each example to mean 0 and variance 1 along some axes (Ba et al. 2016).

    >>> import runtime as tf
    >>> LayerNormalization()(tf.constant([[1., 3.]])).numpy().round(2).tolist()
    [[-1.0, 1.0]]
    """

    axis: Any = field("the axis, or axes", default=-1, convert=_axes, first=True)
    epsilon: float = field("added to the variance", default=1e-3, first=True)

    def build(self, input_shape: Any) -> None:
        self._axes = sorted(axis % len(input_shape) for axis in self.axis)
        self._add_weights(input_shape, self._axes)

    def call(self, inputs: Any) -> Any:
        x = self._floats(inputs)
        mean, variance = neural.moments(x, self._axes, keepdims=True)
        y = (x - mean) * elementwise.rsqrt(variance + self.epsilon)
        y = y if self.gamma is None else y * self._aligned(self.gamma)
        return y if self.beta is None else y + self._aligned(self.beta)
