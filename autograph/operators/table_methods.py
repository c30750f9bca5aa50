"""What dicts and sets do whose keys are tensors: the methods, operators, views and builtins of Python's.

The loops are functions of `autograph.operators.aggregates`, which run converted.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType
from typing import Any, NoReturn

from autograph.operators import aggregates, container_errors, dict_views, set_orders
from autograph.operators.bools import both, opposite
from autograph.operators.calls import call, to_function
from autograph.operators.choices import is_one_of_few
from autograph.operators.classes import meet_class
from autograph.operators.comparisons import equal, number, staged_containers
from autograph.operators.dict_methods import as_dict
from autograph.operators.dict_views import View
from autograph.operators.dicts import SETS, VIEWS_OF_PYTHON, StagedDict, check_hashable, nothing_to_pop
from autograph.operators.effects import logs, new
from autograph.operators.factories import Factory
from autograph.operators.forms import form_of
from autograph.operators.kinds import number_class
from autograph.operators.lists import StagedList, put_arrays, require
from autograph.operators.logical import and_test, if_exp
from autograph.operators.namespaces import class_attribute, no_attribute
from autograph.operators.observed import is_iterator
from autograph.operators.operands import example_of
from autograph.operators.origin import raised_by
from autograph.operators.places import is_in_place
from autograph.operators.tables import (
    Table,
    backend_of_key,
    entries_in,
    entry_form,
    form_with,
    in_no_order,
    is_set,
    lose_order,
    openness,
    table_for,
    type_for,
)
from autograph.staging import Backend, backend_of, register_proxy

_ABSENT = object()


def _run(loop: Callable[..., Any], *args: Any) -> Any:
    return to_function(loop)(*args)


# Reading


def _contains(items: Table, key: Any) -> Any:
    return items.find(key)[1]


def _at(items: Table, key: Any) -> Any:
    """The value of a key; it is an error, when the program runs, if the table does not have it."""
    return items.value_at(_position(items, key))


def known(items: Table, key: Any) -> Any:
    """The value of a key that a table has: `max(d, key=d.get)`."""
    return items.value_at(items.find(key)[0])


def _position(items: Table, key: Any) -> Any:
    position, found = items.find(key)
    require(items.backend, found, KeyError(key))
    return position


def _getitem(items: Table, key: Any) -> Any:
    if items.kind is Counter:
        return get(items, key, 0)
    if items.factory is not None:
        return set_default(items, key, items.factory if items.factory in BUILTIN else call(items.factory))
    return _at(items, key)


def get(items: Table, key: Any, default: Any = None) -> Any:
    """`items.get(key, default)`."""
    return _or_else(items, key, items.with_rows((key, default))[1])


def _or_else(items: Table, key: Any, default: Any) -> Any:
    """The value of a key, or another where there is none."""
    position, found = items.find(key)
    return default if found is False else if_exp(found, lambda: items.value_at(position), lambda: default)()


# Writing


def set_default(items: Table, key: Any, make: Callable[[], Any]) -> Any:
    """The value of a key, which is given one if the table does not have it."""
    if make in BUILTIN:  # nobody sees that another one is made
        return _set_default(items, key, new(make()))
    position, found = items.find(key)

    def made() -> Any:
        value = items.with_rows((key, make()))[1]
        put_arrays(value)
        return value

    value = made() if found is False else if_exp(found, lambda: items.value_at(position), made)()
    with logs()[0].origins.putting_back():
        items.put(key, value)
    return value


def _set_default(items: Table, key: Any, default: Any = None) -> Any:
    put_arrays(default)
    value = get(items, key, default)
    with logs()[0].origins.putting_back():
        items.put(key, value)
    return value


#: What makes the value of a missing key, and has no effect.
BUILTIN = frozenset({int, float, bool, str, list, dict, set, deque, Counter})


def _delete(items: Table, key: Any) -> None:
    if items.kind is Counter:
        _discard(items, key)
    else:
        _remove_at(items, _position(items, key))


def _remove_at(items: Table, position: Any) -> None:
    with items.changing():
        del items.entries[position]  # type: ignore[attr-defined]
    if items.kind in SETS:
        lose_order(items)


def _discard(items: Table, key: Any) -> None:
    position, found = items.find(key)
    if found is not False:
        _run(aggregates.removed_where, items, found, position, _remove_at)


def _pop(items: Table, *given: Any) -> Any:
    if items.kind in SETS:
        return set_orders.pop(items, *given)
    key, *default = given
    if default:
        value = get(items, key, *default)
        _discard(items, key)
        return value
    position = _position(items, key)
    value = items.value_at(position)
    _remove_at(items, position)
    return value


def _needs_order(items: Table) -> None:
    if not has_order(items):
        container_errors.order_of_a_set()


def _popitem(items: Table, last: bool = True) -> Any:
    _needs_order(items)
    require(items.backend, truth(items), nothing_to_pop(items.kind))
    position = items.entries.length - 1 if last else 0
    item = items.entries.at(position)
    _remove_at(items, position)
    return item


def _move_to_end(items: Table, key: Any, last: bool = True) -> None:
    if not last:
        container_errors.keys_are_staged()
    value = _at(items, key)
    _delete(items, key)
    items.put(key, value)


def _copy(items: Table) -> Table:
    made = items.copied()
    return in_no_order(made) if items.kind in SETS else made  # it has no more room than it needs


def _clear(items: Table) -> None:
    items.take(items.empty())


def _update(items: Table, /, *given: Any, **more: Any) -> None:
    for source in map(as_dict, (*given, more)):
        if items.kind is Counter:
            _count(items, source, operator.add)
        else:
            _put_all(items, source)


def _put_all(items: Table, source: Any) -> None:
    """Puts what another dict has, or pairs of keys and values; into a set elements."""
    if items.kind in SETS and _is_keyed(source):
        lose_order(items)  # there is room for both at once
    if _is_staged_set(source):
        for element in source.keys_in_sight():
            _run(aggregates.put_unless, items, element, source.absence(element))
        return
    if type(source) is StagedDict:
        order = source.order()
        if order is not None:
            _run(aggregates.updated, items, source, order, Table.put)
            return
        for entry in entries_in(source):  # so that those in the list are all rows of one pool
            items.with_rows(entry)
        source = dict_views.listed(source.items())  # type: ignore[attr-defined]
    if type(source) is Table:
        if items.kind not in SETS and not has_order(source):
            lose_order(items)
        source = source.part(0) if items.kind in SETS else source.entries
    elif type(source) is View or type(source) is TableView:
        source = listed(source)
    elif hasattr(source, "keys") and items.kind not in SETS:
        source = list(source.items())
    _run(aggregates.put_each if items.kind in SETS else aggregates.put_pairs, items, source)


def _count(items: Table, source: Any, combined: Callable[[Any, Any], Any]) -> None:
    """Adds counts to those of a counter, or takes them away: those of a dict, or 1 for each element."""
    counts = hasattr(source, "keys") and not isinstance(source, StagedList)
    if type(source) is Table:
        if not has_order(source):
            lose_order(items)
        source = source.part(0) if source.kind in SETS else source.entries
    elif type(source) is StagedDict:
        source = dict_views.listed(source.items())  # type: ignore[attr-defined]
    elif counts:
        source = list(source.items())
    _run(aggregates.counted, items, source, counts, combined, number)


def _subtract(items: Table, /, *given: Any, **more: Any) -> None:
    for source in (*given, more):
        _count(items, source, operator.sub)


# Operators


def _same(items: Table, other: Any) -> Any:
    """Whether two dicts have the same items, or two sets the same elements."""
    other = _as_table(items, other)
    if items.kind is other.kind is OrderedDict:
        container_errors.keys_are_staged()
    if items.kind is other.kind is Counter:
        return _run(Counter.__eq__, items, other)
    compared = equal if items.kind not in SETS else None
    sizes = items.entries.length == other.entries.length
    return and_test(sizes, lambda: _run(aggregates.all_in, items.entries, other, compared))()


def _equal(items: Table, other: Any) -> Any:
    other = _as_set(other)
    if is_set(items) is not is_set(other) or not _is_keyed(other):
        return NotImplemented if backend_of(other) is not None and not _is_keyed(other) else False
    return _same(items, other)


def _unequal(items: Table, other: Any) -> Any:
    same = _equal(items, other)
    return same if same is NotImplemented else opposite(same)


def _as_set(value: Any) -> Any:
    """A view of the keys of a dict of Python's, or of its items, as a set; other values themselves."""
    return set_of(value) if type(value) in VIEWS_OF_PYTHON else value


def _is_keyed(value: Any) -> bool:
    return is_set(value) or issubclass(type_for(value), dict)


def _as_table(like: Table, other: Any) -> Table:
    """Another dict or set, or the elements of a set, as a table whose entries join with those of one."""
    if type(other) is Table:
        return other
    if like.kind in SETS and not is_set(other):
        other = other if type(other) is StagedList else set_of(other)
        if type(other) is Table:
            return other
    if type(other) is StagedList:
        made = like.empty(set)
        _put_all(made, other)
        return made
    form = entry_form(like.backend, other)
    if form is None and (type(other) is StagedDict or other):
        container_errors.unlike_entries(other)
    return Table.of(like.backend, other, form or like.entries.form)


def _is_staged_set(value: Any) -> bool:
    return type(value) is StagedDict and value.kind in SETS


def _union(items: Table, other: Any) -> Table:
    made = items.copied()
    _put_all(made, other if _is_staged_set(other) else _as_table(items, other))
    return made


def _kept(items: Table, other: Table, is_kept: bool) -> Table:
    """The elements of a set that another has, or that it has not."""
    made = items.empty()
    _run(aggregates.put_those_in, made, items.part(0), other, is_kept)
    return made


def _intersection(items: Table, other: Any) -> Table:
    return _kept(items, _as_table(items, other), True)


def _difference(items: Table, other: Any) -> Table:
    return in_no_order(_kept(items, _as_table(items, other), False))  # of a copy elements may have been taken out


def _symmetric_difference(items: Table, other: Any) -> Table:
    other = _as_table(items, other)
    return _union(_kept(items, other, False), _kept(other, items, False))


def _operators(combine: Callable[[Table, Any], Table], name: str) -> Iterator[Callable[..., Any]]:
    """An operator, the same where the other operand is Python's, and in place."""
    operation, changing = getattr(operator, f"__{name}__"), getattr(operator, f"__i{name}__")

    def applies(items: Table, other: Any) -> bool:
        return _is_keyed(other) and is_set(items) is is_set(other) and (is_set(items) or combine is _union)

    def forward(items: Table, other: Any) -> Any:
        other = _as_set(other)
        return combine(items, other) if applies(items, other) else _not_defined(operation, items.kind(), other)

    def reflected(items: Table, other: Any) -> Any:
        if not applies(items, other):
            return _not_defined(operation, other, items.kind())
        if type(other) is frozenset or not is_in_place(sys._getframe(1)):
            return combine(_as_table(items, other), items)
        changed = table_for(other, items.backend, [items.copied(type_for(other)).entries.at(0)])
        changed.take(combine(changed, items))
        return changed

    def in_place(items: Table, other: Any) -> Any:
        if items.kind is frozenset:
            return forward(items, other)
        other = _as_set(other)
        if not applies(items, other):
            return _not_defined(changing, items.kind(), other)
        items.take(combine(items, other))
        return items

    yield from (forward, reflected, in_place)


def _not_defined(operation: Callable[..., Any], one: Any, other: Any) -> Any:
    """What an operator returns of operands that it is not for: a staged number would take a table for an array."""
    if number_class(one) is number_class(other) is None:
        return NotImplemented
    raise raised_by(operation, example_of(one), example_of(other))


def _method(combine: Callable[[Table, Any], Table]) -> Callable[..., Table]:
    def method(items: Table, *others: Any) -> Table:
        made = _copy(items)
        for other in others:
            made = combine(made, other)
        return made

    return method


def _change(combine: Callable[[Table, Any], Table], for_each: Callable[..., None] | None) -> Callable[..., None]:
    def change(items: Table, *others: Any) -> None:
        if for_each is None or not all(map(is_iterator, others)):
            items.take(_method(combine)(items, *others))
            return
        for other in others:  # where one raises, what was done for the elements before it stays
            _run(for_each, items, other)

    return change


def _subset(items: Table, other: Any) -> Any:
    return _run(aggregates.all_in, items.entries, _as_table(items, other), None)


def _superset(items: Table, other: Any) -> Any:
    return _subset(_as_table(items, other), items)


def _disjoint(items: Table, other: Any) -> Any:
    return opposite(truth(_intersection(items, other)))


def _comparison(holds: Callable[[Table, Any], Any], comparison: Callable[..., Any]) -> Callable[[Table, Any], Any]:
    strict = comparison in (operator.lt, operator.gt)

    def compared(items: Table, other: Any) -> Any:
        other = _as_set(other)
        if not (is_set(items) and is_set(other)):
            return _not_defined(comparison, items.kind(), other)
        other = _as_table(items, other)
        found = holds(items, other)
        return both(found, items.entries.length != other.entries.length) if strict else found

    return compared


# Views


class TableView:
    """`keys()`, `values()` or `items()` of a table.

    Attributes:
        owner: the table.
        part: which part of an entry there is for each, 0 or 1; None for both.
    """

    __slots__ = ("owner", "part")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, owner: Table, part: int | None):
        self.owner = owner
        self.part = part

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class of views that it stands for."""
        return type({}.items()) if self.part is None else type({}.values()) if self.part else type({}.keys())

    def __getattr__(self, name: str) -> NoReturn:
        raise no_attribute(self.__class__, name, self)

    @property
    def backend(self) -> Backend:
        """On which the table is staged."""
        return self.owner.backend

    def at(self, position: Any) -> Any:
        """What there is for the entry at a position."""
        entry = self.owner.entries.at(position)
        return entry if self.part is None else entry[self.part]

    def contains(self, item: Any) -> Any:
        """`item in view`."""
        if self.part == 0:
            return _contains(self.owner, item)
        return elements_in(self).contains(item)  # type: ignore[attr-defined]

    def _refuse(self, *given: Any) -> NoReturn:
        container_errors.keys_are_staged()

    def __iter__(self) -> Iterator[Any]:
        container_errors.keys_are_staged()
        yield

    __len__ = __contains__ = __bool__ = __reversed__ = isdisjoint = _refuse


def _of_views(name: str) -> Callable[..., Any]:
    """An operator of the keys of a table, which are a set."""

    def method(view: TableView, other: Any) -> Any:
        if view.part != 0:
            container_errors.keys_are_staged()
        return getattr(set_of(view), name)(set_of(other) if type(other) in (TableView, type({}.keys())) else other)

    return method


for _name in ("eq", "ne", "and", "or", "sub", "xor", "rand", "ror", "rsub", "rxor", "le", "lt", "ge", "gt"):
    setattr(TableView, f"__{_name}__", _of_views(f"__{_name}__"))


register_proxy(TableView)


def view_of(value: Any) -> TableView:
    return TableView(value, 0) if type(value) is Table else value


def elements_in(value: Any) -> StagedList:
    """What a table or a view goes over, in an order that the program must not see where it has none."""
    view = view_of(value)
    if set_orders.is_in_order(view.owner):
        return set_orders.in_order(view.owner)
    return view.owner.entries.copied() if view.part is None else view.owner.part(view.part)


def listed(value: Any, callee: Any = None) -> Any:
    """What a table or a view goes over, as a list of staged length; `callee` is what it is for, if that is known."""
    if has_order(value) or callee in _UNORDERED:
        return elements_in(value)
    if not is_set(value):
        container_errors.order_of_a_set()
    return set_orders.in_order(value)


#: What asks for all elements of a comprehension, in whatever order.
_UNORDERED = frozenset({sum, len, any, all, set, frozenset, Counter, "set"})


def has_order(value: Any) -> bool:
    """Whether the order is known of what a table or a view goes over."""
    owner = view_of(value).owner
    return set_orders.is_in_order(owner) if owner.kind in SETS else owner.entries.form.is_ordered


def checking_size(value: Any, body: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The body of a loop that is not left early, as one after which a table must have as many keys as before."""
    items = view_of(value).owner
    length = items.entries.length

    def checked(element: Any) -> None:
        body(element)
        if items.entries.length is not length:
            same = items.entries.length == length
            what = "Set" if items.kind in SETS else "dictionary"
            require(items.backend, same, RuntimeError(f"{what} changed size during iteration"))

    return checked


def iterated(value: Any) -> tuple[StagedList, Any]:
    """What a loop goes over, and the list whose length it must not change; in any order, where there is none."""
    view = view_of(value)
    entries, builtins = view.owner.entries, view.backend.builtins
    at = elements_in(value).at if set_orders.is_in_order(view.owner) else view.at
    return entries, builtins[map](at, builtins[range](entries.length))


def truth(value: Any) -> Any:
    """Whether a table or a view of one has keys."""
    return view_of(value).owner.entries.length > 0


def _most_common(counts: Table, n: Any = None) -> Any:
    _needs_order(counts)
    found = call(sorted)(counts.entries.copied(), key=operator.itemgetter(1), reverse=True)
    return to_function(aggregates.at_most)(found, n)


#: Of which `for` goes over what they have.
ITERABLES = frozenset({Table, TableView})
staged_containers.update(ITERABLES)


# Making tables


def set_of(elements: Any = (), kind: type = set) -> Any:
    """A set of some elements, which may be staged."""
    made = elements.copied(kind) if type(elements) is Table and elements.kind in SETS else _new_set(elements, kind)
    if type(made) is Table and _is_keyed(elements):
        lose_order(made)  # there is as much room at once as what it is made of needs
    return made


def _new_set(elements: Any, kind: type) -> Any:
    made: Any
    if type(elements) is Table:
        return _filled_set(elements.part(0), kind)
    elements = elements_in(elements) if type(elements) is TableView else call(list)(elements)
    if type(elements) is StagedList:
        return _filled_set(elements, kind)
    for element in elements:
        check_hashable(element)
    backend = next(filter(None, map(backend_of_key, elements)), None)
    chosen = _chosen_in(elements)
    if backend is None and chosen is None:
        return new(kind(elements))
    if backend is None:
        made = StagedDict.of(chosen.backend, set())
        for element in elements:
            made.add(element)
        return made if kind is set else made.copied(kind)
    form = form_with(backend, kind(), [(element,) for element in elements])
    made = Table(StagedList.of(backend, (), form), kind)
    for element in elements:
        made.put(element)
    return made


def _chosen_in(keys: Iterable[Any]) -> Any:
    """The first key that is one of a few constants; None if none is."""
    return next((key for key in keys if is_one_of_few(key)), None)


def _filled_set(elements: StagedList, kind: type) -> Table:
    form = form_with(elements.backend, kind(), [(_like(elements),)])
    made = Table(StagedList.of(elements.backend, (), form), kind)
    _put_all(made, elements)
    return made


def _like(elements: StagedList) -> Any:
    """Some value that is made like the elements of a list."""
    return elements.copied().at(0)


_CONTAINERS = (list, dict, set, deque, Counter, OrderedDict, defaultdict)


def dict_of(kind: Any, /, *given: Any, **more: Any) -> Any:
    """A dict, of some class, of pairs of keys, which may be staged, and values; a counter, of elements."""
    factory = None
    if kind is defaultdict:
        factory, *given = given or (None,)  # type: ignore[assignment]
        factory = Factory(factory, new) if factory in _CONTAINERS else factory
    make: Any = functools.partial(defaultdict, factory) if kind is defaultdict else kind
    if kind is Counter:
        meet_class(kind)
    made: Any
    source: Any = () if not given or (kind is Counter and given[0] is None) else given[0]
    if kind is Counter and _has_own_items(source) and not isinstance(source, Mapping):
        source = call(list)(source)  # whose elements are counted
    elif kind is not Counter and _has_own_items(source):
        keys = source if class_attribute(type(source), "keys") is Mapping.keys else call(source.keys)()
        source = _run(aggregates.pairs_of, source, keys)  # as Python asks an object of the program's
    source = source if type(source) is TableView or hasattr(source, "keys") else call(list)(source)
    if type(source) is Table and source.kind not in SETS:
        made = Table(source.entries.copied(), kind, factory)
    elif type(source) in (Table, TableView, StagedList):
        entries = listed(source, kind) if type(source) in ITERABLES else source
        like = _like(entries)
        entry = (like, 0) if kind is Counter else like
        form = form_of(entries.backend, [entry], openness({}, [entry]))
        if form is None or len(form.node.parts) != 2:
            container_errors.keys_are_staged()
        made = Table(StagedList.of(entries.backend, (), form), kind, factory)
        if not (entries.form.is_ordered if type(source) is StagedList else has_order(source)):
            lose_order(made)
        made.update(entries)
    else:
        if kind is Counter and not hasattr(source, "keys"):
            pairs = [(key, 1) for key in source]
        else:
            pairs = list(source.items()) if hasattr(source, "keys") else source
            if not all(type(pair) in (tuple, list) and len(pair) == 2 for pair in pairs):
                return new(make(source, **more))
        backend = next(filter(None, (backend_of_key(pair[0]) for pair in pairs)), None)
        chosen = _chosen_in(pair[0] for pair in pairs)
        if backend is None and chosen is None:
            return new(make(source, **more))
        if backend is None:
            made = StagedDict.of(chosen.backend, make())
        else:
            made = Table.of(backend, make(), form_with(backend, make(), pairs))
        made.update(source)
    if more:
        made.update(more)
    return made


def _has_own_items(source: Any) -> bool:
    """Whether a value is an object of a class of the program's that says which keys it has, and what is under each."""
    kind = type(source)
    is_users = kind.__module__.partition(".")[0] != "autograph" and not issubclass(kind, dict)
    return is_users and type(class_attribute(kind, "__getitem__")) is FunctionType and hasattr(source, "keys")


# Methods


def _getattr(items: Table, name: str) -> Any:
    if hasattr(items.kind, name) and not name.startswith("__"):
        container_errors.keys_are_staged()
    raise no_attribute(items.kind, name, items)


_OF_DICTS: dict[str, Callable[..., Any]] = {
    "__getitem__": _getitem, "__setitem__": Table.put, "__delitem__": _delete,
    "get": get, "pop": _pop, "popitem": _popitem, "update": _update, "move_to_end": _move_to_end,
    "setdefault": _set_default,
    "keys": lambda items: TableView(items, 0), "values": lambda items: TableView(items, 1),
    "items": lambda items: TableView(items, None), "most_common": _most_common, "subtract": _subtract,
    "total": lambda counts: call(sum)(counts.part(1)),
}  # fmt: skip
_OF_SETS: dict[str, Callable[..., Any]] = {
    "add": Table.put, "discard": _discard, "remove": _delete, "pop": _pop,
    "issubset": _subset, "issuperset": _superset, "isdisjoint": _disjoint,
    "__le__": _comparison(_subset, operator.le), "__ge__": _comparison(_superset, operator.ge),
    "__lt__": _comparison(_subset, operator.lt), "__gt__": _comparison(_superset, operator.gt),
}  # fmt: skip
for _name, _word, _rule, _for_each in (
    ("or", "union", _union, aggregates.added), ("and", "intersection", _intersection, None),
    ("sub", "difference", _difference, aggregates.discarded),
    ("xor", "symmetric_difference", _symmetric_difference, None),
):  # fmt: skip
    for _prefix, _function in zip(("", "r", "i"), _operators(_rule, _name), strict=True):
        setattr(Table, f"__{_prefix}{_name}__", _function)
    _OF_SETS[_word] = _method(_rule)
    _OF_SETS["update" if _word == "union" else f"{_word}_update"] = _change(_rule, _for_each)


def _by_kind(name: str) -> Callable[..., Any]:
    def method(items: Table, *given: Any, **options: Any) -> Any:
        chosen = (_OF_SETS if items.kind in SETS else _OF_DICTS).get(name)
        if chosen is None and name in _OF_ITEMS:
            raise raised_by(getattr(operator, name), items.kind(), *([0] * len(given)))
        if chosen is None or not hasattr(items.kind, name):
            return NotImplemented if name in _COMPARISONS else _getattr(items, name)
        return chosen(items, *given, **options)

    method.__name__ = name
    return method


_OF_ITEMS = frozenset({"__getitem__", "__setitem__", "__delitem__"})
_COMPARISONS = frozenset({"__le__", "__ge__", "__lt__", "__gt__"})


for _name in {*_OF_DICTS, *_OF_SETS}:
    setattr(Table, _name, _by_kind(_name))
for _name, _own in {
    "at_key": known, "put_all": _put_all,
    "__eq__": _equal, "__ne__": _unequal, "__getattr__": _getattr, "contains": _contains,
    "clear": _clear, "copy": _copy, "__copy__": _copy,
    "__deepcopy__": lambda items, memo: Table(_copy(items).entries.deep_copied(), items.kind, items.factory),
}.items():  # fmt: skip
    setattr(Table, _name, _own)
