"""Exceptions that pass through an operator look as if it had not been there.

Python adds a frame to an exception's traceback when the frame is left, but not when the exception is raised again by a
bare `raise`. So an operator that catches, drops its own entry and re-raises stays out of the traceback; in the case
that nothing is raised, a `try` costs nothing. Every operator that runs closures of converted code ends with

    except BaseException as error:
        if (local := passing(error)) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType, FunctionType, TracebackType
from typing import Any

from autograph.source.build import converted_codes, generated_codes

#: Set to see the frames of this package in tracebacks.
show_internal_frames = False

_OWN_PACKAGES = frozenset({"autograph", "runtime"})

_FREE = re.compile(r"cannot access free variable '(.+?)' where it is not associated with a value in enclosing scope")


def hide_frame(error: BaseException) -> None:
    """Drops the entry of the calling function, which caught `error`, and those of operators right under it."""
    error.__traceback__ = _without_operators(error.__traceback__)


def hide_project_frames(error: BaseException) -> None:
    """Drops every entry of this project's packages from a traceback that is about to leave the project.

    For systems that call converted code: what is left is the caller, whose frame is added when it is reached, and the
    user's own frames below.
    """
    if show_internal_frames:
        return
    kept: list[TracebackType] = []
    traceback = error.__traceback__
    while traceback is not None:
        package = traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        if package not in _OWN_PACKAGES:
            kept.append(traceback)
        traceback = traceback.tb_next
    linked: TracebackType | None = None
    for entry in reversed(kept):
        entry.tb_next = linked
        linked = entry
    error.__traceback__ = linked


def passing(error: BaseException, *thunks: Callable[[], Any] | str) -> UnboundLocalError | None:
    """Hides the calling operator from `error`, or answers with what Python raises in place of it.

    A closure that reads an unbound variable of the converted function around it raises NameError, for it is a free
    variable there; in the original it is a local one, and Python raises UnboundLocalError.

    Args:
        error: what the operator caught.
        thunks: the operands that the operator was given to evaluate; strings among them are passed over.
    """
    error.__traceback__ = _without_operators(error.__traceback__)
    if type(error) is not NameError:
        return None
    found = _FREE.fullmatch(str(error))
    if found is None:
        return None
    for thunk in thunks:
        if isinstance(thunk, FunctionType):
            generated_codes.add(thunk.__code__)  # which operators further out need to know as well
    caller = sys._getframe(2).f_code
    if (
        not _is_all_generated(error.__traceback__)
        or caller not in converted_codes
        or found[1] not in caller.co_cellvars
    ):
        return None
    local = UnboundLocalError(f"cannot access local variable '{found[1]}' where it is not associated with a value")
    _saved[id(local)] = (error.__traceback__, error.__cause__, error.__context__, error.__suppress_context__)
    return local


def _is_all_generated(traceback: TracebackType | None) -> bool:
    """Whether no function of the user's is on the way to where an exception was raised: for one, the name is free."""
    if traceback is None:
        return False
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_code not in generated_codes and not _is_of_operators(frame):
            return False
        traceback = traceback.tb_next
    return True


def _is_of_operators(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__", "").startswith("autograph.operators")


def restore(error: UnboundLocalError) -> None:
    """Gives an error that `passing` made, and that was raised since, the history of the one it replaces."""
    traceback, cause, context, suppress = _saved.pop(id(error))
    error.__traceback__, error.__cause__, error.__context__ = traceback, cause, context
    error.__suppress_context__ = suppress


_saved: dict[int, tuple[TracebackType | None, Any, Any, bool]] = {}


def _without_operators(traceback: TracebackType | None) -> TracebackType | None:
    if traceback is None or show_internal_frames:
        return traceback
    traceback = traceback.tb_next
    while traceback is not None and _is_of_operators(traceback.tb_frame):
        traceback = traceback.tb_next
    return traceback
