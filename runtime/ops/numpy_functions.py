"""NumPy's functions of tensors: in converted code, where an array has become a tensor.

A table from the function of NumPy to what runs in its place. What takes an argument that the form does not have, or is
not here, is refused. Numbers, arrays and tensors beside each other meet as NumPy's arrays do, in the dtype that the
tensors have. Functions whose result has as many elements as the values say, `unique` say, are not among them.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograph.operators.array_items import rows_at
from autograph.operators.lists import StagedList
from autograph.operators.stores import as_tensor
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ops import array_lengths, elementwise, logic
from runtime.ops import public as tf
from runtime.ops.array_lengths import (
    check_is_a_size,
    check_not_empty,
    check_they_meet,
    check_they_multiply,
    makes_a_length,
    sizes,
)
from runtime.ops.array_methods import METHODS, as_type, flat, real, size
from runtime.tensor import array_attributes, is_tensor

# Operands


def _array(x: Any) -> Any:
    """A tensor of a tensor, an array, a number, or of lists of such."""
    if type(x) is StagedList:
        return _of_staged_list(x)
    if is_tensor(x):
        return x
    if isinstance(x, (list, tuple)):
        if any(type(part) is StagedList for part in x):
            raise TypeError("lists of lengths that may be unlike")
        parts = _together(*[_array(part) for part in x])
        return tf.stack(parts) if parts else tf.zeros([0])
    if isinstance(x, (int, float)):
        return convert_to_tensor(x)
    array = np.asarray(x)
    if array.dtype.kind not in "biuf":
        raise TypeError("not an array of real numbers")
    return convert_to_tensor(array)


def _of_staged_list(values: StagedList) -> Any:
    makes_a_length()
    made = convert_to_tensor(values)
    if made.shape.rank != 1 or not (made.dtype.is_floating or made.dtype.is_integer or made.dtype is dtypes.bool):
        raise TypeError("not a list of numbers")
    return made


def _together(*values: Any) -> list[Any]:
    """Values as tensors of the dtype in which they meet."""
    dtype = _joined(values)
    return [tf.cast(_array(value), dtype) for value in values]


def _meeting(*values: Any) -> list[Any]:
    """Operands of what goes element by element, as tensors of one dtype."""
    made = _together(*values)
    check_they_meet(*made)
    return made


def _joined(values: Sequence[Any]) -> DType:
    values = [_array(value) if type(value) is StagedList else value for value in values]
    found = [value if is_tensor(value) or isinstance(value, (int, float)) else _array(value) for value in values]
    tensors = [value.dtype for value, given in zip(found, values, strict=True) if is_tensor(given)]
    all_types = [value.dtype if is_tensor(value) else _PYTHON[type(value)] for value in found]
    if any(not (dtype.is_floating or dtype.is_integer or dtype is dtypes.bool) for dtype in all_types):
        raise TypeError("not arrays of real numbers")
    for of_kind in _KINDS:
        if any(map(of_kind, all_types)):
            known = [dtype for dtype in tensors if of_kind(dtype)] or [*filter(of_kind, all_types)]
            widest = max(known, key=lambda dtype: dtype.size)
            fits = widest.is_floating or all(_fits(value, widest) for value in found)
            return widest if fits else dtypes.int64
    return dtypes.bool


_KINDS: tuple[Callable[[DType], bool], ...] = (lambda dtype: dtype.is_floating, lambda dtype: dtype.is_integer)
_PYTHON = {bool: dtypes.bool, int: dtypes.int32, float: dtypes.float32}


def _fits(value: Any, dtype: DType) -> bool:
    return bool(dtype.min <= value <= dtype.max) if isinstance(value, int) else True


def _shape(x: Any) -> list[int]:
    shape = x.shape.as_list() if x.shape.rank is not None else [None]
    known = [int(n) for n in shape if n is not None]
    if len(known) < len(shape):
        raise TypeError("the shape of the tensor is known only when the program runs")
    return known


# Forms


def _elementwise(function: Callable[..., Any], of_floats: bool = False) -> Callable[..., Any]:
    def form(x: Any, /) -> Any:
        return function(real(_array(x)) if of_floats else _array(x))

    return form


def _binary(function: Callable[[Any, Any], Any], prepared: Callable[[Any], Any] = lambda x: x) -> Callable[..., Any]:
    def form(x1: Any, x2: Any, /) -> Any:
        return function(*map(prepared, _meeting(x1, x2)))

    return form


def _of_method(name: str) -> Callable[..., Any]:
    method = METHODS[name]

    def form(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
        return method(_array(a), axis, keepdims) if keepdims else method(_array(a), axis)

    return form


def _to_be_stored_to(array: Any, value: Any = None) -> Any:
    """A tensor in place of an array, or what is stored to it as one; None of what NumPy would change on the way."""
    kind = array.dtype.kind if array.dtype in _STORED else ""
    if value is None:
        return convert_to_tensor(array) if kind else None
    made = _array(value)
    allowed = {"f": made.dtype.is_floating or made.dtype.is_integer or made.dtype is dtypes.bool}
    allowed |= {"i": made.dtype.is_integer or made.dtype is dtypes.bool, "b": made.dtype is dtypes.bool}
    return tf.cast(made, dtypes.from_numpy(array.dtype)) if allowed[kind] else None


_STORED = frozenset(map(np.dtype, (np.float64, np.float32, np.int64, np.int32, np.bool_)))


def _truth(x: Any) -> Any:
    return tf.cast(x, dtypes.bool)


def _as_array(a: Any, dtype: Any = None) -> Any:
    return as_type(_array(a), dtype) if dtype is not None else _array(a)


def _copied(a: Any, dtype: Any = None) -> Any:
    return tf.identity(_as_array(a, dtype))


def _where(condition: Any, x: Any, y: Any, /) -> Any:
    chosen = _truth(_array(condition)), *_together(x, y)
    check_they_meet(*chosen)
    return tf.where(*chosen)


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    *choices, rest = _together(*choicelist, default)
    for condition, choice in reversed([*zip(condlist, choices, strict=True)]):
        rest = tf.where(_truth(_array(condition)), choice, rest)
    return rest


def _clip(a: Any, a_min: Any = None, a_max: Any = None) -> Any:
    if a_min is not None:
        a = tf.maximum(*_together(a, a_min))
    return _array(a) if a_max is None else tf.minimum(*_together(a, a_max))


def _dot(a: Any, b: Any) -> Any:
    a, b = _together(a, b)
    if a.shape.rank and b.shape.rank:
        check_they_multiply(a, b)
    return a * b if 0 in (a.shape.rank, b.shape.rank) else a @ b


def _matmul(x1: Any, x2: Any, /) -> Any:
    return operator.matmul(*_together(x1, x2))


def _convolve(a: Any, v: Any, mode: str = "full") -> Any:
    a, v = _together(a, v)
    if (a.shape.rank, v.shape.rank) != (1, 1) or mode not in ("full", "same", "valid"):
        raise TypeError("of vectors only")
    check_not_empty(a, 0, "a cannot be empty")
    check_not_empty(v, 0, "v cannot be empty")
    count, width = size(a), size(v)
    places = tf.range(count + width - 1)[:, None] - tf.range(count)[None, :]
    weights = tf.gather(v, tf.maximum(tf.minimum(places, width - 1), 0))
    is_there = tf.logical_and(places >= 0, places < width)
    full = tf.reduce_sum(tf.where(is_there, weights, tf.zeros_like(weights)) * a[None, :], axis=1)
    least, most = tf.minimum(count, width), tf.maximum(count, width)
    if mode == "valid":
        return full[least - 1 : most]
    return full if mode == "full" else full[(least - 1) // 2 : (least - 1) // 2 + most]


def _places_of(a: Any) -> Any:
    makes_a_length()
    return tf.where(_truth(flat(_array(a))))[:, 0]


def _nonzero(a: Any) -> Any:
    a = _array(a)
    makes_a_length()
    found = tf.where(_truth(a))
    return tuple(found[:, axis] for axis in range(a.shape.rank))


def _inner(a: Any, b: Any) -> Any:
    a, b = _meeting(a, b)
    if (a.shape.rank, b.shape.rank) != (1, 1):
        raise TypeError("of vectors only")
    return tf.reduce_sum(a * b)


def _outer(a: Any, b: Any) -> Any:
    a, b = _together(a, b)
    return tf.reshape(a, [-1, 1]) * tf.reshape(b, [1, -1])


def _concatenate(arrays: Any, /, axis: Any = 0) -> Any:
    parts = _together(*arrays)
    return tf.concat([*map(flat, parts)], 0) if axis is None else tf.concat(parts, axis)


def _stack(arrays: Any, axis: int = 0) -> Any:
    return tf.stack(_together(*arrays), axis)


def _vstack(tup: Any) -> Any:
    return tf.concat([tf.reshape(x, [1, -1]) if x.shape.rank < 2 else x for x in _together(*tup)], 0)


def _hstack(tup: Any) -> Any:
    parts = [tf.reshape(x, [1]) if x.shape.rank == 0 else x for x in _together(*tup)]
    return tf.concat(parts, 0 if parts[0].shape.rank == 1 else 1)


def _column_stack(tup: Any) -> Any:
    return tf.concat([tf.reshape(x, [-1, 1]) if x.shape.rank < 2 else x for x in _together(*tup)], 1)


def _append(arr: Any, values: Any, axis: Any = None) -> Any:
    return _concatenate([arr, values], axis)


def _roll(a: Any, shift: Any, axis: Any = None) -> Any:
    a = _array(a)
    return tf.reshape(tf.roll(flat(a), shift, 0), _shape(a)) if axis is None else tf.roll(a, shift, axis)


def _flip(m: Any, axis: Any = None) -> Any:
    m = _array(m)
    axes = range(m.shape.rank) if axis is None else [axis] if isinstance(axis, int) else axis
    return tf.reverse(m, [*axes])


def _diff(a: Any, n: int = 1, axis: int = -1) -> Any:
    a = _array(a)
    if a.dtype is dtypes.bool or a.shape.rank == 0:
        raise TypeError("of numbers only")
    place = axis % a.shape.rank
    for _ in range(n):
        before, after = ([slice(None)] * place + [part] for part in (slice(None, -1), slice(1, None)))
        a = a[tuple(after)] - a[tuple(before)]
    return a


def _variance(a: Any, axis: Any = None, ddof: Any = 0, keepdims: bool = False) -> Any:
    a = real(_array(a))
    squares = tf.square(a - tf.reduce_mean(a, axis=axis, keepdims=True))
    count = size(a) // size(tf.reduce_mean(a, axis=axis))
    return tf.reduce_sum(squares, axis=axis, keepdims=keepdims) / tf.cast(count - ddof, a.dtype)


def _deviation(a: Any, axis: Any = None, ddof: Any = 0, keepdims: bool = False) -> Any:
    return tf.sqrt(_variance(a, axis, ddof, keepdims))


def _median(a: Any) -> Any:
    ordered = tf.sort(real(flat(_array(a))))
    count = size(ordered)
    if not isinstance(count, int):  # of none it is nan
        ordered = tf.concat([ordered, _together(ordered, [math.nan])[1]], 0)
        count = tf.maximum(count, 1)
    return (ordered[(count - 1) // 2] + ordered[count // 2]) / 2


def _average(a: Any, weights: Any = None) -> Any:
    a = real(_array(a))
    if weights is None:
        return tf.reduce_mean(a)
    a, weights = _together(a, weights)
    return tf.reduce_sum(a * weights) / tf.reduce_sum(weights)


def _sort(a: Any, axis: int = -1) -> Any:
    return tf.sort(_array(a), axis)


def _argsort(a: Any, axis: int = -1) -> Any:
    return tf.argsort(_array(a), axis, stable=True)


def _count(a: Any, axis: Any = None) -> Any:
    return tf.reduce_sum(tf.cast(_truth(_array(a)), dtypes.int32), axis=axis)


def _product_so_far(a: Any, axis: Any = None) -> Any:
    a = _array(a)
    a = flat(a) if axis is None else a
    if a.shape.rank != 1:
        raise TypeError("of vectors only")
    parts = [a[:1]]
    for place in range(1, _shape(a)[0]):
        parts.append(parts[-1] * a[place : place + 1])
    return tf.concat(parts, 0)


def _is_close(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08) -> Any:
    a, b = map(real, _together(a, b))
    near = tf.abs(a - b) <= tf.cast(atol, a.dtype) + tf.cast(rtol, a.dtype) * tf.abs(b)
    return tf.logical_or(tf.equal(a, b), tf.logical_and(near, logic.is_finite(b)))


def _are_close(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08) -> Any:
    return tf.reduce_all(_is_close(a, b, rtol, atol))


def _are_equal(a1: Any, a2: Any) -> Any:
    a1, a2 = _together(a1, a2)
    if a1.shape.rank != a2.shape.rank:
        return False
    pairs = [*zip(sizes(a1), sizes(a2), strict=True)]
    if all(isinstance(size, int) for pair in pairs for size in pair):
        return tf.reduce_all(tf.equal(a1, a2)) if all(one == other for one, other in pairs) else False
    part = tuple(slice(tf.minimum(one, other)) for one, other in pairs)
    are_alike = tf.equal(*map(tf.stack, zip(*pairs, strict=True)))
    return tf.logical_and(tf.reduce_all(are_alike), tf.reduce_all(tf.equal(a1[part], a2[part])))


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    wanted = [*shape] if isinstance(shape, (list, tuple)) else [shape]
    for size_ in wanted:
        if is_tensor(size_):
            check_is_a_size(size_)
    return tf.broadcast_to(_as_array(fill_value, dtype), wanted)


#: The dtypes that NumPy has for Python's types of numbers; an array of integers is of `int`, unless it says another.
_WIDE = {float: np.float64, int: np.int64, None: np.int64}


def _filled(fill_value: float) -> Callable[..., Any]:
    def form(shape: Any, dtype: Any = float) -> Any:
        return _full(shape, fill_value, _WIDE.get(dtype, dtype))

    return form


def _counted(*bounds: Any, dtype: Any = None) -> Any:
    if any((is_tensor(bound) and bound.dtype.is_floating) or isinstance(bound, float) for bound in bounds):
        raise TypeError("of integers only")  # how many there are depends on how steps are rounded
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    if not isinstance(step, int) or step == 0:
        raise TypeError("by a known step only")
    makes_a_length()
    stop = (tf.maximum if step > 0 else tf.minimum)(start, stop)
    return as_type(tf.range(start, stop, step), _WIDE.get(dtype, dtype))


def _full_like(a: Any, fill_value: Any) -> Any:
    a = _array(a)
    fill = _array(fill_value)
    return tf.broadcast_to(
        fill if a.dtype.is_floating and fill.dtype.is_floating else tf.cast(fill, a.dtype), _shape(a)
    )


def _linspace(start: Any, stop: Any, num: int = 50) -> Any:
    start, stop = map(real, _together(start, stop))
    steps = convert_to_tensor(np.linspace(0.0, 1.0, num), start.dtype)
    return start + (stop - start) * steps


def _round(a: Any, decimals: int = 0) -> Any:
    a = _array(a)
    if not a.dtype.is_floating:
        if decimals < 0:
            raise TypeError("of integers to places before the point")
        return a
    return tf.round(a) if decimals == 0 else tf.round(a * 10.0**decimals) / 10.0**decimals


def _truncated(x: Any) -> Any:
    return tf.sign(x) * tf.floor(tf.abs(x)) if x.dtype.is_floating else x


def _norm(x: Any) -> Any:
    return tf.sqrt(tf.reduce_sum(tf.square(real(_array(x)))))


def _power(x1: Any, x2: Any, /) -> Any:
    base, exponent = _together(x1, x2)
    if base.dtype.is_integer and not (isinstance(x2, int) and x2 >= 0):
        raise TypeError("of integers only to a known power")  # a negative one is an error
    return base**exponent


def _reshape(a: Any, /, shape: Any) -> Any:
    return tf.reshape(_array(a), shape)


def _expand(a: Any, axis: int) -> Any:
    return tf.expand_dims(_array(a), axis)


def _squeeze(a: Any, axis: Any = None) -> Any:
    return tf.squeeze(_array(a), axis)


def _transpose(a: Any, axes: Any = None) -> Any:
    return tf.transpose(_array(a), axes)


def _tile(A: Any, reps: Any) -> Any:
    array = _array(A)
    counts = [reps] if isinstance(reps, int) else [*reps]
    rank = max(len(counts), array.shape.rank)
    array = tf.reshape(array, [1] * (rank - array.shape.rank) + _shape(array))
    return tf.tile(array, [1] * (rank - len(counts)) + counts)


def _repeat(a: Any, repeats: int, axis: Any = None) -> Any:
    a = _array(a)
    return tf.repeat(flat(a), repeats, axis=0) if axis is None else tf.repeat(a, repeats, axis=axis)


def _spread(a: Any, axis: Any = None) -> Any:
    a = _array(a)
    return METHODS["max"](a, axis) - METHODS["min"](a, axis)


def _at_least_1d(a: Any, /) -> Any:
    a = _array(a)
    return tf.reshape(a, [1]) if a.shape.rank == 0 else a


def _to(dtype: Any) -> Callable[[Any], Any]:
    return lambda x, /: as_type(_array(x), dtype)


def _log(base: float) -> Callable[[Any], Any]:
    return lambda x: elementwise.log(x) / float(np.log(base))


def _size_of(a: Any) -> Any:
    return size(_array(a))


def _shape_of(a: Any) -> Any:
    return tuple(sizes(_array(a)))


_OF_FLOATS: dict[Any, Callable[..., Any]] = {
    np.sqrt: tf.sqrt, np.exp: tf.exp, np.log: elementwise.log, np.log1p: elementwise.log1p,
    np.expm1: elementwise.expm1, np.log2: _log(2.0), np.log10: _log(10.0), np.sin: tf.sin, np.cos: tf.cos,
    np.tan: tf.tan, np.sinh: tf.sinh, np.cosh: tf.cosh, np.tanh: tf.tanh, np.arcsin: tf.asin, np.arccos: tf.acos,
    np.arctan: tf.atan, np.fabs: tf.abs, np.exp2: lambda x: tf.exp(x * float(np.log(2.0))),
    np.rint: tf.round, np.isnan: logic.is_nan, np.isinf: logic.is_inf, np.isfinite: logic.is_finite,
    np.degrees: lambda x: x * (180.0 / np.pi), np.radians: lambda x: x * (np.pi / 180.0),
    np.rad2deg: lambda x: x * (180.0 / np.pi), np.deg2rad: lambda x: x * (np.pi / 180.0),
}  # fmt: skip

_OF_NUMBERS: dict[Any, Callable[..., Any]] = {
    np.abs: operator.abs, np.negative: operator.neg, np.square: lambda x: x * x, np.sign: tf.sign,
    np.trunc: _truncated, np.fix: _truncated, np.logical_not: lambda x: tf.logical_not(_truth(x)),
    np.floor: lambda x: tf.floor(x) if x.dtype.is_floating else x,
    np.ceil: lambda x: elementwise.ceil(x) if x.dtype.is_floating else x,
    np.zeros_like: tf.zeros_like, np.ones_like: tf.ones_like, np.ravel: flat,
    np.flipud: lambda x: _flip(x, 0), np.fliplr: lambda x: _flip(x, 1),
}  # fmt: skip

_OF_TWO: dict[Any, Callable[..., Any]] = {
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul,
    np.maximum: tf.maximum, np.minimum: tf.minimum, np.fmax: tf.maximum, np.fmin: tf.minimum,
    np.equal: tf.equal, np.not_equal: tf.not_equal, np.less: operator.lt, np.less_equal: operator.le,
    np.greater: operator.gt, np.greater_equal: operator.ge, 
}  # fmt: skip

_OF_TWO_FLOATS: dict[Any, Callable[..., Any]] = {
    np.divide: operator.truediv, np.arctan2: tf.atan2, np.hypot: lambda x, y: tf.sqrt(x * x + y * y),
}  # fmt: skip

_OF_TRUTHS: dict[Any, Callable[..., Any]] = {
    np.logical_and: tf.logical_and, np.logical_or: tf.logical_or, np.logical_xor: logic.logical_xor,
}  # fmt: skip

#: What runs in place of functions of NumPy.
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{function: _elementwise(form, of_floats=True) for function, form in _OF_FLOATS.items()},
    **{function: _elementwise(form) for function, form in _OF_NUMBERS.items()},
    **{function: _binary(form) for function, form in _OF_TWO.items()},
    **{function: _binary(form, real) for function, form in _OF_TWO_FLOATS.items()},
    **{function: _binary(form, _truth) for function, form in _OF_TRUTHS.items()},
    **{getattr(np, name): _of_method(name) for name in ("sum", "prod", "max", "min", "mean", "any", "all")},
    **{getattr(np, name): _of_method(name) for name in ("argmax", "argmin", "cumsum")},
    np.amax: _of_method("max"), np.amin: _of_method("min"),
    **{kind: _to(kind) for kind in (np.float64, np.float32, np.int64, np.int32, np.bool_)},
    as_tensor: _to_be_stored_to,
    np.array: _copied, np.copy: lambda a: _copied(a), np.asarray: _as_array, np.where: _where, np.select: _select,
    np.clip: _clip, np.dot: _dot, np.convolve: _convolve, np.flatnonzero: _places_of,
    np.nonzero: _nonzero, rows_at: array_lengths.rows_at,
    np.matmul: _matmul, np.inner: _inner, np.outer: _outer,
    np.concatenate: _concatenate, np.stack: _stack,
    np.vstack: _vstack, np.hstack: _hstack, np.column_stack: _column_stack, np.append: _append, np.roll: _roll,
    np.flip: _flip, np.diff: _diff, np.var: _variance, np.std: _deviation, np.median: _median, np.average: _average,
    np.sort: _sort, np.argsort: _argsort, np.count_nonzero: _count, np.cumprod: _product_so_far, np.ptp: _spread,
    np.isclose: _is_close, np.allclose: _are_close, np.array_equal: _are_equal, np.full: _full,
    np.full_like: _full_like, np.linspace: _linspace, np.round: _round, np.linalg.norm: _norm,
    np.reshape: _reshape, np.expand_dims: _expand, np.squeeze: _squeeze, np.transpose: _transpose,
    np.tile: _tile, np.repeat: _repeat, np.atleast_1d: _at_least_1d,
    np.zeros: _filled(0.0), np.ones: _filled(1.0), np.arange: _counted,
    np.size: _size_of, np.shape: _shape_of, np.power: _power,
}  # fmt: skip

#: What arrays do by themselves that is here, beside what is in `array_methods`.
METHODS_TOO: dict[str, Callable[..., Any]] = {
    "clip": _clip, "std": _deviation, "var": _variance, "round": _round, "argsort": _argsort,
    "cumprod": _product_so_far, "repeat": _repeat, "squeeze": _squeeze,
}  # fmt: skip
array_attributes.update({name: functools.partial(functools.partial, form) for name, form in METHODS_TOO.items()})
