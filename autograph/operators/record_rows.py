"""Rows that are records: lists that keep their length, dicts that keep their keys, objects of classes of the program's.

queue = deque([["a", 5], ["b", 2]])
while queue:                        # of staged length
    task = queue.popleft()          # a `Row`: the number of a tuple in the list that is its pool
    task[1] -= n                    # another tuple has its place
    if task[1] > 0:
        queue.append(task)

What is under one key is a part of the tuples, of a type of its own. A program that gives one another length, other keys
or other attributes is refused here, and staged in the way of other rows (see `autograph.operators.restarts`).
"""

from __future__ import annotations

import dataclasses
import operator
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FunctionType, GeneratorType, MethodType, WrapperDescriptorType
from typing import Any

from autograph.operators import aggregates, container_errors
from autograph.operators.calls import call, library_forms, to_function, unbinding
from autograph.operators.choices import is_constant
from autograph.operators.classes import staged_method
from autograph.operators.comparisons import compare, comparing, is_
from autograph.operators.effects import new
from autograph.operators.forms import held_in_lists
from autograph.operators.holders import may_be_held
from autograph.operators.locations import namespace_of
from autograph.operators.logical import not_
from autograph.operators.namespaces import has_class_attribute, no_attribute
from autograph.operators.proxies import Proxy
from autograph.operators.raising import known_places
from autograph.operators.rows import Pool, Row, keys_of, may_be_in_record, values_of
from autograph.staging import Backend, Composite, register_composite, register_proxy


def added(pool: Pool, value: Any) -> Row:
    """A record of what is in a list, a dict or an object."""
    assert pool.keys is not None
    if type(value) is Row:
        values = _values(value)
    else:
        is_object = pool.is_of_objects and type(value) is not GeneratorType
        if is_object and (namespace := namespace_of(value)) is not None and may_be_held(namespace):
            reason = "something has its namespace, `__dict__`"
            container_errors.row_of_outside(value, reason)
        values = tuple(values_of(value, pool.keys))
    if not pool.is_of_objects:
        return Row(pool, to_function(aggregates.added_record)(pool, values))
    return _added_object(pool, value, pool.keys, values)


def _added_object(pool: Pool, value: Any, keys: Sequence[Any], values: Sequence[Any]) -> Row:
    """The record of an object, which may have itself for an attribute, or what has it: that is stored afterwards."""
    around = _adding.objects
    circular = {key: part for key, part in zip(keys, values, strict=True) if part is value or id(part) in around}
    afterwards = around.setdefault(id(value), [])
    try:
        values = tuple([None if key in circular else part for key, part in zip(keys, values, strict=True)])
        row = Row(pool, to_function(aggregates.added_record)(pool, values))
    finally:
        del around[id(value)]
    for key, part in circular.items():
        if part is value:
            set_attribute(row, key, row)
        else:
            around[id(part)].append((row, key))
    for holder, key in afterwards:
        set_attribute(holder, key, row)
    return row


class _Adding(threading.local):
    def __init__(self) -> None:
        #: The objects of which a record is being made, by identity, and of which records they are to be an attribute.
        self.objects: dict[int, list[tuple[Row, Any]]] = {}


_adding = _Adding()


def loaded(row: Row) -> Any:
    """A list, a dict or an object of its own, of what is in a record."""
    keys, kind, values = row.pool.keys, row.pool.kind, _values(row)
    assert keys is not None
    if not row.pool.is_of_objects:
        return new([*values] if kind is list else dict(zip(keys, values, strict=True)))
    made = object.__new__(kind)
    for key, value in zip(keys, values, strict=True):
        object.__setattr__(made, key, value)
    return new(made)


def method(row: Row, name: str, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What a method of its class does to a record."""
    place = _place(row, args[0]) if name in ("__getitem__", "__setitem__") else None
    if place is not None and name == "__getitem__":
        return _values(row)[place]
    if place is not None:
        values = [*_values(row)]
        values[place] = args[1]
        _store(row, values)
        return None
    if not hasattr(row.pool.kind, name):
        return NotImplemented
    if name in _LATER:
        container_errors.goes_over_a_record(row)
    held = loaded(row)
    assert row.pool.keys is not None
    if name == "__getitem__":
        return call(operator.getitem)(held, *args)
    if name in _COMPARISONS:
        return compare(_COMPARISONS[name], held, *args)
    before = values_of(held, row.pool.keys)
    if name == "__setitem__":
        held = result = to_function(aggregates.with_item)(held, *args)
    else:
        result = call(getattr(held, name))(*args, **options)
    if type(held) is not row.pool.kind or [*keys_of(held)] != [*row.pool.keys]:
        container_errors.changes_a_record(row)
    after = values_of(held, row.pool.keys)
    if any(one is not other for one, other in zip(before, after, strict=True)):
        _store(row, after)
    return None if name == "__setitem__" else row if result is held else result


# Objects


class BoundMethod(Proxy):
    """A method of an object that is a record: two of them are equal if they are methods of one record."""

    __slots__ = ("function", "row")
    #: What messages call it.
    called = "a method of one of several objects"
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, function: FunctionType, row: Row):
        self.function = function
        self.row = row

    @property
    def backend(self) -> Backend:
        """On which it is staged."""
        return self.row.backend

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class that it stands for."""
        return MethodType

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return call(self.function)(self.row, *args, **kwargs)

    def __eq__(self, other: object) -> Any:
        if type(other) is not BoundMethod or self.function is not other.function:
            return False
        return is_(self.row, other.row)

    def __ne__(self, other: object) -> Any:
        return not_(self == other)

    def __getattr__(self, name: str) -> Any:
        own = {"__self__": self.row, "__func__": self.function}
        return own[name] if name in own else getattr(self.function, name)


register_composite(
    BoundMethod,
    Composite(
        lambda method: [method.row.number],
        lambda method, parts: BoundMethod(method.function, method.row.rebuilt(parts)),
        lambda method: (method.function, method.row.pool),
    ),
)
register_proxy(BoundMethod)
held_in_lists.add(BoundMethod)
comparing.add(BoundMethod)
unbinding[BoundMethod] = lambda method: (method.function, method.row)


def special(row: Row, name: str, args: Sequence[Any]) -> Any:
    """What a special method of its class says of an object."""
    function = getattr(row.pool.kind, name, None)
    if function is not None and function is not getattr(object, name, None):
        return (staged_method(row, name) or call(function))(row, *args)
    if name in ("__eq__", "__ne__"):  # whether they are one: the class says, once it is known to staging
        container_errors.changes_a_record(row)
    return NotImplemented


def _called(row: Row) -> tuple[Any, ...]:
    if not row.pool.is_of_objects or not has_class_attribute(row.pool.kind, "__call__"):
        raise TypeError(f"{row.pool.kind.__name__!r} object is not callable")
    return row.pool.kind.__call__, row


unbinding[Row] = _called


def attribute(row: Row, name: str) -> Any:
    """An attribute of an object, or of its class."""
    keys, kind = row.pool.keys, row.pool.kind
    assert keys is not None
    found = _of_class(kind, name)
    if isinstance(found, property):
        return call(found.fget)(row)
    if name in keys:
        return _values(row)[keys.index(name)]
    if type(found) is FunctionType:
        return BoundMethod(found, row)
    is_descriptor = has_class_attribute(type(found), "__get__") and type(found) not in (staticmethod, classmethod)
    if name.startswith("__") or is_descriptor:
        container_errors.changes_a_record(row)  # its namespace, say, or what a descriptor would store in it
    if not has_class_attribute(kind, name):
        raise no_attribute(kind, name, row)
    return getattr(kind, name)


def set_attribute(row: Row, name: str, value: Any) -> None:
    """`row.name = value`."""
    keys, kind = row.pool.keys, row.pool.kind
    found = _of_class(kind, name)
    if isinstance(found, property) and found.fset is not None:
        call(found.fset)(row, value)
        return
    if not row.pool.is_of_objects or keys is None or name not in keys or isinstance(found, property):
        container_errors.changes_a_record(row)
    if not may_be_in_record(value):
        container_errors.changes_a_record(row)
    values = [*_values(row)]
    values[keys.index(name)] = value
    _store(row, values)


def _of_class(kind: type, name: str) -> Any:
    return next((vars(cls)[name] for cls in kind.__mro__ if name in vars(cls)), None)


def _beside_class(function: Any) -> Callable[..., Any] | None:
    """What functions of Python's do with a record: `object.__setattr__(o, name, value)`, `is_dataclass(o)`."""
    if type(function) is WrapperDescriptorType and function.__objclass__ is object:
        return partial(_of_object, function)
    is_of_dataclasses = type(function) is FunctionType and function.__module__ == "dataclasses"
    return partial(_of_dataclass, function) if is_of_dataclasses and function in _OF_DATACLASSES else None


def _of_object(function: Any, /, *args: Any) -> Any:
    if not args or type(args[0]) is not Row:
        return function(*args)
    if function is not object.__setattr__:
        container_errors.changes_a_record(args[0])
    return set_attribute(*args)


_OF_DATACLASSES = frozenset({dataclasses.is_dataclass, dataclasses.fields, dataclasses.replace})


def _of_dataclass(function: Any, /, held: Any, **changes: Any) -> Any:
    if type(held) is Row:
        held = loaded(held) if function is dataclasses.replace else held.pool.kind
    return function(held, **changes)


library_forms.append(_beside_class)


def delete_attribute(row: Row, name: str) -> None:
    """`del row.name`."""
    container_errors.changes_a_record(row)


def hash_of(row: Row) -> int:
    """The hash of a list, a dict or an object."""
    if row.pool.is_of_objects:
        container_errors.changes_a_record(row)
    if row.pool.kind is tuple:
        container_errors.hash_of_staged_length("tuple")
    raise TypeError(f"unhashable type: {row.pool.kind.__name__!r}")


_COMPARISONS: dict[str, Callable[..., Any]] = {
    f"__{name}__": getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}

#: What gives views and iterators, which come upon what is stored meanwhile.
_LATER = frozenset({"items", "values", "__iter__", "__reversed__"})


def _values(row: Row) -> Any:
    with known_places():
        return to_function(aggregates.record_at)(row.pool, row.number)


def _store(row: Row, values: Sequence[Any]) -> None:
    row.pool.has_changed = True
    with known_places():
        to_function(aggregates.stored_record)(row.pool, row.number, tuple(values))


def _place(row: Row, key: Any) -> int | None:
    """Where in the tuple is what has a key; None if that is not known, or nothing is."""
    keys = row.pool.keys
    assert keys is not None
    if row.pool.kind is list:
        is_within = type(key) is int and -len(keys) <= key < len(keys)
        return range(len(keys))[key] if is_within else None
    return keys.index(key) if is_constant(key) and key in keys else None
