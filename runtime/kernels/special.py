"""Kernels: special functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ir.schema import kernels
from runtime.kernels import special_kernels
from runtime.ops import special as ops

_TINY = 1e-300
_PRECISE = 1e-16
#: Of larger numbers the logarithm of the gamma function is out of range.
_LARGEST_LGAMMA = 2.5e305


def _elementwise(function: Callable[..., float], count: int) -> Callable[..., Any]:
    """A kernel from a function of Python floats."""
    vectorised = np.frompyfunc(function, count, 1)

    def kernel(*arrays: np.ndarray) -> Any:
        result = vectorised(*[a.astype(np.float64) for a in arrays])
        return np.asarray(result, np.float64).astype(arrays[0].dtype)

    return kernel


kernels[ops.ZETA] = special_kernels.zeta
kernels[ops.POLYGAMMA] = special_kernels.polygamma


def _digamma(x: float) -> float:
    return float(special_kernels.digamma_of(np.array([x]))[0])


def _igamma_grad_a(a: float, x: float) -> float:
    """The derivative of the series AS 6.5.29 by `a`, term by term: that of `x ** (a + n) / gamma(a + n + 1)`."""
    if not (a > 0 and x > 0) or math.isinf(x) or a > _LARGEST_LGAMMA:
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


kernels[ops.IGAMMA_BY_A] = _elementwise(_igamma_grad_a, 2)
kernels[ops.IGAMMA] = special_kernels.igamma
kernels[ops.IGAMMAC] = special_kernels.igammac


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


kernels[ops.BETAINC] = _elementwise(_betainc, 3)
kernels[ops.NDTRI] = special_kernels.ndtri
kernels[ops.ERFINV] = special_kernels.erfinv
kernels[ops.BESSEL_I0] = special_kernels.bessel(0)
kernels[ops.BESSEL_I1] = special_kernels.bessel(1)
kernels[ops.BESSEL_I0E] = special_kernels.scaled_bessel(0)
kernels[ops.BESSEL_I1E] = special_kernels.scaled_bessel(1)
kernels[ops.NEXT_AFTER] = np.nextafter


def _cumulative_logsumexp(x: np.ndarray, axis: np.ndarray, exclusive: bool, reverse: bool) -> np.ndarray:
    moved = np.moveaxis(x, int(axis.item()), 0)
    moved = moved[::-1] if reverse else moved
    if exclusive:
        lowest = np.full((1, *moved.shape[1:]), -np.inf, x.dtype)
        moved = np.concatenate([lowest, moved[:-1]])
    result = np.logaddexp.accumulate(moved, 0)
    return np.moveaxis(result[::-1] if reverse else result, 0, int(axis.item())).astype(x.dtype, copy=False)


kernels[ops.CUMULATIVE_LOGSUMEXP] = _cumulative_logsumexp
