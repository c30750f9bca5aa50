"""Assertions: as Python has them, or staged."""

from __future__ import annotations

from typing import Any

from autograph.operators.frames import passing, restore
from autograph.operators.state import Thunk
from autograph.staging import backend_of


def assert_stmt(test: Any, message: Thunk | None = None) -> None:
    """`assert test, message()`."""
    if test is True:
        return
    backend = backend_of(test)
    try:
        if backend is not None:
            backend.assert_(test, message or (lambda: ""))
        elif not test:
            raise AssertionError(message()) if message is not None else AssertionError()
    except BaseException as error:
        if (local := passing(error, message or "")) is None:
            raise
        try:
            raise local
        except UnboundLocalError:
            restore(local)
            raise
