"""Derivatives: elementwise mathematics."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from runtime.autodiff.point_wise import of_binary, of_unary, unbroadcast, without_gradient
from runtime.ir.schema import gradients
from runtime.library import logic, shaping, special
from runtime.library.elementwise import (
    complex,
    conj,
    cos,
    cosh,
    digamma,
    divide_no_nan,
    exp,
    floordiv,
    imag,
    log,
    multiply_no_nan,
    pow,
    real,
    rsqrt,
    sign,
    sin,
    sinh,
    xdivy,
    xlog1py,
    xlogy,
)
from runtime.ops import elementwise as ops

gradients[ops.CONJ] = lambda node, g: [conj(g)]
gradients[ops.NEG] = of_unary(lambda x, y: -shaping.ones_like(x))
gradients[ops.SQUARE] = of_unary(lambda x, y: 2 * x)
gradients[ops.SQRT] = of_unary(lambda x, y: 0.5 / y)
gradients[ops.RSQRT] = of_unary(lambda x, y: -0.5 * y / x)
gradients[ops.EXP] = of_unary(lambda x, y: y)
gradients[ops.EXPM1] = of_unary(lambda x, y: y + 1)
gradients[ops.LOG] = of_unary(lambda x, y: 1 / x)
gradients[ops.LOG1P] = of_unary(lambda x, y: 1 / (1 + x))
gradients[ops.SIN] = of_unary(lambda x, y: cos(x))
gradients[ops.COS] = of_unary(lambda x, y: -sin(x))
gradients[ops.TAN] = of_unary(lambda x, y: 1 + y * y)
gradients[ops.ASIN] = of_unary(lambda x, y: rsqrt(1 - x * x))
gradients[ops.ACOS] = of_unary(lambda x, y: -rsqrt(1 - x * x))
gradients[ops.ATAN] = of_unary(lambda x, y: 1 / (1 + x * x))
gradients[ops.SINH] = of_unary(lambda x, y: cosh(x))
gradients[ops.COSH] = of_unary(lambda x, y: sinh(x))
gradients[ops.TANH] = of_unary(lambda x, y: 1 - y * y)
gradients[ops.ASINH] = of_unary(lambda x, y: 1 / cosh(y))
gradients[ops.ACOSH] = of_unary(lambda x, y: 1 / sinh(y))
gradients[ops.ATANH] = of_unary(lambda x, y: 1 / (1 - x * x))
gradients[ops.SIGMOID] = of_unary(lambda x, y: y * (1 - y))
gradients[ops.ERF] = of_unary(lambda x, y: 2 / math.sqrt(math.pi) * exp(-x * x))
gradients[ops.ERFC] = of_unary(lambda x, y: -2 / math.sqrt(math.pi) * exp(-x * x))
gradients[ops.LGAMMA] = of_unary(lambda x, y: digamma(x))
gradients[ops.DIGAMMA] = of_unary(lambda x, y: special.polygamma(shaping.ones_like(x), x))
gradients[ops.ABS] = lambda node, g: [g * sign(node.inputs[0])]
gradients[ops.COMPLEX_ABS] = lambda node, g: [_as_complex(divide_no_nan(g, node.outputs[0])) * node.inputs[0]]


def _as_complex(x: Any) -> Any:
    return complex(x, shaping.zeros_like(x))


def _safe_log(x: Any) -> Any:
    """The logarithm where the derivative of a power needs it, and 0 where that is 0 anyway."""
    positive = (x > 0) if not x.dtype.is_complex else _not_zero(x)
    return logic.where(positive, log(logic.where(positive, x, shaping.ones_like(x))), shaping.zeros_like(x))


def _not_zero(x: Any) -> Any:
    return logic.not_equal(x, shaping.zeros_like(x))


def _chosen(test: Callable[[Any, Any], Any]) -> Callable[..., tuple[Any, Any]]:
    """The derivative of a choice between two: the cotangent goes to the chosen one."""

    def derivative(x: Any, y: Any, z: Any, g: Any) -> tuple[Any, Any]:
        mask, zero = test(x, y), shaping.zeros_like(g)
        return logic.where(mask, g, zero), logic.where(mask, zero, g)

    return derivative


gradients[ops.ADD_V2] = of_binary(lambda x, y, z, g: (g, g))
gradients[ops.SUB] = of_binary(lambda x, y, z, g: (g, -g))
gradients[ops.MUL] = of_binary(lambda x, y, z, g: (g * conj(y), conj(x) * g))
gradients[ops.REAL_DIV] = of_binary(lambda x, y, z, g: (g / conj(y), g * conj(-x / y / y)))
gradients[ops.FLOOR_MOD] = of_binary(lambda x, y, z, g: (g, -g * floordiv(x, y)))
gradients[ops.POW] = of_binary(lambda x, y, z, g: (g * conj(y * pow(x, y - 1)), g * conj(z * _safe_log(x))))
gradients[ops.MAXIMUM] = of_binary(_chosen(lambda x, y: x >= y))
gradients[ops.MINIMUM] = of_binary(_chosen(lambda x, y: x <= y))
gradients[ops.SQUARED_DIFFERENCE] = of_binary(lambda x, y, z, g: (2 * g * (x - y), -2 * g * (x - y)))
gradients[ops.ATAN2] = of_binary(lambda y, x, z, g: (g * x / (x * x + y * y), -g * y / (x * x + y * y)))
gradients[ops.DIV_NO_NAN] = of_binary(
    lambda x, y, z, g: (divide_no_nan(g, conj(y)), g * conj(divide_no_nan(divide_no_nan(-x, y), y)))
)
gradients[ops.MUL_NO_NAN] = of_binary(lambda x, y, z, g: (multiply_no_nan(g, conj(y)), multiply_no_nan(conj(x), g)))
gradients[ops.XLOGY] = of_binary(lambda x, y, z, g: (g * conj(xlogy(_one_unless_zero(x), y)), g * conj(xdivy(x, y))))
gradients[ops.XLOG1PY] = of_binary(
    lambda x, y, z, g: (g * conj(xlog1py(_one_unless_zero(x), y)), g * conj(xdivy(x, y + 1)))
)
gradients[ops.XDIVY] = of_binary(
    lambda x, y, z, g: (g * conj(xdivy(_one_unless_zero(x), y)), g * conj(xdivy(-x, y * y)))
)


def _one_unless_zero(x: Any) -> Any:
    return shaping.cast(_not_zero(x), x.dtype)


gradients[ops.RECIPROCAL] = lambda node, g: [-g * conj(node.outputs[0] * node.outputs[0])]
gradients[ops.ADD_N] = lambda node, g: [g] * len(node.inputs)
gradients[ops.REAL_PART] = lambda node, g: [complex(g, shaping.zeros_like(g))]
gradients[ops.IMAG_PART] = lambda node, g: [complex(shaping.zeros_like(g), g)]
gradients[ops.COMPLEX_OF_PARTS] = lambda node, g: unbroadcast(node.inputs[0], node.inputs[1], real(g), imag(g))
without_gradient(ops.SIGN, ops.FLOOR, ops.CEIL, ops.RINT, ops.ROUND, ops.FLOOR_DIV, ops.TRUNCATE_DIV, ops.TRUNCATE_MOD)
