"""What functions of NumPy are given in converted code, as tensors: numbers, arrays and tensors beside each other.

They meet as NumPy's arrays do (see `runtime.ops.promotion`): what is known takes the dtype that the tensors have.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograph.operators.effects import is_logging, stands_for
from autograph.operators.lists import StagedList
from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ir.value_types import OF_PYTHON, is_number, joined_with_numpys
from runtime.ir.values import NUMPYS, WIDE, SymbolicTensor, is_of_numpy, is_tensor, numpys, of_numpy
from runtime.library import assembling, creation, shaping
from runtime.library.array_lengths import check_they_meet, makes_a_length
from runtime.tensor.conversion import convert_to_tensor


def array(x: Any) -> Any:
    """A tensor of a tensor, an array, a number, or of lists of such."""
    if type(x) is StagedList:
        return _of_staged_list(x)
    if is_tensor(x):
        return x
    if isinstance(x, (list, tuple)):
        if any(type(part) is StagedList for part in x):
            raise TypeError("lists of lengths that may be unlike")
        parts = together(*[array(part) for part in x])
        return assembling.stack(parts) if parts else creation.zeros([0])
    if isinstance(x, (int, float)):
        return convert_to_tensor(x)
    known = np.asarray(x)
    if known.dtype.kind not in "biuf":
        raise TypeError("not an array of real numbers")
    return convert_to_tensor(known)


def _of_staged_list(values: StagedList) -> Any:
    makes_a_length()
    made = convert_to_tensor(values)
    if made.shape.rank != 1 or not is_number(made.dtype):
        raise TypeError("not a list of numbers")
    return made


def together(*values: Any) -> list[Any]:
    """Values as tensors of the dtype in which they meet."""
    dtype = _joined(values)
    return [shaping.cast(array(value), dtype) for value in values]


def floats(*values: Any) -> list[Any]:
    """Values as tensors of the floats in which they meet."""
    made = together(*values)
    if made[0].dtype.is_floating:
        return made
    dtype = dtypes.float64 if any(map(is_of_numpy, values)) else dtypes.float32
    return [shaping.cast(value, dtype) for value in made]


def meeting(*values: Any) -> list[Any]:
    """Operands of what goes element by element, as tensors of one dtype."""
    made = together(*values)
    check_they_meet(*made)
    return made


def _joined(values: Sequence[Any]) -> DType:
    values = [array(value) if type(value) is StagedList else value for value in values]
    found = [value if is_tensor(value) or isinstance(value, (int, float)) else array(value) for value in values]
    tensors = [value for value, given in zip(found, values, strict=True) if is_tensor(given)]
    all_types = [value.dtype if is_tensor(value) else OF_PYTHON[type(value)] for value in found]
    if not all(map(is_number, all_types)):
        raise TypeError("not arrays of real numbers")
    for of_kind in _KINDS:
        if any(map(of_kind, all_types)):
            known = [value for value in tensors if of_kind(value.dtype)]
            widest = max(
                [value.dtype for value in known] or [*filter(of_kind, all_types)], key=lambda dtype: dtype.size
            )
            for value in known:
                meets = joined_with_numpys(widest, value.dtype, (_numpys_of(known, widest), numpys(value)))
                widest = widest if meets is None else meets
            if widest is dtypes.float32 and any(numpys(value) == WIDE for value in values):
                return dtypes.float64
            fits = widest.is_floating or all(_fits(value, widest) for value in found)
            return widest if fits else dtypes.int64
    return dtypes.bool


def _numpys_of(tensors: Sequence[Any], dtype: DType) -> int:
    """What the tensors of a dtype have to do with NumPy, that which does least."""
    return min([numpys(tensor) for tensor in tensors if tensor.dtype is dtype], default=NUMPYS)


_KINDS: tuple[Callable[[DType], bool], ...] = (lambda dtype: dtype.is_floating, lambda dtype: dtype.is_integer)


def _fits(value: Any, dtype: DType) -> bool:
    return bool(dtype.min <= value <= dtype.max) if isinstance(value, int) else True


def number(x: Any) -> Any:
    """Bools count as integers."""
    return shaping.cast(x, dtypes.int32) if x.dtype is dtypes.bool else x


def real(x: Any) -> Any:
    """Integers have a mean that is a float: as precise as NumPy's, if they come from there."""
    if x.dtype.is_floating or x.dtype.is_complex:
        return x
    return shaping.cast(x, dtypes.float64 if is_of_numpy(x) else dtypes.float32)


def truth(x: Any) -> Any:
    """Whether numbers are not 0."""
    return shaping.cast(x, dtypes.bool)


def flat(x: Any) -> Any:
    """A vector of all elements."""
    return shaping.reshape(x, [-1])


def size(x: Any) -> Any:
    """How many elements there are."""
    shape = x.shape.as_list() if x.shape.rank is not None else [None]
    return shaping.size(x) if None in shape else math.prod(shape)


def shape_of(x: Any) -> list[int]:
    """The sizes along the axes, which have to be known."""
    shape = x.shape.as_list() if x.shape.rank is not None else [None]
    known = [int(n) for n in shape if n is not None]
    if len(known) < len(shape):
        raise TypeError("the shape of the tensor is known only when the program runs")
    return known


def rank_of(x: Any) -> int:
    """How many axes there are, which has to be known."""
    if x.shape.rank is None:
        raise TypeError("how many axes the tensor has is known only when the program runs")
    return int(x.shape.rank)


def as_type(x: Any, dtype: Any) -> Any:
    """A tensor of another dtype, given as NumPy's or Python's.

    What is less precise than a float of 64 bits does not become more precise by being called one.
    """
    wanted = dtypes.from_numpy(np.dtype(dtype))
    return shaping.cast(x, x.dtype if wanted is dtypes.float64 and x.dtype is dtypes.float32 else wanted)


def as_of_numpy(function: Callable[..., Any], makes_a_view: bool = False) -> Callable[..., Any]:
    """A function whose results come from NumPy: new arrays, or a view of what it is given."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        made = function(*args, **kwargs)
        values = [part for value in args for part in (value if type(value) in (list, tuple) else (value,))]
        given = [value for value in values if isinstance(value, (SymbolicTensor, np.ndarray))]
        comes_from = max([NUMPYS, *map(numpys, given)])
        if isinstance(made, (list, tuple)):
            return type(made)([_as_of_numpy(part, given, makes_a_view, comes_from) for part in made])
        return _as_of_numpy(made, given, makes_a_view, comes_from)

    return run


def _as_of_numpy(made: Any, given: Sequence[Any], is_view: bool, comes_from: int) -> Any:
    if not is_view and any(made is value for value in given):
        made = shaping.identity(made)
    elif is_view and given and is_logging():
        stands_for(made, given)
    return of_numpy(made, comes_from)
