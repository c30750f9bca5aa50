"""Exceptions, and what is left outside, among the results of a program, for a system that can do neither when it runs.

Where what a function returns goes to Python as it is once the program has run, any exception can be among the results:
the function is then a `try` around all of its body. Every exception that ends it is a result, and whether it does, and
Python is given the one that was taken as if the program had raised it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from autograph.operators import raise_errors
from autograph.operators.exits import Trying, run_body
from autograph.operators.locations import Location
from autograph.operators.optionals import check_result
from autograph.operators.pending_stores import PendingStores, apart_from_stores, pending_stores
from autograph.operators.raising import StagedError, refuse_changes_before, require
from autograph.operators.state import Bound
from autograph.operators.trying import Attempt
from autograph.staging import UNSET, Backend, Flat


class _Whole(Trying):
    """All of a function, where exceptions are among its results."""

    must_catch = False

    def __init__(self, bound: Bound):
        super().__init__(bound, lambda: BaseException, ("", 0))

    def check_changes(self, error: BaseException, locations: Sequence[Location]) -> None:
        refuse_changes_before(error, locations)

    def refuse(self, backend: Backend, error: BaseException) -> NoReturn:
        raise_errors.cannot_raise(backend, error)


class Returned:
    """What a function returns, or raises, and what it leaves outside.

    Args:
        backend: on which it was staged.
        taken: for each exception whether it is raised, staged.
        errors: the exceptions.
        value: the result where none is.
        stores: what is stored outside when it has run.
    """

    def __init__(
        self,
        backend: Backend,
        taken: Sequence[Any],
        errors: Sequence[StagedError],
        value: Any,
        stores: PendingStores | None = None,
    ):
        self.backend = backend
        self.taken = taken
        self.errors = errors
        self.value = value
        self.stores = stores


def components(returned: Returned) -> list[Any]:
    """Whether each exception is raised, the staged values in them all, the result and what is stored."""
    operands = [value for error in returned.errors for value in error.operands]
    return [*returned.taken, *operands, returned.value, None if returned.stores is None else returned.stores.values]


def with_components(like: Returned, parts: Sequence[Any], is_known: bool) -> Any:
    """What a function returned, of other components; raises the exception that is raised.

    Args:
        is_known: whether the program has run, and the components are what it returned.
    """
    count = len(like.taken)
    taken, value, stored, operands = parts[:count], parts[-2], parts[-1], iter(parts[count:-2])
    filled = [(error, [next(operands) for _ in error.operands]) for error in like.errors]
    if is_known:
        for condition, (error, values) in zip(taken, filled, strict=True):
            if condition:
                raise error.filled(values)
    else:
        for condition, (error, values) in zip(taken, filled, strict=True):
            require(like.backend, like.backend.logical_not(condition), error.filled(values))
    if like.stores is not None:
        like.stores.check_current()
        like.stores.store(stored)
    return value


def returned(backend: Backend, run: Callable[[], Any], flatten: Callable[[Any], Flat]) -> Any:
    """What a function returns, with what it may raise when the program runs.

    Args:
        backend: on which it is staged.
        run: calls the function.
        flatten: takes what that returns apart.
    """
    before = Bound(())
    whole = _Whole(before)
    attempt = Attempt(backend, whole, before)
    results: list[Any] = []
    if attempt.succeeds(lambda: run_body(whole, lambda: results.append(run()))):
        result = apart_from_stores(results[0])
        stores = pending_stores(result, run)
        value = check_result(result)
        return value if stores is None else Returned(backend, [], [], value, stores)
    makers: list[Callable[[Sequence[Any]], Any]] = []

    def leaves() -> Sequence[Any]:
        found, make = flatten(check_result(run()))
        makers.append(make)
        return found

    value = stores = None
    errors, taken = [], []
    for end in attempt.ends(leaves):
        if end.taken is None:
            end.outcome.restore(end.values)
            value = check_result(makers[0](end.results))  # what is known may be a string again
            stores = pending_stores(UNSET, run)
        elif (error := end.outcome.error(end.values)) is not None:
            errors.append(StagedError(error, end.outcome.places))
            taken.append(end.taken)
    return Returned(backend, taken, errors, value, stores)
