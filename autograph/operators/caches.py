"""Functions that `functools` keeps the results of, called under a staged condition, or with what is staged.

The cache is Python's: it is filled once, while the program is staged, whichever path is taken. That makes no difference
where the function does nothing but compute a constant of constants, and nobody asks for its statistics.

What is staged is no key of it. Such a call is one of the function itself, which gives the same if it does nothing but
compute a number, a string or a tuple of its arguments and of variables that stay as they are. Where it calls itself,
which may take forever without a cache, or has effects, what it gives is kept in a table of staged keys
(`Log.remembered`). A call under a staged condition of a function of the program's own is one of the function, too;
what it gives is kept for as long as the region is traced (`Log.results`). A program that asks for the statistics of
such a cache is staged again from its beginning, with tables of all results in which calls are counted.
"""

from __future__ import annotations

import dis
import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NoReturn

from autograph.analysis.bindings import functions_around, is_bound_once, is_declared_global
from autograph.diagnostics import StagingError
from autograph.operators import effect_errors
from autograph.operators.call_stack import CallStack
from autograph.operators.choices import later
from autograph.operators.effects import Log, escapes, log, logging_part, logs
from autograph.operators.either import Either
from autograph.operators.kinds import class_of_number
from autograph.operators.lists import is_tuple_of_staged_length
from autograph.operators.locations import Attribute, can_change, contents_of, mentioned_by
from autograph.operators.memo_tables import CountedTable, MemoTable
from autograph.operators.operands import are_texts
from autograph.operators.places import nodes_around, tree_of
from autograph.operators.raising import can_raise
from autograph.operators.refusals import AskingForCounts
from autograph.operators.structures import Optional, staged_leaves
from autograph.source.build import converted_codes, root_codes
from autograph.source.find import source_text
from autograph.staging import backend_of, tracing_backend

#: What `functools.lru_cache` makes of a function.
CACHED = type(functools.lru_cache(len))

#: What gives the converted form of a function; the last counts.
converting: list[Callable[[Any], Callable[..., Any]]] = []

_CONSTANTS = (int, float, bool, complex, str, bytes, type(None), range, type, BuiltinFunctionType)
_WITHOUT_STATE = (type, BuiltinFunctionType, ModuleType, CACHED)


def call_cached(called: Any, form: Callable[..., Any], given: Sequence[Any], /, *args: Any, **kwargs: Any) -> Any:
    """Calls a cached function, in the log at hand.

    Args:
        called: what keeps the results, or a method that does.
        form: what is called for it.
        given: all that it is given, that object among it.
        args, kwargs: the arguments.

    Raises:
        StagingError: what it leaves in its cache is not so on all paths, or would be there when the trace has ended.
    """
    around = log()
    assert around is not None
    function: Any = called.__func__ if type(called) is MethodType else called
    kinds = logs()[0].kinds_of_keys.setdefault(id(function), (function, []))[1]
    kinds.append([*map(_kind, (*args, *kwargs.values()))])
    if all(map(_is_number, (*args, *kwargs.values()))):
        if are_counted() and _is_converted(called) and not _outlives(function):
            return _uncached(called, *args, **kwargs)
        known = logs()[0].remembered.get(id(function))
        if staged_leaves((args, kwargs)) or (known is not None and known[1].has_all):
            return _uncached(called, *args, **kwargs)
        if _may_not_run() and not _outlives(function) and _gives_the_same(called):
            return _kept_in_region(function, *args, **kwargs)
    if id(function) in logs()[0].uncached and not _may_not_run() and not _outlives(function):
        if _changing_variable(function) is not None:  # Python may have the result of a call on one path
            _refuse_filled(function)
    if id(function) not in logs()[0].read_by_cached and not _outlives(function):
        logs()[0].read_by_cached[id(function)] = function, _read_by(function)[0]  # which staged keys find as it is now
    misses = function.cache_info().misses
    with logging_part(around.conditional) as effects:
        for value in _mentioned(function.__wrapped__):
            effects.compares(value)
        result = form(*args, **kwargs)
    changed = effects.effects()
    escapes(result)
    is_filled = function.cache_info().misses > misses
    if is_filled:
        logs()[0].filled.append(function)
    if is_filled and not _may_not_run() and staged_leaves(result) and _outlives(function):
        function.cache_clear()
        effect_errors.left_behind(Attribute(function, "cache"))
    if _may_not_run():
        logs()[0].caches.append(function)
        if is_filled and (
            changed
            or not _is_pure(function.__wrapped__, [v for v in given if type(v) not in (CACHED, MethodType)], result)
        ):
            function.cache_clear()
            _refuse_filled(function)
    return result


def _may_not_run() -> bool:
    """Whether a region around may run any number of times, or never."""
    return any(region.conditional for region in logs())


def _gives_the_same(function: Any) -> bool:
    """Whether a function is one that is converted, of variables that stay as they are."""
    return _is_converted(function) and _changing_variable(function) is None


def _is_converted(function: Any) -> bool:
    """Whether what keeps results is no method, and has them of a function of Python."""
    return type(function) is CACHED and type(function.__wrapped__) is FunctionType


def _kept_in_region(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """What the function gives for constants under a staged condition, traced once in the region at hand."""
    key = id(function), args, tuple(map(type, args)), tuple(kwargs.items()), tuple(map(type, kwargs.values()))
    logs()[0].caches.append(function)
    for region in reversed(logs()):
        if key in region.results:
            return region.results[key][1]
    around = logs()[-1]
    with logging_part() as effects:
        result = converting[-1](function.__wrapped__)(*args, **kwargs)
    if _changes_anything(effects) or not (_is_unchangeable(result) or _is_constant(result)):
        _refuse_filled(function)
    around.results.update(effects.results)  # those of the calls that it makes
    around.results[key] = function, result
    return result


def _uncached(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Calls the function itself in place of a cached one that is given what is staged."""
    if not _is_converted(function):
        effect_errors.cache_of_staged(function, "it is a method, which its object is a key for as well")
    kinds = logs()[0].kinds_of_keys[id(function)][1]
    if any(known != kinds[-1] for known in kinds if len(known) == len(kinds[-1])):
        effect_errors.cache_of_staged(
            function, "it is given an int in one call and a float in another: these may be equal"
        )
    known = logs()[0].remembered.get(id(function))
    if known is not None and known[1].has_all:
        return _run(function, known[1], args, kwargs)
    is_first = id(function) not in logs()[0].uncached
    reason = _changing_variable(function)
    can_have_all = is_first and not (_outlives(function) or function.cache_info().currsize or _calls_back(function))
    can_have_all = can_have_all and function.cache_parameters()["maxsize"] != 0 and bool(args) and not kwargs
    if reason is not None or are_counted():
        if not (can_have_all or (known is not None and known[1].is_whole)):
            effect_errors.cache_of_staged(function, reason or "it is a method, or was called before, or by name")
        return _run(function, _table_of_all(function), args, kwargs)
    table = _table(function) if args and not kwargs else None
    run = functools.partial(_run, function, table, args, kwargs)
    if table is not None:
        table.is_whole = table.is_whole or can_have_all
        table.has_all = table.is_whole and _may_change_what_it_reads(function.__wrapped__)
        return run()
    if not can_have_all:
        return run()
    ways = [run, lambda: _run(function, _table_of_all(function), args, kwargs)]
    return later["first"](tracing_backend(), ways, lambda error: isinstance(error, _Changes))


class _Changes(StagingError):
    """A cached function has effects, and not all that it gives is kept in a table."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def _run(function: Any, table: MemoTable | None, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a cached function gives, which is looked up in a table, if there is one."""
    with logging_part() as effects:
        if table is None:
            result = converting[-1](function.__wrapped__)(*args, **kwargs)
        else:
            result = converting[-1](type(table).call)(table, functools.partial(_called, function), args)
    if _changes_anything(effects):
        if table is None or not table.is_whole:
            reason = "it also changes something, which Python would do once for equal arguments"
            effect_errors.cache_of_staged(function, reason, _Changes)
        table.has_all = True
    if table is not None and table.has_all and function.cache_parameters()["maxsize"] is not None:
        _check_size(function, converting[-1](MemoTable.size)(table))
    if not _is_unchangeable(result):
        effect_errors.cache_of_staged(
            function, "its result is no number, string or tuple of such, and would be the same object every time"
        )
    return result


def _check_size(function: Any, size: Any) -> None:
    """Refuses that a function with effects is called with more arguments than Python keeps its results for."""
    most = function.cache_parameters()["maxsize"]
    backend = backend_of(size)
    if backend is not None and can_raise(backend):
        later["require"](backend, size <= most, effect_errors.cache_overflows(function, most))
    elif backend is not None or size > most:
        raise effect_errors.cache_overflows(function, most)


def _called(function: Any, *args: Any) -> Any:
    """What a cached function gives that is not known. It is the cached one that calls itself."""
    return converting[-1](function.__wrapped__)(*args)


def _changes_anything(effects: Log) -> bool:
    """Whether there are effects but those of the calls themselves, and of their being remembered."""
    tables = [table.results for _, table in logs()[0].remembered.values()]
    own = [*tables, *(getattr(table, "entries", None) for table in tables)]
    holders = [effect.location.holder for effect in effects.effects()]
    return any(
        type(h) not in (CallStack, MemoTable, CountedTable) and not any(h is part for part in own) for h in holders
    )


def _table(function: Any) -> MemoTable | None:
    """The table of the results of a function that calls itself, and that no other does; nothing for another."""
    kept = logs()[0].remembered
    if id(function) not in kept:
        if not _calls(function.__wrapped__, function) or _calls_back(function):
            return None
        _new_table(function)
    return kept[id(function)][1]


def _new_table(function: Any) -> MemoTable:
    """A table that comes to be with the function, and is found for it from here on."""
    table = CountedTable() if are_counted() else MemoTable()
    around = next((region for region in logs() if region.is_new(function)), logs()[0])
    around.bears(table)
    around.bears(table.results)
    logs()[0].remembered[id(function)] = function, table
    return table


def _may_change_what_it_reads(function: FunctionType) -> bool:
    """Whether the text of a function binds variables around it, or stores to what may be in them."""
    instructions = [*dis.get_instructions(function.__code__)]
    binds = any(i.opname in ("STORE_GLOBAL", "STORE_DEREF") and i.argval != "ag__" for i in instructions)
    return binds or any(i.opname in ("STORE_ATTR", "STORE_SUBSCR") or i.argval in _CHANGING for i in instructions)


#: Methods of containers that change these.
_CHANGING = frozenset({"append", "appendleft", "add", "update", "extend", "insert", "setdefault", "pop", "remove"})


def _table_of_all(function: Any) -> MemoTable:
    """A table of all that the function gives from its first call on: what it does, it does once for equal arguments."""
    known = logs()[0].remembered.get(id(function))
    table = _new_table(function) if known is None else known[1]
    table.is_whole = table.has_all = True
    return table


def _calls_back(function: Any) -> bool:
    """Whether another function that a cached one calls calls that again: one recursion in the other."""
    called = [function.__wrapped__]
    _variables(function.__wrapped__, called)
    return any(_calls(other, function) for other in called[1:])


def _calls(caller: FunctionType, function: Any) -> bool:
    return any(value is function for value in _values_of_names(caller))


def _changing_variable(function: Any) -> str | None:
    """Why results of a function may depend on more than its arguments, which were the same in all calls before."""
    variables, called = _read_by(function)
    held = [part for part in variables if type(part) not in _OF_PARTS and backend_of(part) is None]
    if any(can_change(part) or isinstance(part, (type, ModuleType)) for part in held):
        return "it looks at an object that may be another when it is called again"
    if not all(map(_captures_what_stays, called)):
        return "it reads a variable that is bound more than once, and may have had another value in an earlier call"
    logs()[0].uncached[id(function)] = function
    kept = logs()[0].read_by_cached
    known = kept.setdefault(id(function), (function, variables))[1]
    is_same = len(known) == len(variables) and all(one is other for one, other in zip(known, variables, strict=True))
    if not is_same or (variables and _outlives(function)):
        return "it reads a variable that may have had another value in an earlier call"
    return None


def _read_by(function: Any) -> tuple[list[Any], list[Any]]:
    """The values of the variables that a cached function looks at, with what is in them, and the functions it calls."""
    called: list[Any] = [function.__wrapped__]
    return [part for value in _variables(function.__wrapped__, called) for part in _items(value)], called


def _captures_what_stays(function: FunctionType) -> bool:
    """Whether the variables that a function captures, or has of its module, are not bound again."""
    code = function.__code__
    tree = tree_of(source_text(code.co_filename))
    if tree is None:
        return not code.co_freevars
    around = functions_around(nodes_around(tree, code.co_firstlineno), code)
    own = [name for name in _names(code) if name in function.__globals__]
    return all(is_bound_once(around, name) for name in code.co_freevars if name != "ag__") and not any(
        is_declared_global(tree, name) for name in own
    )


def _items(value: Any, around: tuple[Any, ...] = ()) -> list[Any]:
    """A value, and what is in it, if it is a container of Python's: one that is changed has others."""
    if type(value) not in _OF_PARTS or any(value is other for other in around):
        return [value]
    parts = [*value, *value.values()] if type(value) is dict else value
    return [value, *(inner for part in parts for inner in _items(part, (*around, value)))]


_OF_PARTS = frozenset({list, tuple, dict, set, frozenset})


def _variables(function: Any, seen: list[Any]) -> list[Any]:
    """The values of the variables that a function refers to, and those that it calls, but for what has no state."""
    found = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for value in _values_of_names(function):
        inner = value.__wrapped__ if type(value) is CACHED else value
        if _is_of_library(inner):
            continue
        if type(inner) is not FunctionType:
            found.append(inner)
        elif not any(inner is other for other in seen):
            seen.append(inner)
            found += [held for name, held in vars(inner).items() if name != "__wrapped__"]
            found += _variables(inner, seen)
    return found


def _values_of_names(function: FunctionType) -> list[Any]:
    """What the variables are that a function captures, or has of its module."""
    cells = [contents_of(cell) for cell in function.__closure__ or ()]
    namespace = function.__globals__
    return [*cells, *(namespace[name] for name in _names(function.__code__) if name in namespace)]


def _names(code: CodeType) -> set[str]:
    """The names that some code refers to, in the functions and comprehensions in it as well."""
    inner = (_names(part) for part in code.co_consts if type(part) is CodeType)
    return {*code.co_names}.union(*inner)


#: Modules whose functions give the same for the same.
_WITHOUT_MEMORY = frozenset({
    "autograph", "builtins", "cmath", "functools", "_functools", "math", "operator", "_operator",
})  # fmt: skip


def _is_of_library(value: Any) -> bool:
    """Whether a value is a function, a class or a module that keeps nothing, and in which no program does."""
    if not isinstance(value, (FunctionType, *_WITHOUT_STATE)):
        return False
    if isinstance(value, type) and issubclass(value, BaseException):
        return True
    name = getattr(value, "__name__" if isinstance(value, ModuleType) else "__module__", None) or "builtins"
    return name.partition(".")[0] in _WITHOUT_MEMORY


def _kind(value: Any) -> Any:
    """The class of a number, or those in a tuple."""
    if type(value) is tuple:
        return tuple(map(_kind, value))
    return class_of_number(value) or type(value)


def _is_number(value: Any) -> bool:
    """Whether a value is a number, staged or not, or a tuple of such: equal ones are as good as one."""
    if type(value) is tuple:
        return all(map(_is_number, value))
    backend = backend_of(value)
    if backend is None:
        return isinstance(value, (int, float, bool))
    return backend.type_of(value) is not None and getattr(value, "shape", None) == ()


def _is_unchangeable(value: Any) -> bool:
    """Whether a value is a number, a string or None, or a tuple of such."""
    if type(value) is Optional:
        return _is_unchangeable(value.value)
    if type(value) is Either:
        return all(map(_is_unchangeable, value.candidates))
    if type(value) is tuple:
        return all(map(_is_unchangeable, value))
    return value is None or are_texts(value) or is_tuple_of_staged_length(value) or _is_number(value)


class _Mode(threading.local):
    counted = False


_mode = _Mode()


@contextmanager
def calls_counted() -> Iterator[None]:
    """Has functions that keep their results do so in tables, from their first calls on, which count them."""
    before, _mode.counted = _mode.counted, True
    try:
        yield
    finally:
        _mode.counted = before


def are_counted() -> bool:
    """Whether calls of functions that keep their results are counted."""
    return _mode.counted


def statistics(method: Any) -> Callable[..., Any] | None:
    """What stands for `cache_info` or `cache_clear` of a function whose results are kept in a table.

    None stands for them otherwise. Refuses them where results are not all in Python's cache, and nobody counts.
    """
    owner = getattr(method, "__self__", None)
    if type(owner) is not CACHED:
        return None
    known = logs()[0].remembered.get(id(owner))
    table = None if known is None else known[1]
    if type(table) is CountedTable and method.__name__ == "cache_info":
        return functools.partial(_counts, owner, table)
    if type(table) is CountedTable and method.__name__ == "cache_clear":
        return functools.partial(converting[-1](CountedTable.clear), table)
    if table is not None or id(owner) in logs()[0].uncached:
        reason = "it is called without its cache then, which is looked at here"
        effect_errors.cache_of_staged(owner, reason, AskingForCounts)
    if any(owner is other for other in logs()[0].caches):
        _refuse(f"the cache of `{owner.__name__}`, which is looked at, was used", "count the calls in a variable")
    return None


def _counts(function: Any, table: CountedTable) -> Any:
    """What `cache_info` tells of a function that has a table in place of its cache."""
    size = converting[-1](CountedTable.size)(table)
    known = function.cache_info()
    return known._replace(hits=table.hits, misses=table.misses, currsize=size)


def _refuse_filled(function: Any) -> NoReturn:
    _refuse(f"the cache of `{function.__name__}` is filled", "call it before, or call its `__wrapped__`")


def _refuse(what: str, help: str) -> NoReturn:
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
