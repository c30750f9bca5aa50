"""The kinds of numbers that types of a backend are of, and the classes of Python's that staged numbers stand for."""

from __future__ import annotations

import numbers
import operator
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from types import FunctionType
from typing import Any

from autograph.operators.namespaces import class_attribute
from autograph.operators.proxies import Proxy
from autograph.staging import backend_of
from autograph.weak import WeakMap


def kind_of(type_: Any) -> str:
    """Whether a type of a backend is one of floats, of integers, of bools, or of complex numbers."""
    name = str(getattr(type_.dtype, "name", type_.dtype))
    return next((kind for kind in ("float", "bool", "complex") if kind in name), "int")


#: The staged integers that stand for bools in arithmetic, and these: NumPy does another beside its own bools.
made_of_bools: WeakMap[Any, Any] = WeakMap()


def is_of_bools(value: Any) -> bool:
    """Whether an operand of an operator is a staged bool, or the integer of one."""
    return value in made_of_bools or kind_of(value) == "bool"


def is_float(type_: Any) -> bool:
    """Whether a type of a backend is one of floats."""
    return kind_of(type_) == "float"


def class_of_number(value: Any) -> type | None:
    """The class of Python's of a staged number; None of all else."""
    backend = None if issubclass(type(value), Proxy) else backend_of(value)
    is_scalar = backend is not None and getattr(value, "shape", None) == ()
    return backend.builtins[numbers.Number](value) if backend is not None and is_scalar else None


def remainder(left: Any, right: Any, operation: Callable[[Any, Any], Any] = operator.mod) -> Any:
    """`left % right`; `operation` is that of `%=` in place."""
    if type(right) is int and right == _WORD and class_of_number(left) is int:
        return left & (_WORD - 1)  # the same number, and no operand of more than 32 bits
    return operation(left, right)


#: The modulus of generators of random numbers, which an integer of 32 bits cannot be.
_WORD = 2**31


#: Types of numbers that NumPy keeps to where one meets a number of Python's, and a graph does not.
NARROW = frozenset({"int8", "uint8", "int16", "uint16", "uint32", "uint64", "float16"})


def narrows(dtype: str, other: str) -> bool:
    """Whether numbers of a type, beside those of another that stand for Python's, would have to be of that type.

    Args:
        dtype, other: the names of the types.
    """
    if dtype not in NARROW or dtype == other:
        return False
    return dtype == "float16" or "float" not in other


#: The operations of numbers that a special method is for, and another with its operands exchanged.
OPERATIONS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor")

COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def number_class(value: Any) -> type | None:
    """The class of Python's of a number that is known or staged; None of all else."""
    return type(value) if type(value) in (int, float, bool) else class_of_number(value)


class _Mode(threading.local):
    apart = False


_mode = _Mode()


@contextmanager
def kinds_kept_apart() -> Iterator[None]:
    """Has a number that is an int on one path and a float, or a bool, on another be one of two unlike values."""
    before, _mode.apart = _mode.apart, True
    try:
        yield
    finally:
        _mode.apart = before


def are_kinds_apart() -> bool:
    """Whether ints and floats that may be one another stay apart."""
    return _mode.apart


def are_of_kinds_apart(one: Any, other: Any) -> bool:
    """Whether two values are numbers of two classes, where these stay apart."""
    kinds = (number_class(one), number_class(other)) if _mode.apart else (None, None)
    return None not in kinds and kinds[0] is not kinds[1]


def is_number(value: Any) -> bool:
    """Whether a value is a number of Python's, or stands for one."""
    return number_class(value) is not None


def as_builtin(value: Any) -> Any:
    """The int, if it is whole, or the float that a number of any class, a member of an IntEnum say, is equal to; else
    the value.
    """
    kind = type(value)
    if kind in (int, bool) or not isinstance(value, numbers.Number) or backend_of(value) is not None:
        return value
    number: Any = value
    if isinstance(value, int):
        return int.__int__(value) if kind.__eq__ is int.__eq__ else value
    if isinstance(value, float):
        number = float.__float__(value) if kind.__eq__ is float.__eq__ else value
    elif isinstance(value, complex):
        number = value if value.imag else value.real
    elif is_exact(value):
        assert isinstance(value, (Decimal, Fraction))
        number = int(value) if float(value).is_integer() else float(value)
        number = number if number == value else value
    return int(number) if isinstance(number, float) and number.is_integer() else number


def is_staged_range(value: Any) -> bool:
    """Whether a value is a range of which a bound is staged."""
    return getattr(type(value), "stands_for", None) is range


def is_exact(value: Any) -> bool:
    """Whether a value is a number of Python's that is known, and has its value exactly."""
    if issubclass(type(value), Fraction):  # what stands for others is not asked for its class
        return backend_of(value.numerator) is None and backend_of(value.denominator) is None
    return issubclass(type(value), Decimal)


def are_one(value: Any, other: Any) -> bool:
    """Whether two values are one object now: they may still be one of Python's when the program runs."""
    return value is other


def is_scalar(type_: Any) -> bool:
    """Whether a type is known to be one of single numbers."""
    return getattr(type_.shape, "rank", 0) is not None and tuple(type_.shape) == ()


_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def goes_first(kind: str, operation: str, other: Any) -> bool:
    """Whether Python asks the right operand of an operator first: a number of a class whose own method answers it.

    Args:
        kind: of the number on the left, as `kind_of` tells.
        operation: the name of the operator, `mul` say.
        other: the operand on the right.
    """
    cls = type(other)
    bases = (int, float) if kind == "int" else float  # of which an integer leaves those to them
    return kind != "complex" and issubclass(cls, bases) and answers(operation, other)


def answers(operation: str, other: Any) -> bool:
    """Whether the class of the right operand of an operator has a method of its own for that, written in Python."""
    cls = type(other)
    if cls.__module__ == "builtins":
        return False
    return type(class_attribute(cls, f"__{_MIRRORED.get(operation, f'r{operation}')}__")) is FunctionType
