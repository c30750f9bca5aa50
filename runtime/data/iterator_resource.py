"""What is behind an iterator: a pass over a source, and where it is.

It may hold one element that was looked at and not taken: a staged loop asks whether there is a next element before it
takes it, so that leaving the loop loses none.
"""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Iterator
from typing import Any

from autograph.locks import after_fork
from runtime.core import dtypes, errors
from runtime.data.functions import explained
from runtime.data.randomness import Pass, current
from runtime.data.source import Source, flattened
from runtime.data.structure import Element

_END: Any = object()


class IteratorResource:
    """A pass over a source, which any number of threads may take elements from.

    In a process that was forked, a pass that has threads or open files, or that another thread was taking an element
    of, begins again when it is asked for an element, and goes on after those that were taken before.
    """

    __slots__ = ("__weakref__", "_ahead", "_items", "_lock", "_pass", "_source", "_steps", "name")

    #: Kernels get a resource where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.resource
    shape = ()

    def __init__(self) -> None:
        self.name = "Iterator"
        self._items: Iterator[Element] = iter(())
        self._source: Source | None = None
        self._pass = Pass(None)
        self._ahead: Any = None
        self._steps = 0
        self._lock = threading.RLock()
        _resources.add(self)

    def begin(self, source: Source, within: Pass | None = None) -> None:
        """Starts over, with the first element of `source`.

        Args:
            source: where elements come from.
            within: the pass of another iterator that this one is part of.
        """
        with self._lock:
            self._source = source
            self._restart(Pass(source) if within is None else within.child(), 0)

    def next(self) -> Element:
        """The next element.

        Raises:
            StopIteration: if there is none.
        """
        with self._lock:
            if self._ahead is _END:
                raise StopIteration
            found, self._ahead = self._ahead, None
            if found is None:
                found = self._computed()
            self._steps += 1
            return found

    def has_next(self) -> bool:
        """Whether there is a next element, which is kept until it is taken."""
        with self._lock:
            if self._ahead is None:
                with contextlib.suppress(StopIteration):
                    self._ahead = self._computed()
            return self._ahead is not _END

    def _computed(self) -> Element:
        """The element after those that were taken and looked at."""
        token = current.set(self._pass)
        try:
            return next(self._items)
        except StopIteration:
            self._items, self._ahead = iter(()), _END
            raise
        except Exception as error:
            self._steps += 1
            raise explained(error) from error.__cause__
        finally:
            current.reset(token)

    def position(self) -> tuple[int, str]:
        """How many elements were taken, failures included; and the state of the pass."""
        with self._lock:
            return self._steps, self._pass.state()

    def go_to(self, steps: int, state: str) -> None:
        """Goes on where another resource was, over a source like its own, when it had this position."""
        with self._lock:
            self._restart(Pass(self._source, state), steps)

    def _restart(self, within: Pass, steps: int) -> None:
        self._pass, self._ahead, self._steps = within, None, steps
        token = current.set(within)
        try:
            self._items = self._begun(steps)
        finally:
            current.reset(token)

    def _begun(self, steps: int) -> Iterator[Element]:
        """The elements of the source after some steps."""
        assert self._source is not None
        items = self._source.iterate()
        for done in range(steps):
            try:
                next(items)
            except StopIteration:
                text = f"the iterator was at element {steps}, and now there are only {done}: the data has changed"
                raise errors.FailedPreconditionError(None, None, text) from None
            except Exception:  # was raised when the element was taken
                continue
        return items

    def after_fork(self) -> None:
        """What happens in a process that was forked."""
        is_free = self._lock.acquire(blocking=False)
        self._lock = threading.RLock()
        if self._source is not None and not (is_free and not self._pass.root.is_bound):
            self._pass = self._pass.again()
            if self._ahead is not _END:
                self._ahead = None
                self._items = flattened(map(self._begun, (self._steps,)))


_resources: weakref.WeakSet[IteratorResource] = weakref.WeakSet()


def _after_fork() -> None:
    for resource in list(_resources):
        resource.after_fork()


after_fork(_after_fork)
