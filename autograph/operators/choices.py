"""Strings and members of enumerations, one of which the program picks when it runs.

Such a value is the number of one of a few constants that are known while tracing. What is asked of it, or computed
from it, is a table over these.
"""

from __future__ import annotations

import enum
import functools
import itertools
import operator
from collections.abc import Callable, Sequence
from functools import partialmethod
from types import MethodType
from typing import Any, NoReturn

from autograph.operators import explain
from autograph.operators.either import Either, Option
from autograph.operators.proxies import Proxy
from autograph.operators.refusals import refusal
from autograph.staging import Backend, Composite, backend_of, register_composite, register_proxy

#: How many constants a value may be one of: with more, a loop is likely to make new ones all the time.
MOST_OPTIONS = 64

#: The constants that choices were made of, and the number of each.
_constants: list[Any] = []
_numbers: dict[Any, int] = {}


def is_constant(value: Any) -> bool:
    """Whether a value is one of those that choices are of."""
    kind = type(value)
    return kind is str or issubclass(kind, enum.Enum)


def number_of(constant: Any) -> int:
    """The number that stands for a constant."""
    key = type(constant), constant
    if key not in _numbers:
        _constants.append(constant)
        _numbers[key] = len(_constants) - 1
    return _numbers[key]


class Choice(Proxy):
    """One of several constants of one class.

    Attributes:
        backend: on which it is staged.
        options: the constants.
        number: that of the one that it is; staged.
    """

    __slots__ = ("backend", "number", "options")
    called = "one of several constants"

    def __init__(self, backend: Backend, options: Sequence[Any], number: Any):
        self.backend = backend
        self.options = tuple(options)
        self.number = number

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class of what it stands for."""
        return type(self.options[0])

    def position(self) -> Any:
        """Where it is among its options."""
        found: Any = 0
        for position, option in enumerate(self.options[1:], start=1):
            found = found + self._is(option) * position
        return found

    def _is(self, option: Any) -> Any:
        return self.backend.builtins[int](self.number == number_of(option))

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))

    def __repr__(self) -> str:
        return " or ".join(map(repr, self.options))

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __eq__(self, other: object) -> Any:
        return _compared(self, other)

    def __ne__(self, other: object) -> Any:
        same = _compared(self, other)
        return same if same is NotImplemented else not same if type(same) is bool else self.backend.logical_not(same)

    def __hash__(self) -> int:
        refuse(self, "used as a key, or an element of a set")

    def __bool__(self) -> bool:
        truth = mapped(bool, self)
        return truth if type(truth) is bool else bool(truth)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if type(getattr(self.options[0], name)) is MethodType and not issubclass(type(self.options[0]), str):
            methods = [Option(self._is(option) == 1, getattr(option, name)) for option in self.options]
            return Either(self.backend, methods, refusal(refuse, self, f"asked for `{name}`"))
        if callable(getattr(self.options[0], name)):
            return lambda *args, **kwargs: mapped(
                lambda option, *given: getattr(option, name)(*given, **kwargs), self, *args
            )
        return mapped(operator.attrgetter(name), self)

    def __jax_array__(self) -> Any:
        return as_number(self)

    def __deepcopy__(self, memo: Any) -> Choice:
        return self

    __copy__ = __deepcopy__


def _mapping(function: Callable[..., Any], swapped: bool = False) -> Callable[[Choice, Any], Any]:
    def method(self: Choice, other: Any) -> Any:
        return mapped(function, other, self) if swapped else mapped(function, self, other)

    return method


def _mapped_alone(self: Choice, function: Callable[..., Any]) -> Any:
    return mapped(function, self)


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
for _name in ("lt", "le", "gt", "ge", "getitem", "contains", *_BINARY):
    setattr(Choice, f"__{_name}__", _mapping(getattr(operator, f"__{_name}__")))
for _name in _BINARY:
    setattr(Choice, f"__r{_name}__", _mapping(getattr(operator, f"__{_name}__"), swapped=True))
for _name in ("neg", "pos", "abs", "invert"):
    setattr(Choice, f"__{_name}__", partialmethod(_mapped_alone, getattr(operator, _name)))


def _compared(choice: Choice, other: Any) -> Any:
    if backend_of(other) is not None and type(other) is not Choice:
        return mapped(operator.eq, choice, other) if is_numeric(choice) else NotImplemented
    options = other.options if type(other) is Choice else (other,)
    if not any(one == option for one in choice.options for option in options):
        return False
    if type(options[0]) is type(choice.options[0]):
        return choice.number == number_in(other)
    return mapped(operator.eq, choice, other)


def is_numeric(value: Any) -> bool:
    """Whether a value is one of several members of an enumeration that are numbers."""
    return type(value) is Choice and issubclass(type(value.options[0]), (int, float))


def mapped(function: Callable[..., Any], *values: Any) -> Any:
    """What a function makes of values, some of which are choices: a table of what it makes of their options."""
    choices = [value for value in values if type(value) is Choice]
    if any(type(value) is not Choice and backend_of(value) is not None for value in values):
        return function(*[as_number(value) if type(value) is Choice else value for value in values])
    results = []
    for options in itertools.product(*(choice.options for choice in choices)):
        given = iter(options)
        try:
            results.append(function(*[next(given) if type(value) is Choice else value for value in values]))
        except (TypeError, ValueError, LookupError, ArithmeticError):
            refuse(choices[0], f"given to `{_name_of(function)}`, which fails for {' and '.join(map(repr, options))}")
    first = results[0]
    if all(type(result) is type(first) and result == first for result in results):
        return first
    position: Any = 0
    for choice in choices:
        position = position * len(choice.options) + choice.position()
    found = selected(choices[0].backend, results, position)
    if found is None:
        refuse(choices[0], f"given to `{_name_of(function)}`")
    return found


def as_number(choice: Choice) -> Any:
    """The number that a member of an enumeration is."""
    if not is_numeric(choice):
        refuse(choice, "computed with, together with a tensor")
    return _lookup(choice.backend, [option.value for option in choice.options], choice.position())


def selected(backend: Backend, values: Sequence[Any], position: Any) -> Any:
    """One of several constants or numbers, by its position; None if they are neither."""
    if all(map(is_constant, values)) and len({*map(type, values)}) == 1:
        numbers = [number_of(value) for value in values]
        return Choice(backend, list(dict.fromkeys(values)), _lookup(backend, numbers, position))
    if all(isinstance(value, (bool, int, float)) and not isinstance(value, enum.Enum) for value in values):
        return _lookup(backend, values, position)
    return None


def _lookup(backend: Backend, values: Sequence[Any], position: Any) -> Any:
    types = list(map(backend.type_of, values))
    joined = functools.reduce(lambda one, other: one and backend.join(one, other), types)
    return None if joined is None else backend.builtins[operator.getitem](values, position, joined)


def _name_of(function: Any) -> str:
    return str(getattr(function, "__name__", function)).strip("<>")


def refuse(choice: Choice, use: str) -> NoReturn:
    """Says that a choice cannot be used so."""
    explain.is_one_of_several_constants(choice, use)


def joined_options(one: Any, other: Any) -> tuple[Any, ...] | None:
    """What a value is one of that is either of two; None if they are no constants of one class."""
    options = [*options_of(one), *options_of(other)]
    if not options_of(one) or not options_of(other) or len({*map(type, options)}) > 1:
        return None
    found = tuple(dict.fromkeys(options))
    return found if len(found) <= MOST_OPTIONS else None


def options_of(value: Any) -> tuple[Any, ...]:
    """The constants that a value is one of; nothing if it is none."""
    return value.options if type(value) is Choice else (value,) if is_constant(value) else ()


def number_in(value: Any) -> Any:
    """The number of a constant, or of a choice."""
    return value.number if type(value) is Choice else number_of(value)


def _rebuilt(like: Choice, components: Sequence[Any]) -> Any:
    (number,) = components
    if backend_of(number) is not None:
        return Choice(like.backend, like.options, number)
    if getattr(number, "shape", ()) != ():
        refuse(like, "returned from a function that is mapped over an axis")
    return constant(int(number))


def constant(number: int) -> Any:
    """The constant of a number."""
    return _constants[number]


register_composite(Choice, Composite(lambda value: (value.number,), _rebuilt, lambda value: value.options))
register_proxy(Choice)

#: Builtins that make a number of a constant.
MAPPED = frozenset({len, int, float, bool, ord})
