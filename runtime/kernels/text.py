"""Kernels: operations on strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.core.dtypes import DType
from runtime.ir.schema import kernels
from runtime.kernels import patterns, reduction
from runtime.ops import text as ops


def _each(function: Callable[..., Any], *arrays: np.ndarray, dtype: Any = object) -> np.ndarray:
    """The array of what `function` makes of each element, of arrays that broadcast."""
    if len(arrays) == 1:
        made = np.empty(np.size(arrays[0]), dtype)
        made[:] = list(map(function, np.ravel(arrays[0])))
        return made.reshape(np.shape(arrays[0]))
    views = np.broadcast_arrays(*arrays)
    result = np.empty(views[0].shape, dtype)
    flat = result.reshape(-1)
    for i, items in enumerate(zip(*(v.ravel() for v in views), strict=True)):
        flat[i] = function(*items)
    return flat.reshape(views[0].shape)


def _of_each(function: Callable[..., Any], dtype: Any = object) -> Callable[..., np.ndarray]:
    """The kernel of what works on each string by itself."""

    def of_each(x: np.ndarray, **attrs: Any) -> np.ndarray:
        return _each(lambda item: function(item, **attrs), x, dtype=dtype)

    return of_each


def _recoded(change: Callable[[Any], Any]) -> Callable[..., bytes]:
    """A change of case: of ASCII letters in bytes, or of all letters in UTF-8."""

    def function(item: bytes, encoding: str) -> bytes:
        return change(item.decode("utf-8")).encode() if encoding == "utf-8" else change(item)

    return function


kernels[ops.UPPER] = _of_each(_recoded(lambda s: s.upper()))
kernels[ops.LOWER] = _of_each(_recoded(lambda s: s.lower()))
kernels[ops.STRIP] = _of_each(lambda s: s.strip())
kernels[ops.LENGTH] = _of_each(
    lambda s, unit: len(s.decode("utf-8", "replace")) if unit == "UTF8_CHAR" else len(s), np.int32
)
kernels[ops.REPLACE] = _of_each(patterns.replaced)
kernels[ops.FULL_MATCH] = _of_each(patterns.matches_fully, bool)
kernels[ops.JOIN] = lambda *arrays, separator: _each(lambda *items: separator.encode().join(items), *arrays)


def _reduce_join(x: np.ndarray, axes: np.ndarray, keep_dims: bool, separator: str) -> Any:
    gone = reduction.axes_of(axes, x.ndim)
    kept = [i for i in range(x.ndim) if i not in gone]
    moved = x.transpose(kept + list(gone)).reshape([x.shape[i] for i in kept] + [-1])
    result = np.empty(moved.shape[:-1], object)
    for index in np.ndindex(*result.shape):
        result[index] = separator.encode().join(moved[index])
    return result.reshape([1 if i in gone else d for i, d in enumerate(x.shape)]) if keep_dims else result


kernels[ops.REDUCE_JOIN] = _reduce_join


def _substr(x: np.ndarray, pos: np.ndarray, count: np.ndarray, unit: str) -> np.ndarray:
    def part(item: bytes, start: int, size: int) -> bytes:
        text = item.decode("utf-8") if unit == "UTF8_CHAR" else item
        if not -len(text) <= start <= len(text):
            raise errors.InvalidArgumentError(
                None, None, f"pos {start} out of range for string b'{item.decode()}' at index 0"
            )
        start = start + len(text) if start < 0 else start
        piece = text[start : start + size]
        return piece.encode() if isinstance(piece, str) else piece

    return _each(part, x, pos, count)


kernels[ops.SUBSTR] = _substr


def _as_string(x: np.ndarray, precision: int, scientific: bool, shortest: bool, width: int, fill: str) -> np.ndarray:
    letter = "e" if scientific else "g" if shortest else "f"
    flags = f"%{fill}{width if width > 0 else ''}"
    decimals = f".{precision}" if precision >= 0 else ""

    def text(value: Any) -> bytes:
        if isinstance(value, (bool, np.bool_)):
            return b"true" if value else b"false"
        if isinstance(value, np.integer):
            return ((flags + "d") % int(value)).encode()
        if isinstance(value, np.complexfloating):
            form = flags + decimals + letter
            return f"({form % value.real},{form % value.imag})".encode()
        return ((flags + decimals + letter) % float(value)).encode()

    return _each(text, x)


kernels[ops.AS_STRING] = _as_string


def _to_number(x: np.ndarray, out_type: DType) -> np.ndarray:
    def number(item: bytes) -> Any:
        try:
            return int(item) if out_type.is_integer else float(item)
        except ValueError:
            raise errors.InvalidArgumentError(
                None, None, f"StringToNumberOp could not correctly convert string: {item.decode(errors='replace')}"
            ) from None

    return _each(number, x, dtype=out_type.dtype)


kernels[ops.TO_NUMBER] = _to_number
