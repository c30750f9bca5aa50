"""From a function object to the syntax tree of exactly that function.

A file is parsed once, as a whole: positions are then those of the user's file, and the classes around a method, which
name mangling needs, are known. Among several functions on one line (lambdas) the positions that the compiler left in
the code object (`co_positions`) tell which one is meant.
"""

from __future__ import annotations

import ast
import linecache
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType

from autograph.diagnostics import ConversionError, Place

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FILES_KEPT = 16


@dataclass(frozen=True, slots=True)
class Found:
    """The definition of a function in its file.

    Attributes:
        node: the `def` or `lambda`, as Python's `ast` has it, with the file's line numbers.
        filename: what tracebacks call the file.
        class_name: the innermost class around the definition, or None; private names are mangled with it.
    """

    node: FunctionNode
    filename: str
    class_name: str | None


@dataclass(slots=True)
class _File:
    lines: list[str]
    definitions: dict[int, list[tuple[FunctionNode, str | None]]] = field(default_factory=dict)


_files: OrderedDict[str, _File] = OrderedDict()


def find_function(function: FunctionType) -> Found:
    """The definition of `function`.

    Raises:
        ConversionError: the source is not there, cannot be parsed, or is no longer what the function was made from.
    """
    code = function.__code__
    filename = code.co_filename
    place = Place(filename, code.co_firstlineno, function.__qualname__)
    file = _file(filename, function.__globals__, place)
    candidates = [
        (node, class_name)
        for node, class_name in file.definitions.get(code.co_firstlineno, ())
        if _name(node) == code.co_name and _parameters(node, class_name) == _code_parameters(code)
    ]
    if len(candidates) > 1:
        candidates = _same_position(code, candidates) or candidates[:1]
    if not candidates:
        raise ConversionError(
            "AG002",
            f"the definition of {function.__qualname__!r} is not at line {code.co_firstlineno} of its file",
            place,
            reason="the file was changed after it was imported, or the function was made by another program",
            help="import the module again, or exclude the function with `autograph.do_not_convert`",
        )
    node, class_name = candidates[0]
    return Found(node, filename, class_name)


def source_lines(filename: str) -> list[str]:
    """The lines of a source file, as tracebacks show them; empty when the text is not to be had."""
    return linecache.getlines(filename)


def _file(filename: str, namespace: dict[str, object], place: Place) -> _File:
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, namespace)
    known = _files.get(filename)
    if known is not None and known.lines is lines:
        _files.move_to_end(filename)
        return known
    if not lines:
        raise ConversionError(
            "AG001",
            f"the source of {place.function!r} is not available",
            place,
            reason="functions are converted from their text, and Python does not keep that of this one",
            help="define the function in a file or a notebook, put its text into `linecache.cache`, "
            "or exclude it with `autograph.do_not_convert`",
        )
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError as error:
        raise ConversionError(
            "AG001",
            f"the source of {place.function!r} cannot be parsed: {error.msg}",
            Place(filename, error.lineno or 1, place.function),
            reason="the text that Python shows for this file is not the text it was compiled from",
            help="import the module again",
        ) from None
    file = _File(lines)
    for node, class_name in _definitions(tree, None):
        decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
        first = decorators[0].lineno if decorators else node.lineno
        file.definitions.setdefault(first, []).append((node, class_name))
    _files[filename] = file
    if len(_files) > _FILES_KEPT:
        _files.popitem(last=False)
    return file


def _definitions(tree: ast.AST, class_name: str | None) -> Iterator[tuple[FunctionNode, str | None]]:
    stack = [(tree, class_name)]
    while stack:
        parent, class_name = stack.pop()
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, FunctionNode):
                yield node, class_name
            stack.append((node, node.name if isinstance(node, ast.ClassDef) else class_name))


def _name(node: FunctionNode) -> str:
    return "<lambda>" if isinstance(node, ast.Lambda) else node.name


def _parameters(node: FunctionNode, class_name: str | None) -> tuple[str, ...]:
    arguments = node.args
    named = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    starred = [a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return tuple(mangle(name, class_name) for name in named + starred)


def _code_parameters(code: CodeType) -> tuple[str, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    return code.co_varnames[:count]


def mangle(name: str, class_name: str | None) -> str:
    """`name` as it is stored when used inside the class: private names carry the class's name."""
    if class_name is None or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    stripped = class_name.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


def _same_position(
    code: CodeType, candidates: list[tuple[FunctionNode, str | None]]
) -> list[tuple[FunctionNode, str | None]]:
    """Those of the candidates that span every instruction of `code` and no smaller candidate does."""
    positions = [
        (line, column, end_line, end_column)
        for line, end_line, column, end_column in code.co_positions()
        if line is not None and column is not None and end_line is not None and end_column is not None and end_column
    ]
    if not positions:
        return []
    first = min((line, column) for line, column, _, _ in positions)
    last = max((line, column) for _, _, line, column in positions)

    def span(node: FunctionNode) -> tuple[tuple[int, int], tuple[int, int]]:
        body = node.body if isinstance(node, ast.Lambda) else node
        return (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)

    around = [c for c in candidates if span(c[0])[0] <= first and last <= span(c[0])[1]]
    return sorted(around, key=lambda c: (span(c[0])[1], [-x for x in span(c[0])[0]]))[:1]
