"""Special functions, from the series and continued fractions of the literature (`runtime.ops.special_kernels`).

References are to Abramowitz and Stegun, Handbook of Mathematical Functions (AS), and to NIST's DLMF.
"""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.core.dtypes import FLOATING
from runtime.ops import assembling, creation, elementwise, logic, reduction, scattering, shaping, special_kernels
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import broadcast
from runtime.ops.rows import binary, unary

_TINY = 1e-300
_PRECISE = 1e-16


def _elementwise(function: Callable[..., float], count: int) -> Callable[..., Any]:
    """A kernel from a function of Python floats."""
    vectorised = np.frompyfunc(function, count, 1)

    def kernel(*arrays: np.ndarray) -> Any:
        result = vectorised(*[a.astype(np.float64) for a in arrays])
        return np.asarray(result, np.float64).astype(arrays[0].dtype)

    return kernel


# -- zeta and its like -----------------------------------------------------------------------------------------------

zeta = binary(
    "Zeta", special_kernels.zeta, FLOATING, lambda x, q, z, g: (None, -g * x * zeta(x + 1, q)),
    "Hurwitz's zeta function: the sum of `(y + k) ** -x` over `k >= 0`.",
)  # fmt: skip
polygamma = binary(
    "Polygamma", special_kernels.polygamma, FLOATING, lambda n, x, z, g: (None, g * polygamma(n + 1, x)),
    "The derivative of order `x` of `digamma`, at `y`.",
)  # fmt: skip


# -- incomplete gamma and beta functions -----------------------------------------------------------------------------


def _gamma_density(a: Any, x: Any) -> Any:
    return elementwise.exp(-x + (a - 1) * elementwise.log(x) - elementwise.lgamma(a))


def _digamma(x: float) -> float:
    return float(special_kernels.digamma_of(np.array([x]))[0])


def _igamma_grad_a(a: float, x: float) -> float:
    """The derivative of the series AS 6.5.29 by `a`, term by term: that of `x ** (a + n) / gamma(a + n + 1)`."""
    if not (a > 0 and x > 0) or math.isinf(x) or math.isinf(a):
        return 0.0 if a > 0 and x >= 0 else math.nan
    logarithm = math.log(x)
    term = math.exp(-x + a * logarithm - math.lgamma(a + 1))
    slope = logarithm - _digamma(a + 1)
    total, n = 0.0, a
    for _ in range(10000):
        total += term * slope
        n += 1
        term *= x / n
        slope -= 1 / n
        if n > x and abs(term * slope) <= abs(total) * _PRECISE:
            break
    return total


_IGAMMA_BY_A = declare("IgammaGradA", "a: T, x: T -> T", _elementwise(_igamma_grad_a, 2), shapes=broadcast, T=FLOATING)


def _igamma_by_a(a: Any, x: Any) -> Any:
    return apply(_IGAMMA_BY_A, (a, x))


igamma = binary(
    "Igamma", special_kernels.igamma, FLOATING,
    lambda a, x, z, g: (g * _igamma_by_a(a, x), g * _gamma_density(a, x)),
    "The regularised lower incomplete gamma function of `x`, at `y`.",
)  # fmt: skip
igammac = binary(
    "Igammac", special_kernels.igammac, FLOATING,
    lambda a, x, z, g: (-g * _igamma_by_a(a, x), -g * _gamma_density(a, x)),
    "The regularised upper incomplete gamma function: `1 - igamma(x, y)`.",
)  # fmt: skip


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction DLMF 8.17.22, by the method of Lentz."""
    c = 1.0
    d = 1 / (1 - (a + b) * x / (a + 1) or _TINY)
    result = d
    for m in range(1, 10000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for factor in (even, odd):
            d = 1 / (1 + factor * d or _TINY)
            c = 1 + factor / c or _TINY
            result *= d * c
        if abs(d * c - 1) < _PRECISE * 4:
            break
    return result


def _betainc(a: float, b: float, x: float) -> float:
    if math.isnan(a + b + x) or not 0 <= x <= 1 or a <= 0 or b <= 0:
        return math.nan
    if x in (0.0, 1.0):
        return x
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _betainc_gradient(node: Any, g: Any) -> list[Any]:
    a, b, x = node.inputs
    density = elementwise.exp(
        (a - 1) * elementwise.log(x) + (b - 1) * elementwise.log1p(-x)
        - (elementwise.lgamma(a) + elementwise.lgamma(b) - elementwise.lgamma(a + b))
    )  # fmt: skip
    return [None, None, g * density]


_BETAINC = declare(
    "Betainc", "a: T, b: T, x: T -> T", _elementwise(_betainc, 3), shapes=broadcast, gradient=_betainc_gradient,
    T=(dtypes.float32, dtypes.float64),
)  # fmt: skip


def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Any:
    """The regularised incomplete beta function.

    >>> betainc(1., 1., 0.25).numpy()
    np.float32(0.25)
    """
    a = convert_to_tensor(a)
    return apply(_BETAINC, (a, convert_to_tensor(b, a.dtype), convert_to_tensor(x, a.dtype)), NO_ATTRS, name)


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


ndtri = unary(
    "Ndtri", special_kernels.ndtri, FLOATING,
    lambda x, y: math.sqrt(2 * math.pi) * elementwise.exp(y * y / 2), "The quantile of the normal distribution.",
)  # fmt: skip
erfinv = unary(
    "Erfinv", special_kernels.erfinv, FLOATING,
    lambda x, y: math.sqrt(math.pi) / 2 * elementwise.exp(y * y), "The inverse of `erf`.",
)  # fmt: skip


def erfcinv(x: Any, name: str | None = None) -> Any:
    """The inverse of `erfc`."""
    x = convert_to_tensor(x)
    return elementwise.multiply(-ndtri(0.5 * x), math.sqrt(0.5), name)


# -- Bessel functions ------------------------------------------------------------------------------------------------


bessel_i0 = unary(
    "BesselI0", special_kernels.bessel(0), FLOATING, lambda x, y: bessel_i1(x),
    "The modified Bessel function of order 0.",
)  # fmt: skip
bessel_i1 = unary(
    "BesselI1", special_kernels.bessel(1), FLOATING,
    lambda x, y: logic.where(logic.equal(x, 0), 0.5 * shaping.ones_like(x),
                             bessel_i0(x) - elementwise.divide_no_nan(y, x)),
    "The modified Bessel function of order 1.",
)  # fmt: skip
bessel_i0e = unary(
    "BesselI0e", special_kernels.scaled_bessel(0), FLOATING,
    lambda x, y: bessel_i1e(x) - elementwise.sign(x) * y, "`exp(-abs(x)) * bessel_i0(x)`.",
)  # fmt: skip
bessel_i1e = unary(
    "BesselI1e", special_kernels.scaled_bessel(1), FLOATING,
    lambda x, y: logic.where(logic.equal(x, 0), 0.5 * shaping.ones_like(x),
                             bessel_i0e(x) - y * (elementwise.sign(x) + elementwise.reciprocal_no_nan(x))),
    "`exp(-abs(x)) * bessel_i1(x)`.",
)  # fmt: skip


# -- the rest --------------------------------------------------------------------------------------------------------

nextafter = binary(
    "NextAfter", np.nextafter, (dtypes.float32, dtypes.float64), None, "The number after `x` in the direction of `y`."
)


def _cumulative_logsumexp(x: np.ndarray, axis: np.ndarray, exclusive: bool, reverse: bool) -> np.ndarray:
    moved = np.moveaxis(x, int(axis.item()), 0)
    moved = moved[::-1] if reverse else moved
    if exclusive:
        lowest = np.full((1, *moved.shape[1:]), -np.inf, x.dtype)
        moved = np.concatenate([lowest, moved[:-1]])
    result = np.logaddexp.accumulate(moved, 0)
    return np.moveaxis(result[::-1] if reverse else result, 0, int(axis.item())).astype(x.dtype, copy=False)


def _cumulative_logsumexp_gradient(node: Any, g: Any) -> list[Any]:
    """Element `i` is part of result `j` with the weight `exp(x[i] - y[j])`, which is never more than 1."""
    x, y, axis = node.inputs[0], node.outputs[0], node.inputs[1]
    size = shaping.shape(x)[axis]
    i, j = creation.range(size)[:, None], creation.range(size)
    i, j = (j, i) if node.attrs["reverse"] else (i, j)
    part = logic.less(i, j) if node.attrs["exclusive"] else logic.less_equal(i, j)
    rank = shaping.rank(x)
    last = creation.range(rank)
    # Swapping the axis with the last one is its own inverse.
    swapped = scattering.tensor_scatter_nd_update(
        last,
        shaping.reshape(assembling.stack([axis % rank, rank - 1]), [2, 1]),
        assembling.stack([rank - 1, axis % rank]),
    )
    x, y, g = (shaping.transpose(v, swapped) for v in (x, y, g))
    logs = shaping.expand_dims(x, -1) - shaping.expand_dims(y, -2)
    weights = logic.where(
        part, elementwise.exp(logic.where(part, logs, shaping.zeros_like(logs))), shaping.zeros_like(logs)
    )
    return [shaping.transpose(reduction.reduce_sum(weights * shaping.expand_dims(g, -2), -1), swapped), None]


_CUMULATIVE_LOGSUMEXP = declare(
    "CumulativeLogsumexp", "x: T, axis: Tidx -> T", _cumulative_logsumexp, shapes=lambda x, axis, **attrs: x.shape,
    gradient=_cumulative_logsumexp_gradient, T=FLOATING, Tidx=(dtypes.int32, dtypes.int64),
)  # fmt: skip


def cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    """The running logarithm of a sum of exponentials along a dimension.

    >>> cumulative_logsumexp([0., 0.]).numpy()
    array([0.       , 0.6931472], dtype=float32)
    """
    operands = (convert_to_tensor(x), convert_to_tensor(axis, dtype_hint=dtypes.int32))
    return apply(_CUMULATIVE_LOGSUMEXP, operands, {"exclusive": bool(exclusive), "reverse": bool(reverse)}, name)


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
    return elementwise.add_n(inputs, name)


__all__ = [
    "accumulate_n", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "betainc", "cumulative_logsumexp",
    "erfcinv", "erfinv", "igamma", "igammac", "is_non_decreasing", "is_strictly_increasing", "lbeta", "ndtri",
    "nextafter", "polygamma", "zeta",
]  # fmt: skip
