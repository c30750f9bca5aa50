"""Schemas and shape rules: linear algebra on matrices in the last two dimensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes, shapes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ops.shape_rules import same

SOLVABLE = frozenset({dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128})


def square_shape(x: Any) -> TensorShape:
    """The shape of `x`, whose last two dimensions must be equal."""
    if x.shape.rank is not None:
        if x.shape.rank < 2:
            raise ValueError(f"Shape must be at least rank 2 but is rank {x.shape.rank}")
        a, b = x.shape[-2], x.shape[-1]
        if None not in (a, b) and a != b:
            raise ValueError(f"Dimensions must be equal, but are {a} and {b}")
    return x.shape


INVERSE = op("MatrixInverse", "input: T; adjoint: bool -> T", shapes=lambda x, adjoint: square_shape(x), T=SOLVABLE)
DETERMINANT = op("MatrixDeterminant", "input: T -> T", shapes=lambda x: square_shape(x)[:-2], T=SOLVABLE)
LOG_DETERMINANT = op(
    "LogMatrixDeterminant",
    "input: T -> sign: T, log_abs_determinant: T",
    shapes=lambda x: [square_shape(x)[:-2]] * 2,
    T=SOLVABLE,
)
SOLVE = op("MatrixSolve", "matrix: T, rhs: T; adjoint: bool -> T", shapes=lambda a, b, adjoint: b.shape, T=SOLVABLE)
CHOLESKY = op("Cholesky", "input: T -> T", shapes=lambda x: square_shape(x), T=SOLVABLE)


def _some(x: Any, *tails: Callable[[int | None, int | None], list[int | None]]) -> list[TensorShape]:
    if x.shape.rank is None:
        return [shapes.UNKNOWN] * len(tails)
    return [x.shape[:-2].concatenate(tail(x.shape[-2], x.shape[-1])) for tail in tails]


EIGH = op(
    "SelfAdjointEigV2",
    "input: T -> e: T, v: T",
    shapes=lambda x: _some(x, lambda m, n: [n], lambda m, n: [n, n]),
    T=SOLVABLE,
)


def _qr_shapes(x: Any, full_matrices: bool) -> list[TensorShape]:
    def inner(m: int | None, n: int | None) -> int | None:
        return m if full_matrices else _smaller(m, n)

    return _some(x, lambda m, n: [m, inner(m, n)], lambda m, n: [inner(m, n), n])


def _svd_shapes(x: Any, full_matrices: bool) -> list[TensorShape]:
    return _some(
        x, lambda m, n: [_smaller(m, n)], lambda m, n: [m, m if full_matrices else _smaller(m, n)],
        lambda m, n: [n, n if full_matrices else _smaller(m, n)],
    )  # fmt: skip


def _smaller(m: int | None, n: int | None) -> int | None:
    return None if m is None or n is None else min(m, n)


QR = op("Qr", "input: T; full_matrices: bool -> q: T, r: T", shapes=_qr_shapes, T=SOLVABLE)
SVD = op("Svd", "input: T; full_matrices: bool -> s: T, u: T, v: T", shapes=_svd_shapes, T=SOLVABLE)
BAND_PART = op("MatrixBandPart", "input: T, num_lower: Tindex, num_upper: Tindex -> band: T", shapes=same, Tindex=INDEX)


def _diag_shape(x: Any, k: int) -> TensorShape:
    if x.shape.rank is None:
        return shapes.UNKNOWN
    size = None if x.shape[-1] is None else x.shape[-1] + abs(k)
    return x.shape[:-1].concatenate([size, size])


DIAG = op("MatrixDiagV3", "diagonal: T; k: int -> T", shapes=_diag_shape)


def _diag_part_shape(x: Any, k: int) -> TensorShape:
    if x.shape.rank is None:
        return shapes.UNKNOWN
    if x.shape.rank < 2:
        raise ValueError(f"Shape must be at least rank 2 but is rank {x.shape.rank}")
    rows, columns = x.shape[-2], x.shape[-1]
    known = rows is not None and columns is not None
    return x.shape[:-2].concatenate([min(rows + min(k, 0), columns - max(k, 0)) if known else None])


DIAG_PART = op("MatrixDiagPartV3", "input: T; k: int -> diagonal: T", shapes=_diag_part_shape)
SET_DIAG = op("MatrixSetDiagV3", "input: T, diagonal: T; k: int -> T", shapes=same)
