"""What a program leaves in objects and variables that were there before it: it is stored when the program has run.

A location that holds a tensor when the function that is staged has ended gets back what it held, and the tensor is one
more result of the program, hidden from whoever calls it. Where the program may depend on what the location held before,
its trace counts only as long as it holds that again. It does not depend on it if it is the same for something that
cannot be used, and for nothing at all, in its place.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from autograph.diagnostics import AutographError, StagingError
from autograph.operators import effect_errors, refusals
from autograph.operators.effects import Effect, Log, containers_after, left_behind, log, logging, logs
from autograph.operators.locations import ArrayContents, Attribute, Contents, Item, Location, Variable
from autograph.operators.optionals import check_result
from autograph.operators.structures import Node, changes_in_place, put_together, same_value, take_apart
from autograph.staging import UNBOUND, UNSET, tracing_backend


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
        return all(_holds(location, before) for location, before in self.watched)

    def check_current(self) -> None:
        """Refuses a trace that another one should have been made in place of."""
        for location, before in self.watched:
            if not _holds(location, before):
                effect_errors.traced_with_another(location)

    def store(self, values: Sequence[Any]) -> None:
        """Stores what the program has returned, or what stands for that in another that is being staged."""
        around = log()
        for location, value in zip(self.locations, values, strict=True):
            if around is not None and type(location) is Contents:
                effect_errors.left_behind(location)
            if around is not None:
                around.writes_to(location)
            location.write(value)


def pending_stores(result: Any, run: Callable[[], Any], watched: Sequence[Location] = ()) -> PendingStores | None:
    """The stores of the function that is being staged, at its end; None where it leaves nothing behind.

    Args:
        result: what the function returned; UNSET if nobody can tell what else has the objects in it.
        run: calls it.
        watched: to what another trace of the function stores, which may depend on what that held.
    """
    effects = left_behind()
    held = _containers(result)
    for effect in effects:
        found = {id(part) for part in containers_after(effect)}
        if found & held or (found and result is UNSET):
            effect_errors.left_behind(effect.location)
        held |= found
    for effect in effects:
        effect.location.write(effect.before)
    effects = _outside(_apart_from_holders(effects), run) if effects else []
    if not effects:
        return PendingStores((), [], [*watched]) if watched else None
    try:
        values = check_result([effect.after for effect in effects])
    except StagingError:
        effect_errors.left_behind(effects[0].location)
    for effect in effects:
        if not all(_is_stored(leaf.value) for leaf in take_apart(effect.after, []).leaves()):
            effect_errors.left_behind(effect.location)
    locations = [_stored_to(effect.location) for effect in effects]
    return PendingStores(locations, values, [*watched, *locations] if _may_depend(run, locations) else [*watched])


def _holds(location: Location, before: Any) -> bool:
    """Whether a location holds what it held before, or an array the numbers that were in it."""
    held = location.read()
    if type(location) is not Contents:
        return same_value(held, before)
    is_same = held == before
    return held.shape == before.shape and bool((is_same | ((held != held) & (before != before))).all())


def _apart_from_holders(effects: list[Effect]) -> list[Effect]:
    """Effects without those of what has an array whose items are stored to: it has the array again."""
    items = {id(e.before): e.after for e in effects if type(e.location.holder) is ArrayContents}

    def has_it_again(before: Any, after: Any) -> bool:
        if type(before) is list and type(after) is list and len(before) == len(after):
            return all(one is other or has_it_again(one, other) for one, other in zip(before, after, strict=True))
        return after is items.get(id(before), UNSET)

    return [e for e in effects if type(e.location.holder) is ArrayContents or not has_it_again(e.before, e.after)]


def _stored_to(location: Location) -> Location:
    """Where a program stores what a location held when it was staged."""
    return Contents(location.holder.array) if type(location.holder) is ArrayContents else location


def apart_from_stores(result: Any) -> Any:
    """What a function returned, before its `pending_stores`: copies of what these will be stored to."""
    changed = {id(effect.location.holder) for effect in left_behind()}
    return _copied(take_apart(result, []), changed) if changed else result


def _copied(node: Node, changed: set[int]) -> Any:
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


def _may_depend(run: Callable[[], Any], locations: Sequence[Location]) -> bool:
    """Whether a program may depend on what some locations hold before it."""
    around = log()
    assert around is not None
    if around.effects() or not all(isinstance(location, (Variable, Attribute, Item)) for location in locations):
        return True
    programs = []
    for before in (None, _Unusable(), UNBOUND):
        program, _ = _traced(run, locations, before)
        if program is None:
            return True
        programs.append(program)
    (text, node), *others = programs
    return any(text != other or not node.matches(made) for other, made in others)


def _traced(
    run: Callable[[], Any], locations: Sequence[Location] = (), before: Any = None
) -> tuple[tuple[str, Node] | None, set[Any] | None]:
    """The program that a function is if some locations hold something, and its result; and where it stores outside.

    Both are None if it cannot be traced so. None for what the locations hold is what they do.
    """
    backend = tracing_backend()
    assert backend is not None
    forget, raised = refusals.forgetting(), [(region, region.raises, region.when_raised) for region in logs()]
    nodes: list[Node] = []

    def leaves() -> list[Any]:
        found: list[Any] = []
        nodes[:] = [take_apart([run(), [location.read() for location in locations]], found)]
        return found

    with logging(Log(conditional=False)) as effects:
        for location in locations:
            effects.writes_to(location)
            if before is not None:
                location.write(before)
        try:
            program = backend.program(backend.trace(leaves, [], "stores"))
            stored = {effect.location.identity for effect in effects.effects()}
        except Exception:
            forget()
            return None, None
        finally:
            effects.undo()
            for known, raises, when_raised in raised:
                known.raises, known.when_raised = raises, when_raised
    return (program, nodes[0]), stored


class _Unusable:
    """What stands for a value that nothing may be done with."""

    def __getattr__(self, name: str) -> NoReturn:
        self._refuse()

    def _refuse(self, *given: Any) -> NoReturn:
        raise _Used("AG029", "what a location holds before is used")

    __eq__ = __ne__ = __bool__ = __repr__ = __str__ = __format__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class _Used(AutographError):
    """Something was done with it."""


def _containers(value: Any) -> set[int]:
    """The identities of what may change in a value."""
    return {id(node.value) for node in take_apart(value, []).containers() if changes_in_place(node.value)}
