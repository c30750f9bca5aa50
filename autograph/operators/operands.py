"""What Python raises of operands that do not go together, of which some stand for numbers or texts."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from autograph.operators.frames import acts_for_program
from autograph.operators.kinds import is_number, number_class
from autograph.operators.proxies import Proxy
from autograph.staging import UNSET


def are_texts(*values: Any) -> bool:
    """Whether values are strings, or stand for such."""
    return all(type(value) is str or (issubclass(type(value), Proxy) and isinstance(value, str)) for value in values)


def are_text_and_number(one: Any, other: Any) -> bool:
    """Whether one of two values is a text, and the other a number."""
    text, number = (one, other) if are_texts(one) else (other, one)
    return are_texts(text) and is_number(number)


@acts_for_program
def check_operands(function: Callable[..., Any], *operands: Any) -> None:
    """Raises what Python raises of operands of which some are numbers, and others none that go with numbers."""
    known = [_like(operand) for operand in operands]
    is_formatting = function in (operator.__mod__, operator.__imod__) and type(known[0]) is str
    if not (UNSET in known or is_formatting or all(type(operand) in _NUMBERS for operand in known)):
        function(*known)


@acts_for_program
def check_no_number(function: Callable[..., Any], value: Any) -> None:
    """Raises what a function of Python's raises that is given a number."""
    if is_number(value):
        function(_like(value))


def _like(value: Any) -> Any:
    """A value of Python's of the class of another."""
    kind = number_class(value)
    if kind is not None:
        return kind(1)
    if are_texts(value):
        return ""
    return type(value)() if type(value) in (bytes, list, tuple, dict, type(None)) else UNSET


_NUMBERS = (bool, int, float)
