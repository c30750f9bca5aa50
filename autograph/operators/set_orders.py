"""The order that Python keeps the elements of a set in, where that can be told of integers.

An element is at the place that its hash says, in a table that grows with the set. So long as no two are at one place,
and none has been taken out, nothing else tells the order (see `Objects/setobject.c` of CPython, of all versions from
3.7). It can be asked for then, as that of a set of one element always can. The program checks so when it runs.

What does not depend on the order needs none of this. A program is staged first as one in which loops and comprehensions
over sets do not, and from its beginning with their elements in order if that is refused.
"""

from __future__ import annotations

import operator
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from autograph.operators import aggregates, container_errors
from autograph.operators.bools import opposite
from autograph.operators.calls import call, to_function
from autograph.operators.dicts import SETS
from autograph.operators.forms import stored
from autograph.operators.kinds import kind_of
from autograph.operators.lists import StagedList
from autograph.operators.raising import can_raise, require
from autograph.operators.tables import Table

#: How many places a table of Python's has at first.
_LEAST = 8


def _growths(most: int) -> list[tuple[int, int]]:
    """With how many elements, added one by one, a table has how many places, up to so many elements."""
    places, found = _LEAST, []
    for count in range(1, most):
        if count * 5 >= (places - 1) * 3:
            while places <= count * 4:
                places *= 2
            found.append((count, places))
    return found


_GROWTHS = _growths(2**16)


class _Mode(threading.local):
    in_order = False


_mode = _Mode()


@contextmanager
def loops_in_order() -> Iterator[None]:
    """Has loops over sets whose order can be told come to their elements in that order."""
    before, _mode.in_order = _mode.in_order, True
    try:
        yield
    finally:
        _mode.in_order = before


def are_in_order() -> bool:
    """Whether loops over sets come to their elements in order, where that can be told."""
    return _mode.in_order


def is_in_order(items: Table) -> bool:
    """Whether loops over a set come to its elements in order."""
    return _mode.in_order and is_told(items)


def is_told(items: Any) -> bool:
    """Whether the order may be told of a set: it has integers, which were added one by one, and none taken out."""
    if type(items) is not Table or items.kind not in SETS or not items.entries.form.is_ordered:
        return False
    form = items.part(0).form
    return form.node.kind is None and kind_of(stored(form.types[0])) == "int" and can_raise(items.backend)


def in_order(items: Any) -> StagedList:
    """The elements of a set in the order of Python's."""
    if not can_raise(items.backend):
        container_errors.order_of_a_set()
    if is_told(items):
        made, is_sure = to_function(aggregates.in_places)(items.part(0), _LEAST, _GROWTHS)
    else:
        made = call(sorted)(items)
        is_sure = len_of(made) <= 1
    require(items.backend, is_sure, container_errors.order_is_unknown())
    return made


def len_of(values: Any) -> Any:
    """How many elements a list has, of staged length or not."""
    return values.length if type(values) is StagedList else len(values)


def pop(items: Any) -> Any:
    """`items.pop()`, of a set."""
    if not can_raise(items.backend):
        container_errors.order_of_a_set()
    require(items.backend, opposite(call(len)(items) == 0), KeyError("pop from an empty set"))
    element = call(operator.getitem)(in_order(items), 0)
    items.discard(element)
    return element
