"""Convolutions as layers: plain, transposed, per channel, and per channel followed by a mixing of channels."""

from __future__ import annotations

from typing import Any

from runtime import nn
from runtime.keras import activations, backend
from runtime.keras.layers.arguments import keep, sizes, weight
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import as_floats
from runtime.keras.layers.input_spec import InputSpec
from runtime.library import public as tf


class BaseConvolution(Layer):
    """What all convolutions share: windows, padding, a bias and an activation."""

    rank: int

    def __init__(
        self,
        kernel_size: Any,
        strides: Any,
        padding: str,
        data_format: str | None,
        dilation_rate: Any,
        activation: Any,
        use_bias: bool,
        **kwargs: Any,
    ):
        super().__init__(**kwargs)
        self.kernel_size = sizes(kernel_size, self.rank, "kernel_size")
        self.strides = sizes(strides, self.rank, "strides")
        self.dilation_rate = sizes(dilation_rate, self.rank, "dilation_rate")
        self.data_format = backend.standardize_data_format(data_format)
        self.padding = _checked_padding(padding, self)
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )
        self.use_bias = use_bias
        keep(self, activation=activation)
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
        if self.padding == "valid" and "Transpose" not in type(self).__name__:
            first = len(input_shape) - self.rank - 1 + self._channels_first
            for size, width, rate in zip(input_shape[first:], self.kernel_size, self.dilation_rate, strict=False):
                if size is not None and size < (width - 1) * rate + 1:
                    raise ValueError(
                        "Computed output size would be zero or negative. Received `inputs shape="
                        f"{tuple(input_shape)}`, `kernel_size={self.kernel_size}`, `dilation_rate={self.dilation_rate}`"
                        ": the windows are larger than the inputs. Use padding='same', smaller windows, or larger "
                        "inputs."
                    )
        return int(channels)

    def _add_bias_weight(self, size: int) -> None:
        self.bias = None
        if self.use_bias:
            self.bias = weight(self, "bias", (size,))

    def _finished(self, x: Any) -> Any:
        """`x` with the bias and the activation applied."""
        if self.bias is not None:
            x = nn.bias_add(x, self.bias, "NCHW" if self._channels_first else None)
        return x if self.activation is activations.linear else self.activation(x)

    def _convolve(self, x: Any, filters: Any) -> Any:
        padding = self.padding.upper()
        if padding == "CAUSAL":
            before = self.dilation_rate[0] * (self.kernel_size[0] - 1)
            x = tf.pad(x, [[0, 0], [0, 0], [before, 0]] if self._channels_first else [[0, 0], [before, 0], [0, 0]])
            padding = "VALID"
        data_format = "NC" if self._channels_first else None
        extra = x.shape.rank - self.rank - 2
        if extra > 0:  # more dimensions of the batch
            lead = tf.shape(x)[: extra + 1]
            flat = tf.reshape(x, tf.concat([[-1], tf.shape(x)[extra + 1 :]], 0))
            flat.set_shape([None, *x.shape.as_list()[extra + 1 :]])
            y = nn.convolution(flat, filters, self.strides, padding, data_format, self.dilation_rate)
            return tf.reshape(y, tf.concat([lead, tf.shape(y)[1:]], 0))
        return nn.convolution(x, filters, self.strides, padding, data_format, self.dilation_rate)


def _checked_padding(padding: Any, layer: Any) -> str:
    allowed = ("valid", "same", "causal") if layer.rank == 1 and type(layer).__name__ == "Conv1D" else ("valid", "same")
    text = padding.lower() if isinstance(padding, str) else padding
    if text == "causal" and layer.rank == 1 and "Transpose" not in type(layer).__name__:
        return "causal"
    if text not in allowed:
        raise ValueError(f"The `padding` argument must be one of {set(allowed)}. Received: padding={padding}")
    return text


class _Conv(BaseConvolution):
    """A convolution of `filters` outputs."""

    _CONFIG = (
        "filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate", "groups", "activation",
        "use_bias", "kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer",
        "kernel_constraint", "bias_constraint",
    )  # fmt: skip

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        groups: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(
            kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
            activity_regularizer=activity_regularizer, **kwargs,
        )  # fmt: skip
        _check_filters(filters)
        if groups <= 0:
            raise ValueError(f"The number of groups must be a positive integer. Received: groups={groups}.")
        if filters % groups:
            raise ValueError(
                "The number of filters must be evenly divisible by the number of groups. "
                f"Received: groups={groups}, filters={filters}."
            )
        self.filters, self.groups = filters, groups
        keep(
            self, kernel_initializer=kernel_initializer, bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer, bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint, bias_constraint=bias_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        if channels % self.groups:
            raise ValueError(
                "The number of input channels must be evenly divisible by the number of groups. Received: "
                f"groups={self.groups}, input_channels={channels} (input_shape={tuple(input_shape)})."
            )
        self.kernel = weight(self, "kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self._add_bias_weight(self.filters)
        self.built = True

    def call(self, inputs: Any) -> Any:
        return self._finished(self._convolve(as_floats(self, inputs), self.kernel))


def _check_filters(filters: Any) -> None:
    if filters is not None and filters <= 0:
        raise ValueError(
            f"Invalid value for argument `filters`. Expected a strictly positive value. Received filters={filters}."
        )


class Conv1D(_Conv):
    """Convolution over one spatial dimension: of inputs `[batch, steps, channels]`; see `Conv2D`.

    `padding` may be `causal`: an output depends on no later input.
    """

    rank = 1


class Conv2D(_Conv):
    """Convolution over two spatial dimensions.

    Args:
        filters: the number of outputs per position.
        kernel_size: of the windows: a number, or one per dimension.
        strides: how far apart windows are.
        padding: `valid`, or `same` for outputs at every position (divided by strides).
        data_format: `channels_last` for `[batch, height, width, channels]`, or `channels_first`.
        dilation_rate: how far apart the elements of a window are.
        groups: into how many groups channels are divided, each convolved for itself.
        activation: a function or its name.
        use_bias: whether there is a bias.
        kernel_initializer, bias_initializer: of the weights.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties.
        kernel_constraint, bias_constraint: of the weights.

    Raises:
        ValueError: if an argument is out of its range.

    >>> Conv2D(4, 3, activation='relu')(tf.ones([1, 5, 5, 2])).shape
    TensorShape([1, 3, 3, 4])
    """

    rank = 2


class Conv3D(_Conv):
    """Convolution over three spatial dimensions; see `Conv2D`."""

    rank = 3


class _ConvTranspose(BaseConvolution):
    """The transpose of a convolution: it makes a larger image of a smaller one."""

    _CONFIG = (
        "filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate", "activation", "use_bias",
        "kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer", "kernel_constraint",
        "bias_constraint", "output_padding",
    )  # fmt: skip

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        output_padding: Any = None,
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(
            kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
            activity_regularizer=activity_regularizer, **kwargs,
        )  # fmt: skip
        _check_filters(filters)
        self.filters = filters
        self.output_padding = None if output_padding is None else sizes(
            output_padding, self.rank, "output_padding", allow_zero=True)  # fmt: skip
        keep(
            self, kernel_initializer=kernel_initializer, bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer, bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint, bias_constraint=bias_constraint,
        )  # fmt: skip
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        self.kernel = weight(self, "kernel", (*self.kernel_size, self.filters, channels))
        self._add_bias_weight(self.filters)
        self.built = True

    def _length(self, size: Any, axis: int) -> Any:
        """The size of the output along a spatial axis, given that of the input."""
        stride, dilation = self.strides[axis], self.dilation_rate[axis]
        reach = (self.kernel_size[axis] - 1) * dilation + 1
        if self.output_padding is None:
            return size * stride if self.padding == "same" else size * stride + max(reach - stride, 0)
        cut = 2 * (reach // 2) if self.padding == "same" else 0
        return (size - 1) * stride + reach - cut + self.output_padding[axis]

    def call(self, inputs: Any) -> Any:
        x, first = as_floats(self, inputs), self._channels_first
        if first:
            x = tf.transpose(x, [0, *range(2, self.rank + 2), 1])
        kernel, strides, dilations = self.kernel, self.strides, self.dilation_rate
        static = [None if n is None else self._length(n, i) for i, n in enumerate(x.shape.as_list()[1:-1])]
        dynamic = tf.shape(x)
        lengths = [self._length(dynamic[i + 1], i) if n is None else n for i, n in enumerate(static)]
        batch = dynamic[0] if x.shape[0] is None else x.shape[0]
        if self.rank == 1:
            x, kernel = tf.expand_dims(x, 1), tf.expand_dims(kernel, 0)
            strides, dilations, lengths = (1, *strides), (1, *dilations), [1, *lengths]
        y = nn.conv2d_transpose(
            x, kernel, [batch, *lengths, self.filters], strides, self.padding.upper(), "NHWC", dilations
        )
        y = tf.squeeze(y, [1]) if self.rank == 1 else y
        y.set_shape([x.shape[0], *static, self.filters])
        if first:
            y = tf.transpose(y, [0, self.rank + 1, *range(1, self.rank + 1)])
        return self._finished(y)


class Conv1DTranspose(_ConvTranspose):
    """The transpose of `Conv1D`; see `Conv2DTranspose`."""

    rank = 1


class Conv2DTranspose(_ConvTranspose):
    """The transpose of `Conv2D`: it makes a larger image of a smaller one.

    Args:
        output_padding: what is added to the size of the output, which strides leave open.

    The other arguments are those of `Conv2D`.

    >>> Conv2DTranspose(1, 2, strides=2)(tf.ones([1, 2, 2, 3])).shape
    TensorShape([1, 4, 4, 1])
    """

    rank = 2


class _DepthwiseConv(BaseConvolution):
    """A convolution that keeps channels apart."""

    _CONFIG = (
        "kernel_size", "strides", "padding", "depth_multiplier", "data_format", "dilation_rate", "activation",
        "use_bias", "depthwise_initializer", "bias_initializer", "depthwise_regularizer", "bias_regularizer",
        "depthwise_constraint", "bias_constraint",
    )  # fmt: skip

    def __init__(
        self,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(
            kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
            activity_regularizer=activity_regularizer, **kwargs,
        )  # fmt: skip
        self.depth_multiplier = depth_multiplier
        keep(
            self, depthwise_initializer=depthwise_initializer, bias_initializer=bias_initializer,
            depthwise_regularizer=depthwise_regularizer, bias_regularizer=bias_regularizer,
            depthwise_constraint=depthwise_constraint, bias_constraint=bias_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        self.kernel = weight(self, "kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise")
        self._add_bias_weight(channels * self.depth_multiplier)
        self.built = True

    def call(self, inputs: Any) -> Any:
        return self._finished(self._convolve(as_floats(self, inputs), _grouped(self.kernel)))


def _grouped(kernel: Any) -> Any:
    """Filters `[*window, channels, multiplier]` as those of a convolution with a group per channel."""
    *window, channels, multiplier = kernel.shape.as_list()
    return tf.reshape(kernel, [*window, 1, channels * multiplier])


class DepthwiseConv1D(_DepthwiseConv):
    """Convolution over one spatial dimension that keeps channels apart; see `DepthwiseConv2D`."""

    rank = 1


class DepthwiseConv2D(_DepthwiseConv):
    """Convolution over two spatial dimensions that keeps channels apart.

    Args:
        depth_multiplier: the number of outputs for each channel.
        depthwise_initializer, depthwise_regularizer, depthwise_constraint: of the kernel.

    The other arguments are those of `Conv2D`.

    >>> DepthwiseConv2D(3, depth_multiplier=2)(tf.ones([1, 5, 5, 2])).shape
    TensorShape([1, 3, 3, 4])
    """

    rank = 2


class _SeparableConv(BaseConvolution):
    """A convolution that keeps channels apart, and then mixes them at each position."""

    _CONFIG = (
        "filters", "kernel_size", "strides", "padding", "data_format", "dilation_rate", "depth_multiplier",
        "activation", "use_bias", "depthwise_initializer", "pointwise_initializer", "bias_initializer",
        "depthwise_regularizer", "pointwise_regularizer", "bias_regularizer", "depthwise_constraint",
        "pointwise_constraint", "bias_constraint",
    )  # fmt: skip

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        pointwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        pointwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        pointwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ):
        super().__init__(
            kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
            activity_regularizer=activity_regularizer, **kwargs,
        )  # fmt: skip
        _check_filters(filters)
        self.filters, self.depth_multiplier = filters, depth_multiplier
        keep(
            self, depthwise_initializer=depthwise_initializer, pointwise_initializer=pointwise_initializer,
            bias_initializer=bias_initializer, depthwise_regularizer=depthwise_regularizer,
            pointwise_regularizer=pointwise_regularizer, bias_regularizer=bias_regularizer,
            depthwise_constraint=depthwise_constraint, pointwise_constraint=pointwise_constraint,
            bias_constraint=bias_constraint,
        )  # fmt: skip

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        self.depthwise_kernel = weight(
            self, "depthwise_kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise"
        )
        self.pointwise_kernel = weight(
            self, "pointwise_kernel", (*(1,) * self.rank, channels * self.depth_multiplier, self.filters), "pointwise"
        )
        self._add_bias_weight(self.filters)
        self.built = True

    def call(self, inputs: Any) -> Any:
        x = self._convolve(as_floats(self, inputs), _grouped(self.depthwise_kernel))
        x = nn.convolution(x, self.pointwise_kernel, 1, "VALID", "NC" if self._channels_first else None)
        return self._finished(x)


class SeparableConv1D(_SeparableConv):
    """A depthwise convolution over one spatial dimension, then a mixing of channels; see `SeparableConv2D`."""

    rank = 1


class SeparableConv2D(_SeparableConv):
    """A depthwise convolution over two spatial dimensions, then a mixing of channels (Chollet 2017).

    Args:
        depthwise_initializer, depthwise_regularizer, depthwise_constraint: of the first kernel.
        pointwise_initializer, pointwise_regularizer, pointwise_constraint: of the second.

    The other arguments are those of `Conv2D` and `DepthwiseConv2D`.
    """

    rank = 2


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
Convolution1DTranspose, Convolution2DTranspose = Conv1DTranspose, Conv2DTranspose
SeparableConvolution1D, SeparableConvolution2D = SeparableConv1D, SeparableConv2D
