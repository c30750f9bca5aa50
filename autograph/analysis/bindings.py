"""How often variables of enclosing functions are bound, as the text tells: one that is bound once has one value."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def is_bound_once(around: Sequence[ast.AST], name: str) -> bool:
    """Whether a variable that a function captures is bound once by the function that has it, and in no loop of it.

    Args:
        around: the functions around it, from the outside in.
        name: that of the variable.
    """
    owner = next((node for node in reversed(around) if any(True for _ in _bindings(node, name))), None)
    if owner is None or len([*_bindings(owner, name)]) != 1:
        return False
    return not any(True for node in ast.walk(owner) if isinstance(node, _LOOPS) for _ in _bindings(node, name))


def functions_around(nodes: Iterable[ast.AST], code: CodeType) -> Sequence[ast.AST]:
    """The functions around the first line of some code, of all nodes there, but for its own; decorators come first."""
    found = [node for node in nodes if isinstance(node, _FUNCTIONS)]
    is_own = found and getattr(found[-1], "name", "<lambda>") == code.co_name
    return found[:-1] if is_own and found[-1].lineno == code.co_firstlineno else found


def is_declared_global(tree: ast.AST, name: str) -> bool:
    """Whether a function of a file may bind a variable of its module."""
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(tree))


def _bindings(tree: ast.AST, name: str) -> Iterator[ast.AST]:
    """What binds a name in some code, in whatever function of it; to declare it `nonlocal` counts as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            is_binding = node.id == name and not isinstance(node.ctx, ast.Load)
        elif isinstance(node, ast.arg):
            is_binding = node.arg == name
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            is_binding = node.name == name and node is not tree
        elif isinstance(node, ast.alias):
            is_binding = (node.asname or node.name.partition(".")[0]) == name
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            is_binding = node.name == name
        elif isinstance(node, ast.MatchMapping):
            is_binding = node.rest == name
        else:
            is_binding = isinstance(node, (ast.Nonlocal, ast.Global)) and name in node.names
        if is_binding:
            yield node
