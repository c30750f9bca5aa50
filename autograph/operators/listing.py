"""Comprehensions, generators and other iterables as lists: made by Python where the length is known, else by a loop.

What reduces them to one value is not here (`reductions`, `extremes`).
"""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter, deque
from collections.abc import Callable
from threading import get_ident
from typing import Any

from autograph import staging
from autograph.diagnostics import StagingError
from autograph.operators import (
    aggregates,
    container_errors,
    dict_views,
    list_methods,
    refusals,
    string_methods,
    table_methods,
)
from autograph.operators.any_order import distinct_part
from autograph.operators.call_sites import dict_comprehension_at_hand, same_text
from autograph.operators.calls import call, to_function
from autograph.operators.classes import class_of, staged_method
from autograph.operators.comprehensions import Comprehension, Filtered, has_no_order, itself
from autograph.operators.dicts import SETS, StagedDict
from autograph.operators.effects import is_logging, new
from autograph.operators.exits import can_leave
from autograph.operators.forms import form_of
from autograph.operators.frames import hide_frame
from autograph.operators.generators import is_run_through, of_expressions, stepped
from autograph.operators.giving_way import beginning_with
from autograph.operators.kinds import class_of_number
from autograph.operators.lists import StagedList, require
from autograph.operators.locations import VIEWS
from autograph.operators.mapping import handing_on, is_lazy
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.optionals import looped_over
from autograph.operators.order_uses import is_seen_in_no_order
from autograph.operators.rows import Row
from autograph.operators.structures import Optional
from autograph.operators.tables import Table, entry_form
from autograph.staging import Backend, backend_of, backends, count_modules, tracing_backend

#: What makes of a list what a comprehension makes, by what is in its text.
_MAKING: dict[Any, Callable[[Any], Any]] = {
    None: lambda values: values,
    "set": table_methods.set_of,
    "dict": functools.partial(table_methods.dict_of, dict),
}

#: What a comprehension with staged parts may be given to.
AGGREGATES = frozenset({
    sum, any, all, len, min, max, list, tuple, sorted, next, set, frozenset, dict, Counter, deque,
})  # fmt: skip

#: What `elements` leaves for the `listed` around it, by thread.
_pending: dict[int, Any] = {}

#: Likewise, what a generator that is not run yet goes over, tests and makes.
_later: dict[int, tuple[Any, Any, Any]] = {}


def elements(iterable: Any, test: Any = None, element: Any = None, callee: Any = None, depth: int = 0) -> Any:
    """What a comprehension loops over: the iterable, or the elements of a staged one, if their number is known.

    Args:
        iterable: that of its first clause.
        test, element, depth: see `Comprehension`; without them, the comprehension is only ever Python's.
        callee: what the comprehension is given to; "set", "dict" and "later" of a comprehension of that kind, and of a
            generator expression that is given to nothing known; "last" of a list of functions that have the last item.
    """
    if not backends and count_modules() == staging.modules_seen:
        return iterable
    try:
        iterable = stepped(iterable)
        if type(iterable) is Optional:
            iterable = looped_over(iterable)
        if callee == "later" and tracing_backend() is not None:
            return _gone_over_later(iterable, test, element)
        if callee == "last" and tracing_backend() is not None and backend_of(iterable) is not None:
            items = list_of(comprehension_of(iterable))
            iterable, element, callee = items, functools.partial(_of_the_last, element, items), None
        if element is not None and tracing_backend() is not None and (callee in AGGREGATES or callee in _MAKING):
            if callee == "dict" and test is not None and not depth and type(iterable) in (list, tuple):
                _pending[get_ident()] = to_function(aggregates.kept_in_dict)(iterable, test, element)
                return ()
            comprehension = Comprehension(iterable, test, element, depth, callee)
            comprehension.in_no_order = has_no_order(comprehension.items) and is_seen_in_no_order()
            _pending[get_ident()] = (
                comprehension if callee in AGGREGATES else _MAKING[callee](new(list_of(comprehension)))
            )
            return ()
        iterable = string_methods.items_of(iterable)
        backend = backend_of(iterable)
        if backend is None:
            return iterable
        if type(iterable) in table_methods.ITERABLES:
            container_errors.keys_are_staged()
        if type(iterable) in dict_views.ITERABLES:
            found = dict_views.listed(iterable)
            return found if type(found) is list else container_errors.keys_are_staged()
        return unrolled(backend, iterable)
    except BaseException as error:
        hide_frame(error)
        raise


def _of_the_last(element: Callable[[Any], Any], items: Any, item: Any) -> Any:
    return element(items[-1])


def _gone_over_later(iterable: Any, test: Any, element: Any) -> Any:
    """What Python goes over for a generator expression, whose control flow may also be staged by who goes over that."""
    is_staged = backend_of(iterable) is not None
    if type(iterable) in _KEYED:  # what Python goes over must have as many keys then as it has now
        return elements(iterable)
    if test is None and is_staged and type(iterable) is not StagedList:
        try:
            return elements(iterable)
        except StagingError as error:
            refusals.forget(error)
    _later[get_ident()] = iterable, test, element
    return ()


def listed(comprehension: Any) -> Any:
    """A list or a generator, or what `elements` found in place of it."""
    if not _pending and not _later:
        return new(comprehension) if is_logging() else comprehension
    arguments = _later.pop(get_ident(), None)
    if arguments is not None:
        made = new(call(aggregates.generated)(*arguments))
        of_expressions.add(made)
        return made
    found = _pending.pop(get_ident(), comprehension)
    if type(found) is Comprehension:
        found.whole = type(comprehension) is list
        if not found.whole:
            found.element, found.test = handing_on(found.element, found.callee), handing_on(found.test, found.callee)
    return new(found)


def list_of(comprehension: Comprehension) -> Any:
    """The list of a comprehension; one of staged length, where that is."""
    backend = comprehension.backend
    items = comprehension.items
    is_unordered = comprehension.callee in (Counter, "set") or comprehension.in_no_order
    if is_unordered and type(items) is StagedDict and items.kind in SETS:
        form = entry_form(items.backend, items, ())
        if form is not None:
            items = comprehension.items = Table.of(items.backend, items, form)
    if type(items) in table_methods.ITERABLES:
        comprehension.without_effects()
        is_distinct = comprehension.callee == "dict" and not comprehension.depth and _has_keys_of_its_own(items)
        if not table_methods.has_order(items) and (is_distinct or is_unordered):
            return _in_no_order(comprehension)
        items = comprehension.items = table_methods.listed(items, comprehension.callee)
    if type(items) in _OF_STAGED_LENGTH or (type(items) is Row and isinstance(items, list)):
        items = None
    elif backend is not None and comprehension.test is None:
        try:
            unroll = backend.builtins.get(iter)
            items = None if unroll is None else new(unroll(items))
        except (TypeError, ValueError) as error:
            if not _is_bounded(backend, items):
                container_errors.cannot_unroll(error)
            items = None
    elif backend is not None and not _is_bounded(backend, items):
        container_errors.staged_filter()
    if items is None or comprehension.test is not None or comprehension.depth or is_run_through(items):
        return to_function(aggregates.collected)(comprehension.depth, *comprehension.arguments())
    parts: Any = Comprehension(items, None, comprehension.element).parts()
    return [make() for _, make in parts]


def _has_keys_of_its_own(items: Any) -> bool:
    """Whether the dict comprehension that is evaluated makes of no two items the same key, as the text has it."""
    made = dict_comprehension_at_hand()
    distinct = None if made is None else distinct_part(items, made.generators[0].target)
    return made is not None and distinct is not None and same_text(distinct, made.key)


def _in_no_order(comprehension: Comprehension) -> Any:
    """The list of a comprehension over what has no order, for what only counts its elements."""
    comprehension.items = table_methods.elements_in(comprehension.items)
    found = list_of(comprehension)
    if type(found) is StagedList:
        found.widen(dataclasses.replace(found.form, is_ordered=False))
    return found


def list_from(*given: Any) -> Any:
    if given and isinstance(given[0], Comprehension):
        # `len(list(...))` counts what is kept.
        if given[0].callee is not len:
            return list_of(given[0])
        given[0].whole = True
        return given[0]
    if given and isinstance(given[0], Filtered):
        return list_of(comprehension_of(given[0]))
    if given and backend_of(given[0]) is not None:
        return list_of(comprehension_of(given[0]))
    return list(*given)


def tuple_from(*given: Any) -> Any:
    given = tuple([without_filters(value) for value in given])  # `map` would take a StopIteration for its end
    backend = backend_of(given[0]) if given else None
    if backend is None:
        return tuple(*given)
    listed = list_of(comprehension_of(given[0])) if is_lazy(given[0]) else unrolled(backend, given[0])
    return list_methods.FORMS[tuple](listed) if type(listed) is StagedList else tuple(listed)


def _deque_bounded_by(most: Any, iterable: Any = ()) -> Any:
    """`deque(iterable, most)`, where `most` is staged."""
    if class_of_number(most) is not int:
        container_errors.maxlen_is_staged()
    backend: Any = backend_of(most)
    require(backend, most >= 0, ValueError("maxlen must be non-negative"))
    listed = call(list)(iterable)
    if type(listed) is not StagedList:
        form = form_of(backend, listed or [0])
        if form is None:
            container_errors.maxlen_is_staged()
        listed = StagedList.of(backend, listed, form)
    return list_methods.last_of(listed, most)


def deque_from(*given: Any, **options: Any) -> Any:
    most = given[1] if len(given) > 1 else options.get("maxlen")
    if backend_of(most) is not None and len(given) <= 2:
        options.pop("maxlen", None)
        return _deque_bounded_by(most, *given[:1], **options)
    if not 1 <= len(given) <= 2:
        return deque(*given, **options)
    listed = call(list)(given[0])
    if type(listed) is not StagedList:
        return deque(listed, *given[1:], **options)
    return list_methods.last_of(listed, deque((), *given[1:], **options).maxlen)


def drained(iterable: Any, makes_list: bool) -> Any:
    """A list of what is left of an iterator, if it may stand where only the program knows; other items themselves.

    Args:
        iterable: what is gone over.
        makes_list: whether Python asks it first how many items there are, for the room that a list needs.
    """
    items, kind = stepped(iterable), class_of(iterable)
    if makes_list and items is not iterable:
        for name in ("__len__", "__length_hint__"):
            if has_class_attribute(kind, name):
                method = staged_method(iterable, name) or getattr(kind, name)
                method(iterable)
                break
    items = items if is_run_through(items) else beginning_with[-1](items)
    return to_function(aggregates.collected)(0, items, None, itself) if is_run_through(items) else items


def comprehension_of(items: Any, callee: Any = None) -> Comprehension:
    return items if isinstance(items, Comprehension) else Comprehension(items, None, itself, 0, callee)


def without_filters(items: Any) -> Any:
    """A comprehension or a filter as the list that it makes."""
    if isinstance(items, (Comprehension, Filtered)):
        return list_of(comprehension_of(items))
    return items


def unrolled(backend: Backend, iterable: Any) -> Any:
    unroll = backend.builtins.get(iter)
    if unroll is None:
        return iterable
    try:
        return unroll(iterable)
    except (TypeError, ValueError) as error:
        container_errors.cannot_unroll(error)


#: Of which a list is made by a loop.
_OF_STAGED_LENGTH = frozenset({StagedList, *dict_views.ITERABLES})
_KEYED = table_methods.ITERABLES | dict_views.ITERABLES | {dict, set, *VIEWS}


def _is_bounded(backend: Backend, items: Any) -> bool:
    """Whether a backend has lists that can get as long as some items are many, or can say that one cannot."""
    buffer = backend.new_buffer(backend.type_of(0))
    if type(items) is StagedList or backend.buffer_room(backend.buffer_type(buffer)) is None:
        return True
    return can_leave() or isinstance(getattr(backend.iteration(items), "count", None), int)
