"""Kernels: special functions."""

from __future__ import annotations

from runtime.ir.schema import kernels
from runtime.kernels import special_kernels
from runtime.ops import special as ops

kernels[ops.ZETA] = special_kernels.zeta
kernels[ops.POLYGAMMA] = special_kernels.polygamma
kernels[ops.ERFINV] = special_kernels.erfinv
