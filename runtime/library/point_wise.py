"""How point-wise functions are made: a row each, of the operation and of what it computes."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.ir.schema import Op
from runtime.ir.values import EagerTensor, SymbolicTensor, Tensor, is_tensor, is_weak
from runtime.tensor.conversion import convert_to_tensor, eager_number
from runtime.tensor.dispatch import NO_ATTRS, apply

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


def unary(op: Op, doc: str, label: str | None = None) -> Callable[..., Any]:
    """The public function of a point-wise operation of one tensor."""

    def function(x: Any, name: str | None = None) -> Any:
        if not isinstance(x, Tensor):
            if type(x) in elementwise_types:
                return x.__tf_elementwise__(function, x)
            x = convert_to_tensor(x, name="x")
        return apply(op, (x,), NO_ATTRS, name or label)

    return public(function, label or snake(op.name), f"{doc}\n\nArgs:\n    x: a tensor.\n    name: of the node.\n\n"
                  "Returns:\n    A tensor of the same shape and dtype.\n")  # fmt: skip


def binary(op: Op, doc: str, label: str | None = None, lenient: bool = False) -> Callable[..., Any]:
    """The public function of a point-wise operation of two tensors that broadcast.

    Args:
        op: the operation.
        doc: what it computes.
        label: its name; by default that of the operation.
        lenient: whether a Python value that cannot have the dtype of the tensor before it keeps its own, for the
            operation to complain about.
    """

    def function(x: Any, y: Any, name: str | None = None) -> Any:
        if type(x) is not EagerTensor or type(y) is not EagerTensor:
            if elementwise_types and (type(x) in elementwise_types or type(y) in elementwise_types):
                own = x if type(x) in elementwise_types else y
                return own.__tf_elementwise__(function, x, y)
            x, y = matching(x, y, lenient)
        return apply(op, (x, y), NO_ATTRS, name or label)

    return public(function, label or snake(op.name), two_operands(doc, "A tensor of the broadcast shape."))


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


def snake(name: str) -> str:
    """The name of the function of an operation: `segment_sum` of `SegmentSum`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def matching(x: Any, y: Any, lenient: bool = False) -> tuple[Any, Any]:
    """Both as tensors: a Python value takes the dtype of the other one, if that is a tensor."""
    if type(x) is EagerTensor and (type(y) is int or type(y) is float):
        number = eager_number(y, x.dtype)
        if number is not None:
            return x, number
    if is_weak(x) and is_tensor(y):
        return _weak_beside(x, y)
    if is_tensor(x):
        x = convert_to_tensor(x)
        return x, _beside(y, x.dtype, lenient, "y")
    if is_tensor(y):
        y = convert_to_tensor(y)
        return convert_to_tensor(x, y.dtype, name="x"), y
    x = convert_to_tensor(x, name="x")
    return x, _beside(y, x.dtype, lenient, "y")


def _weak_beside(x: SymbolicTensor, y: Any) -> tuple[Any, Any]:
    """Both as tensors, where the first is a staged Python number and the second a tensor or one as well."""
    if is_weak(y) and y.dtype.is_floating:
        return convert_to_tensor(x, y.dtype), y
    y = convert_to_tensor(y)
    return convert_to_tensor(x, dtype_hint=y.dtype), y


def _beside(value: Any, dtype: dtypes.DType, lenient: bool, name: str) -> Any:
    if isinstance(value, Tensor):
        return convert_to_tensor(value, dtype_hint=dtype) if is_weak(value) else value
    if is_tensor(value) or lenient:
        return convert_to_tensor(value, dtype_hint=dtype, name=name)
    return convert_to_tensor(value, dtype, name=name)
