"""`next`, and the builtins that make an iterator which may be advanced on one path only.

The iterators themselves are in `walks`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from autograph.operators import aggregates, container_errors, dict_views, table_methods, walks
from autograph.operators.calls import call, to_function
from autograph.operators.classes import meet_class
from autograph.operators.comprehensions import Comprehension
from autograph.operators.effects import new
from autograph.operators.generators import visits_of
from autograph.operators.listing import comprehension_of
from autograph.operators.logical import if_exp
from autograph.operators.observed import is_iterator, watch_iterator
from autograph.operators.optionals import truth_of
from autograph.operators.origin import raise_again
from autograph.source.build import is_converted
from autograph.staging import backend_of


def next_(iterator: Any, *default: Any) -> Any:
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
        return _first(comprehension_of(iterator), *default)
    if is_iterator(iterator):
        watch_iterator(iterator)
    return next(iterator, *default)


def maker_of(function: Any) -> Callable[..., Any]:
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
                container_errors.staged_filter()
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


#: What goes over the keys of a dict, or its values or items, which are staged.
_KEYED = table_methods.ITERABLES | dict_views.ITERABLES

#: Iterators that do nothing but go over what they were made of, which is not likely to be drawn from elsewhere.
_OF_KNOWN = (enumerate, zip, reversed)
