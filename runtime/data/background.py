"""Work that goes on while the program does something else: reading ahead, and calls in several threads.

A thread holds on to what it reads from and to a pipe, never to the iterator at the other end: when that is dropped, the
pipe is closed, and the thread ends. A process that is forked has none of the threads: what they worked for is forgotten
there, and the iterator of the user begins again (`runtime.data.iterator_resource`).
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from autograph.locks import after_fork
from runtime.core import errors, quiet
from runtime.data import randomness
from runtime.data.randomness import Pass
from runtime.data.source import Source
from runtime.data.structure import Element

#: The argument that leaves a number to the system.
AUTOTUNE = -1

_END = object()


def processors() -> int:
    """How many threads can compute at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(given: Any, may_wait: bool, available: int) -> int:
    """How many threads work, for what the user gave as `num_parallel_calls`; 0 for none.

    What is left to the system has threads only if it may have to wait: what only computes holds the interpreter, and
    handing it to threads costs.

    Args:
        given: a number, AUTOTUNE, or None for no threads.
        may_wait: whether what they do may have to wait for something.
        available: how many there are if it is left to the system.

    Raises:
        InvalidArgumentError: if the number is not positive.
    """
    if given is None:
        return 0
    count = int(given)
    if count == AUTOTUNE:
        return available if may_wait else 0
    if count < 1:
        raise errors.InvalidArgumentError(None, None, "num_parallel_calls must be greater than zero.")
    return count


class _Pipe:
    """A bounded queue from one thread to another; either end may close it."""

    def __init__(self, size: int):
        self._size = size
        self._items: deque[Any] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def put(self, item: Any) -> bool:
        """Appends an item when there is room. Returns whether anybody will read it."""
        with self._changed:
            while len(self._items) >= self._size and not self._closed:
                self._changed.wait()
            if self._closed:
                return False
            self._items.append(item)
            self._changed.notify_all()
            return True

    def get(self) -> Any:
        """The next item, when there is one."""
        with self._changed:
            while not self._items:
                self._changed.wait()
            item = self._items.popleft()
            self._changed.notify_all()
            return item

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._items.clear()
            self._changed.notify_all()


def _fill(
    pipe: _Pipe,
    begin: Callable[[], Iterator[Any]],
    within: Pass | None,
    permits: contextlib.AbstractContextManager[Any],
) -> None:
    """What the thread does."""
    quiet.begin()
    randomness.current.set(within)
    try:
        with permits:
            items = begin()
    except BaseException as error:
        pipe.put((None, error))
        pipe.put(_END)
        return
    del begin
    while True:
        item: tuple[Any, BaseException | None]
        try:
            with permits:
                item = (next(items), None)
        except StopIteration:
            pipe.put(_END)
            return
        except BaseException as error:
            item = (None, error)
        if not pipe.put(item):
            return


class _Worker:
    """Base of what has threads that work for it.

    Attributes:
        is_left: whether this is a copy, in a process that was forked: the threads are in the other.
    """

    is_left = False

    def _ends_with(self, end: Callable[[], object]) -> None:
        """Has `end` called when this is dropped."""
        self._finalizer = weakref.finalize(self, end)
        _workers.add(self)

    def leave(self) -> None:
        """What happens in a process that was forked. Locks may be held there for ever: nothing is asked of them."""
        self.is_left = True
        self._finalizer.detach()

    def _check(self) -> None:
        if self.is_left:
            text = "this pass over a dataset has threads, which are in the process that this one was forked from"
            raise errors.FailedPreconditionError(None, None, f"{text}: begin another pass")


_workers: weakref.WeakSet[_Worker] = weakref.WeakSet()


def _after_fork() -> None:
    for worker in list(_workers):
        worker.leave()


after_fork(_after_fork)


#: For what is not limited.
_NO_LIMIT: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()


class Ahead(_Worker, Iterator[Any]):
    """The items of an iterator, read by a thread before they are asked for.

    Args:
        begin: makes the iterator.
        size: how many items are read ahead.
        permits: entered while an item is computed, which limits how many threads do so at a time.
        side_by_side: whether other threads read something alike at the same time.
    """

    def __init__(
        self,
        begin: Callable[[], Iterator[Any]],
        size: int,
        permits: contextlib.AbstractContextManager[Any] = _NO_LIMIT,
        side_by_side: bool = False,
    ):
        self._pipe = pipe = _Pipe(size)
        self._done = False
        self._ends_with(pipe.close)
        args = (pipe, begin, randomness.thread_pass(side_by_side), permits)
        threading.Thread(target=_fill, args=args, name="tf.data read ahead", daemon=True).start()

    def __next__(self) -> Any:
        if self._done:
            raise StopIteration
        self._check()
        item = self._pipe.get()
        if item is _END:
            self._done = True
            raise StopIteration
        value, error = item
        if error is not None:
            raise error
        return value


class PrefetchSource(Source):
    """Elements that are read by a thread before they are asked for.

    Args:
        input: the source.
        size: how many are read ahead. With AUTOTUNE, only those are that may have to wait for something: what only
            computes holds the interpreter, and nothing else could be done in the meantime.
    """

    def __init__(self, input: Source, size: int):
        self.input = input
        if size == AUTOTUNE:
            size = 8 if input.waits() else 0
        self._size = size

    def iterate(self) -> Iterator[Element]:
        return Ahead(self.input.iterate, self._size) if self._size else self.input.iterate()

    def cardinality(self) -> int:
        return self.input.cardinality()


def _called(function: Callable[..., Element], element: Element, within: Pass | None) -> Element:
    """What a thread of `Parallel` does."""
    token = randomness.current.set(within)
    try:
        return function(*element)
    finally:
        randomness.current.reset(token)


class Parallel(_Worker, Iterator[Any]):
    """What a function makes of elements, several calls at a time.

    Args:
        function: takes the components of an element.
        elements: are read by whoever takes a result.
        count: how many calls there are at a time.
        in_order: whether results come in the order of the elements, or as they are ready.
    """

    def __init__(self, function: Callable[..., Element], elements: Iterator[Element], count: int, in_order: bool):
        self._function = function
        self._elements = elements
        self._count = count
        self._in_order = in_order
        self._calls: deque[Future[Element]] = deque()
        self._pool = ThreadPoolExecutor(count, "tf.data map", quiet.begin)
        self._ends_with(functools.partial(self._pool.shutdown, wait=False, cancel_futures=True))

    def __next__(self) -> Element:
        self._check()
        calls = self._calls
        failure: Future[Element] | None = None
        while len(calls) < self._count and failure is None:
            try:
                element = next(self._elements)
            except StopIteration:
                break
            except Exception as error:  # surfaces in the place of the element
                failure = Future()
                failure.set_exception(error)
                calls.append(failure)
                break
            calls.append(self._pool.submit(_called, self._function, element, randomness.thread_pass(True)))
        if not calls:
            raise StopIteration
        if self._in_order:
            return calls.popleft().result()
        done, _ = wait(calls, return_when=FIRST_COMPLETED)
        chosen = next(call for call in calls if call in done)
        calls.remove(chosen)
        return chosen.result()
