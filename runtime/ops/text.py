"""Operations on strings. An element is `bytes`; characters are bytes unless a unit or an encoding says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape, broadcast_shapes
from runtime.ops import patterns, reduction
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import broadcast, same
from runtime.ops.inference import reduction as reduced_shape
from runtime.ops.rows import elementwise, no_gradient
from runtime.tensor import is_tensor


def _strings(x: Any) -> Any:
    # What is a tensor already is for the operation to complain about.
    return convert_to_tensor(x) if is_tensor(x) else convert_to_tensor(x, dtypes.string)


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


_UPPER = declare(
    "StringUpper", "input: string -> string", _of_each(_recoded(lambda s: s.upper())), shapes=same, gradient=no_gradient
)
_LOWER = declare(
    "StringLower", "input: string -> string", _of_each(_recoded(lambda s: s.lower())), shapes=same, gradient=no_gradient
)
_STRIP = declare(
    "StringStrip", "input: string -> string", _of_each(lambda s: s.strip()), shapes=same, gradient=no_gradient
)
_LENGTH = declare(
    "StringLength",
    "input: string -> int32",
    _of_each(lambda s, unit: len(s.decode("utf-8", "replace")) if unit == "UTF8_CHAR" else len(s), np.int32),
    shapes=same,
    gradient=no_gradient,
)
_REPLACE = declare(
    "RegexReplace", "input: string -> string", _of_each(patterns.replaced), shapes=same, gradient=no_gradient
)
_FULL_MATCH = declare(
    "RegexFullMatch", "input: string -> bool", _of_each(patterns.matches_fully, bool), shapes=same, gradient=no_gradient
)


@elementwise
def upper(input: Any, encoding: str = "", name: str | None = None) -> Any:
    """`input` in upper case.

    >>> upper('ab').numpy()
    b'AB'
    """
    return apply(_UPPER, (_strings(input),), {"encoding": encoding}, name)


@elementwise
def lower(input: Any, encoding: str = "", name: str | None = None) -> Any:
    """`input` in lower case."""
    return apply(_LOWER, (_strings(input),), {"encoding": encoding}, name)


@elementwise
def strip(input: Any, name: str | None = None) -> Any:
    """`input` without white space at either end."""
    return apply(_STRIP, (_strings(input),), NO_ATTRS, name)


@elementwise
def length(input: Any, unit: str = "BYTE", name: str | None = None) -> Any:
    """The number of bytes, or of characters if `unit` is `UTF8_CHAR`.

    >>> length('é').numpy(), length('é', unit='UTF8_CHAR').numpy()
    (np.int32(2), np.int32(1))
    """
    return apply(_LENGTH, (_strings(input),), {"unit": _unit(unit)}, name)


def _unit(unit: str) -> str:
    if unit not in ("BYTE", "UTF8_CHAR"):
        raise errors.InvalidArgumentError(
            None, None, f'Value for attr \'unit\' of "{unit}" is not in the list of allowed values: "BYTE", "UTF8_CHAR"'
        )
    return unit


@elementwise
def regex_replace(input: Any, pattern: str, rewrite: str, replace_global: bool = True, name: str | None = None) -> Any:
    """`input` with what matches `pattern` replaced by `rewrite`, in which `\\1` stands for a group."""
    attrs = {"pattern": pattern, "rewrite": rewrite, "replace_global": bool(replace_global)}
    return apply(_REPLACE, (_strings(input),), attrs, name)


@elementwise
def regex_full_match(input: Any, pattern: str, name: str | None = None) -> Any:
    """Whether all of `input` matches `pattern`."""
    return apply(_FULL_MATCH, (_strings(input),), {"pattern": pattern}, name)


def join(inputs: Any, separator: str = "", name: str | None = None) -> Any:
    """Strings put together, element by element; scalars broadcast.

    >>> join(['a', ['b', 'c']], separator='-').numpy()
    array([b'a-b', b'a-c'], dtype=object)
    """
    return apply(_JOIN, [_strings(x) for x in inputs], {"separator": separator}, name)


def _join_shape(*inputs: Any, separator: str) -> TensorShape:
    return broadcast_shapes(*[x.shape for x in inputs])


_JOIN = declare(
    "StringJoin", "inputs: N * string -> string",
    lambda *arrays, separator: _each(lambda *items: separator.encode().join(items), *arrays), shapes=_join_shape,
    gradient=no_gradient,
)  # fmt: skip


def reduce_join(
    inputs: Any, axis: Any = None, keepdims: bool = False, separator: str = "", name: str | None = None
) -> Any:
    """Strings put together along `axis`, or all of them.

    >>> reduce_join([['a', 'b'], ['c', 'd']], axis=1, separator='+').numpy()
    array([b'a+b', b'c+d'], dtype=object)
    """
    x = _strings(inputs)
    attrs = {"keep_dims": bool(keepdims), "separator": separator}
    return apply(_REDUCE_JOIN, (x, reduction._axis_tensor(x, axis)), attrs, name)


def _reduce_join(x: np.ndarray, axes: np.ndarray, keep_dims: bool, separator: str) -> Any:
    gone = reduction._axes(axes, x.ndim)
    kept = [i for i in range(x.ndim) if i not in gone]
    moved = x.transpose(kept + list(gone)).reshape([x.shape[i] for i in kept] + [-1])
    result = np.empty(moved.shape[:-1], object)
    for index in np.ndindex(*result.shape):
        result[index] = separator.encode().join(moved[index])
    return result.reshape([1 if i in gone else d for i, d in enumerate(x.shape)]) if keep_dims else result


_REDUCE_JOIN = declare(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> string",
    _reduce_join,
    shapes=reduced_shape,
    gradient=no_gradient,
)


@elementwise
def substr(input: Any, pos: Any, len: Any, unit: str = "BYTE", name: str | None = None) -> Any:
    """The part of each string that begins at `pos` and has length `len`.

    >>> substr(['hello', 'ab'], 0, 2).numpy()
    array([b'he', b'ab'], dtype=object)
    """
    operands = (
        _strings(input),
        convert_to_tensor(pos, dtype_hint=dtypes.int32),
        convert_to_tensor(len, dtype_hint=dtypes.int32),
    )
    return apply(_SUBSTR, operands, {"unit": _unit(unit)}, name)


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


_SUBSTR = declare("Substr", "input: string, pos: T, len: T -> string", _substr, shapes=broadcast, gradient=no_gradient,
                  T=(dtypes.int32, dtypes.int64))  # fmt: skip


@elementwise
def as_string(
    input: Any, precision: int = -1, scientific: bool = False, shortest: bool = False, width: int = -1, fill: str = "",
    name: str | None = None,
) -> Any:  # fmt: skip
    """Numbers as text, as C's `printf` writes them.

    Args:
        input: numbers or booleans.
        precision: digits after the point.
        scientific: whether an exponent is always written.
        shortest: whether the shorter of both forms is taken.
        width: of the text; -1 for as wide as it is.
        fill: what it is padded with: nothing (spaces), `0`, ` `, `+` or `-`.
        name: of the node.

    >>> as_string([1, 23]).numpy(), as_string(3.14159, precision=2).numpy()
    (array([b'1', b'23'], dtype=object), b'3.14')
    """
    if scientific and shortest:
        raise ValueError("Cannot select both scientific and shortest notation")
    x = convert_to_tensor(input)
    if x.dtype is dtypes.string:
        return x
    attrs = {"precision": precision, "scientific": scientific, "shortest": shortest, "width": width, "fill": fill}
    return apply(_AS_STRING, (x,), attrs, name)


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


_AS_STRING = declare(
    "AsString", "input: T -> string", _as_string, shapes=same, gradient=no_gradient, T=dtypes.NUMBER | {dtypes.bool}
)


@elementwise
def to_number(input: Any, out_type: Any = dtypes.float32, name: str | None = None) -> Any:
    """The numbers that strings write.

    Raises:
        InvalidArgumentError: if one writes none.

    >>> to_number('1.5').numpy()
    np.float32(1.5)
    """
    return apply(_TO_NUMBER, (_strings(input),), {"out_type": dtypes.as_dtype(out_type)}, name)


def _to_number(x: np.ndarray, out_type: DType) -> np.ndarray:
    def number(item: bytes) -> Any:
        try:
            return int(item) if out_type.is_integer else float(item)
        except ValueError:
            raise errors.InvalidArgumentError(
                None, None, f"StringToNumberOp could not correctly convert string: {item.decode(errors='replace')}"
            ) from None

    return _each(number, x, dtype=out_type.dtype)


_TO_NUMBER = declare(
    "StringToNumber", "string_tensor: string -> out_type", _to_number, shapes=same, gradient=no_gradient
)
