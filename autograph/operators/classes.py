"""The classes whose objects a program meets while it is staged: their special methods and properties are converted.

Python calls these itself, for `a + b`, `o.v` or `with o:`, and no operator of converted code is in between. So while
any program is being staged, the classes that it meets have other functions in their place (`replacements`), which run
the converted form in the threads that stage, and the original in others. When none is being staged any more, each class
has its own again: a program that runs finds nothing in its classes, and pays nothing. (An operator for each expression
that may call a method would be paid for in all plain code, and would see nothing of calls from builtins like `sum`.)

A class is met when it makes an object, when a method of one is called, when one is stored to or asked for its truth,
and when an object is found among the arguments of a staged function, the variables that converted functions refer to,
and what these hold. The methods of one that is not met are run as they are: what they ask of a tensor is refused.
"""

from __future__ import annotations

import collections
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any
from weakref import ref

from autograph.locks import ForkSafeLock
from autograph.operators.locations import contents_of, held_in_slots, namespace_of
from autograph.staging import SYSTEMS, UNBOUND, candidates, tracing_backend
from autograph.weak import WeakMap

#: What is to be in a class in place of its own, by name; set where replacements are made.
replacements: list[Callable[[type], Iterator[tuple[str, Any]]]] = []

#: What says of which class an object of the program's is, by the class of what it is put away as.
classes_of: dict[type, Callable[[Any], type]] = {}

#: The attribute of a function in the place of a special method that has what runs the converted form.
STAGED = "autograph_staged"

#: How many objects are looked at, from one variable on, for the classes they have, and how many elements of each.
_MOST_OBJECTS = 500
_MOST_ELEMENTS = 50

#: How often a class is changed before it stays so: CPython 3.13 stops caching what is in a class that changes often.
_MOST_CHANGES = 200 if sys.version_info >= (3, 13) else sys.maxsize
#: The classes that were changed, by identity, and how often.
_changes: dict[int, list[Any]] = {}

_lock = ForkSafeLock()
#: How many programs are being staged, in all threads.
_staging = 0
#: The classes and functions that were met since the first of them began, by identity.
_met: dict[int, Any] = {}
#: What was replaced: the class, the name, what it had (UNBOUND for nothing), and what it has now.
_replaced: list[tuple[type, str, Any, Any]] = []


@contextmanager
def staged_classes() -> Iterator[None]:
    """Around the trace of a whole function: what it meets is converted."""
    global _staging
    with _lock:
        _staging += 1
    try:
        yield
    finally:
        with _lock:
            _staging -= 1
            if not _staging:
                _put_back()


def are_replaced() -> bool:
    """Whether some thread stages a program, so that classes may have converted methods."""
    return _staging > 0


def _put_back() -> None:
    changed = {id(cls): cls for cls, *_ in _replaced}
    stay = {key for key, cls in changed.items() if _changes_of(cls) > _MOST_CHANGES}
    while _replaced:
        cls, name, original, replacement = _replaced.pop()
        if id(cls) in stay or cls.__dict__.get(name) is not replacement:
            continue  # in the second case the program has put something else there
        if original is UNBOUND:
            type.__delattr__(cls, name)
        else:
            type.__setattr__(cls, name, original)
    _met.clear()


def _changes_of(cls: type) -> int:
    """How often a class was changed, this time included."""
    key, pop = id(cls), _changes.pop
    known = _changes.setdefault(key, [ref(cls, lambda _: pop(key, None)), 0])
    known[1] += 1
    return int(known[1])


def meet_class(cls: type) -> None:
    """Has what Python calls of a class be converted, while a program is being staged."""
    if not _staging or id(cls) in _met:
        return
    with _lock:
        metaclass: Any = type(cls)
        for base in (*metaclass.__mro__[::-1], *cls.__mro__[::-1]):
            if _staging and id(base) not in _met:
                _met[id(base)] = base
                _replace(base)


def _replace(cls: type) -> None:
    for name, replacement in [*replacements[-1](cls)]:
        if name not in _OF_TYPES:
            replace_in_class(cls, name, replacement)


#: What a class is given by these names is stored to it, and to no namespace.
_OF_TYPES = frozenset({"__class__", "__dict__"})


def replace_in_class(cls: type, name: str, replacement: Any) -> None:
    """Has a class have something else in the place of what it has by a name, as long as any program is being staged."""
    with _lock:
        original = cls.__dict__.get(name, UNBOUND)
        type.__setattr__(cls, name, replacement)
        _replaced.append((cls, name, original, replacement))


def class_of(value: Any) -> type:
    """The class of an object, also of one that is put away as something else."""
    kind = type(value)
    return classes_of[kind](value) if kind in classes_of else kind


def staged_method(value: Any, *names: str) -> Callable[..., Any] | None:
    """What runs the first of some special methods that the class of an object has, converted; None if that is none.

    It returns what the method returns, where Python insists on a bool or an int.
    """
    kind = class_of(value)
    if not _staging or kind in _ATOMS or kind.__module__ == "builtins" or tracing_backend() is None:
        return None
    meet_class(kind)
    for name in names:
        for cls in kind.__mro__:
            if name in cls.__dict__:
                method = cls.__dict__[name]
                return method.__dict__.get(STAGED) if type(method) is FunctionType else None
    return None


def meet_function(function: FunctionType) -> None:
    """Meets the classes, and those of the objects, that a function refers to by name."""
    if not _staging or type(function) is not FunctionType or id(function) in _met:
        return
    _met[id(function)] = function
    if package_of(function) in SYSTEMS:
        return
    namespace = function.__globals__
    names = _names(function.__code__)
    for name in names:
        value = namespace.get(name)
        if type(value) is ModuleType and value.__name__.partition(".")[0] not in SYSTEMS:
            for inner in names & value.__dict__.keys():
                meet(value.__dict__[inner])
        else:
            meet(value)
    for cell in function.__closure__ or ():
        meet(contents_of(cell))
    for value in function.__defaults__ or ():
        meet(value)


def meet(value: Any) -> None:
    """Meets the classes of an object and of what it holds; of a function, those of what it refers to."""
    if type(value) is FunctionType:
        meet_function(value)
    if not _staging or type(value) in _ATOMS:
        return
    waiting = [value]
    seen: dict[int, Any] = {}
    while waiting and len(seen) < _MOST_OBJECTS:
        value = waiting.pop()
        kind = type(value)
        if kind in _ATOMS or id(value) in seen or candidates.get(kind) is not None:
            continue
        seen[id(value)] = value
        if issubclass(kind, type):
            if package_of(value) not in SYSTEMS:
                meet_class(value)
        elif issubclass(kind, (tuple, list, dict, collections.deque)):
            waiting += islice(_elements_of(value), _MOST_ELEMENTS)
        elif kind is MethodType:
            meet_function(value.__func__)
            waiting.append(value.__self__)
        if kind.__flags__ & _HEAP_TYPE and not issubclass(kind, type):
            meet_class(kind)
            if package_of(kind) not in SYSTEMS:
                waiting += [*(namespace_of(value) or {}).values(), *held_in_slots(value)]


def _elements_of(container: Any) -> Iterable[Any]:
    for kind in (tuple, list, collections.deque):
        if issubclass(type(container), kind):
            return kind.__iter__(container)
    return dict.values(container) if issubclass(type(container), dict) else ()


def package_of(value: type | FunctionType) -> str:
    """The package that a class or a function belongs to, by its first name."""
    module: Any = value.__module__
    return module.partition(".")[0] if isinstance(module, str) else ""


#: Types of what holds no objects of the user's classes.
_ATOMS = frozenset({int, float, bool, complex, str, bytes, type(None), range, slice, FunctionType, ModuleType})
#: The flag of types that are made when a program runs.
_HEAP_TYPE = 1 << 9

_names_in: WeakMap[CodeType, frozenset[str]] = WeakMap()


def _names(code: CodeType) -> frozenset[str]:
    """The names of globals and attributes that code reads, and the code of functions in it."""
    known = _names_in.get(code)
    if known is None:
        inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        known = _names_in[code] = frozenset(code.co_names).union(*map(_names, inner))
    return known
