"""Joins of what the two sides of a staged conditional leave, in variables and in locations.

A join says which outputs the conditional needs, and builds of these, once it is emitted, what stands for either value.
Where lists or dicts differ that could be staged, the refusal says which; staging them is not done here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CellType, FunctionType, GeneratorType
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import branch_errors, container_errors, dicts, places, refusals, staged_tuples, tables
from autograph.operators.absences import may_be_absent
from autograph.operators.alternatives import Alternative
from autograph.operators.choices import Choice, joined_options, later, number_in
from autograph.operators.dicts import StagedDict, stamps_of
from autograph.operators.effects import Claim, Fact, log, logs, stands_for
from autograph.operators.either import Option
from autograph.operators.forms import Form
from autograph.operators.holders import Local, replace
from autograph.operators.holding import Unknown
from autograph.operators.identities import are_kept_apart
from autograph.operators.joins import joined_type
from autograph.operators.links import Link
from autograph.operators.lists import KINDS, StagedList, form_in, may_be_staged, staged_form
from autograph.operators.locations import Attribute, Elements, Entries, Item, Location, Stamps, Variable, attributes_of
from autograph.operators.opaque import OPAQUE, holds_ended
from autograph.operators.operands import are_texts
from autograph.operators.presence import found
from autograph.operators.raising import can_raise
from autograph.operators.resumables import Frame
from autograph.operators.rows import Pool, Row, pool_of_both
from autograph.operators.shared_arrays import may_share
from autograph.operators.standing import Build, Standing
from autograph.operators.strings import String, joined_strings, spelled
from autograph.operators.structures import (
    OUTER,
    Node,
    Optional,
    alike,
    are_options,
    changes_in_place,
    has_identity,
    has_more_than_items,
    is_object,
    is_staged_error,
    one_of_alike,
    options_of,
    put_together,
    same_python_value,
    staged_leaves,
    take_apart,
)
from autograph.operators.tables import Table
from autograph.operators.text import Text, either_of
from autograph.operators.text import components as shown_by
from autograph.operators.unlike_containers import (
    Paths,
    are_reordered,
    find_unlike,
    find_unlike_parts,
    is_keyed,
    leads_to,
    length_of,
)
from autograph.staging import UNBOUND, UNSET, Backend, Left, Output, backend_of

#: Where a leaf is among the results of a region.
_Position = Callable[[Node], int]

#: Of an option that one side does not have.
_NEVER = Node(False, None, None, [], OUTER)

#: How many staged values a text may show that was one of two unlike texts.
_MOST_SHOWN = 32


#: What stands for containers of Python's, whose parts are none of the program's.
_OF_STAGED = frozenset({StagedList, Entries, Stamps})


class Join:
    """Joins what two alternatives leave; `outputs` are the values that the conditional must return for that."""

    def __init__(self, backend: Backend, construct: str, one: Alternative, other: Alternative):
        self.backend = backend
        self.construct = construct
        #: What may be absent afterwards, with whether it is there on either side; None where that is not known.
        self.optionals: list[tuple[Build, list[bool | None]]] = []
        self.one = one
        self.other = other
        self.outputs: list[Output] = []
        #: Of the variable that is joined, or the location.
        self.name: str | Location = ""
        #: What it is known by: the number of the variable, or the identity of the location.
        self.key: Any = None
        #: Containers that stand for two others, so that what was one object in both is one object afterwards.
        self.made: dict[tuple[int, int], Build] = {}
        #: Likewise what stands for two arrays, or for one that a side alone has, by identity.
        self.arrays: dict[tuple[int, int], Build] = {}
        self.standing = Standing(one, other)
        #: The objects that came to be on a side and stay themselves, by identity.
        self.filled_objects: set[int] = set()
        #: What is built of the lists and dicts that one side alone has, by identity.
        self.filled_builds: dict[tuple[int, int], Build] = {}
        #: The pairs of values that are being made one of several.
        self.around: set[tuple[int, int]] = set()

    def exits(self, side: int, region: Any) -> list[Left]:
        """Where the exits of a side, and what they have to say, are among the results of the conditional."""
        found = []
        for left in region.exits:
            flag = len(self.outputs)
            for position in (left.flag, *left.values):
                then, orelse = (position, None) if side == 0 else (None, position)
                type_ = self.backend.type_of(region.results[position])
                self.outputs.append(Output(then, orelse, type_, "exception"))
            found.append(Left(flag, range(flag + 1, len(self.outputs)), left.what))
        return found

    def variable(self, name: str, index: int) -> Build:
        self.name, self.key = name, index
        if self.one.raised is not None and self.other.raised is not None:
            return _constant(UNSET)
        if self.one.raised is not None:
            return self.filled(self.other.values[index], 1, _index)
        if self.other.raised is not None:
            return self.filled(self.one.values[index], 0, _index)
        one, other = self.one.values[index], self.other.values[index]
        if one.value is other.value:
            return self.as_it_is(one)
        if (one.value is UNBOUND or other.value is UNBOUND) and not can_raise(self.backend):
            branch_errors.one_branch_only(self.name, self.construct)
        if one.value is UNSET:
            return self.filled(other, 1, _index)
        if other.value is UNSET:
            return self.filled(one, 0, _index)
        one, other = alike(one, other, self.one.opened, self.other.opened)
        then, orelse = _in(self.one.region), _in(self.other.region)
        return self.attempted(
            lambda: self.joined_alike(one, other, then, orelse),
            lambda error: self.either(one, other, then, orelse, error),
        )

    def location(self, location: Location) -> Build | None:
        """What a location holds afterwards; None if that is what it held before."""
        self.name, self.key = location, location.identity
        sides = (self.one, self.other)
        nodes = [side.after.get(location.identity) for side in sides]
        if self.one.raised is not None or self.other.raised is not None:
            if self.one.raised is not None and self.other.raised is not None:
                return None
            node = nodes[0] if self.other.raised is not None else nodes[1]
            side = 0 if self.other.raised is not None else 1
            if node is not None and isinstance(location, Elements):  # a list of them, which nobody else has
                parts = [self.filled(part, side, _index) for part in node.parts]
                return _once(lambda values: [part(values) for part in parts])
            return None if node is None else self.filled(node, side, _index)
        found = location.found()
        if type(location.holder) is StagedList and location.key == "form":
            return self.form(location.holder, *[found if node is None else node.value for node in nodes])
        was = take_apart(found, [])
        for leaf in was.leaves():
            leaf.index = OUTER
        left, right = (
            self.kept(was, side, other) if node is None else node
            for node, side, other in zip(nodes, sides, nodes[::-1], strict=True)
        )
        one, other = alike(left, right, self.one.opened, self.other.opened)
        if not location.stageable:
            if one.value == other.value:
                return _constant(one.value)
            self.refuse_keys(location)
            branch_errors.changes_in_one_branch(self.name, self.construct)
        if one.value is other.value:
            return self.as_it_is(one)
        if type(location.holder) in (Stamps, Frame) and (one.value is UNBOUND or other.value is UNBOUND):
            return self.filled(one, 0, _index) if other.value is UNBOUND else self.filled(other, 1, _index)
        is_left_out = one.value is UNBOUND or other.value is UNBOUND
        if is_left_out and type(location) is Local:  # that the statement joins, if anything reads it afterwards
            return None
        if is_left_out and type(location.holder) is not Entries and not may_be_absent(self.backend, location):
            if isinstance(location, Variable) and isinstance(location.holder, CellType) and can_raise(self.backend):
                return self.joined(one, other, _in(self.one.region), _in(self.other.region))
            if isinstance(location, Variable):
                branch_errors.global_on_some_paths(location)
            self.refuse_keys(location)
            branch_errors.one_branch_only(self.name, self.construct)
        is_of_class = isinstance(location, Attribute) and issubclass(type(location.holder), type)
        if is_of_class and are_options(one, other) and any(map(_may_be_method, (one, other))):
            branch_errors.method_in_one_branch(location, self.construct)
        if isinstance(location, Elements) and (side := self.side_with_more_objects(location.holder, one, other)):
            return self.grown(location.holder, (one, other), side - 1)
        then, orelse = (_in(side.region) for side in sides)
        if type(location) in (Attribute, Item) and not (is_of_class or type(location.holder) in _OF_STAGED):
            return self.attempted(
                lambda: self.joined_alike(one, other, then, orelse),
                lambda error: self.either(one, other, then, orelse, error),
            )
        if not one.matches(other):
            self.refuse(one, other, location.holder if isinstance(location, Elements) else None)
        self.check_order(one, other)
        if type(location.holder) is StagedList and location.key == "buffers":
            parts = [self.buffer(*pair, then, orelse) for pair in zip(one.parts, other.parts, strict=True)]
            return lambda values: tuple([part(values) for part in parts])
        try:
            return self.joined(one, other, then, orelse)
        except StagingError as error:
            if not isinstance(error, branch_errors.ListGrows) and isinstance(location, Elements):
                self.refuse_elements(one, other, location.holder, error)
            raise

    def side_with_more_objects(self, holder: Any, one: Node, other: Node) -> int:
        """Which side, the first or the second, adds objects that come to be there to a list; 0 if neither does."""
        if not are_kept_apart() or type(holder) is not list or len(one.parts) == len(other.parts):
            return 0
        number = 0 if len(one.parts) > len(other.parts) else 1
        more, fewer = (one, other)[:: 1 if number == 0 else -1]
        side = (self.one, self.other)[number]
        are_same = all(a.value is b.value for a, b in zip(more.parts, fewer.parts, strict=False))
        added = more.parts[len(fewer.parts) :]
        are_new = any(has_identity(part.value) and side.log.is_new(part.value) for part in added)
        # What else has the list afterwards would not have the one that takes its place.
        left = [value for each in (self.one, self.other) for value in each.values]
        left += [node for each in (self.one, self.other) for key, node in each.after.items() if key != self.key]
        is_held = any(part.value is holder for node in (*left, *added) for part in node.containers())
        return number + 1 if are_same and are_new and not is_held else 0

    def grown(self, holder: list[Any], nodes: tuple[Node, Node], side: int) -> Build:
        """A list that has on one side what it has on the other, and then objects that came to be there.

        A list of all of them takes its place, of which only so many count. What it has itself stays.
        """
        then, orelse = _in(self.one.region), _in(self.other.region)
        lengths = [Node(len(node.parts), None, None, [], OUTER) for node in nodes]
        length = self.joined(lengths[0], lengths[1], then, orelse)
        known = min(len(node.parts) for node in nodes)
        added = [self.filled(part, side, _index) for part in nodes[side].parts[known:]]
        name, construct, counts = self.name, self.construct, (len(nodes[0].parts), len(nodes[1].parts))
        elements = [part.value for part in nodes[side].parts[:known]]

        def build(values: Sequence[Any]) -> Any:
            made = [part(values) for part in added]
            around = log()
            assert around is not None
            for value in made:
                around.bears(value)
            every = [*elements, *made]
            form = form_in(self.backend, holder, every)
            if form is None:
                reason = "a list of staged length can only hold objects that are there before other staged code"
                branch_errors.list_grows(name, construct, counts, reason=reason)
            staged = StagedList.of(self.backend, every, form)
            staged.length = length(values)
            try:
                replace(holder, staged)
            except Unknown as error:
                branch_errors.list_grows(name, construct, counts, reason=str(error))
            return list(holder)

        return _once(build)

    def kept(self, was: Node, side: Alternative, other: Node | None) -> Node:
        """What a location holds after an alternative that does not store to it; `other` is what the other stores."""
        node = side.with_changes(side.untouched(was))
        if node is None:
            if other is not None and other.kind is Table and type(was.value) in tables.MAY_BE_STAGED:
                form = (
                    other.value.entries.form
                )  # the alternative gives a dict keys that the other takes for staged ones
                branch_errors.keys_differ(self.name, self.construct, [(was.value, form)])
            if widened := side.widened(was):
                branch_errors.list_grows(self.name, self.construct, (None, None), widened)
            if dicts.may_be_staged(was.value) and type(was.value) is not set:
                branch_errors.keys_differ(self.name, self.construct, [(was.value, {})])
            branch_errors.changes_in_one_branch(self.name, self.construct)
        return node

    def form(self, holder: StagedList, one: Form, other: Form) -> Build:
        """What the elements of a staged list have in common afterwards, which they must have had before."""
        joined = one.joined(self.backend, other)
        if joined is None:
            container_errors.cannot_be_staged(holder, "its elements are not numbers or tensors of one type, made alike")
        if joined == one and joined == other:
            return _constant(joined)
        branch_errors.list_grows(self.name, self.construct, (None, None), [(holder, joined)])

    def buffer(self, one: Node, other: Node, then: _Position, orelse: _Position) -> Build:
        """What holds the elements of a staged list."""
        if one.value is other.value:
            return self.as_it_is(one)
        joined = self.backend.join(self.backend.buffer_type(one.value), self.backend.buffer_type(other.value))
        return self.output(then(one), orelse(other), joined)

    def refuse_keys(self, location: Location) -> None:
        """Says of a dict that it has other keys after one alternative than after the other, if it can be staged."""
        if not isinstance(location, Variable) and dicts.may_be_staged(location.holder):
            branch_errors.keys_differ(location, self.construct, [(location.holder, {})])

    def check_order_of_new_keys(self) -> None:
        """Refuses a dict that both alternatives give the same keys, in another order."""
        if self.one.raised is not None or self.other.raised is not None:
            return
        one, other = self.one.new_keys(), self.other.new_keys()
        for identity, (location, keys) in one.items():
            if identity in other and keys != other[identity][1] and {*keys} == {*other[identity][1]}:
                self.refuse_keys(location)
                branch_errors.changes_in_one_branch(location, self.construct)

    def check_order(self, one: Node, other: Node) -> None:
        """Refuses dicts whose keys came in another order: a loop over one would have its items in another."""
        if (reordered := _first_reordered(one, other)) is not None:
            self.refuse_lists(one, other, None)
            branch_errors.different_structures(self.name, self.construct, *reordered)

    def refuse_elements(self, one: Node, other: Node, holder: Any, error: StagingError) -> None:
        """Says that the elements of a list are unlike, if that can hold such where its length is staged."""
        form = staged_form(self.backend, one, other)
        if may_be_staged(holder) and form is not None:
            refusals.forget(error)
            branch_errors.list_grows(self.name, self.construct, (len(one.parts), len(other.parts)), [(holder, form)])

    def refuse(self, one: Node, other: Node, holder: Any) -> NoReturn:
        """Says that two values are not made alike; `holder` is the list whose elements they are, if they are some."""
        self.refuse_lists(one, other, holder)
        branch_errors.different_structures(self.name, self.construct, one.value, other.value)

    def refuse_lists(self, one: Node, other: Node, holder: Any) -> None:
        """Says that lists or dicts, in two values that are otherwise made alike, differ in length, types or keys."""
        unlike: list[tuple[Paths, Node, Node]] = []
        if type(holder) in KINDS and not find_unlike_parts(one, other, ((), ()), unlike):
            unlike = [(((), ()), one, other)]
        elif type(holder) not in KINDS and not find_unlike(one, other, ((), ()), unlike):
            return
        else:
            holder = None
        if not unlike:
            return
        lists: list[Any] = []
        ends: list[Any] = []
        for paths, left, right in unlike:
            lengths = length_of(left), length_of(right)
            is_dict = is_keyed(left)
            is_table = Table in (left.kind, right.kind)
            are_tuples = staged_tuples.are_unlike(left, right)
            if are_tuples:
                form: Any = staged_tuples.form_of_both(self.backend, left, right)
            elif Row in (left.kind, right.kind):
                form = left.label if left.kind is Row else right.label
            elif is_table:
                form = tables.joined_form(self.backend, left.value, right.value)
            else:
                form = stamps_of(left.value, right.value) if is_dict else staged_form(self.backend, left, right)
            if form is None and is_table:
                container_errors.unlike_entries(left.value if left.kind is Table else right.value)
            if form is None and lengths[0] == lengths[1] and not is_dict:
                return
            if form is None:
                reason = "a list of staged length can only hold tensors and numbers of one type"
                branch_errors.list_grows(self.name, self.construct, lengths, reason=reason)
            if holder is not None:
                lists.append((holder, form))
                continue
            for number, (side, node) in enumerate(((self.one, left), (self.other, right))):
                if are_tuples:
                    if not self.may_be_another(side, paths[number], (one, other)[number], node):
                        return
                    ends.append((number, self.key, paths[number], form))
                    continue
                if node.kind is Row or (node.kind is StagedList and node.value.form == form):
                    continue
                if type(form) is Pool:
                    if isinstance(self.name, Location) and side.log.is_new(node.value):
                        return
                elif is_table:
                    if node.kind is Table and node.value.entries.form == form:
                        continue
                elif node.kind is StagedDict and dicts.keys_in(node.label) >= form.keys():
                    continue
                elif is_dict and node.kind not in (StagedDict, Table) and not dicts.may_be_staged(node.value):
                    return
                elif not is_dict and node.kind is not StagedList and not may_be_staged(node.value):
                    return
                is_known = any(region.is_new(node.value) for region in logs()) or id(node.value) in logs()[0].in_place
                if side.log.is_new(node.value) or not is_known:
                    if not leads_to((one, other)[number].value, paths[number], node.value):
                        reason = "it comes to be in the branch, and an object has it"
                        branch_errors.list_grows(self.name, self.construct, lengths, reason=reason)
                    ends.append((number, self.key, paths[number], form))
                elif not any(known is node.value for known, _ in lists):
                    lists.append((node.value, form))
        if is_dict:
            branch_errors.keys_differ(self.name, self.construct, lists, ends)
        branch_errors.list_grows(self.name, self.construct, lengths, lists, ends)

    def may_be_another(self, side: Alternative, path: Sequence[int], whole: Node, node: Node) -> bool:
        """Whether an alternative can leave another tuple in the place of one."""
        is_left = isinstance(self.key, int) or any(e.location.identity == self.key for e in side.effects)
        return is_left and leads_to(whole.value, path, node.value)

    def filled(self, node: Node, side: int, position: _Position) -> Build:
        """A value that only one branch sets, where the other is sure never to be read."""
        if self.is_kept(node, side):
            return self.as_it_is(node)
        if node.kind is not None:
            if has_identity(node.value):
                return self.filled_in(node, side, position)
            if has_more_than_items(node.value):
                self.check_leaf(node.value, side)
            if position is _index and (known := self.filled_builds.get((id(node.value), side))) is not None:
                self.standing.add(node, side, known, str(self.name))
                return known  # one object, wherever it is
            parts = [self.filled(part, side, position) for part in node.parts]
            if node.kind in (StagedList, String):  # whose buffers are empty on the other side
                parts[0] = self.of_side(node.parts[0], side, position)
            build = _once(lambda values: put_together(node, [part(values) for part in parts]))
            if position is _index and changes_in_place(node.value):
                self.filled_builds[id(node.value), side] = build
            self.standing.add(node, side, build, str(self.name))
            return build
        if backend_of(node.value) is None:
            self.check_leaf(node.value, side)
            return _constant(node.value)
        return self.of_side(node, side, position)

    def as_it_is(self, node: Node) -> Build:
        """A value that is the same object afterwards."""
        self.standing.keep(node)
        return _constant(node.value)

    def filled_in(self, node: Node, side: int, position: _Position) -> Build:
        """An object or a dict that came to be on one side and stays itself, of what is in it there."""
        self.filled_objects.add(id(node.value))
        parts = [self.filled(part, side, position) for part in node.parts]

        def fill(values: Sequence[Any]) -> Any:
            made = [part(values) for part in parts]
            if node.kind is dict:
                node.value.clear()
                node.value.update(node.label.mapping(made))
                return node.value
            for name, value in zip(node.label, made, strict=True):
                object.__setattr__(node.value, name, value)
            return node.value

        return _once(fill)

    def check_leaf(self, value: Any, side: int) -> None:
        """Refuses an object that came to be on a side, holds what is staged there, and cannot be taken apart."""
        log_of_side = (self.one if side == 0 else self.other).log
        if id(value) in self.filled_objects:
            return  # it is in an object that it is in itself
        if type(value) in OPAQUE and holds_ended(self.backend, value):
            branch_errors.holds_what_ended(self.name, self.construct, value)
        if log_of_side.is_new(value) and any(map(staged_leaves, (attributes_of(value) or {}).values())):
            branch_errors.not_stageable(self.backend, self.name, self.construct, value, None)

    def of_side(self, leaf: Node, side: int, position: _Position) -> Build:
        """A leaf of one side; any value of its type on the other."""
        if (known := self.arrays.get((id(leaf.value), side))) is not None:
            return known
        then, orelse = (position(leaf), None) if side == 0 else (None, position(leaf))
        type_ = self.type_of(leaf.value)
        if type_ is None:  # something that may be one of several, and is in what it may be
            branch_errors.not_stageable(self.backend, self.name, self.construct, leaf.value, None)
        build = self.output(then, orelse, type_)
        return self.of_arrays((leaf.value,), (id(leaf.value), side), build)

    def optional(
        self, one: Node, other: Node, then: _Position, orelse: _Position, error: StagingError | None = None
    ) -> Build:
        """A value that is None, or that a variable does not have, on one path.

        Args:
            error: why the values that it may be otherwise have no type in common; None if they may have one.
        """
        sides = one, other
        unbound = any(node.value is UNBOUND or (node.kind is Optional and node.label) for node in sides)
        marker = UNBOUND if unbound else None
        absent = [node.value is marker for node in sides]
        opened = [node.kind is Optional and node.label == unbound for node in sides]
        flags, values = zip(
            *[
                node.parts if is_open else (Node(is_absent, None, None, [], OUTER), node)
                for node, is_absent, is_open in zip(sides, absent, opened, strict=True)
            ],
            strict=True,
        )
        flag = self.joined(flags[0], flags[1], then, orelse)
        if absent[0] or absent[1]:
            value = self.filled(values[0], 0, then) if absent[1] else self.filled(values[1], 1, orelse)
        elif error is not None:
            value = self.either(values[0], values[1], then, orelse, error)
        else:
            value = self.joined(values[0], values[1], then, orelse)
        backend, name, place = self.backend, str(self.name), places.current_place()
        build = _once(
            lambda outputs: found(
                Optional(backend, None, None, unbound, name, place).rebuilt([flag(outputs), value(outputs)])
            )
        )
        self.optionals.append(
            (build, [None if is_open else not is_absent for is_open, is_absent in zip(opened, absent, strict=True)])
        )
        return build

    def claim(self, outputs: Sequence[Any]) -> Claim:
        """What follows from the condition: on which side what may be absent afterwards has been there, or has not."""
        facts: list[list[Fact]] = [[], []]
        for build, present in self.optionals:
            optional = build(outputs)
            for side, is_present in zip(facts, present, strict=True):
                if is_present is not None and type(optional) is Optional:
                    side.append((optional, is_present))
        return Claim(tuple(facts[0]), tuple(facts[1]))

    def joined(self, one: Node, other: Node, then: _Position, orelse: _Position) -> Build:
        if one.value is other.value:
            return self.as_it_is(one)
        if one.is_absent or other.is_absent or one.kind is Optional or other.kind is Optional:
            return self.optional(one, other, then, orelse)
        options = joined_options(one.value, other.value)
        if options is not None:
            return self.choice(options, one, other, then, orelse)
        characters = joined_strings(one.value, other.value)
        if characters is not None:
            return self.string(characters, one, other, then, orelse)
        if (function := one_of_alike(one.value, other.value)) is not None:
            return _constant(function)
        if self.are_options(one, other):
            return self.either(one, other, then, orelse, self.difference(one, other))
        if one.kind is not None:
            known = self.made.get((id(one.value), id(other.value)))
            if known is None:
                pairs = list(zip(one.parts, other.parts, strict=True))
                buffers = len(pairs) - 1 if one.kind is StagedList else 0
                parts = [self.joined(*pair, then, orelse) for pair in pairs[: len(pairs) - buffers]]
                parts += [self.buffer(*pair, then, orelse) for pair in pairs[len(pairs) - buffers :]]
                known = _once(lambda values: put_together(one, [part(values) for part in parts], fresh=True))
                self.made[id(one.value), id(other.value)] = known
            for side, node in enumerate((one, other)):
                self.standing.add(node, side, known, str(self.name))
            return known
        left, right = one.value, other.value
        if same_python_value(left, right):
            return _constant(left)
        if (array := self.arrays.get((id(left), id(right)))) is not None:
            return array
        types = [self.type_of(value) for value in (left, right)]
        if types[0] is None or types[1] is None:
            branch_errors.not_stageable(self.backend, self.name, self.construct, left, right)
        joined = joined_type(self.backend, types[0], types[1])
        if joined is None:
            branch_errors.different_types(self.backend, self.name, self.construct, types[0], types[1])
        build = self.output(then(one), orelse(other), joined)
        return self.of_arrays((left, right), (id(left), id(right)), build)

    def of_arrays(self, sources: Sequence[Any], key: tuple[int, int], build: Build) -> Build:
        """What stands for a value of each side; what is one array on both sides is one afterwards."""

        def build_once(values: Sequence[Any]) -> Any:
            return _standing_for(build(values), sources)

        if all(map(may_share, sources)):
            self.arrays[key] = build_once
        return build_once

    def difference(self, one: Node, other: Node) -> StagingError:
        """What would be said of two values that are not made alike."""
        return refusals.refusal(branch_errors.different_structures, self.name, self.construct, one.value, other.value)

    def either(self, one: Node, other: Node, then: _Position, orelse: _Position, error: StagingError) -> Build:
        """A value that is unlike on the two sides: one of the options of either, of which those alike are one."""
        if one.is_absent or other.is_absent or Optional in (one.kind, other.kind):
            return self.optional(one, other, then, orelse, error)  # None is no option: a flag says that it is that
        if one.value is NotImplemented or other.value is NotImplemented:  # which Python looks for
            refusals.raise_refusal(error)
        if (pair := (id(one.value), id(other.value))) in self.around:
            branch_errors.not_stageable(self.backend, self.name, self.construct, one.value, other.value)
        self.around.add(pair)
        try:
            return self.one_of(one, other, then, orelse, error)
        finally:
            self.around.discard(pair)

    def one_of(self, one: Node, other: Node, then: _Position, orelse: _Position, error: StagingError) -> Build:
        options: list[tuple[Build, Build]] = []
        rest = options_of(other)
        for holds, value in options_of(one):
            joined = None
            for k, (holds_there, value_there) in enumerate(rest):
                joined = self.as_one(value, value_there, then, orelse)
                if joined is not None:
                    options.append((self.joined(holds, holds_there, then, orelse), joined))
                    del rest[k]
                    break
            if joined is None:
                options.append((self.joined(holds, _NEVER, then, orelse), self.filled(value, 0, then)))
        for holds, value in rest:
            options.append((self.joined(_NEVER, holds, then, orelse), self.filled(value, 1, orelse)))
        backend = self.backend

        def build(outputs: Sequence[Any]) -> Any:
            made = [Option(holds(outputs), value(outputs)) for holds, value in options]
            return found(_small(backend, either_of(backend, made, error)))

        return _once(build)

    def as_one(self, one: Node, other: Node, then: _Position, orelse: _Position) -> Build | None:
        """What two options are that are made alike; None if they are not."""
        if type(one.value) is type(other.value) is GeneratorType and one.value is not other.value:
            is_of_one = one.value.gi_code is other.value.gi_code
            if not is_of_one or pool_of_both(self.backend, one.value, other.value) is None:
                return None  # there may be many, and none is another
        one, other = alike(one, other, self.one.opened, self.other.opened)
        if joined_options(one.value, other.value) is None and self.are_options(one, other):
            known = one.value if one.value is other.value else one_of_alike(one.value, other.value)
            return None if known is None else _constant(known)
        return self.attempted(lambda: self.joined_alike(one, other, then, orelse), lambda error: None)

    def are_options(self, one: Node, other: Node) -> bool:
        """Whether a value that is either of two has both as its options."""
        if is_staged_error(one.value) and (self.is_kept(one, 0) or self.is_kept(other, 1)):
            return True
        are_alike = one.kind is other.kind and one.label == other.label
        return are_options(one, other) or (are_texts(one.value, other.value) and not are_alike)

    def joined_alike(self, one: Node, other: Node, then: _Position, orelse: _Position) -> Build:
        pool = pool_of_both(self.backend, one.value, other.value)
        sides = ((one, self.one), (other, self.other))
        if pool is not None and not any(side.log.is_new(node.value) for node, side in sides):
            lists = [(node.value, pool) for node, _ in sides]
            branch_errors.list_grows(self.name, self.construct, (0, 0), lists)
        if not one.matches(other):
            self.refuse(one, other, None)
        self.check_order(one, other)
        return self.joined(one, other, then, orelse)

    def attempted(self, build: Callable[[], Build], otherwise: Callable[[StagingError], Any]) -> Any:
        """What is built; something else where that is refused."""
        outputs, made, standing = len(self.outputs), dict(self.made), self.standing.copied()
        filled, arrays, optionals = dict(self.filled_builds), dict(self.arrays), len(self.optionals)
        try:
            return build()
        except branch_errors.ListGrows:
            raise
        except StagingError as error:
            refusals.forget(error)
            del self.outputs[outputs:], self.optionals[optionals:]
            self.made, self.standing, self.filled_builds, self.arrays = made, standing, filled, arrays
            return otherwise(error)

    def choice(self, options: Any, one: Node, other: Node, then: _Position, orelse: _Position) -> Build:
        """A constant that is one of several."""
        if len(options) == 1:
            return _constant(options[0])
        numbers = [
            node.parts[0] if node.kind is Choice else Node(number_in(node.value), None, None, [], OUTER)
            for node in (one, other)
        ]
        number = self.joined(numbers[0], numbers[1], then, orelse)
        backend = self.backend
        return _once(lambda outputs: Choice(backend, options, number(outputs)))

    def string(self, characters: Any, one: Node, other: Node, then: _Position, orelse: _Position) -> Build:
        """A string of staged characters, on one side at least."""
        left, right = (self.spelled(node).parts for node in (one, other))
        length, buffer = self.joined(left[0], right[0], then, orelse), self.buffer(left[1], right[1], then, orelse)
        backend = self.backend
        return _once(lambda values: String(backend, characters, length(values), buffer(values)))

    def spelled(self, node: Node) -> Node:
        """A string that is known, as one of staged characters."""
        if node.kind is String:
            return node
        made = take_apart(spelled(self.backend, node.value), [])
        for leaf in made.leaves():
            leaf.index = OUTER
        return made

    def is_kept(self, node: Node, side: int) -> bool:
        """Whether a value is an object that was there before the region, and may change later."""
        log_of_side = (self.one if side == 0 else self.other).log
        mutable = changes_in_place(node.value) or is_object(node) or is_staged_error(node.value)
        return node.kind is not None and mutable and not log_of_side.is_new(node.value)

    def condition_of(self, link: Link, index: int, side: int) -> Build:
        """The condition of a link of a side, which does not hold on the other."""
        of_side = Node(link.condition, None, None, [], index)
        if (self.other, self.one)[side].raised is not None:
            return self.filled(of_side, side, _index)
        elsewhere = Node(not link.holds, None, None, [], OUTER)
        one, other = (of_side, elsewhere) if side == 0 else (elsewhere, of_side)
        return self.joined(one, other, _in(self.one.region), _in(self.other.region))

    def type_of(self, leaf: Any) -> Any:
        # A string in an object is often the name of something: it stays Python's.
        is_name = isinstance(leaf, (str, bytes)) and isinstance(self.name, Location)
        return None if leaf is UNSET or leaf is UNBOUND or is_name else self.backend.type_of(leaf)

    def output(self, then: int | None, orelse: int | None, type_: Any) -> Build:
        position = len(self.outputs)
        self.outputs.append(Output(then, orelse, type_, str(self.name)))
        return lambda values: values[position]


def _first_reordered(one: Node, other: Node) -> tuple[Any, Any] | None:
    """The first dicts in two values whose keys came in another order, or sets; None where there are none."""
    if are_options(one, other):
        return None
    if are_reordered(one, other):
        return one.value, other.value
    pairs = zip(one.parts, other.parts, strict=False)
    return next((found for pair in pairs if (found := _first_reordered(*pair)) is not None), None)


def _may_be_method(node: Node) -> bool:
    """Whether a value is a function of Python's, or may be: one that a class binds to its objects."""
    return any(type(value.value) is FunctionType for _, value in options_of(node))


def _small(backend: Backend, value: Any) -> Any:
    """A text that is one of many, spelled out if that can be: it would show all that any of them shows."""
    if type(value) is not Text or len(shown_by(value)) <= _MOST_SHOWN:
        return value
    try:
        return later["spell out"](backend, value)
    except StagingError as error:
        refusals.forget(error)
        return value


def _index(leaf: Node) -> int:
    return leaf.index


def _in(region: Any) -> _Position:
    return lambda leaf: region.add(leaf.value) if leaf.index == OUTER else leaf.index


def _once(make: Build) -> Build:
    """Makes a value the first time it is asked for."""
    made: list[Any] = []

    def build(values: Sequence[Any]) -> Any:
        if not made:
            made.append(make(values))
            if (around := log()) is not None:
                around.bears(made[0])
        return made[0]

    return build


def _standing_for(value: Any, sources: Sequence[Any]) -> Any:
    stands_for(value, sources)
    return value


def _constant(value: Any) -> Build:
    return lambda values: value
