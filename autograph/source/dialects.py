"""A syntax tree from Python's dialect to gast's, and back: as gast translates it, in a fraction of the time.

The two differ in a few kinds of nodes. In gast a parameter is a Name, and so is what an `except` binds; and definitions
have type parameters, and these defaults, on every Python.
"""

from __future__ import annotations

import ast
from typing import Any

import gast

from autograph.source.templates import location_of
from autograph.source.walking import children, fields_with_nodes

#: Where something is, by the names of the attributes that nodes have for it.
Location = dict[str, Any]


def from_python(node: Any) -> Any:
    """A copy of a tree in gast's dialect."""
    return _FROM_PYTHON[node.__class__](node)


def to_python(tree: Any, at: Location) -> Any:
    """A tree in Python's own dialect, made of the same nodes: it is no tree of gast's any more.

    Args:
        tree: the tree.
        at: the location of the parts that have none, and are in none that has.
    """
    stack = [tree]
    if "lineno" not in tree.__dict__:
        tree.__dict__.update(at)
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind not in _TO_PYTHON:
            continue  # it stands in two places
        node.__class__, use = _TO_PYTHON[kind]
        if use == "ctx":
            context = node.ctx.__class__
            if context is gast.Param:
                node.__class__, node.arg = ast.arg, node.id
            else:
                node.ctx = _SHARED[context]
                if kind is gast.Name:
                    continue
        elif kind is gast.Constant:
            continue
        elif use == "op":
            node.op = _SHARED[node.op.__class__]
        elif use == "ops":
            node.ops = [_SHARED[op.__class__] for op in node.ops]
        elif kind is gast.ExceptHandler:
            node.name = node.name and node.name.id
        for part in children(node):
            if "lineno" not in part.__dict__:
                part.__dict__.update(location_of(node))
            stack.append(part)
    return tree


def _copied_from_python(node: Any) -> Any:
    kind: Any = _KINDS[node.__class__]
    new = kind.__new__(kind)  # without its slow __init__
    attributes = new.__dict__
    attributes.update(node.__dict__)
    for field in _PARTS[kind]:
        value = attributes.get(field)
        if value.__class__ is list:
            attributes[field] = [
                _FROM_PYTHON[item.__class__](item) if isinstance(item, ast.AST) else item for item in value
            ]
        elif isinstance(value, ast.AST):
            attributes[field] = _FROM_PYTHON[value.__class__](value)
    return new


def _definition_from_python(node: Any) -> Any:
    new = _copied_from_python(node)
    new.__dict__.setdefault("type_params", [])
    return new


def _type_parameter_from_python(node: Any) -> Any:
    new = _copied_from_python(node)
    new.__dict__.setdefault("default_value", None)
    return new


def _name_from_python(node: Any) -> Any:
    new = gast.Name.__new__(gast.Name)
    new.__dict__.update(node.__dict__, ctx=_SHARED[node.ctx.__class__], annotation=None, type_comment=None)
    return new


def _parameter_from_python(node: Any) -> Any:
    new = gast.Name.__new__(gast.Name)
    annotation = node.annotation and from_python(node.annotation)
    new.__dict__.update(
        location_of(node), id=node.arg, ctx=_PARAMETER, annotation=annotation, type_comment=node.type_comment
    )
    return new


def _handler_from_python(node: Any) -> Any:
    new = _copied_from_python(node)
    if node.name is not None:
        new.name = gast.Name(node.name, gast.Store(), None, None)
    return new


def _shared_from_python(node: Any) -> Any:
    return _SHARED[node.__class__]


def _pairs() -> list[tuple[Any, Any]]:
    """The kinds of nodes that both dialects have: Python's and gast's."""
    kinds = {k.__name__: k for k in vars(gast).values() if isinstance(k, type) and issubclass(k, ast.AST)}
    return [(vars(ast)[name], kind) for name, kind in kinds.items() if name in vars(ast)]


_PAIRS = _pairs()
#: The kind in the other dialect.
_KINDS: dict[type, type] = dict([*_PAIRS, *(reversed(pair) for pair in _PAIRS)])
#: In the other dialect, how a node is used, or an operator: one node of a kind serves all trees.
_SHARED: dict[type, Any] = {
    kind: other()
    for kind, other in _KINDS.items()
    if issubclass(kind, (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop))
}
_PARAMETER = gast.Param()
#: By kind, the fields that are translated, in which there may be nodes.
_PARTS: dict[type, tuple[str, ...]] = {
    kind: (*fields_with_nodes(kind), *({"ctx", "op", "ops"} & {*kind._fields})) for _, kind in _PAIRS
}
_FROM_PYTHON: dict[type, Any] = {
    **{kind: _shared_from_python if kind in _SHARED else _copied_from_python for kind, _ in _PAIRS},
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), _definition_from_python),
    **{kind: _type_parameter_from_python for kind, other in _PAIRS if issubclass(other, gast.type_param)},
    ast.Name: _name_from_python,
    ast.arg: _parameter_from_python,
    ast.ExceptHandler: _handler_from_python,
}
#: By kind, Python's, and the field that says how a node is used or which operator it is.
_TO_PYTHON: dict[type, tuple[type, str | None]] = {
    kind: (python, next((field for field in ("ctx", "op", "ops") if field in kind._fields), None))
    for python, kind in _PAIRS
    if kind not in _SHARED
}
