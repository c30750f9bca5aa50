"""Lists and dicts that come to be staged because the paths of a program leave them unlike.

A conditional is attempted with them as they are; where that is refused for their sake, they are staged, those of
before it and those that its alternatives make, and it is attempted again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators import branch_errors, container_errors, dicts, loop_errors, refusals, staged_tuples, tables
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import logs
from autograph.operators.forms import Form
from autograph.operators.giving_way import Checkpoint, with_resumables
from autograph.operators.holders import is_one_of_several, replace
from autograph.operators.holding import Unknown
from autograph.operators.lists import StagedList, form_in, kind_of, may_be_staged
from autograph.operators.rows import Pool, Row, objects_are_rows, row_makers
from autograph.operators.state import consumers_kept
from autograph.operators.structures import put_together, take_apart
from autograph.operators.tables import Table
from autograph.operators.wording import shape_of
from autograph.staging import Backend

#: The lists and dicts to be staged where an alternative ends: which alternative, in which of its values and where in
#: that, and the form of their elements, or what keys others have.
Ends = list[tuple[int, Any, tuple[int, ...], Any]]

#: How many lists and dicts may come to be staged for one statement; and where objects are records, as most are then.
_MAX_ATTEMPTS, _MAX_ATTEMPTS_IN_POOLS = 32, 12


def with_staged_lists(backend: Backend, attempt: Callable[[Ends], Any]) -> Any:
    """What an attempt returns to stage something, once the lists are staged of which it leaves the length open, and the
    dicts of which it leaves the keys open.

    Args:
        attempt: given the lists and dicts to be staged where an alternative ends.
    """
    ends: Ends = []
    for _ in range(_MAX_ATTEMPTS_IN_POOLS if objects_are_rows() else _MAX_ATTEMPTS):
        take_back = Checkpoint(backend)
        restore_consumers = consumers_kept()
        try:
            return with_resumables(backend, functools.partial(attempt, ends))
        except branch_errors.ListGrows as error:
            take_back()
            restore_consumers()  # which any loop carries
            if error.final or not (error.lists or error.ends):
                raise
            try:
                with_resumables(backend, functools.partial(_stage_lists, backend, error.lists))
            except Unknown as reason:
                error.fails(str(reason), reason.help)
                raise error from None
            refusals.forget(error)
            ends += error.ends
    loop_errors.never_settles("if")


def _stage_lists(backend: Backend, lists: Sequence[tuple[Any, Any]]) -> None:
    """Has staged lists and dicts take the place of some; those that are staged already get elements of a wider form.

    Raises:
        Unknown: something may hold one of them that cannot hold another.
    """
    replaced: set[int] = set()
    for value, form in lists:
        if id(value) in replaced:
            continue
        replaced.add(id(value))
        if type(form) is Pool:
            row_makers[-1](form, value)
        else:
            staged(backend, value, form)


def staged(backend: Backend, value: Any, form: Any) -> Any:
    """A staged list or dict that takes the place of one; or one that is staged already, of wider elements.

    Raises:
        Unknown: something may hold it that cannot hold another.
    """
    return staged_for(backend, value, form)[0]


def staged_for(backend: Backend, value: Any, form: Any, is_given: bool = False) -> tuple[Any, Callable[[Any], Any]]:
    """Likewise; also what gives the value that takes the place of one.

    Args:
        is_given: whether a call is given it, so that nothing else needs to have it.
    """
    if _is_widened(value, form):
        return value, lambda held: held
    made = _staged(backend, value, form)
    for region in logs():
        if region.is_frozen(value):  # something else may be it, and is not replaced
            region.freezes(made)
    return made, replace(value, made, is_stored=is_given)


def with_staged(
    backend: Backend,
    value: Any,
    path: Sequence[int],
    form: Any,
    known: dict[int, StagedList],
    originals: dict[int, Any],
) -> Any:
    """A value in which a list, at a path, is staged.

    Args:
        known: those that were staged, by the identity of the list.
        originals: the lists, by the identity of the staged ones.

    Raises:
        StagingError: by now there is something at the path that cannot be staged.
    """
    if not path and type(form) is Form and staged_tuples.is_tuple(value):
        return staged_tuples.staged(backend, value, form)
    if not path and _is_widened(value, form):
        return value
    if path:
        parts = [part.value for part in take_apart(value, []).parts]
        parts[path[0]] = with_staged(backend, parts[path[0]], path[1:], form, known, originals)
        made = put_together(take_apart(value, []), parts)
    elif id(value) in known:
        _is_widened(known[id(value)], form)
        return known[id(value)]
    else:
        try:
            made = row_makers[-1](form, value) if type(form) is Pool else _staged(backend, value, form)
        except Unknown as reason:
            branch_errors.ends_unlike(str(reason))
        if type(made) is StagedDict:
            made.widen(form)
        known[id(value)] = made
        originals[id(made)] = value
    return made


def list_for(backend: Backend, values: list[Any], like: Form | None = None) -> StagedList:
    """The list of staged length that takes the place of one of Python's.

    Args:
        values: the list of Python's.
        like: the form of elements that it is to hold as well.
    """
    if is_one_of_several(values):
        reason = "a staged conditional chose between it and another list"
        container_errors.list_of_outside(values, reason, "choose a copy: `list(xs)`")
    form = form_in(backend, values, values) if values or like is None else like
    if form is not None and values and like is not None:
        form = form.joined(backend, like)
    if form is None:
        container_errors.unlike_items(values, "they are not numbers or tensors of one type")
    made = StagedList.of(backend, values, form)
    try:
        replace(values, made)
    except Unknown as reason:
        container_errors.list_of_outside(values, str(reason), reason.help)
    return made


def _is_widened(value: Any, form: Any) -> bool:
    """Has a list or a dict that is staged already hold elements of a wider form, or more keys; whether it is one."""
    if type(form) is Pool:
        return False
    if type(value) is Row:  # since it was found to change its length: it holds elements as its pool does
        return True
    if type(value) is Table:
        if type(form) is Form:  # what others have for keys that are known, a table has anyway
            value.entries.widen(form)
    elif type(value) is StagedList or (type(value) is StagedDict and type(form) is not Form):
        value.widen(form)
    else:
        return False
    return True


def _staged(backend: Backend, value: Any, form: Any) -> Any:
    """A staged list or dict of what is in one of Python's.

    Raises:
        Unknown: it is of a kind that cannot be staged.
    """
    if type(form) is Form and type(value) in tables.MAY_BE_STAGED:
        return Table.of(backend, value, form)
    if dicts.may_be_staged(value):
        return StagedDict.of(backend, value)
    if may_be_staged(value):
        return StagedList.of(backend, value, form, kind_of(value))
    raise Unknown(f"{shape_of(value)} cannot be staged in its place")
