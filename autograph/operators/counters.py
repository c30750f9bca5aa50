"""What counters do of which a tensor decides what keys they have, or how often: the loops of Python's own class.

They run converted; `autograph.operators.special_methods` has those of Python's counters with staged counts run so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates
from autograph.operators.calls import OF_COUNTERS, call, stand_ins, to_function
from autograph.operators.dicts import StagedDict
from autograph.operators.tables import Table


def _of_counters(name: str, otherwise: Callable[..., Any] | None) -> Callable[..., Any]:
    """An operator of a counter; of another dict, and of a set, what it was before."""

    def method(items: Any, *others: Any) -> Any:
        if items.kind is Counter:
            return to_function(getattr(Counter, name))(items, *others)
        return NotImplemented if otherwise is None else otherwise(items, *others)

    method.__name__ = name
    return method


def _without_sign(name: str) -> Callable[..., Any]:
    def refused(items: Any) -> Any:
        raise TypeError(f"bad operand type for unary {name}: {items.kind.__name__!r}")

    return refused


_UNARY = {"__pos__": "+", "__neg__": "-"}
_kind: Any
for _kind in (Table, StagedDict):
    for _name in OF_COUNTERS - {"__eq__", "__ne__"}:
        _before = _without_sign(_UNARY[_name]) if _name in _UNARY else getattr(_kind, _name, None)
        setattr(_kind, _name, _of_counters(_name, None if _before is getattr(object, _name, None) else _before))
    _kind.elements = lambda items: call(aggregates.elements)(items)
    _kind._keep_positive = lambda items: to_function(aggregates.keep_positive)(items)


stand_ins[Counter.elements] = aggregates.elements
stand_ins[Counter._keep_positive] = aggregates.keep_positive  # type: ignore[attr-defined]
