"""What functions of Python's library do that a staged region has to see, or with staged numbers, as statements."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, NoReturn

from autograph.operators.calls import call, library_forms, to_function
from autograph.operators.frames import acts_for_program
from autograph.operators.integers import indices


@acts_for_program
def ended(*status: Any) -> NoReturn:
    """`sys.exit`."""
    raise SystemExit(*status)


@acts_for_program
def noted(error: Any, note: Any) -> None:
    """`error.add_note(note)`."""
    if not isinstance(note, str):
        raise TypeError(f"note must be a str, not '{type(note).__name__}'")
    if not hasattr(error, "__notes__"):
        error.__notes__ = []
    error.__notes__.append(note)


def _form(function: Any) -> Callable[..., Any] | None:
    if function is sys.exit:
        return to_function(ended)
    if function is type.__setattr__ or function is type.__delattr__:
        return call(setattr if function is type.__setattr__ else delattr)
    is_method = type(function) is BuiltinFunctionType and isinstance(function.__self__, BaseException)
    if is_method and function.__name__ == "add_note":
        return functools.partial(to_function(noted), function.__self__)
    if type(function) is BuiltinFunctionType and type(function.__self__) is slice and function.__name__ == "indices":
        return functools.partial(to_function(indices), function.__self__)
    return None


library_forms.append(_form)
