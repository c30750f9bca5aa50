"""Values taken apart into leaves, and put together again.

Lists, tuples (named ones too), dicts and dataclasses are containers; so is every type that a backend registers with
`autograph.staging.register_composite`. Everything else is a leaf.
"""

from __future__ import annotations

import copy
from collections.abc import Container, Iterator, Sequence
from typing import Any

from autograph.staging import UNSET, composites

#: The variable that holds what a function returns, until it does. Lists and dicts in it are those of other variables,
#: and nobody reads them there: it gets copies of its own wherever a value of it is made.
RETURN_VALUE = "return_value"

_ATOMS = frozenset({int, float, bool, complex, str, bytes, type(None), type(UNSET)})

#: How a container is made: its type, what tells its parts (a length, keys), and how those are made. None for a leaf.
Shape = tuple[type, Any, tuple[Any, ...]] | None


class Structure:
    """A value taken apart as it is now; what happens to its containers later does not change it.

    Attributes:
        value: the value.
        shape: how it is made of leaves.
        leaves: these, in order.
    """

    __slots__ = ("_containers", "leaves", "shape", "value")

    def __init__(self, value: Any):
        self.value = value
        self.leaves: list[Any] = []
        self._containers: list[Any] = []
        self.shape = self._take_apart(value)

    def rebuilt(self, leaves: Sequence[Any], shared: Structure | None) -> Any:
        """The value with other leaves; itself if they are its own. See `made_anew`."""
        if all(new is old for new, old in zip(leaves, self.leaves, strict=True)):
            return self.value
        return self.made_anew(leaves, shared)

    def made_anew(self, leaves: Sequence[Any], shared: Structure | None) -> Any:
        """A new value, made as this one was, with other leaves.

        Lists and dicts in it that are in `shared` as well, the value it has on another path, are the same ones,
        changed. Others may be known by names that mean what they hold now: in their place come new ones.
        """
        kept = {id(container) for container in shared._containers} if shared is not None else set()
        return _put_together(self.shape, iter(self._containers), iter(leaves), kept)

    def matches(self, other: Structure) -> bool:
        """Whether the other value is made the same way."""
        return self.shape == other.shape

    @property
    def length(self) -> int:
        """How many places a list or a tuple has; -1 for a leaf."""
        return self.shape[1] if self.shape is not None else -1

    def _take_apart(self, value: Any) -> Shape:
        kind = type(value)
        parts = None if kind in _ATOMS else _parts(value)
        if parts is None:
            self.leaves.append(value)
            return None
        label, children = parts
        self._containers.append(value)
        return (kind, label, tuple([self._take_apart(child) for child in children]))


def assign_contents(container: Any, contents: Any) -> None:
    """Gives a list, dict or set the contents of another; whoever holds it sees them."""
    if isinstance(container, list):
        container[:] = contents
    else:
        container.clear()
        container.update(contents)


def is_mutable_container(value: Any) -> bool:
    """Whether a value is a list or a dict, whose contents change where it stands."""
    return isinstance(value, (list, dict))


def same_python_value(left: Any, right: Any) -> bool:
    """Whether two leaves are one and the same ordinary value, so that nothing needs to be staged to choose one."""
    return left is right or (type(left) is type(right) and type(left) in _ATOMS and left == right)


def structures(values: Sequence[Any]) -> list[Structure]:
    """Each value taken apart."""
    return [Structure(value) for value in values]


def _parts(value: Any) -> tuple[Any, Sequence[Any]] | None:
    """What tells the parts of a container, and the parts; None for a leaf."""
    if isinstance(value, (list, tuple)):
        return len(value), value
    if isinstance(value, dict):
        keys = _ordered(value)
        return tuple(keys), [value[key] for key in keys]
    composite = composites.get(type(value))
    if composite is not None:
        return composite.label(value), composite.components(value)
    fields = getattr(type(value), "__dataclass_fields__", None)
    if fields is not None:
        present = tuple(name for name in fields if hasattr(value, name))
        return present, [getattr(value, name) for name in present]
    return None


def _ordered(mapping: dict[Any, Any]) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        return list(mapping)


def _put_together(
    shape: Shape, containers: Iterator[Any], leaves: Iterator[Any], kept: Container[int], inner: bool = False
) -> Any:
    if shape is None:
        return next(leaves)
    kind, label, children = shape
    like = next(containers)
    new = [_put_together(child, containers, leaves, kept, inner=True) for child in children]
    if inner and id(like) in kept and is_mutable_container(like):
        assign_contents(like, new if issubclass(kind, list) else dict(zip(label, new, strict=True)))
        return like
    if issubclass(kind, tuple):
        return kind(*new) if hasattr(kind, "_fields") else tuple(new)
    if kind is list:
        return new
    if kind is dict:
        return dict(zip(label, new, strict=True))
    if issubclass(kind, (list, dict)):
        made = copy.copy(like)
        assign_contents(made, new if issubclass(kind, list) else dict(zip(label, new, strict=True)))
        return made
    composite = composites.get(kind)
    if composite is not None:
        return composite.rebuild(like, new)
    made = copy.copy(like)
    for name, part in zip(label, new, strict=True):
        object.__setattr__(made, name, part)
    return made
