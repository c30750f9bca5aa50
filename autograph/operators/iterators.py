"""`next`, and the builtins that make an iterator which may be advanced on one path only.

The iterators themselves are in `walks`.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from types import FunctionType, GeneratorType
from typing import Any

from autograph.operators import aggregates, container_errors, dict_views, table_methods, walks
from autograph.operators.call_sites import calls_any
from autograph.operators.calls import call, to_function
from autograph.operators.classes import class_of, meet_class
from autograph.operators.comprehensions import Comprehension, Filtered
from autograph.operators.dispatch import each
from autograph.operators.effect_errors import refuse_iterator
from autograph.operators.effects import logging_part, new
from autograph.operators.either import Either
from autograph.operators.generators import visits_of
from autograph.operators.giving_way import beginning_with, resumed
from autograph.operators.holders import may_be_held
from autograph.operators.kinds import is_number
from autograph.operators.listing import comprehension_of
from autograph.operators.logical import if_exp
from autograph.operators.mapping import is_lazy
from autograph.operators.namespaces import class_attribute
from autograph.operators.observed import is_endless, is_iterator, watch_iterator
from autograph.operators.optionals import truth_of
from autograph.operators.origin import reaches_staged
from autograph.operators.refusals import raise_again
from autograph.operators.rows import Row
from autograph.source.build import is_converted
from autograph.staging import backend_of


def next_(iterator: Any, *default: Any) -> Any:
    if isinstance(iterator, (Comprehension, Filtered)):
        return _first(comprehension_of(iterator), *default)
    if type(iterator) is Either:
        return each(iterator, lambda one: next_(one, *default))
    method = class_attribute(class_of(iterator), "__next__")
    backend = None if type(iterator) is Row and type(method) is FunctionType else backend_of(iterator)
    if backend is not None:
        if is_lazy(iterator) and calls_any(MAKING):  # made here, for its first item
            return _first(comprehension_of(iterator), *default)
        return backend.builtins.get(next, next)(iterator, *default)
    if type(method) is FunctionType:
        form = to_function(method)
        if is_converted(form):  # whose stores are logged where they happen
            return to_function(walks.next_or)(iterator, *default) if default else form(iterator)
    if visits_of(iterator, True) is not None:
        return _first(comprehension_of(iterator), *default)
    watch_iterator(iterator)
    held = beginning_with[-1](iterator)
    if held is not iterator:
        return next_(held, *default)
    return next(iterator, *default)


#: What makes an iterator of others.
MAKING = frozenset({reversed, *walks.OVER, *walks.OF_ITEMS})


def maker_of(function: Any) -> Callable[..., Any]:
    """Makes an iterator that may be advanced on one path, where Python would make one of its own of such arguments."""
    kind, takes, most = walks.MAKERS[function][0], _TAKING[function], walks.MAKERS[function][1]

    def make(*args: Any, **kwargs: Any) -> Any:
        is_known = not kwargs and len(args) <= most and all(takes(value) for value in args)
        if is_known and (args or function is itertools.count):
            meet_class(kind)
            return new(kind(*args))
        if function is iter and len(args) == 2 and callable(args[0]) and any(map(reaches_staged, args)):
            meet_class(walks.Until)
            return new(walks.Until(*args))
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


#: What has the same items in the same order until it is changed.
_CYCLED = frozenset({tuple, range, str, list, deque, dict, OrderedDict, defaultdict, Counter})

#: Of what those of `walks.MAKERS` are made.
_TAKING: dict[Any, Callable[[Any], bool]] = {
    iter: lambda value: type(value) in walks.SEQUENCES or (type(value) is Row and isinstance(value, list)),
    itertools.count: is_number,
    itertools.cycle: lambda value: type(value) in _CYCLED,
    itertools.repeat: lambda value: True,
}


def is_gone_on_with(iterable: Any) -> bool:
    """Whether something is an iterator of Python's that somebody may go on with, once it was advanced."""
    is_pythons = is_iterator(iterable) and not walks.is_stepped(iterable) and visits_of(iterable, True) is None
    return is_pythons and may_be_held(iterable)


def advanced_along(iterable: Any) -> Any:
    """What stands for an iterator of Python's of which only the program knows how far it is advanced.

    Raises:
        StagingError: somebody may go on with it, and nothing can stand for it.
    """
    if not is_gone_on_with(iterable):
        return iterable
    made = resumed(iterable) if type(iterable) is GeneratorType else None
    if made is None:
        refuse_iterator(iterable)
    return made


def bounded(iterable: Any) -> Any:
    """What is gone over along with what is staged: the items that an iterator of Python's has left, if it ends.

    All are drawn: how many are asked for is staged.
    """
    if not is_iterator(iterable):
        return iterable
    if is_endless(iterable):
        container_errors.has_no_end(iterable)
    with logging_part() as effects:
        items = [*itertools.islice(iterable, _MOST_DRAWN + 1)]
    if len(items) > _MOST_DRAWN:
        container_errors.has_no_end(iterable)
    if effects.effects():  # which the program has between those of the loop, and not for items that it does not take
        refuse_iterator(iterable)
    return items


def is_of_unknown_length(iterables: Sequence[Any]) -> bool:
    """Whether only the program knows how many items some iterables have."""
    return any(walks.is_stepped(value) or not _is_of_known_length(value) for value in iterables)


def _is_of_known_length(value: Any) -> bool:
    backend = backend_of(value)
    if backend is None:
        return True
    numbered = backend.numbered(value) if type(value) not in walks.SEQUENCES else None
    return numbered is not None and isinstance(numbered[0], int)


#: How many items an iterator may have that is gone over along with what is staged.
_MOST_DRAWN = 10_000


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
_OF_KNOWN = (enumerate, zip, reversed, itertools.product, *walks.OF_CHOICES)
