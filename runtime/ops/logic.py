"""Comparison, logic, choice, and tests of floating-point numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, shapes
from runtime.core.dtypes import FLOATING, INTEGER, NUMBER, REAL
from runtime.core.shapes import TensorShape
from runtime.ops import elementwise, shaping
from runtime.ops.declare import Op, declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import broadcast, same
from runtime.ops.rows import binary, matching, no_gradient, public, two_operands, unary, unbroadcast
from runtime.tensor import is_tensor

BOOL = frozenset({dtypes.bool})
ANY = NUMBER | BOOL | {dtypes.string}

less = binary("Less", np.less, REAL, None, "Whether `x < y`.", result="bool")
less_equal = binary("LessEqual", np.less_equal, REAL, None, "Whether `x <= y`.", result="bool")
greater = binary("Greater", np.greater, REAL, None, "Whether `x > y`.", result="bool")
greater_equal = binary("GreaterEqual", np.greater_equal, REAL, None, "Whether `x >= y`.", result="bool")


def _equal(ufunc: Callable[..., Any], unlike: bool) -> Callable[..., Any]:
    """The kernel of `==` or `!=`, which take shapes that do not broadcast as unlike each other if they are asked to."""

    def compare(x: np.ndarray, y: np.ndarray, incompatible_shape_error: bool = True) -> Any:
        if not incompatible_shape_error and not _broadcast(x.shape, y.shape):
            return np.array(unlike)
        return np.asarray(ufunc(x, y)).astype(bool, copy=False)

    return compare


def _compared(x: Any, y: Any, incompatible_shape_error: bool = True) -> TensorShape:
    if incompatible_shape_error:
        return broadcast(x, y)
    try:
        found = broadcast(x, y)
    except ValueError:
        return shapes.SCALAR
    both = x.shape.is_fully_defined() and y.shape.is_fully_defined()
    scalar = x.shape.rank == 0 or y.shape.rank == 0
    return found if both or scalar or x.shape == y.shape else shapes.UNKNOWN if found.rank is None else found


_EQUAL = declare("Equal", "x: T, y: T -> bool", _equal(np.equal, False), shapes=_compared, gradient=no_gradient, T=ANY)
_NOT_EQUAL = declare(
    "NotEqual", "x: T, y: T -> bool", _equal(np.not_equal, True), shapes=_compared, gradient=no_gradient, T=ANY
)


def _equality(op: Op, label: str, doc: str) -> Callable[..., Any]:
    """The public function of `==` or `!=`."""

    def function(x: Any, y: Any, name: str | None = None) -> Any:
        return apply(op, matching(x, y), NO_ATTRS, name)

    return public(function, label, two_operands(doc, "A boolean tensor of the broadcast shape."))


def _broadcast(x: tuple[int, ...], y: tuple[int, ...]) -> bool:
    return all(a == b or a == 1 or b == 1 for a, b in zip(x[::-1], y[::-1], strict=False))


equal = _equality(_EQUAL, "equal", "Whether `x == y`.")
not_equal = _equality(_NOT_EQUAL, "not_equal", "Whether `x != y`.")

logical_and = binary("LogicalAnd", np.logical_and, BOOL, None, "Whether both `x` and `y` are True.", result="bool")
logical_or = binary("LogicalOr", np.logical_or, BOOL, None, "Whether `x` or `y` is True.", result="bool")
_logical_not = unary("LogicalNot", np.logical_not, BOOL, None, "Whether `x` is False.")


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


_IS_NAN = declare("IsNan", "x: T -> bool", np.isnan, shapes=same, gradient=no_gradient, T=FLOATING)
_IS_INF = declare("IsInf", "x: T -> bool", np.isinf, shapes=same, gradient=no_gradient, T=FLOATING)
_IS_FINITE = declare("IsFinite", "x: T -> bool", np.isfinite, shapes=same, gradient=no_gradient, T=FLOATING)


def _test(op: Op, label: str, doc: str) -> Callable[..., Any]:
    """The public function of a test of each element."""

    def function(x: Any, name: str | None = None) -> Any:
        return apply(op, (convert_to_tensor(x),), NO_ATTRS, name)

    return public(function, label, doc)


is_nan = _test(_IS_NAN, "is_nan", "Whether `x` is NaN, elementwise.")
is_inf = _test(_IS_INF, "is_inf", "Whether `x` is infinite, elementwise.")
is_finite = _test(_IS_FINITE, "is_finite", "Whether `x` is neither NaN nor infinite, elementwise.")


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
        return apply(_WHERE, (convert_to_tensor(condition),), NO_ATTRS, name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    condition = convert_to_tensor(condition, dtype_hint=dtypes.bool)
    x, y = matching(x, y)
    return apply(_SELECT, (condition, x, y), NO_ATTRS, name)


def _select(condition: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    result = np.where(condition, x, y)
    return result if result.dtype == x.dtype else result.astype(x.dtype)


def _select_gradient(node: Any, g: Any) -> list[Any]:
    condition, x, y = node.inputs
    zero = shaping.zeros_like(g)
    out = node.outputs[0]
    return [
        None,
        unbroadcast(x, out, where(condition, g, zero), None)[0],
        unbroadcast(y, out, where(condition, zero, g), None)[0],
    ]


_SELECT = declare("SelectV2", "condition: bool, t: T, e: T -> T", _select, shapes=broadcast, gradient=_select_gradient)
_WHERE = declare(
    "Where", "input: T -> int64", lambda x: np.argwhere(x != b"" if x.dtype == object else x),
    shapes=lambda x: TensorShape([None, x.shape.rank]), gradient=no_gradient, T=ANY,
)  # fmt: skip


# -- bits ------------------------------------------------------------------------------------------------------------

bitwise_and = binary("BitwiseAnd", np.bitwise_and, INTEGER, None, "The bits set in both `x` and `y`.")
bitwise_or = binary("BitwiseOr", np.bitwise_or, INTEGER, None, "The bits set in `x` or `y`.")
bitwise_xor = binary("BitwiseXor", np.bitwise_xor, INTEGER, None, "The bits set in one of `x` and `y`.")
left_shift = binary("LeftShift", np.left_shift, INTEGER, None, "The bits of `x` moved up by `y` places.")
right_shift = binary(
    "RightShift", np.right_shift, INTEGER, None, "The bits of `x` moved down by `y` places.", "right_shift"
)
invert = unary("Invert", np.invert, INTEGER, None, "The bits of `x` flipped.")
