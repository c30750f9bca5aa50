"""How staged iterables are looped over: `range` and `tf.range` by counting, tensors along their first axis.

The operand through which an element arrives is the number of the iteration; the element is computed from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.graph.regions import COUNTER
from runtime.ops.public import cast, gather, minimum, shape
from runtime.static_value import constant_value
from runtime.tensor import is_tensor
from runtime.weak import WeakTensor, weak


@dataclass(frozen=True)
class Counted:
    """An iteration over an arithmetic sequence.

    Attributes:
        start, limit, delta: integer scalars of one dtype.
        python: whether the elements stand for Python numbers.
    """

    start: Any
    limit: Any
    delta: Any
    python: bool = False

    @property
    def element_types(self) -> list[Any]:
        from runtime.staging import ValueType  # the backend is built on iterations

        return [ValueType(COUNTER.dtype, COUNTER.shape)]

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
        return weak(value) if value is not counter else WeakTensor(value.node, value.index, value.dtype, value.shape)

    def count(self) -> Any:
        """How many elements there are; a negative number counts as none."""
        distance = self.limit if _known(self.start) == 0 else self.limit - self.start
        # Rounded up: minus the quotient of the negated distance, rounded down.
        count = distance if _known(self.delta) == 1 else -((-distance) // self.delta)
        if count.dtype is dtypes.int32:
            return count
        return cast(minimum(count, convert_to_tensor(2**31 - 1, dtype=count.dtype)), dtypes.int32)


@dataclass(frozen=True)
class Rows:
    """An iteration along the first axis of a tensor."""

    tensor: Any

    @property
    def element_types(self) -> list[Any]:
        from runtime.staging import ValueType  # the backend is built on iterations

        return [ValueType(COUNTER.dtype, COUNTER.shape)]

    def element(self, operands: Any) -> Any:
        return gather(self.tensor, operands[0])

    def count(self) -> Any:
        first = self.tensor.shape[0] if self.tensor.shape.rank is not None else None
        return convert_to_tensor(first) if first is not None else shape(self.tensor)[0]


class StagedRange:
    """Python's `range` with a staged bound."""

    def __init__(self, *bounds: Any):
        if not 1 <= len(bounds) <= 3:
            raise TypeError(f"range expected 1 to 3 arguments, got {len(bounds)}")
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        # Python numbers, staged ones too, take the dtype of a tensor among the bounds.
        typed = [b.dtype for b in (start, stop, step) if is_tensor(b) and not isinstance(b, WeakTensor)]
        dtype = typed[0] if typed else dtypes.int32
        if not dtype.is_integer:
            raise TypeError(f"a tensor of dtype {dtype.name} cannot be interpreted as an integer")
        self.start, self.stop, self.step = (_of_dtype(b, dtype) for b in (start, stop, step))

    def __len__(self) -> int:
        raise TypeError("the length of a range with a staged bound is not known while the graph is built")

    def __iter__(self) -> Any:
        raise TypeError(
            "a range with a staged bound can only be looped over by a `for` statement of converted code; "
            "elsewhere use tf.range"
        )

    def __repr__(self) -> str:
        return f"range({self.start}, {self.stop}, {self.step})"


def iteration_of(iterable: Any) -> Any:
    """How `iterable` is looped over.

    Raises:
        TypeError: if it cannot be.
    """
    if isinstance(iterable, StagedRange):
        return Counted(iterable.start, iterable.stop, iterable.step, python=True)
    own = getattr(iterable, "__staged_iteration__", None)
    if own is not None:
        return own()
    rank = iterable.shape.rank
    if rank == 0:
        raise TypeError(f"a scalar tensor cannot be looped over: {iterable}")
    node = iterable.node
    if node.type == "Range" and all(x.dtype.is_integer for x in node.inputs):
        return Counted(*node.inputs)
    return Rows(iterable)


def _of_dtype(value: Any, dtype: Any) -> Any:
    tensor = convert_to_tensor(value) if is_tensor(value) else convert_to_tensor(value, dtype=dtype)
    return tensor if tensor.dtype is dtype else cast(tensor, dtype)


def _known(tensor: Any) -> int | None:
    value = constant_value(tensor)
    return None if value is None else int(value)
