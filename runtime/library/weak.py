"""Staged Python numbers: values of a graph that go on behaving like the Python numbers they were.

A variable that holds a Python number becomes a value of the graph when a staged loop or branch changes it. Code that
worked with the number must still work: `x * i` where `x` is a float tensor and `i` counts the iterations. So such a
value is *weak*: it takes the dtype of a tensor that it meets, as a Python number does, and stays weak where it only
meets Python numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ir.values import SymbolicTensor, WeakTensor, is_of_numpy, is_tensor, works_itself
from runtime.library.shaping import cast
from runtime.tensor.conversion import adapts

_PYTHON_NUMBERS = {int: dtypes.int32, float: dtypes.float32}


def weak(tensor: SymbolicTensor) -> WeakTensor:
    """`tensor`, as an output of its node, made weak."""
    made = WeakTensor(tensor.node, tensor.index, tensor.dtype, tensor.shape)
    outputs = tensor.node.outputs
    if outputs[tensor.index] is tensor:
        outputs[tensor.index] = made
    return made


def _operator(name: str, stays_weak: bool) -> Callable[[Any, Any], Any]:
    plain = getattr(SymbolicTensor, name)
    divides = name in ("__truediv__", "__rtruediv__")

    def method(self: WeakTensor, other: Any) -> Any:
        kind = type(other)
        if works_itself(kind):
            return NotImplemented
        number = other.dtype if kind is WeakTensor else _PYTHON_NUMBERS.get(kind)
        if number is not None:
            floating = divides or self.dtype.is_floating or number.is_floating
            common = dtypes.float32 if floating else dtypes.int32
            mine = _strong(self, common)
            if kind is WeakTensor:
                other = _strong(other, common)
            result = plain(mine, other)
            is_weak = stays_weak and isinstance(result, SymbolicTensor) and result.dtype is common
            return weak(result) if is_weak else result
        if is_tensor(other) and not is_of_numpy(other) and adapts(self.dtype, other.dtype):
            return plain(_strong(self, other.dtype), other)
        return plain(_strong(self, self.dtype), other)

    method.__name__ = name
    return method


def _strong(tensor: WeakTensor, dtype: DType) -> Any:
    if tensor.dtype is not dtype:
        return cast(tensor, dtype)
    return SymbolicTensor(tensor.node, tensor.index, tensor.dtype, tensor.shape)


_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")


def _install() -> None:
    for name in _ARITHMETIC:
        setattr(WeakTensor, f"__{name}__", _operator(f"__{name}__", True))
        setattr(WeakTensor, f"__r{name}__", _operator(f"__r{name}__", True))
    for name in _COMPARISONS:
        if hasattr(SymbolicTensor, f"__{name}__"):
            setattr(WeakTensor, f"__{name}__", _operator(f"__{name}__", False))
    WeakTensor.__hash__ = SymbolicTensor.__hash__  # type: ignore[method-assign]  # defining __eq__ took it away


_install()
