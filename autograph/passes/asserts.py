"""`assert test, message` as `assert ag__.assert_stmt(test, lambda: message), message`.

The first message is for an assertion that is staged, the second for Python's own.
"""

from __future__ import annotations

import copy
from typing import Any

from autograph.analysis.eligibility import is_plain_test
from autograph.passes.logical import Deferral, operator_call, truth_of


def convert_assert(node: Any, deferral: Deferral) -> Any:
    """An assertion whose test may be staged. Python leaves out assertions under `-O`; so does this."""
    if not __debug__ or is_plain_test(node.test) or (node.msg is not None and not deferral.can_wait(node.msg)):
        return node
    message = [] if node.msg is None else [deferral.waiting(copy.deepcopy(node.msg))]
    node.test = operator_call("assert_stmt", node, truth_of(node.test), *message)
    return node
