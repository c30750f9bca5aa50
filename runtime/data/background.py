"""Work that goes on while the program does something else: reading ahead, and calls in several threads.

A thread holds on to what it reads from and to a pipe, never to the iterator at the other end: when that is dropped, the
pipe is closed, and the thread ends.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from runtime.core import quiet
from runtime.data.source import Source
from runtime.data.structure import Element

#: The argument that leaves a number to the system.
AUTOTUNE = -1

#: An element that takes longer than this many seconds is worth the handover from a thread.
WORTH_A_THREAD = 1e-3

_END = object()


def processors() -> int:
    """How many threads can compute at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


def _fill(pipe: _Pipe, begin: Callable[[], Iterator[Any]]) -> None:
    """What the thread does."""
    quiet.begin()
    try:
        items = begin()
    except BaseException as error:
        pipe.put((None, error))
        pipe.put(_END)
        return
    del begin
    while True:
        item: tuple[Any, BaseException | None]
        try:
            item = (next(items), None)
        except StopIteration:
            pipe.put(_END)
            return
        except BaseException as error:
            item = (None, error)
        if not pipe.put(item):
            return


class Ahead:
    """The items of an iterator, read by a thread before they are asked for.

    Args:
        begin: makes the iterator.
        size: how many items are read ahead.
    """

    def __init__(self, begin: Callable[[], Iterator[Any]], size: int):
        self._pipe = pipe = _Pipe(size)
        self._done = False
        weakref.finalize(self, pipe.close)
        threading.Thread(target=_fill, args=(pipe, begin), name="tf.data read ahead", daemon=True).start()

    def __iter__(self) -> Ahead:
        return self

    def __next__(self) -> Any:
        if self._done:
            raise StopIteration
        item = self._pipe.get()
        if item is _END:
            self._done = True
            raise StopIteration
        value, error = item
        if error is not None:
            raise error
        return value


class PrefetchSource(Source):
    """Elements that are read before they are asked for.

    A thread reads them where that may have to wait for something, or where elements take long; what only holds the
    interpreter for a short while is read when it is asked for, as nothing else could be done in the meantime.
    """

    def __init__(self, input: Source, size: int):
        self.input = input
        self._size = size

    def iterate(self) -> Iterator[Element]:
        if self._size == 0:
            return self.input.iterate()
        size = 8 if self._size == AUTOTUNE else self._size
        if self.input.waits():
            return Ahead(self.input.iterate, size)
        items = self.input.iterate()
        return Measured(items, lambda: Ahead(lambda: items, size))

    def cardinality(self) -> int:
        return self.input.cardinality()


class Measured:
    """Items that are computed when they are asked for, as long as that is quick.

    Args:
        items: computes them.
        slowly: begins another way to the rest of the items, for when they turn out to take long.
    """

    def __init__(self, items: Iterator[Any], slowly: Callable[[], Iterator[Any]]):
        self._items = items
        self._slowly: Callable[[], Iterator[Any]] | None = slowly
        self._slow = 0

    def __iter__(self) -> Measured:
        return self

    def __next__(self) -> Any:
        if self._slowly is None:
            return next(self._items)
        begin = time.perf_counter()
        item = next(self._items)
        if time.perf_counter() - begin > WORTH_A_THREAD:
            self._slow += 1
            if self._slow == 2:  # the first often has something to set up
                self._items, self._slowly = self._slowly(), None
        return item


class Parallel:
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
        weakref.finalize(self, self._pool.shutdown, wait=False, cancel_futures=True)

    def __iter__(self) -> Parallel:
        return self

    def __next__(self) -> Element:
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
            calls.append(self._pool.submit(self._function, *element))
        if not calls:
            raise StopIteration
        if self._in_order:
            return calls.popleft().result()
        done, _ = wait(calls, return_when=FIRST_COMPLETED)
        chosen = next(call for call in calls if call in done)
        calls.remove(chosen)
        return chosen.result()
