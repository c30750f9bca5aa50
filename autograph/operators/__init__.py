"""What converted code calls at run time, as `ag__`."""

from __future__ import annotations

from autograph.operators.calls import call
from autograph.operators.control_flow import for_stmt, if_stmt, while_stmt
from autograph.operators.exceptions import assert_stmt
from autograph.operators.logical import and_, chain, if_exp, not_, or_, plain_bool
from autograph.staging import UNSET

__all__ = [
    "UNSET",
    "and_",
    "assert_stmt",
    "call",
    "chain",
    "for_stmt",
    "if_exp",
    "if_stmt",
    "not_",
    "or_",
    "plain_bool",
    "while_stmt",
]
