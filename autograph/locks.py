"""Locks that survive a fork: a child process has one thread, the one that forked; what others held nobody releases."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any


def after_fork(renew: Callable[[], None]) -> None:
    """Has `renew` called in every process that is forked from this one, where the system can fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)


class ForkSafeLock:
    """A reentrant lock. In a forked process it is free, unless it was held by the thread that forked.

    >>> lock = ForkSafeLock()
    >>> with lock, lock:
    ...     pass
    """

    __slots__ = ("__weakref__", "_lock")

    def __init__(self) -> None:
        self._lock = threading.RLock()
        _locks.add(self)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *raised: Any) -> None:
        self._lock.release()

    def renew(self) -> None:
        """Makes the lock free, if it is held by a thread that is not this one."""
        if self._lock.acquire(blocking=False):
            self._lock.release()
        else:
            self._lock = threading.RLock()


_locks: weakref.WeakSet[ForkSafeLock] = weakref.WeakSet()


def _renew_all() -> None:
    for lock in list(_locks):
        lock.renew()


after_fork(_renew_all)
