"""`tf.debugging`: assertions and checks."""

from __future__ import annotations

from runtime.check_numerics import (
    disable_check_numerics,
    enable_check_numerics,
)  # fmt: skip
from runtime.ops.checking import (
    Assert,
)  # fmt: skip
from runtime.ops.special import (
    is_non_decreasing,
    is_strictly_increasing,
)  # fmt: skip

__all__ = [
    "Assert", "disable_check_numerics", "enable_check_numerics", "is_non_decreasing", "is_strictly_increasing",
]  # fmt: skip
