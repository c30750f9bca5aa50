"""Layers that prepare numbers: scaling, normalisation by the statistics of data, categories as vectors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.core import dtypes, nest
from runtime.graph.graph import init_scope
from runtime.keras.layers.base import Layer
from runtime.library import public as tf


class Rescaling(Layer):
    """`inputs * scale + offset`.

    Args:
        scale, offset: numbers, or one per channel.

    >>> Rescaling(1 / 255)(tf.constant([0, 255])).numpy()
    array([0., 1.], dtype=float32)
    """

    supports_masking = True
    _CONFIG = ("scale", "offset")

    def __init__(self, scale: Any, offset: Any = 0.0, **kwargs: Any):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset

    def call(self, inputs: Any) -> Any:
        x = tf.cast(inputs, self.compute_dtype)
        return x * tf.cast(self.scale, x.dtype) + tf.cast(self.offset, x.dtype)


class Normalization(Layer):
    """Brings features to mean 0 and variance 1, by statistics that `adapt` takes from data.

    Args:
        axis: which axes have statistics of their own; None for one mean and variance of everything.
        mean, variance: the statistics, if they are known.
        invert: whether what was normalised is to be turned back.

    Raises:
        ValueError: if only one of mean and variance is given.

    >>> layer = Normalization()
    >>> layer.adapt(np.array([[1.], [3.]]))
    >>> layer(tf.constant([[3.]])).numpy()
    array([[1.]], dtype=float32)
    """

    supports_masking = True

    def __init__(self, axis: Any = -1, mean: Any = None, variance: Any = None, invert: bool = False, **kwargs: Any):
        super().__init__(**kwargs)
        self.axis = () if axis is None else ((axis,) if isinstance(axis, int) else tuple(axis))
        if (mean is None) != (variance is None):
            raise ValueError(
                "When setting values directly, both `mean` and `variance` must be set. Received: "
                f"mean={mean} and variance={variance}"
            )
        self.invert = invert
        self.input_mean, self.input_variance = mean, variance
        self.adapt_mean: Any = None
        self.adapt_variance: Any = None

    def get_config(self) -> dict[str, Any]:
        def listed(x: Any) -> Any:
            return np.asarray(x).tolist() if x is not None else None

        return {
            "name": self.name, "trainable": self.trainable, "dtype": self.dtype, "axis": self.axis or None,
            "invert": self.invert, "mean": listed(self.input_mean), "variance": listed(self.input_variance),
        }  # fmt: skip

    def build(self, input_shape: Any) -> None:
        rank = len(input_shape)
        kept = [axis % rank for axis in self.axis]
        for axis in kept:
            if input_shape[axis] is None:
                raise ValueError(
                    "All `axis` values to be kept must have a known shape. Received axis="
                    f"{self.axis}, inputs.shape={tuple(input_shape)}, with unknown axis at index {axis}"
                )
        self._kept, self._rank = kept, rank
        self._broadcast = [input_shape[i] if i in kept else 1 for i in range(rank)]
        if self.input_mean is None:
            shape = tuple(input_shape[i] for i in kept)
            self.adapt_mean = self.add_weight(name="mean", shape=shape, initializer="zeros", trainable=False)
            self.adapt_variance = self.add_weight(name="variance", shape=shape, initializer="ones", trainable=False)
            self.count = self.add_weight(name="count", shape=(), dtype="int32", initializer="zeros", trainable=False)
        self.built = True

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Takes the mean and the variance of data.

        Args:
            data: an array, a tensor, or a dataset (or another iterable) of batches.
            batch_size: accepted: arrays are taken at once.
            steps: how many batches to take; all by default.

        Raises:
            ValueError: if the layer was given its statistics.
        """
        if self.input_mean is not None:
            raise ValueError(
                "Cannot `adapt` a Normalization layer that is initialized with static `mean` and `variance`, you "
                f"passed mean {self.input_mean} and variance {self.input_variance}."
            )
        batches = [data] if hasattr(data, "shape") or isinstance(data, (list, tuple)) else data
        count, total, squares = 0, 0.0, 0.0
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
            number = math.prod(x.shape[i] for i in axes)
            mean, variance = x.mean(axes), x.var(axes)
            # Means and variances of parts combine by their numbers (Chan et al. 1979).
            new = count + number
            shift = mean - total
            squares = (squares * count + variance * number + shift**2 * count * number / new) / new
            total = total + shift * number / new
            count = new
        self.adapt_mean.assign(np.asarray(total, np.float32).reshape(self.adapt_mean.shape.as_list()))
        self.adapt_variance.assign(np.asarray(squares, np.float32).reshape(self.adapt_variance.shape.as_list()))

    @property
    def mean(self) -> Any:
        """The means, in a shape that broadcasts against inputs."""
        return self._shaped(self.input_mean, self.adapt_mean)

    @property
    def variance(self) -> Any:
        """The variances, in a shape that broadcasts against inputs."""
        return self._shaped(self.input_variance, self.adapt_variance)

    def _shaped(self, given: Any, learned: Any) -> Any:
        if given is not None:
            return tf.broadcast_to(tf.cast(given, self.compute_dtype), self._broadcast)
        return tf.reshape(tf.convert_to_tensor(learned), self._broadcast)

    def call(self, inputs: Any) -> Any:
        x = tf.cast(inputs, self.compute_dtype)
        deviation = tf.maximum(tf.sqrt(self.variance), 1e-7)
        return self.mean + x * deviation if self.invert else (x - self.mean) / deviation


class CategoryEncoding(Layer):
    """Category numbers as vectors.

    Args:
        num_tokens: how many categories there are.
        output_mode: `one_hot` for a vector per number; `multi_hot` or `count` for one per example.

    Raises:
        ValueError: if an argument is out of its range.

    >>> CategoryEncoding(num_tokens=3, output_mode='one_hot')(tf.constant([2, 0])).numpy().tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """

    _CONFIG = ("num_tokens", "output_mode")

    def __init__(
        self, num_tokens: int | None = None, output_mode: str = "multi_hot", sparse: bool = False, **kwargs: Any
    ):
        super().__init__(**kwargs)
        if output_mode == "binary":
            output_mode = "multi_hot"
        if output_mode not in ("count", "one_hot", "multi_hot"):
            raise ValueError(f"Unknown arg for output_mode: {output_mode}")
        if num_tokens is None:
            raise ValueError("num_tokens must be set to use this layer. If the number of tokens is not known "
                             "beforehand, use the IntegerLookup layer instead.")  # fmt: skip
        if num_tokens < 1:
            raise ValueError(f"`num_tokens` must be >= 1. Received: num_tokens={num_tokens}.")
        if sparse:
            raise NotImplementedError("sparse outputs are not covered: leave `sparse` out")
        self.num_tokens, self.output_mode = num_tokens, output_mode
        self.autocast = False

    def call(self, inputs: Any, count_weights: Any = None) -> Any:
        numbers = tf.cast(inputs, dtypes.int32)
        hot = tf.one_hot(numbers, self.num_tokens, dtype=self.compute_dtype)
        if self.output_mode == "one_hot":
            return tf.squeeze(hot, [-2]) if numbers.shape.rank and numbers.shape[-1] == 1 else hot
        if self.output_mode == "multi_hot":
            return tf.reduce_max(hot, -2)
        if count_weights is not None:
            hot *= tf.expand_dims(tf.cast(count_weights, hot.dtype), -1)
        return tf.reduce_sum(hot, -2)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "sparse": False}


class Discretization(Layer):
    """The number of the interval that each number is in.

    Args:
        bin_boundaries: where intervals meet.
        num_bins: how many there are to be, for `adapt`.
        epsilon: accepted for compatibility.
        output_mode: `int`, or a mode of `CategoryEncoding`.

    Raises:
        ValueError: if neither or both of boundaries and number are given.

    >>> Discretization([0., 1.])(tf.constant([-1., 0.5, 3.])).numpy()
    array([0, 1, 2], dtype=int32)
    """

    def __init__(
        self, bin_boundaries: Any = None, num_bins: int | None = None, epsilon: float = 0.01, output_mode: str = "int",
        sparse: bool = False, dtype: Any = None, name: str | None = None, **kwargs: Any,
    ):  # fmt: skip
        super().__init__(name=name, **kwargs)
        if num_bins is not None and bin_boundaries is not None:
            raise ValueError(
                "Both `num_bins` and `bin_boundaries` should not be set. Received: "
                f"num_bins={num_bins}, bin_boundaries={bin_boundaries}"
            )
        if num_bins is None and bin_boundaries is None:
            raise ValueError("You need to set either `num_bins` or `bin_boundaries`.")
        self.bin_boundaries = None if bin_boundaries is None else [float(b) for b in bin_boundaries]
        self.num_bins, self.epsilon, self.output_mode = num_bins, epsilon, output_mode
        self._output_dtype = dtypes.as_dtype(dtype).name if dtype is not None else None

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Chooses boundaries between `num_bins` intervals that hold equally many numbers of the data."""
        if self.num_bins is None:
            raise ValueError(
                "Cannot adapt a Discretization layer that has been initialized with `bin_boundaries`, use `num_bins` "
                "instead."
            )
        batches = [data] if hasattr(data, "shape") or isinstance(data, (list, tuple)) else list(data)
        values = np.concatenate([np.ravel(np.asarray(batch)) for batch in batches[:steps]])
        shares = np.arange(1, self.num_bins) / self.num_bins
        self.bin_boundaries = np.quantile(values, shares, method="inverted_cdf").astype(float).tolist()

    def call(self, inputs: Any) -> Any:
        if self.bin_boundaries is None:
            raise ValueError(
                f"You need to call `adapt` on the Discretization layer '{self.name}' before it is called, or give it "
                "`bin_boundaries`."
            )
        x = tf.convert_to_tensor(inputs)
        x = tf.cast(x, "float32") if x.dtype.is_integer else x
        boundaries = tf.constant(self.bin_boundaries, x.dtype)
        found = tf.reduce_sum(tf.cast(tf.expand_dims(x, -1) >= boundaries, "int32"), -1)
        if self.output_mode == "int":
            return found if self._output_dtype is None else tf.cast(found, self._output_dtype)
        return CategoryEncoding(len(self.bin_boundaries) + 1, self.output_mode).call(found)

    def get_config(self) -> dict[str, Any]:
        return {
            "name": self.name, "bin_boundaries": self.bin_boundaries, "num_bins": self.num_bins,
            "epsilon": self.epsilon, "output_mode": self.output_mode, "sparse": False,
            "dtype": self._output_dtype or "int32",
        }  # fmt: skip
