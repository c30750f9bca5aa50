"""`a, b = values`, `a, *rest, b = values` and `[a, *values]` of lists of staged length.

Python asks a list for its elements where it takes one apart, and the instruction that it is at says for how many. It
makes the list of a target with a star itself: it is given one element that holds the rest, which `ag__.gathered` puts
in the place of that list.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from autograph.operators import aggregates, container_errors, set_orders
from autograph.operators.calls import call, to_function
from autograph.operators.dicts import SETS, StagedDict
from autograph.operators.dispatch import each
from autograph.operators.effects import new
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames
from autograph.operators.generators import is_run_through
from autograph.operators.kinds import number_class
from autograph.operators.list_methods import as_many
from autograph.operators.lists import StagedList
from autograph.operators.mapping import is_lazy
from autograph.operators.observed import watch_iterator
from autograph.operators.optionals import SAID_BY_OPERATION, looped_over
from autograph.operators.presence import settled
from autograph.operators.row_methods import loaded
from autograph.operators.row_methods import parts as row_parts
from autograph.operators.rows import SEQUENCES, Row
from autograph.operators.string_methods import items_of
from autograph.operators.structures import Optional
from autograph.operators.table_methods import elements_in
from autograph.operators.tables import Table
from autograph.operators.walks import is_stepped
from autograph.source.build import converted_codes


class _Apart:
    """A list of staged length, or one of several values, that is unpacked to targets of which one has a star."""

    def __init__(self, values: Any):
        self.values = values

    def __iter__(self) -> Iterator[Any]:
        name, count = _unpacking(sys._getframe(1))
        if name != "UNPACK_EX":
            container_errors.length_is_staged()
        first, last = count & 0xFF, count >> 8
        with hidden_frames:
            if type(self.values) is Either:
                found = each(self.values, lambda values: tuple(_parts_around(items_of(values), first, last)))
                return iter([*found[:first], Rest(found[first]), *found[first + 1 :]])
            before, rest, after = _checked_around(self.values, first, last)
        return iter([*before, Rest(rest), *after])


def _checked_around(values: StagedList, first: int, last: int) -> tuple[list[Any], Any, list[Any]]:
    """`around`, of a list that may have too few elements: the program raises what Python raises then."""
    to_function(aggregates.check_unpacked_at_least)(values.copied(list), first + last)
    return around(values, first, last)


def around(values: StagedList, first: int, last: int) -> tuple[list[Any], Any, list[Any]]:
    """As many elements at the beginning of a list, the list of those between, and as many at its end."""
    made: Any = values.copied(list)
    length = made.length
    rest = made[first : length - last] if first or last else made
    before = [made.at(position) for position in range(first)]
    return before, rest, [made.at(length - last + position) for position in range(last)]


class Rest:
    """The elements of a list of staged length that a target with a star takes, or that a call is given with one."""

    def __init__(self, values: StagedList):
        self.values = values


def apart(values: Any) -> Any:
    """What is unpacked to targets of which one has a star."""
    values = settled(_all_items(values))
    return _Apart(values) if type(values) in (StagedList, Either) else values


def gathered(values: Any) -> Any:
    """What a target with a star has taken."""
    return new(values[0].values if len(values) == 1 and type(values[0]) is Rest else values)


class _Spread:
    """A list of staged length in a display or a call, which is given it as one element."""

    def __init__(self, values: StagedList):
        self.values = values

    def __iter__(self) -> Iterator[Any]:
        return iter([Rest(self.values)])


def spread(values: Any) -> Any:
    """What is given to a display or a call with a star."""
    if type(values) is Optional:
        values = looped_over(values, "Value after * must be an iterable, not NoneType")
    if type(values) is Row and values.pool.is_of_objects:
        return iter(values)
    values = _all_items(values)
    return _Spread(values) if type(values) is StagedList else values


def _all_items(values: Any) -> Any:
    """What all items are taken of: of a staged range, a generator or an iterator of the program's a list of them."""
    is_lazily_made = is_run_through(values) or (is_lazy(values) and type(values) is not Optional)
    if not is_lazily_made:
        watch_iterator(values)
    values = items_of(call(list)(values) if is_lazily_made else values)
    return loaded(values) if type(values) is Row and values.pool.kind in SEQUENCES else values


def display(values: Any) -> Any:
    """A list or a tuple that was written out with stars."""
    if not any(type(value) is Rest for value in values):
        return new(values) if type(values) is list else values
    with hidden_frames:
        made: Any = type(values)()
        for value in values:
            part = value.values.copied(type(values)) if type(value) is Rest else type(values)([value])
            made = made + part
        return made


def parts(values: Any, count: int, last: int | None = None) -> Any:
    """What is bound to as many targets of a comprehension.

    Args:
        values: what is unpacked.
        count: how many targets there are; with a star among them, before that.
        last: how many there are after it.
    """
    values = settled(values)
    if type(values) is Either and last is None:
        return each(values, lambda value: _counted_parts(value, count))
    values = items_of(call(list)(values) if is_stepped(values) else values)
    with hidden_frames:
        if type(values) is Row and values.pool.kind in SEQUENCES:
            if last is None:
                return row_parts(values, count)
            values = loaded(values)
        if last is not None:
            return _parts_around(values, count, last)
        if type(values) is StagedList:
            return as_many(values.backend, values.length, values.at, count)
    return values


def _counted_parts(values: Any, count: int) -> tuple[Any, ...]:
    """Likewise of what one of several values is; with what Python raises where there are more or fewer of them."""
    _check_iterable(values)
    if type(values) is Optional:
        values = looped_over(values, SAID_BY_OPERATION["UNPACK_SEQUENCE"])
    found = tuple(parts(values, count))
    if len(found) < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {len(found)})")
    if len(found) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    return found


def _check_iterable(values: Any) -> None:
    """Raises what Python says of a number that is unpacked."""
    if (kind := number_class(values)) is not None:
        raise TypeError(f"cannot unpack non-iterable {kind.__name__} object")


def _either_parts(values: Either) -> Iterator[Any]:
    name, count = _unpacking(sys._getframe(1))
    if name != "UNPACK_SEQUENCE":
        values.refuse()
    with hidden_frames:
        return iter(parts(values, count))


Either.__iter__ = _either_parts  # type: ignore[attr-defined]


def _keys_apart(values: Any) -> Iterator[Any]:
    """The keys of a dict, or the elements of a set, that is unpacked: the order of a set of one says nothing."""
    name, count = _unpacking(sys._getframe(1))
    if name != "UNPACK_SEQUENCE":
        container_errors.keys_are_staged()
    with hidden_frames:
        if values.kind not in SETS:
            listed: Any = call(list)(values)
        elif count != 1:
            listed = set_orders.in_order(values)
        else:
            listed = elements_in(values) if type(values) is Table else call(sorted)(values)
        return iter(parts(listed, count))


Table.__iter__ = StagedDict.__iter__ = _keys_apart  # type: ignore[attr-defined]


def _parts_around(values: Any, first: int, last: int) -> list[Any]:
    """What is bound to targets with a star among them."""
    _check_iterable(values)
    if type(values) is StagedList:
        before, rest, after = _checked_around(values, first, last)
        return [*before, rest, *after]
    (*items,) = values  # with what Python says of what cannot be unpacked
    if len(items) < first + last:
        raise ValueError(f"not enough values to unpack (expected at least {first + last}, got {len(items)})")
    end = len(items) - last
    return [*items[:first], new(items[first:end]), *items[end:]]


def _unpacking(frame: FrameType) -> tuple[str, int]:
    """The instruction of converted code that asks for elements, and its argument."""
    if frame.f_code not in converted_codes:
        return "", 0
    found = next(i for i in dis.get_instructions(frame.f_code) if i.offset == frame.f_lasti)
    return found.opname, found.arg or 0
