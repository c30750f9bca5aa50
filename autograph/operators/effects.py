"""The effects of a region: what it does to objects and to variables of others, logged where it happens.

A region is whatever is traced apart: a branch, a loop body or test, an operand of `and`. While one is traced, a `Log`
keeps a snapshot of each object from before the first write to it. Converted code names the object
(`ag__.writing(o).v = x`, and `ag__.call` for methods of containers and for functions that are not converted); what
changed is found by comparing. The log also knows what came to be in the region (`ag__.new`): what happens to that
matters to nobody outside.

When the region ends its effects are undone, and whoever traced it joins them with those of another, or carries them
around a loop. What cannot be taken back, such as drawing from an iterator, is an error where it happens.
"""

from __future__ import annotations

import collections
import functools
import gc
import inspect
import io
import itertools
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType, FunctionType, GeneratorType, MappingProxyType, ModuleType
from typing import Any, NamedTuple, NoReturn

from autograph.diagnostics import AutographError, StagingError
from autograph.operators import (
    call_errors,
    effect_errors,
    later_reads,
    places,
    raise_errors,
    refusals,
    value_errors,
)
from autograph.operators.arrays import is_array
from autograph.operators.catching import leaving_all
from autograph.operators.classes import meet, meet_class, staged_classes
from autograph.operators.concretization import give_code
from autograph.operators.either import Either
from autograph.operators.links import Link, is_writable
from autograph.operators.locations import (
    ArrayContents,
    Attribute,
    Elements,
    Location,
    Snapshot,
    Variable,
    can_change,
    held_by,
    is_of_globals,
    namespace_of,
)
from autograph.operators.opaque import OPAQUE, Running, held_opaquely
from autograph.operators.origin import raised_by_user
from autograph.operators.positions import is_of_python, position_of
from autograph.operators.python_errors import said_otherwise
from autograph.operators.replaying import staging_codes
from autograph.operators.shared_arrays import (
    Origins,
)
from autograph.operators.shown_namespaces import Namespaces
from autograph.operators.state import Bound
from autograph.operators.structures import HEAP_TYPE, Optional, changes_in_place, same_value, staged_leaves, take_apart
from autograph.source.build import converted_codes, root_codes
from autograph.staging import SYSTEMS, UNBOUND
from autograph.weak import WeakSet

#: An optional and whether it has a value, or an option of a value that is one of several and whether it holds.
Fact = tuple[Any, bool]


class Claim(NamedTuple):
    """What follows from a staged condition about what may be None, or one of several."""

    if_true: tuple[Fact, ...]
    if_false: tuple[Fact, ...]


NO_CLAIM = Claim((), ())


class Effect(NamedTuple):
    """What a region did to a location."""

    location: Location
    before: Any
    after: Any


def _effect(location: Location, before: Any, after: Any) -> Effect:
    """An effect; where an attribute hides one of the class, that is what there was before."""
    if before is UNBOUND and isinstance(location, Attribute):
        location.write(UNBOUND)
        before = location.found()
        location.write(after)
        if before is not UNBOUND and _logs.stack:
            _logs.stack[0].namespaces.hides(location)
    return Effect(location, before, after)


_numbers = itertools.count()


class Log:
    """The births and writes of one region.

    Args:
        conditional: whether the region may run any number of times, or never.
        is_attempt: whether what it does may be taken back, and staged in another way.
        is_functions: whether the region is a function that is staged for itself.
    """

    def __init__(self, conditional: bool = True, is_attempt: bool = False, is_functions: bool = False):
        #: Tells it from all others; what keeps that does not keep the log.
        self.number = next(_numbers)
        self.conditional = conditional
        self.is_attempt = is_attempt
        self.is_functions = is_functions
        self._snapshots: dict[int, Snapshot] = {}
        self._variables: dict[tuple[Any, ...], tuple[Variable, Any]] = {}
        #: What came to be, by identity. Kept alive, so that the identity stays its own.
        self._born: dict[int, Any] = {}
        #: Of generators this must not keep any alive: one that is left early ends where nobody has it any more.
        self._generators: WeakSet[GeneratorType[Any, Any, Any]] = WeakSet()
        #: Lists and the like that a value may be, depending on a condition, and copies that stand for one of them.
        self.frozen: dict[int, Any] = {}
        #: Of each `defaultdict` that is frozen or linked, the keys that the others have as well.
        self._keys: dict[int, tuple[Any, frozenset[Any]]] = {}
        #: Which objects are the same under a staged condition; first those of the regions around.
        self.links: list[Link] = []
        self._inherited = 0
        #: Copies of the objects that a loop carries, each of which stands for one.
        self.stand_ins: list[Any] = []
        #: Variables that have no value where the region, the body of a loop, is run for the first time.
        self.unset: frozenset[str] | None = None
        #: Those of them that it reads before it sets them.
        self.read_unset: set[str] = set()
        #: The tensors to whose items variables were stored.
        self.stored: dict[int, Any] = {}
        #: Whether some path through the region raises, and how often one leaves it for a handler.
        self.raises = False
        self.exits = 0
        #: How often of these that is a handler of the program's, which may see how far the region has come.
        self.caught = 0
        #: Of the outermost log: what the namespaces of objects would show.
        self.namespaces = Namespaces()
        #: Of the log of a whole function: what objects held, by location, when a path first may have raised.
        self.when_raised: dict[Any, Any] | None = None
        #: Of the outermost log: the kinds of what became of a number of one kind joined with one of another.
        self.joined_kinds: set[str] = set()
        #: Of the outermost log: each `defaultdict` that has been seen, which gets a key wherever it is read.
        self.defaulting: dict[int, Any] = {}
        #: What cached functions gave in the region, each with the function, which is in the key by its identity.
        self.results: dict[Any, tuple[Any, Any]] = {}
        #: Of the outermost log: cached functions that call themselves, and what they have given for staged arguments.
        self.remembered: dict[int, tuple[Any, Any]] = {}
        #: Of the outermost log: the functions whose caches were used under a staged condition.
        self.caches: list[Any] = []
        #: Of the outermost log: the functions whose caches were filled, as often as they were.
        self.filled: list[Any] = []
        #: Of the outermost log: the cached functions that were given what is staged.
        self.uncached: dict[int, Any] = {}
        #: Of the outermost log: the cached functions that were called, and what their variables were.
        self.read_by_cached: dict[int, tuple[Any, list[Any]]] = {}
        #: Of the outermost log: the cached functions that were called, and of what kinds their arguments were.
        self.kinds_of_keys: dict[int, tuple[Any, list[Any]]] = {}
        #: Of the outermost log: what is in the values of dicts of staged keys, by the dict and where in a value.
        self.pools: dict[Any, Any] = {}
        #: Of the outermost log: the iterators that one path alone has, and has advanced.
        self.advanced: list[Any] = []
        #: Of the outermost log: what is staged, the list or the dict in whose place it is, and what gives the value in
        #: whose place is another, by the identity of what is staged.
        self.replaced: dict[int, tuple[Any, Any, Callable[[Any], Any]]] = {}
        #: Of the outermost log: what is in arrays that outlive the function, by the identity of these.
        self.contents: dict[int, ArrayContents] = {}
        #: Of the outermost log: the function, and what it was given.
        self.given: tuple[Any, ...] = ()
        #: Of the outermost log: what is in the place of containers of before the program, by their identity; and the
        #: locations that hold it.
        self.in_place: dict[int, Any] = {}
        self.given_way: set[Any] = set()
        #: Of the outermost log: all that has been in the place of any of them, by identity.
        self.stood_in_place: dict[int, Any] = {}
        #: Of the outermost log: how many objects have been looked at for what holds those of before the program.
        self.looked_at = 0
        #: Of the outermost log: the containers among arguments that the system has copied, by identity.
        self.copied: dict[int, Any] = {}
        #: Of the outermost log: what is asked, before an exception of the program's leaves it, whether it may.
        self.before_raise: list[Callable[[BaseException], None]] = []
        #: Of the outermost log: the containers that lists of staged length have had for elements, by identity.
        self.elements: dict[int, Any] = {}
        #: Of the outermost log: what Python loops over at hand: nothing else may have its iterator.
        self.loops: list[list[Any]] = []
        #: Of the outermost log: generators that have been gone over, and closed.
        self.ended: list[Any] = []
        #: Of the log of a whole function: generators that do something where they are closed, and where that is so.
        self.to_be_closed: list[tuple[Any, frozenset[int]]] = []
        #: Of the log of a whole function: generators of Python's that do something where they are closed. Nothing keeps
        #: them that the program does not.
        self.may_be_open: WeakSet[Any] = WeakSet()
        #: Of the outermost log: the iterators of converted code that loops ask for each item.
        self.asked: list[Any] = []
        #: Of the outermost log: what tensors stand for that came of arrays.
        self.origins: Origins = _logs.stack[0].origins if _logs.stack else Origins()
        #: Whether there are any optionals.
        self.optionals: bool = bool(_logs.stack) and _logs.stack[-1].optionals
        #: The frames that stage statements in it, and do so again where one of its texts is spelled out before.
        self.staging: list[FrameType] = []
        #: Of the outermost log: the texts that have been spelled out for what is staged after them.
        self.spelled: list[Any] = []
        #: What has been done that cannot be taken back: the error where it would be done again.
        self.done: StagingError | None = None
        #: Iterators of Python's that the region may advance, and how far they were before it.
        self._iterators: list[tuple[Any, Any]] = []
        #: What is known of optionals on every path through it, and what follows from conditions; by identity.
        self.known: dict[int, Fact] = {}
        self.claims: dict[int, tuple[Any, Claim]] = {}

    def writes(self, holder: Any) -> None:
        """What an object holds may be about to change."""
        self.check_writable(holder)
        self.compares(holder)

    def check_writable(self, holder: Any) -> None:
        """Refuses a change that another object, which may stand for this one, would not see.

        Nor would an object see one of its class that hides an attribute on one path: it has the value on the others.
        """
        if _logs.stack:
            _logs.stack[0].namespaces.check_writable(holder)
        if self.is_frozen(holder) or self.passes_on(holder):
            cannot_change(holder)
        if self.is_namespace_of_one_of_several(holder):
            value_errors.is_one_of_several(holder)  # `vars(o)["v"] = x`
        if is_array(holder) and any(map(self.is_frozen, _bases(holder))):
            cannot_change(holder)
        if is_array(holder) and _logs.stack and _logs.stack[0].origins.is_element(holder):
            effect_errors.element_changes()

    def watches(self, holder: Any) -> None:
        """What an object holds, and the lists and the like among that, may change out of sight of the log.

        Not all properties and methods that Python calls for an operation can be converted.
        """
        if not _changes_out_of_sight(holder):
            return
        self.compares(holder)
        for part in (namespace_of(holder) or {}).values():
            if type(part) in _WATCHED_PARTS:
                self.compares(part)
                if type(holder).__module__ == "collections":  # a ChainMap: it has a list of what it stores to
                    self.compares_parts(part)

    def watches_closures(self, bound: Bound) -> None:
        """So may what closures mention, and they may bind variables of modules."""
        for value in bound.mentioned():
            self.watches(value)
            self._watches_iterators(value)
        for variable, _ in bound.globals:
            self.binds(variable)

    def _watches_iterators(self, value: Any) -> None:
        held = () if issubclass(type(value), (type, ModuleType)) else (namespace_of(value) or {}).values()
        self._iterators += [(part, position_of(part)) for part in (value, *held) if is_of_python(part)]

    def compares_parts(self, container: Any) -> None:
        """So are the lists and the like in a container."""
        kind = tuple if issubclass(type(container), tuple) else type(container)
        for part in parts_of.get(kind, _nothing)(container):
            if type(part) in _WATCHED_PARTS:
                self.compares(part)

    def compares(self, holder: Any) -> None:
        """What an object holds is compared at the end of the region."""
        if issubclass(type(holder), type):
            meet_class(holder)  # what is put in it for the time of staging is no effect
        if type(holder) is ModuleType:
            holder = vars(holder)
        key = id(holder)
        _sees(holder)
        if key not in self._born and key not in self._snapshots and can_change(holder):
            self._keep(Snapshot(holder))

    def _keep(self, snapshot: Snapshot) -> None:
        """What an object held before the region; of global variables that were bound before, it is known already."""
        if is_of_globals(snapshot.holder):
            for identity, (variable, before) in [*self._variables.items()]:
                if variable.holder is snapshot.holder:
                    snapshot.starts_with(variable, before)
                    del self._variables[identity]
        self._snapshots[id(snapshot.holder)] = snapshot

    def binds(self, variable: Variable) -> None:
        """A variable of another function may be about to be bound."""
        if variable.identity not in self._variables:
            self._knows(variable, variable.read())

    def _knows(self, variable: Variable, before: Any) -> None:
        # The snapshot of a module has all of its variables. One that has what is new came to be here, or is logged.
        if id(variable.holder) not in self._snapshots and not self.is_new(before):
            self._variables.setdefault(variable.identity, (variable, before))

    def writes_to(self, location: Location) -> None:
        """A location may be about to change."""
        self.binds(location) if isinstance(location, Variable) else self.compares(location.holder)

    def bears(self, value: Any) -> None:
        """An object came to be, and its namespace with it."""
        has_none = type(value) in _WITHOUT_NAMESPACE or type(value) in of_tensors
        made = [value] if has_none else [value, namespace_of(value)]
        for part in made:
            if part is None:
                continue
            if type(part) is GeneratorType:
                self._generators.add(part)
            else:
                self._born[id(part)] = part
            _sees(part)
            self._snapshots.pop(id(part), None)  # its constructor has written to it already

    def escapes(self, value: Any) -> None:
        """An object came to be, and is held where nothing can take its place."""
        if self._born.pop(id(value), None) is not None:
            self.compares(value)

    def freezes(self, *values: Any) -> None:
        """Objects must not change any more: which of them another stands for is known only when the program runs."""
        self.frozen.update((id(value), value) for value in values)
        self._watches_keys(*values)

    def knows_keys(self, mapping: Any) -> None:
        """The others get the keys that an object has, where they are the same."""
        if type(mapping) is collections.defaultdict:
            self._keys[id(mapping)] = mapping, frozenset(mapping)

    def _watches_keys(self, *values: Any) -> None:
        for value in values:
            if id(value) not in self._keys:
                self.knows_keys(value)

    def check_end(self) -> None:
        """Refuses what may not be so where a region ends."""
        self.check_keys()
        self.check_iterators()
        for generator in functions_log().may_be_open:
            if self.is_new(generator) and inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED:
                effect_errors.may_be_left_open()
        if not self.conditional:
            return  # when the function returns is soon enough
        for state, closing in self.to_be_closed:
            stands_there = type(state.at) is not int or state.at in closing
            if stands_there and state.ended is not True:
                effect_errors.may_be_left_open()

    def check_iterators(self) -> None:
        """Refuses that Python has advanced an iterator for something that the program does not call."""
        for iterator, before in self._iterators:
            is_seen = any(is_gone_on_with(iterator) for is_gone_on_with in gone_on_with)
            if not is_seen and position_of(iterator) != before:
                effect_errors.refuse_iterator(iterator)

    def check_keys(self) -> None:
        """Refuses that a `defaultdict` came to have a key where it was read, which another would not see."""
        for mapping, keys in self._keys.values():
            made = next((key for key in mapping if key not in keys), UNBOUND)
            if made is not UNBOUND:
                value_errors.makes_a_key(mapping, made)

    def freezes_elements(self, *values: Any) -> None:
        """Containers must not change any more: a list of staged length holds what is in them."""
        self.freezes(*values)
        _logs.stack[0].elements.update((id(value), value) for value in values)

    def is_frozen(self, value: Any) -> bool:
        """Whether another object may stand for this one, or this one for another, nobody can say where."""
        return id(value) in self.frozen

    def is_linked(self, value: Any) -> bool:
        """Whether an object is another under a staged condition."""
        return any(link.joins(value) for link in self.links)

    def stands_for(self, value: Any) -> bool:
        """Whether an object came to be to stand for one of several."""
        return any(link.made is value for link in self.links)

    def is_copy(self, value: Any) -> bool:
        """Whether an object stands for one that a loop carries, whichever that is."""
        return any(known is value for known in self.stand_ins)

    def passes_on(self, value: Any) -> bool:
        """Whether what is done to an object is to be done to others as well."""
        return self.is_linked(value) and not is_writable(value)

    def is_one_of_several(self, value: Any) -> bool:
        """Whether it is known only when the program runs which object this is."""
        return self.is_frozen(value) or self.is_linked(value)

    def is_namespace_of_one_of_several(self, value: Any) -> bool:
        """Whether a value is the `__dict__` of an object of which only the program knows which one it is."""
        if type(value) is not dict:
            return False
        holders = [*self.frozen.values(), *(end for link in self.links for end in (link.made, link.original))]
        return any(namespace_of(holder) is value for holder in holders)

    @property
    def chooses(self) -> bool:
        """Whether any object is one of several."""
        return bool(self.links or self.frozen)

    def links_objects(self, link: Link) -> None:
        """Two objects are the same under a condition."""
        self.links.append(link)
        self._watches_keys(link.made, link.original)
        self.bears(link)  # so that a list of staged length takes the place of a list in it, too

    def forgets_links(self, gone: Sequence[Link]) -> None:
        """Some objects have come to be of no matter to others."""
        kept = [not any(link is known for known in gone) for link in self.links]
        self.links = [link for link, stays in zip(self.links, kept, strict=True) if stays]
        self._inherited = sum(kept[: self._inherited])

    def own_links(self) -> list[Link]:
        """The links that came to be in the region."""
        return self.links[self._inherited :]

    def inherits(self, around: Log) -> None:
        """What is known of objects in the region around holds in this one."""
        self.frozen.update(around.frozen)
        self._keys.update(around._keys)
        self.stand_ins = [*around.stand_ins]
        self.links = [*around.links]
        self._inherited = len(self.links)

    def is_new(self, value: Any) -> bool:
        """Whether an object came to be in this region."""
        return id(value) in self._born or (type(value) is GeneratorType and value in self._generators)

    def effects(self, apart_from: Iterable[Variable] = ()) -> list[Effect]:
        """What changed, except for some variables."""
        left_out = {variable.identity for variable in apart_from}
        found = [
            Effect(variable, before, variable.read())
            for identity, (variable, before) in self._variables.items()
            if identity not in left_out and variable.is_there
        ]
        found = [effect for effect in found if effect.before is not effect.after]
        snapshots = [*self._snapshots.items()]
        namespaces = {id(namespace_of(snapshot.holder)) for _, snapshot in snapshots}
        for key, snapshot in snapshots:
            if key not in namespaces:  # the attributes of another object, which are among its own changes
                found += [_effect(*change) for change in snapshot.changes() if change[0].identity not in left_out]
        return found

    def made(self, effect: Effect) -> bool:
        """Whether a location came to be in the region, out of sight: it held what did before it was first written."""
        is_container = isinstance(effect.location, Elements)
        return any(map(self.is_new, effect.before if is_container else [effect.before]))

    def is_written(self, value: Any) -> bool:
        """Whether an object may have changed."""
        return id(value) in self._snapshots

    def written(self) -> list[Any]:
        """The objects that may have changed."""
        return [snapshot.holder for snapshot in self._snapshots.values()]

    def born(self) -> list[Any]:
        """The objects that came to be."""
        return [*self._born.values(), *self._generators]

    def variables(self) -> list[Variable]:
        """The variables of other functions that may have been bound."""
        return [variable for variable, _ in self._variables.values()]

    def done_after_a_raise(self) -> list[Effect]:
        """What changed objects that outlive the function, once a path may have raised, on which they would not have."""
        known = self.when_raised
        if known is None:
            return []
        changed = [e for e in self.effects() if not same_value(e.after, known.get(e.location.identity, e.before))]
        return [effect for effect in changed if _outlives_the_trace(effect) and not self.made(effect)]

    def undo(self) -> None:
        """Puts everything back, the last first: of an object and its namespace, one may have been written before."""
        for snapshot in reversed(self._snapshots.values()):
            if snapshot.restore() and _logs.stack:
                _logs.stack[0].namespaces.disorders(snapshot.holder)
        for variable, before in self._variables.values():
            variable.write(before)

    def absorb(self, inner: Log, writes: bool = False) -> None:
        """Takes over what came to be in a region within this one, and its writes, if they were done here."""
        self._born.update(inner._born)
        self._generators.update(inner._generators)
        self.frozen.update(inner.frozen)
        for key, (mapping, keys) in inner._keys.items():
            self._keys[key] = mapping, keys | self._keys.get(key, (mapping, frozenset()))[1]
        self.claims.update(inner.claims)
        self.done = self.done or inner.done
        if writes:
            self.links += inner.own_links()
            self.known.update(inner.known)
            self.stored.update(inner.stored)
            self.exits += inner.exits
            self.caught += inner.caught
            for variable, before in inner._variables.values():
                self._knows(variable, before)
            for key, snapshot in inner._snapshots.items():
                if key not in self._born and key not in self._snapshots:
                    self._keep(snapshot)


def without_effects(
    ask: Callable[[], Any],
    refuse: Callable[[Location], NoReturn] = effect_errors.compares_with_effects,
    apart_from: Any = None,
) -> Any:
    """What is asked whether the program asks it or not, a comparison mostly: it must change nothing.

    Args:
        ask: what asks.
        refuse: what is called for a location that it changes.
        apart_from: the object whose own attributes may change.
    """
    around = log()
    with logging(Log(conditional=False)) as effects:
        answer = ask()
    changed = [effect.location for effect in effects.effects() if effect.location.holder is not apart_from]
    if changed:
        effects.undo()
        refuse(changed[0])
    if around is not None:
        around.absorb(effects, writes=True)
    return answer


def _bases(array: Any) -> Iterator[Any]:
    """The arrays that one is a view of."""
    while (array := array.base) is not None and is_array(array):
        yield array


#: What has no namespace, or one that the program cannot get at.
_WITHOUT_NAMESPACE = frozenset({list, dict, set, Link})
#: What holds tensors, and no object of the program's.
of_tensors: set[type] = set()
_WATCHED_PARTS = frozenset({list, dict, set, collections.deque, collections.Counter, collections.defaultdict})


def _nothing(container: Any) -> Iterable[Any]:
    return ()


#: What is in a container of a type.
parts_of: dict[type, Callable[[Any], Iterable[Any]]] = {
    **dict.fromkeys((list, collections.deque), iter),
    tuple: tuple.__iter__,  # `t[k] += [1]` changes the list, and raises afterwards
    **dict.fromkeys(
        (dict, collections.OrderedDict, collections.defaultdict, MappingProxyType), lambda found: found.values()
    ),
}


def _changes_out_of_sight(value: Any) -> bool:
    """Whether an object may run code of the user's where no call is seen, or make items that are only read."""
    kind = type(value)
    if kind is collections.defaultdict:
        return True
    return (
        bool(kind.__flags__ & HEAP_TYPE)
        and not issubclass(kind, type)
        and not any(cls.__module__.partition(".")[0] in SYSTEMS for cls in kind.__mro__)
    )


class _Logs(threading.local):
    def __init__(self) -> None:
        self.stack: list[Log] = []
        #: The stack, while Python collects garbage.
        self.set_aside: list[Log] | None = None


_logs = _Logs()
#: How many logs there are in all threads.
active = 0
_counting = threading.Lock()


def _set_aside(phase: str, _: object) -> None:
    """Logs nothing of what generators and the like do that Python collects: it does so at any place of a program."""
    if phase == "start":
        _logs.set_aside, _logs.stack = _logs.stack, []
    elif _logs.set_aside is not None:
        _logs.stack, _logs.set_aside = _logs.set_aside, None


def _sees(value: Any) -> None:
    """Takes note of what gets a key wherever it is read: functions that are called read it as well."""
    if type(value) is collections.defaultdict and _logs.stack:
        _logs.stack[0].defaulting[id(value)] = value


def _never_end(generator: Any) -> None:
    """Keeps a generator for ever, beyond the end of the program: collected, it would do what it does when it is closed.

    One that staging leaves behind has given way to another, or belongs to an attempt that was given up. It is no use to
    put it in a list, whose items are collected when the program ends.
    """
    import ctypes  # few programs have such a generator

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(generator))


@contextmanager
def logging(log: Log) -> Iterator[Log]:
    """Has effects of this thread logged in `log`, and not in that of a region around it."""
    global active
    with _counting:
        active += 1
        if active == 1:
            gc.callbacks.append(_set_aside)
    if _logs.stack:
        log.inherits(_logs.stack[-1])
    if type(sys.stdout) is io.StringIO and any(region.is_new(sys.stdout) for region in _logs.stack):
        log.compares(sys.stdout)  # the program has redirected what it prints
    _logs.stack.append(log)
    if log.conditional:
        for holder in [*_logs.stack[0].defaulting.values()]:
            log.compares(holder)
    try:
        yield log
        if len(_logs.stack) > 1 and not log.is_functions and (log.is_attempt or not log.conditional):
            _logs.stack[-2].to_be_closed += log.to_be_closed
    finally:
        with _counting:
            active -= 1
            if active == 0:
                gc.callbacks.remove(_set_aside)
        if not _logs.stack or _logs.stack.pop() is not log:
            raise AssertionError("what was set aside while Python collected garbage was not put back")
        for generator in log.may_be_open:
            if inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED:
                _never_end(generator)
        if _logs.stack:
            _logs.stack[-1].absorb(log)


@contextmanager
def logging_part(conditional: bool = False) -> Iterator[Log]:
    """Has the effects of a part of the region at hand logged apart; they are the region's all the same.

    Also where the part is left by an exception: what is staged in another way then undoes them.
    """
    effects = Log(conditional)
    try:
        with logging(effects):
            yield effects
    finally:
        if _logs.stack:
            _logs.stack[-1].absorb(effects, writes=True)


#: What says whether something has taken the place of an iterator, or has been done in its place.
gone_on_with: list[Callable[[Any], bool]] = []

#: What is done where a function has been staged, or could not be.
endings: list[Callable[[], None]] = []

#: What is done where a function that is staged returns.
returning: list[Callable[[], None]] = []


def function_returns() -> None:
    """A function that is staged has returned, in the region of the whole function."""
    for check in returning:
        check()


@contextmanager
def staging_function(*given: Any, apart: bool = False) -> Iterator[bool]:
    """Around the trace of a whole function: afterwards no object outside may hold what is known only in the trace.

    Its value is whether no other function that is being staged is around.

    Args:
        given: the function, and its arguments.
        apart: whether the function is traced for itself, whatever region it is called in: what it does to objects
            while it is traced is then no effect of that region.

    Raises:
        StagingError: an object does.
    """
    if _logs.stack and not apart:
        for value in given:
            meet(value)
        yield False
        return
    staging_codes.add(sys._getframe(2).f_code)
    with (
        staged_classes(),
        leaving_all(),
        refusals.recorded_refusals() as refused,
        logging(Log(conditional=False, is_functions=True)) as log,
    ):
        log.given = given
        try:
            for value in given:
                meet(value)
            yield True
            log.check_keys()
            if refused:
                raise refused[0]  # a handler of the program's caught it, and would not have had to when it runs
        except AutographError as error:
            if isinstance(error, StagingError) and refusals.asks_for_another_way(error):
                log.undo()  # the program is staged once more
            raise
        except Exception as error:
            if not raised_by_user(error) or said_otherwise(error):
                call_errors.endless_recursion(error) if isinstance(error, RecursionError) else give_code(error)
            elif log.raises:
                raise_errors.every_path_raises(error)
            elif staged_leaves((error.args, vars(error))):
                raise_errors.raises_a_tensor(error)
            raise
        finally:
            for end in endings:
                end()
            leaked = _left_behind(log)
            for effect in leaked:
                effect.location.write(effect.before)
        if leaked:
            effect_errors.left_behind(leaked[0].location)
        late = log.done_after_a_raise()
        if late:
            log.undo()
            raise_errors.changed_after_it_raises(_global_name(late[0].location, given) or late[0].location)


def effects_outside() -> list[Effect]:
    """What has been done in the region at hand to what outlives the function that is being staged."""
    top = _logs.stack[-1]
    found = [effect for effect in top.effects() if _outlives_the_trace(effect) and not top.made(effect)]
    return [effect for effect in found if not came_to_be(effect.location.holder)]


def left_behind(at_an_end: Collection[Any] | None = None) -> list[Effect]:
    """By what objects that outlive the function that is being staged would hold tensors of it.

    Args:
        at_an_end: where this is what it leaves in one of the ways in which it ends, by an exception mostly, the
            locations that hold something else in another.

    Raises:
        StagingError: a path may not have done so on which the program raises.
    """
    top = _logs.stack[-1]
    found = [
        effect
        for effect in effects_outside()
        if effect.location.identity in (at_an_end or ()) or staged_leaves(effect.after, came_to_be)
    ]
    if found and at_an_end is None and (top.raises or functions_log().when_raised is not None):
        effect_errors.left_behind(found[0].location, kind=refusals.AskingForReturns)
    hides = {location.identity for location in _logs.stack[0].namespaces.hiding}
    return [effect._replace(before=UNBOUND) if effect.location.identity in hides else effect for effect in found]


def containers_after(effect: Effect) -> list[Any]:
    """What may change in what a location holds by now.

    Raises:
        StagingError: it was there before the function, and others may have it, who would not see what takes its place.
    """
    values = effect.after if isinstance(effect.location, Elements) else [effect.after]
    parts = [node.value for value in values for node in take_apart(value, []).containers()]
    found = [part for part in parts if changes_in_place(part)]
    if not all(map(came_to_be, found)):
        effect_errors.left_behind(effect.location)
    return found


def _global_name(location: Location, given: tuple[Any, ...]) -> str | None:
    """The name by which functions have the object that a location belongs to, of their module."""
    known = [getattr(value, "__globals__", {}) for value in given]
    return next((name for names in known for name, value in names.items() if value is location.owner), None)


def _left_behind(top: Log) -> list[Effect]:
    """By what objects that outlive a function hold tensors of it, or objects that it made and that have some."""
    found = [effect for effect in top.effects() if not top.made(effect) and _outlives_the_trace(effect)]
    return [effect for effect in found if staged_leaves(effect.after, top.is_new)]


def _outlives_the_trace(effect: Effect) -> bool:
    if effect.location.identity in _logs.stack[0].given_way:
        return True
    if isinstance(effect.location, Variable):
        if not effect.location.outlives:
            return False
        if effect.before is UNBOUND:
            return False  # a new name, to look at a tensor of the trace by: where it is used it says what it is
    holder = effect.location.holder
    if _is_defined_within(holder):
        return False
    kind = holder if isinstance(holder, type) else type(holder)
    if kind is ArrayContents or not any(cls.__module__.partition(".")[0] in SYSTEMS for cls in kind.__mro__):
        return True
    # A layer or a module keeps what its system has it keep; what stands for one of a function around is as that is.
    return any(region.is_new(holder) for region in _logs.stack if region not in _own_logs())


def _is_defined_within(holder: Any) -> bool:
    """Whether an object is a function that a staged one defines."""
    code = holder.__code__ if isinstance(holder, FunctionType) else None
    return code in converted_codes and code not in root_codes


def is_logging() -> bool:
    """Whether effects of this thread are logged."""
    return bool(active and _logs.stack)


def log() -> Log | None:
    """The log of the innermost region; None outside of all."""
    return _logs.stack[-1] if _logs.stack else None


def outlives(location: Location) -> bool:
    """Whether a location is there when the function that is being staged has ended, as far as that is known."""
    if not _logs.stack or _logs.stack[0].conditional:
        return False
    if isinstance(location, Variable):
        return location.outlives
    if id(location.holder) in _logs.stack[0].copied:
        return True
    return not (_is_defined_within(location.holder) or any(region.is_new(location.holder) for region in _logs.stack))


def namespaces() -> Namespaces | None:
    """What the namespaces of objects would show; None if nothing is being staged."""
    return _logs.stack[0].namespaces if _logs.stack else None


def logs() -> list[Log]:
    """The logs of the regions around, from the outside in."""
    return _logs.stack


def came_to_be(value: Any) -> bool:
    """Whether an object came to be in the function that is being staged, the innermost if there are several."""
    return any(region.is_new(value) for region in _own_logs())


def functions_log() -> Log:
    """The log of the function that is being staged, the innermost if there are several."""
    return _own_logs()[0]


def _own_logs() -> list[Log]:
    """The logs of the regions of the function that is being staged, the innermost if there are several."""
    start = next((i for i in reversed(range(len(_logs.stack))) if _logs.stack[i].is_functions), 0)
    return _logs.stack[start:]


def may_be_known_elsewhere(value: Any, names: Collection[str], within: Collection[Any] = ()) -> bool:
    """Whether anything but the variables of some names, and what is `within` their values, may have an object: it was
    there before the function that is staged, or another variable has it, or it was put into an object.
    """
    return may_be_variables_elsewhere(value, names) or id(value) in held_in_objects(within)


def may_be_variables_elsewhere(value: Any, names: Collection[str]) -> bool:
    """Whether an object was there before the function that is staged, or a variable but those of some names has it."""
    if not any(region.is_new(value) for region in _logs.stack):
        return True
    if id(value) in _logs.stack[0].stood_in_place:  # who has what it is in the place of finds it there
        return True
    opened = _opening()
    variables = places.variables_with(value, opened)
    if not set(names).issuperset(variables) or len(set(variables)) < len(variables):  # functions may share a name
        return True
    at_hand = [*later_reads.values_read_before(), *(part for parts in in_use for part in parts())]
    return any(part is value for held in at_hand for part in opened(held))


def is_held(value: Any, apart_from: Collection[Any] = ()) -> bool:
    """Whether a variable has a value, or an object of the function that is staged, apart from some of these."""
    return bool(places.variables_with(value, _opening())) or id(value) in held_in_objects(apart_from)


#: What loops that are running go over, and the context managers that have been entered.
in_use: list[Callable[[], list[Any]]] = []


def held_in_objects(apart_from: Collection[Any] = ()) -> set[int]:
    """The identities of what was put into objects of the function that is staged, apart from some of these."""
    known = {id(part) for part in apart_from}
    found: set[int] = set()
    opened = _opening()
    for region in _logs.stack:
        for holder in (*region.born(), *region.written()):  # of which there may be thousands
            kind = type(holder)
            if kind is not tuple and kind not in of_tensors and kind is not Link and id(holder) not in known:
                held = holder if kind is list else holder.values() if kind is dict else held_by(holder)
                found.update(map(id, held))
                for value in held:
                    if issubclass(type(value), (tuple, Optional, Either)) or type(value) in OPAQUE:
                        found.update(map(id, opened(value)))
    return found


def _opening() -> Callable[[Any], list[Any]]:
    """What finds out what is in values, in one place of a program."""
    return functools.partial(_opened, Running())


def _opened(running: Running, value: Any) -> list[Any]:
    """A value, and what is in it if it cannot change, or out of sight."""
    found = [value]
    for part in found:
        if issubclass(type(part), tuple):
            found += tuple.__iter__(part)
        elif type(part) is Optional:
            found.append(part.value)
        elif type(part) is Either:
            found += part.candidates
        elif type(part) in OPAQUE:
            found += [held for held in held_opaquely(part, running) if not any(held is known for known in found)]
    return found


def cannot_change(holder: Any) -> NoReturn:
    """Refuses to change an object that others may stand for."""
    if id(holder) in _logs.stack[0].elements:
        value_errors.is_held_by_value(holder)
    value_errors.is_one_of_several(holder)


def escapes(*values: Any) -> None:
    """Something has objects that nobody can look into: they are as if they had been there before."""
    for region in _logs.stack:
        for value in values:
            region.escapes(value)


def is_conditional() -> bool:
    """Whether the region at hand may run any number of times, or never."""
    return bool(_logs.stack) and _logs.stack[-1].conditional


def may_be_undone(value: Any) -> bool:
    """Whether what is done now to an object of before may be undone: the region is conditional, or an attempt."""
    return any(region.conditional or region.is_attempt for region in _logs_since(value))


def is_conditional_for(value: Any) -> bool:
    """Whether what is done now to an object of before may be done any number of times, or never."""
    return any(region.conditional and not region.is_attempt for region in _logs_since(value))


def _logs_since(value: Any) -> Iterator[Log]:
    """The logs of the regions around in which an object did not come to be, but further out."""
    return itertools.takewhile(lambda region: not region.is_new(value), reversed(_logs.stack))


def path_may_raise() -> None:
    """The function that is being staged may have raised by now, when it runs."""
    own = _own_logs()
    if own and not own[0].conditional and own[0].when_raised is None:
        done = [effect for region in own for effect in region.effects()]
        own[0].when_raised = {effect.location.identity: effect.after for effect in done}


def path_raises() -> None:
    """A path through the region at hand raises, and so does one through each region around it."""
    for region in _logs.stack:
        region.raises = True


def is_in_a_loop() -> bool:
    """Whether an iteration of a staged loop is being traced, for all of them."""
    return any(region.unset is not None for region in _logs.stack)


def read_before_set_in_a_loop(name: str | None) -> bool:
    """Whether a variable has no value before a loop that is being staged, and may have one in a later iteration.

    Reading it is logged.
    """
    loops = [region for region in _logs.stack if name in (region.unset or ())]
    for region in loops:
        region.read_unset.add(str(name))
    return bool(loops)


# What converted code calls


def stands_for(value: Any, sources: Iterable[Any]) -> None:
    """A tensor is one of some tensors and arrays, or a part of one; the arrays must not change any more."""
    if _logs.stack:
        for array in _logs.stack[0].origins.note(value, sources):
            _logs.stack[-1].freezes(array, *_bases(array))


def new(value: Any) -> Any:
    """A value that comes to be here, and may be changed later: a list, a dict, a set, a generator."""
    if active and _logs.stack and (type(value).__module__ != "numpy" or value.base is None):  # not a view of another
        _logs.stack[-1].bears(value)
    return value


def new_by_statements(cls: Any) -> Any:
    """A class comes to be whose body does more than to give it attributes: that is done once, and at once."""
    if is_conditional():
        effect_errors.class_does_something(cls)
    return new(cls)


def rebinding(read: FunctionType) -> None:
    """A function begins that binds variables of others; `read` reads them."""
    if active and _logs.stack:
        top, code = _logs.stack[-1], read.__code__
        # A variable of a function around it that is converted as well came to be with the call of that.
        outlives = sys._getframe(1).f_code in root_codes
        for name, cell in zip(code.co_freevars, read.__closure__ or (), strict=True):
            top.binds(Variable(cell, name, outlives))
        for name in code.co_names:
            top.binds(Variable(read.__globals__, name, outlives=True))
