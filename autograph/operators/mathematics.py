"""Functions of `math` over staged numbers. A backend has the elementary ones; the others are made of these.

Outside of its domain a function raises when the program runs, as Python's does. What has no result that a float or an
integer can hold raises where a handler is for that; elsewhere it is what the system makes of it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from autograph.operators import integers, value_errors
from autograph.operators.arithmetic import LARGEST_EXPONENT, is_too_large, operated
from autograph.operators.bools import both, either, opposite
from autograph.operators.calls import to_function
from autograph.operators.comparisons import any_staged
from autograph.operators.exits import is_caught
from autograph.operators.kinds import class_of_number, is_float, is_number, is_scalar
from autograph.operators.origin import raised_by
from autograph.operators.raising import require
from autograph.staging import Backend, backend_of

#: What each backend has for, of floats.
_NAMES = """
    sqrt exp expm1 log log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh erf erfc lgamma
    floor ceil isnan isinf isfinite
"""
ELEMENTARY = _NAMES.split()


def _elementary(name: str) -> Callable[..., Any]:
    function = getattr(math, name)

    def form(*args: Any) -> Any:
        backend = _backend(args)
        result = backend.builtins[function](*(_float(backend, value) for value in args))
        return backend.builtins[int](result) if name in ("floor", "ceil") else result

    return form


def _backend(args: tuple[Any, ...]) -> Backend:
    return next(backend for backend in map(backend_of, args) if backend is not None)


def _float(backend: Backend, value: Any) -> Any:
    return float(value) if backend_of(value) is None else backend.builtins[float](value)


def _log(x: Any, base: Any = None) -> Any:
    return _natural(x) if base is None else operated(_natural(x), "/", _natural(base))


def _natural(x: Any) -> Any:
    return math.log(x) if backend_of(x) is None else _elementary("log")(x)


def _sqrt(x: Any) -> Any:
    root = _elementary("sqrt")(x)
    if not _is_int32(x):
        return root
    nearest = _nearest(root)
    whole = _backend((x,)).builtins[int](nearest)
    divisor = _backend((x,)).builtins[max](whole, 1)
    over, rest = x // divisor, x % divisor
    return _beside_whole(root, nearest, over < whole, both(over == whole, rest == 0))


def _log_to(base: int) -> Callable[..., Any]:
    """A logarithm that is whole of the powers of its base, and of no other number."""

    def form(x: Any) -> Any:
        backend = _backend((x,))
        found = _natural(x) / math.log(base)
        if class_of_number(x) is None:
            return found
        nearest = _nearest(found)
        # An integer is compared with a part of the power, which the largest integer holds.
        power = _float(backend, base) ** (nearest - 1)
        if _is_int32(x):
            power = backend.builtins[int](power)
            is_below, is_power = x // base < power, both(x // base == power, x % base == 0)
            is_power = either(is_power, x == 1)
        else:
            is_below, is_power = (given := _float(backend, x)) < power * base, given == power * base
        return _beside_whole(found, nearest, is_below, is_power)

    return form


def _nearest(x: Any) -> Any:
    """The whole number next to a float, as a float."""
    backend = _backend((x,))
    return backend.builtins[math.floor](x + 0.5)


def _beside_whole(found: Any, nearest: Any, is_below: Any, is_equal: Any) -> Any:
    """A number on the right side of a whole one next to it, which rounding may have brought it to, or past.

    Args:
        found: the number.
        nearest: the whole one.
        is_below, is_equal: whether the number is less than that, or is that, if it is not rounded.
    """
    backend = _backend((found,))
    precision = _precision(backend, found)
    gap = abs(nearest) * precision
    least, most = backend.builtins[min](found, nearest - gap), backend.builtins[max](found, nearest + gap)
    beside = _where(backend, is_equal, nearest, _where(backend, is_below, least, most))
    # What is added is an integer, of which no derivative is taken: the derivative is that of the number.
    return found + _float(backend, backend.builtins[int]((beside - found) * (4 / precision))) * (precision / 4)


def _where(backend: Backend, condition: Any, one: Any, other: Any) -> Any:
    """One of two floats."""
    return backend.builtins[operator.getitem]([other, one], backend.builtins[int](condition), backend.type_of(one))


def _is_int32(x: Any) -> bool:
    """Whether a staged number is an integer of 32 bits, as those of Python's are."""
    type_: Any = _backend((x,)).type_of(x)
    return class_of_number(x) is int and str(getattr(type_.dtype, "name", type_.dtype)) == "int32"


def _precision(backend: Backend, value: Any) -> float:
    """What the floats of the type of one differ by, next to 1."""
    type_: Any = backend.type_of(value)
    return _PRECISIONS[str(getattr(type_.dtype, "name", type_.dtype))]


_PRECISIONS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


def _isclose(a: Any, b: Any, *, rel_tol: Any = 1e-9, abs_tol: Any = 0.0) -> Any:
    """Numbers of 32 bits that were rounded a few times are as close as those of 64 bits are in Python."""
    backend = _backend((a, b, rel_tol, abs_tol))
    if not (is_number(a) and is_number(b)):
        raise TypeError("must be real number")
    sizes = [abs(_float(backend, x)) for x in (a, b)]
    rounding = max(8 * _precision(backend, x) for x in sizes)
    if not any(backend_of(x) is not None and class_of_number(x) is float for x in (a, b)):
        rounding = 0.0
    larger = backend.builtins[max](*sizes)
    distance = abs(_float(backend, a - b))
    is_near = either(distance <= larger * rel_tol, either(distance <= larger * rounding, distance <= abs_tol))
    return either(a == b, both(distance < math.inf, is_near))


def _sign(backend: Backend, x: Any) -> Any:
    """1 or -1, of zeros as well."""
    is_negative = _elementary("atan2")(x, -1.0) < 0 if backend_of(x) is not None else math.copysign(1.0, x) < 0
    return 1 - 2 * _float(backend, is_negative)


def _modf(x: Any) -> Any:
    backend = _backend((x,))
    sign = _sign(backend, x)
    size = sign * _float(backend, x)  # which has a derivative at 0
    whole = backend.builtins[math.floor](size)
    rest = _where(backend, whole == math.inf, backend.zeros(backend.type_of(whole)), size - whole)
    return sign * rest, sign * whole


def _ldexp(x: Any, i: Any) -> Any:
    backend = _backend((x, i))
    two, half = _float(backend, 2), i // 2
    return _float(backend, x) * two ** _float(backend, half) * two ** _float(backend, i - half)


def _trunc(x: Any) -> Any:
    return _backend((x,)).builtins[int](x)


def _fmod(x: Any, y: Any) -> Any:
    backend = _backend((x, y))
    x, y = _float(backend, x), _float(backend, y)
    return abs(x) % abs(y) * _sign(backend, x)


def _pow(x: Any, y: Any) -> Any:
    backend = _backend((x, y))
    return _float(backend, x) ** _float(backend, y)


def _hypot(*sides: Any) -> Any:
    backend = _backend(sides)
    return _elementary("sqrt")(sum(_float(backend, side) * _float(backend, side) for side in sides))


def _dist(p: Any, q: Any) -> Any:
    p, q = [*p], [*q]
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return _hypot(*[one - other for one, other in zip(p, q, strict=True)])


def _copysign(x: Any, y: Any) -> Any:
    backend = _backend((x, y))
    return abs(_float(backend, x)) * _sign(backend, y)


def round_integer(number: Any, ndigits: int) -> Any:
    """A staged integer rounded to tens, hundreds or the like, halves to the even one."""
    if ndigits >= 0:
        return number
    unit = 10**-ndigits
    below = number // unit
    twice = (number - below * unit) * 2
    is_up = either(twice > unit, both(twice == unit, below % 2 == 1))
    return (below + _backend((number,)).builtins[int](is_up)) * unit


def _whole(function: Callable[..., Any]) -> Callable[..., Any]:
    """An algorithm of integers."""

    def form(*args: Any) -> Any:
        return to_function(function)(*args)

    return form


def _factorial(n: Any) -> Any:
    backend = _backend((n,))
    most = 20 if "64" in str(n.dtype) else 12  # whose factorials are integers of as many bits
    require(backend, n <= most, value_errors.factorial_is_too_large(most))
    return _whole(integers.factorial)(n)


#: What each function is made of.
_FUNCTIONS: dict[str, Callable[..., Any]] = {name: _elementary(name) for name in ELEMENTARY} | {
    "log": _log,
    "log2": _log_to(2),
    "log10": _log_to(10),
    "sqrt": _sqrt,
    "exp2": lambda x: _float(_backend((x,)), 2) ** _float(_backend((x,)), x),
    "isclose": _isclose,
    "modf": _modf,
    "ldexp": _ldexp,
    "trunc": _trunc,
    "fabs": lambda x: abs(_float(_backend((x,)), x)),
    "fmod": _fmod,
    "pow": _pow,
    "hypot": _hypot,
    "dist": _dist,
    "copysign": _copysign,
    "degrees": lambda x: x * (180 / math.pi),
    "radians": lambda x: x * (math.pi / 180),
    "gcd": _whole(integers.greatest_common_divisor),
    "lcm": _whole(integers.least_common_multiple),
    "isqrt": _whole(integers.integer_root),
    "factorial": _factorial,
    "comb": _whole(integers.combinations),
    "perm": lambda n, k=None: _factorial(n) if k is None else _whole(integers.permutations)(n, k),
}


def _power_is_defined(x: Any, y: Any) -> Any:
    is_whole = y == (_elementary("floor")(y) if backend_of(y) is not None else math.floor(y))
    return either(x > 0, either(both(x == 0, y >= 0), both(x < 0, is_whole)))


def _is_no_pole(x: Any) -> Any:
    backend = _backend((x,))
    x = _float(backend, x)
    return either(x > 0, either(x != backend.builtins[math.floor](x), x == -math.inf))


#: Where they are defined, and arguments for which they are not.
_DOMAINS: dict[str, tuple[Callable[..., Any], tuple[float, ...]]] = {
    "sqrt": (lambda x: x >= 0, (-1.0,)),
    "isqrt": (lambda x: x >= 0, (-1,)),
    "log": (lambda x, base=2: both(x > 0, base > 0), (0.0,)),
    "log2": (lambda x: x > 0, (0.0,)),
    "log10": (lambda x: x > 0, (0.0,)),
    "log1p": (lambda x: x > -1, (-1.0,)),
    "asin": (lambda x: abs(x) <= 1, (2.0,)),
    "acos": (lambda x: abs(x) <= 1, (2.0,)),
    "acosh": (lambda x: x >= 1, (0.0,)),
    "atanh": (lambda x: abs(x) < 1, (1.0,)),
    "lgamma": (_is_no_pole, (0.0,)),
    "fmod": (lambda x, y: y != 0, (1.0, 0.0)),
    "pow": (_power_is_defined, (0.0, -1.0)),
}


_Case = tuple[Callable[..., Any], tuple[float, ...]]


def _is_infinite(x: Any, *rest: Any) -> Any:
    return abs(x) == math.inf


def _exceeds(limit: float) -> Callable[[Any], Any]:
    return lambda x: both(x > limit, x < math.inf)


_HYPERBOLIC: list[_Case] = [(lambda x: _exceeds(LARGEST_EXPONENT + math.log(2))(abs(x)), (1000.0,))]
_EXPONENTIAL: list[_Case] = [(_exceeds(LARGEST_EXPONENT), (1000.0,))]
_PERIODIC: list[_Case] = [(_is_infinite, (math.inf,))]
_WHOLE: list[_Case] = [(_is_infinite, (math.inf,)), (lambda x: x != x, (math.nan,))]

#: What has no result of floats: when that is, and arguments for which it is so.
_RAISED: dict[Any, list[_Case]] = {
    **dict.fromkeys([math.exp, math.expm1], _EXPONENTIAL),
    **dict.fromkeys([math.sinh, math.cosh], _HYPERBOLIC),
    **dict.fromkeys([math.sin, math.cos, math.tan], _PERIODIC),
    **dict.fromkeys([int, round, math.floor, math.ceil, math.trunc], _WHOLE),
    math.pow: [(is_too_large, (10.0, 400.0))],
    math.fmod: [(_is_infinite, (math.inf, 1.0))],
}


def check_result(function: Any, args: tuple[Any, ...]) -> None:
    """Has a function of floats that has no result raise what Python's does, where a handler is for that."""
    cases = _RAISED.get(function)
    if cases is None or (function is round and len(args) > 1) or not _is_of_floats(args):
        return
    backend = _backend(args)
    for has_none, example in cases:
        error = raised_by(function, *example)
        if is_caught(error):
            require(backend, opposite(has_none(*args)), error)


def _is_of_floats(args: tuple[Any, ...]) -> bool:
    for value in args:
        backend = backend_of(value)
        if backend is not None:
            type_ = backend.type_of(value)
            if type_ is None or not is_scalar(type_) or not is_float(type_):
                return False
        elif type(value) not in (int, float):
            return False
    return True


def _form(name: str) -> Callable[..., Any]:
    function, staged = getattr(math, name), _FUNCTIONS[name]

    def form(*args: Any, **kwargs: Any) -> Any:
        if not any(map(any_staged, (*args, *kwargs.values()))):
            return function(*args, **kwargs)
        if name in _DOMAINS:
            is_defined, outside = _DOMAINS[name]
            condition = is_defined(*args)
            if backend_of(condition) is not None:
                require(_backend(args), condition, raised_by(function, *outside))
            elif not condition:
                return function(*outside)  # which raises
        given = [x if class_of_number(x) is None else _float(_backend((x,)), x) for x in args]
        check_result(function, tuple(given))
        return staged(*args, **kwargs)

    return form


#: What is called for the functions of `math` while a program is staged.
FORMS: dict[Any, Callable[..., Any]] = {getattr(math, name): _form(name) for name in _FUNCTIONS}
