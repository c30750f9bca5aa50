"""The nodes of a tree, one after the other: `children` and `walk`, for Python's syntax trees and gast's alike.

Conversion looks at every node many times over, so these know which fields of a node can hold others. What says how a
name or an operator is used (`ctx`, `op`, `ops`) is left out: code that asks for it asks the node itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

_WITHOUT_NODES = frozenset(
    {
        "arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module", "op", "ops",
        "simple", "type_comment", "type_ignores",
    }
)  # fmt: skip

_fields: dict[type, tuple[str, ...]] = {ast.Constant: ()}


def children(node: Any) -> list[Any]:
    """The nodes right below a node, in the order of its fields."""
    kind = type(node)
    fields = _fields.get(kind)
    if fields is None:
        fields = fields_with_nodes(kind)
    found: list[Any] = []
    attributes = node.__dict__
    for field in fields:
        value = attributes.get(field)
        if value is None:
            continue
        if value.__class__ is list:
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def fields_with_nodes(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of nodes that may hold others."""
    fields = _fields.get(kind)
    if fields is None:
        constant = kind.__name__ == "Constant"
        fields = _fields[kind] = tuple(f for f in kind._fields if f not in _WITHOUT_NODES and not constant)
    return fields


def walk(nodes: Any) -> Iterator[Any]:
    """A node, or each of several, and everything below; a node comes before those below it."""
    stack: list[Any] = [nodes] if isinstance(nodes, ast.AST) else _reversed(nodes)
    while stack:
        node = stack.pop()
        yield node
        found = children(node)
        found.reverse()
        stack += found


def _reversed(nodes: Iterable[Any]) -> list[Any]:
    found = list(nodes)
    found.reverse()
    return found
