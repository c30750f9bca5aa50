"""`map` and `filter`, and functions that Python calls for the elements of an iterator."""

from __future__ import annotations

import functools
from typing import Any

from autograph.operators.calls import call
from autograph.operators.catching import catching
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
