"""Linear algebra on matrices in the last two dimensions: inverse, determinant, decompositions, bands and diagonals."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors, shapes
from runtime.core.shapes import TensorShape
from runtime.ops import assembling, elementwise, logic, matrix, reduction, shaping
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import same

INDEX = (dtypes.int32, dtypes.int64)
SOLVABLE = frozenset({dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128})


def _refused(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _square(x: Any) -> TensorShape:
    """The shape of `x`, whose last two dimensions must be equal."""
    if x.shape.rank is not None:
        if x.shape.rank < 2:
            raise ValueError(f"Shape must be at least rank 2 but is rank {x.shape.rank}")
        a, b = x.shape[-2], x.shape[-1]
        if None not in (a, b) and a != b:
            raise ValueError(f"Dimensions must be equal, but are {a} and {b}")
    return x.shape


def _t(x: Any) -> Any:
    return matrix_transpose(x, conjugate=True)


def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """The inverse of square matrices.

    Raises:
        InvalidArgumentError: if one is not invertible.

    >>> inv([[2., 0.], [0., 4.]]).numpy().tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return apply(_INVERSE, (convert_to_tensor(input),), {"adjoint": bool(adjoint)}, name)


def _inverse(x: np.ndarray, adjoint: bool) -> np.ndarray:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise _refused("Input matrix must be square.")
    try:
        result = np.linalg.inv(np.conjugate(np.swapaxes(x, -1, -2)) if adjoint else x)
    except np.linalg.LinAlgError:
        raise _refused("Input is not invertible.") from None
    return result.astype(x.dtype, copy=False)


def _inverse_gradient(node: Any, g: Any) -> list[Any]:
    y = node.outputs[0]
    if node.attrs["adjoint"]:
        return [-matrix.matmul(y, matrix.matmul(g, y, adjoint_a=True), adjoint_b=False)]
    return [-matrix.matmul(y, matrix.matmul(g, y, adjoint_b=True), adjoint_a=True)]


_INVERSE = declare(
    "MatrixInverse",
    "input: T -> T",
    _inverse,
    shapes=lambda x, adjoint: _square(x),
    gradient=_inverse_gradient,
    T=SOLVABLE,
)


def det(input: Any, name: str | None = None) -> Any:
    """The determinant of square matrices.

    >>> det([[1., 2.], [3., 5.]]).numpy().round(3)
    np.float32(-1.0)
    """
    return apply(_DETERMINANT, (convert_to_tensor(input),), NO_ATTRS, name)


def _determinant(x: np.ndarray) -> np.ndarray:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise _refused("Input matrix must be square.")
    return np.asarray(np.linalg.det(x)).astype(x.dtype, copy=False)


def _det_gradient(node: Any, g: Any) -> list[Any]:
    scale = g * elementwise.conj(node.outputs[0])
    return [shaping.expand_dims(shaping.expand_dims(scale, -1), -1) * inv(node.inputs[0], adjoint=True)]


_DETERMINANT = declare(
    "MatrixDeterminant",
    "input: T -> T",
    _determinant,
    shapes=lambda x: _square(x)[:-2],
    gradient=_det_gradient,
    T=SOLVABLE,
)


def slogdet(input: Any, name: str | None = None) -> tuple[Any, Any]:
    """The sign and the logarithm of the absolute value of the determinant."""
    sign, log = apply(_LOG_DETERMINANT, (convert_to_tensor(input),), NO_ATTRS, name)
    return sign, log


_LOG_DETERMINANT = declare(
    "LogMatrixDeterminant", "input: T -> T, T",
    lambda x: tuple(np.asarray(v).astype(x.dtype) for v in np.linalg.slogdet(x)),
    shapes=lambda x: [_square(x)[:-2]] * 2, T=SOLVABLE,
    gradient=lambda node, g_sign, g: [
        None if g is None else shaping.expand_dims(shaping.expand_dims(g, -1), -1) * inv(node.inputs[0], adjoint=True)
    ],
)  # fmt: skip


def solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """The solution `x` of `matrix @ x = rhs`.

    Raises:
        InvalidArgumentError: if the matrix is not invertible.

    >>> solve([[2., 0.], [0., 4.]], [[2.], [4.]]).numpy().tolist()
    [[1.0], [1.0]]
    """
    a = convert_to_tensor(matrix)
    return apply(_SOLVE, (a, convert_to_tensor(rhs, a.dtype)), {"adjoint": bool(adjoint)}, name)


def _solve(a: np.ndarray, b: np.ndarray, adjoint: bool) -> np.ndarray:
    try:
        return np.linalg.solve(np.conjugate(np.swapaxes(a, -1, -2)) if adjoint else a, b).astype(b.dtype, copy=False)
    except np.linalg.LinAlgError:
        raise _refused("Input matrix is not invertible.") from None


def _solve_gradient(node: Any, g: Any) -> list[Any]:
    a, x = node.inputs[0], node.outputs[0]
    adjoint = node.attrs["adjoint"]
    d_rhs = solve(a, g, adjoint=not adjoint)
    return [-matrix.matmul(x, d_rhs, adjoint_b=True) if adjoint else -matrix.matmul(d_rhs, x, adjoint_b=True), d_rhs]


_SOLVE = declare(
    "MatrixSolve",
    "matrix: T, rhs: T -> T",
    _solve,
    shapes=lambda a, b, adjoint: b.shape,
    gradient=_solve_gradient,
    T=SOLVABLE,
)


def cholesky(input: Any, name: str | None = None) -> Any:
    """The lower triangular factor `l` of positive definite matrices: `l @ adjoint(l)` is the input."""
    return apply(_CHOLESKY, (convert_to_tensor(input),), NO_ATTRS, name)


def _cholesky(x: np.ndarray) -> np.ndarray:
    try:
        return np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        raise _refused("Cholesky decomposition was not successful. The input might not be valid.") from None


def _cholesky_gradient(node: Any, g: Any) -> list[Any]:
    """Murray, "Differentiation of the Cholesky decomposition" (2016), section 3.1."""
    lower = node.outputs[0]
    middle = band_part(matrix.matmul(lower, g, adjoint_a=True), -1, 0)
    middle = set_diag(middle, 0.5 * diag_part(middle))
    inverse = inv(lower)
    whole = matrix.matmul(matrix.matmul(inverse, middle, adjoint_a=True), inverse)
    return [0.5 * (whole + _t(whole))]


_CHOLESKY = declare(
    "Cholesky", "input: T -> T", _cholesky, shapes=lambda x: _square(x), gradient=_cholesky_gradient, T=SOLVABLE
)


def _decomposition(op_name: str, signature: str, kernel: Callable[..., Any], infer: Callable[..., Any]) -> Any:
    """Declares a decomposition; its gradient is not covered."""
    return declare(op_name, signature, kernel, shapes=infer, T=SOLVABLE)


def _some(x: Any, *tails: Callable[[int | None, int | None], list[int | None]]) -> list[TensorShape]:
    if x.shape.rank is None:
        return [shapes.UNKNOWN] * len(tails)
    return [x.shape[:-2].concatenate(tail(x.shape[-2], x.shape[-1])) for tail in tails]


def _eigh_gradient(node: Any, dvalues: Any, dvectors: Any) -> list[Any]:
    """Giles 2008, section 3.1; eigenvectors of equal eigenvalues have none, and count as constant."""
    values, v = node.outputs
    inner = diag(shaping.zeros_like(values) if dvalues is None else shaping.cast(dvalues, v.dtype))
    if dvectors is not None:
        gaps = shaping.expand_dims(values, -2) - shaping.expand_dims(values, -1)
        inner += shaping.cast(elementwise.reciprocal_no_nan(gaps), v.dtype) * matrix.matmul(v, dvectors, adjoint_a=True)
    whole = matrix.matmul(v, matrix.matmul(inner, v, adjoint_b=True))
    # The matrix is symmetric, and its lower triangle is what counts.
    return [(whole + _t(whole)) * shaping.cast(0.5, whole.dtype)]


_EIGH = declare(
    "SelfAdjointEigV2", "input: T -> T, T", lambda x: tuple(v.astype(x.dtype) for v in np.linalg.eigh(x)),
    shapes=lambda x: _some(x, lambda m, n: [n], lambda m, n: [n, n]), gradient=_eigh_gradient, T=SOLVABLE,
)  # fmt: skip
_QR = _decomposition(
    "Qr", "input: T -> T, T",
    lambda x, full_matrices: tuple(np.linalg.qr(x, "complete" if full_matrices else "reduced")),
    lambda x, full_matrices: _some(x, lambda m, n: [m, None], lambda m, n: [None, n]),
)  # fmt: skip
_SVD = _decomposition(
    "Svd", "input: T -> T, T, T", lambda x, full_matrices: _numpy_svd(x, full_matrices),
    lambda x, full_matrices: _some(x, lambda m, n: [None], lambda m, n: [m, None], lambda m, n: [n, None]),
)  # fmt: skip


def _numpy_svd(x: np.ndarray, full_matrices: bool) -> tuple[np.ndarray, ...]:
    u, s, vh = np.linalg.svd(x, full_matrices)
    return s.astype(x.dtype), u, np.conjugate(np.swapaxes(vh, -1, -2))


def eigh(tensor: Any, name: str | None = None) -> tuple[Any, Any]:
    """The eigenvalues, in ascending order, and eigenvectors of self-adjoint matrices."""
    values, vectors = apply(_EIGH, (convert_to_tensor(tensor),), NO_ATTRS, name)
    return values, vectors


def eigvalsh(tensor: Any, name: str | None = None) -> Any:
    """The eigenvalues of self-adjoint matrices, in ascending order."""
    return eigh(tensor, name)[0]


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> tuple[Any, Any]:
    """The factors `q`, with orthonormal columns, and `r`, upper triangular, of matrices."""
    q, r = apply(_QR, (convert_to_tensor(input),), {"full_matrices": bool(full_matrices)}, name)
    return q, r


def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """The singular values of matrices, in descending order, and the singular vectors `u` and `v`."""
    s, u, v = apply(_SVD, (convert_to_tensor(tensor),), {"full_matrices": bool(full_matrices)}, name)
    return (s, u, v) if compute_uv else s


# -- from public operations ------------------------------------------------------------------------------------------


def matrix_transpose(a: Any, name: str | None = None, conjugate: bool = False) -> Any:
    """`a` with its last two dimensions swapped."""
    a = convert_to_tensor(a)
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
    """The norm of vectors along `axis`: euclidean, 1, 2, any number `p`, or `np.inf`.

    >>> norm([3., 4.]).numpy()
    np.float32(5.0)
    """
    x = convert_to_tensor(tensor)
    size = elementwise.abs(x)
    if ord in ("euclidean", 2, "fro"):
        if ord == 2 and isinstance(axis, (tuple, list)):
            raise NotImplementedError("the spectral norm of a matrix is not covered: use tf.linalg.svd")
        return elementwise.sqrt(reduction.reduce_sum(size * size, axis, keepdims), name)
    if isinstance(axis, (tuple, list)):
        raise NotImplementedError(f"the matrix norm {ord!r} is not covered")
    if ord == 1:
        return reduction.reduce_sum(size, axis, keepdims, name)
    if ord == np.inf:
        return reduction.reduce_max(size, axis, keepdims, name)
    return elementwise.pow(reduction.reduce_sum(elementwise.pow(size, ord), axis, keepdims), 1 / ord, name)


def cross(a: Any, b: Any, name: str | None = None) -> Any:
    """The cross product of vectors of three elements."""
    a, b = convert_to_tensor(a), convert_to_tensor(b)
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
    return apply(_BAND_PART, (convert_to_tensor(input), *counts), NO_ATTRS, name)


def _band_part(x: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    distance = np.arange(x.shape[-1]) - np.arange(x.shape[-2])[:, None]
    low, high = int(lower), int(upper)
    kept = ((low < 0) | (-distance <= low)) & ((high < 0) | (distance <= high))
    return np.where(kept, x, np.zeros((), x.dtype))


_BAND_PART = declare(
    "MatrixBandPart", "input: T, num_lower: Tindex, num_upper: Tindex -> T", _band_part, shapes=same, Tindex=INDEX,
    gradient=lambda node, g: [band_part(g, *node.inputs[1:]), None, None],
)  # fmt: skip


def diag(diagonal: Any, k: int = 0, name: str | None = None) -> Any:
    """Matrices with the last dimension of `diagonal` on diagonal `k`, and zeros elsewhere.

    >>> diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return apply(_DIAG, (convert_to_tensor(diagonal),), {"k": int(k)}, name)


def _diag(x: np.ndarray, k: int) -> np.ndarray:
    size = x.shape[-1] + abs(k)
    result = np.zeros((*x.shape[:-1], size, size), x.dtype)
    rows = np.arange(x.shape[-1]) + max(-k, 0)
    result[..., rows, rows + k] = x
    return result


def _diag_shape(x: Any, k: int) -> TensorShape:
    if x.shape.rank is None:
        return shapes.UNKNOWN
    size = None if x.shape[-1] is None else x.shape[-1] + abs(k)
    return x.shape[:-1].concatenate([size, size])


_DIAG = declare(
    "MatrixDiagV3",
    "diagonal: T -> T",
    _diag,
    shapes=_diag_shape,
    gradient=lambda node, g: [diag_part(g, k=node.attrs["k"])],
)


def diag_part(input: Any, name: str | None = None, k: int = 0) -> Any:
    """The elements on diagonal `k` of matrices.

    >>> diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    return apply(_DIAG_PART, (convert_to_tensor(input),), {"k": int(k)}, name)


def _diag_part_shape(x: Any, k: int) -> TensorShape:
    if x.shape.rank is None:
        return shapes.UNKNOWN
    rows, columns = x.shape[-2], x.shape[-1]
    known = rows is not None and columns is not None
    return x.shape[:-2].concatenate([min(rows + min(k, 0), columns - max(k, 0)) if known else None])


def _diag_part_gradient(node: Any, g: Any) -> list[Any]:
    x, k = node.inputs[0], node.attrs["k"]
    if x.shape.rank is not None and x.shape[-1] == x.shape[-2] and x.shape[-1] is not None:
        return [diag(g, k)]
    return [apply(_SET_DIAG, (shaping.zeros_like(x), g), {"k": k})]


_DIAG_PART = declare(
    "MatrixDiagPartV3", "input: T -> T", lambda x, k: np.diagonal(x, k, -2, -1), shapes=_diag_part_shape,
    gradient=_diag_part_gradient,
)  # fmt: skip


def set_diag(input: Any, diagonal: Any, name: str | None = None, k: int = 0) -> Any:
    """Matrices with diagonal `k` replaced."""
    x = convert_to_tensor(input)
    return apply(_SET_DIAG, (x, convert_to_tensor(diagonal, x.dtype)), {"k": int(k)}, name)


def _set_diag(x: np.ndarray, diagonal: np.ndarray, k: int) -> np.ndarray:
    result = x.copy()
    rows = np.arange(diagonal.shape[-1]) + max(-k, 0)
    result[..., rows, rows + k] = diagonal
    return result


_SET_DIAG = declare(
    "MatrixSetDiagV3", "input: T, diagonal: T -> T", _set_diag, shapes=same,
    gradient=lambda node, g: [
        apply(_SET_DIAG, (g, shaping.zeros_like(node.inputs[1])), node.attrs), diag_part(g, k=node.attrs["k"])
    ],
)  # fmt: skip


def pinv(a: Any, rcond: Any = None, name: str | None = None) -> Any:
    """The pseudo-inverse of matrices (Moore and Penrose), from their singular values."""
    a = convert_to_tensor(a)
    if rcond is None:
        rcond = 10 * max(a.shape[-2] or 1, a.shape[-1] or 1) * float(dtypes._floating_limits(a.dtype.real_dtype).eps)
    s, u, v = svd(a)
    cutoff = rcond * reduction.reduce_max(s, -1, keepdims=True)
    inverse = logic.where(s > cutoff, 1 / logic.where(s > cutoff, s, shaping.ones_like(s)), shaping.zeros_like(s))
    return matrix.matmul(v * shaping.expand_dims(inverse, -2), u, adjoint_b=True, name=name)
