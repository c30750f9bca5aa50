"""Derivatives: solving linear equations, factorising, and functions of matrices, on the last two dimensions."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import gradients
from runtime.library import assembling, elementwise, linear_algebra, matrix, shaping
from runtime.library.solving import expm, triangular_solve
from runtime.ops import solving as ops


def _triangular_gradient(node: Any, g: Any) -> list[Any]:
    a, _ = node.inputs
    x, lower, adjoint = node.outputs[0], node.attrs["lower"], node.attrs["adjoint"]
    db = triangular_solve(a, g, lower, not adjoint)
    da = -matrix.matmul(x, db, adjoint_b=True) if adjoint else -matrix.matmul(db, x, adjoint_b=True)
    return [linear_algebra.band_part(da, -1, 0) if lower else linear_algebra.band_part(da, 0, -1), db]


gradients[ops.TRIANGULAR] = _triangular_gradient
gradients[ops.EIG] = lambda *given: _eig_gradient(*given)


def _eig_gradient(node: Any, dvalues: Any, dvectors: Any) -> list[Any]:
    """Boeddeker et al. 2017, section 4.7, for vectors of length 1; those of equal eigenvalues count as constant."""
    x, (values, v) = node.inputs[0], node.outputs
    turned = matrix.matmul(v, dvectors, adjoint_a=True)
    along = shaping.cast(elementwise.real(linear_algebra.diag_part(turned)), v.dtype)
    across = turned - matrix.matmul(v, v, adjoint_a=True) * shaping.expand_dims(along, -2)
    gaps = shaping.expand_dims(values, -2) - shaping.expand_dims(values, -1)
    inner = across * elementwise.conj(elementwise.reciprocal_no_nan(gaps)) + linear_algebra.diag(dvalues)
    whole = linear_algebra.solve(v, matrix.matmul(inner, v, adjoint_b=True), adjoint=True)
    return [whole if x.dtype.is_complex else elementwise.real(whole)]


def _expm_gradient(node: Any, g: Any) -> list[Any]:
    """The derivative is the upper right block of the exponential of a block matrix (Higham 2008, theorem 3.6)."""
    a = linear_algebra.adjoint(node.inputs[0])
    size = shaping.sizes(a)[-1]
    top = assembling.concat([a, g], -1)
    bottom = assembling.concat([shaping.zeros_like(a), a], -1)
    return [expm(assembling.concat([top, bottom], -2))[..., :size, size:]]


gradients[ops.EXPM] = _expm_gradient
