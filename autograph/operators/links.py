"""Links: which objects are one and the same when the program runs, as far as what is staged decides that.

After `c = a if x > 0 else b` a third object stands for what `c` is. Where the condition holds it is `a`, otherwise `b`:
a link each. What is done to one of several objects that are linked is done to each other where they are the same
(`autograph.operators.aliases`), so that each of them always holds what the object holds that it stands for.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any


class Link:
    """An object that is another where a condition holds.

    Attributes:
        condition: a staged bool.
        holds: its value where they are one.
        made: the object, which came to be to stand for that and others.
        original: the other.
        is_there: whether the other is still there: one that came to be in a branch is not, after that.
    """

    def __init__(self, condition: Any, holds: bool, made: Any, original: Any, is_there: bool = True):
        self.condition = condition
        self.holds = holds
        self.made = made
        self.original = original
        self.is_there = is_there

    def joins(self, value: Any) -> bool:
        """Whether an object is one of the two."""
        return value is self.made or value is self.original


def linked_with(value: Any, links: Iterable[Link]) -> list[Any]:
    """The objects that may be the same as one, itself first."""
    others: dict[int, list[Any]] = {}
    for link in links:
        others.setdefault(id(link.made), []).append(link.original)
        others.setdefault(id(link.original), []).append(link.made)
    found, seen = [value], {id(value)}
    for known in found:
        for other in others.get(id(known), ()):
            if id(other) not in seen:
                seen.add(id(other))
                found.append(other)
    return found


class _Writable(threading.local):
    def __init__(self) -> None:
        self.objects: list[Any] = []


_writable = _Writable()


@contextmanager
def writable(value: Any) -> Iterator[None]:
    """While what is done to a linked object is passed on to those that are the same."""
    _writable.objects.append(value)
    try:
        yield
    finally:
        _writable.objects.pop()


def is_writable(value: Any) -> bool:
    """Whether what is done to a linked object is being passed on."""
    return any(known is value for known in _writable.objects)
