"""`tf.bitwise`: the bits of integers."""

from __future__ import annotations

from runtime.core.coverage import not_covered
from runtime.library.logic import bitwise_and, bitwise_or, bitwise_xor, invert, left_shift, right_shift

__all__ = [
    "bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift",
]  # fmt: skip


__getattr__ = not_covered("tf.bitwise", __all__)
