"""Where two values first differ that have one description: what messages say of them besides that."""

from __future__ import annotations

from typing import Any, NamedTuple

from autograph.operators.structures import Node, Optional, has_more_than_items, take_apart
from autograph.operators.wording import shape_of
from autograph.staging import backend_of, composites


class Difference(NamedTuple):
    """A part of two values in which they differ: its path, and what each has there."""

    path: str
    one: str
    other: str


def difference(name: str, one: Any, other: Any) -> Difference | None:
    """The first part in which two values are not made alike, by way of a variable, and what each has there."""
    nodes = take_apart(one, []), take_apart(other, [])
    return _first(name, *nodes, True) or _first(name, *nodes, False)


def _first(path: str, one: Node, other: Node, needs_value: bool) -> Difference | None:
    one, other = one.present, other.present
    if one.value is other.value or (needs_value and (one.is_absent or other.is_absent)):
        return None
    if one.kind is not None and one.kind is other.kind:
        if has_more_than_items(one.value) or has_more_than_items(other.value):
            kind = one.kind.__name__
            return Difference(path, f"one {kind}, which has attributes,", f"another {kind}")
        forms = _form_of(one), _form_of(other)
        if None not in forms:
            return _first(f"{path}[...]", *forms, needs_value) or _types(path, one, other)
        if one.label == other.label:
            parts = zip(_names(one, path), one.parts, other.parts, strict=False)
            return next(filter(None, (_first(*each, needs_value) for each in parts)), None)
    if _are_numbers(one, other):
        return None
    described = _described(one), _described(other)
    return None if described[0] == described[1] else Difference(path, *described)


def _are_numbers(one: Node, other: Node) -> bool:
    """Whether two leaves are numbers, of which one type holds both."""
    if one.kind is not None or other.kind is not None:
        return False
    backend = next(filter(None, map(backend_of, (one.value, other.value))), None)
    values = one.value, other.value
    if backend is None:
        return all(isinstance(value, (int, float, bool)) for value in values)
    if any(isinstance(value, (str, bytes)) for value in values):
        return False
    types = [backend.type_of(value) for value in values]
    return None not in types and backend.join(*types) is not None


def _form_of(node: Node) -> Any:
    """How the elements of a list of staged length are made."""
    return getattr(getattr(node.value, "form", None), "node", None) if node.kind in composites else None


def _types(path: str, one: Node, other: Node) -> Difference | None:
    """The types of the elements of two lists of staged length."""
    backend = one.value.backend
    kinds = [[backend.describe(type_) for type_ in node.value.form.types] for node in (one, other)]
    if kinds[0] != kinds[1]:
        return Difference(f"{path}[...]", ", ".join(kinds[0]), ", ".join(kinds[1]))
    return None


def _names(node: Node, path: str) -> list[str]:
    """How a program comes to the parts of a value."""
    if isinstance(node.value, dict):
        return [f"{path}[{key!r}]" for key in node.value]
    if isinstance(node.value, (list, tuple)):
        return [f"{path}[{place}]" for place in range(len(node.parts))]
    if isinstance(node.label, tuple) and len(node.label) == len(node.parts) and all(type(n) is str for n in node.label):
        return [f"{path}.{name}" for name in node.label]
    return [path] * len(node.parts)


def _described(node: Node) -> str:
    if node.kind is Optional:
        return _described(node.present)
    backend = backend_of(node.value) if node.kind is None else None
    type_ = None if backend is None else backend.type_of(node.value)
    return shape_of(node.value) if backend is None or type_ is None else backend.describe(type_)
