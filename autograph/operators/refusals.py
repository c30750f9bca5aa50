"""Errors of staging as they are raised: what a handler of the program's catches is not forgotten."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, NoReturn

from autograph.diagnostics import Place, StagingError


class StagedAgain(BaseException):
    """Ends an attempt to stage a statement, which is staged again: nothing that is seen in the statement catches it."""


class Asking(StagingError):
    """What is refused may be staged in another way from the beginning. Messages do not tell it from other errors."""

    def __init_subclass__(cls) -> None:
        cls.__module__, cls.__qualname__ = StagingError.__module__, StagingError.__qualname__


class AskingForPools(Asking):
    """What is refused can be staged with lists of lists in pools from the beginning (`autograph.operators.rows`)."""


class AskingForReturns(Asking):
    """What is refused can be staged with exceptions among the results (`autograph.operators.returning`)."""


class AskingForCopies(Asking):
    """What is refused can be staged with copies of arguments as its own (`autograph.operators.arguments`)."""


class AskingForKinds(Asking):
    """What is refused can be staged with ints and floats that stay apart (`autograph.operators.kinds`)."""


class AskingForCounts(Asking):
    """What is refused can be staged with calls of cached functions counted (`autograph.operators.caches`)."""


class AskingForOrder(Asking):
    """What is refused can be staged with loops over sets in the order of these (`autograph.operators.set_orders`)."""


class AskingToRaise(Asking):
    """What is refused is on a path that the program may never take, and can be an error where it does."""


#: The codes of errors that say that what stands for one of several objects or dicts cannot be linked, indexed, changed
#: or carried, or that what is in them cannot be chosen between.
_OF_OBJECTS = frozenset({
    "AG010", "AG011", "AG012", "AG014", "AG015", "AG018", "AG021", "AG022", "AG024", "AG032", "AG033", "AG051", "AG054",
})  # fmt: skip


def asks_for_identities(error: StagingError) -> bool:
    """Whether what is refused may be staged where objects stay what they are (`autograph.operators.identities`)."""
    return error.code in _OF_OBJECTS


def asks_for_another_way(error: StagingError) -> bool:
    """Whether what is refused may be staged in another way from the beginning."""
    return isinstance(error, Asking) or asks_for_identities(error)


class _Refusals(threading.local):
    def __init__(self) -> None:
        self.stack: list[list[StagingError]] = []
        self.where_reached = False
        self.copies_asked_for = False


_refusals = _Refusals()


@contextmanager
def recorded_refusals() -> Iterator[list[StagingError]]:
    """What this thread is refused from here on, in a list: a handler of the program's may catch it."""
    found: list[StagingError] = []
    _refusals.stack.append(found)
    try:
        yield found
    finally:
        _refusals.stack.pop()


def ask_for_copies() -> None:
    """What is refused next may be staged with copies of arguments as the function's own."""
    _refusals.copies_asked_for = True


@contextmanager
def copies_asked() -> Iterator[Callable[[], bool]]:
    """What says whether, since it began, something asked for copies of arguments as the function's own."""
    before, _refusals.copies_asked_for = _refusals.copies_asked_for, False
    try:
        yield lambda: _refusals.copies_asked_for
    finally:
        _refusals.copies_asked_for = before


@contextmanager
def refusing_where_reached() -> Iterator[None]:
    """Has a path that asks for it be refused when the program takes it: no way is left to stage that path."""
    before, _refusals.where_reached = _refusals.where_reached, True
    try:
        yield
    finally:
        _refusals.where_reached = before


def are_where_reached() -> bool:
    """Whether paths that ask for it are refused when the program takes them."""
    return _refusals.where_reached


def stop(
    code: str, summary: str, place: Place | None, kind: type[StagingError] = StagingError, **details: str
) -> NoReturn:
    raise_refusal(kind(code, summary, place, **details))


def raise_refusal(error: StagingError) -> NoReturn:
    if _refusals.stack:
        _refusals.stack[-1].append(error)
    raise error from None


def refusal(refuse: Callable[..., NoReturn], *args: Any) -> StagingError:
    """What would be refused."""
    try:
        refuse(*args)
    except StagingError as error:
        forget(error)
        return error


def forget(error: StagingError) -> None:
    """What was refused has been done in another way."""
    if _refusals.stack and error in _refusals.stack[-1]:
        _refusals.stack[-1].remove(error)


def forgetting() -> Callable[[], None]:
    """A function that forgets what is refused from here on: it is done in another way."""
    found = _refusals.stack[-1] if _refusals.stack else []
    count = len(found)

    def forget_since() -> None:
        del found[count:]

    return forget_since


#: The code of what raises an exception of the program's for a handler.
raising_again: set[CodeType] = set()


def raise_again(error: Any) -> NoReturn:
    """Raises an exception that the program raises."""
    raise error


raising_again.add(raise_again.__code__)


def raise_new(error: BaseException) -> NoReturn:
    """Raises an exception that Python raises of what the program does. Nobody has it, so that it can be marked."""
    setattr(error, _RAISED_NEW, True)
    raise_again(error.with_traceback(None))


_RAISED_NEW = "autograph_raised_new"


def is_raised_new(error: BaseException) -> bool:
    """Whether `raise_new` has raised an exception, also where its frame is hidden by now."""
    return hasattr(error, _RAISED_NEW)
