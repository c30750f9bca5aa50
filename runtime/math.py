"""`tf.math`: mathematics on tensors."""

from __future__ import annotations

from runtime.ops.elementwise import (
    abs,
)  # fmt: skip
from runtime.ops.logic import (
    approximate_equal,
)  # fmt: skip
from runtime.ops.neural import (
    in_top_k,
)  # fmt: skip
from runtime.ops.reduction import (
    argmax,
)  # fmt: skip
from runtime.ops.shaping import (
    invert_permutation,
)  # fmt: skip
from runtime.ops.sorting import (
    bincount,
)  # fmt: skip
from runtime.ops.special import (
    accumulate_n,
    bessel_i0,
    bessel_i0e,
    bessel_i1,
    bessel_i1e,
    betainc,
    cumulative_logsumexp,
    erfcinv,
    erfinv,
    igamma,
    igammac,
    is_non_decreasing,
    is_strictly_increasing,
    lbeta,
    ndtri,
    nextafter,
    polygamma,
    zeta,
)  # fmt: skip

__all__ = [
    "abs", "accumulate_n", "approximate_equal", "argmax", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e",
    "betainc", "bincount", "cumulative_logsumexp", "erfcinv", "erfinv", "igamma", "igammac", "in_top_k",
    "invert_permutation", "is_non_decreasing", "is_strictly_increasing", "lbeta", "ndtri", "nextafter", "polygamma",
    "zeta",
]  # fmt: skip
