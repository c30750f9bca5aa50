"""Operations that Python's own operators compute on arrays and numpy scalars, as a table.

On scalars, which loops are full of, an operator takes a tenth of the time of the ufunc that it stands for.
"""

from __future__ import annotations

from typing import Any

from runtime.ir.graph import CONST, Node
from runtime.ir.schema import Column
from runtime.ops import elementwise, logic


def _always(node: Node) -> bool:
    return True


def _is_real(node: Node) -> bool:
    """Whether the operands are real numbers: products of complex scalars are rounded otherwise than those of arrays."""
    return not node.inputs[0].dtype.is_complex


def _divides_by_a_nonzero_constant(node: Node) -> bool:
    """Whether division needs no check: there is nothing to complain about."""
    divisor = node.inputs[1].node
    return divisor.op is CONST and bool(divisor.attrs["value"].all())


def _shapes_are_known_to_fit(node: Node) -> bool:
    """Whether the operands are alike, or scalars: others may be unequal as wholes."""
    left, right = (x.shape for x in node.inputs)
    return left.is_fully_defined() and right.is_fully_defined() and (left == right or 0 in (left.rank, right.rank))


#: The expression, and when it computes the same as the kernel.
expressions = Column("expression")

expressions[elementwise.ADD_V2] = ("{} + {}", _always)
expressions[elementwise.SUB] = ("{} - {}", _always)
expressions[elementwise.MUL] = ("{} * {}", _is_real)
expressions[elementwise.REAL_DIV] = ("{} / {}", _is_real)
expressions[elementwise.FLOOR_DIV] = ("{} // {}", _divides_by_a_nonzero_constant)
expressions[elementwise.FLOOR_MOD] = ("{} % {}", _divides_by_a_nonzero_constant)
expressions[elementwise.NEG] = ("-{}", _always)
expressions[logic.LESS] = ("{} < {}", _always)
expressions[logic.LESS_EQUAL] = ("{} <= {}", _always)
expressions[logic.GREATER] = ("{} > {}", _always)
expressions[logic.GREATER_EQUAL] = ("{} >= {}", _always)
expressions[logic.EQUAL] = ("{} == {}", _shapes_are_known_to_fit)
expressions[logic.NOT_EQUAL] = ("{} != {}", _shapes_are_known_to_fit)
expressions[logic.LOGICAL_AND] = ("{} & {}", _always)
expressions[logic.LOGICAL_OR] = ("{} | {}", _always)


def infix(node: Node, arguments: list[Any]) -> str | None:
    """The expression for `node` with operators, if there is one."""
    row = expressions[node.op]
    if row is None or any(not x.dtype.is_numeric for x in node.inputs):
        return None
    expression, applies = row
    return expression.format(*arguments) if applies(node) else None
