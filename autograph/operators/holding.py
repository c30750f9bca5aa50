"""What objects hold that is not seen when it is stored, or that they cannot be made to hold another in place of.

Tuples, partial functions and bound methods are made again with what takes the place of something they hold; functions,
generators, iterators and views hold it for good. `autograph.operators.holders` looks for all that hold one object.
"""

from __future__ import annotations

import functools
import operator
import warnings
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from types import (
    BuiltinMethodType,
    CellType,
    FunctionType,
    GeneratorType,
    MappingProxyType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

from autograph.operators import looped_lists
from autograph.operators.either import Either, Option
from autograph.operators.frames import locals_of_generator
from autograph.operators.locations import (
    PLAIN,
    Attribute,
    Elements,
    Item,
    Location,
    Variable,
    attributes_of,
    contents_of,
    elements_of,
    namespace_of,
)
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.structures import Optional
from autograph.staging import backend_of_class


class Unknown(Exception):
    """A list or a dict may be held where it cannot be replaced.

    Args:
        reason: where.
        help: what to do about it, if that is no matter of course.
    """

    def __init__(self, reason: str, help: str = ""):
        super().__init__(reason)
        self.help = help


def is_rebuilt(value: Any) -> bool:
    """Whether a value cannot be made to hold another object: one like it that does can take its place."""
    kind = type(value)
    if kind is BuiltinMethodType:
        return not isinstance(value.__self__, ModuleType)
    return kind in (tuple, functools.partial) or (issubclass(kind, tuple) and has_class_attribute(kind, "_fields"))


def rebuilt(value: Any, taken: Callable[[Any], Any]) -> Any:
    """What a tuple, a `partial` or a method becomes where other objects take the place of some of what it holds."""
    if type(value) is BuiltinMethodType:
        return getattr(taken(value.__self__), value.__name__)
    if isinstance(value, tuple):
        parts = map(taken, value)
        return tuple(parts) if type(value) is tuple else type(value)(*parts)
    options = {name: taken(option) for name, option in value.keywords.items()}
    return functools.partial(taken(value.func), *map(taken, value.args), **options)


#: What stands for a value of the program's, as its attribute `value`, and can be made to have another.
HOLDING: set[type] = {Optional, Option}


#: Of what stands for an iterator of the program's, whether it has been gone over, so that it holds nothing any more.
spent: dict[type, Callable[[Any], bool]] = {}


def is_tensor(value: Any) -> bool:
    """Whether a value is of a class of a system's that has numbers, and holds no object."""
    kind = type(value)
    return backend_of_class(kind) is not None and kind.__module__.partition(".")[0] != "autograph"


#: What holds other objects for good.
CLOSED = frozenset(
    {tuple, set, frozenset, FunctionType, MethodType, BuiltinMethodType, MethodWrapperType, functools.partial,
     GeneratorType, CellType, Either}
)  # fmt: skip


#: What gives the functions that run in place of one of the program's, which have its defaults as well.
forms_of: list[Callable[[FunctionType], list[FunctionType]]] = []


class Default(Variable):
    """The default of a parameter of a function: its number, or its name if it is given by that alone."""

    __slots__ = ()

    @property
    def identity(self) -> tuple[Any, ...]:
        return Default, id(self.holder), self.key

    def read(self) -> Any:
        defaults = self.holder.__defaults__ if isinstance(self.key, int) else self.holder.__kwdefaults__
        return defaults[self.key]

    def write(self, value: Any) -> None:
        for function in [self.holder, *(form for forms in forms_of for form in forms(self.holder))]:
            if isinstance(self.key, int):
                function.__defaults__ = (
                    *function.__defaults__[: self.key],
                    value,
                    *function.__defaults__[self.key + 1 :],
                )
            else:
                function.__kwdefaults__[self.key] = value

    def within(self, path: str) -> str:
        return f"the default of '{self}'"

    def __str__(self) -> str:
        if not isinstance(self.key, int):
            return str(self.key)
        code = self.holder.__code__
        return str(code.co_varnames[code.co_argcount - len(self.holder.__defaults__) + self.key])


def variables_of(function: FunctionType, target: Any, outlives: bool = False) -> Iterator[Variable]:
    """The variables of others that a function has, and the defaults of its parameters, which hold an object."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if contents_of(cell) is target:
            yield Variable(cell, name, outlives)
    defaults: list[tuple[Any, Any]] = [
        *enumerate(function.__defaults__ or ()),
        *(function.__kwdefaults__ or {}).items(),
    ]
    yield from (Default(function, key, outlives) for key, value in defaults if value is target)


def variables_held(function: FunctionType) -> list[Any]:
    """What the variables of others hold that a function has, and the defaults of its parameters."""
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return defaults + [contents_of(cell) for cell in function.__closure__ or ()]


def parts_of(value: Any) -> list[Any]:
    if type(value) is Either:
        return [*value.options]
    if isinstance(value, (tuple, set, frozenset)):
        return list(value)
    if isinstance(value, FunctionType):
        return variables_held(value)
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, GeneratorType):
        return list(locals_of_generator(value).values())
    owner = getattr(value, "__self__", None)
    return [] if isinstance(owner, ModuleType) else [owner, getattr(value, "__func__", None)]


_DICTS = (dict, Counter, defaultdict, OrderedDict)
#: What may have been made out of sight.
CONTAINERS = frozenset({list, deque, *_DICTS})
_EMPTY: tuple[dict[Any, Any], ...] = ({}, OrderedDict())
VIEWS = frozenset(type(view) for d in _EMPTY for view in (d.keys(), d.values(), d.items()))
_DICT_ITERATORS = frozenset(type(iter(view)) for d in _EMPTY for view in (d.keys(), d.values(), d.items()))


def check_view(view: Any, target: Any) -> None:
    """Refuses a dict of which a view is held; views do not say of which dict they are, but what is in it."""
    held = view if type(view) is MappingProxyType else view.mapping
    if type(target) in _DICTS and len(held) == len(target) and all(held.get(k, held) is v for k, v in target.items()):
        raise Unknown(f"`{type(view).__name__.replace('_', '.')}()` of it is held, which goes over it")


def check_object(holder: Any, target: Any, seen: set[int]) -> None:
    """Refuses what an object has that was made out of sight, and what is in a list that one has made for itself."""
    held = [*(attributes_of(holder) or {}).values()] if id(holder) not in seen else []
    if issubclass(type(holder), BaseException):
        held += holder.args
    elif type(holder) is ContextVar:
        held.append(holder.get(None))
    elif type(holder) is MappingProxyType:
        check_view(holder, target)
    if any(value is target for value in held):
        raise Unknown(f"a {type(holder).__name__} has it, which cannot be made to have another")
    for part in (namespace_of(holder) or {}).values() if type(holder).__module__ in MAKING_LISTS else ():
        if id(part) not in seen and any(value is target for value in elements_of(part)):
            raise Unknown(f"a {type(holder).__name__} has it, which cannot be made to have another")


MAKING_LISTS = frozenset({"collections", "types", "queue", "argparse"})


def is_iterator(value: Any) -> bool:
    """Whether something goes over what it was given, or calls it, and cannot be given another."""
    kind = type(value)
    if kind is operator.methodcaller:
        return True
    is_library_s = kind.__module__ in ("builtins", "itertools")
    return is_library_s and has_class_attribute(kind, "__next__") and kind is not GeneratorType


def check_iterator(iterator: Any, target: Any) -> list[Any]:
    """Refuses a container that an iterator has; what else the iterator has, which may be made to hold another."""
    try:
        return _parts_without(iterator, target)
    except Unknown:
        looped_lists.ask_positions(iterator)
        raise


def _parts_without(iterator: Any, target: Any) -> list[Any]:
    if type(iterator) in _DICT_ITERATORS and type(target) in _DICTS:
        raise Unknown("an iterator over a dict is held, which may be this one")
    if type(iterator) is type(iter(set())) and type(target) is set:
        raise Unknown("an iterator over a set is held, which may be this one")
    found: list[Any] = []
    parts = _parts_of_iterator(iterator)
    for part in parts:
        if part is target:
            raise Unknown("an iterator goes over it")
        if is_iterator(part):
            found += check_iterator(part, target)
        elif type(part).__module__ == "itertools":  # what iterators of `tee` share
            parts += _parts_of_iterator(part)
        elif is_rebuilt(part):  # one like it cannot take its place here
            parts += parts_of(part)
        elif type(part) not in PLAIN:
            found.append(part)
    return found


def _parts_of_iterator(iterator: Any) -> list[Any]:
    try:
        with warnings.catch_warnings(action="ignore"):  # those of itertools will not say what they go over any more
            return list(iterator.__reduce__()[1:])
    except TypeError:
        return []


def locations_in(holder: Any, target: Any) -> Iterator[Location]:
    """The locations of an object that hold a list."""
    if issubclass(type(holder), dict):
        if any(key is target for key in [*dict.keys(holder)]):
            raise Unknown("it is a key of a dict")
        yield from (Item(holder, key) for key, value in list(dict.items(holder)) if value is target)
    elif issubclass(type(holder), (list, deque)) and any(value is target for value in elements_of(holder)):
        yield Elements(holder)
    for name, value in (attributes_of(holder) or {}).items():
        if value is target:
            yield Attribute(holder, name)
