"""One side of a staged conditional: its region, the values it leaves, and its effects.

What two sides have in common is found elsewhere (`branch_joins`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.dicts import StagedDict, label_of_keys
from autograph.operators.effects import Effect, Fact, Log, logging, namespaces
from autograph.operators.holders import by_now_each, replacements
from autograph.operators.identities import trace_branch
from autograph.operators.links import Link
from autograph.operators.lists import StagedList
from autograph.operators.locations import Attribute, Elements, Entries, Item, Location, order_of_attributes
from autograph.operators.origin import raised_by_user
from autograph.operators.presence import learn, settled_parts
from autograph.operators.raising import refuse_changes_before, stage_raise
from autograph.operators.shown_namespaces import has_orders
from autograph.operators.staged_containers import with_staged
from autograph.operators.state import Bound
from autograph.operators.structures import Node, Optional, changes_in_place, opened, take_apart
from autograph.staging import UNBOUND, Backend


class Alternative:
    """One side of a conditional: its region, what its values are, and its effects. Traced when made, then undone."""

    def __init__(
        self,
        backend: Backend,
        function: Callable[[], list[Any]],
        label: str,
        before: Bound,
        facts: Sequence[Fact],
        to_stage: Sequence[Any] = (),
    ):
        self.values: list[Node] = []
        self.effects: list[Effect] = []
        #: What each location holds at the end.
        self.after: dict[Any, Node] = {}
        #: The objects whose attributes the region changed, with the names of these in order.
        self.orders: list[tuple[Any, list[str]]] = []
        #: The lists and dicts that were staged at its end, by the identity of what took their place.
        self.originals: dict[int, Any] = {}
        #: Which objects are the same in it, and where the condition of that is among the leaves.
        self.links: list[tuple[Link, int]] = []
        #: What the user's code raises at the end, in place of having values.
        self.raised: BaseException | None = None
        self.log = Log()
        self.facts = facts
        staged: dict[int, StagedList] = {}
        places = {place for place, _, _ in to_stage}

        def in_places(place: Any, value: Any) -> Any:
            for key, path, form in to_stage:
                if key == place:
                    value = with_staged(backend, value, path, form, staged, self.originals)
            return value

        def run() -> list[Any]:
            leaves: list[Any] = []
            try:
                values = function()
                self.log.check_end()
                since = replacements()
                values = [in_places(place, value) for place, value in enumerate(values)]
                values = by_now_each(values, since)
                self.values = [self.taken_apart(value, leaves, self.log.is_new) for value in values]
            except BaseException as error:
                if not raised_by_user(error):
                    raise
                self.log.check_iterators()
                self.raised = error
                if stage_raise(backend, error):
                    refuse_changes_before(error, [e.location for e in self.log.effects(before.locals)])
            else:
                made: dict[Any, Any] = {}
                since, count = -1, 0
                while since != replacements() or count != len(made):
                    if since != replacements():  # what gives way to what is staged does so wherever it is
                        made = {}
                    since, count = replacements(), len(made)
                    self.effects = self.log.effects(before.locals)  # also on pools that it is put into
                    for effect in self.effects:
                        if effect.location.identity in places and effect.location.identity not in made:
                            made[effect.location.identity] = in_places(effect.location.identity, effect.after)
                    ends = [made.get(effect.location.identity, effect.after) for effect in self.effects]
                for effect, after in zip(self.effects, ends, strict=True):
                    # Whether a dict has a key stays the same flag where the key only gets another value.
                    is_entry = type(effect.location.holder) is Entries
                    take = take_apart if is_entry else self.taken_apart
                    self.after[effect.location.identity] = take(after, leaves, self.log.is_new)
                holders = {
                    id(e.location.holder): e.location.holder for e in self.effects if type(e.location) is Attribute
                }
                self.orders = [(holder, order_of_attributes(holder)) for holder in holders.values()]
                for link in self.log.own_links():
                    self.links.append((link, len(leaves)))
                    leaves.append(link.condition)
            return leaves

        trace_branch()
        self.log.watches_closures(before)
        with logging(self.log):
            learn(facts)
            try:
                self.region: Any = backend.trace(run, [], label)
            finally:
                self.log.undo()
                before.restore()

    def taken_apart(self, value: Any, leaves: list[Any], is_new: Callable[[Any], bool]) -> Node:
        return settled_parts(take_apart(value, leaves, lambda part: is_new(part) or self.log.is_written(part)))

    def untouched(self, node: Node) -> Node:
        """What a location holds that it does not write, given the outcome of the condition."""
        is_there = node.kind is Optional and any(known is node.value and there for known, there in self.facts)
        return node.parts[1] if is_there else node

    def with_changes(self, node: Node) -> Node | None:
        """A value that was there before, with what the region has changed in it; None if that cannot be told."""
        holders = [node.value]
        if node.kind is StagedDict:
            holders += [node.value.entries, node.value.stamps]
        effects = [effect for effect in self.effects if any(effect.location.holder is holder for holder in holders)]
        if not effects:
            parts = [self.with_changes(part) for part in node.parts]
            known = [part for part in parts if part is not None]
            return Node(node.value, node.kind, node.label, known, node.index) if len(known) == len(parts) else None
        if node.kind is None:  # an object as such stays itself; a set, say, is known by what is in it
            return None if type(node.value) is set or changes_in_place(node.value) else node
        location = effects[0].location
        if node.kind is StagedList:
            return self._with_changed_elements(node, effects)
        if node.kind is StagedDict:
            return self._with_changed_keys(node)
        if type(node.value) is dict:
            return self._with_changed_items(node, effects)
        if node.kind is not list or not isinstance(location, Elements):
            return None
        after = self.after[location.identity]
        return Node(node.value, list, len(after.parts), after.parts, node.index)

    def widened(self, node: Node) -> list[tuple[StagedList, Any]]:
        """The lists of staged length in a value that the region has made of another form, and that form."""
        forms = [e for e in self.effects if type(e.location.holder) is StagedList and e.location.key == "form"]
        inside = [part.value for part in node.containers()]
        return [(e.location.holder, e.after) for e in forms if any(value is e.location.holder for value in inside)]

    def _with_changed_elements(self, node: Node, effects: Sequence[Effect]) -> Node | None:
        """A list of staged length, with the length and the elements that the region has left it."""
        after = {effect.location.key: self.after[effect.location.identity] for effect in effects}
        if after.keys() - {"length", "buffers"}:
            return None
        length, *buffers = node.parts
        parts = [after.get("length", length), *(after["buffers"].parts if "buffers" in after else buffers)]
        return Node(node.value, StagedList, node.label, parts, node.index)

    def _with_changed_items(self, node: Node, effects: Sequence[Effect]) -> Node | None:
        """A dict with the values that the region has left the keys that it has; None if it has others."""
        parts = dict(zip(node.label.ordered, map(self.with_changes, node.parts), strict=True))
        for effect in effects:
            is_value = type(effect.location) is Item and not effect.location.is_part
            if not is_value or effect.before is UNBOUND or effect.after is UNBOUND:
                return None
            parts[effect.location.key] = self.after[effect.location.identity]
        known = [part for part in parts.values() if part is not None]
        return Node(node.value, dict, node.label, known, node.index) if len(known) == len(parts) else None

    def _with_changed_keys(self, node: Node) -> Node | None:
        """A dict of staged keys with the keys that the region has left it, their values and stamps; None if what is in
        a value cannot be told.
        """
        keys, changed = node.label[2], [*map(self.with_changes, node.parts)]
        halves = [dict(zip(keys, half, strict=True)) for half in (changed[: len(keys)], changed[len(keys) :])]
        for effect in self.effects:
            for held, half in zip((node.value.entries, node.value.stamps), halves, strict=True):
                if effect.location.holder is held:
                    half[effect.location.key] = self.after[effect.location.identity]
        label = label_of_keys(node.value, halves[0])
        parts = [half[key] for half in halves for key in label[2]]
        known = [part for part in parts if part is not None]
        return Node(node.value, StagedDict, label, known, node.index) if len(known) == len(parts) else None

    def opened(self, node: Node) -> Node:
        """The tree of an object that was a leaf, with what the region has changed in it."""
        tree = opened(node)
        if tree is node:
            return node
        parts = dict(zip(tree.label, map(self.with_changes, tree.parts), strict=True))
        for effect in self.effects:
            if effect.location.holder is node.value and isinstance(effect.location, Attribute):
                parts[effect.location.key] = self.after[effect.location.identity]
        known = {name: part for name, part in parts.items() if part is not None and part.value is not UNBOUND}
        unknown = any(part is None for part in parts.values())
        return node if unknown else Node(tree.value, tree.kind, tuple(known), [*known.values()], tree.index)

    def new_keys(self) -> dict[int, tuple[Location, list[Any]]]:
        """The keys that the region gives to dicts, in order, by the identity of the dict."""
        found: dict[int, tuple[Location, list[Any]]] = {}
        for effect in self.effects:
            if type(effect.location) is Item and effect.before is UNBOUND and not effect.location.is_part:
                found.setdefault(id(effect.location.holder), (effect.location, []))[1].append(effect.location.key)
        return found


def join_orders(one: Alternative, other: Alternative) -> None:
    """Has objects have their attributes in the order of both alternatives, after what is joined is stored.

    Where the orders differ only the program knows which it is.
    """
    shown = namespaces()
    if shown is None:
        return
    orders: dict[int, list[tuple[Any, list[str]]]] = {}
    for holder, order in (*one.orders, *other.orders):
        orders.setdefault(id(holder), []).append((holder, order))
    for found in orders.values():
        holder = found[0][0]
        if not has_orders(holder, [order for _, order in found]):
            shown.disorders(holder)
