"""Schemas and shape rules: comparison, logic, choice, and tests of floating-point numbers."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes, shapes
from runtime.core.dtypes import FLOATING, INTEGER, NUMBER, REAL
from runtime.core.shapes import TensorShape
from runtime.ir.schema import FOLDED, TOTAL, TOTAL_IF_FIT, op
from runtime.ops.point_wise import binary, unary
from runtime.ops.shape_rules import broadcast, same

BOOL = frozenset({dtypes.bool})
ANY = NUMBER | BOOL | {dtypes.string}
LESS = binary("Less", REAL, result="bool", tags=TOTAL_IF_FIT | FOLDED)
LESS_EQUAL = binary("LessEqual", REAL, result="bool", tags=TOTAL_IF_FIT | FOLDED)
GREATER = binary("Greater", REAL, result="bool", tags=TOTAL_IF_FIT | FOLDED)
GREATER_EQUAL = binary("GreaterEqual", REAL, result="bool", tags=TOTAL_IF_FIT | FOLDED)


def _compared(x: Any, y: Any, incompatible_shape_error: bool = True) -> TensorShape:
    if incompatible_shape_error:
        return broadcast(x, y)
    try:
        found = broadcast(x, y)
    except ValueError:
        return shapes.SCALAR
    both = x.shape.is_fully_defined() and y.shape.is_fully_defined()
    scalar = x.shape.rank == 0 or y.shape.rank == 0
    return found if both or scalar or x.shape == y.shape else shapes.UNKNOWN if found.rank is None else found


EQUAL = op(
    "Equal",
    "x: T, y: T; incompatible_shape_error: bool = True -> z: bool",
    shapes=_compared,
    T=ANY,
    tags=TOTAL_IF_FIT | FOLDED,
)
NOT_EQUAL = op(
    "NotEqual",
    "x: T, y: T; incompatible_shape_error: bool = True -> z: bool",
    shapes=_compared,
    T=ANY,
    tags=TOTAL_IF_FIT | FOLDED,
)
LOGICAL_AND = binary("LogicalAnd", BOOL, result="bool", tags=TOTAL_IF_FIT)
LOGICAL_OR = binary("LogicalOr", BOOL, result="bool", tags=TOTAL_IF_FIT)
LOGICAL_NOT = unary("LogicalNot", BOOL, tags=TOTAL)
IS_NAN = op("IsNan", "x: T -> y: bool", shapes=same, T=FLOATING)
IS_INF = op("IsInf", "x: T -> y: bool", shapes=same, T=FLOATING)
IS_FINITE = op("IsFinite", "x: T -> y: bool", shapes=same, T=FLOATING)
SELECT = op("SelectV2", "condition: bool, t: T, e: T -> T", shapes=broadcast, tags=FOLDED)
WHERE = op("Where", "input: T -> index: int64", shapes=lambda x: TensorShape([None, x.shape.rank]), T=ANY)
# -- bits ------------------------------------------------------------------------------------------------------------

BITWISE_AND = binary("BitwiseAnd", INTEGER)
BITWISE_OR = binary("BitwiseOr", INTEGER)
BITWISE_XOR = binary("BitwiseXor", INTEGER)
LEFT_SHIFT = binary("LeftShift", INTEGER)
RIGHT_SHIFT = binary("RightShift", INTEGER)
INVERT = unary("Invert", INTEGER)
