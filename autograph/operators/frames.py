"""Frames of this project stay out of the tracebacks that users see.

Python adds a frame to an exception's traceback when the frame is left, but not when the exception is raised again by a
bare `raise`, or at the end of a `with`. So what catches an exception, drops its own entry and re-raises stays out of
the traceback. Only what stages needs it: operators are not on the stack while plain code runs.
"""

from __future__ import annotations

import ast
import contextlib
import dis
import functools
import itertools
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType, TracebackType
from typing import Any

from autograph.diagnostics import Place
from autograph.source.build import generated_codes
from autograph.staging import SYSTEMS

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


#: The code of what has a function staged.
staging_codes: set[CodeType] = set()


def places_of(error: BaseException) -> list[Place]:
    """The lines of the user's program at which an exception is that was raised, the outermost call first."""
    points: list[tuple[FrameType, int, int]] = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code not in staging_codes:
        points.insert(0, (frame, frame.f_lineno, frame.f_lasti))
        frame = frame.f_back
    traceback = error.__traceback__
    while traceback is not None:
        points.append((traceback.tb_frame, traceback.tb_lineno, traceback.tb_lasti))
        traceback = traceback.tb_next
    places: list[Place] = []
    for frame, line, instruction in filter(_is_of_program, points):
        if places and frame.f_code in generated_codes:
            places.pop()  # it is a part of that function, which runs as one of its own
        places.append(_place(frame.f_code, line, instruction))
    return places


def _is_of_program(point: tuple[FrameType, int, int]) -> bool:
    frame, _, _ = point
    return frame.f_globals.get("__name__", "").partition(".")[0] not in SYSTEMS


def _place(code: CodeType, line: int, instruction: int) -> Place:
    first, last, column, end_column = next(itertools.islice(code.co_positions(), instruction // 2, None))
    if first != last:
        column = end_column = None
    return Place(code.co_filename, line, code.co_name, column, end_column)


def raised_at(error: BaseException, places: Sequence[Place]) -> BaseException:
    """An exception with the traceback of one that went through some places of the user's program.

    The frames in it are others: those of the program would keep all that its variables hold.
    """

    def run() -> None:
        raise error

    for place in reversed(places):
        run = _running_at(place, run)
    try:
        run()
    except type(error):
        hide_project_frames(error)
    return error


def _running_at(place: Place, run: Callable[[], None]) -> Callable[[], None]:
    columns = (0, 0) if place.column is None or place.end_column is None else (place.column, place.end_column)
    at = {"lineno": place.line, "end_lineno": place.line, "col_offset": columns[0], "end_col_offset": columns[1]}
    call = ast.Call(ast.Name("run", ast.Load(), **at), [], [], **at)
    code = compile(ast.Module([ast.Expr(call, **at)], []), place.filename, "exec")
    name = place.function or "<module>"
    return functools.partial(exec, code.replace(co_name=name, co_qualname=name), {"run": run})


_CALLERS = (
    "builtins", "calls", "comparisons", "division", "effects", "exceptions", "observed", "special_methods",
    "subscripts",
)  # fmt: skip
_CALLING = frozenset(f"autograph.operators.{name}" for name in _CALLERS)


def _hide_leading(error: BaseException, traceback: TracebackType | None) -> None:
    rest = _without_leading(traceback)
    if rest is None and traceback is not None:
        while traceback.tb_next is not None:
            traceback = traceback.tb_next
        # Some operators call for the user's code: what a builtin raises under it, that code has raised.
        if traceback.tb_frame.f_globals.get("__name__") not in _CALLING:
            with contextlib.suppress(AttributeError):
                setattr(error, _RAISED_BY_SYSTEM, True)
    error.__traceback__ = rest


def _without_leading(traceback: TracebackType | None) -> TracebackType | None:
    while traceback is not None and _is_own(traceback):
        traceback = traceback.tb_next
    return traceback


def _is_own(traceback: TracebackType) -> bool:
    package = traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
    return package in _OWN_PACKAGES
