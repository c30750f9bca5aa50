"""The places of a staged loop: the variables and locations that it may change, and what of them is carried.

Here a place is taken apart, given its value at the start of an iteration, and given back what it held before. What an
iteration makes of it, and of which types it must be for that, is found elsewhere (`widening`, `loop_effects`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import loop_errors, refusals
from autograph.operators.directives import check_loop_options
from autograph.operators.effects import NO_CLAIM, Claim, Log, log, logs, stands_for
from autograph.operators.either import Either
from autograph.operators.holders import replace
from autograph.operators.lists import StagedList
from autograph.operators.locations import Location, Snapshot
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.optionals import truth_of
from autograph.operators.presence import claim_of
from autograph.operators.properties import store
from autograph.operators.shared_arrays import may_share
from autograph.operators.state import Bound, State
from autograph.operators.strings import String
from autograph.operators.structures import (
    Node,
    Optional,
    changes_in_place,
    has_fields,
    is_object,
    is_option,
    is_staged_error,
    opened,
    put_together,
    take_apart,
    take_elements_apart,
)
from autograph.staging import UNBOUND, UNSET, Backend, Carried, Left, Type

#: Whose parts are a length and buffers.
SIZED = frozenset({StagedList, String})


class Place:
    """A variable or a location that the loop may change.

    What can change where it stands, a list say, is expected to be the same object in all iterations: what changes in
    it is an effect. Where that is not so, the value is carried `deep`, in all its parts.

    Args:
        name: what messages call it.
        before: its value before the loop.
        elements: whether that is a list of the elements that an object holds.
    """

    def __init__(self, name: str | Location, before: Any, elements: bool = False):
        self.name = name
        self.before = before
        #: Whether there is an exception in that, before anything is made like what an iteration leaves.
        self.holds_error = any(is_staged_error(node.value) for node in take_apart(before, []).containers())
        self.elements = elements
        self.deep = False
        #: How often it turned out to be None, or one of more constants.
        self.widened = 0
        #: The lists and objects of before the loop in whose place are copies, made like what an iteration leaves.
        self.copied: list[Any] = []
        #: Whether it holds the buffers of a staged list, and by how many elements an iteration makes that longer.
        self.is_buffers = False
        self.growth = 0
        #: The length after an iteration that there is room for in its buffers, where nobody knows how many there are.
        self.limits: dict[int, int] = {}
        #: The buffers that have room for no more than that, whatever an iteration asks for.
        self.fixed: set[int] = set()
        #: By the leaves that are buffers of strings: the room before the loop, and by how much an iteration adds to it.
        self.rooms: dict[int, tuple[int, int]] = {}
        #: Its value at the start of the iteration that is being traced, and the lists and dicts in it, as they were.
        self.current = before
        self.copies: list[Snapshot] = []
        self.take_apart()

    def holds(self, value: Any) -> bool:
        """Whether an object is in the value before the loop, or is that."""
        return any(node.value is value for node in (*self.entry.containers(), *self.entry.leaves()))

    def take_apart(self) -> None:
        self.leaves: list[Any] = []
        self.entry = self.node(self.before, self.leaves, None)
        #: Its value after an iteration, taken apart likewise.
        self.after, self.after_leaves = self.entry, self.leaves
        #: The type of each leaf that is carried; None for one that is not.
        self.types: list[Type | None] = [None] * len(self.leaves)
        self.rooms, self.limits, self.fixed = {}, {}, set()

    def node(self, value: Any, leaves: list[Any], is_new: Callable[[Any], bool] | None) -> Node:
        if self.elements and not self.deep:
            return take_elements_apart(value, leaves)
        if self.deep and self.is_object:
            whole = candidates(value)
            return take_apart(
                value, leaves, lambda part: any(part is w for w in whole) or bool(is_new and is_new(part))
            )
        return take_apart(value, leaves, is_new, shallow=not self.deep)

    @property
    def is_object(self) -> bool:
        """Whether the value before the loop is an object of a class of the user's."""
        return opened(take_apart(self.before, [])).kind not in (None, list, dict, tuple, Optional)

    @property
    def is_absent(self) -> bool:
        return self.before is UNBOUND or self.before is UNSET


class LoopPlaces:
    """The places of a staged loop, and what of them is carried from one iteration to the next."""

    def __init__(
        self,
        backend: Backend,
        state: State,
        construct: str,
        options: Mapping[str, Any],
        closures: Sequence[Callable[..., Any] | None],
        condition: Any = None,
    ):
        self.backend = backend
        self.state = state
        self.closures = closures
        self.bound = Bound(closures)
        self.construct = construct
        self.variables = [Place(name, value) for name, value in zip(state.names, state.read(), strict=True)]
        #: What the body writes elsewhere, as far as it is known.
        self.locations: dict[Any, tuple[Location, Place]] = {}
        #: Dicts that are staged, and staged lists that hold elements of a wider form, from the last iteration that was
        #: traced on: what else that did to them is seen in the next.
        self.seen_again: list[Any] = []
        #: The last outcome of a test that is carried, for it has effects.
        self.condition = condition
        self.tests: list[Place] = [] if condition is None else [Place("the condition", condition)]
        #: The lists that were found to change their length, and those of staged length in their place.
        self.staged: list[tuple[Any, Any]] = []
        #: Staged lists, and how long their strings were each time that they turned out to be longer ones.
        self.longest: list[tuple[Any, list[int]]] = []
        #: That of the iteration that was traced last, and whether it changed lists of which copies are carried.
        self.log = Log()
        self.copies_change = False
        #: The variables without a value before the loop that the body was found to read.
        self.read_unset: set[str] = set()
        #: What it goes over; None for one that goes over nothing.
        self.iterable: Any = None
        #: Whether an iteration is sure to run.
        self.runs = False
        #: How many do at most; None if that is not known.
        self.trips: int | None = options.get("maximum_iterations")
        #: A test without effects, true where an iteration starts.
        self.test: Callable[[], Any] | None = None
        self.carried: list[Carried] = []
        #: Where the body ends early, and in what it ends.
        self.exits: Sequence[Left] = ()
        #: The leaves of each place at the start of the iteration that was traced last.
        self.given: list[list[Any]] = []
        #: The arrays of before the loop that are not one any more after an iteration, though several places have them.
        self.apart: dict[int, Any] = {}
        #: A place that holds nothing before the loop, with what it holds when the body is traced as if it did.
        self.present: tuple[Place, Node, list[Any]] | None = None
        for place in self.places:
            self.expect_changes(place)
        check_loop_options(**options)
        for value, shape in options.get("shape_invariants") or ():
            self.relax(value, shape)

    @property
    def places(self) -> list[Place]:
        return [*self.variables, *(place for _, place in self.locations.values()), *self.tests]

    def expect_changes(self, place: Place) -> None:
        """Has numbers and tensors carried. Strings are often names of things, and arrays are often tables."""
        place.types = [self.expected_type(leaf) for leaf in place.leaves]
        for node in place.entry.containers():
            for part in node.parts[1:] if node.kind in SIZED else ():
                type_ = self.backend.buffer_type(part.value)
                if self.backend.buffer_room(type_) is not None:
                    place.types[part.index] = type_

    def expected_type(self, leaf: Any) -> Type | None:
        is_constant = isinstance(leaf, (str, bytes)) or has_class_attribute(type(leaf), "__array_interface__")
        return None if is_constant else self.type_of(leaf)

    def type_of(self, leaf: Any) -> Type | None:
        return None if leaf is UNBOUND or leaf is UNSET else self.backend.type_of(leaf)

    def relax(self, value: Any, shape: Any) -> None:
        """Gives the variable that has a value the shape that the user promises for all iterations."""
        for place in self.variables:
            for k, leaf in enumerate(place.leaves):
                if leaf is value and place.types[k] is not None:
                    place.types[k] = self.backend.with_shape(place.types[k], shape)

    def operand_types(self) -> list[Type]:
        shared = self.shared_leaves()
        return [
            type_
            for number, place in enumerate(self.places)
            for k, type_ in enumerate(place.types)
            if type_ is not None and (number, k) not in shared
        ]

    def shared_leaves(self) -> dict[tuple[int, int], tuple[int, int]]:
        """The leaves, by place and number, that are the same array as one before: they are carried as one."""
        first: dict[int, tuple[int, int]] = {}
        found: dict[tuple[int, int], tuple[int, int]] = {}
        for number, place in enumerate(self.places):
            for k, (leaf, type_) in enumerate(zip(place.leaves, place.types, strict=True)):
                if type_ is not None and id(leaf) not in self.apart and may_share(leaf):
                    known = first.setdefault(id(leaf), (number, k))
                    if known != (number, k):
                        found[number, k] = known
        return found

    def part(self) -> bool:
        """Has arrays carried apart that an iteration leaves unlike in places that had one; whether there are any."""
        places, found = self.places, False
        for (number, k), (first, first_k) in self.shared_leaves().items():
            one, other = places[first].after_leaves[first_k : first_k + 1], places[number].after_leaves[k : k + 1]
            if not (one and other and one[0] is other[0]):
                leaf = places[number].leaves[k]
                self.apart[id(leaf)] = leaf
                found = True
        return found

    def flag_types(self) -> list[Type]:
        """The types of the last operands: whether an iteration was left at each of the exits of the body."""
        return [self.backend.type_of(True) for _ in self.exits]

    def enter(self, operands: Sequence[Any]) -> None:
        """Gives all places the values they have at the start of an iteration."""
        given = iter(operands)
        values: list[Any] = []
        shared = self.shared_leaves()
        self.given = []
        for number, place in enumerate(self.places):
            leaves: list[Any] = []
            self.given.append(leaves)
            for k, (leaf, type_) in enumerate(zip(place.leaves, place.types, strict=True)):
                first, first_k = shared.get((number, k), (-1, -1))
                leaves.append(leaf if type_ is None else self.given[first][first_k] if first >= 0 else next(given))
            for given_leaf, leaf in zip(leaves, place.leaves, strict=True):
                stands_for(given_leaf, [leaf])
                if given_leaf is not leaf and logs() and may_share(leaf):
                    logs()[0].origins.entries[id(given_leaf)] = given_leaf, leaf
            place.current = self.assembled(place.entry, leaves)
            if place.deep and (around := log()) is not None:
                around.stand_ins += mutable(take_apart(place.current, [], is_option))
            place.copies = [Snapshot(made) for made in mutable(take_apart(place.current, []))] if place.deep else []
            values.append(place.current)
        if self.present is not None:
            place, node, like = self.present
            leaves = [leaf if self.type_of(leaf) is None else next(given) for leaf in like]
            values[self.places.index(place)] = self.assembled(node, leaves)
        self.bound.restore()
        self.store(values)

    def store(self, values: list[Any]) -> None:
        count = len(self.variables)
        self.state.write(values[:count])
        store((location, value) for (location, _), value in zip(self.locations.values(), values[count:], strict=False))
        if self.tests:
            self.condition = values[-1]

    def assembled(self, node: Node, leaves: Sequence[Any]) -> Any:
        """A value made of leaves; lists and dicts in it are new ones, for others may be known elsewhere."""
        if node.kind is None:
            return leaves[node.index]
        made = put_together(node, [self.assembled(part, leaves) for part in node.parts])
        if made is node.value and isinstance(made, (list, dict)):
            made = made.copy()
        if (around := log()) is not None:
            around.bears(made)
        return made

    def leave(self) -> None:
        """Gives all places back what they held before the loop."""
        self.bound.restore()
        self.state.write([place.before for place in self.variables])

    def claim(self) -> Claim:
        """What the outcome of the test says of the optionals among the places, with the values that they have now."""
        if self.test is None or not any(node.kind is Optional for p in self.places for node in p.entry.containers()):
            return NO_CLAIM
        return claim_of(truth_of(self.test()))

    def difference(self, name: str | Location, before: Any, after: Any) -> StagingError:
        """What would be said of two values that are not made alike."""
        return refusals.refusal(loop_errors.structure_changes, name, self.construct, before, after)

    def replace(self, value: Any, made: Any) -> None:
        """Has a staged list or dict take the place of one of Python's.

        Raises:
            Unknown: something may hold it that cannot hold another.
        """
        with self.replacing():
            replace(value, made)

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """Has the places hold what takes the place of lists and dicts meanwhile: of one, and of those that it holds."""
        replaced = logs()[0].replaced
        known = set(replaced)
        try:
            yield
        finally:
            for key, (made, value, taken) in [*replaced.items()]:
                if key not in known and not any(value is other for other, _ in self.staged):
                    self._take(value, made, taken)

    def _take(self, value: Any, made: Any, taken: Callable[[Any], Any]) -> None:
        """Takes note that something staged has taken the place of a list or a dict; `taken` gives what takes whose."""
        self.staged.append((value, made))
        self.bound = Bound(self.closures)
        for place in self.places:
            if place.holds(value):
                place.before = [*map(taken, place.before)] if place.elements else taken(place.before)
                self.take_apart(place)

    def take_apart(self, place: Place) -> None:
        """Forgets what is known of a place."""
        place.deep = False
        place.take_apart()
        self.expect_changes(place)


def mutable(node: Node) -> list[Any]:
    """The lists, objects and the like in a value that was taken apart."""
    return [part.value for part in node.containers() if changes_in_place(part.value) or is_object(part)]


def held_in(node: Node) -> list[Any]:
    """Likewise, and the objects that are not taken apart."""
    return [*mutable(node), *(leaf.value for leaf in node.leaves() if has_fields(leaf.value))]


def candidates(value: Any) -> list[Any]:
    """A value, or those that it may be."""
    value = unwrapped(value)
    return value.candidates if type(value) is Either else [value]


def unwrapped(value: Any) -> Any:
    return value.value if type(value) is Optional else value
