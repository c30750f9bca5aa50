"""Kernels: elementwise mathematics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.ir.schema import kernels
from runtime.kernels import special_kernels
from runtime.ops import elementwise as ops

kernels[ops.CONJ] = np.conjugate
kernels[ops.NEG] = np.negative
kernels[ops.SIGN] = np.sign


def _square(x: np.ndarray) -> Any:
    # How numpy rounds the square of a complex number depends on where it lies in memory; that of a product does not.
    return np.multiply(x, x) if x.dtype.kind == "c" else np.square(x)


kernels[ops.SQUARE] = _square
kernels[ops.SQRT] = np.sqrt
kernels[ops.RSQRT] = lambda x: np.reciprocal(np.sqrt(x))
kernels[ops.EXP] = np.exp
kernels[ops.EXPM1] = np.expm1
kernels[ops.LOG] = np.log
kernels[ops.LOG1P] = np.log1p
kernels[ops.SIN] = np.sin
kernels[ops.COS] = np.cos
kernels[ops.TAN] = np.tan
kernels[ops.ASIN] = np.arcsin
kernels[ops.ACOS] = np.arccos
kernels[ops.ATAN] = np.arctan
kernels[ops.SINH] = np.sinh
kernels[ops.COSH] = np.cosh
kernels[ops.TANH] = np.tanh
kernels[ops.ASINH] = np.arcsinh
kernels[ops.ACOSH] = np.arccosh
kernels[ops.ATANH] = np.arctanh
kernels[ops.FLOOR] = np.floor
kernels[ops.CEIL] = np.ceil
kernels[ops.RINT] = np.rint


def _sigmoid(x: np.ndarray) -> Any:
    # The exponential of a large number is infinite, and the result 0, as it should be.
    result = np.exp(-x)
    result += result.dtype.type(1)
    return np.reciprocal(result)


kernels[ops.SIGMOID] = _sigmoid
kernels[ops.ERF] = special_kernels.erf
kernels[ops.ERFC] = special_kernels.erfc
kernels[ops.LGAMMA] = special_kernels.log_gamma
kernels[ops.DIGAMMA] = special_kernels.digamma
kernels[ops.ROUND] = np.rint
kernels[ops.ABS] = np.abs
kernels[ops.COMPLEX_ABS] = lambda x, Tout: np.abs(x)


# -- two operands ----------------------------------------------------------------------------------------------------


def _nonzero(y: np.ndarray) -> None:
    if y.dtype.kind in "iu" and not np.all(y):
        raise errors.IntegerDivisionByZeroError(None, None, "Integer division by zero")


def _floor_div(x: np.ndarray, y: np.ndarray) -> Any:
    _nonzero(y)
    return np.floor_divide(x, y)  # as Python has it, of infinities as well: -5.0 // inf is -1.0


def _floor_mod(x: np.ndarray, y: np.ndarray) -> Any:
    _nonzero(y)
    return np.mod(x, y)


def _truncate_div(x: np.ndarray, y: np.ndarray) -> Any:
    _nonzero(y)
    if y.dtype.kind not in "iu":
        return np.trunc(np.divide(x, y)) if y.dtype.kind == "f" else np.divide(x, y)
    quotient = np.floor_divide(x, y)
    return quotient + ((np.multiply(quotient, y) != x) & (quotient < 0)).astype(x.dtype)


def _truncate_mod(x: np.ndarray, y: np.ndarray) -> Any:
    _nonzero(y)
    return np.fmod(x, y)


def _pow(x: np.ndarray, y: np.ndarray) -> Any:
    if y.dtype.kind == "i" and x.size and np.any(y < 0):
        raise errors.InvalidArgumentError(None, None, "Integers to negative integer powers are not allowed")
    if y.size == 1 and x.dtype.kind == "f" and y.ndim <= x.ndim:
        simple = _POWERS.get(y.item())
        if simple is not None:
            return simple(x)
    return np.power(x, y)


#: Powers that need no logarithm.
_POWERS: dict[float, Callable[[np.ndarray], Any]] = {
    1.0: np.positive, 2.0: np.square, 3.0: lambda x: x * x * x, -1.0: np.reciprocal,
}  # fmt: skip


def _squared_difference(x: np.ndarray, y: np.ndarray) -> Any:
    difference = np.subtract(x, y)
    return difference * np.conjugate(difference) if difference.dtype.kind == "c" else np.square(difference)


def _zero_where_zero(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function(x, y)`, and 0 where `x` is 0 whatever `y` is.

    A function of ufuncs: the operators of complex numpy scalars round otherwise.
    """

    def kernel(x: np.ndarray, y: np.ndarray) -> Any:
        return np.where(x == 0, np.zeros_like(x), function(x, y)).astype(x.dtype, copy=False)

    return kernel


kernels[ops.ADD_V2] = np.add
kernels[ops.SUB] = np.subtract
kernels[ops.MUL] = np.multiply
kernels[ops.REAL_DIV] = np.true_divide
kernels[ops.FLOOR_DIV] = _floor_div
kernels[ops.FLOOR_MOD] = _floor_mod
kernels[ops.TRUNCATE_DIV] = _truncate_div
kernels[ops.TRUNCATE_MOD] = _truncate_mod
kernels[ops.POW] = _pow
kernels[ops.MAXIMUM] = np.maximum
kernels[ops.MINIMUM] = np.minimum
kernels[ops.SQUARED_DIFFERENCE] = _squared_difference
kernels[ops.ATAN2] = np.arctan2
kernels[ops.DIV_NO_NAN] = lambda x, y: np.where(y == 0, np.zeros_like(x), np.divide(x, y)).astype(x.dtype, copy=False)
kernels[ops.MUL_NO_NAN] = lambda x, y: np.where(y == 0, np.zeros_like(x), np.multiply(x, y)).astype(x.dtype, copy=False)
kernels[ops.XLOGY] = _zero_where_zero(lambda x, y: np.multiply(x, np.log(y)))
kernels[ops.XLOG1PY] = _zero_where_zero(lambda x, y: np.multiply(x, np.log1p(y)))
kernels[ops.XDIVY] = _zero_where_zero(np.divide)


def _reciprocal(x: np.ndarray) -> Any:
    _nonzero(x)
    return np.reciprocal(x) if x.dtype.kind in "iufc" else np.divide(np.ones_like(x), x)


kernels[ops.RECIPROCAL] = _reciprocal


def _sum_all(*arrays: np.ndarray) -> Any:
    total = arrays[0]
    for array in arrays[1:]:
        if array.shape != arrays[0].shape:
            raise ValueError(
                f"Inputs to operation AddN must have the same size and shape. {arrays[0].shape} != {array.shape}"
            )
        total = total + array
    return total


kernels[ops.ADD_N] = _sum_all


def _as(kernel: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arrays, Tout: np.asarray(kernel(*arrays)).astype(Tout.dtype)


kernels[ops.REAL_PART] = _as(np.real)
kernels[ops.IMAG_PART] = _as(np.imag)
kernels[ops.COMPLEX_OF_PARTS] = _as(lambda a, b: a + 1j * b)
