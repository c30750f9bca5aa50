"""What staged loops go over on JAX: ranges with a traced bound, traced arrays, and what `enumerate`, `zip`, `map` and
`reversed` make of these. An element is computed from its number, which a loop carries anyway.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from autograph.operators.ranges import RangeOfTensors


@dataclass(frozen=True, slots=True)
class ArrayType:
    """The type of a staged value; weak ones come from Python numbers and give way to others.

    A buffer has room for as many elements as its first dimension says, and can be given room for more.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    weak: bool
    is_buffer: bool = False


class Iterable:
    """What a staged loop goes over: so many elements, each computed from its number."""

    __slots__ = ()

    @property
    def length(self) -> Any:
        """How many elements there are."""
        raise NotImplementedError

    def at(self, index: Any) -> Any:
        """The element of a number."""
        raise NotImplementedError

    @property
    def never_empty(self) -> bool:
        count = self.length
        return isinstance(count, int) and count > 0

    @property
    def element_types(self) -> Sequence[ArrayType]:
        return [ArrayType((), jnp.result_type(int), True)]

    def element(self, operands: Sequence[Any]) -> Any:
        return self.at(operands[0])

    def __iter__(self) -> Iterator[Any]:
        count = self.length
        if not isinstance(count, int):
            raise TypeError("the number of elements is known only when the program runs")
        return map(self.at, range(count))


@dataclass(frozen=True, slots=True, repr=False)
class StagedRange(RangeOfTensors, Iterable):
    """`range` with a bound that is traced."""

    start: Any
    stop: Any
    step: Any

    def __eq__(self, other: object) -> Any:
        if type(other) is range:
            other = StagedRange(other.start, other.stop, other.step)
        if type(other) is not StagedRange:
            return NotImplemented
        count = jnp.asarray(self.length)
        same = (count == 1) | (self.step == other.step)
        return (count == other.length) & ((count == 0) | ((self.start == other.start) & same))

    def __ne__(self, other: object) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else ~same

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = [str(bound) for bound in (self.start, self.stop, self.step)]
        return f"range({', '.join(shown[:2] if shown[2] == '1' else shown)})"

    @classmethod
    def of(cls, *bounds: Any) -> StagedRange:
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        for bound in (start, stop, step):
            if not isinstance(bound, int) and not jnp.issubdtype(jnp.result_type(bound), jnp.integer):
                raise TypeError("'float' object cannot be interpreted as an integer")
        return cls(*(operator.index(b) if isinstance(b, int) else b for b in (start, stop, step)))

    @property
    def length(self) -> Any:
        return jnp.maximum(0, -((self.start - self.stop) // self.step))

    def at(self, index: Any) -> Any:
        return self.start + index * self.step

    def total(self, start: Any = 0) -> Any:
        """The sum of its elements."""
        count = self.length
        return start + count * self.start + self.step * (count * (count - 1) // 2)


@dataclass(frozen=True, slots=True)
class Rows(Iterable):
    """A traced array, looped over along its first axis."""

    array: Any

    @property
    def length(self) -> Any:
        return self.array.shape[0]

    def at(self, index: Any) -> Any:
        return lax.dynamic_index_in_dim(jnp.asarray(self.array), index, keepdims=False)


@dataclass(frozen=True, slots=True)
class Zipped(Iterable):
    """Several iterables side by side, as long as the shortest."""

    parts: tuple[Any, ...]

    @property
    def length(self) -> Any:
        counts = [part.length for part in self.parts]
        known = [count for count in counts if isinstance(count, int)]
        shortest = [min(known)] if known else []
        return functools.reduce(jnp.minimum, [*shortest, *(c for c in counts if not isinstance(c, int))])

    def at(self, index: Any) -> Any:
        return tuple([part.at(index) for part in self.parts])


@dataclass(frozen=True, slots=True)
class Mapped(Iterable):
    """What a function makes of the elements of several iterables."""

    function: Callable[..., Any]
    parts: Zipped

    @property
    def length(self) -> Any:
        return self.parts.length

    def at(self, index: Any) -> Any:
        return self.function(*self.parts.at(index))


@dataclass(frozen=True, slots=True)
class Reversed(Iterable):
    """An iterable from its last element to its first."""

    part: Any

    @property
    def length(self) -> Any:
        return self.part.length

    def at(self, index: Any) -> Any:
        return self.part.at(self.part.length - 1 - index)


def iterable_of(value: Any) -> Any:
    """What a loop goes over for a staged value, or for a Python one beside it."""
    if isinstance(value, Iterable):
        return value
    if isinstance(value, range):
        return StagedRange(value.start, value.stop, value.step)
    if not isinstance(value, (jax.Array, np.ndarray)):
        items = list(value)
        if not items:
            return Rows(jnp.zeros((0,), jnp.result_type(int)))
        value = jnp.stack([jnp.asarray(item) for item in items])
    if value.ndim == 0:
        raise TypeError("a traced array of shape () cannot be looped over")
    return Rows(value)


def enumerated(iterable: Any, start: Any = 0) -> Zipped:
    """Python's `enumerate`."""
    part = iterable_of(iterable)
    return Zipped((Mapped(lambda i: i + start, Zipped((StagedRange(0, part.length, 1),))), part))


def zipped(*iterables: Any, strict: bool = False) -> Zipped:
    """Python's `zip`."""
    parts = tuple([iterable_of(iterable) for iterable in iterables])
    if strict:
        counts = {part.length if isinstance(part.length, int) else None for part in parts}
        if None in counts or len(counts) > 1:
            raise ValueError("zip(strict=True) needs iterables whose lengths are known, and equal, while JAX traces")
    return Zipped(parts)


def mapped(function: Callable[..., Any], *iterables: Any) -> Mapped:
    """Python's `map`."""
    return Mapped(function, zipped(*iterables))


def backwards(iterable: Any) -> Any:
    """Python's `reversed`."""
    return Reversed(iterable_of(iterable))


def first_and_rest(iterable: Any) -> tuple[Any, Any]:
    """The first element, and an iterable of the others."""
    part = iterable_of(iterable)
    rest = StagedRange(1, part.length, 1)
    return part.at(0), Mapped(part.at, Zipped((rest,)))
