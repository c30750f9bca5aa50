"""Pooling: the maximum or the mean of windows, or of whole images."""

from __future__ import annotations

from typing import Any

from runtime import nn
from runtime.keras import backend
from runtime.keras.layers.arguments import sizes
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import public as tf


class _Pooling(Layer):
    """The maximum or the mean of each window.

    Args:
        pool_size: of the windows: a number, or one per dimension.
        strides: how far apart windows are; `pool_size` by default.
        padding: `valid` or `same`.
        data_format: `channels_last` or `channels_first`.
        name: of the layer.

    Raises:
        ValueError: if an argument is out of its range.
    """

    rank: int
    kind: str
    _CONFIG = ("pool_size", "padding", "strides", "data_format")

    def __init__(
        self,
        pool_size: Any = 2,
        strides: Any = None,
        padding: str = "valid",
        data_format: str | None = None,
        name: str | None = None,
        **kwargs: Any,
    ):
        super().__init__(name=name, **kwargs)
        self.pool_size = sizes(pool_size, self.rank, "pool_size")
        self.strides = self.pool_size if strides is None else sizes(strides, self.rank, "strides")
        if not isinstance(padding, str) or padding.lower() not in ("valid", "same"):
            raise ValueError(f"The `padding` argument must be one of {{'valid', 'same'}}. Received: padding={padding}")
        self.padding = padding.lower()
        self.data_format = backend.standardize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: Any) -> Any:
        x = as_floats(self, inputs) if self.kind == "AVG" else inputs
        data_format = "NC" if self.data_format == "channels_first" else None
        return nn.pool(x, self.pool_size, self.kind, self.strides, self.padding.upper(), data_format)


class _GlobalPooling(Layer):
    """The maximum or the mean over all positions.

    Args:
        data_format: `channels_last` or `channels_first`.
        keepdims: whether the spatial dimensions stay, with size 1.
    """

    rank: int
    kind: str
    _CONFIG = ("data_format", "keepdims")

    def __init__(self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any):
        super().__init__(**kwargs)
        self.data_format = backend.standardize_data_format(data_format)
        self.keepdims = keepdims
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: Any) -> Any:
        first = 2 if self.data_format == "channels_first" else 1
        axes = list(range(first, first + self.rank))
        if self.kind == "MAX":
            return tf.reduce_max(inputs, axes, self.keepdims)
        return tf.reduce_mean(as_floats(self, inputs), axes, self.keepdims)


class MaxPooling1D(_Pooling):
    """The maximum of each window of `[batch, steps, channels]`; see `MaxPooling2D`."""

    rank, kind = 1, "MAX"


class MaxPooling2D(_Pooling):
    """The maximum of each window of `[batch, height, width, channels]`.

    Args:
        pool_size: of the windows: a number, or one per dimension.
        strides: how far apart windows are; `pool_size` by default.
        padding: `valid` or `same`.
        data_format: `channels_last` or `channels_first`.
        name: of the layer.

    >>> MaxPooling2D()(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 2, 2, 3])
    """

    rank, kind = 2, "MAX"


class MaxPooling3D(_Pooling):
    """The maximum of each window over three spatial dimensions; see `MaxPooling2D`."""

    rank, kind = 3, "MAX"


class AveragePooling1D(_Pooling):
    """The mean of each window of `[batch, steps, channels]`; see `MaxPooling2D`."""

    rank, kind = 1, "AVG"


class AveragePooling2D(_Pooling):
    """The mean of each window of `[batch, height, width, channels]`; see `MaxPooling2D`."""

    rank, kind = 2, "AVG"


class AveragePooling3D(_Pooling):
    """The mean of each window over three spatial dimensions; see `MaxPooling2D`."""

    rank, kind = 3, "AVG"


class GlobalMaxPooling1D(_GlobalPooling):
    """The maximum over all steps of `[batch, steps, channels]`."""

    rank, kind = 1, "MAX"


class GlobalMaxPooling2D(_GlobalPooling):
    """The maximum over all positions of `[batch, height, width, channels]`."""

    rank, kind = 2, "MAX"


class GlobalMaxPooling3D(_GlobalPooling):
    """The maximum over all positions of three spatial dimensions."""

    rank, kind = 3, "MAX"


class GlobalAveragePooling1D(_GlobalPooling):
    """The mean over all steps of `[batch, steps, channels]`; masked steps do not count."""

    rank, kind = 1, "AVG"
    supports_masking = True

    def call(self, inputs: Any, mask: Any = None) -> Any:
        if mask is None:
            return super().call(inputs)
        axis = 2 if self.data_format == "channels_first" else 1
        weights = tf.expand_dims(tf.cast(mask, inputs.dtype), 1 if axis == 2 else 2)
        total = tf.reduce_sum(inputs * weights, axis, self.keepdims)
        return total / tf.reduce_sum(weights, axis, self.keepdims)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return None


class GlobalAveragePooling2D(_GlobalPooling):
    """The mean over all positions of `[batch, height, width, channels]`.

    >>> GlobalAveragePooling2D()(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 3])
    """

    rank, kind = 2, "AVG"


class GlobalAveragePooling3D(_GlobalPooling):
    """The mean over all positions of three spatial dimensions."""

    rank, kind = 3, "AVG"


MaxPool1D, MaxPool2D, MaxPool3D = MaxPooling1D, MaxPooling2D, MaxPooling3D
AvgPool1D, AvgPool2D, AvgPool3D = AveragePooling1D, AveragePooling2D, AveragePooling3D
GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPool3D = GlobalMaxPooling1D, GlobalMaxPooling2D, GlobalMaxPooling3D
GlobalAvgPool1D, GlobalAvgPool2D, GlobalAvgPool3D = (
    GlobalAveragePooling1D, GlobalAveragePooling2D, GlobalAveragePooling3D,
)  # fmt: skip
