"""`tf.debugging`: assertions and checks."""

from __future__ import annotations

from runtime.check_numerics import disable_check_numerics, enable_check_numerics
from runtime.ops.checking import (
    Assert,
    assert_all_finite,
    assert_equal,
    assert_greater,
    assert_greater_equal,
    assert_integer,
    assert_less,
    assert_less_equal,
    assert_near,
    assert_negative,
    assert_non_negative,
    assert_non_positive,
    assert_none_equal,
    assert_positive,
    assert_proper_iterable,
    assert_rank,
    assert_rank_at_least,
    assert_same_float_dtype,
    assert_scalar,
    assert_shapes,
    assert_type,
    check_numerics,
    is_numeric_tensor,
)  # fmt: skip
from runtime.ops.special import (
    is_non_decreasing,
    is_strictly_increasing,
)  # fmt: skip

__all__ = [
    "Assert", "assert_all_finite", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
    "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative",
    "assert_non_positive", "assert_none_equal", "assert_positive", "assert_proper_iterable", "assert_rank",
    "assert_rank_at_least", "assert_same_float_dtype", "assert_scalar", "assert_shapes", "assert_type",
    "check_numerics", "disable_check_numerics", "enable_check_numerics", "is_non_decreasing", "is_numeric_tensor",
    "is_strictly_increasing",
]  # fmt: skip
