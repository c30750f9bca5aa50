"""Convolutions as layers: plain and transposed."""

from __future__ import annotations

from typing import Any, ClassVar

from runtime.keras import activations
from runtime.keras.declaring import field
from runtime.keras.layers.arguments import DATA_FORMAT, PADDING, sizes
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import Affine
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import assembling, convolution, neural, shaping
from runtime.library.padding import pad

_DILATION_RATE = field("how far apart the elements of a window are", default=1)


def _filters(filters: Any) -> Any:
    if filters is not None and filters <= 0:
        raise ValueError(
            f"Invalid value for argument `filters`. Expected a strictly positive value. Received filters={filters}."
        )
    return filters


class _Windows(Layer):
    """The windows that a convolution looks at."""

    filters: int = field("the number of outputs per position", convert=_filters)
    kernel_size: Any = field("of the windows: a number, or one per dimension")
    strides: Any = field("how far apart windows are", default=1)
    padding: str = PADDING


class _Grouped(_Windows):
    """The windows of plain convolutions."""

    data_format: str = DATA_FORMAT
    dilation_rate: Any = _DILATION_RATE
    groups: int = field("into how many groups channels are divided, each convolved for itself", default=1)


class _Growing(_Windows):
    """The windows of transposed convolutions."""

    output_padding: Any = field("what is added to the size of the output, which strides leave open", default=None)
    data_format: str = DATA_FORMAT
    dilation_rate: Any = _DILATION_RATE


class _Convolution(Affine):
    """What all convolutions share: windows, padding, a bias and an activation."""

    rank: ClassVar[int]
    _paddings: ClassVar[tuple[str, ...]] = ("valid", "same")

    def _init_done(self) -> None:
        for name in ("kernel_size", "strides", "dilation_rate"):
            setattr(self, name, sizes(getattr(self, name), self.rank, name))
        if self.padding not in self._paddings:
            raise ValueError(
                f"The `padding` argument must be one of {set(self._paddings)}. Received: padding={self.padding}"
            )
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )
        self.input_spec = InputSpec(min_ndim=self.rank + 2)

    @property
    def _channels_first(self) -> bool:
        return self.data_format == "channels_first"

    def _channels(self, input_shape: Any) -> int:
        axis = 1 if self._channels_first else -1
        channels = input_shape[axis]
        if channels is None:
            raise ValueError(
                "The channel dimension of the inputs should be defined. The input_shape received is "
                f"{tuple(input_shape)}, where axis {axis} (0-based) is the channel dimension, which found to be `None`."
            )
        self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={axis: channels})
        return int(channels)

    def _finished(self, x: Any) -> Any:
        """`x` with the bias and the activation applied."""
        if self.bias is not None:
            x = neural.bias_add(x, self.bias, "NCHW" if self._channels_first else None)
        return x if self.activation is activations.linear else self.activation(x)


class _Conv(_Convolution, _Grouped):
    """A convolution of `filters` outputs."""

    def _init_done(self) -> None:
        super()._init_done()
        if self.groups <= 0:
            raise ValueError(f"The number of groups must be a positive integer. Received: groups={self.groups}.")
        if self.filters % self.groups:
            raise ValueError(
                "The number of filters must be evenly divisible by the number of groups. "
                f"Received: groups={self.groups}, filters={self.filters}."
            )

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        self._check_windows(input_shape)
        if channels % self.groups:
            raise ValueError(
                "The number of input channels must be evenly divisible by the number of groups. Received: "
                f"groups={self.groups}, input_channels={channels} (input_shape={tuple(input_shape)})."
            )
        self._add_weights((*self.kernel_size, channels // self.groups, self.filters), self.filters)

    def _check_windows(self, input_shape: Any) -> None:
        first = len(input_shape) - self.rank - 1 + self._channels_first
        for size, width, rate in zip(input_shape[first:], self.kernel_size, self.dilation_rate, strict=False):
            if self.padding == "valid" and size is not None and size < (width - 1) * rate + 1:
                raise ValueError(
                    "Computed output size would be zero or negative. Received `inputs shape="
                    f"{tuple(input_shape)}`, `kernel_size={self.kernel_size}`, `dilation_rate={self.dilation_rate}`"
                    ": the windows are larger than the inputs. Use padding='same', smaller windows, or larger "
                    "inputs."
                )

    def call(self, inputs: Any) -> Any:
        x, padding = self._floats(inputs), self.padding.upper()
        if padding == "CAUSAL":
            before = self.dilation_rate[0] * (self.kernel_size[0] - 1)
            x = pad(x, [[0, 0], [0, 0], [before, 0]] if self._channels_first else [[0, 0], [before, 0], [0, 0]])
            padding = "VALID"
        how = (self.strides, padding, "NC" if self._channels_first else None, self.dilation_rate)
        extra = x.shape.rank - self.rank - 2
        if extra <= 0:
            return self._finished(convolution.convolution(x, self.kernel, *how))
        # There are more dimensions of the batch.
        flat = shaping.reshape(x, assembling.concat([[-1], shaping.shape(x)[extra + 1 :]], 0))
        flat.set_shape([None, *x.shape.as_list()[extra + 1 :]])
        y = convolution.convolution(flat, self.kernel, *how)
        return self._finished(
            shaping.reshape(y, assembling.concat([shaping.shape(x)[: extra + 1], shaping.shape(y)[1:]], 0))
        )


class Conv1D(_Conv):
    """Convolution over one spatial dimension: of inputs `[batch, steps, channels]`; see `Conv2D`.

    `padding` may be `causal`: an output depends on no later input.
    """

    rank = 1
    _paddings = ("valid", "same", "causal")


class Conv2D(_Conv):
    """Convolution over two spatial dimensions of `[batch, height, width, channels]`.

    Raises:
        ValueError: if an argument is out of its range.

    >>> import runtime as tf
    >>> Conv2D(4, 3, activation='relu')(tf.ones([1, 5, 5, 2])).shape
    TensorShape([1, 3, 3, 4])
    """

    rank = 2


class _ConvTranspose(_Convolution, _Growing):
    """The transpose of a convolution: it makes a larger image of a smaller one."""

    def _init_done(self) -> None:
        super()._init_done()
        if self.output_padding is not None:
            self.output_padding = sizes(self.output_padding, self.rank, "output_padding", allow_zero=True)
        self.input_spec = InputSpec(ndim=self.rank + 2)

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
        x, first = self._floats(inputs), self._channels_first
        if first:
            x = shaping.transpose(x, [0, *range(2, self.rank + 2), 1])
        kernel, strides, dilations = self.kernel, self.strides, self.dilation_rate
        static = [None if n is None else self._length(n, i) for i, n in enumerate(x.shape.as_list()[1:-1])]
        dynamic = shaping.shape(x)
        lengths = [self._length(dynamic[i + 1], i) if n is None else n for i, n in enumerate(static)]
        batch = dynamic[0] if x.shape[0] is None else x.shape[0]
        if self.rank == 1:
            x, kernel = shaping.expand_dims(x, 1), shaping.expand_dims(kernel, 0)
            strides, dilations, lengths = (1, *strides), (1, *dilations), [1, *lengths]
        y = convolution.conv2d_transpose(
            x, kernel, [batch, *lengths, self.filters], strides, self.padding.upper(), "NHWC", dilations
        )
        y = shaping.squeeze(y, [1]) if self.rank == 1 else y
        y.set_shape([x.shape[0], *static, self.filters])
        if first:
            y = shaping.transpose(y, [0, self.rank + 1, *range(1, self.rank + 1)])
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
