"""Changes of arrays of NumPy where they stand: `a[i] = v`, `a += y`, of arrays and of tensors that stand for one.

What is known is done to the array itself, where the program does it once and for all. Where something is staged, or the
program may do it any number of times or never, everything that has the array gets another in its place: a tensor, or an
array (see `autograph.operators.array_holders`).
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from autograph.operators import effect_errors, value_errors
from autograph.operators.array_holders import take_place
from autograph.operators.arrays import OPERATIONS, is_array
from autograph.operators.choices import later
from autograph.operators.effects import is_conditional_for, logs
from autograph.operators.either import Either
from autograph.operators.frames import acts_for_program
from autograph.operators.kinds import kind_of
from autograph.operators.presence import settled
from autograph.operators.shared_arrays import (
    check_no_views,
    check_not_stale,
    is_element_of,
    is_tensor_of_items,
    note_change,
    possible_values,
    uses_numpy,
)
from autograph.operators.structures import Optional, changes_in_place
from autograph.staging import Backend, backend_for, backend_of

#: What stages that an item is stored to which a tensor does not have, where that is an error of the program.
place_checks: list[Callable[[Any, Any], None]] = []


def as_tensor(array: Any, value: Any = None) -> Any:
    """Stands in tables for what makes a tensor of an array, or of what is to be stored to one; None if none can be."""


def parts_of_index(key: Any) -> Iterable[Any]:
    """What an index of an array consists of."""
    parts = key if isinstance(key, tuple) else (key,)
    slices = [part for part in parts if type(part) is slice]
    return [*parts, *(bound for part in slices for bound in (part.start, part.stop, part.step))]


def backend_of_parts(*values: Any) -> Backend | None:
    """On which something is staged that is in the index of an array, or in what is stored to it."""
    return next(filter(None, map(backend_of, _leaves(values))), None)


def _leaves(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if type(value) in (list, tuple):
            yield from _leaves(value)
        elif type(value) is slice:
            yield from (value.start, value.stop, value.step)
        else:
            yield value


def settled_places(key: Any) -> Any:
    """What is in the brackets of an array. It has to be known of each part whether that is None, for one more axis."""
    if type(key) is tuple:
        return tuple(map(settled_places, key))
    if type(key) is slice:
        return slice(*map(settled_places, (key.start, key.stop, key.step)))
    key = settled(key)
    if type(key) is Optional:
        value_errors.may_be_none(key, "an index of an array")
    return key


def with_arrays(tensor: Any, key: Any) -> Any:
    """What is in the brackets of a tensor, in which arrays stand for lists of places."""
    if type(key) is tuple:
        return tuple([with_arrays(tensor, part) for part in key])
    if type(key) is not list or not logs() or not uses_numpy(logs()[0].origins):
        return key
    backend: Any = backend_of(tensor)
    make = backend.builtins.get(sys.modules["numpy"].array)
    return key if make is None else make(key)


def takes_items(holder: Any) -> bool:
    """Whether a value is an array of NumPy, or what is staged and does not change where it stands."""
    return item_store(holder) is not None or is_array(holder)


def item_store(holder: Any) -> Callable[[Any, Any, Any], Any] | None:
    """What makes of a staged value another, which has an item; None for what is not staged, or changes itself."""
    held = holder.value if type(holder) is Optional else holder
    if type(held) is Either:
        return None
    backend = backend_for(holder) if is_array(held) else backend_for(held)
    return None if backend is None or changes_in_place(held) else backend.builtins.get(operator.setitem)


@acts_for_program
class ItemsOfArray:
    """An array, or a tensor that stands for one, for a store to an item of it."""

    __slots__ = ("array",)

    def __init__(self, array: Any):
        object.__setattr__(self, "array", array)

    def __getitem__(self, key: Any) -> Any:
        key = settled_places(key)
        for check in place_checks:
            check(self.array, key)
        value = later["indexed"](self.array)[key]
        return value.copy() if is_array(value) else value  # which is stored afterwards

    def __setitem__(self, key: Any, value: Any) -> None:
        array, key = self.array, settled_places(key)
        if logs():
            check_not_stale(logs()[0].origins, value)
        if not is_array(array):
            for check in place_checks:
                check(array, key)
            store: Any = item_store(array)
            put(array, store(array, with_arrays(array, key), value))
        elif (backend := backend_of_parts(key, value)) is not None:
            put(array, _with_item(backend, array, key, value))
        elif _is_done_once(array):
            if logs():
                logs()[-1].writes(array)
            array[key] = value
        else:
            made = array.copy()
            made[key] = value
            put(array, made)

    def __delitem__(self, key: Any) -> None:
        del self.array[key]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.array, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _OF_ARRAYS and not is_array(self.array):
            effect_errors.attribute_in_place(name)
        if is_array(self.array) and logs():
            logs()[-1].writes(self.array)
        setattr(self.array, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.array, name)


#: Attributes that change an array of NumPy where it stands.
_OF_ARRAYS = frozenset({"data", "dtype", "flat", "imag", "real", "shape", "strides"})


def _is_done_once(array: Any) -> bool:
    """Whether what the program does to an array now it does once, whichever paths are taken, and is all there is to do.

    What has been made of it may be a view of it, and a tensor.
    """
    return not logs() or not (is_conditional_for(array) or logs()[-1].is_frozen(array))


def _with_item(backend: Backend, array: Any, key: Any, value: Any) -> Any:
    """An array, as a tensor, with another item."""
    make = backend.builtins.get(as_tensor)
    tensor = None if make is None else make(array)
    item = None if make is None or tensor is None else make(array, value)
    if item is None:
        effect_errors.array_holds_no_tensors()
    for check in place_checks:
        check(tensor, key)
    return backend.builtins[operator.setitem](tensor, with_arrays(tensor, key), item)


def put(array: Any, made: Any) -> None:
    """Has all that have an array have another in its place, which nobody can tell from a change where it stands."""
    if not logs():
        take_place(array, made)
        return
    origins = logs()[0].origins
    check_no_views(origins, array)
    mark_stored(array)
    note_change(origins, array)
    if is_array(made):
        logs()[-1].bears(made)
    take_place(array, made)


def mark_stored(array: Any) -> None:
    """Takes note that an array is changed in place, in all regions around: a loop may be around a branch."""
    for region in logs():
        region.stored[id(array)] = array


# `a += y`


def updates_array(holder: Any) -> bool:
    """Whether an augmented assignment of a value changes that where it stands, for all who have it."""
    if is_array(holder):
        return holder.ndim > 0
    return bool(logs()) and any(map(is_tensor_of_items, possible_values(holder))) and uses_numpy(logs()[0].origins)


@acts_for_program
def in_place(array: Any, symbol: str, value: Any, holder: Any = None) -> Any:
    """What an augmented assignment gives a variable or a part of a holder that has an array, or a tensor for one."""
    operation = OPERATIONS[symbol]
    if is_array(array) and backend_of_parts(value) is None and _is_done_once(array):
        if logs():
            logs()[-1].writes(array)
        return operation(array, value)
    _check_update(array, symbol, value)
    made = operation(array.copy() if is_array(array) else array, value)
    if not logs():
        return made
    _check_shape(array, made)
    if is_element_of(logs()[0].origins, array, holder):
        check_no_views(logs()[0].origins, array, holder)  # the list is stored to afterwards
    else:
        put(array, made)
    return made


@acts_for_program
def _check_update(array: Any, symbol: str, value: Any) -> None:
    """Raises what NumPy raises of an augmented assignment to an array: it keeps its dtype and its shape."""
    backend = backend_of(value) or backend_of(array)
    types: list[Any] = [None if backend is None else backend.type_of(operand) for operand in (array, value)]
    if not all(hasattr(type_, "shape") for type_ in types):
        return
    numpy = sys.modules["numpy"]
    one, other = (numpy.full([size or 1 for size in _known(type_.shape)], _ONES[kind_of(type_)]) for type_ in types)
    try:
        with numpy.errstate(all="ignore"):
            OPERATIONS[symbol](one, other if other.ndim else other[()].item())
    except (TypeError, ValueError) as error:
        raise error.with_traceback(None) from None  # which the program raises


def _known(shape: Any) -> Iterable[Any]:
    return () if getattr(shape, "rank", 0) is None else shape


_ONES = {"float": 1.0, "int": 1, "bool": True, "complex": 1j}


@acts_for_program
def _check_shape(array: Any, made: Any) -> None:
    """Raises what NumPy raises where the result of an operation is larger than the array that it is to be."""
    before, after = (tuple(_known(getattr(value, "shape", ()))) for value in (array, made))
    if len(after) > len(before) > 0 or any(
        a is not None and b is not None and a != b for a, b in zip(before, after, strict=False)
    ):
        text = f"non-broadcastable output operand with shape {before} doesn't match the broadcast shape {after}"
        raise ValueError(text)


@acts_for_program
class Operand:
    """The operand of `a += y`, where others than the variable have the array, or it does not change itself."""

    __slots__ = ("array", "symbol", "value")
    #: NumPy leaves the operation to it.
    __array_priority__ = 1000

    def __init__(self, array: Any, symbol: str, value: Any):
        self.array = array
        self.symbol = symbol
        self.value = value

    def _result(self, _: Any) -> Any:
        return in_place(self.array, self.symbol, self.value)


class UpdatedArray:
    """An array in an attribute or an item, while an augmented assignment updates it."""

    __slots__ = ("array", "holder")

    def __init__(self, array: Any, holder: Any):
        self.array = array
        self.holder = holder


def _in_place(symbol: str) -> Callable[[Any, Any], Any]:
    def update(self: UpdatedArray, value: Any) -> Any:
        return in_place(self.array, symbol, value, self.holder)

    return update


for _symbol, _operation in OPERATIONS.items():
    setattr(UpdatedArray, f"__{_operation.__name__}__", _in_place(_symbol))
    setattr(Operand, f"__r{_operation.__name__[1:].strip('_')}__", Operand._result)
