"""What takes items one by one: those of a list of staged length or of an iterator that stands where the program knows.

In a `try` also those of any other iterator.

Where the iterator raises, the items before stay in the container:

    try:
        xs.extend(f(k) for k in ks)    # each is appended before the next is asked for
    except ValueError:
        ...
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates, stores
from autograph.operators.calls import call, taking_items
from autograph.operators.exits import is_in_try
from autograph.operators.frames import hidden_frames
from autograph.operators.generators import is_run_through, use_up
from autograph.operators.lists import KINDS, StagedList
from autograph.operators.observed import is_iterator

#: What does to each item of an iterator what a method does to all of them.
_FOR_EACH: dict[tuple[type, str], Callable[[Any, Any], Any]] = {
    (list, "extend"): aggregates.extended,
    (deque, "extend"): aggregates.extended,
    (deque, "extendleft"): aggregates.extended_left,
    (set, "update"): aggregates.added,
    (set, "difference_update"): aggregates.discarded,
    **{(kind, "update"): aggregates.stored for kind in (dict, OrderedDict, defaultdict)},
}


def _taking_one_by_one(method: Any, form: Callable[..., Any]) -> Callable[..., Any]:
    holder = method.__self__
    for_each = _FOR_EACH.get((type(holder), method.__name__))
    if for_each is None:
        return form

    def take(*sources: Any, **kwargs: Any) -> Any:
        if kwargs or not sources or not all(_is_one_by_one(holder, source) for source in sources):
            return form(*sources, **kwargs)
        with hidden_frames:
            for source in sources:
                use_up(source)
                call(for_each)(holder, source)
        return None

    return take


def _left_to_add(holder: Any, items: Any) -> Any:
    for_each = _FOR_EACH.get((type(holder), "extend"))
    use_up(items)
    return _Added(items, for_each) if for_each is not None and _is_iterated(items) else items


class _Added:
    """The items of `xs += items`: what is added to Python's list is a list of staged length afterwards, perhaps."""

    def __init__(self, items: Any, for_each: Callable[[Any, Any], Any]):
        self.items = items
        self.for_each = for_each

    def __radd__(self, holder: Any) -> Any:
        with hidden_frames:
            return call(self.for_each)(holder, self.items)


def _is_one_by_one(holder: Any, items: Any) -> bool:
    if type(items) is StagedList:
        return type(holder) in KINDS
    return _is_iterated(items)


def _is_iterated(items: Any) -> bool:
    return is_run_through(items) or (is_iterator(items) and is_in_try())


taking_items.append(_taking_one_by_one)
stores.left_to_add.append(_left_to_add)
