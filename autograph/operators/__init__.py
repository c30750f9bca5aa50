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

from autograph.operators.builtins import elements, is_instance, listed
from autograph.operators.calls import call, user_names
from autograph.operators.comparisons import compared, in_
from autograph.operators.control_flow import for_stmt, if_stmt, while_stmt
from autograph.operators.exceptions import assert_stmt
from autograph.operators.heap import writes, writes_item, writes_variable
from autograph.operators.items import set_item
from autograph.operators.lists import append
from autograph.operators.logical import and_, and_test, chain, if_exp, not_, or_, or_test, plain_bool
from autograph.operators.subscripts import indexed
from autograph.staging import UNSET, when_registered

__all__ = [
    "UNSET",
    "and_",
    "and_test",
    "append",
    "assert_stmt",
    "call",
    "chain",
    "compared",
    "elements",
    "for_stmt",
    "iadd",
    "iand",
    "idle",
    "if_exp",
    "if_stmt",
    "ifloordiv",
    "ilshift",
    "imatmul",
    "imod",
    "imul",
    "in_",
    "indexed",
    "ior",
    "ipow",
    "irshift",
    "is_instance",
    "isub",
    "itruediv",
    "ixor",
    "listed",
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

#: Whether nothing can be staged, for no system that stages was imported. Converted code asks where a call would cost.
idle = True


def _wake() -> None:
    global idle
    idle = False


when_registered(_wake)
