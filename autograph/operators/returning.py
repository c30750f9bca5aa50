"""Exceptions among the results of a program, for a system that cannot raise one when it runs.

Where what a function returns goes to Python as it is once the program has run, any exception can be among the results:
the function is then a `try` around all of its body. Every exception that ends it is a result, and whether it does, and
Python is given the one that was taken as if the program had raised it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from autograph.operators import explain
from autograph.operators.exits import Trying, run_body
from autograph.operators.locations import Location
from autograph.operators.raising import StagedError, refuse_changes_before, require
from autograph.operators.state import Bound
from autograph.operators.trying import Attempt
from autograph.staging import Backend


class _Whole(Trying):
    """All of a function, where exceptions are among its results."""

    must_catch = False

    def __init__(self, bound: Bound):
        super().__init__(bound, lambda: (Exception, SystemExit), ("", 0))

    def is_for_divisions(self) -> bool:
        return False

    def check_changes(self, error: BaseException, locations: Sequence[Location]) -> None:
        refuse_changes_before(error, locations)

    def refuse(self, backend: Backend, error: BaseException) -> NoReturn:
        explain.cannot_raise(backend, error)


class Returned:
    """What a function returns, or raises.

    Args:
        backend: on which it was staged.
        taken: for each exception whether it is raised, staged.
        errors: the exceptions.
        value: the result where none is.
    """

    def __init__(self, backend: Backend, taken: Sequence[Any], errors: Sequence[StagedError], value: Any):
        self.backend = backend
        self.taken = taken
        self.errors = errors
        self.value = value


def components(returned: Returned) -> list[Any]:
    """Whether each exception is raised, the staged values in them all, and the result."""
    operands = [value for error in returned.errors for value in error.operands]
    return [*returned.taken, *operands, returned.value]


def with_components(like: Returned, parts: Sequence[Any], is_known: bool) -> Any:
    """What a function returned, of other components; raises the exception that is raised.

    Args:
        is_known: whether the program has run, and the components are what it returned.
    """
    count = len(like.taken)
    taken, value, operands = parts[:count], parts[-1], iter(parts[count:-1])
    filled = [(error, [next(operands) for _ in error.operands]) for error in like.errors]
    if is_known:
        for condition, (error, values) in zip(taken, filled, strict=True):
            if condition:
                raise error.filled(values)
        return value
    for condition, (error, values) in zip(taken, filled, strict=True):
        require(like.backend, like.backend.logical_not(condition), error.filled(values))
    return value


def returned(backend: Backend, run: Callable[[], Any], returnable: Callable[[Any], Any]) -> Any:
    """What a function returns, with what it may raise when the program runs.

    Args:
        backend: on which it is staged.
        run: calls the function.
        returnable: makes what a system can return of a result.
    """
    before = Bound(())
    whole = _Whole(before)
    attempt = Attempt(backend, whole, before)
    result: Any = None

    def call() -> None:
        nonlocal result
        result = returnable(run())

    if attempt.succeeds(lambda: run_body(whole, call)):
        return result
    make: Callable[[Sequence[Any]], Any] = lambda leaves: None

    def call_and_flatten() -> Sequence[Any]:
        nonlocal make
        leaves, make = backend.flattened(returnable(run()))
        return leaves

    ends = attempt.ends(call_and_flatten)
    value = None
    errors, taken = [], []
    for end in ends:
        if end.taken is None:
            end.outcome.restore(end.values)
            value = returnable(make(end.results))
        else:
            errors.append(StagedError(end.outcome.error(end.values), end.outcome.places))
            taken.append(end.taken)
    return Returned(backend, taken, errors, value)
