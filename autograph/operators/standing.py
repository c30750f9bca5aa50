"""What stands for the objects of a staged conditional's alternatives after it: they are linked with it, or it with each
other, under the condition (see `autograph.operators.links`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from autograph.operators.effects import Log, held_in_objects, log, may_be_variables_elsewhere
from autograph.operators.links import Link
from autograph.operators.structures import Node, changes_in_place, is_object
from autograph.staging import backend_of

#: Makes a value of what the staged conditional returned.
Build = Callable[[Sequence[Any]], Any]


class Side(Protocol):
    """An alternative, as far as its objects go.

    Attributes:
        log: what it did.
        links: which objects are the same in it, and where the condition of that is among its results.
        originals: the lists and dicts that were staged at its end, by the identity of what took their place.
    """

    log: Log
    links: list[tuple[Link, int]]
    originals: dict[int, Any]


class _Stood(NamedTuple):
    """An object, what is built to stand for it, and the names by which that is known."""

    original: Any
    builds: list[Build]
    names: list[str]


class Inner(NamedTuple):
    """A link of a side that matters afterwards, and its condition there."""

    side: int
    link: Link
    condition: Build


class Standing:
    """What is built to stand for the objects of two sides."""

    def __init__(self, one: Side, other: Side):
        self._sides = (one, other)
        self._stood: tuple[dict[int, _Stood], dict[int, _Stood]] = ({}, {})
        #: The objects that a variable or a location has afterwards as they are, by identity.
        self._kept: dict[int, Any] = {}

    def add(self, node: Node, side: int, build: Build, name: str) -> None:
        """What is built stands for an object of a side, where a variable or a location has it."""
        if changes_in_place(node.value) or is_object(node):
            value = self._sides[side].originals.get(id(node.value), node.value)
            stood = self._stood[side].setdefault(id(value), _Stood(value, [], []))
            if build not in stood.builds:
                stood.builds.append(build)
            stood.names.append(name)

    def keep(self, node: Node) -> None:
        """A variable or a location has a value afterwards as it is, and the objects in that."""
        for part in node.containers():
            if changes_in_place(part.value) or is_object(part):
                self._kept[id(part.value)] = part.value

    def copied(self) -> Standing:
        """The same, to which something may be added that comes to nothing."""
        new = Standing(*self._sides)
        new._kept.update(self._kept)
        for mine, others in zip(new._stood, self._stood, strict=True):
            mine.update((key, _Stood(value, [*builds], [*names])) for key, (value, builds, names) in others.items())
        return new

    def inner(self, condition: Callable[[Link, int, int], Build]) -> list[Inner]:
        """The links of either side that matter afterwards.

        Args:
            condition: builds that of a link, which is at a place among the results of a side.
        """
        found = []
        for side, of_side in enumerate(self._sides):
            waiting = [stood.original for stood in self._stood[side].values()]
            for value in waiting:
                for link, index in of_side.links:
                    if link.made is value:
                        found.append(Inner(side, link, condition(link, index, side)))
                        if not any(link.original is other for other in waiting):
                            waiting.append(link.original)
        return found

    def link(self, condition: Any, inner: Sequence[Inner], outputs: Sequence[Any]) -> None:
        """Links what came to be with what it stands for.

        Args:
            condition: under which the first side is taken.
            inner: the links of the sides.
            outputs: what the conditional returned.
        """
        around = log()
        if around is None:
            return
        for side, link, build in inner:
            is_there = link.is_there and self._is_there(side, link.original, outputs)
            original = link.original if is_there else self._afterwards(side, link.original, outputs)
            is_there = is_there or original is not link.original
            around.links_objects(Link(build(outputs), link.holds, link.made, original, is_there))
        linked = {id(link.made) for _, link, _ in inner}
        backend = backend_of(condition)
        if backend is not None and any(self._stood):
            condition = backend.builtins[bool](condition)  # a number that decides is no bool to join with others
        links: list[Link] = []
        mattering: set[int] = set()
        held: set[int] | None = None
        for side, holds in enumerate((True, False)):
            for original, builds, names in self._stood[side].values():
                made = list({id(value): value for value in (build(outputs) for build in builds)}.values())
                is_there = self._is_there(side, original, outputs)
                is_known = may_be_variables_elsewhere(original, names) if is_there else id(original) in linked
                is_known = is_known or id(original) in self._kept
                if is_there and not is_known:
                    held = held_in_objects() if held is None else held
                    is_known = id(original) in held
                if around.is_frozen(original):
                    around.freezes(*made)
                if around.is_copy(original):  # of something that a loop carries, which may be any object of before
                    around.stand_ins += [value for value in made if value is not original]
                links += [Link(condition, holds, v, original, is_there) for v in made if v is not original]
                if is_known or len(made) > 1 or around.is_linked(original):
                    mattering.update(map(id, made))
        for link in links:
            if id(link.made) in mattering:
                around.links_objects(link)

    def _afterwards(self, side: int, value: Any, outputs: Sequence[Any]) -> Any:
        """What is in the place of an object of a side afterwards, if that is one object; else the object."""
        stood = self._stood[side].get(id(value))
        made = [] if stood is None else [build(outputs) for build in stood.builds]
        return made[0] if made and all(known is made[0] for known in made) else value

    def _is_there(self, side: int, value: Any, outputs: Sequence[Any]) -> bool:
        """Whether an object of a side is still there: it was there before, or one without anything staged in it."""
        if not self._sides[side].log.is_new(value):
            return True
        stood = self._stood[side].get(id(value))
        return stood is not None and any(build(outputs) is value for build in stood.builds)
