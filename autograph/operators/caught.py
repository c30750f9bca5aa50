"""What a handler of the program's catches that only staging has raised: it is none of its business."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from autograph.operators import loop_errors
from autograph.operators.concretization import place_of
from autograph.operators.effects import is_in_a_loop
from autograph.operators.frames import hidden_frames, innermost, is_raise
from autograph.operators.joins import ask_of_any
from autograph.operators.origin import Origin, is_programs_to_catch, origin_of, parts_of, refusal_behind
from autograph.operators.python_errors import is_another_to_python
from autograph.operators.refusals import StagedAgain, stop
from autograph.staging import backend_of, backends, tracing_backend


def caught() -> None:
    """Where a handler of the program's begins, or a `finally` takes what it must not catch: raises that."""
    if not backends or tracing_backend() is None:
        return
    error: BaseException | None = sys.exc_info()[1]
    if error is not None:
        check_caught(error)


def check_caught(error: BaseException) -> None:
    """Raises, for a handler that would take it for the program's, what only staging has raised."""
    with hidden_frames:
        if isinstance(error, StagedAgain):
            raise error
        refusal = refusal_behind(error)
        if refusal is not None:
            raise refusal from None
        check_bound(error)
        for part in parts_of(error):
            if type(part) is TypeError and origin_of(part) is Origin.SYSTEM:
                ask_of_any()
            if isinstance(part, Exception) and (is_another_to_python(part) or not is_programs_to_catch(part)):
                _refuse(part)


def check_bound(error: BaseException) -> None:
    """Refuses that a handler is told of a variable without a value which it may have in a later iteration of a loop."""
    if not isinstance(error, NameError) or error.__traceback__ is None or not is_in_a_loop():
        return
    if not is_raise(innermost(error.__traceback__)):
        loop_errors.read_before_set_in_a_loop(error.name)


def left(leave: Callable[[], Any], error: BaseException) -> Any:
    """What leaving a context manager returns that is told of an exception: it must not take a refusal for one.

    Args:
        leave: leaves it.
        error: the exception.
    """
    try:
        swallows = leave()
    except Exception:
        if tracing_backend() is not None:
            check_caught(error)
        raise
    if tracing_backend() is not None and (backend_of(swallows) is not None or swallows):
        check_caught(error)
    return swallows


def _refuse(error: Exception) -> NoReturn:
    text = str(error).partition("\n")[0]
    stop(
        "AG053",
        "an operation of a staged function does not take what it is given",
        place_of(error),
        reason=f"it raises `{type(error).__name__}: {text}`, which a handler of the program's would take for its own",
        help="use an operation on tensors, or move it out of the `try`",
    )
