"""What lists, dicts and sets do that are values of a dict whose keys are tensors.

What only reads one does it to a list, a dict or a set of staged length that has the same in it. What changes one
changes the pool: appending and storing do so at once; what is rarer is done to such a list, which the pool then gets.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from types import MethodType
from typing import Any

from autograph.operators import aggregates, container_errors, record_rows, value_errors
from autograph.operators.calls import call, to_function
from autograph.operators.choices import later
from autograph.operators.classes import classes_of
from autograph.operators.comparisons import contains, staged_containers
from autograph.operators.dicts import SETS
from autograph.operators.effects import log, logs, new
from autograph.operators.either import Either
from autograph.operators.forms import form_of
from autograph.operators.generators import stepped
from autograph.operators.holders import by_now, has_given_way, is_one_of_several, replace
from autograph.operators.holding import Unknown
from autograph.operators.links import linked_with
from autograph.operators.list_methods import NOT_OF_TUPLES, as_many, position_in, unpacked
from autograph.operators.lists import StagedList, require
from autograph.operators.namespaces import no_attribute
from autograph.operators.optionals import as_index
from autograph.operators.raising import known_places
from autograph.operators.rows import MAPPINGS, OPERATORS, SEQUENCES, Pool, Row, element_makers, kind_in_pool, row_makers
from autograph.operators.stores import item_stores
from autograph.operators.structures import Node, Optional, put_together, take_apart
from autograph.operators.table_methods import BUILTIN, listed, set_default
from autograph.operators.table_methods import get as get_of_table
from autograph.operators.tables import Table, in_no_order, table_for
from autograph.staging import composites
from autograph.weak import WeakSet


def _run(loop: Callable[..., Any], *args: Any) -> Any:
    return to_function(loop)(*args)


def row_of(pool: Pool, value: Any) -> Row:
    """A row with what is in a container, which it takes the place of; a tuple never changes, and stays where it is."""
    if pool.kind is tuple:
        row = Row(pool, _run(aggregates.added_row, pool))
        _fill(row, value)
        return row
    if is_one_of_several(value):
        container_errors.row_of_outside(value, "a staged conditional chose between it and another object")
    row = record_rows.added(pool, value) if pool.keys is not None else Row(pool, _run(aggregates.added_row, pool))
    try:
        replace(value, row, is_stored=True)
    except Unknown as reason:
        container_errors.row_of_outside(value, str(reason), reason.help)
    if pool.keys is None:
        _fill_new(row, value)
    return row


row_makers.append(row_of)


def _row_of_element(pool: Pool, value: Any) -> Row:
    """Likewise, of an element of a list. One that a tensor chose may not change any more then, nor others, nor rows."""
    linked = linked_with(value, [link for region in logs() for link in region.links])
    is_frozen = any(region.is_frozen(known) for region in logs() for known in linked)  # whoever else has it
    if is_frozen or len(linked) < 2 or type(value) is not StagedList or pool.keys is not None or pool.has_changed:
        return row_of(pool, value)
    around = log()
    assert around is not None
    around.freezes(*linked)
    row = Row(pool, _run(aggregates.added_row, pool))
    _fill_new(row, value)
    _frozen.add(pool)
    return row


element_makers.append(_row_of_element)

#: Pools of which one row has what is in a list that was chosen, and stands for it.
_frozen: WeakSet[Pool] = WeakSet()
#: Those of which a row is filled that nobody has yet.
_filled: WeakSet[Pool] = WeakSet()


def _fill_new(row: Row, values: Any) -> None:
    """Adds what is in a container to a row that nobody has yet."""
    is_filled = row.pool in _filled
    _filled.add(row.pool)
    try:
        _fill(row, values)
    finally:
        if not is_filled:
            _filled.discard(row.pool)


def current_container(value: Any) -> Any:
    """What is in the place of a container that was read before."""
    if not has_given_way(value):
        return value
    try:
        return by_now(value)
    except Unknown as reason:
        container_errors.row_of_outside(value, str(reason), reason.help)


later["current container"] = current_container


# What is in a row


def loaded(row: Row) -> Any:
    """A list, a dict or a set of its own, of what is in a row."""
    kind, factory, items = row.pool.kind, row.pool.factory, row.pool.items
    if row.pool.keys is not None:
        return record_rows.loaded(row)
    if type(items) is not Table:  # nothing has been stored in any
        return () if kind is tuple else new(defaultdict(factory) if kind is defaultdict else kind())
    element = _elements[_group(row)]
    like = element(items.entries.copied().at(0))
    form = form_of(row.backend, [like])
    assert form is not None
    made = StagedList.of(row.backend, (), form, deque if kind is deque else list)
    _run(aggregates.elements_of_row, items.entries, row.number, made, element)
    if kind in SEQUENCES:
        return made.copied(kind)
    return in_no_order(Table(made, kind)) if kind in SETS else Table(made, kind, factory)


later["loaded"] = loaded


def rows_read(value: Any, is_shown: bool = False) -> Any:
    """A value with containers and objects of its own in place of the rows in it.

    Args:
        is_shown: whether to make a text of it, which is not to say where an object is.
    """
    if type(value) not in composites and not isinstance(value, (tuple, list, dict, set, deque)):
        return value
    node = take_apart(value, [])
    return _read(node, is_shown) if any(part.kind is Row for part in node.containers()) else value


def _read(node: Node, is_shown: bool) -> Any:
    if node.kind in (Either, Optional) and any(part.kind is Row for part in node.containers()):
        later["refuse"]("shown")  # where there is no such row, none can be read
    if node.kind is not Row:
        return put_together(node, [_read(part, is_shown) for part in node.parts]) if node.parts else node.value
    kind = node.label.kind
    if is_shown and (kind.__repr__, kind.__str__) == (object.__repr__, object.__str__):
        later["refuse"]("shown")
    return rows_read(loaded(node.value), is_shown)


later["rows read"] = rows_read


def gone_over(row: Row) -> Any:
    """Likewise, for an iterator, which would come upon what is stored in the row meanwhile."""
    if row.pool.keys is not None:
        container_errors.goes_over_a_record(row)
    made = loaded(row)
    if row.pool.kind is tuple:
        return made
    values = made.entries if type(made) is Table else made
    if type(values) is StagedList:
        held = row.pool.items.entries
        before = held.length, *held.buffers

        def check() -> None:
            now = row.pool.items.entries.length, *row.pool.items.entries.buffers
            if len(now) != len(before) or any(one is not other for one, other in zip(now, before, strict=True)):
                container_errors.changes_under_a_loop(row)

        values.check = check
    return made


def _group(row: Row) -> type:
    kind = row.pool.kind
    return list if kind in SEQUENCES else dict if kind in MAPPINGS else set


#: What an entry of a pool is, whose key is the number of a row and something else, in a container of a kind.
_elements: dict[type, Callable[[Any], Any]] = {
    list: lambda entry: entry[1],
    dict: lambda entry: (entry[0][1], entry[1]),
    set: lambda entry: (entry[0][1],),
}


def _fill(row: Row, values: Any) -> None:
    """Adds what is in a container to a row."""
    if type(values) is Row:
        values = loaded(values)
    if row.pool.kind is tuple:
        _run(aggregates.each_given, functools.partial(_append, row), values)
    elif _group(row) is list:
        _run(aggregates.extended, row, values)
    elif _group(row) is set:
        _run(aggregates.put_each, row, listed(values, "set") if type(values) is Table else call(list)(values))
    else:
        _run(aggregates.put_pairs, row, call(list)(call(values.items)()))


def _rewrite(row: Row, values: Any) -> None:
    """Has a row hold what is in a container, and nothing else."""
    _clear(row)
    _fill(row, values)


def _clear(row: Row) -> None:
    items = row.pool.items
    if type(items) is Table:
        rest = items.empty()
        _run(aggregates.entries_of_others, items.entries, row.number, rest.entries)
        items.take(rest)
    _resize(row, 0)


def _size(row: Row) -> Any:
    with known_places():
        return _run(aggregates.size_of_row, row.pool, row.number)


def _resize(row: Row, size: Any) -> None:
    with known_places():
        _run(aggregates.resized_row, row.pool, row.number, size)


def length(row: Row) -> Any:
    """How many elements a row has."""
    if row.pool.is_of_objects:
        found = record_rows.special(row, "__len__", ())
        if found is NotImplemented:
            raise TypeError(f"object of type {row.pool.kind.__name__!r} has no len()")
        return found
    if row.pool.keys is not None:
        return len(row.pool.keys)
    return _size(row) if _group(row) is list else call(len)(loaded(row))


def _table(row: Row, *entries: tuple[Any, Any]) -> Table:
    """The table of the pool of a row, with room for some entries."""
    return table_for(row.pool.items, row.backend, [((row.number, key), value) for key, value in entries])


def put(row: Row, key: Any, value: Any = True) -> None:
    """Stores the value of a key, or adds an element to a set."""
    _table(row, (key, value)).put((row.number, key), value)


# Lists


def _append(row: Row, value: Any) -> None:
    size = _size(row)
    put(row, size, value)
    _resize(row, size + 1)


def _position(row: Row, index: Any, message: str) -> Any:
    """Where in the table of the pool the element of an index is, and its index from 0."""
    index = position_in(row.backend, _size(row), as_index(row, index), message)
    return index, row.pool.items.find((row.number, index))[0]


def _getitem(row: Row, index: Any) -> Any:
    if isinstance(index, slice) or type(row.pool.items) is not Table:
        return call(operator.getitem)(loaded(row), index)
    return row.pool.items.value_at(_position(row, index, f"{row.pool.kind.__name__} index out of range")[1])


def _setitem(row: Row, index: Any, value: Any) -> None:
    if isinstance(index, slice) or type(row.pool.items) is not Table:
        _change(row, "__setitem__", index, value)
        return
    put(row, _position(row, index, f"{row.pool.kind.__name__} assignment index out of range")[0], value)


def _pop(row: Row, index: Any = -1) -> Any:
    if type(row.pool.items) is not Table:
        if row.pool.kind is deque:
            return call(loaded(row).popleft if index == 0 else loaded(row).pop)()
        return call(loaded(row).pop)(index)
    kind = row.pool.kind.__name__
    require(row.backend, _size(row) > 0, IndexError(f"pop from {'empty list' if kind == 'list' else 'an empty deque'}"))
    index, position = _position(row, index, "pop index out of range")
    value = row.pool.items.value_at(position)
    _remove_at(row, index, position)
    return value


def _remove_at(row: Row, index: Any, position: Any) -> None:
    items, size = row.pool.items, _size(row)
    with items.changing():
        del items.entries[position]
        _run(aggregates.shifted_row, items.entries, row.number, index)
    _resize(row, size - 1)


def _delitem(row: Row, index: Any) -> None:
    if isinstance(index, slice) or type(row.pool.items) is not Table:
        _change(row, "__delitem__", index)
        return
    _remove_at(row, *_position(row, index, f"{row.pool.kind.__name__} assignment index out of range"))


def _extend(row: Row, values: Any) -> None:
    _fill(row, values)


def _extended(row: Row, values: Any) -> Row:
    _fill(row, values)
    return row


def _united(row: Row, values: Any) -> Any:
    if kind_in_pool(values) is None or not isinstance(values, set if _group(row) is set else dict):
        return NotImplemented
    _update(row, values)
    return row


# Dicts


def _find(row: Row, key: Any) -> tuple[Any, Any]:
    items = row.pool.items
    return items.find((row.number, key)) if type(items) is Table else (0, False)


def _value(row: Row, key: Any) -> Any:
    if "__missing__" in vars(row.pool.kind) and row.pool.factory is None:  # a counter
        return _get(row, key, 0)
    factory = row.pool.factory
    if factory is not None:
        items = row.pool.items if type(row.pool.items) is Table else _table(row, (key, new(call(factory)())))
        return set_default(items, (row.number, key), factory if factory in BUILTIN else call(factory))
    position, found = _find(row, key)
    require(row.backend, found, KeyError(key))
    return row.pool.items.value_at(position)


def _get(row: Row, key: Any, default: Any = None) -> Any:
    return get_of_table(row.pool.items, (row.number, key), default) if type(row.pool.items) is Table else default


def _setdefault(row: Row, key: Any, default: Any = None) -> Any:
    return _table(row, (key, default)).setdefault((row.number, key), default)  # type: ignore[attr-defined]


def _pop_key(row: Row, key: Any, *default: Any) -> Any:
    position, found = _find(row, key)
    if not default:
        require(row.backend, found, KeyError(key))
        value = row.pool.items.value_at(position)
        _delete_at(row, position)
        return value
    value = _get(row, key, *default)
    _discard(row, key)
    return value


def _delete_at(row: Row, position: Any) -> None:
    with row.pool.items.changing():
        del row.pool.items.entries[position]


def _delete(row: Row, key: Any) -> None:
    position, found = _find(row, key)
    require(row.backend, found, KeyError(key))
    _delete_at(row, position)


def _discard(row: Row, key: Any) -> None:
    position, found = _find(row, key)
    if found is not False:
        _run(aggregates.removed_where, row, found, position, _delete_at)


def _contains(row: Row, value: Any) -> Any:
    if row.pool.is_of_objects:
        found = record_rows.special(row, "__contains__", (value,))
        if found is NotImplemented and (items := stepped(row)) is not row:
            return contains(value, items)
        if found is NotImplemented:
            raise TypeError(f"argument of type {row.pool.kind.__name__!r} is not iterable")
        return found
    if _group(row) is list or row.pool.keys is not None:
        return contains(value, loaded(row))
    return _find(row, value)[1]


def _update(row: Row, /, *given: Any, **more: Any) -> None:
    if row.pool.kind is Counter:
        to_function(aggregates.added_to_counter)(row, *given, **more)
        return
    if row.pool.kind not in (dict, defaultdict, set):
        _change(row, "update", *given, **more)
        return
    for source in (*given, more) if more else given:
        source = loaded(source) if type(source) is Row else source
        pairs = _group(row) is dict and not hasattr(source, "items")
        _run(aggregates.put_pairs, row, call(list)(source)) if pairs else _fill(row, source)


def _subtract(row: Row, /, *given: Any, **more: Any) -> None:
    to_function(aggregates.taken_from_counter)(row, *given, **more)


# All of them


_OWN: dict[tuple[type, str], Callable[..., Any]] = {
    (list, "__getitem__"): _getitem, (list, "__setitem__"): _setitem, (list, "__delitem__"): _delitem,
    (list, "append"): _append, (list, "extend"): _extend, (list, "__iadd__"): _extended, (list, "pop"): _pop,
    (list, "popleft"): lambda row: _pop(row, 0), (list, "clear"): _clear,
    (dict, "__getitem__"): _value, (dict, "__setitem__"): put, (dict, "__delitem__"): _delete, (dict, "get"): _get,
    (dict, "__ior__"): _united, (set, "__ior__"): _united, (dict, "setdefault"): _setdefault,
    (dict, "pop"): _pop_key, (dict, "update"): _update, (dict, "subtract"): _subtract, (dict, "clear"): _clear,
    (set, "add"): put, (set, "discard"): _discard, (set, "remove"): _delete, (set, "update"): _update,
    (set, "clear"): _clear,
}  # fmt: skip
#: Methods that change a list, a dict or a set, by themselves or in place of an operator.
_CHANGING = frozenset({
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "appendleft", "popleft", "extendleft",
    "rotate", "setdefault", "popitem", "update", "move_to_end", "subtract", "add", "discard", "difference_update",
    "intersection_update", "symmetric_difference_update", "__setitem__", "__delitem__", "__iadd__", "__imul__",
    "__ior__", "__iand__", "__isub__", "__ixor__",
})  # fmt: skip


def _change(row: Row, name: str, *args: Any, **options: Any) -> Any:
    """Does to a row what a method does to a list, a dict or a set like it."""
    held = loaded(row)
    if name.startswith("__i"):
        held = getattr(operator, name)(held, *args)
        _rewrite(row, held)
        return row
    result = call(getattr(held, name))(*args, **options)
    _rewrite(row, held)
    return result


@functools.cache
def _method(name: str) -> Callable[..., Any]:
    def method(row: Row, *args: Any, **options: Any) -> Any:
        if row.pool.is_of_objects:
            return record_rows.special(row, name, args)
        args = tuple([loaded(value) if type(value) is Row and name not in _STORING else value for value in args])
        if name == "__radd__":
            return args[0] + loaded(row)
        if row.pool.keys is not None:
            return record_rows.method(row, name, args, options)
        if row.pool.kind is tuple and name in _CHANGING:
            return _of_no_tuple(row, name)
        if name in _CHANGING:
            _meet_change(row)
        own = _OWN.get((_group(row), name))
        if own is not None:
            return own(row, *args, **options)
        if not hasattr(row.pool.kind, name):
            return NotImplemented
        if name in _CHANGING:
            return _change(row, name, *args, **options)
        return call(getattr(loaded(row), name))(*args, **options)

    method.__name__ = name
    return method


def _meet_change(row: Row) -> None:
    """Takes note of a change to a row; refuses one that others of the pool may be for whoever chose between lists."""
    if row.pool in _filled:
        return
    if row.pool in _frozen:
        value_errors.is_one_of_several(row)
    row.pool.has_changed = True


def _of_no_tuple(row: Row, name: str) -> Any:
    """What comes of a method, or in place of an operator, that tuples do not have."""
    if name in NOT_OF_TUPLES:
        raise TypeError(NOT_OF_TUPLES[name])
    if not name.startswith("__"):
        raise no_attribute(row.pool.kind, name, row)
    return NotImplemented


#: Methods that store what they are given, and not what is in it.
_STORING = frozenset({"append", "appendleft", "insert", "__setitem__", "setdefault", "get", "pop"})


def _getattr(row: Row, name: str) -> Any:
    if row.pool.is_of_objects:
        return record_rows.attribute(row, name)
    if name.startswith("__"):
        container_errors.length_is_staged()
    if not hasattr(row.pool.kind, name):
        raise no_attribute(row.pool.kind, name, row)
    return MethodType(_method(name), row)


def items_of_object(row: Row) -> Any:
    """What a loop over an object goes over."""
    items = stepped(row)
    if items is row:
        raise TypeError(f"{row.pool.kind.__name__!r} object is not iterable")
    return items


def _iter(row: Row) -> Iterator[Any]:
    if row.pool.is_of_objects:
        return iter(items_of_object(row))
    if _group(row) is not list:
        container_errors.keys_are_staged()
    return unpacked(row.backend, length(row), lambda place: row[place], sys._getframe(1))  # type: ignore[index]


def parts(row: Row, count: int) -> Iterator[Any]:
    """The elements of a list, which are to be as many as there are targets."""
    return as_many(row.backend, length(row), lambda place: row[place], count)  # type: ignore[index]


def _refuse(row: Row, *args: Any) -> Any:
    container_errors.length_is_staged()


def _truth(row: Row) -> Any:
    if not row.pool.is_of_objects:
        return call(bool)(length(row))
    truth = record_rows.special(row, "__bool__", ())
    if truth is NotImplemented and (size := record_rows.special(row, "__len__", ())) is not NotImplemented:
        truth = size > 0
    return True if truth is NotImplemented else truth


def _of_object(name: str) -> Callable[..., Any]:
    def method(row: Row, *args: Any) -> Any:
        return record_rows.special(row, name, args) if row.pool.is_of_objects else NotImplemented

    method.__name__ = name
    return method


def _of_one(name: str, operator: str) -> Callable[[Row], Any]:
    """An operator of one operand: Python takes whatever its method returns."""

    def method(row: Row) -> Any:
        made = _method(name)(row)
        if made is NotImplemented:
            raise TypeError(f"bad operand type for {operator}: {row.pool.kind.__name__!r}")
        return made

    method.__name__ = name
    return method


for _name in OPERATORS:
    setattr(Row, f"__{_name}__", _of_object(f"__{_name}__"))
for _name, _operator in (("neg", "unary -"), ("pos", "unary +"), ("invert", "unary ~"), ("abs", "abs()")):
    setattr(Row, f"__{_name}__", _of_one(f"__{_name}__", _operator))
_OF_CONTAINERS = (
    "getitem", "setitem", "delitem", "add", "iadd", "radd", "mul", "imul", "rmul", "eq", "ne", "lt", "le", "gt", "ge",
    "or", "ror", "ior", "and", "rand", "iand", "sub", "rsub", "isub", "xor", "rxor", "ixor",
)  # fmt: skip
for _name in _OF_CONTAINERS:
    setattr(Row, f"__{_name}__", _method(f"__{_name}__"))
for _name in ["len", "contains", "bool", "reversed", "reduce_ex", "deepcopy", "array", "jax_array"]:
    setattr(Row, f"__{_name}__", _refuse)
Row.__copy__ = loaded  # type: ignore[attr-defined]
Row.__iter__ = _iter  # type: ignore[attr-defined]
Row.__getattr__ = _getattr  # type: ignore[attr-defined]
Row.contains = _contains  # type: ignore[attr-defined]
Row.append = _method("append")  # type: ignore[attr-defined]
Row.truth = _truth  # type: ignore[attr-defined]
Row.__setattr__ = record_rows.set_attribute  # type: ignore[assignment, method-assign]
Row.__delattr__ = record_rows.delete_attribute  # type: ignore[assignment, method-assign]
Row.__hash__ = record_rows.hash_of  # type: ignore[assignment, method-assign]
Row.put = put  # type: ignore[attr-defined]
classes_of[Row] = Row.class_of
Row.own_attributes |= {"append", "contains", "put", "truth"}
staged_containers.add(Row)
item_stores[Row] = lambda row: row
