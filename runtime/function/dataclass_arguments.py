"""Dataclasses among arguments and results: structures of their attributes, while a function is traced and called.

`tf.nest` takes the instance of a dataclass for a leaf, unless its class says otherwise. An argument is *opened* into a
`Record`, which nests, and *closed* into an instance of its class for the Python function to see; results likewise.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from runtime.core import nest
from runtime.state.module import Module


class Record:
    """An instance of a dataclass, taken apart.

    Attributes:
        kind: its class.
        names: of its attributes.
        values: of its attributes.
    """

    __slots__ = ("kind", "names", "values")

    def __init__(self, kind: type, names: Sequence[str], values: Sequence[Any]):
        self.kind = kind
        self.names = tuple(names)
        self.values = tuple(values)

    def __tf_flatten__(self) -> tuple[Any, tuple[Any, ...]]:
        return (self.kind, self.names), self.values

    @classmethod
    def __tf_unflatten__(cls, metadata: Any, components: Sequence[Any]) -> Record:
        kind, names = metadata
        return cls(kind, names, components)

    def instance(self) -> Any:
        """An instance of the class with these attributes; its `__init__` does not run."""
        made: Any = object.__new__(self.kind)
        for name, value in zip(self.names, self.values, strict=True):
            object.__setattr__(made, name, value)
        return made


def is_record(value: Any) -> bool:
    """Whether `value` is compared by its attributes, as an instance of a dataclass is unless it says otherwise."""
    kind = type(value)
    return (
        dataclasses.is_dataclass(kind)
        and kind.__hash__ is not object.__hash__
        and not hasattr(kind, "__tf_flatten__")
        and not isinstance(value, (Module, BaseException))
    )


def opened(structure: Any) -> Any:
    """`structure` with a `Record` in place of every instance of a dataclass; itself if there is none."""
    if is_record(structure):
        names = [field.name for field in dataclasses.fields(structure) if hasattr(structure, field.name)]
        names += [name for name in getattr(structure, "__dict__", ()) if name not in names]
        return Record(type(structure), names, [opened(getattr(structure, name)) for name in names])
    return _mapped(opened, structure)


def closed(structure: Any) -> Any:
    """The inverse of `opened`."""
    if type(structure) is Record:
        return Record(structure.kind, structure.names, [closed(value) for value in structure.values]).instance()
    return _mapped(closed, structure)


def _mapped(function: Any, structure: Any) -> Any:
    if not nest.is_nested(structure):
        return structure
    before = list(nest.children(structure))
    after = [function(child) for child in before]
    if all(one is other for one, other in zip(before, after, strict=True)):
        return structure
    return nest.with_children(structure, after)
