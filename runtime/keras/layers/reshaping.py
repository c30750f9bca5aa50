"""Layers that move elements about: shapes, padding, cropping, repetition."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.keras import backend
from runtime.keras.layers.arguments import sizes
from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import public as tf


class Flatten(Layer):
    """All dimensions but the batch as one.

    Args:
        data_format: `channels_first` puts channels last before.

    >>> Flatten()(tf.ones([2, 3, 4])).shape
    TensorShape([2, 12])
    """

    _CONFIG = ("data_format",)

    def __init__(self, data_format: str | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        self.data_format = backend.standardize_data_format(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Any:
        rank = inputs.shape.rank
        if self.data_format == "channels_first" and rank is not None and rank > 2:
            inputs = tf.transpose(inputs, [0, *range(2, rank), 1])
        inner = inputs.shape.as_list()[1:] if rank is not None else [None]
        if None not in inner:
            return tf.reshape(inputs, [-1, math.prod(inner)])
        return tf.reshape(inputs, [tf.shape(inputs)[0], -1])


class Reshape(Layer):
    """Another shape for each example.

    Args:
        target_shape: without the batch; one -1 stands for what is left.

    >>> Reshape((2, -1))(tf.ones([5, 6])).shape
    TensorShape([5, 2, 3])
    """

    _CONFIG = ("target_shape",)

    def __init__(self, target_shape: Any, **kwargs: Any):
        super().__init__(**kwargs)
        self.target_shape = (target_shape,) if isinstance(target_shape, int) else tuple(int(n) for n in target_shape)

    def call(self, inputs: Any) -> Any:
        target = list(self.target_shape)
        inner = inputs.shape.as_list()[1:] if inputs.shape.rank is not None else [None]
        if None not in inner:
            total = math.prod(inner)
            known = math.prod(n for n in target if n != -1)
            if (-1 not in target and known != total) or (-1 in target and (not known or total % known)):
                raise ValueError(
                    "The total size of the tensor must be unchanged. Received: "
                    f"input_shape={tuple(inner)}, target_shape={self.target_shape}"
                )
            target = [total // known if n == -1 else n for n in target]
        if -1 in target:
            return tf.reshape(inputs, [tf.shape(inputs)[0], *target])
        return tf.reshape(inputs, [-1, *target])


class Permute(Layer):
    """The dimensions in another order.

    Args:
        dims: numbers of the dimensions, from 1: the batch stays first.

    >>> Permute((2, 1))(tf.ones([5, 2, 3])).shape
    TensorShape([5, 3, 2])
    """

    _CONFIG = ("dims",)

    def __init__(self, dims: Any, **kwargs: Any):
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(self.dims) != list(range(1, len(self.dims) + 1)):
            raise ValueError(
                "Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be "
                f"consecutive and start from 1. Received dims={dims}"
            )
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def call(self, inputs: Any) -> Any:
        return tf.transpose(inputs, [0, *self.dims])


class RepeatVector(Layer):
    """Each example `n` times, along a new axis.

    >>> RepeatVector(3)(tf.ones([5, 2])).shape
    TensorShape([5, 3, 2])
    """

    _CONFIG = ("n",)

    def __init__(self, n: int, **kwargs: Any):
        super().__init__(**kwargs)
        if not isinstance(n, (int, np.integer)):
            raise TypeError(f"Expected an integer value for `n`, got {type(n)}.")
        self.n = n
        self.input_spec = InputSpec(ndim=2)

    def call(self, inputs: Any) -> Any:
        return tf.tile(tf.expand_dims(inputs, 1), [1, self.n, 1])


# -- borders ---------------------------------------------------------------------------------------------------------


def _pairs(value: Any, rank: int, name: str) -> tuple[tuple[int, int], ...]:
    """How much before and after, per dimension: from one number, one per dimension, or a pair per dimension."""
    if isinstance(value, int):
        return ((value, value),) * rank
    value = tuple(value)
    if rank == 1 and len(value) == 2 and all(isinstance(v, int) for v in value):
        return (sizes(value, 2, name, allow_zero=True),)  # type: ignore[return-value]
    if len(value) != rank:
        raise ValueError(f"`{name}` should have {rank} elements. Received: {value}.")
    return tuple((v, v) if isinstance(v, int) else sizes(v, 2, name, allow_zero=True) for v in value)  # type: ignore[misc]


class _Border(Layer):
    """What padding and cropping share."""

    rank: int

    def __init__(self, data_format: str | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        self.data_format = backend.standardize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _around(self, pairs: Any) -> list[tuple[int, int]]:
        none = (0, 0)
        return [none, none, *pairs] if self.data_format == "channels_first" else [none, *pairs, none]


class _ZeroPadding(_Border):
    """Zeros around each example.

    Args:
        padding: how many: a number, one per dimension, or a pair (before, after) per dimension.
        data_format: `channels_last` or `channels_first`.
    """

    _CONFIG = ("padding", "data_format")

    def __init__(self, padding: Any = 1, data_format: str | None = None, **kwargs: Any):
        super().__init__(data_format, **kwargs)
        self.padding = _pairs(padding, self.rank, "padding")

    def call(self, inputs: Any) -> Any:
        return tf.pad(inputs, self._around(self.padding))


class _Cropping(_Border):
    """Each example without its borders.

    Args:
        cropping: how much is cut: a number, one per dimension, or a pair (before, after) per dimension.
        data_format: `channels_last` or `channels_first`.
    """

    _CONFIG = ("cropping", "data_format")
    _DEFAULT: Any = 0

    def __init__(self, cropping: Any = None, data_format: str | None = None, **kwargs: Any):
        super().__init__(data_format, **kwargs)
        self.cropping = _pairs(self._DEFAULT if cropping is None else cropping, self.rank, "cropping")

    def call(self, inputs: Any) -> Any:
        around = self._around(self.cropping)
        shape = inputs.shape.as_list()
        for size, (before, after) in zip(shape, around, strict=True):
            if size is not None and before + after >= size:
                raise ValueError(
                    "`cropping` parameter of Cropping layer must be smaller than the input shape. Received: "
                    f"inputs.shape={tuple(shape)}, cropping={self.cropping}"
                )
        return inputs[tuple(slice(before, -after if after else None) for before, after in around)]


class ZeroPadding1D(_ZeroPadding):
    """Zeros before and after each sequence."""

    rank = 1

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "padding": self.padding[0]}


class ZeroPadding2D(_ZeroPadding):
    """Zeros around each image.

    Args:
        padding: how many: a number, one per dimension, or a pair (before, after) per dimension.
        data_format: `channels_last` or `channels_first`.

    >>> ZeroPadding2D(1)(tf.ones([1, 2, 2, 3])).shape
    TensorShape([1, 4, 4, 3])
    """

    rank = 2


class ZeroPadding3D(_ZeroPadding):
    """Zeros around each volume."""

    rank = 3


class Cropping1D(_Cropping):
    """Each sequence without its ends; by default one step is cut at each."""

    rank, _DEFAULT = 1, 1

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cropping": self.cropping[0]}


class Cropping2D(_Cropping):
    """Each image without its borders.

    Args:
        cropping: how much is cut: a number, one per dimension, or a pair (before, after) per dimension.
        data_format: `channels_last` or `channels_first`.

    >>> Cropping2D(1)(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 2, 2, 3])
    """

    rank = 2


class Cropping3D(_Cropping):
    """Each volume without its borders; by default 1 is cut on every side."""

    rank, _DEFAULT = 3, 1


# -- repetition ------------------------------------------------------------------------------------------------------


class _UpSampling(Layer):
    """Each element several times along each spatial dimension."""

    rank: int
    _CONFIG: tuple[str, ...] = ("size", "data_format")

    def __init__(self, size: Any = 2, data_format: str | None = None, **kwargs: Any):
        super().__init__(**kwargs)
        self.size = sizes(size, self.rank, "size")
        self.data_format = backend.standardize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: Any) -> Any:
        first = 2 if self.data_format == "channels_first" else 1
        for axis, count in enumerate(self.size, first):
            inputs = _repeated(inputs, axis, count)
        return inputs


def _repeated(x: Any, axis: int, count: int) -> Any:
    """Each element `count` times along `axis`."""
    if count == 1:
        return x
    shape = x.shape.as_list()
    repeated = tf.tile(tf.expand_dims(x, axis + 1), [count if i == axis + 1 else 1 for i in range(len(shape) + 1)])
    if [*shape[1:axis], *shape[axis + 1 :]].count(None) + (shape[axis] is None) + (shape[0] is None) > 1:
        sizes_now = [tf.shape(x)[i] if n is None else n for i, n in enumerate(shape)]
    else:
        sizes_now = [-1 if n is None else n for n in shape]
    if not isinstance(sizes_now[axis], int) or sizes_now[axis] != -1:
        sizes_now[axis] = sizes_now[axis] * count
    result = tf.reshape(repeated, sizes_now)
    result.set_shape([n if n is None or i != axis else n * count for i, n in enumerate(shape)])
    return result


class UpSampling1D(_UpSampling):
    """Each step `size` times.

    >>> UpSampling1D(2)(tf.constant([[[1.], [2.]]])).numpy().ravel()
    array([1., 1., 2., 2.], dtype=float32)
    """

    rank = 1
    _CONFIG = ("size",)

    def __init__(self, size: Any = 2, **kwargs: Any):
        super().__init__(size, "channels_last", **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "size": self.size[0]}


class UpSampling2D(_UpSampling):
    """Each pixel several times, or what lies between pixels.

    Args:
        size: a number, or one per dimension.
        data_format: `channels_last` or `channels_first`.
        interpolation: `nearest` or `bilinear`.

    >>> UpSampling2D(2)(tf.ones([1, 2, 2, 3])).shape
    TensorShape([1, 4, 4, 3])
    """

    rank = 2
    _CONFIG = ("size", "data_format", "interpolation")

    def __init__(self, size: Any = 2, data_format: str | None = None, interpolation: str = "nearest", **kwargs: Any):
        super().__init__(size, data_format, **kwargs)
        if interpolation not in ("nearest", "bilinear"):
            raise ValueError(
                f"The `interpolation` argument must be one of ['nearest', 'bilinear'] here. Received: {interpolation}"
            )
        self.interpolation = interpolation

    def call(self, inputs: Any) -> Any:
        if self.interpolation == "nearest":
            return super().call(inputs)
        first = 2 if self.data_format == "channels_first" else 1
        for axis, count in enumerate(self.size, first):
            inputs = _interpolated(inputs, axis, count)
        return inputs


def _interpolated(x: Any, axis: int, count: int) -> Any:
    """`count` times as many elements along `axis`, each linear between the nearest two (of half-pixel centres)."""
    size = x.shape[axis]
    if size is None:
        raise ValueError("bilinear UpSampling2D needs the height and width of the images to be known")
    places = np.clip((np.arange(size * count) + 0.5) / count - 0.5, 0, size - 1)
    low = np.floor(places).astype(np.int32)
    high = np.minimum(low + 1, size - 1)
    share = tf.reshape(tf.constant(places - low, x.dtype), [-1 if i == axis else 1 for i in range(x.shape.rank)])
    return tf.gather(x, low, axis=axis) * (1 - share) + tf.gather(x, high, axis=axis) * share


class UpSampling3D(_UpSampling):
    """Each voxel several times; see `UpSampling2D`."""

    rank = 3
