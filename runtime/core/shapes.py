"""Static shapes, of which the rank or any dimension may be unknown.

>>> TensorShape([None, 2]).merge_with([3, None])
TensorShape([3, 2])
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any


class TensorShape:
    """The static shape of a tensor: fully known, partly known, or of unknown rank.

    Args:
        dims: a sequence of sizes in which None stands for an unknown one; a single size; None for an unknown rank.

    >>> TensorShape([2, None]).rank, TensorShape(None).rank
    (2, None)
    """

    __slots__ = ("_dims", "_known")

    def __init__(self, dims: Any):
        self._dims: tuple[int | None, ...] | None = _dimensions(dims)
        self._known = self._dims is not None and None not in self._dims

    @property
    def rank(self) -> int | None:
        """The number of dimensions, None if unknown."""
        return None if self._dims is None else len(self._dims)

    @property
    def ndims(self) -> int | None:
        """The number of dimensions, None if unknown."""
        return self.rank

    @property
    def dims(self) -> list[int | None] | None:
        """The sizes as a list, None if the rank is unknown."""
        return None if self._dims is None else list(self._dims)

    def is_fully_defined(self) -> bool:
        """Whether the rank and every dimension are known."""
        return self._known

    def as_list(self) -> list[int | None]:
        """The sizes as a list.

        Raises:
            ValueError: if the rank is unknown.
        """
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self) -> int | None:
        """The product of the dimensions, None unless the shape is fully known."""
        return math.prod(self._dims) if self._known else None  # type: ignore[arg-type]

    def is_compatible_with(self, other: Any) -> bool:
        """Whether some fully known shape fits both."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return True
        return len(self._dims) == len(other._dims) and all(
            a is None or b is None or a == b for a, b in zip(self._dims, other._dims, strict=True)
        )

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def is_subtype_of(self, other: TensorShape) -> bool:
        """Whether every shape that fits `self` fits `other`."""
        if other._dims is None:
            return True
        if self._dims is None or len(self._dims) != len(other._dims):
            return False
        return all(b is None or a == b for a, b in zip(self._dims, other._dims, strict=True))

    def merge_with(self, other: Any) -> TensorShape:
        """What is known from both shapes together.

        Raises:
            ValueError: if they are not compatible.
        """
        other = as_shape(other)
        if self._dims is None:
            return other
        if other._dims is None:
            return self
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return TensorShape([b if a is None else a for a, b in zip(self._dims, other._dims, strict=True)])

    def most_specific_compatible_shape(self, other: Any) -> TensorShape:
        """The most specific shape that both fit: what differs becomes unknown."""
        other = as_shape(other)
        if self._dims is None or other._dims is None or len(self._dims) != len(other._dims):
            return UNKNOWN
        return TensorShape([a if a == b else None for a, b in zip(self._dims, other._dims, strict=True)])

    def concatenate(self, other: Any) -> TensorShape:
        """The dimensions of `self`, then those of `other`."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return UNKNOWN
        return TensorShape(self._dims + other._dims)

    def with_rank(self, rank: int | None) -> TensorShape:
        """`self`, known to have `rank` dimensions.

        Raises:
            ValueError: if it has another number of them.
        """
        try:
            return self.merge_with(unknown_shape(rank))
        except ValueError:
            raise ValueError(f"Shape {self} must have rank {rank}") from None

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """Returns `self`; raises ValueError if its rank is known and lower than `rank`."""
        if self.rank is not None and self.rank < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """Returns `self`; raises ValueError if its rank is known and higher than `rank`."""
        if self.rank is not None and self.rank > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError if the rank is known and is not `rank`."""
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: Any) -> None:
        """Raises ValueError if both ranks are known and differ."""
        other = as_shape(other)
        if None not in (self.rank, other.rank) and self.rank != other.rank:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError unless `is_fully_defined()`."""
        if not self._known:
            raise ValueError(f"Shape {self} is not fully defined")

    def __bool__(self) -> bool:
        return self._dims is not None

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __iter__(self) -> Iterator[int | None]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims)

    def __getitem__(self, key: int | slice) -> Any:
        if self._dims is not None:
            found = self._dims[key]
            return TensorShape(found) if isinstance(key, slice) else found
        if not isinstance(key, slice):
            return None
        start, stop = key.start or 0, key.stop
        if key.step is not None:
            raise ValueError("Steps are not yet handled")
        if stop is None or start < 0 or stop < 0:
            return UNKNOWN
        return unknown_shape(max(stop - start, 0))

    def __add__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> TensorShape:
        return as_shape(other).concatenate(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TensorShape):
            return self._dims == other._dims
        try:
            return self._dims == as_shape(other)._dims
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __str__(self) -> str:
        return "<unknown>" if self._dims is None else str(self._dims)

    def __repr__(self) -> str:
        return f"TensorShape({self.dims})"

    def __reduce__(self) -> Any:
        return TensorShape, (self._dims,)


def _dimensions(dims: Any) -> tuple[int | None, ...] | None:
    if dims is None:
        return None
    if isinstance(dims, TensorShape):
        return dims._dims
    if isinstance(dims, (tuple, list)):
        return tuple([d if d is None or (type(d) is int and d >= 0) else _dimension(d) for d in dims])
    if isinstance(dims, Iterable) and getattr(dims, "shape", None) != ():
        return tuple([_dimension(d) for d in dims])
    return (_dimension(dims),)


def _dimension(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, (str, bytes, float)):
        raise TypeError(f"Dimension value must be integer or None or have an __index__ method, got value {value!r}")
    try:
        size = value.__index__()
    except AttributeError:
        raise TypeError(
            f"Dimension value must be integer or None or have an __index__ method, got value {value!r} "
            f"with type {type(value)!r}"
        ) from None
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


UNKNOWN = TensorShape(None)
SCALAR = TensorShape(())


def as_shape(value: Any) -> TensorShape:
    """`value` as a `TensorShape`."""
    return value if isinstance(value, TensorShape) else TensorShape(value)


def unknown_shape(rank: int | None = None) -> TensorShape:
    """A shape of `rank` unknown dimensions, or of unknown rank."""
    return UNKNOWN if rank is None else TensorShape((None,) * rank)


def broadcast_shapes(*shapes: TensorShape) -> TensorShape:
    """The shape that operands of these shapes broadcast to; what depends on unknown dimensions is unknown.

    Raises:
        ValueError: if they do not broadcast.

    >>> broadcast_shapes(TensorShape([None, 1]), TensorShape([3]))
    TensorShape([None, 3])
    """
    result = shapes[0]
    for shape in shapes[1:]:
        result = _broadcast(result, shape)
    return result


def _broadcast(left: TensorShape, right: TensorShape) -> TensorShape:
    x, y = left._dims, right._dims
    if x == y and left._known:
        return left
    if x is None or y is None:
        return UNKNOWN
    size = max(len(x), len(y))
    x, y = (1,) * (size - len(x)) + x, (1,) * (size - len(y)) + y
    return TensorShape([_broadcast_dimension(a, b, left, right) for a, b in zip(x, y, strict=True)])


def _broadcast_dimension(a: int | None, b: int | None, left: TensorShape, right: TensorShape) -> int | None:
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    # An unknown dimension is 1 or the other one, if the program is correct; the result is the other one anyway.
    if a is None or b is None:
        return b if a is None else a
    raise ValueError(f"Incompatible shapes for broadcasting: {left} and {right}")


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> TensorShape:
    """The static shape that two shapes broadcast to.

    Args:
        shape_x: a shape, possibly partly known.
        shape_y: another.

    Returns:
        A `TensorShape`.

    Raises:
        ValueError: if they do not broadcast.

    >>> broadcast_static_shape(TensorShape([2, 1]), TensorShape([5]))
    TensorShape([2, 5])
    """
    return broadcast_shapes(as_shape(shape_x), as_shape(shape_y))


def dimension_text(dims: Sequence[int | None]) -> str:
    """A shape the way kernels' messages show it: `[2,3]`, with `?` for an unknown size."""
    return "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"
