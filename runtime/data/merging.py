"""Sources over several others, and those that let elements through: zip, concatenate, choose, unique, ignore errors."""

from __future__ import annotations

import logging
import operator
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.data.functions import explained
from runtime.data.randomness import Draws
from runtime.data.source import INFINITE, UNKNOWN, Flattened, Source
from runtime.data.structure import Element

_log = logging.getLogger("runtime")


class ZipSource(Source):
    """Elements of several sources side by side, as long as the shortest."""

    def __init__(self, inputs: Sequence[Source]):
        self._inputs = inputs

    def iterate(self) -> Iterator[Element]:
        passes = [source.iterate() for source in self._inputs]
        if len(passes) == 1:
            return passes[0]
        if len(passes) == 2:
            return map(operator.add, *passes)
        return map(_concatenated, *passes)

    def cardinality(self) -> int:
        counts = [source.cardinality() for source in self._inputs]
        if UNKNOWN in counts:
            return UNKNOWN
        return min([count for count in counts if count != INFINITE], default=INFINITE)

    def waits(self) -> bool:
        return any(source.waits() for source in self._inputs)


def _concatenated(*parts: Element) -> Element:
    return tuple([component for part in parts for component in part])


class ConcatenateSource(Source):
    """The elements of one source, then those of another."""

    def __init__(self, first: Source, second: Source):
        # Many are often put together one by one: what they are read through must not get deeper each time.
        before = first._inputs if isinstance(first, ConcatenateSource) else (first,)
        self._inputs: tuple[Source, ...] = (*before, second)

    def iterate(self) -> Iterator[Element]:
        return Flattened(source.iterate() for source in self._inputs)

    def cardinality(self) -> int:
        counts = [source.cardinality() for source in self._inputs]
        if INFINITE in counts:
            return INFINITE
        return UNKNOWN if UNKNOWN in counts else sum(counts)

    def waits(self) -> bool:
        return any(source.waits() for source in self._inputs)


class ChooseSource(Source):
    """Elements of several sources, in the order in which another source names these.

    Args:
        choice: yields numbers of sources.
        inputs: the sources.
        stop: whether the first source that has no more elements ends it.
    """

    def __init__(self, choice: Source, inputs: Sequence[Source], stop: bool):
        self.choice, self.inputs, self.stop = choice, inputs, stop

    def iterate(self) -> Iterator[Element]:
        return _Chosen(self)

    def waits(self) -> bool:
        return self.choice.waits() or any(source.waits() for source in self.inputs)


class _Chosen(Iterator[Any]):
    def __init__(self, source: ChooseSource):
        self._choices = source.choice.iterate()
        self._passes: list[Iterator[Element] | None] = [each.iterate() for each in source.inputs]
        self._stop = source.stop
        self._left = len(self._passes)

    def __next__(self) -> Element:
        while self._left:
            number = int(next(self._choices)[0])
            if not 0 <= number < len(self._passes):
                raise errors.InvalidArgumentError(
                    None, None, f"Selector index out of range: {number} >= {len(self._passes)}"
                )
            chosen = self._passes[number]
            if chosen is None:
                continue
            for element in chosen:
                return element
            self._passes[number] = None
            self._left = 0 if self._stop else self._left - 1
        raise StopIteration


class SampledNumbers(Source):
    """Numbers drawn at random, without end.

    Args:
        weights: how often each number is drawn.
        seeds: of the draws; empty for others each time.
        anew: whether every pass draws others.
    """

    def __init__(self, weights: Any, seeds: Sequence[int], anew: bool):
        weights = np.asarray(weights, np.float64)
        if weights.min() < 0 or weights.sum() <= 0:
            raise errors.InvalidArgumentError(None, None, f"weights must not be negative, nor all zero: {weights}")
        self._limits = np.cumsum(weights / weights.sum())
        self._draws = Draws(seeds, anew)

    def iterate(self) -> Iterator[Element]:
        generator = self._draws.generator()
        last = len(self._limits) - 1

        def draw() -> Element:
            return (np.int64(min(int(np.searchsorted(self._limits, generator.random(), "right")), last)),)

        return iter(draw, None)

    def cardinality(self) -> int:
        return INFINITE


class UniqueSource(Source):
    """The elements that no earlier one equals."""

    def __init__(self, input: Source):
        self.input = input

    def iterate(self) -> Iterator[Element]:
        seen: set[Any] = set()

        def is_new(element: Element) -> bool:
            (value,) = element
            key = value if isinstance(value, bytes) else value.item() if value.ndim == 0 else (value.shape, _key(value))
            if key in seen:
                return False
            seen.add(key)
            return True

        return filter(is_new, self.input.iterate())


def _key(array: np.ndarray) -> Any:
    return tuple(array.ravel().tolist()) if array.dtype == object else array.tobytes()


class IgnoreErrorsSource(Source):
    """The elements that can be computed."""

    def __init__(self, input: Source, log_warning: bool):
        self.input = input
        self.log_warning = log_warning

    def iterate(self) -> Iterator[Element]:
        return _WithoutErrors(self.input.iterate(), self.log_warning)

    def cardinality(self) -> int:
        return UNKNOWN


class _WithoutErrors(Iterator[Any]):
    def __init__(self, items: Iterator[Element], log_warning: bool):
        self._items = items
        self._log_warning = log_warning

    def __next__(self) -> Element:
        while True:
            try:
                return next(self._items)
            except StopIteration:
                raise
            except Exception as error:
                if self._log_warning:
                    _log.warning("Error raised with error message %s", explained(error))


class AssertCardinalitySource(Source):
    """Elements of which there must be as many as somebody promised."""

    def __init__(self, input: Source, cardinality: Any):
        self.input = input
        self._cardinality = int(cardinality)

    def iterate(self) -> Iterator[Element]:
        return _Counted(self.input.iterate(), self._cardinality)

    def cardinality(self) -> int:
        return self._cardinality


class _Counted(Iterator[Any]):
    def __init__(self, items: Iterator[Element], expected: int):
        self._items = items
        self._expected = expected
        self._found = 0

    def __next__(self) -> Element:
        for element in self._items:
            self._found += 1
            if 0 <= self._expected < self._found:
                raise self._wrong("at least ")
            return element
        if self._expected != UNKNOWN and self._found != self._expected:
            raise self._wrong("only ")
        raise StopIteration

    def _wrong(self, limit: str) -> errors.OpError:
        expected = "an infinite number of" if self._expected == INFINITE else str(self._expected)
        return errors.FailedPreconditionError(
            None, None,
            f"Input dataset was expected to contain {expected} elements but contained {limit}{self._found} element"
            f"{'' if self._found == 1 else 's'}.",
        )  # fmt: skip
