"""`tf.strings`: operations on strings."""

from __future__ import annotations

from runtime.core.coverage import not_covered
from runtime.library.printing import format
from runtime.library.text import (
    as_string,
    join,
    length,
    lower,
    reduce_join,
    regex_full_match,
    regex_replace,
    strip,
    substr,
    to_number,
    upper,
)
from runtime.structured.splitting import (
    bytes_split,
    split,
    unicode_decode,
    unicode_decode_with_offsets,
    unicode_encode,
    unicode_split,
    unicode_split_with_offsets,
    unicode_transcode,
)

__all__ = [
    "as_string", "bytes_split", "format", "join", "length", "lower", "reduce_join", "regex_full_match",
    "regex_replace", "split", "strip", "substr", "to_number", "unicode_decode", "unicode_decode_with_offsets",
    "unicode_encode", "unicode_split", "unicode_split_with_offsets", "unicode_transcode", "upper",
]  # fmt: skip


__getattr__ = not_covered("tf.strings", __all__)
