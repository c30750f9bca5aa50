"""Derivatives: linear algebra on matrices in the last two dimensions."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import OPS, gradients
from runtime.library import assembling, elementwise, matrix, shaping
from runtime.library.linear_algebra import band_part, diag, diag_part, inv, matrix_transpose, set_diag, solve
from runtime.ops import linear_algebra as ops
from runtime.tensor.dispatch import apply


def _t(x: Any) -> Any:
    return matrix_transpose(x, conjugate=True)


def _inverse_gradient(node: Any, g: Any) -> list[Any]:
    y = node.outputs[0]
    if node.attrs["adjoint"]:
        return [-matrix.matmul(y, matrix.matmul(g, y, adjoint_a=True), adjoint_b=False)]
    return [-matrix.matmul(y, matrix.matmul(g, y, adjoint_b=True), adjoint_a=True)]


gradients[ops.INVERSE] = _inverse_gradient


def _det_gradient(node: Any, g: Any) -> list[Any]:
    scale = g * elementwise.conj(node.outputs[0])
    return [shaping.expand_dims(shaping.expand_dims(scale, -1), -1) * inv(node.inputs[0], adjoint=True)]


gradients[ops.DETERMINANT] = _det_gradient
gradients[ops.LOG_DETERMINANT] = lambda node, g_sign, g: [
    None if g is None else shaping.expand_dims(shaping.expand_dims(g, -1), -1) * inv(node.inputs[0], adjoint=True)
]


def _solve_gradient(node: Any, g: Any) -> list[Any]:
    a, x = node.inputs[0], node.outputs[0]
    adjoint = node.attrs["adjoint"]
    d_rhs = solve(a, g, adjoint=not adjoint)
    return [-matrix.matmul(x, d_rhs, adjoint_b=True) if adjoint else -matrix.matmul(d_rhs, x, adjoint_b=True), d_rhs]


gradients[ops.SOLVE] = _solve_gradient


def _cholesky_gradient(node: Any, g: Any) -> list[Any]:
    """Murray, "Differentiation of the Cholesky decomposition" (2016), section 3.1."""
    lower = node.outputs[0]
    middle = band_part(matrix.matmul(lower, g, adjoint_a=True), -1, 0)
    middle = set_diag(middle, 0.5 * diag_part(middle))
    inverse = inv(lower)
    whole = matrix.matmul(matrix.matmul(inverse, middle, adjoint_a=True), inverse)
    return [0.5 * (whole + _t(whole))]


gradients[ops.CHOLESKY] = _cholesky_gradient


def _eigh_gradient(node: Any, dvalues: Any, dvectors: Any) -> list[Any]:
    """Giles 2008, section 3.1; eigenvectors of equal eigenvalues have none, and count as constant."""
    values, v = node.outputs
    inner = diag(shaping.cast(elementwise.real(dvalues), v.dtype))
    if dvectors is not None:
        gaps = shaping.expand_dims(values, -2) - shaping.expand_dims(values, -1)
        inner += shaping.cast(elementwise.reciprocal_no_nan(gaps), v.dtype) * matrix.matmul(v, dvectors, adjoint_a=True)
    whole = matrix.matmul(v, matrix.matmul(inner, v, adjoint_b=True))
    # The matrix is symmetric, and its lower triangle is what counts.
    return [(whole + _t(whole)) * shaping.cast(0.5, whole.dtype)]


gradients[ops.EIGH] = _eigh_gradient


def _qr_gradient(node: Any, dq: Any, dr: Any) -> list[Any]:
    """Roberts and Roberts, "QR and LQ decomposition matrix backpropagation algorithms" (2020)."""
    a, (q, r) = node.inputs[0], node.outputs
    sizes = shaping.sizes(a)
    rows, columns = sizes[-2:]
    if node.attrs["full_matrices"] and not (isinstance(rows, int) and isinstance(columns, int) and rows <= columns):
        raise NotImplementedError(
            "the gradient of the full QR decomposition of a matrix with more rows than columns is not defined: use "
            "full_matrices=False"
        )
    if isinstance(rows, int) and isinstance(columns, int) and rows >= columns:
        return [_tall_qr_cotangent(q, r, dq, dr)]
    # The columns of `r` beyond the rank only say what `q` makes of those of `a`.
    count = elementwise.minimum(rows, columns)
    rest, drest = a[..., count:], dr[..., count:]
    dleft = _tall_qr_cotangent(q, r[..., :count], dq + matrix.matmul(rest, drest, adjoint_b=True), dr[..., :count])
    return [assembling.concat([dleft, matrix.matmul(q, drest)], -1)]


def _tall_qr_cotangent(q: Any, r: Any, dq: Any, dr: Any) -> Any:
    inner = matrix.matmul(r, dr, adjoint_b=True) - matrix.matmul(dq, q, adjoint_a=True)
    strict = band_part(inner, -1, 0) - band_part(inner, 0, 0)
    diagonal = shaping.cast(elementwise.real(diag_part(inner)), inner.dtype)
    whole = dq + matrix.matmul(q, strict + _t(strict) + diag(diagonal))
    # times the inverse of the adjoint of `r`, which is triangular
    return _t(apply(OPS["MatrixTriangularSolve"], (r, _t(whole)), {"lower": False, "adjoint": False}))


def _svd_gradient(node: Any, ds: Any, du: Any, dv: Any) -> list[Any]:
    """Townsend, "Differentiating the singular value decomposition" (2016); Wan and Zhang (2019) for complex numbers.

    Singular vectors of equal singular values have no derivative, and count as constant.
    """
    s, u, v = node.outputs
    if node.attrs["full_matrices"] and node.inputs[0].shape[-1] != node.inputs[0].shape[-2]:
        raise NotImplementedError(
            "the gradient of the full singular value decomposition of a matrix that is not square is not covered: use "
            "full_matrices=False"
        )
    gaps = elementwise.square(shaping.expand_dims(s, -2)) - elementwise.square(shaping.expand_dims(s, -1))
    f = elementwise.reciprocal_no_nan(gaps)
    inverse = shaping.expand_dims(elementwise.reciprocal_no_nan(s), -2)
    by_u, by_v = matrix.matmul(u, du, adjoint_a=True), matrix.matmul(v, dv, adjoint_a=True)
    inner = f * (by_u - _t(by_u)) * shaping.expand_dims(s, -2) + shaping.expand_dims(s, -1) * f * (by_v - _t(by_v))
    inner += diag(shaping.cast(elementwise.real(ds), u.dtype))
    if u.dtype.is_complex:
        turn = diag_part(by_v)
        inner += diag(0.5 * elementwise.reciprocal_no_nan(s) * (elementwise.conj(turn) - turn))
    result = matrix.matmul(matrix.matmul(u, inner), v, adjoint_b=True)
    result += matrix.matmul((du - matrix.matmul(u, by_u)) * inverse, v, adjoint_b=True)
    result += matrix.matmul(u * inverse, dv - matrix.matmul(v, by_v), adjoint_b=True)
    return [result]


gradients[ops.QR] = _qr_gradient
gradients[ops.SVD] = _svd_gradient
gradients[ops.BAND_PART] = lambda node, g: [band_part(g, *node.inputs[1:]), None, None]
gradients[ops.DIAG] = lambda node, g: [diag_part(g, k=node.attrs["k"])]


def _diag_part_gradient(node: Any, g: Any) -> list[Any]:
    x, k = node.inputs[0], node.attrs["k"]
    if x.shape.rank is not None and x.shape[-1] == x.shape[-2] and x.shape[-1] is not None:
        return [diag(g, k)]
    return [apply(ops.SET_DIAG, (shaping.zeros_like(x), g), {"k": k})]


gradients[ops.DIAG_PART] = _diag_part_gradient
gradients[ops.SET_DIAG] = lambda node, g: [
    apply(ops.SET_DIAG, (g, shaping.zeros_like(node.inputs[1])), node.attrs),
    diag_part(g, k=node.attrs["k"]),
]
