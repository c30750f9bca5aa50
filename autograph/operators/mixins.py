"""What the classes of `collections.abc` add to those of the user's, where Python's own text of it cannot be staged.

Python's own goes over a sequence until there is an IndexError, and asks of each item whether it is one and the same as
another, or equal to it: what is staged has no identity, and containers that are staged ask whether it is equal.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Sequence, Set, ValuesView
from itertools import chain
from typing import Any

from autograph.operators.calls import stand_ins
from autograph.operators.comparisons import equal
from autograph.operators.walks import IndexWalk


def walked(self: Any) -> Any:
    """`Sequence.__iter__`."""
    return IndexWalk(self)


def contains(self: Any, value: Any) -> Any:
    """`Sequence.__contains__`, and `ValuesView.__contains__`."""
    for item in self:  # noqa: SIM110 - what is staged is a statement
        if equal(item, value):
            return True
    return False


def count(self: Any, value: Any) -> Any:
    """`Sequence.count`."""
    found = 0
    for item in self:
        if equal(item, value):
            found += 1
    return found


def index(self: Any, value: Any, start: Any = 0, stop: Any = None) -> Any:
    """`Sequence.index`."""
    if start is not None and start < 0:
        start = max(start + len(self), 0)
    if stop is not None and stop < 0:
        stop += len(self)
    at = start
    while stop is None or at < stop:
        try:
            item = self[at]
        except IndexError:
            break
        if equal(item, value):
            return at
        at += 1
    raise ValueError


def contains_pair(self: Any, item: Any) -> Any:
    """`ItemsView.__contains__`."""
    key, value = item
    try:
        found = self._mapping[key]
    except KeyError:
        return False
    return equal(found, value)


def union(self: Any, other: Any) -> Any:
    """`Set.__or__`."""
    if not isinstance(other, Iterable):
        return NotImplemented
    return self._from_iterable(chain(self, other))


stand_ins[Sequence.__iter__] = walked
stand_ins[Sequence.__contains__] = contains
stand_ins[Sequence.count] = count
stand_ins[Sequence.index] = index
stand_ins[ValuesView.__contains__] = contains
stand_ins[ItemsView.__contains__] = contains_pair
stand_ins[Set.__or__] = union
