"""Strings and members of enumerations, one of which the program picks when it runs.

Such a value is the number of one of a few constants that are known while tracing. What is asked of it, or computed
from it, is a table over these.
"""

from __future__ import annotations

import enum
import functools
import itertools
import operator
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partialmethod
from math import prod
from types import BuiltinFunctionType, MethodType
from typing import Any, NoReturn

from autograph.operators import value_errors
from autograph.operators.either import Either, Option
from autograph.operators.operands import are_text_and_number, check_operands
from autograph.operators.proxies import Proxy
from autograph.operators.refusals import raise_new, refusal
from autograph.staging import Backend, Composite, backend_of, register_composite, register_proxy

#: How many constants a value may be one of: with more, a loop is likely to make new ones all the time. (There are only
#: so many characters.)
MOST_OPTIONS = 64
#: How many results a table may have.
_MOST_RESULTS = 1024
#: How far the numbers of two options may be apart that are looked up in one table.
_MOST_APART = 256
#: The options of a character that may be any: those of which tables are made.
ANY = tuple(map(chr, range(0x250)))

#: The constants that choices were made of, and the number of each. That of a character is its code.
_constants: list[Any] = []
_numbers: dict[Any, int] = {}

#: What modules above this one do for it: `require` a condition, `choose` one of unlike values, `spell` strings out.
later: dict[str, Callable[..., Any]] = {}


def is_constant(value: Any) -> bool:
    """Whether a value is one of those that choices are of."""
    kind = type(value)
    return kind is str or issubclass(kind, enum.Enum)


def number_of(constant: Any) -> int:
    """The number that stands for a constant."""
    if is_character(constant):
        return ord(constant)
    key = type(constant), constant
    if key not in _numbers:
        _constants.append(constant)
        _numbers[key] = sys.maxunicode + len(_constants)
    return _numbers[key]


def is_one_of_few(value: Any) -> bool:
    """Whether a value is one of so few constants that a dict or a set of such keys asks of each whether it has it."""
    return type(value) is Choice and len(value.options) <= MOST_OPTIONS


def is_character(value: Any) -> bool:
    """Whether a value is a string of one character, or stands for one."""
    if type(value) is Choice:
        return value.options is ANY or all(map(is_character, value.options))
    return type(value) is str and len(value) == 1


class Choice(Proxy):
    """One of several constants of one class.

    Attributes:
        backend: on which it is staged.
        options: the constants.
        number: that of the one that it is; staged.
    """

    __slots__ = ("backend", "number", "options")
    called = "one of several constants"
    __tf_works_itself__ = True

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
        if self.options is ANY:
            later["require"](self.backend, self.number < len(ANY), value_errors.is_beyond_characters(ANY[-1]))
            return self.number
        places = {number_of(option): place for place, option in enumerate(self.options)}
        first, *rest = _ranges([*places])
        found = self._place(places, *first)
        for least, most in rest:
            is_above = self.backend.builtins[int](self.number >= least)
            found = _lookup(self.backend, [found, self._place(places, least, most)], is_above)
        return found

    def _place(self, places: Mapping[int, int], first: int, last: int) -> Any:
        """Where it is among its options, if its number is in a range: the others have no place in the table."""
        if first == last:
            return places[first]
        table = [places.get(number, 0) for number in range(first, last + 1)]
        # On a path where it has no value it is the number of none of them; what is looked up is not used then.
        least, most = self.backend.builtins[max], self.backend.builtins[min]
        return _lookup(self.backend, table, least(most(self.number - first, last - first), 0))

    def _is(self, option: Any) -> Any:
        return self.backend.builtins[int](self.number == number_of(option))

    def as_either(self) -> Either:
        """The same value as one of several objects."""
        options = [Option(self._is(option) == 1, option) for option in self.options]
        return Either(self.backend, options, refusal(refuse, self, "used so"))

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
        if name == "__jax_array__" and is_numeric(self):
            return lambda: as_number(self)
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if name == "join" and type(self.options[0]) is str:
            return later["spell"](operator.attrgetter(name), self)
        if type(getattr(self.options[0], name)) is MethodType and not issubclass(type(self.options[0]), str):
            methods = [Option(self._is(option) == 1, getattr(option, name)) for option in self.options]
            return Either(self.backend, methods, refusal(refuse, self, f"asked for `{name}`"))
        if callable(getattr(self.options[0], name)):
            return lambda *args, **kwargs: mapped(
                lambda option, *given: getattr(option, name)(*given, **kwargs), self, *args
            )
        return mapped(operator.attrgetter(name), self)

    def __deepcopy__(self, memo: Any = None) -> Choice:
        return self

    __copy__ = __deepcopy__


def _mapping(function: Callable[..., Any]) -> Callable[[Choice, Any], Any]:
    return lambda self, other: mapped(function, self, other)


def _operator(function: Callable[..., Any], swapped: bool = False) -> Callable[[Choice, Any], Any]:
    def method(self: Choice, other: Any) -> Any:
        operands = (other, self) if swapped else (self, other)
        if backend_of(other) is not None and are_text_and_number(*operands):
            check_operands(function, *operands)
        return mapped(function, *operands)

    return method


def _mapped_alone(self: Choice, function: Callable[..., Any]) -> Any:
    return mapped(function, self)


_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift")
for _name in ("getitem", "contains"):
    setattr(Choice, f"__{_name}__", _mapping(getattr(operator, f"__{_name}__")))
for _name in ("lt", "le", "gt", "ge", *_BINARY):
    setattr(Choice, f"__{_name}__", _operator(getattr(operator, f"__{_name}__")))
for _name in _BINARY:
    setattr(Choice, f"__r{_name}__", _operator(getattr(operator, f"__{_name}__"), swapped=True))
for _name in ("neg", "pos", "abs", "invert"):
    setattr(Choice, f"__{_name}__", partialmethod(_mapped_alone, getattr(operator, _name)))


def _compared(choice: Choice, other: Any) -> Any:
    if backend_of(other) is not None and type(other) is not Choice:
        return mapped(operator.eq, choice, other) if is_numeric(choice) else NotImplemented
    options = other.options if type(other) is Choice else (other,)
    is_any = choice.options is ANY or options is ANY
    if not is_any and not any(one == option for one in choice.options for option in options):
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
        if any(is_constant(choice.options[0]) and not is_numeric(choice) for choice in choices):
            return later["spell"](function, *values)
        return function(*[as_number(value) if type(value) is Choice else value for value in values])
    combinations = prod(len(choice.options) for choice in choices)
    is_ordering = type(function) is BuiltinFunctionType and function in _ORDERINGS
    if is_ordering and combinations > MOST_OPTIONS and all(map(is_character, values)):
        return function(*map(number_in, values))  # their codes
    is_any = function is operator.add and any(choice.options is ANY for choice in choices)
    if is_any or (len(choices) > 1 and combinations > _MOST_RESULTS):
        return later["spell"](function, *values)
    results: list[Any] = []
    errors: dict[int, Exception] = {}
    for options in itertools.product(*(choice.options for choice in choices)):
        given = iter(options)
        try:
            results.append(function(*[next(given) if type(value) is Choice else value for value in values]))
        except (TypeError, ValueError, LookupError, ArithmeticError) as error:
            if type(error).__module__ != "builtins":
                raise
            if _OF_PROXIES.search(str(error)):
                refuse(choices[0], f"given to `{_name_of(function)}`, together with what stands for others")
            errors[len(results)] = error
            results.append(None)
    made = [result for place, result in enumerate(results) if place not in errors]
    if errors and not made and len({(type(error), str(error)) for error in errors.values()}) == 1:
        raise_new(errors[0])
    first = made[0] if made else None
    if not errors and all(type(result) is type(first) and result == first for result in results):
        return first
    position: Any = 0
    for choice in choices:
        position = position * len(choice.options) + choice.position()
    backend = choices[0].backend
    if errors:
        _require_none(backend, errors, len(results), position)
        results = [first if place in errors else result for place, result in enumerate(results)]
    found = selected(backend, results, position)
    return later["choose"](choices[0], _name_of(function), results, position) if found is None else found


_ORDERINGS = frozenset({operator.lt, operator.le, operator.gt, operator.ge})
#: In the text of an error that Python raises of what stands for values of the program's.
_OF_PROXIES = re.compile(r"\b(?:Choice|Either|Optional|String|Text)\b")


def _require_none(backend: Backend, errors: dict[int, Exception], count: int, position: Any) -> None:
    """Raises the exception of a position."""
    for kind in dict.fromkeys(map(type, errors.values())):
        messages = [errors[place].args[0] if type(errors.get(place)) is kind else "" for place in range(count)]
        message = selected(backend, messages, position) if len({*messages} - {""}) > 1 else max(messages)
        fails = [type(errors.get(place)) is kind for place in range(count)]
        holds = False if all(fails) else _lookup(backend, [not each for each in fails], position)
        later["require"](backend, holds, kind(message))


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


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """The first and last of some numbers, in order, between which none are far apart."""
    numbers.sort()
    ends = [k for k in range(1, len(numbers)) if numbers[k] - numbers[k - 1] > _MOST_APART]
    return [(numbers[start], numbers[stop - 1]) for start, stop in zip([0, *ends], [*ends, len(numbers)], strict=True)]


def _lookup(backend: Backend, values: Sequence[Any], position: Any) -> Any:
    # Of many numbers of Python's the least and the largest have the type of all.
    known = [min(values), max(values)] if {*map(type, values)} == {int} else values
    types = list(map(backend.type_of, known))
    joined = functools.reduce(lambda one, other: one and backend.join(one, other), types)
    return None if joined is None else backend.builtins[operator.getitem](values, position, joined)


def _name_of(function: Any) -> str:
    return str(getattr(function, "__name__", function)).strip("<>")


def refuse(choice: Choice, use: str) -> NoReturn:
    """Says that a choice cannot be used so."""
    value_errors.is_one_of_several_constants(choice, use)


def joined_options(one: Any, other: Any) -> tuple[Any, ...] | None:
    """What a value is one of that is either of two; None if they are no constants of one class."""
    if not options_of(one) or not options_of(other):
        return None
    found = union(options_of(one), options_of(other))
    return found if found and (len(found) <= MOST_OPTIONS or all(map(is_character, found))) else None


def union(*options: Sequence[Any]) -> tuple[Any, ...] | None:
    """The options of what is one of any of some; None if they are of more than one class."""
    every = tuple(dict.fromkeys(itertools.chain(*options)))
    if len({*map(type, every)}) > 1:
        return None
    if any(each is ANY for each in options):
        return ANY if all(map(is_character, every)) else None
    return every


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
    return chr(number) if number <= sys.maxunicode else _constants[number - sys.maxunicode - 1]


register_composite(Choice, Composite(lambda value: (value.number,), _rebuilt, lambda value: value.options))
register_proxy(Choice)

#: Builtins that make a number of a constant.
MAPPED = frozenset({len, int, float, bool, ord})
