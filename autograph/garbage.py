"""Pausing Python's collector of garbage, while much is made of which nothing is garbage yet.

It looks at the whole heap whenever that has grown by a quarter, which takes longer than a pass over a large graph, and
a quarter to a half of the time that a tree takes to convert or to print.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pauses = 0
_was_enabled = False


@contextmanager
def not_collected() -> Iterator[None]:
    """Pauses the collector in the whole process, if it is on, until the last of the threads that do leaves.

    >>> with not_collected():
    ...     gc.isenabled()
    False
    """
    global _pauses, _was_enabled
    with _lock:
        if not _pauses:
            _was_enabled = gc.isenabled()
            gc.disable()
        _pauses += 1
    try:
        yield
    finally:
        with _lock:
            _pauses -= 1
            if not _pauses and _was_enabled:
                gc.enable()
