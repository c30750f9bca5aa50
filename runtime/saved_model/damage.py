"""The error of loading: what was saved cannot be read. It says where, what is wrong there, and what to do."""

from __future__ import annotations

from runtime.core.errors import DataLossError

#: What can be done about a file that is not what was written.
RESTORE = "restore the file from a copy, or save again"


class DamagedError(DataLossError):
    """A saved model or checkpoint is truncated, corrupted, of another version, or was never one.

    Args:
        file: the path of what cannot be read.
        problem: what is wrong.
        place: line and column, from 1, where the file is text.
        help: what to do.
    """

    def __init__(self, file: str, problem: str, place: tuple[int, int] | None = None, help: str = RESTORE):
        self.file = file
        self.problem = problem
        self.place = place
        self.help = help
        where = file if place is None else f"{file}:{place[0]}:{place[1]}"
        super().__init__(None, None, f"{where}: {problem}\n  help: {help}")

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return DamagedError, (self.file, self.problem, self.place, self.help)
