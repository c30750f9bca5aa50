"""What takes the items of an iterator one by one, in a `try` that is being staged.

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

from autograph.operators import aggregates, effects
from autograph.operators.calls import call, taking_items
from autograph.operators.exits import is_in_try
from autograph.operators.frames import hidden_frames
from autograph.operators.observed import is_iterator

#: What does to each item of an iterator what a method does to all of them.
_FOR_EACH: dict[tuple[type, str], Callable[[Any, Any], None]] = {
    (list, "extend"): aggregates.extended,
    (deque, "extend"): aggregates.extended,
    (deque, "extendleft"): aggregates.extended_left,
    (set, "update"): aggregates.added,
    (set, "difference_update"): aggregates.discarded,
    **{(kind, "update"): aggregates.stored for kind in (dict, OrderedDict, defaultdict)},
}


def _in_try(method: Any, form: Callable[..., Any]) -> Callable[..., Any]:
    holder = method.__self__
    for_each = _FOR_EACH.get((type(holder), method.__name__))
    if for_each is None or not is_in_try():
        return form

    def take(*sources: Any, **kwargs: Any) -> Any:
        if kwargs or not all(map(is_iterator, sources)):
            return form(*sources, **kwargs)
        with hidden_frames:
            for source in sources:
                call(for_each)(holder, source)
        return None

    return take


def _left_to_add(holder: Any, items: Any) -> Any:
    for_each = _FOR_EACH.get((type(holder), "extend"))
    if for_each is None or not is_iterator(items) or not is_in_try():
        return items
    with hidden_frames:
        call(for_each)(holder, items)
    return ()


taking_items.append(_in_try)
effects.left_to_add.append(_left_to_add)
