"""Operations that call functions: map, filter, take while, scan, flat map, interleave, group by window."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.data.background import AUTOTUNE, Ahead, Parallel, processors, workers
from runtime.data.functions import StagedFunction
from runtime.data.ops import dataset_op, positive
from runtime.data.source import Source, flattened, listed, same, steps
from runtime.data.structure import Element

#: From the components of an element to those of another.
Run = Callable[..., Element]


def _calling(
    input: Source,
    captured: Sequence[Any],
    f: StagedFunction,
    iterate: Callable[[Run], Iterator[Element]],
    **others: Any,
) -> Source:
    """What `iterate` makes of a function, given the values of what that captures."""
    run = f.bound(captured)
    # The function is kept: what it raises is explained by its plan.
    return Source(lambda: iterate(run), (input,), uses=(f, *captured), is_slow=f.may_wait, **others)


@dataset_op("MapDataset", "input_dataset: variant, other_arguments: *")
def MAP(input: Source, *captured: Any, f: StagedFunction) -> Source:
    """What a function makes of each element."""
    return _calling(input, captured, f, lambda run: itertools.starmap(run, input.iterate()), count=same)


@dataset_op("ParallelMapDatasetV2", "input_dataset: variant, other_arguments: *")
def PARALLEL_MAP(input: Source, *rest: Any, f: StagedFunction, in_order: bool) -> Source:
    """What a function makes of each element, called by several threads."""
    *captured, count = rest
    threads = workers(count, f.may_wait, processors())

    def iterate(run: Run) -> Iterator[Element]:
        elements = input.iterate()
        return itertools.starmap(run, elements) if threads < 2 else Parallel(run, elements, threads, in_order)

    return _calling(input, captured, f, iterate, count=same)


@dataset_op("FilterDataset", "input_dataset: variant, other_arguments: *")
def FILTER(input: Source, *captured: Any, f: StagedFunction) -> Source:
    """The elements for which a predicate is true."""
    return _calling(input, captured, f, lambda run: filter(lambda element: run(*element)[0], input.iterate()))


@dataset_op("TakeWhileDataset", "input_dataset: variant, other_arguments: *")
def TAKE_WHILE(input: Source, *captured: Any, f: StagedFunction) -> Source:
    """The elements before the first for which a predicate is false."""

    def iterate(run: Run) -> Iterator[Element]:
        return itertools.takewhile(lambda element: run(*element)[0], input.iterate())

    return _calling(input, captured, f, iterate)


@dataset_op("ScanDataset", "input_dataset: variant, other_arguments: *")
def SCAN(input: Source, *rest: Any, f: StagedFunction, states: int) -> Source:
    """What a function makes of each element and a state; it returns the next state and the result."""
    initial, captured = rest[:states], rest[states:]

    def iterate(run: Run) -> Iterator[Element]:
        state = initial

        def step(*element: Any) -> Element:
            nonlocal state
            results = run(*state, *element)
            state = results[:states]
            return results[states:]

        return itertools.starmap(step, input.iterate())

    return _calling(input, captured, f, iterate, count=same)


@dataset_op("FlatMapDataset", "input_dataset: variant, other_arguments: *")
def FLAT_MAP(input: Source, *captured: Any, f: StagedFunction) -> Source:
    """The elements of the datasets that a function makes of elements, one dataset after the other."""

    def iterate(run: Run) -> Iterator[Element]:
        return flattened(map(_begun, itertools.starmap(run, input.iterate())))

    return _calling(input, captured, f, iterate)


def _begun(parts: Element) -> Iterator[Element]:
    """A pass over the dataset that is the only component."""
    source: Source = parts[0]
    return source.iterate()


@dataset_op("InterleaveDataset", "input_dataset: variant, other_arguments: *")
def INTERLEAVE(input: Source, *rest: Any, f: StagedFunction) -> Source:
    """The elements of several of the datasets that a function makes of elements, in turn."""
    *captured, cycle, block = rest
    return _interleave(input, captured, f, cycle, block)


@dataset_op("ParallelInterleaveDatasetV4", "input_dataset: variant, other_arguments: *")
def PARALLEL_INTERLEAVE(input: Source, *rest: Any, f: StagedFunction) -> Source:
    """The same, read ahead of their turn by threads."""
    *captured, cycle, block, parallel = rest
    return _interleave(input, captured, f, cycle, block, parallel)


def _interleave(
    input: Source, captured: Sequence[Any], f: StagedFunction, cycle: Any, block: Any, parallel: Any = None
) -> Source:
    count = positive(processors() if int(cycle) == AUTOTUNE else cycle, "cycle_length")
    length = positive(block, "block_length")
    threads = workers(parallel, f.may_wait, count)

    def iterate(run: Run) -> Iterator[Element]:
        permits = threading.Semaphore(threads)

        def opened(element: Element) -> Iterator[Element]:
            source: Source = run(*element)[0]
            if not threads:
                return source.iterate()
            return Ahead(source.iterate, max(2, length), permits, side_by_side=True, shares=not source.waits())

        return _interleaved(input.iterate(), opened, count, length, threads > 0)

    return _calling(input, captured, f, iterate)


def _interleaved(
    inputs: Iterator[Element], opened: Callable[[Element], Iterator[Element]], count: int, block: int, ahead: bool
) -> Iterator[Element]:
    """The elements of several passes in turn, `block` of each.

    Args:
        inputs: what passes are begun for.
        opened: begins a pass.
        count: how many passes there are at a time.
        block: how many elements are taken of one before the next.
        ahead: whether all are begun before they are read, so that their threads work at the same time.
    """
    slots: list[Iterator[Element] | None] = [None] * count
    place, left, exhausted = 0, block, False

    def advance() -> None:
        nonlocal place, left
        place, left = (place + 1) % count, block

    def open_at(at: int) -> None:
        nonlocal exhausted
        if slots[at] is None and not exhausted:
            for element in inputs:
                slots[at] = opened(element)
                return
            exhausted = True

    def step() -> Element:
        nonlocal left
        for at in range(place, place + count) if ahead and not exhausted else ():
            open_at(at % count)
        empty = 0
        while empty < count:
            open_at(place)
            current = slots[place]
            if current is None:
                empty += 1
                advance()
                continue
            empty = 0
            for element in current:
                left -= 1
                if left == 0:
                    advance()
                return element
            slots[place] = None
            if ahead:
                open_at(place)  # its thread works while others are waited for
            advance()
        raise StopIteration

    return steps(step)


@dataset_op("GroupByWindowDataset", "input_dataset: variant, other_arguments: *")
def GROUP_BY_WINDOW(
    input: Source,
    *captured: Any,
    f: StagedFunction,
    window_size_func: StagedFunction,
    reduce_func: StagedFunction,
    counts: Sequence[int],
) -> Source:
    """Elements gathered by key, and what a function makes of each full window of one key.

    `counts` says how many of the captured values each function has: that from elements to keys, from keys to sizes of
    windows, and from a key and a window to a dataset.
    """
    functions, rest = (f, window_size_func, reduce_func), iter(captured)
    given = [itertools.islice(rest, count) for count in counts]
    key_of, size_of, reduced = [g.bound(tuple(values)) for g, values in zip(functions, given, strict=True)]

    def windows() -> Iterator[Iterator[Element]]:
        """Passes over the datasets that are made of full windows, and in the end of what is left."""
        items = input.iterate()
        groups: dict[int, list[Element]] = {}
        sizes: dict[int, int] = {}

        def made(key: int) -> Iterator[Element]:
            return _begun(reduced(np.int64(key), listed(groups.pop(key))))

        def step() -> Iterator[Element]:
            for element in items:
                key = int(key_of(*element)[0])
                group = groups.setdefault(key, [])
                if not group:
                    sizes[key] = positive(size_of(np.int64(key))[0], "Window size")
                group.append(element)
                if len(group) == sizes[key]:
                    return made(key)
            if groups:
                return made(min(groups))  # what is left comes in the order of the keys
            raise StopIteration

        return steps(step)

    slow = any(g.may_wait for g in functions)
    return Source(lambda: flattened(windows()), (input,), uses=(*functions, *captured), is_slow=slow)
