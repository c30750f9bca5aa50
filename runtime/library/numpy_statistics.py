"""What NumPy computes of all elements of an array, or of those along an axis: sums, extremes, means, orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.library import assembling, elementwise, logic, reduction, shaping, sorting
from runtime.library.array_lengths import check_not_empty
from runtime.library.numpy_calls import CALLED
from runtime.library.numpy_operands import array, as_type, flat, number, rank_of, real, size, together, truth
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


# Order


def ordered(a: Any, axis: Any = -1, kind: Any = None, *, stable: Any = None) -> Any:
    """The elements along an axis in order."""
    x = flat(array(a)) if axis is None else array(a)
    return shaping.cast(sorting.sort(number(x), 0 if axis is None else axis), x.dtype)


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
    "argsort": CALLED["argsort"],
}

#: Functions of NumPy by the names that they have there.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **STATISTICS, "amax": STATISTICS["max"], "amin": STATISTICS["min"], "sort": ordered,
}  # fmt: skip
