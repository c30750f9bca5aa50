"""Linear algebra on matrices in the last two dimensions: inverse, determinant, decompositions, bands and diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.library import assembling, elementwise, logic, matrix, reduction, shaping
from runtime.ops import linear_algebra as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """The inverse of square matrices.

    Raises:
        InvalidArgumentError: if one is not invertible.

    >>> inv([[2., 0.], [0., 4.]]).numpy().tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return apply(ops.INVERSE, (convert_to_tensor(input),), {"adjoint": bool(adjoint)}, name)


def det(input: Any, name: str | None = None) -> Any:
    """The determinant of square matrices.

    >>> det([[1., 2.], [3., 5.]]).numpy().round(3)
    np.float32(-1.0)
    """
    return apply(ops.DETERMINANT, (convert_to_tensor(input),), NO_ATTRS, name)


def slogdet(input: Any, name: str | None = None) -> tuple[Any, Any]:
    """The sign and the logarithm of the absolute value of the determinant."""
    sign, log = apply(ops.LOG_DETERMINANT, (convert_to_tensor(input),), NO_ATTRS, name)
    return sign, log


def solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """The solution `x` of `matrix @ x = rhs`.

    Raises:
        InvalidArgumentError: if the matrix is not invertible.

    >>> solve([[2., 0.], [0., 4.]], [[2.], [4.]]).numpy().tolist()
    [[1.0], [1.0]]
    """
    a = convert_to_tensor(matrix)
    return apply(ops.SOLVE, (a, convert_to_tensor(rhs, a.dtype)), {"adjoint": bool(adjoint)}, name)


def cholesky(input: Any, name: str | None = None) -> Any:
    """The lower triangular factor `l` of positive definite matrices: `l @ adjoint(l)` is the input."""
    return apply(ops.CHOLESKY, (convert_to_tensor(input),), NO_ATTRS, name)


def eigh(tensor: Any, name: str | None = None) -> tuple[Any, Any]:
    """The eigenvalues, in ascending order, and eigenvectors of self-adjoint matrices."""
    values, vectors = apply(ops.EIGH, (convert_to_tensor(tensor),), NO_ATTRS, name)
    return values, vectors


def eigvalsh(tensor: Any, name: str | None = None) -> Any:
    """The eigenvalues of self-adjoint matrices, in ascending order."""
    return eigh(tensor, name)[0]


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> tuple[Any, Any]:
    """The factors `q`, with orthonormal columns, and `r`, upper triangular, of matrices."""
    q, r = apply(ops.QR, (convert_to_tensor(input),), {"full_matrices": bool(full_matrices)}, name)
    return q, r


def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """The singular values of matrices, in descending order, and the singular vectors `u` and `v`."""
    attrs = {"full_matrices": bool(full_matrices and compute_uv)}
    s, u, v = apply(ops.SVD, (convert_to_tensor(tensor),), attrs, name)
    return (elementwise.real(s), u, v) if compute_uv else elementwise.real(s)


# -- from public operations ------------------------------------------------------------------------------------------


def matrix_transpose(a: Any, name: str | None = None, conjugate: bool = False) -> Any:
    """`a` with its last two dimensions swapped."""
    a = convert_to_tensor(a)
    if a.shape.rank is not None and a.shape.rank < 2:
        raise ValueError(
            f"Argument `a` should be a (batch) matrix with rank >= 2. Received `a` = {a} with shape: {a.shape}"
        )
    order = list(range(a.ndim))
    return shaping.transpose(a, [*order[:-2], order[-1], order[-2]], conjugate, name)


def adjoint(matrix: Any, name: str | None = None) -> Any:
    """The conjugate of `matrix_transpose`."""
    return matrix_transpose(matrix, name, conjugate=True)


def trace(x: Any, name: str | None = None) -> Any:
    """The sum of the main diagonal.

    >>> trace([[1, 2], [3, 4]]).numpy()
    np.int32(5)
    """
    return reduction.reduce_sum(diag_part(x), -1, name=name)


def norm(tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The norm of vectors along `axis`, or of matrices along two.

    Args:
        tensor: a tensor.
        ord: of vectors `euclidean`, 1, 2, any positive number, or `np.inf`; of matrices `euclidean` or `fro`, 1, 2 or
            `np.inf`.
        axis: a dimension, or two of them for matrices; all elements, as one vector, by default.
        keepdims: whether the dimensions stay, with size 1.
        name: of the node.

    Raises:
        ValueError: if `ord` is none of these.

    >>> norm([3., 4.]).numpy()
    np.float32(5.0)
    """
    x = convert_to_tensor(tensor)
    of_matrices = isinstance(axis, (tuple, list)) and len(axis) == 2
    if isinstance(axis, (tuple, list)) and (len(axis) not in (1, 2) or (len(axis) == 2 and axis[0] == axis[1])):
        raise ValueError(f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}")
    if not (ord in ("euclidean", "fro", 1, 2, np.inf) if of_matrices or isinstance(ord, str) else ord > 0):
        raise ValueError(
            f"'ord' must be a supported {'matrix' if of_matrices else 'vector'} norm in "
            f"{['euclidean', 'fro', 1, 2, np.inf] if of_matrices else ['euclidean', 1, 2, np.inf]}, or a positive real "
            f"number, got {ord}"
        )
    if ord in ("euclidean", "fro") or (ord == 2 and not of_matrices):
        total = reduction.reduce_sum(x * elementwise.conj(x), axis, keepdims)
        return elementwise.sqrt(total, name)
    if of_matrices:
        return _matrix_norm(x, ord, tuple(a % x.ndim for a in axis), keepdims)
    size = elementwise.abs(x)
    if ord == 1:
        return reduction.reduce_sum(size, axis, keepdims, name)
    if ord == np.inf:
        return reduction.reduce_max(size, axis, keepdims, name)
    return elementwise.pow(reduction.reduce_sum(elementwise.pow(size, ord), axis, keepdims), 1 / ord, name)


def _matrix_norm(x: Any, ord: Any, axes: tuple[int, int], keepdims: bool) -> Any:
    if ord == 2:
        rest = [i for i in range(x.ndim) if i not in axes]
        result = reduction.reduce_max(svd(shaping.transpose(x, [*rest, *axes]), compute_uv=False), -1)
        for place in sorted(axes) if keepdims else ():
            result = shaping.expand_dims(result, place)
        return result
    # The largest sum of a column, or of a row.
    summed, compared = axes if ord == 1 else axes[::-1]
    sums = reduction.reduce_sum(elementwise.abs(x), summed, keepdims=True)
    return (
        reduction.reduce_max(sums, list(axes), keepdims) if keepdims else reduction.reduce_max(sums, [summed, compared])
    )


def cross(a: Any, b: Any, name: str | None = None) -> Any:
    """The cross product of vectors of three elements."""
    a, b = convert_to_tensor(a), convert_to_tensor(b)
    if a.shape.rank and a.shape[-1] not in (3, None):
        raise errors.FailedPreconditionError(
            None, None, f"Cross-products are only defined for 3-element vectors, not for {a.shape[-1]} [Op:Cross]"
        )
    turned = [assembling.roll(v, shift, axis=-1) for v, shift in ((a, -1), (b, -2), (a, -2), (b, -1))]
    return elementwise.subtract(turned[0] * turned[1], turned[2] * turned[3], name)


def band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Any:
    """Matrices with all but some diagonals set to zero.

    Args:
        input: matrices.
        num_lower: how many diagonals below the main one stay; all if negative.
        num_upper: how many above it stay; all if negative.
        name: of the node.

    >>> band_part([[1, 2], [3, 4]], 0, -1).numpy().tolist()
    [[1, 2], [0, 4]]
    """
    counts = (convert_to_tensor(n, dtype_hint=dtypes.int32) for n in (num_lower, num_upper))
    return apply(ops.BAND_PART, (convert_to_tensor(input), *counts), NO_ATTRS, name)


def diag(diagonal: Any, k: int = 0, name: str | None = None) -> Any:
    """Matrices with the last dimension of `diagonal` on diagonal `k`, and zeros elsewhere.

    >>> diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return apply(ops.DIAG, (convert_to_tensor(diagonal),), {"k": int(k)}, name)


def diag_part(input: Any, name: str | None = None, k: int = 0) -> Any:
    """The elements on diagonal `k` of matrices.

    >>> diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    return apply(ops.DIAG_PART, (convert_to_tensor(input),), {"k": int(k)}, name)


def set_diag(input: Any, diagonal: Any, name: str | None = None, k: int = 0) -> Any:
    """Matrices with diagonal `k` replaced."""
    x = convert_to_tensor(input)
    return apply(ops.SET_DIAG, (x, convert_to_tensor(diagonal, x.dtype)), {"k": int(k)}, name)


def pinv(a: Any, rcond: Any = None, name: str | None = None) -> Any:
    """The pseudo-inverse of matrices (Moore and Penrose), from their singular values."""
    a = convert_to_tensor(a)
    if rcond is None:
        rcond = 10 * max(a.shape[-2] or 1, a.shape[-1] or 1) * float(dtypes._floating_limits(a.dtype.real_dtype).eps)
    s, u, v = svd(a)
    cutoff = rcond * reduction.reduce_max(s, -1, keepdims=True)
    inverse = logic.where(s > cutoff, 1 / logic.where(s > cutoff, s, shaping.ones_like(s)), shaping.zeros_like(s))
    return matrix.matmul(v * shaping.expand_dims(inverse, -2), u, adjoint_b=True, name=name)
