"""What takes the place of a generator that staged code goes on with, as ordinary classes. They are run converted."""

from __future__ import annotations

from typing import Any, NamedTuple

from autograph.operators.container_errors import asks_where_a_generator_stands, closes_others


class Frame:
    """The variables of a generator, as far as it needs them when it goes on."""

    @staticmethod
    def in_messages_(name: str) -> str:
        """How messages call a variable: those for its loops have numbers at the end."""
        own = name.rstrip("_0123456789")
        return f"{own} of a loop of a generator" if own != name and own in ("iterator", "place", "number") else name


class FrameInPool(Frame):
    """One that has an attribute for each variable from the beginning on: a tuple of its value, or None as yet."""


class Resumable:
    """A generator that is run in steps (see `autograph.passes.resuming`).

    Attributes:
        step: what goes on with it to its next item.
        frame: its variables.
        at: where it stands.
        reached: the numbers of what it may come to.
        ended: whether it has ended, or has raised an exception.
        delegates: whether it may stand in another generator, which would end with it.
        sees: whether it may stand within a `try`, which sees what is thrown into it.
        ignores: whether it may go on after it is closed.
    """

    def __init__(
        self, step: Any, frame: Frame, at: int, reached: frozenset[int], delegates: bool, sees: bool, ignores: bool
    ):
        self.step = step
        self.frame = frame
        self.at = at
        self.reached = reached
        self.ended = False
        self.delegates = delegates
        self.sees = sees
        self.ignores = ignores

    gi_frame = gi_running = gi_suspended = gi_yieldfrom = property(lambda self: asks_where_a_generator_stands())

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        step = self.step
        return step(self, self.frame, None, False, None)

    def send(self, value: Any) -> Any:
        """Goes on with what the `yield` gives at which it stands."""
        step = self.step
        return step(self, self.frame, value, False, None)

    def throw(self, error: Any, *others: Any) -> Any:
        """Has the `yield` at which it stands raise an exception."""
        if self.delegates:
            closes_others()
        step = self.step
        return step(self, self.frame, None, False, exception_of(error, *others))

    def close(self) -> None:
        """Ends it."""
        if self.delegates:
            closes_others()
        if not self.sees:
            self.ended = True
            return
        step = self.step
        try:
            step(self, self.frame, None, False, GeneratorExit())
        except (GeneratorExit, StopIteration):
            return
        if self.ignores:
            raise RuntimeError("generator ignored GeneratorExit")


def is_closed(state: Resumable, closing: Any) -> bool:
    """Whether nothing is done where a generator is closed, as it stands: it has ended, or is at none of some blocks."""
    if state.ended:
        return True
    for number in closing:  # noqa: SIM110 - what is staged is a statement
        if state.at == number:
            return False
    return True


def exception_of(kind: Any, value: Any = None, traceback: Any = None) -> Any:
    """What `throw` raises for a class of exceptions, and what that is to be made of."""
    if value is None or not isinstance(kind, type):
        return kind
    if isinstance(value, BaseException):
        return value
    return kind(*value) if isinstance(value, tuple) else kind(value)


class Numbered(NamedTuple):
    """`enumerate` of what is gone over by places."""

    items: Any
    start: Any


class Together(NamedTuple):
    """`zip` of what is gone over by places."""

    parts: tuple[Any, ...]


class Backwards(NamedTuple):
    """`reversed` of a sequence, of which the last item was at a place."""

    items: Any
    last: Any


class Keyed(NamedTuple):
    """A dict, or a view of one.

    Attributes:
        owner: the dict.
        keys: the keys that it had when the loop began.
        view: `keys`, `values` or `items`.
    """

    owner: Any
    keys: tuple[Any, ...]
    view: str


def item_at(items: Any, place: Any) -> Any:
    """The item at a place."""
    if isinstance(items, Keyed):
        if len(items.owner) != len(items.keys):
            raise RuntimeError("dictionary changed size during iteration")
        key = item_at(items.keys, place)
        if items.view == "keys":
            return key
        return items.owner[key] if items.view == "values" else (key, items.owner[key])
    if isinstance(items, Numbered):
        return items.start + place, item_at(items.items, place)
    if isinstance(items, Together):
        if not items.parts:
            raise StopIteration
        return tuple([item_at(part, place) for part in items.parts])
    if isinstance(items, Backwards):
        return item_from_end(items.items, items.last - place)
    if place >= len(items):
        raise StopIteration
    return items.start + place * items.step if type(items) is range else items[place]


def item_from_end(items: Any, place: Any) -> Any:
    """The item at a place; there is none at one below 0."""
    if place < 0:
        raise StopIteration
    return item_at(items, place)


def item_of_number(count: Any, item: Any, number: Any) -> Any:
    """The item of a number, which is computed from that."""
    if number >= count:
        raise StopIteration
    return item(number)


Resumable.__name__ = Resumable.__qualname__ = "generator"
