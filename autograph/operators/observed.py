"""Calls in a region of what is not converted: what they may change, and what comes to be in them.

Such a function works out of sight. So what it is given is compared before and after; and what it draws from an iterator
or writes to a file, which cannot be taken back, is refused.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import io
import itertools
import json
import operator
import re
import warnings
from collections import Counter, UserDict, UserList, deque
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from autograph.operators import effect_errors, places
from autograph.operators.caches import CACHED, call_cached, statistics
from autograph.operators.classes import staged_method
from autograph.operators.effects import Log, cannot_change, escapes, is_conditional, log, may_be_undone, new
from autograph.operators.either import Either
from autograph.operators.frames import hide_frame
from autograph.operators.hidden import check_call, check_function, makes_hidden, owner_of
from autograph.operators.locations import (
    Snapshot,
    can_change,
    elements_of,
    held_by,
    mentioned_by,
    namespace_of,
    referents_of,
)
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.outside import check_outside
from autograph.operators.stores import check_file
from autograph.operators.structures import Optional
from autograph.operators.text import SHOWS_STAGED, refuse
from autograph.source.build import converted_codes
from autograph.staging import SYSTEMS, backend_for, backend_of

#: Functions whose result is a new object, and methods of builtin types whose result is one.
_MAKING = frozenset(
    {sorted, iter, enumerate, zip, map, filter, reversed, copy.copy, copy.deepcopy, dataclasses.replace, dict.fromkeys}
)
#: Those that make a new container of others, and may be given numbers.
_JOINING = frozenset({
    sum, operator.add, operator.concat, operator.mul, operator.or_, operator.and_, operator.xor, operator.sub,
})  # fmt: skip
_JOINED = frozenset({list, dict, set, deque, Counter})
#: Functions of one argument in whose result all is new that was not in what they are given.
_MAKING_ALL = frozenset({copy.deepcopy, dataclasses.asdict, dataclasses.astuple, json.loads})
_MAKING_METHODS = frozenset({
    "copy", "split", "rsplit", "splitlines", "union", "difference", "intersection", "symmetric_difference", "tolist",
    "__add__", "__mul__", "__rmul__", "__or__", "__ror__", "__and__", "__sub__", "__xor__",
})  # fmt: skip

#: Classes whose objects make a container for what they are given.
_WRAPPING = (UserDict, UserList)

BUILTIN = (BuiltinFunctionType, type)
#: Types of methods of an object, those of slots such as `list.__setitem__` among them, and those that know their class.
BOUND = (BuiltinFunctionType, MethodType, type([].__len__), type(re.compile("").match))

_WARNING = (warnings.warn, warnings.warn_explicit)

#: What only looks at objects.
_LOOKING = frozenset({len, isinstance, issubclass, callable, hasattr, getattr, id, repr, type, str, bool, int, float})


def observed(function: Any, form: Any) -> Any:
    """What to call in a region in place of a function.

    Args:
        function: what the program calls.
        form: what is called for it outside of regions.
    """
    inner = form
    while type(inner) is MethodType or type(inner) is functools.partial:
        inner = inner.__func__ if type(inner) is MethodType else inner.func
    if type(inner) is FunctionType and inner.__code__ in converted_codes:  # its stores are logged where they happen
        if (around := log()) is not None:
            for value in mentioned_by(inner):
                around.watches(value)
        makes_generator = inner.__code__.co_flags & inspect.CO_GENERATOR
        return functools.partial(_making, form) if makes_generator else form
    if type(inner) in BUILTIN and inner in _LOOKING:
        return form
    if function is next:  # whose staged form looks at the iterator itself
        return form
    return functools.partial(_observing, function, form)


def _making(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    try:
        return new(function(*args, **kwargs))
    except BaseException as error:
        hide_frame(error)
        raise


def _observing(function: Any, form: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    try:
        around = log()
        if around is None:
            return form(*args, **kwargs)
        check_outside(function, args)
        if around.conditional:
            if not args or not around.is_new(args[0]):
                check_function(function, args)
            owner = owner_of(function, args)
            if owner is not None and not around.is_new(owner):
                check_call(owner, function.__name__, args)
        form = statistics(function) or form
        if function in (setattr, delattr) and args:
            around.compares(args[0])  # a function or a class, too
        holder = function.__self__ if type(function) in BOUND else None
        if function in _WARNING:  # which may be recorded in a list
            around.compares(getattr(warnings._showwarnmsg_impl, "__self__", None))  # type: ignore[attr-defined]
        given = [*args, *kwargs.values(), holder, function]
        given += [known for value in given for known in _possible(value)]
        for value in given:
            _watch(around, value)
            if type(value) is tuple:
                for part in value:
                    _watch(around, part)
        frozen = [Snapshot(v) for v in given if around.chooses and _is_one_of_several(around, v)]
        cached = function.__func__ if type(function) is MethodType else function
        run = functools.partial(call_cached, function, form, given) if type(cached) is CACHED else form
        result = run(*args, **kwargs)
        if any(map(_shows_staged, _texts_in(result))) and not any(map(_shows_staged, given)):
            refuse(f"made by `{getattr(function, '__name__', function)}`")
        for snapshot in frozen:
            if any(True for _ in snapshot.changes()):
                snapshot.restore()  # it may be staged in another way
                cannot_change(snapshot.holder)
        if makes_hidden(function, result) or _makes(function, holder, result, given):
            around.bears(result)
            if type(result) in _WRAPPING:
                around.bears(result.data)
        if type(function) is FunctionType and function in _MAKING_ALL and len(args) == 1 and not kwargs:
            _bear_all(around, result, args[0])
        if type(result) is list and _is_of_tensor(function):  # `tolist`
            _bear_all(around, result, None)
        if type(holder) is ContextVar:
            escapes(*args)
        return result
    except BaseException as error:
        hide_frame(error)
        raise


def _at_hand(variables: Mapping[str, Any]) -> list[Any]:
    """What a call has at hand, which may call functions of the program's meanwhile."""
    form = getattr(variables["form"], "func", None)
    if type(form) is FunctionType and form.__code__ in places.handing_over:
        return []
    function = variables["function"]
    count = next((count for known, count in _READ_MEANWHILE if known is function), None)
    return [*variables["args"][:count], *variables["kwargs"].values(), variables.get("holder")]


#: How many of its arguments a function reads once it has called another: `sorted` makes a list first, and what `reduce`
#: begins with it has handed on.
_READ_MEANWHILE = ((sorted, 0), (functools.reduce, 2))


places.calling[_observing.__code__] = _at_hand


def _possible(value: Any) -> list[Any]:
    """What a value may be that is one of several, or may be None."""
    if type(value) is Optional:
        return [value.value, *_possible(value.value)]
    if type(value) is Either:
        return [known for option in value.options for known in (option.value, *_possible(option.value))]
    return []


def _is_one_of_several(around: Log, value: Any) -> bool:
    return around.is_frozen(value) or around.passes_on(value) or around.is_namespace_of_one_of_several(value)


def _is_of_tensor(function: Any) -> bool:
    """Whether a function is what a system has for a method of arrays, of a staged value."""
    return type(function) is functools.partial and len(function.args) == 1 and backend_of(function.args[0]) is not None


def _bear_all(around: Log, made: Any, given: Any) -> None:
    """All that a value consists of came to be, but for what was there before."""
    before = {id(part) for part in _parts(given)}
    for part in _parts(made):
        if id(part) not in before:
            around.bears(part)


def _parts(value: Any) -> list[Any]:
    """A value and what it consists of, as far as objects copy themselves as Python copies them."""
    found, seen = [value], {id(value)}
    for part in found:
        held = [*part] if type(part) is tuple else elements_of(part)
        if isinstance(namespace_of(part), dict) and type(part).__reduce_ex__ is object.__reduce_ex__:
            held += [] if hasattr(part, "__deepcopy__") else namespace_of(part).values()
        found += [new for new in held if can_change(new) or type(new) is tuple if id(new) not in seen]
        seen.update(map(id, held))
    return found


def _texts_in(value: Any) -> list[Any]:
    return value if type(value) is list else [value]


def _shows_staged(value: Any) -> bool:
    return issubclass(type(value), str) and SHOWS_STAGED.search(value) is not None


def _watch(around: Log, value: Any) -> None:
    """Has a value that a call may change compared afterwards, or refuses what could not be undone."""
    # Values are not asked themselves: a class of the user's may log what it is asked.
    kind = type(value)
    if kind.__module__.partition(".")[0] in SYSTEMS or kind is FunctionType or issubclass(kind, type):
        return
    if around.is_new(value):
        if kind is GeneratorType:
            for check in asked:
                check(value)
        return
    if kind in BOUND:
        _watch(around, value.__self__)  # a method that is passed on, to be called
        return
    if issubclass(kind, io.IOBase) and not issubclass(kind, io.StringIO):
        check_file(value)
    elif is_iterator(value):
        watch_iterator(value)
    elif can_change(value):
        around.compares(value)
        around.watches(value)


def watch_iterator(iterator: Any) -> None:
    """Refuses to have an iterator advanced that came to be outside of the region around.

    One of a class of the user's is converted: what it does is logged.

    Args:
        iterator: it; nothing is done for what is none.
    """
    around = log()
    if around is None or not is_iterator(iterator):
        return
    for check in asked:
        check(iterator)
    if may_be_undone(iterator):
        for check in giving_way:
            check(iterator)
    if is_conditional() and not around.is_new(iterator) and staged_method(iterator, "__next__") is None:
        effect_errors.refuse_iterator(iterator)


#: What is called for an iterator that is asked for something.
asked: list[Callable[[Any], None]] = []
#: What is called for an iterator that is about to be advanced, to have another take its place before.
giving_way: list[Callable[[Any], None]] = []


def is_iterator(value: Any) -> bool:
    """Whether a value is an iterator of Python's, which is another after an element was drawn from it."""
    kind = type(value)
    is_iterable = has_class_attribute(kind, "__next__") and has_class_attribute(kind, "__iter__")
    return is_iterable and backend_for(value) is None


def check_shared(iterator: Any) -> None:
    """Refuses that a tensor decides how far an iterator is advanced with which, or whose own, others may go on."""
    for drawn in (iterator, *_drawn_from(iterator)):
        if places.variables_with(drawn, _with_parts):
            effect_errors.refuse_iterator(drawn)


def watch_drawn_from(iterator: Any) -> None:
    """Watches what a generator advances where Python goes over it, unseen by operators: not what its loops go over."""
    for drawn in _drawn_from(iterator) if type(iterator) is GeneratorType else ():
        if type(drawn) is GeneratorType or places.variables_with(drawn):
            watch_iterator(drawn)


def _with_parts(value: Any, depth: int = 2) -> list[Any]:
    """A value, what it holds, and what that holds."""
    if depth == 0 or isinstance(value, (ModuleType, type, FunctionType)):
        return [value]
    held = value if type(value) is tuple else held_by(value)
    return [value, *(part for other in held for part in _with_parts(other, depth - 1))]


def _drawn_from(iterator: Any) -> list[Any]:
    """The iterators that an iterator of Python's advances, as far as it shows what it has."""
    found: list[Any] = []
    waiting, seen = [iterator], {id(iterator)}
    while waiting and len(seen) < _MOST_DRAWN_FROM:
        for part in referents_of(waiting.pop()):
            if id(part) in seen:
                continue
            seen.add(id(part))
            is_drawn = type(part) not in (list, tuple)
            if is_drawn and is_iterator(part):
                found.append(part)
            if not is_drawn or is_iterator(part):
                waiting.append(part)
    return found


#: Among how many objects an iterator may have others that it advances.
_MOST_DRAWN_FROM = 1000


def is_endless(value: Any) -> bool:
    """Whether a value is an iterator of `itertools` that never ends: unrolled, a loop over it would not end either."""
    kind = type(value)
    return kind in _ENDLESS or (kind is itertools.repeat and operator.length_hint(value, -1) < 0)


_ENDLESS = (itertools.count, itertools.cycle)


def _makes(function: Any, holder: Any, result: Any, given: Iterable[Any]) -> bool:
    """Whether the result of a call is sure to be a new object."""
    if function is type or any(result is value for value in given):
        return False
    if function is object.__new__ or (type(function) in (FunctionType, *BUILTIN) and function in _MAKING):
        return True
    if type(function) in (FunctionType, *BUILTIN) and function in _JOINING:
        elements = [e for value in given if type(value) in (list, tuple) for e in value]
        return type(result) in _JOINED and not any(result is element for element in elements)
    if type(result) is CACHED:
        return bool(getattr(function, "__module__", None) == "functools")
    if issubclass(type(function), type):
        made_by_python = isinstance(function.__new__, FunctionType) or type(function).__call__ is not type.__call__
        return type(result) is function and not made_by_python
    if holder is not None and function.__name__ == "_asdict" and isinstance(holder, tuple):
        return has_class_attribute(type(holder), "_fields")
    if holder is not None and function.__name__ in _MAKING_METHODS:
        return type(holder).__module__ in ("builtins", "collections", "numpy")
    return type(result).__module__ == "numpy" and getattr(result, "base", None) is None
