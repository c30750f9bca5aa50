"""From a function object to the syntax tree of exactly that function.

A file is parsed once, as a whole: positions are then those of the user's file, and the classes around a method, which
name mangling needs, are known. Among several functions on one line (lambdas) the positions that the compiler left in
the code object (`co_positions`) tell which one is meant.

The text may have changed since the function was made from it. So it is compiled as Python would, and what comes of the
definition is compared with the code of the function: another body under the same name is never taken for it.
The same tells functions on one line apart where Python was told to leave no positions (`PYTHONNODEBUGRANGES`).
"""

from __future__ import annotations
import __future__

import ast
import copy
import functools
import inspect
import linecache
import operator
import warnings
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Any
from zipimport import zipimporter

from autograph.diagnostics import ConversionError, Place
from autograph.source.walking import children

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FUNCTIONS = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda})
_LEAVES = frozenset({ast.Name, ast.Constant})

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
    tree: ast.Module
    #: By the line they begin at, that of the first decorator if there is one.
    definitions: dict[int, list[tuple[FunctionNode, str | None]]] = field(default_factory=dict)
    #: What Python makes of the text, by compiler flags and whether as a whole: code objects by name. None if it cannot
    #: compile it.
    codes: dict[tuple[int, bool], dict[str, list[CodeType]] | None] = field(default_factory=dict)


_files: OrderedDict[str, _File] = OrderedDict()

#: The compiler flags of `from __future__` imports, as code objects carry them. That of `nested_scopes`, which every
#: Python has by now, says that a function is in another.
FUTURE_FLAGS = ~inspect.CO_NESTED & functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)

#: Loaders that compile the text of a file as it is. Others may add to it, as pytest does to assertions.
_PLAIN_LOADERS = (SourceFileLoader, zipimporter, type(None), type)


def find_function(function: FunctionType, is_converted: bool = False) -> Found:
    """The definition of `function`.

    Args:
        is_converted: whether its code is not what Python makes of the text.

    Raises:
        ConversionError: the source is not there, cannot be parsed, is no longer what the function was made from, or has
            several functions that it may be.
    """
    code = function.__code__
    filename = _filename(code, function.__globals__)
    place = Place(filename, code.co_firstlineno, function.__qualname__)
    file = _file(filename, function.__globals__, place)
    at_line = file.definitions.get(code.co_firstlineno, [])
    if is_converted or _is_compiled_from(file, function):
        candidates = _like(code, at_line)
        if len(candidates) > 1:
            candidates = _same_position(code, candidates) or _same_code(file, code, candidates)
            if not candidates:
                raise _ambiguous(place, at_line)
        if candidates:
            node, class_name = candidates[0]
            return Found(node, filename, class_name)
    moved = [found for others in file.definitions.values() for found in _like(code, others)]
    if len(moved) == 1 and _is_compiled_from(file, function, at_any_line=True):
        node, class_name = moved[0]
        return Found(node, filename, class_name)
    if _like(code, at_line):
        summary = f"the text of {function.__qualname__!r} is not what the function was made from"
    else:
        summary = f"the definition of {function.__qualname__!r} is not at line {code.co_firstlineno} of its file"
    raise ConversionError(
        "AG002",
        summary,
        place,
        reason="the file was changed after it was imported, or the function was made by another program",
        help="import the module again, or exclude the function with `autograph.do_not_convert`",
    )


def _filename(code: CodeType, namespace: dict[str, object]) -> str:
    """The file that has the text of a function: of one in a module that is part of Python itself, the module's."""
    file = namespace.get("__file__")
    return file if code.co_filename.startswith("<frozen ") and isinstance(file, str) else code.co_filename


def _ambiguous(place: Place, candidates: list[tuple[FunctionNode, str | None]]) -> ConversionError:
    columns = ", ".join(str(column + 1) for column in sorted(node.col_offset for node, _ in candidates))
    return ConversionError(
        "AG040",
        f"line {place.line} has several functions that {place.function!r} may be",
        place,
        reason=f"they begin at columns {columns}; the code of the function does not say where it is from, and differs "
        "from what Python makes of the text",
        help="write them on lines of their own",
    )


def source_lines(filename: str) -> list[str]:
    """The lines of a source file, as tracebacks show them; empty when the text is not to be had."""
    return linecache.getlines(filename)


def source_text(filename: str) -> str:
    """The text of a source file, likewise; one object as long as the file stays the same."""
    lines = source_lines(filename)
    known = _texts.get(filename)
    if known is None or known[0] is not lines:
        known = _texts[filename] = lines, "".join(lines)
    return known[1]


#: By the names of files, their lines and their text.
_texts: dict[str, tuple[list[str], str]] = {}


@functools.lru_cache(maxsize=_FILES_KEPT)
def parsed(text: str) -> ast.Module:
    """The tree of a text, which is not to be changed.

    Raises:
        SyntaxError: it is not Python's.
    """
    return ast.parse(text)


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
        tree = parsed("".join(lines))
    except SyntaxError as error:
        raise ConversionError(
            "AG001",
            f"the source of {place.function!r} cannot be parsed: {error.msg}",
            Place(filename, error.lineno or 1, place.function),
            reason="the text that Python shows for this file is not the text it was compiled from",
            help="import the module again",
        ) from None
    file = _File(lines, tree)
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
        for node in children(parent):
            kind = node.__class__
            if kind in _FUNCTIONS:
                yield node, class_name
            if kind not in _LEAVES:
                stack.append((node, node.name if kind is ast.ClassDef else class_name))


def _like(code: CodeType, definitions: list[tuple[FunctionNode, str | None]]) -> list[tuple[FunctionNode, str | None]]:
    """Those of some definitions whose name and parameters are those of a function."""
    return [
        (node, class_name)
        for node, class_name in definitions
        if _name(node) == code.co_name and _parameters(node, class_name) == _code_parameters(code)
    ]


def _is_compiled_from(file: _File, function: FunctionType, at_any_line: bool = False) -> bool:
    """Whether a function may have been made from the text of a file as it is now."""
    code, namespace = function.__code__, function.__globals__
    loader = getattr(namespace.get("__spec__"), "loader", None) or namespace.get("__loader__")
    if type(loader) not in _PLAIN_LOADERS:
        return not at_any_line  # there is no telling
    flags = code.co_flags & FUTURE_FLAGS
    for whole in (True, False):
        if (flags, whole) not in file.codes:
            file.codes[flags, whole] = _compiled(file.tree, code.co_filename, flags, whole)
        codes = file.codes[flags, whole]
        if codes is None:
            return not at_any_line
        if any(
            (at_any_line or found.co_firstlineno == code.co_firstlineno) and _does_the_same(found, code)
            for found in codes.get(code.co_name, ())
        ):
            return True
    return False


def _compiled(tree: ast.Module, filename: str, flags: int, whole: bool) -> dict[str, list[CodeType]] | None:
    """All code objects that come of a file, by name.

    Notebooks compile each statement of a cell by itself (not `whole`), which is not the same: Python calls a method
    otherwise if it sees that its object is an imported module.
    """
    modules = [tree] if whole else [ast.Module([statement], []) for statement in tree.body]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whoever imported the file has seen them
            stack = [
                compile(module, filename, "exec", flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True) for module in modules
            ]
    except (SyntaxError, ValueError, RecursionError):
        return None
    found: dict[str, list[CodeType]] = {}
    while stack:
        for constant in stack.pop().co_consts:
            if isinstance(constant, CodeType):
                found.setdefault(constant.co_name, []).append(constant)
                stack.append(constant)
    return found


def _does_the_same(one: CodeType, other: CodeType) -> bool:
    """Whether code objects are alike but for the lines they are on."""
    return (
        one.co_code == other.co_code
        and one.co_names == other.co_names
        and one.co_varnames == other.co_varnames
        and one.co_freevars == other.co_freevars
        and one.co_cellvars == other.co_cellvars
        and len(one.co_consts) == len(other.co_consts)
        and all(
            # A class body names its class.
            _is_same_constant(a, b) or (a == one.co_qualname and b == other.co_qualname)
            for a, b in zip(one.co_consts, other.co_consts, strict=True)
        )
    )


def _is_same_constant(one: object, other: object) -> bool:
    if isinstance(one, CodeType):
        return isinstance(other, CodeType) and _does_the_same(one, other)
    if isinstance(one, frozenset):
        return one == other
    return repr(one) == repr(other)  # which tells 0.0 from -0.0, and 1 from True, in tuples too


def _name(node: FunctionNode) -> str:
    return "<lambda>" if isinstance(node, ast.Lambda) else node.name


def _parameters(node: FunctionNode, class_name: str | None) -> tuple[str, ...]:
    arguments = node.args
    named = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    starred = [a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return tuple(mangle(name, class_name) for name in named + starred)


def _code_parameters(code: CodeType) -> tuple[str, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[:count]


def mangle(name: str, class_name: str | None) -> str:
    """`name` as it is stored when used inside the class: private names carry the class's name."""
    if class_name is None or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    stripped = class_name.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


def _same_code(
    file: _File, code: CodeType, candidates: list[tuple[FunctionNode, str | None]]
) -> list[tuple[FunctionNode, str | None]]:
    """Those of the candidates that Python makes the same code of.

    Each is compiled on a line of its own, below the file, by which its code is recognised. Several of them do the same.
    """
    lines = {len(file.lines) + 1 + number: candidate for number, candidate in enumerate(candidates)}
    copies: dict[int, Any] = {}
    tree = copy.deepcopy(file.tree, copies)
    for line, (node, _) in lines.items():
        moved = copies[id(node)]
        moved.lineno = moved.end_lineno = line
    for whole in (True, False):
        codes = _compiled(tree, code.co_filename, code.co_flags & FUTURE_FLAGS, whole) or {}
        found = [
            lines[other.co_firstlineno]
            for other in codes.get(code.co_name, ())
            if other.co_firstlineno in lines and _does_the_same(other, code)
        ]
        if found:
            return found
    return []


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
