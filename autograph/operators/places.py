"""Where converted code is that runs: the place in the user's file, and the variables that lead to an object.

Found from the stack and from the user's text when an error needs it, at no cost to programs that work.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dis import opmap
from types import CodeType, FrameType
from typing import Any

from autograph.diagnostics import Place
from autograph.operators.frames import locals_of
from autograph.operators.locations import namespace_of
from autograph.source.build import converted_codes
from autograph.source.find import parsed, source_lines, source_text


def current_place() -> Place | None:
    """The place of the converted statement that is being run."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (frame.f_code not in converted_codes or is_own(frame)):
        frame = frame.f_back
    return None if frame is None else place_in(frame, frame.f_lasti)


def where() -> tuple[Place | None, ast.stmt | None, ast.AST | None]:
    """The place of the converted statement that is being run, the statement, and the function around it."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (frame.f_code not in converted_codes or is_own(frame)):
        frame = frame.f_back
    if frame is None:
        return None, None, None
    place = place_in(frame, frame.f_lasti)
    function, statement = around_line(source_text(place.filename), place.line)
    return place, statement, function


def place_in(frame: FrameType, instruction: int) -> Place:
    """The place of what a frame of converted code evaluates."""
    code = frame.f_code
    line, end_line, column, end_column = list(code.co_positions())[instruction // 2]
    line = line or frame.f_lineno
    lines = source_lines(code.co_filename)
    if column is not None and line <= len(lines):
        text = lines[line - 1].encode()
        column = len(text[:column].decode(errors="replace"))
        end_column = len(text[: end_column or 0].decode(errors="replace")) if end_line == line else None
    return Place(code.co_filename, line, code.co_name, column, end_column)


def is_own(frame: FrameType) -> bool:
    """Whether a frame is of this project's own, be it of a loop that runs converted."""
    return frame.f_globals.get("__name__", "").partition(".")[0] in ("autograph", "runtime")


def in_converted_code(frame: FrameType | None = None) -> bool:
    """Whether the code that asks, or that of a frame, is converted; what is this project's own asks for others."""
    frame = sys._getframe(1) if frame is None else frame
    while frame is not None and is_own(frame):
        frame = frame.f_back
    return frame is not None and frame.f_code in converted_codes


def is_in_place(frame: FrameType | None) -> bool:
    """Whether the operator that has called a frame, of this project's own, is one like `+=`."""
    while frame is not None:
        code, at = frame.f_code.co_code, frame.f_lasti
        if code[at] == opmap["BINARY_OP"]:
            return code[at + 1] >= _FIRST_IN_PLACE
        frame = frame.f_back if is_own(frame) and frame.f_code not in converted_codes else None
    return False


#: The number of `+=` among the operators of CPython's BINARY_OP; those before it make another value.
_FIRST_IN_PLACE = 13


def in_generator() -> bool:
    """Whether a generator of converted code is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_flags & inspect.CO_GENERATOR and frame.f_code in converted_codes:
            return True
        frame = frame.f_back
    return False


def tree_of(text: str) -> ast.Module | None:
    """The tree of a file; None for one that is not Python's."""
    try:
        return parsed(text)
    except SyntaxError:
        return None


def nodes_around(tree: ast.AST, line: int) -> Iterator[ast.AST]:
    """The nodes of a tree that a line belongs to, those around others first."""
    waiting = [tree]
    for node in waiting:
        yield node
        waiting += [
            child
            for child in ast.iter_child_nodes(node)
            if getattr(child, "lineno", line) <= line <= (getattr(child, "end_lineno", line) or 0)
        ]


@functools.lru_cache(maxsize=1024)
def around_line(text: str, line: int) -> tuple[ast.AST | None, ast.stmt | None]:
    """The innermost function around a line, and the compound statement whose test is on it."""
    tree = tree_of(text)
    function: ast.AST | None = None
    statement: ast.stmt | None = None
    for node in () if tree is None else nodes_around(tree, line):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            function = node
        elif isinstance(node, (ast.If, ast.For, ast.While)):
            test = node.iter if isinstance(node, ast.For) else node.test
            if test.lineno <= line <= (test.end_lineno or 0):
                statement = node
    return function, statement


def lines_with(tree: ast.AST, name: str, context: type) -> list[int]:
    """The lines on which a variable, or a place such as `self.x`, is stored to or read."""

    def occurrences() -> Iterator[int]:
        for node in ast.walk(tree):
            if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(node.ctx, context):
                text = node.id if isinstance(node, ast.Name) else ast.unparse(node)
                if text == name:
                    yield node.lineno

    return sorted(set(occurrences()))


#: Code of what calls the converted form of a function for that function itself.
entering: set[CodeType] = set()

#: Code of what uses nothing of what it is given once a function of the program has been called.
handing_over: set[CodeType] = set()

#: Code of what calls functions that are not converted, and what these have at hand, by the variables of that code.
calling: dict[CodeType, Callable[[Mapping[str, Any]], Iterable[Any]]] = {}


def variables_with(value: Any, parts: Callable[[Any], Iterable[Any]] = lambda value: (value,)) -> list[str]:
    """The variables of converted code that is running which have a value; closures see those of their function.

    Args:
        value: the value.
        parts: what it is looked for among, of what a variable holds.
    """
    found: dict[tuple[str, str, str], str] = {}
    frame: FrameType | None = sys._getframe(1)
    inner: FrameType | None = None
    while frame is not None:
        code = frame.f_code
        # One that waits for its converted form has the values that it was given.
        if code in converted_codes and not is_own(frame) and (inner is None or inner.f_code not in entering):
            for name, other in locals_of(frame).items():
                if name.isidentifier() and any(part is value for part in parts(other)):
                    if name in code.co_cellvars:  # functions in this one have the same variable
                        inside = f"{code.co_qualname}.<locals>."
                        for key in [*found]:
                            if key[0] == code.co_filename and key[1].startswith(inside) and key[2] == name:
                                del found[key]
                    found[code.co_filename, code.co_qualname, name] = name
        inner, frame = frame, frame.f_back
    return list(found.values())


def globals_in_use() -> Iterator[Any]:
    """The values of the global variables that converted code which is running refers to."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in converted_codes:
            for name in frame.f_code.co_names:
                yield frame.f_globals.get(name)
        frame = frame.f_back


def path_to(holder: Any) -> str | None:
    """An expression for an object, in terms of the variables of converted code that is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in converted_codes:
            variables = [(name, value) for name, value in locals_of(frame).items() if name.isidentifier()]
            for name, value in variables:
                if value is holder:
                    return name
            for name, value in variables:
                for key, part in (namespace_of(value) or {}).items() if not isinstance(value, type) else ():
                    if part is holder:
                        return f"{name}.{key}"
                if type(value) is dict:
                    for key, part in value.items():
                        if part is holder:
                            return f"{name}[{key!r}]"
            for name in frame.f_code.co_names:
                if frame.f_globals.get(name) is holder:
                    return name
        frame = frame.f_back
    return None
