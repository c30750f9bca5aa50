"""Programs that are staged once more, from their beginning, because what they do later asks for another way.

A list that is an element of a list of staged length is kept as the numbers in it. Where the program changes such a
list after all, all of them are kept in pools from the beginning (see `autograph.operators.rows`): that takes longer.
First as what may change its length or its keys; then, with objects, as records, which keep those.
An object that is one of two of a class is a third, in which there is what is in the one that it is. Where a program
links such objects with others, all objects that come to be in it are records of such pools, and a link is the number of
one; or, where that is refused, it stays one of the two from the beginning (see `autograph.operators.identities`).
A list among the arguments that the program changes is its own from the beginning (see `autograph.operators.arguments`).
Where there are objects, the first way is given up after some branches; it goes on where all others are refused.
Where a cached function is asked how often it was called, calls of such functions are counted.
Where the order of a set matters in a loop, loops come to the elements of sets in order, if that can be told.
Where a number is asked for its class that is an int on one path and a float on another, these stay two unlike values.
A path that is refused, where a number may be a text, say, is refused when the program takes it, if nothing else helps.
A list that a loop goes over, and changes the length of, is staged before the loop (see
`autograph.operators.looped_lists`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import looped_lists
from autograph.operators.arguments import are_owned, arguments_owned
from autograph.operators.caches import are_counted, calls_counted
from autograph.operators.effects import is_logging
from autograph.operators.identities import (
    MOST_BRANCHES,
    MOST_BRANCHES_TO_RAISE,
    at_most_branches,
    dicts_kept_apart,
    forget_objects,
    has_met_dicts,
    has_met_objects,
    in_few_branches,
    in_many_branches,
    is_cut_short,
    objects_kept_apart,
)
from autograph.operators.kinds import are_kinds_apart, kinds_kept_apart
from autograph.operators.origin import raised_by_user
from autograph.operators.recursion import in_one_program
from autograph.operators.refusals import (
    AskingForCopies,
    AskingForCounts,
    AskingForKinds,
    AskingForOrder,
    AskingForPools,
    AskingForReturns,
    AskingToRaise,
    are_where_reached,
    asks_for_identities,
    copies_asked,
    refusing_where_reached,
)
from autograph.operators.returning import are_returned, exceptions_returned
from autograph.operators.rows import elements_in_pools, objects_in_pools
from autograph.operators.set_orders import are_in_order, loops_in_order
from autograph.staging import Backend


def restarted(backend: Backend | None, run: Callable[[], Any]) -> Any:
    """What a function returns that stages a program, and leaves nothing behind where it fails.

    Raises:
        StagingError: of the first way, where another is refused as well; of lists that loops go over, of the second.
    """
    with in_one_program():
        return _restarted(backend, run)


def _restarted(backend: Backend | None, run: Callable[[], Any]) -> Any:
    take_back = backend.checkpoint() if backend is not None else None
    if not is_logging():
        forget_objects()
    with looped_lists.asking(), copies_asked() as asks_for_copies:
        try:
            return run()
        except StagingError as error:
            if take_back is None:
                raise
            first = final = error
            loops, may_take_longer, wants_copies = looped_lists.asked(), is_cut_short(), asks_for_copies()
    if loops and not is_logging():
        take_back()
        try:
            with looped_lists.staged_before(loops):
                return _restarted(backend, run)
        except StagingError as error:
            final = error
    if not (is_logging() or are_owned()):
        if isinstance(first, AskingForCopies):
            take_back()
            with arguments_owned():
                return _restarted(backend, run)
        if wants_copies:
            wants_copies = False
            take_back()
            with contextlib.suppress(StagingError), arguments_owned():
                return _restarted(backend, run)
    if not is_logging():
        for mode in _modes_asked_for(backend, first):
            take_back()
            with contextlib.suppress(StagingError), mode:
                return _restarted(backend, run)
    for way in _ways_after(first):
        take_back()
        with copies_asked() as asks_for_copies:
            try:
                with in_few_branches(_most(first)), way:
                    return _with_loops(run, take_back, tried=loops)
            except Exception as error:
                if not isinstance(error, StagingError) and raised_by_user(error):
                    raise
            wants_copies |= asks_for_copies()
    if wants_copies and not (is_logging() or are_owned()):
        take_back()
        with contextlib.suppress(StagingError), arguments_owned():
            return _restarted(backend, run)
    if isinstance(first, AskingToRaise) and not is_logging() and not are_where_reached():
        take_back()
        with contextlib.suppress(StagingError), refusing_where_reached(), in_few_branches(MOST_BRANCHES_TO_RAISE):
            return _restarted(backend, run)
    if may_take_longer:
        take_back()
        with in_many_branches(), at_most_branches(_MOST_AT_LAST, lambda: final):
            return _restarted(backend, run)
    raise final from None


#: How many branches a program may take that was given up in its first way, and is refused in the others.
_MOST_AT_LAST = 4000


def _modes_asked_for(backend: Backend | None, error: StagingError) -> Iterator[AbstractContextManager[None]]:
    """What has a program staged as an error asks for, unless it is already."""
    may_return = backend is not None and backend.can_raise
    for asks, is_on, mode in _MODES:
        if isinstance(error, asks) and not is_on() and (asks is not AskingForReturns or may_return):
            yield mode()


_MODES: tuple[tuple[type[StagingError], Callable[[], bool], Callable[[], AbstractContextManager[None]]], ...] = (
    (AskingForReturns, are_returned, exceptions_returned),
    (AskingForKinds, are_kinds_apart, kinds_kept_apart),
    (AskingForOrder, are_in_order, loops_in_order),
    (AskingForCounts, are_counted, calls_counted),
)


def _with_loops(run: Callable[[], Any], take_back: Callable[[], None], tried: Collection[Any]) -> Any:
    """What a function returns in one way; where lists that loops go over cannot be staged, with them staged before.

    Args:
        run: the function.
        take_back: takes back what it has staged.
        tried: the loops for which that has been tried in this way.
    """
    with looped_lists.asking():
        try:
            return run()
        except StagingError:
            loops = looped_lists.asked()
            if loops.issubset(tried) or is_logging():
                raise
    take_back()
    with looped_lists.staged_before(loops):
        return _with_loops(run, take_back, loops)


def _most(error: StagingError) -> int:
    """How many branches another way may take after one that an error has refused."""
    return MOST_BRANCHES_TO_RAISE if isinstance(error, AskingToRaise) else MOST_BRANCHES


def _ways_after(error: StagingError) -> Iterator[AbstractContextManager[None]]:
    """The other ways to stage a program of which the first is refused."""
    if isinstance(error, AskingForPools):
        yield elements_in_pools(has_records=False)
        yield elements_in_pools(has_records=True)
        if has_met_objects():
            yield objects_in_pools()
    elif isinstance(error, AskingToRaise):
        yield elements_in_pools(has_records=True)
    elif isinstance(error, RecursionError):  # of objects, it may be, that are linked in circles
        if has_met_objects() and not is_logging():
            yield objects_in_pools()
    elif not is_logging() and asks_for_identities(error):
        met_objects, met_dicts = has_met_objects(), has_met_dicts()
        if met_objects:
            yield objects_in_pools()
            yield objects_kept_apart()
        if met_dicts:
            yield dicts_kept_apart()
        if error.code == "AG032":  # of a list that is a value of a dict, it may be
            yield elements_in_pools(has_records=False)
        yield elements_in_pools(has_records=True)
