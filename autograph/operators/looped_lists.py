"""Lists that a loop goes over and its body makes longer or shorter, as a search does with what it has still to visit.

Python loops over a list as it is by then, and so does a staged loop over a list of staged length. Where a loop goes
over a list of Python's, item by item, and a staged condition decides on its length, the program is staged once more,
with that list of staged length before the loop begins.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: A line of a file, where loops begin.
_Site = tuple[str, int]


class _Mode(threading.local):
    #: The loops before which the lists are staged.
    staged: frozenset[_Site] = frozenset()
    #: Those of which that was asked for, and that they go over.
    asked: frozenset[_Site] = frozenset()


_mode = _Mode()


def ask(frame: FrameType, line: int) -> None:
    """A list cannot be staged, for a loop that begins in a line of what runs in a frame goes over it."""
    _mode.asked |= {(frame.f_code.co_filename, line)}


def is_staged(frame: FrameType) -> bool:
    """Whether the list is to be staged that the loop goes over which begins where a frame is."""
    return bool(_mode.staged) and (frame.f_code.co_filename, frame.f_lineno) in _mode.staged


@contextmanager
def asking() -> Iterator[None]:
    """While a program is staged: takes note of the loops whose lists cannot be staged."""
    before, _mode.asked = _mode.asked, frozenset()
    try:
        yield
    finally:
        _mode.asked = before


def asked() -> frozenset[_Site]:
    """The loops whose lists could not be staged, and are not staged beforehand yet."""
    return _mode.asked - _mode.staged


@contextmanager
def staged_before(loops: frozenset[_Site]) -> Iterator[None]:
    """Has the lists that some loops go over staged before they begin, besides those of which that is known."""
    before, _mode.staged = _mode.staged, _mode.staged | loops
    try:
        yield
    finally:
        _mode.staged = before
