"""What goes over dicts and sets whose keys are tensors, and what makes them: builtins, displays, and the methods of
dicts and sets of Python's that are given such keys.
"""

from __future__ import annotations

import math
import operator
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

from autograph.diagnostics import AutographError
from autograph.operators import aggregates, dict_views
from autograph.operators.calls import call, stand_ins, to_function
from autograph.operators.choices import Choice, is_one_of_few
from autograph.operators.comprehensions import Comprehension, itself
from autograph.operators.dict_methods import as_dict
from autograph.operators.dict_views import in_an_order, without_effects
from autograph.operators.dicts import SETS, VIEWS_OF_PYTHON, StagedDict
from autograph.operators.effects import new
from autograph.operators.frames import hide_frame
from autograph.operators.lists import StagedList, require
from autograph.operators.optionals import needed
from autograph.operators.structures import Optional
from autograph.operators.table_methods import (
    ITERABLES,
    TableView,
    dict_of,
    elements_in,
    has_order,
    known,
    listed,
    set_of,
    truth,
    view_of,
)
from autograph.operators.tables import Table, backend_of_key, form_with, is_set, lose_order, staged_keys, table_for
from autograph.operators.unpacking import display
from autograph.staging import tracing_backend


def _ordered(function: Any) -> Callable[..., Any]:
    """A builtin which is given what a table or a view goes over, in order."""

    def apply(*given: Any, **options: Any) -> Any:
        return call(function)(*[listed(v) if type(v) in ITERABLES else v for v in given], **options)

    return apply


def _unordered(function: Any) -> Callable[..., Any]:
    """A builtin for which the order does not matter, but for which of two it takes that have the same key."""

    def apply(value: Any, *given: Any, key: Any = None, **options: Any) -> Any:
        if type(value) not in ITERABLES:
            return _ordered(function)(value, *given, **({} if key is None else {"key": key}), **options)
        if key is None:
            return call(function)(elements_in(value), *given, **options)
        if type(key) is MethodType and type(key.__self__) is Table and key.__name__ in ("get", "__getitem__"):
            if key.__self__ is view_of(value).owner and view_of(value).part == 0:
                key = partial(known, key.__self__)
        if has_order(value):
            return call(function)(listed(value), *given, key=key, **options)
        if function is not sorted:
            return call(function)(Comprehension(value, None, itself), *given, key=key, **options)
        key = partial(without_effects, call(key))
        return in_an_order(call(sorted)(elements_in(value), *given, key=key, **options), key)

    return apply


def _from_keys(kind: type, keys: Any, value: Any = None) -> Any:
    """`dict.fromkeys(keys, value)`."""
    if type(keys) in ITERABLES or type(keys) is StagedList:
        given = elements_in(keys) if type(keys) in ITERABLES else keys
        made = dict_of(kind, call(list)(to_function(aggregates.paired)(given, value)))
        if type(keys) in ITERABLES and not has_order(keys):
            lose_order(made)
        return made
    if type(keys) is StagedDict and keys.kind not in SETS and kind in _MAPPINGS:
        made = keys.copied(kind)
        for key in made.keys_in_sight():
            made.change_value(key, value)
        return new(made)
    keys = list(keys)
    if kind not in MAKERS or not any(type(key) is Choice or backend_of_key(key) for key in keys):
        return kind.fromkeys(keys, value)  # type: ignore[attr-defined]
    return dict_of(kind, [(key, value) for key in keys])


#: What builtins make of a table or a view of one.
FORMS: dict[Any, Callable[..., Any]] = {
    len: lambda value: view_of(value).owner.entries.length,
    bool: truth,
    **{function: _ordered(function) for function in (list, tuple, map, zip, enumerate, reversed, filter)},
    math.prod: lambda value, **options: call(math.prod)(elements_in(value), **options),
    **{function: _unordered(function) for function in (sum, any, all, min, max, sorted)},
}
#: What makes a dict or a set, of elements that may be staged.
MAKERS: dict[Any, Callable[..., Any]] = {
    set: set_of,
    frozenset: partial(set_of, kind=frozenset),
    **{kind: partial(dict_of, kind) for kind in (dict, Counter, defaultdict, OrderedDict)},
}


# Dicts and sets of Python's that are given staged keys


def _of_key(name: str, entries: Callable[..., list[Any]] | None) -> Callable[..., Any]:
    """A method that is given a key; `entries` are those that it may add."""

    def method(items: Any, /, *given: Any, **more: Any) -> Any:
        backend = backend_of_key(given[0]) if given else None
        if given and is_one_of_few(given[0]) and (made := staged_keys(given[0].backend, items)) is not items:
            return getattr(made, name)(*given, **more)
        if backend is None:
            return getattr(items, name)(*given, **more)
        if entries is None and not items:
            if name == "discard" or (name == "pop" and len(given) > 1):
                return given[1] if name == "pop" else None
            require(backend, False, KeyError(given[0]))
        return getattr(table_for(items, backend, entries(*given) if entries else ()), name)(*given, **more)

    return method


def _of_items(name: str, changes: bool) -> Callable[..., Any]:
    """A method that is given other dicts, or what they can be made of."""

    def method(items: Any, /, *given: Any, **more: Any) -> Any:
        given = tuple(map(as_dict, given)) if type(items) in _MAPPINGS else given
        if type(items) in SETS and not changes:
            staged = next((source for source in given if type(source) is StagedDict), None)
            if staged is not None and not any(type(source) in ITERABLES for source in given):
                return getattr(StagedDict.of(staged.backend, items), name)(*given)
        if not any(type(source) is StagedDict for source in given):
            given = tuple(_with_items(type(items), source) for source in given)
        table = next((source for source in given if type(source) is Table), None)
        if table is None:
            return getattr(items, name)(*given, **more)
        likes = [table.copied(type(items)).entries.at(0)]
        if changes:
            items = table_for(items, table.backend, likes)
        else:
            items = Table.of(table.backend, items, form_with(table.backend, items, likes))
        return getattr(items, name)(*given, **more)

    return method


def _with_items(kind: type, source: Any) -> Any:
    """A source of items, or the table of them where they have staged keys."""
    if type(source) is not Table and isinstance(source, (dict, set, frozenset, str, range)):
        return source
    if kind in SETS:
        source = source if type(source) in (Table, TableView) else call(list)(source)
        made = set_of(source)
    else:
        source = source if type(source) in (Table, TableView) or hasattr(source, "keys") else call(list)(source)
        try:
            made = dict_of(kind if kind is not defaultdict else dict, source)
        except (TypeError, ValueError) as error:
            if isinstance(error, AutographError):
                raise
            return source  # which are no pairs: Python raises when it has put those before
    return made if type(made) is Table else source


_MAPPINGS = (dict, Counter, defaultdict, OrderedDict)
_COMBINING = ("union", "intersection", "difference", "symmetric_difference")
#: Methods of containers of Python's that may be given staged keys.
METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (type, "fromkeys"): _from_keys,
    (OrderedDict, "move_to_end"): _of_key("move_to_end", None),
    (set, "add"): _of_key("add", lambda element: [(element,)]),
    (set, "discard"): _of_key("discard", None),
    (set, "remove"): _of_key("remove", None),
}
_owner: Any
for _owner in _MAPPINGS:
    METHODS[_owner, "setdefault"] = _of_key("setdefault", lambda key, default=None: [(key, default)])
    METHODS[_owner, "pop"] = _of_key("pop", None)
for _owner in (*_MAPPINGS, set):
    METHODS[_owner, "update"] = _of_items("update", True)
for _name in (*_COMBINING, "issubset", "issuperset", "isdisjoint"):
    METHODS[set, _name] = METHODS[frozenset, _name] = _of_items(_name, False)
for _name in _COMBINING[1:]:
    METHODS[set, f"{_name}_update"] = _of_items(f"{_name}_update", True)


# Displays


def set_display(*elements: Any) -> Any:
    """`{a, b}`."""
    return new({*elements}) if tracing_backend() is None else set_of(display(elements))


def dict_display(*items: Any) -> Any:
    """`{k: v, **d}`: pairs, and what `mapping_of` made as a tuple of its own."""
    made: Any = {}
    for item in items:
        if len(item) == 2:
            key, value = item
            made = made if tracing_backend() is None else _with_room_for(made, key, value)
            made[key] = value
        elif type(item[0]) in (Table, StagedDict):
            made = _with_room(made, item[0])
            made.update(item[0])
        elif item is items[0]:
            made = item[0]
        else:
            made = {**made, **item[0]} if type(made) is dict else _updated(made, item[0])
    return new(made)


def mapping_of(source: Any) -> Any:
    """What `**source` is for a dict display: a copy, for what is evaluated next may change it."""
    try:
        if type(source) is Optional:
            source = needed(source, lambda: TypeError(_NO_MAPPING.format("NoneType")), "unpacked with `**`")
        source = as_dict(source)
        if type(source) not in (Table, StagedDict):
            return {**source}
        if source.kind in SETS:
            raise TypeError(_NO_MAPPING.format(source.kind.__name__))
        return source.copied()
    except BaseException as error:
        hide_frame(error)
        raise


_NO_MAPPING = "'{}' object is not a mapping"


def _updated(made: Any, source: Any) -> Any:
    made.update(source)
    return made


def _with_room(made: Any, source: Any) -> Any:
    """A new dict, as one that can have the items of another, which is staged."""
    if type(source) is StagedDict:
        return StagedDict.of(source.backend, made) if type(made) is dict else made
    if type(made) is Table:
        return made
    return Table.of(source.backend, made, form_with(source.backend, made, [source.entries.copied().at(0)]))


def _with_room_for(made: Any, key: Any, value: Any) -> Any:
    """A new dict, as one that can have a key."""
    if is_one_of_few(key) and type(made) is dict:
        return StagedDict.of(key.backend, made)
    backend = backend_of_key(key)
    if backend is None or type(made) is Table:
        return made
    return Table.of(backend, made, form_with(backend, made, [(key, value)]))


stand_ins[Counter.most_common] = aggregates.most_common
stand_ins[Counter.update] = aggregates.added_to_counter
stand_ins[Counter.subtract] = aggregates.taken_from_counter


class _Viewed:
    """A view of the keys or the items of a dict of Python's, as the left operand of an operator."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


def _of_viewed(operation: Callable[[Any, Any], Any]) -> Callable[[_Viewed, Any], Any]:
    def method(viewed: _Viewed, other: Any) -> Any:
        if type(other) not in ITERABLES and type(other) not in dict_views.ITERABLES:
            return operation(viewed.value, other)
        return operation(set_of(viewed.value), other if is_set(other) else set_of(other))

    return method


for _operation in (operator.and_, operator.or_, operator.sub, operator.xor):
    setattr(_Viewed, f"__{_operation.__name__.rstrip('_')}__", _of_viewed(_operation))


def viewed(value: Any) -> Any:
    """The left operand of `&`, `|`, `-` or `^`; while a program is staged, what a view of a dict may be."""
    return _Viewed(value) if type(value) in VIEWS_OF_PYTHON and tracing_backend() is not None else value
