"""Objects of dataclasses among the results of a program, for a system that gives back none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.operators.locations import attributes_of
from autograph.staging import Composite, register_composite


class Instance:
    """What is in an object that a program returns.

    Args:
        kind: the class of the object.
        attributes: what it has, by name.
    """

    __slots__ = ("attributes", "kind")

    def __init__(self, kind: type, attributes: dict[str, Any]):
        self.kind = kind
        self.attributes = attributes

    @classmethod
    def of(cls, value: Any) -> Instance:
        return cls(type(value), dict(attributes_of(value) or {}))

    def parts(self) -> list[Any]:
        return [*self.attributes.values()]

    def with_parts(self, parts: Sequence[Any]) -> Instance:
        return Instance(self.kind, dict(zip(self.attributes, parts, strict=True)))

    def made(self) -> Any:
        """The object; its `__init__` does not run."""
        value: Any = object.__new__(self.kind)
        for name, part in self.attributes.items():
            object.__setattr__(value, name, part)
        return value


register_composite(Instance, Composite(Instance.parts, lambda like, parts: like.with_parts(parts).made()))
