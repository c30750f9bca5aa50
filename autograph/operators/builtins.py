"""Builtins of Python over what may be staged: which form runs, found by the builtin itself, never by its name.

A builtin of a staged argument is what the backend has for it, or a form of its own. The forms are tables of this and
other modules; what they do is not here (`listing`, `reductions`, `extremes`, `sorting`, `iterators`, ...).
"""

from __future__ import annotations

import functools
import inspect
import itertools
import math
import operator
from collections import Counter, deque
from collections.abc import Callable
from types import GeneratorType
from typing import Any

from autograph.operators import (
    arithmetic,
    bisection,
    call_errors,
    cases,
    complex_functions,
    dict_views,
    enumerations,  # noqa: F401 - says what makes their members
    exit_stacks,  # noqa: F401 - says what stands for an `ExitStack`
    formatting,
    heaps,
    library_effects,  # noqa: F401 - says what stands for `sys.exit` and its like
    library_texts,  # noqa: F401 - says what its functions are called by
    list_methods,
    looped_lists,
    mathematics,
    record_rows,
    row_methods,
    string_methods,
    table_builtins,
    table_methods,
    translating,
    value_errors,
    walks,
)
from autograph.operators.call_sites import is_given_to, is_gone_over_here
from autograph.operators.calls import call, name_of, register_builtins
from autograph.operators.choices import MAPPED, Choice, as_number, is_character, is_numeric, mapped
from autograph.operators.classes import meet_class, staged_method
from autograph.operators.comparisons import any_staged, contains, inverted, is_, is_not
from autograph.operators.comprehensions import Comprehension, Filtered
from autograph.operators.dispatch import each
from autograph.operators.effect_errors import refuse_iterator
from autograph.operators.effects import log, logging_part, new
from autograph.operators.either import Either
from autograph.operators.extremes import extreme_of
from autograph.operators.frames import hidden_frames, hide_frame
from autograph.operators.generators import give, is_of_expression, stepped, visits_of
from autograph.operators.giving_way import beginning_with
from autograph.operators.holders import may_be_held
from autograph.operators.identity import id_, type_
from autograph.operators.iterators import (
    MAKING,
    advanced_along,
    bounded,
    is_gone_on_with,
    is_of_unknown_length,
    maker_of,
    next_,
)
from autograph.operators.kinds import class_of_number, is_staged_range
from autograph.operators.listing import comprehension_of, deque_from, drained, list_from, list_of, tuple_from
from autograph.operators.lists import StagedList, require
from autograph.operators.logical import if_exp, not_
from autograph.operators.mapping import filter_, groupby_, is_lazy, islice_, map_
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.observed import is_iterator
from autograph.operators.operands import (
    are_texts,
    asking_for_kinds,
    check_arguments,
    check_method,
    check_operands,
    example_of,
)
from autograph.operators.optionals import as_bool, is_none, truth_of
from autograph.operators.origin import raised_by
from autograph.operators.own_truth import number_of
from autograph.operators.reductions import (
    aggregate,
    all_,
    any_,
    exact_sum,
    has_objects,
    len_,
    product_,
    reduce_,
    sum_,
    sum_of_objects,
)
from autograph.operators.refusals import raise_new
from autograph.operators.rows import Row
from autograph.operators.sorting import keys_of, sort_, sorted_
from autograph.operators.strings import String
from autograph.operators.structures import Optional
from autograph.operators.subscripts import METHODS, indexed
from autograph.operators.text import Text
from autograph.staging import Backend, backend_of

_METHODS_OF_LISTS: dict[tuple[type, str], Callable[..., Any]] = {(list, "sort"): sort_}


_METHODS_OF_TEXT = {**formatting.METHODS, **translating.METHODS}
#: Special methods that are called by their names.
_SPECIAL = {**formatting.SPECIAL, **arithmetic.SPECIAL}


def _getitem(container: Any, key: Any) -> Any:
    return indexed(container)[key]


def _itemgetter(*keys: Any) -> Callable[[Any], Any]:
    if not any(map(any_staged, keys)):
        return operator.itemgetter(*keys)

    def get(container: Any) -> Any:
        items = [_getitem(container, key) for key in keys]
        return items[0] if len(items) == 1 else tuple(items)

    return get


def _methodcaller(name: str, /, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
    return lambda holder: call(getattr(holder, name))(*args, **kwargs)


_FORMS: dict[Any, Callable[..., Any]] = {
    operator.is_: is_,
    operator.is_not: is_not,
    sum: aggregate(sum, sum_),
    any: aggregate(any, any_),
    all: aggregate(all, all_),
    len: aggregate(len, len_),
    min: extreme_of(min, operator.lt),
    max: extreme_of(max, operator.gt),
    sorted: sorted_,
    list: list_from,
    tuple: tuple_from,
    deque: deque_from,
    map: map_,
    filter: filter_,
    itertools.groupby: groupby_,
    itertools.islice: islice_,
    functools.reduce: reduce_,
    functools.cmp_to_key: keys_of,
    math.fsum: exact_sum,
    math.prod: product_,
    operator.getitem: _getitem,
    operator.itemgetter: _itemgetter,
    operator.contains: lambda container, item: contains(item, container),
    operator.countOf: lambda values, item: call(call(list)(values).count)(item),
    operator.methodcaller: _methodcaller,
    **dict.fromkeys((operator.inv, operator.invert), lambda value: ~inverted(value)),
    operator.not_: not_,
    operator.truth: lambda value: call(bool)(value),
    next: next_,
    **{function: maker_of(function) for function in walks.MAKERS},
    type: type_,
    id: id_,
    **arithmetic.FORMS,
    **bisection.FORMS,
    **cases.FORMS,
    **complex_functions.FORMS,
    **formatting.FORMS,
    **heaps.FORMS,
    **mathematics.FORMS,
    **translating.FORMS,
}


def _takes_apart(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a function of iterables is to be run as a generator: it goes over what is staged, or may decide by it."""
    if function is filter:
        return not (is_given_to(_GOING_OVER) or any(map(_is_tensor, args[1:])))
    if function is itertools.islice:
        is_stopped = len(args) > 1 and all(bound is None or _is_count(bound) for bound in args[1:])
        return is_stopped and visits_of(args[0], leaves_early=True) is not None
    if function in walks.DECIDING or any(visits_of(value) for value in args):
        return True
    if function in _OF_FUNCTIONS and any(map(is_iterator, args)):  # whose items may be staged, and are not known yet
        return True
    return function not in (enumerate, map) and any(any_staged(value) or _is_walked(value) for value in args)


#: What calls a function of the program's for each item, whatever it is: `itertools.accumulate(reversed(xs), max)`.
_OF_FUNCTIONS = frozenset({itertools.accumulate, itertools.starmap})


def _is_walked(value: Any) -> bool:
    """Whether a class of the user's says how something is gone over."""
    return walks.is_stepped(value) or staged_method(value, "__iter__") is not None


def _is_tensor(value: Any) -> bool:
    """Whether a staged value has items of its own, in the order that it gives them."""
    return backend_of(value) is not None and not is_lazy(value) and type(value) is not StagedList


def _is_long(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether some of the arguments of a function of iterables are staged, and the others can be gone over again."""
    if kwargs or any(is_iterator(value) or walks.is_stepped(value) for value in args):
        return False
    return any(backend_of(value) is not None for value in args)


#: What needs all items before it makes the first, or goes on where one of them has ended.
_WHOLE = frozenset({*walks.OF_CHOICES, itertools.zip_longest})
_AS_LOOPS = "write it as loops over positions: `for i in range(n): for j in range(i + 1, n): ...`"


def _of_whole(function: Any, items: Any, size: Any = None, *others: Any, **kwargs: Any) -> Any:
    """The iterator of a function of `_WHOLE`, where only the program knows how many items there are or are taken."""
    kind = walks.OF_CHOICES.get(function)
    if kind is None or kwargs or others:
        call_errors.asks_a_tensor(f"itertools.{function.__name__}", "how many items there are", _AS_LOOPS)
    items = call(list)(items)
    if size is None and function is itertools.permutations:
        size = call(len)(items)
    if not _is_count(size) or backend_of(size) is None:
        try:
            function((), size if backend_of(size) is None else 0.5)  # says what is wrong with it
        except (TypeError, ValueError) as error:
            raise_new(error)
    meet_class(kind)
    return new(call(kind)(items, size))


def _is_of_unknown_size(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether only the program knows how many items a function of `_WHOLE` has, or how many it takes."""
    if function is itertools.zip_longest:
        return is_of_unknown_length(args)
    return is_of_unknown_length(args[:1]) or (len(args) == 2 and backend_of(args[1]) is not None)


#: What takes all that an iterator has left.
_DRAINING = frozenset({sum, min, max, sorted, list, tuple})
_MAKING_LISTS = frozenset({sorted, list, tuple})
#: What is given a function before what it goes over.
_GIVEN_FUNCTIONS = frozenset({
    map, filter, itertools.filterfalse, itertools.takewhile, itertools.dropwhile, itertools.starmap,
})  # fmt: skip
#: What asks no iterable how many items it has.
_WITHOUT_ROOM = frozenset({set, frozenset, dict, deque, Counter})

#: What goes over the characters of a string.
_OVER_CHARACTERS = frozenset({
    sum, any, all, min, max, map, filter, zip, enumerate, reversed, functools.reduce, list, tuple, sorted, iter, set,
    frozenset, Counter, itertools.zip_longest, *walks.OF_ITEMS,
})  # fmt: skip

#: What goes over what it is given.
_LOOPING = frozenset({sum, any, all, min, max, map, zip, enumerate, reversed, functools.reduce})

#: Builtins whose results are numbers, whatever class of numbers they are given.
_OF_NUMBERS = frozenset({range, abs, divmod, pow, round})

#: Builtins that take integers, where systems may take floats.
_OF_INTEGERS = frozenset({
    bin, chr, enumerate, hex, int, itertools.repeat, math.comb, math.factorial, math.gcd, math.isqrt, math.lcm,
    math.ldexp, math.perm, oct, pow, range, round,
})  # fmt: skip

#: What is done with all that is in a container before anything else runs.
_AT_ONCE = frozenset({list, tuple, set, frozenset, dict, sum, any, all, str, repr, format, isinstance})


def _of_object(function: Any, args: tuple[Any, ...]) -> Any:
    """What a builtin makes of an object by a special method that its class has."""
    if len(args) != 1 or function not in _OF_OBJECTS or not args[0].pool.is_of_objects:
        return NotImplemented
    if function in _METHODS:
        own = _own_method(function, args)
        return NotImplemented if own is None else own(*args)
    return record_rows.special(args[0], _OF_OBJECTS[function], ())


#: What asks an object only for what its class says of it.
_OF_OBJECTS: dict[Any, str] = {int: "__int__", float: "__float__", iter: "__iter__", reversed: "__reversed__"}


def _read(function: Any, row: Row) -> Any:
    """What a builtin is given for a row."""
    if row.pool.is_of_objects and function not in (str, repr, format):
        return row_methods.items_of_object(row) if function in (any, all) else row
    if function.__module__ in ("_bisect", "_heapq"):
        return row  # which may change it
    return row_methods.loaded(row) if function in _AT_ONCE else row_methods.gone_over(row)


#: What is said of a list, a dict or a set under a staged key without looking at what is in it.
_OF_ROWS: dict[Any, Callable[..., Any]] = {
    len: row_methods.length,
    type: Row.class_of,
    bool: truth_of,
    id: functools.partial(value_errors.is_one_of_several, use="asked for its `id`"),
    operator.is_: is_,
    operator.is_not: is_not,
}

_dispatchers: dict[Any, Callable[..., Any]] = {}


def staged_form(function: Any, backend: Backend) -> Any:
    """What to call in place of a builtin while a program is being staged: itself, where it is the same for all."""
    key = type(getattr(function, "__self__", None)), function.__name__
    own = _METHODS_OF_LISTS.get(key) or METHODS.get(key)
    method = own or _METHODS_OF_TEXT.get(key) or _SPECIAL.get(name_of(function))
    if method is not None:
        made = functools.partial(method, function.__self__)
        return functools.partial(_of_container, function, made) if key[0] in _HOLDING else made
    if key[0] is str:
        return functools.partial(_of_container, function, functools.partial(string_methods.of_constant, function))
    is_known = function in MAPPED or any(
        function in forms
        for forms in (
            _FORMS, walks.OVER, walks.OF_ITEMS, backend.builtins, list_methods.FORMS, dict_views.FORMS,
            table_builtins.MAKERS, (itertools.product, itertools.tee), _WHOLE,
        )
    )  # fmt: skip
    if function is operator.setitem or not is_known:
        return function  # what a backend has for `setitem` makes another tensor, for a variable that is stored to
    dispatcher = _dispatchers.get(function)
    if dispatcher is None:
        dispatcher = _dispatcher(function)
        dispatcher = _reversed(dispatcher) if function is reversed else dispatcher
        if function in walks.BY_POSITIONS:
            dispatcher = looped_lists.noted(dispatcher, functools.partial(_by_positions, function, dispatcher))
        _dispatchers[function] = dispatcher
    return dispatcher


def _of_container(method: Any, form: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Calls the form of a method that is given no numbers of a class that it does not take."""
    unlike = next((k for k, value in enumerate(args) if type(value) in _UNLIKE and _takes_integer(method, k)), None)
    if unlike is not None:

        def of_one(*args: Any, **kwargs: Any) -> Any:
            if (around := log()) is not None:
                around.writes(method.__self__)
            return _of_container(method, form, *args, **kwargs)

        value, before, after = args[unlike], args[:unlike], args[unlike + 1 :]
        if type(value) is Either:
            return each(value, lambda one: of_one(*before, one, *after, **kwargs))
        without = functools.partial(of_one, *before, None, *after, **kwargs)
        return if_exp(is_none(value), without, lambda: of_one(*before, value.value, *after, **kwargs))()
    with hidden_frames:
        check_method(method, *args, **kwargs)
        return form(*args, **kwargs)


def _check_bounds(*bounds: Any) -> None:
    """Raises what `itertools.islice` raises of a float, and refuses what may be None or one of several."""
    for bound in bounds:
        if type(bound) is Optional:
            value_errors.may_be_none(bound, "given to `itertools.islice`")
        if type(bound) is Either:
            bound.refuse()
    if any(class_of_number(bound) is float for bound in bounds):
        asking_for_kinds[-1](*bounds)
        raise_new(raised_by(itertools.islice, (), *map(example_of, bounds)))


def _takes_integer(method: Any, place: int) -> bool:
    """Whether an argument of a method of a container is a position or a number, or part of what a text is asked for."""
    if type(method.__self__) is str:
        return method.__name__ not in _SHOWING
    return place in _INTEGERS_OF.get(method.__name__, ())


#: The methods of texts that show what they are given, or have it one by one.
_SHOWING = frozenset({"format", "format_map", "join"})


#: What stands for one of several values, which are unlike.
_UNLIKE = (Either, Optional)
#: Where the methods of lists and deques take integers.
_INTEGERS_OF = {"insert": (0,), "pop": (0,), "index": (1, 2), "rotate": (0,)}

#: The classes of containers whose methods may be given staged numbers, and strings.
_HOLDING = frozenset({list, tuple, deque, dict, set, frozenset, str})


def _dispatcher(function: Any) -> Callable[..., Any]:
    form = _FORMS.get(function)

    def dispatch(*args: Any, **kwargs: Any) -> Any:
        try:
            if kwargs:
                args, kwargs = _by_position(function, args, kwargs)
            if any(type(value) is Row for value in args):
                if function in _OF_ROWS:
                    return _OF_ROWS[function](*args)
                if (made := _of_object(function, args)) is not NotImplemented:
                    return made
                if function is iter and isinstance(args[0], list):  # what it gets meanwhile is gone over as well
                    return maker_of(iter)(*args)
                args = tuple([_read(function, value) if type(value) is Row else value for value in args])
            if function in _OF_INTEGERS:
                if function is itertools.repeat and len(args) == 2 and type(args[1]) is Either:
                    return each(args[1], lambda times: dispatch(args[0], times))
                check_arguments(function, *args, **kwargs)
            if function is round and len(args) == 2 and backend_of(args[1]) is not None and backend_of(args[0]) is None:
                call_errors.wrong_arguments(function, TypeError("how many digits there are is staged"))
            reads_digits = function is int and len(args) + len(kwargs) == 2 and isinstance(args[0], str)
            if function in string_methods.FORMS and args and (type(args[0]) in (String, Text) or reads_digits):
                return string_methods.FORMS[function](*args, **kwargs)
            if function is ord and len(args) == 1 and is_character(args[0]) and type(args[0]) is Choice:
                return args[0].number
            if function in MAPPED and any(type(value) is Choice for value in args):
                return mapped(functools.partial(function, **kwargs), *args)
            of_values = function in (min, max) and len(args) > 1  # and over none of them
            if function in _OVER_CHARACTERS and not of_values:
                count = 2 if function is functools.reduce else len(args)  # the third may be a string
                args = (*map(string_methods.items_of, args[:count]), *args[count:])
            if function in _OF_NUMBERS:
                args = tuple([as_number(value) if is_numeric(value) else value for value in args])
            if (function in _OF_NUMBERS or function.__module__ == "math") and any(map(are_texts, args)):
                check_operands(function, *args)
            chosen = form
            if function in _DRAINING and args and not of_values:
                args = (drained(args[0], function in _MAKING_LISTS), *args[1:])
            if function in _WITHOUT_ROOM and args and staged_method(args[0], "__len__") is not None:
                args = args if has_class_attribute(type(args[0]), "keys") else (drained(args[0], False), *args[1:])
            if function in walks.OVER or function in walks.OF_ITEMS:
                is_first = function in _GIVEN_FUNCTIONS
                args = (*args[:is_first], *map(stepped, args[is_first:]))
            if function is reversed and args and (method := staged_method(args[0], "__reversed__")) is not None:
                return method(*args)
            if function is reversed and len(args) == 1 and _has_items_by_position(args[0]):
                meet_class(walks.ReversedIndexWalk)
                return new(call(walks.ReversedIndexWalk)(*args))
            if function is zip and "strict" in kwargs and not kwargs["strict"]:
                kwargs.pop("strict")
            if function in (zip, map):
                args = _advanced_along(function, args)
            if function is itertools.islice:
                _check_bounds(*args[1:])
            if function is itertools.islice and any(backend_of(bound) is not None for bound in args[1:]):
                if type(args[0]) is str or (type(args[0]) is deque and _is_gone_over_here()):
                    args = ([*args[0]], *args[1:])
            if function is itertools.product and any(map(walks.is_stepped, args)):  # it has all items at once
                args = tuple([call(list)(value) if walks.is_stepped(value) else value for value in args])
            if function is zip and kwargs.keys() == {"strict"} and is_of_unknown_length(args):
                return new(call(walks.StrictZip)(*args))
            asks_each = _goes_along(function, args) or any(map(walks.is_stepped, args)) or _is_cut(function, args)
            if function in walks.OVER and not kwargs and asks_each:
                args = tuple([tuple(value) if type(value) is str else value for value in args])
                kind, most = walks.OVER[function]
                if len(args) <= most and (function is not itertools.islice or _is_count(*args[1:])):
                    meet_class(kind)
                    return new(call(kind)(*args))
            if function is itertools.pairwise and type(args[0]) is StagedList:
                return call(walks.neighbours)(*args, **kwargs)
            if function is itertools.product and kwargs.keys() == {"repeat"} and type(kwargs["repeat"]) is int:
                args, kwargs = args * kwargs["repeat"], {}
            if function is itertools.product and _is_long(args, kwargs):
                given = {id(v): call(list)(v) for v in args if type(v) in (list, StagedList)}  # as they are now
                return call(walks.multiplied)(*[given.get(id(value), value) for value in args])
            if function is itertools.zip_longest:
                args = tuple([call(list)(value) if is_staged_range(value) else value for value in args])
            if function is itertools.zip_longest and _are_sequences(args) and kwargs.keys() <= {"fillvalue"}:
                return call(walks.padded)(args, kwargs.get("fillvalue"))
            if function is itertools.islice and len(args) > 2 and type(args[0]) in _SLICED and not kwargs:
                if type(args[0]) is StagedList or any(backend_of(bound) is not None for bound in args[1:]):
                    return _sliced(*args)
            if function is itertools.tee and type(args[0]) is StagedList and not kwargs:
                return tuple([call(iter)(args[0]) for _ in range(*args[1:] or (2,))])
            if function is itertools.cycle and len(args) == 1:
                args = (_cycled(args[0]),)
            if function is itertools.cycle and type(args[0]) is StagedList and not may_be_held(args[0]):
                meet_class(walks.LongCycle)
                return new(call(walks.LongCycle)(*args))
            if function is itertools.repeat and len(args) == 2 and backend_of(args[1]) is not None:
                meet_class(walks.RepeatTimes)
                return new(call(walks.RepeatTimes)(*args))
            if function in _WHOLE and _is_of_unknown_size(function, args):
                return _of_whole(function, *args, **kwargs)
            if function in walks.OF_ITEMS and _takes_apart(function, args):
                for value in args:
                    give(value, sum(other is value for other in args) == 1)
                return call(walks.OF_ITEMS[function])(*args, **kwargs)
            if function in table_builtins.FORMS and any(type(value) in table_methods.ITERABLES for value in args):
                return table_builtins.FORMS[function](*args, **kwargs)
            if function in table_builtins.MAKERS and args and isinstance(args[0], (Comprehension, Filtered)):
                args = (list_of(comprehension_of(args[0])), *args[1:])
            if function in table_builtins.MAKERS and not any(type(value) in dict_views.ITERABLES for value in args):
                return table_builtins.MAKERS[function](*args, **kwargs)
            if function in dict_views.FORMS and dict_views.takes(function, args):
                return dict_views.FORMS[function](*args, **kwargs)
            if function is sum and args and has_objects(args[0]):
                return sum_of_objects(*args, **kwargs)
            if any(type(value) is StagedList for value in args):
                own = list_methods.FORMS.get(function)
                if own is not None and type(args[0]) is StagedList:
                    return own(*args, **kwargs)
                if function in _LOOPING and not of_values:
                    args = tuple(list_methods.looped_over(args))
            if function is bool and len(args) == 1 and is_staged_range(args[0]):
                return as_bool(args[0])
            if function in _OVER_ONE and len(args) == 1 and (kind := class_of_number(args[0])) is not None:
                done = "reversible" if function is reversed else "iterable"
                raise_new(TypeError(f"{kind.__name__!r} object is not {done}"))
            if chosen is None:
                chosen = _own_method(function, args) or function
                for value in (*args, *kwargs.values()):
                    backend = backend_of(value)
                    if backend is not None:
                        args = tuple(map(bounded, args)) if function in (zip, map) else args
                        mathematics.check_result(function, args)
                        chosen = backend.builtins.get(function, function)
                        break
            try:
                is_known = function in _OF_KNOWN_ITEMS and chosen is function and not any(map(is_iterator, args))
                if is_known and not _is_gone_over_here():  # it is kept, and may be advanced on one path
                    items = [*itertools.islice(chosen(*args, **kwargs), _MOST_LISTED + 1)]
                    if len(items) <= _MOST_LISTED:
                        return call(iter)(new(items))
                return chosen(*args, **kwargs)
            except StopIteration as error:
                if function is not next and args and isinstance(args[0], Comprehension) and not args[0].whole:
                    raise RuntimeError("generator raised StopIteration") from error
                raise
            except (TypeError, ValueError) as error:
                if chosen is not function and call_errors.is_of_systems(error) and _concerns_staged(args, kwargs):
                    call_errors.wrong_arguments(function, error)
                raise
        except BaseException as error:
            hide_frame(error)
            raise

    return dispatch


#: What goes over its one argument, and systems take a number for.
_OVER_ONE = frozenset({all, any, max, min, reversed, sorted})
#: What makes an iterator that has all its items from the beginning on.
_OF_KNOWN_ITEMS = frozenset({*walks.OF_CHOICES, itertools.product})
_MOST_LISTED = 256


def _has_items_by_position(value: Any) -> bool:
    """Whether an object of the program's says how many items it has, and not how to go over them from its end."""
    is_asked = all(staged_method(value, name) is not None for name in ("__len__", "__getitem__"))
    return is_asked and not has_class_attribute(type(value), "__reversed__")


def _reversed(dispatcher: Callable[..., Any]) -> Callable[..., Any]:
    def reverse(*args: Any) -> Any:
        made = dispatcher(*args)
        is_kept = backend_of(made) is None or any(map(_is_tensor, args))  # of a tensor it is one
        return made if is_kept or _is_gone_over_here() else call(iter)(made)

    return reverse


def _by_positions(function: Any, dispatcher: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """An iterator that asks what it goes over for the item at a position, where that has any."""
    args, kwargs = _by_position(function, args, kwargs)
    kind, most = walks.BY_POSITIONS[function]
    if function is zip and kwargs.keys() == {"strict"}:
        kind = walks.StrictZip if kwargs.pop("strict") else kind
    args = tuple([tuple(value) if type(value) is str else value for value in args])
    iterables = {enumerate: args[:1], map: args[1:]}.get(function, args)
    takes = (list,) if function is reversed else (list, tuple, range)
    if kwargs or len(args) > most or not all(isinstance(v, takes) or walks.is_stepped(v) for v in iterables):
        return dispatcher(*args, **kwargs)
    meet_class(kind)
    return new(call(kind)(*args))


def _by_position(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments of which those that may be given by position are."""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except (TypeError, ValueError):  # Python has no signature of it, or says what is wrong
        return args, kwargs
    return bound.args, bound.kwargs


def _advanced_along(function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of `zip` or `map`. Where a tensor decides how many items one of several iterables has, how far the
    others are advanced is staged as well: iterators that somebody goes on with give way.
    """
    iterables = args[function is map :]
    if len(iterables) < 2:
        return args
    begun = {id(value): beginning_with[-1](value) for value in iterables}  # one that is there twice begins once
    iterables = tuple([begun[id(value)] for value in iterables])
    if not any(backend_of(value) is not None or walks.is_stepped(value) for value in iterables):
        return args
    return (*args[: function is map], *map(advanced_along, iterables))


def _cycled(items: Any) -> Any:
    """What a cycle is made of: of a range and of a generator expression, which have no other items later, a list."""
    if is_staged_range(items):
        return call(list)(items)
    if type(items) is not GeneratorType or not is_of_expression(items):
        return items
    with logging_part() as effects:
        listed = call(list)(items)
    if effects.effects():
        refuse_iterator(items)
    return new(listed)


def _goes_along(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether what is gone over is asked for each item: for lists of Python's that are gone over along with what is
    staged may change meanwhile, and what is held somewhere may be gone over in parts.
    """
    if function not in (zip, map, enumerate):
        return False
    iterables = args[function is map :]
    if not any(backend_of(value) is not None for value in iterables):
        if function is not enumerate and len(iterables) > 1 and any(map(is_gone_on_with, iterables)):
            return True
        return function is not map and any(map(any_staged, iterables)) and not _is_gone_over_here()
    return any(type(value) in _CHANGING for value in iterables) or not _is_gone_over_here()


def _are_sequences(args: tuple[Any, ...]) -> bool:
    """Whether some iterables are sequences, of which one has a staged length."""
    kinds = {type(value) for value in args}
    return StagedList in kinds and kinds <= {*walks.SEQUENCES, str}


def _sliced(values: Any, start: Any, stop: Any, step: Any = None) -> Any:
    """`itertools.islice`, of a sequence."""
    if any(backend_of(bound) is None for bound in (start, stop, step)):
        known = [None if backend_of(bound) is not None else bound for bound in (start, stop, step)]
        itertools.islice((), *known)  # which says what is wrong with them
    for bound, least in ((start, 0), (stop, 0), (step, 1)):
        if (backend := backend_of(bound)) is not None:
            what = "Step for islice() must be a positive integer or None." if least else _NO_INDEX
            require(backend, bound >= least, ValueError(what))
    values = list(values) if type(values) is range else values
    return call(walks.sliced)(values, 0 if start is None else start, stop, 1 if step is None else step)


_NO_INDEX = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."

#: Sequences of which a slice is what `itertools.islice` goes over.
_SLICED = frozenset({list, tuple, range, StagedList})


def _is_cut(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a tensor decides how many items are taken of a sequence."""
    if function is not itertools.islice or len(args) != 2:
        return False
    backend = backend_of(args[0])
    if backend is None:
        is_one = type(args[0]) in walks.SEQUENCES or (type(args[0]) is GeneratorType and not visits_of(args[0], True))
        return is_one and backend_of(args[1]) is not None
    return type(args[0]) is StagedList or backend.numbered(args[0]) is not None


def _is_count(value: Any = None) -> bool:
    """Whether a value is an integer, or stands for one."""
    return isinstance(value, int) or class_of_number(value) in (int, bool)


def _is_gone_over_here() -> bool:
    """Whether the iterator that is made is gone over by what it is made for, and by nothing else."""
    return is_gone_over_here(_GOING_OVER, MAKING)


#: What goes over all that it is given, or as far as it needs, and leaves it then.
_GOING_OVER = frozenset({
    *_DRAINING, any, all, len, set, frozenset, dict, Counter, deque, functools.reduce, next,
})  # fmt: skip

#: Sequences of Python's whose items may be of any kind, or change.
_CHANGING = frozenset({list, tuple, str, deque, type({}.keys()), type({}.values()), type({}.items())})

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
