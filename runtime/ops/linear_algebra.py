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
from runtime.ops.declare import OPS, declare
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
    if a.ndim < 2 or b.ndim != a.ndim or a.shape[-1] != a.shape[-2] or a.shape[-1] != b.shape[-2]:
        raise _refused(
            "Input matrix must be square and have the rows of the right-hand sides, which are matrices: "
            f"{list(a.shape)} vs. {list(b.shape)}"
        )
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


def _some(x: Any, *tails: Callable[[int | None, int | None], list[int | None]]) -> list[TensorShape]:
    if x.shape.rank is None:
        return [shapes.UNKNOWN] * len(tails)
    return [x.shape[:-2].concatenate(tail(x.shape[-2], x.shape[-1])) for tail in tails]


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


_EIGH = declare(
    "SelfAdjointEigV2", "input: T -> T, T", lambda x: tuple(v.astype(x.dtype) for v in np.linalg.eigh(x)),
    shapes=lambda x: _some(x, lambda m, n: [n], lambda m, n: [n, n]), gradient=_eigh_gradient, T=SOLVABLE,
)  # fmt: skip


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


_QR = declare(
    "Qr", "input: T -> T, T",
    lambda x, full_matrices: tuple(np.linalg.qr(x, "complete" if full_matrices else "reduced")),
    shapes=_qr_shapes, gradient=_qr_gradient, T=SOLVABLE,
)  # fmt: skip
_SVD = declare(
    "Svd", "input: T -> T, T, T", lambda x, full_matrices: _numpy_svd(x, full_matrices), shapes=_svd_shapes,
    gradient=_svd_gradient, T=SOLVABLE,
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
    attrs = {"full_matrices": bool(full_matrices and compute_uv)}
    s, u, v = apply(_SVD, (convert_to_tensor(tensor),), attrs, name)
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
    if x.shape.rank < 2:
        raise ValueError(f"Shape must be at least rank 2 but is rank {x.shape.rank}")
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
