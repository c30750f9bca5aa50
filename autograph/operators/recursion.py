"""Functions that call themselves until a tensor says that they are done: their calls are traced to some depth.

Both branches of a staged `if` are traced, and so a call of the function itself in one of them, again and again. From a
depth on it is not: a program that gets there when it runs fails. Recursion that Python values end goes as deep as
Python lets it.
"""

from __future__ import annotations

import dis
import functools
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import call_errors
from autograph.operators.attempts import first_that_works
from autograph.operators.effects import logs
from autograph.operators.frames import hide_frame
from autograph.operators.lists import StagedList
from autograph.operators.raising import can_raise
from autograph.operators.structures import staged_leaves
from autograph.staging import Backend, backend_of

#: How many calls, one in the other, are traced: the first of these that does not make too many altogether.
_DEPTHS = 16, 8, 7, 5, 3, 2
#: The first for a function that calls itself in more than one place; and where exceptions are among the results, with
#: which branches in branches take long to compile, or it is given lists of staged length, which take long to trace.
_DEPTH_OF_MORE, _DEPTH_OF_RESULTS = 7, 3
#: How many calls are traced altogether: more are too many; and how many of them may make none any more.
_MOST_CALLS, _MOST_AT_END = 130, 64
#: Likewise where exceptions are not among the results, of a function that calls itself in more than one place.
_MOST_OF_MORE, _MOST_AT_END_OF_MORE = 300, 128
#: Of a call that makes more, or of more calls that make as many, it is told that all do.
_MOST_WIDE = 3


class _Traced:
    """A call of a function from outside of it.

    Attributes:
        deepest: how many calls in it, one in the other, are traced.
        most, most_at_end: how many altogether, and how many that make none any more.
        regions: of each call that has not returned how many conditional regions are around it.
        made: of each of these how many calls it has made.
        branching: how many calls have made 1, 2, ... calls.
        calls: how many calls there were.
    """

    def __init__(self, deepest: int, most: int, most_at_end: int):
        self.deepest = deepest
        self.most = most
        self.most_at_end = most_at_end
        self.regions: list[int] = []
        self.made: list[int] = []
        self.branching: Counter[int] = Counter()
        self.calls = 0

    def makes_too_many(self) -> bool:
        """Takes note of a call; whether there were too many, or will be, as they branch."""
        self.calls += 1
        if self.made:
            self.made[-1] += 1
            self.branching[self.made[-1]] += 1
        return self.width() ** self.deepest > self.most_at_end or self.calls > self.most

    def width(self) -> int:
        """How many calls a call makes, as far as is known: those in the body of a staged loop are traced repeatedly."""
        return max((k for k, n in self.branching.items() if n > _MOST_WIDE or k > _MOST_WIDE), default=1)


class _TooManyCalls(StagingError):
    """Unwinds the trace of a call, which is traced again to a lesser depth."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def _too_many(code: CodeType) -> _TooManyCalls:
    return _TooManyCalls("AG052", f"'{code.co_name}' calls itself too often to be traced")


class _Active(threading.local):
    def __init__(self) -> None:
        self.traced: dict[CodeType, _Traced] = {}


_active = _Active()


def is_recursing() -> bool:
    """Whether a function that calls itself is being traced: what it has traced again takes long."""
    return bool(_active.traced)


def recursing(function: Any, form: Callable[..., Any], backend: Backend) -> Callable[..., Any]:
    """What is to be called for a function in a region: one that calls itself is not traced without end."""
    function = function.__func__ if type(function) is MethodType else getattr(function, "__wrapped__", function)
    if type(function) is not FunctionType:
        return form
    code = function.__code__
    places = _places.get(code)
    if places is None:
        places = _places[code] = _calls_of_itself(function)
    return functools.partial(_recursing, backend, code, places, form) if places and can_raise(backend) else form


def _recursing(
    backend: Backend, code: CodeType, places: int, form: Callable[..., Any], /, *args: Any, **kwargs: Any
) -> Any:
    try:
        given = (*args, *kwargs.values())
        if not staged_leaves(given) and all(backend_of(value) is None for value in given):
            # It is no tensor that ends the recursion.
            return form(*args, **kwargs)
        traced = _active.traced.get(code)
        if traced is None:
            return _from_outside(backend, code, places, functools.partial(form, *args, **kwargs))
        regions = sum(log.conditional for log in logs())
        # Between two calls there is a staged condition, or it is no tensor that ends the recursion.
        deepest = traced.deepest
        if places > 1 and any(type(value) is StagedList for value in (*args, *kwargs.values())):
            deepest = min(deepest, _DEPTH_OF_RESULTS)
        if len({*traced.regions, regions}) > deepest:
            raise call_errors.recursed_too_deep(code.co_name, deepest, _DEPTHS[0])
        if traced.makes_too_many() and len({*traced.regions}) > 1:
            raise _too_many(code)
        traced.regions.append(regions)
        traced.made.append(0)
        try:
            return form(*args, **kwargs)
        finally:
            traced.regions.pop()
            traced.made.pop()
    except BaseException as error:
        hide_frame(error)
        raise


def _from_outside(backend: Backend, code: CodeType, places: int, call: Callable[[], Any]) -> Any:
    width = 1
    is_cheap = places > 1 and backend.can_raise
    most, at_end = (_MOST_OF_MORE, _MOST_AT_END_OF_MORE) if is_cheap else (_MOST_CALLS, _MOST_AT_END)

    def to_depth(depth: int) -> Any:
        nonlocal width
        if width**depth > at_end and depth > _DEPTHS[-1]:
            raise _too_many(code)
        traced = _active.traced[code] = _Traced(depth, most, at_end)
        try:
            return call()
        finally:
            width = traced.width()
            del _active.traced[code]

    deepest = _DEPTHS[0] if places == 1 else _DEPTH_OF_MORE if backend.can_raise else _DEPTH_OF_RESULTS
    ways = [functools.partial(to_depth, depth) for depth in _DEPTHS if depth <= deepest]
    return first_that_works(backend, ways, lambda error: isinstance(error, _TooManyCalls))


#: Of functions that were called, in how many places they call themselves.
_places: dict[CodeType, int] = {}


def _calls_of_itself(function: FunctionType) -> int:
    """In how many places a function, or one that is defined in it or that it calls, has its name."""
    loads = {*_loads(function.__code__)}
    for name in {name for name, _ in loads} - {function.__code__.co_name}:
        called = function.__globals__.get(name)
        if type(called) is FunctionType and called.__code__ is not function.__code__:
            loads |= {*_loads(called.__code__)}
    return sum(name == function.__code__.co_name for name, _ in loads)


_READING = frozenset({"LOAD_GLOBAL", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD"})


def _loads(code: CodeType) -> Iterator[tuple[str, Any]]:
    """The names that are read in some code, and where in the file: converted code may have a statement twice."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in _READING:
            yield instruction.argval, instruction.positions
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _loads(constant)
