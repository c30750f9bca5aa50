"""Functions of `cmath` over staged numbers, as ordinary functions of their parts. `autograph.operators.builtins` runs
them converted.

The branch cuts are those that the documentation of `cmath` tells.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from autograph.operators.calls import to_function


def sqrt(z: Any) -> Any:
    """The root in the right half of the plane."""
    re, im = z.real * 1.0, z.imag * 1.0
    part = math.sqrt((abs(re) + math.hypot(re, im)) / 2)
    if part == 0:
        return complex(part, im)
    if re >= 0:
        return complex(part, im / (2 * part))
    return complex(abs(im) / (2 * part), math.copysign(part, im))


def phase(z: Any) -> Any:
    return math.atan2(z.imag, z.real)


def polar(z: Any) -> Any:
    return math.hypot(z.real, z.imag), math.atan2(z.imag, z.real)


def rect(r: Any, phi: Any) -> Any:
    return complex(r * math.cos(phi), r * math.sin(phi))


def exp(z: Any) -> Any:
    return rect(math.exp(z.real), z.imag)


def log(z: Any, base: Any = None) -> Any:
    """The logarithm, to a base if one is given."""
    size = math.hypot(z.real, z.imag)
    if size == 0:
        raise ValueError("math domain error")
    found = complex(math.log(size), math.atan2(z.imag, z.real))
    return found if base is None else found / log(base)


def log10(z: Any) -> Any:
    return log(z) / math.log(10)


def sin(z: Any) -> Any:
    return complex(math.sin(z.real) * math.cosh(z.imag), math.cos(z.real) * math.sinh(z.imag))


def cos(z: Any) -> Any:
    return complex(math.cos(z.real) * math.cosh(z.imag), -math.sin(z.real) * math.sinh(z.imag))


def sinh(z: Any) -> Any:
    return complex(math.sinh(z.real) * math.cos(z.imag), math.cosh(z.real) * math.sin(z.imag))


def cosh(z: Any) -> Any:
    return complex(math.cosh(z.real) * math.cos(z.imag), math.sinh(z.real) * math.sin(z.imag))


def isnan(z: Any) -> Any:
    return math.isnan(z.real) or math.isnan(z.imag)


def isinf(z: Any) -> Any:
    return math.isinf(z.real) or math.isinf(z.imag)


def isfinite(z: Any) -> Any:
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isclose(a: Any, b: Any, *, rel_tol: Any = 1e-09, abs_tol: Any = 0.0) -> Any:
    """Whether two numbers are close, and neither is infinite or they are one."""
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def _form(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **options: to_function(function)(*args, **options)


FORMS: dict[Any, Callable[..., Any]] = {
    getattr(cmath, function.__name__): _form(function)
    for function in (
        sqrt, phase, polar, rect, exp, log, log10, sin, cos, sinh, cosh, isnan, isinf, isfinite, isclose,
    )
}  # fmt: skip
