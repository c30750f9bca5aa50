"""The nodes of a tree, one after the other: `children` and `walk`, for Python's syntax trees and gast's alike.

Conversion looks at every node many times over, so these know which fields of a node can hold others. What says how a
name or an operator is used (`ctx`, `op`, `ops`) is left out: code that asks for it asks the node itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

_WITHOUT_NODES = frozenset(
    {
        "arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module", "op", "ops",
        "simple", "type_comment", "type_ignores",
    }
)  # fmt: skip

#: Fields that hold, or may hold, something else than nodes.
_WITH_OTHERS = frozenset({"keys", "kw_defaults", "kwd_attrs", "name", "names", "rest"})

#: What is right below a node of the commonest kinds. The fields of others are gone through: some may be empty.
_LISTED: dict[str, Callable[[Any], list[Any]]] = {
    "Assign": lambda node: [*node.targets, node.value],
    "Attribute": lambda node: [node.value],
    "BinOp": lambda node: [node.left, node.right],
    "BoolOp": lambda node: [*node.values],
    "Call": lambda node: [node.func, *node.args, *node.keywords],
    "Compare": lambda node: [node.left, *node.comparators],
    "Constant": lambda node: [],
    "Expr": lambda node: [node.value],
    "If": lambda node: [node.test, *node.body, *node.orelse],
    "List": lambda node: [*node.elts],
    "MatchSingleton": lambda node: [],
    "Name": lambda node: [node.annotation] if node.__dict__.get("annotation") is not None else [],
    "Subscript": lambda node: [node.value, node.slice],
    "Tuple": lambda node: [*node.elts],
    "UnaryOp": lambda node: [node.operand],
    "keyword": lambda node: [node.value],
}


def children(node: Any) -> list[Any]:
    """The nodes right below a node, in the order of its fields."""
    return _children[node.__class__](node)


def fields_with_nodes(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of nodes that may hold others."""
    return _fields[kind]


class _Fields(dict[type, tuple[str, ...]]):
    """By kind, the fields that may hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        without = kind.__name__ in ("Constant", "MatchSingleton")
        self[kind] = () if without else tuple(field for field in kind._fields if field not in _WITHOUT_NODES)
        return self[kind]


class _Children(dict[type, Callable[[Any], list[Any]]]):
    """By kind, what lists the nodes right below one."""

    def __missing__(self, kind: type[ast.AST]) -> Callable[[Any], list[Any]]:
        self[kind] = _LISTED.get(kind.__name__, _in_fields)
        return self[kind]


_fields = _Fields()
_children = _Children()


def _in_fields(node: Any) -> list[Any]:
    found: list[Any] = []
    attributes = node.__dict__
    for field in _fields[node.__class__]:
        value = attributes.get(field)
        if value is None:
            continue
        with_others = field in _WITH_OTHERS
        if value.__class__ is list:
            found += [item for item in value if isinstance(item, ast.AST)] if with_others else value
        elif not with_others or isinstance(value, ast.AST):
            found.append(value)
    return found


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
