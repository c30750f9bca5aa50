"""What a function has given, by its arguments, as ordinary classes. They are run converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class MemoTable:
    """The results of a function that calls itself, or that has effects.

    Attributes:
        results: what it has given, by its arguments.
        is_whole: whether all that it has given is there.
        has_all: whether all that it gives has to be there, for each is made once: the function has effects.
    """

    def __init__(self) -> None:
        self.results: dict[tuple[Any, ...], Any] = {}
        self.is_whole = self.has_all = False

    def call(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What the function gives, which is called where that is not known."""
        if args in self.results:
            return self.results[args]
        result = function(*args)
        self.results[args] = result
        return result

    def size(self) -> int:
        """How many results it has."""
        return len(self.results)


class CountedTable(MemoTable):
    """Likewise, of a function of which the program asks how often it was called.

    Attributes:
        hits: how often what it gives was there.
        misses: how often it was not, where the function may have raised an exception.
    """

    def __init__(self) -> None:
        MemoTable.__init__(self)
        self.hits = self.misses = 0

    def call(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        if args in self.results:
            self.hits = self.hits + 1
        else:
            self.misses = self.misses + 1
        return MemoTable.call(self, function, args)

    def clear(self) -> None:
        """Forgets all results, and how often they were there."""
        self.results.clear()
        self.hits = self.misses = 0
