"""What NumPy checks of arrays whose sizes are known only when the program runs: that they meet, and are not empty."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from autograph.operators.effects import is_logging, logs
from autograph.operators.formatting import formatted
from autograph.operators.raising import require
from autograph.operators.text import joined
from autograph.staging import backend_of
from runtime.library import logic, scattering, shaping


def has_lengths() -> bool:
    """Whether the program that is being staged cut arrays of NumPy at places that it computes."""
    return is_logging() and logs()[0].origins.has_lengths


def makes_a_length() -> None:
    """An array comes to be of which only the program knows how long it is."""
    if is_logging():
        logs()[0].origins.has_lengths = True


def require_that(condition: Any, error: Exception) -> None:
    """Stages that an exception is raised where a condition does not hold."""
    backend = backend_of(condition)
    if backend is not None:
        require(backend, condition, error)


def check_is_a_size(size: Any) -> None:
    """Stages that an array of a size raises what NumPy raises of a negative one."""
    makes_a_length()
    if size.shape.rank != 0 or not size.dtype.is_integer:
        raise TypeError("not an integer")
    require_that(size >= 0, ValueError("negative dimensions are not allowed"))


def sizes(x: Any) -> list[Any]:
    """The sizes of an array along its axes: those that are not known are scalar tensors."""
    if x.shape.rank is None:
        raise TypeError("how many axes the tensor has is known only when the program runs")
    return shaping.sizes(x)


def check_not_empty(x: Any, axis: Any, error: str) -> None:
    """Raises, or stages, what is raised where there is none of the elements along an axis, or of all, to take."""
    if x.shape.rank is None:
        return
    axes = range(x.shape.rank) if axis is None else [axis] if isinstance(axis, int) else axis
    if any(x.shape[place] == 0 for place in axes):
        raise ValueError(error)
    for place in axes:
        if x.shape[place] is None:
            require_that(shaping.shape(x)[place] > 0, ValueError(error))


def check_they_meet(*arrays: Any) -> None:
    """Stages that arrays whose sizes turn out to be unlike raise what NumPy raises of them."""
    shapes = [getattr(array, "shape", ()) for array in arrays]
    if not has_lengths() or any(getattr(shape, "rank", 0) is None for shape in shapes):
        return
    if not any(None in tuple(shape) for shape in shapes) or sum(len(shape) > 0 for shape in shapes) < 2:
        return
    found = [sizes(array) if backend_of(array) else [*shape] for array, shape in zip(arrays, shapes, strict=True)]
    error = ValueError(joined(["operands could not be broadcast together with shapes ", *map(_shape_text, found)]))
    for along in zip_longest(*map(reversed, found), fillvalue=1):
        for place, one in enumerate(along):
            for other in along[place + 1 :]:
                if one is not other and not _are_known(one, other):
                    meet = logic.logical_or(
                        logic.equal(one, other), logic.logical_or(logic.equal(one, 1), logic.equal(other, 1))
                    )
                    require_that(meet, error)


def check_they_multiply(left: Any, right: Any) -> None:
    """Stages that matrices or vectors raise an error if there are not as many columns as rows."""
    shapes = [getattr(array, "shape", ()) for array in (left, right)]
    if not has_lengths() or any(getattr(shape, "rank", 0) is None or len(shape) == 0 for shape in shapes):
        return
    columns, rows = -1, max(-2, -len(shapes[1]))
    if shapes[0][columns] is not None and shapes[1][rows] is not None:
        return
    one, other = (sizes(array) if backend_of(array) else [*array.shape] for array in (left, right))
    error = "the last axis of the left operand of a product is not as long as that of the right one [AG032]"
    require_that(logic.equal(one[columns], other[rows]), ValueError(error))


def stored_where(array: Any, mask: Any, values: Any) -> Any:
    """An array in which other elements stand, one after the other, where a mask holds."""
    places = logic.where(mask)
    error = ValueError("an array has another length than the part of an array that it is stored to [AG032]")
    require_that(logic.equal(shaping.shape(places)[0], shaping.shape(values)[0]), error)
    return scattering.tensor_scatter_nd_update(array, places, values)


def _are_known(one: Any, other: Any) -> bool:
    """Whether staging itself has seen to it that two sizes are alike, or one of them is 1."""
    known = [size for size in (one, other) if isinstance(size, int)]
    return len(known) == 2 or 1 in known


def _shape_text(shape: Sequence[Any]) -> Any:
    parts = [part for size in shape for part in (",", formatted(size))][1:]
    return joined(["(", *parts, ",) " if len(shape) == 1 else ") "])
