"""`sorted` and `list.sort` of what may be staged: by Python where the order is known, by rank otherwise."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators import container_errors, effect_errors, list_methods
from autograph.operators.bools import both
from autograph.operators.calls import call
from autograph.operators.comparators import KeyOf
from autograph.operators.comparisons import any_staged, compares_staged, equal, precedes
from autograph.operators.comprehensions import Comprehension, has_no_order
from autograph.operators.effects import Log, log, logging, without_effects
from autograph.operators.kinds import is_float
from autograph.operators.listing import comprehension_of, list_of, without_filters
from autograph.operators.lists import StagedList
from autograph.operators.logical import if_exp
from autograph.operators.mapping import is_lazy
from autograph.operators.optionals import as_bool
from autograph.operators.raising import can_raise, require
from autograph.operators.row_methods import current_container
from autograph.operators.rows import chosen_by_number
from autograph.operators.structures import take_apart
from autograph.operators.subscripts import moved
from autograph.staging import Backend, backend_of, tracing_backend


def sorted_(items: Any, *, key: Any = None, reverse: Any = False) -> Any:
    if key is None and isinstance(items, Comprehension) and has_no_order(items.items) and not items.depth:
        items = Comprehension(items.items, items.test, items.element, 0, "set")
    items = without_filters(items)
    key = None if key is None else call(key)
    backend = backend_of(items)
    if backend is not None and is_lazy(items) and type(found := list_of(comprehension_of(items))) is StagedList:
        return list_methods.FORMS[sorted](found, key=key, reverse=reverse)
    if backend is not None:
        order = functools.partial(backend.builtins[sorted], items, **({} if key is None else {"key": key}))
        if backend_of(reverse) is not None:
            return if_exp(reverse, lambda: order(reverse=True), lambda: order(reverse=False))()
        return order(reverse=reverse)
    values = list(items)
    keys = values if key is None else [key(value) for value in values]
    if not any(map(any_staged, keys)):
        ordered = list(map(Ordered, keys)) if any(map(compares_staged, keys)) else keys
        ways = (reverse,) if backend_of(reverse) is None else (False, True)
        orders = [in_python(functools.partial(_order_of, ordered, way)) for way in ways]
        if None not in orders:
            return _in_order(values, orders, reverse)
    return by_rank(values, keys, reverse)


def _order_of(keys: list[Any], reverse: Any) -> list[int]:
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


def _in_order(values: list[Any], orders: Sequence[list[int]], reverse: Any) -> list[Any]:
    """Values in one of several orders, of which whether it is reversed says which it is."""
    backend = backend_of(reverse)
    if backend is None:
        return [values[i] for i in orders[0]]
    number = backend.builtins[int](backend.builtins[bool](reverse))
    return [moved(backend, values, values, one + (other - one) * number) for one, other in zip(*orders, strict=True)]


def keys_of(mycmp: Any) -> KeyOf:
    """`functools.cmp_to_key`."""
    return KeyOf(call(mycmp))


def sort_(values: list[Any], *, key: Any = None, reverse: Any = False) -> None:
    """`values.sort()`: a key and what compares the items find the list empty, as Python has it."""
    items, backend = list(values), tracing_backend()
    values.clear()
    try:
        with list_methods.while_sorted():
            ordered = sorted_(items, key=key, reverse=reverse)
    except BaseException:
        values[:] = items
        raise
    is_changed = bool(values)
    values[:] = ordered
    if is_changed and backend is not None:
        require(backend, False, ValueError("list modified during sort"))


class _StagedOrder(Exception):
    """The order of objects that compare themselves is staged."""


class Ordered:
    """An object that compares itself, for Python to sort, as long as its comparisons are not staged."""

    def __init__(self, value: Any):
        self.value = value

    def __lt__(self, other: Ordered) -> Any:
        return self._known(self.value < other.value)

    def __gt__(self, other: Ordered) -> Any:
        return self._known(self.value > other.value)

    def _known(self, answer: Any) -> Any:
        if backend_of(answer) is not None:
            raise _StagedOrder
        return answer


def in_python(order: Callable[[], Any], with_effects: Callable[[], Any] | None = None) -> Any:
    """What Python says of the order of objects; None if that is staged, and all are to be compared with each other.

    Args:
        with_effects: what is done instead where that would change something.
    """
    with logging(Log(conditional=False)) as effects:
        try:
            found = order()
        except _StagedOrder:
            found = None
    changed = effects.effects()
    if changed and found is None:
        effects.undo()
        if with_effects is not None:
            return with_effects()
        effect_errors.compares_with_effects(changed[0].location)
    if (around := log()) is not None:
        around.absorb(effects, writes=True)
    return found


def by_rank(values: list[Any], keys: list[Any], reverse: Any) -> list[Any]:
    """Sorted by comparing each with each: a few values, whose order is staged."""
    leaves: list[Any] = []
    take_apart(keys, leaves)
    backend = next((b for b in map(backend_of, leaves) if b is not None), None) or tracing_backend()
    assert backend is not None
    values = [*chosen_by_number(backend, values, values, current_container)]
    integer = backend.builtins[int]
    if len(keys) > 2:
        _refuse_nan(backend, leaves)
    ranks: list[Any] = [0] * len(values)
    for j in range(len(values)):
        for i in range(j):
            # The later one comes first only if it is strictly better.
            later_first = as_bool(without_effects(functools.partial(precedes, reverse, keys[j], keys[i])))
            one = integer(later_first) if backend_of(later_first) is not None else int(later_first)
            ranks[i] = ranks[i] + one
            ranks[j] = ranks[j] + (1 - one)
    places = []
    for place in range(len(values)):
        at: Any = 0
        for i, rank in enumerate(ranks):
            same = equal(rank, place)
            at = at + (integer(same) if backend_of(same) is not None else int(same)) * i
        places.append(at)
    return [values[at] if backend_of(at) is None else moved(backend, values, values, at) for at in places]


def _refuse_nan(backend: Backend, keys: list[Any]) -> None:
    floats = [key for key in keys if backend_of(key) is not None and is_float(backend.type_of(key))]
    if floats and can_raise(backend):
        require(backend, functools.reduce(both, [key == key for key in floats]), container_errors.nan_is_sorted())
