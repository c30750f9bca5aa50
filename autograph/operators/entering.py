"""`with` as a `try` whose handler is the context manager, which is told of an exception that is staged.

It is then left on each path, as its class has it: that works with suppression and with classes of the user's, whose
methods are converted.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from autograph.operators import catching, managers
from autograph.operators.calls import call
from autograph.operators.caught import left
from autograph.operators.classes import class_of, meet_class, staged_method
from autograph.operators.exits import MustStage, Unstageable
from autograph.operators.frames import hidden_frames
from autograph.operators.holding import HOLDING
from autograph.operators.optionals import truth_of
from autograph.staging import backend_of

_STATELESS = (contextlib.suppress, contextlib.nullcontext)


class Entered:
    """A context manager that was entered, and what that returned.

    Attributes:
        leave: leaves it; whether it swallows the exception that it is given.
        caught: the exceptions that it may have a part in.
        manager: it.
        value: what entering it returned.
        is_around: whether no `try` that is staged leaves it, so that exceptions are told of it.
    """

    __slots__ = ("__weakref__", "caught", "is_around", "leave", "manager", "value")

    def __init__(self, manager: Any):
        kind: Any = class_of(manager)
        meet_class(kind)
        leave, enter = kind.__exit__, kind.__enter__
        is_staged = kind in _STATELESS or staged_method(manager, "__exit__") is not None
        self.caught = BaseException if is_staged else Unstageable
        self.leave: Callable[..., Any] = lambda *raised: call(leave)(manager, *raised)
        self.value = call(enter)(manager)
        catching.leave(manager)  # the `try` is there for it
        self.manager = manager
        self.is_around = False
        managers.left_by_try.add(self)


HOLDING.add(Entered)


def entered(manager: Any) -> Entered:
    """A context manager, entered by a statement that stays Python's."""
    with hidden_frames:
        return entered_in(sys._getframe(1), manager, is_staged=False)


def entered_in(frame: FrameType, manager: Any, is_staged: bool = True) -> Entered:
    """A context manager, entered by the code of a frame; `is_staged` if `with_stmt` is given it."""
    manager = managers.entering[-1](manager)
    result = Entered(manager)
    if result.caught is Unstageable or not is_staged:
        managers.enter(frame, manager)
        result.is_around = True
    return result


def leaves(manager: Entered, error: BaseException | None) -> Any:
    """Leaves a context manager; whether it swallows the exception, which may be staged."""
    with hidden_frames:
        if manager.is_around and not isinstance(error, MustStage):
            managers.leave(manager.manager)
        if error is None:
            return manager.leave(None, None, None)
        if isinstance(error, MustStage):  # the body is run again
            return False
        swallows = left(lambda: manager.leave(type(error), error, error.__traceback__), error)
        if backend_of(swallows) is not None:
            return truth_of(swallows)
        return bool(swallows)
