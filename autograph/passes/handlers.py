"""What the handlers of a `try` may have to catch, made to raise it.

    try:                              try:
        y = a // b                        y = ag__.operated(a, "//", b)
        o[i + 1] <<= n         ->         index = i + 1
                                          o[index] = ag__.operated(o[index], "<<=", n)
    except ArithmeticError:           except ArithmeticError:

    with suppress(KeyError) as s:     entered = ag__.entered(suppress(KeyError))
        body                          raising = False
                                      try:
                               ->         s = entered.value
                                          body
                                      except BaseException as error:
                                          raising = True
                                          if not ag__.leaves(entered, error):
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

    except Exception:                 except Exception:
        x = 0              ->             ag__.caught()
                                          x = 0
    finally:                          finally:
        return x           ->             ag__.caught()
                                          return x

No system stages a division by 0 as Python has it. A function that is called under a handler is converted for that
(`check_operators`). Generators always are, for they may run under any handler. And a context manager is a handler of
what is raised in its `with`.
"""

from __future__ import annotations

import functools
from typing import Any

import gast

from autograph.analysis.eligibility import is_handling, walk_own
from autograph.analysis.own_nodes import OwnNodes
from autograph.analysis.scopes import first_statement
from autograph.passes.numbers import as_assignment, operated
from autograph.source.names import Namer
from autograph.source.schema import FUNCTIONS, JUMPS, LOOPS, rewrite_blocks
from autograph.source.templates import expression, first_line_of, instantiate, located, template
from autograph.source.walking import walk

#: The operators that raise an exception for some numbers, and what that may be caught as.
_RAISING = (gast.Div, gast.FloorDiv, gast.Mod, gast.Pow, gast.LShift, gast.RShift)
_CATCHING = frozenset(
    {"ZeroDivisionError", "OverflowError", "ArithmeticError", "ValueError", "Exception", "BaseException"}
)
#: What Python raises of what a program does, not of what its values are; and the errors of staging by their names.
_OF_ANY_VALUE = frozenset({
    "ArithmeticError", "AssertionError", "AutographError", "ConversionError", "EOFError", "FileNotFoundError",
    "FloatingPointError", "GeneratorExit",
    "IOError", "ImportError", "IndexError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError",
    "ModuleNotFoundError", "NameError", "OSError", "OverflowError", "PermissionError", "StagingError",
    "StopAsyncIteration", "StopIteration", "SystemExit", "TimeoutError", "UnboundLocalError", "UnicodeDecodeError",
    "UnicodeError", "ZeroDivisionError",
})  # fmt: skip
_WITH = template("""
    entered = ag__.entered(manager)
    raising = False
    try:
        body
    except BaseException as error:
        raising = True
        if not ag__.leaves(entered, error):
            raise
    finally:
        if raising is False:
            ag__.leaves(entered, None)
""")

_CAUGHT = template("ag__.caught()")
#: What replaces an exception that is under way, and of that what does so from within a loop.
_REPLACING = (*JUMPS, gast.Raise)
_LEAVING = (gast.Return, gast.Raise)
#: Tells, in the names of its code, of a function whose other form for plain code has operators as they are.
_MARK = template("ag__.has_checked_operators")
_AS = template("target = entered.value")
_PART = template("name = part")


def stage_handlers(function: Any, namer: Namer, own: OwnNodes) -> None:
    """Rewrites, in place, the statements of one function (not of those nested in it) whose handlers may be staged.

    Args:
        function: its tree.
        namer: gives names to what is added.
        own: the nodes of the function.
    """
    _check_generators(function, namer, own)
    if not own[gast.Try] and not own[gast.With]:
        return
    is_staged = not isinstance(function, gast.AsyncFunctionDef) and not own[gast.Yield] and not own[gast.YieldFrom]
    if is_staged:
        function.body = _staged(function.body, namer)
    catching = [node for node in walk_own(function.body) if _catches_arithmetic(node)]
    for node in catching:
        node.body = _Checking(namer).block(node.body)
    if catching and is_staged:
        _check_nested(function, namer)


def _catches_arithmetic(node: Any) -> bool:
    """Whether a statement may catch what operators on numbers raise in its body, as far as its text tells."""
    if isinstance(node, gast.Try):
        return any(map(_may_catch_arithmetic, node.handlers))
    return isinstance(node, gast.With)  # which managers swallow exceptions is known when they are there


def _check_generators(function: Any, namer: Namer, own: OwnNodes) -> None:
    """Has the operators of generators raise: who goes over one may have a handler that is nowhere in its text."""
    if own[gast.Yield] or own[gast.YieldFrom]:
        function.body = _Checking(namer).block(function.body)
    elif own[gast.GeneratorExp]:
        for node in walk_own(function.body):
            if isinstance(node, gast.GeneratorExp):
                _Checking(namer).visit(node)


def _check_nested(function: Any, namer: Namer) -> None:
    """Has the operators of functions that are defined in one raise, too: what a handler in it calls may be these."""
    for node in [*walk(function.body)]:
        if isinstance(node, FUNCTIONS):
            node.body = _Checking(namer).block(node.body)
            _mark(node)
        elif isinstance(node, gast.Lambda):
            node.body = _Checking(namer).visit(node.body)


def _mark(function: Any) -> None:
    start = first_statement(function.body)
    function.body[start:start] = instantiate(_MARK, first_line_of(function.body[min(start, len(function.body) - 1)]))


def watch_handlers(own: OwnNodes) -> None:
    """Has the handlers of one function, which has some nodes, say that they caught what staging may have raised.

    So does a `finally` before it leaves by a jump or raises: the exception that it was run for would be lost. And so do
    all handlers of a generator, where no `try` is staged that would see what another exception has taken the place of.
    """
    is_generator = bool(own.get(gast.Yield) or own.get(gast.YieldFrom))
    for node in (*own.get(gast.Try, ()), *own.get(gast.TryStar, ())):
        for handler in node.handlers if is_generator else filter(_may_catch_staging, node.handlers):
            handler.body[:0] = instantiate(_CAUGHT, first_line_of(handler))
        node.finalbody = _watched(node.finalbody, _REPLACING)


def _watched(statements: list[Any], replacing: tuple[type, ...]) -> list[Any]:
    """The statements of a `finally`, of which some kinds replace an exception."""
    new: list[Any] = []
    for statement in statements:
        if isinstance(statement, replacing):
            new += instantiate(_CAUGHT, first_line_of(statement))
        inside = _LEAVING if isinstance(statement, LOOPS) else replacing
        rewrite_blocks(statement, functools.partial(_watched, replacing=inside))
        new.append(statement)
    return new


def watch_managers(own: OwnNodes) -> None:
    """Has the context managers of one function be known while it is traced."""
    for node in own.get(gast.With, ()):
        for item in node.items:
            item.context_expr = expression("ag__.managed(manager)", item.context_expr, manager=item.context_expr)


def check_operators(tree: Any, namer: Namer) -> None:
    """Has the operators in a function, and those nested in it, raise what Python raises of them; in place."""
    _Checking(namer).visit(tree)


def as_checked(tree: Any, namer: Namer) -> bool:
    """Has the code of a function that was defined by a converted one say that its operators are checked; in place."""
    if not isinstance(tree, gast.Lambda):
        _mark(tree)
    return True


def _staged(statements: list[Any], namer: Namer) -> list[Any]:
    new: list[Any] = []
    for statement in statements:
        if isinstance(statement, gast.With) and len(statement.items) > 1:
            _nest(statement)
        rewrite_blocks(statement, lambda block: _staged(block, namer))
        if isinstance(statement, gast.Try) and statement.handlers and statement.finalbody:
            _split(statement)
        new += _as_try(statement, namer) if is_handling(statement) else [statement]
    return new


def _nest(statement: Any) -> None:
    """Has the second of the managers of a `with` be that of another in it."""
    first, *others = statement.items
    inner = located(gast.With(others, statement.body, None), statement)
    statement.items, statement.body = [first], [inner]


def _split(statement: Any) -> None:
    """Has the `finally` of a `try` be that of another around it: it may see what the handlers raise."""
    inner = located(gast.Try(statement.body, statement.handlers, statement.orelse, []), statement)
    statement.body, statement.handlers, statement.orelse = [inner], [], []


def _as_try(statement: Any, namer: Namer) -> list[Any]:
    at, (item, *others), entered = first_line_of(statement), statement.items, namer.variable("entered")
    target = item.optional_vars
    if others:
        statement.body = _as_try(located(gast.With(others, statement.body, None), statement), namer)
    bound = [] if target is None else instantiate(_AS, at, target=target, entered=entered)
    new = instantiate(
        _WITH,
        at,
        manager=item.context_expr,
        body=[*bound, *statement.body],
        entered=entered,
        raising=namer.variable("raising"),
        error=namer.variable("error"),
    )
    new[-1].entered, new[-1].entering = entered, new[0].value
    return new


def _may_catch_arithmetic(handler: Any) -> bool:
    """Whether a handler is for what operators on numbers raise, as far as its text tells."""
    return _may_catch(handler, _CATCHING)


def _may_catch_staging(handler: Any) -> bool:
    """Whether a handler is for errors that may come from a staged value, where Python knows only values of its own."""
    return handler.type is None or any(_name(t) not in _OF_ANY_VALUE for t in _types(handler.type))


def _may_catch(handler: Any, names: frozenset[str]) -> bool:
    if handler.type is None:
        return True
    types = _types(handler.type)
    return any(getattr(t, "id", None) in names or not isinstance(t, gast.Name) or t.id[:1].islower() for t in types)


def _name(caught: Any) -> str | None:
    return getattr(caught, "id", getattr(caught, "attr", None))


def _types(caught: Any) -> list[Any]:
    return caught.elts if isinstance(caught, gast.Tuple) else [caught]


class _Checking:
    """Has the operators in some code raise what Python raises of them; those that were rewritten already stay."""

    def __init__(self, namer: Namer):
        self.namer = namer

    def visit(self, node: Any) -> Any:
        """What takes the place of an expression; in a statement, the expressions in it are replaced."""
        for field, value in node.__dict__.items():
            if isinstance(value, list) and value and isinstance(value[0], gast.stmt):
                node.__dict__[field] = self.block(value)
            elif isinstance(value, list):
                value[:] = [self.visit(item) if isinstance(item, gast.AST) else item for item in value]
            elif isinstance(value, gast.AST) and not isinstance(value, gast.expr_context):
                node.__dict__[field] = self.visit(value)
        return _checked(node) if isinstance(node, gast.BinOp) else node

    def block(self, statements: list[Any]) -> list[Any]:
        """Statements that take the place of others."""
        new: list[Any] = []
        for statement in statements:
            self.visit(statement)
            is_checked = isinstance(statement, gast.AugAssign) and isinstance(statement.op, _RAISING)
            new += self.augmented(statement) if is_checked else [statement]
        return new

    def augmented(self, statement: Any) -> list[Any]:
        """An augmented assignment as one whose target is read, and whose parts are evaluated once."""
        target, new = statement.target, []
        if not isinstance(target, gast.Name):
            for field in ("value", "slice"):
                part = target.__dict__.get(field)
                if part is not None and not isinstance(part, (gast.Name, gast.Constant)):
                    name = self.namer.variable("holder" if field == "value" else "index")
                    new += instantiate(_PART, first_line_of(statement), name=name, part=part)
                    target.__dict__[field] = located(gast.Name(name, gast.Load(), None, None), part)
        return [*new, as_assignment(statement)]


def _checked(node: Any) -> Any:
    is_square = isinstance(node.op, gast.Pow) and "of_remainder" in node.__dict__
    is_of_others = is_square or isinstance(node.left, gast.JoinedStr) or _is_text(node.left) or _is_many(node.right)
    return operated(node) if isinstance(node.op, _RAISING) and not is_of_others else node


def _is_text(node: Any) -> bool:
    return isinstance(node, gast.Constant) and isinstance(node.value, (str, bytes))


def _is_many(node: Any) -> bool:
    return isinstance(node, (gast.Tuple, gast.Dict))
