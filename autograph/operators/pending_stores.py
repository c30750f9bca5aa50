"""What a program leaves in objects and variables that were there before it: it is stored when the program has run.

A location that holds a tensor when the function that is staged has ended gets back what it held, and the tensor is one
more result of the program, hidden from whoever calls it. Where the program may depend on what the location held before,
its trace counts only as long as it holds that again. It does not depend on it if it is the same for something that
cannot be used, and for nothing at all, in its place; on a list, if it empties one that can do nothing else.
"""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Sequence
from itertools import starmap, zip_longest
from types import BuiltinMethodType
from typing import Any, NoReturn

from autograph.diagnostics import AutographError, StagingError
from autograph.operators import effect_errors, refusals
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import Effect, Log, came_to_be, containers_after, left_behind, log, logging, logs
from autograph.operators.holders import InPlace, original_of, replace
from autograph.operators.holding import Unknown, is_rebuilt, parts_of
from autograph.operators.locations import (
    ArrayContents,
    ArrayItems,
    Attribute,
    Contents,
    Elements,
    Entries,
    Item,
    Location,
    Variable,
)
from autograph.operators.optionals import check_result
from autograph.operators.reachable import holders_outside
from autograph.operators.structures import (
    Node,
    changes_in_place,
    put_together,
    same_python_value,
    same_value,
    take_apart,
)
from autograph.staging import UNBOUND, UNSET, backend_of, tracing_backend


class PendingStores:
    """The stores to locations that a program does when it has run.

    Args:
        locations: of objects and variables that outlive the function.
        values: what is stored, as a result of the function.
        watched: locations such that the program may depend on what they hold before it.
    """

    def __init__(self, locations: Sequence[Location], values: Any, watched: Sequence[Location]):
        self.locations = locations
        self.values = values
        self.watched = [(location, location.read()) for location in watched]

    def with_values(self, values: Any) -> PendingStores:
        """The same with other values."""
        new = copy.copy(self)
        new.values = values
        return new

    def is_current(self) -> bool:
        """Whether all of the locations that matter hold what they held when the function was traced."""
        return all(_is_as_before(location, before) for location, before in self.watched)

    def check_current(self) -> None:
        """Refuses a trace that another one should have been made in place of."""
        for location, before in self.watched:
            if not _is_as_before(location, before):
                effect_errors.traced_with_another(location)

    def store(self, values: Sequence[Any]) -> None:
        """Stores what the program has returned, or what stands for that in another that is being staged."""
        around = log()
        for location, value in zip(self.locations, values, strict=True):
            if around is not None and type(location) is ArrayItems:
                effect_errors.left_behind(location)
            is_container = type(location) in (Contents, Elements)
            if around is not None and is_container and type(value) is not type(location.holder):
                _give_way(location, value)
                continue
            if around is not None:
                around.writes_to(location)
            location.write(value)


def _is_as_before(location: Location, before: Any) -> bool:
    """Whether a location holds what it did, and nothing is in the place of its container in a program at hand."""
    if type(location) is ArrayItems:
        known = logs()[0].contents.get(id(location.holder)) if logs() else None
        return bool(location.read() == before) and (known is None or known.value is location.holder)
    if type(location) in (Contents, Elements) and logs():
        holder = location.holder
        if logs()[0].in_place.get(id(holder), holder) is not holder:
            return False
    return same_value(location.read(), before)


def pending_stores(result: Any, run: Callable[[], Any], watched: Sequence[Location] = ()) -> PendingStores | None:
    """The stores of the function that is being staged, at its end; None where it leaves nothing behind.

    Args:
        result: what the function returned.
        run: calls it.
        watched: to what another trace of the function stores, which may depend on what that held.
    """
    effects, originals = _undone(left_behind(), result)
    effects = [*(_outside(effects, run) if effects else ()), *_put_back(originals)]
    locations = [_stored_to(effect.location) for effect in effects]
    return _stores(effects, [*watched, *locations] if effects and may_depend(run, locations) else watched)


#: A container of before the function, and the one that is staged and took its place.
_Replaced = tuple[Any, Any]


def _with_originals(effects: list[Effect]) -> tuple[list[Effect], list[_Replaced]]:
    """Some effects, but those by which a location only has what took the place of a container or array of before.

    Also these containers.
    """
    found: list[Effect] = []
    originals: dict[int, _Replaced] = {}
    contents = {id(effect.before): effect.after for effect in effects if _is_contents(effect)}
    in_place = {id(effect.after): effect.before for effect in effects if type(effect.location) is InPlace}

    def original(value: Any) -> Any:
        """What a value was before another took its place."""
        was = in_place.get(id(value), original_of(value))
        if was is not value and not came_to_be(was):
            originals[id(was)] = was, value
            return was
        return value

    def is_same(before: Any, now: Any) -> bool:
        """Whether a value is another, but for the containers and arrays in it that others took the place of."""
        if contents.get(id(before), UNSET) is now or same_python_value(before, original(now)):
            return True
        if type(before) is BuiltinMethodType:
            holder = getattr(now, "__self__", None)
            return is_same(before.__self__, holder) and bool(getattr(holder, before.__name__) == now)
        if type(before) is not type(now) or not is_rebuilt(before):
            return False
        parts, others = parts_of(before), parts_of(now)
        return len(parts) == len(others) and all(map(is_same, parts, others))

    for effect in effects:
        values = [(effect.before, effect.after)]
        if isinstance(effect.location, Elements):
            values = [*zip_longest(effect.before, effect.after, fillvalue=UNSET)]
        if _is_contents(effect):
            found.append(effect)
        elif not all(starmap(is_same, values)):
            if any(now is leaf.value for leaf in take_apart(effect.after, []).leaves() for now in contents.values()):
                effect_errors.left_behind(effect.location)  # another place would have the array itself
            found.append(effect)
    return found, [*originals.values()]


def _undone(effects: list[Effect], result: Any = None) -> tuple[list[Effect], list[_Replaced]]:
    """The effects `_with_originals`; they are undone, and so are the others.

    Args:
        effects: what is left behind.
        result: what is returned.
    """
    found, originals = _with_originals(effects)
    _check_apart(found, result)
    for effect in effects:
        effect.location.write(effect.before)
    return found, originals


def _put_back(originals: list[_Replaced]) -> list[Effect]:
    """What the program does to containers of before, in whose place others were.

    Each holds again what it held before the function, whatever was done to it until then.
    """
    known = {id(original) for original, _ in originals}
    for change in logs()[-1].effects():
        if id(change.location.holder) in known:
            change.location.write(change.before)
    locations = [Elements(c) if isinstance(c, (list, deque)) else Contents(c) for c, _ in originals]
    return [Effect(location, location.read(), made) for location, (_, made) in zip(locations, originals, strict=True)]


def _give_way(location: Location, value: Any) -> None:
    """Has what is staged take the place of a container, in a program that is being staged."""
    try:
        replace(location.holder, value)
    except Unknown:
        effect_errors.left_behind(location)


def stores_at_an_end(unlike: Collection[Any]) -> PendingStores | None:
    """The stores of the function that is being staged where it ends in one of several ways.

    Args:
        unlike: the locations that hold something else where it ends in another.
    """
    effects, originals = _undone(left_behind(unlike))
    return _stores([*effects, *_put_back(originals)])


def check_returned(result: Any) -> None:
    """Refuses that a function returns a list or the like which it leaves outside as well: each would be another."""
    _check_apart(_with_originals(left_behind(()))[0], result)


def _check_apart(effects: Sequence[Effect], result: Any = None) -> None:
    held = _containers(result)
    for effect in effects:
        found = {id(part) for part in containers_after(effect)}
        if found & held:
            effect_errors.left_behind(effect.location)
        held |= found


def _stores(effects: Sequence[Effect], watched: Sequence[Location] | None = None) -> PendingStores | None:
    """The stores that some effects are, which have been undone.

    Args:
        watched: locations such that the program may depend on what they held; all of those stored to, if not given.
    """
    if not effects:
        return PendingStores((), [], [*watched]) if watched else None
    for effect in effects:
        if _has_copies(effect):
            effect_errors.holds_a_copy(effect.location)
    try:
        values = check_result([effect.after for effect in effects], is_part=True)
    except StagingError:
        effect_errors.left_behind(effects[0].location)
    for effect in effects:
        is_entry = isinstance(effect.location.holder, Entries)  # which may have no value
        if is_entry or not all(_is_stored(leaf.value) for leaf in take_apart(effect.after, []).leaves()):
            effect_errors.left_behind(effect.location)
    locations = [_stored_to(effect.location) for effect in effects]
    return PendingStores(locations, values, locations if watched is None else watched)


def _has_copies(effect: Effect) -> bool:
    """Whether a location gets copies of lists and objects that it had: others may have these as well."""
    before, after = (
        {id(original_of(node.value)): node.value for part in take_apart(value, []).parts for node in part.containers()}
        for value in (effect.before, effect.after)
    )
    links = [link for region in logs() for link in region.links if not came_to_be(link.original)]
    if any(link.made is value for value in (effect.after, *after.values()) for link in links):
        return True
    are_copied = backend_of(effect.after) is not None and type(effect.after) is not StagedDict
    return are_copied and any(changes_in_place(value) and identity not in after for identity, value in before.items())


def _is_contents(effect: Effect) -> bool:
    return type(effect.location.holder) is ArrayContents


def _stored_to(location: Location) -> Location:
    """Where a program stores what a location held when it was staged."""
    return ArrayItems(location.holder.array) if type(location.holder) is ArrayContents else location


def apart_from_stores(result: Any) -> Any:
    """What a function returned, before its `pending_stores`: copies of what these will be stored to."""
    changed = {id(effect.location.holder) for effect in left_behind()}
    return copied(result, changed) if changed else result


def copied(value: Any, changed: Collection[int]) -> Any:
    """A value with copies in it of some containers, which are told by their identities."""
    return _copied(take_apart(value, []), changed)


def _copied(node: Node, changed: Collection[int]) -> Any:
    return put_together(node, [_copied(part, changed) for part in node.parts], fresh=id(node.value) in changed)


def _outside(effects: list[Effect], run: Callable[[], Any]) -> list[Effect]:
    """Those of some effects that are on what was there before the function: it does not make that anew each time."""
    if all(isinstance(effect.location, Variable) for effect in effects):
        return effects
    _, again = _traced(run)
    return effects if again is None else [e for e in effects if e.location.identity in again]


def _is_stored(leaf: Any) -> bool:
    """Whether a value can be a result of a program, or is one that Python knows."""
    backend = tracing_backend()
    assert backend is not None
    return leaf is None or isinstance(leaf, (str, bytes)) or backend.type_of(leaf) is not None


def may_depend(run: Callable[[], Any], locations: Sequence[Location], is_all: bool = False) -> bool:
    """Whether a program may depend on what some locations hold before it.

    Args:
        run: calls it.
        is_all: whether what it returns has in it what they hold afterwards.
    """
    around = log()
    assert around is not None
    one_by_one = [location for location in locations if isinstance(location, (Variable, Attribute, Item))]
    if around.effects() or not all(map(_is_of_container, (loc for loc in locations if loc not in one_by_one))):
        return True
    programs = []
    for before in (None, _Unusable(), UNBOUND) if one_by_one else (UNBOUND,):
        program, _ = _traced(run, locations, before, is_all)
        if program is None:
            return True
        programs.append(program)
    (text, node), *others = programs
    return any(text != other or not node.matches(made) for other, made in others)


def _traced(
    run: Callable[[], Any], locations: Sequence[Location] = (), before: Any = None, is_all: bool = False
) -> tuple[tuple[str, Node] | None, set[Any] | None]:
    """The program that a function is if some locations hold something, and its result; and where it stores outside.

    Both are None if it cannot be traced so. None for what the locations hold is what they do.
    """
    backend = tracing_backend()
    assert backend is not None
    forget, raised = refusals.forgetting(), [(region, region.raises, region.when_raised) for region in logs()]
    outermost, given_way = logs()[0], {*logs()[0].given_way}
    outermost.given_way.update(location.identity for location in locations)  # of before, though they may hold nothing
    nodes: list[Node] = []

    def leaves() -> list[Any]:
        found: list[Any] = []
        result = run()
        nodes[:] = [take_apart([result, [] if is_all else [location.read() for location in locations]], found)]
        return found

    with logging(Log(conditional=False)) as effects:
        try:
            in_order = sorted(locations, key=_is_of_container, reverse=True)  # what has these is found without the rest
            unusable = [made for location in in_order if (made := _without(location, before, effects)) is not None]
            program = backend.program(backend.trace(leaves, [], "stores"))
            if not all(values.is_let_go() for values in unusable):
                return None, None
            stored = {effect.location.identity for effect in effects.effects()}
        except Exception:
            forget()
            return None, None
        finally:
            effects.undo()
            outermost.given_way = given_way
            for known, raises, when_raised in raised:
                known.raises, known.when_raised = raises, when_raised
    return (program, nodes[0]), stored


def _is_of_container(location: Location) -> bool:
    return type(location) in (Elements, Contents) and type(location.holder) in _STAND_INS


def _without(location: Location, before: Any, effects: Log) -> _UntilEmptied | None:
    """Has a location hold something else, or a container that nothing may be done with but to empty it."""
    effects.writes_to(location)
    if not _is_of_container(location):
        if before is not None:
            location.write(before)
        return None
    holders = [*holders_outside(location.holder)]
    if not all(isinstance(holder, Location) for holder in holders):
        raise _Used("AG029", "a container is in something that cannot have another")
    made = _STAND_INS[type(location.holder)](location, holders)
    for holder in holders:
        effects.writes_to(holder)
        holder.write(made)
    return made


class _Unusable:
    """What stands for a value that nothing may be done with."""

    def __getattr__(self, name: str) -> NoReturn:
        self._refuse()

    def _refuse(self, *given: Any) -> NoReturn:
        raise _Used("AG029", "what a location holds before is used")

    __eq__ = __ne__ = __bool__ = __repr__ = __str__ = __format__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class _UntilEmptied:
    """What stands for a container of which it must not matter what is in it; once emptied, that is there again."""

    #: The class of Python's that it is of, and what is in it: code in C finds that, and cannot use it.
    _kind: Any
    _content: Any

    def __init__(self, location: Location, holders: Sequence[Location]):
        self._kind.__init__(self, self._content)
        self._location = location
        self._holders = holders
        self._is_emptied = False

    def is_let_go(self) -> bool:
        """Whether the program has emptied it before it did anything else."""
        return self._is_emptied and bool(self._kind.__len__(self) == 1)

    def _holds(self, held: Any) -> None:
        """Has the container hold something, and be there again."""
        if self._is_emptied:
            self._refuse()
        self._is_emptied = True
        container = self._location.holder
        for location, value in ((self._location, held), *((holder, container) for holder in self._holders)):
            logs()[-1].writes_to(location)
            location.write(value)

    def _refuse(self, *given: Any, **options: Any) -> NoReturn:
        raise _Used("AG029", "what a location holds before is used")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __repr__ = __str__ = __format__ = _refuse
    __len__ = __iter__ = __getitem__ = __contains__ = __reversed__ = __copy__ = __deepcopy__ = _refuse
    __reduce__ = __reduce_ex__ = pop = copy = _refuse
    __hash__ = None  # type: ignore[assignment]


class _UnusableList(_UntilEmptied, list[Any]):
    _kind, _content = list, (_Unusable(),)

    def clear(self) -> None:
        self[:] = []

    def __setitem__(self, key: Any, value: Any) -> None:
        if key != slice(None):
            self._refuse()
        self._holds([*value])

    def __delitem__(self, key: Any) -> None:
        self[key] = []

    __add__ = __iadd__ = __mul__ = __imul__ = __rmul__ = _UntilEmptied._refuse
    append = extend = insert = remove = index = count = sort = reverse = _UntilEmptied._refuse


class _UnusableDict(_UntilEmptied, dict[Any, Any]):
    _kind, _content = dict, ((None, _Unusable()),)

    def clear(self) -> None:
        self._holds({})

    __setitem__ = __delitem__ = __or__ = __ror__ = __ior__ = get = items = keys = _UntilEmptied._refuse
    popitem = setdefault = update = values = _UntilEmptied._refuse


_STAND_INS: dict[type, Callable[[Location, Sequence[Location]], _UntilEmptied]] = {
    **dict.fromkeys((list, deque), _UnusableList),
    **dict.fromkeys((dict, Counter, OrderedDict, defaultdict), _UnusableDict),
}


class _Used(AutographError):
    """Something was done with it."""


def _containers(value: Any) -> set[int]:
    """The identities of what may change in a value."""
    return {id(node.value) for node in take_apart(value, []).containers() if changes_in_place(node.value)}
