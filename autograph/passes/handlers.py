"""What the handlers of a `try` may have to catch, made to raise it: in a function that has another form for plain code.

    try:                              try:
        y = a // b             ->         y = ag__.divided(a, "//", b)
    except ZeroDivisionError:         except ZeroDivisionError:

    with suppress(KeyError):          entered = ag__.entered(suppress(KeyError))
        body                          raising = False
                                      try:
                               ->         body
                                      except BaseException as error:
                                          raising = True
                                          if ag__.leaves(entered, error) is False:
                                              raise
                                      finally:
                                          if raising is False:
                                              ag__.leaves(entered, None)

    try:                              try:
        a                                 try:
    except KeyError:           ->             a
        b                                 except KeyError:
    finally:                                  b
        c                             finally:
                                          c

No system stages a division by 0 as Python has it. And a context manager that stops exceptions is a handler.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.eligibility import is_suppressing, walk_own
from autograph.passes.logical import operator_call
from autograph.source.names import Namer
from autograph.source.schema import SCOPES, rewrite_blocks
from autograph.source.templates import first_line_of, instantiate, located, template
from autograph.source.walking import children

_SYMBOLS: dict[type, str] = {gast.Div: "/", gast.FloorDiv: "//", gast.Mod: "%"}
_CATCHING = frozenset({"ZeroDivisionError", "ArithmeticError", "Exception", "BaseException"})
_WITH = template("""
    entered = ag__.entered(manager)
    raising = False
    try:
        body
    except BaseException as error:
        raising = True
        if ag__.leaves(entered, error) is False:
            raise
    finally:
        if raising is False:
            ag__.leaves(entered, None)
""")


def stage_handlers(function: Any, namer: Namer) -> None:
    """Rewrites, in place, the statements of one function (not of those nested in it) whose handlers may be staged."""
    if "unstaged" in function.__dict__:
        function.body = _staged(function.body, namer)
        for node in walk_own(function.body):
            if isinstance(node, gast.Try) and any(map(_may_catch_division, node.handlers)):
                for statement in node.body:
                    _check_divisions(statement)


def _staged(statements: list[Any], namer: Namer) -> list[Any]:
    new: list[Any] = []
    for statement in statements:
        rewrite_blocks(statement, lambda block: _staged(block, namer))
        if isinstance(statement, gast.Try) and statement.handlers and statement.finalbody:
            _split(statement)
        new += _as_try(statement, namer) if is_suppressing(statement) else [statement]
    return new


def _split(statement: Any) -> None:
    """Has the `finally` of a `try` be that of another around it: it may see what the handlers raise."""
    inner = located(gast.Try(statement.body, statement.handlers, statement.orelse, []), statement)
    statement.body, statement.handlers, statement.orelse = [inner], [], []


def _as_try(statement: Any, namer: Namer) -> list[Any]:
    return instantiate(
        _WITH,
        first_line_of(statement),
        manager=statement.items[0].context_expr,
        body=statement.body,
        entered=namer.variable("entered"),
        raising=namer.variable("raising"),
        error=namer.variable("error"),
    )


def _may_catch_division(handler: Any) -> bool:
    """Whether a handler is for divisions by 0 too, as far as its text tells."""
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, gast.Tuple) else [handler.type]
    return any(getattr(t, "id", None) in _CATCHING or not isinstance(t, gast.Name) or t.id[:1].islower() for t in types)


def _check_divisions(node: Any) -> None:
    """Has the divisions in some code raise what Python raises."""
    if isinstance(node, SCOPES):
        return
    for child in children(node):
        _check_divisions(child)
    for field, value in node.__dict__.items():
        if isinstance(value, gast.BinOp):
            node.__dict__[field] = _checked(value)
        elif isinstance(value, list):
            value[:] = [_checked(item) if isinstance(item, gast.BinOp) else item for item in value]
    if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name) and type(node.op) in _SYMBOLS:
        symbol = gast.Constant(_SYMBOLS[type(node.op)], None)
        target = gast.Name(node.target.id, gast.Load(), None, None)
        node.value = operator_call("checked_divisor", node.value, node.value, symbol, target)


def _checked(node: Any) -> Any:
    symbol = _SYMBOLS.get(type(node.op))
    if symbol is None or isinstance(node.left, gast.JoinedStr) or _is_text(node.left) or _is_many(node.right):
        return node
    return operator_call("divided", node, node.left, gast.Constant(symbol, None), node.right)


def _is_text(node: Any) -> bool:
    return isinstance(node, gast.Constant) and isinstance(node.value, (str, bytes))


def _is_many(node: Any) -> bool:
    return isinstance(node, (gast.Tuple, gast.Dict))
