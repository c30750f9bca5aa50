"""Assertions and reads of unbound variables: as Python has them; assertions may be staged."""

from __future__ import annotations

from typing import Any

from autograph.operators import effect_errors
from autograph.operators.classes import are_replaced
from autograph.operators.effects import Log, logging
from autograph.operators.frames import hidden_frames
from autograph.operators.optionals import bound, truth_of, unbound
from autograph.operators.presence import claim_of, learn
from autograph.operators.raising import require
from autograph.operators.state import Thunk
from autograph.staging import backend_of


def assert_stmt(test: Any, message: Thunk | None = None) -> Any:
    """What `assert` is to look at: the test, or True once the assertion is staged."""
    if test is True:
        return True
    if backend_of(test) is None and not are_replaced():
        return test
    with hidden_frames:
        test = truth_of(test)
        backend = backend_of(test)
        if backend is None:
            return test
        require(backend, test, AssertionError(*([] if message is None else [_made(message)])))
        learn(claim_of(test).if_true)
    return True


def _made(message: Thunk) -> Any:
    with logging(Log()) as effects:
        text = message()
    if effects.effects():
        effects.undo()
        effect_errors.asks_with_effects()
    return text


def local(read: Thunk, name: str) -> Any:
    """The value of a local variable, read by a closure of the function that it belongs to.

    For a closure the variable is a free one, and Python raises another error where that has no value.

    Raises:
        UnboundLocalError: as reading it in the function itself does.
    """
    try:
        return bound(read())
    except NameError:
        pass
    with hidden_frames:
        raise unbound(name)
