"""What the user's text says of the expression that converted code evaluates: what is called, and what is done with it.

Found from the stack and the positions in the code when it is asked, so that code which runs pays nothing.
"""

from __future__ import annotations

import ast
import dis
import functools
import itertools
import sys
from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Sequence
from types import FrameType

from autograph.operators.frames import locals_of
from autograph.operators.locations import namespace_of
from autograph.operators.places import around_line, is_own
from autograph.source.build import converted_codes
from autograph.source.find import source_text


def calls_by_name(name: str) -> bool:
    """Whether the expression or the header of a loop that converted code evaluates calls something of a name."""
    return any(
        isinstance(node, ast.Call) and name == getattr(node.func, "id", getattr(node.func, "attr", None))
        for node in _nodes_at_hand()
    )


def dict_comprehension_at_hand() -> ast.DictComp | None:
    """The dict comprehension that converted code evaluates what to go over for."""
    frame = converted_frame()
    path = [] if frame is None else path_at(frame)
    for node, clause, items in reversed([*zip(path, path[1:], path[2:], strict=False)]):
        if isinstance(node, ast.DictComp) and clause is node.generators[0] and items is node.generators[0].iter:
            return node
    return None


def same_text(target: ast.expr, value: ast.expr) -> bool:
    """Whether an expression reads what a target binds, and nothing else."""
    return ast.dump(target).replace("Store()", "Load()") == ast.dump(value)


def is_statement_of(names: Collection[str]) -> bool:
    """Whether what converted code evaluates is the call of a method of some names, and nobody takes its result."""
    frame = converted_frame()
    path = [] if frame is None else path_at(frame)
    statement = next((node for node in reversed(path) if isinstance(node, ast.stmt)), None)
    method = getattr(getattr(statement, "value", None), "func", None)
    return isinstance(statement, ast.Expr) and isinstance(method, ast.Attribute) and method.attr in names


def calls_any(functions: Collection[object]) -> bool:
    """Whether what is evaluated there calls one of some functions, or what one has: `itertools.chain.from_iterable`."""
    frame = converted_frame()
    if frame is None:
        return False
    called = [node.func for node in _nodes_at_hand() if isinstance(node, ast.Call)]
    called += [node.value for node in called if isinstance(node, ast.Attribute)]
    values = [value_of(node, frame) for node in called if isinstance(node, (ast.Name, ast.Attribute))]
    return any(value is function for value in values for function in functions)


def function_returning_call() -> str | None:
    """The name of the function that returns what the call makes which converted code evaluates, and does no more."""
    frame = converted_frame()
    *around, statement, value = [None, None, *([] if frame is None else path_at(frame))]
    if not (isinstance(statement, ast.Return) and isinstance(value, ast.Call)):
        return None
    return next((node.name for node in reversed(around) if isinstance(node, ast.FunctionDef)), None)


def has_generator_expression() -> bool:
    """Whether a generator expression is written in the expression or the header that converted code evaluates."""
    return any(isinstance(node, ast.GeneratorExp) for node in _nodes_at_hand())


def is_given_to(functions: Collection[object]) -> bool:
    """Whether what the call makes which converted code evaluates is the first argument of one of some functions."""
    frame = converted_frame()
    path = [] if frame is None else path_at(frame)
    if frame is None or len(path) < 2 or not isinstance(path[-2], ast.Call) or path[-1] not in path[-2].args[:1]:
        return False
    return _is_one_of(value_of(path[-2].func, frame), functions)


def is_read_in_any_order(functions: Collection[object]) -> bool:
    """Whether converted code evaluates `vars(o)`, or `o.__dict__`, and compares it or asks for one item of it, or gives
    it to one of some functions.
    """
    outside, view, around, value = _around_namespace()
    if isinstance(around, ast.Compare):
        (how, *others), (compared, *_) = around.ops, around.comparators
        return not others and (isinstance(how, (ast.Eq, ast.NotEq)) or (_is_in(how) and compared is value))
    if isinstance(around, ast.Subscript):
        return around.value is value and isinstance(around.ctx, ast.Load)
    if isinstance(around, ast.Attribute):
        return around.attr == "get" or (around.attr in _VIEWS and _is_given(view, outside, functions, ("reverse",)))
    # What a `key` makes equal stays in its order.
    return _is_given(value, around, functions, ("reverse",))


def is_copied(functions: Collection[object]) -> bool:
    """Whether converted code evaluates `vars(o)`, or `o.__dict__`, and has it copied: `**vars(o)`, `dict(vars(o))`."""
    *_, around, value = _around_namespace()
    if isinstance(around, ast.Dict):
        return any(key is None and item is value for key, item in zip(around.keys, around.values, strict=True))
    return (isinstance(around, ast.keyword) and around.arg is None) or _is_given(value, around, functions)


def asks_for_namespace() -> bool:
    """Whether converted code evaluates `vars(o)`, or `o.__dict__`."""
    return _around_namespace() is not _NOWHERE


#: Methods of a dict that make a view of it.
_VIEWS = frozenset({"items", "keys", "values"})
#: For code that evaluates something else.
_NOWHERE = (None, None, None, None)


def _around_namespace() -> Sequence[ast.AST | None]:
    """Three nodes around `vars(o)`, or `o.__dict__`, and that itself, if it is what converted code evaluates."""
    frame = converted_frame()
    path = [None, None, None, *([] if frame is None else path_at(frame))]
    value = path[-1]
    if frame is None or value is None:
        return _NOWHERE
    is_namespace = isinstance(value, ast.Attribute) and value.attr == "__dict__"
    if not is_namespace and not (isinstance(value, ast.Call) and value_of(value.func, frame) is vars):
        return _NOWHERE
    return path[-4:]


def _is_in(how: ast.cmpop) -> bool:
    return isinstance(how, (ast.In, ast.NotIn))


def _is_given(
    value: ast.AST | None, around: ast.AST | None, functions: Collection[object], options: Collection[str] = ()
) -> bool:
    """Whether a call is one of some functions, with options that matter to none, and a value is its first argument."""
    frame = converted_frame()
    if frame is None or not isinstance(around, ast.Call) or value not in around.args[:1]:
        return False
    return {keyword.arg for keyword in around.keywords} <= {*options} and _is_one_of(
        value_of(around.func, frame), functions
    )


def is_gone_over_here(goers: Collection[object], makers: Collection[object]) -> bool:
    """Whether the iterator that the call makes which converted code evaluates is gone over there, and held nowhere.

    Args:
        goers: what goes over all that it is given, or lets go of it.
        makers: what makes an iterator of iterators.
    """
    if is_called_by_own():
        return True
    frame = converted_frame()
    path = [] if frame is None else path_at(frame)
    if frame is None or not path:
        return False
    node = path.pop()
    while path:
        around = path.pop()
        if isinstance(around, ast.comprehension) and path and isinstance(path[-1], ast.GeneratorExp):
            node = path.pop()  # which goes over it when it is gone over itself
            continue
        if isinstance(around, (ast.For, ast.comprehension, ast.Starred)):
            return True
        if isinstance(around, ast.Assign):
            return all(isinstance(target, (ast.Tuple, ast.List)) for target in around.targets)
        if not (isinstance(around, ast.Call) and node in around.args):
            return False
        if isinstance(around.func, ast.Attribute) and _is_of_builtin(around.func.value, frame):
            return around.func.attr in _GOING_OVER
        called = value_of(around.func, frame)
        if not _is_one_of(called, makers):
            return _is_one_of(called, goers)
        node = around
    return False


def _is_one_of(value: object, functions: Collection[object]) -> bool:
    return any(value is function for function in functions)


def is_let_go(name: str, is_making: Callable[[ast.expr], bool]) -> bool:
    """Whether converted code reads a variable now that is read nowhere else, and bound once, to what is made there.

    Args:
        name: of the variable.
        is_making: whether an expression makes what the variable has, for nobody else.
    """
    frame = converted_frame()
    path = [] if frame is None else path_at(frame)
    uses = list(_uses(path[0], name, ())) if path else []
    if len(uses) > 2 and _is_bound_anew(path[0], uses):
        uses = [uses[0], uses[2]]
    if len(uses) != 2 or uses[0][1] != uses[1][1]:
        return False
    (binding, _), (read, _) = uses
    return (
        isinstance(binding, ast.Assign) and is_making(binding.value) and any(node is read for node in _nodes_at_hand())
    )


def _is_bound_anew(function: ast.AST, uses: list[tuple[ast.AST, tuple[ast.AST, ...]]]) -> bool:
    """Whether what a variable is bound to is read once, where the variable is given another value: `xs = list(xs)`.

    Args:
        function: that it is a variable of.
        uses: what binds it first, and what reads or binds it later.
    """
    binding, again, *others = [node for node, _ in uses]
    if not (isinstance(binding, ast.Assign) and isinstance(again, ast.Assign)):
        return False
    inside = {id(node) for node in ast.walk(again.value)}
    if id(others[0]) not in inside or any(id(node) in inside for node in others[1:]):
        return False
    blocks = [block for node in ast.walk(function) for block in vars(node).values() if isinstance(block, list)]
    tries = [node for node in ast.walk(function) if isinstance(node, ast.Try)]
    return any(binding in block and again in block for block in blocks) and not tries


def _uses(node: ast.AST, name: str, around: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    """What reads or binds a variable, with the loops and functions around: the name, or the assignment of one value."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
        yield node, around
        yield from itertools.chain.from_iterable(
            _uses(child, name, around) for child in [*node.targets[1:], node.value]
        )
        return
    if name in _names_bound_by(node):
        yield node, around
    inside = (*around, node) if isinstance(node, _REPEATING) else around
    once = node.iter if isinstance(node, (ast.For, ast.AsyncFor)) else None
    children = [*ast.iter_child_nodes(node)]
    if isinstance(node, _COMPREHENSIONS):
        once = node.generators[0].iter
        children = [part for child in children for part in _parts(child)]
    for child in children:
        yield from _uses(child, name, around if child is once else inside)


def _parts(node: ast.AST) -> list[ast.AST]:
    return [*ast.iter_child_nodes(node)] if isinstance(node, ast.comprehension) else [node]


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_REPEATING = (
    ast.For, ast.AsyncFor, ast.While, *_COMPREHENSIONS, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
)  # fmt: skip


def _names_bound_by(node: ast.AST) -> Collection[str]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return node.names
    named = getattr(node, "name", None), getattr(node, "arg", None), getattr(node, "rest", None)
    return [name for name in named if isinstance(name, str)]


#: Methods of builtin types that go over what they are given.
_GOING_OVER = frozenset({
    "join", "extend", "extendleft", "update", "union", "intersection", "difference", "symmetric_difference",
    "difference_update", "intersection_update", "issubset", "issuperset", "isdisjoint", "subtract",
})  # fmt: skip


def _is_of_builtin(node: ast.AST, frame: FrameType) -> bool:
    value = node.value if isinstance(node, ast.Constant) else value_of(node, frame)
    return isinstance(node, ast.Constant) or type(value).__module__ in ("builtins", "collections")


def _nodes_at_hand() -> Iterator[ast.AST]:
    frame = converted_frame()
    if frame is not None:
        yield from itertools.chain.from_iterable(map(ast.walk, expressions_at(frame, frame.f_lasti)))


def is_called_by_own() -> bool:
    """Whether the innermost converted code is this project's own, which goes over what it makes there."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code not in converted_codes:
        frame = frame.f_back
    return frame is not None and is_own(frame)


def converted_frame() -> FrameType | None:
    """The innermost frame of converted code of the user's."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and (is_own(frame) or frame.f_code not in converted_codes):
        frame = frame.f_back
    return frame


def path_at(frame: FrameType, instruction: int | None = None) -> list[ast.AST]:
    """The nodes of the user's text around the expression that is being evaluated, from the outside in."""
    positions = list(frame.f_code.co_positions())[(frame.f_lasti if instruction is None else instruction) // 2]
    line, end_line, column, end_column = positions
    if line is None or column is None:
        return []
    function, _ = around_line(source_text(frame.f_code.co_filename), line)
    span = (line, column), (end_line or line, end_column or column)
    return [] if function is None else [*_path_to(function, span)]


@functools.lru_cache(maxsize=1024)
def _path_to(node: ast.AST | None, span: tuple[tuple[int, int], tuple[int, int]]) -> tuple[ast.AST, ...]:
    path: list[ast.AST] = []
    while node is not None:
        path.append(node)
        node = next((child for child in ast.iter_child_nodes(node) if _contains(child, span)), None)
    return tuple(path)


def _contains(node: ast.AST, span: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    if isinstance(node, ast.comprehension):
        return any(_contains(child, span) for child in ast.iter_child_nodes(node))
    if getattr(node, "lineno", None) is None:
        return False
    start = node.lineno, node.col_offset  # type: ignore[attr-defined]
    end = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
    return start <= span[0] and span[1] <= end


def expressions_at(frame: FrameType, instruction: int) -> list[ast.AST]:
    """What a frame evaluates: the innermost expression, or those of a statement outside of its blocks."""
    path = path_at(frame, instruction)
    last = path[-1] if path else None
    if not isinstance(last, ast.stmt):
        return list(path[-1:])
    if isinstance(last, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return []
    return [part for part in ast.iter_child_nodes(last) if isinstance(part, (ast.expr, ast.withitem))]


def value_of(node: ast.AST, frame: FrameType) -> object:
    """The value of a variable, or of an attribute that an object holds itself; None for another expression."""
    if isinstance(node, ast.Name):
        return ChainMap(locals_of(frame), frame.f_globals, frame.f_builtins).get(node.id)
    if isinstance(node, ast.Attribute):
        return (namespace_of(value_of(node.value, frame)) or {}).get(node.attr)
    return None


def reads_attribute(frame: FrameType) -> bool:
    """Whether a frame is at an expression that reads an attribute."""
    code, at = frame.f_code.co_code, frame.f_lasti
    while code[at] == _CACHE:  # behind the instruction, where that calls a function of Python's, from 3.12 on
        at -= 2
    return code[at] in _READING


_CACHE = dis.opmap.get("CACHE", 0)

#: Instructions that read an attribute; what else asks for one is `hasattr`, `isinstance` and the like.
_READING = frozenset(dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD") if name in dis.opmap)
