"""Every error a user can see: what is wrong, where (file, line, columns), why, and how to mend it.

The text of an error is built from a `Place` and a few sentences, in one layout:

    autograph.StagingError: 'y' has a value in one branch of a staged `if` but not in the other [AG010]
      --> train.py:12:8 in scale
       |
    12 |     if n > 0:
       |        ^^^^^ this condition is a tensor, so both branches become part of the graph
       = 'y' is assigned on line 13, and used after the `if` on line 16
       = help: assign 'y' before the `if`
"""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a user's file. Lines count from 1, columns from 0; `end_column` is exclusive."""

    filename: str
    line: int
    function: str | None = None
    column: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        column = "" if self.column is None else f":{self.column + 1}"
        within = f" in {self.function}" if self.function else ""
        return f"{self.filename}:{self.line}{column}{within}"


class AutographError(Exception):
    """What all errors of this package have in common.

    Attributes:
        code: stable name of the kind of error, `AG001` and so on; `docs/errors.md` has an entry for each.
        summary: what is wrong, in one line.
        place: where, or None.
        notes: sentences on why.
        help: how to mend it.
    """

    def __init__(
        self,
        code: str,
        summary: str,
        place: Place | None = None,
        *,
        label: str = "",
        reason: str = "",
        help: str = "",
    ):
        self.code = code
        self.summary = summary
        self.place = place
        self.label = label
        self.reason = reason
        self.help = help
        super().__init__(self._text())

    def __reduce__(self) -> tuple[Any, ...]:
        """As copies and pickles make it anew: from its text, which is made already, and its attributes."""
        return _remade, (type(self), self.args), self.__dict__

    def _text(self) -> str:
        lines = [f"{self.summary} [{self.code}]"]
        margin = "  "
        if self.place is not None:
            number = str(self.place.line)
            margin = " " * len(number)
            lines.append(f"{margin}--> {self.place}")
            excerpt = linecache.getline(self.place.filename, self.place.line).rstrip("\n")
            if excerpt.strip():
                lines += [f"{margin} |", f"{number} | {excerpt}"]
                if self.place.column is not None:
                    width = max(1, (self.place.end_column or len(excerpt)) - self.place.column)
                    lead = "".join("\t" if c == "\t" else " " for c in excerpt[: self.place.column])
                    lines.append(f"{margin} | {lead}{'^' * width} {self.label}".rstrip())
        lines += [f"{margin} = {sentence}" for sentence in self.reason.split("\n") if sentence]
        if self.help:
            lines.append(f"{margin} = help: {self.help}")
        return "\n".join(lines)


def _remade(kind: type[AutographError], args: tuple[Any, ...]) -> AutographError:
    made = kind.__new__(kind)
    made.args = args
    return made


class ConversionError(AutographError):
    """A function cannot be converted: its source is not to be had, or it is not a function."""


class StagingError(AutographError, TypeError):
    """A converted function asks for something that a graph cannot do."""


# Tracebacks name the classes as users import them.
for _class in (AutographError, ConversionError, StagingError):
    _class.__module__ = "autograph"
