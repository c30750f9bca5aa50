"""Room for recursion: Python's limit, raised while functions are converted, traced and compiled.

A statement in a statement, a branch in a branch and a function that calls a function take several frames of ours each,
where the program as it was written takes one or none: what Python could run must not end at its limit for that reason.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

#: Frames of a trace: so many of the kind that call Python through C fit the 8 MB that a thread's stack has.
TRACING = 4_500

_lock = threading.Lock()
#: What is asked for now, by all threads: Python has one limit for them.
_wanted: list[int] = []
_own_limit = 0


@contextlib.contextmanager
def deep_recursion(frames: int = TRACING) -> Iterator[None]:
    """Python's recursion limit is at least `frames` inside."""
    global _own_limit
    with _lock:
        if not _wanted:
            _own_limit = sys.getrecursionlimit()
        _wanted.append(frames)
        _set_limit()
    try:
        yield
    finally:
        with _lock:
            _wanted.remove(frames)
            _set_limit()


def _set_limit() -> None:
    # A limit below what this thread already uses is refused; it is set when the next one leaves.
    with contextlib.suppress(RecursionError):
        sys.setrecursionlimit(max([_own_limit, *_wanted]))
