"""Whether a program can see the order of a list that it makes by a comprehension, as its text has it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FrameType
from typing import Any

from autograph.operators.call_sites import converted_frame, path_at, value_of

#: What does not look at the order of what it is given.
_UNORDERED: tuple[Any, ...] = (len, bool, any, all, sorted, set, frozenset)

#: The nodes around one, from the outside in.
_Around = tuple[ast.AST, ...]


def is_seen_in_no_order() -> bool:
    """Whether converted code evaluates what a comprehension goes over, in whose elements nobody sees an order.

    It is asked whether there is anything in it, or given to what asks no more; or so is a variable of the function that
    is bound to it, and to nothing else, wherever it is read.
    """
    frame = converted_frame()
    path = [] if frame is None else path_at(frame)
    for place, (node, clause, items) in enumerate(zip(path, path[1:], path[2:], strict=False)):
        if (
            isinstance(node, (ast.ListComp, ast.GeneratorExp))
            and clause is node.generators[0]
            and items is node.generators[0].iter
        ):
            return frame is not None and _is_unordered(node, tuple(path[:place]), frame)
    return False


def _is_unordered(node: ast.AST, around: _Around, frame: FrameType) -> bool:
    """Whether nobody sees the order of what a node is the value of."""
    if not around:
        return False
    parent = around[-1]
    if isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return parent.test is node
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    if isinstance(parent, ast.BoolOp):
        return _is_unordered(parent, around[:-1], frame)
    if isinstance(parent, ast.Compare):
        return len(parent.ops) == 1 and isinstance(parent.ops[0], (ast.In, ast.NotIn)) and node is not parent.left
    if isinstance(parent, ast.Call):
        called = value_of(parent.func, frame)
        return parent.args == [node] and not parent.keywords and any(called is function for function in _UNORDERED)
    if isinstance(parent, ast.Assign):
        target = parent.targets[0]
        return len(parent.targets) == 1 and _is_read_unordered(target, around[:-1], frame)
    if isinstance(parent, ast.NamedExpr):
        is_unordered = _is_unordered(parent, around[:-1], frame)
        return is_unordered and _is_read_unordered(parent.target, around[:-1], frame)
    return False


def _is_read_unordered(target: ast.expr, around: _Around, frame: FrameType) -> bool:
    """Whether nobody sees the order of what a target is bound to; the nodes around its statement are given."""
    place = next((k for k in reversed(range(len(around))) if isinstance(around[k], _FUNCTIONS)), None)
    if not isinstance(target, ast.Name) or place is None:
        return False
    uses = [use for use in _below(around[place], around[:place]) if _is_of(use[0], target.id)]
    reads = [(node, path) for node, path in uses if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return len(uses) == len(reads) + 1 and all(_is_unordered(node, path, frame) for node, path in reads)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _is_of(node: ast.AST, name: str) -> bool:
    """Whether a node reads or binds a variable of a name, or says whose it is."""
    names = [getattr(node, field, None) for field in ("id", "arg", "name")]
    return name in (*names, *getattr(node, "names", ()))


def _below(node: ast.AST, around: _Around) -> Iterator[tuple[ast.AST, _Around]]:
    for child in ast.iter_child_nodes(node):
        yield child, (*around, node)
        yield from _below(child, (*around, node))
