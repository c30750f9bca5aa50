"""The handlers of each thread: a stack of those who see an operation, innermost first, before it is carried out.

A gradient tape, a check of all numbers, a collection of the graphs that run: each is a `Handler` that is installed for
a time. What carries an operation out, a kernel or the graph under construction, is beneath them all. Every handler
passes on what it sees, by calling `proceed`, and may do something before or after, or pass on something else.

The handlers of a thread are made one function when they change, so that an operation costs nothing more where there
are none. The state of a thread is one object, so that to apply an operation is to look in one place.
"""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from autograph.locks import after_fork

if TYPE_CHECKING:
    from runtime.ir.graph import Graph


class Handler:
    """What can be installed. A method that a class does not define costs nothing: it is passed by."""

    def apply(
        self, proceed: Callable[..., Sequence[Any]], op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any]
    ) -> Sequence[Any]:
        """Handles an operation that runs at once, or a node that is added to a graph.

        Args:
            proceed: passes an operation, its inputs and attributes on to the next handler outside.
            op: the declaration.
            inputs: tensors, as they were given: in a graph, before they were captured.
            attrs: its attributes.

        Returns:
            The outputs.
        """
        return proceed(op, inputs, attrs)

    def call(self, proceed: Callable[..., Sequence[Any]], graph: Graph, tensors: Sequence[Any]) -> Sequence[Any]:
        """Handles a call of a complete graph that runs at once.

        Args:
            proceed: passes a graph and its inputs on.
            graph: what is called.
            tensors: its arguments, and then what it captured.

        Returns:
            The outputs of the graph, as many as it has.
        """
        return proceed(graph, tensors)


class Thread:
    """The state of a thread.

    Attributes:
        graph: the graph under construction; None where operations run at once.
        outer: what was `graph` in the statements around, outermost first.
        scope: the names of the scopes entered outside of graphs.
        handlers: those of this thread, innermost last.
        apply: all handlers as one function, `apply(proceed, op, inputs, attrs)`; None if none handles operations.
        call: the same for calls of graphs, `call(proceed, graph, tensors)`.
    """

    __slots__ = ("__weakref__", "apply", "call", "graph", "handlers", "outer", "scope")

    def __init__(self) -> None:
        self.graph: Graph | None = None
        self.outer: list[Graph | None] = []
        self.scope = ""
        with _lock:
            _threads.add(self)
            self.set(())

    def set(self, handlers: tuple[Handler, ...]) -> None:
        """Makes these the handlers of the thread."""
        with _lock:  # handlers may be installed everywhere at the same time
            self.handlers = handlers
            # Those of all threads see what the user calls, not what a tape makes of it.
            every = (*handlers, *_shared)
            self.apply = _chain(every, "apply")
            self.call = _chain(every, "call")


class _Local(threading.local):
    def __init__(self) -> None:
        self.thread = Thread()


_lock = threading.RLock()
_threads: weakref.WeakSet[Thread] = weakref.WeakSet()
_shared: tuple[Handler, ...] = ()


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()  # the thread that held it is in the other process


after_fork(_after_fork)


def installed() -> tuple[Handler, ...]:
    """The handlers of this thread, innermost last."""
    return local.thread.handlers


def install(handler: Handler) -> None:
    """Makes `handler` the innermost one of this thread."""
    thread = local.thread
    thread.set((*thread.handlers, handler))


def remove(handler: Handler) -> None:
    """Takes `handler` from this thread, be it innermost or not; nothing happens if it is not installed."""
    thread = local.thread
    thread.set(tuple([other for other in thread.handlers if other is not handler]))


@contextmanager
def only(handlers: Sequence[Handler]) -> Iterator[None]:
    """This thread has these handlers alone inside of the `with` statement."""
    thread = local.thread
    before = thread.handlers
    thread.set(tuple(handlers))
    try:
        yield
    finally:
        thread.set(before)


def outside(handler: Handler) -> tuple[Handler, ...]:
    """The handlers of this thread that are outside of `handler`: all of them, if it is not installed."""
    handlers = installed()
    return handlers[: next((i for i, other in enumerate(handlers) if other is handler), len(handlers))]


def install_everywhere(handler: Handler) -> None:
    """Makes `handler` one of all threads, those to come as well."""
    _share((*_shared, handler))


def remove_everywhere(handler: Handler) -> None:
    """Ends `install_everywhere`."""
    _share(tuple([other for other in _shared if other is not handler]))


def _share(handlers: tuple[Handler, ...]) -> None:
    global _shared
    with _lock:
        _shared = handlers
        for thread in list(_threads):
            thread.set(thread.handlers)


def _chain(handlers: Sequence[Handler], method: str) -> Callable[..., Any] | None:
    """The method of all `handlers` as one function, which takes what the outermost proceeds to."""
    chain = None
    for handler in handlers:
        if getattr(type(handler), method) is not getattr(Handler, method):
            own = getattr(handler, method)
            chain = own if chain is None else _link(own, chain)
    return chain


def _link(inner: Callable[..., Any], outer: Callable[..., Any]) -> Callable[..., Any]:
    def linked(proceed: Callable[..., Any], *operation: Any) -> Any:
        return inner(functools.partial(outer, proceed), *operation)

    return linked


#: Its `thread` is the state of the thread that asks.
local = _Local()
