"""NumPy's products of vectors and matrices, what it takes of their diagonals, and its linear algebra."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators.raising import require
from autograph.staging import backend_of
from runtime.library import (
    assembling,
    creation,
    elementwise,
    indexing,
    linear_algebra,
    logic,
    matrix,
    reduction,
    shaping,
)
from runtime.library.array_lengths import check_not_empty, check_they_multiply, sizes
from runtime.library.numpy_operands import array, flat, floats, meeting, number, rank_of, real, shape_of, size, together


def dot(a: Any, b: Any) -> Any:
    """The product of two arrays: of vectors, of matrices, or of one with a number."""
    a, b = map(number, together(a, b))
    if 0 in (rank_of(a), rank_of(b)):
        return a * b
    check_they_multiply(a, b)
    if rank_of(b) > 2:
        return matrix.tensordot(a, b, [[rank_of(a) - 1], [rank_of(b) - 2]])
    if rank_of(a) > 2:
        return matrix.tensordot(a, b, [[rank_of(a) - 1], [0]])
    return _product(a, b)


def matmul(x1: Any, x2: Any, /) -> Any:
    """`x1 @ x2`."""
    a, b = map(number, together(x1, x2))
    check_they_multiply(a, b)
    return _product(a, b)


def _product(a: Any, b: Any) -> Any:
    row, column = rank_of(a) == 1, rank_of(b) == 1  # which vectors are taken as
    made = matrix.matmul(a[None, :] if row else a, b[:, None] if column else b)
    made = made[..., 0] if column else made
    return made if not row else made[0] if column else made[..., 0, :]


def inner(a: Any, b: Any) -> Any:
    """The products of vectors along the last axes."""
    a, b = map(number, together(a, b))
    if 0 in (rank_of(a), rank_of(b)):
        return a * b
    if (rank_of(a), rank_of(b)) == (1, 1):
        a, b = meeting(a, b)
        return reduction.reduce_sum(a * b)
    return matrix.tensordot(a, b, [[rank_of(a) - 1], [rank_of(b) - 1]])


def inner_of_all(a: Any, b: Any, /) -> Any:
    """The product of two arrays, taken as vectors."""
    a, b = map(number, map(flat, together(a, b)))
    return reduction.reduce_sum(operator.mul(*meeting(a, b)))


def outer(a: Any, b: Any) -> Any:
    """The products of each element with each."""
    a, b = map(number, together(a, b))
    return shaping.reshape(a, [-1, 1]) * shaping.reshape(b, [1, -1])


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """The sums of products along some axes."""
    a, b = map(number, together(a, b))
    return matrix.tensordot(a, b, axes)


def einsum(subscripts: str, /, *operands: Any) -> Any:
    """The sums of products that a text describes."""
    return matrix.einsum(subscripts, *map(number, together(*operands)))


def kronecker(a: Any, b: Any) -> Any:
    """Copies of an array, times each element of another."""
    a, b = map(number, together(a, b))
    rank = max(rank_of(a), rank_of(b))
    one, other = ([1] * (rank - rank_of(x)) + shape_of(x) for x in (a, b))
    a = shaping.reshape(a, [part for count in one for part in (count, 1)])
    b = shaping.reshape(b, [part for count in other for part in (1, count)])
    return shaping.reshape(a * b, [*map(operator.mul, one, other)])


def cross(a: Any, b: Any) -> Any:
    """What is at right angles to both of two vectors."""
    a, b = meeting(a, b)
    if (shape_of(a)[-1], shape_of(b)[-1]) != (3, 3):
        raise TypeError("of vectors of three")  # of two they are no vectors, which NumPy does not take any more
    parts = [a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return assembling.stack(parts, -1)


# Diagonals


def diagonal(a: Any, offset: int = 0) -> Any:
    """The elements on a diagonal of a matrix."""
    return linear_algebra.diag_part(_matrix(a), k=offset)


def diag(v: Any, k: int = 0) -> Any:
    """A matrix with a vector on a diagonal, or the diagonal of a matrix."""
    x = array(v)
    return linear_algebra.diag(x, k=k) if rank_of(x) == 1 else diagonal(x, k)


def trace(a: Any, offset: int = 0) -> Any:
    """The sum of a diagonal."""
    return reduction.reduce_sum(number(diagonal(a, offset)))


def _part(is_kept: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def form(m: Any, k: int = 0) -> Any:
        x = _matrix(m)
        rows, columns = sizes(x)[-2:]
        kept = is_kept(creation.range(columns)[None, :], creation.range(rows)[:, None] + k)
        return logic.where(kept, x, shaping.zeros_like(x))

    return form


def _matrix(a: Any) -> Any:
    x = array(a)
    if rank_of(x) != 2:
        raise TypeError("of a matrix only")
    return x


# Linear algebra


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The length of a vector, or of a matrix."""
    x = real(array(x))
    is_of_matrix = rank_of(x) == 2 and axis is None
    if ord is None or (ord == "fro" and is_of_matrix) or (ord == 2 and not is_of_matrix):
        return elementwise.sqrt(reduction.reduce_sum(elementwise.square(x), axis=axis, keepdims=keepdims))
    if not (isinstance(axis, int) or (axis is None and rank_of(x) in (1, 2))) or isinstance(ord, str):
        raise TypeError("of vectors, or of a matrix")
    if is_of_matrix:
        along = {1: 0, -1: 0, math.inf: 1, -math.inf: 1}.get(ord)
        if along is None or keepdims:
            raise TypeError("a norm of matrices that is not staged")
        sums = reduction.reduce_sum(elementwise.abs(x), axis=along)
        return reduction.reduce_max(sums) if ord > 0 else reduction.reduce_min(sums)
    if math.isinf(ord):
        return (reduction.reduce_max if ord > 0 else reduction.reduce_min)(
            elementwise.abs(x), axis=axis, keepdims=keepdims
        )
    if ord == 0:
        return reduction.reduce_sum(shaping.cast(logic.not_equal(x, 0), x.dtype), axis=axis, keepdims=keepdims)
    if ord == 1:
        return reduction.reduce_sum(elementwise.abs(x), axis=axis, keepdims=keepdims)
    return reduction.reduce_sum(elementwise.abs(x) ** ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def _square(a: Any) -> Any:
    x = real(array(a))
    if rank_of(x) != 2:
        raise np.linalg.LinAlgError(f"{rank_of(x)}-dimensional array given. Array must be at least two-dimensional")
    if len({*shape_of(x)}) > 1:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return x


def determinant(a: Any) -> Any:
    """The determinant of a matrix."""
    return linear_algebra.det(_square(a))


def _checked(x: Any) -> Any:
    """A matrix; that it has no inverse raises, when the program runs, what NumPy raises of it."""
    backend: Any = backend_of(x)
    if backend is not None:
        error = np.linalg.LinAlgError("Singular matrix")
        require(backend, logic.not_equal(linear_algebra.det(x), 0), error)
    return x


def inverse(a: Any) -> Any:
    """The inverse of a matrix."""
    return linear_algebra.inv(_checked(_square(a)))


def solved(a: Any, b: Any) -> Any:
    """What a matrix is to be multiplied with to be something."""
    x, y = floats(_square(a), b)
    made = linear_algebra.solve(_checked(x), y[:, None] if rank_of(y) == 1 else y)
    return made[:, 0] if rank_of(y) == 1 else made


def power(a: Any, n: int) -> Any:
    """A matrix to the power of an integer."""
    x = _checked(number(array(a))) if n < 0 else number(array(a))
    if shape_of(x)[0] != shape_of(x)[-1] or rank_of(x) != 2:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    if n == 0:
        return creation.eye(shape_of(x)[0], dtype=x.dtype)
    return functools.reduce(matrix.matmul, [inverse(x) if n < 0 else x] * abs(n))


def cholesky(a: Any) -> Any:
    """The triangle whose product with itself a matrix is."""
    x = _square(a)
    backend: Any = backend_of(x)
    if backend is not None:
        error = np.linalg.LinAlgError("Matrix is not positive definite")
        require(backend, reduction.reduce_all(linear_algebra.eigvalsh(x) > 0), error)
    return linear_algebra.cholesky(x)


def eigenvalues(a: Any) -> Any:
    """The eigenvalues of a symmetric matrix."""
    return linear_algebra.eigvalsh(_square(a))


# Sums of products along a vector


def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """The sums of the products of two vectors, of which one is moved along the other."""
    a, v = map(number, together(a, v))
    if (rank_of(a), rank_of(v)) != (1, 1) or mode not in ("full", "same", "valid"):
        raise TypeError("of vectors only")
    check_not_empty(a, 0, "a cannot be empty")
    check_not_empty(v, 0, "v cannot be empty")
    count, width = size(a), size(v)
    places = creation.range(count + width - 1)[:, None] - creation.range(count)[None, :]
    weights = indexing.gather(v, elementwise.maximum(elementwise.minimum(places, width - 1), 0))
    is_there = logic.logical_and(places >= 0, places < width)
    full = reduction.reduce_sum(logic.where(is_there, weights, shaping.zeros_like(weights)) * a[None, :], axis=1)
    least, most = elementwise.minimum(count, width), elementwise.maximum(count, width)
    if mode == "valid":
        return full[least - 1 : most]
    return full if mode == "full" else full[(least - 1) // 2 : (least - 1) // 2 + most]


def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    """Likewise, of vectors that run in the same direction."""
    a, v = together(a, v)
    if rank_of(a) != 1 or rank_of(v) != 1 or shape_of(a)[0] < shape_of(v)[0]:
        raise TypeError("of a vector and a shorter one")
    return convolve(a, assembling.reverse(v, [0]), mode)


def polynomial(p: Any, x: Any) -> Any:
    """The value of a polynomial."""
    p, x = together(p, x)
    found = shaping.zeros_like(x)
    for place in range(shape_of(p)[0]):
        found = found * x + p[place]
    return found


def powers(x: Any, N: Any = None, increasing: bool = False) -> Any:
    """A matrix of the powers of numbers."""
    x = number(array(x))
    count = shape_of(x)[0] if N is None else N
    columns = [shaping.ones_like(x)]
    for _ in range(count - 1):
        columns.append(columns[-1] * x)
    return assembling.stack(columns if increasing else columns[::-1], 1)


#: Functions of NumPy by the names that they have there.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "dot": dot, "matmul": matmul, "inner": inner, "vdot": inner_of_all, "outer": outer, "tensordot": tensordot,
    "einsum": einsum, "kron": kronecker, "cross": cross, "trace": trace, "tril": _part(operator.le),
    "triu": _part(operator.ge), "convolve": convolve, "correlate": correlate, "polyval": polynomial, "vander": powers,
    "linalg.norm": norm, "linalg.det": determinant, "linalg.inv": inverse, "linalg.solve": solved,
    "linalg.matrix_power": power, "linalg.cholesky": cholesky, "linalg.eigvalsh": eigenvalues,
}  # fmt: skip

#: Those whose result may be a view of what they are given.
VIEWS: dict[str, Callable[..., Any]] = {"diag": diag, "diagonal": diagonal}
