"""Numbers of different dtypes beside each other, in code that is converted: they meet as Python's numbers do.

As in TensorFlow, an operator takes operands of one dtype. In the user's own code, converted, scalars stand for Python's
numbers, of which a bool is an integer, and an integer meets a float as one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators.places import in_converted_code
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ops import shaping
from runtime.tensor import SymbolicTensor, Tensor, WeakTensor

_PYTHON = {bool: dtypes.bool, int: dtypes.int32, float: dtypes.float32}


def joined_number(left: DType, right: DType) -> DType | None:
    """The dtype that holds the numbers of both; None if one has others than real numbers."""
    if not (_is_number(left) and _is_number(right)):
        return None
    return dtypes.from_numpy(np.result_type(left.dtype, right.dtype))


def promoting(method: Callable[[Any, Any], Any], of_bools: bool) -> Callable[[Any, Any], Any]:
    """A method for an operator whose operands, scalars both, are given one dtype first.

    Args:
        of_bools: whether two bools are what they are, and no integers.
    """

    def operator(self: Any, other: Any) -> Any:
        if isinstance(other, np.ndarray) and in_converted_code():
            return method(*beside_arrays(self, other))
        dtype = _meeting(self, other, of_bools)
        if dtype is not None and in_converted_code():
            self, other = (_cast(value, dtype) for value in (self, other))
        return method(self, other)

    return operator


def beside_arrays(x: Any, y: Any) -> tuple[Any, Any]:
    """Both operands, of which integers of a graph are floats beside an array of floats, which would be cut off."""
    return _beside_array(x, y), _beside_array(y, x)


def _beside_array(value: Any, other: Any) -> Any:
    is_cut_off = isinstance(other, np.ndarray) and other.dtype.kind in "fc" and isinstance(value, Tensor)
    is_cut_off = is_cut_off and not (value.dtype.is_floating or value.dtype.is_complex) and _is_number(value.dtype)
    return _cast(value, dtypes.from_numpy(other.dtype)) if is_cut_off else value


def _meeting(self: Any, other: Any, of_bools: bool) -> DType | None:
    """The dtype in which two scalars meet; None where the operator takes them as they are."""
    mine = self.dtype
    kind = type(other)
    theirs = other.dtype if isinstance(other, Tensor) else _PYTHON.get(kind)
    if theirs is None or (theirs is mine and (of_bools or mine is not dtypes.bool)):
        return None
    is_scalar = self.shape.rank == 0 and (kind in _PYTHON or other.shape.rank == 0)
    if not is_scalar or not (_is_number(mine) and _is_number(theirs)):
        return None
    if mine is theirs:
        return dtypes.int32
    weak = type(self) is WeakTensor, kind is WeakTensor or kind in _PYTHON
    if weak[1] and not weak[0] and _adapts(theirs, mine):
        return None if kind is not bool else mine
    if weak[0] and not weak[1] and _adapts(mine, theirs):
        return None
    return joined_number(mine, theirs)


def _adapts(number: DType, tensor: DType) -> bool:
    """Whether a number from Python takes the dtype of a tensor."""
    return tensor.is_floating or (tensor.is_integer and not number.is_floating)


def _is_number(dtype: DType) -> bool:
    return dtype is dtypes.bool or dtype.is_integer or dtype.is_floating


def _cast(value: Any, dtype: DType) -> Any:
    return shaping.cast(convert_to_tensor(value), dtype)


def install(operators: dict[str, Callable[[Any, Any], Any]]) -> None:
    """Gives the tensors of a graph these methods."""
    logical = {f"__{reflected}{name}__" for name in ("and", "or", "xor") for reflected in ("", "r")}
    for name, method in operators.items():
        promoted = promoting(method, name in logical or name in ("__eq__", "__ne__"))
        promoted.__name__ = name
        promoted.__qualname__ = f"Tensor.{name}"
        setattr(SymbolicTensor, name, promoted)
