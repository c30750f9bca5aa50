"""`raise` in a region: an effect of the path it is on.

An exception of the user's that ends a region is not raised while tracing, when nobody knows whether the region will
run. A backend stages it, if it can; where a handler of the same staged code would catch it, it cannot.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

from autograph.diagnostics import Place
from autograph.operators import explain
from autograph.operators.effects import Effect, outlives, path_raises, read_before_set_in_a_loop
from autograph.operators.origin import Raised
from autograph.operators.structures import take_apart, with_leaves
from autograph.operators.text import holds_staged_list, with_numbers
from autograph.source.build import converted_codes
from autograph.source.find import source_lines
from autograph.staging import Backend, backend_of

_JUMPS = (ast.Return, ast.Break, ast.Continue)


def stage_raise(backend: Backend, error: BaseException) -> None:
    """Stages an exception that ended the region being traced, or says why it cannot be."""
    if isinstance(error, Raised):
        return
    if isinstance(error, NameError) and read_before_set_in_a_loop(error.name):
        if not backend.can_raise:
            explain.read_before_set_in_a_loop(error.name)
        return  # the loop is traced again, with a variable that may have a value
    check_handlers(error)
    staged = StagedError(error)
    if any(type(argument) is str and _SHOWS_STAGED.search(argument) for argument in error.args):
        explain.raises_a_tensor(error)
    if not backend.can_raise:
        explain.cannot_raise(backend, error)
    backend.stage_raise(staged)
    path_raises()


#: In the text of what is not converted, and shows a staged value.
_SHOWS_STAGED = re.compile(r"Tensor\(|Tracer[<(]")


class StagedError:
    """An exception that a program raises when it runs: its arguments and attributes may be staged.

    Args:
        error: the exception as it was raised while tracing, or made.
    """

    def __init__(self, error: BaseException):
        self._error = error
        self._leaves: list[Any] = []
        self._node = take_apart((error.args, vars(error)), self._leaves)
        if holds_staged_list(self._node):
            explain.raises_a_tensor(error)
        self.operands = [leaf for leaf in self._leaves if backend_of(leaf) is not None]

    def filled(self, values: Sequence[Any]) -> BaseException:
        """The exception with the values that the operands have; a new one each time."""
        given = iter(values)
        leaves = [leaf if backend_of(leaf) is None else next(given) for leaf in self._leaves]
        arguments, attributes = with_numbers(with_leaves(self._node, leaves))
        kind = type(self._error)
        error = kind.__new__(kind, *arguments)
        error.args = arguments
        error.__dict__.update(attributes)
        error.__cause__ = self._error.__cause__
        error.__suppress_context__ = True
        return error

    def __repr__(self) -> str:
        return f"{type(self._error).__name__}({', '.join(map(repr, self._error.args))})"


def refuse_changes_before(error: BaseException, effects: Sequence[Effect]) -> None:
    """Refuses a path that raises after it changed an object which is still there when the staged function has ended."""
    for effect in effects:
        if outlives(effect.location):
            explain.changed_before_it_raises(error, effect.location)


def check_handlers(error: BaseException) -> None:
    """Refuses what may raise an exception when the program runs, where a handler of the staged code would catch it."""
    handler = _handler_around(error)
    if handler is not None:
        explain.raised_under_a_handler(error, handler)


def every_path_raises() -> Raised:
    """What unwinds a region whose paths have all raised."""
    return Raised(
        "AG027",
        "every path through a staged function raises",
        help="return a value from one of them",
    )


def _handler_around(error: BaseException) -> Place | None:
    """The handler in converted code, around the statement being staged, that would catch an exception."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code in converted_codes and frame.f_code.co_name != "<lambda>":
            handler = _handler_in(frame, error)
            if handler is not None:
                return Place(frame.f_code.co_filename, handler.lineno, frame.f_code.co_name)
        frame = frame.f_back
    return None


def _handler_in(frame: FrameType, error: BaseException) -> Any:
    line = frame.f_lineno
    try:
        tree = ast.parse("".join(source_lines(frame.f_code.co_filename)))
    except SyntaxError:
        return None
    function = _innermost(tree, line)
    for node in ast.walk(function):
        if isinstance(node, (ast.Try, ast.TryStar)) and _spans(node.body, line):
            for handler in node.handlers:
                if _may_catch(handler.type, error, frame):
                    return handler
            if any(
                isinstance(inner, (ast.Return, ast.Break, ast.Continue))
                for s in node.finalbody
                for inner in ast.walk(s)
            ):
                return node.finalbody[0]
        if isinstance(node, (ast.With, ast.AsyncWith)) and _spans(node.body, line):
            for item in node.items:
                called = item.context_expr.func if isinstance(item.context_expr, ast.Call) else None
                if getattr(called, "id", getattr(called, "attr", None)) in ("suppress", "raises", "assertRaises"):
                    return node
    return None


def _innermost(tree: ast.AST, line: int) -> ast.AST:
    """The innermost function around a line."""
    found = tree
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.lineno <= line <= (node.end_lineno or 0):
            found = node
    return found


def _spans(statements: list[ast.stmt], line: int) -> bool:
    return bool(statements) and statements[0].lineno <= line <= (statements[-1].end_lineno or 0)


def _may_catch(type_: ast.expr | None, error: BaseException, frame: FrameType) -> bool:
    """Whether a handler for the exceptions that an expression names catches one, as far as the text tells."""
    if type_ is None:
        return True
    if isinstance(type_, ast.Tuple):
        return any(_may_catch(element, error, frame) for element in type_.elts)
    caught = _value_of(type_, frame)
    return not isinstance(caught, type) or isinstance(error, caught)


def _value_of(node: ast.expr, frame: FrameType) -> Any:
    if isinstance(node, ast.Name):
        for namespace in (frame.f_locals, frame.f_globals, vars(builtins)):
            if node.id in namespace:
                return namespace[node.id]
    if isinstance(node, ast.Attribute):
        return getattr(_value_of(node.value, frame), node.attr, None)
    return None
