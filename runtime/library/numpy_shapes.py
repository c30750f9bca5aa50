"""Arrays that functions of NumPy make, put together, take apart and turn around."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.ir.values import is_tensor, of_numpy
from runtime.library import assembling, indexing, padding, reduction, shaping
from runtime.library.array_lengths import check_is_a_size, makes_a_length, require_that, sizes
from runtime.library.numpy_calls import CALLED
from runtime.library.numpy_indexing import items_at
from runtime.library.numpy_operands import array, as_type, flat, rank_of, shape_of, together

# New arrays


def copied(object: Any, dtype: Any = None, *, copy: bool = True, ndmin: int = 0) -> Any:
    """`np.array`."""
    return at_least(ndmin)(shaping.identity(as_array(object, dtype)))


def as_array(a: Any, dtype: Any = None) -> Any:
    """`np.asarray`."""
    return as_type(array(a), dtype) if dtype is not None else array(a)


def _checked_shape(shape: Any) -> list[Any]:
    wanted = [*shape] if isinstance(shape, (list, tuple)) else [shape]
    for count in wanted:
        if is_tensor(count):
            check_is_a_size(count)
        elif count < 0:
            raise ValueError("negative dimensions are not allowed")
    return wanted


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    return assembling.broadcast_to(as_array(fill_value, dtype), _checked_shape(shape))


def _filled(fill_value: float) -> Callable[..., Any]:
    def form(shape: Any, dtype: Any = float) -> Any:
        return _full(shape, fill_value, _WIDE.get(dtype, dtype))

    return form


#: The dtypes that NumPy has for Python's types of numbers.
_WIDE = {float: np.float64, int: np.int64}


def _full_like(a: Any, fill_value: Any, dtype: Any = None) -> Any:
    x, fill = array(a), array(fill_value)
    if dtype is not None:
        fill = as_type(fill, dtype)
    elif not (x.dtype.is_floating and fill.dtype.is_floating and is_tensor(fill_value)):
        fill = shaping.cast(fill, x.dtype)
    return assembling.broadcast_to(fill, shaping.shape(x) if None in x.shape.as_list() else shape_of(x))


def _counted(*bounds: Any, dtype: Any = None) -> Any:
    """`np.arange`, of integers: how many others there are depends on how steps are rounded."""
    if any((is_tensor(bound) and bound.dtype.is_floating) or isinstance(bound, float) for bound in bounds):
        raise TypeError("of integers only")
    return CALLED["arange"](*bounds, dtype=np.int64 if dtype is None else dtype)


# Arrays of others


def _concatenated(arrays: Any, axis: Any = 0) -> Any:
    parts = together(*arrays)
    return assembling.concat([*map(flat, parts)], 0) if axis is None else assembling.concat(parts, axis)


def _beside(axis: int, rank: int, shape: Sequence[int]) -> Callable[[Any], Any]:
    """What joins arrays of which those of fewer axes get a shape first."""

    def form(tup: Any) -> Any:
        parts = [shaping.reshape(x, shape) if rank_of(x) < rank else x for x in together(*tup)]
        if axis == 2:
            parts = [x[..., None] if rank_of(x) == 2 else x for x in parts]
        return assembling.concat(parts, min(axis, rank_of(parts[0]) - 1))

    return form


# Other shapes


def reshaped(a: Any, /, shape: Any = None, order: str = "C") -> Any:
    """`np.reshape`."""
    if order != "F":
        return shaping.reshape(array(a), shape)
    wanted = [*shape] if isinstance(shape, (list, tuple)) else [shape]
    return shaping.transpose(shaping.reshape(shaping.transpose(array(a)), wanted[::-1]))


def raveled(a: Any, order: str = "C") -> Any:
    """`np.ravel`."""
    return flat(shaping.transpose(array(a)) if order == "F" else array(a))


def _expanded(a: Any, axis: Any) -> Any:
    x = array(a)
    if isinstance(axis, int):
        return shaping.expand_dims(x, axis)
    rank = rank_of(x) + len(axis)
    given = {place % rank for place in axis}
    rest = iter(sizes(x))
    return shaping.reshape(x, [1 if place in given else next(rest) for place in range(rank)])


def squeezed(a: Any, axis: Any = None) -> Any:
    """`np.squeeze`."""
    return shaping.squeeze(array(a), axis)


def _turned(by: Callable[..., np.ndarray]) -> Callable[..., Any]:
    """What puts axes in the order in which a function of NumPy puts those of an array of as many."""

    def form(a: Any, *places: int) -> Any:
        x = array(a)
        like = by(np.empty([*range(rank_of(x))]), *places)  # an axis is as long as its number
        return shaping.transpose(x, [*like.shape])

    return form


swapped = _turned(np.swapaxes)


def _flipped(m: Any, axis: Any = None) -> Any:
    x = array(m)
    axes = range(rank_of(x)) if axis is None else [axis] if isinstance(axis, int) else axis
    return assembling.reverse(x, [*axes])


def _rolled(a: Any, shift: Any, axis: Any = None) -> Any:
    """`np.roll`, which takes the places of what is no integer to be whole."""
    x = array(a)
    if is_tensor(shift) and not shift.dtype.is_integer:
        shift = shaping.cast(shift, dtypes.int32)
    if axis is None:
        shift = sum(shift) if isinstance(shift, (tuple, list)) else shift
        return shaping.reshape(assembling.roll(flat(x), shift, 0), shaping.shape(x))
    if isinstance(shift, (tuple, list)) and isinstance(axis, int):
        axis = (axis,) * len(shift)
    if isinstance(axis, (tuple, list)) and not isinstance(shift, (tuple, list)):
        shift = (shift,) * len(axis)
    return assembling.roll(x, shift, axis)


def at_least(rank: int) -> Callable[[Any], Any]:
    """`np.atleast_1d` and its like."""

    def form(a: Any, /) -> Any:
        x = array(a)
        return shaping.reshape(x, [1] * (rank - rank_of(x)) + sizes(x)) if rank_of(x) < rank else x

    return form


# Copies


def _tiled(A: Any, reps: Any) -> Any:
    counts = [*reps] if isinstance(reps, (tuple, list)) else [reps]
    for count in filter(is_tensor, counts):
        check_is_a_size(count)
    x = at_least(len(counts))(A)
    return assembling.tile(x, [1] * (rank_of(x) - len(counts)) + counts)


def repeated(a: Any, repeats: Any, axis: Any = None) -> Any:
    """`np.repeat`."""
    x = array(a)
    if is_tensor(repeats):
        makes_a_length()
        error = ValueError("repeats may not contain negative values.")
        require_that(reduction.reduce_all(repeats >= 0), error)
    return indexing.repeat(flat(x), repeats, axis=0) if axis is None else indexing.repeat(x, repeats, axis=axis)


def _padded(array_: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Any:
    if mode != "constant" or isinstance(constant_values, (tuple, list)):
        options = {"constant_values": constant_values} if mode == "constant" else {}
        return CALLED["pad"](array_, pad_width, mode, **options)
    x = array(array_)
    pairs = _pairs(pad_width, rank_of(x))
    for count in [count for pair in pairs for count in pair if is_tensor(count)]:
        check_is_a_size(count)
    value = shaping.cast(array(constant_values), x.dtype)
    return padding.pad(x, [assembling.stack([*pair]) for pair in pairs], constant_values=value)


def _pairs(widths: Any, rank: int) -> list[tuple[Any, Any]]:
    """How much is put before and after, along each axis."""
    if not isinstance(widths, (tuple, list)):
        return [(widths, widths)] * rank
    if all(isinstance(width, (tuple, list)) for width in widths):
        return [*map(tuple, widths)] if len(widths) > 1 else [tuple(widths[0])] * rank
    return [(widths[0], widths[-1])] * rank


# Parts


def _split(by: Callable[..., list[np.ndarray]], axis: int = 0) -> Callable[..., list[Any]]:
    """What splits an array where a function of NumPy splits its places."""

    def form(ary: Any, indices_or_sections: Any, axis: int = axis) -> list[Any]:
        x = array(ary)
        places = np.arange(shape_of(x)[min(axis, rank_of(x) - 1)], dtype=np.int32)
        parts = by(places, indices_or_sections)
        return [indexing.gather(x, part, axis=min(axis, rank_of(x) - 1)) for part in parts]

    return form


def taken(a: Any, indices: Any, axis: Any = None, *, mode: str = "raise") -> Any:
    """`np.take`."""
    x, places = array(a), array(indices)
    if mode != "raise" or not places.dtype.is_integer:
        raise TypeError("at places that are there")
    if axis is None:
        return items_at(of_numpy(flat(x)), (places,))
    return items_at(of_numpy(x), (*[slice(None)] * (axis % rank_of(x)), places))


#: Functions of NumPy by the names that they have there.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "array": copied,
    "copy": lambda a: copied(a),
    "full": _full,
    "zeros": _filled(0.0),
    "ones": _filled(1.0),
    "empty": _filled(0.0),
    "full_like": _full_like,
    "zeros_like": lambda a, dtype=None: _full_like(a, 0, dtype),
    "ones_like": lambda a, dtype=None: _full_like(a, 1, dtype),
    "empty_like": lambda a, dtype=None: _full_like(a, 0, dtype),
    "arange": _counted,
    "concatenate": _concatenated,
    "append": lambda arr, values, axis=None: _concatenated([arr, values], axis),
    "stack": lambda arrays, axis=0: assembling.stack(together(*arrays), axis),
    "vstack": _beside(0, 2, [1, -1]),
    "hstack": _beside(1, 1, [1]),
    "column_stack": _beside(1, 2, [-1, 1]),
    "dstack": _beside(2, 2, [1, -1]),
    "roll": _rolled,
    "tile": _tiled,
    "repeat": repeated,
    "pad": _padded,
    "take": taken,
    "meshgrid": lambda *xi, indexing="xy": tuple(assembling.meshgrid(*map(array, xi), indexing=indexing)),
}

#: Those whose result may be a view of what they are given.
VIEWS: dict[str, Callable[..., Any]] = {
    "asarray": as_array,
    "reshape": reshaped,
    "ravel": raveled,
    "expand_dims": _expanded,
    "squeeze": squeezed,
    "transpose": lambda a, axes=None: shaping.transpose(array(a), axes),
    "swapaxes": swapped,
    "moveaxis": _turned(np.moveaxis),
    "rot90": CALLED["rot90"],
    "flip": _flipped,
    "flipud": lambda m, /: _flipped(m, 0),
    "fliplr": lambda m, /: _flipped(m, 1),
    "atleast_1d": at_least(1),
    "atleast_2d": at_least(2),
    "broadcast_to": lambda array_, shape: assembling.broadcast_to(array(array_), _checked_shape(shape)),
    "split": _split(np.split),
    "array_split": _split(np.array_split),
    "hsplit": _split(np.split, 1),
    "vsplit": _split(np.split, 0),
}
