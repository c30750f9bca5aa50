"""Kernels: operations that make several strings, or numbers, of each string, or one of several."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.ir.schema import kernels
from runtime.ops import splitting as ops


def _in_parts(cut: Callable[..., Any], *kinds: dtypes.DType) -> Callable[..., tuple[np.ndarray, ...]]:
    """The kernel of what cuts each string of a vector into parts: their values, and where each row begins."""

    def parts(x: np.ndarray, **attrs: Any) -> tuple[np.ndarray, ...]:
        rows = [cut(item, **attrs) for item in np.ravel(np.asarray(x, object))]
        splits = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)])
        columns = []
        for position, dtype in enumerate(kinds):
            values = np.empty(int(splits[-1]), dtype.dtype)
            values[:] = [part[position] if len(kinds) > 1 else part for row in rows for part in row]
            columns.append(values)
        return (*columns, splits.astype(np.int64))

    return parts


def _between(item: bytes, separator: str, maxsplit: int) -> list[bytes]:
    return item.split(separator.encode() or None, maxsplit)


def _characters(item: bytes, encoding: str, errors_mode: str, replacement: int) -> list[tuple[str, int]]:
    """The characters of a string, and the places where they begin."""
    text = _decoded(item, encoding, errors_mode, replacement)
    places = np.cumsum([0, *[len(c.encode(encoding, "replace")) for c in text]]).tolist()
    return list(zip(text, places, strict=False))


def _decoded(item: bytes, encoding: str, errors_mode: str, replacement: int) -> str:
    try:
        return item.decode(encoding)
    except UnicodeDecodeError:
        if errors_mode == "strict":
            raise errors.InvalidArgumentError(None, None, "Invalid formatting on input string") from None
        text = item.decode(encoding, "ignore" if errors_mode == "ignore" else "replace")
        return text.replace("\N{REPLACEMENT CHARACTER}", chr(replacement))


def _code_points(item: bytes, **attrs: Any) -> list[tuple[int, int]]:
    return [(ord(c), place) for c, place in _characters(item, **attrs)]


def _character_strings(item: bytes, **attrs: Any) -> list[tuple[bytes, int]]:
    return [(c.encode(attrs["encoding"]), place) for c, place in _characters(item, **attrs)]


kernels[ops.SPLIT] = _in_parts(_between, dtypes.string)
kernels[ops.BYTES] = _in_parts(lambda item: [item[i : i + 1] for i in range(len(item))], dtypes.string)
kernels[ops.DECODE_WITH_OFFSETS] = _in_parts(_code_points, dtypes.int32, dtypes.int64)
kernels[ops.CHARACTERS_WITH_OFFSETS] = _in_parts(_character_strings, dtypes.string, dtypes.int64)


def _encode_ragged(x: np.ndarray, splits: np.ndarray, encoding: str) -> np.ndarray:
    rows = np.empty(len(splits) - 1, object)
    rows[:] = ["".join(map(chr, x[a:b])).encode(encoding) for a, b in itertools.pairwise(splits)]
    return rows


kernels[ops.ENCODE_RAGGED] = _encode_ragged


def _transcode(x: np.ndarray, source: str, target: str, errors_mode: str, replacement: int) -> np.ndarray:
    result = np.empty(np.shape(x), object)
    result.reshape(-1)[:] = [
        _decoded(s, source, errors_mode, replacement).encode(target) for s in np.ravel(np.asarray(x, object))
    ]
    return result


kernels[ops.TRANSCODE] = _transcode
