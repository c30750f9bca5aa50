"""Builtins of Python over what may be staged: which form runs, found by the builtin itself, never by its name.

A builtin of a staged argument is what the backend has for it. One that makes a single value of many (`sum`, `any`,
`max`, ...) is a loop, staged where what it goes over is; the filter and the elements of a comprehension may be staged.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections import Counter
from collections.abc import Callable
from threading import get_ident
from types import FunctionType
from typing import Any

from autograph import staging
from autograph.operators import (
    aggregates,
    arithmetic,
    bisection,
    cases,
    dict_views,
    explain,
    formatting,
    heaps,
    list_methods,
    mathematics,
    row_methods,
    string_methods,
    table_builtins,
    table_methods,
    walks,
)
from autograph.operators.bools import both, either, opposite
from autograph.operators.calls import call, register_builtins, to_function
from autograph.operators.catching import catching
from autograph.operators.choices import MAPPED, Choice, as_number, is_character, is_numeric, mapped
from autograph.operators.classes import meet_class, staged_method
from autograph.operators.comparisons import (
    any_staged,
    compare,
    compares_staged,
    contains,
    equal,
    number,
    refuse_to_identify,
    without_effects,
)
from autograph.operators.comprehensions import Comprehension, Filtered, Part, Steps, itself
from autograph.operators.conditionals import choose
from autograph.operators.dispatch import decided, each
from autograph.operators.effects import Log, is_logging, log, logging, new
from autograph.operators.either import Either
from autograph.operators.exits import can_leave
from autograph.operators.frames import hidden_frames, hide_frame
from autograph.operators.generators import is_run_through, stepped, visits_of
from autograph.operators.joins import joined_kinds, joined_type
from autograph.operators.kinds import class_of_number, is_float
from autograph.operators.lists import StagedList
from autograph.operators.logical import and_test, if_exp, not_, or_test
from autograph.operators.observed import is_iterator, watch_iterator
from autograph.operators.optionals import as_bool, truth_of
from autograph.operators.origin import raise_again
from autograph.operators.own_truth import as_length, number_of
from autograph.operators.places import variables_with
from autograph.operators.presence import settled
from autograph.operators.raising import can_raise, require
from autograph.operators.rows import Row
from autograph.operators.state import Bound
from autograph.operators.strings import String
from autograph.operators.structures import Node, Optional, take_apart, with_leaves
from autograph.operators.subscripts import METHODS, indexed
from autograph.operators.subscripts import choose as choose_item
from autograph.operators.text import Text
from autograph.operators.truth import BUILTIN_TYPES
from autograph.source.build import is_converted
from autograph.staging import UNSET, Backend, backend_of, backends, count_modules, tracing_backend

# -- comprehensions --------------------------------------------------------------------------------------------------


#: What makes of a list what a comprehension makes, by what is in its text.
_MAKING: dict[Any, Callable[[Any], Any]] = {
    None: lambda values: values,
    "set": table_methods.set_of,
    "dict": table_methods.dict_of,
}

#: What `elements` leaves for the `listed` around it, by thread.
_pending: dict[int, Any] = {}


def elements(iterable: Any, test: Any = None, element: Any = None, callee: Any = None, depth: int = 0) -> Any:
    """What a comprehension loops over: the iterable, or the elements of a staged one, if their number is known.

    Args:
        iterable: that of its first clause.
        test, element, depth: see `Comprehension`; without them, the comprehension is only ever Python's.
        callee: what the comprehension is given to.
    """
    if not backends and count_modules() == staging.modules_seen:
        return iterable
    try:
        iterable = stepped(iterable)
        if element is not None and tracing_backend() is not None and (callee in _AGGREGATES or callee in _MAKING):
            comprehension = Comprehension(iterable, test, element, depth, callee)
            _pending[get_ident()] = comprehension if callee in _AGGREGATES else _MAKING[callee](_list(comprehension))
            return ()
        iterable = string_methods.items_of(iterable)
        backend = backend_of(iterable)
        if backend is None:
            return iterable
        if type(iterable) in table_methods.ITERABLES:
            explain.keys_are_staged()
        if type(iterable) in dict_views.ITERABLES:
            found = dict_views.listed(iterable)
            return found if type(found) is list else explain.keys_are_staged()
        return _unrolled(backend, iterable)
    except BaseException as error:
        hide_frame(error)
        raise


def listed(comprehension: Any) -> Any:
    """A list or a generator, or what `elements` found in place of it."""
    if not _pending:
        return new(comprehension) if is_logging() else comprehension
    found = _pending.pop(get_ident(), comprehension)
    if type(found) is Comprehension:
        found.whole = type(comprehension) is list
        if not found.whole:
            found.element, found.test = handing_on(found.element, found.callee), handing_on(found.test, found.callee)
    return new(found)


def _unrolled(backend: Backend, iterable: Any) -> Any:
    unroll = backend.builtins.get(iter)
    if unroll is None:
        return iterable
    try:
        return unroll(iterable)
    except (TypeError, ValueError) as error:
        explain.cannot_unroll(error)


def _list(comprehension: Comprehension) -> Any:
    """The list of a comprehension; one of staged length, where that is."""
    backend = comprehension.backend
    items = comprehension.items
    if type(items) in table_methods.ITERABLES:
        items = comprehension.items = table_methods.listed(items, comprehension.callee)
    if type(items) in _OF_STAGED_LENGTH:
        items = None
    elif backend is not None and comprehension.test is None:
        try:
            unroll = backend.builtins.get(iter)
            items = None if unroll is None else new(unroll(items))
        except (TypeError, ValueError) as error:
            if not _is_bounded(backend, items):
                explain.cannot_unroll(error)
            items = None
    elif backend is not None and not _is_bounded(backend, items):
        explain.staged_filter()
    if items is None or comprehension.test is not None or comprehension.depth or is_run_through(items):
        return to_function(aggregates.collected)(comprehension.depth, *comprehension.arguments())
    parts: Any = Comprehension(items, None, comprehension.element).parts()
    return [make() for _, make in parts]


#: Of which a list is made by a loop.
_OF_STAGED_LENGTH = frozenset({StagedList, *dict_views.ITERABLES})


def _is_bounded(backend: Backend, items: Any) -> bool:
    """Whether a backend has lists that can get as long as some items are many, or can say that one cannot."""
    buffer = backend.new_buffer(backend.type_of(0))
    if type(items) is StagedList or backend.buffer_room(backend.buffer_type(buffer)) is None:
        return True
    return can_leave() or isinstance(getattr(backend.iteration(items), "count", None), int)


# -- one value of many -----------------------------------------------------------------------------------------------


def _sum(given: Comprehension, start: Any = 0) -> Any:
    values: list[Any] | None = []
    total: Any = None
    for part in given.parts():
        if not isinstance(part, Comprehension) and part[0] is True and values is not None:
            values.append(number(part[1]()))
            continue
        if values is not None:
            total, values = sum(values, start), None
        if isinstance(part, Comprehension):
            total = to_function(aggregates.total)(part.depth, total, *part.arguments())
        else:
            total = if_exp(part[0], _adding(total, part[1]), _just(total))()
    return total if values is None else sum(values, start)


def _len(given: Comprehension) -> Any:
    length: Any = 0
    for part in given.parts():
        if isinstance(part, Comprehension):
            length = to_function(aggregates.count)(part.depth, length, *part.arguments())
        elif part[0] is True:
            part[1]()
            length = length + 1
        else:
            length = if_exp(part[0], _counting(length, part[1]), _just(length))()
    return length


def _any(given: Comprehension) -> Any:
    steps = _made(given, aggregates.exists_in_list, and_test) if given.whole else given.steps()
    return _any_of(steps, given.element, given.test)


def _any_of(steps: Steps, *closures: Any) -> Any:
    """Whether one of some parts is true. What is binding variables or has objects of the program's are `closures`."""
    while (step := steps()) is not None:
        part, steps = step
        if isinstance(part, Comprehension):
            value = to_function(aggregates.exists)(part.depth, *part.arguments())
        else:
            value = part[1]() if part[0] is True else and_test(part[0], part[1])()
        value = truth_of(value)
        if backend_of(value) is not None:
            return or_test(value, functools.partial(_any_of, steps, *closures))()
        if value:
            return True
    return False


def _made(given: Comprehension, of_staged: Any, unless: Any) -> Steps:
    """The parts of a comprehension, once all elements were made.

    Args:
        of_staged: what is made of a staged one.
        unless: what is made of an element and whether it is kept.
    """
    made = []
    for part in given.parts():
        if isinstance(part, Comprehension):
            value = to_function(of_staged)(part.depth, *part.arguments())
        else:
            value = part[1]() if part[0] is True else unless(part[0], part[1])()
        made.append((True, _just(value)))

    def after(position: int) -> tuple[Part, Steps] | None:
        return (made[position], functools.partial(after, position + 1)) if position < len(made) else None

    return functools.partial(after, 0)


def _all(given: Comprehension) -> Any:
    steps = _made(given, aggregates.holds_in_list, _implication) if given.whole else given.steps()
    return _all_of(steps, given.element, given.test)


def _all_of(steps: Steps, *closures: Any) -> Any:
    while (step := steps()) is not None:
        part, steps = step
        if isinstance(part, Comprehension):
            value = to_function(aggregates.holds)(part.depth, *part.arguments())
        else:
            value = part[1]() if part[0] is True else _implication(part[0], part[1])()
        value = truth_of(value)
        if backend_of(value) is not None:
            return and_test(value, functools.partial(_all_of, steps, *closures))()
        if not value:
            return False
    return True


def _implication(condition: Any, then: Callable[[], Any]) -> Callable[[], Any]:
    return or_test(not_(condition), then)


_NOTHING = object()


def _of_nothing(function: Any) -> str:
    """What `max` or `min` says of nothing."""
    try:
        return str(function(()))
    except ValueError as error:
        return str(error)


def _extreme(function: Any, comparison: Any) -> Callable[..., Any]:
    def better(one: Any, other: Any) -> Any:
        return compare(comparison, one, other)

    def of_staged(part: Comprehension, key: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        found, best, best_key = state
        if found is False:
            best, best_key = _stand_in(part, key)
        return to_function(aggregates.extreme)(part.depth, key, better, found, best, best_key, *part.arguments())

    def step(keep: Any, make: Any, key: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        found, best, best_key = state

        def taken() -> Any:
            value = make()
            value_key = key(value)
            if found is False:
                return True, value, value_key
            wins = as_bool(better(value_key, best_key))
            if found is not True:
                wins = either(opposite(found), wins)
            chosen, chosen_key = if_exp(wins, _just((value, value_key)), _just((best, best_key)))()
            return True, chosen, chosen_key

        if keep is True:
            return taken()
        if found is False:
            return _where_unset(keep, taken)
        return if_exp(keep, taken, _just(state))()

    def extreme(given: Any, *, key: Any = None, default: Any = _NOTHING) -> Any:
        key = itself if key is None else call(key)
        state: Any = (False, None, None)
        if is_run_through(given.items):
            given = _given(_list(given))
        for part in given.parts():
            if isinstance(part, Comprehension):
                state = of_staged(part, key, state)
            else:
                keep, make = part
                state = step(keep, make, key, state)
        found, best, _ = state
        if found is True:
            return best
        backend = backend_of(found)
        if backend is None:
            return function(()) if default is _NOTHING else default
        if default is _NOTHING:
            require(backend, found, ValueError(_of_nothing(function)))
            return best
        return if_exp(found, _just(best), _just(default))()

    def of_several(given: list[Any], key: Any, **default: Any) -> Any:
        keys = given if key is None else list(map(call(key), given))
        if any(map(compares_staged, keys)) and not any(map(any_staged, keys)):
            ordered = list(map(_Ordered, keys))
            place = _in_python(lambda: function(range(len(given)), key=ordered.__getitem__))
            return _by_rank(given, keys, function is max)[0] if place is None else given[place]
        known = iter(keys)
        return extreme(_given(given), key=lambda value: next(known), **default)

    def dispatch(*values: Any, key: Any = None, **default: Any) -> Any:
        if len(values) > 1:
            return of_several(list(values), key)
        given = values[0] if values else ()
        backend = backend_of(given)
        if type(given) in dict_views.ITERABLES:
            return extreme(_given(given), key=key, **default)
        if backend is not None and key is None and not default and not _is_lazy(given):
            return backend.builtins[function](given)
        if backend is None and not isinstance(given, (Comprehension, Filtered)):
            given = list(given)
            staged = any(map(compares_staged, given)) or (key is not None and given)
            if not staged:
                return function(given, key=key, **default)
            reduced = _reduced(function, given) if key is None and given else None
            return of_several(given, key, **default) if reduced is None else reduced
        return extreme(_given(given), key=key, **default)

    return dispatch


def _reduced(function: Any, values: list[Any]) -> Any:
    """What the backend has for `max` of several numbers; None where it is not of numbers."""
    if any(isinstance(value, (list, tuple)) for value in values):
        return None
    if len(values) == 1:
        return values[0]
    if not any(map(any_staged, values)):
        return None  # objects that compare themselves
    backend = next(filter(None, map(backend_of, values)))
    types = list(map(backend.type_of, values))
    if None not in types:
        functools.reduce(functools.partial(joined_type, backend), types)  # says that they are joined
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


def _sorted(items: Any, *, key: Any = None, reverse: bool = False) -> Any:
    items = _plainly(items)
    key = None if key is None else call(key)
    backend = backend_of(items)
    if backend is not None and _is_lazy(items) and type(found := _list(_given(items))) is StagedList:
        return list_methods.FORMS[sorted](found, key=key, reverse=reverse)
    if backend is not None:
        if key is None:
            return backend.builtins[sorted](items, reverse=reverse)
        return backend.builtins[sorted](items, key=key, reverse=reverse)
    values = list(items)
    keys = values if key is None else [key(value) for value in values]
    if not any(map(any_staged, keys)):
        ordered = list(map(_Ordered, keys)) if any(map(compares_staged, keys)) else keys
        order = _in_python(lambda: sorted(range(len(values)), key=ordered.__getitem__, reverse=reverse))
        if order is not None:
            return [values[i] for i in order]
    return _by_rank(values, keys, reverse)


def _sort(values: list[Any], *, key: Any = None, reverse: bool = False) -> None:
    """`values.sort()`."""
    values[:] = _sorted(values, key=key, reverse=reverse)


_METHODS_OF_LISTS: dict[tuple[type, str], Callable[..., Any]] = {(list, "sort"): _sort}


class _StagedOrder(Exception):
    """The order of objects that compare themselves is staged."""


class _Ordered:
    """An object that compares itself, for Python to sort, as long as its comparisons are not staged."""

    def __init__(self, value: Any):
        self.value = value

    def __lt__(self, other: _Ordered) -> Any:
        return self._known(self.value < other.value)

    def __gt__(self, other: _Ordered) -> Any:
        return self._known(self.value > other.value)

    def _known(self, answer: Any) -> Any:
        if backend_of(answer) is not None:
            raise _StagedOrder
        return answer


def _in_python(order: Callable[[], Any]) -> Any:
    """What Python says of the order of objects; None if that is staged, and all are to be compared with each other."""
    with logging(Log(conditional=False)) as effects:
        try:
            found = order()
        except _StagedOrder:
            found = None
    changed = effects.effects()
    if changed and found is None:
        effects.undo()
        explain.compares_with_effects(changed[0].location)
    if (around := log()) is not None:
        around.absorb(effects, writes=True)
    return found


def _by_rank(values: list[Any], keys: list[Any], reverse: bool) -> list[Any]:
    """Sorted by comparing each with each: a few values, whose order is staged."""
    comparison = operator.gt if reverse else operator.lt
    leaves: list[Any] = []
    take_apart(keys, leaves)
    backend = next((b for b in map(backend_of, leaves) if b is not None), None) or tracing_backend()
    assert backend is not None
    integer = backend.builtins[int]
    if len(keys) > 2:
        _refuse_nan(backend, leaves)
    ranks: list[Any] = [0] * len(values)
    for j in range(len(values)):
        for i in range(j):
            # The later one comes first only if it is strictly better.
            later_first = as_bool(without_effects(functools.partial(compare, comparison, keys[j], keys[i])))
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
    return [values[at] if backend_of(at) is None else choose_item(backend, values, values, at) for at in places]


def _refuse_nan(backend: Backend, keys: list[Any]) -> None:
    floats = [key for key in keys if backend_of(key) is not None and is_float(backend.type_of(key))]
    if floats and can_raise(backend):
        require(backend, functools.reduce(both, [key == key for key in floats]), explain.nan_is_sorted())


def _reduce(function: Any, items: Any, *initial: Any) -> Any:
    function = call(function)
    items = _plainly(items)
    backend = backend_of(items)
    if backend is None:
        return functools.reduce(function, items, *initial)
    if initial:
        return to_function(aggregates.folded)(function, items, initial[0])
    first, rest = backend.builtins[functools.reduce](items)
    return to_function(aggregates.folded)(function, rest, first)


def handing_on(function: Any, to: Any) -> Any:
    """A function that is called for the elements of an iterator: to Python, a StopIteration is the end of that."""
    return functools.partial(_handing_on, function, to.__name__) if is_converted(function) else function


def _handing_on(function: Any, to: str, /, *args: Any) -> Any:
    with hidden_frames, catching(StopIteration, to):
        return function(*args)


def _filter(test: Any, items: Any) -> Any:
    test = handing_on(call(test), filter) if test is not None else None
    backend = backend_of(items)
    if backend is not None and filter in backend.builtins and not _is_lazy(items):
        return backend.builtins[filter](test, items)
    return Filtered(test, items)


def _map(function: Any, *iterables: Any) -> Any:
    function = handing_on(call(function), map)
    for iterable in iterables:
        backend = backend_of(iterable)
        if backend is not None:
            return backend.builtins[map](function, *iterables)
    return map(function, *iterables)


def _list_of(*given: Any) -> Any:
    if given and isinstance(given[0], Comprehension):
        # `len(list(...))` counts what is kept.
        return given[0] if given[0].callee is len else _list(given[0])
    if given and isinstance(given[0], Filtered):
        return _list(_given(given[0]))
    if given and backend_of(given[0]) is not None:
        return _list(_given(given[0]))
    return list(*given)


def _tuple_of(*given: Any) -> Any:
    given = tuple([_plainly(value) for value in given])  # `map` would take a StopIteration for its end
    backend = backend_of(given[0]) if given else None
    if backend is None:
        return tuple(*given)
    listed = _list(_given(given[0])) if _is_lazy(given[0]) else _unrolled(backend, given[0])
    return list_methods.FORMS[tuple](listed) if type(listed) is StagedList else tuple(listed)


def _aggregate(function: Any, form: Callable[..., Any]) -> Callable[..., Any]:
    """The dispatch of a builtin of one iterable."""

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        if not args:
            return function(*args, **kwargs)
        given = args[0]
        if isinstance(given, (Comprehension, Filtered)):
            return form(_given(given), *args[1:], **kwargs)
        if function is len and (method := staged_method(given, "__len__")) is not None:
            return as_length(method(given))
        backend = backend_of(given)
        if backend is not None:
            if _is_lazy(given) and function is not len:
                return form(_given(given), *args[1:], **kwargs)
            return backend.builtins.get(function, function)(*args, **kwargs)
        if function is sum and type(given) not in _PLAIN:
            return sum(map(number, given), *args[1:], **kwargs)
        if function in (any, all) and type(given) not in _PLAIN and len(args) == 1 and not kwargs:
            is_mapping = type(given) is map and not variables_with(given)
            return form(_mapping(given, function) if is_mapping else _given(given, function))
        return function(*args, **kwargs)

    return dispatch


#: What holds nothing staged.
_PLAIN = frozenset({str, bytes, dict, range, set, frozenset})


def _is_lazy(iterable: Any) -> bool:
    """Whether a staged iterable has no items of its own, as `map`, `zip` and `range` have none."""
    return backend_of(iterable) is not None and not hasattr(iterable, "shape")


def _given(items: Any, callee: Any = None) -> Comprehension:
    return items if isinstance(items, Comprehension) else Comprehension(items, None, itself, 0, callee)


def _mapping(items: Any, callee: Any) -> Comprehension:
    """The elements of Python's `map`, each of which is made where it is asked for."""
    watch_iterator(items)
    function, *iterators = items.__reduce__()[1]
    if len(iterators) == 1:
        return Comprehension(new(iterators[0]), None, function, 0, callee)
    return Comprehension(new(zip(*iterators, strict=False)), None, lambda given: function(*given), 0, callee)


def _plainly(items: Any) -> Any:
    """A comprehension or a filter as the list that it makes."""
    if isinstance(items, (Comprehension, Filtered)):
        return _list(_given(items))
    return items


def _next(iterator: Any, *default: Any) -> Any:
    if isinstance(iterator, Comprehension):
        return _first(iterator, *default)
    backend = backend_of(iterator)
    if backend is not None:
        return backend.builtins.get(next, next)(iterator, *default)
    method = getattr(type(iterator), "__next__", None)
    if type(method) is FunctionType:
        form = to_function(method)
        if is_converted(form):  # whose stores are logged where they happen
            return to_function(walks.next_or)(iterator, *default) if default else form(iterator)
    if visits_of(iterator, True) is not None:
        return _first(_given(iterator), *default)
    if is_iterator(iterator):
        watch_iterator(iterator)
    return next(iterator, *default)


def _maker(function: Any) -> Callable[..., Any]:
    """Makes an iterator that may be advanced on one path, where Python would make one of its own of such arguments."""
    kind, takes, most = walks.MAKERS[function]

    def make(*args: Any, **kwargs: Any) -> Any:
        is_known = not kwargs and len(args) <= most and all(type(value) in takes for value in args)
        if is_known and (args or function is not iter):
            meet_class(kind)
            return new(kind(*args))
        if function is iter and len(args) == 1 and type(args[0]) in _KEYED:
            meet_class(walks.KeyedWalk)
            views = table_methods if type(args[0]) in table_methods.ITERABLES else dict_views
            return new(call(walks.KeyedWalk)(views.listed(args[0]), views.view_of(args[0]).owner))
        backend = backend_of(args[0]) if args else None
        numbered = backend.numbered(args[0]) if backend is not None and function is iter and len(args) == 1 else None
        if numbered is not None:
            meet_class(walks.Numbered)
            return new(walks.Numbered(*numbered))
        return (function if backend is None else backend.builtins.get(function, function))(*args, **kwargs)

    return make


#: What goes over the keys of a dict, or its values or items, which are staged.
_KEYED = table_methods.ITERABLES | dict_views.ITERABLES


def _drained(items: Any) -> Any:
    """A list of what is left of an iterator, if it may stand where only the program knows; other items themselves."""
    items = stepped(items)
    return to_function(aggregates.collected)(0, items, None, itself) if is_run_through(items) else items


def _first(given: Comprehension, *default: Any) -> Any:
    """The first element of a new generator."""
    items, test, element = given.arguments()

    def otherwise() -> Any:
        return default[0] if default else raise_again(StopIteration())

    if not given.depth and (given.backend is not None or visits_of(items, True) is not None):
        return to_function(aggregates.first)(items, test, element, otherwise)
    if given.depth or (is_iterator(items) and type(items) not in _OF_KNOWN):
        for part in given.parts():
            if isinstance(part, Comprehension) or part[0] is not True:
                explain.staged_filter()
            return part[1]()
        return otherwise()
    known = list(items)

    def after(position: int) -> Any:
        for k in range(position, len(known)):
            keep = True if test is None else truth_of(test(known[k]))
            if backend_of(keep) is not None:
                return if_exp(keep, functools.partial(element, known[k]), functools.partial(after, k + 1))()
            if keep:
                return element(known[k])
        return otherwise()

    return after(0)


#: Iterators that do nothing but go over what they were made of, which is not likely to be drawn from elsewhere.
_OF_KNOWN = (enumerate, zip, reversed)


def _getitem(container: Any, key: Any) -> Any:
    return indexed(container)[key]


def _type(*args: Any) -> Any:
    value = settled(args[0])
    if len(args) == 1 and type(value) is Either:
        return each(value, _type)
    if len(args) == 1 and type(value) is Optional:
        explain.may_be_none(value, "asked for its type")
    if len(args) == 1 and (kinds := _kinds_of_number(value)):
        return kinds[0] if len(kinds) == 1 else explain.type_of_either(*kinds)
    if len(args) == 1 and hasattr(type(value), "stands_for"):
        return type(value).stands_for
    return value.__class__ if len(args) == 1 and type(value) in _STANDING_FOR else type(*args)


def _id(value: Any) -> int:
    """`id(value)`, of what is known to be one object."""
    refuse_to_identify(value, use="asked for its `id`")
    return value.refuse() if type(value := settled(value)) is Either else id(value)


#: Classes of values that stand for others.
_STANDING_FOR = frozenset({Choice, String, Text})


#: The modules of classes that say of what an object can do: a number cannot do all that a tensor can.
_OF_ABILITIES = frozenset({"collections.abc", "typing"})


def is_instance(value: Any, cls: Any) -> bool:
    """`isinstance(value, cls)`, where a staged number is what it stands for, and a tensor besides."""
    if type(value) in BUILTIN_TYPES:
        return isinstance(value, cls)
    with hidden_frames:
        value = settled(value)
        if type(value) is Either:
            return decided(value, lambda one: is_instance(one, cls))
        if type(value) is Optional:
            explain.may_be_none(value, "asked for its class")
        stands_for = getattr(type(value), "stands_for", None)
        kinds = _kinds_of_number(value) if stands_for is None else [stands_for]
        classes = cls if type(cls) is tuple else (cls,)
        if isinstance(value, tuple([c for c in classes if not kinds or c.__module__ not in _OF_ABILITIES])):
            return True
        answers = {issubclass(kind, cls) for kind in kinds}
        if len(answers) > 1:
            explain.type_of_either(*kinds)
    return True in answers


def _kinds_of_number(value: Any) -> list[type]:
    """The class of Python's of which a staged number is, or may be."""
    kind = class_of_number(value)
    if kind is None:
        return []
    return [kind, *([_JOINED_FROM[kind]] if kind.__name__ in joined_kinds() and kind in _JOINED_FROM else [])]


#: What the numbers of a class may have been before they were joined with others.
_JOINED_FROM: dict[type, type] = {float: int, int: bool}


# -- small functions -------------------------------------------------------------------------------------------------


def _just(value: Any) -> Callable[[], Any]:
    return lambda: value


def _adding(total: Any, make: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: total + number(make())


def _counting(number: Any, make: Callable[[], Any]) -> Callable[[], Any]:
    def count() -> Any:
        make()
        return number + 1

    return count


def _where_unset(condition: Any, then: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
    """A tuple that starts with True, or one that starts with False and holds any values of the same types."""
    backend = backend_of(condition)
    assert backend is not None
    names = ["the expression"] * 3
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


_FORMS: dict[Any, Callable[..., Any]] = {
    sum: _aggregate(sum, _sum),
    any: _aggregate(any, _any),
    all: _aggregate(all, _all),
    len: _aggregate(len, _len),
    min: _extreme(min, operator.lt),
    max: _extreme(max, operator.gt),
    sorted: _sorted,
    list: _list_of,
    tuple: _tuple_of,
    map: _map,
    filter: _filter,
    functools.reduce: _reduce,
    operator.getitem: _getitem,
    operator.contains: lambda container, item: contains(item, container),
    next: _next,
    **{function: _maker(function) for function in walks.MAKERS},
    type: _type,
    id: _id,
    **arithmetic.FORMS,
    **bisection.FORMS,
    **cases.FORMS,
    **formatting.FORMS,
    **heaps.FORMS,
    **mathematics.FORMS,
}


def _takes_apart(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a function of iterables is to be run as a generator: it goes over what is staged, or may decide by it."""
    if function in walks.DECIDING or any(visits_of(value) for value in args):
        return True
    return function not in (enumerate, map) and any(any_staged(value) or walks.is_stepped(value) for value in args)


def _is_long(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether some of the arguments of a function of iterables are staged, and the others can be gone over again."""
    if kwargs or any(is_iterator(value) or walks.is_stepped(value) for value in args):
        return False
    return any(backend_of(value) is not None for value in args)


#: What takes all that an iterator has left.
_DRAINING = frozenset({sum, min, max, sorted, list, tuple})

#: What goes over the characters of a string.
_OVER_CHARACTERS = frozenset({
    sum, any, all, min, max, map, filter, zip, enumerate, reversed, functools.reduce, list, tuple, sorted, iter, set,
    frozenset, Counter, *walks.OF_ITEMS,
})  # fmt: skip
#: What goes over what it is given.
_LOOPING = frozenset({sum, any, all, min, max, map, zip, enumerate, reversed, functools.reduce})

#: What a comprehension with staged parts may be given to.
_AGGREGATES = frozenset({
    sum, any, all, len, min, max, list, tuple, sorted, next, set, frozenset, dict, Counter,
})  # fmt: skip

#: Builtins whose results are numbers, whatever class of numbers they are given.
_OF_NUMBERS = frozenset({range, abs, divmod, pow, round})

#: What is said of a list, a dict or a set under a staged key without looking at what is in it.
_OF_ROWS: dict[Any, Callable[..., Any]] = {len: row_methods.length, type: Row.class_of, bool: truth_of}

_dispatchers: dict[Any, Callable[..., Any]] = {}


def staged_form(function: Any, backend: Backend) -> Any:
    """What to call in place of a builtin while a program is being staged: itself, where it is the same for all."""
    key = type(getattr(function, "__self__", None)), function.__name__
    own = _METHODS_OF_LISTS.get(key) or METHODS.get(key)
    method = own or formatting.METHODS.get(key) or formatting.SPECIAL.get(function.__name__)
    if method is not None:
        return functools.partial(method, function.__self__)
    if key[0] is str:
        return functools.partial(string_methods.of_constant, function)
    is_known = function in MAPPED or any(
        function in forms
        for forms in (
            _FORMS, walks.OVER, walks.OF_ITEMS, backend.builtins, list_methods.FORMS, dict_views.FORMS,
            table_builtins.MAKERS, (itertools.product,),
        )
    )  # fmt: skip
    if function is operator.setitem or not is_known:
        return function  # what a backend has for `setitem` makes another tensor, for a variable that is stored to
    dispatcher = _dispatchers.get(function)
    if dispatcher is None:
        dispatcher = _dispatchers[function] = _dispatcher(function)
    return dispatcher


def _dispatcher(function: Any) -> Callable[..., Any]:
    form = _FORMS.get(function)

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        try:
            if any(type(value) is Row for value in args):
                if function in _OF_ROWS:
                    return _OF_ROWS[function](*args)
                args = tuple([row_methods.loaded(value) if type(value) is Row else value for value in args])
            if function in string_methods.FORMS and args and type(args[0]) in (String, Text):
                return string_methods.FORMS[function](*args, **kwargs)
            if function is ord and len(args) == 1 and is_character(args[0]) and type(args[0]) is Choice:
                return args[0].number
            if function in MAPPED and any(type(value) is Choice for value in args):
                return mapped(functools.partial(function, **kwargs), *args)
            if function in _OVER_CHARACTERS and not (function in (min, max) and len(args) > 1):
                count = 2 if function is functools.reduce else len(args)  # the third may be a string
                args = (*map(string_methods.items_of, args[:count]), *args[count:])
            if function in _OF_NUMBERS:
                args = tuple([as_number(value) if is_numeric(value) else value for value in args])
            chosen = form
            if function in _DRAINING and args:
                args = (_drained(args[0]), *args[1:])
            if function in walks.OVER and not kwargs and any(map(walks.is_stepped, args)):
                kind, most = walks.OVER[function]
                if len(args) <= most and not any(backend_of(value) is not None for value in args):
                    meet_class(kind)
                    return new(kind(*args))
            if function is itertools.pairwise and type(args[0]) is StagedList:
                return call(walks.neighbours)(*args, **kwargs)
            if function is itertools.product and _is_long(args, kwargs):
                return call(walks.multiplied)(*args)
            if function in walks.OF_ITEMS and _takes_apart(function, args):
                return call(walks.OF_ITEMS[function])(*args, **kwargs)
            if function in table_builtins.FORMS and any(type(value) in table_methods.ITERABLES for value in args):
                return table_builtins.FORMS[function](*args, **kwargs)
            if function in table_builtins.MAKERS and args and isinstance(args[0], (Comprehension, Filtered)):
                args = (_list(_given(args[0])), *args[1:])
            if function in table_builtins.MAKERS and not any(type(value) in dict_views.ITERABLES for value in args):
                return table_builtins.MAKERS[function](*args, **kwargs)
            if function in dict_views.FORMS and dict_views.takes(function, args):
                return dict_views.FORMS[function](*args, **kwargs)
            if any(type(value) is StagedList for value in args):
                own = list_methods.FORMS.get(function)
                if own is not None and type(args[0]) is StagedList:
                    return own(*args, **kwargs)
                if function in _LOOPING:
                    args = tuple(list_methods.looped_over(args))
            if chosen is None:
                chosen = _own_method(function, args) or function
                for value in (*args, *kwargs.values()):
                    backend = backend_of(value)
                    if backend is not None:
                        mathematics.check_result(function, args)
                        chosen = backend.builtins.get(function, function)
                        break
            try:
                return chosen(*args, **kwargs)
            except StopIteration as error:
                if function is not next and args and isinstance(args[0], Comprehension) and not args[0].whole:
                    raise RuntimeError("generator raised StopIteration") from error
                raise
            except (TypeError, ValueError) as error:
                if chosen is not function and explain.is_of_systems(error) and _concerns_staged(args, kwargs):
                    explain.wrong_arguments(function, error)
                raise
        except BaseException as error:
            hide_frame(error)
            raise

    return dispatch


#: The special methods that say what a builtin is of an object.
_METHODS = {int: ("__int__", "__index__"), float: ("__float__",), bool: ("__bool__", "__len__")}


def _own_method(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """What the class of an object has for a builtin, converted: its result may be staged."""
    method = staged_method(args[0], *_METHODS[function]) if function in _METHODS and len(args) == 1 else None
    if method is None:
        return None
    if function is bool:
        return as_bool
    return functools.partial(number_of, function, _METHODS[function][0], method)


def _concerns_staged(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    values = (value.items if isinstance(value, Comprehension) else value for value in (*args, *kwargs.values()))
    return any(map(any_staged, values))


register_builtins(staged_form)
