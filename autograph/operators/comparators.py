"""`functools.cmp_to_key`: keys that a function of the program's puts in order. They are run converted."""

from __future__ import annotations

from typing import Any


class ComparedBy:
    """A value that a function compares with others, as Python's own key does it.

    Attributes:
        comparison: the function: less than 0 if the first comes before the second, more if it comes after.
        obj: the value.
    """

    def __init__(self, comparison: Any, obj: Any):
        self.comparison = comparison
        self.obj = obj

    def __lt__(self, other: Any) -> Any:
        return self.comparison(self.obj, other.obj) < 0

    def __gt__(self, other: Any) -> Any:
        return self.comparison(self.obj, other.obj) > 0

    def __le__(self, other: Any) -> Any:
        return self.comparison(self.obj, other.obj) <= 0

    def __ge__(self, other: Any) -> Any:
        return self.comparison(self.obj, other.obj) >= 0

    def __eq__(self, other: Any) -> Any:
        return self.comparison(self.obj, other.obj) == 0


class KeyOf:
    """What makes the keys of values that a function compares."""

    def __init__(self, comparison: Any):
        self.comparison = comparison

    def __call__(self, obj: Any) -> Any:
        return ComparedBy(self.comparison, obj)
