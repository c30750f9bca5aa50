"""Parameters that are None by default, where a call gives them what is None on some paths only.

def appended(value, bucket=None):
    if bucket is None:              # stays Python's (see `autograph.analysis.optionals`)
        bucket = []

Such a call is two, one with None and one with the value, under the condition that it is that.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from types import CodeType, FunctionType, MethodType
from typing import Any

from autograph.operators.frames import hidden_frames
from autograph.operators.logical import if_exp
from autograph.operators.optionals import is_none
from autograph.operators.presence import settled
from autograph.operators.structures import Optional
from autograph.weak import WeakMap

#: The parameters with a default that code asks by `is` whether they are None.
_tested: WeakMap[CodeType, frozenset[str]] = WeakMap()

#: Functions whose calls do not run them.
_LATER = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def with_none_apart(function: Any, run: Callable[..., Any]) -> Callable[..., Any]:
    """What to call for a function of the program's, of whose arguments some may be optionals.

    Args:
        function: what the program calls.
        run: what is called for it.
    """
    inner = function.__func__ if type(function) is MethodType else function
    if type(inner) is not FunctionType or inner.__code__.co_flags & _LATER:
        return run
    names = _names(inner.__code__) if inner.__defaults__ or inner.__kwdefaults__ else None
    return partial(_apart, function, names, run) if names else run


def _apart(function: Any, names: frozenset[str], run: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    with hidden_frames:
        if Optional not in {*map(type, args), *map(type, kwargs.values())}:
            return run(*args, **kwargs)
        try:
            bound = inspect.signature(function).bind(*args, **kwargs)
        except TypeError:
            return run(*args, **kwargs)
        defaults = {p.name for p in bound.signature.parameters.values() if p.default is not p.empty}
        return _with_each(run, bound, sorted(names & defaults))


def _with_each(run: Callable[..., Any], bound: inspect.BoundArguments, names: list[str]) -> Any:
    """Calls a function with each of some arguments None or not."""
    if not names:
        return run(*bound.args, **bound.kwargs)
    first, *others = names
    value = bound.arguments.get(first)
    if type(value) is not Optional or value.unbound or type(value := settled(value)) is not Optional:
        return _with_each(run, bound, others)

    def with_value(given: Any) -> Any:
        again = inspect.BoundArguments(bound.signature, type(bound.arguments)({**bound.arguments, first: given}))
        return _with_each(run, again, others)

    return if_exp(is_none(value), lambda: with_value(None), lambda: with_value(settled(value)))()


def _names(code: CodeType) -> frozenset[str]:
    known = _tested.get(code)
    if known is None:
        known = _tested[code] = frozenset(_asked(code))
    return known


def _asked(code: CodeType) -> Iterator[str]:
    """The variables that code asks by `is` whether they are None."""
    for one, other in pairwise(dis.get_instructions(code)):
        if one.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and isinstance(one.argval, str):
            is_none_itself = other.opname == "LOAD_CONST" and other.argval is None
            if is_none_itself or other.opname.endswith("_NONE"):
                yield one.argval
