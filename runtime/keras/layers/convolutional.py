"""Convolutions as layers: plain and transposed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from runtime.keras.declaring import Field, among, field
from runtime.keras.layers.arguments import DATA_FORMAT, PADDING, positive, sizes
from runtime.keras.layers.core import Affine
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import convolution, shaping
from runtime.library.padding import pad

_DILATION_RATE = field("how far apart the elements of a window are", default=1, first=True)


class _Windows(Affine):
    """The windows that a convolution looks at."""

    rank: ClassVar[int]

    filters: int = positive("filters", "the number of outputs per position")
    kernel_size: Any = Field("of the windows: a number, or one per dimension")
    strides: Any = field("how far apart windows are", default=1, first=True)
    padding: str = PADDING

    def _init_done(self) -> None:
        for name in ("kernel_size", "strides", "dilation_rate"):
            setattr(self, name, sizes(getattr(self, name), self.rank, name))
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _channels(self, input_shape: Any) -> int:
        channels = input_shape[-1]
        if channels is None:
            raise ValueError(
                f"The channel dimension of the inputs should be defined. Received: input_shape={tuple(input_shape)}"
            )
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={-1: channels})
        return int(channels)


class _Conv(_Windows):
    """A convolution of `filters` outputs."""

    data_format: str = DATA_FORMAT
    dilation_rate: Any = _DILATION_RATE
    groups: int = field("into how many groups channels are divided, each convolved apart", default=1, first=True)

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        if self.groups <= 0 or channels % self.groups or self.filters % self.groups:
            raise ValueError(
                f"The numbers of filters ({self.filters}) and of input channels ({channels}) must be evenly divisible "
                f"by the number of groups. Received: groups={self.groups}"
            )
        reaches = [(width - 1) * rate + 1 for width, rate in zip(self.kernel_size, self.dilation_rate, strict=True)]
        known = [(n, reach) for n, reach in zip(input_shape[1:], reaches, strict=False) if n is not None]
        if self.padding == "valid" and any(size < reach for size, reach in known):
            raise ValueError(
                f"Computed output size would be zero or negative. Received `inputs shape={tuple(input_shape)}`, "
                f"`kernel_size={self.kernel_size}`, `dilation_rate={self.dilation_rate}`: the windows are larger than "
                "the inputs. Use padding='same', smaller windows, or larger inputs."
            )
        self._add_weights((*self.kernel_size, channels // self.groups, self.filters), self.filters)

    def call(self, inputs: Any) -> Any:
        x, padding = self._floats(inputs), self.padding.upper()
        if padding == "CAUSAL":
            x = pad(x, [[0, 0], [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0], [0, 0]])
            padding = "VALID"
        return self._finished(convolution.convolution(x, self.kernel, self.strides, padding, None, self.dilation_rate))


class Conv1D(_Conv):
    """Convolution over one spatial dimension: of inputs `[batch, steps, channels]`; see `Conv2D`.

    `padding` may be `causal`: an output depends on no later input.
    """

    rank = 1
    padding: str = replace(PADDING, convert=among("padding", "valid", "same", "causal"))


class Conv2D(_Conv):
    """Convolution over two spatial dimensions of `[batch, height, width, channels]`.

    Raises:
        ValueError: if an argument is out of its range.

    >>> import runtime as tf
    >>> Conv2D(4, 3, activation='relu')(tf.ones([1, 5, 5, 2])).shape
    TensorShape([1, 3, 3, 4])
    """

    rank = 2


class _ConvTranspose(_Windows):
    """The transpose of a convolution: it makes a larger image of a smaller one."""

    output_padding: Any = field(
        "what is added to the size of the output, left open by strides", default=None, first=True
    )
    data_format: str = DATA_FORMAT
    dilation_rate: Any = _DILATION_RATE

    def _init_done(self) -> None:
        super()._init_done()
        if self.output_padding is not None:
            self.output_padding = sizes(self.output_padding, self.rank, "output_padding", allow_zero=True)

    def build(self, input_shape: Any) -> None:
        self._add_weights((*self.kernel_size, self.filters, self._channels(input_shape)), self.filters)

    def _length(self, size: Any, axis: int) -> Any:
        """The size of the output along a spatial axis, given that of the input."""
        stride, dilation = self.strides[axis], self.dilation_rate[axis]
        reach = (self.kernel_size[axis] - 1) * dilation + 1
        if self.output_padding is None:
            return size * stride if self.padding == "same" else size * stride + max(reach - stride, 0)
        cut = 2 * (reach // 2) if self.padding == "same" else 0
        return (size - 1) * stride + reach - cut + self.output_padding[axis]

    def call(self, inputs: Any) -> Any:
        x = self._floats(inputs)
        kernel, strides, dilations, dynamic = self.kernel, self.strides, self.dilation_rate, shaping.shape(x)
        batch, *static, _ = x.shape.as_list()
        static = [None if n is None else self._length(n, i) for i, n in enumerate(static)]
        lengths = [self._length(dynamic[i + 1], i) if n is None else n for i, n in enumerate(static)]
        if self.rank == 1:
            x, kernel = shaping.expand_dims(x, 1), shaping.expand_dims(kernel, 0)
            strides, dilations, lengths = (1, *strides), (1, *dilations), [1, *lengths]
        shape = [dynamic[0] if batch is None else batch, *lengths, self.filters]
        y = convolution.conv2d_transpose(x, kernel, shape, strides, self.padding.upper(), "NHWC", dilations)
        y = shaping.squeeze(y, [1]) if self.rank == 1 else y
        y.set_shape([batch, *static, self.filters])
        return self._finished(y)


class Conv1DTranspose(_ConvTranspose):
    """The transpose of `Conv1D`; see `Conv2DTranspose`."""

    rank = 1


class Conv2DTranspose(_ConvTranspose):
    """The transpose of `Conv2D`: it makes a larger image of a smaller one.

    >>> import runtime as tf
    >>> Conv2DTranspose(1, 2, strides=2)(tf.ones([1, 2, 2, 3])).shape
    TensorShape([1, 4, 4, 1])
    """

    rank = 2
