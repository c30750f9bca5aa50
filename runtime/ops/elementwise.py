"""Elementwise mathematics: one row per function (see `runtime.ops.rows`)."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.dtypes import COMPLEX, FLOATING, INEXACT, INTEGER, NUMBER, REAL
from runtime.ops import assembling, logic, neural, shaping, special, special_kernels
from runtime.ops.declare import OPS, declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import broadcast, same
from runtime.ops.rows import binary, matching, no_gradient, unary, unbroadcast
from runtime.tensor import EagerTensor, is_tensor

SIGNED = NUMBER - {dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64}
STRING = frozenset({dtypes.string})

#: Derivative of what is constant almost everywhere.
FLAT = None


def conj(x: Any, name: str | None = None) -> Any:
    """The complex conjugate of `x`, elementwise; `x` itself if it is real."""
    if not is_tensor(x):
        x = convert_to_tensor(x)
    return apply(_CONJ, (x,), NO_ATTRS, name) if x.dtype.is_complex else x


_CONJ = declare("Conj", "input: T -> T", np.conjugate, shapes=same, gradient=lambda node, g: [conj(g)], T=COMPLEX)


# -- one operand -----------------------------------------------------------------------------------------------------

negative = unary("Neg", np.negative, SIGNED, lambda x, y: -shaping.ones_like(x), "`-x`.")
sign = unary("Sign", np.sign, SIGNED, FLAT, "-1, 0 or 1: the sign of `x`.")
square = unary("Square", np.square, NUMBER, lambda x, y: 2 * x, "`x * x`.")
sqrt = unary("Sqrt", np.sqrt, INEXACT, lambda x, y: 0.5 / y, "The square root of `x`.")
rsqrt = unary("Rsqrt", lambda x: np.reciprocal(np.sqrt(x)), INEXACT, lambda x, y: -0.5 * y / x, "`1 / sqrt(x)`.")
exp = unary("Exp", np.exp, INEXACT, lambda x, y: y, "`e` to the power of `x`.")
expm1 = unary("Expm1", np.expm1, INEXACT, lambda x, y: y + 1, "`exp(x) - 1`, accurate for small `x`.")
log = unary("Log", np.log, INEXACT, lambda x, y: 1 / x, "The natural logarithm of `x`.")
log1p = unary("Log1p", np.log1p, INEXACT, lambda x, y: 1 / (1 + x), "`log(1 + x)`, accurate for small `x`.")
sin = unary("Sin", np.sin, INEXACT, lambda x, y: cos(x), "The sine of `x`, in radians.")
cos = unary("Cos", np.cos, INEXACT, lambda x, y: -sin(x), "The cosine of `x`, in radians.")
tan = unary("Tan", np.tan, INEXACT, lambda x, y: 1 + y * y, "The tangent of `x`, in radians.")
asin = unary("Asin", np.arcsin, INEXACT, lambda x, y: rsqrt(1 - x * x), "The inverse sine of `x`.")
acos = unary("Acos", np.arccos, INEXACT, lambda x, y: -rsqrt(1 - x * x), "The inverse cosine of `x`.")
atan = unary("Atan", np.arctan, INEXACT, lambda x, y: 1 / (1 + x * x), "The inverse tangent of `x`.")
sinh = unary("Sinh", np.sinh, INEXACT, lambda x, y: cosh(x), "The hyperbolic sine of `x`.")
cosh = unary("Cosh", np.cosh, INEXACT, lambda x, y: sinh(x), "The hyperbolic cosine of `x`.")
tanh = unary("Tanh", np.tanh, INEXACT, lambda x, y: 1 - y * y, "The hyperbolic tangent of `x`.")
asinh = unary("Asinh", np.arcsinh, INEXACT, lambda x, y: 1 / cosh(y), "The inverse hyperbolic sine of `x`.")
acosh = unary("Acosh", np.arccosh, INEXACT, lambda x, y: 1 / sinh(y), "The inverse hyperbolic cosine of `x`.")
atanh = unary("Atanh", np.arctanh, INEXACT, lambda x, y: 1 / (1 - x * x), "The inverse hyperbolic tangent of `x`.")
floor = unary("Floor", np.floor, FLOATING, FLAT, "The largest integer that is not greater than `x`.")
ceil = unary("Ceil", np.ceil, FLOATING, FLAT, "The smallest integer that is not less than `x`.")
rint = unary("Rint", np.rint, FLOATING, FLAT, "The integer nearest to `x`, the even one of two.")


def _sigmoid(x: np.ndarray) -> Any:
    # The exponential of a large number is infinite, and the result 0, as it should be.
    result = np.exp(-x)
    result += result.dtype.type(1)
    return np.reciprocal(result)


sigmoid = unary("Sigmoid", _sigmoid, INEXACT, lambda x, y: y * (1 - y), "`1 / (1 + exp(-x))`.")


erf = unary(
    "Erf", special_kernels.erf, FLOATING, lambda x, y: 2 / math.sqrt(math.pi) * exp(-x * x), "The error function."
)
erfc = unary(
    "Erfc", special_kernels.erfc, FLOATING, lambda x, y: -2 / math.sqrt(math.pi) * exp(-x * x), "`1 - erf(x)`."
)
lgamma = unary(
    "Lgamma", special_kernels.log_gamma, FLOATING, lambda x, y: digamma(x), "The logarithm of `abs(gamma(x))`."
)
digamma = unary(
    "Digamma", special_kernels.digamma, FLOATING, lambda x, y: special.polygamma(shaping.ones_like(x), x),
    "The derivative of `lgamma`.",
)  # fmt: skip


def round(x: Any, name: str | None = None) -> Any:
    """`x` rounded to the nearest integer, halves to the even one.

    >>> round([0.5, 1.5, -2.7]).numpy()
    array([ 0.,  2., -3.], dtype=float32)
    """
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else apply(_ROUND, (x,), NO_ATTRS, name)


_ROUND = declare("Round", "x: T -> T", np.rint, shapes=same, gradient=no_gradient, T=INEXACT)


def abs(x: Any, name: str | None = None) -> Any:
    """The absolute value of `x`; of a complex number a real one.

    >>> abs([-1, 2]).numpy()
    array([1, 2], dtype=int32)
    """
    x = convert_to_tensor(x, name="x")
    if x.dtype.is_complex:
        return apply(_COMPLEX_ABS, (x,), {"Tout": x.dtype.real_dtype}, name)
    return apply(_ABS, (x,), NO_ATTRS, name)


_ABS = declare("Abs", "x: T -> T", np.abs, shapes=same, gradient=lambda node, g: [g * sign(node.inputs[0])], T=REAL)
_COMPLEX_ABS = declare(
    "ComplexAbs", "x: T -> Tout", lambda x, Tout: np.abs(x), shapes=same, T=COMPLEX,
    gradient=lambda node, g: [_as_complex(divide_no_nan(g, node.outputs[0])) * node.inputs[0]],
)  # fmt: skip


def _as_complex(x: Any) -> Any:
    return complex(x, shaping.zeros_like(x))


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


def _safe_log(x: Any) -> Any:
    """The logarithm where the derivative of a power needs it, and 0 where that is 0 anyway."""
    positive = (x > 0) if not x.dtype.is_complex else _not_zero(x)
    return logic.where(positive, log(logic.where(positive, x, shaping.ones_like(x))), shaping.zeros_like(x))


def _not_zero(x: Any) -> Any:
    return logic.not_equal(x, shaping.zeros_like(x))


def _zero_where_zero(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function(x, y)`, and 0 where `x` is 0 whatever `y` is."""

    def kernel(x: np.ndarray, y: np.ndarray) -> Any:
        return np.where(x == 0, np.zeros_like(x), function(x, y)).astype(x.dtype, copy=False)

    return kernel


def _chosen(test: Callable[[Any, Any], Any]) -> Callable[..., tuple[Any, Any]]:
    """The derivative of a choice between two: the cotangent goes to the chosen one."""

    def derivative(x: Any, y: Any, z: Any, g: Any) -> tuple[Any, Any]:
        mask, zero = test(x, y), shaping.zeros_like(g)
        return logic.where(mask, g, zero), logic.where(mask, zero, g)

    return derivative


add = binary("AddV2", np.add, NUMBER | STRING, lambda x, y, z, g: (g, g), "`x + y`.", "add", lenient=True)
subtract = binary("Sub", np.subtract, NUMBER, lambda x, y, z, g: (g, -g), "`x - y`.")
multiply = binary("Mul", np.multiply, NUMBER, lambda x, y, z, g: (g * conj(y), conj(x) * g), "`x * y`.")
real_divide = binary(
    "RealDiv", np.true_divide, INEXACT,
    lambda x, y, z, g: (g / conj(y), g * conj(-x / y / y)), "`x / y` of floating-point numbers.",
)  # fmt: skip
floordiv = binary("FloorDiv", _floor_div, REAL, None, "`x / y`, rounded towards minus infinity: `x // y`.", "floordiv")
floormod = binary(
    "FloorMod", _floor_mod, REAL, lambda x, y, z, g: (g, -g * floordiv(x, y)),
    "The remainder of `floordiv`, which has the sign of `y`: `x % y`.",
)  # fmt: skip
truncatediv = binary("TruncateDiv", _truncate_div, NUMBER, None, "`x / y`, rounded towards zero.")
truncatemod = binary(
    "TruncateMod", _truncate_mod, REAL, None, "The remainder of `truncatediv`: it has the sign of `x`."
)
pow = binary(
    "Pow", _pow, FLOATING | COMPLEX | INTEGER,
    lambda x, y, z, g: (g * conj(y * pow(x, y - 1)), g * conj(z * _safe_log(x))), "`x ** y`.",
)  # fmt: skip
maximum = binary("Maximum", np.maximum, REAL, _chosen(lambda x, y: x >= y), "The larger of `x` and `y`.")
minimum = binary("Minimum", np.minimum, REAL, _chosen(lambda x, y: x <= y), "The smaller of `x` and `y`.")
squared_difference = binary(
    "SquaredDifference", _squared_difference, FLOATING | COMPLEX | {dtypes.int32, dtypes.int64},
    lambda x, y, z, g: (2 * g * (x - y), -2 * g * (x - y)), "`(x - y) ** 2`.",
)  # fmt: skip
atan2 = binary(
    "Atan2", np.arctan2, FLOATING, lambda y, x, z, g: (g * x / (x * x + y * y), -g * y / (x * x + y * y)),
    "The angle of the point `(y, x)`: the inverse tangent of `x / y`, in the right quadrant.",
)  # fmt: skip
_divide_no_nan = binary(
    "DivNoNan", lambda x, y: np.where(y == 0, np.zeros_like(x), np.divide(x, y)).astype(x.dtype, copy=False), INEXACT,
    lambda x, y, z, g: (divide_no_nan(g, conj(y)), g * conj(divide_no_nan(divide_no_nan(-x, y), y))),
    "`x / y`, and 0 where `y` is 0.",
)  # fmt: skip


def divide_no_nan(x: Any, y: Any, name: str | None = None) -> Any:
    """`x / y`, and 0 where `y` is 0; integers become floating-point numbers first.

    >>> divide_no_nan([1., 2.], [0., 4.]).numpy()
    array([0. , 0.5], dtype=float32)
    """
    x, y = _quotient_operands(x, y, "tf.math.divide_no_nan")
    return _divide_no_nan(x, y, name)


multiply_no_nan = binary(
    "MulNoNan", lambda x, y: np.where(y == 0, np.zeros_like(x), np.multiply(x, y)).astype(x.dtype, copy=False), INEXACT,
    lambda x, y, z, g: (multiply_no_nan(g, conj(y)), multiply_no_nan(conj(x), g)), "`x * y`, and 0 where `y` is 0.",
)  # fmt: skip
xlogy = binary(
    "Xlogy", _zero_where_zero(lambda x, y: x * np.log(y)), INEXACT,
    lambda x, y, z, g: (g * conj(xlogy(_one_unless_zero(x), y)), g * conj(xdivy(x, y))),
    "`x * log(y)`, and 0 where `x` is 0.",
)  # fmt: skip
xlog1py = binary(
    "Xlog1py", _zero_where_zero(lambda x, y: x * np.log1p(y)), INEXACT,
    lambda x, y, z, g: (g * conj(xlog1py(_one_unless_zero(x), y)), g * conj(xdivy(x, y + 1))),
    "`x * log1p(y)`, and 0 where `x` is 0.",
)  # fmt: skip
xdivy = binary(
    "Xdivy", _zero_where_zero(np.divide), INEXACT,
    lambda x, y, z, g: (g * conj(xdivy(_one_unless_zero(x), y)), g * conj(xdivy(-x, y * y))),
    "`x / y`, and 0 where `x` is 0.",
)  # fmt: skip


def _one_unless_zero(x: Any) -> Any:
    return shaping.cast(_not_zero(x), x.dtype)


#: What integers become before they are divided with `/`.
_QUOTIENT = {
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
    return apply(OPS["RealDiv"], (x, y), NO_ATTRS, name or "truediv")


def _quotient_operands(x: Any, y: Any, what: str) -> tuple[Any, Any]:
    """Both as tensors of numbers with a fraction."""
    if type(x) is not EagerTensor or type(y) is not EagerTensor:
        x, y = matching(x, y, lenient=True)
    if x.dtype is not y.dtype:
        raise TypeError(f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}.")
    if x.dtype in INEXACT:
        return x, y
    wider = _QUOTIENT.get(x.dtype)
    if wider is None:
        allowed = ", ".join(map(repr, [*_QUOTIENT, *sorted(INEXACT, key=lambda d: d.name)]))
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
    return apply(_RECIPROCAL, (convert_to_tensor(x, name="x"),), NO_ATTRS, name)


def _reciprocal(x: np.ndarray) -> Any:
    _nonzero(x)
    return np.reciprocal(x) if x.dtype.kind in "iufc" else np.divide(np.ones_like(x), x)


_RECIPROCAL = declare(
    "Reciprocal", "x: T -> T", _reciprocal, shapes=same, T=NUMBER,
    gradient=lambda node, g: [-g * conj(node.outputs[0] * node.outputs[0])],
)  # fmt: skip


def add_n(inputs: Any, name: str | None = None) -> Any:
    """The sum of a list of tensors of one shape and dtype.

    Raises:
        ValueError: if the list is empty.

    >>> add_n([[1, 2], [3, 4], [5, 6]]).numpy()
    array([ 9, 12], dtype=int32)
    """
    if is_tensor(inputs) and inputs.shape.rank:
        inputs = assembling.unstack(inputs)
    if not isinstance(inputs, (list, tuple)):
        inputs = [inputs]
    if not inputs:
        raise ValueError("Input `inputs` should contain at least one tensor")
    first = convert_to_tensor(inputs[0])
    rest = [convert_to_tensor(x, first.dtype) for x in inputs[1:]]
    return apply(_ADD_N, (first, *rest), NO_ATTRS, name) if rest else shaping.identity(first, name)


def _add_n_shape(x: Any, *others: Any, N: int | None = None) -> Any:
    shape = x.shape
    for other in others:
        shape = shape.merge_with(other.shape)
    return shape


def _sum_all(*arrays: np.ndarray) -> Any:
    total = arrays[0]
    for array in arrays[1:]:
        if array.shape != arrays[0].shape:
            raise ValueError(
                f"Inputs to operation AddN must have the same size and shape. {arrays[0].shape} != {array.shape}"
            )
        total = total + array
    return total


_ADD_N = declare(
    "AddN",
    "inputs: N * T -> T",
    _sum_all,
    shapes=_add_n_shape,
    gradient=lambda node, g: [g] * len(node.inputs),
    T=NUMBER,
)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """`x` multiplied by a scalar."""
    x = convert_to_tensor(x)
    return multiply(convert_to_tensor(scalar, x.dtype), x, name)


def reciprocal_no_nan(x: Any, name: str | None = None) -> Any:
    """`1 / x`, and 0 where `x` is 0."""
    x = convert_to_tensor(x)
    return divide_no_nan(shaping.ones_like(x), x, name)


def log_sigmoid(x: Any, name: str | None = None) -> Any:
    """The logarithm of `sigmoid(x)`, computed without overflow."""
    x = convert_to_tensor(x)
    return negative(neural.softplus(-x), name)


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
    return apply(_COMPLEX, (real, imag), {"Tout": target}, name)


def real(input: Any, name: str | None = None) -> Any:
    """The real part of `input`; `input` itself if it is real."""
    x = convert_to_tensor(input)
    return apply(_REAL, (x,), {"Tout": x.dtype.real_dtype}, name) if x.dtype.is_complex else x


def imag(input: Any, name: str | None = None) -> Any:
    """The imaginary part of `input`: zeros if it is real."""
    x = convert_to_tensor(input)
    return apply(_IMAG, (x,), {"Tout": x.dtype.real_dtype}, name) if x.dtype.is_complex else shaping.zeros_like(x)


def angle(input: Any, name: str | None = None) -> Any:
    """The argument of the complex numbers `input`, in radians."""
    return atan2(imag(input), real(input), name)


def _as(kernel: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arrays, Tout: np.asarray(kernel(*arrays)).astype(Tout.dtype)


_REAL = declare("Real", "input: T -> Tout", _as(np.real), shapes=same, T=COMPLEX,
                gradient=lambda node, g: [complex(g, shaping.zeros_like(g))])  # fmt: skip
_IMAG = declare("Imag", "input: T -> Tout", _as(np.imag), shapes=same, T=COMPLEX,
                gradient=lambda node, g: [complex(shaping.zeros_like(g), g)])  # fmt: skip
_COMPLEX = declare(
    "Complex", "real: T, imag: T -> Tout", _as(lambda a, b: a + 1j * b), shapes=broadcast,
    gradient=lambda node, g: unbroadcast(node.inputs[0], node.inputs[1], real(g), imag(g)), T=FLOATING,
)  # fmt: skip
