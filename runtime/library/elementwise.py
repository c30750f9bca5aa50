"""Elementwise mathematics: one row per function (see `runtime.library.point_wise`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import INEXACT
from runtime.ir.values import EagerTensor, is_tensor
from runtime.library import shaping
from runtime.library.point_wise import binary, matching, unary
from runtime.ops import elementwise as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def conj(x: Any, name: str | None = None) -> Any:
    """The complex conjugate of `x`, elementwise; `x` itself if it is real."""
    if not is_tensor(x):
        x = convert_to_tensor(x)
    return apply(ops.CONJ, (x,), NO_ATTRS, name) if x.dtype.is_complex else x


# -- one operand -----------------------------------------------------------------------------------------------------

negative = unary(ops.NEG, "`-x`.")
sign = unary(ops.SIGN, "-1, 0 or 1: the sign of `x`.")
square = unary(ops.SQUARE, "`x * x`.")
sqrt = unary(ops.SQRT, "The square root of `x`.")
rsqrt = unary(ops.RSQRT, "`1 / sqrt(x)`.")
exp = unary(ops.EXP, "`e` to the power of `x`.")
expm1 = unary(ops.EXPM1, "`exp(x) - 1`, accurate for small `x`.")
log = unary(ops.LOG, "The natural logarithm of `x`.")
log1p = unary(ops.LOG1P, "`log(1 + x)`, accurate for small `x`.")
sin = unary(ops.SIN, "The sine of `x`, in radians.")
cos = unary(ops.COS, "The cosine of `x`, in radians.")
tan = unary(ops.TAN, "The tangent of `x`, in radians.")
asin = unary(ops.ASIN, "The inverse sine of `x`.")
acos = unary(ops.ACOS, "The inverse cosine of `x`.")
atan = unary(ops.ATAN, "The inverse tangent of `x`.")
sinh = unary(ops.SINH, "The hyperbolic sine of `x`.")
cosh = unary(ops.COSH, "The hyperbolic cosine of `x`.")
tanh = unary(ops.TANH, "The hyperbolic tangent of `x`.")
asinh = unary(ops.ASINH, "The inverse hyperbolic sine of `x`.")
acosh = unary(ops.ACOSH, "The inverse hyperbolic cosine of `x`.")
atanh = unary(ops.ATANH, "The inverse hyperbolic tangent of `x`.")
floor = unary(ops.FLOOR, "The largest integer that is not greater than `x`.")
ceil = unary(ops.CEIL, "The smallest integer that is not less than `x`.")
rint = unary(ops.RINT, "The integer nearest to `x`, the even one of two.")
sigmoid = unary(ops.SIGMOID, "`1 / (1 + exp(-x))`.")
erf = unary(ops.ERF, "The error function.")
erfc = unary(ops.ERFC, "`1 - erf(x)`.")
lgamma = unary(ops.LGAMMA, "The logarithm of `abs(gamma(x))`.")
digamma = unary(ops.DIGAMMA, "The derivative of `lgamma`.")


def round(x: Any, name: str | None = None) -> Any:
    """`x` rounded to the nearest integer, halves to the even one.

    >>> round([0.5, 1.5, -2.7]).numpy()
    array([ 0.,  2., -3.], dtype=float32)
    """
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else apply(ops.ROUND, (x,), NO_ATTRS, name)


def abs(x: Any, name: str | None = None) -> Any:
    """The absolute value of `x`; of a complex number a real one.

    >>> abs([-1, 2]).numpy()
    array([1, 2], dtype=int32)
    """
    x = convert_to_tensor(x, name="x")
    if x.dtype.is_complex:
        return apply(ops.COMPLEX_ABS, (x,), {"Tout": x.dtype.real_dtype}, name)
    return apply(ops.ABS, (x,), NO_ATTRS, name)


add = binary(ops.ADD_V2, "`x + y`.", label="add", lenient=True)
subtract = binary(ops.SUB, "`x - y`.")
multiply = binary(ops.MUL, "`x * y`.")
floordiv = binary(ops.FLOOR_DIV, "`x / y`, rounded towards minus infinity: `x // y`.", label="floordiv")
floormod = binary(ops.FLOOR_MOD, "The remainder of `floordiv`, which has the sign of `y`: `x % y`.")
truncatediv = binary(ops.TRUNCATE_DIV, "`x / y`, rounded towards zero.")
truncatemod = binary(ops.TRUNCATE_MOD, "The remainder of `truncatediv`: it has the sign of `x`.")
pow = binary(ops.POW, "`x ** y`.")
maximum = binary(ops.MAXIMUM, "The larger of `x` and `y`.")
minimum = binary(ops.MINIMUM, "The smaller of `x` and `y`.")
squared_difference = binary(ops.SQUARED_DIFFERENCE, "`(x - y) ** 2`.")
atan2 = binary(ops.ATAN2, "The angle of the point `(y, x)`: the inverse tangent of `x / y`, in the right quadrant.")
_divide_no_nan = binary(ops.DIV_NO_NAN, "`x / y`, and 0 where `y` is 0.")


def divide_no_nan(x: Any, y: Any, name: str | None = None) -> Any:
    """`x / y`, and 0 where `y` is 0; integers become floating-point numbers first.

    >>> divide_no_nan([1., 2.], [0., 4.]).numpy()
    array([0. , 0.5], dtype=float32)
    """
    x, y = _quotient_operands(x, y, "tf.math.divide_no_nan")
    return _divide_no_nan(x, y, name)


multiply_no_nan = binary(ops.MUL_NO_NAN, "`x * y`, and 0 where `y` is 0.")
xlogy = binary(ops.XLOGY, "`x * log(y)`, and 0 where `x` is 0.")
xlog1py = binary(ops.XLOG1PY, "`x * log1p(y)`, and 0 where `x` is 0.")
xdivy = binary(ops.XDIVY, "`x / y`, and 0 where `x` is 0.")
#: What integers become before they are divided with `/`.
QUOTIENT = {
    **dict.fromkeys((dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16), dtypes.float32),
    **dict.fromkeys((dtypes.int32, dtypes.uint32, dtypes.int64, dtypes.uint64), dtypes.float64),
}


def truediv(x: Any, y: Any, name: str | None = None) -> Any:
    """`x / y` as in Python 3: integers become floating-point numbers first.

    Args:
        x: a tensor of numbers.
        y: a tensor of the same dtype; shapes broadcast.
        name: of the node.

    Raises:
        TypeError: if the dtypes differ.

    >>> truediv([1, 2], 2).numpy()
    array([0.5, 1. ])
    """
    x, y = _quotient_operands(x, y, "__truediv__")
    return apply(ops.REAL_DIV, (x, y), NO_ATTRS, name or "truediv")


def _quotient_operands(x: Any, y: Any, what: str) -> tuple[Any, Any]:
    """Both as tensors of numbers with a fraction."""
    if type(x) is not EagerTensor or type(y) is not EagerTensor:
        x, y = matching(x, y, lenient=True)
    if x.dtype is not y.dtype:
        raise TypeError(f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}.")
    if x.dtype in INEXACT:
        return x, y
    wider = QUOTIENT.get(x.dtype)
    if wider is None:
        allowed = ", ".join(map(repr, [*QUOTIENT, *sorted(INEXACT, key=lambda d: d.name)]))
        raise TypeError(f"Invalid dtype {x.dtype!r} in {what}. Expected one of {{{allowed}}}.")
    return shaping.cast(x, wider), shaping.cast(y, wider)


def divide(x: Any, y: Any, name: str | None = None) -> Any:
    """`x / y` as in Python 3; see `truediv`."""
    return truediv(x, y, name)


mod = floormod


def reciprocal(x: Any, name: str | None = None) -> Any:
    """`1 / x`, elementwise.

    >>> reciprocal(4.).numpy()
    np.float32(0.25)
    """
    return apply(ops.RECIPROCAL, (convert_to_tensor(x, name="x"),), NO_ATTRS, name)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """`x` multiplied by a scalar."""
    x = convert_to_tensor(x)
    return multiply(convert_to_tensor(scalar, x.dtype), x, name)


def reciprocal_no_nan(x: Any, name: str | None = None) -> Any:
    """`1 / x`, and 0 where `x` is 0."""
    x = convert_to_tensor(x)
    return divide_no_nan(shaping.ones_like(x), x, name)


def complex(real: Any, imag: Any, name: str | None = None) -> Any:
    """The complex numbers with these real and imaginary parts.

    >>> complex(1., 2.).numpy()
    np.complex64(1+2j)
    """
    real, imag = convert_to_tensor(real, name="real"), convert_to_tensor(imag, name="imag")
    if real.dtype is not imag.dtype or real.dtype not in (dtypes.float32, dtypes.float64):
        raise TypeError(
            f"The `real` and `imag` components have incorrect types: {real.dtype.name} {imag.dtype.name}. They must be "
            f"consistent, and one of {[dtypes.float32, dtypes.float64]}"
        )
    target = dtypes.complex128 if real.dtype is dtypes.float64 else dtypes.complex64
    return apply(ops.COMPLEX_OF_PARTS, (real, imag), {"Tout": target}, name)


def real(input: Any, name: str | None = None) -> Any:
    """The real part of `input`; `input` itself if it is real."""
    x = convert_to_tensor(input)
    return apply(ops.REAL_PART, (x,), {"Tout": x.dtype.real_dtype}, name) if x.dtype.is_complex else x


def imag(input: Any, name: str | None = None) -> Any:
    """The imaginary part of `input`: zeros if it is real."""
    x = convert_to_tensor(input)
    return (
        apply(ops.IMAG_PART, (x,), {"Tout": x.dtype.real_dtype}, name) if x.dtype.is_complex else shaping.zeros_like(x)
    )


def angle(input: Any, name: str | None = None) -> Any:
    """The argument of the complex numbers `input`, in radians."""
    return atan2(imag(input), real(input), name)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Any:
    """`value` cast to `dtype`; what is out of its range becomes the nearest value in it."""
    dtype, value = dtypes.as_dtype(dtype), convert_to_tensor(value)
    if value.dtype.is_floating or value.dtype.is_integer:
        low, high = max(value.dtype.min, dtype.min), min(value.dtype.max, dtype.max)
        value = maximum(minimum(value, np.array(high)), np.array(low))
    return shaping.cast(value, dtype, name)
