"""`in`, and comparisons of what may be a tuple or a list, so that their items may be staged.

    a in b             ->    ag__.in_(a, b)()
    a not in b         ->    ag__.not_(ag__.in_(a, b)())
    (a, 1) < b         ->    ag__.compared((a, 1)) < b

Other comparisons stay: staged values know how to compare themselves. So does `in` where no side can be staged: among
strings that are written out.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.plain import is_plain_membership, walk_own
from autograph.passes import logical
from autograph.passes.logical import Deferral, is_operator, operator_call
from autograph.source.templates import located

_SEQUENCES = (gast.Tuple, gast.List, gast.Dict)
_ORDERING = (gast.Eq, gast.NotEq, gast.Lt, gast.LtE, gast.Gt, gast.GtE)


def convert_compare(node: Any, deferral: Deferral) -> Any:
    """A comparison, chained or not."""
    if len(node.ops) == 1:
        return _single(node, deferral)
    chain = logical.convert_compare(node, deferral)
    if isinstance(chain, gast.Call) and is_operator(chain) and chain.func.attr == "and_":
        for index, operand in enumerate(chain.args):
            if isinstance(operand, gast.Compare):
                chain.args[index] = _single(operand, deferral)
            elif isinstance(operand, gast.Lambda):
                operand.body = _single(operand.body, deferral)
    return chain


def _single(node: Any, deferral: Deferral) -> Any:
    op, (right,) = node.ops[0], node.comparators
    if isinstance(op, (gast.In, gast.NotIn)):
        if is_plain_membership(node):
            return node
        found = located(gast.Call(operator_call("in_", node, node.left, right), [], []), node)
        return operator_call("not_", node, found) if isinstance(op, gast.NotIn) else found
    if isinstance(op, _ORDERING) and (_is_sequence(node.left, deferral) or _is_sequence(right, deferral)):
        node.left = operator_call("compared", node.left, node.left)
    return node


def _is_sequence(node: Any, deferral: Deferral) -> bool:
    """Whether an operand is a tuple, list or dict, as far as the text of the function tells."""
    return isinstance(node, _SEQUENCES) or (isinstance(node, gast.Name) and deferral.is_sequence(node.id))


def names_of_sequences(function: Any) -> set[str]:
    """The variables of a function that are assigned a tuple, list or dict which is written out."""
    body = function.body if isinstance(function.body, list) else [function.body]
    return {
        target.id
        for node in walk_own(body)
        if isinstance(node, gast.Assign) and isinstance(node.value, _SEQUENCES)
        for target in node.targets
        if isinstance(target, gast.Name)
    }
