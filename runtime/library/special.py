"""Special functions."""

from __future__ import annotations

from typing import Any

from runtime.library import elementwise, logic, reduction, shaping
from runtime.library.point_wise import binary, unary
from runtime.ops import special as ops
from runtime.tensor.conversion import convert_to_tensor

zeta = binary(ops.ZETA, "Hurwitz's zeta function: the sum of `(y + k) ** -x` over `k >= 0`.")
polygamma = binary(ops.POLYGAMMA, "The derivative of order `x` of `digamma`, at `y`.")
erfinv = unary(ops.ERFINV, "The inverse of `erf`.")


def lbeta(x: Any, name: str | None = None) -> Any:
    """The logarithm of the absolute value of the beta function of the last dimension.

    >>> lbeta([1., 1.]).numpy()
    np.float32(0.0)
    """
    x = convert_to_tensor(x)
    return elementwise.subtract(
        reduction.reduce_sum(elementwise.lgamma(x), -1), elementwise.lgamma(reduction.reduce_sum(x, -1)), name
    )


def _pairs_of_neighbours(x: Any) -> tuple[Any, Any]:
    flat = shaping.reshape(convert_to_tensor(x), [-1])
    return flat[:-1], flat[1:]


def is_non_decreasing(x: Any, name: str | None = None) -> Any:
    """Whether no element of `x` is less than the one before it.

    >>> bool(is_non_decreasing([1, 1, 2]))
    True
    """
    return reduction.reduce_all(logic.less_equal(*_pairs_of_neighbours(x)), name=name)


def is_strictly_increasing(x: Any, name: str | None = None) -> Any:
    """Whether every element of `x` is greater than the one before it."""
    return reduction.reduce_all(logic.less(*_pairs_of_neighbours(x)), name=name)


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
