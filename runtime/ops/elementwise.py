"""Schemas and shape rules: elementwise mathematics."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.core.dtypes import COMPLEX, FLOATING, INEXACT, INTEGER, NUMBER, REAL
from runtime.ir.schema import FOLDED, TOTAL, TOTAL_IF_FIT, op
from runtime.ops.point_wise import binary, unary
from runtime.ops.shape_rules import broadcast, same

SIGNED = NUMBER - {dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64}
STRING = frozenset({dtypes.string})
CONJ = op("Conj", "input: T -> T", shapes=same, T=COMPLEX)
# -- one operand -----------------------------------------------------------------------------------------------------

NEG = unary("Neg", SIGNED, tags=TOTAL | FOLDED)
SIGN = unary("Sign", SIGNED)
SQUARE = unary("Square", NUMBER, tags=TOTAL)
SQRT = unary("Sqrt", INEXACT, tags=TOTAL)
RSQRT = unary("Rsqrt", INEXACT)
EXP = unary("Exp", INEXACT, tags=TOTAL)
EXPM1 = unary("Expm1", INEXACT)
LOG = unary("Log", INEXACT, tags=TOTAL)
LOG1P = unary("Log1p", INEXACT)
SIN = unary("Sin", INEXACT, tags=TOTAL)
COS = unary("Cos", INEXACT, tags=TOTAL)
TAN = unary("Tan", INEXACT)
ASIN = unary("Asin", INEXACT)
ACOS = unary("Acos", INEXACT)
ATAN = unary("Atan", INEXACT)
SINH = unary("Sinh", INEXACT)
COSH = unary("Cosh", INEXACT)
TANH = unary("Tanh", INEXACT, tags=TOTAL)
ASINH = unary("Asinh", INEXACT)
ACOSH = unary("Acosh", INEXACT)
ATANH = unary("Atanh", INEXACT)
FLOOR = unary("Floor", FLOATING)
CEIL = unary("Ceil", FLOATING)
RINT = unary("Rint", FLOATING)
SIGMOID = unary("Sigmoid", INEXACT, tags=TOTAL)
ERF = unary("Erf", FLOATING)
ERFC = unary("Erfc", FLOATING)
LGAMMA = unary("Lgamma", FLOATING)
DIGAMMA = unary("Digamma", FLOATING)
ROUND = op("Round", "x: T -> y: T", shapes=same, T=INEXACT)
ABS = op("Abs", "x: T -> y: T", shapes=same, T=REAL, tags=TOTAL)
COMPLEX_ABS = op("ComplexAbs", "x: T -> y: Tout", shapes=same, T=COMPLEX)
ADD_V2 = binary("AddV2", NUMBER | STRING, tags=TOTAL_IF_FIT | FOLDED)
SUB = binary("Sub", NUMBER, tags=TOTAL_IF_FIT | FOLDED)
MUL = binary("Mul", NUMBER, tags=TOTAL_IF_FIT | FOLDED)
REAL_DIV = binary("RealDiv", INEXACT, tags=TOTAL_IF_FIT)
FLOOR_DIV = binary("FloorDiv", REAL, tags=FOLDED)
FLOOR_MOD = binary("FloorMod", REAL, tags=FOLDED)
TRUNCATE_DIV = binary("TruncateDiv", NUMBER)
TRUNCATE_MOD = binary("TruncateMod", REAL)
POW = binary("Pow", FLOATING | COMPLEX | INTEGER)
MAXIMUM = binary("Maximum", REAL, tags=TOTAL_IF_FIT | FOLDED)
MINIMUM = binary("Minimum", REAL, tags=TOTAL_IF_FIT | FOLDED)
SQUARED_DIFFERENCE = binary("SquaredDifference", FLOATING | COMPLEX | {dtypes.int32, dtypes.int64}, tags=TOTAL_IF_FIT)
ATAN2 = binary("Atan2", FLOATING)
DIV_NO_NAN = binary("DivNoNan", INEXACT)
MUL_NO_NAN = binary("MulNoNan", INEXACT)
XLOGY = binary("Xlogy", INEXACT)
XLOG1PY = binary("Xlog1py", INEXACT)
XDIVY = binary("Xdivy", INEXACT)
RECIPROCAL = op("Reciprocal", "x: T -> y: T", shapes=same, T=NUMBER)


def _add_n_shape(x: Any, *others: Any, N: int | None = None) -> Any:
    shape = x.shape
    for other in others:
        shape = shape.merge_with(other.shape)
    return shape


ADD_N = op("AddN", "inputs: N * T -> sum: T", shapes=_add_n_shape, T=NUMBER)
REAL_PART = op("Real", "input: T -> Tout", shapes=same, T=COMPLEX)
IMAG_PART = op("Imag", "input: T -> Tout", shapes=same, T=COMPLEX)
COMPLEX_OF_PARTS = op("Complex", "real: T, imag: T -> out: Tout", shapes=broadcast, T=FLOATING)
