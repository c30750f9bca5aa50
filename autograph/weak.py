"""What is known of objects as long as they live, by identity.

Unlike those of `weakref`, this class is never converted: while a program is staged that uses a `WeakSet` of its own,
or a `WeakKeyDictionary`, their special methods are others (`operators.classes`): staging itself must not run them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar
from weakref import ref

K = TypeVar("K")
V = TypeVar("V")


class WeakMap(Generic[K, V]):
    """A value for each of some objects, which it does not keep alive.

    Examples:
        >>> class Thing: ...
        >>> thing, known = Thing(), WeakMap()
        >>> known[thing] = 1
        >>> thing in known, known.get(thing), len([*known])
        (True, 1, 1)
        >>> del thing
        >>> [*known]
        []
    """

    def __init__(self) -> None:
        self._held: dict[int, tuple[ref[K], V]] = {}

    def __setitem__(self, key: K, value: V) -> None:
        held, identity = self._held, id(key)
        held[identity] = ref(key, lambda _: held.pop(identity, None)), value

    def __getitem__(self, key: K) -> V:
        reference, value = self._held[id(key)]
        if reference() is not key:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        held = self._held.get(id(key))
        # Where Python was interrupted in the callback of one that is gone, another may have its identity.
        return held is not None and held[0]() is key

    def __iter__(self) -> Iterator[K]:
        alive = [reference() for reference, _ in [*self._held.values()]]
        return iter([key for key in alive if key is not None])

    def get(self, key: K) -> V | None:
        """The value of an object; None if there is none."""
        held = self._held.get(id(key))
        return held[1] if held is not None and held[0]() is key else None

    def setdefault(self, key: K, value: V) -> V:
        """The value of an object, which is the one given if it had none."""
        if key not in self:
            self[key] = value
        return self[key]

    def update(self, other: WeakMap[K, V]) -> None:
        """Takes over what another one has."""
        for key in other:
            self[key] = other[key]


class WeakSet(WeakMap[K, None]):
    """Some objects, which it does not keep alive."""

    def add(self, key: K) -> None:
        """Puts an object in it."""
        self[key] = None

    def discard(self, key: K) -> None:
        """Takes an object out of it, if it is in."""
        self._held.pop(id(key), None)
