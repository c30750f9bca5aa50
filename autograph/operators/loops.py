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
from itertools import pairwise
from types import CellType
from typing import Any

from autograph.operators import container_errors, loop_errors, places
from autograph.operators.array_holders import holders_of
from autograph.operators.array_stores import mark_stored
from autograph.operators.conditionals import check_globals, choose
from autograph.operators.dicts import maybe_absent
from autograph.operators.effects import Effect, Log, log, logging, logs, may_be_known_elsewhere, stands_for
from autograph.operators.exits import leave_again
from autograph.operators.giving_way import generators_give_way
from autograph.operators.links import linked_with
from autograph.operators.lists import StagedList
from autograph.operators.locations import Entries, Location, Stamps, Variable
from autograph.operators.loop_effects import adopt
from autograph.operators.loop_places import LoopPlaces, Place, held_in, mutable
from autograph.operators.loop_room import check_limit, check_limits
from autograph.operators.optionals import as_bool, negated, truth_of
from autograph.operators.origin import raised_by_user
from autograph.operators.placeholders import any_like
from autograph.operators.presence import found, learn, settled
from autograph.operators.raising import can_raise, stage_raise
from autograph.operators.refusals import ask_for_copies
from autograph.operators.row_methods import loaded
from autograph.operators.rows import Row, objects_are_rows
from autograph.operators.shared_arrays import check_iterated, check_no_views, is_tensor_of_items, may_share, tensors_in
from autograph.operators.state import Bound, State
from autograph.operators.string_methods import items_of
from autograph.operators.structures import Optional, take_apart
from autograph.operators.table_methods import ITERABLES, checking_size, has_order, iterated
from autograph.operators.tables import Table
from autograph.operators.widening import identified, made_like, sized_in, widen
from autograph.staging import UNBOUND, UNSET, Backend, Carried, NeedsValue, Region, Type

#: How often a body may be traced before its variables are taken never to settle. Each trace must add a location or
#: widen a type; shapes widen at most twice, and numbers do once.
_MAX_TRACES, _MAX_TRACES_IN_POOLS = 16, 8
#: In how many traces, one after the other, they may have more parts, once there are that many.
_MAX_GROWING, _MOST_PARTS = 3, 1000


@generators_give_way
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


@generators_give_way
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


@generators_give_way
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
        if row.pool.keys is not None:
            container_errors.goes_over_a_record(row)
        iterable = loaded(row)
        if type(iterable) not in (StagedList, Table):
            return  # nothing is in any row
        if type(iterable) is Table and not has_order(iterable):
            container_errors.order_of_a_set()
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
        loop_errors.not_iterable(error)
    loop = _Loop(backend, state, "for", options, (body, extra_test))
    if type(looped_over) is StagedList and looped_over.buffers:
        loop.trips = backend.buffer_room(backend.buffer_type(looped_over.buffers[0]))
    loop.iterable = looped_over
    loop.runs = extra_test is None and iteration.never_empty and "maximum_iterations" not in options
    if isinstance(count := getattr(iteration, "count", None), int):
        loop.trips = count if loop.trips is None else min(count, loop.trips)
    types = list(iteration.element_types)

    def iterate(operands: Sequence[Any]) -> Any:
        element = iteration.element(operands)
        views = [part for part in tensors_in(element) if is_tensor_of_items(part)]
        sources = tensors_in(iterable) if views else []
        for part in views:
            stands_for(part, sources)
        return step(element)

    region = loop.trace_body(iterate, types)
    if extra_test is None and loop.exits:
        extra_test = _go_on
    held = [location.key for location, _ in loop.locations.values() if location.holder is looped_over]
    if row is not None and row.pool.kind is not tuple:
        entries = row.pool.items.entries
        if any(location.holder is entries for location, _ in loop.locations.values()):
            container_errors.changes_under_a_loop(row)
    if "length" in held and not is_checked:
        loop_errors.cannot_grow(places.path_to(looped_over) or "the list", "for", "the loop goes over the list itself")
    tested = None if extra_test is None else loop.trace_test(extra_test)
    loop.finish(lambda: backend.emit_for(iteration, tested, region, loop.carried, options))


def _go_on() -> bool:
    return True


class _Loop(LoopPlaces):
    """A loop that is being staged: its body and its test are traced over its places."""

    def trace_body(self, body: Callable[[Sequence[Any]], Any], element_types: list[Type]) -> Region:
        """The body as a region, once it is known what it changes."""
        try:
            sizes: list[int] = []
            most = _MAX_TRACES_IN_POOLS if objects_are_rows() else _MAX_TRACES
            while len(sizes) < most and not _grow_without_end(sizes):
                region, effects = self.trace_iteration(body, element_types)
                sizes.append(sum(len(place.after_leaves) for place in self.places))
                if self.may_lack_values():
                    continue
                # All of them: what is found out in one go is not asked for in another.
                places = self.places
                changes = [self.part(), self.expect_arrays(), adopt(self, effects), self.expect_exits(region)]
                changes += [widen(self, p) for p in places]
                self.carry_copies()
                if not any(changes):
                    self.carry(region)
                    if not self.may_lack_keys(body, element_types):
                        return region
                    self.carried.clear()
        finally:
            self.leave()
        loop_errors.never_settles(self.construct)

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
                loop_errors.read_before_set_in_a_loop(place.name)
            value = any_like(self.backend, place.after.parts[1] if is_kept else place.after)
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
        log_of_region.watches_closures(self.bound)
        log_of_region.unset = frozenset(str(place.name) for place in self.variables if place.is_absent)

        def run(*operands: Any) -> list[Any]:
            self.enter(operands[count:])
            learn(self.claim().if_true)
            try:
                outcome = body(operands[:count])
                log_of_region.check_end()
                check_limits(self)
            except BaseException as error:
                if not raised_by_user(error):
                    raise
                log_of_region.check_iterators()
                # No iteration follows: what is carried stays as it is.
                stage_raise(self.backend, error)
                self.enter(operands[count:])
                outcome = self.condition
            if self.tests:
                self.condition = outcome
            stored.update(log_of_region.stored)
            self.check_arrays(log_of_region.stored)
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
        if log() is not None:
            effects += self.other_holders()
        return region, effects

    def changed_arrays(self) -> list[Any]:
        """The arrays of before the loop that the iteration which was traced last changes in place."""
        return [
            before
            for place, given in zip(self.places, self.given, strict=False)
            for before, leaf in zip(place.leaves, given, strict=False)
            if id(leaf) in self.log.stored and may_share(before)
        ]

    def other_holders(self) -> list[Effect]:
        """What else has such arrays, and would see it: it is carried with what is stored to, as the same array."""
        known = {variable.identity for variable in (*self.bound.locals, *self.state.variables())}
        found: list[Effect] = []
        for array in self.changed_arrays():
            check_no_views(logs()[0].origins, array)
            mark_stored(array)
            having = [place for place in self.places if any(leaf is array for leaf in place.leaves)]
            if id(array) in self.apart and len(having) > 1:
                loop_errors.arrays_part(having[0].name, having[1].name, self.construct)
            others = [location for location in holders_of(array) if location.identity not in known]
            others = [location for location in others if location.identity not in self.locations]
            found += [Effect(location, location.read(), location.read()) for location in others]
        return found

    def expect_arrays(self) -> bool:
        """Has such arrays carried wherever they are; whether any was not."""
        changed, found = self.changed_arrays(), False
        for place in self.places:
            for k, leaf in enumerate(place.leaves):
                if place.types[k] is None and any(leaf is array for array in changed):
                    place.types[k] = self.type_of(leaf)
                    found = True
        return found

    def check_arrays(self, stored: Mapping[int, Any]) -> None:
        """Refuses arrays that an iteration changes in place, and of which something else has a part when it ends."""
        origins = logs()[0].origins
        for given, value in zip(self.given, self.state.read(), strict=False):
            if any(id(leaf) in stored for leaf in given):
                check_no_views(origins, value)
        values = [*self.state.read(), *(location.read() for location, _ in self.locations.values())]
        for number, (place, given, value) in enumerate(zip(self.places, self.given, values, strict=False)):
            for other, given_other, known in zip(self.places[:number], self.given, values, strict=False):
                is_one = value is known and may_share(value) and [*map(id, given)] != [*map(id, given_other)]
                if is_one and any(id(leaf) in stored for leaf in (*given, *given_other)):
                    loop_errors.arrays_part(other.name, place.name, self.construct)
        for tensor in stored.values() if self.iterable is not None else ():
            check_iterated(origins, tensor, self.iterable)

    def may_lack_keys(self, body: Callable[[Sequence[Any]], Any], element_types: list[Type]) -> bool:
        """Has keys that only the body makes carried with whether they are there, where it depends on that.

        It was traced as the first iteration finds it, without. Traced as later ones do, it must be the same program.
        Says whether there were any such keys; other locations on which the body depends so are refused.
        """
        lacking = []
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
            if programs[0] == programs[1]:
                continue
            if place not in self.locations_of_keys() or node.is_absent:
                loop_errors.read_before_set_in_a_loop(place.name)
            lacking.append(place)
        for place, after, after_leaves in ends:
            place.after, place.after_leaves = after, after_leaves
        for place in self.locations_of_keys() if lacking else ():
            is_stamp = isinstance(place.name, Location) and type(place.name.holder) is Stamps
            value = 0 if is_stamp else any_like(self.backend, place.after.present)
            place.before = value if is_stamp else maybe_absent(self.backend, True, value, str(place.name))
            self.take_apart(place)
        return bool(lacking)

    def locations_of_keys(self) -> list[Place]:
        """The keys that dicts of staged keys have not had before the loop, and what tells their order; variables of
        functions around that have had no value.
        """
        holders = (Entries, Stamps, CellType) if can_raise(self.backend) else (Entries, Stamps)
        places = [place for location, place in self.locations.values() if type(location.holder) in holders]
        return [place for place in places if place.is_absent and not place.after.is_absent]

    def results(self, region_log: Log, effects: list[Effect]) -> list[Any]:
        """What all places hold at the end of an iteration; what else it did is added to `effects`."""
        known = set(self.locations)
        found = region_log.effects([*self.bound.locals, *self.state.variables()])
        effects += [effect for effect in found if effect.location.identity not in known]
        self.copies_change = any(True for place in self.places for copy in place.copies for _ in copy.changes())
        values = [*self.state.read(), *(location.read() for location, _ in self.locations.values())]
        values += [self.condition] if self.tests else []
        leaves: list[Any] = []
        for place, value in zip(self.places, values, strict=True):
            place.after_leaves = []
            value = identified(self, place, settled(value), region_log.is_new)
            value = made_like(place.entry, value, place.current, region_log.is_new)
            place.after = place.node(value, place.after_leaves, region_log.is_new)
            for node in sized_in(place.after) if place.limits and not place.is_buffers else ():
                limits = [place.limits[part.index] for part in node.parts[1:] if part.index in place.limits]
                if limits:
                    check_limit(self, place, node.value, min(limits))
            leaves += place.after_leaves
        return leaves

    def expect_exits(self, region: Region) -> bool:
        """Has whether the loop was left by an exception carried; whether there are other exits than were expected."""
        expected, self.exits = len(self.exits), region.exits
        return len(self.exits) != expected

    def moving(self) -> list[Place]:
        """The places whose lists change places: copies of them are carried."""
        return [place for place in self.places if place.deep]

    def carry_copies(self) -> None:
        """Does without the changes of lists that only variables of the loop know, and which change places."""
        lists = [made for place in self.moving() for made in mutable(place.entry)]
        names = [str(place.name) for place in self.moving()]
        for key, (location, _) in list(self.locations.items()):
            holder = location.holder
            is_known = self.is_copy(holder) or may_be_known_elsewhere(holder, names, lists)
            if any(holder is made for made in lists) and not is_known:
                del self.locations[key]

    def is_copy(self, value: Any) -> bool:
        """Whether a list has the place of another in the loop, which is still there."""
        originals = [before for before, made in self.staged if made is value]
        return any(original is known for original in originals for place in self.places for known in place.copied)

    def check_identities(self, is_new: Callable[[Any], bool], is_one_of_several: Callable[[Any], bool]) -> None:
        """Refuses lists that both change and change places, where others have them: copies are carried."""
        moving = self.moving()
        before = [made for place in moving for made in mutable(place.entry)]
        after = [made for place in moving for made in mutable(place.after)]
        changing = {id(location.holder) for location, _ in self.locations.values()}
        names = [str(place.name) for place in moving]
        is_copied = any(self.is_copy(location.holder) for location, _ in self.locations.values())
        for place in self.places:
            if any(is_copied or id(known) in changing for known in place.copied):
                ask_for_copies()  # it may be an argument
                loop_errors.changes_places(place.name, self.construct)
        for place in moving:
            if any(id(made) in changing for made in mutable(place.entry)):
                loop_errors.changes_places(place.name, self.construct)
            if not self.copies_change:
                continue
            shared = any(_count(before, made) > 1 for made in mutable(place.entry)) or any(
                _count(after, made) > 1 or is_one_of_several(made) or not is_new(made) for made in mutable(place.after)
            )
            if shared or any(may_be_known_elsewhere(made, names, before) for made in mutable(place.entry)):
                loop_errors.changes_places(place.name, self.construct)

    def may_stay_unbound(self, place: Place) -> bool:
        """Whether a variable gets its value in the loop alone, and the program can check where it is read."""
        name = place.name
        is_checked = place in self.variables or (isinstance(name, Variable) and isinstance(name.holder, CellType))
        return place.before is UNBOUND and is_checked and can_raise(self.backend) and not self.runs

    def carry(self, region: Region) -> None:
        self.check_identities(self.log.is_new, self.log.is_one_of_several)
        operand = result = 0
        shared = self.shared_leaves()
        for number, place in enumerate(self.places):
            init = UNSET if self.may_stay_unbound(place) else place.before
            for k, leaf in enumerate(place.after_leaves):
                if place.is_absent:
                    type_ = self.type_of(leaf)
                    if type_ is not None:
                        self.carried.append(Carried(None, result + k, init, type_, str(place.name)))
                elif place.types[k] is not None and (number, k) not in shared:
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
        if any(map(self.may_stay_unbound, self.places)):
            type_ = self.backend.type_of(True)
            self.carried.append(Carried(None, region.add(True), False, type_, "ran"))

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

    def freeze(self, place: Place, value: Any) -> None:
        """Keeps a list or an object of before the loop from changes, and what may stand for it afterwards."""
        around = log()
        if around is None:
            return
        if value is not place.after.value:
            after = mutable(place.after)
            same = [known for made in after for known in linked_with(made, self.log.links)]
            old = [known for known in same if not self.log.is_new(known)]
            left = [made for known in self.places for made in mutable(known.after)]
            if old or any(self.log.is_frozen(made) or _count(left, made) > 1 for made in after):
                made = mutable(take_apart(value, [], lambda _: True))
                around.freezes(*old, *(known for known in made if not _count(after, known)))
        self.freeze_copies(place, value, around)
        if place.deep and not self.runs and (shared := self.shared_before(place, around)):
            entry, made = mutable(place.entry), mutable(place.node(value, [], None))
            is_alike = len(entry) == len(made)
            standing = [m for m, known in zip(made, entry, strict=True) if _count(shared, known)] if is_alike else made
            around.freezes(*standing, *(other for known in shared for other in linked_with(known, around.links)))

    def freeze_copies(self, place: Place, value: Any, around: Log) -> None:
        """Likewise where the loop has copies of lists and objects, made like those that an iteration leaves."""
        names = [str(place.name)]
        if any(len(linked_with(k, around.links)) > 1 or may_be_known_elsewhere(k, names, [k]) for k in place.copied):
            made = held_in(take_apart(value, [], lambda _: True))
            around.freezes(*place.copied, *made)

    def shared_before(self, place: Place, around: Log) -> list[Any]:
        """The lists and objects in the value before the loop that something else may have, and what is in them."""
        entry, names = mutable(place.entry), [str(place.name)]

        def is_shared(made: Any) -> bool:
            is_one_of_several = around.is_frozen(made) or len(linked_with(made, around.links)) > 1
            return is_one_of_several or _count(entry, made) > 1 or may_be_known_elsewhere(made, names, entry)

        nodes = [node for node in place.entry.containers() if _count(entry, node.value)]
        return [made for node in nodes if is_shared(node.value) for made in mutable(node)]

    def last(self, after: Any, final: Any) -> Any:
        """A leaf after the loop: what each iteration leaves, if that is known and there is one."""
        return after if self.runs and type(after) is bool else final

    def finish(self, emit: Callable[[], Sequence[Any]]) -> None:
        """Emits the loop, and gives all places what they hold after it."""
        try:
            values = emit()
        except NeedsValue as error:
            loop_errors.unset_without_iterations(str(error), self.construct)
        final = {carried.result: value for carried, value in zip(self.carried, values, strict=True)}
        for left in self.exits:
            leave_again(final, left)
        result = 0
        last: list[Any] = []
        shared = self.shared_leaves()
        every: list[list[Any]] = []
        for number, place in enumerate(self.places):
            leaves: list[Any] = []
            every.append(leaves)
            for k, leaf in enumerate(place.after_leaves):
                first, first_k = shared.get((number, k), (-1, -1))
                known = every[first][first_k] if first >= 0 else self.last(leaf, final.get(result + k, leaf))
                leaves.append(known)
            for k, (leaf, after) in enumerate(zip(leaves, place.after_leaves, strict=True)):
                stands_for(leaf, [after, *place.leaves[k : k + 1]])
            is_set = place.after.value is not UNBOUND and place.after.value is not UNSET
            value = self.assembled(place.after, leaves) if is_set else place.before
            if is_set and self.may_stay_unbound(place):
                absent, name = negated(values[-1]), str(place.name)
                value = found(Optional(self.backend, absent, value, True, name, places.current_place()))
            self.freeze(place, value)
            last.append(value)
            result += len(leaves)
        check_globals(self.state, last)
        self.store(last)


def _grow_without_end(sizes: list[int]) -> bool:
    """Whether the places have had more parts after each of the last traces than after the one before, and too many.

    Those that double each time are too many at once; others after as many traces again.
    """
    last = sizes[-_MAX_GROWING:]
    doubles = all(2 * a <= b for a, b in pairwise(last))
    return (
        len(last) == _MAX_GROWING and last[-1 if doubles else 0] > _MOST_PARTS and all(a < b for a, b in pairwise(last))
    )


def _count(values: list[Any], wanted: Any) -> int:
    return sum(value is wanted for value in values)
