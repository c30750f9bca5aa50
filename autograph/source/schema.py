"""The statements that hold other statements: one row for each kind, which every walker reads.

A new compound statement of Python is a new row here. Definitions of functions and classes are not among them: what is
in those belongs to another scope.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gast


@dataclass(frozen=True, slots=True)
class Statement:
    """A kind of statement.

    Attributes:
        blocks: its fields that are blocks of statements.
        parts: its field whose items have a block each (`body`): handlers, cases.
        in_place: its fields that are evaluated once, where the statement stands, before any of its blocks.
        repeats: whether `body` may run several times; `break` and `continue` in there are about this statement.
        waits: whether it hands control to whoever runs the coroutine.
    """

    blocks: tuple[str, ...] = ("body",)
    parts: str | None = None
    in_place: tuple[str, ...] = ()
    repeats: bool = False
    waits: bool = False


STATEMENTS: dict[type, Statement] = {
    gast.If: Statement(("body", "orelse"), in_place=("test",)),
    gast.While: Statement(("body", "orelse"), repeats=True),
    gast.For: Statement(("body", "orelse"), in_place=("iter",), repeats=True),
    gast.AsyncFor: Statement(("body", "orelse"), in_place=("iter",), repeats=True, waits=True),
    gast.With: Statement(),
    gast.AsyncWith: Statement(waits=True),
    gast.Try: Statement(("body", "orelse", "finalbody"), parts="handlers"),
    gast.TryStar: Statement(("body", "orelse", "finalbody"), parts="handlers"),
    gast.Match: Statement((), parts="cases", in_place=("subject",)),
}

COMPOUND = tuple(STATEMENTS)
LOOPS = tuple(kind for kind, row in STATEMENTS.items() if row.repeats)
TRIES = (gast.Try, gast.TryStar)
WITHS = (gast.With, gast.AsyncWith)
FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, gast.Lambda, gast.ClassDef)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
#: Expressions and statements that hand control to whoever runs the generator or the coroutine.
SUSPENDING = (gast.Yield, gast.YieldFrom, gast.Await, *(kind for kind, row in STATEMENTS.items() if row.waits))


def blocks(statement: Any) -> list[tuple[str, list[Any]]]:
    """The blocks directly inside a statement that are not empty, each with the name of its field."""
    row = STATEMENTS.get(type(statement))
    if row is None:
        return []
    found = [(field, getattr(statement, field)) for field in row.blocks]
    if row.parts is not None:
        found += [("body", part.body) for part in getattr(statement, row.parts)]
    return [(field, block) for field, block in found if block]


def rewrite_blocks(statement: Any, rewrite: Callable[[list[Any]], list[Any]]) -> None:
    """Puts in the place of each block directly inside a statement what `rewrite` makes of it."""
    row = STATEMENTS.get(type(statement))
    if row is None:
        return
    holders = [(statement, field) for field in row.blocks]
    if row.parts is not None:
        holders += [(part, "body") for part in getattr(statement, row.parts)]
    for holder, field in holders:
        block = getattr(holder, field)
        if block:
            setattr(holder, field, rewrite(block))
