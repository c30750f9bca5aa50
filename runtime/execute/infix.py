"""Operations that Python's own operators compute on arrays and numpy scalars, as a table.

On scalars, which loops are full of, an operator takes a tenth of the time of the ufunc that it stands for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.ir.graph import Node


def _always(node: Node) -> bool:
    return True


def _is_real(node: Node) -> bool:
    """Whether the operands are real numbers: products of complex scalars are rounded otherwise than those of arrays."""
    return not node.inputs[0].dtype.is_complex


def _divides_by_a_nonzero_constant(node: Node) -> bool:
    """Whether division needs no check: there is nothing to complain about."""
    divisor = node.inputs[1].node
    return divisor.type == "Const" and bool(divisor.attrs["value"].all())


def _shapes_are_known_to_fit(node: Node) -> bool:
    """Whether the operands are alike, or scalars: others may be unequal as wholes."""
    left, right = (x.shape for x in node.inputs)
    return left.is_fully_defined() and right.is_fully_defined() and (left == right or 0 in (left.rank, right.rank))


#: By operation: the expression, and when it computes the same as the kernel.
INFIX: dict[str, tuple[str, Callable[[Node], bool]]] = {
    "AddV2": ("{} + {}", _always),
    "Sub": ("{} - {}", _always),
    "Mul": ("{} * {}", _is_real),
    "RealDiv": ("{} / {}", _is_real),
    "FloorDiv": ("{} // {}", _divides_by_a_nonzero_constant),
    "FloorMod": ("{} % {}", _divides_by_a_nonzero_constant),
    "Less": ("{} < {}", _always),
    "LessEqual": ("{} <= {}", _always),
    "Greater": ("{} > {}", _always),
    "GreaterEqual": ("{} >= {}", _always),
    "Equal": ("{} == {}", _shapes_are_known_to_fit),
    "NotEqual": ("{} != {}", _shapes_are_known_to_fit),
    "LogicalAnd": ("{} & {}", _always),
    "LogicalOr": ("{} | {}", _always),
    "Neg": ("-{}", _always),
}


def infix(node: Node, arguments: list[Any]) -> str | None:
    """The expression for `node` with operators, if there is one."""
    row = INFIX.get(node.type)
    if row is None or any(not x.dtype.is_numeric for x in node.inputs):
        return None
    expression, applies = row
    return expression.format(*arguments) if applies(node) else None
