"""`heapq` of lists whose elements are staged: by the same comparisons, so that the lists are in the same order."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates
from autograph.operators.calls import stand_ins, to_function
from autograph.operators.comparisons import compares_staged
from autograph.staging import backend_of


def _form(function: Callable[..., Any], staged: Callable[..., Any]) -> Callable[..., Any]:
    def form(heap: Any, *items: Any) -> Any:
        if backend_of(heap) is None and not compares_staged([*heap, *items]):
            return function(heap, *items)
        return to_function(staged)(heap, *items)

    return form


#: What is called for functions of `heapq` while a program is staged.
FORMS: dict[Any, Callable[..., Any]] = {
    getattr(heapq, name): _form(getattr(heapq, name), getattr(aggregates, name))
    for name in ("heappush", "heappop", "heapify", "heapreplace", "heappushpop")
}

stand_ins[heapq.nsmallest] = aggregates.smallest
stand_ins[heapq.nlargest] = aggregates.largest
