"""Derivatives: special functions."""

from __future__ import annotations

import math

from runtime.autodiff.point_wise import of_binary, of_unary
from runtime.ir.schema import gradients
from runtime.library import elementwise
from runtime.library.special import polygamma, zeta
from runtime.ops import special as ops

gradients[ops.ZETA] = of_binary(lambda x, q, z, g: (None, -g * x * zeta(x + 1, q)))
gradients[ops.POLYGAMMA] = of_binary(lambda n, x, z, g: (None, g * polygamma(n + 1, x)))
gradients[ops.ERFINV] = of_unary(lambda x, y: math.sqrt(math.pi) / 2 * elementwise.exp(y * y))
