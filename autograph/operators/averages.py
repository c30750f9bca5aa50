"""`statistics` of what may be staged: means, medians, variances and standard deviations of floats, by their formulas.

Python sums fractions, which are exact, and rounds once. Here floats are summed, as `sum` does it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

from autograph.operators import call_errors
from autograph.operators.calls import call, stand_ins
from autograph.operators.comparisons import any_staged
from autograph.operators.frames import hidden_frames
from autograph.operators.joins import joins_kinds
from autograph.operators.kinds import class_of_number, kind_of
from autograph.operators.lists import StagedList, require
from autograph.staging import Backend, backend_of


class _Data:
    """Some numbers, of which any may be staged, or how many they are.

    Args:
        name: the function of `statistics` that they are given to.
        values: the numbers, as a list.
    """

    def __init__(self, name: str, values: Any):
        self.name = name
        self.values = values
        self.length = values.length if type(values) is StagedList else len(values)

    @property
    def backend(self) -> Backend:
        """On which they are staged."""
        given = [self.values] if type(self.values) is StagedList else self.values
        return next(filter(None, map(backend_of, given)))

    def is_of_integers(self) -> bool:
        """Whether none is a float."""
        if type(self.values) is StagedList:
            return {*map(kind_of, self.values.form.types)} <= {"int", "bool"}
        return all((class_of_number(value) or type(value)) in (int, bool) for value in self.values)

    def check_length(self, least: int, message: str = "") -> None:
        """Raises, when the program runs, where there are too few."""
        if type(self.length) is int and self.length >= least:
            return
        points = "two data points" if least == 2 else "one data point"
        error = sys.modules["statistics"].StatisticsError(message or f"{self.name} requires at least {points}")
        require(self.backend, self.length >= least, error)

    def check_texts(self) -> None:
        """Has no text show a result of integers, which is one if it is whole, and a float otherwise."""
        if self.is_of_integers():
            joins_kinds("float")

    def sum_of(self, part: Callable[[Any], Any]) -> Any:
        """The sum of something of each."""
        return call(sum)(call(map)(part, self.values))

    def mean(self) -> Any:
        """Their mean, as a float."""
        return call(sum)(self.values) / self.length

    def variance(self, mean: Any, less: int) -> Any:
        """The sum of the squares of what they differ from a mean by, over how many they are, or `less` than that."""
        mean = self.mean() if mean is None else mean
        squares = self.sum_of(lambda value: (value - mean) * (value - mean))
        return squares / (self.length - less)


_FLOATS = "make floats of the numbers, `[float(x) for x in xs]`, or use `statistics.fmean`"


def _mean(data: _Data) -> Any:
    data.check_length(1)
    data.check_texts()
    return data.mean()


def _fmean(data: _Data) -> Any:
    data.check_length(1)
    return data.mean()


def _median(data: _Data, which: str = "") -> Any:
    data.check_length(1, "no median for empty data")
    if type(data.length) is not int and not which:
        data.check_texts()
    ordered = call(sorted)(data.values)
    if which:
        return ordered[data.length // 2 if which == "high" else (data.length - 1) // 2]
    if type(data.length) is int and data.length % 2:
        return ordered[data.length // 2]
    return (ordered[(data.length - 1) // 2] + ordered[data.length // 2]) / 2


def _spread(less: int, is_root: bool) -> Callable[..., Any]:
    """A variance, or the root of it; of a sample one element less counts."""

    def form(data: _Data, mean: Any = None) -> Any:
        data.check_length(1 + less)
        if not is_root:
            data.check_texts()
        found = data.variance(mean, less)
        return call(math.sqrt)(found) if is_root else found

    return form


def _stand_in(name: str, form: Callable[..., Any]) -> Callable[..., Any]:
    def stand_in(data: Any, *args: Any, **kwargs: Any) -> Any:
        with hidden_frames:
            values = data if type(data) is StagedList else call(list)(data)
            if type(values) is not StagedList and not any_staged(values):
                return getattr(sys.modules["statistics"], name)(values, *args, **kwargs)
            if not _are_numbers(values):
                call_errors.asks_a_tensor(f"statistics.{name}", "what elements are that are no numbers", _FLOATS)
            return form(_Data(name, values), *args, **kwargs)

    return stand_in


def _are_numbers(values: Any) -> bool:
    if type(values) is StagedList:
        return values.form.node.kind is None
    return all(type(value) in (int, float) or class_of_number(value) in (int, float) for value in values)


#: By the names of the functions of a module that a program may never import.
for _name, _made in {
    "mean": _mean,
    "fmean": _fmean,
    "median": _median,
    "median_low": lambda data: _median(data, "low"),
    "median_high": lambda data: _median(data, "high"),
    "variance": _spread(1, False),
    "pvariance": _spread(0, False),
    "stdev": _spread(1, True),
    "pstdev": _spread(0, True),
}.items():
    stand_ins["statistics", _name] = _stand_in(_name, _made)
