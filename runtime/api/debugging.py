"""`tf.debugging`: assertions and checks."""

from __future__ import annotations

from runtime.api.traceback_filtering import (
    disable_traceback_filtering,
    enable_traceback_filtering,
    is_traceback_filtering_enabled,
)
from runtime.core.config import get_log_device_placement, set_log_device_placement
from runtime.core.coverage import not_covered
from runtime.library.check_numerics import disable_check_numerics, enable_check_numerics
from runtime.library.checking import (
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
    assert_rank,
    assert_rank_at_least,
    assert_rank_in,
    assert_scalar,
    assert_shapes,
    assert_type,
    check_numerics,
    is_numeric_tensor,
)
from runtime.library.special import is_non_decreasing, is_strictly_increasing

__all__ = [
    "Assert", "assert_all_finite", "assert_equal", "assert_greater", "assert_greater_equal", "assert_integer",
    "assert_less", "assert_less_equal", "assert_near", "assert_negative", "assert_non_negative", "assert_non_positive",
    "assert_none_equal", "assert_positive", "assert_rank", "assert_rank_at_least", "assert_rank_in", "assert_scalar",
    "assert_shapes", "assert_type", "check_numerics", "disable_check_numerics", "disable_traceback_filtering",
    "enable_check_numerics", "enable_traceback_filtering", "get_log_device_placement", "is_non_decreasing",
    "is_numeric_tensor", "is_strictly_increasing", "is_traceback_filtering_enabled", "set_log_device_placement",
]  # fmt: skip


__getattr__ = not_covered("tf.debugging", __all__)
