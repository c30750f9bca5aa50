"""Sources that put elements together, and take them apart: batch, padded batch, unbatch, rebatch, window."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.shapes import dimension_text
from runtime.data.background import Parallel, workers
from runtime.data.source import INFINITE, UNKNOWN, Flattened, Source
from runtime.data.structure import Element, rows, stacked


def positive(value: Any, what: str) -> int:
    """`value` as an int; InvalidArgumentError if it is not positive."""
    number = int(value)
    if number < 1:
        raise errors.InvalidArgumentError(None, None, f"{what} must be greater than zero.")
    return number


class BatchSource(Source):
    """Consecutive elements, stacked.

    Args:
        input: the source.
        size: of a batch.
        drop_remainder: whether the last batch is left out if it is smaller.
        types: the dtypes of the components.
        parallel: how many batches are stacked at a time; None for one after the other.
        in_order: whether they come in the order of the elements.
    """

    def __init__(
        self,
        input: Source,
        size: Any,
        drop_remainder: Any,
        types: Sequence[dtypes.DType],
        parallel: Any = None,
        in_order: bool = True,
    ):
        self.input = input
        self.size = positive(size, "Batch size")
        self.drop_remainder = bool(drop_remainder)
        self.types = types
        self._workers = workers(parallel, False, 0)
        self._in_order = in_order

    def iterate(self) -> Iterator[Element]:
        chosen = self.input.selection()
        items: Iterator[Any] = self.input.iterate() if chosen is None else chosen.numbers()
        groups = _Groups(items, self.size, self.drop_remainder)
        combined: Callable[[Any], Element] = self.combined if chosen is None else chosen.gather
        if self._workers < 2:
            return map(combined, groups)
        return Parallel(combined, zip(groups), self._workers, self._in_order)

    def combined(self, elements: list[Element]) -> Element:
        """The batch of some elements."""
        try:
            columns = zip(*elements, strict=True)
            return tuple([stacked(values, t) for values, t in zip(columns, self.types, strict=True)])
        except ValueError:
            raise _unequal(elements) from None

    def cardinality(self) -> int:
        given = self.input.cardinality()
        if given < 0:
            return given
        return given // self.size if self.drop_remainder else -(-given // self.size)


def _unequal(elements: list[Element]) -> errors.OpError:
    """The error for elements of different shapes in one batch."""
    for position, values in enumerate(zip(*elements, strict=True)):
        first = np.shape(values[0])
        for number, value in enumerate(values):
            other = np.shape(value)
            if other != first:
                return errors.InvalidArgumentError(
                    None, None,
                    f"Cannot batch tensors with different shapes in component {position}. First element had shape "
                    f"{dimension_text(first)} and element {number} had shape {dimension_text(other)}. Use "
                    "padded_batch, or give the elements one shape before batch.",
                )  # fmt: skip
    return errors.InvalidArgumentError(None, None, "the elements of a batch do not fit together")


class _Groups(Iterator[Any]):
    """Lists of consecutive items."""

    def __init__(self, items: Iterator[Any], size: int, drop_remainder: bool):
        self._items = items
        self._size = size
        self._least = size if drop_remainder else 1

    def __next__(self) -> list[Any]:
        group = list(itertools.islice(self._items, self._size))
        if len(group) < self._least:
            raise StopIteration
        return group


class PaddedBatchSource(BatchSource):
    """Consecutive elements, padded to one shape and stacked.

    Args:
        input, size, drop_remainder, types: as of a batch.
        shapes: what each component is padded to, -1 where to the longest in the batch.
        values: what each component is padded with.
    """

    def __init__(
        self,
        input: Source,
        size: Any,
        drop_remainder: Any,
        types: Sequence[dtypes.DType],
        shapes: Sequence[Any],
        values: Sequence[Any],
    ):
        super().__init__(input, size, drop_remainder, types)
        self._shapes = [[int(d) for d in shape] for shape in shapes]
        self._values = values

    def iterate(self) -> Iterator[Element]:
        return map(self.combined, _Groups(self.input.iterate(), self.size, self.drop_remainder))

    def combined(self, elements: list[Element]) -> Element:
        columns = zip(*elements, strict=True)
        parts = zip(columns, self._shapes, self._values, self.types, strict=True)
        return tuple([_padded(values, shape, value, dtype) for values, shape, value, dtype in parts])


def _padded(values: Sequence[Any], shape: Sequence[int], value: Any, dtype: dtypes.DType) -> np.ndarray:
    shapes = [np.shape(v) for v in values]
    rank = len(shape)
    for found in shapes:
        if len(found) != rank:
            raise errors.InvalidArgumentError(
                None, None,
                f"All elements in a batch must have the same rank as the padded shape for component: expected rank "
                f"{rank} got element with rank {len(found)}",
            )  # fmt: skip
    longest = [max(sizes) for sizes in zip(*shapes, strict=True)]
    if any(0 <= wanted < found for wanted, found in zip(shape, longest, strict=True)):
        raise errors.DataLossError(
            None, None,
            f"Attempted to pad to a smaller size than the input element: padded_shapes says {list(shape)}, and an "
            f"element of the batch has the shape {dimension_text(next(s for s in shapes if _exceeds(s, shape)))}.",
        )  # fmt: skip
    final = [found if wanted < 0 else wanted for wanted, found in zip(shape, longest, strict=True)]
    filler = value if isinstance(value, bytes) else value[()]
    result = np.full((len(values), *final), filler, object if dtype.kind == "string" else dtype.dtype)
    for i, v in enumerate(values):
        if rank == 0:
            result[i] = v if isinstance(v, bytes) else v[()]
        else:
            corner: tuple[Any, ...] = (i, *map(slice, np.shape(v)))
            result[corner] = v
    return result


def _exceeds(found: Sequence[int], wanted: Sequence[int]) -> bool:
    return any(0 <= w < f for w, f in zip(wanted, found, strict=True))


class UnbatchSource(Source):
    """The slices of elements along their first dimension."""

    def __init__(self, input: Source):
        self.input = input

    def iterate(self) -> Iterator[Element]:
        return Flattened(map(_slices, self.input.iterate()))

    def cardinality(self) -> int:
        given = self.input.cardinality()
        return given if given == INFINITE else UNKNOWN


def _slices(element: Element) -> Iterator[Element]:
    lengths = [len(part) for part in element]
    if len(set(lengths)) > 1:
        raise errors.InvalidArgumentError(
            None, None, f"Input element must have the same batch size in each component; they have {lengths}."
        )
    return zip(*map(rows, element), strict=True)


class RebatchSource(Source):
    """Batches of other sizes, made of the rows of batches.

    Args:
        input: the source, of batches.
        sizes: of the new batches, in turn.
        drop_remainder: whether the last one is left out if it is smaller.
        types: the dtypes of the components.
    """

    def __init__(self, input: Source, sizes: Any, drop_remainder: Any, types: Sequence[dtypes.DType]):
        self.input = input
        self._sizes = [positive(size, "Batch size") for size in np.ravel(sizes)]
        self._drop_remainder = bool(drop_remainder)
        self._combined = BatchSource(input, self._sizes[0], drop_remainder, types).combined

    def iterate(self) -> Iterator[Element]:
        return _Rebatched(UnbatchSource(self.input).iterate(), self._sizes, self._drop_remainder, self._combined)

    def cardinality(self) -> int:
        given = self.input.cardinality()
        return given if given == INFINITE else UNKNOWN


class _Rebatched(Iterator[Any]):
    def __init__(self, items: Iterator[Element], sizes: Sequence[int], drop_remainder: bool, combined: Any):
        self._items = items
        self._sizes = itertools.cycle(sizes)
        self._drop_remainder = drop_remainder
        self._combined = combined

    def __next__(self) -> Element:
        size = next(self._sizes)
        group = list(itertools.islice(self._items, size))
        if not group or (self._drop_remainder and len(group) < size):
            raise StopIteration
        return self._combined(group)


class WindowSource(Source):
    """Consecutive elements as datasets, one per component.

    Args:
        input: the source.
        size: how many elements a window has.
        shift: how many elements the next window begins after this one.
        stride: how many elements apart those of a window are.
        drop_remainder: whether windows that are smaller are left out.
        nested: how many datasets there are in an element, each with how many components.
    """

    def __init__(self, input: Source, size: Any, shift: Any, stride: Any, drop_remainder: Any, nested: Sequence[int]):
        self.input = input
        self.size = positive(size, "Window size")
        self.shift = positive(shift, "Window shift")
        self.stride = positive(stride, "Window stride")
        self.drop_remainder = bool(drop_remainder)
        self._nested = nested

    def iterate(self) -> Iterator[Element]:
        return map(self._datasets, _Windows(self.input.iterate(), self))

    def _datasets(self, elements: list[Element]) -> Element:
        found, at = [], 0
        for width in self._nested:
            found.append(ListSource([element[at : at + width] for element in elements]))
            at += width
        return tuple(found)

    def cardinality(self) -> int:
        given = self.input.cardinality()
        if given < 0:
            return given
        if not self.drop_remainder:
            return -(-given // self.shift)
        span = (self.size - 1) * self.stride + 1
        return max((given - span) // self.shift + 1, 0)


class ListSource(Source):
    """Elements that are there."""

    def __init__(self, elements: Sequence[Element]):
        self._elements = elements

    def iterate(self) -> Iterator[Element]:
        return iter(self._elements)

    def parts(self) -> Iterator[Any]:
        return iter(())  # it is made on the way

    def cardinality(self) -> int:
        return len(self._elements)


class _Windows(Iterator[Any]):
    """Lists of items, each beginning some items after the one before."""

    def __init__(self, items: Iterator[Any], source: WindowSource):
        self._items = items
        self._source = source
        self._buffer: deque[Any] = deque()
        self._skip = 0

    def __next__(self) -> list[Any]:
        source, buffer = self._source, self._buffer
        while self._skip:  # windows may be further apart than they are long
            next(self._items)
            self._skip -= 1
        span = (source.size - 1) * source.stride + 1
        while len(buffer) < span:
            for item in self._items:
                buffer.append(item)
                break
            else:
                break
        window = list(itertools.islice(buffer, 0, span, source.stride))
        if not window or (source.drop_remainder and len(window) < source.size):
            buffer.clear()
            raise StopIteration
        for _ in range(min(source.shift, len(buffer))):
            buffer.popleft()
        self._skip = max(source.shift - span, 0)
        return window
