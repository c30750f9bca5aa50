"""Exceptions, and what is left outside, among the results of a program, for a system that can do neither when it runs.

Where what a function returns goes to Python as it is once the program has run, any exception can be among the results:
the function is then a `try` around all of its body. Every exception that ends it is a result, and whether it does, and
Python is given the one that was taken as if the program had raised it. What objects and variables of before hold then
is among the results as well, for each of them: a system that raises by itself does so before it returns anything.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, NoReturn

from autograph.operators import effect_errors, raise_errors
from autograph.operators.effects import Log, effects_outside, log, logging
from autograph.operators.exits import Trying, run_body
from autograph.operators.locations import Location
from autograph.operators.optionals import check_result
from autograph.operators.pending_stores import (
    PendingStores,
    apart_from_stores,
    check_returned,
    may_depend,
    pending_stores,
    stores_at_an_end,
)
from autograph.operators.raising import StagedError, require
from autograph.operators.state import Bound
from autograph.operators.structures import same_value
from autograph.operators.trying import Attempt, End
from autograph.staging import UNSET, Backend, Flat


class _Mode(threading.local):
    returns_exceptions = False


_mode = _Mode()


@contextmanager
def exceptions_returned() -> Iterator[None]:
    """Has exceptions be among the results also where a system raises by itself."""
    before, _mode.returns_exceptions = _mode.returns_exceptions, True
    try:
        yield
    finally:
        _mode.returns_exceptions = before


def are_returned() -> bool:
    """Whether exceptions are among the results also where a system raises by itself."""
    return _mode.returns_exceptions


class _Whole(Trying):
    """All of a function, where exceptions are among its results."""

    must_catch = False

    def __init__(self, bound: Bound):
        super().__init__(bound, lambda: BaseException, ("", 0))

    def refuse(self, backend: Backend, error: BaseException) -> NoReturn:
        raise_errors.cannot_raise(backend, error)


class Failure:
    """An exception that a program may raise.

    Args:
        taken: whether it does, staged.
        error: the exception.
        stores: what is stored outside then.
    """

    def __init__(self, taken: Any, error: StagedError, stores: PendingStores | None):
        self.taken = taken
        self.error = error
        self.stores = stores


class Returned:
    """What a function returns, or raises, and what it leaves outside.

    Args:
        backend: on which it was staged.
        failures: the exceptions, of which the first counts that is raised.
        value: the result where none is.
        stores: what is stored outside then.
    """

    def __init__(self, backend: Backend, failures: Sequence[Failure], value: Any, stores: PendingStores | None):
        self.backend = backend
        self.failures = failures
        self.value = value
        self.stores = stores

    @property
    def watched(self) -> list[tuple[Location, Any]]:
        """The locations that matter for what the program does, and what they held."""
        return [row for stores in self.all_stores for row in stores.watched]

    def is_current(self) -> bool:
        """Whether all of them hold that still."""
        return all(stores.is_current() for stores in self.all_stores)

    @property
    def all_stores(self) -> list[PendingStores]:
        """What may be stored outside: for each exception, and where none is raised."""
        found = [*(failure.stores for failure in self.failures), self.stores]
        return [stores for stores in found if stores is not None]

    def with_components(self, parts: Sequence[Any]) -> Returned:
        """The same of other components."""
        count, rest = len(self.failures), iter(parts[len(self.failures) :])
        errors = [_with_operands(f.error, [next(rest) for _ in f.error.operands]) for f in self.failures]
        value = next(rest)

        def stored(stores: PendingStores | None) -> PendingStores | None:
            return None if stores is None else stores.with_values(next(rest))

        rows = zip(parts[:count], errors, self.failures, strict=True)
        failures = [Failure(taken, error, stored(failure.stores)) for taken, error, failure in rows]
        return Returned(self.backend, failures, value, stored(self.stores))

    def staged(self) -> Any:
        """What the function returns, as part of a program that is being staged, which raises what it raises."""
        for failure in self.failures:
            if failure.stores is not None:
                effect_errors.left_behind(failure.stores.locations[0])
            error = failure.error.filled(failure.error.operands)
            require(self.backend, self.backend.logical_not(failure.taken), error)
        if self.stores is not None:
            self.stores.store(self.stores.values)
        return self.value

    def outcome(self, part: Callable[[int], Any]) -> Any:
        """What the function has returned; raises what it has raised, and stores what is outside by then.

        Args:
            part: gives a component by its number. Those that have to do with what has not been raised mean nothing.
        """
        starts = [*accumulate((len(f.error.operands) for f in self.failures), initial=len(self.failures))]
        for number, failure in enumerate(self.failures):
            if part(number):
                self._store(failure.stores, part, starts[-1])
                start, end = starts[number : number + 2]
                raise failure.error.filled([part(position) for position in range(start, end)])
        self._store(self.stores, part, starts[-1])
        return part(starts[-1])

    def _store(self, stores: PendingStores | None, part: Callable[[int], Any], before: int) -> None:
        if stores is not None:
            position = next(k for k, known in enumerate(self.all_stores, 1) if known is stores)
            stores.check_current()
            stores.store(part(before + position))


def _with_operands(error: StagedError, operands: list[Any]) -> StagedError:
    made = copy.copy(error)
    made.operands = operands
    return made


def components(returned: Returned) -> list[Any]:
    """Whether each exception is raised, the staged values in them all, the result and what is stored."""
    taken = [failure.taken for failure in returned.failures]
    operands = [value for failure in returned.failures for value in failure.error.operands]
    return [*taken, *operands, returned.value, *(stores.values for stores in returned.all_stores)]


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
        return value if stores is None else Returned(backend, [], value, stores)
    made = _with_all_ends(backend, attempt, run, flatten)
    locations = {location.identity: location for stores in made.all_stores for location in stores.locations}

    def again() -> list[Any]:
        bound = Bound(())
        same = _with_all_ends(backend, Attempt(backend, _Whole(bound), bound), run, flatten)
        return [components(same), [failure.error.known for failure in same.failures]]

    if locations and not may_depend(again, [*locations.values()], is_all=True):
        for stores in made.all_stores:
            stores.watched = []
    return made


def _with_all_ends(
    backend: Backend, attempt: Attempt, run: Callable[[], Any], flatten: Callable[[Any], Flat]
) -> Returned:
    """What a function returns of which exceptions are among the results."""
    makers: list[Callable[[Sequence[Any]], Any]] = []

    def leaves() -> Sequence[Any]:
        result = run()
        check_returned(result)
        found, make = flatten(check_result(result))
        makers.append(make)
        return found

    ends = attempt.ends(leaves)
    unlike = _unlike(ends)
    failures = []
    value = stores = None
    for end in ends:
        if end.taken is None:
            end.outcome.restore(end.values)
            value = check_result(makers[0](end.results))  # what is known may be a string again
            stores = stores_at_an_end(unlike)
            continue
        with _as_it_is_at(end) as error:
            if error is not None:
                failed = StagedError(error, end.outcome.places)
                failures.append(Failure(end.taken, failed, stores_at_an_end(unlike)))
    around = log()
    assert around is not None
    around.when_raised = None  # what is stored where an exception is raised is known
    return Returned(backend, failures, value, stores)


@contextmanager
def _as_it_is_at(end: End) -> Iterator[BaseException | None]:
    """While everything is as it is where a function ends; gives the exception that ends it."""
    with logging(Log(conditional=False)) as effects:
        try:
            yield end.outcome.restore(end.values)
        finally:
            effects.undo()


def _unlike(ends: Sequence[End]) -> set[Any]:
    """Which locations outside hold one thing where a function ends in one way, and something else where in another."""
    found: list[dict[Any, Any]] = []
    for end in ends:
        with _as_it_is_at(end):
            found.append({effect.location.identity: effect.after for effect in effects_outside()})
    known = {identity for effects in found for identity in effects}
    return {
        identity
        for identity in known
        for first in [found[0].get(identity, UNSET)]
        if any(not same_value(first, effects.get(identity, UNSET)) for effects in found)
    }
