"""`map`, `filter` and others of `itertools`, and functions that Python calls for the elements of an iterator."""

from __future__ import annotations

import functools
import itertools
from typing import Any

from autograph.operators import call_errors
from autograph.operators.calls import call
from autograph.operators.catching import catching
from autograph.operators.comparisons import any_staged
from autograph.operators.comprehensions import Comprehension, Filtered
from autograph.operators.effects import new
from autograph.operators.exits import checking_operators
from autograph.operators.frames import hidden_frames
from autograph.operators.observed import watch_iterator
from autograph.source.build import is_converted
from autograph.staging import backend_of


def map_(function: Any, *iterables: Any) -> Any:
    function = handing_on(call(function), map)
    for iterable in iterables:
        backend = backend_of(iterable)
        if backend is not None:
            return backend.builtins[map](function, *iterables)
    return map(function, *iterables)


def filter_(test: Any, items: Any) -> Any:
    test = handing_on(call(test), filter) if test is not None else None
    backend = backend_of(items)
    if backend is not None and filter in backend.builtins and not is_lazy(items):
        return backend.builtins[filter](test, items)
    return Filtered(test, items)


def groupby_(iterable: Any, key: Any = None) -> Any:
    made = None if key is None else handing_on(call(key), itertools.groupby)
    known: list[Any] = []

    def compared(item: Any) -> Any:
        value = item if made is None else made(item)
        if known and any_staged([value, *known]):
            call_errors.asks_a_tensor(
                "itertools.groupby", "whether the key of an item is that of the one before", _GROUP
            )
        known[:] = [value]
        return value

    return itertools.groupby(iterable, compared)


_GROUP = "go over the items in a `for` that keeps the key of the last, and appends a group where it is another"


def islice_(iterable: Any, *bounds: Any) -> Any:
    if any(backend_of(bound) is not None for bound in bounds):
        call_errors.asks_a_tensor("itertools.islice", "how many items it takes", _SLICE)
    return itertools.islice(iterable, *bounds)


_SLICE = "take a slice of a list (`list(items)[:n]`), or leave a `for` over the items by `break`"


def mapped_parts(items: Any, callee: Any) -> Comprehension:
    """The elements of Python's `map`, each of which is made where it is asked for."""
    watch_iterator(items)
    function, *iterators = items.__reduce__()[1]
    if len(iterators) == 1:
        return Comprehension(new(iterators[0]), None, function, 0, callee)
    return Comprehension(new(zip(*iterators, strict=False)), None, lambda given: function(*given), 0, callee)


def is_lazy(iterable: Any) -> bool:
    """Whether a staged iterable has no items of its own, as `map`, `zip` and `range` have none."""
    return backend_of(iterable) is not None and not hasattr(iterable, "shape")


def handing_on(function: Any, to: Any) -> Any:
    """A function that is called for the elements of an iterator: to Python, a StopIteration is the end of that."""
    return functools.partial(_handing_on, function, to.__name__) if is_converted(function) else function


def _handing_on(function: Any, to: str, /, *args: Any) -> Any:
    with hidden_frames, catching(StopIteration, to):
        return checking_operators(function, function, function)(*args)
