"""What dicts of staged keys do: the methods and the operators of Python's dicts.

Keys are constants, or staged: then each key that the dict may have is compared. The loops are functions of
`autograph.operators.aggregates`, which run converted.
"""

from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType
from typing import Any

from autograph.operators import aggregates, container_errors
from autograph.operators.attempts import first_that_works
from autograph.operators.bools import opposite
from autograph.operators.calls import call, to_function
from autograph.operators.choices import Choice, is_one_of_few
from autograph.operators.comparisons import conjunction, equal, number
from autograph.operators.dicts import KINDS, SETS, StagedDict, check_hashable, nothing_to_pop, truth
from autograph.operators.effects import may_be_known_elsewhere, new
from autograph.operators.lists import StagedList, require
from autograph.operators.logical import and_test, if_exp, or_test
from autograph.operators.namespaces import class_attribute, no_attribute
from autograph.operators.observed import is_iterator
from autograph.operators.presence import learn
from autograph.operators.refusals import raise_new
from autograph.operators.rows import KINDS as ROWS
from autograph.operators.rows import kind_in_pool
from autograph.operators.stores import Forwarding, item_stores
from autograph.operators.structures import Optional, changes_in_place
from autograph.operators.tables import backend_of_key, entry_form, table_for
from autograph.staging import Backend, backend_of, tracing_backend

_ABSENT = object()


def _just(value: Any) -> Callable[[], Any]:
    return lambda: value


def _given(value: Any) -> Callable[[], Any]:
    """What gives an argument: one that came to be in the call, `[]` say, comes to be in the branch that needs it."""
    if _is_known_by_type(value) and not may_be_known_elsewhere(value, ()):
        return lambda: new(type(value)(value) if type(value) is not defaultdict else value.copy())
    return _just(value)


def is_staged(key: Any) -> bool:
    """Whether a key is known only when the program runs."""
    check_hashable(key)
    return type(key) is Choice or backend_of(key) is not None or backend_of_key(key) is not None


# Reading


def contains(items: StagedDict, key: Any) -> Any:
    """`key in items`."""
    if not is_staged(key):
        return items.presence(key)
    found: Any = False
    for _, here in _matches(items, key):
        found = or_test(found, _just(here))()
    return found


def _matches(items: StagedDict, key: Any) -> Iterator[tuple[Any, Any]]:
    """The keys that a staged key may be, and whether it is each of them and the dict has it."""
    for known in in_any_order(items):
        same = equal(known, key)
        if same is not False:
            yield known, and_test(same, partial(items.presence, known))()


def in_any_order(items: StagedDict) -> list[Any]:
    """The keys that a dict may have, in order if that is known."""
    order = items.order()
    return items.keys_in_sight() if order is None else order


def _getitem(items: StagedDict, key: Any) -> Any:
    if is_staged(key):
        if items.factory is not None and (backend := backend_of_key(key)) is not None:
            return _with_default(items, backend, key)[key]
        if items.factory in ROWS and is_one_of_few(key):
            ways = [partial(_row, items, key), partial(_row_there, items, key)]
            return first_that_works(key.backend, ways, lambda error: _has_options(items, key))
        if items.factory is not None and is_one_of_few(key):
            to_function(aggregates.ask_for_one)(items, key, key.options)
        elif items.factory is not None:  # what makes a value for a key must know which
            container_errors.key_is_staged(items)
        if items.kind is not Counter:
            require(items.backend, contains(items, key), KeyError(key))
        return get(items, key, 0 if items.kind is Counter else _ABSENT)
    if items.kind is Counter:
        return get(items, key, 0)
    if items.factory is not None:
        return _setdefault(items, key, call(items.factory))
    return _value(items, key)


def _row(items: StagedDict, key: Choice) -> Any:
    """The list, say, under a key of a `defaultdict` that makes such, in the table that takes its place."""
    return table_for(items, key.backend, [(key, items.factory())])[key]  # type: ignore[index, misc]


def _row_there(items: StagedDict, key: Choice) -> Any:
    """The same of a dict that cannot become a table, which must have the key."""
    require(items.backend, contains(items, key), container_errors.makes_a_row(items))
    return get(items, key, _ABSENT)


def _has_options(items: StagedDict, key: Choice) -> bool:
    """Whether a dict may have every key that a staged one may be."""
    return {*items.keys_in_sight()}.issuperset(key.options)


def _with_default(items: StagedDict, backend: Backend, key: Any) -> Any:
    """The table that takes the place of a `defaultdict`, for a key that is staged."""
    more = [(key, items.factory())] if items.factory in _NUMBERS and not items.keys_in_sight() else ()
    return table_for(items, backend, more)


class _Defaulting(Forwarding):
    """A `defaultdict` to an item of which something is stored: `d[k] += x` reads it before, and may stage its keys."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if not is_one_of_few(key) and (backend := backend_of_key(key)) is not None:
            object.__setattr__(self, "ag__original", _with_default(self.ag__original, backend, key))
        return self.ag__original[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.ag__original[key] = value


item_stores[StagedDict] = lambda items: items if items.factory is None else _Defaulting(items)

#: What makes numbers.
_NUMBERS = frozenset({int, float, bool})


def _value(items: StagedDict, key: Any) -> Any:
    """The value of a key; it is an error, when the program runs, if the dict does not have it."""
    require(items.backend, items.presence(key), KeyError(key))
    entry = items.entries[key]
    if type(entry) is Optional and entry.unbound:
        learn([(entry, True)])
    return items.value(key)


def get(items: StagedDict, key: Any, default: Any = None) -> Any:
    """`items.get(key, default)`."""
    if not is_staged(key):
        here = items.presence(key)
        if here is False:
            return default
        return if_exp(here, lambda: items.value(key), _given(default))()
    found = default
    for known, here in _matches(items, key):
        value = partial(items.value, known)
        found = value() if found is _ABSENT else if_exp(here, value, _given(found))()
    return found


# Writing


def _setitem(items: StagedDict, key: Any, value: Any) -> None:
    if not is_staged(key):
        items.put(key, value)
    elif is_one_of_few(key):
        to_function(aggregates.put_one)(items, key, key.options, value)
    else:
        backend = backend_of_key(key)
        if backend is not None and entry_form(backend, items, [(key, value)]) is not None:
            table_for(items, backend, [(key, value)]).put(key, value)
            return
        if not items.keys_in_sight():
            container_errors.key_is_staged(items)
        require(items.backend, contains(items, key), container_errors.cannot_add_a_key())
        to_function(aggregates.put_one)(items, key, in_any_order(items), value)


def delete(items: StagedDict, key: Any) -> None:
    """`del items[key]`; of a counter, which may not have the key."""
    if items.kind is Counter:
        _pop(items, key, None)
    elif not is_staged(key):
        _value(items, key)
        items.take_out(key)
    else:
        require(items.backend, contains(items, key), KeyError(key))
        remove = aggregates.discard_one if items.kind in SETS else aggregates.remove_one
        to_function(remove)(items, key, in_any_order(items))


def _pop(items: StagedDict, key: Any, *default: Any) -> Any:
    if is_staged(key):
        if not default:
            require(items.backend, contains(items, key), KeyError(key))
        value = get(items, key, *(default or (_ABSENT,)))
        to_function(aggregates.remove_one)(items, key, in_any_order(items))
        return value
    value = get(items, key, *default) if default else _value(items, key)
    drop(items, key)
    return value


def drop(items: StagedDict, key: Any) -> None:
    """Takes a key away that the dict may have."""
    if items.absence(key) is not True:
        items.take_out(key)


def _popitem(items: StagedDict, *given: Any, last: bool = True) -> Any:
    if given and items.kind is not OrderedDict:
        raise_new(TypeError(f"{items.kind.__name__}.popitem() takes no arguments ({len(given)} given)"))
    (last,) = given or (last,)
    require(items.backend, truth(items), nothing_to_pop(items.kind))
    order = items.order()
    if order is not None:
        return to_function(aggregates.popped_item)(items, order[::-1] if last else order)
    better = operator.gt if last else operator.lt
    return to_function(aggregates.popped_by_stamp)(items, items.keys_in_sight(), better)


def _setdefault(items: StagedDict, key: Any, make: Callable[[], Any]) -> Any:
    """The value of a key, which is given one if the dict does not have it."""
    if is_one_of_few(key) and kind_in_pool(value := make()) is None:
        to_function(aggregates.put_missing)(items, key, key.options, value)
        return get(items, key, _ABSENT)
    if is_staged(key):
        backend = key.backend if type(key) is Choice else backend_of_key(key)
        if backend is None:
            container_errors.key_is_staged(items)
        return table_for(items, backend, [(key, make())]).setdefault(key, make())  # type: ignore[attr-defined]
    absent = items.absence(key)
    if absent is not False:
        items.put(key, make() if absent is True else _made_where(items, key, absent, make))
    return items.value(key)


def _made_where(items: StagedDict, key: Any, absent: Any, make: Callable[[], Any]) -> Any:
    """The value of a key that the dict may have; where it does not, a new one.

    A list that only this dict has is emptied there, so that it is the same list on both paths.
    """
    value = items.value(key)
    can_be_emptied = changes_in_place(value) or type(value) in (set, deque)
    if can_be_emptied and not may_be_known_elsewhere(value, (), [items.entries]):
        made = make()
        if made.__class__ is value.__class__ and _is_known_by_type(made) and not made:
            to_function(aggregates.emptied)(items, key, absent)
            return items.value(key)
    return if_exp(absent, make, lambda: items.value(key))()


def _is_known_by_type(value: Any) -> bool:
    """Whether an empty container is known by its type: a deque that has a `maxlen` is not."""
    return type(value) in _EMPTY and not (type(value) is deque and value.maxlen is not None)


_EMPTY = frozenset({list, set, deque, *KINDS})


def _update(items: StagedDict, /, *given: Any, **more: Any) -> None:
    add = _added if items.kind is Counter else _put
    for source in map(as_dict, (*given, more)):
        if type(source) is StagedDict:
            order = source.order()
            add = add if order is not None else _adding_in_order(items, source, add)
            to_function(aggregates.updated)(items, source, order or source.keys_in_sight(), add)
        elif type(source) is StagedList:
            to_function(aggregates.updated_with_pairs)(items, source, add, items.kind is Counter)
        elif items.kind is Counter and not hasattr(source, "keys"):
            for key in source:
                add(items, key, 1)
        else:
            pairs = source.items() if hasattr(source, "keys") else source
            for key, value in pairs if is_iterator(pairs) else list(pairs):
                add(items, key, value)


def as_dict(source: Any) -> Any:
    """A dict of what an object of a class of the user's has for its keys, if it has any; others are themselves."""
    keys = class_attribute(type(source), "keys")
    is_mapping = type(keys) is FunctionType and not isinstance(source, dict) and tracing_backend() is not None
    return to_function(aggregates.mapped_by)(source) if is_mapping else source


def _adding_in_order(items: StagedDict, source: StagedDict, add: Any) -> Any:
    """What adds items of another dict, the order of which is staged."""
    first = items.next_stamp(items.keys_in_sight())

    def put(items: StagedDict, key: Any, value: Any) -> None:
        if add is _added:
            value = number(get(items, key, 0)) + value
        items.put(key, value, first + source.stamps[key])

    return put


def _put(items: StagedDict, key: Any, value: Any) -> None:
    _setitem(items, key, value)


def _added(items: StagedDict, key: Any, value: Any) -> None:
    _setitem(items, key, number(get(items, key, 0)) + value)


def _subtract(items: StagedDict, /, *given: Any, **more: Any) -> None:
    for source in (*given, more):
        if type(source) in _NO_COUNTS:
            container_errors.keys_are_staged()
        for key, value in source.items() if hasattr(source, "keys") else [(key, 1) for key in source]:
            _setitem(items, key, number(get(items, key, 0)) - value)


_NO_COUNTS = frozenset({StagedDict, StagedList})


def _clear(items: StagedDict) -> None:
    for key in items.keys_in_sight():
        items.take_out(key)


def _move_to_end(items: StagedDict, key: Any, last: bool = True) -> None:
    backend = backend_of_key(key)
    if last and backend is not None:
        table_for(items, backend).move_to_end(key)  # type: ignore[attr-defined]
        return
    if not last or is_staged(key):
        container_errors.keys_are_staged()
    value = _value(items, key)
    items.take_out(key)
    items.put(key, value)


# Operators


def _equal(items: StagedDict, other: Any) -> Any:
    if type(other) is not StagedDict:
        if not isinstance(other, dict):
            return False if backend_of(other) is None else NotImplemented
        if type(other) not in KINDS:
            container_errors.keys_are_staged()
        other = StagedDict.of(items.backend, other)
    if items.kind is OrderedDict and other.kind is OrderedDict:
        container_errors.keys_are_staged()
    keys = list(dict.fromkeys([*items.keys_in_sight(), *other.keys_in_sight()]))
    if items.kind is Counter and other.kind is Counter:
        return conjunction(lambda key: equal(get(items, key, 0), get(other, key, 0)), keys)
    return conjunction(partial(_same_item, items, other), keys)


def _same_item(items: StagedDict, other: StagedDict, key: Any) -> Any:
    one, two = items.presence(key), other.presence(key)
    if one is False or two is False:
        return opposite(or_test(one, _just(two))())
    values = lambda: equal(items.value(key), other.value(key))  # noqa: E731
    if one is True or two is True:
        return and_test(one if two is True else two, values)()
    return if_exp(one, and_test(two, values), lambda: opposite(two))()


def _unequal(items: StagedDict, other: Any) -> Any:
    same = _equal(items, other)
    return NotImplemented if same is NotImplemented else opposite(same)


def _is_dict(value: Any) -> bool:
    return type(value) is StagedDict or type(value) in KINDS


def _union(items: StagedDict, other: Any) -> Any:
    if not _is_dict(other):
        return NotImplemented
    _no_counter(items)
    made = items.copied()
    _update(made, other)
    return made


def _union_to(items: StagedDict, other: Any) -> Any:
    if not _is_dict(other):
        return NotImplemented
    _no_counter(items)
    made = StagedDict.of(items.backend, other)
    _update(made, items)
    return made


def _united(items: StagedDict, other: Any) -> StagedDict:
    _no_counter(items)
    _update(items, other)
    return items


def _no_counter(items: StagedDict) -> None:
    """Refuses the operators of counters, which leave out what is not positive."""
    if items.kind is Counter:
        container_errors.keys_are_staged()


def _getattr(items: StagedDict, name: str) -> Any:
    if hasattr(items.kind, name) and not name.startswith("__"):
        container_errors.keys_are_staged()
    raise no_attribute(items.kind, name, items)


for _name, _method in {
    "__getitem__": _getitem, "__setitem__": _setitem, "__delitem__": delete, "__eq__": _equal, "__ne__": _unequal,
    "__or__": _union, "__ror__": _union_to, "__ior__": _united, "__copy__": StagedDict.copied, "__getattr__": _getattr,
    "__deepcopy__": StagedDict.deep_copied,
    "get": get, "pop": _pop, "popitem": _popitem, "update": _update, "clear": _clear, "copy": StagedDict.copied,
    "setdefault": lambda items, key, default=None: _setdefault(items, key, _given(default)),
    "move_to_end": _move_to_end, "subtract": _subtract, "contains": contains, "drop": drop,
}.items():  # fmt: skip
    setattr(StagedDict, _name, _method)
