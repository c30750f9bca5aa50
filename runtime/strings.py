"""`tf.strings`: operations on strings."""

from __future__ import annotations

from runtime.ops.printing import (
    format,
)  # fmt: skip
from runtime.ops.text import (
    as_string,
    bytes_split,
    join,
    length,
    lower,
    reduce_join,
    regex_full_match,
    regex_replace,
    split,
    strip,
    substr,
    to_number,
    unicode_decode,
    upper,
)  # fmt: skip

__all__ = [
    "as_string", "bytes_split", "format", "join", "length", "lower", "reduce_join", "regex_full_match",
    "regex_replace", "split", "strip", "substr", "to_number", "unicode_decode", "upper",
]  # fmt: skip
