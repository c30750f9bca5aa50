"""Schemas and shape rules: solving linear equations, factorising, and functions of matrices."""

from __future__ import annotations

from typing import Any

from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ops import linear_algebra
from runtime.ops.linear_algebra import SOLVABLE


def _square(x: Any, **attrs: Any) -> TensorShape:
    return linear_algebra.square_shape(x)


TRIANGULAR = op(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T; lower: bool, adjoint: bool -> T",
    T=SOLVABLE,
    shapes=lambda a, b, **attrs: b.shape,
)
EIG = op("Eig", "input: T -> e: Tout, v: Tout", T=SOLVABLE, shapes=lambda x, Tout: [x.shape[:-1], _square(x)])
EXPM = op("MatrixExponential", "input: T -> T", shapes=_square, T=SOLVABLE)
