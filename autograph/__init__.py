"""Plain Python control flow, staged into dataflow graphs."""

from __future__ import annotations

from autograph.api import convert, do_not_convert, to_code, to_graph
from autograph.diagnostics import AutographError, ConversionError, StagingError

__all__ = [
    "AutographError",
    "ConversionError",
    "StagingError",
    "convert",
    "do_not_convert",
    "to_code",
    "to_graph",
]
