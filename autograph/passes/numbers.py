"""Arithmetic of comparisons, whose outcomes are integers to Python.

(a > b) + (a > c)    ->    ag__.number(a > b) + ag__.number(a > c)
~(a > b)             ->    ~ag__.number(a > b)
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import operator_call

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
