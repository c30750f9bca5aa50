"""Arithmetic under handlers for what Python raises of it, and systems that stage do not: division by 0, say."""

from __future__ import annotations

import functools
import math
import operator
import sys
from collections.abc import Callable
from typing import Any

from autograph.operators import value_errors
from autograph.operators.array_stores import in_place, updates_array
from autograph.operators.arrays import IN_PLACE
from autograph.operators.bools import both, either, opposite
from autograph.operators.calls import to_function
from autograph.operators.choices import later
from autograph.operators.comparisons import number
from autograph.operators.exits import is_caught
from autograph.operators.formatting import percent
from autograph.operators.frames import hidden_frames, hide_frame
from autograph.operators.handlers import handler_around
from autograph.operators.integers import inverse_modulo, power_modulo
from autograph.operators.kinds import (
    COMPARISONS,
    OPERATIONS,
    class_of_number,
    is_float,
    is_number,
    is_scalar,
    kind_of,
    remainder,
)
from autograph.operators.operands import is_implemented
from autograph.operators.optionals import class_name, needed
from autograph.operators.raising import StagedError, can_raise, require
from autograph.operators.refusals import raise_new
from autograph.operators.remainders import Unreduced, reduced
from autograph.operators.stores import changing
from autograph.operators.structures import Optional
from autograph.staging import Backend, backend_of

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "/": operator.truediv, "//": operator.floordiv, "%": operator.mod, "**": operator.pow,
    "<<": operator.lshift, ">>": operator.rshift,
    "/=": operator.itruediv, "//=": operator.ifloordiv, "%=": operator.imod, "**=": operator.ipow,
    "<<=": operator.ilshift, ">>=": operator.irshift,
}  # fmt: skip

#: Where an operation is defined, and a right operand for which it is not if the left one is 0.
_Domain = tuple[Callable[[Any, Any], Any], int]

_DIVISION: _Domain = (lambda left, right: right != 0, 0)
_SHIFT: _Domain = (lambda left, right: right >= 0, -1)
_POWER: _Domain = (lambda left, right: either(left != 0, right >= 0), -1)

_DOMAINS: dict[Callable[..., Any], _Domain] = {
    **dict.fromkeys([operator.truediv, operator.floordiv, operator.mod, divmod], _DIVISION),
    **dict.fromkeys([operator.lshift, operator.rshift], _SHIFT),
    **dict.fromkeys([operator.pow, pow], _POWER),
}
_DOMAINS |= {in_place: _DOMAINS[_OPERATORS[s[:-1]]] for s, in_place in _OPERATORS.items() if s.endswith("=")}

#: What Python calls them in its messages.
_SYMBOLS: dict[Callable[..., Any], str] = {operation: symbol for symbol, operation in _OPERATORS.items()}
_SYMBOLS |= {operator.pow: "** or pow()", pow: "** or pow()", divmod: "divmod()"}

#: The logarithm of the largest float of Python.
LARGEST_EXPONENT = math.log(sys.float_info.max)


def operated(left: Any, symbol: str, right: Any) -> Any:
    """`left / right`, or another operation, in place where the symbol ends in `=`."""
    if symbol[0] == "%" and isinstance(left, str):
        return percent(left, right)
    operation = _OPERATORS[symbol]
    try:
        with hidden_frames:
            if type(left) is Unreduced:
                _checked(operation, left.value(), right)
                left = reduced(left, right)
            if symbol.endswith("=") and updates_array(left):
                return in_place(left, symbol, right)
            if symbol.endswith("="):
                changing(left, symbol, right)
            else:
                left, right = number(left), number(right)
            left = _checked(operation, left, right)
        return remainder(left, right, operation) if symbol[0] == "%" else operation(left, right)
    except BaseException as error:
        hide_frame(error)
        raise


def _form(operation: Callable[..., Any]) -> Callable[..., Any]:
    def form(*args: Any) -> Any:
        if operation is operator.mod and isinstance(args[0], str):
            return percent(*args)
        if operation in IN_PLACE and updates_array(args[0]):
            return in_place(args[0], IN_PLACE[operation], args[1])
        backend = next(filter(None, map(backend_of, args)), None)
        if len(args) == 2:
            args = _checked(operation, *args), args[1]
        elif backend is not None and len(args) == 3:
            return _power_modulo(backend, *args)
        return operation(*args) if backend is None else backend.builtins.get(operation, operation)(*args)

    return form


def _added_in_place(one: Any, other: Any) -> Any:
    """`operator.iadd`: what a list of staged length does as the right operand of `+=` depends on that statement."""
    if updates_array(one):
        return in_place(one, "+=", other)
    one += number(other)
    return one


_OPERATIONS: list[Callable[..., Any]] = [
    operator.add, operator.sub, operator.mul, operator.neg, operator.pos, operator.isub, operator.imul,
]  # fmt: skip


def _as_operator(operation: Callable[..., Any]) -> Callable[..., Any]:
    """What converted code calls for a function that is an operator: on bools, one of integers."""

    def form(*args: Any) -> Any:
        if operation in IN_PLACE and updates_array(args[0]):
            return in_place(args[0], IN_PLACE[operation], args[1])
        return operation(*map(number, args))

    return form


def _special(method: str, operation: Callable[..., Any], exchanged: bool) -> Callable[..., Any]:
    """What converted code calls for a special method of a number that is called by its name."""

    def form(holder: Any, *others: Any) -> Any:
        if len(others) == 1 and is_number(holder) and not is_implemented(method, holder, *others):
            return NotImplemented
        if len(others) != 1 or not all(map(is_number, (holder, *others))):
            return getattr(holder, method)(*others)
        operands = (*others, holder) if exchanged else (holder, *others)
        return FORMS.get(operation, operation)(*operands)

    return form


def _power_modulo(backend: Backend, base: Any, exponent: Any, modulus: Any) -> Any:
    error = ValueError("pow() 3rd argument cannot be 0")
    if backend_of(modulus) is None and modulus == 0:
        raise_new(error)
    if backend_of(modulus) is not None and (can_raise(backend) or is_caught(error)):
        require(backend, modulus != 0, error)
    if backend_of(exponent) is not None:
        _check_exponent(backend, exponent)
    elif exponent < 0:
        base, exponent = to_function(inverse_modulo)(base, modulus), -exponent
    return to_function(power_modulo)(base, exponent, modulus)


def _range(*args: Any) -> Any:
    backend = next(filter(None, map(backend_of, args)), None)
    if backend is None:
        return range(*args)
    if len(args) == 3:
        error = ValueError("range() arg 3 must not be zero")
        if backend_of(args[2]) is not None:
            require(backend, args[2] != 0, error)
        elif args[2] == 0:
            raise_new(error)
    return backend.builtins[range](*args)


def _length_hint(value: Any, default: int = 0) -> Any:
    backend = backend_of(value)
    return operator.length_hint(value, default) if backend is None else backend.builtins[len](value)


def _index(value: Any) -> Any:
    backend = backend_of(value)
    if backend is None or class_of_number(value) not in (int, bool):
        return operator.index(value)
    return backend.builtins[int](value)


#: What is called for functions of numbers while a program is staged.
FORMS: dict[Any, Callable[..., Any]] = {operation: _form(operation) for operation in _DOMAINS}
FORMS |= {range: _range} | {operation: _as_operator(operation) for operation in _OPERATIONS}
FORMS |= {operator.iadd: _added_in_place, operator.length_hint: _length_hint, operator.index: _index}


def _checked(operation: Callable[..., Any], left: Any, right: Any) -> Any:
    """The left operand, where the operation is defined; an integer with a negative power as a float."""
    backend = backend_of(right) or backend_of(left)
    if backend is None:
        return left
    if type(right) is Optional and type(left) is not Optional:
        symbol = _SYMBOLS[operation]
        text = f"unsupported operand type(s) for {symbol}: '{class_name(left)}' and 'NoneType'"
        right = needed(right, lambda: TypeError(text), f"an operand of `{symbol}`")
    if _DOMAINS[operation] is _POWER:
        _check_power_of_numpy(backend, left, right)
    if (one := _one_like(backend, left)) is None or (other := _one_like(backend, right)) is None:
        return left
    _check(backend, operation, left, right, one, other)
    if _DOMAINS[operation] is not _POWER:
        return left
    if type(one) is type(other) is int:
        if backend_of(right) is not None:
            _check_exponent(backend, right)
        elif right < 0:
            return backend.builtins[float](left)
    elif is_caught(error := OverflowError(34, "Numerical result out of range")):
        require(backend, opposite(is_too_large(left, right)), error)
    return left


def _defined(operation: Callable[..., Any], left: Any, right: Any) -> Any:
    """Likewise, of any operation."""
    return _checked(operation, left, right) if operation in _DOMAINS else left


later["defined"] = _defined


#: Where an operation is defined, by its right operand, and what Python raises elsewhere.
Undefined = tuple[Callable[[Any], Any], BaseException]


@functools.cache
def undefined_operation(name: str) -> Undefined | None:
    """Of an operation of integers, as `operator` names it; None of one that is defined for all."""
    if name not in ("floordiv", "mod", "divmod", "lshift", "rshift"):
        return None
    operation = divmod if name == "divmod" else getattr(operator, name)
    is_defined, outside = _DOMAINS[operation]
    try:
        operation(1, outside)
    except (ZeroDivisionError, ValueError) as raised:
        error = type(raised)(*raised.args)
    return functools.partial(is_defined, 1), error


def check_defined(undefined: Undefined, operand: Any) -> None:
    """Has a program raise what Python raises where an operation is not defined for its right operand.

    A program with a handler for that has a check of its own where the operand is staged; see `operated`.
    """
    is_defined, error = undefined
    backend = backend_of(operand)
    if backend is not None:
        if not is_caught(error):
            backend.require(is_defined(operand), StagedError(error), in_each=False)
    elif not is_defined(operand):
        raise type(error)(*error.args)


def _check_power_of_numpy(backend: Backend, base: Any, exponent: Any) -> None:
    """Has a negative power raise that NumPy does not compute: that of integers, where one of the two is NumPy's."""
    if not any(type(value).__module__ == "numpy" for value in (base, exponent)):
        return
    types = [backend.type_of(value) for value in (base, exponent)]
    if any(type_ is None or kind_of(type_) not in ("int", "bool") for type_ in types):
        return
    is_known = backend_of(exponent) is None
    if is_known or is_scalar(types[1]):
        is_fine = bool((exponent >= 0) if is_scalar(types[1]) else (exponent >= 0).all()) if is_known else exponent >= 0
        require(backend, is_fine, ValueError("Integers to negative integer powers are not allowed."))


def is_too_large(base: Any, exponent: Any) -> Any:
    """Whether a power of floats, one of them staged, is larger than any float of Python's."""
    backend = backend_of(base) or backend_of(exponent)
    assert backend is not None
    as_float = backend.builtins[float]
    size = abs(base) if backend_of(base) is None else abs(as_float(base))
    if backend_of(size) is None and size == 0:
        return False
    logarithm = math.log(size) if backend_of(size) is None else backend.builtins[math.log](size)
    product = logarithm * (exponent if backend_of(exponent) is None else as_float(exponent))
    return both(both(size != 0, product > LARGEST_EXPONENT), both(size < math.inf, product < math.inf))


def _check_exponent(backend: Backend, exponent: Any) -> None:
    """Has a negative power of an integer raise: it is a float, and the others are integers."""
    if can_raise(backend):
        require(backend, exponent >= 0, value_errors.negative_power())


def _check(backend: Backend, operation: Callable[..., Any], left: Any, right: Any, one: Any, other: Any) -> None:
    """Has an operation that is not defined raise, where a handler is for that."""
    is_defined, outside = _DOMAINS[operation]
    try:
        operation(one * 0, other * outside)
    except (ZeroDivisionError, ValueError) as raised:
        error = type(raised)(*raised.args)
    except TypeError:
        return
    else:
        return
    condition = is_defined(left, right)
    if backend_of(condition) is not None:
        if is_caught(error) or handler_around(error) is not None:
            require(backend, condition, error)
    elif not condition:
        raise error


def _one_like(backend: Backend, value: Any) -> Any:
    """The 1 of the class of Python numbers that a value is of, or stands for; None for anything else."""
    if isinstance(value, (int, float, complex)):
        return type(value)(1) if type(value) in (int, float, complex) else 1
    type_ = backend.type_of(value)
    if type_ is None or not is_scalar(type_):
        return None
    return 1.0 if is_float(type_) else 1


#: What is called for special methods that are called by their names.
SPECIAL: dict[str, Callable[..., Any]] = {}
for _name in OPERATIONS:
    _operation = getattr(operator, f"{_name}_" if _name in ("and", "or") else _name)
    SPECIAL |= {f"__{r}{_name}__": _special(f"__{r}{_name}__", _operation, bool(r)) for r in ("", "r")}
SPECIAL |= {f"__{r}divmod__": _special(f"__{r}divmod__", divmod, bool(r)) for r in ("", "r")}
SPECIAL |= {f"__{name}__": _special(f"__{name}__", getattr(operator, name), False) for name in COMPARISONS}
