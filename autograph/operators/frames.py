"""Frames of this project stay out of the tracebacks that users see.

Python adds a frame to an exception's traceback when the frame is left, but not when the exception is raised again by a
bare `raise`, or at the end of a `with`. So what catches an exception, drops its own entry and re-raises stays out of
the traceback. Only what stages needs it: operators are not on the stack while plain code runs.
"""

from __future__ import annotations

import contextlib
import dis
import inspect
import sys
from types import CodeType, FrameType, FunctionType, GeneratorType, TracebackType
from typing import Any, TypeVar

Callable_ = TypeVar("Callable_")

#: Set to see the frames of this package in tracebacks.
show_internal_frames = False

_OWN_PACKAGES = frozenset({"autograph", "runtime"})


def hide_frame(error: BaseException) -> None:
    """Drops the entry of the calling function, which caught `error`, and those of this project right under it."""
    if not show_internal_frames:
        _hide_leading(error, error.__traceback__)


def is_hidden_origin(error: BaseException) -> bool:
    """Whether a system raised an exception, in frames that are hidden by now."""
    # JAX hides its own, and says so in a note or a cause.
    notes = [type(error.__cause__).__name__, *getattr(error, "__notes__", ())]
    return hasattr(error, _RAISED_BY_SYSTEM) or any(sign in note for note in notes for sign in _FILTERED_BY_JAX)


_RAISED_BY_SYSTEM = "autograph_raised_by_system"
_FILTERED_BY_JAX = ("SimplifiedTraceback", "UnfilteredStackTrace", "JAX has removed its internal frames")


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
        if not _is_own(traceback):
            kept.append(traceback)
        traceback = traceback.tb_next
    linked: TracebackType | None = None
    for entry in reversed(kept):
        entry.tb_next = linked
        linked = entry
    error.__traceback__ = linked


class _HiddenFrames:
    """A context that keeps the frame it is entered in, and those of this project right under it, out of tracebacks."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, traceback: TracebackType | None) -> None:
        if error is not None and not show_internal_frames:
            _hide_leading(error, traceback)


hidden_frames = _HiddenFrames()


def is_tail_call(frame: FrameType) -> bool:
    """Whether a frame returns what it is calling, as it is, and has no part in what becomes of an exception."""
    code = frame.f_code
    if code.co_exceptiontable:
        return False
    after = (i.opname for i in dis.get_instructions(code) if i.offset > frame.f_lasti)
    return next(after, None) == "RETURN_VALUE"


def receiving_package(frame: FrameType | None) -> str:
    """The package that is given what a frame calls, as it is; '' where Python ends."""
    while frame is not None and is_tail_call(frame):
        frame = frame.f_back
    return "" if frame is None else str(frame.f_globals.get("__name__", "")).partition(".")[0]


def is_of_operator(frame: FrameType) -> bool:
    """Whether a frame is of an operator: what one raises, the user's code has raised that it stands for."""
    return frame.f_globals.get("__name__", "").startswith("autograph.operators.")


def acts_for_program(operator: Callable_) -> Callable_:
    """Marks an operator, or a class of such, that does what the text of the program says.

    What Python raises there, the program raises; in other operators it is a mistake of theirs.
    """
    functions = vars(operator).values() if isinstance(operator, type) else [operator]
    codes = [function.__code__ for function in functions if type(function) is FunctionType]
    while codes:
        code = codes.pop()
        _acting_for_program.add(code)
        codes += [inner for inner in code.co_consts if type(inner) is CodeType]
    return operator


def innermost(traceback: TracebackType) -> TracebackType:
    """The entry of a traceback for where the exception was raised."""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback


def is_raise(traceback: TracebackType) -> bool:
    """Whether a `raise` of its code has raised what ends at an entry of a traceback."""
    return traceback.tb_frame.f_code.co_code[traceback.tb_lasti] == _RAISE


def is_raised_for_program(traceback: TracebackType) -> bool:
    """Whether an operator raises what ends at an entry of a traceback as the program would."""
    is_acting = traceback.tb_frame.f_code in _acting_for_program
    return is_of_operator(traceback.tb_frame) and (is_acting or is_raise(traceback))


def was_raised_for_program(error: BaseException) -> bool:
    """Likewise of an exception whose entries are hidden by now."""
    return hasattr(error, _RAISED_FOR_PROGRAM)


_RAISED_FOR_PROGRAM = "autograph_raised_for_program"
_RAISE = dis.opmap["RAISE_VARARGS"]
_acting_for_program: set[CodeType] = set()


def _hide_leading(error: BaseException, traceback: TracebackType | None) -> None:
    rest = _without_leading(traceback)
    if rest is None and traceback is not None:
        traceback = innermost(traceback)
        by = _RAISED_FOR_PROGRAM if is_raised_for_program(traceback) else _RAISED_BY_SYSTEM
        if by is _RAISED_FOR_PROGRAM or not is_of_operator(traceback.tb_frame):
            with contextlib.suppress(AttributeError):
                setattr(error, by, True)
    error.__traceback__ = rest


def _without_leading(traceback: TracebackType | None) -> TracebackType | None:
    while traceback is not None and _is_own(traceback):
        traceback = traceback.tb_next
    return traceback


def _is_own(traceback: TracebackType) -> bool:
    package = traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
    return package in _OWN_PACKAGES


def locals_of(frame: FrameType) -> dict[str, Any]:
    """The variables of a function that runs.

    Before Python 3.13 a frame keeps the dict that it makes of them until it is asked for it again, and with it what its
    variables have no longer.
    """
    kept = frame.f_locals
    is_copy = sys.version_info < (3, 13) and frame.f_code.co_flags & inspect.CO_OPTIMIZED
    if not is_copy or sys.getrefcount(kept) > _OF_FRAME:
        return kept
    found = {**kept}
    kept.clear()
    return found


#: How many references there are to that dict if only the frame has it, and who asks.
_OF_FRAME = 3


def locals_of_generator(generator: GeneratorType[Any, Any, Any]) -> dict[str, Any]:
    """The variables of a generator; one that has ended has none."""
    return {} if generator.gi_frame is None else locals_of(generator.gi_frame)
