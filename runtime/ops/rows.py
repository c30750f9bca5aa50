"""How elementwise functions are declared: one row each, with the derivative in the terms of the mathematics.

The derivative of a unary function is `d(x, y)`, with `y` the result; the gradient is its conjugate times the cotangent.
That of a binary function is `d(x, y, z, g)`: two cotangents, before they are summed over what was broadcast.

Families of operations refer to each other as modules, and use what is in them only when they are called: gradients
are written with operations of every family. This module comes before all of them: it takes operations from the table.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor, eager_number, literal
from runtime.core import dtypes
from runtime.core.shapes import TensorShape
from runtime.ops.declare import OPS, declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import broadcast, same
from runtime.tensor import EagerTensor, Tensor, WeakTensor, is_tensor

#: Types, such as ragged tensors, that apply elementwise functions to what they consist of: they have a method
#: `__tf_elementwise__(function, *operands)`. They add themselves when they are loaded.
elementwise_types: set[type] = set()


def elementwise(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that works on each element of its first argument, made to take `elementwise_types` there as well."""

    @functools.wraps(function)
    def wrapper(x: Any, *args: Any, **kwargs: Any) -> Any:
        if type(x) in elementwise_types:
            return x.__tf_elementwise__(lambda values: function(values, *args, **kwargs), x)
        return function(x, *args, **kwargs)

    return wrapper


def unary(
    op_name: str,
    kernel: Callable[..., Any],
    allowed: Iterable[dtypes.DType],
    derivative: Callable[[Any, Any], Any] | None,
    doc: str,
    label: str | None = None,
) -> Callable[..., Any]:
    """Declares an elementwise function of one tensor, and returns its public function."""

    def gradient(node: Any, dy: Any) -> list[Any]:
        slope = derivative(node.inputs[0], node.outputs[0])  # type: ignore[misc]
        return [dy * (apply(OPS["Conj"], (slope,)) if slope.dtype.is_complex else slope)]

    op = declare(op_name, "x: T -> T", kernel, shapes=same, gradient=gradient if derivative else no_gradient, T=allowed)

    def function(x: Any, name: str | None = None) -> Any:
        if not isinstance(x, Tensor):
            if type(x) in elementwise_types:
                return x.__tf_elementwise__(function, x)
            x = convert_to_tensor(x, name="x")
        return apply(op, (x,), NO_ATTRS, name or label)

    return public(function, label or _snake(op_name), f"{doc}\n\nArgs:\n    x: a tensor.\n    name: of the node.\n\n"
                  "Returns:\n    A tensor of the same shape and dtype.\n")  # fmt: skip


def binary(
    op_name: str,
    kernel: Callable[..., Any],
    allowed: Iterable[dtypes.DType],
    derivative: Callable[..., tuple[Any, Any]] | None,
    doc: str,
    label: str | None = None,
    lenient: bool = False,
    result: str = "T",
) -> Callable[..., Any]:
    """Declares an elementwise function of two tensors that broadcast, and returns its public function.

    Args:
        lenient: whether a Python value that cannot have the dtype of the tensor before it keeps its own, for the
            operation to complain about.
        result: the dtype of the output.
    """

    def gradient(node: Any, g: Any) -> list[Any]:
        x, y = node.inputs
        dx, dy = derivative(x, y, node.outputs[0], g)  # type: ignore[misc]
        return unbroadcast(x, y, dx, dy)

    op = declare(
        op_name, f"x: T, y: T -> {result}", kernel,
        shapes=broadcast, gradient=gradient if derivative else no_gradient, T=allowed,
    )  # fmt: skip

    def function(x: Any, y: Any, name: str | None = None) -> Any:
        if type(x) is not EagerTensor or type(y) is not EagerTensor:
            if elementwise_types and (type(x) in elementwise_types or type(y) in elementwise_types):
                own = x if type(x) in elementwise_types else y
                return own.__tf_elementwise__(function, x, y)
            x, y = matching(x, y, lenient)
        return apply(op, (x, y), NO_ATTRS, name or label)

    return public(
        function, label or _snake(op_name),
        two_operands(doc, "A tensor of the broadcast shape."),
    )  # fmt: skip


def two_operands(doc: str, returns: str) -> str:
    """The docstring of a function of `x` and `y`."""
    return (
        f"{doc}\n\nArgs:\n    x: a tensor.\n    y: a tensor of the same dtype; shapes broadcast.\n"
        f"    name: of the node.\n\nReturns:\n    {returns}\n"
    )


def public(function: Callable[..., Any], name: str, doc: str) -> Callable[..., Any]:
    """`function` under its public name, documented."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def matching(x: Any, y: Any, lenient: bool = False) -> tuple[Any, Any]:
    """Both as tensors: a Python value takes the dtype of the other one, if that is a tensor."""
    if type(x) is EagerTensor and (type(y) is int or type(y) is float):
        number = eager_number(y, x.dtype)
        if number is not None:
            return x, number
    if type(x) is WeakTensor and is_tensor(y):
        return _weak_beside(x, y)
    if is_tensor(x):
        x = convert_to_tensor(x)
        return x, _beside(y, x.dtype, lenient, "y")
    if is_tensor(y):
        y = convert_to_tensor(y)
        return convert_to_tensor(x, y.dtype, name="x"), y
    x = convert_to_tensor(x, name="x")
    return x, _beside(y, x.dtype, lenient, "y")


def _weak_beside(x: WeakTensor, y: Any) -> tuple[Any, Any]:
    """Both as tensors, where the first is a staged Python number and the second a tensor or one as well."""
    if type(y) is WeakTensor and y.dtype.is_floating:
        return convert_to_tensor(x, y.dtype), y
    y = convert_to_tensor(y)
    return convert_to_tensor(x, dtype_hint=y.dtype), y


def _beside(value: Any, dtype: dtypes.DType, lenient: bool, name: str) -> Any:
    if isinstance(value, Tensor):
        return convert_to_tensor(value, dtype_hint=dtype) if type(value) is WeakTensor else value
    if is_tensor(value) or lenient:
        return convert_to_tensor(value, dtype_hint=dtype, name=name)
    return convert_to_tensor(value, dtype, name=name)


def no_gradient(node: Any, *cotangents: Any) -> list[None]:
    """For what has derivative zero, or none."""
    return [None] * len(node.inputs)


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


def _broadcast_axes(sx: np.ndarray, sy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rank = max(len(sx), len(sy))
    x, y = [1] * (rank - len(sx)) + sx.tolist(), [1] * (rank - len(sy)) + sy.tolist()
    rx = [i for i in range(rank) if i < rank - len(sx) or (x[i] == 1 and y[i] != 1)]
    ry = [i for i in range(rank) if i < rank - len(sy) or (y[i] == 1 and x[i] != 1)]
    return np.array(rx, sx.dtype), np.array(ry, sx.dtype)


declare(
    "BroadcastGradientArgs", "s0: T, s1: T -> T, T", _broadcast_axes,
    shapes=lambda s0, s1: [[None], [None]], T=(dtypes.int32, dtypes.int64),
)  # fmt: skip
