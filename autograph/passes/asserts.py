"""`assert test, message` as `ag__.assert_stmt(test, lambda: message)`."""

from __future__ import annotations

from typing import Any

import gast

from autograph.analysis.plain import is_plain_test
from autograph.passes.logical import Deferral, operator_call, truth_of
from autograph.source.templates import located


def convert_assert(node: Any, deferral: Deferral) -> Any:
    """An assertion whose test may be staged. Python leaves out assertions under `-O`; so does this."""
    if not __debug__ or is_plain_test(node.test) or (node.msg is not None and not deferral.can_wait(node.msg)):
        return node
    message = [] if node.msg is None else [deferral.waiting(node.msg)]
    return located(gast.Expr(operator_call("assert_stmt", node, truth_of(node.test), *message)), node)
