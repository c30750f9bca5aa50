"""Lists of staged length on the runtime: `TensorList`s hold their elements, and the operations of tensors take them.

The list itself is `autograph.operators.lists.StagedList`. Where a tensor is wanted it is the elements, stacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from autograph.operators.dicts import StagedDict
from autograph.operators.lists import StagedList
from autograph.operators.tables import Table
from autograph.staging import backend_of
from runtime.control.python_function import numpy_function
from runtime.core import dtypes, nest
from runtime.core.specs import TensorSpec
from runtime.library import assembling, creation, elementwise, indexing, logic, reduction, shaping
from runtime.state import tensor_list
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def new_buffer() -> Any:
    """A list without elements."""
    return apply(tensor_list.RESERVE, (convert_to_tensor(0),))


def of_row(rows: Sequence[Sequence[int]], position: Any, dtype: Any) -> Any:
    """A list of the numbers of one of several rows, by its position."""
    return apply(tensor_list.UNSTACK, (indexing.gather(convert_to_tensor(rows, dtype), position),))


#: The dtypes of what Python computes.
_COMPUTED = {int: dtypes.int32, list: dtypes.int32, float: dtypes.float32, bool: dtypes.bool}


def computed(function: Callable[..., Sequence[Any]], operands: Sequence[Any], results: Sequence[type]) -> list[Any]:
    """What a function makes of numbers and of lists of integers, which are their lengths and buffers."""
    of_integers = {"spec": TensorSpec((), dtypes.int32), "size": None}
    given: list[Any] = []
    for operand in operands:
        is_list = type(operand) is tuple
        given += [apply(tensor_list.STACK, (operand[1],), of_integers), _position(operand[0])] if is_list else [operand]
    are_lists = [type(operand) is tuple for operand in operands]

    def run(*values: Any) -> list[Any]:
        rest = iter(values)
        made = function(*[_integers(next(rest), next(rest)) if is_list else next(rest)[()] for is_list in are_lists])
        return [np.array(value, _COMPUTED[type_].as_numpy_dtype) for value, type_ in zip(made, results, strict=True)]

    specs = [TensorSpec((None,) if type_ is list else (), _COMPUTED[type_]) for type_ in results]
    found = numpy_function(run, given, specs, stateful=False)
    return [
        apply(tensor_list.UNSTACK, (value,)) if type_ is list else value
        for value, type_ in zip(found, results, strict=True)
    ]


def _integers(values: np.ndarray, length: np.ndarray) -> list[int]:
    numbers: list[int] = values[:length].tolist()
    return numbers


def read(buffer: Any, position: Any, spec: TensorSpec) -> Any:
    """The element at a position."""
    return apply(tensor_list.GET, (buffer, _position(position)), {"spec": spec})


def written(buffer: Any, position: Any, value: Any) -> Any:
    """The list with another element at a position."""
    return apply(tensor_list.SET, (buffer, _position(position), value), {"resizable": True})


def position_of(rows: Iterable[tuple[Any, Any, TensorSpec]], length: Any) -> Any:
    """The first position below a length, or one from there on, where each list has its value."""
    same: Any = None
    for buffer, value, spec in rows:
        held = apply(tensor_list.STACK, (buffer,), {"spec": spec, "size": None})
        if same is None:
            same = creation.range(shaping.shape(held)[0]) < _position(length)
        same = same & logic.equal(held, value)
    return shaping.cast(reduction.argmax(assembling.concat([shaping.cast(same, dtypes.int32), [1]], 0)), dtypes.int32)


def part(buffer: Any, start: Any, step: Any, count: Any) -> Any:
    """A list of some elements of another."""
    return apply(tensor_list.PART, (buffer, *map(_position, (start, step, count))))


def joined(buffer: Any, length: Any, other: Any, count: Any) -> Any:
    """A list of so many elements of a list, and so many of another behind them."""
    return apply(tensor_list.JOIN, (buffer, _position(length), other, _position(count)))


def first_unlike(buffer: Any, place: Any, other: Any, length: Any, spec: TensorSpec) -> Any:
    """The first number below a length of which a list, read from a place on, differs from another; or the length."""
    held, others = (apply(tensor_list.STACK, (values,), {"spec": spec, "size": None}) for values in (buffer, other))
    length = _position(length)
    read = held[_position(place) :][:length]
    length = elementwise.minimum(length, shaping.shape(read)[0])
    differs = shaping.cast(logic.not_equal(read, others[:length]), dtypes.int32)
    return shaping.cast(reduction.argmax(assembling.concat([differs, [1]], 0)), dtypes.int32)


def digits(number: Any, base: int, room: int) -> tuple[Any, Any]:
    """How many digits an integer has, and their codes."""
    number = shaping.cast(number, dtypes.int64)
    left = logic.where(number < 0, number, -number)  # the smallest of all has no opposite
    places, rests = np.arange(room), left
    for half in (places // 2, places - places // 2):  # the powers themselves may be too large
        rests = (rests + (base**half - 1)) // base**half
    digits = (rests + (base - 1)) // base * base - rests
    count = elementwise.maximum(reduction.reduce_sum(shaping.cast(rests < 0, dtypes.int32)), 1)
    codes = indexing.gather(convert_to_tensor([*b"0123456789abcdef"], dtypes.int32), digits)
    return count, apply(tensor_list.UNSTACK, (assembling.reverse(codes[:count], [0]),))


def as_dtype(buffer: Any, spec: TensorSpec, dtype: Any) -> Any:
    """The list with its elements cast."""
    stacked = apply(tensor_list.STACK, (buffer,), {"spec": spec, "size": None})
    return apply(tensor_list.UNSTACK, (shaping.cast(stacked, dtype),))


def filled(buffer: Any, spec: TensorSpec, value: Any) -> Any:
    """A list of as many elements, all of which are some value; of lists, of as many that were not set."""
    count = shaping.shape(apply(tensor_list.STACK, (buffer,), {"spec": spec, "size": None}))[0]
    if value.dtype is dtypes.variant:
        return apply(tensor_list.RESERVE, (count,))
    sizes = assembling.concat([[count], shaping.shape(value)], 0)
    return apply(tensor_list.UNSTACK, (assembling.broadcast_to(value, sizes),))


def _position(position: Any) -> Any:
    return shaping.cast(convert_to_tensor(position), dtypes.int32)


def _stacked(values: StagedList, axis: int = 0) -> Any:
    """The elements along a new dimension."""
    spec = _spec(values)
    stacked = apply(tensor_list.STACK, (values.buffers[0],), {"spec": spec, "size": None})
    stacked = stacked[: shaping.cast(convert_to_tensor(values.length), dtypes.int32)]
    if axis == 0:
        return stacked
    rank = stacked.shape.rank
    if rank is None:
        raise ValueError("a list whose elements are of unknown rank can only be stacked along axis 0")
    order = [*range(1, rank)]
    order.insert(axis if axis >= 0 else rank + axis, 0)
    return shaping.transpose(stacked, order)


def _concatenated(values: StagedList, axis: Any = 0) -> Any:
    """The elements joined along their first dimension."""
    if axis != 0:
        raise ValueError("a list of staged length can only be concatenated along axis 0")
    spec = _spec(values)
    if backend_of(values.length) is not None:
        return shaping.reshape(_stacked(values), [-1, *[d or -1 for d in (spec.shape.dims or ())[1:]]])
    return apply(tensor_list.CONCAT, (values.buffers[0],), {"spec": spec})


def _spec(values: StagedList) -> TensorSpec:
    """The type of the elements, where these are tensors."""
    spec = getattr(values.form.types[0], "spec", None)
    if spec is None or values.form.node.kind is not None:
        raise TypeError(f"{values!r} has elements that are not tensors, and cannot be one")
    return spec


def _as_tensor(values: StagedList, dtype: Any = None, name: Any = None) -> Any:
    stacked = _stacked(values)
    return stacked if dtype is None else convert_to_tensor(stacked, dtype=dtype)


nest.register_leaf(StagedDict)
nest.register_leaf(Table)
StagedList.staged_stack = _stacked  # type: ignore[attr-defined]
StagedList.staged_concat = _concatenated  # type: ignore[attr-defined]
StagedList.__tf_tensor__ = _as_tensor  # type: ignore[attr-defined]
