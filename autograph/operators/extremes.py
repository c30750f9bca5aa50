"""`max` and `min` of what may be staged: of several values, and of the elements of an iterable.

How several values are put in order is not here (`sorting`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates, container_errors, dict_views, lists
from autograph.operators.bools import either, opposite
from autograph.operators.calls import call, to_function
from autograph.operators.comparators import KeyOf
from autograph.operators.comparisons import any_staged, compare, compares_staged, equal, number, order_of
from autograph.operators.comprehensions import Comprehension, Filtered, has_no_order, itself
from autograph.operators.conditionals import choose
from autograph.operators.effects import Log, logging
from autograph.operators.either import Either
from autograph.operators.generators import is_run_through
from autograph.operators.joins import join_kinds
from autograph.operators.listing import comprehension_of, list_of
from autograph.operators.lists import StagedList
from autograph.operators.logical import if_exp
from autograph.operators.mapping import is_lazy
from autograph.operators.operands import are_texts
from autograph.operators.optionals import as_bool
from autograph.operators.origin import raised_by
from autograph.operators.raising import can_raise, require
from autograph.operators.reductions import just, sum_
from autograph.operators.sorting import Ordered, by_rank, in_python
from autograph.operators.state import Bound
from autograph.operators.structures import Node, take_apart, with_leaves
from autograph.operators.value_errors import EXPRESSION
from autograph.staging import UNSET, Backend, backend_of

_NOTHING = object()


def extreme_of(function: Any, comparison: Any) -> Callable[..., Any]:
    def of_staged(part: Comprehension, key: Any, better: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        found, best, best_key = state
        if found is False:
            best, best_key = _stand_in(part, key)
        return to_function(aggregates.extreme)(part.depth, key, better, found, best, best_key, *part.arguments())

    def step(keep: Any, make: Any, key: Any, better: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        found, best, best_key = state

        def taken() -> Any:
            value = make()
            value_key = key(value)
            if found is False:
                return True, value, value_key
            wins = as_bool(better(value_key, best_key))
            if found is not True:
                wins = either(opposite(found), wins)
            if value is value_key and best is best_key:
                chosen = if_exp(wins, just(value), just(best))()
                return True, chosen, chosen
            return True, if_exp(wins, just(value), just(best))(), if_exp(wins, just(value_key), just(best_key))()

        if keep is True:
            return taken()
        if found is False:
            return _where_unset(keep, taken)
        return if_exp(keep, taken, just(state))()

    def extreme(given: Any, *, key: Any = None, default: Any = _NOTHING) -> Any:
        again, better = None, functools.partial(compare, comparison)
        if type(key) is KeyOf:
            better, key = functools.partial(order_of(key), function is max), None
        if has_no_order(given.items) and not given.depth:
            again, given = given, Comprehension(given.items, given.test, given.element, 0, "set")
        is_by_key, key = key is not None, itself if key is None else call(key)
        if again is not None:
            key = functools.partial(dict_views.without_effects, key)
        state: Any = (False, None, None)
        if is_run_through(given.items):
            given = comprehension_of(list_of(given))
        asking = None  # the backend on which it is staged which elements there are
        for part in given.parts():
            if isinstance(part, Comprehension):
                state = of_staged(part, key, better, state)
            else:
                keep, make = part
                asking = asking or backend_of(keep)
                state = step(keep, make, key, better, state)
        found, best, best_key = state
        if again is not None and is_by_key:
            _check_only(again, key, best_key)
        if found is True:
            return best
        backend = backend_of(found)
        if backend is None:
            if default is _NOTHING and asking is not None:  # every path to an element has raised
                lists.require(asking, False, raised_by(function, ()))
            return function(()) if default is _NOTHING else default
        if default is _NOTHING:
            require(backend, found, raised_by(function, ()))
            return best
        return if_exp(found, just(best), just(default))()

    def of_several(given: list[Any], key: Any, **default: Any) -> Any:
        keys = given if key is None else list(map(call(key), given))

        def one_by_one() -> tuple[Any]:
            known = iter(keys)
            return (extreme(comprehension_of(given), key=lambda value: next(known), **default),)

        if any(map(compares_staged, keys)) and not any(map(any_staged, keys)):
            ordered = list(map(Ordered, keys))
            place = in_python(lambda: function(range(len(given)), key=ordered.__getitem__), one_by_one)
            if type(place) is tuple:
                return place[0]
            return by_rank(given, keys, function is max)[0] if place is None else given[place]
        return one_by_one()[0]

    def dispatch(*values: Any, key: Any = None, **default: Any) -> Any:
        if len(values) > 1:
            if default:
                function(0, 0, **default)  # says that there is none of several arguments
            return of_several(list(values), key)
        given = values[0] if values else ()
        backend = backend_of(given)
        if type(given) in dict_views.ITERABLES:
            return extreme(comprehension_of(given), key=key, **default)
        if backend is not None and key is None and not default and not is_lazy(given):
            return backend.builtins[function](given)
        if backend is None and not isinstance(given, (Comprehension, Filtered)):
            given = list(given)
            staged = any(map(compares_staged, given)) or (key is not None and given)
            if not staged:
                return function(given, key=key, **default)
            reduced = _reduced(function, given) if key is None and given else None
            return of_several(given, key, **default) if reduced is None else reduced
        return extreme(comprehension_of(given), key=key, **default)

    return dispatch


def _check_only(given: Comprehension, key: Any, best_key: Any) -> None:
    """Refuses several elements of one key: which of them is taken, their order decides."""

    def is_best(item: Any) -> Any:
        return number(equal(key(given.element(item)), best_key))

    count = sum_(Comprehension(given.items, given.test, is_best, 0, sum))
    backend = backend_of(count)
    if backend is not None and can_raise(backend):
        require(backend, count <= 1, container_errors.keys_are_tied())
    elif backend is not None or count > 1:
        container_errors.order_of_a_set("the keys of two elements may be equal, and the first of these is taken")


def _reduced(function: Any, values: list[Any]) -> Any:
    """What the backend has for `max` of several numbers; None where it is not of numbers."""
    if any(isinstance(value, (list, tuple)) or type(value) is Either or are_texts(value) for value in values):
        return None
    if len(values) == 1:
        return values[0]
    if not any(map(any_staged, values)):
        return None  # objects that compare themselves
    backend = next(filter(None, map(backend_of, values)))
    join_kinds(map(backend.type_of, values))
    return backend.builtins[function](*values)


def _stand_in(part: Comprehension, key: Any) -> tuple[Any, Any]:
    """Any values of the types that an element of a staged comprehension and its key have."""
    backend = part.backend
    assert backend is not None
    iteration = _iteration(backend, part.items)
    made: list[Node] = []

    def first(*operands: Any) -> list[Any]:
        value = iteration.element(operands)
        inner: Any = part
        while inner.depth:
            items, test, element = inner.element(value)
            inner = Comprehension(items, test, element, inner.depth - 1)
            value = _first_of(inner)
        value = inner.element(value)
        leaves: list[Any] = []
        made.append(take_apart((value, key(value)), leaves))
        return leaves

    with logging(Log()) as log:
        try:
            region = backend.trace(first, list(iteration.element_types), "first")
        finally:
            log.undo()
    leaves = []
    for leaf in region.results:
        type_ = backend.type_of(leaf)
        leaves.append(leaf if type_ is None else backend.zeros(type_))
    value, value_key = with_leaves(made[0], leaves)
    return value, value_key


def _first_of(inner: Comprehension) -> Any:
    backend = inner.backend
    if backend is None:
        return next(iter(inner.items))
    iteration = _iteration(backend, inner.items)
    return iteration.element([backend.zeros(type_) for type_ in iteration.element_types])


def _iteration(backend: Backend, items: Any) -> Any:
    return backend.iteration(items.items() if type(items) is StagedList else items)


def _where_unset(condition: Any, then: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
    """A tuple that starts with True, or one that starts with False and holds any values of the same types."""
    backend = backend_of(condition)
    assert backend is not None
    names = [EXPRESSION] * 3
    return tuple(
        choose(
            backend,
            condition,
            lambda: list(then()),
            lambda: [False, UNSET, UNSET],
            names,
            "conditional",
            Bound([then]),
        )
    )
