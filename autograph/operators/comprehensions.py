"""What comprehensions loop over."""

from __future__ import annotations

from typing import Any

from autograph.operators import explain
from autograph.staging import backend_of


def elements(iterable: Any) -> Any:
    """What a comprehension loops over: the iterable, or the elements of a staged one, if their number is known."""
    backend = backend_of(iterable)
    if backend is None:
        return iterable
    unroll = backend.builtins.get(iter)
    if unroll is None:
        return iterable
    try:
        return unroll(iterable)
    except (TypeError, ValueError) as error:
        explain.cannot_unroll(error)
