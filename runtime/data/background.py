"""Work that goes on while the program does something else: reading ahead, and calls in several threads.

A thread holds on to what it reads from and to a pipe, never to the iterator at the other end: when that is dropped, the
pipe is closed, and the thread ends. A process that is forked has none of the threads: what they worked for is forgotten
there, and the iterator of the user begins again (`runtime.data.iterator_resource`).
"""

from __future__ import annotations

import contextlib
import functools
import operator
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any

from autograph.locks import after_fork
from runtime.core import errors, quiet
from runtime.core.errors import invalid_argument
from runtime.data import randomness
from runtime.data.ops import dataset_op, positive
from runtime.data.randomness import Pass
from runtime.data.source import Source, flattened, same
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
    if int(given) == AUTOTUNE:
        return available if may_wait else 0
    return positive(given, "num_parallel_calls")


class _Pipe:
    """What a thread reads, on its way to another.

    The queues are those of CPython that wait without the interpreter, and that a finalizer may put to.

    Args:
        source: what is read, by whoever holds `reading`.
        size: how many items may wait to be taken.
        within: the pass that reads.
    """

    def __init__(self, source: Iterator[Any], size: int, within: Pass | None):
        self.source, self.within = source, within
        self.reading = threading.Lock()
        self.items: SimpleQueue[Any] = SimpleQueue()
        self._room: SimpleQueue[None] = SimpleQueue()
        self._closed = False
        for _ in range(size):
            self._room.put(None)

    def has_room(self) -> bool:
        """Waits until there is room for an item. Returns whether anybody will take it."""
        self._room.get()
        return not self._closed

    def take(self) -> Any:
        """The next item, when there is one."""
        item = self.items.get()
        self._room.put(None)
        return item

    def close(self) -> None:
        self._closed = True
        self._room.put(None)

    def read(self) -> Any:
        """A pair of the next item of the source and None, or of None and the error in its place; or `_END`."""
        try:
            return next(self.source), None
        except StopIteration:
            return _END
        except BaseException as error:
            return None, error


def _fill(pipe: _Pipe, permits: contextlib.AbstractContextManager[Any]) -> None:
    """What the thread does."""
    quiet.begin()
    randomness.current.set(pipe.within)
    item: Any = None
    while item is not _END and pipe.has_room():
        with permits, pipe.reading:
            item = pipe.read()
            pipe.items.put(item)


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
        shares: whether an item that the thread has not begun is computed by whoever asks for it: to wait for another
            thread takes longer than a quick function does.
    """

    def __init__(
        self,
        begin: Callable[[], Iterator[Any]],
        size: int,
        permits: contextlib.AbstractContextManager[Any] = _NO_LIMIT,
        side_by_side: bool = False,
        shares: bool = False,
    ):
        source = flattened(map(operator.call, (begin,)))  # whoever reads first begins it
        self._pipe = _Pipe(source, size, randomness.thread_pass(side_by_side))
        self._shares = shares
        self._done = False
        self._ends_with(self._pipe.close)
        args = (self._pipe, permits)
        threading.Thread(target=_fill, args=args, name="tf.data read ahead", daemon=True).start()

    def __next__(self) -> Any:
        if self._done:
            raise StopIteration
        self._check()
        item = self._computed() if self._shares and self._pipe.items.empty() else None
        if item is None:
            item = self._pipe.take()
        if item is _END:
            self._done = True
            raise StopIteration
        value, error = item
        if error is not None:
            raise error
        return value

    def _computed(self) -> Any:
        """The next item, computed by this thread; None if the other one is at it, or has just been."""
        pipe = self._pipe
        if not pipe.reading.acquire(blocking=False):
            return None
        token = randomness.current.set(pipe.within)
        try:
            return pipe.read() if pipe.items.empty() else None
        finally:
            randomness.current.reset(token)
            pipe.reading.release()


@dataset_op("PrefetchDataset", "input_dataset: variant, buffer_size: int64")
def PREFETCH(input: Source, buffer_size: Any) -> Source:
    """Elements that are read by a thread before they are asked for.

    With AUTOTUNE, only those are that may have to wait for something: what only computes holds the interpreter, and
    nothing else could be done in the meantime.
    """
    size = int(buffer_size)
    if size < AUTOTUNE:
        raise invalid_argument("buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning")
    if size == AUTOTUNE:
        size = 8 if input.waits() else 0
    shares = not input.waits()
    return Source(lambda: Ahead(input.iterate, size, shares=shares) if size else input.iterate(), (input,), same)


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
