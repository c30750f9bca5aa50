"""Code written as Python text, with names in it that stand for code to be filled in.

    instantiate(template("def name():\n    body"), at=node, name="if_body", body=statements)

A name that is given a string is renamed, wherever it stands (a variable, a function, a `nonlocal`); one that is given
an expression is replaced by it; one that stands alone as a statement may be given a list of statements, and one in a
`nonlocal` or `global` a list of names (a declaration of no names disappears).
"""

from __future__ import annotations

import textwrap
from functools import cache
from typing import Any

import gast

from autograph.source.walking import children, fields_with_nodes, walk

_LOCATION = ("lineno", "col_offset", "end_lineno", "end_col_offset")
_DECLARATIONS = (gast.Nonlocal, gast.Global)
#: What later passes must be able to tell from the user's own.
_ADDED = (gast.FunctionDef, gast.Call, gast.For)


@cache
def template(text: str) -> list[Any]:
    """The statements of a template's text. Parsed once."""
    body: list[Any] = gast.parse(textwrap.dedent(text)).body
    for node in walk(body):
        for name in _LOCATION:
            node.__dict__.pop(name, None)
    return body


def instantiate(statements: list[Any], at: Any, **replacements: Any) -> list[Any]:
    """New statements from a template, every name of `replacements` filled in, located where `at` is."""
    return _Filler(at, replacements).block(statements)


def expression(text: str, at: Any, **replacements: Any) -> Any:
    """A new expression from the text of one, filled in likewise."""
    return _Filler(at, replacements).fill(template(text)[0].value)


def located(node: Any, at: Any) -> Any:
    """`node`, without a location until now, with that of `at`; its parts too."""
    location = location_of(at)
    stack = [node]
    while stack:
        part = stack.pop()
        if "lineno" not in part.__dict__:  # what has a location has it all the way down
            part.__dict__.update(location if type(part) is not gast.Attribute else first_line(location))
            stack += children(part)
    return node


def made(kind: Any, location: dict[str, Any], **fields: Any) -> Any:
    """A node at a location; for code that makes many, as the constructors of nodes are slow."""
    new = kind.__new__(kind)
    new.__dict__.update(location, **fields)
    return new


def first_line(location: dict[str, Any]) -> dict[str, Any]:
    """The start of a location. Python says that an attribute is read on the last line of its expression."""
    return {**location, "end_lineno": location["lineno"], "end_col_offset": location["col_offset"] + 1}


def first_line_of(node: Any) -> Any:
    """A node at the start of another, for code that goes with it and is on none of its further lines."""
    new = gast.Pass()
    new.__dict__.update(first_line(location_of(node)))
    return new


def nothing(at: Any) -> list[Any]:
    """A block in which nothing is left to do."""
    new = located(gast.Pass(), at)
    new.generated = True
    return [new]


def is_nothing(block: list[Any]) -> bool:
    """Whether a block is one that `nothing` made. (A `pass` of the user's is a line that runs.)"""
    return len(block) == 1 and isinstance(block[0], gast.Pass) and "generated" in block[0].__dict__


def location_of(node: Any) -> dict[str, Any]:
    """The attributes of `node` that say where it is."""
    attributes = node.__dict__
    if "end_col_offset" not in attributes:
        return {name: attributes[name] for name in _LOCATION if name in attributes}
    return {
        "lineno": attributes["lineno"],
        "col_offset": attributes["col_offset"],
        "end_lineno": attributes["end_lineno"],
        "end_col_offset": attributes["end_col_offset"],
    }


class _Filler:
    def __init__(self, at: Any, replacements: dict[str, Any]):
        self.location = location_of(at)
        self.replacements = replacements

    def block(self, statements: list[Any]) -> list[Any]:
        filled = []
        for statement in statements:
            if isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Name):
                replacement = self.replacements.get(statement.value.id)
                if isinstance(replacement, list):
                    filled.extend(replacement)
                    continue
            new = self.fill(statement)
            if not (isinstance(new, _DECLARATIONS) and not new.names):
                filled.append(new)
        return filled

    def fill(self, node: Any) -> Any:
        kind: Any = type(node)
        if kind is gast.Name:
            replacement = self.replacements.get(node.id)
            if replacement is not None and not isinstance(replacement, str):
                return replacement
            return made(
                kind, self.location, id=replacement or node.id, ctx=node.ctx, annotation=None, type_comment=None
            )
        if kind in _DECLARATIONS:
            new = kind(names=[name for given in node.names for name in self._names(given)])
        else:
            new = kind.__new__(kind)  # without its slow __init__
            attributes = new.__dict__
            attributes.update(node.__dict__)
            for field in fields_with_nodes(kind):
                value = attributes[field]
                if value.__class__ is list:
                    is_block = value and isinstance(value[0], gast.stmt)
                    attributes[field] = (
                        self.block(value)
                        if is_block
                        else [self.fill(item) if isinstance(item, gast.AST) else item for item in value]
                    )
                elif isinstance(value, gast.AST):
                    attributes[field] = self.fill(value)
            if kind in _ADDED:
                new.generated = True
            if kind is gast.FunctionDef:
                new.name = self.replacements.get(node.name, node.name)
        new.__dict__.update(self.location if kind is not gast.Attribute else first_line(self.location))
        return new

    def _names(self, name: str) -> list[str]:
        replacement = self.replacements.get(name, name)
        return replacement if isinstance(replacement, list) else [replacement]
