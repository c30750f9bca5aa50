"""Schemas and shape rules: special functions."""

from __future__ import annotations

from runtime.core.dtypes import FLOATING
from runtime.ops.point_wise import binary, unary

ZETA = binary("Zeta", FLOATING)
POLYGAMMA = binary("Polygamma", FLOATING)
ERFINV = unary("Erfinv", FLOATING)
