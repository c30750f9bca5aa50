"""NumPy's functions of traced arrays, as a table from the function to that of `jax.numpy`.

What gives as many elements as the values say is not among them. Results are new arrays, or views of what is given, as
NumPy's are: JAX itself returns an array as it is where there is nothing to do.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from autograph.operators import array_statements
from autograph.operators.array_items import check_places, rows_at
from autograph.operators.array_stores import as_tensor
from autograph.operators.effects import is_logging, new, stands_for
from autograph.operators.raising import require
from autograph.staging import backend_of

#: Functions of so many arrays, which come first among the arguments, and of lists of numbers in their place.
_OF_ARRAYS = {
    1: """
    sum prod max min amax amin mean any all argmax argmin cumsum cumprod sort std var median ptp count_nonzero nansum
    nanprod nanmax nanmin nanmean abs negative positive square sqrt cbrt exp exp2 expm1 log log1p log2 log10 sin cos tan
    sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh fabs sign trunc floor ceil rint round around degrees
    radians rad2deg deg2rad isnan isinf isfinite logical_not invert zeros_like ones_like empty_like roll tile pad diff
    ediff1d gradient trapezoid tril triu trace sinc signbit conjugate angle unwrap cov
    corrcoef linspace vander size shape ndim iscomplexobj copy linalg.norm linalg.det linalg.eigvalsh
    """,
    2: """
    logical_and logical_or logical_xor add subtract multiply divide maximum minimum fmax fmin hypot arctan2 equal
    not_equal less less_equal greater greater_equal full_like dot inner outer vdot matmul tensordot kron cross
    isclose allclose array_equal heaviside copysign logaddexp fmod mod floor_divide divmod float_power
    bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm polyval searchsorted digitize isin
    take_along_axis append
    """,
    3: "interp",
}  # fmt: skip

#: Those whose results may be views of what they are given.
_VIEWS = """
    asarray reshape ravel expand_dims squeeze transpose swapaxes moveaxis rot90 diag diagonal atleast_1d atleast_2d
    broadcast_to split array_split hsplit vsplit real
"""

#: Functions of several arrays, given as one argument.
_OF_SEVERAL = "concatenate stack vstack hstack dstack column_stack"

#: Methods of arrays that make new ones, where JAX may return the array itself.
_METHODS = "astype flatten conj conjugate round"

# Operands and results


def _arrays(value: Any) -> Any:
    """An argument, of which a list of numbers, or one that holds what is traced, is an array."""
    if isinstance(value, (list, tuple)):
        return jnp.stack([jnp.asarray(_arrays(part)) for part in value]) if _has_traced(value) else _known(value)
    return _known(value) if isinstance(value, (np.ndarray, np.generic)) else value


def _has_traced(value: Any) -> bool:
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(value))


def _known(value: Any) -> Any:
    array = np.asarray(value)
    if array.dtype.kind in "if" and array.size and not _config.jax_enable_x64:
        most = _MOST if array.dtype.kind == "i" else float(np.finfo(np.float32).max)
        sizes = np.abs(array.astype(float))
        if (sizes[np.isfinite(sizes)] > most).any():
            raise TypeError("beyond 32 bits")
    return array


_MOST = 2**31 - 1
_config: Any = jax.config


def _as_numpys(form: Callable[..., Any], makes_a_view: bool = False) -> Callable[..., Any]:
    """A function whose results are new arrays, or views of what it is given."""

    @functools.wraps(form)
    def run(*args: Any, **kwargs: Any) -> Any:
        made = form(*args, **kwargs)
        parts = [part for value in args for part in (value if isinstance(value, (list, tuple)) else (value,))]
        given = [part for part in parts if isinstance(part, (jax.core.Tracer, np.ndarray))]
        if isinstance(made, (list, tuple)):
            return type(made)([_as_numpy(part, given, makes_a_view) for part in made])
        return _as_numpy(made, given, makes_a_view)

    return run


def _as_numpy(made: Any, given: list[Any], is_view: bool) -> Any:
    if is_view and given and is_logging():
        stands_for(made, given)
    return jnp.copy(made) if not is_view and any(made is value for value in given) else made


def _of_arrays(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    def form(*args: Any, **kwargs: Any) -> Any:
        return function(*map(_arrays, args[:count]), *args[count:], **kwargs)

    return form


def _of_several(function: Callable[..., Any]) -> Callable[..., Any]:
    def form(arrays: Any, *axes: Any, **options: Any) -> Any:
        return function([jnp.asarray(_arrays(array)) for array in arrays], *axes, **options)

    return form


# Forms


def _array(object: Any, dtype: Any = None, **options: Any) -> Any:
    return jnp.array(_arrays(object), dtype, **options)


def _where(condition: Any, x: Any, y: Any, /) -> Any:
    return jnp.where(*map(_arrays, (condition, x, y)))


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    return jnp.select([*map(jnp.asarray, condlist)], [*map(jnp.asarray, choicelist)], default)


def _choose(a: Any, choices: Any) -> Any:
    places, options = jnp.asarray(_arrays(a)), [jnp.asarray(_arrays(choice)) for choice in choices]
    is_there = jnp.all((places >= 0) & (places < len(options)))
    _require(places, is_there, ValueError("invalid entry in choice array"))
    return jnp.select([places == place for place in range(len(options))], options, options[-1])


def _within(function: Callable[..., Any], whole: float, error: str) -> Callable[..., Any]:
    """What gives the quantiles of an array, of parts of a whole."""

    def form(a: Any, q: Any, *args: Any, **options: Any) -> Any:
        parts = jnp.asarray(_arrays(q))
        is_there = jnp.all((parts >= 0) & (parts <= whole))
        if isinstance(q, (int, float)) and not 0 <= q <= whole:
            raise ValueError(error)
        _require(parts, is_there, ValueError(error))
        return function(jnp.asarray(_arrays(a)), parts, *args, **options)

    return form


def _without_nans(x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    array = jnp.asarray(_arrays(x))
    for given, infinity in ((posinf, math.inf), (neginf, -math.inf)):
        if given is None and array.dtype.kind == "f":  # NumPy gives the largest number of 64 bits
            error = ValueError("an infinity becomes the largest number of as many bits: say which, `posinf=` [AG053]")
            _require(array, ~jnp.any(array == infinity), error)
    return jnp.nan_to_num(array, copy, nan, posinf, neginf)


def _piecewise(x: Any, condlist: Any, funclist: Any) -> Any:
    """`np.piecewise`, of numbers: a function is called with the elements that it is for."""
    if any(map(callable, funclist)):
        raise TypeError("of numbers only")
    numbers = [*funclist]
    rest = numbers.pop() if len(numbers) > len(condlist) else 0
    choices = [jnp.broadcast_to(number, jnp.shape(x)) for number in reversed(numbers)]
    return jnp.select([*map(jnp.asarray, reversed(condlist))], choices, rest).astype(jnp.asarray(x).dtype)


def _clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    return jnp.clip(_arrays(a), a_min if min is None else min, a_max if max is None else max)


def _at_least_1d(a: Any, /) -> Any:
    return jnp.reshape(a, (1,)) if jnp.ndim(a) == 0 else a  # which is a view of it, or itself


def _flip(m: Any, axis: Any = None) -> Any:
    m = _arrays(m)
    axes = range(m.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    return jax.lax.rev(m, [place % m.ndim for place in axes])  # which is known as a view


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    return jnp.full(shape, fill_value, dtype)


def _power(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _arrays(x1), _arrays(x2)
    if jnp.issubdtype(jnp.result_type(x1, x2), jnp.integer) and not (isinstance(x2, int) and x2 >= 0):
        raise TypeError("of integers only to a known power")  # a negative one is an error
    return jnp.power(x1, x2)


def _reciprocal(x: Any, /) -> Any:
    if not jnp.issubdtype(jnp.result_type(x), jnp.floating):
        raise TypeError("of floats only")
    return jnp.reciprocal(x)


def _truncated(x: Any, /) -> Any:
    return jnp.trunc(_arrays(x))


def _argsort(a: Any, axis: int = -1, kind: Any = None) -> Any:
    return jnp.argsort(_arrays(a), axis)  # which is stable


def _repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    if isinstance(repeats, jax.core.Tracer):
        raise TypeError("a known number of times")
    return jnp.repeat(_arrays(a), _arrays(repeats), axis)


def _taken(a: Any, indices: Any, axis: Any = None) -> Any:
    array, places = jnp.asarray(_arrays(a)), indices if isinstance(indices, int) else jnp.asarray(_arrays(indices))
    array = array.ravel() if axis is None else array
    key = (*[slice(None)] * (0 if axis is None else axis % array.ndim), places)
    check_places(array, key)
    return array[key]


def _rows_at(array: Any, key: Any) -> Any:
    key = tuple(map(_arrays, key)) if isinstance(key, tuple) else _arrays(key)
    check_places(array, key)
    return array[key]


def _deleted(arr: Any, obj: Any, axis: Any = None) -> Any:
    array = jnp.asarray(_arrays(arr))
    array, axis = (array.ravel(), 0) if axis is None else (array, axis)
    if not isinstance(obj, jax.core.Tracer):
        return jnp.delete(array, obj, axis)
    check_places(jnp.moveaxis(array, axis, 0), obj)
    count = array.shape[axis]
    kept = jnp.arange(count - 1)
    return jnp.take(array, kept + (kept >= jnp.where(obj < 0, obj + count, obj)), axis)


def _inserted(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    array, value = jnp.asarray(_arrays(arr)), jnp.asarray(_arrays(values))
    if not isinstance(obj, jax.core.Tracer):
        np.insert(np.zeros(array.shape, bool), obj, False, axis)  # which raises of a place that is not there
        return jnp.insert(array, obj, value, axis)
    array = array.ravel() if axis is None else array
    if array.ndim != 1 or value.ndim != 0:
        raise TypeError("one element of a vector")
    check_places(jnp.append(array, 0), obj)
    place, at = jnp.where(obj < 0, obj + len(array), obj), jnp.arange(len(array) + 1)
    kept = array[jnp.clip(at - (at > place), 0, len(array) - 1)]
    return jnp.where(at == place, value.astype(array.dtype), kept)


def _average(a: Any, axis: Any = None, weights: Any = None) -> Any:
    if weights is None:
        return jnp.average(_arrays(a), axis)
    weights = jnp.asarray(_arrays(weights))
    whole = jnp.sum(weights, axis if weights.ndim == jnp.ndim(a) else None)
    _require(whole, jnp.all(whole != 0), ZeroDivisionError("Weights sum to zero, can't be normalized"))
    return jnp.average(_arrays(a), axis, weights)


def _histogram(a: Any, bins: Any = 10, range: Any = None) -> Any:
    counts, edges = jnp.histogram(_arrays(a), _arrays(bins) if not isinstance(bins, int) else bins, range)
    return counts.astype(int), edges if isinstance(bins, int) else jnp.asarray(_arrays(bins))


def _convolve(a: Any, v: Any, mode: str = "full") -> Any:
    a, v = jnp.asarray(_arrays(a)), jnp.asarray(_arrays(v))
    if "f" in (a.dtype.kind, v.dtype.kind) or 0 in (a.size, v.size):
        return jnp.convolve(a, v, mode)
    short, long = sorted([a, v], key=len)  # of integers JAX makes floats
    shifted = [jnp.pad(long, (place, len(short) - 1 - place)) * short[place] for place in range(len(short))]
    parts = {
        "full": slice(None),
        "same": slice((len(short) - 1) // 2, (len(short) - 1) // 2 + len(long)),
        "valid": slice(len(short) - 1, len(long)),
    }
    return sum(shifted)[parts[mode]]


def _correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    a, v = jnp.asarray(_arrays(a)), jnp.asarray(_arrays(v))
    if "f" not in (a.dtype.kind, v.dtype.kind):
        raise TypeError("of floats only")
    return jnp.correlate(a, v, mode)


def _along_axes(indices: Any, shape: Any) -> Any:
    counts = (shape,) if isinstance(shape, int) else tuple(shape)
    places = jnp.asarray(_arrays(indices))
    _require(places, jnp.all((places >= 0) & (places < math.prod(counts))), ValueError(
        "an index is out of bounds for the array [AG032]"
    ))  # fmt: skip
    return jnp.unravel_index(places, counts)


def _in_a_row(multi_index: Any, dims: Any) -> Any:
    found: Any = 0
    for part, count in zip(multi_index, dims, strict=True):
        places = jnp.asarray(_arrays(part))
        error = ValueError("invalid entry in coordinates array")
        _require(places, jnp.all((places >= 0) & (places < count)), error)
        found = found * count + places
    return found


def _require(value: Any, condition: Any, error: Exception) -> None:
    backend = backend_of(value)
    if backend is not None:
        require(backend, condition, error)


# Linear algebra


def _matrix(a: Any) -> Any:
    """A matrix; that it has no inverse raises, when the program runs, what NumPy raises of it."""
    matrix = jnp.asarray(_arrays(a))
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    _require(matrix, jnp.linalg.det(matrix) != 0, np.linalg.LinAlgError("Singular matrix"))
    return matrix


def _inverse(a: Any) -> Any:
    return jnp.linalg.inv(_matrix(a))


def _solved(a: Any, b: Any) -> Any:
    return jnp.linalg.solve(_matrix(a), jnp.asarray(_arrays(b)))


def _power_of_matrix(a: Any, n: int) -> Any:
    return jnp.linalg.matrix_power(_matrix(a) if n < 0 else jnp.asarray(_arrays(a)), n)


def _cholesky(a: Any) -> Any:
    found = jnp.linalg.cholesky(jnp.asarray(_arrays(a)))
    _require(found, ~jnp.isnan(found).any(), np.linalg.LinAlgError("Matrix is not positive definite"))
    return found


def _einsum(subscripts: str, /, *operands: Any) -> Any:
    return jnp.einsum(subscripts, *[jnp.asarray(_arrays(operand)) for operand in operands])


# Universal functions


def _along_the_first(function: Callable[..., Any]) -> Callable[..., Any]:
    def form(array: Any, axis: Any = 0) -> Any:
        return function(_arrays(array), axis)

    return form


def _outer(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def form(A: Any, B: Any, /) -> Any:
        one, other = jnp.asarray(_arrays(A)), jnp.asarray(_arrays(B))
        return function(one.reshape(one.shape + (1,) * other.ndim), other)

    return form


def _running(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda array, axis=0: jax.lax.associative_scan(function, jnp.asarray(_arrays(array)), axis=axis)


_REDUCING: dict[Any, Any] = {
    np.add: jnp.sum, np.multiply: jnp.prod, np.maximum: jnp.max, np.minimum: jnp.min, np.logical_and: jnp.all,
    np.logical_or: jnp.any,
}  # fmt: skip
_RUNNING: dict[Any, Any] = {np.add: jnp.cumsum, np.multiply: jnp.cumprod}
_RUNNING_EXTREMES: dict[Any, Any] = {np.maximum: jnp.maximum, np.minimum: jnp.minimum}
_EACH_WITH_EACH: dict[Any, Any] = {
    np.add: jnp.add, np.subtract: jnp.subtract, np.multiply: jnp.multiply, np.divide: jnp.divide,
    np.maximum: jnp.maximum, np.minimum: jnp.minimum, np.equal: jnp.equal, np.less: jnp.less, np.greater: jnp.greater,
}  # fmt: skip

# What is asked of single values


def _to_be_stored_to(array: Any, value: Any = None) -> Any:
    """A traced array in place of one, or what is stored to it; None of what NumPy would change on the way."""
    kind = array.dtype.kind if array.dtype in _STORED else ""
    if value is None:
        fits = kind != "i" or array.size == 0 or -_MOST <= array.min() <= array.max() <= _MOST
        return jnp.asarray(array) if kind and fits else None
    made = jnp.asarray(_arrays(value))
    if kind == "i" and made.dtype.kind == "f" and made.ndim == 0:
        _require(made, ~jnp.isnan(made), ValueError("cannot convert float NaN to integer"))
        _require(made, ~jnp.isinf(made), OverflowError("cannot convert float infinity to integer"))
        return made.astype(int)
    return made if made.dtype.kind in _TAKEN[kind] else None


_STORED = frozenset(map(np.dtype, (np.float64, np.float32, np.int64, np.int32, np.bool_)))
#: Of what kinds numbers are that an array of a kind takes as they are.
_TAKEN = {"f": "fib", "i": "ib", "b": "b"}


def _listed(x: Any) -> Any:
    return x if x.ndim == 0 else new([_listed(x[place]) for place in range(x.shape[0])])


def _item(x: Any, *places: Any) -> Any:
    if not places:
        return jnp.reshape(x, ())
    return x[places] if len(places) > 1 else x.ravel()[places[0]]


def _to(kind: Any) -> Callable[[Any], Any]:
    return lambda x, /: jnp.asarray(_arrays(x)).astype(kind)


#: Kinds of numbers of NumPy, and those of Python's: JAX has them in the width that it is set to.
_KINDS = {np.float64: float, np.float32: float, np.int64: int, np.int32: int, np.bool_: bool}


_TRACED: Any = jax.core.Tracer


def _named(module: Any, name: str) -> Any:
    return operator.attrgetter(name)(module)


_FORMS: dict[Any, Callable[..., Any]] = {
    **{
        _named(np, name): _of_arrays(_named(jnp, name), count)
        for count, names in _OF_ARRAYS.items()
        for name in names.split()
    },
    **{getattr(np, name): _of_several(getattr(jnp, name)) for name in _OF_SEVERAL.split()},
    **{kind: _to(like) for kind, like in _KINDS.items()},
    **{f.reduce: _along_the_first(form) for f, form in _REDUCING.items()},
    **{f.accumulate: _along_the_first(form) for f, form in _RUNNING.items()},
    **{f.accumulate: _running(form) for f, form in _RUNNING_EXTREMES.items()},
    **{f.outer: _outer(form) for f, form in _EACH_WITH_EACH.items()},
    np.array: _array, np.where: _where, np.select: _select, np.choose: _choose, np.piecewise: _piecewise,
    np.clip: _clip, np.full: _full, np.power: _power, np.reciprocal: _reciprocal, np.fix: _truncated,
    np.argsort: _argsort, np.repeat: _repeat, np.take: _taken, np.delete: _deleted, np.insert: _inserted,
    np.convolve: _convolve, np.correlate: _correlate,
    np.average: _average, np.histogram: _histogram, np.unravel_index: _along_axes, np.ravel_multi_index: _in_a_row,
    np.meshgrid: lambda *xi, **options: tuple(jnp.meshgrid(*map(_arrays, xi), **options)), np.einsum: _einsum,
    np.linalg.inv: _inverse, np.linalg.solve: _solved, np.linalg.matrix_power: _power_of_matrix,
    np.percentile: _within(jnp.percentile, 100.0, "Percentiles must be in the range [0, 100]"),
    np.quantile: _within(jnp.quantile, 1.0, "Quantiles must be in the range [0, 1]"), np.nan_to_num: _without_nans,
    np.linalg.cholesky: _cholesky, rows_at: _rows_at,
}  # fmt: skip

_FORMS_OF_VIEWS: dict[Any, Callable[..., Any]] = {
    **{getattr(np, name): _of_arrays(getattr(jnp, name), 1) for name in _VIEWS.split()},
    np.atleast_1d: _at_least_1d, np.flip: _flip, np.flipud: lambda m, /: _flip(m, 0),
    np.fliplr: lambda m, /: _flip(m, 1),
}  # fmt: skip


def _method_of_known(name: str) -> Callable[..., Any]:
    """What a method of an array that is known does where it is given what is traced."""
    return lambda array, *args, **kwargs: getattr(jnp.asarray(_arrays(array)), name)(*map(_arrays, args), **kwargs)


_METHODS_OF_KNOWN = "dot clip searchsorted sum mean max min argmax argmin cumsum round take".split()  # noqa: SIM905

#: What runs in place of functions of NumPy, and of the methods of its arrays.
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{function: _as_numpys(form) for function, form in _FORMS.items()},
    **{function: _as_numpys(form, makes_a_view=True) for function, form in _FORMS_OF_VIEWS.items()},
    **{getattr(np.ndarray, name): _as_numpys(_method_of_known(name)) for name in _METHODS_OF_KNOWN},
    **{getattr(_TRACED, name): _as_numpys(getattr(_TRACED, name)) for name in _METHODS.split()},
    _TRACED.tolist: _listed, _TRACED.item: _item, _TRACED.take: _as_numpys(_taken),
    np.copyto: array_statements.copy_to, np.fill_diagonal: array_statements.fill_diagonal,
    np.ndarray.fill: array_statements.fill, as_tensor: _to_be_stored_to,
    np.isscalar: lambda element: isinstance(element, jax.Array) and element.ndim == 0,
}  # fmt: skip
