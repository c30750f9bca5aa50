"""What a handler of the program's catches that only staging has raised: it is none of its business."""

from __future__ import annotations

import sys
from typing import NoReturn

from autograph.diagnostics import AutographError
from autograph.operators.concretization import explain_foreign, place_of
from autograph.operators.frames import hidden_frames
from autograph.operators.origin import Origin, origin_of
from autograph.operators.refusals import stop
from autograph.staging import backends, tracing_backend


def caught() -> None:
    """Where a handler of the program's begins: raises what it must not catch."""
    if not backends or tracing_backend() is None:
        return
    error: BaseException | None = sys.exc_info()[1]
    if error is not None:
        check_caught(error)


def check_caught(error: BaseException) -> None:
    """Raises, for a handler that would take it for the program's, what only staging has raised."""
    with hidden_frames:
        explained = error if isinstance(error, AutographError) else explain_foreign(error)
        if explained is not None:
            raise explained from None
        if isinstance(error, Exception) and origin_of(error) is Origin.STAGING:
            _refuse(error)


def _refuse(error: Exception) -> NoReturn:
    text = str(error).partition("\n")[0]
    stop(
        "AG053",
        "an operation of a staged function does not take what it is given",
        place_of(error),
        reason=f"it raises `{type(error).__name__}: {text}`, which a handler of the program's would take for its own",
        help="use an operation on tensors, or move it out of the `try`",
    )
