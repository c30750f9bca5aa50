"""Exceptions that a program raises when it runs, with the traceback of one that was raised while it was staged.

Where that was is remembered as lines, for frames would keep all that their variables hold. The traceback is made by
code that raises the exception on those lines.
"""

from __future__ import annotations

import ast
import functools
import itertools
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType

from autograph.diagnostics import Place
from autograph.operators.frames import hide_project_frames
from autograph.source.build import generated_codes
from autograph.staging import SYSTEMS

#: The code of what has a function staged.
staging_codes: set[CodeType] = set()


def places_of(error: BaseException) -> list[Place]:
    """The lines of the user's program at which an exception is that was raised, the outermost call first."""
    around: list[tuple[FrameType, int, int]] = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code not in staging_codes:
        around.append((frame, frame.f_lineno, frame.f_lasti))
        frame = frame.f_back
    points = around[::-1]
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
    """An exception with the traceback of one that went through some places of the user's program."""

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
