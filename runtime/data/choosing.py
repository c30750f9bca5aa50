"""Sources that choose and order the elements of others: take, skip, shard, repeat, shuffle, cache."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.data.randomness import Draws, Pass, current, draws_of
from runtime.data.source import INFINITE, UNKNOWN, Arrangement, Source, taken
from runtime.data.structure import Element


class TakeSource(Arrangement):
    """The first `count` elements; all if it is negative."""

    def __init__(self, input: Source, count: Any):
        super().__init__(input)
        self._count = int(count)

    def arranged(self, restart: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        return taken(restart(), self._count)

    def cardinality(self) -> int:
        given = self.input.cardinality()
        if self._count < 0 or given == UNKNOWN:
            return given
        return self._count if given == INFINITE else min(given, self._count)


class SkipSource(Arrangement):
    """All but the first `count` elements; none if it is negative."""

    def __init__(self, input: Source, count: Any):
        super().__init__(input)
        self._count = int(count)

    def arranged(self, restart: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        return iter(()) if self._count < 0 else itertools.islice(restart(), self._count, None)

    def cardinality(self) -> int:
        given = self.input.cardinality()
        if given < 0:
            return given
        return 0 if self._count < 0 else max(given - self._count, 0)


class ShardSource(Arrangement):
    """Every `count`-th element, from `index` on."""

    def __init__(self, input: Source, count: Any, index: Any):
        super().__init__(input)
        self._count, self._index = int(count), int(index)
        if self._count < 1:
            text = f"Number of shards must be greater than zero (currently num_shards = {self._count})."
            raise errors.InvalidArgumentError(None, None, text)
        if not 0 <= self._index < self._count:
            text = f"Index must be between 0 and {self._count - 1} (currently index = {self._index})."
            raise errors.InvalidArgumentError(None, None, text)

    def arranged(self, restart: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        return itertools.islice(restart(), self._index, None, self._count)

    def cardinality(self) -> int:
        given = self.input.cardinality()
        return given if given < 0 else (given - self._index + self._count - 1) // self._count


class RepeatSource(Arrangement):
    """All elements `count` times over; without end if it is negative."""

    def __init__(self, input: Source, count: Any):
        super().__init__(input)
        self._count = int(count)

    def arranged(self, restart: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        return _Repeated(restart, self._count)

    def cardinality(self) -> int:
        given = self.input.cardinality()
        if self._count < 0:
            return 0 if given == 0 else INFINITE
        if given < 0:
            return given if self._count else 0
        return given * self._count


class _Repeated(Iterator[Any]):
    def __init__(self, restart: Callable[[], Iterator[Any]], count: int):
        self._restart = restart
        self._left = count
        self._items: Iterator[Any] = iter(())
        self._found = True

    def __next__(self) -> Any:
        while True:
            for item in self._items:
                self._found = True
                return item
            if self._left == 0 or not self._found:  # an empty pass would be followed by others for ever
                self._items, self._left = iter(()), 0
                raise StopIteration
            self._left -= 1
            self._found = False
            self._items = self._restart()


class ShuffleSource(Arrangement):
    """The elements in random order: each is drawn from a buffer, and the next takes its place.

    Args:
        input: the source.
        size: of the buffer; UNKNOWN for all elements.
        seeds: of the order; empty for another one each time.
        anew: whether every pass has another order.
    """

    def __init__(self, input: Source, size: Any, seeds: Sequence[int], anew: bool):
        super().__init__(input)
        self._size = int(size)
        if self._size < 1 and self._size != UNKNOWN:
            text = "buffer_size must be greater than zero or UNKNOWN_CARDINALITY"
            raise errors.InvalidArgumentError(None, None, text)
        self._draws = Draws(seeds, anew)

    def arranged(self, restart: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        return _Shuffled(restart(), self._size, self._draws.generator())

    def cardinality(self) -> int:
        return self.input.cardinality()


class _Shuffled(Iterator[Any]):
    """Items in random order."""

    #: How many random numbers are made at once.
    BLOCK = 1024

    def __init__(self, items: Iterator[Any], size: int, generator: np.random.Generator):
        self._items = items
        self._size = size
        self._generator = generator
        self._buffer: list[Any] = []
        self._draws: Iterator[float] = iter(())
        self._rest: Iterator[Any] | None = None
        self._filling = True

    def __next__(self) -> Any:
        if self._rest is not None:
            return next(self._rest)
        buffer = self._buffer
        if self._filling:
            self._fill()
        else:
            for item in self._items:
                buffer.append(item)
                break
            else:
                return self._last()
        if len(buffer) < self._size or self._size == UNKNOWN:
            return self._last()
        draw = next(self._draws, None)
        if draw is None:
            self._draws = iter(self._generator.random(self.BLOCK).tolist())
            draw = next(self._draws)
        place = int(draw * len(buffer))
        item = buffer[place]
        buffer[place] = buffer[-1]
        buffer.pop()
        return item

    def _fill(self) -> None:
        missing = None if self._size == UNKNOWN else self._size - len(self._buffer)
        self._buffer.extend(itertools.islice(self._items, missing))
        self._filling = False

    def _last(self) -> Any:
        """An item when no others follow those in the buffer: their order is drawn at once."""
        order = self._generator.permutation(len(self._buffer)).tolist()
        self._rest = iter([self._buffer[i] for i in order])
        self._buffer = []
        return next(self._rest)


class CacheSource(Source):
    """Elements that are computed in the first whole pass, and kept."""

    def __init__(self, input: Source):
        self.input = input
        self._elements: list[Element] | None = None
        self._filled_by: Pass | None = None

    def fill(self, elements: list[Element], within: Pass | None) -> None:
        """Keeps all elements, which a pass has computed."""
        self._elements, self._filled_by = elements, within

    def iterate(self) -> Iterator[Element]:
        if self._elements is None:
            return _Caching(self)
        within = current.get()
        if within is not None and self._filled_by is not None:
            within.follow(self._filled_by, draws_of(self.input))
        return iter(self._elements)

    def parts(self) -> Iterator[Any]:
        return iter((self.input,))

    def cardinality(self) -> int:
        return self.input.cardinality()


class _Caching(Iterator[Any]):
    def __init__(self, source: CacheSource):
        self._source = source
        self._elements: list[Element] = []
        self._items: Iterator[Element] | None = source.input.iterate()

    def __next__(self) -> Element:
        if self._items is None:
            raise StopIteration
        for element in self._items:
            self._elements.append(element)
            return element
        self._source.fill(self._elements, current.get())
        self._items = None
        raise StopIteration
