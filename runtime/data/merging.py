"""Operations over several datasets, and those that let elements through: zip, concatenate, choose, unique, errors."""

from __future__ import annotations

import logging
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.core.errors import invalid_argument
from runtime.data.functions import explained
from runtime.data.ops import dataset_op
from runtime.data.randomness import Draws, seeds_of
from runtime.data.source import INFINITE, UNKNOWN, Source, flattened, least, steps, total
from runtime.data.structure import Element

_log = logging.getLogger("runtime")


@dataset_op("ZipDataset", "input_datasets: *")
def ZIP(*inputs: Source) -> Source:
    """Elements of several sources side by side, as long as the shortest."""

    def iterate() -> Iterator[Element]:
        passes = [source.iterate() for source in inputs]
        if len(passes) < 3:
            return passes[0] if len(passes) == 1 else map(operator.add, *passes)
        return map(lambda *parts: sum(parts, ()), *passes)

    return Source(iterate, inputs, least)


@dataset_op("ConcatenateDataset", "input_dataset: variant, another_dataset: variant")
def CONCATENATE(first: Source, second: Source) -> Source:
    """The elements of one source, then those of another."""
    # Many are often put together one by one: what they are read through must not get deeper each time.
    inputs = (*(first.inputs if first.count is total else (first,)), second)
    return Source(lambda: flattened(map(operator.methodcaller("iterate"), inputs)), inputs, total)


@dataset_op("DirectedInterleaveDataset", "selector_input_dataset: variant, data_input_datasets: *")
def CHOOSE(choice: Source, *inputs: Source, stop_on_empty_dataset: bool) -> Source:
    """Elements of several sources, in the order in which the numbers of another source name these."""

    def iterate() -> Iterator[Element]:
        choices = choice.iterate()
        passes: list[Iterator[Element] | None] = [source.iterate() for source in inputs]
        left = len(passes)

        def step() -> Element:
            nonlocal left
            while left:
                number = int(next(choices)[0])
                if not 0 <= number < len(passes):
                    raise invalid_argument(f"Selector index out of range: {number} >= {len(passes)}")
                for element in passes[number] or ():
                    return element
                if passes[number] is not None:
                    passes[number] = None
                    left = 0 if stop_on_empty_dataset else left - 1
            raise StopIteration

        return steps(step)

    return Source(iterate, (choice, *inputs))


@dataset_op("SampledNumbersDataset", "weights: float64, seed: int64, seed2: int64")
def SAMPLED(weights: Any, seed: Any, seed2: Any, *, anew: bool) -> Source:
    """Numbers drawn at random, each as often as its weight says, without end."""
    if weights.min() < 0 or weights.sum() <= 0:
        raise invalid_argument(f"weights must not be negative, nor all zero: {weights}")
    limits = np.cumsum(weights / weights.sum())
    draws = Draws(seeds_of(seed, seed2), anew)

    def iterate() -> Iterator[Element]:
        generator = draws.generator()
        last = len(limits) - 1
        return steps(lambda: (np.int64(min(int(np.searchsorted(limits, generator.random(), "right")), last)),))

    return Source(iterate, count=lambda: INFINITE, uses=(draws,))


@dataset_op("UniqueDataset", "input_dataset: variant")
def UNIQUE(input: Source) -> Source:
    """The elements that no earlier one equals."""

    def iterate() -> Iterator[Element]:
        seen: set[Any] = set()

        def is_new(element: Element) -> bool:
            before = len(seen)
            seen.add(_key(element[0]))
            return len(seen) > before

        return filter(is_new, input.iterate())

    return Source(iterate, (input,))


def _key(value: Any) -> Any:
    if isinstance(value, bytes) or value.ndim == 0:
        return value if isinstance(value, bytes) else value.item()
    return value.shape, tuple(value.ravel().tolist()) if value.dtype == object else value.tobytes()


@dataset_op("IgnoreErrorsDataset", "input_dataset: variant")
def IGNORE_ERRORS(input: Source, *, log_warning: bool) -> Source:
    """The elements that can be computed."""

    def iterate() -> Iterator[Element]:
        items = input.iterate()

        def step() -> Element:
            while True:
                try:
                    return next(items)
                except StopIteration:
                    raise
                except Exception as error:
                    if log_warning:
                        _log.warning("Error raised with error message %s", explained(error))

        return steps(step)

    return Source(iterate, (input,))


@dataset_op("AssertCardinalityDataset", "input_dataset: variant, cardinality: int64")
def ASSERT_CARDINALITY(input: Source, cardinality: Any) -> Source:
    """Elements of which there must be as many as somebody promised."""
    expected = int(cardinality)

    def wrong(found: int, limit: str) -> errors.OpError:
        promised = "an infinite number of" if expected == INFINITE else str(expected)
        text = f"{limit}{found} element{'' if found == 1 else 's'}."
        return errors.FailedPreconditionError(
            None, None, f"Input dataset was expected to contain {promised} elements but contained {text}"
        )

    def iterate() -> Iterator[Element]:
        items = input.iterate()
        found = 0

        def step() -> Element:
            nonlocal found
            for element in items:
                found += 1
                if 0 <= expected < found:
                    raise wrong(found, "at least ")
                return element
            if expected not in (UNKNOWN, found):
                raise wrong(found, "only ")
            raise StopIteration

        return steps(step)

    return Source(iterate, (input,), lambda given: expected)
