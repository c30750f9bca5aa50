"""Loops onto a backend: what `while` and `for` do once a condition, or an iterable, turns out to be staged.

What the body changes is carried from one iteration to the next: variables, and locations of objects. Which those are,
and of which types, is a fixed point: the body is traced with what is known so far, and again if it shows that more is
carried, or that something is of a wider type. Numbers and tensors are expected to change, so that most loops are
traced once; lists, objects and arrays are expected to stay.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import dicts, explain, places, refusals, tables
from autograph.operators.aliases import originals_of
from autograph.operators.choices import Choice, joined_options, number_in
from autograph.operators.choices import options_of as constants_of
from autograph.operators.conditionals import choose
from autograph.operators.dicts import StagedDict
from autograph.operators.directives import check_loop_options
from autograph.operators.effects import (
    NO_CLAIM,
    Claim,
    Effect,
    Log,
    log,
    logging,
    logs,
    may_be_known_elsewhere,
    stores_to,
)
from autograph.operators.either import Either, Option
from autograph.operators.exits import can_leave, leave_again
from autograph.operators.forms import Form, form_of
from autograph.operators.holders import Unknown, replace
from autograph.operators.joins import joined_type
from autograph.operators.links import linked_with
from autograph.operators.lists import StagedList, form_in, is_of_buffers, may_be_staged, staged_form
from autograph.operators.locations import Elements, Entries, Item, Location, Snapshot, Stamps, attributes_of
from autograph.operators.optionals import as_bool, negated, truth_of
from autograph.operators.origin import raised_by_user
from autograph.operators.presence import claim_of, found, learn, settled
from autograph.operators.properties import store
from autograph.operators.raising import can_raise, require, stage_raise
from autograph.operators.row_methods import loaded
from autograph.operators.rows import Pool, Row, kind_in_pool, row_makers
from autograph.operators.state import Bound, State
from autograph.operators.string_methods import items_of, spelled_out
from autograph.operators.strings import String, characters_of
from autograph.operators.structures import (
    FUNCTIONS,
    Node,
    Optional,
    are_options,
    are_texts,
    changes_in_place,
    is_function,
    is_object,
    is_option,
    opened,
    options_of,
    put_together,
    same_python_value,
    take_apart,
    take_elements_apart,
)
from autograph.operators.table_methods import ITERABLES, checking_size, iterated
from autograph.operators.tables import Table
from autograph.operators.text import Text
from autograph.staging import UNBOUND, UNSET, Backend, Carried, Left, NeedsValue, Region, Type

#: How often a body may be traced before its variables are taken never to settle. Each trace must add a location or
#: widen a type; shapes widen at most twice, and numbers do once.
_MAX_TRACES = 16
#: How many elements a list may have gained after an iteration of a loop of which nobody knows how often it runs, where
#: there is not always room for more.
_MOST_APPENDED = 1000
#: How often a variable may turn out to be None, or one of more constants, than it was taken to be; and how often that
#: may be by longer strings.
_MOST_WIDENED = 12
_MOST_LENGTHENED = 2
#: How many times as much as was seen first an iteration may add to a string.
_MOST_ADDED = 16


def stage_while(
    backend: Backend,
    test: Callable[[], Any],
    body: Callable[[], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a `while` statement whose test seems to have no effects."""
    loop = _Loop(backend, state, "while", options, (test, body))
    loop.test = test
    region = loop.trace_body(lambda element: body(), [])
    tested = loop.trace_test(test)
    if tested is None:
        stage_while_testing(backend, truth_of(test()), test, body, state, options)
        return
    loop.finish(lambda: backend.emit_while(tested, region, loop.carried, options))
    if "maximum_iterations" not in options:
        learn(loop.claim().if_false)


def stage_while_testing(
    backend: Backend,
    condition: Any,
    test: Callable[[], Any],
    body: Callable[[], Any],
    state: State,
    options: Mapping[str, Any],
) -> None:
    """Stages a `while` statement whose test has effects: it was made once, and is made again after each iteration.

    Args:
        condition: what it said the first time.
        test, body, state, options: as for `stage_while`.
    """
    loop = _Loop(backend, state, "while", options, (test, body), condition)

    def step(element: Sequence[Any]) -> Any:
        body()
        return truth_of(test())

    region = loop.trace_body(step, [])
    tested = loop.trace_test(lambda: loop.condition)
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
    row = iterable if type(iterable) is Row else None
    if row is not None:
        iterable = loaded(row)
        if type(iterable) not in (StagedList, Table):
            return  # nothing is in any row
    looped_over, step, is_checked = iterable, body, False
    iterable = items_of(iterable)
    if type(iterable) is StagedList:
        looped_over, iterable = iterable, iterable.items()
    elif type(iterable) in ITERABLES:
        is_checked = extra_test is None
        step = checking_size(iterable, body) if is_checked else body
        looped_over, iterable = iterated(iterable)
    try:
        iteration = backend.iteration(iterable)
    except TypeError as error:
        explain.not_iterable(error)
    loop = _Loop(backend, state, "for", options, (body, extra_test))
    if type(looped_over) is StagedList and looped_over.buffers:
        loop.trips = backend.buffer_room(backend.buffer_type(looped_over.buffers[0]))
    loop.runs = extra_test is None and iteration.never_empty and "maximum_iterations" not in options
    if isinstance(count := getattr(iteration, "count", None), int):
        loop.trips = count if loop.trips is None else min(count, loop.trips)
    types = list(iteration.element_types)
    region = loop.trace_body(lambda element: step(iteration.element(element)), types)
    if extra_test is None and loop.exits:
        extra_test = _go_on
    held = [location.key for location, _ in loop.locations.values() if location.holder is looped_over]
    if row is not None and any(location.holder is row.pool.items.entries for location, _ in loop.locations.values()):
        explain.changes_under_a_loop(row)
    if "length" in held and not is_checked:
        explain.cannot_grow(places.path_to(looped_over) or "the list", "for", "the loop goes over the list itself")
    tested = None if extra_test is None else loop.trace_test(extra_test)
    loop.finish(lambda: backend.emit_for(iteration, tested, region, loop.carried, options))


def _go_on() -> bool:
    return True


class _Place:
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
        self.elements = elements
        self.deep = False
        #: How often it turned out to be None, or one of more constants.
        self.widened = 0
        #: Whether it holds the buffers of a staged list, and by how many elements an iteration makes that longer.
        self.is_buffers = False
        self.growth = 0
        #: The length after an iteration that there is room for, where nobody knows how many iterations there are.
        self.limit: int | None = None
        #: By the leaves that are buffers of strings: the room before the loop, and by how much an iteration adds to it.
        self.rooms: dict[int, tuple[int, int]] = {}
        #: Its value at the start of the iteration that is being traced, and the lists and dicts in it, as they were.
        self.current = before
        self.copies: list[Snapshot] = []
        self.take_apart()

    def take_apart(self) -> None:
        self.leaves: list[Any] = []
        self.entry = self.node(self.before, self.leaves, None)
        #: Its value after an iteration, taken apart likewise.
        self.after, self.after_leaves = self.entry, self.leaves
        #: The type of each leaf that is carried; None for one that is not.
        self.types: list[Type | None] = [None] * len(self.leaves)
        self.rooms = {}

    def node(self, value: Any, leaves: list[Any], is_new: Callable[[Any], bool] | None) -> Node:
        if self.elements and not self.deep:
            return take_elements_apart(value, leaves)
        if self.deep and self.is_object:
            whole = _candidates(value)
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


class _Loop:
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
        self.variables = [_Place(name, value) for name, value in zip(state.names, state.read(), strict=True)]
        #: What the body writes elsewhere, as far as it is known.
        self.locations: dict[Any, tuple[Location, _Place]] = {}
        #: The last outcome of a test that is carried, for it has effects.
        self.condition = condition
        self.tests: list[_Place] = [] if condition is None else [_Place("the condition", condition)]
        #: The lists that were found to change their length, and those of staged length in their place.
        self.staged: list[tuple[Any, Any]] = []
        #: That of the iteration that was traced last, and whether it changed lists of which copies are carried.
        self.log = Log()
        self.copies_change = False
        #: The variables without a value before the loop that the body was found to read.
        self.read_unset: set[str] = set()
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
        #: A place that holds nothing before the loop, with what it holds when the body is traced as if it did.
        self.present: tuple[_Place, Node, list[Any]] | None = None
        for place in self.places:
            self.expect_changes(place)
        check_loop_options(**options)
        for value, shape in options.get("shape_invariants") or ():
            self.relax(value, shape)

    @property
    def places(self) -> list[_Place]:
        return [*self.variables, *(place for _, place in self.locations.values()), *self.tests]

    def expect_changes(self, place: _Place) -> None:
        """Has numbers and tensors carried. Strings are often names of things, and arrays are often tables."""
        place.types = [self.expected_type(leaf) for leaf in place.leaves]

    def expected_type(self, leaf: Any) -> Type | None:
        is_constant = isinstance(leaf, (str, bytes)) or hasattr(leaf, "__array_interface__")
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
        return [type_ for place in self.places for type_ in place.types if type_ is not None]

    def flag_types(self) -> list[Type]:
        """The types of the last operands: whether an iteration was left at each of the exits of the body."""
        return [self.backend.type_of(True) for _ in self.exits]

    # One iteration

    def enter(self, operands: Sequence[Any]) -> None:
        """Gives all places the values they have at the start of an iteration."""
        given = iter(operands)
        values: list[Any] = []
        self.given = []
        for place in self.places:
            leaves = [
                leaf if type_ is None else next(given) for leaf, type_ in zip(place.leaves, place.types, strict=True)
            ]
            self.given.append(leaves)
            place.current = self.assembled(place.entry, leaves)
            if place.deep and (around := log()) is not None:
                around.stand_ins += _mutable(take_apart(place.current, [], is_option))
            place.copies = [Snapshot(made) for made in _mutable(take_apart(place.current, []))] if place.deep else []
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

    # The body

    def trace_body(self, body: Callable[[Sequence[Any]], Any], element_types: list[Type]) -> Region:
        """The body as a region, once it is known what it changes."""
        try:
            for _ in range(_MAX_TRACES):
                region, effects = self.trace_iteration(body, element_types)
                if self.may_lack_values():
                    continue
                # All of them: what is found out in one go is not asked for in another.
                places = self.places
                changes = [self.adopt(effects), self.expect_exits(region), *[self.widen(p) for p in places]]
                self.carry_copies()
                if not any(changes):
                    self.carry(region)
                    self.check_later_iterations(body, element_types)
                    return region
        finally:
            self.leave()
        explain.never_settles(self.construct)

    def may_lack_values(self) -> bool:
        """Has variables without a value before the loop carried with whether they have one, where iterations differ.

        That are those which the body reads before it sets them, and those which it sets on some paths only: what an
        earlier iteration has set they keep. Says whether there were any.
        """
        found = False
        for place in self.variables:
            is_read = place.name in self.read_unset
            is_kept = place.after.kind is Optional and place.after.value.unbound
            if not place.is_absent or not (is_read or is_kept):
                continue
            if place.after.is_absent:
                explain.read_before_set_in_a_loop(place.name)
            value = self.any_like(place.after.parts[1] if is_kept else place.after)
            place.before = Optional(self.backend, True, value, True, str(place.name), places.current_place())
            place.take_apart()
            self.expect_changes(place)
            found = True
        return found or bool(self.read_unset)

    def trace_iteration(
        self, body: Callable[[Sequence[Any]], Any], element_types: list[Type], more: Sequence[Type] = ()
    ) -> tuple[Region, list[Effect]]:
        """Traces the body with what is known so far; also what it does to locations that are not carried yet.

        Args:
            body: given the operands that an element arrives as.
            element_types: of these.
            more: types of further operands, those of `present`.
        """
        count = len(element_types)
        effects: list[Effect] = []
        stored: dict[int, Any] = {}
        log_of_region = Log()
        for value in self.bound.mentioned():
            log_of_region.watches(value)
        log_of_region.unset = frozenset(str(place.name) for place in self.variables if place.is_absent)

        def run(*operands: Any) -> list[Any]:
            self.enter(operands[count:])
            learn(self.claim().if_true)
            try:
                outcome = body(operands[:count])
                self.check_limits()
            except BaseException as error:
                if not raised_by_user(error):
                    raise
                # No iteration follows: what is carried stays as it is.
                stage_raise(self.backend, error)
                self.enter(operands[count:])
                outcome = self.condition
            if self.tests:
                self.condition = outcome
            stored.update(log_of_region.stored)
            return self.results(log_of_region, effects)

        with logging(log_of_region):
            try:
                types = [*element_types, *self.operand_types(), *more, *self.flag_types()]
                region = self.backend.trace(run, types, "body")
            finally:
                log_of_region.undo()
                self.leave()
        self.read_unset = log_of_region.read_unset
        self.log = log_of_region
        for place, given in zip(self.places, self.given, strict=False):
            for before, leaf in zip(place.leaves, given, strict=False):
                if id(leaf) in stored and log() is not None:
                    stores_to(before)
        return region, effects

    def check_later_iterations(self, body: Callable[[Sequence[Any]], Any], element_types: list[Type]) -> None:
        """Refuses a body that depends on whether a location is there which only the body itself makes.

        It was traced as the first iteration finds it, without. Traced as later ones do, it must be the same program.
        """
        ends = [(place, place.after, place.after_leaves) for place in self.places]
        for _, place in self.locations.values():
            if not place.is_absent:
                continue
            node, leaves = place.after, place.after_leaves
            types = [type_ for leaf in leaves if (type_ := self.type_of(leaf)) is not None]
            programs = []
            for present in (None, (place, node, leaves)):
                self.present = present
                region, _ = self.trace_iteration(body, element_types, types)
                programs.append(self.backend.program(region))
            self.present = None
            if programs[0] != programs[1]:
                explain.read_before_set_in_a_loop(place.name)
        for place, after, after_leaves in ends:
            place.after, place.after_leaves = after, after_leaves

    def results(self, region_log: Log, effects: list[Effect]) -> list[Any]:
        """What all places hold at the end of an iteration; what else it did is added to `effects`."""
        known = set(self.locations)
        found = region_log.effects([*self.bound.cells, *self.state.cells()])
        effects += [effect for effect in found if effect.location.identity not in known]
        self.copies_change = any(True for place in self.places for copy in place.copies for _ in copy.changes())
        values = [*self.state.read(), *(location.read() for location, _ in self.locations.values())]
        values += [self.condition] if self.tests else []
        leaves: list[Any] = []
        for place, value in zip(self.places, values, strict=True):
            place.after_leaves = []
            value = self.identified(place, settled(value), region_log.is_new)
            value = _like(place.entry, value, place.current, region_log.is_new)
            place.after = place.node(value, place.after_leaves, region_log.is_new)
            for string in _strings(place.after) if place.limit is not None and not place.is_buffers else ():
                require(self.backend, string.value.length <= place.limit, self.outgrown(place))
            leaves += place.after_leaves
        return leaves

    def identified(self, place: _Place, value: Any, is_new: Callable[[Any], bool]) -> Any:
        """A value, as one of several objects of before the loop if it stands for one of them."""
        if place.deep or place.is_absent or place.widened >= _MOST_WIDENED or value is place.current:
            return value
        if type(value) is Optional:
            return value.rebuilt([value.absent, self.identified(place, value.value, is_new)])
        originals = originals_of(value) if is_new(value) and is_option(value) else []
        if len(originals) < 2 or any(is_new(known) or _has_its_like(known) for _, known in originals):
            return value
        error = self.difference(place.name, place.before, value)
        return Either(self.backend, [Option(holds, original) for holds, original in originals], error)

    # The fixed point

    def expect_exits(self, region: Region) -> bool:
        """Has whether the loop was left by an exception carried; whether there are other exits than were expected."""
        expected, self.exits = len(self.exits), region.exits
        return len(self.exits) != expected

    def adopt(self, effects: Sequence[Effect]) -> bool:
        """Has locations that the body changed carried; whether there are any."""
        adopted = False
        #: Dicts that are staged, and staged lists that hold elements of a wider form, from now on: what else the body
        #: does to them is seen again.
        widened: list[Any] = []
        for location, before, after in sorted(effects, key=is_of_buffers):
            if any(location.holder is holder for holder in widened):
                continue
            if self.stage_keys(location, before, after):
                widened.append(location.holder)
            elif isinstance(location, Elements) and len(before) != len(after):
                self.stage(location, location.holder, form_in(self.backend, location.holder, [*before, *after]))
            elif type(location.holder) is StagedList and location.key == "form":
                self.widen_elements(location.holder, after)
                widened.append(location.holder)
            elif type(location.holder) is StagedList and location.key == "buffers":
                self.reserve(location, before, after)
            elif staged := _newly_staged(self.backend, before, after, isinstance(location, Elements)):
                for value, form in staged:
                    self.stage(location, value, form)
            elif type(location.holder) is Entries or type(location.holder) is Stamps:
                self.locations[location.identity] = (location, self.part_of_dict(location, before, after))
            elif not location.stageable:
                explain.changes_in_a_loop(location, self.construct)
            elif after is UNBOUND:
                explain.deleted_in_loop(location, self.construct)
            else:
                place = _Place(location, before, elements=isinstance(location, Elements))
                self.expect_changes(place)
                self.locations[location.identity] = (location, place)
            adopted = True
        return adopted

    def stage(self, name: str | Location, value: Any, form: Form | Pool | None) -> None:
        """Has a staged list or dict take the place of one of Python's, before the loop already."""
        if isinstance(form, Pool):
            if not any(before is value for before, _ in self.staged):
                self.rows_made([form], lambda: row_makers[-1](form, value))
            return
        if type(value) is Table:
            self.widen_elements(value.entries, form)  # type: ignore[arg-type]
            return
        if type(value) in tables.MAY_BE_STAGED:
            if (reason := self.stage_dict(value, form)) is not None:
                explain.cannot_grow(name, self.construct, reason)
            return
        known = next((made for list_, made in self.staged if list_ is value), None)
        if known is not None and form is not None:
            self.widen_elements(known, form)
            return
        if not may_be_staged(value) or form is None or any(region.is_frozen(value) for region in logs()):
            reason = "its elements are not numbers or tensors of one type, made alike"
            explain.cannot_grow(name, self.construct, reason)
        made = StagedList.of(self.backend, value, form, type(value))
        try:
            self.replace(value, made)
        except Unknown as reason:
            explain.cannot_grow(name, self.construct, str(reason), reason.help)

    def stage_keys(self, location: Location, before: Any, after: Any) -> bool:
        """Has a dict of staged keys take the place of one that has other keys after an iteration, if it can be."""
        if not dicts.may_be_staged(location.holder):
            return False
        if isinstance(location, Item) and before is not UNBOUND and after is not UNBOUND:
            return False
        return self.stage_dict(location.holder) is None

    def stage_dict(self, value: Any, form: Form | None = None) -> str | None:
        """Has a dict of staged keys take the place of a dict, before the loop already; the reason where it cannot.

        Args:
            value: the dict.
            form: that of its entries, if its keys are tensors.
        """
        known = next((made for before, made in self.staged if before is value), None)
        if known is not None:
            if type(known) is Table and form is not None:
                self.widen_elements(known.entries, form)
            return None
        if any(region.is_frozen(value) for region in logs()):
            return "a staged conditional chose between it and another dict"
        if form is None:
            made: Any = StagedDict.of(self.backend, value)
        else:
            pools = [part.label for part in form.node.containers() if part.kind is Row]
            made = self.rows_made(pools, lambda: Table.of(self.backend, value, form))
        try:
            self.replace(value, made)
        except Unknown as reason:
            return str(reason)
        self.locations = {key: known for key, known in self.locations.items() if known[0].holder is not value}
        return None

    def rows_made(self, pools: Sequence[Pool], make: Callable[[], Any]) -> Any:
        """What something makes, and rows of some pools with it, which take the place of lists and dicts."""
        known = [len(pool.made) for pool in pools]
        made = make()
        for pool, count in zip(pools, known, strict=True):
            for value, row in pool.made[count:]:
                self.replaced(value, row, functools.partial(_taking, value, row))
        return made

    def part_of_dict(self, location: Location, before: Any, after: Any) -> _Place:
        """The value, or the stamp, of a key that a dict may get in an iteration, or lose."""
        if type(location.holder) is Stamps:
            if before is UNBOUND:
                before = after if type(after) is int else 0
            place = _Place(location, before)
            place.types = [None] if type(place.before) is int else place.types
            return place
        name, value = str(location), after
        if before is UNBOUND:
            if type(after) is Optional and after.unbound:
                value = after.value
            before = dicts.maybe_absent(self.backend, True, self.nothing_like(value), name)
        elif after is UNBOUND or (type(after) is Optional and after.unbound):
            before = self.may_be_lost(before, name)
        place = _Place(location, before)
        self.expect_changes(place)
        return place

    def nothing_like(self, value: Any) -> Any:
        """Some value that is made like another; a list or a dict has nothing in it, and is staged."""
        if type(value) is StagedDict:
            return StagedDict(self.backend, value.kind, value.factory)
        if type(value) is Table:
            return value.empty()
        if dicts.may_be_staged(value):
            return StagedDict(self.backend, type(value), getattr(value, "default_factory", None))
        if type(value) is StagedList:
            return StagedList.of(self.backend, (), value.form, value.kind)
        form = form_of(self.backend, value) if may_be_staged(value) else None
        if form is not None:
            return StagedList.of(self.backend, (), form, type(value))
        return self.any_like(take_apart(value, []))

    def may_be_lost(self, before: Any, name: str) -> Any:
        """The value of a key of a dict, of which an iteration may leave none."""
        if type(before) is Optional and before.unbound:
            return before
        return dicts.maybe_absent(self.backend, False, before, name)

    def replace(self, value: Any, made: Any) -> None:
        """Has a staged list or dict take the place of one of Python's.

        Raises:
            Unknown: something may hold it that cannot hold another.
        """
        self.replaced(value, made, replace(value, made))

    def replaced(self, value: Any, made: Any, taken: Callable[[Any], Any]) -> None:
        """Takes note that something staged has taken the place of a list or a dict; `taken` gives what takes whose."""
        self.staged.append((value, made))
        self.bound = Bound(self.closures)
        for place in self.places:
            if any(node.value is value for node in (*place.entry.containers(), *place.entry.leaves())):
                place.before = [*map(taken, place.before)] if place.elements else taken(place.before)
                self.take_apart(place)

    def take_apart(self, place: _Place) -> None:
        """Forgets what is known of a place."""
        place.deep = False
        place.take_apart()
        self.expect_changes(place)

    def widen_elements(self, holder: StagedList, form: Form) -> None:
        """Has a staged list hold elements of a wider form, before the loop already."""
        holder.widen(form)
        for key, (location, _) in list(self.locations.items()):
            if location.holder is holder:
                del self.locations[key]

    def reserve(self, location: Location, before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
        """Has the buffers of a staged list carried, with room for what all iterations append."""
        place = _Place(location, before)
        for k, pair in enumerate(zip(before, after, strict=True)):
            types = [self.backend.buffer_type(buffer) for buffer in pair]
            room, needed = map(self.backend.buffer_room, types)
            place.types[k] = types[0]
            if room is None or needed is None or needed <= room:
                continue
            place.growth = needed - room
            if self.trips is None:
                place.is_buffers, place.limit = True, room + _MOST_APPENDED
                if not can_leave(self.outgrown(place)):
                    self.cannot_reserve(location)
                all_needed = place.limit + place.growth
            else:
                all_needed = room + place.growth * self.trips
            place.types[k] = self.backend.buffer_with_room(place.types[k], all_needed)
        place.is_buffers = True
        self.locations[location.identity] = (location, place)

    def outgrown(self, place: _Place) -> StagingError:
        what = places.path_to(place.name.holder) if place.is_buffers and isinstance(place.name, Location) else None
        return explain.list_outgrown(what or place.name, self.construct, place.limit or 0)

    def check_limits(self) -> None:
        """Has the program fail that leaves a list longer than expected after an iteration."""
        for place in self.places:
            if place.limit is not None and place.is_buffers and isinstance(place.name, Location):
                require(self.backend, place.name.holder.length <= place.limit, self.outgrown(place))

    def cannot_reserve(self, location: str | Location) -> NoReturn:
        what = places.path_to(location.holder) if isinstance(location, Location) else location
        reason = f"{self.backend.name} has to know how long a list can get, and does not know how often the loop runs"
        explain.cannot_grow(what or "a list", self.construct, reason)

    def check_room(self, place: _Place) -> None:
        """Refuses an iteration that appends more than there is room for."""
        for known, leaf in zip(place.types, place.after_leaves, strict=True):
            room, needed = (self.backend.buffer_room(t) for t in (known, self.backend.buffer_type(leaf)))
            if room is not None and needed is not None and needed - room > place.growth:
                self.cannot_reserve(place.name)

    def widen(self, place: _Place) -> bool:
        """Takes from one iteration the types the next must cope with; whether any is new."""
        if place.is_absent:
            return False
        if place.is_buffers:
            self.check_room(place)
            return False
        if isinstance(place.name, Item) and type(place.name.holder) is Entries and _may_be_unbound(place.after):
            before = self.may_be_lost(place.before, str(place.name))
            if before is not place.before:
                place.before = before
                self.take_apart(place)
                return True
        if place.after.value is UNBOUND or place.after.value is UNSET:
            explain.deleted_in_loop(place.name, self.construct)
        if place.widened < _MOST_WIDENED and _is_wider(place.entry, place.after, self.log.is_new):
            place.widened += 1
            place.before = self.widened(place.entry, place.after, str(place.name), place.widened)
            place.take_apart()
            self.expect_changes(place)
            return True
        if staged := _newly_staged(self.backend, place.before, place.after.value):
            for value, form in staged:
                self.stage(place.name, value, form)
            return True
        if not place.deep and not self.stays(place):
            place.deep = True
            place.take_apart()
            self.expect_changes(place)
            return True
        if not _alike(place.entry, place.after):
            explain.structure_changes(place.name, self.construct, place.entry.value, place.after.value)
        changed = False
        buffers = {string.parts[1].index for string in _strings(place.after)}
        for k, (first, last) in enumerate(zip(place.leaves, place.after_leaves, strict=True)):
            known = place.types[k]
            if k in buffers and known is not None and self.backend.buffer_room(known) is not None:
                changed |= self.make_room(place, k, known, self.backend.buffer_type(last))
                continue
            if known is None:
                if same_python_value(first, last):
                    continue
                known = self.type_of(first)
            type_ = self.type_of(last)
            if known is None or type_ is None:
                explain.value_changes(self.backend, place.name, self.construct, first, last)
            joined = joined_type(self.backend, known, type_)
            if joined is None:
                explain.type_changes(self.backend, place.name, self.construct, known, type_)
            if joined != place.types[k]:
                place.types[k] = joined
                changed = True
        return changed

    def make_room(self, place: _Place, k: int, known: Type, needed: Type) -> bool:
        """Has a string carried with room for what all iterations add to it; whether it had less."""
        room, more = (self.backend.buffer_room(type_) or 0 for type_ in (known, needed))
        first, growth = place.rooms.get(k, (room, 0))
        if more - room <= growth:
            return False
        if growth and more - room > _MOST_ADDED * growth:
            self.cannot_reserve(place.name)
        growth = more - room
        place.rooms[k] = first, growth
        if self.trips is None:
            place.limit = first + _MOST_APPENDED
            if not can_leave(self.outgrown(place)):
                self.cannot_reserve(place.name)
            place.types[k] = self.backend.buffer_with_room(known, place.limit + growth)
        else:
            place.types[k] = self.backend.buffer_with_room(known, first + growth * self.trips)
        return True

    def widened(self, entry: Node, after: Node, name: str, times: int = 0) -> Any:
        """The value before the loop, as an optional where it is None or an iteration may leave None.

        Args:
            times: how often it was widened.
        """
        if entry.value is after.value:
            return entry.value
        if _is_spelled(entry, after, times):
            made = spelled_out(self.backend, entry.value)
            return made.with_options(characters_of(made, after.value)) if after.kind is String else made
        options = joined_options(entry.value, after.value)
        if options is not None:
            return entry.value if len(options) == 1 else Choice(self.backend, options, number_in(entry.value))
        if _are_options(entry, after, self.log.is_new):
            return self.one_of(entry, after, name)
        if entry.kind is Optional and after.kind is Optional:
            inner = self.widened(entry.parts[1], after.parts[1], name, times)
            return entry.value.rebuilt([entry.value.absent, inner])
        if entry.value is None or after.value is None or after.kind is Optional:
            is_none = entry.value is None
            like = after if after.kind is not Optional else after.parts[1]
            if any(self.captures_of_iteration(leaf.value) for leaf in like.leaves()):
                explain.structure_changes(name, self.construct, entry.value, after.value)
            if is_none:
                value = self.any_like(like)
            else:
                value = entry.value if like.value is None else self.widened(entry, like, name, times)
            return found(Optional(self.backend, is_none, value, False, name, places.current_place()))
        if entry.kind is None or entry.kind is not after.kind or entry.label != after.label:
            return entry.value
        parts = zip(entry.parts, after.parts, strict=True)
        return put_together(entry, [self.widened(one, two, name, times) for one, two in parts])

    def one_of(self, entry: Node, after: Node, name: str) -> Any:
        """The value before the loop, as one of several: an iteration may leave any of them."""
        known = options_of(entry)
        options = [Option(holds.value, value.value) for holds, value in known]
        for _, value in options_of(after):
            if not any(_is_same_option(other, value) for _, other in known):
                if self.captures_of_iteration(value.value):
                    explain.structure_changes(name, self.construct, entry.value, after.value)
                options.append(Option(False, self.any_like(value)))
        return found(Either(self.backend, options, self.difference(name, entry.value, after.value)))

    def captures_of_iteration(self, value: Any) -> bool:
        """Whether a function captured a variable that only the body of the loop binds."""
        unbound = [cell for cell, was in self.bound.held if was is UNBOUND]
        return type(value) is FunctionType and any(c is cell for c in value.__closure__ or () for cell in unbound)

    def difference(self, name: str | Location, before: Any, after: Any) -> StagingError:
        """What would be said of two values that are not made alike."""
        return refusals.refusal(explain.structure_changes, name, self.construct, before, after)

    def any_like(self, node: Node) -> Any:
        """Some value that is made like another, and known before the loop."""
        if node.kind is None:
            type_ = self.type_of(node.value)
            is_kept = type_ is None or isinstance(node.value, (str, bytes))
            return node.value if is_kept else self.backend.zeros(type_)
        if node.kind in (StagedList, StagedDict, Table):
            return self.nothing_like(node.value)
        return put_together(node, [self.any_like(part) for part in node.parts])

    def stays(self, place: _Place) -> bool:
        """Whether a value consists of the same lists and objects, and as many parts, after an iteration as before."""
        if not _alike(place.entry, place.after):
            return False
        return not any(
            first is not last and (changes_in_place(first) or changes_in_place(last) or _is_replaced(first, last))
            for first, last in zip(place.leaves, place.after_leaves, strict=True)
        )

    def moving(self) -> list[_Place]:
        """The places whose lists change places: copies of them are carried."""
        return [place for place in self.places if place.deep]

    def carry_copies(self) -> None:
        """Does without the changes of lists that only variables of the loop know, and which change places."""
        lists = [made for place in self.moving() for made in _mutable(place.entry)]
        names = [str(place.name) for place in self.moving()]
        for key, (location, _) in list(self.locations.items()):
            holder = location.holder
            if any(holder is made for made in lists) and not may_be_known_elsewhere(holder, names, lists):
                del self.locations[key]

    def check_identities(self, is_new: Callable[[Any], bool], is_one_of_several: Callable[[Any], bool]) -> None:
        """Refuses lists that both change and change places, where others have them: copies are carried."""
        moving = self.moving()
        before = [made for place in moving for made in _mutable(place.entry)]
        after = [made for place in moving for made in _mutable(place.after)]
        changing = {id(location.holder) for location, _ in self.locations.values()}
        names = [str(place.name) for place in moving]
        for place in moving:
            if any(id(made) in changing for made in _mutable(place.entry)):
                explain.changes_places(place.name, self.construct)
            if not self.copies_change:
                continue
            shared = any(_count(before, made) > 1 for made in _mutable(place.entry)) or any(
                _count(after, made) > 1 or is_one_of_several(made) or not is_new(made) for made in _mutable(place.after)
            )
            if shared or any(may_be_known_elsewhere(made, names, before) for made in _mutable(place.entry)):
                explain.changes_places(place.name, self.construct)

    def may_stay_unbound(self, place: _Place) -> bool:
        """Whether a variable gets its value in the loop alone, and the program can check where it is read."""
        return place.before is UNBOUND and place in self.variables and can_raise(self.backend) and not self.runs

    def carry(self, region: Region) -> None:
        self.check_identities(self.log.is_new, self.log.is_one_of_several)
        operand = result = 0
        for place in self.places:
            init = UNSET if self.may_stay_unbound(place) else place.before
            for k, leaf in enumerate(place.after_leaves):
                if place.is_absent:
                    type_ = self.type_of(leaf)
                    if type_ is not None:
                        self.carried.append(Carried(None, result + k, init, type_, str(place.name)))
                elif place.types[k] is not None:
                    self.carried.append(Carried(operand, result + k, place.leaves[k], place.types[k], str(place.name)))
                    operand += 1
            result += len(place.after_leaves)
        for left in self.exits:
            for position in (left.flag, *left.values):
                is_flag = position == left.flag
                type_ = self.backend.type_of(region.results[position])
                init = False if is_flag else UNSET
                self.carried.append(Carried(operand if is_flag else None, position, init, type_, "exception"))
                operand += is_flag
        if any(map(self.may_stay_unbound, self.variables)):
            type_ = self.backend.type_of(True)
            self.carried.append(Carried(None, region.add(True), False, type_, "ran"))

    # The test, and the end

    def trace_test(self, test: Callable[[], Any]) -> Region | None:
        """The test as a region; None if it turns out to have effects."""
        region_log = Log()
        has_effects = False

        def run(*operands: Any) -> list[Any]:
            nonlocal has_effects
            self.enter(operands)
            at_start = Bound((test,))
            with logging(Log()) as test_log:
                outcome = self.unless_left(operands, lambda: truth_of(test()))
            has_effects = at_start.changed() or bool(test_log.effects())
            test_log.undo()
            return [outcome]

        with logging(region_log):
            try:
                region = self.backend.trace(run, [*self.operand_types(), *self.flag_types()], "cond")
            finally:
                region_log.undo()
                self.leave()
        return None if has_effects or region.exits else region

    def unless_left(self, operands: Sequence[Any], test: Callable[[], Any]) -> Any:
        """The outcome of a test; it is not made once an iteration has ended in an exception."""
        if not self.exits:
            return test()
        flags = operands[len(operands) - len(self.exits) :]
        left = functools.reduce(operator.or_, flags)
        (outcome,) = choose(
            self.backend, left, lambda: [False], lambda: [as_bool(test())], ["the condition"], self.construct
        )
        return outcome

    def freeze(self, place: _Place, value: Any) -> None:
        """Keeps a list or an object of before the loop from changes, and what may stand for it afterwards."""
        around = log()
        if around is None:
            return
        if value is not place.after.value:
            after = _mutable(place.after)
            same = [known for made in after for known in linked_with(made, self.log.links)]
            old = [known for known in same if not self.log.is_new(known)]
            if old or any(map(self.log.is_frozen, after)):
                made = _mutable(take_apart(value, [], lambda _: True))
                around.freezes(*old, *(known for known in made if not _count(after, known)))
        if place.deep and not self.runs:
            entry = [known for made in _mutable(place.entry) for known in linked_with(made, around.links)]
            names = [str(place.name)]
            shared = [made for made in entry if around.is_frozen(made) or may_be_known_elsewhere(made, names)]
            if shared or len(entry) > len(_mutable(place.entry)):
                around.freezes(value, *entry)

    def last(self, after: Any, final: Any) -> Any:
        """A leaf after the loop: what each iteration leaves, if that is known and there is one."""
        return after if self.runs and type(after) is bool else final

    def finish(self, emit: Callable[[], Sequence[Any]]) -> None:
        """Emits the loop, and gives all places what they hold after it."""
        try:
            values = emit()
        except NeedsValue as error:
            explain.unset_without_iterations(str(error), self.construct)
        final = {carried.result: value for carried, value in zip(self.carried, values, strict=True)}
        for left in self.exits:
            leave_again(final, left)
        result = 0
        last: list[Any] = []
        for place in self.places:
            leaves = [self.last(leaf, final.get(result + k, leaf)) for k, leaf in enumerate(place.after_leaves)]
            is_set = place.after.value is not UNBOUND and place.after.value is not UNSET
            value = self.assembled(place.after, leaves) if is_set else place.before
            if is_set and self.may_stay_unbound(place):
                absent, name = negated(values[-1]), str(place.name)
                value = found(Optional(self.backend, absent, value, True, name, places.current_place()))
            self.freeze(place, value)
            last.append(value)
            result += len(leaves)
        self.store(last)


def _taking(value: Any, made: Any, held: Any) -> Any:
    return made if held is value else held


def _may_be_unbound(node: Node) -> bool:
    """Whether a location may hold nothing."""
    return node.value is UNBOUND or (node.kind is Optional and bool(node.label))


def _newly_staged(backend: Backend, before: Any, after: Any, elements: bool = False) -> list[tuple[Any, Any]]:
    """The lists that have another length after an iteration, and the form of their elements; and dicts that got staged;
    those that are in a pool, and the pool.

    Args:
        elements: whether the values are lists of the elements of one container, before and after.
    """
    if elements:
        return [found for pair in zip(before, after, strict=True) for found in _newly_staged(backend, *pair)]
    if type(after) is Row and kind_in_pool(before) == (after.pool.kind, after.pool.factory):
        return [(before, after.pool)]
    if type(after) is StagedDict and dicts.may_be_staged(before):
        return [(before, None)]
    if type(after) is Table and type(before) in tables.MAY_BE_STAGED:
        form = tables.joined_form(backend, before, after)
        return [(before, form)] if form is not None else explain.unlike_entries(before)
    if not may_be_staged(before):
        return []
    if type(after) is not StagedList and not (type(after) is type(before) and len(after) != len(before)):
        return []
    form = staged_form(backend, take_apart(before, []), take_apart(after, []))
    return [] if form is None else [(before, form)]


def _is_wider(entry: Node, after: Node, is_new: Callable[[Any], bool]) -> bool:
    """Whether a value, or a part of it, is None before an iteration and not afterwards, or the other way round; or one
    of more constants, objects or functions.
    """
    if entry.value is after.value:
        return False
    if are_texts(entry.value, after.value) and _is_spelled(entry, after, 0):
        return entry.kind is not String or characters_of(entry.value, after.value) != entry.value.options
    options = joined_options(entry.value, after.value)
    if options is not None:
        return len(options) > (len(entry.value.options) if entry.kind is Choice else 1)
    if _are_options(entry, after, is_new):
        known = [value for _, value in options_of(entry)]
        return any(not any(_is_same_option(one, value) for one in known) for _, value in options_of(after))
    if entry.kind is Optional:
        return after.kind is Optional and _is_wider(entry.parts[1], after.parts[1], is_new)
    if entry.value is None or after.value is None or after.kind is Optional:
        return True
    same = entry.kind is after.kind and entry.label == after.label
    return same and any(_is_wider(one, two, is_new) for one, two in zip(entry.parts, after.parts, strict=True))


def _strings(node: Node) -> list[Node]:
    """The strings of staged characters in a value."""
    return [part for part in node.containers() if part.kind is String]


def _is_spelled(entry: Node, after: Node, times: int) -> bool:
    """Whether a string is carried by its characters: one of several constants, or a text, is not what it was.

    Args:
        times: how often it turned out to be one of more constants.
    """
    if not are_texts(entry.value, after.value):
        return False
    if String in (entry.kind, after.kind):
        return True
    if Text in (entry.kind, after.kind):
        return entry.kind is not after.kind or entry.label != after.label
    options = joined_options(entry.value, after.value)
    lengths = [max(map(len, constants_of(node.value))) for node in (entry, after)]
    return options is None or (times > _MOST_LENGTHENED and lengths[1] > lengths[0])


def _are_options(entry: Node, after: Node, is_new: Callable[[Any], bool]) -> bool:
    """Whether a variable is one of several values: functions, objects of two classes, or objects of before the loop."""
    if entry.is_absent or after.is_absent or Optional in (entry.kind, after.kind):
        return False
    if type(entry.value) is not type(after.value) or Either in (entry.kind, after.kind) or is_function(entry.value):
        return are_options(entry, after)
    if entry.kind is not None or after.kind is not None or is_new(after.value):
        return False
    return is_option(entry.value) and not _has_its_like(entry.value)


def _has_its_like(value: Any) -> bool:
    """Whether an object has others of its class, as in a linked list or a tree: a loop goes from one to the next."""
    parts = [part for held in (attributes_of(value) or {}).values() for part in _candidates(held)]
    return any(type(part) is type(value) for part in parts)


def _is_same_option(entry: Node, after: Node) -> bool:
    """Whether one of several values is one that was known before."""
    if entry.value is after.value:
        return True
    if entry.kind is after.kind and entry.kind in FUNCTIONS and entry.label == after.label:
        return all(map(_is_same_option, entry.parts, after.parts))
    return type(entry.value) is type(after.value) and is_object(after)


def _like(entry: Node, value: Any, current: Any, is_new: Callable[[Any], bool]) -> Any:
    """A value after an iteration, made of optionals where the one before it is.

    Args:
        entry: the value before the loop, taken apart.
        current: that at the start of the iteration.
        is_new: tells what came to be in the iteration.
    """
    if entry.kind is String and are_texts(value):
        made = spelled_out(entry.value.backend, value)
        options = characters_of(entry.value, made)
        return made.with_options(options)
    if entry.kind is Choice and joined_options(entry.value, value) == entry.value.options:
        return Choice(entry.value.backend, entry.value.options, number_in(value))
    if entry.kind is Either:
        return _like_options(entry, value, current, is_new)
    if entry.kind is None or value is current:
        return value
    if entry.kind is Optional:
        if type(value) is Optional:
            return value.rebuilt([value.absent, _like(entry.parts[1], value.value, _present(current), is_new)])
        like = entry.value
        inner = _present(current)
        absent = value is (UNBOUND if like.unbound else None)
        value = inner if absent else _like(entry.parts[1], value, inner, is_new)
        return Optional(like.backend, absent, value, like.unbound, like.name, like.place)
    if not any(node.kind in (Optional, Choice, Either, String) for node in entry.containers()):
        return value
    node = take_apart(value, [])
    if node.kind is not entry.kind or node.label != entry.label:
        return value
    now = take_apart(current, [])
    parts = zip(entry.parts, node.parts, now.parts, strict=True)
    return put_together(node, [_like(one, two.value, three.value, is_new) for one, two, three in parts])


def _candidates(value: Any) -> list[Any]:
    """A value, or those that it may be."""
    value = _present(value)
    return value.candidates if type(value) is Either else [value]


def _present(value: Any) -> Any:
    return value.value if type(value) is Optional else value


def _like_options(entry: Node, value: Any, current: Any, is_new: Callable[[Any], bool]) -> Any:
    """A value after an iteration, with the options of the one before it in their order, if it has no other."""
    before = [known for _, known in options_of(entry)]
    now = current.candidates if type(current) is Either else [known.value for known in before]
    found = [Option(False, value) for value in now]
    for holds, option in options_of(take_apart(value, [], is_new)):
        is_same = [option.value is value for value in now]
        if True not in is_same:
            is_same = [_is_same_option(known, option) for known in before]
        if True not in is_same or found[place := is_same.index(True)].holds is not False:
            return value
        found[place] = Option(holds.value, option.value)
    return Either(entry.value.backend, found, entry.value.error)


def _mutable(node: Node) -> list[Any]:
    """The lists, objects and the like in a value that was taken apart."""
    return [part.value for part in node.containers() if changes_in_place(part.value) or is_object(part)]


def _count(values: list[Any], wanted: Any) -> int:
    return sum(value is wanted for value in values)


def _alike(entry: Node, after: Node) -> bool:
    """Whether an iteration leaves a value made as it found it."""
    return entry.kind is after.kind and entry.label == after.label and all(map(_alike, entry.parts, after.parts))


def _is_replaced(first: Any, last: Any) -> bool:
    """Whether an object of a class of the user's gives way to another."""
    return type(first) is type(last) and opened(take_apart(first, [])).kind is not None
