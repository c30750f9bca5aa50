"""The operators of Python on tensors: which public operation each one is. Importing this installs them on `Tensor`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators.concretization import staged_value_asked
from autograph.operators.places import in_converted_code
from runtime.core import dtypes
from runtime.ir.schema import OPS
from runtime.ir.values import EagerTensor, StagedValueError, SymbolicTensor, Tensor, is_of_numpy, is_tensor, of_numpy
from runtime.library import elementwise, indexing, logic, matrix, promotion
from runtime.library.point_wise import matching
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

#: What is always converted to a tensor; of other types a reflected operator gets its chance first.
_CONVERTED = (Tensor, int, float, complex, str, bytes, list, tuple, np.ndarray, np.generic, type(None))


def _forward(function: Callable[..., Any], name: str, reflected: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if (
            type(other) is not EagerTensor
            and not isinstance(other, _CONVERTED)
            and not is_tensor(other)
            and hasattr(type(other), reflected)
        ):
            return NotImplemented
        return function(self, other, name)

    return method


def _reflected(function: Callable[..., Any], name: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return function(other, self, name)

    return method


def _matmul(x: Any, y: Any, name: str | None = None) -> Any:
    if not in_converted_code():
        return matrix.matmul(x, y, name=name)
    return matrix.product_of_any(*promotion.met(x, y), name=name)


def _both(of_bools: Callable[..., Any], of_bits: Callable[..., Any]) -> Callable[..., Any]:
    """`&` and its like: logic on booleans, bits on integers."""

    def function(x: Any, y: Any, name: str | None = None) -> Any:
        x, y = matching(x, y)
        return of_bools(x, y, name) if x.dtype is dtypes.bool else of_bits(x, y, name)

    return function


def _equality(op_name: str, unlike: bool) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        if other is None:
            return unlike
        if not isinstance(other, _CONVERTED) and not is_tensor(other):
            try:
                other = convert_to_tensor(other, dtype_hint=self.dtype)
            except (TypeError, ValueError):
                return NotImplemented
        return apply(OPS[op_name], matching(self, other), {"incompatible_shape_error": False})

    return method


def _invert(self: Any) -> Any:
    made = logic.logical_not(self) if self.dtype is dtypes.bool else logic.invert(self)
    return of_numpy(made) if is_of_numpy(self) else made


def _lenient(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operator, for which a Python value that cannot have the dtype of the tensor beside it keeps its own."""

    def operator(x: Any, y: Any, name: str | None = None) -> Any:
        if type(x) is not EagerTensor or type(y) is not EagerTensor:
            x, y = matching(x, y, True)
        return function(x, y, name)

    return operator


def _repeats(x: Any, y: Any) -> bool:
    """Whether converted code multiplies a list or a text by an integer of a graph: as Python has it, it is repeated."""
    if isinstance(x, SymbolicTensor):
        x, y = y, x
    is_sequence = issubclass(type(x), (list, tuple, str, bytes, bytearray))
    if not is_sequence or not isinstance(y, SymbolicTensor) or y.shape.rank != 0:
        return False
    return y.dtype.is_integer and staged_value_asked("index", StagedValueError) is not None


def _product(name: str) -> dict[str, Callable[..., Any]]:
    """The methods for `*`. For what they do not do Python repeats the list, which asks the tensor for its value."""
    forward, reflected = _forward(_lenient(_times), name, "__rmul__"), _reflected(_lenient(_times), name)
    return {
        "__mul__": lambda self, other: NotImplemented if _repeats(self, other) else forward(self, other),
        "__rmul__": lambda self, other: NotImplemented if _repeats(other, self) else reflected(self, other),
    }


def _times(x: Any, y: Any, name: str | None = None) -> Any:
    return logic.logical_and(x, y, name) if x.dtype is dtypes.bool else elementwise.multiply(x, y, name)


#: Operator, the operation, the name of its node.
BINARY: list[tuple[str, Callable[..., Any], str]] = [
    ("add", elementwise.add, "add"),
    ("sub", _lenient(elementwise.subtract), "sub"),
    ("mul", _lenient(_times), "mul"),
    ("truediv", elementwise.truediv, "truediv"),
    ("floordiv", elementwise.floordiv, "floordiv"),
    ("mod", elementwise.floormod, "mod"),
    ("pow", elementwise.pow, "pow"),
    ("matmul", _matmul, "matmul"),
    ("lshift", _lenient(logic.left_shift), "LeftShift"),
    ("rshift", _lenient(logic.right_shift), "RightShift"),
    ("and", _both(logic.logical_and, logic.bitwise_and), "and"),
    ("or", _both(logic.logical_or, logic.bitwise_or), "or"),
    ("xor", _both(logic.logical_xor, logic.bitwise_xor), "xor"),
]

COMPARISONS: list[tuple[str, Callable[..., Any], str, str]] = [
    ("lt", logic.less, "Less", "gt"),
    ("le", logic.less_equal, "LessEqual", "ge"),
    ("gt", logic.greater, "Greater", "lt"),
    ("ge", logic.greater_equal, "GreaterEqual", "le"),
]


#: Operators that are not of numbers, or not of numbers alone.
_NOT_OF_NUMBERS = frozenset({"__invert__", "__getitem__", "__matmul__", "__rmatmul__"})


def _install() -> None:
    methods: dict[str, Callable[..., Any]] = {
        "__neg__": lambda self: elementwise.negative(self),
        "__pos__": lambda self: self,
        "__abs__": lambda self: elementwise.abs(self),
        "__invert__": _invert,
        "__getitem__": indexing.getitem,
        "__eq__": _equality("Equal", False),
        "__ne__": _equality("NotEqual", True),
    }
    for operator, function, name in BINARY:
        methods[f"__{operator}__"] = _forward(function, name, f"__r{operator}__")
        methods[f"__r{operator}__"] = _reflected(function, name)
    methods.update(_product("mul"))
    for operator, function, name, mirror in COMPARISONS:
        methods[f"__{operator}__"] = _forward(function, name, f"__{mirror}__")
    for name, method in methods.items():
        method.__name__ = name
        method.__qualname__ = f"Tensor.{name}"
        setattr(Tensor, name, method)
    promotion.install({name: method for name, method in methods.items() if name not in _NOT_OF_NUMBERS})


_install()
