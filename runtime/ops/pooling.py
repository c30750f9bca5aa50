"""Schemas and shape rules: pooling."""

from __future__ import annotations

from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import FLOATING, REAL
from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ir.static_value import constant_shape
from runtime.ops.convolution import spatial_shape
from runtime.ops.shape_rules import same


def _shape(x: Any, ksize: Any, strides: Any, padding: Any) -> TensorShape:
    rank = len(ksize) + 2
    if x.shape.rank is None:
        return shapes.unknown_shape(rank)
    if x.shape.rank != rank:
        raise ValueError(f"Shape must be rank {rank} but is rank {x.shape.rank}")
    sizes = spatial_shape(x.shape.as_list()[1:-1], ksize, strides, padding, (1,) * len(ksize))
    return TensorShape([x.shape[0], *sizes, x.shape[-1]])


def _of_output(x: Any, y: Any, gg: Any, **attrs: Any) -> TensorShape:
    return y.shape


_OF_MAX = "orig_input: T, orig_output: T, grad: T; ksize: spatial, strides: spatial, padding: any -> T"


def _of_sizes(sizes: Any, g: Any, **attrs: Any) -> Any:
    return constant_shape(sizes)


MAX_GRAD = op("MaxPoolGrad", _OF_MAX, shapes=same, T=REAL)
MAX_GRAD_GRAD = op("MaxPoolGradGrad", _OF_MAX, shapes=_of_output, T=REAL)
MAX = op("MaxPool", "input: T; ksize: spatial, strides: spatial, padding: any -> T", shapes=_shape, T=REAL)
AVG_GRAD = op(
    "AvgPoolGrad",
    "orig_input_shape: int32, grad: T; ksize: spatial, strides: spatial, padding: any -> T",
    shapes=_of_sizes,
    T=FLOATING,
)
AVG = op("AvgPool", "value: T; ksize: spatial, strides: spatial, padding: any -> T", shapes=_shape, T=FLOATING)
MAX3D_GRAD = op("MaxPool3DGrad", _OF_MAX, shapes=same, T=REAL)
MAX3D_GRAD_GRAD = op("MaxPool3DGradGrad", _OF_MAX, shapes=_of_output, T=REAL)
MAX3D = op("MaxPool3D", "input: T; ksize: spatial, strides: spatial, padding: any -> T", shapes=_shape, T=REAL)
AVG3D_GRAD = op(
    "AvgPool3DGrad",
    "orig_input_shape: int32, grad: T; ksize: spatial, strides: spatial, padding: any -> T",
    shapes=_of_sizes,
    T=FLOATING,
)
AVG3D = op("AvgPool3D", "value: T; ksize: spatial, strides: spatial, padding: any -> T", shapes=_shape, T=FLOATING)
WITH_ARGMAX = op(
    "MaxPoolWithArgmax",
    "input: T; ksize: spatial, strides: spatial, padding: any, include_batch: bool -> output: T, argmax: dtype",
    T=REAL,
    shapes=lambda x, ksize, strides, padding, **attrs: [_shape(x, ksize, strides, padding)] * 2,
)
