"""Where an exception comes from: the user's program, or staging it."""

from __future__ import annotations

import dis

from autograph.diagnostics import AutographError, StagingError
from autograph.staging import SYSTEMS

#: What Python itself raises about values, and would raise in the original on the same path.
_OF_VALUES = (LookupError, ArithmeticError, AssertionError, NameError)

_RAISE = dis.opmap["RAISE_VARARGS"]


class Raised(StagingError):
    """Unwinds the trace of a region after which nothing follows, for all paths through it have raised."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def raised_by_user(error: Exception) -> bool:
    """Whether an exception comes from the user's program, not from staging it."""
    if isinstance(error, Raised):
        return True
    if isinstance(error, AutographError):
        return False
    traceback = error.__traceback__
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    frame = traceback.tb_frame
    if frame.f_globals.get("__name__", "").partition(".")[0] in SYSTEMS:
        return False
    return isinstance(error, _OF_VALUES) or frame.f_code.co_code[traceback.tb_lasti] == _RAISE
