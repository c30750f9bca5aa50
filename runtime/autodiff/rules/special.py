"""Derivatives: special functions."""

from __future__ import annotations

import math
from typing import Any

from runtime.autodiff.point_wise import of_binary, of_unary, without_gradient
from runtime.ir.schema import gradients
from runtime.library import assembling, creation, elementwise, logic, reduction, scattering, shaping
from runtime.library.special import bessel_i0, bessel_i0e, bessel_i1, bessel_i1e, polygamma, zeta
from runtime.ops import special as ops
from runtime.tensor.dispatch import apply

gradients[ops.ZETA] = of_binary(lambda x, q, z, g: (None, -g * x * zeta(x + 1, q)))
gradients[ops.POLYGAMMA] = of_binary(lambda n, x, z, g: (None, g * polygamma(n + 1, x)))


# -- incomplete gamma and beta functions -----------------------------------------------------------------------------


def _gamma_density(a: Any, x: Any) -> Any:
    return elementwise.exp(-x + (a - 1) * elementwise.log(x) - elementwise.lgamma(a))


def _igamma_by_a(a: Any, x: Any) -> Any:
    return apply(ops.IGAMMA_BY_A, (a, x))


gradients[ops.IGAMMA] = of_binary(lambda a, x, z, g: (g * _igamma_by_a(a, x), g * _gamma_density(a, x)))
gradients[ops.IGAMMAC] = of_binary(lambda a, x, z, g: (-g * _igamma_by_a(a, x), -g * _gamma_density(a, x)))


def _betainc_gradient(node: Any, g: Any) -> list[Any]:
    a, b, x = node.inputs
    density = elementwise.exp(
        (a - 1) * elementwise.log(x) + (b - 1) * elementwise.log1p(-x)
        - (elementwise.lgamma(a) + elementwise.lgamma(b) - elementwise.lgamma(a + b))
    )  # fmt: skip
    return [None, None, g * density]


gradients[ops.BETAINC] = _betainc_gradient
gradients[ops.NDTRI] = of_unary(lambda x, y: math.sqrt(2 * math.pi) * elementwise.exp(y * y / 2))
gradients[ops.ERFINV] = of_unary(lambda x, y: math.sqrt(math.pi) / 2 * elementwise.exp(y * y))
gradients[ops.BESSEL_I0] = of_unary(lambda x, y: bessel_i1(x))
gradients[ops.BESSEL_I1] = of_unary(
    lambda x, y: logic.where(
        logic.equal(x, 0), 0.5 * shaping.ones_like(x), bessel_i0(x) - elementwise.divide_no_nan(y, x)
    )
)
gradients[ops.BESSEL_I0E] = of_unary(lambda x, y: bessel_i1e(x) - elementwise.sign(x) * y)
gradients[ops.BESSEL_I1E] = of_unary(
    lambda x, y: logic.where(
        logic.equal(x, 0),
        0.5 * shaping.ones_like(x),
        bessel_i0e(x) - y * (elementwise.sign(x) + elementwise.reciprocal_no_nan(x)),
    )
)


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


gradients[ops.CUMULATIVE_LOGSUMEXP] = _cumulative_logsumexp_gradient
without_gradient(ops.NEXT_AFTER)
