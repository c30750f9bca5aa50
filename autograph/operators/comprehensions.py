"""Comprehensions that are not evaluated yet, and what `filter` makes: what they go over, test and make, part by part.

A part may be asked for again, where the region that asks for it is traced again: an item is drawn once, but whether it
is kept and what is made of it is found out each time, for that may have effects.
"""

from __future__ import annotations

import collections
import functools
import itertools
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import Any

from autograph.operators import container_errors, dict_views, row_methods, table_methods
from autograph.operators.comparisons import any_staged
from autograph.operators.effect_errors import refuse_iterator
from autograph.operators.effects import log, logging_part
from autograph.operators.generators import is_run_through
from autograph.operators.giving_way import beginning_with
from autograph.operators.holders import looping
from autograph.operators.holding import spent
from autograph.operators.locations import VIEWS
from autograph.operators.logical import and_test
from autograph.operators.observed import check_shared, is_iterator, watch_iterator
from autograph.operators.optionals import truth_of
from autograph.operators.rows import Row
from autograph.operators.state import stored_variables
from autograph.operators.string_methods import items_of
from autograph.operators.structures import Optional
from autograph.operators.tables import Table
from autograph.staging import Backend, backend_of

#: Whether an element is kept and how it is made, or a comprehension in place of many that are staged.
Part = Any
#: Gives a part and the steps after it; None after the last.
Steps = Callable[[], "tuple[Part, Steps] | None"]


class Comprehension:
    """A comprehension that is not evaluated yet.

    Attributes:
        items: what its first clause goes over.
        test: whether an item is kept; None if all are.
        element: what becomes of one; with more clauses, the items, test and element of the next.
        depth: how many clauses follow the first.
        callee: the builtin that it is given to; None for a list.
        whole: whether it is a list, all of which is made before it is given on.
        in_no_order: whether its items have no order, and nobody sees one in what it makes.
        is_gone_over: whether that has been done, to its end: nobody asks for its items any more.
    """

    whole = in_no_order = is_gone_over = False

    def __init__(self, items: Any, test: Any, element: Any, depth: int = 0, callee: Any = None):
        while type(items) is Filtered:
            items, test = items.items, _conjunction(items.test, test)
        self.items = items_of(row_methods.gone_over(items) if type(items) is Row else items)
        self.test = test
        self.element = element
        self.depth = depth
        self.callee = callee
        if type(self.items) in _KEYED:
            self.check_keys()

    @property
    def backend(self) -> Backend | None:
        """On which the items are staged, if they are."""
        return backend_of(self.items)

    def parts(self) -> Iterator[Part]:
        """Whether each element is kept, and how it is made; a comprehension in place of many that are staged."""
        self.is_gone_over = False  # it may be, again, where what has gone over it is tried in another way
        step = self.steps()()
        while step is not None:
            part, following = step
            yield part
            step = following()
        self.is_gone_over = True

    def steps(self) -> Steps:
        """The first of its parts and the steps after it. They can be taken again, where a region is traced again."""
        return functools.partial(_step, (self, self.drawn(), 0, None))

    def without_effects(self) -> None:
        """Has its parts refuse to have effects, if nobody knows the order of its items."""
        if has_no_order(self.items):
            self.test = None if self.test is None else functools.partial(_without_effects, self.test)
            self.element = functools.partial(_without_effects, self.element, depth=self.depth)

    def check_keys(self) -> None:
        """Has its parts refuse to give the dict that it goes over a key, or to take one away."""
        views = table_methods if type(self.items) in table_methods.ITERABLES else dict_views
        owner = views.view_of(self.items).owner
        before = _keys_of(owner)

        def checked(part: Any, item: Any) -> Any:
            made = part(item)
            now = _keys_of(owner)
            if len(now) != len(before) or any(one is not other for one, other in zip(now, before, strict=True)):
                container_errors.keys_change_in_a_loop(owner)
            return made

        self.test = None if self.test is None else functools.partial(checked, self.test)
        self.element = functools.partial(checked, self.element)

    def drawn(self) -> Drawn | None:
        """What it goes over; None if that is staged."""
        if type(self.items) in table_methods.ITERABLES:
            self.without_effects()
            self.items = table_methods.listed(self.items, self.callee)
        if type(self.items) in dict_views.ITERABLES:
            self.without_effects()
            steps = None if self.depth else dict_views.steps(self.items)
            if steps is not None:
                return Drawn([*steps])
            self.items = dict_views.listed(self.items)
        leaves_early = self.callee in (any, all, next)
        if not is_run_through(self.items, leaves_early):
            self.items = beginning_with[-1](self.items)
        if self.backend is not None or is_run_through(self.items, leaves_early):
            return None
        watch_iterator(self.items)
        return Drawn(self.items)

    def keeps(self, item: Any) -> tuple[Any, Any]:
        """Whether an item is kept, and the item."""
        if type(self.items) not in dict_views.ITERABLES:
            return True if self.test is None else truth_of(self.test(item)), item
        here, make = item
        value = make()
        return here if self.test is None else truth_of(and_test(here, functools.partial(self.test, value))()), value

    def arguments(self) -> tuple[Any, ...]:
        """What the loops of `aggregates` take."""
        return self.items, self.test, self.element


_KEYED = table_methods.ITERABLES | dict_views.ITERABLES


def _keys_of(owner: Any) -> list[Any]:
    """What says which keys a dict or a set has: the same objects as long as nobody changes that."""
    if type(owner) is Table:
        return [owner.entries.length]
    keys = owner.keys_in_sight()
    if owner.factory is not None:  # one that is asked for a key that may be there has it
        return keys
    flags = [entry.absent if type(entry := owner.entries[key]) is Optional and entry.unbound else None for key in keys]
    return [*keys, *flags]


def has_no_order(items: Any) -> bool:
    """Whether something is gone over in an order that the program must not see: a set, a dict filled so."""
    if type(items) in table_methods.ITERABLES:
        return not table_methods.has_order(items)
    return type(items) in dict_views.ITERABLES and dict_views.is_set(items) and len(dict_views.flags_of(items)) > 1


class Drawn:
    """The items of an iterable, by position: drawn once, as often as they are asked for."""

    def __init__(self, items: Any):
        self.items = items
        self.rest = iter(looping(items))
        self.started_in = log()
        #: Each item, and whether it is the same if a region is traced again.
        self.known: list[tuple[Any, bool]] = []

    def at(self, position: int) -> tuple[Any] | None:
        """The item at a position; None beyond the last."""
        if position < len(self.known):
            item, stays = self.known[position]
            return (item,) if stays else refuse_iterator(self.items)
        if log() is not self.started_in and is_iterator(self.items):
            if type(self.items) is GeneratorType and stored_variables(self.items.gi_code):
                refuse_iterator(self.items)  # `:=` in it binds out of sight
            check_shared(self.items)
        with logging_part() as effects:
            found = [*itertools.islice(self.rest, 1)]
        stays = type(self.items) in _HOLDING or not (effects.effects() or any_staged(found))
        self.known += [(item, stays) for item in found]
        return (found[0],) if found else None


#: What has its items, and does nothing when it is gone over.
_HOLDING = frozenset([list, tuple, range, str, bytes, dict, set, frozenset, collections.deque, *VIEWS])


def _step(at: Any) -> tuple[Part, Steps] | None:
    """The next part of a comprehension, and of those around it.

    Args:
        at: the comprehension, what it goes over, the position in that, and as much of the one around it.
    """
    while at is not None:
        comprehension, drawn, position, around = at
        if drawn is None:
            return comprehension, functools.partial(_step, around)
        found = drawn.at(position)
        if found is None:
            at = around
            continue
        at = comprehension, drawn, position + 1, around
        keep, item = comprehension.keeps(found[0])
        if backend_of(keep) is None:
            if not keep:
                continue
            keep = True
        if not comprehension.depth:
            return (keep, functools.partial(comprehension.element, item)), functools.partial(_step, at)
        if keep is not True:
            container_errors.staged_filter()
        items, test, element = comprehension.element(item)
        inner = Comprehension(items, test, element, comprehension.depth - 1, comprehension.callee)
        at = inner, inner.drawn(), 0, at
    return None


class Filtered:
    """What `filter` makes while a program is being staged."""

    def __init__(self, test: Any, items: Any):
        self.test = itself if test is None else test
        self.items = items
        self._rest: Iterator[Any] | None = None

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._rest is None:
            if backend_of(self.items) is not None:
                container_errors.staged_filter()
            self._rest = filter(self._keeps, self.items)
        return next(self._rest)

    def _keeps(self, item: Any) -> Any:
        keep = self.test(item)
        if backend_of(keep) is not None:
            container_errors.staged_filter()
        return keep


def _conjunction(first: Any, second: Any) -> Any:
    if second is None:
        return first

    def both(item: Any) -> Any:
        return and_test(first(item), lambda: second(item))()

    return both


def _without_effects(part: Any, item: Any, depth: int = 0) -> Any:
    """What a part makes of an item; if that is the next clause, one whose parts refuse to have effects as well."""
    made = dict_views.without_effects(part, item)
    if not depth:
        return made
    items, test, element = made
    test = None if test is None else functools.partial(_without_effects, test)
    return items, test, functools.partial(_without_effects, element, depth=depth - 1)


def itself(value: Any) -> Any:
    """The value."""
    return value


spent[Comprehension] = lambda comprehension: comprehension.is_gone_over
