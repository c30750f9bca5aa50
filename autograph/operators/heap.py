"""Writes to objects, while a region is being traced: found wherever they happen, undone, and carried as state.

A staged branch or loop body may change attributes and contents of objects, itself or in a function it calls. Code that
is converted while something is staged announces such writes (`ag__.writes`, `ag__.writes_item`, and `ag__.call` for
methods of lists and dicts); the region that is being traced notes what was there before. What was written is then
treated as one more variable of the statement: restored before the other branch, joined, and carried around a loop.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import gc
import itertools
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any

from autograph.operators.structures import Structure, assign_contents, same_python_value
from autograph.staging import UNBOUND, Backend, backend_of


class Attribute:
    """An attribute of an object."""

    __slots__ = ("holder", "name")

    def __init__(self, holder: Any, name: str):
        self.holder = holder
        self.name = name

    @property
    def key(self) -> tuple[int, str | None]:
        return id(self.holder), self.name

    def read(self) -> Any:
        return getattr(self.holder, self.name, UNBOUND)

    def write(self, value: Any) -> None:
        if value is not UNBOUND:
            setattr(self.holder, self.name, value)
        else:
            with contextlib.suppress(AttributeError):
                delattr(self.holder, self.name)

    def __str__(self) -> str:
        return f"{type(self.holder).__name__}.{self.name}"


class Contents:
    """What a list, dict or set contains."""

    __slots__ = ("holder",)

    def __init__(self, holder: Any):
        self.holder = holder

    @property
    def key(self) -> tuple[int, str | None]:
        return id(self.holder), None

    def read(self) -> Any:
        return copy.copy(self.holder)

    def write(self, value: Any) -> None:
        assign_contents(self.holder, value)

    def __str__(self) -> str:
        return f"a {type(self.holder).__name__}"


class OuterVariable:
    """A variable of an enclosing function, by its cell, or a global one, by its module's namespace and its name."""

    __slots__ = ("holder", "name")

    def __init__(self, holder: CellType | dict[str, Any], name: str):
        self.holder = holder
        self.name = name

    @property
    def key(self) -> tuple[int, str | None]:
        return id(self.holder), self.name

    def read(self) -> Any:
        if isinstance(self.holder, dict):
            return self.holder.get(self.name, UNBOUND)
        try:
            return self.holder.cell_contents
        except ValueError:
            return UNBOUND

    def write(self, value: Any) -> None:
        if isinstance(self.holder, dict):
            self.holder[self.name] = value
        else:
            self.holder.cell_contents = value

    def __str__(self) -> str:
        return self.name


Location = Attribute | Contents | OuterVariable


def contents_of(cell: CellType) -> Any:
    """The value of a variable; UNBOUND if it has none."""
    try:
        return cell.cell_contents
    except ValueError:
        return UNBOUND


class Writes:
    """The locations written in one region, with what was there before the first write."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str | None], tuple[Location, Any]] = {}
        #: Objects that came to be in the region.
        self._made: list[Any] = []
        #: The lists, dicts and sets that did, by identity.
        self._made_containers: set[int] = set()

    def note(self, location: Location) -> None:
        if location.key not in self._found:
            self._found[location.key] = (location, location.read())

    def __contains__(self, location: Location) -> bool:
        return location.key in self._found

    def made(self, value: Any) -> None:
        """An object came to be in the region: what it is given there does not matter outside."""
        self._made.append(value)

    def locations(self) -> list[Location]:
        """Those that had a value before, of objects that did not come to be in the region."""
        own = self._made_containers
        if self._made:
            own = own.union(id(value) for made in self._made for value in (made, *vars(made).values()))
        return [
            location
            for location, before in self._found.values()
            if before is not UNBOUND and id(location.holder) not in own
        ]

    def find_made_containers(self, cells: Sequence[tuple[CellType, Any]], values: Sequence[Any]) -> None:
        """Finds the lists, dicts and sets that came to be in the region: nothing outside of it holds them.

        They are told by their references, all of which are known: from the location, from variables that the region
        binds, from `values`, and from other such containers. Called when the region has run.

        Args:
            cells: the variables that the region binds, and what they held before it.
            values: what is read from variables, to leave the region.
        """
        self._made_containers = self._only_here(cells, values)
        known = self._made_containers.union(id(before) for _, before in cells)
        suspects = [key for key in self._grown() if key not in known]
        if suspects:
            # Closures of a function that was called and is done may still refer to its variables, in cycles.
            gc.collect()
            self._made_containers = self._only_here(cells, values)

    def _grown(self) -> list[int]:
        return [
            id(location.holder)
            for location, before in self._found.values()
            if isinstance(location, Contents) and len(location.holder) != len(before)
        ]

    def _only_here(self, cells: Sequence[tuple[CellType, Any]], values: Sequence[Any]) -> set[int]:
        inside = {id(found[0].holder): found[0] for found in self._found.values() if isinstance(found[0], Contents)}
        while True:
            held = itertools.chain(_bound(cells), values, *[items_of(location.holder) for location in inside.values()])
            counts = collections.Counter(map(id, held))
            # The location holds one reference, the call another.
            outside = [key for key in inside if sys.getrefcount(inside[key].holder) - 2 > counts[key]]
            if not outside:
                return set(inside)
            for key in outside:
                del inside[key]

    def new_attributes(self) -> list[Location]:
        """Those that had none: of objects that came to be in the region, or that now have one more attribute."""
        return [location for location, before in self._found.values() if before is UNBOUND]

    def before(self, location: Location) -> Any:
        return self._found[location.key][1]

    def forget(self, is_state: Callable[[Any, Any], bool]) -> None:
        """Leaves alone what is not state, judged by its values before and now: a side effect of Python's."""
        for key, (location, before) in list(self._found.items()):
            if before is not UNBOUND and not is_state(before, location.read()):
                del self._found[key]

    def undo(self) -> None:
        """Puts back what was there. New attributes stay."""
        for location in reversed(self.locations()):
            location.write(self.before(location))


def items_of(container: Any) -> Iterable[Any]:
    """What a list, dict or set holds."""
    return container.values() if isinstance(container, dict) else container


def _bound(cells: Sequence[tuple[CellType, Any]]) -> Iterator[Any]:
    """What variables hold that held something else before."""
    for cell, before in cells:
        if contents_of(cell) is not before:
            yield contents_of(cell)


class _Recorders(threading.local):
    def __init__(self) -> None:
        self.stack: list[Writes] = []


_recorders = _Recorders()


@contextmanager
def recording(writes: Writes) -> Iterator[None]:
    """Notes the writes of this thread in `writes`, not in those of a region around this one."""
    _recorders.stack.append(writes)
    try:
        yield
    finally:
        _recorders.stack.pop()


def note(location: Location) -> None:
    """A location is about to be written."""
    if _recorders.stack:
        _recorders.stack[-1].note(location)


def writes(holder: Any, name: str) -> None:
    """The attribute `name` of `holder` is about to be written."""
    if _recorders.stack:
        _recorders.stack[-1].note(Attribute(holder, name))


def writes_variable(read: FunctionType) -> None:
    """A variable of another function, or a global one, is about to be written; `read` is a lambda that reads it."""
    if _recorders.stack:
        code = read.__code__
        if read.__closure__:
            _recorders.stack[-1].note(OuterVariable(read.__closure__[0], code.co_freevars[0]))
        else:
            _recorders.stack[-1].note(OuterVariable(read.__globals__, code.co_names[0]))


def made(value: Any) -> None:
    """An object came to be."""
    if _recorders.stack and hasattr(value, "__dict__"):
        _recorders.stack[-1].made(value)


def writes_item(container: Any) -> None:
    """An item of `container` is about to be written."""
    if _recorders.stack and isinstance(container, (list, dict, set)):
        _recorders.stack[-1].note(Contents(container))


def is_state(backend: Backend, before: Any, now: Any) -> bool:
    """Whether what was written to an object can be carried: tensors and numbers, in a structure that stays."""
    old, new = Structure(before), Structure(now)
    return old.matches(new) and all(
        same_python_value(was, leaf) or (backend.type_of(leaf) is not None and not isinstance(leaf, (str, bytes)))
        for was, leaf in zip(old.leaves, new.leaves, strict=True)
    )


def grows(before: Any, now: Any) -> bool:
    """Whether a container has got other places, and tensors that are only known in a region are in them."""
    old, new = Structure(before), Structure(now)
    return not old.matches(new) and any(backend_of(leaf) is not None for leaf in new.leaves)
