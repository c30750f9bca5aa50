"""Shape functions that many operations share."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.core import shapes
from runtime.core.shapes import TensorShape
from runtime.ir.static_value import constant_value


def same(x: Any, *others: Any, **attrs: Any) -> TensorShape:
    """The shape of the first input."""
    return x.shape


def scalar(*inputs: Any, **attrs: Any) -> TensorShape:
    """The shape of a scalar, whatever the inputs."""
    return shapes.SCALAR


def same_as(position: int) -> Callable[..., TensorShape]:
    """The shape of the input at that position."""
    return lambda *inputs, **attrs: inputs[position].shape


def nothing(*inputs: Any, **attrs: Any) -> list[TensorShape]:
    """For operations without outputs."""
    return []


def unknown(*inputs: Any, **attrs: Any) -> TensorShape:
    """Any shape, whatever the inputs."""
    return shapes.UNKNOWN


def broadcast(*inputs: Any, **attrs: Any) -> TensorShape:
    """The shape the inputs broadcast to."""
    try:
        return shapes.broadcast_shapes(*[x.shape for x in inputs])
    except ValueError:
        dims = [x.shape.as_list() for x in inputs if x.shape.rank is not None]
        rank = max(map(len, dims))
        padded = [[1] * (rank - len(d)) + d for d in dims]
        a, b = next(
            (a, b)
            for first, second in itertools.combinations(padded, 2)
            for a, b in zip(first, second, strict=True)
            if a != b and None not in (a, b) and 1 not in (a, b)
        )
        raise ValueError(f"Dimensions must be equal, but are {a} and {b}") from None


def reduced(shape: TensorShape, axes: np.ndarray | None, keep_dims: bool) -> TensorShape:
    """The shape after a reduction over `axes`, which are None where they are not known."""
    if shape.rank is None:
        return shapes.UNKNOWN
    if axes is None:
        return shapes.unknown_shape(shape.rank) if keep_dims else shapes.UNKNOWN
    if shape.rank == 0 and axes.size:
        raise ValueError(f"Invalid reduction dimension {int(axes.ravel()[0])} for input with 0 dimensions.")
    gone = {normal_axis(int(axis), shape.rank, "Invalid reduction dimension {axis} for input with {rank} dimensions.")
            for axis in axes.ravel()}  # fmt: skip
    if keep_dims:
        return TensorShape([1 if i in gone else d for i, d in enumerate(shape)])
    return TensorShape([d for i, d in enumerate(shape) if i not in gone])


def normal_axis(axis: int, rank: int, message: str = "axis {axis} is out of range for rank {rank}") -> int:
    """`axis` counted from the front.

    Raises:
        ValueError: with `message` if there is no such axis.
    """
    if not -rank <= axis < max(rank, 1) and not (rank == 0 and axis in (0, -1)):
        raise ValueError(message.format(axis=axis, rank=rank))
    return axis + rank if axis < 0 else axis


def reduction(x: Any, axes: Any, keep_dims: bool = False, **attrs: Any) -> TensorShape:
    """The shape of `x` reduced over `axes`, as far as these are known."""
    return reduced(x.shape, constant_value(axes), keep_dims)


def known(values: Sequence[Any]) -> bool:
    """Whether none of `values` is None."""
    return all(value is not None for value in values)
