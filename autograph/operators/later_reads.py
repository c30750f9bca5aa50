"""Which variables of converted code that is running may still be read, as the user's text has it.

Found from the stack and from the text when it is asked. What functions inside read, they may read at any time.
"""

from __future__ import annotations

import ast
import functools
import itertools
import sys
from collections.abc import Iterator
from types import CellType, CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

from autograph.analysis.liveness import Around, names_around
from autograph.operators.call_sites import path_at, value_of
from autograph.operators.locations import namespace_of
from autograph.operators.places import entering, is_own
from autograph.source.build import converted_codes, generated_codes
from autograph.source.dialects import from_python
from autograph.staging import backend_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LATER = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.GeneratorExp)


class Held(NamedTuple):
    """A variable of a function that is running.

    Attributes:
        name: what it is called.
        value: what it has.
        frame: a frame that knows it.
        is_innermost: whether it is known where converted code is now.
    """

    name: str
    value: Any
    frame: FrameType
    is_innermost: bool

    def is_in(self, cell: CellType) -> bool:
        """Whether functions inside know the variable by a cell."""
        marker, before = object(), cell.cell_contents
        cell.cell_contents = marker
        try:
            return self.frame.f_locals.get(self.name) is marker
        finally:
            cell.cell_contents = before


def variables_read_later() -> list[Held]:
    """The variables that may still be read, those of the innermost function first."""
    found: dict[tuple[int, str], Held] = {}
    activations = [*_activations()]
    functions = [frames[-1].f_code for frames in activations]
    for number, frames in enumerate(activations):
        live, always = _names_read(frames[0], number == 0), _names_in_functions(frames[0])
        for frame in frames:
            for name, value in frame.f_locals.items():
                is_free = name in functions[number].co_freevars  # whoever calls the function has it
                is_read = is_free or live is None or name in live or name in always
                if is_read and name.isidentifier():
                    key = _owner(functions, number, name), name
                    found.setdefault(key, Held(name, value, frame, number == 0))
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


def given_back_to(name: str) -> tuple[Any, Any] | None:
    """The object that a variable is stored to before anything else is done with that, and what it holds there.

    That is `self.x = x`, after `x = self.x` and `x[i] = v`.
    """
    frames = next(_activations(), [])
    path = path_at(frames[0]) if frames else []
    statements = [node for node in path if isinstance(node, ast.stmt)]
    if not statements:
        return None
    between: list[ast.AST] = []
    for statement in reversed(statements[1:]):
        block = _block_of(statements[statements.index(statement) - 1], statement)
        between.append(statement)
        for following in block[block.index(statement) + 1 :] if statement in block else ():
            target: Any = following.targets[0] if isinstance(following, ast.Assign) else None
            is_given = (
                isinstance(target, (ast.Attribute, ast.Subscript))
                and getattr(getattr(following, "value", None), "id", "") == name
            )
            if not is_given:
                between.append(following)
                continue
            root = target.value
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            is_alone = isinstance(root, ast.Name) and root.id not in _read_inside(path[0])
            if not is_alone or any(_concerns(node, root.id, name, frames) for node in between):
                return None
            holder = _value_of(target.value, frames)
            if isinstance(target, ast.Attribute):
                return holder, _value_of(target, frames)
            key = target.slice.value if isinstance(target.slice, ast.Constant) else _value_of(target.slice, frames)
            is_known = type(holder) in (list, dict) and type(key) in (int, str)
            return (holder, holder[key]) if is_known else None
    return None


def _block_of(around: ast.stmt, statement: ast.stmt) -> list[ast.stmt]:
    """The statements among which one is."""
    blocks = [around, *getattr(around, "handlers", ()), *getattr(around, "cases", ())]
    found = [getattr(part, field, []) for part in blocks for field in ("body", "orelse", "finalbody")]
    return next((block for block in found if statement in block), [])


def _concerns(node: ast.AST, name: str, given: str, frames: list[FrameType]) -> bool:
    """Whether a statement mentions a variable, or what may lead to its value, or may not be followed by the next.

    Args:
        node: the statement.
        name: of the variable.
        given: the variable that it is given, which leads to nothing.
        frames: where they are known.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id != given:
            value = _value_of(part, frames)
            if part.id == name or not (value is None or _leads_nowhere(value)):
                return True
        if isinstance(part, (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)):
            return True
        if isinstance(part, ast.Call):
            function = _value_of(part.func, frames)
            is_known = type(function).__module__ == "builtins" and getattr(function, "__closure__", None) is None
            if function is None or not is_known:
                return True
    return False


def _value_of(node: ast.AST, frames: list[FrameType]) -> Any:
    """The value of a variable or an attribute that one of the frames of a function knows."""
    return next((value for frame in frames if (value := value_of(node, frame)) is not None), None)


def _leads_nowhere(value: Any) -> bool:
    """Whether an object has no others that change."""
    kind = type(value)
    if isinstance(value, (type, ModuleType)) or backend_of(value) is not None:
        return True
    is_builtin = kind.__module__ == "builtins" and (callable(value) or kind in _NUMBERS)
    return is_builtin or kind.__module__ == "numpy"


_NUMBERS = frozenset({int, float, bool, str, complex})


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


def stored_names() -> set[str]:
    """The variables that the statement stores to which converted code runs, and those to whose parts it does."""
    frame = next((frame for frame in _frames()), None)
    path = [] if frame is None else path_at(frame)
    statement = next((node for node in reversed(path) if isinstance(node, ast.stmt)), None)
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign, ast.For)):
        targets = [statement.target]
    elif isinstance(statement, ast.With):
        targets = [item.optional_vars for item in statement.items if item.optional_vars is not None]
    else:
        return set()
    names = set()
    while targets:
        target, *targets = targets
        if isinstance(target, (ast.Tuple, ast.List)):
            targets += target.elts
        elif isinstance(target, (ast.Subscript, ast.Starred)):
            targets.append(target.value)
        elif isinstance(target, ast.Name):
            names.add(target.id)
    return names


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
