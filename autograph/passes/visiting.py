"""A generator as a function that hands its items to whoever asked, so that what surrounds a `yield` can be staged.

    def squares(n):                     def squares(n, *, visit):
        i = 0                               i = 0
        while i < n:             ->         while i < n:
            yield i * i                         ag__.visit(visit, i * i)
            i += 1                              i += 1

A loop over the generator that begins with it is the same as a call of the function with the loop's body; what a `yield`
gives is None then. It is not the same where a `yield` is part of another expression, or where a statement around it
would see what the body raises. A `finally` around it is run when the loop is left, as it is when a generator that
nobody else has is closed.

A `with` of a generator that was made a context manager is the same as a call of the function with the body of the
`with`, which is run once: there the statements around the `yield` do see what the body raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gast

from autograph.analysis.eligibility import walk_own
from autograph.passes.generator_blocks import are_errors
from autograph.passes.logical import operator_call
from autograph.passes.yields import set_apart
from autograph.source.names import Namer
from autograph.source.schema import JUMPS, rewrite_blocks
from autograph.source.templates import expression, instantiate, located, template

_YIELDS = (gast.Yield, gast.YieldFrom)
_CONTROL_FLOW = (gast.If, gast.For, gast.While, gast.Match, gast.YieldFrom)
_SEEING = (gast.Try, gast.TryStar, gast.With, gast.AsyncWith, gast.AsyncFor)


@dataclass(frozen=True, slots=True)
class Visits:
    """What is known of a generator that was made a function that visits.

    Attributes:
        parameter: the name of the parameter for who is given the items.
        closes: whether it does something when it is closed.
    """

    parameter: str
    closes: bool


def as_visitor(function: Any, namer: Namer) -> Visits | None:
    """Makes a generator, in place, one that visits; None if it cannot be made one, or has nothing to be staged."""
    if type(function) is not gast.FunctionDef:
        return None
    set_apart(function, namer)
    if not _can_visit(function.body):
        return None
    closes = any(map(_is_around_yields, walk_own(function.body)))
    return Visits(_make_visitor(function, namer), closes)


def as_context(function: Any, namer: Namer) -> str | None:
    """Makes a generator that is a context manager's, in place, one that visits: the name of its parameter for that.

    None if it may yield more than once; where it does not yield is found when it is run.
    """
    if type(function) is not gast.FunctionDef or _ends_by_iterators(function.body):
        return None
    return _make_visitor(function, namer) if _most_yields(function.body) == 1 else None


def _make_visitor(function: Any, namer: Namer) -> str:
    visit = namer.variable("visit")
    function.args.kwonlyargs.append(located(gast.Name(visit, gast.Param(), None, None), function))
    function.args.kw_defaults.append(None)
    function.body = _visiting(function.body, visit, namer)
    return visit


def _can_visit(body: list[Any]) -> bool:
    statements = {id(s.value) for s in walk_own(body) if _is_visit(s)}
    found = _yields(body)
    if not found or any(id(node) not in statements for node in found):
        return False
    if _ends_by_iterators(body):
        return False
    goes_on = len(found) > 1  # between two of them, if it is not left
    for node in walk_own(body):
        if _is_around_yields(node) and not _only_ends(node):
            return False
        goes_on = goes_on or isinstance(node, _CONTROL_FLOW)
    return goes_on


def _is_around_yields(node: Any) -> bool:
    return isinstance(node, _SEEING) and any(isinstance(inner, _YIELDS) for inner in walk_own([node]))


def _only_ends(statement: Any) -> bool:
    """Whether all that a statement does with what leaves it is a `finally` that goes on with that."""
    if type(statement) is not gast.Try or statement.handlers or statement.orelse:
        return False
    return not any(isinstance(node, (*_YIELDS, *JUMPS, gast.Raise)) for node in walk_own(statement.finalbody))


def ends_something(function: Any) -> bool:
    """Whether a generator may stand where it does something if it is closed."""
    return any(map(_sees_the_end, walk_own(function.body))) if type(function) is gast.FunctionDef else False


def _sees_the_end(node: Any) -> bool:
    if not _is_around_yields(node):
        return False
    handlers = getattr(node, "handlers", ())
    return not handlers or bool(node.finalbody) or not all(are_errors(handler.type) for handler in handlers)


def _yields(body: list[Any]) -> list[Any]:
    return [node for node in walk_own(body) if isinstance(node, _YIELDS)]


def _ends_by_iterators(body: list[Any]) -> bool:
    """Whether what tells of the end of another iterator may end a generator: there it is an error."""
    for node in walk_own(body):
        function = getattr(node, "func", None)
        is_next = getattr(function, "id", None) == "next" and len(node.args) == 1
        if is_next or getattr(function, "attr", None) == "__next__":
            return True
        if isinstance(node, gast.Raise) and "StopIteration" in {n.id for n in walk_own([node]) if type(n) is gast.Name}:
            return True
    return False


def _most_yields(body: list[Any]) -> int:
    """How many times some statements yield at most; 2 where one is in a loop, in a handler or in an expression."""
    return sum(map(_most_yields_of, body))


def _most_yields_of(statement: Any) -> int:
    if not _yields([statement]):
        return 0
    if _is_visit(statement):
        return 2 if isinstance(statement.value, gast.YieldFrom) else 1
    if isinstance(statement, gast.If) and not _yields([statement.test]):
        return max(_most_yields(statement.body), _most_yields(statement.orelse))
    if isinstance(statement, gast.Try) and not _yields([*statement.handlers, *statement.finalbody]):
        return _most_yields([*statement.body, *statement.orelse])
    if isinstance(statement, gast.With) and not _yields(statement.items):
        return _most_yields(statement.body)
    return 2


def _is_visit(statement: Any) -> bool:
    """Whether a statement is `yield x`, `y = yield x` or `yield from xs`, or one that uses the value of that last."""
    if type(statement) is gast.Assign and len(statement.targets) == 1:
        is_named = isinstance(statement.targets[0], gast.Name)
        return isinstance(statement.value, gast.YieldFrom) or (isinstance(statement.value, gast.Yield) and is_named)
    if type(statement) is gast.AugAssign:
        return isinstance(statement.value, gast.YieldFrom) and isinstance(statement.target, gast.Name)
    if type(statement) is gast.Return:
        return isinstance(statement.value, gast.YieldFrom)
    return type(statement) is gast.Expr and isinstance(statement.value, _YIELDS)


def _visiting(statements: list[Any], visit: str, namer: Namer) -> list[Any]:
    new: list[Any] = []
    for statement in statements:
        rewrite_blocks(statement, lambda block: _visiting(block, visit, namer))
        value = statement.value if _is_visit(statement) else None
        if isinstance(value, gast.Yield):
            nothing = located(gast.Constant(None, None), statement)
            call = _visit(visit, nothing if value.value is None else value.value, statement)
            if type(statement) is gast.Assign:
                new.append(located(gast.Expr(call), statement))
                statement.value = nothing
            else:
                statement.value = call
            new.append(statement)
        elif isinstance(value, gast.YieldFrom):
            new += _visiting_others(statement, visit, namer)
        else:
            new.append(statement)
    return new


_ALL_OF_ANOTHER = """
    for item in ag__.handing_on(visit, items):
        ag__.visit(visit, item)
"""
_DELEGATED = """
    others = ag__.delegated(visit, items)
    for item in others.items:
        ag__.visit(visit, item)
"""
_COPIED = "target = value"


def _visiting_others(statement: Any, visit: str, namer: Namer) -> list[Any]:
    """What hands on the items of another iterable, and then does with its value what a statement does."""
    names = {"visit": visit, "item": namer.variable("item")}
    items = statement.value.value
    if type(statement) is gast.Expr:
        return instantiate(template(_ALL_OF_ANOTHER), statement, items=items, **names)
    others = namer.variable("others")
    delegated = instantiate(template(_DELEGATED), statement, items=items, others=others, **names)
    statement.value = expression(f"{others}.value", statement)
    if type(statement) is not gast.AugAssign:
        return [*delegated, statement]
    variable, before = statement.target.id, namer.variable("before")  # which is read before the items are asked for
    kept = instantiate(template(_COPIED), statement, target=before, value=variable)
    put_back = instantiate(template(_COPIED), statement, target=variable, value=before)
    statement.target.id = before
    return [*kept, *delegated, statement, *put_back]


def _visit(visit: str, item: Any, at: Any) -> Any:
    return operator_call("visit", at, gast.Name(visit, gast.Load(), None, None), item)
