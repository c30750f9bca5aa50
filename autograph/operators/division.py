"""Division under a handler for ZeroDivisionError, which Python raises and systems that stage do not."""

from __future__ import annotations

import operator
from typing import Any

from autograph.operators.frames import hidden_frames, hide_frame
from autograph.operators.raising import require
from autograph.staging import Backend, backend_of

_OPERATIONS = {"/": operator.truediv, "//": operator.floordiv, "%": operator.mod}


def divided(dividend: Any, symbol: str, divisor: Any) -> Any:
    """`dividend / divisor`, or another division."""
    try:
        return _OPERATIONS[symbol](dividend, checked_divisor(divisor, symbol, dividend))
    except BaseException as error:
        hide_frame(error)
        raise


def checked_divisor(divisor: Any, symbol: str, dividend: Any) -> Any:
    """What something is divided by; that it is 0 is an error when the program runs, if it is staged."""
    backend = backend_of(divisor) or backend_of(dividend)
    if backend is None or type(dividend) is str:
        return divisor
    with hidden_frames:
        _check(backend, divisor, symbol, dividend)
    return divisor


def _check(backend: Backend, divisor: Any, symbol: str, dividend: Any) -> None:
    zero = _zero_like(backend, divisor)
    if zero is None or (like := _zero_like(backend, dividend)) is None:
        return
    try:
        _OPERATIONS[symbol](like, zero)
    except ZeroDivisionError as raised:
        error = ZeroDivisionError(*raised.args)
    if backend_of(divisor) is not None:
        require(backend, divisor != 0, error)
    elif divisor == 0:
        raise error


def _zero_like(backend: Backend, value: Any) -> Any:
    """The 0 of the class of Python numbers that a value is of, or stands for; None for anything else."""
    if isinstance(value, (int, float, complex)):
        return type(value)(0) if type(value) in (int, float, complex) else 0
    type_ = backend.type_of(value)
    if type_ is None or tuple(type_.shape) != ():
        return None
    return 0.0 if "float" in str(getattr(type_.dtype, "name", type_.dtype)) else 0
