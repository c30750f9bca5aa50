"""Arrays that functions of NumPy make, put together, take apart and turn around."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograph.operators.raising import require
from autograph.staging import backend_of
from runtime.core import dtypes
from runtime.ir.values import is_tensor, of_numpy
from runtime.library import assembling, creation, elementwise, indexing, logic, padding, reduction, shaping
from runtime.library.array_lengths import check_is_a_size, makes_a_length, sizes
from runtime.library.numpy_calls import CALLED
from runtime.library.numpy_indexing import items_at
from runtime.library.numpy_operands import array, as_type, flat, floats, rank_of, shape_of, together
from runtime.tensor.conversion import convert_to_tensor

# New arrays


def copied(object: Any, dtype: Any = None, *, copy: bool = True, ndmin: int = 0) -> Any:
    """`np.array`."""
    x = shaping.identity(as_array(object, dtype))
    missing = ndmin - rank_of(x)
    return shaping.reshape(x, [1] * missing + sizes(x)) if missing > 0 else x


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


def full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    """An array with the same number everywhere, or with rows that are alike."""
    return assembling.broadcast_to(as_array(fill_value, dtype), _checked_shape(shape))


#: The dtypes that NumPy has for Python's types of numbers; an array of integers is of `int`, unless it says another.
_WIDE = {float: np.float64, int: np.int64, None: np.int64}


def filled(fill_value: float) -> Callable[..., Any]:
    """What makes arrays that have a number everywhere."""

    def form(shape: Any, dtype: Any = float) -> Any:
        return full(shape, fill_value, _WIDE.get(dtype, dtype))

    return form


def _like(fill_value: float) -> Callable[..., Any]:
    def form(a: Any, dtype: Any = None) -> Any:
        return full_like(a, fill_value, dtype)

    return form


def full_like(a: Any, fill_value: Any, dtype: Any = None) -> Any:
    """An array of the same shape and dtype, with the same number everywhere."""
    x, fill = array(a), array(fill_value)
    if dtype is not None:
        fill = as_type(fill, dtype)
    elif not (x.dtype.is_floating and fill.dtype.is_floating and is_tensor(fill_value)):
        fill = shaping.cast(fill, x.dtype)
    return assembling.broadcast_to(fill, shaping.shape(x) if None in x.shape.as_list() else shape_of(x))


def counted(*bounds: Any, dtype: Any = None) -> Any:
    """`np.arange`, of integers: how many others there are depends on how steps are rounded."""
    if any((is_tensor(bound) and bound.dtype.is_floating) or isinstance(bound, float) for bound in bounds):
        raise TypeError("of integers only")
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    makes_a_length()
    if is_tensor(step):
        require(backend_of(step), logic.not_equal(step, 0), ZeroDivisionError("division by zero"))  # type: ignore[arg-type]
        step = logic.where(logic.equal(step, 0), shaping.ones_like(step), step)
        start, stop, step = together(start, stop, step)
        count = elementwise.maximum(-((start - stop) // step), 0)
        return as_type(start + step * creation.range(count), _WIDE.get(dtype, dtype))
    if step == 0:
        raise ZeroDivisionError("division by zero")
    stop = (elementwise.maximum if step > 0 else elementwise.minimum)(*together(start, stop))
    start, stop = together(start, stop)
    return as_type(creation.range(start, stop, step), _WIDE.get(dtype, dtype))


def spaced(start: Any, stop: Any, num: Any = 50, endpoint: bool = True, dtype: Any = None) -> Any:
    """`np.linspace`."""
    start, stop = floats(start, stop)
    if is_tensor(num):
        makes_a_length()
        error = ValueError("Number of samples, must be non-negative. [AG032]")
        require(backend_of(num), num >= 0, error)  # type: ignore[arg-type]
        most = shaping.cast(elementwise.maximum(num - 1 if endpoint else num, 1), start.dtype)
        steps = shaping.cast(creation.range(num), start.dtype) / most
    elif num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    else:
        steps = convert_to_tensor(np.linspace(0.0, 1.0, num, endpoint), start.dtype)
    made = start + (stop - start) * steps
    return made if dtype is None else as_type(made, dtype)


def unit_matrix(N: Any, M: Any = None, k: int = 0, dtype: Any = float) -> Any:
    """`np.eye`."""
    return as_type(_on_diagonals(N, M, lambda row, column: logic.equal(column - row, k)), _WIDE.get(dtype, dtype))


def identity(n: Any, dtype: Any = None) -> Any:
    """`np.identity`."""
    return unit_matrix(n, dtype=float if dtype is None else dtype)


def triangle(N: Any, M: Any = None, k: int = 0, dtype: Any = float) -> Any:
    """`np.tri`."""
    return as_type(_on_diagonals(N, M, lambda row, column: column - row <= k), _WIDE.get(dtype, dtype))


def _on_diagonals(rows: Any, columns: Any, holds: Callable[[Any, Any], Any]) -> Any:
    rows, columns = _checked_shape((rows, rows if columns is None else columns))
    return holds(creation.range(rows)[:, None], creation.range(columns)[None, :])


# Arrays of others


def concatenate(arrays: Any, /, axis: Any = 0) -> Any:
    """Arrays one behind the other."""
    parts = together(*arrays)
    return assembling.concat([*map(flat, parts)], 0) if axis is None else assembling.concat(parts, axis)


def stack(arrays: Any, axis: int = 0) -> Any:
    """Arrays beside each other, along a new axis."""
    return assembling.stack(together(*arrays), axis)


def vstack(tup: Any) -> Any:
    """Arrays below each other."""
    return assembling.concat([shaping.reshape(x, [1, -1]) if rank_of(x) < 2 else x for x in together(*tup)], 0)


def hstack(tup: Any) -> Any:
    """Arrays beside each other."""
    parts = [shaping.reshape(x, [1]) if rank_of(x) == 0 else x for x in together(*tup)]
    return assembling.concat(parts, 0 if rank_of(parts[0]) == 1 else 1)


def column_stack(tup: Any) -> Any:
    """Vectors as the columns of a matrix."""
    return assembling.concat([shaping.reshape(x, [-1, 1]) if rank_of(x) < 2 else x for x in together(*tup)], 1)


def dstack(tup: Any) -> Any:
    """Matrices behind each other."""
    parts = [shaping.reshape(x, [1, -1]) if rank_of(x) < 2 else x for x in together(*tup)]
    return assembling.concat([x[..., None] if rank_of(x) == 2 else x for x in parts], 2)


def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """An array with another behind it."""
    return concatenate([arr, values], axis)


# Other shapes


def reshaped(a: Any, /, shape: Any = None, order: str = "C") -> Any:
    """`np.reshape`."""
    x = array(a)
    if order == "F":
        turned = shaping.transpose(x)
        wanted = [*shape] if isinstance(shape, (list, tuple)) else [shape]
        return shaping.transpose(shaping.reshape(turned, wanted[::-1]))
    return shaping.reshape(x, shape)


def raveled(a: Any, order: str = "C") -> Any:
    """`np.ravel`."""
    return flat(shaping.transpose(array(a)) if order == "F" else array(a))


def expanded(a: Any, axis: Any) -> Any:
    """`np.expand_dims`."""
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


def transposed(a: Any, axes: Any = None) -> Any:
    """`np.transpose`."""
    return shaping.transpose(array(a), axes)


def swapped(a: Any, axis1: int, axis2: int) -> Any:
    """`np.swapaxes`."""
    x = array(a)
    order = [*range(rank_of(x))]
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return shaping.transpose(x, order)


def moved(a: Any, source: int, destination: int) -> Any:
    """`np.moveaxis`."""
    x = array(a)
    order = [place for place in range(rank_of(x)) if place != source % rank_of(x)]
    order.insert(destination % rank_of(x), source % rank_of(x))
    return shaping.transpose(x, order)


def flipped(m: Any, axis: Any = None) -> Any:
    """`np.flip`."""
    x = array(m)
    axes = range(rank_of(x)) if axis is None else [axis] if isinstance(axis, int) else axis
    return assembling.reverse(x, [*axes])


def rolled(a: Any, shift: Any, axis: Any = None) -> Any:
    """`np.roll`, which takes the places of what is no integer to be whole."""
    x = array(a)
    if is_tensor(shift) and not shift.dtype.is_integer:
        shift = shaping.cast(shift, dtypes.int32)
    if isinstance(shift, (tuple, list)) and axis is None:
        shift = sum(shift)
    if isinstance(shift, (tuple, list)) and isinstance(axis, int):
        axis = (axis,) * len(shift)
    if isinstance(axis, (tuple, list)) and not isinstance(shift, (tuple, list)):
        shift = (shift,) * len(axis)
    if axis is None:
        return shaping.reshape(assembling.roll(flat(x), shift, 0), shaping.shape(x))
    return assembling.roll(x, shift, axis)


def at_least(rank: int) -> Callable[[Any], Any]:
    """`np.atleast_1d` and its like."""

    def form(a: Any, /) -> Any:
        x = array(a)
        return shaping.reshape(x, [1] * (rank - rank_of(x)) + sizes(x)) if rank_of(x) < rank else x

    return form


def broadcast(array_: Any, shape: Any) -> Any:
    """`np.broadcast_to`."""
    return assembling.broadcast_to(array(array_), _checked_shape(shape))


# Copies


def tiled(A: Any, reps: Any) -> Any:
    """`np.tile`."""
    x = array(A)
    counts = [*reps] if isinstance(reps, (tuple, list)) else [reps]
    for count in filter(is_tensor, counts):
        check_is_a_size(count)
    rank = max(len(counts), rank_of(x))
    x = shaping.reshape(x, [1] * (rank - rank_of(x)) + sizes(x))
    return assembling.tile(x, [1] * (rank - len(counts)) + counts)


def repeated(a: Any, repeats: Any, axis: Any = None) -> Any:
    """`np.repeat`."""
    x = array(a)
    if is_tensor(repeats):
        makes_a_length()
        error = ValueError("repeats may not contain negative values.")
        require(backend_of(repeats), reduction.reduce_all(repeats >= 0), error)  # type: ignore[arg-type]
    return indexing.repeat(flat(x), repeats, axis=0) if axis is None else indexing.repeat(x, repeats, axis=axis)


def padded(array_: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Any:
    """`np.pad`."""
    x = array(array_)
    pairs = _pairs(pad_width, rank_of(x))
    if mode != "constant":
        return CALLED["pad"](array_, pad_width, mode)
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


def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """`np.split`."""
    x = array(ary)
    count = shape_of(x)[axis]
    if isinstance(indices_or_sections, int):
        if count % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        return assembling.split(x, indices_or_sections, axis)
    return _between(x, indices_or_sections, axis)


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """`np.array_split`."""
    x = array(ary)
    if not isinstance(indices_or_sections, int):
        return _between(x, indices_or_sections, axis)
    parts = np.array_split(np.arange(shape_of(x)[axis]), indices_or_sections)
    return assembling.split(x, [len(part) for part in parts], axis)


def _between(x: Any, bounds: Sequence[int], axis: int) -> list[Any]:
    parts = [*zip([0, *bounds], [*bounds, shape_of(x)[axis]], strict=True)]
    before: list[Any] = [slice(None)] * (axis % rank_of(x))
    return [x[(*before, slice(start, stop))] for start, stop in parts]


def hsplit(ary: Any, indices_or_sections: Any) -> list[Any]:
    """`np.hsplit`."""
    return split(ary, indices_or_sections, 1 if rank_of(array(ary)) > 1 else 0)


def grid(*xi: Any, indexing: str = "xy") -> tuple[Any, ...]:
    """`np.meshgrid`."""
    return tuple(assembling.meshgrid(*map(array, xi), indexing=indexing))


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
    "array": copied, "copy": lambda a: copied(a), "full": full, "zeros": filled(0.0), "ones": filled(1.0),
    "empty": filled(0.0), "zeros_like": _like(0), "ones_like": _like(1), "empty_like": _like(0),
    "full_like": full_like, "arange": counted, "linspace": spaced, "eye": unit_matrix, "identity": identity,
    "tri": triangle, "concatenate": concatenate, "stack": stack, "vstack": vstack, "hstack": hstack,
    "column_stack": column_stack, "dstack": dstack, "append": append, "roll": rolled, "tile": tiled,
    "repeat": repeated, "pad": padded, "take": taken, "meshgrid": grid,
}  # fmt: skip

#: Those whose result may be a view of what they are given.
VIEWS: dict[str, Callable[..., Any]] = {
    "asarray": as_array, "reshape": reshaped, "ravel": raveled, "expand_dims": expanded, "squeeze": squeezed,
    "transpose": transposed, "swapaxes": swapped, "moveaxis": moved, "rot90": CALLED["rot90"], "flip": flipped,
    "flipud": lambda m, /: flipped(m, 0), "fliplr": lambda m, /: flipped(m, 1), "atleast_1d": at_least(1),
    "atleast_2d": at_least(2), "broadcast_to": broadcast, "split": split, "array_split": array_split,
    "hsplit": hsplit, "vsplit": lambda ary, indices_or_sections: split(ary, indices_or_sections, 0),
}  # fmt: skip
