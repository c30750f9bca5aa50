"""Operations that put elements together, and take them apart: batch, padded batch, unbatch, rebatch, window."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.errors import invalid_argument
from runtime.core.shapes import dimension_text
from runtime.data.background import Parallel, workers
from runtime.data.ops import Types, dataset_op, positive
from runtime.data.source import Source, endless_or_unknown, flattened, listed, of_finite, steps
from runtime.data.structure import Element, rows, stacked


@dataset_op("BatchDatasetV2", "input_dataset: variant, batch_size: int64, drop_remainder: bool")
def BATCH(input: Source, batch_size: Any, drop_remainder: Any, *, output_types: Types) -> Source:
    """Consecutive elements, stacked."""
    return _batches(input, batch_size, drop_remainder, output_types)


@dataset_op(
    "ParallelBatchDataset",
    "input_dataset: variant, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool",
)
def PARALLEL_BATCH(
    input: Source, batch_size: Any, num_parallel_calls: Any, drop_remainder: Any, *, output_types: Types, in_order: bool
) -> Source:
    """Consecutive elements, stacked by several threads."""
    threads = workers(num_parallel_calls, False, 0)
    return _batches(input, batch_size, drop_remainder, output_types, threads, in_order)


def _batches(
    input: Source, batch_size: Any, drop_remainder: Any, types: Types, threads: int = 0, in_order: bool = True
) -> Source:
    size = positive(batch_size, "Batch size")

    def iterate() -> Iterator[Element]:
        chosen = input.selection
        if chosen is None:
            return _combined(_stacked(types), input.iterate(), size, drop_remainder, threads, in_order)
        return _combined(chosen.gather, chosen.numbers(), size, drop_remainder, threads, in_order)

    return Source(iterate, (input,), of_finite(lambda given: given // size if drop_remainder else -(-given // size)))


def _combined(
    combine: Callable[[Any], Element],
    items: Iterator[Any],
    size: int,
    drop_remainder: Any,
    threads: int = 0,
    in_order: bool = True,
) -> Iterator[Element]:
    """What a function makes of lists of consecutive items."""
    groups = _groups(items, itertools.repeat(size), drop_remainder)
    return map(combine, groups) if threads < 2 else Parallel(combine, zip(groups), threads, in_order)


def _groups(items: Iterator[Any], sizes: Iterator[int], drop_remainder: Any) -> Iterator[list[Any]]:
    """Lists of consecutive items."""

    def step() -> list[Any]:
        size = next(sizes)
        group = list(itertools.islice(items, size))
        if len(group) < (size if drop_remainder else 1):
            raise StopIteration
        return group

    return steps(step)


def _stacked(types: Types) -> Callable[[list[Element]], Element]:
    """The function from elements to their batch."""

    def combine(elements: list[Element]) -> Element:
        try:
            columns = zip(*elements, strict=True)
            return tuple([stacked(values, t) for values, t in zip(columns, types, strict=True)])
        except ValueError:
            raise _unequal(elements) from None

    return combine


def _unequal(elements: list[Element]) -> errors.OpError:
    """The error for elements of different shapes in one batch."""
    for position, values in enumerate(zip(*elements, strict=True)):
        first = np.shape(values[0])
        for number, value in enumerate(values):
            if np.shape(value) != first:
                return invalid_argument(
                    f"Cannot batch tensors with different shapes in component {position}. First element had shape "
                    f"{dimension_text(first)} and element {number} had shape {dimension_text(np.shape(value))}. Use "
                    "padded_batch, or give the elements one shape before batch."
                )
    return invalid_argument("the elements of a batch do not fit together")


@dataset_op(
    "PaddedBatchDatasetV2", "input_dataset: variant, batch_size: int64, drop_remainder: bool, shapes_and_values: *"
)
def PADDED_BATCH(input: Source, batch_size: Any, drop_remainder: Any, *rest: Any, output_types: Types) -> Source:
    """Consecutive elements, padded to one shape and stacked. The shapes follow, then what they are padded with."""
    size, count = positive(batch_size, "Batch size"), len(output_types)
    shapes, values = [[int(d) for d in shape] for shape in rest[:count]], rest[count:]

    def combine(elements: list[Element]) -> Element:
        parts = zip(zip(*elements, strict=True), shapes, values, output_types, strict=True)
        return tuple([_padded(*part) for part in parts])

    batches = _batches(input, size, drop_remainder, output_types)
    return Source(lambda: _combined(combine, input.iterate(), size, drop_remainder), (input,), batches.count)


def _padded(values: Sequence[Any], shape: Sequence[int], value: Any, dtype: dtypes.DType) -> np.ndarray:
    shapes = [np.shape(v) for v in values]
    rank = len(shape)
    for found in shapes:
        if len(found) != rank:
            raise invalid_argument(
                f"All elements in a batch must have the same rank as the padded shape for component: expected rank "
                f"{rank} got element with rank {len(found)}"
            )
        if any(0 <= wanted < size for wanted, size in zip(shape, found, strict=True)):
            raise errors.DataLossError(
                None, None,
                f"Attempted to pad to a smaller size than the input element: padded_shapes says {list(shape)}, and an "
                f"element of the batch has the shape {dimension_text(found)}.",
            )  # fmt: skip
    longest = [max(sizes) for sizes in zip(*shapes, strict=True)]
    final = [found if wanted < 0 else wanted for wanted, found in zip(shape, longest, strict=True)]
    filler = value if isinstance(value, bytes) else value[()]
    result = np.full((len(values), *final), filler, object if dtype.kind == "string" else dtype.dtype)
    for i, v in enumerate(values):
        corner: tuple[Any, ...] = (i, *map(slice, np.shape(v)))
        result[corner] = v if rank or isinstance(v, bytes) else v[()]
    return result


@dataset_op("UnbatchDataset", "input_dataset: variant")
def UNBATCH(input: Source) -> Source:
    """The slices of elements along their first dimension."""
    return Source(lambda: flattened(map(_slices, input.iterate())), (input,), endless_or_unknown)


def _slices(element: Element) -> Iterator[Element]:
    lengths = [len(part) for part in element]
    if len(set(lengths)) > 1:
        raise invalid_argument(f"Input element must have the same batch size in each component; they have {lengths}.")
    return zip(*map(rows, element), strict=True)


@dataset_op("RebatchDatasetV2", "input_dataset: variant, batch_sizes: int64, drop_remainder: bool")
def REBATCH(input: Source, batch_sizes: Any, drop_remainder: Any, *, output_types: Types) -> Source:
    """Batches of other sizes, in turn, made of the rows of batches."""
    sizes = [positive(size, "Batch size") for size in np.ravel(batch_sizes)]

    def iterate() -> Iterator[Element]:
        items = flattened(map(_slices, input.iterate()))
        return map(_stacked(output_types), _groups(items, itertools.cycle(sizes), drop_remainder))

    return Source(iterate, (input,), endless_or_unknown)


@dataset_op("WindowDataset", "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool")
def WINDOW(
    input: Source, size: Any, shift: Any, stride: Any, drop_remainder: Any, *, nested: tuple[int, ...]
) -> Source:
    """Consecutive elements as datasets; `nested` says how many there are, each with how many components."""
    width, shift = positive(size, "Window size"), positive(shift, "Window shift")
    stride = positive(stride, "Window stride")
    span = (width - 1) * stride + 1
    least = width if drop_remainder else 1
    ends = list(itertools.accumulate(nested, initial=0))

    def datasets(elements: list[Element]) -> Element:
        return tuple([listed([e[start:end] for e in elements]) for start, end in itertools.pairwise(ends)])

    def windows() -> Iterator[list[Element]]:
        items = input.iterate()
        buffer: deque[Element] = deque()
        skip = 0

        def step() -> list[Element]:
            nonlocal skip
            while skip:  # windows may be further apart than they are long
                next(items)
                skip -= 1
            buffer.extend(itertools.islice(items, span - len(buffer)))
            window = list(itertools.islice(buffer, 0, span, stride))
            if len(window) < least:
                raise StopIteration
            for _ in range(min(shift, len(buffer))):
                buffer.popleft()
            skip = max(shift - span, 0)
            return window

        return steps(step)

    def count(given: int) -> int:
        return max((given - span) // shift + 1, 0) if drop_remainder else -(-given // shift)

    return Source(lambda: map(datasets, windows()), (input,), of_finite(count))
