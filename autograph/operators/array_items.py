"""`x[i, :n]` of an array of NumPy, or of a tensor that came of one, where what is in the brackets may be staged."""

from __future__ import annotations

import sys
from typing import Any

from autograph.operators import container_errors
from autograph.operators.array_stores import (
    as_tensor,
    backend_of_parts,
    parts_of_index,
    place_checks,
    settled_places,
    with_arrays,
)
from autograph.operators.choices import is_numeric
from autograph.operators.effects import is_logging, logs, stands_for
from autograph.operators.exits import is_caught
from autograph.operators.formatting import formatted
from autograph.operators.kinds import class_of_number, kind_of
from autograph.operators.presence import optionals_exist
from autograph.operators.raising import can_raise, require
from autograph.operators.shared_arrays import is_tensor_of_items, uses_numpy
from autograph.operators.text import joined
from autograph.staging import Backend, backend_of, backends

#: How many rows an array has at most that a staged index may choose among.
_MOST_ROWS = 4096


def is_table(array: Any) -> bool:
    """Whether an array of NumPy has rows of numbers."""
    shape: Any = getattr(array, "shape", ())
    dtype = getattr(array, "dtype", None)
    return len(shape) > 0 and 0 < shape[0] <= _MOST_ROWS and getattr(dtype, "kind", "") in "biufc"


def part_of(array: Any, key: Any) -> Any:
    """`array[key]` of an array of NumPy. If there is something staged in the key, it is a part of a tensor."""
    parts = parts_of_index(key)
    backend = backend_of_parts(*parts)
    if backend is None or not all(map(_is_a_place, parts)):
        return array[key]
    if any(type(part) is list or is_tensor_of_items(part) for part in parts):
        return _rows_of(backend, array, key)
    tensor = _as_tensor(backend, array)
    if tensor is None:
        return array[key]
    check_places(tensor, key)
    try:
        made = tensor[key]
    except IndexError:
        if any(type(part) is slice for part in (key if type(key) is tuple else (key,))):
            container_errors.length_of_an_array_is_staged()
        raise
    if is_tensor_of_items(made):
        stands_for(made, [array])
        logs()[0].origins.has_lengths = True
    return made


def rows_at(array: Any, key: Any) -> Any:
    """Stands in tables for what reads an array where a mask holds, or at the places that another array has."""


def _rows_of(backend: Backend, array: Any, key: Any) -> Any:
    read = backend.builtins.get(rows_at)
    tensor = None if read is None else _as_tensor(backend, array)
    return array[key] if read is None or tensor is None else read(tensor, key)


def sized(value: Any) -> Any:
    """What has the shape of a value: the value itself, but for an array whose sizes the program computes."""
    if not backends or not is_logging() or not logs()[0].origins.has_lengths or not is_tensor_of_items(value):
        return value
    return _Sized(sizes_of(value)) if None in tuple(value.shape) else value


class _Sized:
    """What stands for an array whose shape is read."""

    __slots__ = ("shape",)

    def __init__(self, shape: tuple[Any, ...]):
        self.shape = shape


def sizes_of(tensor: Any) -> tuple[Any, ...]:
    """The sizes of a tensor along its axes, of which some may be staged."""
    backend: Any = backend_of(tensor)
    return tuple(backend.builtins[sys.modules["numpy"].shape](tensor))


def _as_tensor(backend: Backend, array: Any) -> Any:
    make = backend.builtins.get(as_tensor)
    return None if make is None else make(array)


def _is_a_place(part: Any) -> bool:
    """Whether a part of an index is one of Python's, an array, or a staged integer."""
    if type(part) is list:
        return all(map(_is_a_place, part))
    is_place = class_of_number(part) is int and not is_numeric(part)
    return backend_of(part) is None or is_place or is_tensor_of_items(part)


class IndexedTensor:
    """A tensor about to be read at a place that may be staged, where NumPy raises if the place is not there."""

    __slots__ = ("tensor",)

    def __init__(self, tensor: Any):
        self.tensor = tensor

    def __getitem__(self, key: Any) -> Any:
        key = with_arrays(self.tensor, settled_places(key))
        check_places(self.tensor, key)
        return self.tensor[key]


def is_indexed(tensor: Any) -> bool:
    """Whether what is in the brackets of a tensor is looked at: a list may be in them, a place that is not there, or
    what may be None.
    """
    has_more = is_tensor_of_items(tensor) and (optionals_exist() or uses_numpy(logs()[0].origins))
    return has_more or checks_places(tensor)


def checks_places(tensor: Any) -> bool:
    """Whether a place that a tensor does not have is an error of the program: of one under a handler for it, or one
    that has to do with NumPy.
    """
    if not is_tensor_of_items(tensor):
        return False
    is_numpys = can_raise(backend_of(tensor)) and uses_numpy(logs()[0].origins)  # type: ignore[arg-type]
    return is_numpys or is_caught(IndexError())


def check_places(tensor: Any, key: Any) -> None:
    """Stages that `tensor[key]` raises where NumPy does."""
    backend = backend_of(tensor)
    if backend is None or not checks_places(tensor):
        return
    shape = backend.type_of(tensor).shape  # type: ignore[union-attr]
    if getattr(shape, "rank", 0) is None:
        return
    known = tuple(shape)
    if None in known and logs()[0].origins.has_lengths:
        known = sizes_of(tensor)
    keys = _of_each_axis(key, len(known))
    for axis, (size, part) in enumerate(zip(known, keys, strict=False)):
        if size is not None and is_tensor_of_items(part) and kind_of(backend.type_of(part)) == "int":
            _check_all(backend, part, axis, size)
        is_place = type(part) is int or (class_of_number(part) is int and not is_numeric(part))
        if size is None or not is_place:
            continue
        found = (part >= -size) & (part < size)
        if found is False:
            error = IndexError(f"index {part} is out of bounds for axis {axis} with size {size}")
            if is_caught(error):
                raise error
        elif found is not True:
            require_place(backend, found, part, axis, size)


def _of_each_axis(key: Any, rank: int) -> list[Any]:
    """What is in the brackets for each axis, the first of a mask standing for all of its axes."""
    parts = [part for part in (key if type(key) is tuple else (key,)) if part is not None]
    place = next((place for place, part in enumerate(parts) if part is Ellipsis), None)
    if place is None:
        return parts
    return [*parts[:place], *[slice(None)] * (rank - len(parts) + 1), *parts[place + 1 :]]


def _check_all(backend: Backend, places: Any, axis: int, size: Any) -> None:
    """Likewise of an array of places."""
    of = backend.builtins
    numpy = sys.modules["numpy"]
    is_there = of[numpy.ravel]((places >= -size) & (places < size))
    missing = of[numpy.ravel](places)[of[numpy.argmax](of[numpy.logical_not](is_there))]
    require_place(backend, of[numpy.all](is_there), missing, axis, size)


def require_place(backend: Backend, found: Any, place: Any, axis: int, size: Any) -> None:
    """Stages that a place which an axis does not have raises what NumPy raises, or fails where nothing catches that.

    Args:
        backend, found: on which it is staged whether the place is there.
        place, axis, size: the place, the axis, and its size.
    """
    text = joined(["index ", formatted(place), f" is out of bounds for axis {axis} with size ", formatted(size)])
    coded = IndexError(f"the index is out of range for axis {axis} with size {size} [AG032]")
    require(backend, found, coded if type(size) is int else IndexError(text), IndexError(text))


place_checks.append(check_places)


def check_known_places(tensor: Any, key: Any) -> None:
    """Raises what NumPy raises of `tensor[key]`, if the places are known, where that is an error of the program."""
    keys = key if type(key) is tuple else (key,)
    if not any(type(part) is int for part in keys) or not is_logging():
        return
    if logs()[0].origins.has_lengths:
        check_places(tensor, key)
    backend = backend_of(tensor)
    shape: Any = None if backend is None else getattr(backend.type_of(tensor), "shape", None)
    if shape is None or getattr(shape, "rank", 0) is None or any(part is None or part is Ellipsis for part in keys):
        return
    for axis, (size, part) in enumerate(zip(tuple(shape), keys, strict=False)):
        is_there = size is None or type(part) is not int or -size <= part < size
        if not is_there and (is_caught(IndexError()) or uses_numpy(logs()[0].origins)):
            raise IndexError(f"index {part} is out of bounds for axis {axis} with size {size}")
