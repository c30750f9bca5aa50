"""NumPy's products of vectors and matrices, what it takes of their diagonals, and its linear algebra."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.library import creation, elementwise, linear_algebra, logic, matrix, reduction, shaping
from runtime.library.array_lengths import check_they_multiply, sizes
from runtime.library.numpy_calls import CALLED
from runtime.library.numpy_operands import array, flat, meeting, number, rank_of, real, together


def _of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of arrays of one dtype; of bools alone it says whether what it gives of integers is not 0."""

    def form(a: Any, b: Any, *others: Any, **options: Any) -> Any:
        return _as_numbers(lambda a, b: function(a, b, *others, **options), a, b)

    return form


def _as_numbers(function: Callable[..., Any], *operands: Any) -> Any:
    given = together(*operands)
    made = function(*map(number, given))
    return logic.not_equal(made, 0) if given[0].dtype is dtypes.bool else made


@_of_numbers
def dot(a: Any, b: Any) -> Any:
    """The product of two arrays: of vectors, of matrices, or of one with a number."""
    if 0 in (rank_of(a), rank_of(b)):
        return a * b
    if max(rank_of(a), rank_of(b)) <= 2:
        return _product(a, b)
    check_they_multiply(a, b)
    return matrix.tensordot(a, b, [[rank_of(a) - 1], [max(rank_of(b) - 2, 0)]])


@_of_numbers
def _product(a: Any, b: Any) -> Any:
    check_they_multiply(a, b)
    return matrix.product_of_any(a, b)


@_of_numbers
def _inner(a: Any, b: Any) -> Any:
    if 0 in (rank_of(a), rank_of(b)):
        return a * b
    if (rank_of(a), rank_of(b)) == (1, 1):
        return reduction.reduce_sum(operator.mul(*meeting(a, b)))
    return matrix.tensordot(a, b, [[rank_of(a) - 1], [rank_of(b) - 1]])


# Diagonals


def diagonal(a: Any, offset: int = 0) -> Any:
    """The elements on a diagonal of a matrix."""
    return linear_algebra.diag_part(_matrix(a), k=offset)


def _diag(v: Any, k: int = 0) -> Any:
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


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """The length of a vector, or of a matrix; of other kinds NumPy knows."""
    x = real(array(x))
    of_matrix = rank_of(x) == 2 and axis is None
    if ord is None or (ord == "fro" and of_matrix) or (ord == 2 and (rank_of(x) == 1 or isinstance(axis, int))):
        return elementwise.sqrt(reduction.reduce_sum(elementwise.square(x), axis=axis, keepdims=keepdims))
    return CALLED["linalg.norm"](x, ord, axis, keepdims)


#: Functions of NumPy by the names that they have there.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "dot": dot,
    "matmul": _product,
    "inner": _inner,
    "vdot": lambda a, b, /: _inner(flat(array(a)), flat(array(b))),
    "outer": _of_numbers(lambda a, b: shaping.reshape(a, [-1, 1]) * shaping.reshape(b, [1, -1])),
    "tensordot": _of_numbers(lambda a, b, axes=2: matrix.tensordot(a, b, axes)),
    "einsum": lambda subscripts, /, *operands: _as_numbers(functools.partial(matrix.einsum, subscripts), *operands),
    "trace": trace,
    "tril": _part(operator.le),
    "triu": _part(operator.ge),
    "linalg.norm": _norm,
}

#: Those whose result may be a view of what they are given.
VIEWS: dict[str, Callable[..., Any]] = {"diag": _diag, "diagonal": diagonal}
