"""Convolutions over one, two or three spatial dimensions, dilated or in groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime.core import dtypes
from runtime.ir.schema import Op
from runtime.kernels.convolution_kernels import Padding
from runtime.library import assembling, indexing, shaping
from runtime.library.point_wise import public
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


def on_pixels(
    op: Op, x: Any, attrs: dict[str, Any], channels_first: bool, name: str | None,
    operands: Callable[[Any], Sequence[Any]] = lambda x: (x,),
) -> Any:  # fmt: skip
    """`op` on a batch with its channels last; rows of pixels are images whose height is 1.

    Args:
        op: the operation.
        x: the batch.
        attrs: of the operation, as of the dimensions that `x` has.
        channels_first: whether `x` has its channels first, and the result too.
        name: of the node.
        operands: of the operation, made of `x`.
    """
    rank = x.ndim
    if channels_first:
        x = shaping.transpose(x, [0, *range(2, rank), 1])
    if rank == 3:
        height = {"padding": (0, 0)}
        attrs = {key: value if isinstance(value, str) else (height.get(key, 1), *value) for key, value in attrs.items()}
        result = shaping.squeeze(apply(op, operands(shaping.expand_dims(x, 1)), attrs, name), [1])
    else:
        result = apply(op, operands(x), attrs, name)
    return shaping.transpose(result, [0, rank - 1, *range(1, rank - 1)]) if channels_first else result


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
    attrs = {"strides": step, "padding": pads, "dilations": spread}
    kernel = shaping.expand_dims(filters, 0) if count == 1 else filters
    return on_pixels(FAMILIES[max(count, 2)].forward, x, attrs, channels_first, name, lambda x: (x, kernel))


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
    attrs = {"strides": step, "padding": pads, "dilations": spread}
    kernel = filters
    if count == 1:
        sizes, kernel = assembling.concat([sizes[:1], [1], sizes[1:]], 0), shaping.expand_dims(filters, 0)
    return on_pixels(FAMILIES[max(count, 2)].to_input, x, attrs, first, name, lambda x: (sizes, kernel, x))


def _transposed(dimensions: int, default_format: str) -> Callable[..., Any]:
    """`conv_transpose` over some spatial dimensions."""

    def function(
        input: Any, filters: Any, output_shape: Any, strides: Any, padding: Any = "SAME",
        data_format: str = default_format, dilations: Any = None, name: str | None = None,
    ) -> Any:  # fmt: skip
        return conv_transpose(input, filters, output_shape, strides, padding, data_format, dilations, name)

    doc = f"The gradient of `conv{dimensions}d` with respect to its input; see `conv_transpose`."
    return public(function, f"conv{dimensions}d_transpose", doc)


conv1d_transpose = _transposed(1, "NWC")
conv2d_transpose = _transposed(2, "NHWC")
conv3d_transpose = _transposed(3, "NDHWC")


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
