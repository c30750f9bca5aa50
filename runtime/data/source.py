"""What the variant tensor of a dataset holds: where elements come from, in any number of independent passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.core import dtypes
from runtime.data.structure import Element

#: Cardinalities that are no number of elements.
INFINITE = -1
UNKNOWN = -2


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


@dataclass(frozen=True, eq=False)
class Source:
    """Where the elements of a dataset come from.

    Kernels get a source where they would get an array, and dispatch asks for its dtype and shape.

    Attributes:
        iterate: begins a pass over the elements. The iterator goes on after an error: the next element is that after
            the one that failed.
        inputs: the sources that it reads.
        count: the cardinality, from those of the inputs.
        uses: functions, draws and other sources that it has besides.
        is_slow: whether it may itself have to wait for something that is not computing: Python, a file.
        selection: the elements as rows of arrays, if that is what they are.
    """

    iterate: Callable[[], Iterator[Element]]
    inputs: tuple[Source, ...] = ()
    count: Callable[..., int] = lambda *counts: UNKNOWN
    uses: tuple[Any, ...] = ()
    is_slow: bool = False
    selection: Selection | None = None

    dtype = dtypes.variant
    shape = ()

    def cardinality(self) -> int:
        """How many elements there are, INFINITE or UNKNOWN."""
        return self.count(*[source.cardinality() for source in self.inputs])

    def waits(self) -> bool:
        """Whether the next element may have to wait for something that is not computing."""
        return self.is_slow or any(source.waits() for source in self.inputs)

    def parts(self) -> Iterable[Any]:
        """What it is made of: other sources, functions, draws. What has no parts of its own may be among it."""
        return (*self.inputs, *self.uses)


def arrangement(
    input: Source,
    arranged: Callable[[Callable[[], Iterator[Any]]], Iterator[Any]],
    count: Callable[[int], int],
    uses: tuple[Any, ...] = (),
) -> Source:
    """Some of the elements of a source, each as often and in the order that `arranged` says.

    Args:
        input: the source.
        arranged: the items of passes that its argument begins. An item is an element, or what stands for one.
        count, uses: as of `Source`.
    """
    given = input.selection
    chosen = None if given is None else Selection(given.gather, lambda: arranged(given.numbers))
    return Source(lambda: arranged(input.iterate), (input,), count, uses, selection=chosen)


def listed(elements: Sequence[Element]) -> Source:
    """Elements that are there."""
    return Source(lambda: iter(elements), count=lambda: len(elements))


def steps(step: Callable[[], Any]) -> Iterator[Any]:
    """What calls of `step` return until one raises StopIteration. Unlike a generator it goes on after an error."""
    return iter(step, None)


def flattened(iterators: Iterator[Iterator[Any]]) -> Iterator[Any]:
    """The items of iterators, one iterator after the other."""
    current: Iterator[Any] = iter(())

    def step() -> Any:
        nonlocal current
        while True:
            for item in current:
                return item
            current = iter(())
            current = next(iterators)

    return steps(step)


# -- cardinalities ---------------------------------------------------------------------------------------------------


def same(count: int) -> int:
    """As many elements as the input has."""
    return count


def endless_or_unknown(count: int) -> int:
    """That many of an endless input make endlessly many, and nothing else is known."""
    return count if count == INFINITE else UNKNOWN


def of_finite(function: Callable[[int], int]) -> Callable[[int], int]:
    """`function` of a number of elements; what is no number stays what it is."""
    return lambda count: count if count < 0 else function(count)


def total(*counts: int) -> int:
    """As many elements as all inputs together have."""
    if INFINITE in counts:
        return INFINITE
    return UNKNOWN if UNKNOWN in counts else sum(counts)


def least(*counts: int) -> int:
    """As many elements as the shortest input has."""
    if UNKNOWN in counts:
        return UNKNOWN
    return min([count for count in counts if count != INFINITE], default=INFINITE)
