"""Schemas and shape rules: special functions."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.dtypes import FLOATING
from runtime.ir.schema import op
from runtime.ops.point_wise import binary, unary
from runtime.ops.shape_rules import broadcast

# -- zeta and its like -----------------------------------------------------------------------------------------------

ZETA = binary("Zeta", FLOATING)
POLYGAMMA = binary("Polygamma", FLOATING)
IGAMMA_BY_A = op("IgammaGradA", "a: T, x: T -> z: T", shapes=broadcast, T=FLOATING)
IGAMMA = binary("Igamma", FLOATING)
IGAMMAC = binary("Igammac", FLOATING)
BETAINC = op("Betainc", "a: T, b: T, x: T -> z: T", shapes=broadcast, T=(dtypes.float32, dtypes.float64))
# -- the normal distribution -----------------------------------------------------------------------------------------


NDTRI = unary("Ndtri", FLOATING)
ERFINV = unary("Erfinv", FLOATING)
# -- Bessel functions ------------------------------------------------------------------------------------------------


BESSEL_I0 = unary("BesselI0", FLOATING)
BESSEL_I1 = unary("BesselI1", FLOATING)
BESSEL_I0E = unary("BesselI0e", FLOATING)
BESSEL_I1E = unary("BesselI1e", FLOATING)
# -- the rest --------------------------------------------------------------------------------------------------------

NEXT_AFTER = binary("NextAfter", (dtypes.float32, dtypes.float64))
CUMULATIVE_LOGSUMEXP = op(
    "CumulativeLogsumexp",
    "x: T, axis: Tidx; exclusive: bool, reverse: bool -> out: T",
    shapes=lambda x, axis, **attrs: x.shape,
    T=FLOATING,
    Tidx=(dtypes.int32, dtypes.int64),
)
