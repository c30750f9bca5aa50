"""Formats whose width is staged: `f"{value:>{width}}"`.

The value is formatted without it, and what that gives is filled as the methods of strings fill it, which take a width
that is staged.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

from autograph.operators.calls import call
from autograph.operators.comparisons import number
from autograph.operators.kinds import kind_of
from autograph.operators.proxies import Proxy
from autograph.operators.raising import require
from autograph.operators.text import refuse
from autograph.operators.value_errors import width_below_zero
from autograph.staging import backend_of

_USE = "a part of a format"
#: What stands for a staged width in a format.
_MARK = "\ue002"
_FORMAT = re.compile(
    r"((?P<fill>.)?(?P<align>[<>^=]))?(?P<sign>[-+ ]?)(?P<zero>0?)"
    rf"(?P<width>{_MARK}\d+{_MARK})(?P<type>\.?\d*[a-zA-Z%]?)",
    re.DOTALL,
)
_numbers = count()
_widths: dict[str, Any] = {}


class _Width(str):
    """What stands for a staged width; it is written as it is."""

    def __format__(self, specification: str) -> str:
        if specification not in ("", "d"):
            refuse(_USE)
        return str.__str__(self)


def as_part(width: Any) -> str:
    """What stands for a staged number in the format that it is a part of."""
    if issubclass(type(width), Proxy) or getattr(width, "shape", None) != () or kind_of(width) != "int":
        refuse(_USE)
    mark = _Width(f"{_MARK}{next(_numbers)}{_MARK}")
    _widths[mark] = width
    return mark


def is_staged(specification: Any) -> bool:
    """Whether a format has a staged part."""
    return type(specification) is str and _MARK in specification


def filled(value: Any, specification: str, form: Callable[[Any, str], Any]) -> Any:
    """The text of a number or a string that is formatted with a staged width.

    Args:
        value: the value.
        specification: the format.
        form: makes the text of the value by a format without a width.
    """
    found = _FORMAT.fullmatch(specification)
    is_text = isinstance(value, str)
    if issubclass(type(value), Proxy) and not is_text:
        refuse(_USE)
    kind = "" if is_text else kind_of(value) if backend_of(value) is not None else type(value).__name__
    if found is None or kind not in ("", "int", "float", "bool"):
        refuse(_USE)
    width = _widths.pop(found["width"])
    fill, align, sign = found["fill"], found["align"], found["sign"]
    if found["zero"] and not align and not is_text:
        fill, align = "0", "="
    fill = fill or ("0" if found["zero"] else " ")
    align = align or ("<" if is_text else ">")
    if align == "=" and fill != "0":
        refuse(_USE)
    value = int(value) if type(value) is bool else number(value)
    text = form(value, sign + found["type"])
    backend = backend_of(width)
    assert backend is not None
    require(backend, width >= 0, width_below_zero())
    if align == "=":
        return call(text.zfill)(width)
    if align == "^":
        length = call(len)(text)
        text, align = call(text.rjust)(length + call(max)(width - length, 0) // 2, fill), "<"
    return call(text.rjust if align == ">" else text.ljust)(width, fill)
