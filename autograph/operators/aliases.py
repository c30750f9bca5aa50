"""What is done to an object that may be another when the program runs, done to both: `autograph.operators.links`."""

from __future__ import annotations

import bisect
import copy
import heapq
import inspect
import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType, MemberDescriptorType
from typing import Any

from autograph.operators import value_errors
from autograph.operators.absences import is_read_by_us
from autograph.operators.bools import both, either, opposite
from autograph.operators.classes import STAGED
from autograph.operators.conditionals import choose
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import log
from autograph.operators.frames import hidden_frames
from autograph.operators.links import Link, is_writable, linked_with, writable
from autograph.operators.locations import Snapshot, can_change, namespace_of
from autograph.operators.namespaces import class_attribute, has_class_attribute
from autograph.operators.observed import is_iterator
from autograph.operators.staged_containers import with_staged_lists
from autograph.operators.stores import Forwarding, linked_stores, writing
from autograph.operators.structures import changes_in_place
from autograph.operators.tables import Table
from autograph.staging import backend_of


def has_links() -> bool:
    """Whether any objects are others under staged conditions."""
    around = log()
    return around is not None and bool(around.links)


def is_linked(value: Any) -> bool:
    """Whether what is done to an object is to be done to others as well."""
    around = log()
    return around is not None and around.passes_on(value)


def are_same(one: Any, other: Any) -> Any:
    """Whether two linked objects are one: a bool, staged or not."""
    around = log()
    assert around is not None
    return _Sameness(around.links).condition(one, other)


def originals_of(value: Any) -> list[tuple[Any, Any]]:
    """The objects that an object may stand for, each with the condition under which it does; none if one is gone."""
    around = log()
    links = [] if around is None else around.links
    if any(not link.is_there for link in links if link.joins(value)):
        return []
    conditions = _Sameness(links).is_in_the_end(value)
    objects = {id(known): known for known in linked_with(value, links)}
    return [(condition, objects[key]) for key, condition in conditions.items() if objects[key] is not value]


def pass_on(holder: Any, operation: Callable[[Any], Any], stores: bool = False) -> None:
    """Does to all that are the same as an object, where they are, what was done to the object.

    Args:
        holder: the object.
        operation: what was done to it, and is done to another.
        stores: whether that is a store to one place, which may be repeated.
    """
    around = log()
    assert around is not None
    around.knows_keys(holder)
    known = [holder]
    for times in range(_MOST_ROUNDS + 1):
        # Where an object gets another for an attribute, one comes to be that stands for that or for what it had.
        same = _Sameness(around.links)
        found = [each for each in same.objects_with(holder) if not any(each[0] is target for target in known)]
        if not found:
            return
        if times == _MOST_ROUNDS:
            value_errors.is_one_of_several(holder)
        known += [target for target, _, _ in found]
        ends = [end for end in _ends_of(around.links) if any(_at(end) is target for target in known)]
        for condition, link, is_made in [(same.condition(holder, target), at, made) for target, at, made in found]:
            if condition is not False:
                _do_where(condition, (link, is_made), operation)
        if not stores:
            return
        known += map(_at, ends)


def check_keys() -> None:
    """Refuses that a `defaultdict` came to have a key where it was read, which another would not see."""
    if (around := log()) is not None:
        around.check_keys()


def pass_on_item(mapping: Any, key: Any, value: Any) -> None:
    """Has all that are the same as a `defaultdict` have the value that it made for a missing key."""
    pass_on(mapping, lambda target: operator.setitem(writing(target), key, value), stores=True)


#: How often objects may come to be that stand for those that something is stored in.
_MOST_ROUNDS = 2


#: One of the two objects of a link, whether it is the one that was made.
_End = tuple[Link, bool]


def _ends_of(links: Iterable[Link]) -> list[_End]:
    return [(link, is_made) for link in links for is_made in (True, False)]


def _at(end: _End) -> Any:
    """The object at the end of a link by now: a list of staged length may have taken the place of one."""
    link, is_made = end
    return link.made if is_made else link.original


def _do_where(condition: Any, end: _End, operation: Callable[[Any], Any]) -> None:
    def act() -> list[Any]:
        target = _at(end)
        with writable(target):
            operation(target)
        if (around := log()) is not None:
            around.knows_keys(_at(end))
        return []

    backend = backend_of(condition)
    if backend is None:
        act()
        return
    with_staged_lists(backend, lambda ends: choose(backend, condition, act, list, [], "conditional", to_stage=ends))


class _Sameness:
    """Under which conditions objects are the same.

    An object that was made to stand for others is, in the end, one of those that were not.
    """

    def __init__(self, links: Sequence[Link]):
        self.links = links
        self._known: dict[int, dict[int, Any]] = {}

    def objects_with(self, holder: Any) -> list[tuple[Any, Link, bool]]:
        """The others that may be the same as an object, and are still there: with a link that has each."""
        found = []
        for target in linked_with(holder, self.links)[1:]:
            ends = [(link, target is link.made) for link in self.links if link.joins(target)]
            if all(is_made or link.is_there for link, is_made in ends):
                found.append((target, *ends[0]))
        return found

    def condition(self, one: Any, other: Any) -> Any:
        """Whether two objects are the same: a bool, staged or not."""
        found: Any = False
        others = self.is_in_the_end(other)
        for key, condition in self.is_in_the_end(one).items():
            if key in others:
                found = either(found, both(condition, others[key]))
        return found

    def is_in_the_end(self, value: Any) -> dict[int, Any]:
        """By the identity of what an object may be in the end, the conditions under which it is that."""
        known = self._known.get(id(value))
        if known is not None:
            return known
        found: dict[int, Any] = {}
        for link in self.links:
            if link.made is value:
                here = link.condition if link.holds else opposite(link.condition)
                for key, condition in self.is_in_the_end(link.original).items():
                    found[key] = either(found.get(key, False), both(here, condition))
        if not found:
            found[id(value)] = True
        self._known[id(value)] = found
        return found


#: Functions that change what they are given first, in a way that depends on nothing but what they are given.
_CHANGING_FIRST = frozenset(
    {setattr, delattr, operator.setitem, operator.delitem, heapq.heappush, heapq.heappop, heapq.heapify,
     heapq.heappushpop, heapq.heapreplace, bisect.insort, bisect.insort_left, bisect.insort_right}
)  # fmt: skip


def changes_first(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a function changes its first argument, which is linked."""
    return bool(args) and is_linked(args[0]) and function in _CHANGING_FIRST


def check_name(holder: Any, name: Any) -> None:
    """Refuses that an object gets other attributes as a whole, or another class, and stays one of several."""
    if name == "__dict__" or name == "__class__":
        value_errors.becomes_another(holder, name)


def on_all(holder: Any, form: Callable[[Any], Any], given: Iterable[Any]) -> Any:
    """Does something to a linked object that works out of sight, and to those that are the same if it changes them.

    Args:
        holder: the object.
        form: what is done, to it or another.
        given: what else it is done with.
    """
    check_keys()
    before = [Snapshot(part) for part in _held_by(holder)]
    hidden = [Snapshot(part) for part in (namespace_of(holder) or {}).values() if can_change(part)]
    with writable(holder):
        result = form(holder)
    changed = any(map(_has_changed, before))
    if any(map(_has_changed, hidden)) or (changed and any(map(is_iterator, given))):
        value_errors.is_one_of_several(holder)
    if changed:
        pass_on(holder, form)
    return result


def items_of(value: Any) -> Any:
    """A container as it is now."""
    return copy.copy(value) if changes_in_place(value) or type(value) is set else value


def _held_by(holder: Any) -> list[Any]:
    if type(holder) is Table:
        return [holder, holder.entries]
    return [holder, holder.entries, holder.stamps] if type(holder) is StagedDict else [holder]


def _has_changed(snapshot: Snapshot) -> bool:
    return any(True for _ in snapshot.changes())


class _LinkedStore(Forwarding):
    """A linked object that something is stored to.

    What its class does itself to store something is run once, for the object: the stores in that are passed on.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return _updated(self.ag__original, getattr(self.ag__original, name))

    def __setattr__(self, name: str, value: Any) -> None:
        check_name(self.ag__original, name)
        is_own = _is_own(self.ag__original, name, "set")
        _do(self.ag__original, lambda target: setattr(_target(target), name, value), is_own, stores=True)

    def __delattr__(self, name: str) -> None:
        _do(
            self.ag__original, lambda target: delattr(_target(target), name), _is_own(self.ag__original, name, "delete")
        )

    def __getitem__(self, key: Any) -> Any:
        if _is_own_method(self.ag__original, "__getitem__"):
            return _updated(self.ag__original, self.ag__original[key])
        check_keys()
        count = len(self.ag__original) if type(self.ag__original) is defaultdict else 0
        with writable(self.ag__original):
            value = writing(self.ag__original)[key]
        if type(self.ag__original) is defaultdict and len(self.ag__original) > count:
            pass_on_item(self.ag__original, key, value)
        return _updated(self.ag__original, value)

    def __setitem__(self, key: Any, value: Any) -> None:
        stored = items_of(value) if type(key) is slice else value

        def store(target: Any) -> None:
            _target(target)[key] = stored

        _do(self.ag__original, store, _is_own_method(self.ag__original, "__setitem__"), stores=True)

    def __delitem__(self, key: Any) -> None:
        def delete(target: Any) -> None:
            del _target(target)[key]

        _do(self.ag__original, delete, _is_own_method(self.ag__original, "__delitem__"))


def _target(holder: Any) -> Any:
    """What to store to: the object itself where its class says how, or is to pass the stores on."""
    return writing(holder) if is_writable(holder) else holder


def _is_own(holder: Any, name: str, how: str) -> bool:
    """Whether the class of an object does something of its own when an attribute is set or deleted."""
    if _is_own_method(holder, f"__{how[:3]}attr__"):
        return True
    descriptor = inspect.getattr_static(type(holder), name, None)
    is_pythons = type(descriptor) is MemberDescriptorType or is_read_by_us(descriptor)
    return not is_pythons and has_class_attribute(type(descriptor), f"__{how}__")


#: The packages of classes whose methods do not pass stores on.
_NOT_CONVERTED = frozenset({"autograph", "collections"})


def _is_own_method(holder: Any, name: str) -> bool:
    """Whether the class of an object has a method of its own, which is converted: its stores are passed on."""
    method: Any = class_attribute(type(holder), name)
    if type(method) is not FunctionType:
        return False
    package = (method.__globals__.get("__name__") or "").partition(".")[0]
    return STAGED in method.__dict__ or package not in _NOT_CONVERTED


def _do(holder: Any, operation: Callable[[Any], Any], is_own: bool, stores: bool = False) -> None:
    with hidden_frames:
        check_keys()
        if is_own:
            operation(holder)
            return
        with writable(holder):
            operation(holder)
        pass_on(holder, operation, stores)


def _updated(holder: Any, value: Any) -> Any:
    """What `o.v += x` is to update: a list would change where it stands, and not in the others."""
    if changes_in_place(value) or type(value) in (set, bytearray):
        value_errors.is_one_of_several(holder)
    return value


linked_stores.append(_LinkedStore)
