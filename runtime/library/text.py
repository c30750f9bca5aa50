"""Operations on strings. An element is `bytes`; characters are bytes unless a unit or an encoding says otherwise."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.core.errors import invalid_argument
from runtime.ir.values import is_tensor
from runtime.library import reduction
from runtime.library.point_wise import elementwise
from runtime.ops import text as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def _strings(x: Any) -> Any:
    # What is a tensor already is for the operation to complain about.
    return convert_to_tensor(x) if is_tensor(x) else convert_to_tensor(x, dtypes.string)


@elementwise
def upper(input: Any, encoding: str = "", name: str | None = None) -> Any:
    """`input` in upper case.

    >>> upper('ab').numpy()
    b'AB'
    """
    return apply(ops.UPPER, (_strings(input),), {"encoding": encoding}, name)


@elementwise
def lower(input: Any, encoding: str = "", name: str | None = None) -> Any:
    """`input` in lower case."""
    return apply(ops.LOWER, (_strings(input),), {"encoding": encoding}, name)


@elementwise
def strip(input: Any, name: str | None = None) -> Any:
    """`input` without white space at either end."""
    return apply(ops.STRIP, (_strings(input),), NO_ATTRS, name)


@elementwise
def length(input: Any, unit: str = "BYTE", name: str | None = None) -> Any:
    """The number of bytes, or of characters if `unit` is `UTF8_CHAR`.

    >>> length('é').numpy(), length('é', unit='UTF8_CHAR').numpy()
    (np.int32(2), np.int32(1))
    """
    return apply(ops.LENGTH, (_strings(input),), {"unit": _unit(unit)}, name)


def _unit(unit: str) -> str:
    if unit not in ("BYTE", "UTF8_CHAR"):
        raise invalid_argument(
            f'Value for attr \'unit\' of "{unit}" is not in the list of allowed values: "BYTE", "UTF8_CHAR"'
        )
    return unit


@elementwise
def regex_replace(input: Any, pattern: str, rewrite: str, replace_global: bool = True, name: str | None = None) -> Any:
    """`input` with what matches `pattern` replaced by `rewrite`, in which `\\1` stands for a group."""
    attrs = {"pattern": pattern, "rewrite": rewrite, "replace_global": bool(replace_global)}
    return apply(ops.REPLACE, (_strings(input),), attrs, name)


@elementwise
def regex_full_match(input: Any, pattern: str, name: str | None = None) -> Any:
    """Whether all of `input` matches `pattern`."""
    return apply(ops.FULL_MATCH, (_strings(input),), {"pattern": pattern}, name)


def join(inputs: Any, separator: str = "", name: str | None = None) -> Any:
    """Strings put together, element by element; scalars broadcast.

    >>> join(['a', ['b', 'c']], separator='-').numpy()
    array([b'a-b', b'a-c'], dtype=object)
    """
    return apply(ops.JOIN, [_strings(x) for x in inputs], {"separator": separator}, name)


def reduce_join(
    inputs: Any, axis: Any = None, keepdims: bool = False, separator: str = "", name: str | None = None
) -> Any:
    """Strings put together along `axis`, or all of them.

    >>> reduce_join([['a', 'b'], ['c', 'd']], axis=1, separator='+').numpy()
    array([b'a+b', b'c+d'], dtype=object)
    """
    x = _strings(inputs)
    attrs = {"keep_dims": bool(keepdims), "separator": separator}
    return apply(ops.REDUCE_JOIN, (x, reduction.axis_tensor(x, axis)), attrs, name)


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
    return apply(ops.SUBSTR, operands, {"unit": _unit(unit)}, name)


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
    return apply(ops.AS_STRING, (x,), attrs, name)


@elementwise
def to_number(input: Any, out_type: Any = dtypes.float32, name: str | None = None) -> Any:
    """The numbers that strings write.

    Raises:
        InvalidArgumentError: if one writes none.

    >>> to_number('1.5').numpy()
    np.float32(1.5)
    """
    return apply(ops.TO_NUMBER, (_strings(input),), {"out_type": dtypes.as_dtype(out_type)}, name)
