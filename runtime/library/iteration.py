"""How staged iterables are looped over: `range` and `tf.range` by counting, tensors along their first axis, and what
Python's `enumerate`, `zip`, `map` and `reversed` make of these. Datasets and iterators add how they are (`Elements`).

The operand through which an element arrives is the number of the iteration; the element is computed from it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autograph.operators.ranges import RangeOfTensors
from runtime.core import dtypes
from runtime.ir.regions import COUNTER
from runtime.ir.static_value import constant_value
from runtime.ir.value_types import ValueType
from runtime.ir.values import SymbolicTensor, is_tensor, is_weak, weak
from runtime.library.checking import assert_equal
from runtime.library.control_flow import cond
from runtime.library.elementwise import maximum, minimum
from runtime.library.indexing import gather
from runtime.library.logic import equal, logical_not
from runtime.library.shaping import cast, identity, shape
from runtime.ops.creation import RANGE
from runtime.tensor.conversion import convert_to_tensor


class Iteration:
    """An iteration whose elements are computed from their number, or that asks before each whether there is one."""

    #: Whether `more` tells when it ends.
    asks: bool = False
    #: Whether it is sure to have an element.
    never_empty: bool = False

    @property
    def element_types(self) -> list[Any]:
        return [ValueType(COUNTER.dtype, COUNTER.shape)]

    def element(self, operands: Any) -> Any:
        """The element whose number is the only operand."""
        raise NotImplementedError

    def count(self) -> Any:
        """How many elements there are; a negative number counts as none. None if only `more` can tell."""
        raise NotImplementedError

    def more(self) -> Any:
        """Whether there is a next element, asked before each."""
        raise NotImplementedError


@dataclass(frozen=True)
class Counted(Iteration):
    """An iteration over an arithmetic sequence.

    Attributes:
        start, limit, delta: integer scalars of one dtype.
        python: whether the elements stand for Python numbers.
    """

    start: Any
    limit: Any
    delta: Any
    python: bool = False

    def element(self, operands: Any) -> Any:
        (counter,) = operands
        dtype = self.start.dtype
        value = counter if dtype is dtypes.int32 else cast(counter, dtype)
        if _known(self.delta) != 1:
            value = value * self.delta
        if _known(self.start) != 0:
            value = value + self.start
        if not self.python:
            return value
        # The counter itself is nobody's Python number.
        return weak(SymbolicTensor(value.node, value.index, value.dtype, value.shape) if value is counter else value)

    def count(self) -> Any:
        distance = self.limit if _known(self.start) == 0 else self.limit - self.start
        # Rounded up: minus the quotient of the negated distance, rounded down.
        count = distance if _known(self.delta) == 1 else -((-distance) // self.delta)
        if count.dtype is dtypes.int32:
            return count
        return cast(minimum(count, convert_to_tensor(2**31 - 1, dtype=count.dtype)), dtypes.int32)


@dataclass(frozen=True)
class Rows(Iteration):
    """An iteration along the first axis of a tensor."""

    tensor: Any

    @property
    def never_empty(self) -> bool:  # type: ignore[override]
        shape = self.tensor.shape
        return shape.rank is not None and bool(shape[0])

    def element(self, operands: Any) -> Any:
        return gather(self.tensor, operands[0])

    def count(self) -> Any:
        first = self.tensor.shape[0] if self.tensor.shape.rank is not None else None
        return convert_to_tensor(first) if first is not None else shape(self.tensor)[0]


@dataclass(frozen=True)
class Zipped(Iteration):
    """Several iterations side by side, as long as the shortest."""

    parts: tuple[Any, ...]

    def element(self, operands: Any) -> Any:
        return tuple([part.element(operands) for part in self.parts])

    @property
    def never_empty(self) -> bool:  # type: ignore[override]
        return all(part.never_empty for part in self.parts)

    def count(self) -> Any:
        counts = [count for count in [part.count() for part in self.parts] if count is not None]
        return functools.reduce(minimum, counts) if counts else None

    @property
    def asks(self) -> bool:  # type: ignore[override]
        return any(part.asks for part in self.parts)

    def more(self) -> Any:
        return all_of([part.more for part in self.parts if part.asks])


def all_of(tests: Sequence[Callable[[], Any]]) -> Any:
    """Whether all tests are true; none is made after one that is not."""
    first, *rest = tests
    return first() if not rest else cond(first(), lambda: all_of(rest), lambda: convert_to_tensor(False))


@dataclass(frozen=True)
class Mapped(Iteration):
    """What a function makes of the elements of several iterations."""

    function: Any
    parts: Zipped

    def element(self, operands: Any) -> Any:
        return self.function(*self.parts.element(operands))

    def count(self) -> Any:
        return self.parts.count()

    @property
    def asks(self) -> bool:  # type: ignore[override]
        return self.parts.asks

    def more(self) -> Any:
        return self.parts.more()


@dataclass(frozen=True)
class Reversed(Iteration):
    """An iteration from its last element to its first."""

    part: Any

    def element(self, operands: Any) -> Any:
        (counter,) = operands
        return self.part.element([self.part.count() - 1 - counter])

    def count(self) -> Any:
        return self.part.count()


class StagedIterable:
    """What loops of converted code can go over, and nothing else can."""

    def __is_staged__(self) -> bool:
        """Whether it can be looped over in converted code alone."""
        return True

    def __staged_iteration__(self) -> Iteration:
        raise NotImplementedError

    def __len__(self) -> int:
        raise TypeError(f"the length of {self!r} is not known while the graph is built")

    def __iter__(self) -> Any:
        raise TypeError(
            f"{self!r} has as many elements as a tensor says when the graph runs: only a `for` statement of converted "
            "code can loop over it; elsewhere use tf.range, tf.map_fn or tf.stack"
        )


class Staged(StagedIterable):
    """The result of Python's `enumerate`, `zip`, `map` or `reversed` with something staged among its arguments."""

    def __init__(self, name: str, iteration: Iteration):
        self.name = name
        self.iteration = iteration

    def __staged_iteration__(self) -> Iteration:
        return self.iteration

    def __repr__(self) -> str:
        return f"{self.name}() of a staged iterable"


class StagedRange(RangeOfTensors, StagedIterable):
    """Python's `range` with a staged bound."""

    def __eq__(self, other: object) -> Any:
        if type(other) is range:
            other = StagedRange(other.start, other.stop, other.step)
        if type(other) is not StagedRange:
            return NotImplemented
        count, others = (maximum(value.__staged_iteration__().count(), 0) for value in (self, other))
        same = equal(count, 1) | equal(self.step, other.step)
        return equal(count, others) & (equal(count, 0) | (equal(self.start, other.start) & same))

    def __ne__(self, other: object) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else logical_not(same)

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, *bounds: Any):
        if not 1 <= len(bounds) <= 3:
            raise TypeError(f"range expected 1 to 3 arguments, got {len(bounds)}")
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        # Python numbers, staged ones too, take the dtype of a tensor among the bounds.
        typed = [b.dtype for b in (start, stop, step) if is_tensor(b) and not is_weak(b)]
        dtype = typed[0] if typed else dtypes.int32
        if not dtype.is_integer:
            raise TypeError(f"a tensor of dtype {dtype.name} cannot be interpreted as an integer")
        #: As they were given; a step that is a Python number tells the direction.
        self.bounds = start, stop, step
        self.start, self.stop, self.step = (_of_dtype(b, dtype) for b in (start, stop, step))

    def __staged_iteration__(self) -> Iteration:
        return Counted(self.start, self.stop, self.step, python=True)

    def __repr__(self) -> str:
        return f"range({self.start}, {self.stop}, {self.step})"


def iteration_of(iterable: Any) -> Any:
    """How `iterable` is looped over.

    Raises:
        TypeError: if it cannot be.
    """
    own = getattr(iterable, "__staged_iteration__", None)
    if own is not None:
        return own()
    if isinstance(iterable, range):
        start, stop, step = (_of_dtype(n, dtypes.int32) for n in (iterable.start, iterable.stop, iterable.step))
        return Counted(start, stop, step, python=True)
    if not isinstance(iterable, SymbolicTensor):
        iterable = _as_constant(iterable)
    rank = iterable.shape.rank
    if rank == 0:
        raise TypeError(f"a scalar tensor cannot be looped over: {iterable}")
    node = iterable.node
    if node.op is RANGE and all(x.dtype.is_integer for x in node.inputs):
        return Counted(*node.inputs)
    return Rows(iterable)


def _as_constant(iterable: Any) -> Any:
    """A Python iterable beside a staged one, as a tensor of the graph."""
    try:
        return identity(convert_to_tensor(iterable if is_tensor(iterable) else list(iterable)))
    except (TypeError, ValueError) as error:
        raise TypeError(f"{iterable!r} cannot be looped over together with a tensor: {error}") from None


def enumerated(iterable: Any, start: Any = 0) -> Staged:
    """Python's `enumerate` of a staged iterable."""
    part = iteration_of(iterable)
    first = _of_dtype(start, dtypes.int32)
    count = part.count()
    limit = _of_dtype(dtypes.int32.max, dtypes.int32) if count is None else count + first
    return Staged("enumerate", Zipped((Counted(first, limit, _of_dtype(1, dtypes.int32), True), part)))


def zipped(*iterables: Any, strict: bool = False) -> Staged:
    """Python's `zip` with a staged iterable among its arguments."""
    parts = Zipped(tuple([iteration_of(iterable) for iterable in iterables]))
    if strict:
        if parts.asks:
            raise TypeError("zip(strict=True) of a dataset is not possible: how long it is turns out when it ends")
        for part in parts.parts[1:]:
            assert_equal(part.count(), parts.parts[0].count(), "zip() arguments have different lengths")
    return Staged("zip", parts)


def mapped(function: Any, *iterables: Any) -> Staged:
    """Python's `map` with a staged iterable among its arguments."""
    return Staged("map", Mapped(function, Zipped(tuple([iteration_of(iterable) for iterable in iterables]))))


def backwards(iterable: Any) -> Staged:
    """Python's `reversed` of a staged iterable."""
    part = iteration_of(iterable)
    if part.asks:
        raise TypeError(f"{iterable!r} cannot be reversed: how long it is turns out when it ends")
    return Staged("reversed", Reversed(part))


def _of_dtype(value: Any, dtype: Any) -> Any:
    tensor = convert_to_tensor(value) if is_tensor(value) else convert_to_tensor(value, dtype=dtype)
    return tensor if tensor.dtype is dtype else cast(tensor, dtype)


def _known(tensor: Any) -> int | None:
    value = constant_value(tensor)
    return None if value is None else int(value)
