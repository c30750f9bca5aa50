"""Which variables of converted code that is running may still be read, as the user's text has it.

Found from the stack and from the text when it is asked. What functions inside read, they may read at any time.
"""

from __future__ import annotations

import ast
import functools
import itertools
import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any, NamedTuple

from autograph.analysis.liveness import Around, names_around
from autograph.operators.call_sites import path_at, value_of
from autograph.operators.frames import locals_of
from autograph.operators.locations import namespace_of
from autograph.operators.places import entering, is_own
from autograph.source.build import converted_codes, generated_codes
from autograph.source.dialects import from_python

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LATER = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.GeneratorExp)


class Held(NamedTuple):
    """A variable of a function that is running, and what it has."""

    name: str
    value: Any


def variables_read_later() -> list[Held]:
    """The variables that may still be read, those of the innermost function first."""
    found: dict[tuple[int, str], Held] = {}
    activations = [*_activations()]
    functions = [frames[-1].f_code for frames in activations]
    for number, frames in enumerate(activations):
        live, always = _names_read(frames[0], number == 0), _names_in_functions(frames[0])
        for frame in frames:
            for name, value in locals_of(frame).items():
                is_free = name in functions[number].co_freevars  # whoever calls the function has it
                is_read = is_free or live is None or name in live or name in always
                if is_read and name.isidentifier():
                    key = _owner(functions, number, name), name
                    found.setdefault(key, Held(name, value))
    return [*found.values()]


def _owner(functions: list[CodeType], number: int, name: str) -> int:
    """The number of the function, among those that are running, whose variable one has that may be inside of it."""
    code = functions[number]
    for outer in range(number, len(functions)):
        is_around = code.co_qualname.startswith(f"{functions[outer].co_qualname}.<locals>.")
        if outer == number or is_around:
            if name not in functions[outer].co_freevars:
                return outer
    return number


def values_read_before() -> Iterator[Any]:
    """What functions that wait for a call have read already, and use once it has returned: `c` in `c + f()`.

    What arithmetic, comparisons and calls have made of it is not among that.
    """
    for frames in itertools.islice(_activations(), 1, None):
        path = path_at(frames[0])
        start = next((k for k in reversed(range(len(path))) if isinstance(path[k], ast.stmt)), len(path))
        for around, node in itertools.pairwise(path[start:]):
            for operand in _evaluated_before(around, node):
                yield from _kept(operand, frames[0])


def _evaluated_before(around: ast.AST, node: ast.AST) -> list[ast.AST]:
    """The operands of an expression, or of a statement, that come before another of them."""
    if isinstance(around, ast.Assign):
        return []
    operands = [*ast.iter_child_nodes(around)]
    if isinstance(around, ast.AugAssign) and isinstance(around.target, ast.Subscript) and node is around.value:
        return [around.target.value]
    return operands[: operands.index(node)] if node in operands else []


def _kept(node: ast.AST, frame: FrameType) -> Iterator[Any]:
    """The values of variables and attributes that what an expression has made holds, or is a part of."""
    if isinstance(node, ast.Subscript):
        if not _is_number_of(node, value_of(node.value, frame)):
            yield from _kept(node.value, frame)
        yield from _items(node, frame)
    elif isinstance(node, (ast.Name, ast.Attribute)):
        value = _value_at(node, frame)
        if value is None and isinstance(node, ast.Attribute):
            yield from _kept(node.value, frame)
        yield value
    elif isinstance(node, (ast.Tuple, ast.List, ast.Dict, ast.Starred, ast.IfExp, ast.BoolOp, ast.NamedExpr)):
        for part in ast.iter_child_nodes(node):
            yield from _kept(part, frame)
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", None) in _MAKING_VIEWS:
        yield from _kept(node.func, frame)


def _items(node: ast.Subscript, frame: FrameType) -> Iterator[Any]:
    """What an expression for an item of a container may have for its value."""
    container: Any = _value_at(node.value, frame)
    if not issubclass(type(container), (list, dict)):
        return
    key = node.slice.value if isinstance(node.slice, ast.Constant) else value_of(node.slice, frame)
    if issubclass(type(container), dict) and isinstance(key, (int, str)):
        if dict.__contains__(container, key):
            yield dict.__getitem__(container, key)
    elif issubclass(type(container), list) and type(key) is int:
        if -list.__len__(container) <= key < list.__len__(container):
            yield list.__getitem__(container, key)
    else:
        yield from dict.values(container) if issubclass(type(container), dict) else list.__iter__(container)


def _value_at(node: ast.AST, frame: FrameType) -> Any:
    """The value of a variable, an attribute or an item."""
    if isinstance(node, ast.Subscript):
        found = [*_items(node, frame)]
        return found[0] if len(found) == 1 else None
    if isinstance(node, ast.Attribute):
        return (namespace_of(_value_at(node.value, frame)) or {}).get(node.attr)
    return value_of(node, frame)


def _is_number_of(node: ast.Subscript, value: Any) -> bool:
    """Whether as many places are given as a tensor has axes."""
    shape = getattr(value, "shape", None)
    rank = getattr(shape, "rank", None) if not isinstance(shape, tuple) else len(shape)
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return rank == len(places) and not any(isinstance(place, ast.Slice) for place in places)


#: Methods of arrays whose result is a view.
_MAKING_VIEWS = frozenset({"reshape", "ravel", "transpose", "view", "swapaxes", "squeeze", "diagonal"})


def converted_frames() -> Iterator[FrameType]:
    """The frames of converted code of the user's that is running, the innermost first."""
    return _frames()


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)
    inner: FrameType | None = None
    while frame is not None:
        # One that waits for its converted form has the values that it was given, and reads none any more.
        is_waiting = inner is not None and inner.f_code in entering
        if frame.f_code in converted_codes and not is_own(frame) and not is_waiting:
            yield frame
        inner, frame = frame, frame.f_back


def _activations() -> Iterator[list[FrameType]]:
    """The calls of functions of the user's: a frame, and before it those of what conversion made of the function."""
    found: list[FrameType] = []
    for frame in _frames():
        found.append(frame)
        if frame.f_code not in generated_codes:
            yield found
            found = []
    if found:
        yield found


def _names_read(frame: FrameType, is_innermost: bool) -> set[str] | None:
    """The variables of its function that may be read once a frame goes on; None if nobody can tell."""
    path = path_at(frame)
    if not path or any(isinstance(node, (ast.Lambda, ast.GeneratorExp)) for node in path):
        return None
    statement = next((node for node in reversed(path) if isinstance(node, ast.stmt)), None)
    if statement is None or not isinstance(path[0], _FUNCTIONS) or statement is path[0]:
        return None
    around = _around(path[0]).get((statement.lineno, statement.col_offset))
    if around is None:
        return None
    is_simple = not hasattr(statement, "body")
    is_last = getattr(statement, "value", None) is path[-1] and isinstance(path[-1], ast.Call)
    return around.after if is_simple and (is_innermost or is_last) else around.before | around.after


def _names_in_functions(frame: FrameType) -> set[str]:
    path = path_at(frame)
    return _read_inside(path[0]) if path else set()


@functools.lru_cache(maxsize=256)
def _around(function: Any) -> dict[tuple[int, int], Around]:
    return names_around(from_python(function))


@functools.lru_cache(maxsize=256)
def _read_inside(function: ast.AST) -> set[str]:
    """What the functions, classes and generators in a function read."""
    inner = [node for node in ast.walk(function) if isinstance(node, _LATER) and node is not function]
    return {
        node.id
        for part in inner
        for node in ast.walk(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
