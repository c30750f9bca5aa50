"""What converted code calls at run time, as `ag__`."""

from __future__ import annotations

from builtins import slice
from operator import (
    iadd,
    iand,
    ifloordiv,
    ilshift,
    imatmul,
    imod,
    imul,
    ior,
    ipow,
    irshift,
    isub,
    itruediv,
    ixor,
)

from autograph.operators.calls import call, user_names
from autograph.operators.control_flow import for_stmt, if_stmt, while_stmt
from autograph.operators.exceptions import assert_stmt, local
from autograph.operators.heap import writes, writes_item, writes_variable
from autograph.operators.items import set_item
from autograph.operators.lists import append, elements
from autograph.operators.logical import and_, and_test, if_exp, not_, or_, or_test, plain_bool
from autograph.staging import UNSET

__all__ = [
    "UNSET",
    "and_",
    "and_test",
    "append",
    "assert_stmt",
    "call",
    "elements",
    "for_stmt",
    "iadd",
    "iand",
    "if_exp",
    "if_stmt",
    "ifloordiv",
    "ilshift",
    "imatmul",
    "imod",
    "imul",
    "ior",
    "ipow",
    "irshift",
    "isub",
    "itruediv",
    "ixor",
    "local",
    "not_",
    "or_",
    "or_test",
    "plain_bool",
    "set_item",
    "slice",
    "user_names",
    "while_stmt",
    "writes",
    "writes_item",
    "writes_variable",
]
