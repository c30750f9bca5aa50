"""Convolutions over one, two or three spatial dimensions, dilated or in groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from runtime.core import dtypes
from runtime.ir.schema import Op
from runtime.kernels.convolution_kernels import Padding
from runtime.library import assembling, indexing, shaping
from runtime.ops import convolution as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


class _Family(NamedTuple):
    """A convolution and its two gradients, each of which is differentiated by the others."""

    forward: Op
    to_input: Op
    to_filter: Op


FAMILIES = {
    2: _Family(ops.CONV2D, ops.CONV2D_TO_INPUT, ops.CONV2D_TO_FILTER),
    3: _Family(ops.CONV3D, ops.CONV3D_TO_INPUT, ops.CONV3D_TO_FILTER),
}


# -- public ----------------------------------------------------------------------------------------------------------


def per_dimension(value: Any, count: int, channels_first: bool, name: str) -> tuple[int, ...]:
    """A number per spatial dimension, from one number, one per spatial dimension, or one per dimension."""
    numbers = [int(v) for v in value] if isinstance(value, (list, tuple, np.ndarray)) else [int(value)]
    if len(numbers) == 1:
        numbers *= count
    elif len(numbers) == count + 2:
        numbers = numbers[2:] if channels_first else numbers[1:-1]
    if len(numbers) != count:
        raise ValueError(f"`{name}` should be of length 1, {count} or {count + 2}. Received: {name}={value}")
    if min(numbers) < 1:
        raise ValueError(f"`{name}` should be positive. Received: {name}={value}")
    return tuple(numbers)


def checked_padding(padding: Any, channels_first: bool) -> Padding:
    """The attribute that the argument `padding` means."""
    if isinstance(padding, str):
        if padding.upper() not in ("SAME", "VALID"):
            raise ValueError(f"`padding` must be either 'VALID' or 'SAME'. Received: padding={padding}")
        return padding.upper()
    pairs = tuple([(int(a), int(b)) for a, b in padding])
    return pairs[2:] if channels_first else pairs[1:-1]


def channels_last(x: Any, channels_first: bool, function: Callable[[Any], Any]) -> Any:
    """`function` of `x` with its channels last; the result has them where `x` had."""
    if not channels_first:
        return function(x)
    rank = x.ndim
    result = function(shaping.transpose(x, [0, *range(2, rank), 1]))
    return shaping.transpose(result, [0, rank - 1, *range(1, rank - 1)])


def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The convolution (a cross-correlation: filters are not flipped) of a batch with filters.

    Args:
        input: of shape `[batch, *spatial, channels]`, with one to three spatial dimensions.
        filters: of shape `[*kernel, channels, outputs]`; fewer channels, which divide those of `input`, make groups.
        strides: how far apart windows are: a number, or one per spatial dimension; 1 by default.
        padding: `SAME`, `VALID`, or pairs of numbers per dimension.
        data_format: `NC...` if channels come before the spatial dimensions.
        dilations: how far apart the elements of a window are, as `strides`.
        name: of the node.

    Returns:
        A tensor of shape `[batch, *positions, outputs]`.

    Raises:
        ValueError: in a graph, if the shapes do not fit; InvalidArgumentError otherwise.

    >>> convolution([[[1.], [2.], [3.]]], [[[1.]], [[1.]]]).numpy().ravel()
    array([3., 5.], dtype=float32)
    """
    x = convert_to_tensor(input)
    filters = convert_to_tensor(filters, dtype_hint=x.dtype if x.dtype.is_floating else dtypes.float32)
    if x.dtype.is_integer and filters.dtype.is_floating:
        x = shaping.cast(x, filters.dtype)
    count = (filters.shape.rank or x.ndim) - 2
    channels_first = bool(data_format) and str(data_format).startswith("NC")
    step = per_dimension(1 if strides is None else strides, count, channels_first, "strides")
    spread = per_dimension(1 if dilations is None else dilations, count, channels_first, "dilations")
    pads = checked_padding(padding, channels_first)
    if count == 1:
        return channels_last(x, channels_first, lambda x: _convolve_rows(x, filters, step, pads, spread, name))
    attrs = {"strides": step, "padding": pads, "dilations": spread}
    return channels_last(x, channels_first, lambda x: apply(FAMILIES[count].forward, (x, filters), attrs, name))


def _convolve_rows(x: Any, filters: Any, step: Any, pads: Any, spread: Any, name: str | None) -> Any:
    """A convolution over one spatial dimension, as one over two of which the first has size 1."""
    attrs = {
        "strides": (1, *step),
        "padding": pads if isinstance(pads, str) else ((0, 0), *pads),
        "dilations": (1, *spread),
    }
    operands = (shaping.expand_dims(x, 1), shaping.expand_dims(filters, 0))
    return shaping.squeeze(apply(FAMILIES[2].forward, operands, attrs, name), [1])


def conv1d(
    input: Any, filters: Any, stride: Any, padding: Any, data_format: str = "NWC", dilations: Any = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The convolution of rows; see `convolution`."""
    return convolution(input, filters, stride, padding, data_format, dilations, name)


def conv2d(
    input: Any, filters: Any, strides: Any, padding: Any, data_format: str = "NHWC", dilations: Any = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The convolution of images; see `convolution`.

    >>> conv2d([[[[1.], [2.]], [[3.], [4.]]]], [[[[1.]], [[1.]]]], 1, 'VALID').numpy().ravel()
    array([3., 7.], dtype=float32)
    """
    return convolution(input, filters, strides, padding, data_format, dilations, name or "Conv2D")


def conv3d(
    input: Any, filters: Any, strides: Any, padding: Any, data_format: str = "NDHWC", dilations: Any = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The convolution of volumes; see `convolution`."""
    return convolution(input, filters, strides, padding, data_format, dilations, name or "Conv3D")


def conv2d_transpose(
    input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any = "SAME", data_format: str = "NHWC",
    dilations: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """The gradient of `conv2d` with respect to its input: what makes an image of `output_shape` from a smaller one.

    Args:
        input: of shape `[batch, height, width, channels]`.
        filters: of shape `[height, width, outputs, channels]`.
        output_shape: of the result.
        strides, padding, data_format, dilations: as of the `conv2d` that goes the other way.
        name: of the node.
    """
    return conv_transpose(input, filters, output_shape, strides, padding, data_format, dilations, name)


def conv_transpose(
    input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any = "SAME", data_format: str | None = None,
    dilations: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """The gradient of `convolution` with respect to its input, over one to three spatial dimensions.

    Args:
        input: of shape `[batch, *spatial, channels]`.
        filters: of shape `[*kernel, outputs, channels]`.
        output_shape: of the result; of its spatial dimensions the sizes alone will do.
        strides, padding, data_format, dilations: as of the `convolution` that goes the other way.
        name: of the node.

    Raises:
        InvalidArgumentError: if a convolution of `output_shape` has another shape than `input`.
    """
    x, filters = convert_to_tensor(input), convert_to_tensor(filters)
    count = (filters.shape.rank or x.ndim) - 2
    first = bool(data_format) and str(data_format).startswith("NC")
    sizes = shaping.shape_tensor(output_shape)
    if sizes.shape[0] == count:
        ends = shaping.shape(x)[:1], shaping.shape(filters)[-2:-1]
        sizes = assembling.concat([ends[0], ends[1], sizes] if first else [ends[0], sizes, ends[1]], 0)
    if first:
        sizes = indexing.gather(sizes, [0, *range(2, count + 2), 1])
    step = per_dimension(strides, count, first, "strides")
    spread = per_dimension(1 if dilations is None else dilations, count, first, "dilations")
    pads = checked_padding(padding, first)
    if count > 1:
        attrs = {"strides": step, "padding": pads, "dilations": spread}
        return channels_last(x, first, lambda x: apply(FAMILIES[count].to_input, (sizes, filters, x), attrs, name))
    attrs = {
        "strides": (1, *step), "padding": pads if isinstance(pads, str) else ((0, 0), *pads), "dilations": (1, *spread)
    }  # fmt: skip
    sizes = assembling.concat([sizes[:1], [1], sizes[1:]], 0)
    return channels_last(x, first, lambda x: shaping.squeeze(
        apply(FAMILIES[2].to_input, (sizes, shaping.expand_dims(filters, 0), shaping.expand_dims(x, 1)), attrs, name),
        [1]))  # fmt: skip


def conv1d_transpose(
    input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any = "SAME", data_format: str = "NWC",
    dilations: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """The gradient of `conv1d` with respect to its input; see `conv_transpose`."""
    return conv_transpose(input, filters, output_shape, strides, padding, data_format, dilations, name)


def conv3d_transpose(
    input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any = "SAME", data_format: str = "NDHWC",
    dilations: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """The gradient of `conv3d` with respect to its input; see `conv_transpose`."""
    return conv_transpose(input, filters, output_shape, strides, padding, data_format, dilations, name)


def depthwise_conv2d(
    input: Any, filter: Any, strides: Any, padding: Any, data_format: str | None = None, dilations: Any = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """A convolution that keeps channels apart: output `c * multiplier + m` comes from channel `c` alone.

    Args:
        input: of shape `[batch, height, width, channels]`.
        filter: of shape `[height, width, channels, multiplier]`.
        strides, padding, data_format, dilations: as of `conv2d`.
        name: of the node.
    """
    filters = convert_to_tensor(filter)
    height, width, channels, multiplier = shaping.sizes(filters)
    grouped = shaping.reshape(filters, [height, width, 1, channels * multiplier])
    return convolution(input, grouped, strides, padding, data_format, dilations, name or "depthwise")


def separable_conv2d(
    input: Any, depthwise_filter: Any, pointwise_filter: Any, strides: Any, padding: Any,
    data_format: str | None = None, dilations: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """`depthwise_conv2d`, and then a convolution with a kernel of 1 x 1 that mixes the channels."""
    apart = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations)
    return convolution(apart, pointwise_filter, 1, "VALID", data_format, None, name or "separable_conv2d")
