"""Stores to attributes, items and variables of others announced, in code that is converted while something is staged.

    self.count += 1        ->    ag__.writes(self, "count")
                                 self.count += 1

    self.seen[key] = v     ->    ag__.writes_item(self.seen)
                                 self.seen[key] = v

    nonlocal total         ->    nonlocal total
    total = total + x            ag__.writes_variable(lambda: total)
                                 total = total + x

See `autograph.operators.heap` for what becomes of it. Code that is printed, or converted ahead of time, has the places
it writes itself in the state of its statements instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import gast

from autograph.analysis.scopes import first_statement
from autograph.passes.logical import lambda_of, operator_call
from autograph.source.find import mangle
from autograph.source.templates import first_line_of, located


def announcements(statement: Any, class_name: str | None) -> list[Any]:
    """The statements that announce which attributes and items a statement is about to write.

    Args:
        statement: the statement.
        class_name: the class around it, whose private names are mangled.
    """
    return [
        located(gast.Expr(announced), statement)
        for target in _targets(statement)
        if (announced := _announced(target, class_name)) is not None
    ]


def announce_variables(function: Any, names: Iterable[str]) -> None:
    """Has a function announce, before anything else, that it may bind variables of others."""
    start = first_statement(function.body)
    at = first_line_of(function.body[start])
    reads = [lambda_of(located(gast.Name(name, gast.Load(), None, None), at)) for name in sorted(names)]
    announced = [located(gast.Expr(operator_call("writes_variable", at, read)), at) for read in reads]
    function.body[start:start] = announced


def _targets(statement: Any) -> Iterator[Any]:
    if isinstance(statement, (gast.Assign, gast.Delete)):
        stack = list(statement.targets)
    elif isinstance(statement, (gast.AugAssign, gast.AnnAssign)):
        stack = [statement.target]
    else:
        return
    while stack:
        target = stack.pop()
        if isinstance(target, (gast.Tuple, gast.List)):
            stack.extend(target.elts)
        elif isinstance(target, gast.Starred):
            stack.append(target.value)
        elif isinstance(target, (gast.Attribute, gast.Subscript)):
            yield target


def _announced(target: Any, class_name: str | None) -> Any:
    holder = _again(target.value)
    if holder is None:
        return None
    if isinstance(target, gast.Subscript):
        return operator_call("writes_item", target, holder)
    return operator_call("writes", target, holder, gast.Constant(mangle(target.attr, class_name), None))


def _again(node: Any) -> Any:
    """A second tree of a variable or a place hanging on one; None for what should not be evaluated twice."""
    if isinstance(node, gast.Name):
        return gast.Name(node.id, gast.Load(), None, None)
    if isinstance(node, gast.Constant):
        return gast.Constant(node.value, None)
    if isinstance(node, gast.Attribute):
        value = _again(node.value)
        return value and gast.Attribute(value, node.attr, gast.Load())
    if isinstance(node, gast.Subscript):
        value, key = _again(node.value), _again(node.slice)
        return value and key and gast.Subscript(value, key, gast.Load())
    return None
