"""Structures whose leaves may be composites: objects, such as a `TensorArray`, that are made of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.staging import Composite, composites
from runtime.core import nest

#: Specs that stand for composites among the arguments of a function, by type. Their components are the specs of the
#: tensors; they are rebuilt as the composite that they describe.
spec_composites: dict[type, Composite] = {}


def as_argument(value: Any) -> Composite | None:
    """How `value` is passed to a function as tensors; None if it is no composite, nor the spec of one."""
    kind = type(value)
    return composites.get(kind) or spec_composites.get(kind)


def is_composite(value: Any) -> bool:
    """Whether control flow carries `value` as its components."""
    return type(value) in composites


def tensors_of(structure: Any) -> list[Any]:
    """The leaves of `structure` but for None, composites taken apart."""
    found: list[Any] = []
    for leaf in nest.flatten(structure):
        if is_composite(leaf):
            found += tensors_of(list(composites[type(leaf)].components(leaf)))
        elif leaf is not None:
            found.append(leaf)
    return found


def packed(structure: Any, tensors: Sequence[Any]) -> Any:
    """`structure` with other `tensors`: the inverse of `tensors_of`."""
    remaining = iter(tensors)

    def leaf(like: Any) -> Any:
        if like is None:
            return None
        if is_composite(like):
            composite = composites[type(like)]
            parts = list(composite.components(like))
            return composite.rebuild(like, packed(parts, [next(remaining) for _ in tensors_of(parts)]))
        return next(remaining)

    return nest.pack_sequence_as(structure, [leaf(x) for x in nest.flatten(structure)])
