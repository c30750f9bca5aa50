"""What takes the place of a generator that staged code goes on with, as ordinary classes. They are run converted."""

from __future__ import annotations

from typing import Any

from autograph.operators.container_errors import closes_others


class Frame:
    """The variables of a generator, as far as it needs them when it goes on."""

    @staticmethod
    def in_messages_(name: str) -> str:
        """How messages call a variable: those for its loops have numbers at the end."""
        own = name.rstrip("_0123456789")
        return f"{own} of a loop of a generator" if own != name and own in ("iterator", "place", "number") else name


class Resumable:
    """A generator that is run in steps (see `autograph.passes.resuming`).

    Attributes:
        step: what goes on with it to its next item.
        frame: its variables.
        at: where it stands.
        reached: the numbers of what it may come to.
        ended: whether it has ended, or has raised an exception.
        delegates: whether it may stand in another generator, which would end with it.
    """

    def __init__(self, step: Any, frame: Frame, at: int, reached: frozenset[int], delegates: bool):
        self.step = step
        self.frame = frame
        self.at = at
        self.reached = reached
        self.ended = False
        self.delegates = delegates

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        step = self.step
        return step(self, self.frame, None, False)

    def send(self, value: Any) -> Any:
        """Goes on with what the `yield` gives at which it stands."""
        step = self.step
        return step(self, self.frame, value, False)

    def throw(self, error: Any, *others: Any) -> Any:
        """Has it end with an exception, which none of its statements can catch."""
        if self.delegates:
            closes_others()
        self.ended = True
        raise error

    def close(self) -> None:
        """Ends it."""
        if self.delegates:
            closes_others()
        self.ended = True


def item_at(items: Any, place: Any) -> Any:
    """The item at a place."""
    if place >= len(items):
        raise StopIteration
    return items.start + place * items.step if type(items) is range else items[place]


def item_of_number(count: Any, item: Any, number: Any) -> Any:
    """The item of a number, which is computed from that."""
    if number >= count:
        raise StopIteration
    return item(number)


Resumable.__name__ = Resumable.__qualname__ = "generator"
