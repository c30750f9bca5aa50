"""Derivatives of point-wise operations, in the terms of the mathematics.

The derivative of a unary function is `d(x, y)`, with `y` the result; the gradient is its conjugate times the cotangent.
That of a binary function is `d(x, y, z, g)`: two cotangents, before they are summed over what was broadcast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.shapes import TensorShape
from runtime.ir.schema import OPS, Op, gradients, no_gradient
from runtime.tensor.conversion import literal
from runtime.tensor.dispatch import apply


def of_unary(derivative: Callable[[Any, Any], Any]) -> Callable[[Any, Any], list[Any]]:
    """The gradient of an operation of one tensor, of its derivative."""

    def gradient(node: Any, dy: Any) -> list[Any]:
        slope = derivative(node.inputs[0], node.outputs[0])
        return [dy * (apply(OPS["Conj"], (slope,)) if slope.dtype.is_complex else slope)]

    return gradient


def of_binary(derivative: Callable[..., tuple[Any, Any]]) -> Callable[[Any, Any], list[Any]]:
    """The gradient of an operation of two tensors that broadcast, of what the cotangents are before."""

    def gradient(node: Any, g: Any) -> list[Any]:
        x, y = node.inputs
        dx, dy = derivative(x, y, node.outputs[0], g)
        return unbroadcast(x, y, dx, dy)

    return gradient


def without_gradient(*ops: Op) -> None:
    """Operations that have derivative zero, or none."""
    for op in ops:
        gradients[op] = no_gradient


def unbroadcast(x: Any, y: Any, dx: Any, dy: Any) -> list[Any]:
    """The cotangents of two operands, each summed over the axes along which its operand was broadcast."""
    if x.shape.is_fully_defined() and y.shape.is_fully_defined():
        return [dx if dx is None else _sum_to(dx, x.shape), dy if dy is None else _sum_to(dy, y.shape)]
    sx, sy = (apply(OPS["Shape"], (v,), {"out_type": dtypes.int32}) for v in (x, y))
    rx, ry = apply(OPS["BroadcastGradientArgs"], (sx, sy))
    return [None if dx is None else _summed(dx, rx, sx), None if dy is None else _summed(dy, ry, sy)]


def _summed(value: Any, axes: Any, shape: Any) -> Any:
    return apply(OPS["Reshape"], (apply(OPS["Sum"], (value, axes), {"keep_dims": False}), shape))


def _sum_to(value: Any, shape: TensorShape) -> Any:
    if value.shape == shape:
        return value
    extra = value.shape.rank - shape.rank
    axes = [*range(extra), *(i + extra for i, size in enumerate(shape) if size == 1 and value.shape[i + extra] != 1)]
    return _summed(value, _vector(axes), _vector(shape.as_list()))


def _vector(numbers: list[Any]) -> Any:
    return literal(np.array(numbers, np.int32))
