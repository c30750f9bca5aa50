"""What a function has given, by its arguments, as an ordinary class. It is run converted."""

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
