"""What JAX does not raise, in converted code, and Python or NumPy do.

An integer divided by 0, one shifted by a negative number, and a place that an array does not have are exceptions of the
program's: raised while it is traced where the operand is known, and when it runs elsewhere.
Numbers of NumPy have a type of few bits, or more than the system has: JAX gives them, beside traced numbers, a type in
which both fit, and NumPy, beside one of Python's, that of its own number. These are refused.
A remainder of floats that is 0, and a quotient, have a sign of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import ShapedArray

from autograph.operators import value_errors
from autograph.operators.arithmetic import check_defined, undefined_operation
from autograph.operators.array_items import check_known_places
from autograph.operators.effects import is_logging, stands_for
from autograph.operators.kinds import goes_first, is_of_bools, kind_of, narrows
from autograph.operators.places import in_converted_code

#: An operator is called by the method of a tracer, and that by the code that has the operator.
_CALLER = 2

_ARITHMETIC = (
    "add",
    "sub",
    "mul",
    "floordiv",
    "mod",
    "pow",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
    "truediv",
    "divmod",
)
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def _checking(
    name: str, is_exchanged: bool, operation: Callable[[Any, Any], Any], compares: bool
) -> Callable[[Any, Any], Any]:
    of_bools = name in ("and", "or", "xor")
    named = f"r{name}" if is_exchanged else name
    undefined, with_zeros = undefined_operation(name), _WITH_ZEROS.get(name)

    def operator(one: Any, other: Any) -> Any:
        if undefined is not None and _is_integer(one) and _is_integer(other):
            if in_converted_code(sys._getframe(_CALLER)):
                check_defined(undefined, one if is_exchanged else other)
        if type(other) is not int:
            if isinstance(other, (int, float)) and one.ndim == 0 and goes_first(kind_of(one), named, other):
                if in_converted_code(sys._getframe(_CALLER)):
                    return NotImplemented
            if _is_numpys(other) or (_is_scalar(one) and _is_scalar(other) and not (one.weak_type or other.weak_type)):
                _check(one, other, compares, of_bools, sys._getframe(_CALLER))
        made = operation(one, other)
        if with_zeros is None or _is_exact(made) or not in_converted_code(sys._getframe(_CALLER)):
            return made
        return with_zeros(made, *((other, one) if is_exchanged else (one, other)))

    return operator


def _is_exact(made: Any) -> bool:
    first = made[0] if isinstance(made, tuple) else made
    return first is NotImplemented or first.dtype.kind != "f"


def _zero_remainder(made: Any, left: Any, right: Any) -> Any:
    """A remainder of floats, with the sign of the divisor where it is 0; JAX has that of the dividend."""
    zero = jnp.copysign(0.0, jax.lax.stop_gradient(right)).astype(made.dtype)
    return jnp.where(made == 0, zero - (jax.lax.stop_gradient(made) - made), made)  # its derivative stays


def _zero_quotient(made: Any, left: Any, right: Any) -> Any:
    """A quotient of floats without remainder, with the sign that it has with one where it is 0."""
    zero = jnp.copysign(0.0, jax.lax.stop_gradient(left / right)).astype(made.dtype)
    return jnp.where(made == 0, zero, made)


_WITH_ZEROS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "mod": _zero_remainder,
    "floordiv": _zero_quotient,
    "divmod": lambda made, *of: (_zero_quotient(made[0], *of), _zero_remainder(made[1], *of)),
}


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) or (_is_scalar(value) and value.dtype.kind in "iub")


def _check(one: Any, other: Any, compares: bool, of_bools: bool, frame: Any) -> None:
    names = one.dtype.name, other.dtype.name
    is_beyond = _is_numpys(other) and _loses_digits(other)
    is_narrow = not compares and (narrows(*names) or narrows(*names[::-1]))
    are_bools = not compares and not of_bools and names[1] == "bool" and _is_numpys(other) and is_of_bools(one)
    if (is_beyond or is_narrow or are_bools) and in_converted_code(frame):
        if is_beyond:
            value_errors.is_beyond_32_bits(names[1])
        value_errors.meets_narrow(names[0] if narrows(*names) else names[1])


def _is_numpys(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic))


def _is_scalar(value: Any) -> bool:
    return isinstance(value, jax.Array) and value.ndim == 0


def _loses_digits(value: Any) -> bool:
    """Whether a number, or an array of some, does not fit into those that JAX computes with."""
    if value.dtype.kind not in "iuf" or value.size == 0:
        return False
    if value.dtype.kind == "f":
        largest = jnp.finfo(jnp.result_type(float)).max
        return bool((np.isfinite(value) & (abs(value) > float(largest))).any())
    known = np.iinfo(jnp.result_type(int))
    return bool(value.min() < known.min or value.max() > known.max)


def install() -> None:
    """Gives the abstract values of arrays these operators."""
    names = [(name, r, False) for name in _ARITHMETIC for r in ("", "r")] + [(name, "", True) for name in _COMPARISONS]
    for name, r, compares in names:
        operation = getattr(ShapedArray, f"_{r}{name}", None)
        if operation is not None:
            setattr(ShapedArray, f"_{r}{name}", staticmethod(_checking(name, bool(r), operation, compares)))
    operation = ShapedArray._getitem  # type: ignore[attr-defined]
    ShapedArray._getitem = staticmethod(_checking_places(operation))  # type: ignore[attr-defined]


def _has_places(key: Any) -> bool:
    """Whether there are arrays or lists of places in brackets: what is there is copied."""
    parts = key if isinstance(key, tuple) else (key,)
    return any(isinstance(part, list) or getattr(part, "ndim", 0) for part in parts)


def _checking_places(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def operator(array: Any, key: Any) -> Any:
        if not in_converted_code(sys._getframe(_CALLER)):
            return operation(array, key)
        check_known_places(array, key)
        made = operation(array, key)
        if is_logging() and not hasattr(array, "parent") and not _has_places(key):
            stands_for(made, [array])  # of `vmap`, whose tracers do not tell what they were made of
        return made

    return operator
