"""What Python's builtins do with symbolic tensors, as a table from the builtin to what runs in its place.

`print` is not in it: Python's prints while tracing, `tf.print` when the graph runs.
"""

from __future__ import annotations

import builtins as python
import functools
import math
import numbers
import operator
from collections.abc import Callable, Mapping
from typing import Any

from autograph.operators.calls import call
from autograph.operators.comparisons import in_range
from autograph.operators.mathematics import ELEMENTARY, round_integer
from autograph.operators.origin import raised_by
from runtime.control.functional import map_fn, vectorized_map
from runtime.core import dtypes
from runtime.ir.static_value import constant_value
from runtime.ir.value_types import joined_with_numpys
from runtime.ir.values import is_of_numpy, is_tensor, numpys, of_numpy, weak
from runtime.library import assembling, creation, elementwise, indexing, logic, reduction, shaping, sorting, text
from runtime.library.array_lengths import check_not_empty, stored_where
from runtime.library.control_flow import as_condition, switch_case
from runtime.library.indexing import gather, updated
from runtime.library.iteration import (
    Staged,
    StagedIterable,
    StagedRange,
    backwards,
    enumerated,
    iteration_of,
    mapped,
    zipped,
)
from runtime.library.numpy_functions import FUNCTIONS as OF_NUMPY
from runtime.library.numpy_indexing import has_arrays, with_items_at
from runtime.library.numpy_operands import array
from runtime.library.promotion import met
from runtime.tensor.conversion import convert_to_tensor


def _class_of(x: Any) -> type | None:
    """The class of the Python numbers that a scalar tensor stands for."""
    if not is_tensor(x) or x.shape.rank != 0:
        return None
    if x.dtype is dtypes.bool:
        return bool
    return int if x.dtype.is_integer else float if x.dtype.is_floating else complex if x.dtype.is_complex else None


def _len(x: Any) -> Any:
    if type(x) is Staged:
        raise TypeError(f"object of type {x.name!r} has no len()")
    if isinstance(x, StagedIterable):
        own = getattr(x, "__staged_len__", None)
        return own() if own is not None else weak(elementwise.maximum(iteration_of(x).count(), 0))
    rank = x.shape.rank
    if rank == 0:
        raise TypeError("len requires a tensor that is not a scalar")
    if rank is not None and x.shape[0] is not None:
        return x.shape[0]
    return shaping.shape(x)[0]


def _int(x: Any = 0, base: Any = None) -> Any:
    if base not in (None, 10):
        raise TypeError("int() of a tensor takes no base but 10")
    if x.dtype is dtypes.string:
        return text.to_number(x, dtypes.int32)
    if x.dtype.is_complex:
        raise TypeError("int() argument must be a string, a bytes-like object or a real number, not 'complex'")
    return _of_python(shaping.cast(x, dtypes.int32))


def _float(x: Any = 0.0) -> Any:
    if x.dtype is dtypes.string:
        return text.to_number(x, dtypes.float32)
    if x.dtype.is_complex:
        raise TypeError("float() argument must be a string or a real number, not 'complex'")
    return _of_python(shaping.cast(x, dtypes.float32))


def _bool(x: Any = False) -> Any:
    return _of_python(shaping.cast(x, dtypes.bool)) if x.dtype is not dtypes.string else logic.not_equal(x, b"")


def _of_python(x: Any) -> Any:
    """A tensor that stands for a number of Python's."""
    return shaping.identity(x) if is_of_numpy(x) else x


def _round(number: Any, ndigits: Any = None) -> Any:
    if number.dtype is dtypes.bool:
        number = shaping.cast(number, dtypes.int32)
    if number.dtype.is_integer:
        return number if ndigits is None else round_integer(number, ndigits)
    if ndigits is None:
        return shaping.cast(elementwise.round(number), dtypes.int32)
    scale = 10.0**ndigits
    if number.dtype in (dtypes.float16, dtypes.bfloat16, dtypes.float32):  # whose product of 64 bits is not rounded
        return shaping.cast(elementwise.round(shaping.cast(number, dtypes.float64) * scale) / scale, number.dtype)
    return elementwise.round(number * scale) / scale


def _extreme(
    said_of_nothing: str,
    is_better: Callable[[Any, Any], Any],
    of_tensors: Callable[[Any, Any], Any],
    whole: Callable[..., Any],
) -> Callable[..., Any]:
    def better(best: Any, other: Any) -> Any:
        if not is_tensor(best) and not is_tensor(other):
            return other if is_better(other, best) else best
        comes_from = numpys(best, other)
        best, other = met(best, other)
        if best.shape.rank != 0 or other.shape.rank != 0:
            return of_tensors(best, other)
        found = logic.where(is_better(other, best), other, best)  # as Python has it: of nan, the first stays
        return of_numpy(found, comes_from)

    def function(*values: Any) -> Any:
        if len(values) > 1:
            return functools.reduce(better, values)
        x = _whole(values[0])
        if x.shape.rank == 0:
            raise TypeError("a scalar tensor cannot be looped over")
        check_not_empty(x, 0, said_of_nothing)
        return whole(x, axis=0) if x.shape.rank == 1 else whole(x)

    return function


def _sum(x: Any, /, start: Any = 0) -> Any:
    x = _whole(x)
    total = reduction.reduce_sum(shaping.cast(x, dtypes.int32) if x.dtype is dtypes.bool else x, axis=0)
    total = of_numpy(total, numpys(x))
    return total if not is_tensor(start) and start == 0 else total + start


def _quantified(reduce: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda x: reduce(shaping.cast(x, dtypes.bool))


def _sorted(x: Any, *, key: Any = None, reverse: bool = False) -> Any:
    x = _whole(x)
    if key is None:
        return sorting.sort(x, direction="DESCENDING" if reverse else "ASCENDING")
    keys = vectorized_map(key, x)
    if not is_tensor(keys) or keys.shape.rank != 1:
        raise TypeError("the key of a row must be a number")
    if not reverse:
        return gather(x, sorting.argsort(keys, stable=True))
    # Equal elements stay in order.
    return gather(
        x,
        shaping.shape(keys)[0]
        - 1
        - assembling.reverse(sorting.argsort(assembling.reverse(keys, [0]), stable=True), [0]),
    )


def _first_and_rest(x: Any) -> tuple[Any, Any]:
    """The first element of a staged iterable, and an iterable of the others."""
    part = iteration_of(x)
    if part.asks:
        raise TypeError("how many elements a dataset has turns out when it ends: give reduce() an initial value")
    first = part.element([convert_to_tensor(0)])
    return first, mapped(lambda i: part.element([i]), StagedRange(1, part.count()))


def _filter(function: Any, x: Any) -> Any:
    """The elements that pass: all of them are tested, so the test must not have effects."""
    values = _whole(x)
    if function is None:
        return indexing.boolean_mask(values, shaping.cast(values, dtypes.bool))
    test = call(function)
    return indexing.boolean_mask(values, map_fn(lambda element: as_condition(test(element)), values, dtypes.bool))


def _whole(x: Any) -> Any:
    """A staged iterable as a tensor, where it is one."""
    if isinstance(x, StagedRange):
        return creation.range(x.start, x.stop, x.step)
    if isinstance(x, StagedIterable):
        raise TypeError(f"{x!r} can only be looped over")
    return x


def _divmod(x: Any, y: Any) -> tuple[Any, Any]:
    return x // y, x % y


def _pow(base: Any, exp: Any, mod: Any = None) -> Any:
    power = elementwise.pow(base, exp)
    return power if mod is None else power % mod


def _complex(real: Any, imag: Any = 0.0) -> Any:
    parts = [convert_to_tensor(part, dtype_hint=dtypes.float32) for part in (real, imag)]
    if any(part.dtype.is_complex for part in parts):
        if imag != 0.0:
            raise TypeError("a real or an imaginary part that is complex is not staged")
        return parts[0]
    type_ = dtypes.float64 if dtypes.float64 in [part.dtype for part in parts] else dtypes.float32
    return elementwise.complex(*[shaping.cast(part, type_) for part in parts])


def _iter(x: Any) -> Any:
    """An iterator over a known number of elements, for comprehensions."""
    own = getattr(x, "__staged_iterator__", None)
    if own is not None:
        return own()
    iteration = iteration_of(x)
    count = None if iteration.asks else constant_value(convert_to_tensor(iteration.count()))
    if count is None:
        raise TypeError("the number of elements is known only when the graph runs")
    return iter([iteration.element([convert_to_tensor(i)]) for i in range(int(count))])


def _chosen(values: Any, index: Any, type_: Any) -> Any:
    """One of several values of a type that they have in common; a staged Python number where all are numbers."""
    if type_.dtype is dtypes.variant:
        return switch_case(index, [lambda value=value: value for value in values])  # no tensor has lists for its rows
    if any(map(is_tensor, values)):
        rows = [value if is_tensor(value) else convert_to_tensor(value, type_.dtype) for value in values]
        table = assembling.stack([shaping.cast(row, type_.dtype) for row in rows])
    else:
        table = convert_to_tensor(list(values), type_.dtype)
    chosen = gather(table, index)
    return weak(chosen) if type_.weak else of_numpy(chosen, type_.of_numpy)


def _stored(x: Any, key: Any, value: Any) -> Any:
    if is_of_numpy(x):
        return of_numpy(_stored_to_array(x, key, value), numpys(x))
    if is_tensor(value) and x.dtype.is_floating and (value.dtype.is_floating or value.dtype.is_integer):
        value = shaping.cast(value, x.dtype)
    is_mask = is_tensor(key) and key.dtype is dtypes.bool and key.shape.rank
    if is_mask and is_tensor(value) and value.shape.rank and None in tuple(value.shape):
        return stored_where(x, key, value)
    return updated(x, key, value)


def _stored_to_array(x: Any, key: Any, value: Any) -> Any:
    """An array of NumPy with another item: floats of 64 bits among which one of 32 comes to be have as many."""
    value = array(value)
    kinds = (x.dtype, value.dtype)
    dtype = joined_with_numpys(*kinds, (numpys(x), numpys(value))) if all(kind.is_floating for kind in kinds) else None
    x = x if dtype is None else shaping.cast(x, dtype)
    value = shaping.cast(value, x.dtype)
    return with_items_at(x, key, value) if has_arrays(key) else updated(x, key, value)


def _contains(container: Any, item: Any) -> Any:
    if isinstance(container, StagedRange):
        return in_range(item, *container.bounds)
    return reduction.reduce_any(logic.equal(_whole(container), item))


BUILTINS: Mapping[Callable[..., Any], Callable[..., Any]] = {
    python.len: _len,
    numbers.Number: _class_of,
    python.iter: _iter,
    python.range: StagedRange,
    python.abs: operator.abs,
    python.int: _int,
    python.float: _float,
    python.bool: _bool,
    python.round: _round,
    python.min: _extreme(str(raised_by(python.min, ())), operator.lt, elementwise.minimum, reduction.reduce_min),
    python.max: _extreme(str(raised_by(python.max, ())), operator.gt, elementwise.maximum, reduction.reduce_max),
    python.sum: _sum,
    python.any: _quantified(reduction.reduce_any),
    python.all: _quantified(reduction.reduce_all),
    python.enumerate: enumerated,
    python.zip: zipped,
    python.map: lambda function, *iterables: mapped(call(function), *iterables),
    python.filter: _filter,
    python.reversed: lambda x: backwards(x) if isinstance(x, StagedIterable) else assembling.reverse(x, [0]),
    python.sorted: _sorted,
    functools.reduce: _first_and_rest,
    operator.setitem: _stored,
    operator.contains: _contains,
    operator.getitem: _chosen,
    python.divmod: _divmod,
    python.pow: _pow,
    python.complex: _complex,
    **{getattr(math, name): getattr(elementwise, name) for name in ELEMENTARY if not name.startswith("is")},
    math.isnan: logic.is_nan,
    math.isinf: logic.is_inf,
    math.isfinite: logic.is_finite,
    **OF_NUMPY,
}
