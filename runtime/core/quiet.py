"""Running numpy without its floating-point warnings, at the price of two assignments.

`np.errstate` builds its state anew on each entry, which takes longer than a small kernel. numpy keeps that state in a
context variable; which one, and what its value is when everything is ignored, shows in what `np.errstate` changes.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

import numpy as np


def _found() -> tuple[contextvars.ContextVar[Any], Any] | None:
    before = contextvars.copy_context()
    with np.errstate(all="ignore"):
        after = contextvars.copy_context()
    changed = [(variable, value) for variable, value in after.items() if before.get(variable) is not value]
    return changed[0] if len(changed) == 1 else None


def _slowly() -> tuple[Callable[[], Any], Callable[[Any], None]]:
    """For a numpy that keeps its state elsewhere."""

    def begin() -> Any:
        state = np.errstate(all="ignore")
        state.__enter__()
        return state

    return begin, lambda state: state.__exit__(None, None, None)


def _switches() -> tuple[Callable[[], Any], Callable[[Any], None]]:
    found = _found()
    if found is None:
        return _slowly()
    variable, ignored = found
    assign = variable.set
    return (lambda: assign(ignored)), variable.reset


#: `token = begin()` silences numpy in this thread, until `end(token)`.
begin, end = _switches()
