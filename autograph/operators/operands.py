"""What Python raises of operands that do not go together, of which some stand for numbers or texts."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from autograph.operators.frames import acts_for_program
from autograph.operators.kinds import class_of_number, is_number, is_staged_range, number_class
from autograph.operators.proxies import Proxy
from autograph.operators.refusals import raise_new
from autograph.staging import UNSET, backend_of


def are_texts(*values: Any) -> bool:
    """Whether values are strings, or stand for such."""
    return all(type(value) is str or (issubclass(type(value), Proxy) and isinstance(value, str)) for value in values)


def are_text_and_number(one: Any, other: Any) -> bool:
    """Whether one of two values is a text, and the other a number."""
    text, number = (one, other) if are_texts(one) else (other, one)
    return are_texts(text) and is_number(number)


@acts_for_program
def check_operands(function: Callable[..., Any], *operands: Any) -> None:
    """Raises what Python raises of operands of which some are numbers, and others none that go with numbers."""
    known = [_like(operand) for operand in operands]
    is_formatting = function in (operator.__mod__, operator.__imod__) and type(known[0]) is str
    if not (UNSET in known or is_formatting):
        _evaluate(function, known, operands)


@acts_for_program
def check_no_number(function: Callable[..., Any], value: Any) -> None:
    """Raises what a function of Python's raises that is given a number."""
    if is_number(value):
        _evaluate(function, [_like(value)], [value])


@acts_for_program
def _evaluate(function: Callable[..., Any], known: Sequence[Any], operands: Sequence[Any]) -> None:
    """Does with values of Python's what is done with operands, of the classes of which they are."""
    try:
        function(*known)
    except TypeError:
        asking_for_kinds[-1](*operands)
        raise


#: What asks for numbers of two classes to stay apart, if one of some operands may be of either.
asking_for_kinds: list[Callable[..., Any]] = []


def check_arguments(function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Raises what a function of Python's, which changes nothing, raises of numbers of a class that it does not take.

    Some of the numbers are staged. It is given others of their classes.
    """
    if any(class_of_number(value) is not None for value in (*args, *kwargs.values())):
        _check(function, args, kwargs)


def _check(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    known = [example_of(value) for value in args]
    named = {name: example_of(value) for name, value in kwargs.items()}
    if any(value is UNSET for value in (*known, *named.values())):
        return
    try:
        function(*known, **named)
    except TypeError as error:
        asking_for_kinds[-1](*args, *kwargs.values())
        raise_new(error)
    except Exception:
        return  # of the numbers that it was given


def check_method(method: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Likewise, of a method of a container of Python's, or of a string; and of too few arguments, or too many."""
    kind = type(method.__self__)  # type: ignore[attr-defined]
    if method.__name__ in ("__mod__", "__rmod__"):  # what `%` takes the text says
        return
    _check(getattr(kind(), method.__name__), args, kwargs)


def check_shown(template: str, value: Any) -> None:
    """Likewise, of what is shown by `%`."""
    known = example_of(value)
    if known is UNSET or (template[-1] == "c" and are_texts(value)):
        return
    try:
        template % (known,)
    except TypeError as error:
        asking_for_kinds[-1](value)
        raise_new(error)
    except (ValueError, OverflowError):
        return


def is_implemented(method: str, number: Any, operand: Any) -> bool:
    """Whether a special method of a number is there for operands of the class of another."""
    known, other = _like(number), _like(operand)
    return other is UNSET or getattr(known, method)(other) is not NotImplemented


def check_integer(number: Any, message: str) -> None:
    """Raises a TypeError of Python's of a float in the place of an integer."""
    if number_class(number) is float:
        asking_for_kinds[-1](number)
        raise_new(TypeError(message))


def check_slice(*bounds: Any) -> None:
    """Raises what Python raises of staged numbers that are no bounds of a slice."""
    if any(class_of_number(bound) not in (None, int, bool) for bound in bounds):
        asking_for_kinds[-1](*bounds)
        raise_new(TypeError("slice indices must be integers or None or have an __index__ method"))


def example_of(value: Any) -> Any:
    """A value of Python's that a function takes where it takes another: of numbers, one of the class; else UNSET."""
    kind = class_of_number(value)
    if kind is not None:
        return kind(1)
    if are_texts(value):
        return " "  # which is a character, too
    stands_for = getattr(type(value), "class_of", type)(value)
    if stands_for in _HOLDING:
        return stands_for()
    if is_staged_range(value):
        return range(0)
    if type(value) is FunctionType:
        return _a_function
    return value if type(value) in _UNCHANGED and backend_of(value) is None else UNSET


#: Classes of containers, of which one that is empty is an example.
_HOLDING = frozenset({list, deque, dict, set, frozenset, bytearray})

#: Classes of values that are their own examples: nothing that is done with one changes it, or calls code of the user's.
_UNCHANGED = frozenset({bool, int, float, complex, bytes, range, type(None)})


def _a_function(*args: Any, **kwargs: Any) -> Any:
    """A function of nobody's: what one of the program's does is done once."""
    raise NotImplementedError


def _like(value: Any) -> Any:
    """A value of Python's of the class of another."""
    kind = number_class(value)
    if kind is not None:
        return kind(1)
    if are_texts(value):
        return ""
    return type(value)() if type(value) in (bytes, list, tuple, dict, type(None)) else UNSET
