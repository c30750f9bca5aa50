"""The statements that hold other statements, one row for each kind, which every walker reads; and what nodes are told.

A new compound statement of Python is a new row here. Definitions of functions and classes are not among them: what is
in those belongs to another scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
JUMPS = (gast.Return, gast.Break, gast.Continue)
FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, gast.Lambda, gast.ClassDef)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
#: Expressions and statements that hand control to whoever runs the generator or the coroutine.
SUSPENDING = (gast.Yield, gast.YieldFrom, gast.Await, *(kind for kind, row in STATEMENTS.items() if row.waits))

#: What the analyses and the passes note on nodes, beside the fields that their syntax gives them.
ANNOTATIONS: dict[str, str] = {
    "plain_reason": "why a statement must stay Python's own",
    "entered": "the variable with what this `try`, which was a `with`, has entered",
    "entering": "the call that enters it",
    "is_of_variable": "this call, whose result a `with` enters, is of a method of a variable",
    "keeps_operands": "what is in this `try` or `with` is evaluated where it stands, for a handler to see it unbound",
    "reads_frame": "something in this function finds its variables by name",
    "live_in": "the variables that may be read, as they were before it, in a statement that converts or after it",
    "live_out": "the variables that may be read after a statement that converts",
    "binds_of_others": "the variables that this function binds and that are not its own",
    "rebound_elsewhere": "the variables of this function that other code may bind",
    "may_be_staged": "this comparison by `is` may be of an optional",
    "of_remainder": "only the remainder of this product or sum is asked for, or this takes it",
    "maybe_unbound": "this read may find its variable without a value",
    "maybe_unbound_outside": "this read may find a variable of a function around it without a value",
    "rebinds": "a store to an item of this target that may rebind its variable",
    "number_variables": "the variables of this function that are known to hold numbers",
    "extra_test": "the condition for another iteration of this `for`",
    "flag": "the flag that this assignment sets, which goes if nothing reads it",
    "generated": "this function, or this `pass`, is one that a pass added",
    "makes_container": "this operator may make a new list, set or dict of what variables have",
    "is_sequence": "this name stands for a tuple, list or dict that is written out",
    "aggregate": "the builtin that makes one value of this comprehension, which it is given",
    "binds": "something in this comprehension binds a name",
    "sets_first": "the names that this comprehension binds for every item before it reads them for that",
    "stageable": "the parts of this comprehension may be there once more, in closures",
    "captures": "this list is of functions that refer to the variable of the last item",
    "is_initial": "this statement gives a variable its value before a staged function begins",
    "unstaged": "the form of this function that is run while nothing is being staged",
    "has_unstaged": "the `else` of this `if` is such a body",
    "is_test": "this `return` gives the condition of a loop",
}


def blocks(statement: Any) -> list[tuple[str, list[Any]]]:
    """The blocks directly inside a statement that are not empty, each with the name of its field."""
    row = STATEMENTS.get(type(statement))
    if row is None:
        return []
    found = [(field, getattr(statement, field)) for field in row.blocks]
    if row.parts is not None:
        found += [("body", part.body) for part in getattr(statement, row.parts)]
    return [(field, block) for field, block in found if block]


def statements_in(body: list[Any]) -> Iterator[Any]:
    """The statements of a block and of the blocks in it, but for those of functions and classes defined there."""
    for statement in body:
        yield statement
        for _, block in blocks(statement):
            yield from statements_in(block)


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
