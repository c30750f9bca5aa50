"""`heapq` of lists whose elements are staged: by the same comparisons, so that the lists are in the same order."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates
from autograph.operators.calls import call, library_forms, stand_ins, to_function
from autograph.operators.comparisons import any_staged, compares_staged
from autograph.operators.effects import new, without_effects
from autograph.operators.frames import hidden_frames
from autograph.operators.lists import StagedList, require
from autograph.operators.refusals import raise_new
from autograph.operators.walks import SEQUENCES
from autograph.staging import backend_of


def _form(function: Callable[..., Any], staged: Callable[..., Any]) -> Callable[..., Any]:
    def form(heap: Any, *items: Any) -> Any:
        if backend_of(heap) is None and not compares_staged([*heap, *items]):
            return function(heap, *items)
        if function in (heapq.heappop, heapq.heapreplace):
            _check_filled(heap)
        return to_function(staged)(heap, *items)

    return form


def _check_filled(heap: Any) -> None:
    error = IndexError("index out of range")
    if type(heap) is StagedList:
        require(heap.backend, heap.length > 0, error)
    elif not heap:
        raise_new(error)


#: What is called for functions of `heapq` while a program is staged.
FORMS: dict[Any, Callable[..., Any]] = {
    getattr(heapq, name): _form(getattr(heapq, name), getattr(aggregates, name))
    for name in ("heappush", "heappop", "heapify", "heapreplace", "heappushpop")
}


def _merge(*iterables: Any, key: Any = None, reverse: Any = False) -> Any:
    with hidden_frames:
        if not all(type(values) in SEQUENCES for values in iterables):
            return to_function(heapq.merge)(*iterables, key=key, reverse=reverse)
        if not any(map(any_staged, iterables)) and key is None:
            return new(iter([*heapq.merge(*iterables, reverse=reverse)]))
        if key is None:
            return to_function(aggregates.merged)(iterables, None, reverse)
        pure = _pure(call(key))
        for values in iterables:
            if type(values) in (list, tuple) and values:
                pure(values[0])  # it is asked of an item that is compared with none as well
        return to_function(aggregates.merged)(iterables, pure, reverse)


def _pure(key: Callable[..., Any]) -> Callable[[Any], Any]:
    """A key that is asked of an item again where Python remembers it."""
    return lambda item: without_effects(lambda: key(item))


library_forms.append(lambda function: _merge if function is heapq.merge else None)
stand_ins[heapq.nsmallest] = aggregates.smallest
stand_ins[heapq.nlargest] = aggregates.largest
