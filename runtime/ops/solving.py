"""Solving linear equations, factorising, and functions of matrices, on the last two dimensions."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors, shapes
from runtime.core.shapes import TensorShape
from runtime.ops import assembling, creation, elementwise, indexing, linear_algebra, matrix, reduction, shaping
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.linear_algebra import SOLVABLE


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _batch(x: Any, *sizes: int | None) -> TensorShape:
    """The leading dimensions of a stack of matrices, and these sizes."""
    return shapes.UNKNOWN if x.shape.rank is None else TensorShape([*x.shape.as_list()[:-2], *sizes])


def _square(x: Any, **attrs: Any) -> TensorShape:
    return linear_algebra._square(x)


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
    return apply(_TRIANGULAR, (a, convert_to_tensor(rhs, a.dtype)), attrs, name)


def _triangular(a: np.ndarray, b: np.ndarray, lower: bool, adjoint: bool) -> np.ndarray:
    a = np.tril(a) if lower else np.triu(a)
    if adjoint:
        a = np.conjugate(np.swapaxes(a, -1, -2))
    try:
        return np.linalg.solve(a, b).astype(b.dtype, copy=False)
    except np.linalg.LinAlgError:
        raise _refused("Input matrix is not invertible.") from None


def _triangular_gradient(node: Any, g: Any) -> list[Any]:
    a, _ = node.inputs
    x, lower, adjoint = node.outputs[0], node.attrs["lower"], node.attrs["adjoint"]
    db = triangular_solve(a, g, lower, not adjoint)
    da = -matrix.matmul(x, db, adjoint_b=True) if adjoint else -matrix.matmul(db, x, adjoint_b=True)
    return [linear_algebra.band_part(da, -1, 0) if lower else linear_algebra.band_part(da, 0, -1), db]


_TRIANGULAR = declare(
    "MatrixTriangularSolve", "matrix: T, rhs: T -> T", _triangular, gradient=_triangular_gradient, T=SOLVABLE,
    shapes=lambda a, b, **attrs: b.shape,
)  # fmt: skip


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


def lu(input: Any, output_idx_type: Any = dtypes.int32, name: str | None = None) -> tuple[Any, Any]:
    """The factors of square matrices into a lower and an upper triangle, with partial pivoting.

    Args:
        input: square matrices.
        output_idx_type: the dtype of the permutation.
        name: of the node.

    Returns:
        Both triangles in one matrix (the ones on the diagonal of the lower are not stored), and the permutation `p`:
        row `i` of their product is row `p[i]` of the matrix.

    >>> lu([[1., 2.], [4., 4.]])[1].numpy()
    array([1, 0], dtype=int32)
    """
    found = apply(_LU, (convert_to_tensor(input),), {"output_idx_type": dtypes.as_dtype(output_idx_type)}, name)
    return found[0], found[1]


def _lu(x: np.ndarray, output_idx_type: dtypes.DType) -> tuple[np.ndarray, np.ndarray]:
    stack = x.reshape(-1, *x.shape[-2:]).copy()
    rows = np.tile(np.arange(x.shape[-1]), (len(stack), 1))
    for a, p in zip(stack, rows, strict=True):
        for k in range(len(a)):
            pivot = k + int(np.argmax(np.abs(a[k:, k])))
            if a[pivot, k] == 0:
                raise _refused("Input is not invertible.")
            a[[k, pivot]], p[[k, pivot]] = a[[pivot, k]], p[[pivot, k]]
            a[k + 1 :, k] /= a[k, k]
            a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return stack.reshape(x.shape), rows.reshape(x.shape[:-1]).astype(output_idx_type.dtype)


_LU = declare(
    "Lu", "input: T -> T, output_idx_type", _lu, T=SOLVABLE,
    shapes=lambda x, **attrs: [_square(x), x.shape[:-1]],
)  # fmt: skip


def lu_reconstruct(lower_upper: Any, perm: Any, validate_args: bool = False, name: str | None = None) -> Any:
    """The matrix that `lu` was given."""
    both = convert_to_tensor(lower_upper)
    size = shaping.sizes(both)[-1]
    upper = linear_algebra.band_part(both, 0, -1)
    lower = both - upper + creation.eye(size, dtype=both.dtype)
    product = matrix.matmul(lower, upper)
    back = shaping.invert_permutation(perm)
    return indexing.gather(product, back, axis=-2, name=name)


def lu_solve(lower_upper: Any, perm: Any, rhs: Any, validate_args: bool = False, name: str | None = None) -> Any:
    """Solves `a @ x = rhs`, given `lu(a)`."""
    return linear_algebra.solve(lu_reconstruct(lower_upper, perm), rhs, name=name)


def lu_matrix_inverse(lower_upper: Any, perm: Any, validate_args: bool = False, name: str | None = None) -> Any:
    """The inverse of a matrix, given `lu` of it."""
    return linear_algebra.inv(lu_reconstruct(lower_upper, perm), name=name)


def _complex_of(dtype: dtypes.DType) -> dtypes.DType:
    return {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}.get(dtype, dtype)


_EIG = declare(
    "Eig", "input: T -> Tout, Tout", lambda x, Tout: tuple(a.astype(Tout.dtype) for a in np.linalg.eig(x)),
    T=SOLVABLE, shapes=lambda x, Tout: [x.shape[:-1], _square(x)], gradient=lambda *given: _eig_gradient(*given),
)  # fmt: skip


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


def eig(tensor: Any, name: str | None = None) -> tuple[Any, Any]:
    """The eigenvalues and eigenvectors (as columns) of square matrices: complex numbers.

    >>> eig([[2., 0.], [0., 3.]])[0].numpy()
    array([2.+0.j, 3.+0.j], dtype=complex64)
    """
    x = convert_to_tensor(tensor)
    values, vectors = apply(_EIG, (x,), {"Tout": _complex_of(x.dtype)}, name)
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


# -- functions of matrices -------------------------------------------------------------------------------------------

#: Coefficients of the Padé approximant of order 13 of the exponential (Higham 2005).
_PADE = [
    64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600,
    670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
]  # fmt: skip


def _expm(x: np.ndarray) -> np.ndarray:
    """Scaling and squaring: the approximant of `x / 2**s`, squared `s` times."""
    if not x.size:
        return x
    wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    length = np.abs(wide).sum(-2).max(initial=0)
    squarings = max(0, int(np.ceil(np.log2(length / 5.4)))) if length > 0 and np.isfinite(length) else 0
    a = wide / 2**squarings
    power = np.broadcast_to(np.eye(x.shape[-1]), x.shape)
    even, odd = _PADE[0] * power, _PADE[1] * power
    square = a @ a
    for k in range(2, 14, 2):
        power = power @ square
        even, odd = even + _PADE[k] * power, odd + _PADE[k + 1] * power
    result = np.linalg.solve(even - a @ odd, even + a @ odd)
    for _ in range(squarings):
        result = result @ result
    return result.astype(x.dtype)


def _expm_gradient(node: Any, g: Any) -> list[Any]:
    """The derivative is the upper right block of the exponential of a block matrix (Higham 2008, theorem 3.6)."""
    a = linear_algebra.adjoint(node.inputs[0])
    size = shaping.sizes(a)[-1]
    top = assembling.concat([a, g], -1)
    bottom = assembling.concat([shaping.zeros_like(a), a], -1)
    return [expm(assembling.concat([top, bottom], -2))[..., :size, size:]]


_EXPM = declare("MatrixExponential", "input: T -> T", _expm, shapes=_square, gradient=_expm_gradient, T=SOLVABLE)


def expm(input: Any, name: str | None = None) -> Any:
    """The exponential of square matrices.

    >>> expm([[0., 0.], [0., 0.]]).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return apply(_EXPM, (convert_to_tensor(input),), NO_ATTRS, name)


def _by_eigenvalues(function: Any) -> Any:
    def kernel(x: np.ndarray) -> np.ndarray:
        values, vectors = np.linalg.eig(x)
        scaled = vectors * function(values.astype(np.complex128))[..., None, :]
        result = np.linalg.solve(np.swapaxes(vectors, -1, -2), np.swapaxes(scaled, -1, -2))
        result = np.swapaxes(result, -1, -2)
        return (result if x.dtype.kind == "c" else result.real).astype(x.dtype)

    return kernel


def _sqrtm_gradient(node: Any, g: Any) -> list[Any]:
    """Solves Sylvester's equation `y^H d + d y^H = g`, as a system of linear equations."""
    root = linear_algebra.adjoint(node.outputs[0])
    *batch, size, _ = shaping.sizes(root)
    eye = creation.eye(size, dtype=root.dtype)
    # With rows stacked, `a @ d @ b` is `kron(a, transpose(b))` times `d`.
    left = matrix.einsum("...ij,kl->...ikjl", root, eye)
    right = matrix.einsum("ij,...kl->...ikjl", eye, linear_algebra.matrix_transpose(root))
    system = shaping.reshape(left + right, [*batch, size * size, size * size])
    solved = linear_algebra.solve(system, shaping.reshape(g, [*batch, size * size, 1]))
    return [shaping.reshape(solved, [*batch, size, size])]


_SQRTM = declare(
    "MatrixSquareRoot", "input: T -> T", _by_eigenvalues(np.sqrt), shapes=_square, gradient=_sqrtm_gradient, T=SOLVABLE
)
_LOGM = declare("MatrixLogarithm", "input: T -> T", _by_eigenvalues(np.log), shapes=_square,
                T=(dtypes.complex64, dtypes.complex128))  # fmt: skip


def sqrtm(input: Any, name: str | None = None) -> Any:
    """The square root of square matrices that can be diagonalised."""
    return apply(_SQRTM, (convert_to_tensor(input),), NO_ATTRS, name)


def logm(input: Any, name: str | None = None) -> Any:
    """The logarithm of square complex matrices that can be diagonalised."""
    return apply(_LOGM, (convert_to_tensor(input),), NO_ATTRS, name)


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


def _from_diagonals(diagonals: Any, format: str) -> Any:
    """Tridiagonal matrices from their diagonals, given as rows (`compact`) or as three tensors (`sequence`)."""
    if format == "matrix":
        return convert_to_tensor(diagonals)
    if format == "compact":
        rows = convert_to_tensor(diagonals)
        upper, main, lower = rows[..., 0, :], rows[..., 1, :], rows[..., 2, :]
    else:
        upper, main, lower = (convert_to_tensor(d) for d in diagonals)
    above, below = linear_algebra.diag(upper[..., :-1], k=1), linear_algebra.diag(lower[..., 1:], k=-1)
    return linear_algebra.diag(main) + above + below


def tridiagonal_matmul(diagonals: Any, rhs: Any, diagonals_format: str = "compact", name: str | None = None) -> Any:
    """The product of tridiagonal matrices, given by their diagonals, and matrices."""
    return matrix.matmul(_from_diagonals(diagonals, diagonals_format), rhs, name=name)


def tridiagonal_solve(
    diagonals: Any, rhs: Any, diagonals_format: str = "compact", transpose_rhs: bool = False,
    conjugate_rhs: bool = False, name: str | None = None, partial_pivoting: bool = True, perturb_singular: bool = False,
) -> Any:  # fmt: skip
    """Solves equations with tridiagonal matrices.

    Args:
        diagonals: the diagonals above, on and below the main one.
        rhs: right-hand sides, as columns; or one, as a vector.
        diagonals_format: `compact` (rows of one tensor), `sequence` (three tensors) or `matrix`.
        transpose_rhs, conjugate_rhs: what to do with `rhs` first.
        name: of the node.
        partial_pivoting, perturb_singular: accepted for compatibility.

    >>> tridiagonal_solve([[1., 0.], [2., 2.], [0., 0.]], [4., 2.]).numpy()
    array([1.5, 1. ], dtype=float32)
    """
    a = _from_diagonals(diagonals, diagonals_format)
    b = convert_to_tensor(rhs, a.dtype)
    if conjugate_rhs:
        b = elementwise.conj(b)
    if b.shape.rank == a.shape.rank - 1:
        return shaping.squeeze(linear_algebra.solve(a, shaping.expand_dims(b, -1)), [-1], name)
    if transpose_rhs:
        b = linear_algebra.matrix_transpose(b)
    return linear_algebra.solve(a, b, name=name)


__all__ = [
    "cholesky_solve", "eig", "eigvals", "expm", "logdet", "logm", "lstsq", "lu", "lu_matrix_inverse",
    "lu_reconstruct", "lu_solve", "matrix_rank", "sqrtm", "tensor_diag", "tensor_diag_part", "triangular_solve",
    "tridiagonal_matmul", "tridiagonal_solve",
]  # fmt: skip
