"""Yields in the middle of expressions, as statements of their own, before a generator is made something else.

    total += f(x) * (yield total)     ->     before = f(x)
                                             sent = yield total
                                             total += before * sent

What is evaluated before the yield comes before it. One that may not be evaluated stays where it is, as does the one in
`a and (yield)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from autograph.analysis.eligibility import walk_own
from autograph.source.names import Namer
from autograph.source.schema import rewrite_blocks
from autograph.source.templates import instantiate, located, template

_YIELDS = (gast.Yield, gast.YieldFrom)
_KEPT = template("name = value")
_WHILE = template("""
while True:
    if not test:
        break
    body
""")


def set_apart(function: Any, namer: Namer) -> None:
    """Gives the yields of a generator statements of their own, in place."""
    function.body = _block(function.body, namer)


def _block(statements: list[Any], namer: Namer) -> list[Any]:
    new: list[Any] = []
    for statement in statements:
        rewrite_blocks(statement, lambda block: _block(block, namer))
        new += _before(statement, namer)
        new.append(statement)
    return new


def _before(statement: Any, namer: Namer) -> list[Any]:
    """What comes before a statement, in which its yields are set apart; a loop that asks by one becomes endless."""
    kind = type(statement)
    if kind is gast.While:
        if statement.orelse or not _has_yield(statement.test):
            return []
        found = _Apart(namer)
        found.replace(statement, "test")
        if found.statements:
            (loop,) = instantiate(_WHILE, statement, test=statement.test, body=statement.body)
            loop.body[:0] = found.statements
            statement.test, statement.body = loop.test, loop.body
        return []
    name = {gast.If: "test", gast.For: "iter"}.get(kind, "value" if kind in _OF_VALUES else None)
    if name is None or not _has_yield(getattr(statement, name)):
        return []
    if kind is gast.AugAssign and not isinstance(statement.target, gast.Name):
        return []
    found = _Apart(namer)
    if kind in _OF_VALUES and isinstance(statement.value, _YIELDS):  # which has a statement of its own
        if getattr(statement.value, "value", None) is not None:
            found.replace(statement.value, "value")
    else:
        found.replace(statement, name)
    return found.statements


_OF_VALUES = (gast.Expr, gast.Assign, gast.AugAssign, gast.AnnAssign, gast.Return)


def _has_yield(node: Any) -> bool:
    return node is not None and any(isinstance(inner, _YIELDS) for inner in walk_own([node]))


class _Apart:
    """Sets the yields in an expression apart.

    Attributes:
        statements: what comes before the expression.
    """

    def __init__(self, namer: Namer):
        self.namer = namer
        self.statements: list[Any] = []

    def replace(self, holder: Any, name: str, index: int | None = None) -> bool:
        """Sets apart what is in a field; whether the yields in it are all set apart."""
        field = getattr(holder, name)
        node = field if index is None else field[index]
        if not _has_yield(node):
            return True
        parts = [*_parts(node)]
        last = max((k for k, part in enumerate(parts) if _has_yield(_part(*part))), default=-1)
        if {id(n) for n in walk_own([node]) if isinstance(n, _YIELDS)} - {id(node)} != {
            id(n) for part in parts for n in walk_own([_part(*part)]) if isinstance(n, _YIELDS)
        }:
            return False
        for part in parts[: last + 1]:
            if not self.replace(*part):
                return False
            if part is not parts[last] and not _is_indifferent(_part(*part), node):
                self.keep(*part)
        if isinstance(node, _YIELDS):
            self.keep(holder, name, index)
        return True

    def keep(self, holder: Any, name: str, index: int | None = None) -> None:
        """Gives a field the value of a variable, which a statement before gives what is in the field."""
        field = getattr(holder, name)
        value = field if index is None else field[index]
        variable = self.namer.variable("value")
        self.statements += instantiate(_KEPT, value, name=variable, value=value)
        read = located(gast.Name(variable, gast.Load(), None, None), value)
        if index is None:
            setattr(holder, name, read)
        else:
            field[index] = read


#: The parts of an expression, in the order in which they are evaluated, as far as they are evaluated for sure.
_FIELDS: dict[type, tuple[str, ...]] = {
    gast.Yield: ("value",), gast.YieldFrom: ("value",), gast.BinOp: ("left", "right"), gast.UnaryOp: ("operand",),
    gast.Call: ("func", "args", "keywords"), gast.keyword: ("value",), gast.Tuple: ("elts",), gast.List: ("elts",),
    gast.Set: ("elts",), gast.Subscript: ("value", "slice"), gast.Attribute: ("value",), gast.Starred: ("value",),
    gast.JoinedStr: ("values",), gast.FormattedValue: ("value",), gast.IfExp: ("test",), gast.NamedExpr: ("value",),
}  # fmt: skip


def _parts(node: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(node, gast.Compare):
        yield node, "left"
        yield node, "comparators", 0
    elif isinstance(node, gast.BoolOp):
        yield node, "values", 0
    for name in _FIELDS.get(type(node), ()):
        field = getattr(node, name)
        if isinstance(field, list):
            yield from ((node, name, k) for k in range(len(field)))
        elif field is not None:
            yield node, name


def _part(holder: Any, name: str, index: int | None = None) -> Any:
    field = getattr(holder, name)
    return field if index is None else field[index]


def _is_indifferent(part: Any, whole: Any) -> bool:
    """Whether it does not matter when a part of an expression is evaluated: it is a name, or the method of one."""
    if isinstance(whole, gast.Call) and part is whole.func and isinstance(part, gast.Attribute):
        part = part.value
    return isinstance(part, (gast.Constant, gast.Name))
