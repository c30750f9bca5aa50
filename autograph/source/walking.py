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

#: Fields that hold, or may hold, something else than nodes.
_WITH_OTHERS = frozenset({"keys", "kw_defaults", "kwd_attrs", "name", "names", "rest"})

#: By kind, the fields that may hold nodes, and whether they may hold anything else.
_fields: dict[type, tuple[tuple[str, bool], ...]] = {ast.Constant: (), ast.MatchSingleton: ()}
#: Their names alone.
_names: dict[type, tuple[str, ...]] = {}


def children(node: Any) -> list[Any]:
    """The nodes right below a node, in the order of its fields."""
    kind = node.__class__
    fields = _fields.get(kind)
    if fields is None:
        fields = _look_up(kind)
    found: list[Any] = []
    attributes = node.__dict__
    for field, with_others in fields:
        value = attributes.get(field)
        if value is None:
            continue
        if value.__class__ is list:
            found += [item for item in value if isinstance(item, ast.AST)] if with_others else value
        elif not with_others or isinstance(value, ast.AST):
            found.append(value)
    return found


def fields_with_nodes(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of nodes that may hold others."""
    fields = _names.get(kind)
    if fields is None:
        fields = _names[kind] = tuple(field for field, _ in _fields.get(kind) or _look_up(kind))
    return fields


def _look_up(kind: type[ast.AST]) -> tuple[tuple[str, bool], ...]:
    without = kind.__name__ in ("Constant", "MatchSingleton")
    names = () if without else (field for field in kind._fields if field not in _WITHOUT_NODES)
    fields = _fields[kind] = tuple((field, field in _WITH_OTHERS) for field in names)
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
