"""Loops onto a backend: what `while` and `for` do once a condition, or an iterable, turns out to be staged.

The body is traced once. A second look is taken only when it shows that a variable needs a wider type than it came
with: a Python number that turns into a float tensor, a shape that changes, an object that the body writes to.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograph.operators import explain
from autograph.operators.directives import check_loop_options
from autograph.operators.heap import Contents, Location, Writes, grows, is_state, note, recording
from autograph.operators.lists import is_growing
from autograph.operators.state import Before, State
from autograph.operators.structures import (
    RETURN_VALUE,
    Structure,
    assign_contents,
    is_mutable_container,
    same_python_value,
    structures,
)
from autograph.staging import UNBOUND, UNSET, Backend, Carried, NeedsValue, Region, Type

_MAX_TRACES = 8


def stage_while(
    backend: Backend,
    test: Callable[[], Any],
    body: Callable[[], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a `while` statement."""
    loop = _Loop(backend, state, "while", options, (test, body))
    region = loop.trace_body(lambda element: body(), [])
    tested = loop.trace_test(test)
    loop.finish(lambda: backend.emit_while(tested, region, loop.carried, options))


def stage_for(
    backend: Backend,
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a `for` statement over a staged iterable."""
    try:
        iteration = backend.iteration(iterable)
    except TypeError as error:
        explain.not_iterable(error)
    loop = _Loop(backend, state, "for", options, (body, extra_test))
    types = list(iteration.element_types)
    region = loop.trace_body(lambda element: body(iteration.element(element)), types)
    tested = None if extra_test is None else loop.trace_test(extra_test)
    loop.finish(lambda: backend.emit_for(iteration, tested, region, loop.carried, options))


class _Loop:
    """The variables of a staged loop: which leaves are carried from one iteration to the next, and as what type."""

    def __init__(
        self,
        backend: Backend,
        state: State,
        construct: str,
        options: Mapping[str, Any],
        closures: Sequence[Callable[..., Any] | None],
    ):
        self.backend = backend
        self.state = state
        self.variables = Before(closures)
        self.construct = construct
        self.before = state.read()
        self.entry = structures(self.before)
        #: The type of each leaf that is an operand; None for one that is not.
        self.types: list[list[Type | None]] = [[self.entry_type(leaf) for leaf in s.leaves] for s in self.entry]
        #: Whether locations that the body writes become part of the state.
        self.adopting = True
        #: The lists that the body appended tensors to.
        self.growing: list[Location] = []
        self.after: list[Structure] = []
        self.carried: list[Carried] = []
        check_loop_options(**options)
        for value, shape in options.get("shape_invariants") or ():
            self.relax(value, shape)

    def relax(self, value: Any, shape: Any) -> None:
        """Gives the variable that has a value the shape that the user promises for all iterations."""
        for structure, types in zip(self.entry, self.types, strict=True):
            for k, leaf in enumerate(structure.leaves):
                if leaf is value and types[k] is not None:
                    types[k] = self.backend.with_shape(types[k], shape)

    def entry_type(self, leaf: Any) -> Type | None:
        # Python strings often are names of things; they stay Python's as long as the loop leaves them alone.
        return None if isinstance(leaf, (str, bytes)) else self.backend.type_of(leaf)

    def operand_types(self) -> list[Type]:
        return [type_ for types in self.types for type_ in types if type_ is not None]

    def enter(self, operands: Sequence[Any]) -> None:
        """Gives the variables the values they have at the start of an iteration."""
        given = iter(operands)
        values = []
        for name, structure, types in zip(self.state.names, self.entry, self.types, strict=True):
            leaves = [leaf if t is None else next(given) for leaf, t in zip(structure.leaves, types, strict=True)]
            is_result = name == RETURN_VALUE
            values.append(structure.rebuilt(leaves, None) if is_result else _with_contents(structure, leaves))
        self.variables.restore()
        self.state.write(values)

    def leave(self) -> None:
        """Gives the variables back what they had before the loop."""
        self.variables.restore()
        self.state.write(self.before)
        for structure in self.entry:
            if structure.shape is not None:
                contents = structure.made_anew(structure.leaves, structure)
                if is_mutable_container(structure.value):
                    assign_contents(structure.value, contents)

    def trace_body(self, body: Callable[[Sequence[Any]], Any], element_types: list[Type]) -> Region:
        count = len(element_types)

        writes = Writes()

        def run(*operands: Any) -> list[Any]:
            self.enter(operands[count:])
            body(operands[:count])
            writes.find_made_containers(self.variables.values, ())
            self.growing = [w for w in writes.locations() if grows(writes.before(w), w.read())]
            writes.forget(lambda before, now: is_state(self.backend, before, now) or grows(before, now))
            self.after = structures(self.state.read())
            return [leaf for structure in self.after for leaf in structure.leaves]

        try:
            for _ in range(_MAX_TRACES):
                writes = Writes()
                with recording(writes):
                    try:
                        region = self.backend.trace(run, [*element_types, *self.operand_types()], "body")
                    except explain.ListGrows as error:
                        if not self.grow_named(error):
                            raise
                        continue
                    finally:
                        writes.undo()
                # Both: what is found out in one go is not asked for in another.
                if not (self.widen() | self.adopt(writes)):
                    break
            self.carry()
        except BaseException:
            self.leave()
            raise
        return region

    def grow_named(self, error: explain.ListGrows) -> bool:
        """Has the list grow that a branch in the body appends to, if it is a variable of this loop."""
        names = self.state.names
        index = names.index(error.name) if error.name in names else -1
        if index < 0 or not isinstance(self.entry[index].value, list):
            return False
        self.leave()
        self.grow(index, error.elements)
        return True

    def grow(self, index: int, elements: Any) -> None:
        """Makes a variable that is a list before the loop one that the backend can append to."""
        name = self.state.names[index]
        entry = self.entry[index]
        if is_growing(elements):
            type_ = elements.element_type
        else:
            types = [self.backend.type_of(element) for element in elements]
            type_ = functools.reduce(self.join_or_none, types)
        if type_ is None or any(self.backend.type_of(leaf) is None for leaf in entry.leaves):
            explain.cannot_grow(name, self.construct, "its elements are not tensors of one type")
        self.leave()
        grown = self.backend.growing_list(entry.leaves, type_)
        if grown is None:
            explain.cannot_grow(name, self.construct, f"{self.backend.name} has no lists that grow while a graph runs")
        self.entry[index] = Structure(grown)
        self.types[index] = [self.entry_type(leaf) for leaf in self.entry[index].leaves]

    def join_or_none(self, left: Type | None, right: Type | None) -> Type | None:
        return None if left is None or right is None else self.backend.join(left, right)

    def adopt(self, writes: Writes) -> bool:
        """Makes what the body wrote to objects part of the state; whether there is anything new."""
        self.leave()
        stale = [location for location in self.state.locations if location not in writes]
        if stale:
            # An object that the body makes anew each time was taken for one that outlives it.
            self.adopting = False
            self.abandon(stale)
            return True
        if not self.adopting:
            return False
        known = {location.key for location in self.state.locations} | {
            (id(value), None) for value in self.before if is_mutable_container(value)
        }
        for location in self.growing:
            if location.key not in known:
                explain.cannot_grow(str(location), self.construct, "only a local variable may hold a list that grows")
        new = [
            location
            for location in writes.locations()
            if location.key not in known and self.can_carry(writes.before(location), location)
        ]
        for location in new:
            self.state.locations.append(location)
            value = location.read()
            self.before.append(value)
            self.entry.append(Structure(value))
            self.types.append([self.entry_type(leaf) for leaf in self.entry[-1].leaves])
        return bool(new)

    def abandon(self, locations: list[Location]) -> None:
        """Takes locations out of the state again."""
        first = len(self.entry) - len(self.state.locations)
        kept = [i for i, location in enumerate(self.state.locations) if location not in locations]
        every: list[list[Any]] = [self.before, self.entry, self.types]
        for values in every:
            values[first:] = [values[first + i] for i in kept]
        self.state.locations[:] = [self.state.locations[i] for i in kept]

    def can_carry(self, before: Any, location: Location) -> bool:
        """Whether a location is made of tensors and numbers, and outlives the body.

        Objects that the body made are only known here: the location holds one reference, the call another.
        """
        if sys.getrefcount(location.holder) <= 2:
            return False
        leaves = Structure(before).leaves
        return bool(leaves) and all(self.entry_type(leaf) is not None for leaf in leaves)

    def widen(self) -> bool:
        """Takes from one iteration the types the next must cope with; whether any is new."""
        changed = False
        variables = zip(self.state.names, list(self.entry), self.after, self.types, strict=True)
        for index, (name, entry, after, types) in enumerate(variables):
            if _is_absent(entry.value):
                continue
            if _is_absent(after.value):
                explain.deleted_in_loop(name, self.construct)
            if isinstance(entry.value, list) and _has_grown(entry, after):
                self.grow(index, after.value if is_growing(after.value) else after.leaves)
                changed = True
                continue
            if not entry.matches(after):
                explain.structure_changes(name, self.construct, entry.value, after.value)
            for k, (first, last) in enumerate(zip(entry.leaves, after.leaves, strict=True)):
                known = types[k]
                if known is None:
                    if same_python_value(first, last):
                        continue
                    known = self.backend.type_of(first)
                type_ = self.backend.type_of(last)
                if known is None or type_ is None:
                    explain.value_changes(self.backend, name, self.construct, first, last)
                joined = self.backend.join(known, type_)
                if joined is None:
                    explain.type_changes(self.backend, name, self.construct, known, type_)
                if joined != types[k]:
                    types[k] = joined
                    changed = True
        return changed

    def carry(self) -> None:
        operand = result = 0
        for name, entry, after, types in zip(self.state.names, self.entry, self.after, self.types, strict=True):
            absent = _is_absent(entry.value)
            for k, leaf in enumerate(after.leaves):
                if absent:
                    type_ = None if _is_absent(leaf) else self.backend.type_of(leaf)
                    if type_ is not None:
                        self.carried.append(Carried(None, result + k, entry.value, type_, name))
                elif types[k] is not None:
                    self.carried.append(Carried(operand, result + k, entry.leaves[k], types[k], name))
                    operand += 1
            result += len(after.leaves)

    def trace_test(self, test: Callable[[], Any]) -> Region:
        def run(*operands: Any) -> list[Any]:
            self.enter(operands)
            return [test()]

        writes = Writes()
        try:
            with recording(writes):
                return self.backend.trace(run, self.operand_types(), "cond")
        finally:
            writes.undo()
            self.leave()

    def finish(self, emit: Callable[[], Sequence[Any]]) -> None:
        """Emits the loop, and gives the variables the values they have after it."""
        self.leave()
        try:
            values = emit()
        except NeedsValue as error:
            explain.unset_without_iterations(str(error), self.construct)
        final = {carried.result: value for carried, value in zip(self.carried, values, strict=True)}
        result = 0
        last: list[Any] = []
        for name, entry, structure in zip(self.state.names, self.entry, self.after, strict=True):
            leaves = [final.get(result + k, leaf) for k, leaf in enumerate(structure.leaves)]
            kept = entry.value is structure.value
            if name == RETURN_VALUE:
                last.append(structure.rebuilt(leaves, None))
            else:
                last.append(_with_contents(structure, leaves) if kept else structure.rebuilt(leaves, entry))
            result += len(leaves)
        self.state.write(last)


def _has_grown(before: Structure, after: Structure) -> bool:
    """Whether a list came out of an iteration longer than it went in, or as one that grows."""
    if is_growing(after.value):
        return True
    return isinstance(after.value, list) and after.length > len(before.leaves) == before.length


def _with_contents(structure: Structure, leaves: Sequence[Any]) -> Any:
    """The value with other leaves. A list or dict is changed where it stands, for it may be known by other names."""
    if not is_mutable_container(structure.value):
        return structure.rebuilt(leaves, structure)
    note(Contents(structure.value))
    assign_contents(structure.value, structure.made_anew(leaves, structure))
    return structure.value


def _is_absent(value: Any) -> bool:
    return value is UNBOUND or value is UNSET
