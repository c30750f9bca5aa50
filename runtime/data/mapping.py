"""Sources that call functions: map, filter, take while, scan, flat map, interleave, group by window; and reduce."""

from __future__ import annotations

import functools
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.data.background import Ahead, Parallel, processors, workers
from runtime.data.batching import ListSource, positive
from runtime.data.functions import StagedFunction
from runtime.data.source import Flattened, Source
from runtime.data.structure import Element


class FunctionSource(Source):
    """Base of the sources that call a function.

    Args:
        input: the source.
        captured: the values of what the function captures.
        f: the function.
    """

    def __init__(self, input: Source, captured: Sequence[Any], f: StagedFunction):
        self.input = input
        self.f = f  # what it raises is explained by its plan
        self.captured = tuple(captured)
        self.function = f.bound(captured)

    def waits(self) -> bool:
        return self.f.may_wait or self.input.waits()


class MapSource(FunctionSource):
    """What a function makes of each element.

    Args:
        input, captured, f: as of `FunctionSource`.
        parallel: how many calls run at a time; None for one after the other.
        in_order: whether the results come in the order of the elements.
    """

    def __init__(
        self, input: Source, captured: Sequence[Any], f: StagedFunction, parallel: Any = None, in_order: bool = True
    ):
        super().__init__(input, captured, f)
        self._workers = workers(parallel, f.may_wait, processors())
        self._in_order = in_order

    def iterate(self) -> Iterator[Element]:
        elements = self.input.iterate()
        if self._workers < 2:
            return itertools.starmap(self.function, elements)
        return Parallel(self.function, elements, self._workers, self._in_order)

    def cardinality(self) -> int:
        return self.input.cardinality()


class FilterSource(FunctionSource):
    """The elements for which a predicate is true."""

    def iterate(self) -> Iterator[Element]:
        predicate = self.function
        return filter(lambda element: predicate(*element)[0], self.input.iterate())


class TakeWhileSource(FunctionSource):
    """The elements before the first for which a predicate is false."""

    def iterate(self) -> Iterator[Element]:
        predicate = self.function
        return itertools.takewhile(lambda element: predicate(*element)[0], self.input.iterate())


class ScanSource(FunctionSource):
    """What a function makes of each element and a state, which it changes.

    Args:
        input, captured, f: as of `FunctionSource`; the function returns the next state and the result.
        initial: the components of the first state.
    """

    def __init__(self, input: Source, initial: Sequence[Any], captured: Sequence[Any], f: StagedFunction):
        super().__init__(input, captured, f)
        self._initial = tuple(initial)

    def iterate(self) -> Iterator[Element]:
        function, state, count = self.function, self._initial, len(self._initial)

        def step(*element: Any) -> Element:
            nonlocal state
            results = function(*state, *element)
            state = results[:count]
            return results[count:]

        return itertools.starmap(step, self.input.iterate())

    def cardinality(self) -> int:
        return self.input.cardinality()


class FlatMapSource(FunctionSource):
    """The elements of the datasets that a function makes of elements, one dataset after the other."""

    def iterate(self) -> Iterator[Element]:
        made = itertools.starmap(self.function, self.input.iterate())
        return Flattened(map(_begun, made))


def _begun(parts: Element) -> Iterator[Element]:
    """A pass over the dataset that is the only component."""
    source: Source = parts[0]
    return source.iterate()


class InterleaveSource(FunctionSource):
    """The elements of several of the datasets that a function makes of elements, in turn.

    Args:
        input, captured, f: as of `FunctionSource`.
        cycle: how many datasets are read in turn.
        block: how many elements are read of one before the next.
        parallel: how many of them are read at a time, ahead of their turn, by threads; None for none.
    """

    def __init__(
        self, input: Source, captured: Sequence[Any], f: StagedFunction, cycle: Any, block: Any, parallel: Any = None
    ):
        super().__init__(input, captured, f)
        self.cycle, self.block = int(cycle), int(block)
        for name, value in (("cycle_length", self.cycle), ("block_length", self.block)):
            if value < 1:
                raise errors.InvalidArgumentError(None, None, f"{name} must be greater than zero.")
        self._workers = workers(parallel, f.may_wait, self.cycle)
        self.ahead = self._workers > 0

    def iterate(self) -> Iterator[Element]:
        if not self.ahead:
            return _Interleaved(self, self._opened)
        permits = threading.Semaphore(self._workers)
        return _Interleaved(self, functools.partial(self._opened_ahead, permits))

    def _opened(self, element: Element) -> Iterator[Element]:
        """A pass over the dataset that the function makes of an element."""
        return _begun(self.function(*element))

    def _opened_ahead(self, permits: threading.Semaphore, element: Element) -> Iterator[Element]:
        return Ahead(functools.partial(_begun, self.function(*element)), max(2, self.block), permits, True)


class _Interleaved(Iterator[Any]):
    def __init__(self, source: InterleaveSource, opened: Callable[[Element], Iterator[Element]]):
        self._source = source
        self._opened = opened
        self._inputs = source.input.iterate()
        self._slots: list[Iterator[Element] | None] = [None] * source.cycle
        self._place = 0
        self._left = source.block
        self._exhausted = False

    def __next__(self) -> Element:
        if self._source.ahead:
            self._open_all()
        empty = 0
        while empty < len(self._slots):
            current = self._slots[self._place]
            if current is None and not self._exhausted:
                current = self._open(self._place)
            if current is None:
                empty += 1
                self._advance()
                continue
            empty = 0
            for element in current:
                self._left -= 1
                if self._left == 0:
                    self._advance()
                return element
            self._slots[self._place] = None
            if self._source.ahead and not self._exhausted:
                self._open(self._place)  # its thread works while others are waited for
            self._advance()
        raise StopIteration

    def _advance(self) -> None:
        self._place = (self._place + 1) % len(self._slots)
        self._left = self._source.block

    def _open(self, place: int) -> Iterator[Element] | None:
        for element in self._inputs:
            opened = self._slots[place] = self._opened(element)
            return opened
        self._exhausted = True
        return None

    def _open_all(self) -> None:
        """Begins with all datasets of the cycle, so that their threads work at the same time."""
        count = len(self._slots)
        for place in [(self._place + i) % count for i in range(count)]:
            if self._slots[place] is None and not self._exhausted:
                self._open(place)


class GroupByWindowSource(Source):
    """Elements gathered by key, and what a function makes of each full window of one key.

    Args:
        input: the source.
        key, size, reduction: the functions, from an element to its key, from a key to the size of its windows, and from
            a key and a window to a dataset; each with the values of what it captures.
    """

    def __init__(self, input: Source, key: Any, size: Any, reduction: Any):
        self.input = input
        self.key, self.size, self.reduction = (f.bound(captured) for f, captured in (key, size, reduction))
        self.functions = (key[0], size[0], reduction[0])  # what they raise is explained by their plans
        self.captured = (*key[1], *size[1], *reduction[1])

    def waits(self) -> bool:
        return any(f.may_wait for f in self.functions) or self.input.waits()

    def iterate(self) -> Iterator[Element]:
        return Flattened(_Windowed(self))


class _Windowed(Iterator[Any]):
    """Passes over the datasets that are made of full windows, and in the end of what is left."""

    def __init__(self, source: GroupByWindowSource):
        self._source = source
        self._items = source.input.iterate()
        self._groups: dict[int, list[Element]] = {}
        self._sizes: dict[int, int] = {}

    def __next__(self) -> Iterator[Element]:
        source, groups = self._source, self._groups
        for element in self._items:
            key = int(source.key(*element)[0])
            group = groups.setdefault(key, [])
            if not group:
                self._sizes[key] = positive(source.size(np.int64(key))[0], "Window size")
            group.append(element)
            if len(group) == self._sizes[key]:
                return self._reduced(key)
        if groups:
            return self._reduced(min(groups))  # what is left comes in the order of the keys
        raise StopIteration

    def _reduced(self, key: int) -> Iterator[Element]:
        window = ListSource(self._groups.pop(key))
        (made,) = self._source.reduction(np.int64(key), window)
        return made.iterate()


def reduced(input: Source, initial: Sequence[Any], captured: Sequence[Any], f: StagedFunction) -> Element:
    """The last state of a function that makes the next state of a state and an element."""
    function, state = f.bound(captured), tuple(initial)
    for element in input.iterate():
        state = function(*state, *element)
    return state
