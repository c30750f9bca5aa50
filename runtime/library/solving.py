"""Solving linear equations, factorising, and functions of matrices, on the last two dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.library import assembling, creation, elementwise, linear_algebra, matrix, reduction, shaping
from runtime.ops import solving as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply

# -- triangular ------------------------------------------------------------------------------------------------------


def triangular_solve(matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None) -> Any:
    """Solves `matrix @ x = rhs`, where only one triangle of `matrix` counts.

    Args:
        matrix: square matrices.
        rhs: right-hand sides, as columns.
        lower: which triangle.
        adjoint: whether to solve with the adjoint of `matrix`.
        name: of the node.

    Raises:
        InvalidArgumentError: if a matrix is not invertible.

    >>> triangular_solve([[2., 9.], [1., 1.]], [[4.], [3.]]).numpy().ravel()
    array([2., 1.], dtype=float32)
    """
    a = convert_to_tensor(matrix)
    attrs = {"lower": bool(lower), "adjoint": bool(adjoint)}
    return apply(ops.TRIANGULAR, (a, convert_to_tensor(rhs, a.dtype)), attrs, name)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Any:
    """Solves `a @ x = rhs`, given `cholesky(a)`."""
    chol = convert_to_tensor(chol)
    return triangular_solve(chol, triangular_solve(chol, convert_to_tensor(rhs, chol.dtype)), adjoint=True, name=name)


def logdet(matrix: Any, name: str | None = None) -> Any:
    """The logarithm of the determinant of positive definite matrices.

    >>> logdet([[1., 0.], [0., 1.]]).numpy()
    np.float32(0.0)
    """
    root = linear_algebra.cholesky(matrix)
    diagonal = elementwise.real(linear_algebra.diag_part(root))
    return elementwise.multiply(reduction.reduce_sum(elementwise.log(diagonal), -1), 2.0, name)


# -- least squares ---------------------------------------------------------------------------------------------------


def lstsq(matrix: Any, rhs: Any, l2_regularizer: Any = 0.0, fast: bool = True, name: str | None = None) -> Any:
    """The `x` for which `matrix @ x` is nearest to `rhs`; the shortest such `x`, if there are many.

    Args:
        matrix: matrices of full rank.
        rhs: right-hand sides, as columns.
        l2_regularizer: how much the squared length of `x` counts.
        fast: whether to solve the normal equations, by Cholesky's method; otherwise by a pseudoinverse.
        name: of the node.

    >>> lstsq([[1., 0.], [0., 2.]], [[1.], [4.]]).numpy().ravel()
    array([1., 2.], dtype=float32)
    """
    a = convert_to_tensor(matrix)
    b = convert_to_tensor(rhs, a.dtype)
    if not fast:
        return _product(linear_algebra.pinv(a), b, name=name)
    rows, columns = a.shape[-2], a.shape[-1]
    regular = l2_regularizer is not None and not (isinstance(l2_regularizer, (int, float)) and l2_regularizer == 0)
    if rows is None or columns is None:
        # Which of the two systems is the regular one is not known, unless regularisation makes both so.
        if not regular:
            return _product(linear_algebra.pinv(a), b, name=name)
        columns = shaping.sizes(a)[-1]
    over = rows is None or a.shape[-1] is None or rows >= columns
    gram = _product(a, a, adjoint_a=over, adjoint_b=not over)
    if regular:
        weight = shaping.cast(convert_to_tensor(l2_regularizer, dtype_hint=a.dtype), a.dtype)
        gram = gram + weight * creation.eye(columns if over else rows, dtype=a.dtype)
    root = linear_algebra.cholesky(gram)
    if over:
        return cholesky_solve(root, _product(a, b, adjoint_a=True), name)
    return _product(a, cholesky_solve(root, b), name=name, adjoint_a=True)


def _product(a: Any, b: Any, **options: Any) -> Any:
    """`matrix.matmul`, for functions that have an argument named `matrix`."""
    return matrix.matmul(a, b, **options)


# -- factorisations --------------------------------------------------------------------------------------------------


def _complex_of(dtype: dtypes.DType) -> dtypes.DType:
    return {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}.get(dtype, dtype)


def eig(tensor: Any, name: str | None = None) -> tuple[Any, Any]:
    """The eigenvalues and eigenvectors (as columns) of square matrices: complex numbers.

    >>> eig([[2., 0.], [0., 3.]])[0].numpy()
    array([2.+0.j, 3.+0.j], dtype=complex64)
    """
    x = convert_to_tensor(tensor)
    values, vectors = apply(ops.EIG, (x,), {"Tout": _complex_of(x.dtype)}, name)
    return values, vectors


def eigvals(tensor: Any, name: str | None = None) -> Any:
    """The eigenvalues of square matrices: complex numbers."""
    return eig(tensor, name)[0]


def matrix_rank(a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None) -> Any:
    """How many singular values are greater than `tol`, by default a few units in the last place of the largest.

    >>> int(matrix_rank([[1., 2.], [2., 4.]]))
    1
    """
    x = convert_to_tensor(a)
    values = linear_algebra.svd(x, compute_uv=False)
    if tol is None:
        epsilon = float(np.finfo(x.dtype.real_dtype.dtype).eps)
        largest = reduction.reduce_max(values, -1, keepdims=True)
        tol = epsilon * max(x.shape[-1] or 1, x.shape[-2] or 1) * largest
    return reduction.reduce_sum(shaping.cast(values > tol, dtypes.int32), -1, name=name)


def expm(input: Any, name: str | None = None) -> Any:
    """The exponential of square matrices.

    >>> expm([[0., 0.], [0., 0.]]).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return apply(ops.EXPM, (convert_to_tensor(input),), NO_ATTRS, name)


# -- diagonals and bands ---------------------------------------------------------------------------------------------


def tensor_diag(diagonal: Any, name: str | None = None) -> Any:
    """A tensor of twice the rank that has `diagonal` where both halves of the index are equal, and else 0.

    >>> tensor_diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    x = convert_to_tensor(diagonal)
    flat = linear_algebra.diag(shaping.reshape(x, [-1]))
    sizes = shaping.shape(x)
    return shaping.reshape(flat, assembling.concat([sizes, sizes], 0), name)


def tensor_diag_part(input: Any, name: str | None = None) -> Any:
    """The elements of a tensor of even rank where both halves of the index are equal.

    >>> tensor_diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    x = convert_to_tensor(input)
    if x.ndim % 2 or not x.ndim:
        raise ValueError(f"Shape must have even and non-zero rank, instead rank is {x.ndim}")
    sizes = shaping.shape(x)[: x.ndim // 2]
    count = reduction.reduce_prod(sizes)
    square = shaping.reshape(x, assembling.stack([count, count]))
    return shaping.reshape(linear_algebra.diag_part(square), sizes, name)
