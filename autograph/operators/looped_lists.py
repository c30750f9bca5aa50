"""Lists that a loop goes over and its body makes longer or shorter, as a search does with what it has still to visit.

Python loops over a list as it is by then, and so does a staged loop over a list of staged length. Where a loop goes
over a list of Python's, item by item, and a staged condition decides on its length, the program is staged once more,
with that list of staged length before the loop begins.

Where an iterator of `enumerate`, `zip`, `map` or `reversed` goes over the list, it is another the second time, of
`autograph.operators.walks`: that asks for the item at a position, of what may be staged at any time.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from autograph.operators.namespaces import has_class_attribute
from autograph.source.build import converted_codes


class _Site(NamedTuple):
    """A line of a file in which loops begin, or iterators are made."""

    file: str
    line: int
    makes_iterators: bool


class _Made(NamedTuple):
    """An iterator, what it goes over, and where it was made."""

    iterator: Any
    given: Sequence[Any]
    site: _Site


class _Mode(threading.local):
    def __init__(self) -> None:
        #: The loops before which the lists are staged, and where the iterators are made that ask for positions.
        self.staged: frozenset[_Site] = frozenset()
        #: Where that was asked for, because of a list that changes.
        self.asked: frozenset[_Site] = frozenset()
        #: The iterators over lists, by identity, while a program is staged.
        self.made: dict[int, _Made] = {}


_mode = _Mode()

#: What makes an iterator that may ask for positions.
MAKERS = frozenset({enumerate, zip, map, reversed})


def ask(frame: FrameType, line: int) -> None:
    """A list cannot be staged, for a loop that begins in a line of what runs in a frame goes over it."""
    _mode.asked |= {_Site(frame.f_code.co_filename, line, makes_iterators=False)}


def ask_positions(value: Any) -> None:
    """A list cannot be staged, or not change its length: it is a value that iterators go over, or such an iterator."""
    found = [made for made in _mode.made.values() if any(part is value for part in (made.iterator, *made.given))]
    _mode.asked |= {made.site for made in found}


def is_staged(frame: FrameType) -> bool:
    """Whether the list is to be staged that the loop goes over which begins where a frame is."""
    return bool(_mode.staged) and _Site(frame.f_code.co_filename, frame.f_lineno, False) in _mode.staged


def asks_positions(frame: FrameType, line: int) -> bool:
    """Whether an iterator is to ask for positions that is made in a line of what runs in a frame."""
    return bool(_mode.staged) and _Site(frame.f_code.co_filename, line, True) in _mode.staged


def noted(make: Callable[..., Any], by_positions: Callable[..., Any]) -> Callable[..., Any]:
    """What makes an iterator, and takes note of where that is.

    Args:
        make: makes it of what it goes over.
        by_positions: makes one that asks for positions.
    """

    def make_one(*args: Any, **kwargs: Any) -> Any:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code not in converted_codes:
            frame = frame.f_back
        if frame is None:
            return make(*args, **kwargs)
        if asks_positions(frame, frame.f_lineno):
            return by_positions(*args, **kwargs)
        made = make(*args, **kwargs)
        if any(isinstance(value, list) or _is_noted(value) for value in args) and all(map(_may_be_kept, args)):
            _mode.made[id(made)] = _Made(made, args, _Site(frame.f_code.co_filename, frame.f_lineno, True))
        return made

    return make_one


def _is_noted(value: Any) -> bool:
    return id(value) in _mode.made


def _may_be_kept(value: Any) -> bool:
    """Whether a value may be held: it is no iterator, that is, which may have something end once nobody has it."""
    return not has_class_attribute(type(value), "__next__") or _is_noted(value)


@contextmanager
def asking() -> Iterator[None]:
    """While a program is staged: takes note of the loops whose lists cannot be staged."""
    before = _mode.asked, _mode.made
    _mode.asked, _mode.made = frozenset(), {}
    try:
        yield
    finally:
        _mode.asked, _mode.made = before


def asked() -> frozenset[_Site]:
    """Where lists could not be staged or change for the sake of a loop, and nothing is done about it yet."""
    return _mode.asked - _mode.staged


@contextmanager
def staged_before(loops: frozenset[_Site]) -> Iterator[None]:
    """Has the lists that some loops go over staged before they begin, besides those of which that is known."""
    before, _mode.staged = _mode.staged, _mode.staged | loops
    try:
        yield
    finally:
        _mode.staged = before
