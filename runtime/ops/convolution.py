"""Schemas and shape rules: convolutions over one, two or three spatial dimensions, dilated or in groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import FLOATING, INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ir.static_value import constant_shape


def spatial_shape(
    sizes: Sequence[int | None], kernel: Sequence[int | None], strides: Any, padding: Any, dilations: Any
) -> list[int | None]:
    """The static sizes of the output, per spatial dimension.

    Raises:
        ValueError: if the kernel is larger than the input.
    """
    result: list[int | None] = []
    for i, (size, k, stride, dilation) in enumerate(zip(sizes, kernel, strides, dilations, strict=True)):
        if size is None or (k is None and padding != "SAME"):
            result.append(None)
        elif padding == "SAME":
            result.append(-(-size // stride))
        else:
            before, after = (0, 0) if padding == "VALID" else padding[i]
            reach = (k - 1) * dilation + 1  # type: ignore[operator]
            if size + before + after < reach:
                raise ValueError(f"Negative dimension size caused by subtracting {reach} from {size + before + after}")
            result.append((size + before + after - reach) // stride + 1)
    return result


def _shape(x: Any, filters: Any, strides: Any, padding: Any, dilations: Any) -> TensorShape:
    rank = len(strides) + 2
    for tensor in (x, filters):
        if tensor.shape.rank not in (None, rank):
            raise ValueError(f"Shape must be rank {rank} but is rank {tensor.shape.rank}")
    if x.shape.rank is None or filters.shape.rank is None:
        return shapes.unknown_shape(rank)
    channels, depth = x.shape[-1], filters.shape[-2]
    if channels is not None and depth and channels % depth:
        raise ValueError(f"Depth of input ({channels}) is not a multiple of input depth of filter ({depth})")
    sizes = spatial_shape(x.shape.as_list()[1:-1], filters.shape.as_list()[:-2], strides, padding, dilations)
    return TensorShape([x.shape[0], *sizes, filters.shape[-1]])


_FORWARD = "input: T, filter: T; strides: spatial, padding: any, dilations: spatial -> T"
_TO_INPUT = "input_sizes: Tshape, filter: T, out_backprop: T; strides: spatial, padding: any, dilations: spatial -> T"
_TO_FILTER = "input: T, filter_sizes: Tshape, out_backprop: T; strides: spatial, padding: any, dilations: spatial -> T"


def _of_input(sizes: Any, *rest: Any, **attrs: Any) -> Any:
    return constant_shape(sizes)


def _of_filter(x: Any, sizes: Any, g: Any, **attrs: Any) -> Any:
    return constant_shape(sizes)


CONV2D = op("Conv2D", _FORWARD, shapes=_shape, T=FLOATING)
CONV2D_TO_INPUT = op("Conv2DBackpropInput", _TO_INPUT, shapes=_of_input, T=FLOATING, Tshape=INDEX)
CONV2D_TO_FILTER = op("Conv2DBackpropFilter", _TO_FILTER, shapes=_of_filter, T=FLOATING, Tshape=INDEX)
CONV3D = op("Conv3D", _FORWARD, shapes=_shape, T=FLOATING)
CONV3D_TO_INPUT = op("Conv3DBackpropInputV2", _TO_INPUT, shapes=_of_input, T=FLOATING, Tshape=INDEX)
CONV3D_TO_FILTER = op("Conv3DBackpropFilterV2", _TO_FILTER, shapes=_of_filter, T=FLOATING, Tshape=INDEX)
