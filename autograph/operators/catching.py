"""What would catch an exception that is raised when the program runs, beside handlers: Python itself, and `with`.

A special method may raise an exception to tell Python something: that a loop is over, or that there is no attribute.
And what is raised in a `with` statement is told to the object that it was entered with. Neither is there any more when
a staged `raise` runs. Nor are functions that are not converted, and have handlers, when what they read of a container
is staged.
"""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from autograph.source.build import converted_codes
from autograph.staging import SYSTEMS
from autograph.weak import WeakMap


class _Catching(threading.local):
    def __init__(self) -> None:
        #: The special methods that are running, and what Python catches of them; and what the handlers of a staged
        #: `try` catch of what is run in it.
        self.methods: list[tuple[Callable[[BaseException], bool], str]] = []
        #: The objects that were entered and not left.
        self.entered: list[Any] = []


_catching = _Catching()


@contextmanager
def catching(kind: type[Exception], name: str) -> Iterator[None]:
    """Around a special method that ends in an exception of some kind to tell Python something."""
    with handling(lambda error: isinstance(error, kind), name):
        yield


@contextmanager
def handling(catches: Callable[[BaseException], bool], name: str = "") -> Iterator[None]:
    """Around what is run where something catches some exceptions: Python, which has called a method; or a handler."""
    _catching.methods.append((catches, name))
    try:
        yield
    finally:
        _catching.methods.pop()


@contextmanager
def leaving_all() -> Iterator[None]:
    """Around the trace of a whole function: what it entered it leaves, if only when it is collected as garbage."""
    depth = len(_catching.entered)
    try:
        yield
    finally:
        del _catching.entered[depth:]


def enter(manager: Any) -> None:
    """A `with` statement has entered an object, which would be told of an exception."""
    _catching.entered.append(manager)


def leave(manager: Any) -> None:
    """A `with` statement leaves an object, and all that was entered since."""
    entered = _catching.entered
    position = next((i for i in reversed(range(len(entered))) if entered[i] is manager), None)
    if position is not None:
        del entered[position:]


def catcher_of(error: BaseException) -> str | None:
    """What would catch an exception, as a message says it; None if nothing would."""
    innermost = next((name for catches, name in reversed(_catching.methods) if catches(error)), "")
    if innermost:
        return f"Python, which called `{innermost}`, would catch it"
    for manager in _catching.entered:
        return f"`{type(manager).__name__}.__exit__` would be given it"
    function = _unconverted_handler()
    return None if function is None else f"`{function}`, which is not converted, may catch it"


def _handled(code: CodeType) -> list[tuple[int, int]]:
    """Where code has handlers: from which instruction on, and up to which, by their offsets."""
    found = _ranges.get(code)
    if found is None:
        entries = dis._parse_exception_table(code)  # type: ignore[attr-defined]
        found = _ranges[code] = [(entry.start, entry.end) for entry in entries]
    return found


_ranges: WeakMap[CodeType, list[tuple[int, int]]] = WeakMap()


def _unconverted_handler() -> str | None:
    """The name of a function with a handler that is not converted, and that converted code has called."""
    found = None
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code in converted_codes:
            if found is not None:
                return found
        elif found is None and code.co_exceptiontable:
            package = frame.f_globals.get("__name__", "").partition(".")[0]
            if package not in SYSTEMS and any(start <= frame.f_lasti < end for start, end in _handled(code)):
                found = code.co_qualname
        frame = frame.f_back
    return None
