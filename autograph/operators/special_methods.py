"""The special methods and properties of the user's classes, converted: what stands for each while a program is staged.

What a method decides by a staged value, Python cannot be told where it insists on a bool or an int, or where an
exception ends a loop or says that there is no attribute: that is refused. `if o:`, `not o`, `len(o)` and their like in
converted code ask the method themselves (`staged_method`), and take a staged answer.
"""

from __future__ import annotations

import dataclasses
import dis
import functools
import inspect
import operator
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from types import FunctionType, GeneratorType
from typing import Any

from autograph.operators import effect_errors
from autograph.operators.aliases import are_same, is_linked
from autograph.operators.calls import (
    AS_LOOPS,
    beginnings,
    is_extended,
    should_convert,
    to_function,
)
from autograph.operators.catching import catching, enter, leave
from autograph.operators.classes import STAGED, meet_class, package_of, replacements
from autograph.operators.comparisons import compare, conjunction, identical, of_items, refuse_to_identify
from autograph.operators.effects import log, new, without_effects
from autograph.operators.either import Either
from autograph.operators.frames import hide_frame
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.optionals import as_bool, negated
from autograph.operators.packages import UNCONVERTED_PACKAGES
from autograph.source.build import WRAPPED, is_converted
from autograph.staging import SYSTEMS, backend_of, tracing_backend

_ARITHMETIC = [
    "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift",
    "and", "xor", "or",
]  # fmt: skip
_OTHERS = [
    "neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil", "complex", "int", "float", "index", "bool", "len",
    "contains", "getitem", "setitem", "delitem", "missing", "iter", "next",
    "reversed", "enter", "exit", "getattr", "setattr", "delattr", "get", "set", "delete", "post_init",
]  # fmt: skip
#: The methods of binary operators, which may leave the answer to another method.
_OPERATORS = [f"__{kind}{name}__" for name in _ARITHMETIC for kind in ("", "r", "i")]
_OPERATORS += [f"__{name}__" for name in ("lt", "le", "eq", "ne", "gt", "ge")]
#: What is converted. Not what makes a hash or a text, copies or pickles, nor what is called by name.
_NAMES = {*_OPERATORS, *(f"__{name}__" for name in _OTHERS)}

#: What Python makes of the result of a method. Of a staged one it cannot, and the system says so.
_EXPECTED: dict[str, Callable[[Any], Any]] = {
    "__bool__": bool,
    "__contains__": bool,
    "__len__": operator.index,
    "__index__": operator.index,
    "__int__": int,
    "__float__": float,
    "__complex__": complex,
}

#: What Python catches of what a method raises.
_CAUGHT: dict[str, type[Exception]] = {
    "__next__": StopIteration,
    "__getattr__": AttributeError,
    "__get__": AttributeError,
    "__getitem__": IndexError,
}


#: Flags of types that are made when a program runs, and of those that cannot be changed.
_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8

_NOT_CONVERTED = UNCONVERTED_PACKAGES | SYSTEMS | {"builtins"}


def _replacements(cls: type) -> Iterator[tuple[str, Any]]:
    if package_of(cls) in _NOT_CONVERTED and not (
        cls.__module__ in AS_LOOPS or is_extended(cls.__module__, cls.__name__)
    ):
        return
    for name, value in cls.__dict__.copy().items():  # in one step: a collected generator may put others back
        kind = type(value)
        if kind is FunctionType:
            if name in _NAMES and STAGED not in value.__dict__:
                yield from _of_function(cls, name, value)
            elif name == "__hash__" and STAGED not in value.__dict__ and _has_form(value):
                yield name, _hash(value)
        elif kind is property:
            made = _property(value)
            if made.fget is not value.fget or made.fset is not value.fset or made.fdel is not value.fdel:
                yield name, made
        elif kind is functools.cached_property:
            if STAGED not in getattr(value.func, "__dict__", ()):
                yield name, _cached_property(value)
        elif has_class_attribute(kind, "__get__") or has_class_attribute(kind, "__set__"):
            meet_class(kind)
    if type(cls.__dict__.get("__eq__")) is FunctionType and cls.__ne__ is object.__ne__:
        yield "__ne__", _not_equal
    if issubclass(cls, tuple) and cls.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) == _HEAP_TYPE:
        yield from ((name, form) for name, form in _OF_ITEMS.items() if getattr(cls, name) is getattr(tuple, name))
    compares_by_identity = cls.__eq__ is object.__eq__ and cls.__hash__ is object.__hash__
    if compares_by_identity and cls.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) == _HEAP_TYPE:
        yield "__eq__", _is_same
        if cls.__ne__ is object.__ne__:
            yield "__ne__", _not_equal
        yield "__hash__", _identity


replacements.append(_replacements)


def _of_function(cls: type, name: str, function: FunctionType) -> Iterator[tuple[str, Any]]:
    is_generated = function.__code__.co_filename == "<string>" and "__dataclass_fields__" in cls.__dict__
    if is_generated and name in _COMPARISONS:
        yield name, _replacement(name, function, _comparison_of_fields(cls, name))
    elif _has_form(function):
        yield name, _replacement(name, function)
    if name == "__exit__" and "__enter__" not in cls.__dict__ and has_class_attribute(cls, "__enter__"):
        yield "__enter__", _inherited_enter(cls)


def _has_form(function: FunctionType) -> bool:
    """Whether a function is converted when it is called, or is already: that of a class in converted code, say."""
    return WRAPPED in function.__dict__ or is_converted(function) or should_convert(function)


def _replacement(name: str, function: FunctionType, form: Callable[..., Any] | None = None) -> Any:
    """What stands for a function: that itself, or where a program is being staged its converted form.

    Args:
        name: what Python calls it for.
        function: the class's own.
        form: what to run in place of a converted form.
    """

    def staged(*args: Any, **kwargs: Any) -> Any:
        try:
            run = to_function(function) if form is None else form
            around = _AROUND.get(name)
            return run(*args, **kwargs) if around is None else around(run, *args, **kwargs)
        except BaseException as error:
            hide_frame(error)
            raise

    @functools.wraps(function)
    def method(*args: Any, **kwargs: Any) -> Any:
        if tracing_backend() is None:
            return function(*args, **kwargs)
        try:
            result = staged(*args, **kwargs)
            return _EXPECTED[name](result) if name in _EXPECTED and backend_of(result) is not None else result
        except BaseException as error:
            hide_frame(error)
            raise

    method.__dict__.update({STAGED: staged, WRAPPED: function})
    return method


# Properties


def _property(value: property) -> property:
    return property(_of_property(value.fget), _of_property(value.fset), _of_property(value.fdel), value.__doc__)


def _of_property(function: Any) -> Any:
    if type(function) is not FunctionType or STAGED in function.__dict__ or not _has_form(function):
        return function
    return _replacement("__get__", function)


def _cached_property(value: functools.cached_property[Any]) -> functools.cached_property[Any]:
    function: Any = _of_property(value.func)

    @functools.wraps(value.func)
    def get(holder: Any) -> Any:
        if (around := log()) is not None:
            around.writes(holder)  # Python keeps the value in the object
        return function(holder)

    get.__dict__[STAGED] = function
    made: functools.cached_property[Any] = functools.cached_property(get)
    made.attrname = value.attrname
    return made


# Comparisons


_COMPARISONS = {f"__{name}__": getattr(operator, name) for name in ("eq", "lt", "le", "gt", "ge")}


def _comparison_of_items(name: str) -> Any:
    """A comparison by order of a class of tuples that has none of its own."""
    of_tuples, comparison = getattr(tuple, name), _COMPARISONS[name]

    def compares(self: Any, other: Any) -> Any:
        if tracing_backend() is None or not isinstance(other, tuple):
            return of_tuples(self, other)
        try:
            return compare(comparison, tuple(self), tuple(other))
        except BaseException as error:
            hide_frame(error)
            raise

    compares.__dict__[STAGED] = compares
    of_items.add(compares)
    return compares


_OF_ITEMS = {name: _comparison_of_items(name) for name in ("__lt__", "__le__", "__gt__", "__ge__")}


def _comparison_of_fields(cls: type, name: str) -> Callable[[Any, Any], Any]:
    """The comparison that `dataclass` writes, which has no source."""
    names = [field.name for field in dataclasses.fields(cls) if field.compare]

    def comparison(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        if (
            name == "__eq__" and sys.version_info >= (3, 13) and self is not other
        ):  # whose fields may not equal themselves
            return conjunction(lambda field: compare(operator.eq, getattr(self, field), getattr(other, field)), names)
        fields = (tuple([getattr(side, field) for field in names]) for side in (self, other))
        return compare(_COMPARISONS[name], *fields)

    return comparison


def _not_equal(self: Any, other: Any) -> Any:
    """`!=` of a class that has `==` alone, of which Python asks the truth."""
    try:
        if tracing_backend() is None:
            return object.__ne__(self, other)
        kind: Any = type(self)
        result = kind.__eq__(self, other)
        return result if result is NotImplemented else negated(as_bool(result))
    except BaseException as error:
        hide_frame(error)
        raise


_not_equal.__dict__[STAGED] = _not_equal


def _is_same(self: Any, other: Any) -> Any:
    """`==` of a class that has none: whether two objects are one."""
    try:
        if self is other:
            return True
        if tracing_backend() is not None:
            refuse_to_identify(self, other, only_frozen=True)
            if backend_of(self) is not None:
                return identical(self, other)
            if is_linked(self) and is_linked(other):
                return are_same(self, other)
        return NotImplemented
    except BaseException as error:
        hide_frame(error)
        raise


def _hash(function: FunctionType) -> Any:
    """A `__hash__` of the user's. Python may ask for it at any time: what it changes is refused."""

    @functools.wraps(function)
    def method(self: Any) -> Any:
        if log() is None:
            return function(self)
        try:
            ask = functools.partial(to_function(function), self)
            return without_effects(ask, effect_errors.hashes_with_effects, apart_from=self)  # it may keep its hash
        except BaseException as error:
            hide_frame(error)
            raise

    method.__dict__.update({STAGED: method, WRAPPED: function})
    return method


def _identity(self: Any) -> int:
    """The hash of an object of a class that has no `==`."""
    try:
        if tracing_backend() is not None:
            refuse_to_identify(self, use="used as a key, or an element of a set")
        return object.__hash__(self)
    except BaseException as error:
        hide_frame(error)
        raise


# What goes around a method


def _catching(name: str, run: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    with catching(_CAUGHT[name], name):
        return run(*args, **kwargs)


def _getitem(run: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    # A loop over an object without `__iter__` asks for one item after another, and ends at an IndexError.
    is_by_index = len(args) == 2 and type(args[1]) is int and not has_class_attribute(type(args[0]), "__iter__")
    if is_by_index and not _is_subscript():
        return _catching("__getitem__", run, *args, **kwargs)
    return run(*args, **kwargs)


def _is_subscript() -> bool:
    """Whether a method is called for `o[k]`, and not for a loop."""
    frame: Any = sys._getframe(1)
    while frame.f_globals is globals():
        frame = frame.f_back
    return frame.f_code.co_code[frame.f_lasti] == _SUBSCRIPT


#: The instruction that reads an item; -1 for a Python that has none of its own for that.
_SUBSCRIPT = dis.opmap.get("BINARY_SUBSCR", -1)


def _iter(run: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    result = beginnings[-1](run, run, run)(*args, **kwargs)
    return new(result) if type(result) is GeneratorType else result


def _operating(run: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    result = run(*args, **kwargs)
    # Python tries the other operand's method, or another of this one, for the very NotImplemented alone.
    if type(result) is Either and any(value is NotImplemented for value in result.candidates):
        result.refuse()
    return result


def _enter(run: Callable[..., Any], holder: Any, *args: Any, **kwargs: Any) -> Any:
    result = run(holder, *args, **kwargs)
    if _may_catch(type(holder).__exit__):
        enter(holder)
    return result


def _exit(run: Callable[..., Any], holder: Any, *args: Any, **kwargs: Any) -> Any:
    leave(holder)
    return run(holder, *args, **kwargs)


_AROUND: dict[str, Callable[..., Any]] = {
    **{name: functools.partial(_catching, name) for name in _CAUGHT},
    **dict.fromkeys(_OPERATORS, _operating),
    "__getitem__": _getitem,
    "__iter__": _iter,
    "__reversed__": _iter,
    "__enter__": _enter,
    "__exit__": _exit,
}


def _inherited_enter(cls: Any) -> Any:
    def __enter__(self: Any) -> Any:
        try:
            run: Any = super(cls, self).__enter__
            return run() if tracing_backend() is None else _enter(lambda self: run(), self)
        except BaseException as error:
            hide_frame(error)
            raise

    __enter__.__dict__[STAGED] = __enter__
    return __enter__


def _may_catch(exit_: Any) -> bool:
    """Whether a `__exit__` that is converted looks at an exception, or may have it end there."""
    if type(exit_) is not FunctionType or STAGED not in exit_.__dict__:
        return False
    while WRAPPED in exit_.__dict__:
        exit_ = exit_.__dict__[WRAPPED]
    code = exit_.__code__
    is_variadic = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    given = {*code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount + is_variadic]}
    instructions = list(dis.get_instructions(code))
    reads = (i.argval if isinstance(i.argval, tuple) else (i.argval,) for i in instructions if "LOAD" in i.opname)
    if any(not given.isdisjoint(names) for names in reads if all(isinstance(name, str) for name in names)):
        return True
    returned = [one for one, two in pairwise(instructions) if two.opname == "RETURN_VALUE"]
    returned += [one for one in instructions if one.opname == "RETURN_CONST"]
    return any("CONST" not in one.opname or one.argval not in (None, False) for one in returned)
