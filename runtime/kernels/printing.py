"""Kernels: text from tensors."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from runtime.ir.schema import kernels
from runtime.ops import printing as ops


def _format_kernel(*values: Any, template: str, placeholder: str, summarize: int) -> bytes:
    pieces = template.split(placeholder)
    texts = [summary(value, summarize) for value in values]
    return "".join(x for pair in zip(pieces, [*texts, ""], strict=True) for x in pair).encode(
        "utf-8", "surrogateescape"
    )


kernels[ops.FORMAT] = _format_kernel


def _print_kernel(text: Any, output_stream: Any, end: str) -> tuple[()]:
    raw = text[()] if isinstance(text, np.ndarray) else text
    line = (raw if isinstance(raw, bytes) else bytes(raw)).decode("utf-8", "replace") + end
    if isinstance(output_stream, str) and output_stream.startswith("file://"):
        with open(output_stream.removeprefix("file://"), "a") as file:
            file.write(line)
        return ()
    stream = getattr(sys, output_stream) if isinstance(output_stream, str) else output_stream
    if callable(getattr(stream, "write", None)):
        stream.write(line)
        stream.flush()
    else:
        stream(line)
    return ()


kernels[ops.PRINT] = _print_kernel


# -- how values look -------------------------------------------------------------------------------------------------


def summary(value: Any, summarize: int = 3) -> str:
    """The text of an array, with at most `summarize` elements at either end of each dimension; -1 for all.

    >>> summary(np.arange(10, dtype=np.int32), 2)
    '[0 1 ... 8 9]'
    """
    if not isinstance(value, np.ndarray):
        return "?" if not isinstance(value, (np.generic, bytes)) else element_text(value)
    if value.ndim == 0:
        return element_text(value[()])
    return _rows(value, summarize if summarize >= 0 else sys.maxsize, 1)


def _rows(array: np.ndarray, edge: int, depth: int) -> str:
    size = len(array)
    kept: list[int | None] = list(range(size))
    if size > 2 * edge:
        kept[edge : size - edge] = [None]
    if array.ndim == 1:
        return "[" + " ".join("..." if i is None else element_text(array[i]) for i in kept) + "]"
    # Matrices are on lines of their own, with as many empty lines between them as they have dimensions beyond two.
    gap = "\n" * (array.ndim - 1) + " " * depth
    return "[" + gap.join("..." if i is None else _rows(array[i], edge, depth + 1) for i in kept) + "]"


_ESCAPES = str.maketrans({"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "'": "\\'", "\\": "\\\\"})


def element_text(value: Any) -> str:
    """One element as TensorFlow's kernels write it: strings quoted, booleans as 0 and 1, floats as short as they can.

    >>> element_text(np.float32(0.1)), element_text(np.float64(0.1) + 0.2), element_text(b'a')
    ('0.1', '0.30000000000000004', '"a"')
    """
    if isinstance(value, bytes):
        return '"' + value.decode("utf-8", "replace").translate(_ESCAPES) + '"'
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else "0"
    if isinstance(value, np.integer):
        return str(int(value))
    if isinstance(value, np.complexfloating):
        return f"({number_text(value.real)},{number_text(value.imag)})"
    return number_text(value)


def number_text(value: Any) -> str:
    """A float with as few digits as name it: 6 if these suffice, else 9; for a double 15, else 17."""
    wide = isinstance(value, (float, np.float64))
    number = float(value)
    if not np.isfinite(number):
        return "nan" if np.isnan(number) else "inf" if number > 0 else "-inf"
    short, full = ("%.15g", "%.17g") if wide else ("%.6g", "%.9g")
    text = short % number
    same = float(text) == number if wide else np.float32(float(text)) == np.float32(number)
    return text if same else full % number
