"""Special functions."""

from __future__ import annotations

import math
from typing import Any

from runtime.core import dtypes
from runtime.library import assembling, elementwise, logic, reduction, shaping
from runtime.library.point_wise import binary, unary
from runtime.ops import special as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply

# -- zeta and its like -----------------------------------------------------------------------------------------------

zeta = binary(ops.ZETA, "Hurwitz's zeta function: the sum of `(y + k) ** -x` over `k >= 0`.")
polygamma = binary(ops.POLYGAMMA, "The derivative of order `x` of `digamma`, at `y`.")
igamma = binary(ops.IGAMMA, "The regularised lower incomplete gamma function of `x`, at `y`.")
igammac = binary(ops.IGAMMAC, "The regularised upper incomplete gamma function: `1 - igamma(x, y)`.")


def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Any:
    """The regularised incomplete beta function.

    >>> betainc(1., 1., 0.25).numpy()
    np.float32(0.25)
    """
    a = convert_to_tensor(a)
    return apply(ops.BETAINC, (a, convert_to_tensor(b, a.dtype), convert_to_tensor(x, a.dtype)), NO_ATTRS, name)


def lbeta(x: Any, name: str | None = None) -> Any:
    """The logarithm of the absolute value of the beta function of the last dimension.

    >>> lbeta([1., 1.]).numpy()
    np.float32(0.0)
    """
    x = convert_to_tensor(x)
    return elementwise.subtract(
        reduction.reduce_sum(elementwise.lgamma(x), -1), elementwise.lgamma(reduction.reduce_sum(x, -1)), name
    )


# -- the normal distribution -----------------------------------------------------------------------------------------


ndtri = unary(ops.NDTRI, "The quantile of the normal distribution.")
erfinv = unary(ops.ERFINV, "The inverse of `erf`.")


def erfcinv(x: Any, name: str | None = None) -> Any:
    """The inverse of `erfc`."""
    x = convert_to_tensor(x)
    return elementwise.multiply(-ndtri(0.5 * x), math.sqrt(0.5), name)


# -- Bessel functions ------------------------------------------------------------------------------------------------


bessel_i0 = unary(ops.BESSEL_I0, "The modified Bessel function of order 0.")
bessel_i1 = unary(ops.BESSEL_I1, "The modified Bessel function of order 1.")
bessel_i0e = unary(ops.BESSEL_I0E, "`exp(-abs(x)) * bessel_i0(x)`.")
bessel_i1e = unary(ops.BESSEL_I1E, "`exp(-abs(x)) * bessel_i1(x)`.")
# -- the rest --------------------------------------------------------------------------------------------------------

nextafter = binary(ops.NEXT_AFTER, "The number after `x` in the direction of `y`.")


def cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    """The running logarithm of a sum of exponentials along a dimension.

    >>> cumulative_logsumexp([0., 0.]).numpy()
    array([0.       , 0.6931472], dtype=float32)
    """
    operands = (convert_to_tensor(x), convert_to_tensor(axis, dtype_hint=dtypes.int32))
    return apply(ops.CUMULATIVE_LOGSUMEXP, operands, {"exclusive": bool(exclusive), "reverse": bool(reverse)}, name)


def is_non_decreasing(x: Any, name: str | None = None) -> Any:
    """Whether no element of `x` is less than the one before it.

    >>> bool(is_non_decreasing([1, 1, 2]))
    True
    """
    flat = shaping.reshape(convert_to_tensor(x), [-1])
    return reduction.reduce_all(logic.less_equal(flat[:-1], flat[1:]), name=name)


def is_strictly_increasing(x: Any, name: str | None = None) -> Any:
    """Whether every element of `x` is greater than the one before it.

    >>> bool(is_strictly_increasing([1, 1, 2]))
    False
    """
    flat = shaping.reshape(convert_to_tensor(x), [-1])
    return reduction.reduce_all(logic.less(flat[:-1], flat[1:]), name=name)


def polyval(coeffs: Any, x: Any, name: str | None = None) -> Any:
    """The polynomial with these coefficients, highest power first, at `x`.

    >>> polyval([1., 0., 2.], 3.).numpy()
    np.float32(11.0)
    """
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    x = convert_to_tensor(x)
    total = shaping.zeros_like(x)
    for c in coeffs:
        total = convert_to_tensor(c, dtype_hint=x.dtype) + total * x
    return shaping.identity(total, name)


def accumulate_n(inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: str | None = None) -> Any:
    """The sum of a list of tensors; see `add_n`."""
    return assembling.add_n(inputs, name)


__all__ = [
    "accumulate_n", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "betainc", "cumulative_logsumexp",
    "erfcinv", "erfinv", "igamma", "igammac", "is_non_decreasing", "is_strictly_increasing", "lbeta", "ndtri",
    "nextafter", "polygamma", "zeta",
]  # fmt: skip
