"""Remainders of products and sums of integers, which are right where the products are larger than an integer can be.

(a * x + c) % m    ->    ag__.percent(ag__.plus(ag__.times(a, x), c), m)

The product is made when it is known of what the remainder is taken: from that of its factors, where it may be larger
than an integer of 32 bits.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from autograph import staging
from autograph.analysis.remainders import is_of_bits
from autograph.operators import integers
from autograph.operators.calls import to_function
from autograph.operators.comparisons import number
from autograph.operators.frames import hide_frame
from autograph.operators.kinds import class_of_number
from autograph.staging import backend_of, backends, count_modules, tracing_backend


class Unreduced:
    """A product of integers, or a sum of such, that is not made yet.

    Attributes:
        symbol: the operator.
        left, right: its operands.
    """

    __slots__ = ("left", "right", "symbol")

    def __init__(self, symbol: str, left: Any, right: Any):
        self.symbol = symbol
        self.left = left
        self.right = right

    def value(self) -> Any:
        """What it is, which may wrap around."""
        return _OPERATIONS[self.symbol](made(self.left), made(self.right))

    def has_small_factors(self) -> bool:
        """Whether each product has a factor that is known, and small."""
        parts = (self.left, self.right)
        is_small = self.symbol != "*" or any(type(part) is int and abs(part) <= _SMALL for part in parts)
        return is_small and all(part.has_small_factors() for part in parts if type(part) is Unreduced)

    def residue(self, modulus: Any, make: Callable[..., Any]) -> Any:
        """Its remainder, of a modulus above 0; None where there is none of an operation on two operands."""
        parts = (self.left, self.right)
        left, right = (part.residue(modulus, make) if type(part) is Unreduced else part for part in parts)
        return None if left is None or right is None else make(_OPERATIONS[self.symbol], left, right, modulus)


#: A factor that is taken for too small to make a product too large, where to find out takes long.
_SMALL = 64
_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {"*": operator.mul, "+": operator.add, "-": operator.sub}
_RESIDUES: dict[Callable[..., Any], Callable[..., Any]] = {
    operator.mul: integers.product_modulo,
    operator.add: integers.sum_modulo,
    operator.sub: integers.difference_modulo,
}


def made(value: Any) -> Any:
    """A value that is made by now."""
    return value.value() if type(value) is Unreduced else value


def times(left: Any, right: Any) -> Any:
    """`left * right`, of which the remainder is taken."""
    return _operated("*", left, right)


def squared(value: Any) -> Any:
    """`value ** 2`, likewise."""
    return Unreduced("*", value, value) if _may_be_staged() and _are_integers(value) else value**2


def plus(left: Any, right: Any) -> Any:
    """`left + right`, likewise."""
    return _operated("+", left, right)


def minus(left: Any, right: Any) -> Any:
    """`left - right`, likewise."""
    return _operated("-", left, right)


def _may_be_staged() -> bool:
    return bool(backends) or count_modules() != staging.modules_seen


def _operated(symbol: str, left: Any, right: Any) -> Any:
    try:
        if _may_be_staged():
            if (symbol == "*" or Unreduced in (type(left), type(right))) and _are_integers(left, right):
                return Unreduced(symbol, left, right)
            left, right = made(left), made(right)
        return _OPERATIONS[symbol](left, right)
    except BaseException as error:
        hide_frame(error)
        raise


def _are_integers(*operands: Any) -> bool:
    """Whether operands are integers, and one is staged."""
    kinds = [int if type(value) in (int, bool, Unreduced) else class_of_number(value) for value in operands]
    is_staged = any(type(value) is Unreduced or backend_of(value) is not None for value in operands)
    return is_staged and tracing_backend() is not None and all(kind in (int, bool) for kind in kinds)


def reduced(value: Any, modulus: Any) -> Any:
    """The left operand of `value % modulus`: for a product that may be too large, what has the same remainder."""
    if type(value) is not Unreduced:
        return value
    backend = tracing_backend()
    is_known = type(modulus) is int
    has_residue = is_known or class_of_number(modulus) is int
    if backend is None or not has_residue or (is_known and (abs(modulus) > 2**31 or is_of_bits(abs(modulus)))):
        return value.value()
    found = value.residue(abs(modulus), backend.residue)
    if found is None and (is_known or not value.has_small_factors()):
        found = value.residue(abs(modulus), _in_steps)
    return value.value() if found is None else found


def _in_steps(operation: Callable[..., Any], left: Any, right: Any, modulus: Any) -> Any:
    """The remainder of an operation on integers, by steps none of which makes a larger one."""
    return to_function(_RESIDUES[operation])(number(left) % modulus, number(right) % modulus, modulus)
