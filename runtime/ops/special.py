"""Special functions, computed element by element from the series and continued fractions of the literature.

References are to Abramowitz and Stegun, Handbook of Mathematical Functions (AS), and to NIST's DLMF.
"""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.core.dtypes import FLOATING
from runtime.ops import elementwise, logic, reduction, shaping
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

#: Bernoulli numbers B2, B4, ... over (2k)!: the terms of the formula of Euler and Maclaurin.
_BERNOULLI = [
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330,
]  # fmt: skip


def _zeta(x: float, q: float) -> float:
    """Hurwitz's zeta function, DLMF 25.11.5: a few terms of the sum, and the rest by Euler and Maclaurin."""
    if x == 1:
        return math.inf
    if x < 1 or (q <= 0 and x != math.floor(x)):
        return math.nan
    if q <= 0 and q == math.floor(q):
        return math.inf
    start = 12
    total = math.fsum((q + k) ** -x for k in range(start))
    end = q + start
    total += end ** (1 - x) / (x - 1) + 0.5 * end**-x
    term = x * end ** (-x - 1)
    for k, bernoulli in enumerate(_BERNOULLI, 1):
        total += bernoulli * term / math.factorial(2 * k)
        term *= (x + 2 * k - 1) * (x + 2 * k) / (end * end)
    return total


def _polygamma(n: float, x: float) -> float:
    """AS 6.4.10; the digamma function for n = 0."""
    if n != math.floor(n) or n < 0:
        return math.nan
    if n == 0:
        return elementwise._digamma(x)
    sign = -1.0 if n % 2 == 0 else 1.0
    return sign * math.gamma(n + 1) * _zeta(n + 1, x)


zeta = binary(
    "Zeta", _elementwise(_zeta, 2), FLOATING, lambda x, q, z, g: (None, -g * x * zeta(x + 1, q)),
    "Hurwitz's zeta function: the sum of `(y + k) ** -x` over `k >= 0`.",
)  # fmt: skip
polygamma = binary(
    "Polygamma", _elementwise(_polygamma, 2), FLOATING, lambda n, x, z, g: (None, g * polygamma(n + 1, x)),
    "The derivative of order `x` of `digamma`, at `y`.",
)  # fmt: skip


# -- incomplete gamma and beta functions -----------------------------------------------------------------------------


def _lower_series(a: float, x: float) -> float:
    """The regularised lower incomplete gamma function for `x < a + 1`, AS 6.5.29."""
    term = total = 1 / a
    n = a
    for _ in range(10000):
        n += 1
        term *= x / n
        total += term
        if abs(term) < abs(total) * _PRECISE:
            break
    return total * math.exp(-x + a * math.log(x) - math.lgamma(a))


def _upper_fraction(a: float, x: float) -> float:
    """The regularised upper one for `x >= a + 1`: the continued fraction AS 6.5.31, by the method of Lentz."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    result = d
    for i in range(1, 10000):
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        result *= d * c
        if abs(d * c - 1) < _PRECISE * 4:
            break
    return math.exp(-x + a * math.log(x) - math.lgamma(a)) * result


def _igamma(a: float, x: float) -> float:
    if math.isnan(a) or math.isnan(x) or x < 0 or a < 0 or (a == 0 and x == 0):
        return math.nan
    if x == 0:
        return 0.0
    if a == 0 or math.isinf(x):
        return 1.0
    return _lower_series(a, x) if x < a + 1 else 1 - _upper_fraction(a, x)


def _igammac(a: float, x: float) -> float:
    if math.isnan(a) or math.isnan(x) or x < 0 or a < 0 or (a == 0 and x == 0):
        return math.nan
    if x == 0:
        return 1.0
    if a == 0 or math.isinf(x):
        return 0.0
    return 1 - _lower_series(a, x) if x < a + 1 else _upper_fraction(a, x)


def _gamma_density(a: Any, x: Any) -> Any:
    return elementwise.exp(-x + (a - 1) * elementwise.log(x) - elementwise.lgamma(a))


igamma = binary(
    "Igamma", _elementwise(_igamma, 2), FLOATING, lambda a, x, z, g: (None, g * _gamma_density(a, x)),
    "The regularised lower incomplete gamma function of `x`, at `y`.",
)  # fmt: skip
igammac = binary(
    "Igammac", _elementwise(_igammac, 2), FLOATING, lambda a, x, z, g: (None, -g * _gamma_density(a, x)),
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


@functools.cache
def _normal() -> Any:
    from statistics import NormalDist  # takes long to import, for two functions

    return NormalDist()


def _ndtri(p: float) -> float:
    if 0 < p < 1:
        return _normal().inv_cdf(p)
    return -math.inf if p == 0 else math.inf if p == 1 else math.nan


def _erfinv(x: float) -> float:
    if not -1 < x < 1:
        return math.copysign(math.inf, x) if abs(x) == 1 else math.nan
    # Near 0 the quantile would be taken of a number near 1/2, and lose digits: Newton's method puts them back.
    y = _ndtri((x + 1) / 2) / math.sqrt(2)
    for _ in range(2):
        y -= (math.erf(y) - x) * math.exp(y * y) * math.sqrt(math.pi) / 2
    return y


ndtri = unary(
    "Ndtri", _elementwise(_ndtri, 1), FLOATING,
    lambda x, y: math.sqrt(2 * math.pi) * elementwise.exp(y * y / 2), "The quantile of the normal distribution.",
)  # fmt: skip
erfinv = unary(
    "Erfinv", _elementwise(_erfinv, 1), FLOATING,
    lambda x, y: math.sqrt(math.pi) / 2 * elementwise.exp(y * y), "The inverse of `erf`.",
)  # fmt: skip


def erfcinv(x: Any, name: str | None = None) -> Any:
    """The inverse of `erfc`."""
    x = convert_to_tensor(x)
    return elementwise.multiply(-ndtri(0.5 * x), math.sqrt(0.5), name)


# -- Bessel functions ------------------------------------------------------------------------------------------------


def _bessel(order: int, x: float) -> float:
    """`exp(-abs(x))` times the modified Bessel function: its integral, DLMF 10.32.3, by the trapezoidal rule.

    The integrand is periodic and smooth, for which the rule converges faster than any power of the step.
    """
    size = abs(x)
    count = 32 + int(4 * math.sqrt(size) * 4)
    step = math.pi / count
    total = 0.5 * (1 + (-1) ** order * math.exp(-2 * size))
    for i in range(1, count):
        total += math.exp(size * (math.cos(i * step) - 1)) * math.cos(order * i * step)
    value = total / count
    return -value if order % 2 and x < 0 else value


def _grown(order: int) -> Callable[[float], float]:
    def function(x: float) -> float:
        try:
            return _bessel(order, x) * math.exp(abs(x))
        except OverflowError:
            return math.inf

    return function


bessel_i0 = unary(
    "BesselI0", _elementwise(_grown(0), 1), FLOATING, lambda x, y: bessel_i1(x),
    "The modified Bessel function of order 0.",
)  # fmt: skip
bessel_i1 = unary(
    "BesselI1", _elementwise(_grown(1), 1), FLOATING,
    lambda x, y: logic.where(logic.equal(x, 0), 0.5 * shaping.ones_like(x),
                             bessel_i0(x) - elementwise.divide_no_nan(y, x)),
    "The modified Bessel function of order 1.",
)  # fmt: skip
bessel_i0e = unary(
    "BesselI0e", _elementwise(lambda x: _bessel(0, x), 1), FLOATING,
    lambda x, y: bessel_i1e(x) - elementwise.sign(x) * y, "`exp(-abs(x)) * bessel_i0(x)`.",
)  # fmt: skip
bessel_i1e = unary(
    "BesselI1e", _elementwise(lambda x: _bessel(1, x), 1), FLOATING,
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
    x, axis = node.inputs
    options = node.attrs["exclusive"], not node.attrs["reverse"]
    # Positive and negative cotangents apart: each has a logarithm.
    y = node.outputs[0]
    zero = shaping.zeros_like(g)

    def part(g: Any) -> Any:
        safe = logic.where(g > 0, g, shaping.ones_like(g))
        logs = logic.where(g > 0, elementwise.log(safe) - y, shaping.zeros_like(g) + g.dtype.min)
        return elementwise.exp(cumulative_logsumexp(logs, axis, *options) + x)

    return [part(elementwise.maximum(g, zero)) - part(elementwise.maximum(-g, zero)), None]


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


def accumulate_n(inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: str | None = None) -> Any:
    """The sum of a list of tensors; see `add_n`."""
    return elementwise.add_n(inputs, name)


__all__ = [
    "accumulate_n", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "betainc", "cumulative_logsumexp",
    "erfcinv", "erfinv", "igamma", "igammac", "is_non_decreasing", "is_strictly_increasing", "lbeta", "ndtri",
    "nextafter", "polygamma", "zeta",
]  # fmt: skip
