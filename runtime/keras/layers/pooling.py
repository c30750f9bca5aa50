"""Pooling: the maximum or the mean of windows, or of whole images."""

from __future__ import annotations

from typing import Any, ClassVar

from runtime.keras.declaring import field
from runtime.keras.layers.arguments import DATA_FORMAT, PADDING, sizes
from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import pooling, reduction, shaping


class _Pooling(Layer):
    """Each window of an image as one number."""

    #: How windows become numbers, as `tf.nn.pool` calls it.
    kind: ClassVar[str]

    pool_size: Any = field("of the windows: a number, or one per dimension", default=2, first=True)
    strides: Any = field("how far apart windows are; `pool_size` by default", default=None, first=True)
    padding: str = PADDING
    data_format: str = DATA_FORMAT
    name: Any = field("of the layer", default=None, passed=True)

    def _init_done(self) -> None:
        self.pool_size = sizes(self.pool_size, 2, "pool_size")
        self.strides = self.pool_size if self.strides is None else sizes(self.strides, 2, "strides")
        self.input_spec = InputSpec(ndim=4)

    def call(self, inputs: Any) -> Any:
        x = inputs if self.kind == "MAX" else self._floats(inputs)
        return pooling.pool(x, self.pool_size, self.kind, self.strides, self.padding.upper(), None)


class MaxPooling2D(_Pooling):
    """The maximum of each window of `[batch, height, width, channels]`.

    >>> import runtime as tf
    >>> MaxPooling2D()(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 2, 2, 3])
    """

    kind = "MAX"


class AveragePooling2D(_Pooling):
    """The mean of each window of `[batch, height, width, channels]`."""

    kind = "AVG"


class _GlobalPooling(Layer):
    """The mean over all positions."""

    axes: ClassVar[list[int]]

    data_format: str = DATA_FORMAT
    keepdims: bool = field("whether the spatial dimensions stay, with size 1", default=False)

    def _init_done(self) -> None:
        self.input_spec = InputSpec(ndim=len(self.axes) + 2)

    def call(self, inputs: Any) -> Any:
        return reduction.reduce_mean(self._floats(inputs), self.axes, self.keepdims)


class GlobalAveragePooling1D(_GlobalPooling):
    """The mean over all steps of `[batch, steps, channels]`; masked steps do not count."""

    axes: ClassVar[list[int]] = [1]
    supports_masking = True

    def call(self, inputs: Any, mask: Any = None) -> Any:
        if mask is None:
            return super().call(inputs)
        weights = shaping.expand_dims(shaping.cast(mask, inputs.dtype), 2)
        total = reduction.reduce_sum(inputs * weights, 1, self.keepdims)
        return total / reduction.reduce_sum(weights, 1, self.keepdims)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        return None


class GlobalAveragePooling2D(_GlobalPooling):
    """The mean over all positions of `[batch, height, width, channels]`.

    >>> import runtime as tf
    >>> GlobalAveragePooling2D()(tf.ones([1, 4, 4, 3])).shape
    TensorShape([1, 3])
    """

    axes: ClassVar[list[int]] = [1, 2]
