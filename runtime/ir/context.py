"""Which graph is being built, in each thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from autograph.locks import ForkSafeLock
from runtime.ir.handlers import local

if TYPE_CHECKING:
    from runtime.ir.graph import Graph

#: One trace at a time in the whole process: functions that trace each other could otherwise wait for one another.
tracing_lock = ForkSafeLock()


def current_graph() -> Graph | None:
    """The graph that operations are added to, or None where they run at once."""
    return local.thread.graph


def push(graph: Graph | None) -> None:
    """Makes `graph` the current one until `pop`."""
    thread = local.thread
    thread.outer.append(thread.graph)
    thread.graph = graph


def pop() -> None:
    """Returns to what was current before `push`."""
    thread = local.thread
    thread.graph = thread.outer.pop()


@contextmanager
def eager_scope(name: str | None) -> Iterator[str]:
    """What `name_scope` is outside of graphs: it prefixes the names of variables."""
    thread = local.thread
    outer = thread.scope
    if not name:
        thread.scope = ""
    elif name.endswith("/"):
        thread.scope = name[:-1]
    else:
        thread.scope = f"{outer}/{name}" if outer else name
    try:
        yield thread.scope + "/" if thread.scope else ""
    finally:
        thread.scope = outer


def current_eager_scope() -> str:
    """The names of the scopes entered outside of graphs."""
    return local.thread.scope


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
    return local.thread.graph is None


def inside_function() -> bool:
    """Whether a graph is being built in this thread, be it outside of an `init_scope`."""
    thread = local.thread
    return thread.graph is not None or any(graph is not None for graph in thread.outer)
