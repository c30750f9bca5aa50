"""Functions that `functools` keeps the results of, called under a staged condition.

The cache is Python's: it is filled once, while the program is staged, whichever path is taken. That makes no difference
where the function does nothing but compute a constant of constants, and nobody asks for its statistics.
"""

from __future__ import annotations

import dis
import functools
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from autograph.operators import effect_errors
from autograph.operators.effects import escapes, is_conditional, log, logging_part, logs
from autograph.operators.locations import Attribute, can_change, contents_of, mentioned_by
from autograph.operators.structures import staged_leaves
from autograph.source.build import converted_codes, root_codes

#: What `functools.lru_cache` makes of a function.
CACHED = type(functools.lru_cache(len))

_CONSTANTS = (int, float, bool, complex, str, bytes, type(None), range, type, BuiltinFunctionType)
_WITHOUT_STATE = (type, BuiltinFunctionType, ModuleType, CACHED)


def call_cached(function: Any, form: Callable[..., Any], given: Sequence[Any], /, *args: Any, **kwargs: Any) -> Any:
    """Calls a cached function, in the log at hand.

    Args:
        function: what keeps the results.
        form: what is called for it, or for a method that it is of an object.
        given: all that it is given, that object among it.
        args, kwargs: the arguments.

    Raises:
        StagingError: what it leaves in its cache is not so on all paths, or would be there when the trace has ended.
    """
    around = log()
    assert around is not None
    misses = function.cache_info().misses
    with logging_part(around.conditional) as effects:
        for value in _mentioned(function.__wrapped__):
            effects.compares(value)
        result = form(*args, **kwargs)
    changed = effects.effects()
    escapes(result)
    is_filled = function.cache_info().misses > misses
    if is_filled and not is_conditional() and staged_leaves(result) and _outlives(function):
        function.cache_clear()
        effect_errors.left_behind(Attribute(function, "cache"))
    if is_conditional():
        logs()[0].caches.append(function)
        if is_filled and (
            changed
            or not _is_pure(function.__wrapped__, [v for v in given if type(v) not in (CACHED, MethodType)], result)
        ):
            function.cache_clear()
            _refuse(f"the cache of `{function.__name__}` is filled", "call it before, or call its `__wrapped__`")
    return result


def check_statistics(function: Any) -> None:
    """Refuses to ask how often a cached function was called, if it was under a staged condition."""
    owner = getattr(function, "__self__", None)
    if type(owner) is CACHED and any(owner is other for other in logs()[0].caches):
        _refuse(f"the cache of `{owner.__name__}`, which is looked at, was used", "count the calls in a variable")


def _refuse(what: str, help: str) -> None:
    effect_errors.cannot_undo(
        what, "Python does so once, while the program is staged, whichever path is taken then", help
    )


def _outlives(function: Any) -> bool:
    code = getattr(function.__wrapped__, "__code__", None)
    return code not in converted_codes or code in root_codes


def _is_pure(function: Any, given: Sequence[Any], result: Any) -> bool:
    """Whether a function that changed nothing it mentions can only compute a constant of constants."""
    if type(function) is not FunctionType or not all(map(_is_constant, (*given, result))):
        return False
    held = [contents_of(cell) for cell in function.__closure__ or ()]
    stores = any(i.opname in ("STORE_GLOBAL", "STORE_DEREF") for i in dis.get_instructions(function.__code__))
    changed = [effect.location.holder for region in logs() for effect in region.effects()]
    return (
        not stores
        and all(type(value) in (FunctionType, *_WITHOUT_STATE) for value in held)
        and not any(value is holder for value in _mentioned(function) for holder in changed)
    )


def _is_constant(value: Any) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))
    return isinstance(value, _CONSTANTS) and not can_change(value)


def _mentioned(function: Any) -> list[Any]:
    if type(function) is not FunctionType:
        return []
    without_state = (FunctionType, *_WITHOUT_STATE)
    return [v for v in mentioned_by(function) if can_change(v) and not isinstance(v, without_state)]
