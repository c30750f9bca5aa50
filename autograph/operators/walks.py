"""Iterators that staged code may advance on one path only, as ordinary classes. They are run converted.

While a program is staged `iter(xs)` of a sequence makes a `Walk`: where it stands is an attribute, and an attribute can
be staged. A loop over one, or over an iterator of a class of the user's, is a `while` that asks it for the next item.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from operator import add
from typing import Any

from autograph.operators.classes import staged_method
from autograph.operators.container_errors import check_cycle
from autograph.operators.kinds import are_one
from autograph.operators.lists import StagedList

_ENDED = 2**31 - 1
SEQUENCES = frozenset({list, tuple, range, StagedList})


class Walk:
    """An iterator over a sequence.

    Attributes:
        items: the sequence.
        at: the position of the next item; beyond all once there was none, though the sequence may grow.
    """

    def __init__(self, items: Sequence[Any]):
        self.items = items
        self.at = 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.at >= len(self.items):
            self.at = _ENDED
            raise StopIteration
        items, at = self.items, self.at
        self.at += 1
        return items.start + at * items.step if type(items) is range else items[at]


class ReversedWalk(Walk):
    """An iterator over a list from its end; the position of the next item is that of none once there was none."""

    def __init__(self, items: Any):
        self.items = items
        self.at = len(items) - 1

    def __next__(self) -> Any:
        items, at = self.items, self.at
        if at < 0 or at >= len(items):
            self.at = -1
            raise StopIteration
        self.at = at - 1
        return items[at]


class KeyedWalk(Walk):
    """An iterator over a dict of staged keys, or a view of one.

    Attributes:
        owner: the dict.
        size: how many keys it had when the iterator was made.
    """

    def __init__(self, items: Any, owner: Any):
        super().__init__(items)
        self.owner = owner
        self.size = len(owner)

    def __next__(self) -> Any:
        if self.at < _ENDED and len(self.owner) != self.size:
            raise RuntimeError("dictionary changed size during iteration")
        return super().__next__()


class Numbered:
    """An iterator over what a system computes each item of from its number.

    Attributes:
        count: how many items there are.
        item: what computes the item of a number.
        at: the number of the next item.
    """

    def __init__(self, count: Any, item: Any):
        self.count = count
        self.item = item
        self.at = 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        at, item = self.at, self.item
        if at >= self.count:
            raise StopIteration
        self.at = at + 1
        return item(at)


class Count:
    """`itertools.count`."""

    def __init__(self, start: Any = 0, step: Any = 1):
        self.at = start
        self.step = step

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        item = self.at
        self.at = item + self.step
        return item


class Until:
    """`iter(function, last)`: what a function returns, time after time, until that is equal to another value.

    Attributes:
        function: the function.
        last: the value, which is no item.
        has_ended: whether the function has returned it.
    """

    def __init__(self, function: Any, last: Any):
        self.function = function
        self.last = last
        self.has_ended = False

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.has_ended:
            raise StopIteration
        item = self.function()
        if item == self.last:
            self.has_ended = True
            raise StopIteration
        return item


class LongCycle:
    """`itertools.cycle` of what nobody else has, such as a list of staged length.

    Attributes:
        items: what it goes over.
        at: the position of the next item.
    """

    def __init__(self, items: Any):
        self.items = items
        self.at = 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if len(self.items) == 0:
            raise StopIteration
        item = self.items[self.at]
        self.at = (self.at + 1) % len(self.items)
        return item


class Cycle(LongCycle):
    """`itertools.cycle` of what others have, too.

    Attributes:
        source: what it was made of, which must not change.
    """

    def __init__(self, source: Any):
        LongCycle.__init__(self, tuple(source))
        self.source = source

    def __next__(self) -> Any:
        check_cycle(self.source, self.items)
        return LongCycle.__next__(self)


class Repeat:
    """`itertools.repeat`, without end."""

    def __init__(self, value: Any):
        self.value = value

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        return self.value


class RepeatTimes:
    """`itertools.repeat`, so many times."""

    def __init__(self, value: Any, times: Any):
        self.value = value
        self.left = times

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.value


class Groups:
    """What the groups of `itertools.groupby` share.

    Attributes:
        items: a list that nobody else has.
        at: the position of the first item after the group at hand.
    """

    def __init__(self, items: Any):
        self.items = items
        self.at = 0


class Group:
    """The items of a group, which has none any more once the next is asked for.

    Attributes:
        groups: those that it is one of.
        at: the position of the next item.
        stop: that of the first item of the next group.
    """

    def __init__(self, groups: Groups, at: Any, stop: Any):
        self.groups = groups
        self.at = at
        self.stop = stop

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.at >= self.stop or self.groups.at != self.stop:
            raise StopIteration
        item = self.groups.items[self.at]
        self.at += 1
        return item


class IndexWalk:
    """An iterator over an object of a class that has items, and does not say how to go over them."""

    def __init__(self, items: Any):
        self.items = items
        self.at = 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.at >= _ENDED:
            raise StopIteration
        try:
            item = self.items[self.at]
        except (IndexError, StopIteration):
            self.at = _ENDED
            raise StopIteration from None
        self.at += 1
        return item


class ReversedIndexWalk(IndexWalk):
    """`reversed` of such an object, which says how many items it has."""

    def __init__(self, items: Any):
        self.items = items
        self.at = len(items) - 1

    def __next__(self) -> Any:
        if self.at < 0:
            raise StopIteration
        try:
            item = self.items[self.at]
        except (IndexError, StopIteration):
            self.at = -1
            raise StopIteration from None
        self.at -= 1
        return item


class Enumerate:
    """`enumerate` of an iterator."""

    def __init__(self, iterable: Any, start: Any = 0):
        self.iterator = iter(iterable)
        self.at = start

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        item = next(self.iterator)
        at = self.at
        self.at = at + 1
        return at, item


class Zip:
    """`zip`, of which one is an iterator."""

    def __init__(self, *iterables: Any):
        self.iterators = tuple([iter(i) for i in iterables])

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        return tuple([next(iterator) for iterator in self.iterators])


class StrictZip(Zip):
    """`zip` with `strict`: its iterators end at once, or it raises."""

    def __next__(self) -> Any:
        items, first, others = [], self.iterators[:1], self.iterators[1:]
        for iterator in first:
            try:
                items += [next(iterator)]
            except StopIteration:
                check_ended(others)
                raise StopIteration from None
        for at, iterator in enumerate(others, 1):
            try:
                items += [next(iterator)]
            except StopIteration:
                raise ValueError(_strict_error(at, "shorter")) from None
        if not first:
            raise StopIteration
        return tuple(items)


class Columns:
    """`zip(*rows)`: of as many rows as only the program knows, which are sequences.

    Attributes:
        rows: the rows.
        at: the position of the next items in each; beyond all once a row had none.
    """

    def __init__(self, rows: Any):
        self.rows = rows
        self.at = 0 if rows else _ENDED

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        at = self.at
        for row in self.rows:
            if at >= len(row):
                at = _ENDED
        if at == _ENDED:
            self.at = _ENDED
            raise StopIteration
        self.at = at + 1
        return tuple([row[at] for row in self.rows])


def check_ended(iterators: Any) -> None:
    """Raises what `zip` with `strict` does if an iterator after the first, which has ended, has an item."""
    for at, iterator in enumerate(iterators, 1):
        try:
            next(iterator)
        except StopIteration:
            continue
        raise ValueError(_strict_error(at, "longer"))


def _strict_error(at: int, what: str) -> str:
    return f"zip() argument {at + 1} is {what} than argument{' ' if at == 1 else 's 1-'}{at}"


class Map:
    """`map` over an iterator."""

    def __init__(self, function: Any, *iterables: Any):
        self.function = function
        self.items = Zip(*iterables)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        function = self.function
        return function(*next(self.items))


class Slice:
    """`itertools.islice` of an iterator, up to a number of items."""

    def __init__(self, iterable: Any, stop: Any):
        if stop < 0:
            raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        self.iterator = iter(iterable)
        self.left = int(stop)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return next(self.iterator)


class Combinations:
    """`itertools.combinations` of a list that nobody else has.

    Attributes:
        items: the list.
        places: the positions of the next items.
        step: how far each position is behind the one before, at least.
        is_over: whether there are no more.
    """

    step = 1

    def __init__(self, items: Any, size: int):
        if size < 0:
            raise ValueError("r must be non-negative")
        self.items = items
        self.places = [k * self.step for k in range(size)]
        self.is_over = size > 0 and self.places[-1] >= len(items)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.is_over:
            raise StopIteration
        found = tuple([self.items[place] for place in self.places])
        size, has_moved = len(self.places), False
        for k in reversed(range(size)):
            if not has_moved and self.places[k] < len(self.items) - 1 - (size - 1 - k) * self.step:
                for n in reversed(range(k, size)):
                    self.places[n] = self.places[k] + 1 + (n - k) * self.step
                has_moved = True
        self.is_over = not has_moved
        return found


class CombinationsWithReplacement(Combinations):
    """`itertools.combinations_with_replacement`, likewise."""

    step = 0


class Permutations:
    """`itertools.permutations`, likewise.

    Attributes:
        items: the list.
        size: how many of them are taken.
        places: the positions of all items; the first are those that are taken next.
        left: for each item that is taken, which of the places that follow, from the last on, it changes with next.
        is_over: whether there are no more.
    """

    def __init__(self, items: Any, size: int):
        if size < 0:
            raise ValueError("r must be non-negative")
        self.items = items
        self.size = size
        self.places = list(range(len(items)))
        self.left = [len(items) - k for k in range(size)]
        self.is_over = size > len(items)

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.is_over:
            raise StopIteration
        found = tuple([self.items[self.places[k]] for k in range(self.size)])
        count, has_moved = len(self.items), False
        for k in reversed(range(self.size)):
            if not has_moved:
                self.left[k] -= 1
                if self.left[k] == 0:
                    self.left[k] = count - k
                    first = self.places[k]
                    for n in range(k, count - 1):
                        self.places[n] = self.places[n + 1]
                    self.places[count - 1] = first
                else:
                    other = count - self.left[k]
                    self.places[k], self.places[other] = self.places[other], self.places[k]
                    has_moved = True
        self.is_over = not has_moved
        return found


_NAMES: dict[Any, str] = {
    Walk: "iterator", ReversedWalk: "list_reverseiterator", Numbered: "iterator", Count: "count", Cycle: "cycle",
    LongCycle: "cycle",
    Repeat: "repeat", RepeatTimes: "repeat", Enumerate: "enumerate", Group: "_grouper", Zip: "zip", StrictZip: "zip",
    ReversedIndexWalk: "reversed",
    Columns: "zip", Map: "map", Slice: "islice", Combinations: "combinations",
    CombinationsWithReplacement: "combinations_with_replacement", Permutations: "permutations",
}  # fmt: skip
for _kind, _name in _NAMES.items():
    _kind.__name__ = _kind.__qualname__ = _name

#: What makes an iterator of iterators, by what the program calls, and how many arguments it takes at most.
OVER: dict[Any, tuple[Any, float]] = {
    enumerate: (Enumerate, 2),
    zip: (Zip, math.inf),
    map: (Map, math.inf),
    itertools.islice: (Slice, 2),
}

#: What makes an iterator that asks for positions, likewise, and of how many things it needs the items.
BY_POSITIONS: dict[Any, tuple[Any, float]] = {
    **{function: OVER[function] for function in (enumerate, zip, map)},
    reversed: (ReversedWalk, 1),
}

#: What makes an iterator of the ways to take some items of a list, by what the program calls.
OF_CHOICES: dict[Any, Any] = {
    itertools.combinations: Combinations,
    itertools.combinations_with_replacement: CombinationsWithReplacement,
    itertools.permutations: Permutations,
}

#: What makes an iterator of one of these classes, by what the program calls, and how many arguments it takes at most.
MAKERS: dict[Any, tuple[Any, int]] = {
    iter: (Walk, 1),
    itertools.count: (Count, 2),
    itertools.cycle: (Cycle, 1),
    itertools.repeat: (Repeat, 1),
}


def is_stepped(iterable: Any) -> bool:
    """Whether an iterator is of a class that is run converted: where it stands may be staged."""
    return staged_method(iterable, "__next__") is not None


def is_there(step: Any) -> bool:
    """Whether there is a next item, which the step has then."""
    try:
        item = next(step.iterator)
    except StopIteration:
        return False
    step.items = (item,)
    return True


def next_or(iterator: Any, default: Any) -> Any:
    """`next(iterator, default)`."""
    try:
        item = next(iterator)
    except StopIteration:
        return default
    return item


def contained(item: Any, iterable: Any) -> Any:
    """`item in iterable`, an iterator, which is left at the first that is found."""
    for other in iterable:  # noqa: SIM110 - what is staged is a statement
        if are_one(other, item) or other == item:
            return True
    return False


def enumerated(iterable: Any, start: Any = 0) -> Any:
    """`enumerate` of a generator."""
    at = start
    for item in iterable:
        yield at, item
        at += 1


def mapped(function: Any, *iterables: Any) -> Any:
    """`map` over generators."""
    if len(iterables) == 1:
        for item in iterables[0]:
            yield function(item)
    else:
        for items in zip(*iterables):  # noqa: B905 - it ends where the first of them does
            yield function(*items)


def accumulated(iterable: Any, function: Any = add, initial: Any = None) -> Any:
    """`itertools.accumulate`."""
    total = initial
    if initial is not None:
        yield initial
    for item in iterable:
        total = item if total is None else function(total, item)
        yield total


def taken(predicate: Any, iterable: Any) -> Any:
    """`itertools.takewhile`."""
    for item in iterable:
        if not predicate(item):
            break
        yield item


def first_of(iterable: Any, start: Any, *bounds: Any) -> Any:
    """`itertools.islice`: the item after the last that is skipped or taken is not asked for."""
    if not bounds:
        start, bounds = None, (start,)
        if bounds[0] is not None and bounds[0] < 0:
            raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    first, stop = 0 if start is None else start, bounds[0]
    step = 1 if len(bounds) == 1 or bounds[1] is None else bounds[1]
    if first < 0 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    at = 0
    if stop is None or stop > 0 or first > 0:
        for item in iterable:
            if at >= first and (at - first) % step == 0 and (stop is None or at < stop):
                yield item
            at += 1
            if stop is not None and at >= stop and at >= first:
                break


def dropped(predicate: Any, iterable: Any) -> Any:
    """`itertools.dropwhile`."""
    drops = True
    for item in iterable:
        drops = drops and predicate(item)
        if not drops:
            yield item


def kept(predicate: Any, iterable: Any) -> Any:
    """`filter`."""
    for item in iterable:
        if item if predicate is None else predicate(item):
            yield item


def rejected(predicate: Any, iterable: Any) -> Any:
    """`itertools.filterfalse`."""
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def spread(function: Any, iterable: Any) -> Any:
    """`itertools.starmap`."""
    for items in iterable:
        yield function(*items)


def paired(iterable: Any) -> Any:
    """`itertools.pairwise`."""
    before, is_first = None, True
    for item in iterable:
        if not is_first:
            yield before, item
        before, is_first = item, False


def neighbours(values: Any) -> Any:
    """`itertools.pairwise` of a list of staged length."""
    for k in range(len(values) - 1):
        yield values[k], values[k + 1]


def grouped(items: Any, keys: Any, compared: Any, check: Any) -> Any:
    """`itertools.groupby` of a list that nobody else has.

    Args:
        items: the list.
        keys: the key of each item.
        compared: what is alike where keys are.
        check: called between the groups.
    """
    groups = Groups(items)
    start, count = 0, len(keys)
    while start < count:
        key, stop = keys[start], start + 1
        while stop < count and compared[stop] == compared[start]:
            stop += 1
        groups.at = stop
        yield key, Group(groups, start, stop)
        check()
        start = stop
    groups.at = _ENDED


def padded(iterables: Any, fill: Any) -> Any:
    """`itertools.zip_longest` of sequences."""
    at, is_any_left = 0, True
    while is_any_left:
        is_any_left = False
        for values in iterables:
            if at < len(values):
                is_any_left = True
        if is_any_left:
            yield tuple([item_or(values, at, fill) for values in iterables])
        at += 1


def sliced(values: Any, start: Any, stop: Any, step: Any) -> Any:
    """`itertools.islice` of a sequence, from a place that is known."""
    at = start
    while at < len(values) and (stop is None or at < stop):
        yield values[at]
        at += step


def item_or(values: Any, at: Any, default: Any) -> Any:
    """The item of a sequence at a position, if it has one."""
    return values[at] if len(values) > 0 and at < len(values) else default


def multiplied(*iterables: Any) -> Any:
    """`itertools.product`."""
    if len(iterables) == 1:
        for item in iterables[0]:
            yield (item,)
    else:
        for item in iterables[0]:
            for items in multiplied(*iterables[1:]):
                yield item, *items


def compressed(items: Any, selectors: Any) -> Any:
    """`itertools.compress`."""
    for item, selector in zip(items, selectors, strict=False):
        if selector:
            yield item


def chained(*iterables: Any) -> Any:
    """`itertools.chain`."""
    for iterable in iterables:
        for item in iterable:  # noqa: UP028 - `yield from` would close it
            yield item


def chained_from(iterables: Any) -> Any:
    """`itertools.chain.from_iterable`."""
    for iterable in iterables:
        for item in iterable:  # noqa: UP028 - `yield from` would close it
            yield item


#: What makes a generator of the items of others, by what the program calls.
OF_ITEMS: dict[Any, Any] = {
    enumerate: enumerated,
    map: mapped,
    itertools.accumulate: accumulated,
    itertools.starmap: spread,
    itertools.pairwise: paired,
    itertools.compress: compressed,
    itertools.chain: chained,
    itertools.chain.from_iterable: chained_from,
    itertools.takewhile: taken,
    itertools.islice: first_of,
    itertools.dropwhile: dropped,
    filter: kept,
    itertools.filterfalse: rejected,
}

#: Those of them that decide by what the program says of an item.
DECIDING = frozenset({itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.compress})


class Left(Exception):
    """A loop over a generator is left."""


def leave_unless(goes_on: Any) -> None:
    """Leaves the loop over a generator."""
    if not goes_on:
        raise Left


def visited(run: Any, visit: Any) -> None:
    """A loop over a generator that may be left early."""
    try:  # noqa: SIM105 - it is converted
        run(visit)
    except Left:
        pass
