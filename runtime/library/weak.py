"""Operators of staged Python numbers: values of a graph that go on behaving like the Python numbers they were.

A variable that holds a Python number becomes a value of the graph when a staged loop or branch changes it. Code that
worked with the number must still work: `x * i` where `x` is a float tensor and `i` counts the iterations. So such a
value is *weak*, which is a bit of its type (`runtime.ir.value_types`): it takes the dtype of a tensor that it meets, as
a Python number does, and stays weak where it only meets Python numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ir.value_types import OF_PYTHON, adapts, joined_weak
from runtime.ir.values import SymbolicTensor, is_of_numpy, is_tensor, is_weak, weak, works_itself
from runtime.library.shaping import cast

_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift")
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
#: The operators of numbers, and whether those of weak operands are weak.
_STAYS_WEAK = {
    **{f"__{reflected}{name}__": True for name in _ARITHMETIC for reflected in ("", "r")},
    **{f"__{name}__": False for name in _COMPARISONS},
}


def settling(name: str, method: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A method for an operator that gives weak operands the dtype in which they meet the other.

    Args:
        name: of the special method.
        method: for operands that are not weak.
    """
    if name not in _STAYS_WEAK:
        return method
    stays_weak = _STAYS_WEAK[name]
    divides = name in ("__truediv__", "__rtruediv__")

    def operator(self: Any, other: Any) -> Any:
        if not (self.weak or is_weak(other)):
            return method(self, other)
        if works_itself(type(other)):
            return NotImplemented
        mine, theirs = _python_number(self), _python_number(other)
        if mine is None or theirs is None:
            return method(_settled(self, other), _settled(other, self))
        common = joined_weak(mine, theirs)
        if divides and not common.is_floating:
            common = dtypes.float32
        made = method(*[_strong(x, common) if is_weak(x) else x for x in (self, other)])
        return weak(made) if stays_weak and isinstance(made, SymbolicTensor) and made.dtype is common else made

    return operator


def _python_number(value: Any) -> DType | None:
    """The dtype of a number of Python's, staged or not; None if it is none."""
    return value.dtype if is_weak(value) else None if type(value) is bool else OF_PYTHON.get(type(value))


def _settled(value: Any, other: Any) -> Any:
    """`value`, with the dtype of `other` if it is weak and can have that, and as it is otherwise; not weak."""
    if not is_weak(value):
        return value
    takes = is_tensor(other) and not is_of_numpy(other) and adapts(value.dtype, other.dtype)
    return _strong(value, other.dtype if takes else value.dtype)


def _strong(value: SymbolicTensor, dtype: DType) -> Any:
    if value.dtype is not dtype:
        return cast(value, dtype)
    return SymbolicTensor(value.node, value.index, value.dtype, value.shape)
