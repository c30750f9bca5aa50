"""Formats whose width or precision is staged: `f"{value:>{width}.{precision}f}"`.

The value is formatted without the width, and what that gives is filled as the methods of strings fill it, which take a
width that is staged. It is formatted with each precision, of some, and the text with that of the program chosen.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from itertools import count
from typing import Any

from autograph.operators import value_errors
from autograph.operators.calls import call
from autograph.operators.comparisons import number
from autograph.operators.kinds import kind_of
from autograph.operators.logical import if_exp
from autograph.operators.origin import RaisedLater
from autograph.operators.proxies import Proxy
from autograph.operators.raising import require
from autograph.operators.text import refuse
from autograph.staging import backend_of

_USE = "a part of a format"
#: What stands for a staged width or precision in a format.
_MARK = "\ue002"
_FORMAT = re.compile(
    r"((?P<fill>.)?(?P<align>[<>^=]))?(?P<sign>[-+ ]?)(?P<zero>0?)"
    rf"(?P<width>{_MARK}\d+{_MARK}|\d*)(?P<point>\.?)(?P<precision>{_MARK}\d+{_MARK}|\d*)(?P<type>[a-zA-Z%]?)",
    re.DOTALL,
)
_numbers = count()
_staged: dict[str, Any] = {}
#: How many digits a number is shown with at most whose precision is staged: a float of 32 bits has no more.
_MOST_DIGITS = 9


class _Mark(str):
    """What stands for a staged number in a format; it is written as it is."""

    def __format__(self, specification: str) -> str:
        if specification not in ("", "d"):
            refuse(_USE)
        return str.__str__(self)


def as_part(number: Any) -> str:
    """What stands for a staged number in the format that it is a part of."""
    if issubclass(type(number), Proxy) or getattr(number, "shape", None) != () or kind_of(number) != "int":
        refuse(_USE)
    mark = _Mark(f"{_MARK}{next(_numbers)}{_MARK}")
    _staged[mark] = number
    return mark


def is_staged(specification: Any) -> bool:
    """Whether a format has a staged part."""
    return type(specification) is str and _MARK in specification


def filled(value: Any, specification: str, form: Callable[[Any, str], Any]) -> Any:
    """The text of a number or a string that is formatted with a staged width or precision.

    Args:
        value: the value.
        specification: the format.
        form: makes the text of the value by a format without either.
    """
    found = _FORMAT.fullmatch(specification)
    is_text = isinstance(value, str)
    if issubclass(type(value), Proxy) and not is_text:
        refuse(_USE)
    kind = "" if is_text else kind_of(value) if backend_of(value) is not None else type(value).__name__
    if found is None or kind not in ("", "int", "float", "bool"):
        refuse(_USE)
    width, precision = (_staged.pop(found[name], found[name]) for name in ("width", "precision"))
    if type(width) is str:  # which is known, and so is what is filled
        return _shown(value, specification[: found.start("point")], found["type"], precision, form)
    fill, align, sign = found["fill"], found["align"], found["sign"]
    if found["zero"] and not align and not is_text:
        fill, align = "0", "="
    fill = fill or ("0" if found["zero"] else " ")
    align = align or ("<" if is_text else ">")
    if align == "=" and fill != "0":
        refuse(_USE)
    value = int(value) if type(value) is bool else number(value)
    if type(precision) is str:
        text = form(value, sign + found["point"] + precision + found["type"])
    else:
        text = _shown(value, sign, found["type"], precision, form)
    _require(width, width >= 0, value_errors.width_below_zero())
    if align == "=":
        return call(text.zfill)(width)
    if align == "^":
        length = call(len)(text)
        text, align = call(text.rjust)(length + call(max)(width - length, 0) // 2, fill), "<"
    return call(text.rjust if align == ">" else text.ljust)(width, fill)


def _shown(value: Any, before: str, type_: str, precision: Any, form: Callable[[Any, str], Any]) -> Any:
    """The text of a value by a format whose precision is staged.

    Args:
        before, type_: what the format has before the precision, and after it.
    """
    if isinstance(value, str):
        _require(precision, precision >= 0, value_errors.precision_out_of_range())
        return form(call(operator.getitem)(value, slice(None, precision)), before + type_)
    return _with_digits(precision, lambda digits: form(value, f"{before}.{digits}{type_}"))


def _require(value: Any, condition: Any, error: RaisedLater) -> None:
    backend = backend_of(value)
    assert backend is not None
    require(backend, condition, error)


def _with_digits(precision: Any, form: Callable[[int], Any], digits: int = 0) -> Any:
    """The text that a function makes for as many digits as a staged precision says."""
    if digits == _MOST_DIGITS:
        _require(precision, precision == digits, value_errors.precision_out_of_range())
        return form(digits)
    return if_exp(precision == digits, lambda: form(digits), lambda: _with_digits(precision, form, digits + 1))()
