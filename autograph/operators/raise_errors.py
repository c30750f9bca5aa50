"""Errors of exceptions that staged code raises: what would handle them, what they show, what is changed before them."""

from __future__ import annotations

from typing import Any, NoReturn

from autograph.diagnostics import Place, StagingError
from autograph.operators.frames import hide_project_frames
from autograph.operators.locations import Location
from autograph.operators.places import current_place
from autograph.operators.refusals import AskingForReturns, stop
from autograph.operators.wording import CONDITION, located, named_in_text
from autograph.staging import Backend


def _refuse_now(error: BaseException) -> None:
    """Raises a refusal that a program would raise when it runs, where it cannot."""
    if isinstance(error, StagingError):
        raise error


def cannot_raise(backend: Backend, error: BaseException) -> NoReturn:
    """A staged `raise` on a system that has none."""
    _refuse_now(error)
    place = current_place()
    hide_project_frames(error)
    raise StagingError(
        "AG027",
        f"{type(error).__name__} is raised on one path of staged code, and {backend.name} cannot raise when it runs: "
        f"{error}",
        place,
        help=f"return a value that says so, check the condition outside of {backend.name}"
        + (", have `jax.jit` call the converted function itself, or use `checkify`" if backend.name == "jax" else ""),
    ) from error


def raises_a_tensor(error: BaseException) -> NoReturn:
    """A staged `raise` of an exception whose message shows a tensor."""
    place = current_place()
    stop(
        "AG027",
        f"{type(error).__name__} is raised on one path of staged code with a tensor in its message",
        place,
        reason="the message is made while the program is staged, when the tensor has no value",
        help="raise it with a message that needs no tensor, or use `assert` with the tensor as its message",
    )


def may_change_before_it_leaves(error: BaseException, final: Place) -> NoReturn:
    """A staged `raise` of an exception that has an object with what is staged, which may change before it leaves."""
    place = current_place()
    stop(
        "AG027",
        f"{type(error).__name__} is raised on one path of staged code with an object that may still change",
        place,
        reason=f"the statement at {final} does something on the way out, and what is in the object was taken before",
        help="raise it with a text, a number or a copy as a tuple",
    )


def every_path_raises(error: Exception) -> NoReturn:
    """A staged function that raises whatever path is taken, and on some of them another exception than on others."""
    raise StagingError(
        "AG027",
        f"a staged function raises on every path through it, at last {type(error).__name__}: {error}",
        reason="a graph without an end cannot be run",
        help="return a value from one path",
    ) from error


def raised_under_a_handler(error: BaseException, handler: Place) -> NoReturn:
    """A staged `raise` that a handler of the same staged code would catch."""
    _refuse_now(error)
    place = current_place()
    stop(
        "AG026",
        f"{type(error).__name__} is raised on one path of staged code, where a handler would catch it",
        place,
        reason=f"what would handle it is at {handler}, and is run as Python's own; which path is taken is known only "
        "when the graph runs, after that was left",
        help="ask for the condition with `if` instead of raising and catching",
    )


def raised_to_python(error: BaseException, catcher: str) -> NoReturn:
    """A staged `raise` that Python would catch, or that a `with` statement would be told of."""
    _refuse_now(error)
    place = current_place()
    stop(
        "AG026",
        f"{type(error).__name__} is raised on one path of staged code, where it would be caught",
        place,
        reason=f"{catcher} while the function is traced; which path is taken is known only when the graph runs",
        help="ask for the condition with `if` where the result is used, instead of raising",
    )


def divides_under_a_handler(function: Any, handler: Place) -> NoReturn:
    """A converted function divides by what is staged, under a handler for that, and its source cannot be had."""
    place = current_place()
    stop(
        "AG026",
        f"`{getattr(function, '__name__', function)}` divides, where a handler would catch a division by 0",
        place,
        reason=f"the handler is at {handler}; no system raises Python's exception for a division by 0, and the "
        "function cannot be converted once more, with a check for it: its source is not at hand",
        help="divide in the body of the `try`, or ask whether the divisor is 0",
    )


def changed_before_it_raises(error: BaseException, name: str | Location) -> NoReturn:
    """A staged path changes an object that outlives the function, and raises."""
    place = current_place()
    kind = "an exception" if isinstance(error, StagingError) else type(error).__name__
    stop(
        "AG027",
        f"{located(name)} is changed on a path of staged code that raises {kind}",
        place,
        kind=AskingForReturns,
        label=CONDITION,
        reason="whoever catches the exception would find the object unchanged: what a path does to objects is done "
        "when it has ended",
        help=f"change '{named_in_text(name)}' outside of the staged function, or after the paths have met",
    )


def changed_after_it_raises(name: str | Location) -> NoReturn:
    """A staged function changes an object that outlives it, after a statement that may raise when the program runs."""
    place = current_place()
    stop(
        "AG027",
        f"{located(name)} is changed where a path of staged code may have raised an exception before",
        place,
        kind=AskingForReturns,
        reason="it is changed while the program is staged, whether or not the exception is raised when it runs",
        help=f"change '{named_in_text(name)}' before, or where the function is called",
    )
