"""Which graph is being built, in each thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.ir.graph import Graph


#: Called as `recorder(op, inputs, attrs, outputs)` after every node that is added to a graph, with the inputs as they
#: were given, before they were captured. Gradient tapes add themselves.
recorders: tuple[Callable[[Any, Sequence[Any], Mapping[str, Any], Sequence[Any]], None], ...] = ()


#: One trace at a time in the whole process: functions that trace each other could otherwise wait for one another.
tracing_lock = threading.RLock()


class _Stack(threading.local):
    """The graphs under construction in this thread, innermost last; None where eager code runs inside of one."""

    def __init__(self) -> None:
        self.graphs: list[Graph | None] = []
        self.top: Graph | None = None
        self.scope = ""


_stack = _Stack()


def current_graph() -> Graph | None:
    """The graph that operations are added to, or None where they run at once."""
    return _stack.top


def push(graph: Graph | None) -> None:
    """Makes `graph` the current one until `pop`."""
    stack = _stack
    stack.graphs.append(stack.top)
    stack.top = graph


def pop() -> None:
    """Returns to what was current before `push`."""
    stack = _stack
    stack.top = stack.graphs.pop()


@contextmanager
def eager_scope(name: str | None) -> Iterator[str]:
    """What `name_scope` is outside of graphs: it prefixes the names of variables."""
    outer = _stack.scope
    if not name:
        _stack.scope = ""
    elif name.endswith("/"):
        _stack.scope = name[:-1]
    else:
        _stack.scope = f"{outer}/{name}" if outer else name
    try:
        yield _stack.scope + "/" if _stack.scope else ""
    finally:
        _stack.scope = outer


def current_eager_scope() -> str:
    """The names of the scopes entered outside of graphs."""
    return _stack.scope


@contextmanager
def init_scope() -> Iterator[None]:
    """Lifts what is done inside out of every graph that is being built: operations run at once.

    >>> with init_scope():
    ...     executing_eagerly()
    True
    """
    push(None)
    try:
        yield
    finally:
        pop()


def executing_eagerly() -> bool:
    """Whether operations run at once here, as opposed to being added to a graph."""
    return _stack.top is None


def inside_function() -> bool:
    """Whether a graph is being built in this thread, be it outside of an `init_scope`."""
    return _stack.top is not None or any(graph is not None for graph in _stack.graphs)
