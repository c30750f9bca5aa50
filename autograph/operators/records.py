"""`dataclasses.asdict` and `astuple` of objects that hold lists and dicts of which a tensor decides what is in them."""

from __future__ import annotations

import copy
import dataclasses
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from autograph.operators import aggregates
from autograph.operators.calls import call, stand_ins, to_function
from autograph.operators.dispatch import each
from autograph.operators.effects import new
from autograph.operators.either import Either
from autograph.operators.lists import StagedList
from autograph.operators.logical import if_exp
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.optionals import is_none
from autograph.operators.presence import settled
from autograph.operators.row_methods import loaded
from autograph.operators.rows import Row
from autograph.operators.structures import Optional, changes_in_place, is_object, opened
from autograph.staging import tracing_backend

#: Makes what takes the place of an object, of the names and the values of its fields.
_Make = Callable[[list[tuple[str, Any]]], Any]


def as_dict(obj: Any, *, dict_factory: Any = dict) -> Any:
    """`dataclasses.asdict`."""
    obj = _read(obj)
    if tracing_backend() is None or not dataclasses.is_dataclass(obj) or isinstance(obj, type):
        return dataclasses.asdict(obj, dict_factory=dict_factory)
    return _copied(obj, call(dict_factory))


def as_tuple(obj: Any, *, tuple_factory: Any = tuple) -> Any:
    """`dataclasses.astuple`."""
    obj = _read(obj)
    if tracing_backend() is None or not dataclasses.is_dataclass(obj) or isinstance(obj, type):
        return dataclasses.astuple(obj, tuple_factory=tuple_factory)
    make = call(tuple_factory)
    return _copied(obj, lambda items: make([value for _, value in items]))


stand_ins[dataclasses.asdict] = as_dict
stand_ins[dataclasses.astuple] = as_tuple


def _read(value: Any) -> Any:
    return loaded(value) if type(value) is Row else value


def _copied(value: Any, make: _Make) -> Any:
    """A copy of a value, in which objects of dataclasses are what is made of their fields."""
    value = _read(settled(value))
    kind = type(value)
    if kind is Optional and not value.unbound:
        return if_exp(is_none(value), lambda: None, lambda: _copied(settled(value), make))()
    if kind is Either:
        return each(value, lambda one: _copied(one, make))
    if dataclasses.is_dataclass(kind):
        return new(
            make([(field.name, _copied(getattr(value, field.name), make)) for field in dataclasses.fields(value)])
        )
    if kind is StagedList:
        is_flat = not any(
            n.kind is Row or changes_in_place(n.value) or is_object(opened(n)) for n in value.form.node.containers()
        )
        copied = value.copied() if is_flat else to_function(aggregates.each_copied)(value, lambda v: _copied(v, make))
        return new(copied)
    if issubclass(kind, tuple) and has_class_attribute(kind, "_fields"):
        return kind(*[_copied(part, make) for part in value])
    if issubclass(kind, (list, tuple)):
        return new(kind(_copied(part, make) for part in value))
    if issubclass(kind, dict):
        items = [(_copied(key, make), _copied(held, make)) for key, held in value.items()]
        return new(defaultdict(value.default_factory, items) if kind is defaultdict else kind(items))
    return call(copy.deepcopy)(value)
