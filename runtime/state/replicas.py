"""Which strategy a program distributes its work by, and which replica of it is running; of each thread its own.

Machinery asks here; `runtime.distribute` is what programs see.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _State(threading.local):
    strategy: Any = None
    replica: int | None = None


_state = _State()


def current_strategy() -> Any:
    """The strategy whose scope this is, or None."""
    return _state.strategy


def current_replica() -> int | None:
    """The number of the replica that is running, or None outside of `Strategy.run`."""
    return _state.replica


@contextmanager
def distributed(strategy: Any, replica: int | None) -> Iterator[None]:
    """Makes a strategy, and a replica of it, the current ones."""
    before = _state.strategy, _state.replica
    _state.strategy, _state.replica = strategy, replica
    try:
        yield
    finally:
        _state.strategy, _state.replica = before
