"""Numbers of different dtypes beside each other, in code that is converted: they meet as Python's numbers do.

As in TensorFlow, an operator takes operands of one dtype. In the user's own code, converted, scalars stand for Python's
numbers, of which a bool is an integer, and an integer meets a float as one. What comes from NumPy, and what comes of
that, meets others as NumPy's arrays do: integers in the wider dtype, and floats in the narrower, which is as precise as
the result can be (0.3 in 32 bits, which stands for Python's 0.3, is not equal to 0.3 in 64). A constant that does not
fit into the dtype beside it gets a wider one. What is no number, a list say, is as little equal to a scalar as to a
number, and no operand of its operators.
"""

from __future__ import annotations

import functools
import math
import operator as python
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators import value_errors
from autograph.operators.arithmetic import check_defined, undefined_operation
from autograph.operators.array_items import check_known_places
from autograph.operators.effects import is_logging
from autograph.operators.kinds import answers, goes_first, is_of_bools, kind_of, narrows
from autograph.operators.places import in_converted_code
from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.ir.value_types import (
    OF_PYTHON,
    adapts,
    is_number,
    joined_complex,
    joined_number,
    joined_with_numpys,
)
from runtime.ir.values import (
    NO_NUMPYS,
    WIDE,
    SymbolicTensor,
    Tensor,
    is_of_numpy,
    is_weak,
    numpys,
    of_numpy,
    weak,
    works_itself,
)
from runtime.library import logic, shaping
from runtime.library.array_lengths import check_they_meet, check_they_multiply, has_lengths, makes_a_length
from runtime.library.numpy_indexing import has_arrays, items_at
from runtime.library.point_wise import matching
from runtime.library.weak import settling
from runtime.tensor.conversion import convert_to_tensor

#: Operators of one operand that have none of bools.
UNARY = frozenset({"__neg__", "__pos__", "__abs__"})
_EQUALITY = frozenset({"__eq__", "__ne__"})
_COMPARISONS = frozenset({*_EQUALITY, "__lt__", "__le__", "__gt__", "__ge__"})
#: The largest integer of 64 bits.
_MOST = dtypes.int64.max


_ONES: dict[bool, Any] = {True: 1.0, False: 1}
_NO_NUMBERS = (list, tuple, dict, set, frozenset, str, bytes, type(None))


def promoting(name: str, method: Callable[[Any, Any], Any], of_bools: bool) -> Callable[[Any, Any], Any]:
    """A method for an operator whose operands are given one dtype first.

    Args:
        name: of the special method.
        of_bools: whether two bools are what they are, and no integers.
    """
    compares = name in _COMPARISONS
    operation = name.strip("_")
    is_mirrored = operation.startswith("r") and operation != "rshift"
    undefined = undefined_operation(operation[1:] if is_mirrored else operation)
    is_shift = operation.endswith("shift")  # of a negative number: the kernels of others fail themselves

    def operator(self: Any, other: Any) -> Any:
        kind: Any = type(other)
        if works_itself(kind):
            return NotImplemented
        if kind not in OF_PYTHON and isinstance(other, (int, float)) and self.shape.rank == 0:
            if goes_first(kind_of(self), operation, other) and in_converted_code():
                return NotImplemented
        if kind not in OF_PYTHON and _is_foreign(kind) and in_converted_code():
            return NotImplemented
        if issubclass(kind, _NO_NUMBERS) and self.shape.rank == 0 and in_converted_code():
            if answers(operation, other):
                return NotImplemented
            if not is_number(self.dtype) or kind.__module__.startswith("runtime."):
                pass
            elif name in _EQUALITY:
                return name == "__ne__"
            else:
                _as_python(name, self.dtype, other)
        if undefined is not None and _is_integer(self) and _is_integer(other) and in_converted_code():
            operand = self if is_mirrored else other
            if is_shift or type(operand) is int:
                check_defined(undefined, operand)
        comes_from = numpys(self, other)
        is_numpys = comes_from != NO_NUMPYS and in_converted_code()
        dtype = _meeting(self, other, of_bools or (is_numpys and name in _OF_BOOLS))
        if (dtype is not None or _is_numpys(other)) and not compares and in_converted_code():
            _check_width(self, other, of_bools)
        if dtype is not None and in_converted_code():
            if compares and type(other) is int and not -_MOST <= other <= _MOST:
                dtype, other = dtypes.float64, math.copysign(math.inf, other)
            self, other = (_cast(value, dtype) for value in (self, other))
        if self.shape.rank and _has_axes(other):
            check_they_meet(self, other)
        if is_numpys and self.dtype is dtypes.bool and name in _OF_BOOLS and not _is_python_number(other):
            other = convert_to_tensor(other)
            if other.dtype is dtypes.bool:
                return of_numpy(_OF_BOOLS[name](self, other))
        made = method(self, other)
        return of_numpy(made, comes_from) if is_numpys else made

    return operator


@functools.cache
def _is_foreign(kind: type) -> bool:
    """Whether no value of a type is, or can be made, a tensor: what its operators do with one it says itself."""
    if issubclass(kind, (Tensor, *OF_PYTHON, complex, *_NO_NUMBERS, range, np.ndarray, np.generic, TensorShape, DType)):
        return False
    return not any(hasattr(kind, name) for name in ("__tf_tensor__", "__array__", "__getitem__"))


def _subtracts_bools(self: Any, other: Any) -> Any:
    return np.subtract(np.True_, np.True_)  # which raises what NumPy raises


#: What NumPy does with two of its bools: no integers come of them.
_OF_BOOLS: dict[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(("__add__", "__radd__"), logic.logical_or),
    **dict.fromkeys(("__mul__", "__rmul__"), logic.logical_and),
    **dict.fromkeys(("__sub__", "__rsub__"), _subtracts_bools),
}


def _is_python_number(value: Any) -> bool:
    return type(value) in (int, float)


def _has_axes(value: Any) -> bool:
    shape: Any = getattr(value, "shape", None)
    return bool(shape.rank if hasattr(shape, "rank") else shape)


def _check_width(one: Any, other: Any, of_bools: bool) -> None:
    """Refuses arithmetic of operands, of different dtypes, that NumPy would do with the numbers of a narrow one."""
    if type(other) in OF_PYTHON or type(other) is complex:
        return
    names = one.dtype.name, dtypes.from_numpy(other.dtype).name if _is_numpys(other) else other.dtype.name
    if names[1] == "bool" and _is_numpys(other) and not of_bools and is_of_bools(one):
        value_errors.meets_narrow("bool")
    for name, beside in (names, names[::-1]):
        if narrows(name, beside):
            value_errors.meets_narrow(name)


def _is_numpys(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


def of_integers(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A method for an operator of one operand, which takes a bool of converted code as an integer."""

    def operator(self: Any) -> Any:
        if self.dtype is dtypes.bool and self.shape.rank == 0 and in_converted_code():
            self = shaping.cast(self, dtypes.int32)
        made = method(self)
        if self.weak and made is not self:
            return weak(made)
        return of_numpy(shaping.identity(made) if made is self else made, numpys(self)) if is_of_numpy(self) else made

    return operator


def _as_python(name: str, dtype: DType, other: Any) -> None:
    """Raises what Python raises of an operator on a number and what is none."""
    one = True if dtype is dtypes.bool else _ONES[dtype.is_floating]
    if name.startswith("__r") and hasattr(python, reflected := f"__{name[3:]}") and name not in ("__rshift__",):
        getattr(python, reflected)(other, one)
    else:
        getattr(python, name)(one, other)


def met(one: Any, other: Any) -> tuple[Any, Any]:
    """Two values, of which one is a tensor, as tensors of the dtype in which they meet."""
    tensor, beside = (one, other) if isinstance(one, Tensor) else (other, one)
    dtype = _meeting(tensor, beside, True)
    return matching(one, other) if dtype is None else (_cast(one, dtype), _cast(other, dtype))


def _meeting(self: Any, other: Any, of_bools: bool) -> DType | None:
    """The dtype in which two operands meet; None where the operator takes them as they are."""
    mine = self.dtype
    kind = type(other)
    if kind is int and mine.is_integer:
        return None if mine.min <= other <= mine.max else dtypes.int64
    if _is_numpys(other):
        return _meeting_array(mine, other, of_bools)
    if isinstance(other, Tensor) and (is_of_numpy(self) or is_of_numpy(other)):
        dtype = joined_with_numpys(mine, other.dtype, (numpys(self), numpys(other)))
        if dtype is not None and (dtype is not mine or dtype is not other.dtype):
            return dtype
    elif kind is float and is_of_numpy(self) and not mine.is_floating:
        return dtypes.float64 if mine.is_integer or mine is dtypes.bool else None
    elif kind is int and is_of_numpy(self) and mine is dtypes.bool:
        return dtypes.int32 if dtypes.int32.min <= other <= dtypes.int32.max else dtypes.int64
    theirs = other.dtype if isinstance(other, Tensor) else dtypes.complex64 if kind is complex else OF_PYTHON.get(kind)
    if kind is int and mine is dtypes.bool and not dtypes.int32.min <= other <= dtypes.int32.max:
        theirs = dtypes.int64
    if theirs is None or (theirs is mine and (of_bools or mine is not dtypes.bool)):
        return None
    is_scalar = self.shape.rank == 0 and (kind in OF_PYTHON or kind is complex or other.shape.rank == 0)
    if is_scalar and mine.is_complex is not theirs.is_complex:
        return joined_complex(mine, theirs)
    if not is_scalar or not (is_number(mine) and is_number(theirs)):
        return None
    if mine is theirs:
        return dtypes.int32
    is_python = is_weak(self), is_weak(other) or kind in OF_PYTHON
    if is_python[1] and not is_python[0] and adapts(theirs, mine):
        return None if kind is not bool else mine
    if is_python[0] and not is_python[1] and adapts(mine, theirs):
        return None
    return joined_number(mine, theirs)


def _meeting_array(mine: DType, array: Any, of_bools: bool) -> DType | None:
    """The dtype in which a tensor meets what comes from NumPy, which takes that of a tensor where it fits."""
    kind = array.dtype.kind
    if mine is dtypes.float32 and numpys(array) == WIDE:
        return dtypes.float64
    if kind not in "biuf" or not (mine is dtypes.bool or mine.is_integer):
        return None
    if kind == "b":
        return dtypes.int32 if mine is dtypes.bool and not of_bools else None
    mine = dtypes.int32 if mine is dtypes.bool else mine
    if kind != "f" and (array.size == 0 or (mine.min <= array.min() and array.max() <= mine.max)):
        return mine
    return joined_number(mine, dtypes.from_numpy(array.dtype))


def _is_integer(value: Any) -> bool:
    return type(value) is int or (isinstance(value, Tensor) and value.shape.rank == 0 and not value.dtype.is_floating)


def _cast(value: Any, dtype: DType) -> Any:
    return shaping.cast(convert_to_tensor(value), dtype)


def _checking_places(getitem: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A method for subscripts which raises, in converted code, what NumPy raises of a place that is not there."""

    def __getitem__(self: Any, key: Any) -> Any:
        if in_converted_code():
            check_known_places(self, key)
            is_cut = isinstance(key, np.ndarray) and has_lengths() and None in tuple(self.shape)
            if is_logging() and _has_axes(key) and (is_cut or isinstance(key, SymbolicTensor)):
                made = items_at(self, key)
                return of_numpy(made, numpys(self))
        if not is_of_numpy(self):
            return getitem(self, key)
        is_of_arrays = has_arrays(key) and in_converted_code()
        made = items_at(self, key) if is_of_arrays else getitem(self, key)
        if made.shape.rank and None in tuple(made.shape):
            makes_a_length()
        return of_numpy(made, numpys(self))

    __getitem__.__qualname__ = "Tensor.__getitem__"
    return __getitem__


def _checking_product(product: Callable[[Any, Any], Any], name: str) -> Callable[[Any, Any], Any]:
    """A method for a product which raises an error where lengths that only the program knows do not agree."""

    def operator(self: Any, other: Any) -> Any:
        check_they_multiply(*((self, other) if name == "__matmul__" else (other, self)))
        made = product(self, other)
        return of_numpy(made, numpys(self, other))

    operator.__name__ = name
    operator.__qualname__ = f"Tensor.{name}"
    return operator


def install(operators: dict[str, Callable[..., Any]]) -> None:
    """Gives the tensors of a graph these methods, and one for subscripts."""
    subscript = "__getitem__"
    setattr(SymbolicTensor, subscript, _checking_places(getattr(Tensor, subscript)))
    for name in ("__matmul__", "__rmatmul__"):
        setattr(SymbolicTensor, name, _checking_product(getattr(Tensor, name), name))
    logical = {f"__{reflected}{name}__" for name in ("and", "or", "xor") for reflected in ("", "r")}
    for name, method in operators.items():
        is_unary = name in UNARY
        of_bools = name in logical or name in _EQUALITY
        promoted = of_integers(method) if is_unary else settling(name, promoting(name, method, of_bools))
        promoted.__name__ = name
        promoted.__qualname__ = f"Tensor.{name}"
        setattr(SymbolicTensor, name, promoted)
