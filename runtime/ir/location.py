"""Where in the user's program a node comes from: recorded in a fraction of a microsecond, rendered when asked for."""

from __future__ import annotations

import itertools
import linecache
import os
import sys
from types import CodeType, FrameType

_PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_OWN_DIRECTORIES = tuple(os.path.join(_PROJECT, package) + os.sep for package in ("runtime", "autograph"))

#: Whether a file is the project's own, by name: asked for every frame between a node and the user's code.
_own_files: dict[str, bool] = {}


class Location:
    """A place in the user's source.

    Args:
        code: the code object that was running.
        instruction: the offset of the instruction in it.
    """

    __slots__ = ("code", "instruction")

    def __init__(self, code: CodeType, instruction: int):
        self.code = code
        self.instruction = instruction

    @property
    def file(self) -> str:
        return self.code.co_filename

    @property
    def function(self) -> str:
        return self.code.co_name

    @property
    def line(self) -> int:
        return self._positions()[0] or self.code.co_firstlineno

    @property
    def column(self) -> int | None:
        """The column the expression starts in, from 0, where the interpreter keeps it."""
        return self._positions()[2]

    @property
    def text(self) -> str:
        """The line of source, stripped; empty if the source cannot be had."""
        return linecache.getline(self.file, self.line).strip()

    def _positions(self) -> tuple[int | None, int | None, int | None, int | None]:
        return next(itertools.islice(self.code.co_positions(), self.instruction // 2, None), (None,) * 4)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.function}"


def is_own_file(filename: str) -> bool:
    """Whether `filename` belongs to this project rather than to its user."""
    try:
        return _own_files[filename]
    except KeyError:
        own = filename.startswith(_OWN_DIRECTORIES) or filename.startswith("<plan ")
        _own_files[filename] = own
        return own


def current_location() -> Location | None:
    """The nearest caller outside of this project; None if there is none."""
    frame: FrameType | None = sys._getframe(1)
    known = _own_files
    while frame is not None:
        code = frame.f_code
        own = known.get(code.co_filename)
        if own is None:
            own = is_own_file(code.co_filename)
        if not own:
            return Location(code, frame.f_lasti)
        frame = frame.f_back
    return None
