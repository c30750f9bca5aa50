"""Derivatives: operations that make several strings, or numbers, of each string, or one of several."""

from __future__ import annotations

from runtime.autodiff.point_wise import without_gradient
from runtime.ops import splitting as ops

without_gradient(
    ops.SPLIT,
    ops.BYTES,
    ops.DECODE_WITH_OFFSETS,
    ops.CHARACTERS_WITH_OFFSETS,
    ops.ENCODE_RAGGED,
    ops.TRANSCODE,
)
