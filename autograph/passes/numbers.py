"""Arithmetic of comparisons, whose outcomes are integers to Python, and powers, which may be floats of integers.

(a > b) + (a > c)    ->    ag__.number(a > b) + ag__.number(a > c)
~(a > b)             ->    ~ag__.number(a > b)
a ** n               ->    ag__.operated(a, "**", n)
a **= n              ->    a = ag__.operated(a, "**=", n)
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import operator_call
from autograph.source.templates import located

_ARITHMETIC = (
    gast.Add, gast.Sub, gast.Mult, gast.Div, gast.FloorDiv, gast.Mod, gast.Pow, gast.LShift, gast.RShift, gast.USub,
    gast.UAdd, gast.Invert,
)  # fmt: skip


def convert_arithmetic(node: Any) -> None:
    """Makes numbers of the operands of an operator that are comparisons, before these are converted themselves."""
    if not isinstance(node.op, _ARITHMETIC):
        return
    for field in ("left", "right", "operand"):
        operand = node.__dict__.get(field)
        if isinstance(operand, gast.Compare) or (
            isinstance(operand, gast.UnaryOp) and isinstance(operand.op, gast.Not)
        ):
            setattr(node, field, operator_call("number", operand, operand))


def convert_power(node: Any) -> Any:
    """A power of an operand, where it may be a negative one of an integer."""
    return (
        node
        if _is_plain(node.left, node.right)
        else operator_call("operated", node, node.left, _symbol("**"), node.right)
    )


def with_power(statement: Any) -> Any:
    """An augmented assignment to a variable as one of the power, where that may be a negative one of an integer."""
    target = statement.target
    if not isinstance(statement.op, gast.Pow) or not isinstance(target, gast.Name) or _is_plain(None, statement.value):
        return statement
    read = located(gast.Name(target.id, gast.Load(), None, None), target)
    power = operator_call("operated", statement, read, _symbol("**="), statement.value)
    return located(gast.Assign([target], power, None), statement)


def _is_plain(base: Any, exponent: Any) -> bool:
    """Whether a power is none of an integer, or none that is negative."""
    if isinstance(base, gast.Constant):
        return isinstance(base.value, float) or isinstance(getattr(exponent, "operand", exponent), gast.Constant)
    return isinstance(exponent, gast.Constant)


def _symbol(symbol: str) -> Any:
    return gast.Constant(symbol, None)
