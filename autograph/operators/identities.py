"""How a staged condition chooses between two objects of one class: by what is in them, or by which they are.

After `c = a if x > 0 else b` a third object can stand for `c`, whose attributes are chosen each from those of `a` and
`b` (`autograph.operators.links`). Programs that link objects with others, and rewire them, ask which object `c` is,
again and again: for these `c` is one of several, `a` or `b`, and all that is done with it is done to each where it is
that one (`autograph.operators.dispatch`). That makes larger programs, so that it is done where the first is refused.
Dicts in dicts, such as tries, are objects likewise, where that is refused as well.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from autograph.diagnostics import StagingError
from autograph.operators.places import current_place

#: How many branches are traced so at most: where each of some objects may be linked with each, they are very many. And
#: how many in the first way, where there are objects, before others are tried; and how many with objects in pools.
MOST_BRANCHES, _MOST_BRANCHES_AT_FIRST, MOST_BRANCHES_IN_POOLS, MOST_BRANCHES_TO_RAISE = 1500, 600, 900, 600
#: How often an object of theirs is met again at most, in the values that are taken apart so.
_MOST_MEETINGS = 12_000

#: Joining two branches in so many values takes as long as tracing one does.
_VALUES_OF_A_BRANCH = 16


class _Mode(threading.local):
    keeps_identities = False
    keeps_dicts = False
    #: Whether a loop over objects is staged as branches in branches.
    goes_over_objects = False
    #: Whether a way that is not the first is given up where it takes too many branches, and whether the first is not.
    is_limited = is_unlimited = False
    #: How many are not too many.
    most = MOST_BRANCHES
    #: Whether the first way is given up, whatever it would take.
    is_given_up = False
    #: How many branches have been traced, and how many had been when such a way, such a loop, or the first way began.
    traced = begun_at = first_begun_at = 0
    #: In how many values branches have been joined.
    joined = 0
    #: After how many branches a way is given up, and with which error.
    limit: tuple[float, Callable[[], StagingError]] | None = None
    #: How often objects have been met again, and how often they had been then.
    met = met_before = 0
    #: Whether objects of the user's have been chosen between or carried, since this was last asked.
    has_met_objects = False
    #: Whether dicts in dicts have been, since then.
    has_met_dicts = False


_mode = _Mode()


@contextmanager
def objects_kept_apart() -> Iterator[None]:
    """Has objects of one class that a staged condition chooses between stay the objects that they are."""
    before, _mode.keeps_identities = _mode.keeps_identities, True
    _begin()
    try:
        yield
    finally:
        _mode.keeps_identities = before


@contextmanager
def dicts_kept_apart() -> Iterator[None]:
    """Has dicts that a staged condition chooses between stay those that they are, and objects likewise."""
    before, _mode.keeps_dicts = _mode.keeps_dicts, True
    try:
        with objects_kept_apart():
            yield
    finally:
        _mode.keeps_dicts = before


def are_kept_apart() -> bool:
    """Whether objects of one class that a staged condition chooses between stay the objects that they are."""
    return _mode.keeps_identities


@contextmanager
def in_few_branches(most: int = MOST_BRANCHES) -> Iterator[None]:
    """Around another way to stage a program: it is given up where it takes too many branches.

    Args:
        most: how many are not too many; in a way within another it may be no more than there.
    """
    before = _mode.is_limited, _mode.most
    _mode.is_limited, _mode.most = True, min(most, _mode.most) if _mode.is_limited else most
    _begin()
    try:
        yield
    finally:
        _mode.is_limited, _mode.most = before


@contextmanager
def in_many_branches() -> Iterator[None]:
    """Around the first way to stage a program, once it has taken too many branches, and the others are refused."""
    before, _mode.is_unlimited = _mode.is_unlimited, True
    try:
        yield
    finally:
        _mode.is_unlimited = before


def is_cut_short() -> bool:
    """Whether the first way is given up, for now, as it takes too many branches."""
    if not _is_first():
        return False
    takes_too_many = _mode.has_met_objects and _mode.traced - _mode.first_begun_at > _MOST_BRANCHES_AT_FIRST
    return _mode.is_given_up or takes_too_many


def _is_first() -> bool:
    return not (_mode.keeps_identities or _mode.is_limited or _mode.is_unlimited)


def give_up_first_way() -> None:
    """Has the others be tried, for now, where they are likely to do better with the objects that have been met.

    Raises:
        StagingError: it was the first way.
    """
    if _is_first():
        _mode.is_given_up = _mode.has_met_objects = True
        raise too_many_objects()


@contextmanager
def counted_in_part() -> Iterator[None]:
    """While branches are traced that are few, but traced again and again: of as many as they are a third counts."""
    traced = _mode.traced
    try:
        yield
    finally:
        _mode.begun_at += (_mode.traced - traced) * 2 // 3


@contextmanager
def loop_over_objects() -> Iterator[None]:
    """Around a loop over objects that is staged as branches in branches."""
    before = _mode.goes_over_objects
    if not (before or _mode.keeps_identities):
        _begin()
    _mode.goes_over_objects = True
    try:
        yield
    finally:
        _mode.goes_over_objects = before


def are_dicts_kept_apart() -> bool:
    """Whether dicts that a staged condition chooses between stay those that they are."""
    return _mode.keeps_dicts


def trace_branch() -> None:
    """A branch is about to be traced.

    Raises:
        StagingError: there are too many.
    """
    _mode.traced += 1
    if _mode.limit is not None and branches_traced() > _mode.limit[0]:
        raise _mode.limit[1]()
    if (_mode.traced - _mode.begun_at > _mode.most and _is_limited()) or is_cut_short():
        raise too_many_objects()


def meet_again() -> None:
    """An object is in a value that is being taken apart for another time: one that is linked with others.

    Raises:
        StagingError: this happens too often, in a way that is not the first, or in a loop over objects.
    """
    _mode.met += 1
    if _mode.met - _mode.met_before > _MOST_MEETINGS and _is_limited():
        raise too_many_objects()


def _begin() -> None:
    _mode.begun_at, _mode.met_before = _mode.traced, _mode.met


def _is_limited() -> bool:
    return _mode.keeps_identities or _mode.goes_over_objects or _mode.is_limited


def too_many_objects() -> StagingError:
    """The error where a staged condition chose between objects too often to follow which of them each may be."""
    return StagingError(
        "AG024",
        "too many objects may be linked with too many others",
        current_place(),
        reason="staged conditions decide which of them each is, and each of these which are linked with it",
        help="keep the objects in a list, and in place of a link the number of an item",
    )


@contextmanager
def at_most_branches(count: int, error: Callable[[], StagingError]) -> Iterator[None]:
    """A way that is given up, with an error, once it has traced so many; what is around it may be before."""
    before, last = _mode.limit, branches_traced() + count
    if before is None or last < before[0]:
        _mode.limit = last, error
    try:
        yield
    finally:
        _mode.limit = before


def join_values(count: int) -> None:
    """Two branches are about to be joined in so many values."""
    _mode.joined += count


def branches_traced() -> int:
    """How many branches have been traced by now; those that leave many values count more, as they take longer."""
    return _mode.traced + _mode.joined // _VALUES_OF_A_BRANCH


def meet_objects() -> None:
    """Objects of the user's are chosen between, or carried."""
    _mode.has_met_objects = True


def meet_dicts() -> None:
    """Dicts in dicts are chosen between, or carried."""
    _mode.has_met_dicts = True


def has_met_dicts() -> bool:
    """Whether any have been since `forget_objects` was called."""
    return _mode.has_met_dicts


def has_met_objects() -> bool:
    """Whether any have been since `forget_objects` was called."""
    return _mode.has_met_objects


def forget_objects() -> None:
    """Another program is staged."""
    _mode.has_met_objects = False
    _mode.has_met_dicts = _mode.is_given_up = False
    _mode.first_begun_at = _mode.traced
