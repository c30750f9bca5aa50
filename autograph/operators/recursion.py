"""Functions that call themselves until a tensor says that they are done: their calls are traced to some depth.

Both branches of a staged `if` are traced, and so a call of the function itself in one of them, again and again. From a
depth on it is not: a program that gets there when it runs fails. Recursion that Python values end goes as deep as
Python lets it.
"""

from __future__ import annotations

import dis
import functools
import threading
from collections.abc import Callable
from types import CodeType, FunctionType, MethodType
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import explain
from autograph.operators.effects import Log, log, logging, logs
from autograph.operators.frames import hide_frame
from autograph.operators.raising import can_raise
from autograph.staging import Backend

#: How many calls, one in the other, are traced at first of a function that calls itself in one place, or in more.
_DEEPEST = 16, 5
#: How many calls are traced altogether: with more it is half as many, one in the other.
_MOST_CALLS = 130


class _Traced:
    """A call of a function from outside of it.

    Attributes:
        deepest: how many calls in it, one in the other, are traced.
        regions: of each call that has not returned how many conditional regions are around it.
        calls: how many calls there were.
    """

    def __init__(self, deepest: int):
        self.deepest = deepest
        self.regions: list[int] = []
        self.calls = 0


class _TooManyCalls(StagingError):
    """Unwinds the trace of a call, which is traced again to a lesser depth."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


class _Active(threading.local):
    def __init__(self) -> None:
        self.traced: dict[CodeType, _Traced] = {}


_active = _Active()


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
        traced = _active.traced.get(code)
        if traced is None:
            return _from_outside(backend, code, _DEEPEST[places > 1], functools.partial(form, *args, **kwargs))
        regions = sum(log.conditional for log in logs())
        # Between two calls there is a staged condition, or it is no tensor that ends the recursion.
        if len({*traced.regions, regions}) > traced.deepest:
            raise explain.recursed_too_deep(code.co_name, traced.deepest)
        traced.calls += 1
        if traced.calls > _MOST_CALLS and len({*traced.regions}) > 1:
            raise _TooManyCalls("AG052", f"'{code.co_name}' calls itself too often to be traced")
        traced.regions.append(regions)
        try:
            return form(*args, **kwargs)
        finally:
            traced.regions.pop()
    except BaseException as error:
        hide_frame(error)
        raise


def _from_outside(backend: Backend, code: CodeType, deepest: int, call: Callable[[], Any]) -> Any:
    around = log()
    assert around is not None
    while True:
        take_back, effects = backend.checkpoint(), Log(conditional=False)
        _active.traced[code] = _Traced(deepest)
        try:
            with logging(effects):
                return call()
        except _TooManyCalls:
            effects.undo()
            take_back()
            deepest //= 2
            if deepest < 2:
                raise
        finally:
            del _active.traced[code]
            around.absorb(effects, writes=True)


#: Of functions that were called, in how many places they call themselves.
_places: dict[CodeType, int] = {}


def _calls_of_itself(function: FunctionType) -> int:
    """How often a function, or one that is defined in it or that it calls, has its name."""
    names = [*_names_loaded(function.__code__)]
    called = [function.__globals__.get(name) for name in {*names} - {function.__name__}]
    for other in called:
        if type(other) is FunctionType and other.__code__ is not function.__code__:
            names += _names_loaded(other.__code__)
    return names.count(function.__code__.co_name)


@functools.cache
def _names_loaded(code: CodeType) -> list[str]:
    names = [i.argval for i in dis.get_instructions(code) if i.opname.startswith("LOAD_") and type(i.argval) is str]
    for constant in code.co_consts:
        if type(constant) is CodeType:
            names += _names_loaded(constant)
    return names
