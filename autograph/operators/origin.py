"""Where an exception comes from: the user's program, or staging it."""

from __future__ import annotations

import dis
import re
from collections.abc import Mapping
from types import CodeType
from typing import Any, NoReturn

from autograph.diagnostics import AutographError, StagingError
from autograph.operators.frames import is_hidden_origin
from autograph.source.build import converted_codes, generated_codes
from autograph.staging import SYSTEMS

#: What names a staged value, or what stands for one, in the text of an error that Python raises about it; and what does
#: not say what it was given.
_STAGED = re.compile(
    r"islice\(\)|Tensor|Tracer|Staged|Comprehension|Filtered|Indexed|Compared|Store|UNSET|UNBOUND|\bText\b|Choice|Either"
    r"|exceptions must derive from|catching classes that do not|Invalid format specifier"
)

#: What functions that are not converted say of a staged value.
_REFUSES_STAGED = re.compile(r"type \w*(Tensor|Tracer)\b")

#: The code of what raises an exception of the program's for a handler.
raising_again: set[CodeType] = set()

_RAISE = dis.opmap["RAISE_VARARGS"]


class Raised(StagingError):
    """Unwinds the trace of a region after which nothing follows, for all paths through it have raised."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


class RaisedLater(StagingError):
    """What a program finds, when it runs, that staging could not provide for."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def raise_again(error: Any) -> NoReturn:
    """Raises an exception that the program raises."""
    raise error


raising_again.add(raise_again.__code__)


def of_other_arguments(
    error: BaseException, arguments: tuple[Any, ...], attributes: Mapping[str, Any]
) -> BaseException:
    """An exception like another, without calling its class: what that does it has done."""
    kind = type(error)
    made = kind.__new__(kind, *arguments)
    made.args = arguments
    made.__dict__.update(attributes)
    made.__cause__ = error.__cause__
    return made


def raised_by_user(error: BaseException) -> bool:
    """Whether an exception comes from the user's program, not from staging it."""
    if isinstance(error, (Raised, RaisedLater)):
        return True
    if isinstance(error, (AutographError, RecursionError)) or is_hidden_origin(error):
        return False
    traceback = error.__traceback__
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    frame = traceback.tb_frame
    if frame.f_code in raising_again:
        return True
    if frame.f_globals.get("__name__", "").partition(".")[0] in SYSTEMS:
        return False
    # What Python itself raises it would raise in the original on the same path, if not for a staged value.
    raises = frame.f_code.co_code[traceback.tb_lasti] == _RAISE and not str(error).startswith("exceptions must derive")
    if not isinstance(error, (Exception, SystemExit)):
        # Somebody may have interrupted the trace.
        return raises and (frame.f_code in converted_codes or frame.f_code in generated_codes)
    raises = raises and not _REFUSES_STAGED.search(str(error))
    return raises or not _STAGED.search(str(error))
