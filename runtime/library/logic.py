"""Comparison, logic, choice, and tests of floating-point numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.ir.schema import Op
from runtime.ir.values import is_tensor
from runtime.library import elementwise
from runtime.library.point_wise import binary, matching, public, two_operands, unary
from runtime.ops import logic as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply

less = binary(ops.LESS, "Whether `x < y`.")
less_equal = binary(ops.LESS_EQUAL, "Whether `x <= y`.")
greater = binary(ops.GREATER, "Whether `x > y`.")
greater_equal = binary(ops.GREATER_EQUAL, "Whether `x >= y`.")


def _equality(op: Op, label: str, doc: str) -> Callable[..., Any]:
    """The public function of `==` or `!=`."""

    def function(x: Any, y: Any, name: str | None = None) -> Any:
        return apply(op, matching(x, y), NO_ATTRS, name)

    return public(function, label, two_operands(doc, "A boolean tensor of the broadcast shape."))


equal = _equality(ops.EQUAL, "equal", "Whether `x == y`.")
not_equal = _equality(ops.NOT_EQUAL, "not_equal", "Whether `x != y`.")
logical_and = binary(ops.LOGICAL_AND, "Whether both `x` and `y` are True.")
logical_or = binary(ops.LOGICAL_OR, "Whether `x` or `y` is True.")
_logical_not = unary(ops.LOGICAL_NOT, "Whether `x` is False.")


def _as_bool(x: Any) -> Any:
    return x if is_tensor(x) else convert_to_tensor(x, dtypes.bool)


def logical_not(x: Any, name: str | None = None) -> Any:
    """Whether `x` is False.

    >>> logical_not([True, False]).numpy()
    array([False,  True])
    """
    return _logical_not(_as_bool(x), name)


def logical_xor(x: Any, y: Any, name: str | None = "LogicalXor") -> Any:
    """Whether exactly one of `x` and `y` is True.

    >>> logical_xor([True, True], [True, False]).numpy()
    array([False,  True])
    """
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name)


def _test(op: Op, label: str, doc: str) -> Callable[..., Any]:
    """The public function of a test of each element."""

    def function(x: Any, name: str | None = None) -> Any:
        return apply(op, (convert_to_tensor(x),), NO_ATTRS, name)

    return public(function, label, doc)


is_nan = _test(ops.IS_NAN, "is_nan", "Whether `x` is NaN, elementwise.")
is_inf = _test(ops.IS_INF, "is_inf", "Whether `x` is infinite, elementwise.")
is_finite = _test(ops.IS_FINITE, "is_finite", "Whether `x` is neither NaN nor infinite, elementwise.")


def approximate_equal(x: Any, y: Any, tolerance: float = 1e-05, name: str | None = None) -> Any:
    """Whether `abs(x - y) < tolerance`, elementwise."""
    return less(elementwise.abs(elementwise.subtract(x, y)), tolerance, name)


# -- choice ----------------------------------------------------------------------------------------------------------


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """`x` where `condition` is True and `y` elsewhere; without them, the positions where it is True.

    Args:
        condition: booleans.
        x, y: tensors of one dtype; all three shapes broadcast. Both or neither are given.
        name: of the node.

    Returns:
        A tensor of the broadcast shape, or an int64 matrix with one row per position.

    Raises:
        ValueError: if only one of `x` and `y` is given.

    >>> where([True, False], [1, 2], [10, 20]).numpy()
    array([ 1, 20], dtype=int32)
    >>> where([False, True]).numpy()
    array([[1]])
    """
    if x is None and y is None:
        return apply(ops.WHERE, (convert_to_tensor(condition),), NO_ATTRS, name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    condition = convert_to_tensor(condition, dtype_hint=dtypes.bool)
    x, y = matching(x, y)
    return apply(ops.SELECT, (condition, x, y), NO_ATTRS, name)


# -- bits ------------------------------------------------------------------------------------------------------------

bitwise_and = binary(ops.BITWISE_AND, "The bits set in both `x` and `y`.")
bitwise_or = binary(ops.BITWISE_OR, "The bits set in `x` or `y`.")
bitwise_xor = binary(ops.BITWISE_XOR, "The bits set in one of `x` and `y`.")
left_shift = binary(ops.LEFT_SHIFT, "The bits of `x` moved up by `y` places.")
right_shift = binary(ops.RIGHT_SHIFT, "The bits of `x` moved down by `y` places.", label="right_shift")
invert = unary(ops.INVERT, "The bits of `x` flipped.")
