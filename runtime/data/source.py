"""What the variant tensor of a dataset holds: where elements come from, in any number of independent passes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.core import dtypes
from runtime.data.structure import Element

#: Cardinalities that are no number of elements.
INFINITE = -1
UNKNOWN = -2


class Source:
    """Where the elements of a dataset come from.

    Kernels get a source where they would get an array, and dispatch asks for its dtype and shape. The iterators that
    `iterate` returns go on after an error: the next element is that after the one that failed.
    """

    dtype = dtypes.variant
    shape = ()

    def iterate(self) -> Iterator[Element]:
        """A pass over the elements."""
        raise NotImplementedError

    def cardinality(self) -> int:
        """How many elements there are, INFINITE or UNKNOWN."""
        return UNKNOWN

    def waits(self) -> bool:
        """Whether the next element may have to wait for something that is not computing: Python, a file."""
        given = getattr(self, "input", None)
        return given is not None and given.waits()

    def selection(self) -> Selection | None:
        """The elements as rows of arrays, if that is what they are."""
        return None

    def parts(self) -> Iterator[Any]:
        """What it is made of: other sources, functions, draws. What has no parts of its own may be among it."""
        for value in vars(self).values():
            yield from value if isinstance(value, (tuple, list)) else (value,)


@dataclass(frozen=True)
class Selection:
    """Elements that are rows of arrays.

    What only chooses and orders elements works on the numbers of rows instead, and a batch is gathered at once.

    Attributes:
        gather: the rows of these numbers, stacked.
        numbers: a pass over the numbers of the rows.
    """

    gather: Callable[[Sequence[int]], Element]
    numbers: Callable[[], Iterator[int]]


class Arrangement(Source):
    """Some of the elements of a source, each as often and in the order that `arranged` says."""

    def __init__(self, input: Source):
        self.input = input

    def arranged(self, restart: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        """The items of passes that `restart` begins, arranged. An item is an element, or what stands for one."""
        raise NotImplementedError

    def iterate(self) -> Iterator[Element]:
        return self.arranged(self.input.iterate)

    def selection(self) -> Selection | None:
        given = self.input.selection()
        if given is None:
            return None
        return Selection(given.gather, lambda: self.arranged(given.numbers))


class Flattened(Iterator[Any]):
    """The items of iterators, one iterator after the other."""

    def __init__(self, iterators: Iterator[Iterator[Any]]):
        self._iterators = iterators
        self._current: Iterator[Any] = iter(())

    def __next__(self) -> Any:
        while True:
            for item in self._current:
                return item
            self._current = iter(())
            self._current = next(self._iterators)


def taken(items: Iterator[Any], count: int) -> Iterator[Any]:
    """At most `count` items; all of them if it is negative."""
    return items if count < 0 else itertools.islice(items, count)
