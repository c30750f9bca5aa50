"""NumPy's functions of tensors: in converted code, where an array has become a tensor.

A table from the function of NumPy to what runs in its place. What takes an argument that the form does not have, or is
not here, is refused.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators import array_statements
from autograph.operators.array_items import rows_at
from autograph.operators.array_stores import as_tensor
from runtime.core import dtypes
from runtime.ir.value_types import joined_with_numpys
from runtime.ir.values import is_of_numpy, is_tensor, of_numpy
from runtime.library import elementwise, logic, numpy_algebra, numpy_shapes, numpy_statistics, reduction, shaping
from runtime.library.array_lengths import check_they_meet, require_that, sizes
from runtime.library.array_methods import METHODS, install
from runtime.library.array_methods import VIEWS as METHODS_OF_VIEWS
from runtime.library.numpy_calls import CALLED
from runtime.library.numpy_indexing import has_arrays, items_at
from runtime.library.numpy_operands import (
    array,
    as_of_numpy,
    as_type,
    floats,
    meeting,
    number,
    rank_of,
    real,
    size,
    together,
    truth,
)
from runtime.tensor.conversion import convert_to_tensor

# Element by element


def _elementwise(function: Callable[..., Any], of_floats: bool = False) -> Callable[..., Any]:
    def form(x: Any, /) -> Any:
        return function(real(array(x)) if of_floats else array(x))

    return form


def _binary(function: Callable[[Any, Any], Any], prepared: Callable[[Any], Any] = lambda x: x) -> Callable[..., Any]:
    def form(x1: Any, x2: Any, /) -> Any:
        return function(*map(prepared, meeting(x1, x2)))

    return form


def _binary_of_floats(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def form(x1: Any, x2: Any, /) -> Any:
        made = floats(x1, x2)
        check_they_meet(*made)
        return function(*made)

    return form


def _where(condition: Any, x: Any, y: Any, /) -> Any:
    chosen = truth(array(condition)), *together(x, y)
    check_they_meet(*chosen)
    return logic.where(*chosen)


def _where_or_places(condition: Any, /, *values: Any) -> Any:
    """`np.where`, of which one of one argument says where something is not 0."""
    if len(values) not in (0, 2):
        raise TypeError("of one argument, or of three")
    return _where(condition, *values) if values else CALLED["nonzero"](condition)


def _clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    if low is not None:
        a = elementwise.maximum(*meeting(a, low))
    return array(a) if high is None else elementwise.minimum(*meeting(a, high))


def _square(x: Any) -> Any:
    if x.dtype is dtypes.bool:
        x = shaping.cast(x, dtypes.int8)  # NumPy has no square of booleans: they become its smallest integers
    return x * x


def _round(a: Any, decimals: int = 0) -> Any:
    a = array(a)
    if a.dtype is dtypes.bool:
        if decimals != 0:
            raise TypeError("of booleans to places after the point, or before it")
        return elementwise.round(real(a))
    if not a.dtype.is_floating:
        if decimals < 0:
            raise TypeError("of integers to places before the point")
        return a
    return elementwise.round(a) if decimals == 0 else elementwise.round(a * 10.0**decimals) / 10.0**decimals


def _truncated(x: Any) -> Any:
    return elementwise.sign(x) * elementwise.floor(elementwise.abs(x)) if x.dtype.is_floating else x


def _power(x1: Any, x2: Any, /) -> Any:
    return of_numpy(array(x1)) ** x2 if is_tensor(x1) or isinstance(x1, np.ndarray) else x1 ** of_numpy(array(x2))


def _reciprocal(x: Any, /) -> Any:
    x = array(x)
    if not x.dtype.is_floating:
        raise TypeError("of floats only")
    return 1.0 / x


def _without_nans(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    x = array(x)
    for given, infinity in ((posinf, math.inf), (neginf, -math.inf)):
        if given is None and x.dtype.is_floating:  # NumPy gives the largest number of 64 bits, which others do not have
            error = ValueError("an infinity becomes the largest number of as many bits: say which, `posinf=` [AG053]")
            require_that(logic.logical_not(reduction.reduce_any(logic.equal(x, infinity))), error)
    return CALLED["nan_to_num"](x, True, nan, posinf, neginf)


# Of all kinds of values


def _to_be_stored_to(array_: Any, value: Any = None) -> Any:
    """A tensor in place of an array, or what is stored to it as one; None of what NumPy would change on the way."""
    kind = array_.dtype.kind if array_.dtype in _STORED else ""
    if value is None:
        return of_numpy(convert_to_tensor(array_)) if kind else None
    made = array(value)
    if kind == "i" and made.dtype.is_floating and made.shape.rank == 0:
        require_that(logic.logical_not(logic.is_nan(made)), ValueError("cannot convert float NaN to integer"))
        error = OverflowError("cannot convert float infinity to integer")
        require_that(logic.logical_not(logic.is_inf(made)), error)
        return shaping.cast(made, dtypes.from_numpy(array_.dtype))
    allowed = {"f": made.dtype.is_floating or made.dtype.is_integer or made.dtype is dtypes.bool}
    allowed |= {"i": made.dtype.is_integer or made.dtype is dtypes.bool, "b": made.dtype is dtypes.bool}
    if not allowed[kind]:
        return None
    dtype = joined_with_numpys(dtypes.from_numpy(array_.dtype), made.dtype, (True, is_of_numpy(value)))
    return shaping.cast(made, dtypes.from_numpy(array_.dtype) if dtype is None or not dtype.is_floating else dtype)


_STORED = frozenset(map(np.dtype, (np.float64, np.float32, np.int64, np.int32, np.bool_)))


def _rows_at(array_: Any, key: Any) -> Any:
    return items_at(of_numpy(array(array_)), key) if has_arrays(key) else array(array_)[key]


def _to(dtype: Any) -> Callable[[Any], Any]:
    return lambda x, /: as_type(array(x), dtype)


def _log(base: float) -> Callable[[Any], Any]:
    return lambda x: elementwise.log(x) / float(np.log(base))


def _size_of(a: Any, axis: Any = None) -> Any:
    return size(array(a)) if axis is None else sizes(array(a))[axis]


def _shape_of(a: Any) -> Any:
    return tuple(sizes(array(a)))


#: What is called here as in NumPy, but for the inverses of functions of angles.
_OF_ITS_NAME = ("cos", "cosh", "exp", "expm1", "log", "log1p", "sin", "sinh", "sqrt", "tan", "tanh")
_INVERSE = ("cos", "cosh", "sin", "sinh", "tan", "tanh")

_OF_FLOATS: dict[Any, Callable[..., Any]] = {
    **{getattr(np, name): getattr(elementwise, name) for name in _OF_ITS_NAME},
    **{getattr(np, f"arc{name}"): getattr(elementwise, f"a{name}") for name in _INVERSE},
    np.log2: _log(2.0),
    np.log10: _log(10.0),
    np.fabs: elementwise.abs,
    np.exp2: lambda x: elementwise.exp(x * float(np.log(2.0))),
    np.cbrt: lambda x: elementwise.sign(x) * elementwise.abs(x) ** (1.0 / 3.0),
    np.rint: elementwise.round,
    np.isnan: logic.is_nan,
    np.isinf: logic.is_inf,
    np.isfinite: logic.is_finite,
    **dict.fromkeys((np.degrees, np.rad2deg), lambda x: x * (180.0 / np.pi)),
    **dict.fromkeys((np.radians, np.deg2rad), lambda x: x * (np.pi / 180.0)),
}

_OF_NUMBERS: dict[Any, Callable[..., Any]] = {
    np.abs: operator.abs,
    np.negative: operator.neg,
    np.positive: shaping.identity,
    np.square: _square,
    np.sign: elementwise.sign,
    np.trunc: _truncated,
    np.fix: _truncated,
    np.logical_not: lambda x: logic.logical_not(truth(x)),
    np.floor: lambda x: elementwise.floor(x) if x.dtype.is_floating else x,
    np.ceil: lambda x: elementwise.ceil(x) if x.dtype.is_floating else x,
    np.invert: operator.invert,
    np.conjugate: shaping.identity,
}

_OF_TWO: dict[Any, Callable[..., Any]] = {
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul,
    np.maximum: elementwise.maximum, np.minimum: elementwise.minimum,
    np.equal: logic.equal, np.not_equal: logic.not_equal, np.less: operator.lt, np.less_equal: operator.le,
    np.greater: operator.gt, np.greater_equal: operator.ge, np.bitwise_and: operator.and_,
    np.bitwise_or: operator.or_, np.bitwise_xor: operator.xor, np.left_shift: operator.lshift,
    np.right_shift: operator.rshift,
}  # fmt: skip

_OF_TWO_NUMBERS: dict[Any, Callable[..., Any]] = {
    np.mod: operator.mod, np.fmod: elementwise.truncatemod, np.floor_divide: operator.floordiv,
    np.divmod: lambda x, y: (x // y, x % y),
}  # fmt: skip

_OF_TWO_FLOATS: dict[Any, Callable[..., Any]] = {
    np.divide: operator.truediv, np.arctan2: elementwise.atan2, np.hypot: lambda x, y: elementwise.sqrt(x * x + y * y),
}  # fmt: skip

_OF_TRUTHS: dict[Any, Callable[..., Any]] = {
    np.logical_and: logic.logical_and, np.logical_or: logic.logical_or, np.logical_xor: logic.logical_xor,
}  # fmt: skip

_OF_VALUES: dict[Any, Callable[..., Any]] = {
    **{function: _elementwise(form, of_floats=True) for function, form in _OF_FLOATS.items()},
    **{function: _elementwise(form) for function, form in _OF_NUMBERS.items()},
    **{function: _binary(form) for function, form in _OF_TWO.items()},
    **{function: _binary(form, number) for function, form in _OF_TWO_NUMBERS.items()},
    **{function: _binary_of_floats(form) for function, form in _OF_TWO_FLOATS.items()},
    **{function: _binary(form, truth) for function, form in _OF_TRUTHS.items()},
    **{kind: _to(kind) for kind in (np.float64, np.float32, np.int64, np.int32, np.bool_)},
    np.where: _where_or_places, np.clip: _clip, np.round: _round, np.around: _round, np.power: _power,
    np.reciprocal: _reciprocal, rows_at: _rows_at, np.nan_to_num: _without_nans,
}  # fmt: skip


def _named(name: str) -> Any:
    return operator.attrgetter(name)(np)


_CALLED = {_named(name): form for name, form in CALLED.items()}
_BY_NAME = {**numpy_statistics.FUNCTIONS, **numpy_algebra.FUNCTIONS, **numpy_shapes.FUNCTIONS}
_VIEWS = {**numpy_algebra.VIEWS, **numpy_shapes.VIEWS, "real": array}

#: What a universal function does with all elements, one after the other; with two arrays, each with each.
_FOLDING: dict[np.ufunc, str] = {
    np.add: "sum", np.multiply: "prod", np.maximum: "max", np.minimum: "min", np.logical_and: "all",
    np.logical_or: "any",
}  # fmt: skip
_RUNNING = {np.add: METHODS["cumsum"], np.multiply: METHODS["cumprod"]}


def _along_the_first(form: Callable[..., Any]) -> Callable[..., Any]:
    def of_the_first(array_: Any, axis: Any = 0) -> Any:
        return form(array(array_), axis)

    return of_the_first


_OF_UFUNCS: dict[Any, Callable[..., Any]] = {
    **{f.reduce: _along_the_first(METHODS[name]) for f, name in _FOLDING.items()},
    **{f.accumulate: _along_the_first(form) for f, form in _RUNNING.items()},
}


def _has_no_imaginary_part(x: Any) -> bool:
    return bool(array(x).dtype.is_complex)


#: What arrays do by themselves that is here, beside what is in `array_methods`.
_MORE_METHODS: dict[str, Callable[..., Any]] = {"clip": _clip, "round": _round}

#: What runs in place of functions of NumPy, and of the methods of its arrays.
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{function: as_of_numpy(form) for function, form in {**_CALLED, **_OF_VALUES}.items()},
    **{function: as_of_numpy(form) for function, form in _OF_UFUNCS.items()},
    **{_named(name): as_of_numpy(form) for name, form in _BY_NAME.items()},
    **{_named(name): as_of_numpy(form, makes_a_view=True) for name, form in _VIEWS.items()},
    **{getattr(np.ndarray, name): as_of_numpy(form) for name, form in METHODS.items()},
    **{getattr(np.ndarray, name): as_of_numpy(form) for name, form in _MORE_METHODS.items()},
    **{getattr(np.ndarray, name): as_of_numpy(form, makes_a_view=True) for name, form in METHODS_OF_VIEWS.items()},
    as_tensor: _to_be_stored_to, np.size: _size_of, np.shape: _shape_of, np.ndim: lambda a: rank_of(array(a)),
    np.isscalar: lambda element: is_tensor(element) and element.shape.rank == 0,
    np.iscomplexobj: _has_no_imaginary_part, np.copyto: array_statements.copy_to,
    np.fill_diagonal: array_statements.fill_diagonal, np.ndarray.fill: array_statements.fill,
}  # fmt: skip
install(array_statements.METHODS)
install({name: as_of_numpy(form) for name, form in _MORE_METHODS.items()})
