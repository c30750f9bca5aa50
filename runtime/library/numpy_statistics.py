"""What NumPy computes of all elements of an array, or of those along an axis: sums, means, orders, histograms."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograph.operators.raising import require
from autograph.staging import backend_of
from runtime.core import dtypes
from runtime.ir.values import is_tensor
from runtime.library import (
    assembling,
    creation,
    elementwise,
    indexing,
    linear_algebra,
    logic,
    matrix,
    reduction,
    shaping,
    sorting,
)
from runtime.library.array_lengths import check_not_empty, check_they_meet, makes_a_length, sizes
from runtime.library.numpy_operands import (
    array,
    as_type,
    flat,
    floats,
    number,
    rank_of,
    real,
    shape_of,
    size,
    together,
    truth,
)
from runtime.tensor.conversion import convert_to_tensor

# Sums and their like


def _folding(
    reduce: Callable[..., Any], prepared: Callable[[Any], Any], nothing: Any, joined: Callable[[Any, Any], Any]
) -> Callable[..., Any]:
    """A function that folds the elements of an array.

    Args:
        reduce: the operation.
        prepared: what makes its operand of an array.
        nothing: what changes no result.
        joined: what makes a result of two.
    """

    def form(
        a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False, initial: Any = None, where: Any = None
    ) -> Any:
        x = prepared(array(a)) if dtype is None else as_type(array(a), dtype)
        if where is not None:
            held = assembling.broadcast_to(truth(array(where)), shaping.shape(x))
            x = logic.where(held, x, shaping.cast(convert_to_tensor(nothing), x.dtype))
        found = reduce(x, axis=axis, keepdims=keepdims)
        return found if initial is None else joined(*together(found, initial))

    return form


def _extreme(reduce: Callable[..., Any], name: str, joined: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def form(a: Any, axis: Any = None, *, keepdims: bool = False, initial: Any = None) -> Any:
        x = array(a)
        if initial is None:
            check_not_empty(x, axis, f"zero-size array to reduction operation {name} which has no identity")
        found = reduce(number(x) if x.dtype is dtypes.bool else x, axis=axis, keepdims=keepdims)
        found = shaping.cast(found, x.dtype)
        return found if initial is None else joined(*together(found, initial))

    return form


def _quantified(reduce: Callable[..., Any]) -> Callable[..., Any]:
    def form(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return reduce(truth(array(a)), axis=axis, keepdims=keepdims)

    return form


def _place(find: Callable[..., Any], name: str) -> Callable[..., Any]:
    def form(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        x = number(array(a))
        check_not_empty(x, axis, f"attempt to get {name} of an empty sequence")
        if axis is None:
            found = find(flat(x), 0, output_type=dtypes.int32)
            return shaping.reshape(found, [1] * rank_of(x)) if keepdims else found
        found = find(x, axis, output_type=dtypes.int32)
        return shaping.expand_dims(found, axis) if keepdims else found

    return form


def _so_far(of_all: Callable[..., Any]) -> Callable[..., Any]:
    def form(a: Any, axis: Any = None, dtype: Any = None) -> Any:
        x = number(array(a)) if dtype is None else as_type(array(a), dtype)
        return of_all(flat(x), 0) if axis is None else of_all(x, axis)

    return form


def mean(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
    """The mean; that of nothing is nan."""
    x = real(array(a)) if dtype is None else as_type(array(a), dtype)
    return reduction.reduce_mean(x, axis=axis, keepdims=keepdims)


def variance(a: Any, axis: Any = None, *, ddof: Any = 0, keepdims: bool = False) -> Any:
    """The mean of the squared distances from the mean."""
    x = real(array(a))
    squares = elementwise.square(x - reduction.reduce_mean(x, axis=axis, keepdims=True))
    count = size(x) // size(reduction.reduce_mean(x, axis=axis))
    return reduction.reduce_sum(squares, axis=axis, keepdims=keepdims) / shaping.cast(count - ddof, x.dtype)


def deviation(a: Any, axis: Any = None, *, ddof: Any = 0, keepdims: bool = False) -> Any:
    """The root of the variance."""
    return elementwise.sqrt(variance(a, axis, ddof=ddof, keepdims=keepdims))


def average(a: Any, axis: Any = None, weights: Any = None) -> Any:
    """The mean, in which each element has a weight."""
    x = real(array(a))
    if weights is None:
        return reduction.reduce_mean(x, axis=axis)
    x, weights = floats(x, weights)
    if rank_of(weights) == 1 and rank_of(x) > 1:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        weights = shaping.reshape(weights, [-1 if place == axis % rank_of(x) else 1 for place in range(rank_of(x))])
        weights = assembling.broadcast_to(weights, shaping.shape(x))
    whole = reduction.reduce_sum(weights, axis=axis)
    backend: Any = backend_of(whole)
    if backend is not None:
        error = ZeroDivisionError("Weights sum to zero, can't be normalized")
        require(backend, reduction.reduce_all(logic.not_equal(whole, 0)), error)
    return reduction.reduce_sum(x * weights, axis=axis) / whole


def spread(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The largest less the least."""
    return STATISTICS["max"](a, axis, keepdims=keepdims) - STATISTICS["min"](a, axis, keepdims=keepdims)


def counted(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """How many elements are not 0."""
    return reduction.reduce_sum(shaping.cast(truth(array(a)), dtypes.int32), axis=axis, keepdims=keepdims)


def _without_nans(name: str, nothing: float) -> Callable[..., Any]:
    def form(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        x = array(a)
        if not x.dtype.is_floating:
            return STATISTICS[name](x, axis, keepdims=keepdims)
        is_nan = logic.is_nan(x)
        found = STATISTICS[name](logic.where(is_nan, shaping.cast(nothing, x.dtype), x), axis, keepdims=keepdims)
        if math.isinf(nothing):  # of nothing but nans it is one
            found = logic.where(
                reduction.reduce_all(is_nan, axis=axis, keepdims=keepdims), shaping.cast(math.nan, x.dtype), found
            )
        return found

    return form


def mean_without_nans(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The mean of the elements that are numbers."""
    x = real(array(a))
    is_there = logic.logical_not(logic.is_nan(x))
    total = reduction.reduce_sum(logic.where(is_there, x, shaping.zeros_like(x)), axis=axis, keepdims=keepdims)
    return total / reduction.reduce_sum(shaping.cast(is_there, x.dtype), axis=axis, keepdims=keepdims)


# Order


def ordered(a: Any, axis: Any = -1, kind: Any = None, *, stable: Any = None) -> Any:
    """The elements along an axis in order."""
    x = array(a)
    return shaping.cast(
        sorting.sort(flat(number(x)) if axis is None else number(x), axis if axis is not None else 0), x.dtype
    )


def order(a: Any, axis: Any = -1, kind: Any = None, *, stable: Any = None) -> Any:
    """The places of the elements along an axis, in their order."""
    x = number(array(a))
    return sorting.argsort(flat(x) if axis is None else x, axis if axis is not None else 0, stable=True)


def median(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """The element in the middle."""
    return _quantiles(a, 0.5, axis, "linear", keepdims, 1.0, "")


def percentile(a: Any, q: Any, axis: Any = None, *, method: str = "linear", keepdims: bool = False) -> Any:
    """What is above so many percent of the elements."""
    _check_is_there(array(a), axis)
    return _quantiles(a, q, axis, method, keepdims, 100.0, "Percentiles must be in the range [0, 100]")


def quantile(a: Any, q: Any, axis: Any = None, *, method: str = "linear", keepdims: bool = False) -> Any:
    """What is above such a part of the elements."""
    _check_is_there(array(a), axis)
    return _quantiles(a, q, axis, method, keepdims, 1.0, "Quantiles must be in the range [0, 1]")


def _check_is_there(x: Any, axis: Any) -> None:
    """Raises, or stages, what NumPy raises of quantiles of nothing; a median of nothing is nan."""
    error = IndexError("index -1 is out of bounds for axis 0 with size 0")
    for count in sizes(x) if axis is None else [sizes(x)[axis]] if isinstance(axis, int) else ():
        if is_tensor(count):
            require(backend_of(count), count > 0, error)  # type: ignore[arg-type]
        elif count == 0:
            raise error


def _quantiles(a: Any, q: Any, axis: Any, method: str, keepdims: bool, whole: float, error: str) -> Any:
    if method != "linear" or not (axis is None or isinstance(axis, int)):
        raise TypeError("along one axis, in between elements only")
    x = real(array(a))
    _check_part(q, whole, error)
    shape = [1] * rank_of(x)
    if axis is None:
        x = flat(x)
    else:
        last = rank_of(x) - 1
        shape = [1 if place == axis % (last + 1) else count for place, count in enumerate(sizes(x))]
        x = shaping.transpose(
            x, [*(place for place in range(last + 1) if place != axis % (last + 1)), axis % (last + 1)]
        )
    part = shaping.cast(array(q), x.dtype) / whole
    lines = sorting.sort(x)
    # Of nothing, and of what has a nan in it, it is nan.
    padding = shaping.cast(creation.fill([*sizes(lines)[:-1], 1], math.nan), x.dtype)
    count = sizes(lines)[-1]
    most = max(count - 1, 0) if isinstance(count, int) else elementwise.maximum(count - 1, 0)
    lines = assembling.concat([lines, padding], -1)
    place = part * shaping.cast(most, x.dtype)
    below = shaping.cast(elementwise.floor(place), dtypes.int32)
    low, high = (
        indexing.gather(lines, below, axis=-1),
        indexing.gather(lines, elementwise.minimum(below + 1, most), axis=-1),
    )
    weight = place - elementwise.floor(place)
    found = logic.where(weight < 0.5, low + (high - low) * weight, high - (high - low) * (1.0 - weight))
    found = logic.where(logic.equal(low, high), low, found)  # of two infinities too
    has_nan = reduction.reduce_any(logic.is_nan(x), axis=-1)
    many = rank_of(part)
    if many:
        has_nan = shaping.expand_dims(has_nan, -1)
    found = logic.where(has_nan, shaping.cast(math.nan, x.dtype), found)
    if many:
        found = shaping.transpose(found, [rank_of(found) - 1, *range(rank_of(found) - 1)])
    if keepdims:
        found = shaping.reshape(found, [*(sizes(part) if many else ()), *shape])
    return found


def _check_part(q: Any, whole: float, error: str) -> None:
    parts = array(q)
    if rank_of(parts) > 1:
        raise TypeError("of numbers, or of a list of such")
    if not is_tensor(q) and not any(map(is_tensor, q if isinstance(q, (list, tuple)) else ())):
        if not (np.asarray(q) >= 0).all() or not (np.asarray(q) <= whole).all():
            raise ValueError(error)
        return
    is_there = reduction.reduce_all(logic.logical_and(parts >= 0, shaping.cast(parts, dtypes.float64) <= whole))
    require(backend_of(parts), is_there, ValueError(error))  # type: ignore[arg-type]


# What there is how often


def searched(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    """Where elements would have to stand in an array that is in order."""
    if sorter is not None or side not in ("left", "right"):
        raise TypeError("without a sorter, to the left or to the right")
    keys, values = together(a, v)
    if rank_of(keys) != 1:
        raise ValueError("object too deep for desired array")
    found = sorting.searchsorted(number(keys), flat(number(values)), side=side)
    return shaping.reshape(found, shaping.shape(values)) if rank_of(values) != 1 else found


def digitized(x: Any, bins: Any, right: bool = False) -> Any:
    """Which of the intervals between some numbers elements are in."""
    edges = np.asarray(bins)  # which are to be known
    if not (np.diff(edges) >= 0).all():
        raise TypeError("of intervals in ascending order only")
    return searched(bins, x, "left" if right else "right")


def occurrences(x: Any, /, weights: Any = None, minlength: Any = 0) -> Any:
    """How often each number from 0 on is there."""
    x = array(x)
    if rank_of(x) != 1 or not x.dtype.is_integer:
        rule = "Cannot cast array data from dtype('float64') to dtype('int64') according to the rule 'safe'"
        raise TypeError(rule)
    makes_a_length()
    x = shaping.cast(x, dtypes.int32)
    backend: Any = backend_of(x)
    if backend is not None:
        error = ValueError("'list' argument must have no negative elements")
        require(backend, reduction.reduce_all(x >= 0), error)
    most = reduction.reduce_max(assembling.concat([x, [-1]], 0)) + 1
    each = shaping.ones_like(x) if weights is None else real(array(weights))
    return reduction.unsorted_segment_sum(each, x, elementwise.maximum(most, minlength))


def histogram(a: Any, bins: Any = 10, range: Any = None) -> tuple[Any, Any]:
    """How many elements are in each of some intervals, and where these begin and end."""
    x = flat(real(array(a)))
    if isinstance(bins, int):
        low, high = _bounds(x) if range is None else range
        x, low, high = floats(x, low, high)
        is_one = shaping.cast(logic.equal(low, high), x.dtype) * 0.5
        low, high = low - is_one, high + is_one
        steps = convert_to_tensor(np.linspace(0.0, 1.0, bins + 1), x.dtype)
        edges = assembling.concat([(low + (high - low) * steps)[:-1], high[None]], 0)
    else:
        given = array(bins)
        x, edges = together(x, bins)
    count = shape_of(edges)[0] - 1
    place = sorting.searchsorted(edges, x, side="right") - 1
    place = logic.where(logic.equal(x, edges[-1]), count - 1, place)
    is_in = logic.logical_and(x >= edges[0], x <= edges[-1])
    place = logic.where(is_in, place, count)
    counts = reduction.unsorted_segment_sum(shaping.ones_like(place), place, count + 1)[:count]
    return counts, edges if isinstance(bins, int) else given


def _bounds(x: Any) -> tuple[Any, Any]:
    """The least and the largest of some numbers; 0 and 1 if there are none."""
    is_empty = logic.equal(shaping.size(x), 0)
    least, most = reduction.reduce_min(x), reduction.reduce_max(x)
    return logic.where(is_empty, shaping.zeros_like(least), least), logic.where(is_empty, shaping.ones_like(most), most)


def different(ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False) -> Any:
    """The elements that differ from each other, in order."""
    x = flat(array(ar))
    makes_a_length()
    ranks = sorting.argsort(number(x), stable=True)
    lines = indexing.gather(x, ranks)
    is_same = logic.equal(lines[1:], lines[:-1])
    if x.dtype.is_floating:  # all that are not numbers count as one
        is_same = logic.logical_or(is_same, logic.logical_and(logic.is_nan(lines[1:]), logic.is_nan(lines[:-1])))
    is_first = assembling.concat([logic.equal(lines[:1], lines[:1]), logic.logical_not(is_same)], 0)
    if x.dtype.is_floating:
        is_first = assembling.concat([shaping.ones_like(is_first[:1]), is_first[1:]], 0)
    starts = shaping.cast(logic.where(is_first)[:, 0], dtypes.int32)
    found: list[Any] = [indexing.gather(lines, starts)]
    if return_index:
        found.append(indexing.gather(ranks, starts))
    if return_inverse:
        numbers = reduction.cumsum(shaping.cast(is_first, dtypes.int32)) - 1
        found.append(shaping.reshape(indexing.gather(numbers, sorting.argsort(ranks)), shaping.shape(array(ar))))
    if return_counts:
        ends = assembling.concat([starts[1:], shaping.shape(x)[:1]], 0)
        found.append(ends - starts)
    return found[0] if len(found) == 1 else tuple(found)


def is_among(element: Any, test_elements: Any, *, invert: bool = False) -> Any:
    """Which elements are among some others."""
    x, others = together(element, test_elements)
    found = reduction.reduce_any(logic.equal(shaping.expand_dims(x, -1), flat(others)), axis=-1)
    return logic.logical_not(found) if invert else found


def union(ar1: Any, ar2: Any) -> Any:
    """The elements that are in either array."""
    return different(assembling.concat([*map(flat, together(ar1, ar2))], 0))


def intersection(ar1: Any, ar2: Any) -> Any:
    """The elements that are in both arrays."""
    one, other = together(ar1, ar2)
    found = different(one)
    return indexing.boolean_mask(found, is_among(found, other))


def difference(ar1: Any, ar2: Any) -> Any:
    """The elements that are in the first array only."""
    one, other = together(ar1, ar2)
    found = different(one)
    return indexing.boolean_mask(found, is_among(found, other, invert=True))


# Distances


def differences(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Each element less the one before it."""
    x = array(a)
    if x.dtype is dtypes.bool or rank_of(x) == 0:
        raise TypeError("of numbers only")
    if prepend is not None or append is not None:
        if rank_of(x) != 1:
            raise TypeError("of a vector only")
        parts = [part for part in (prepend, x, append) if part is not None]
        x = assembling.concat([*map(flat, together(*parts))], 0)
    place = axis % rank_of(x)
    for _ in range(n):
        before, after = ([slice(None)] * place + [part] for part in (slice(None, -1), slice(1, None)))
        x = x[tuple(after)] - x[tuple(before)]
    return x


def slope(f: Any, h: Any = 1.0) -> Any:
    """How steep a function is whose values are given at equal distances."""
    x, h = floats(f, h)
    if rank_of(x) != 1 or rank_of(h) != 0:
        raise TypeError("of a vector, at equal distances")
    if shape_of(x)[0] < 2:
        text = "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are "
        raise ValueError(f"{text}required.")
    inner = (x[2:] - x[:-2]) / (2.0 * h)
    return assembling.concat([((x[1] - x[0]) / h)[None], inner, ((x[-1] - x[-2]) / h)[None]], 0)


def area(y: Any, x: Any = None, dx: Any = 1.0) -> Any:
    """The area below a function, which is straight between the points that are given."""
    y = real(array(y))
    if rank_of(y) != 1:
        raise TypeError("of a vector only")
    if x is None:
        y, width = floats(y, dx)
    else:
        y, places = floats(y, x)
        check_they_meet(y, places)
        width = places[1:] - places[:-1]
    return reduction.reduce_sum(width * (y[1:] + y[:-1]) / 2.0)


def interpolated(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """The values of a function that is straight between the points that are given."""
    x, places, values = floats(x, xp, fp)
    if shape_of(places) != shape_of(values):
        raise ValueError("fp and xp are not of the same length.")
    if shape_of(places)[0] == 0:
        raise ValueError("array of sample points is empty")
    most = shape_of(places)[0] - 1
    low, high = values[0] if left is None else left, values[-1] if right is None else right
    found = values[-1]
    if most:
        below = elementwise.minimum(elementwise.maximum(searched(places, x, "right") - 1, 0), most - 1)
        start, end = indexing.gather(places, below), indexing.gather(places, below + 1)
        first, last = indexing.gather(values, below), indexing.gather(values, below + 1)
        found = (last - first) / (end - start) * (x - start) + first
        found = logic.where(logic.equal(x, places[-1]), values[-1], found)
    found, low, high = floats(found, low, high)
    found = logic.where(x < places[0], low, logic.where(x > places[-1], high, found))
    return logic.where(logic.is_nan(x), x, found)


def covariance(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None) -> Any:
    """How rows vary with each other."""
    x = _rows(m, y, rowvar)
    count = size(x[0])
    ddof = (0 if bias else 1) if ddof is None else ddof
    x = x - reduction.reduce_mean(x, axis=1, keepdims=True)
    found = matrix.matmul(x, linear_algebra.matrix_transpose(x)) / shaping.cast(count - ddof, x.dtype)
    return shaping.reshape(found, []) if shape_of(found) == [1, 1] else found


def correlation(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    """How much rows vary with each other, between -1 and 1."""
    found = covariance(x, y, rowvar)
    if rank_of(found) == 0:
        return found / found
    deviations = elementwise.sqrt(linear_algebra.diag_part(found))
    found = found / deviations[:, None] / deviations[None, :]
    return elementwise.minimum(elementwise.maximum(found, -1.0), 1.0)


def _rows(m: Any, y: Any, rowvar: bool) -> Any:
    parts: Sequence[Any] = floats(m) if y is None else floats(m, y)
    parts = [part[None, :] if rank_of(part) == 1 else part for part in parts]
    if not rowvar and rank_of(array(m)) > 1:
        parts = [*map(linear_algebra.matrix_transpose, parts)]
    return assembling.concat(parts, 0)


def running(of_two: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """What makes of each element what is so of all up to it, by twice as many in each step."""

    def form(array_: Any, axis: int = 0) -> Any:
        x = array(array_)
        others = [place for place in range(rank_of(x)) if place != axis % rank_of(x)]
        x = shaping.transpose(x, [axis % rank_of(x), *others])
        count = shape_of(x)[0]
        step = 1
        while step < count:
            x = assembling.concat([x[:step], of_two(x[step:], x[:-step])], 0)
            step *= 2
        return shaping.transpose(x, np.argsort([axis % len(x.shape), *others]).tolist())

    return form


STATISTICS: dict[str, Callable[..., Any]] = {
    "sum": _folding(reduction.reduce_sum, number, 0, lambda x, y: x + y),
    "prod": _folding(reduction.reduce_prod, number, 1, lambda x, y: x * y),
    "max": _extreme(reduction.reduce_max, "maximum", elementwise.maximum),
    "min": _extreme(reduction.reduce_min, "minimum", elementwise.minimum),
    "any": _quantified(reduction.reduce_any),
    "all": _quantified(reduction.reduce_all),
    "argmax": _place(reduction.argmax, "argmax"),
    "argmin": _place(reduction.argmin, "argmin"),
    "cumsum": _so_far(reduction.cumsum),
    "cumprod": _so_far(reduction.cumprod),
    "mean": mean,
    "var": variance,
    "std": deviation,
    "argsort": order,
    "searchsorted": searched,
}

#: Functions of NumPy by the names that they have there.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **STATISTICS, "amax": STATISTICS["max"], "amin": STATISTICS["min"], "average": average, "ptp": spread,
    "count_nonzero": counted, "nansum": _without_nans("sum", 0.0), "nanprod": _without_nans("prod", 1.0),
    "nanmax": _without_nans("max", -math.inf), "nanmin": _without_nans("min", math.inf), "nanmean": mean_without_nans,
    "sort": ordered, "median": median, "percentile": percentile, "quantile": quantile, "digitize": digitized,
    "bincount": occurrences, "histogram": histogram, "unique": different, "isin": is_among, "union1d": union,
    "intersect1d": intersection, "setdiff1d": difference, "diff": differences, "gradient": slope, "trapezoid": area,
    "interp": interpolated, "cov": covariance, "corrcoef": correlation,
}  # fmt: skip
