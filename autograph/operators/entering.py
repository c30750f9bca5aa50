"""`with` as a `try` whose handler is the context manager: where it may swallow an exception that is staged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators import explain
from autograph.operators.calls import call
from autograph.operators.frames import hidden_frames
from autograph.staging import backend_of


class Entered:
    """A context manager that was entered, and what that returned."""

    __slots__ = ("leave", "value")

    def __init__(self, manager: Any):
        kind: Any = type(manager)
        leave, enter = kind.__exit__, kind.__enter__
        self.leave: Callable[..., Any] = lambda *raised: call(leave)(manager, *raised)
        self.value = call(enter)(manager)


def entered(manager: Any) -> Entered:
    """A context manager, entered."""
    with hidden_frames:
        return Entered(manager)


def leaves(manager: Entered, error: BaseException | None) -> bool:
    """Leaves a context manager; whether it swallows the exception."""
    with hidden_frames:
        if error is None:
            return bool(manager.leave(None, None, None))
        swallows = manager.leave(type(error), error, error.__traceback__)
        if backend_of(swallows) is not None:
            explain.cannot_stage("a context manager decides whether to swallow an exception")
        return bool(swallows)
