"""`a[key]`, and `a[key] = v`, of tensors that stand for arrays of NumPy, where the key has arrays or masks in it.

A mask counts as the places where it holds, along each of its axes. Places are looked for first along the axes that have
slices, and then along those that have arrays, as NumPy has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

import numpy as np

from autograph.operators.array_items import require_place
from autograph.operators.formatting import formatted
from autograph.operators.text import joined
from autograph.staging import backend_of
from runtime.core import dtypes, shapes
from runtime.ir.values import is_tensor
from runtime.library import assembling, creation, indexing, logic, reduction, scattering, shaping
from runtime.library.array_lengths import makes_a_length, require_that, sizes
from runtime.tensor.conversion import convert_to_tensor


def has_arrays(key: Any) -> bool:
    """Whether there are arrays, lists or masks in what is in the brackets: places that are asked for one by one."""
    return any(map(_is_array, key if isinstance(key, tuple) else (key,)))


def _is_array(part: Any) -> bool:
    if isinstance(part, (list, np.ndarray)):
        return True
    return is_tensor(part) and part.shape.rank != 0


def items_at(x: Any, key: Any) -> Any:
    """`x[key]` of a key with arrays."""
    parts = _of_each_axis(x, key)
    arrays = [place for place, part in enumerate(parts) if part is not None and not isinstance(part, slice)]
    axes = [place - parts[:place].count(None) for place in arrays]
    indices = _places(x, [parts[place] for place in arrays], axes)
    # The axes of the slices and the new ones, where those of the arrays are still whole.
    rest = x[tuple(slice(None) if place in arrays else part for place, part in enumerate(parts))]
    others = [place for place in range(len(parts)) if place not in arrays]
    found = indexing.gather_nd(shaping.transpose(rest, [*arrays, *others]), assembling.stack(indices, -1))
    made = indices[0].shape.rank
    if arrays != [*range(arrays[0], arrays[-1] + 1)] or arrays[0] == 0:
        return found  # arrays that are apart come first
    before = [*range(made, made + arrays[0])]
    return shaping.transpose(found, [*before, *range(made), *range(made + len(before), made + len(others))])


def with_items_at(x: Any, key: Any, values: Any) -> Any:
    """A copy of `x` in which `x[key]`, of a key with arrays, is something else."""
    count = shaping.size(x)
    places = items_at(shaping.reshape(creation.range(count), shaping.shape(x)), key)
    _check_fit(values, places)
    values = shaping.reshape(assembling.broadcast_to(values, shaping.shape(places)), [-1])
    return shaping.reshape(
        scattering.tensor_scatter_nd_update(shaping.reshape(x, [-1]), shaping.reshape(places, [-1, 1]), values),
        shaping.shape(x),
    )


def _check_fit(values: Any, places: Any) -> None:
    """Stages that values which are not as many as the places raise what NumPy raises."""
    if not values.shape.rank:
        return
    for one, other in zip(reversed(sizes(values)), reversed(sizes(places)), strict=False):
        if isinstance(one, int) and (one == 1 or isinstance(other, int)):
            continue
        text = ["NumPy boolean array indexing assignment cannot assign ", formatted(one), " input values to the "]
        error = ValueError(joined([*text, formatted(other), " output values where the mask is true"]))
        fits = logic.logical_or(logic.equal(one, other), logic.equal(one, 1))
        require_that(fits, error)


def _of_each_axis(x: Any, key: Any) -> list[Any]:
    """What is in the brackets for each axis: slices, integers, arrays of integers; and None for each new axis."""
    parts = [*key] if isinstance(key, tuple) else [key]
    found: list[Any] = []
    for part in parts:
        found += _opened(part)
    taken = sum(part is not None and not isinstance(part, EllipsisType) for part in found)
    rank = x.shape.rank
    if rank is None:
        raise TypeError("how many axes the tensor has is known only when the program runs")
    if taken > rank:
        text = f"too many indices for array: array is {rank}-dimensional, but {taken} were indexed"
        raise IndexError(text)
    whole = [slice(None)] * (rank - taken)
    where = next((place for place, part in enumerate(found) if isinstance(part, EllipsisType)), len(found))
    return [*found[:where], *whole, *found[where + 1 :]]


def _opened(part: Any) -> list[Any]:
    """A part of a key; of a mask the places where it holds, for each of its axes."""
    if isinstance(part, list):
        part = convert_to_tensor(part) if part else convert_to_tensor(part, dtypes.int32)
    elif isinstance(part, np.ndarray):
        part = convert_to_tensor(part)
    if not is_tensor(part):
        return [part]
    if part.dtype is dtypes.bool:
        makes_a_length()
        places = logic.where(part)
        return [_Mask(places[:, axis], part, axis) for axis in range(part.shape.rank)]
    if not part.dtype.is_integer:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return [part]


class _Mask:
    """The places along an axis where a mask holds."""

    def __init__(self, places: Any, mask: Any, axis: int):
        self.places = places
        self.mask = mask
        self.axis = axis


def _places(x: Any, parts: Sequence[Any], axes: Sequence[int]) -> list[Any]:
    """Where the items are along the axes that have arrays, counted from 0: arrays of one shape."""
    known = sizes(x)
    indices = []
    for part, axis in zip(parts, axes, strict=True):
        if isinstance(part, _Mask):
            _check_mask(part, known[axis], axis)
            indices.append(shaping.cast(part.places, dtypes.int32))
            continue
        place = shaping.cast(convert_to_tensor(part), dtypes.int32)
        check_found(place, known[axis], axis)
        indices.append(logic.where(place < 0, place + known[axis], place))
    if len(indices) == 1:
        return indices
    shape = shaping.shape(indices[0])
    for index in indices[1:]:
        shape = assembling.broadcast_dynamic_shape(shape, shaping.shape(index))
    static = indices[0].shape
    for index in indices[1:]:
        static = _broadcast(static, index.shape)
    made = [assembling.broadcast_to(index, shape) for index in indices]
    for index in made:
        index.set_shape(static)
    return made


def _broadcast(one: Any, other: Any) -> Any:
    if one.is_fully_defined() and other.is_fully_defined():
        return shapes.broadcast_static_shape(one, other)
    return [None] * max(one.rank, other.rank)


def check_found(places: Any, count: Any, axis: int) -> None:
    """Stages that places which an axis does not have raise what NumPy raises of them."""
    flat = shaping.reshape(places, [-1])
    is_there = logic.logical_and(flat >= -count, flat < count)
    missing = assembling.concat([flat, [0]], 0)[
        reduction.argmin(shaping.cast(assembling.concat([is_there, [False]], 0), dtypes.int32))
    ]
    backend: Any = backend_of(places) or backend_of(count)
    if backend is not None:
        require_place(backend, reduction.reduce_all(is_there), missing, axis, count)


def _check_mask(part: _Mask, size: Any, axis: int) -> None:
    """Raises, or stages, what NumPy raises of a mask of another length than the axis."""
    own = sizes(part.mask)[part.axis]
    if isinstance(own, int) and isinstance(size, int):
        if own != size:
            text = f"boolean index did not match indexed array along axis {axis}; size of axis is {size} but size of "
            raise IndexError(f"{text}corresponding boolean axis is {own}")
        return
    text = joined([
        f"boolean index did not match indexed array along axis {axis}; size of axis is ", formatted(size),
        " but size of corresponding boolean axis is ", formatted(own),
    ])  # fmt: skip
    require_that(logic.equal(own, size), IndexError(text))
