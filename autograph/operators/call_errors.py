"""Errors of calls: of functions that call themselves, of what a function returns, and of what builtins are given."""

from __future__ import annotations

import inspect
import sys
from functools import partial
from numbers import Number
from types import CodeType, FrameType
from typing import Any, NoReturn

from autograph.diagnostics import AutographError, StagingError
from autograph.operators.origin import RaisedLater
from autograph.operators.places import current_place, place_in
from autograph.operators.refusals import raising_again, stop
from autograph.operators.wording import with_article
from autograph.source.build import converted_codes
from autograph.staging import Backend


class EndlessRecursion(StagingError, RecursionError):
    """A staged function that calls itself without end."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


EndlessRecursion.__name__ = "StagingError"


def endless_recursion(error: RecursionError) -> NoReturn:
    """A function that calls itself until a tensor says otherwise, which is not known while it is staged."""
    frames = []
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code in converted_codes:
            frames.append((traceback.tb_frame, traceback.tb_lasti))
        traceback = traceback.tb_next
    if not frames:
        raise error
    name, at = _recursion_in([frame for frame, _ in frames])
    raise EndlessRecursion(
        "AG052",
        f"{name} calls itself again and again while it is traced",
        place_in(*frames[at]),
        reason="only a tensor could end that, and both branches of a staged `if` are traced, the one that calls it too",
        help="write the recursion as a loop, or let a Python number end it",
    ) from None


def _recursion_in(frames: list[FrameType]) -> tuple[str, int]:
    """Which function calls itself, and which frame does so first; without one, the outermost."""
    begun: dict[CodeType, int] = {}
    for place, frame in enumerate(frames):
        if frame.f_code in begun:
            return f"'{frame.f_code.co_name}'", place - 1
        begun[frame.f_code] = place
    return "a staged function", 0


def recursed_too_deep(function: str, deepest: int, most: int) -> RaisedLater:
    """A staged function calls itself more often, one call in the other, than it was traced.

    Args:
        function: its name.
        deepest: how many calls are traced.
        most: how many would be if each made one call at most.
    """
    if deepest < most:
        fewer = f": fewer than {most}, for it calls itself in several places or a loop, and each call is traced apart"
        mend = "write it as a loop over a list of what is to be done, or let a Python number end it"
    else:
        fewer, mend = "", "write the recursion as a loop, or let a Python number end it"
    return RaisedLater(
        "AG052",
        f"'{function}' calls itself more than {deepest} times, one call in the other",
        current_place(),
        reason=f"a tensor ends the recursion, so that so many calls are part of the graph{fewer}",
        help=mend,
    )


def string_outgrown_in_recursion(name: str, most: int) -> RaisedLater:
    """A string that a function makes which calls itself has become longer than what there is room for."""
    return RaisedLater(
        "AG022",
        f"a string that '{name}' makes, which calls itself, has more than {most} characters",
        current_place(),
        reason="each call may make a longer one, and nothing says how long it can get",
        help="keep numbers, or tuples of some length, and make strings of them afterwards",
    )


def outgrown_in_recursion(function: str, limit: int) -> RaisedLater:
    """A list that a function changes which calls itself has become longer than there is room for in each call."""
    return RaisedLater(
        "AG022",
        f"a list that '{function}' changes, which calls itself, has more than {limit} elements",
        current_place(),
        reason="each call keeps what is in it, and has room for so many",
        help="write the recursion as a loop over a list of what is to be done",
    )


def cannot_stage(reason: str) -> NoReturn:
    """A staged condition of a statement that stays Python's."""
    place = current_place()
    stop(
        "AG020",
        "a tensor decides a statement that can only be run as Python",
        place,
        label="this condition is a tensor",
        reason=f"the statement stays plain Python: {reason}",
        help="move the condition into a function of its own, or make it a Python value",
    )


def returns_an_object(backend: Backend, value: Any) -> NoReturn:
    """A staged function returns an object of a class of the user's, a function, a class or an exception."""
    kind = "class" if isinstance(value, type) else type(value).__name__
    if inspect.isroutine(value) or isinstance(value, (type, partial)):
        help = "call it, and return what it returns"
    elif isinstance(value, BaseException):
        help = "raise it, or return what it says: a number, or a string"
    elif isinstance(value, Number):
        help = "return a float of it, or its parts: `q.numerator, q.denominator`"
    elif type(value).__module__ in sys.stdlib_module_names:
        help = "return its parts, in a tuple or a dict"
    else:
        help = "return what it holds (`o.v`), in a tuple or a dict, or make the class a dataclass"
    stop(
        "AG038",
        f"a staged function returns {with_article(kind)}",
        current_place(),
        reason=f"{backend.name} gives back tensors, and tuples, lists and dicts of them",
        help=help,
    )


def made_out_of_sight() -> NoReturn:
    """Something has what is staged in a branch or a loop that has been traced: it was not seen to be made there."""
    stop(
        "AG029",
        "a branch or a loop has made a list or the like out of sight, which is used after it",
        current_place(),
        reason="what is in it is known in that branch or loop only",
        help="make it where it can be seen: `[*a, *c]` for `a + c`",
    )


def returns_what_python_goes_over(backend: Backend, value: Any) -> NoReturn:
    """A staged function returns a `zip`, a `slice` or the like."""
    kind = getattr(type(value), "stands_for", type(value)).__name__
    stop(
        "AG038",
        f"a staged function returns {with_article(kind)}",
        current_place(),
        reason=f"{backend.name} gives back tensors, and tuples, lists and dicts of them",
        help="return its parts: `s.start, s.stop`"
        if kind == "slice"
        else "return a list of what is in it: `list(...)`",
    )


def asks_a_tensor(name: str, what: str, help: str) -> NoReturn:
    """A function of the library asks something while the program is staged that a tensor decides."""
    stop(
        "AG033",
        f"`{name}` asks a tensor {what}",
        current_place(),
        reason="Python asks that while the program is staged, and the tensor has its value only when the program runs",
        help=help,
    )


def wrong_arguments(function: Any, error: Exception) -> NoReturn:
    """A builtin whose staged form does not take what it was given."""
    place = current_place()
    name = getattr(function, "__name__", str(function))
    stop(
        "AG034",
        f"`{name}` cannot be staged with these arguments",
        place,
        reason=str(error).replace("<lambda>", name).partition("\n")[0],
        help="use an operation on tensors instead",
    )


def is_of_systems(error: BaseException) -> bool:
    """Whether an error was raised below all code of the user's, and is neither the program's nor this package's yet."""
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        if name not in _SYSTEMS or traceback.tb_frame.f_code in raising_again:
            return False
        traceback = traceback.tb_next
    return not isinstance(error, AutographError)


_SYSTEMS = frozenset({"autograph", "runtime", "jax", "jaxlib", "numpy"})
