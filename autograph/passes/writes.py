"""Stores to attributes and items announced, in code that is converted while something is being staged.

    self.count += 1        ->    ag__.writes(self, "count")
                                 self.count += 1

    self.seen[key] = v     ->    ag__.writes_item(self.seen)
                                 self.seen[key] = v

See `autograph.operators.heap` for what becomes of it. Code that is printed, or converted ahead of time, has the places
it writes itself in the state of its statements instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.passes.logical import operator_call
from autograph.source.find import mangle
from autograph.source.templates import located


def announcements(statement: Any, class_name: str | None) -> list[Any]:
    """The statements that announce what a statement is about to write."""
    return [
        located(gast.Expr(announced), statement)
        for target in _targets(statement)
        if (announced := _announced(target, class_name)) is not None
    ]


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
