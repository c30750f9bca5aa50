"""The handlers in the text of converted code that would catch an exception, for those that cannot be staged."""

from __future__ import annotations

import ast
import builtins
import functools
import itertools
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FrameType
from typing import Any

from autograph.diagnostics import Place
from autograph.operators.frames import locals_of
from autograph.operators.places import nodes_around, tree_of
from autograph.source.build import converted_codes, cut_codes
from autograph.source.find import source_text

#: What in a `finally` takes the place of an exception.
_LEAVING = (ast.Return, ast.Break, ast.Continue)
_JUMPS = (*_LEAVING, ast.Raise)
_WITHS = (ast.With, ast.AsyncWith)
_TRIES = (ast.Try, ast.TryStar)


def handler_around(error: BaseException) -> Place | None:
    """The handler in converted code, around the statement being staged, that would catch an exception."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code in converted_codes and frame.f_code.co_name != "<lambda>":
            handler = handler_in(frame, error)
            if handler is not None:
                return Place(frame.f_code.co_filename, handler.lineno, frame.f_code.co_name)
        frame = frame.f_back
    return _finally_passed(error)


def final_block_around() -> Place | None:
    """A `finally` or a `with` in converted code, around the statement being staged: it runs before a raise leaves."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        code, line = frame.f_code, frame.f_lineno
        if code in converted_codes and code.co_name != "<lambda>":
            for node in _handling_in(code, line):
                if _is_around(node, line) and (isinstance(node, _WITHS) or node.finalbody):
                    return Place(code.co_filename, node.lineno, code.co_name)
        frame = frame.f_back
    return None


def _finally_passed(error: BaseException) -> Place | None:
    """The `finally` that an exception of a handler has passed in converted code, and that may take its place."""
    for code, line, node in _tries_passed(error):
        if _is_around(node, line) and _jumps(node.finalbody, _LEAVING):  # what it raises itself is raised before
            return Place(code.co_filename, node.finalbody[0].lineno, code.co_name)
    return None


def raised_in_finally(error: BaseException) -> bool:
    """Whether a `finally` in converted code has raised an exception; it may have been run for another."""
    return any(_spans(node.finalbody, line) for _, line, node in _tries_passed(error))


def _tries_passed(error: BaseException) -> Iterator[tuple[CodeType, int, Any]]:
    """The `try` statements of the converted functions that an exception has passed, and where each function was."""
    traceback = error.__traceback__
    while traceback is not None:
        code, line = traceback.tb_frame.f_code, traceback.tb_lineno
        if code in converted_codes and code.co_name != "<lambda>":
            for node in _handling_in(code, line):
                if isinstance(node, _TRIES):
                    yield code, line, node
        traceback = traceback.tb_next


def _jumps(statements: list[ast.stmt], kinds: tuple[type[ast.stmt], ...] = _JUMPS) -> bool:
    """Whether the statements of a `finally` may have something else happen than the exception that it was run for."""
    return any(isinstance(inner, kinds) for statement in statements for inner in ast.walk(statement))


def unstaged_between(frame: FrameType, error: BaseException, place: tuple[str, int]) -> int | None:
    """The line of a statement around what a frame runs that has a part in what becomes of an exception.

    Args:
        frame: of converted code.
        error: the exception.
        place: the file and line of the `try` that is staged; what is around that does not count.
    """
    line = frame.f_lineno
    if (frame.f_code.co_filename, line) == place:
        return None  # it runs the statement itself
    nodes = _handling_in(frame.f_code, line)
    around = [node for node in nodes if _is_around(node, line)]
    staged = [node for node in around if (frame.f_code.co_filename, node.lineno) == place]
    for node in around:
        if staged and (node is staged[0] or node.lineno < staged[0].lineno):
            continue
        if isinstance(node, _WITHS):
            return int(node.lineno)
        catches = isinstance(node, ast.TryStar) or any(_may_catch(h.type, error, frame) for h in node.handlers)
        if node.finalbody or catches:
            return int(node.lineno)
    return None


def _is_around(node: ast.AST, line: int) -> bool:
    if isinstance(node, _WITHS):
        return _spans(node.body, line)
    if not isinstance(node, _TRIES):
        return False
    if node.lineno == line and node.handlers and _jumps(node.finalbody, _LEAVING):
        return True  # the `finally` stays Python's, as it jumps, around the rest that is staged there
    rest = [node.orelse, *(handler.body for handler in node.handlers)] if node.finalbody else []
    return any(_spans(block, line) for block in (node.body, *rest))


def handler_in(frame: FrameType, error: BaseException) -> Any:
    """The handler around what a frame runs that would catch an exception, or a `finally` that may take its place."""
    line = frame.f_lineno
    for node in _handling_in(frame.f_code, line):
        if isinstance(node, _TRIES) and _spans(node.body, line):
            for handler in node.handlers:
                if isinstance(node, ast.TryStar) or _may_catch(handler.type, error, frame):
                    return handler
            if _jumps(node.finalbody):
                return node.finalbody[0]
    return None


def _handling_in(code: CodeType, line: int) -> tuple[Any, ...]:
    """The `try` and `with` statements of a function around a line, but for those of which blocks have the parts."""
    return () if code in cut_codes else _handling(source_text(code.co_filename), line, code.co_name)


@functools.lru_cache(maxsize=1024)
def _handling(text: str, line: int, name: str) -> tuple[Any, ...]:
    """The `try` and `with` statements of the innermost function of a name around a line of a file, or of all of it."""
    found: ast.AST | None = tree_of(text)
    for node in nodes_around(found, line) if found is not None else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            found = node
    return tuple([node for node in ast.walk(found) if isinstance(node, _TRIES + _WITHS)]) if found is not None else ()


def _spans(statements: list[ast.stmt], line: int) -> bool:
    if not statements:
        return False
    decorators = getattr(statements[0], "decorator_list", ())
    return min([statements[0].lineno, *(d.lineno for d in decorators)]) <= line <= (statements[-1].end_lineno or 0)


def _may_catch(type_: ast.expr | None, error: BaseException, frame: FrameType) -> bool:
    """Whether a handler for the exceptions that an expression names catches one, as far as the text tells."""
    if type_ is None:
        return True
    if isinstance(type_, ast.Tuple):
        return any(_may_catch(element, error, frame) for element in type_.elts)
    caught = value_of(type_, frame)
    return not isinstance(caught, type) or isinstance(error, caught)


def _locals_around(frame: FrameType) -> Iterator[Mapping[str, Any]]:
    """The local variables of a frame, and of those around it that run the rest of its function."""
    yield locals_of(frame)
    around = getattr(frame, "f_back", None)
    while around is not None:
        if around.f_code.co_filename == frame.f_code.co_filename:
            yield locals_of(around)
        around = around.f_back


def value_of(node: ast.expr, frame: FrameType) -> Any:
    """The value of a name or an access path in the code that a frame runs; None if it is another expression."""
    if isinstance(node, ast.Name):
        for namespace in itertools.chain(_locals_around(frame), (frame.f_globals, vars(builtins))):
            if node.id in namespace:
                return namespace[node.id]
    if isinstance(node, ast.Attribute):
        return getattr(value_of(node.value, frame), node.attr, None)
    return None
