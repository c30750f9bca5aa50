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
import io
import operator
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from types import CellType, FunctionType, GeneratorType, MappingProxyType
from typing import Any, NamedTuple, NoReturn
from weakref import WeakSet

from autograph.diagnostics import AutographError
from autograph.operators import (
    arrays,
    branch_errors,
    call_errors,
    effect_errors,
    hidden,
    later_reads,
    places,
    raise_errors,
    refusals,
    value_errors,
)
from autograph.operators.arrays import UpdatedArray, check_update, is_array
from autograph.operators.catching import leaving_all
from autograph.operators.classes import meet, meet_class, staged_classes
from autograph.operators.concretization import give_code
from autograph.operators.either import Either
from autograph.operators.links import Link, is_writable
from autograph.operators.locations import (
    Attribute,
    Elements,
    Location,
    Snapshot,
    Variable,
    can_change,
    held_by,
    namespace_of,
)
from autograph.operators.opaque import OPAQUE, held_opaquely
from autograph.operators.origin import raised_by_user
from autograph.operators.replaying import staging_codes
from autograph.operators.shared_arrays import (
    Origins,
    check_alone,
    check_not_a_view,
    is_tensor_of_items,
    possible_values,
    uses_numpy,
)
from autograph.operators.structures import HEAP_TYPE, Optional, changes_in_place, same_value, staged_leaves, take_apart
from autograph.source.build import converted_codes, root_codes
from autograph.staging import SYSTEMS, UNBOUND, Backend, backend_for, backend_of, tracing_backend, unstaged

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
            _logs.stack[0].hiding.append(location)
    return Effect(location, before, after)


class Log:
    """The births and writes of one region.

    Args:
        conditional: whether the region may run any number of times, or never.
    """

    def __init__(self, conditional: bool = True):
        self.conditional = conditional
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
        self.unset: frozenset[str] = frozenset()
        #: Those of them that it reads before it sets them.
        self.read_unset: set[str] = set()
        #: The tensors to whose items variables were stored.
        self.stored: dict[int, Any] = {}
        #: Whether some path through the region raises, and how often one leaves it for a handler.
        self.raises = False
        self.exits = 0
        #: How often of these that is a handler of the program's, which may see how far the region has come.
        self.caught = 0
        #: Of the outermost log: attributes that regions gave to objects, and that hide one of the class.
        self.hiding: list[Attribute] = []
        #: Of the log of a whole function: what objects held, by location, when a path first may have raised.
        self.when_raised: dict[Any, Any] | None = None
        #: Of the outermost log: the kinds of what became of a number of one kind joined with one of another.
        self.joined_kinds: set[str] = set()
        #: Of the outermost log: the functions whose caches were used under a staged condition.
        self.caches: list[Any] = []
        #: Of the outermost log: the cached functions that were given what is staged, and what their variables were.
        self.read_by_cached: dict[int, tuple[Any, list[Any]]] = {}
        #: Of the outermost log: the cached functions that were called, and of what kinds their arguments were.
        self.kinds_of_keys: dict[int, tuple[Any, list[Any]]] = {}
        #: Of the outermost log: what is in the values of dicts of staged keys, by the dict and where in a value.
        self.pools: dict[Any, Any] = {}
        #: Of the outermost log: the containers that lists of staged length have had for elements, by identity.
        self.elements: dict[int, Any] = {}
        #: Of the outermost log: what tensors stand for that came of arrays.
        self.origins: Origins = _logs.stack[0].origins if _logs.stack else Origins()
        #: Whether there are any optionals.
        self.optionals: bool = bool(_logs.stack) and _logs.stack[-1].optionals
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
        if issubclass(type(holder), type) and _logs.stack:
            for location in _logs.stack[0].hiding:
                if issubclass(type(location.holder), holder):
                    branch_errors.hides_on_one_path(location)
        if self.is_frozen(holder) or self.passes_on(holder):
            cannot_change(holder)
        if self.is_namespace_of_one_of_several(holder):
            value_errors.is_one_of_several(holder)  # `vars(o)["v"] = x`
        if is_array(holder) and any(map(self.is_frozen, _bases(holder))):
            cannot_change(holder)

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

    def compares_parts(self, container: Any) -> None:
        """So are the lists and the like in a container: `d[k] += [1]` changes one in place."""
        kind = tuple if issubclass(type(container), tuple) else type(container)
        for part in parts_of.get(kind, _nothing)(container):
            if type(part) in _WATCHED_PARTS:
                self.compares(part)

    def compares(self, holder: Any) -> None:
        """What an object holds is compared at the end of the region."""
        if issubclass(type(holder), type):
            meet_class(holder)  # what is put in it for the time of staging is no effect
        key = id(holder)
        if key not in self._born and key not in self._snapshots and key not in self.frozen and can_change(holder):
            self._snapshots[key] = Snapshot(holder)

    def binds(self, variable: Variable) -> None:
        """A variable of another function may be about to be bound."""
        if variable.identity not in self._variables:
            self._variables[variable.identity] = (variable, variable.read())

    def writes_to(self, location: Location) -> None:
        """A location may be about to change."""
        self.binds(location) if isinstance(location, Variable) else self.compares(location.holder)

    def bears(self, value: Any) -> None:
        """An object came to be, and its namespace with it."""
        made = [value] if type(value) in _WITHOUT_NAMESPACE else [value, namespace_of(value)]
        for part in made:
            if part is None:
                continue
            if type(part) is GeneratorType:
                self._generators.add(part)
            else:
                self._born[id(part)] = part
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

    def effects(self, apart_from: Iterable[CellType] = ()) -> list[Effect]:
        """What changed, except for some variables."""
        cells = {id(cell) for cell in apart_from}
        found = [
            Effect(variable, before, variable.read())
            for variable, before in self._variables.values()
            if id(variable.holder) not in cells and variable.is_there
        ]
        found = [effect for effect in found if effect.before is not effect.after]
        namespaces = {id(namespace_of(snapshot.holder)) for snapshot in self._snapshots.values()}
        for key, snapshot in self._snapshots.items():
            if key not in namespaces:  # the attributes of another object, which are among its own changes
                found += [_effect(*change) for change in snapshot.changes()]
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
            snapshot.restore()
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
        if writes:
            self.links += inner.own_links()
            self.known.update(inner.known)
            self.stored.update(inner.stored)
            self.exits += inner.exits
            self.caught += inner.caught
            for variable, before in inner._variables.values():
                if not self.is_new(before):  # else the variable came to be here too, or what it had is logged
                    self._variables.setdefault(variable.identity, (variable, before))
            for key, snapshot in inner._snapshots.items():
                if key not in self._born:
                    self._snapshots.setdefault(key, snapshot)


def _bases(array: Any) -> Iterator[Any]:
    """The arrays that one is a view of."""
    while (array := array.base) is not None and is_array(array):
        yield array


_WITHOUT_NAMESPACE = frozenset({list, dict, set})
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


_logs = _Logs()
#: How many logs there are in all threads.
_active = 0
_counting = threading.Lock()


@contextmanager
def logging(log: Log) -> Iterator[Log]:
    """Has effects of this thread logged in `log`, and not in that of a region around it."""
    global _active
    with _counting:
        _active += 1
    if _logs.stack:
        log.inherits(_logs.stack[-1])
    if type(sys.stdout) is io.StringIO and any(region.is_new(sys.stdout) for region in _logs.stack):
        log.compares(sys.stdout)  # the program has redirected what it prints
    _logs.stack.append(log)
    try:
        yield log
    finally:
        _logs.stack.pop()
        with _counting:
            _active -= 1
        if _logs.stack:
            _logs.stack[-1].absorb(log)


@contextmanager
def logging_part(conditional: bool = False) -> Iterator[Log]:
    """Has the effects of a part of the region at hand logged apart; they are the region's all the same."""
    with logging(Log(conditional)) as effects:
        yield effects
    if _logs.stack:
        _logs.stack[-1].absorb(effects, writes=True)


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
        logging(Log(conditional=False)) as log,
    ):
        try:
            for value in given:
                meet(value)
            yield True
            log.check_keys()
            if refused:
                raise refused[0]  # a handler of the program's caught it, and would not have had to when it runs
        except AutographError as error:
            if isinstance(error, refusals.AskingForPools):
                log.undo()  # the program is staged once more
            raise
        except Exception as error:
            if not raised_by_user(error):
                call_errors.endless_recursion(error) if isinstance(error, RecursionError) else give_code(error)
            elif log.raises:
                raise_errors.every_path_raises(error)
            elif staged_leaves((error.args, vars(error))):
                raise_errors.raises_a_tensor(error)
            raise
        finally:
            _pending.updates.clear()
            leaked = _left_behind(log)
            for effect in leaked:
                effect.location.write(effect.before)
        if leaked:
            effect_errors.left_behind(leaked[0].location)
        late = log.done_after_a_raise()
        for effect in late:
            effect.location.write(effect.before)
        if late:
            raise_errors.changed_after_it_raises(_global_name(late[0].location, given) or late[0].location)


def left_behind() -> list[Effect]:
    """By what objects that outlive the function that is being staged would hold tensors of it, if all can be undone.

    Nothing can that a path may not have done on which the program raises, nor what is held elsewhere as well.
    """
    top = _logs.stack[-1]
    found = _left_behind(top)
    if top.raises or _logs.stack[0].when_raised is not None:
        return []
    hides = {location.identity for location in _logs.stack[0].hiding}
    found = [effect._replace(before=UNBOUND) if effect.location.identity in hides else effect for effect in found]
    return found if all(top.is_new(part) for effect in found for part in containers_after(effect)) else []


def containers_after(effect: Effect) -> list[Any]:
    """What may change in what a location holds by now."""
    values = effect.after if isinstance(effect.location, Elements) else [effect.after]
    parts = [node.value for value in values for node in take_apart(value, []).containers()]
    return [part for part in parts if changes_in_place(part)]


def _global_name(location: Location, given: tuple[Any, ...]) -> str | None:
    """The name by which functions have the object that a location belongs to, of their module."""
    known = [getattr(value, "__globals__", {}) for value in given]
    return next((name for names in known for name, value in names.items() if value is location.owner), None)


def _left_behind(top: Log) -> list[Effect]:
    """By what objects that outlive a function hold tensors of it, or objects that it made and that have some."""
    found = [effect for effect in top.effects() if not top.made(effect) and _outlives_the_trace(effect)]
    return [effect for effect in found if staged_leaves(effect.after, top.is_new)]


def _outlives_the_trace(effect: Effect) -> bool:
    if isinstance(effect.location, Variable):
        if not effect.location.outlives:
            return False
        if effect.before is UNBOUND:
            return False  # a new name, to look at a tensor of the trace by: where it is used it says what it is
    holder = effect.location.holder
    if isinstance(holder, FunctionType) and holder.__code__ in converted_codes and holder.__code__ not in root_codes:
        return False  # a function that the staged one defines
    kind = effect.location.holder if isinstance(effect.location.holder, type) else type(effect.location.holder)
    # A layer or a module keeps what its system has it keep.
    return not any(cls.__module__.partition(".")[0] in SYSTEMS for cls in kind.__mro__)


def is_logging() -> bool:
    """Whether effects of this thread are logged."""
    return bool(_active and _logs.stack)


def log() -> Log | None:
    """The log of the innermost region; None outside of all."""
    return _logs.stack[-1] if _logs.stack else None


def outlives(location: Location) -> bool:
    """Whether a location is there when the function that is being staged has ended, as far as that is known."""
    if not _logs.stack or _logs.stack[0].conditional:
        return False
    if isinstance(location, Variable):
        return location.outlives
    return not any(region.is_new(location.holder) for region in _logs.stack)


def logs() -> list[Log]:
    """The logs of the regions around, from the outside in."""
    return _logs.stack


def may_be_known_elsewhere(value: Any, names: Collection[str], within: Collection[Any] = ()) -> bool:
    """Whether anything but the variables of some names, and what is `within` their values, may have an object: it was
    there before the function that is staged, or another variable has it, or it was put into an object.
    """
    return may_be_variables_elsewhere(value, names) or id(value) in held_in_objects(within)


def may_be_variables_elsewhere(value: Any, names: Collection[str]) -> bool:
    """Whether an object was there before the function that is staged, or a variable but those of some names has it."""
    if not any(region.is_new(value) for region in _logs.stack):
        return True
    if not set(names).issuperset(places.variables_with(value, _opened)):
        return True
    at_hand = [*later_reads.values_read_before(), *(part for parts in in_use for part in parts())]
    return any(part is value for held in at_hand for part in _opened(held))


#: What loops that are running go over, and the context managers that have been entered.
in_use: list[Callable[[], list[Any]]] = []


def held_in_objects(apart_from: Collection[Any] = ()) -> set[int]:
    """The identities of what was put into objects of the function that is staged, apart from some of these."""
    known = {id(part) for part in apart_from}
    found: set[int] = set()
    for region in _logs.stack:
        for holder in (*region.born(), *region.written()):  # of which there may be thousands
            if id(holder) not in known:
                kind = type(holder)
                held = holder if kind is list else holder.values() if kind is dict else held_by(holder)
                found.update(map(id, held))
                for value in held:
                    if issubclass(type(value), (tuple, Optional, Either)) or type(value) in OPAQUE:
                        found.update(map(id, _opened(value)))
    return found


def _opened(value: Any) -> list[Any]:
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
            found += [held for held in held_opaquely(part) if not any(held is known for known in found)]
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


def path_may_raise() -> None:
    """The function that is being staged may have raised by now, when it runs."""
    if _logs.stack and not _logs.stack[0].conditional and _logs.stack[0].when_raised is None:
        done = [effect for region in _logs.stack for effect in region.effects()]
        _logs.stack[0].when_raised = {effect.location.identity: effect.after for effect in done}


def path_raises() -> None:
    """A path through the region at hand raises, and so does one through each region around it."""
    for region in _logs.stack:
        region.raises = True


def read_before_set_in_a_loop(name: str | None) -> bool:
    """Whether a variable has no value before a loop that is being staged, and may have one in a later iteration.

    Reading it is logged.
    """
    loops = [region for region in _logs.stack if name in region.unset]
    for region in loops:
        region.read_unset.add(str(name))
    return bool(loops)


# What converted code calls


def writing(holder: Any) -> Any:
    """The object to store to, in `ag__.writing(o).v = x` and `ag__.writing(o)[k] = x`."""
    if not _active and type(holder) in unstaged:
        return holder
    return _writing(holder)


def storing(holder: Any) -> Any:
    """The value of a variable to store items to, in `ag__.storing(x)[k] = v`, before `x = ag__.updated(x)`.

    An object is itself; for a tensor, whose contents do not change, something that keeps what becomes of it.
    """
    if not _active and type(holder) in unstaged:
        return holder
    store = _item_store(holder)
    if store is None:
        if is_array(holder) and _logs.stack and (backend := tracing_backend()) is not None:
            return _pending.of(holder, lambda: _StoreToArray(holder, backend))
        return _writing(holder)
    if _logs.stack:
        stores_to(holder)
    return _pending.of(holder, lambda: _TensorStore(holder, store))


def stores_to(tensor: Any, name: str | Location | None = None) -> None:
    """A variable gets another tensor in place of one: no other may have it, which would keep it, or a part of it.

    Args:
        tensor: what it has.
        name: the variable, or the location; None for the variable of the statement at hand.
    """
    if len(names := places.variables_with(tensor)) > 1:
        effect_errors.items_of_a_shared_tensor(names)
    holder = name.holder if isinstance(name, Location) else None
    check_alone(_logs.stack[0].origins, tensor, None if isinstance(name, Location) else name, holder)
    _logs.stack[-1].stored[id(tensor)] = tensor


def stands_for(value: Any, sources: Iterable[Any]) -> None:
    """A tensor is one of some tensors and arrays, or a part of one; the arrays must not change any more."""
    if _logs.stack:
        for array in _logs.stack[0].origins.note(value, sources):
            _logs.stack[-1].freezes(array, *_bases(array))


def updating(tensor: Any, holder: Any = None) -> None:
    """`x += y` is about to give a variable, or a part of a holder, another tensor in place of one."""
    if is_logging() and any(map(is_tensor_of_items, possible_values(tensor))) and uses_numpy(_logs.stack[0].origins):
        check_alone(_logs.stack[0].origins, tensor, holder=holder)
        _logs.stack[-1].stored[id(tensor)] = tensor


def updated(value: Any) -> Any:
    """What became of the value of a variable that items were stored to: for a tensor, the one that has them."""
    if not _active and type(value) in unstaged:
        return value
    _, pending = _pending.updates.pop(id(value), (None, None))
    return value if pending is None else pending.value


#: What is left for Python to add by `xs += items`.
left_to_add: list[Callable[[Any, Any], Any]] = []


def changing(holder: Any, symbol: str, value: Any) -> Any:
    """The operand of `xs += ag__.changing(xs, "+=", y)`, which is about to change the value of a variable."""
    if _active or type(holder) not in unstaged:
        if type(writing(holder)) in linked_stores:
            value_errors.is_one_of_several(holder)
        if is_array(holder):
            check_update(holder, symbol, value)
        updating(holder)
        if symbol == "+=" and _logs.stack:
            return left_to_add[-1](holder, value)
    return value


def new(value: Any) -> Any:
    """A value that comes to be here, and may be changed later: a list, a dict, a set, a generator."""
    if _active and _logs.stack and (type(value).__module__ != "numpy" or value.base is None):  # not a view of another
        _logs.stack[-1].bears(value)
    return value


def rebinding(read: FunctionType) -> None:
    """A function begins that binds variables of others; `read` reads them."""
    if _active and _logs.stack:
        top, code = _logs.stack[-1], read.__code__
        # A variable of a function around it that is converted as well came to be with the call of that.
        outlives = sys._getframe(1).f_code in root_codes
        for name, cell in zip(code.co_freevars, read.__closure__ or (), strict=True):
            top.binds(Variable(cell, name, outlives))
        for name in code.co_names:
            top.binds(Variable(read.__globals__, name, outlives=True))


def _writing(holder: Any) -> Any:
    if type(holder) is Optional:
        held = holder.value
        if type(held) is Either or changes_in_place(held) or backend_for(held) is None:
            return optional_stores[-1](holder)
    if type(holder) is Either:
        return either_stores[-1](holder)
    if _logs.stack:
        meet_class(type(holder))
        if _logs.stack[-1].passes_on(holder):
            _logs.stack[-1].compares(holder)
            return linked_stores[-1](holder)
        return _Updated(_store_to(holder), holder)
    return _store_to(holder)


def _store_to(holder: Any) -> Any:
    if _logs.stack:
        _logs.stack[-1].writes(holder)
        _logs.stack[-1].watches(holder)
        _logs.stack[-1].compares_parts(holder)
        if issubclass(type(holder), io.IOBase):
            check_file(holder)
        if type(holder) is memoryview and is_conditional():
            help = "store to the bytearray or the array itself"
            effect_errors.cannot_undo("a memoryview is stored to", "it does not say what it is a view of", help)
        if _item_store(holder) is not None:
            return _Unchangeable(holder)
        may_hide = _logs.stack[-1].conditional and not _logs.stack[-1].is_new(holder) and hidden.may_hide(type(holder))
        if is_array(holder) and not may_hide:
            return _ArrayStore(holder)
        if may_hide:
            return _HidingStore(holder)
        stores = item_stores.get(type(holder))
        if stores is not None:
            return stores(holder)
        if _logs.stack[0].optionals and type(holder).__flags__ & HEAP_TYPE and not isinstance(holder, type):
            return attribute_stores[-1](holder)
        if type(holder) is CellType:
            _logs.stack[-1].binds(Variable(holder, "cell_contents"))
    return holder if _item_store(holder) is None else _Unchangeable(holder)


def check_file(file: Any) -> None:
    """Refuses that a file is used under a staged condition; what is printed tells what is traced."""
    if not isinstance(file, io.StringIO) and file is not sys.stdout and file is not sys.stderr and is_conditional():
        effect_errors.cannot_undo(
            "a file is read or written",
            "it happens once, while the program is staged, whichever path is taken when it runs",
            "do it outside, or return what is to be written",
        )


#: What to store to in place of what may be None.
optional_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of a value that is one of several unlike ones.
either_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of an object that is another under a staged condition.
linked_stores: list[Callable[[Any], Any]] = []
#: What to store to in place of an object whose attributes may be given an optional.
attribute_stores: list[Callable[[Any], Any]] = []
#: What stages that an item is stored to which a tensor does not have, where that is an error of the program.
place_checks: list[Callable[[Any, Any], None]] = []
#: What to store to in place of a container, an item of which may be chosen by what is staged; by its type.
item_stores: dict[type, Callable[[Any], Any]] = {}


def _item_store(holder: Any) -> Callable[[Any, Any, Any], Any] | None:
    if type(holder) in item_stores:
        backend_for(holder)  # which remembers types that no backend knows, in `unstaged`
        return None
    held = holder.value if type(holder) is Optional else holder
    if type(held) is Either:
        return None
    backend = backend_for(holder)
    return None if backend is None or changes_in_place(held) else backend.builtins.get(operator.setitem)


class Forwarding:
    """Something in the place of an object, for a store to an item of it."""

    __slots__ = ("original",)

    def __init__(self, original: Any):
        object.__setattr__(self, "original", original)

    def __getitem__(self, key: Any) -> Any:
        return self.original[key]

    def __delitem__(self, key: Any) -> None:
        del self.original[key]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.original, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.original, name)


class _Updated(Forwarding):
    """Something to store to, where what `o.v += x` updates may be one of several objects, or an array of NumPy.

    The object may come to be one of several after Python has read it, and before it stores: in `o[f()] = 1`.
    """

    __slots__ = ("holder",)

    def __init__(self, original: Any, holder: Any):
        super().__init__(original)
        object.__setattr__(self, "holder", holder)

    def __getattr__(self, name: str) -> Any:
        return self._checked(getattr(self.original, name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._target(), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._target(), name)

    def __getitem__(self, key: Any) -> Any:
        return self._checked(self.original[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        self._target()[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._target()[key]

    def _target(self) -> Any:
        """What to store to by now."""
        log = _logs.stack[-1]
        if log.passes_on(self.holder):
            log.compares(self.holder)
            return linked_stores[-1](self.holder)
        if log.is_frozen(self.holder):
            cannot_change(self.holder)
        return self.original

    def _checked(self, value: Any) -> Any:
        if _logs.stack[-1].chooses and changes_in_place(value) and _logs.stack[-1].is_one_of_several(value):
            cannot_change(value)
        updating(value, self.holder)
        return UpdatedArray(value, self.holder) if is_array(value) else value


class _TensorStore(Forwarding):
    """A tensor that items are stored to, and the tensor that has them."""

    __slots__ = ("store", "value")

    def __init__(self, original: Any, store: Callable[[Any, Any, Any], Any]):
        super().__init__(original)
        object.__setattr__(self, "value", original)
        object.__setattr__(self, "store", store)

    def __getitem__(self, key: Any) -> Any:
        for check in place_checks:
            check(self.original, key)
        return self.value[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        for check in place_checks:
            check(self.original, key)
        if self.value is not self.original and _logs.stack:  # the value was read before an item was stored to
            check_not_a_view(_logs.stack[0].origins, value, self.original)
        object.__setattr__(self, "value", self.store(self.value, key, value))


class _StoreToArray(Forwarding):
    """An array of NumPy that a variable has, and the tensor that takes its place where what is stored is staged."""

    __slots__ = ("backend", "value")

    def __init__(self, original: Any, backend: Backend):
        super().__init__(original)
        object.__setattr__(self, "backend", backend)
        object.__setattr__(self, "value", original)

    def __getitem__(self, key: Any) -> Any:
        if any(backend_of(part) is not None for part in _parts_of(key)):
            self._stage(key)
        return self.value[key] if self.value is not self.original else _writing(self.original)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        given = value if isinstance(value, (list, tuple)) else [value]
        if self.value is self.original and any(backend_of(part) is not None for part in (*_parts_of(key), *given)):
            self._stage(key)
        if self.value is self.original:
            _writing(self.original)[key] = value
            return
        made = self.backend.builtins[as_tensor](self.original, value)
        if made is None:
            effect_errors.array_holds_no_tensors()
        for check in place_checks:
            check(self.value, key)
        store = self.backend.builtins[operator.setitem]
        object.__setattr__(self, "value", store(self.value, key, made))

    def _stage(self, key: Any) -> None:
        """Has a tensor take the place of the array, which nobody else may have."""
        if self.value is not self.original:
            return
        make = self.backend.builtins.get(as_tensor)
        made = None if make is None else make(self.original)
        if made is None:
            effect_errors.array_holds_no_tensors()
        if arrays.is_shared(self.original) or _logs.stack[-1].is_frozen(self.original):
            effect_errors.shared_array_changes(is_stored_to=True)
        stores_to(self.original)
        object.__setattr__(self, "value", made)


def as_tensor(array: Any, value: Any = None) -> Any:
    """Stands in tables for what makes a tensor of an array, or of what is to be stored to one; None if none can be."""


def _parts_of(key: Any) -> Iterable[Any]:
    """What an index of an array consists of."""
    parts = key if isinstance(key, tuple) else (key,)
    slices = [part for part in parts if type(part) is slice]
    return [*parts, *(bound for part in slices for bound in (part.start, part.stop, part.step))]


class _Unchangeable(Forwarding):
    """A tensor that is not the value of a variable, so that no other can take its place."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        effect_errors.items_of_no_variable()


class _ArrayStore(Forwarding):
    """An ndarray that items are stored to while a program is staged: it cannot hold what is known only then."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        parts = [*(key if isinstance(key, tuple) else [key]), *(value if isinstance(value, (list, tuple)) else [value])]
        if any(backend_of(part) is not None for part in parts):
            effect_errors.array_holds_no_tensors()
        self.original[key] = value


class _HidingStore(Forwarding):
    """An object that may hold what nothing shows, and is stored to under a staged condition."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        hidden.check_store(self.original, name)
        may_be_optional = _logs.stack[0].optionals and not isinstance(self.original, type)
        setattr(attribute_stores[-1](self.original) if may_be_optional else self.original, name, value)

    def __delattr__(self, name: str) -> None:
        hidden.check_store(self.original, name)
        delattr(self.original, name)

    def __setitem__(self, key: Any, value: Any) -> None:
        hidden.check_item_store(self.original)
        self.original[key] = value

    def __delitem__(self, key: Any) -> None:
        hidden.check_item_store(self.original)
        del self.original[key]


class _Pending(threading.local):
    """The tensors and arrays that a statement stores items to: it may store to several, and compute where by others."""

    def __init__(self) -> None:
        self.updates: dict[int, tuple[Log | None, Any]] = {}

    def of(self, original: Any, make: Callable[[], Any]) -> Any:
        region = _logs.stack[-1] if _logs.stack else None
        known, made = self.updates.get(id(original), (None, None))
        if made is None or known is not region:  # not one of a region that has been given up
            made = make()
            self.updates[id(original)] = region, made
        return made


_pending = _Pending()
