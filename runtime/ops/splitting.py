"""Schemas and shape rules: operations that make several strings, or numbers, of each string, or one of several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core.shapes import TensorShape
from runtime.ir.schema import op


def _ragged(columns: int) -> Callable[..., list[TensorShape]]:
    """The shapes of the values of so many columns, and of where each row begins."""

    def shapes(x: Any, **attrs: Any) -> list[TensorShape]:
        size = x.shape.num_elements()
        return [TensorShape([None])] * columns + [TensorShape([None if size is None else size + 1])]

    return shapes


#: What is split into characters, and how.
_UNICODE = "input: string; encoding: str, errors_mode: str, replacement: int"

SPLIT = op(
    "StringSplitV2",
    "input: string; separator: str, maxsplit: int -> values: string, row_splits: int64",
    shapes=_ragged(1),
)
BYTES = op("StringBytes", "input: string -> values: string, row_splits: int64", shapes=_ragged(1))
DECODE_WITH_OFFSETS = op(
    "UnicodeDecodeWithOffsets",
    f"{_UNICODE} -> values: int32, offsets: int64, row_splits: int64",
    shapes=_ragged(2),
)
CHARACTERS_WITH_OFFSETS = op(
    "UnicodeSplitWithOffsets",
    f"{_UNICODE} -> values: string, offsets: int64, row_splits: int64",
    shapes=_ragged(2),
)
ENCODE_RAGGED = op(
    "UnicodeEncode",
    "values: int32, splits: int64; encoding: str -> string",
    shapes=lambda x, splits, encoding: TensorShape([None if splits.shape[0] is None else splits.shape[0] - 1]),
)
TRANSCODE = op(
    "UnicodeTranscode",
    "input: string; source: str, target: str, errors_mode: str, replacement: int -> string",
    shapes=lambda x, **attrs: x.shape,
)
