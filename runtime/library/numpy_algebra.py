"""NumPy's products of vectors and matrices, what it takes of their diagonals, and its linear algebra."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from runtime.library import (
    creation,
    elementwise,
    linear_algebra,
    logic,
    matrix,
    reduction,
    shaping,
)
from runtime.library.array_lengths import check_they_multiply, sizes
from runtime.library.numpy_operands import array, flat, meeting, number, rank_of, real, together


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


#: Functions of NumPy by the names that they have there.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "dot": dot, "matmul": matmul, "inner": inner, "vdot": inner_of_all, "outer": outer, "tensordot": tensordot,
    "einsum": einsum, "trace": trace, "tril": _part(operator.le), "triu": _part(operator.ge), "linalg.norm": norm,
}  # fmt: skip

#: Those whose result may be a view of what they are given.
VIEWS: dict[str, Callable[..., Any]] = {"diag": diag, "diagonal": diagonal}
