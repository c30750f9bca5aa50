"""Conditionals onto a backend: `if` statements, conditional expressions, `and` and `or` of staged values.

Each alternative is traced once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators import explain
from autograph.operators.heap import Contents, Location, Writes, grows, is_state, note, recording
from autograph.operators.state import Before, State
from autograph.operators.structures import RETURN_VALUE, Structure, is_mutable_container, same_python_value, structures
from autograph.staging import UNBOUND, UNSET, Backend, Output, backend_of

#: For alternatives that bind no variables.
_NOTHING = Before(())


def stage_if(
    backend: Backend,
    condition: Any,
    body: Callable[[], Any] | None,
    orelse: Callable[[], Any] | None,
    state: State,
    outputs: int,
) -> None:
    """Stages an `if` statement: its first `outputs` variables take what either branch leaves in them."""
    before = Before((body, orelse), state)

    def branch(block: Callable[[], Any] | None) -> Callable[[], list[Any]]:
        def run() -> list[Any]:
            if block is not None:
                block()
            return state.read()[:outputs]

        return run

    chosen = choose(backend, condition, branch(body), branch(orelse), state.names[:outputs], "if", before)
    state.write([*chosen, *before.state[outputs:]])


def choose(
    backend: Backend,
    condition: Any,
    then: Callable[[], list[Any]],
    orelse: Callable[[], list[Any]],
    names: Sequence[str],
    construct: str,
    before: Before = _NOTHING,
) -> list[Any]:
    """Stages a conditional between two lists of values and returns what stands for either.

    What the alternatives write to objects is chosen likewise, and written. Variables are left as they were before.
    """
    one, other = _Alternative(backend, then, "true", before), _Alternative(backend, orelse, "false", before)
    one.trace([])
    one.hide_new_attributes()
    other.trace(one.writes.locations())
    wanted: list[Output] = []
    build = [
        _chosen(backend, name, construct, (a, i), (b, j), wanted)
        for name, (a, i), (b, j) in zip(names, one.values(), other.values(), strict=False)
    ]
    locations = other.locations
    build += [_located(backend, location, one, other, wanted) for location in locations]
    outputs = backend.emit_if(condition, one.region, other.region, wanted)
    made = [make(outputs) for make in build]
    other.hide_new_attributes()
    one.show_new_attributes()
    other.show_new_attributes()
    for location, value in zip(locations, made[len(names) :], strict=True):
        if not one.knows(location) and location in other.writes.new_attributes():
            continue
        if one.is_new(location) != other.is_new(location):
            continue
        if not one.knows(location):
            # The first alternative knew nothing of it: there, it is what it was.
            value = _or_unchanged(backend, condition, location, value)
        note(location)
        location.write(value)
    return made[: len(names)]


class _Alternative:
    """One side of a conditional: its region, what its values are, and what it wrote."""

    def __init__(self, backend: Backend, function: Callable[[], list[Any]], label: str, before: Before):
        self.backend = backend
        self.before = before
        self.function = function
        self.label = label
        self.writes = Writes()
        self.locations: list[Location] = []
        self.found: list[Structure] = []
        self.hidden: list[tuple[Location, Any]] = []
        self.region: Any = None

    def trace(self, also: list[Location]) -> None:
        """Traces it once; its values are followed by those of the locations in `also` and of those it writes."""

        def run() -> list[Any]:
            values = self.function()
            self.writes.find_made_containers(self.before.values, values)
            self.writes.forget(lambda before, now: is_state(self.backend, before, now) or grows(before, now))
            written = [*self.writes.locations(), *self.writes.new_attributes()]
            self.locations = [*also, *(w for w in written if all(w.key != a.key for a in also))]
            self.found = structures([*values, *(location.read() for location in self.locations)])
            return [leaf for structure in self.found for leaf in structure.leaves]

        with recording(self.writes):
            try:
                self.region = self.backend.trace(run, [], self.label)
            finally:
                self.writes.undo()
                self.before.restore()

    def hide_new_attributes(self) -> None:
        """Takes away the attributes it gave to objects, which the other alternative should not find."""
        self.hidden = [(location, location.read()) for location in self.writes.new_attributes()]
        for location, _ in self.hidden:
            location.write(UNBOUND)

    def show_new_attributes(self) -> None:
        """Puts back those that are side effects of Python's. A tensor is known in its own alternative only."""
        for location, value in self.hidden:
            if all(backend_of(leaf) is None for leaf in Structure(value).leaves):
                location.write(value)

    def is_new(self, location: Location) -> bool:
        """Whether a location is an attribute that it gave to an object."""
        return any(new.key == location.key for new in self.writes.new_attributes())

    def knows(self, location: Location) -> bool:
        """Whether the value of a location is among its results."""
        return any(known.key == location.key for known in self.locations)

    def values(self) -> list[tuple[Structure, int]]:
        """What it leaves, and where its leaves begin among the results of the region."""
        return list(zip(self.found, _offsets(self.found), strict=True))

    def at(self, location: Location) -> tuple[Structure, int] | None:
        """What it leaves at a location, if it knows of it."""
        for known, value in zip(self.locations, self.values()[len(self.found) - len(self.locations) :], strict=True):
            if known.key == location.key:
                return value
        return None


def _chosen(
    backend: Backend,
    name: str,
    construct: str,
    then: tuple[Structure, int],
    orelse: tuple[Structure, int],
    wanted: list[Output],
) -> Callable[[Sequence[Any]], Any]:
    (one, then_at), (other, else_at) = then, orelse
    lists = isinstance(one.value, list) and isinstance(other.value, list)
    if lists and name != RETURN_VALUE and one.length != other.length:
        explain.list_grows(name, construct, one.length, other.length, [*one.leaves, *other.leaves])
    if one.value is other.value and (one.value is UNBOUND or one.value is UNSET or is_mutable_container(one.value)):
        return _constant(one.value)
    if one.value is UNBOUND or other.value is UNBOUND:
        explain.one_branch_only(name, construct)
    if one.value is UNSET:
        return _filled(backend, other, (None, else_at), name, wanted, None)
    if other.value is UNSET:
        return _filled(backend, one, (then_at, None), name, wanted, None)
    if not one.matches(other):
        explain.different_structures(name, construct, one.value, other.value)
    return _joined(backend, one, other, then_at, else_at, name, wanted, construct)


def _located(
    backend: Backend, location: Location, one: _Alternative, other: _Alternative, wanted: list[Output]
) -> Callable[[Sequence[Any]], Any]:
    """What a location holds afterwards. What cannot be staged is a side effect of Python's, and stays."""
    then, orelse = one.at(location), other.at(location)
    assert orelse is not None
    if then is None and location in other.writes.new_attributes():
        return _constant(orelse[0].value)
    if then is None:
        return _filled(backend, orelse[0], (None, orelse[1]), str(location), wanted, orelse[0])
    if isinstance(location, Contents) and then[0].length != orelse[0].length:
        elements = [*then[0].leaves, *orelse[0].leaves]
        explain.list_grows(str(location), "if", then[0].length, orelse[0].length, elements)
    if then[0].value is UNBOUND or orelse[0].value is UNBOUND or not then[0].matches(orelse[0]):
        return _constant(then[0].value)
    return _joined(backend, then[0], orelse[0], then[1], orelse[1], str(location), wanted, None)


def _or_unchanged(backend: Backend, condition: Any, location: Location, value: Any) -> Any:
    before = location.read()
    if not Structure(before).matches(Structure(value)):
        return value
    return choose(backend, condition, lambda: [before], lambda: [value], [str(location)], "if")[0]


def _offsets(found: Sequence[Structure]) -> list[int]:
    offsets, at = [], 0
    for structure in found:
        offsets.append(at)
        at += len(structure.leaves)
    return offsets


def _constant(value: Any) -> Callable[[Sequence[Any]], Any]:
    return lambda values: value


def _filled(
    backend: Backend,
    present: Structure,
    indices: tuple[int | None, int | None],
    name: str,
    wanted: list[Output],
    shared: Structure | None,
) -> Callable[[Sequence[Any]], Any]:
    """A value that only one branch sets, where the other is sure never to be read."""
    places: list[int | None] = []
    for k, leaf in enumerate(present.leaves):
        type_ = backend.type_of(leaf)
        if type_ is None:
            places.append(None)
            continue
        then, orelse = (None if at is None else at + k for at in indices)
        places.append(len(wanted))
        wanted.append(Output(then, orelse, type_, name))
    return _from_outputs(present, places, shared)


def _joined(
    backend: Backend,
    one: Structure,
    other: Structure,
    then_at: int,
    else_at: int,
    name: str,
    wanted: list[Output],
    construct: str | None,
) -> Callable[[Sequence[Any]], Any]:
    places: list[int | None] = []
    for k, (left, right) in enumerate(zip(one.leaves, other.leaves, strict=True)):
        if same_python_value(left, right):
            places.append(None)
            continue
        types = backend.type_of(left), backend.type_of(right)
        joined = None if types[0] is None or types[1] is None else backend.join(types[0], types[1])
        if joined is None:
            if construct is None:
                places.append(None)
                continue
            if types[0] is None or types[1] is None:
                explain.not_stageable(backend, name, construct, left, right)
            explain.different_types(backend, name, construct, types[0], types[1])
        places.append(len(wanted))
        wanted.append(Output(then_at + k, else_at + k, joined, name))
    return _from_outputs(one, places, None if name == RETURN_VALUE else other)


def _from_outputs(
    structure: Structure, places: list[int | None], shared: Structure | None
) -> Callable[[Sequence[Any]], Any]:
    def build(values: Sequence[Any]) -> Any:
        leaves = [
            leaf if place is None else values[place] for leaf, place in zip(structure.leaves, places, strict=True)
        ]
        return structure.rebuilt(leaves, shared)

    return build
