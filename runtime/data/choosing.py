"""Operations that choose and order elements: take, skip, shard, repeat, shuffle, cache."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.data.cache_file import cached_in_file
from runtime.data.ops import Types, dataset_op, text
from runtime.data.randomness import Draws, Pass, current, draws_of, seeds_of
from runtime.data.source import INFINITE, UNKNOWN, Source, arrangement, of_finite, same, steps
from runtime.data.structure import Element
from runtime.ir.graph import CONST
from runtime.ir.schema import acts_outside

Restart = Callable[[], Iterator[Any]]


@dataset_op("TakeDataset", "input_dataset: variant, count: int64")
def TAKE(input: Source, count: Any) -> Source:
    """The first `count` elements; all if it is negative."""
    wanted = int(count)

    def taken(given: int) -> int:
        if wanted < 0 or given == UNKNOWN:
            return given
        return wanted if given == INFINITE else min(given, wanted)

    return arrangement(input, lambda restart: restart() if wanted < 0 else itertools.islice(restart(), wanted), taken)


@dataset_op("SkipDataset", "input_dataset: variant, count: int64")
def SKIP(input: Source, count: Any) -> Source:
    """All but the first `count` elements; none if it is negative."""
    first = int(count)
    return arrangement(
        input,
        lambda restart: iter(()) if first < 0 else itertools.islice(restart(), first, None),
        of_finite(lambda given: 0 if first < 0 else max(given - first, 0)),
    )


@dataset_op("ShardDataset", "input_dataset: variant, num_shards: int64, index: int64")
def SHARD(input: Source, num_shards: Any, index: Any) -> Source:
    """Every `num_shards`-th element, from `index` on."""
    shards, first = int(num_shards), int(index)
    if shards < 1:
        raise invalid_argument(f"Number of shards must be greater than zero (currently num_shards = {shards}).")
    if not 0 <= first < shards:
        raise invalid_argument(f"Index must be between 0 and {shards - 1} (currently index = {first}).")
    return arrangement(
        input,
        lambda restart: itertools.islice(restart(), first, None, shards),
        of_finite(lambda given: (given - first + shards - 1) // shards),
    )


@dataset_op("RepeatDataset", "input_dataset: variant, count: int64")
def REPEAT(input: Source, count: Any) -> Source:
    """All elements `count` times over; without end if it is negative."""
    times = int(count)

    def repeated(given: int) -> int:
        if times < 0:
            return 0 if given == 0 else INFINITE
        return given * times if given >= 0 else given if times else 0

    return arrangement(input, lambda restart: _repeated(restart, times), repeated)


def _repeated(restart: Restart, left: int) -> Iterator[Any]:
    items: Iterator[Any] = iter(())
    found = True

    def step() -> Any:
        nonlocal items, left, found
        while True:
            for item in items:
                found = True
                return item
            if left == 0 or not found:  # an empty pass would be followed by others for ever
                raise StopIteration
            left -= 1
            found = False
            items = restart()

    return steps(step)


@dataset_op("ShuffleDatasetV3", "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64")
def SHUFFLE(input: Source, buffer_size: Any, seed: Any, seed2: Any, *, reshuffle_each_iteration: bool) -> Source:
    """The elements in random order: each is drawn from a buffer, and the next takes its place."""
    size = int(buffer_size)
    if size < 1 and size != UNKNOWN:
        raise invalid_argument("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    draws = Draws(seeds_of(seed, seed2), reshuffle_each_iteration)
    return arrangement(input, lambda restart: _shuffled(restart(), size, draws.generator()), same, (draws,))


#: How many random numbers are made at once.
_BLOCK = 1024


def _shuffled(items: Iterator[Any], size: int, generator: np.random.Generator) -> Iterator[Any]:
    """Items in random order, from a buffer of some size; of all items if that is UNKNOWN."""
    buffer: list[Any] = []
    numbers = itertools.chain.from_iterable(iter(lambda: generator.random(_BLOCK).tolist(), None))
    rest: Iterator[Any] | None = None

    def step() -> Any:
        nonlocal rest
        if rest is not None:
            return next(rest)
        buffer.extend(itertools.islice(items, None if size == UNKNOWN else size - len(buffer)))
        if size == UNKNOWN or len(buffer) < size:
            # No others follow those in the buffer: their order is drawn at once.
            rest = iter([buffer[i] for i in generator.permutation(len(buffer)).tolist()])
            buffer.clear()
            return next(rest)
        place = int(next(numbers) * size)
        item = buffer[place]
        buffer[place] = buffer[-1]
        buffer.pop()
        return item

    return steps(step)


@dataset_op("CacheDatasetV2", "input_dataset: variant, filename: string")
def CACHE(input: Source, filename: Any, *, output_types: Types) -> Source:
    """The elements, computed in the first whole pass and kept: in a file if it has a name, otherwise in memory."""
    name = os.fsdecode(text(filename))
    if name:
        return cached_in_file(input, name, output_types)
    kept: list[Element] | None = None
    kept_by: Pass | None = None

    def computed() -> Iterator[Element]:
        elements: list[Element] = []
        items = input.iterate()

        def step() -> Element:
            nonlocal kept, kept_by
            for element in items:
                elements.append(element)
                return element
            kept, kept_by = elements, current.get()
            raise StopIteration

        return steps(step)

    def iterate() -> Iterator[Element]:
        if kept is None:
            return computed()
        within = current.get()
        if within is not None and kept_by is not None:
            within.follow(kept_by, draws_of(input))
        return iter(kept)

    return Source(iterate, (input,), same)


def _kept(node: Any) -> str | None:
    name = node.inputs[1].node
    in_memory = name.op is CONST and not name.attrs["value"].item()
    return None if in_memory else "keeps elements in a file"


acts_outside[CACHE] = _kept
