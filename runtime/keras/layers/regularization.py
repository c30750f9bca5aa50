"""Layers that do something in training only, against overfitting: dropout and noise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from runtime import random
from runtime.control_flow import cond
from runtime.keras import backend, regularizers
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.seeds import SeedGenerator, dropped
from runtime.library import public as tf
from runtime.tensor import SymbolicTensor
from runtime.variable import Variable


def when(training: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """What `then` returns in training, else what `otherwise` does: decided now, or when the graph runs."""
    if isinstance(training, Variable):
        training = training.value()
    if isinstance(training, SymbolicTensor):
        return cond(tf.cast(training, "bool"), then, otherwise)
    return then() if training is not None and bool(training) else otherwise()


class _OnlyTraining(Layer):
    """A layer that returns its inputs unless it trains."""

    supports_masking = True
    seed: int | None

    def _keep_seed(self, seed: int | None, is_used: Any = True) -> None:
        self.seed = seed
        if is_used:  # a seed that nobody uses is not drawn
            self.seed_generator = SeedGenerator(seed)

    def call(self, inputs: Any, training: Any = False) -> Any:
        return when(training, lambda: self._in_training(as_floats(self, inputs)), lambda: tf.convert_to_tensor(inputs))

    def _in_training(self, x: Any) -> Any:
        raise NotImplementedError


class Dropout(_OnlyTraining):
    """Sets a fraction of elements to 0 in training, and scales the others up (Srivastava et al. 2014).

    Args:
        rate: the fraction, in `[0, 1]`.
        noise_shape: what is dropped together: sizes of 1 are broadcast, None stands for the size of the inputs.
        seed: an integer that decides which.

    Raises:
        ValueError: if `rate` is out of its range.

    >>> Dropout(0.5)(tf.ones([2])).numpy()
    array([1., 1.], dtype=float32)
    """

    _CONFIG: tuple[str, ...] = ("rate", "seed", "noise_shape")

    def __init__(self, rate: float, noise_shape: Any = None, seed: int | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        if not isinstance(rate, (int, float)) or not 0 <= rate <= 1:
            raise ValueError(
                f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: "
                f"rate={rate}"
            )
        self.rate, self.noise_shape = rate, noise_shape
        self._keep_seed(seed, rate > 0)

    def call(self, inputs: Any, training: Any = False) -> Any:
        return super().call(inputs, training) if self.rate > 0 else inputs

    def _noise_shape(self, x: Any) -> Any:
        if self.noise_shape is None:
            return None
        shape = tf.shape(x)
        return [shape[i] if n is None else n for i, n in enumerate(self.noise_shape)]

    def _in_training(self, x: Any) -> Any:
        if self.rate == 1:
            return tf.zeros_like(x)
        return dropped(x, self.rate, self._noise_shape(x), self.seed_generator)


class _SpatialDropout(Dropout):
    """Drops whole feature maps.

    Args:
        rate: the fraction of channels to drop.
        data_format: `channels_last` or `channels_first`.
        seed: an integer that decides which.
    """

    rank: int
    _CONFIG: tuple[str, ...] = ("rate", "seed", "data_format")

    def __init__(
        self,
        rate: float,
        data_format: str | None = None,
        seed: int | None = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ):
        super().__init__(rate, seed=seed, name=name, dtype=dtype, **kwargs)
        self.data_format = backend.standardize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _noise_shape(self, x: Any) -> Any:
        shape, ones = tf.shape(x), [1] * self.rank
        return [shape[0], shape[1], *ones] if self.data_format == "channels_first" else [shape[0], *ones, shape[-1]]


class SpatialDropout1D(_SpatialDropout):
    """Drops whole channels of `[batch, steps, channels]` (Tompson et al. 2014)."""

    rank = 1
    _CONFIG = ("rate", "seed")

    def __init__(self, rate: float, seed: int | None = None, name: str | None = None, dtype: Any = None, **kwargs: Any):
        super().__init__(rate, "channels_last", seed, name, dtype, **kwargs)


class SpatialDropout2D(_SpatialDropout):
    """Drops whole channels of `[batch, height, width, channels]` (Tompson et al. 2014)."""

    rank = 2


class SpatialDropout3D(_SpatialDropout):
    """Drops whole channels of volumes (Tompson et al. 2014)."""

    rank = 3


class GaussianNoise(_OnlyTraining):
    """Adds normally distributed noise in training.

    Args:
        stddev: of the noise.
        seed: an integer that decides it.

    Raises:
        ValueError: if `stddev` is negative.
    """

    _CONFIG = ("stddev", "seed")

    def __init__(self, stddev: float, seed: int | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        if stddev < 0:
            raise ValueError(
                f"Invalid value received for argument `stddev`. Expected a float value between 0 and 1. Received: "
                f"stddev={stddev}"
            )
        self.stddev = stddev
        self._keep_seed(seed, stddev > 0)

    def _in_training(self, x: Any) -> Any:
        if not self.stddev:
            return x
        noise = random.stateless_normal(tf.shape(x), self.seed_generator.next(), 0.0, self.stddev, x.dtype)
        return x + noise


class GaussianDropout(_OnlyTraining):
    """Multiplies with noise of mean 1 in training, of the deviation of dropout (Srivastava et al. 2014).

    Args:
        rate: of the dropout.
        seed: an integer that decides the noise.

    Raises:
        ValueError: if `rate` is out of its range.
    """

    _CONFIG = ("rate", "seed")

    def __init__(self, rate: float, seed: int | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        if not 0 <= rate <= 1:
            raise ValueError(
                f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: "
                f"rate={rate}"
            )
        self.rate = rate
        self._keep_seed(seed, rate > 0)

    def _in_training(self, x: Any) -> Any:
        if not self.rate:
            return x
        deviation = math.sqrt(self.rate / (1.0 - self.rate))
        return x * random.stateless_normal(tf.shape(x), self.seed_generator.next(), 1.0, deviation, x.dtype)


class AlphaDropout(_OnlyTraining):
    """Dropout that keeps the mean and variance of self-normalising activations (Klambauer et al. 2017).

    Args:
        rate: the fraction to drop.
        noise_shape: what is dropped together.
        seed: an integer that decides which.

    Raises:
        ValueError: if `rate` is out of its range.
    """

    _CONFIG = ("rate", "seed", "noise_shape")

    def __init__(self, rate: float, noise_shape: Any = None, seed: int | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        if not 0 <= rate <= 1:
            raise ValueError(
                f"Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: "
                f"rate={rate}"
            )
        self.rate, self.noise_shape = rate, noise_shape
        self._keep_seed(seed)

    def _in_training(self, x: Any) -> Any:
        if not self.rate:
            return x
        shape = tf.shape(x)
        if self.noise_shape is not None:
            shape = [shape[i] if n is None else n for i, n in enumerate(self.noise_shape)]
        # What a negative activation saturates at: -alpha * scale.
        low = -1.6732632423543772 * 1.0507009873554805
        numbers = random.stateless_uniform(shape, self.seed_generator.next(), dtype=x.dtype)
        kept = tf.cast(numbers >= self.rate, x.dtype)
        a = 1 / math.sqrt((1 - self.rate) * (1 + self.rate * low * low))
        return a * (x * kept + low * (1 - kept)) - a * low * self.rate


class ActivityRegularization(Layer):
    """Returns its inputs and adds a penalty of them to the losses.

    Args:
        l1, l2: factors of the penalty.
    """

    supports_masking = True
    _CONFIG = ("l1", "l2")

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any):
        super().__init__(activity_regularizer=regularizers.L1L2(l1, l2), **kwargs)
        self.l1, self.l2 = l1, l2

    def call(self, inputs: Any) -> Any:
        return inputs

    def get_config(self) -> dict[str, Any]:
        return {name: value for name, value in super().get_config().items() if name != "activity_regularizer"}
