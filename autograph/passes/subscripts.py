"""`xs[i]` read where `i` may be staged.

    xs[i]              ->    ag__.indexed(xs)[i]

What is written out is no staged index; but a slice makes another list, which is told to have come to be.
"""

from __future__ import annotations

from typing import Any

import gast

from autograph.passes.logical import Deferral, operator_call

_NEVER_STAGED = (gast.Constant, gast.JoinedStr, gast.Lambda)


def convert_subscript(node: Any, deferral: Deferral) -> Any:
    """A subscript."""
    container = node.value
    if not isinstance(node.ctx, gast.Load) or isinstance(container, gast.JoinedStr):
        return node
    if _is_written_out(node.slice) and not _may_make_a_list(node):
        return node
    node.value = operator_call("indexed", container, container)
    return node


def _may_make_a_list(node: Any) -> bool:
    return isinstance(node.slice, gast.Slice) and not isinstance(node.value, gast.Constant)


def _is_written_out(index: Any) -> bool:
    if isinstance(index, gast.Slice):
        return all(bound is None or _is_written_out(bound) for bound in (index.lower, index.upper, index.step))
    if isinstance(index, gast.Tuple):
        return all(map(_is_written_out, index.elts))
    return isinstance(index, _NEVER_STAGED) or (isinstance(index, gast.UnaryOp) and _is_written_out(index.operand))
