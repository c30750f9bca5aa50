"""What the body of a staged loop writes elsewhere: locations of objects become places of the loop.

Lists that change their length and dicts that change their keys are staged before the loop already. That an object
cannot be carried is found here too; what becomes of a location that is carried is not (see `widening`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import container_errors, dicts, loop_errors, tables
from autograph.operators.absences import may_be_absent
from autograph.operators.choices import ANY, MOST_OPTIONS
from autograph.operators.dicts import SETS, StagedDict
from autograph.operators.effects import Effect, came_to_be, logs
from autograph.operators.exits import can_leave
from autograph.operators.forms import MOST_CHARACTERS, Code, Form
from autograph.operators.giving_way import keep_what_is_staged
from autograph.operators.holding import Unknown
from autograph.operators.lists import StagedList, form_in, is_of_buffers, kind_of, may_be_staged, staged_form
from autograph.operators.locations import Elements, Entries, Item, Location, Stamps, Variable, can_change
from autograph.operators.loop_places import LoopPlaces, Place
from autograph.operators.loop_room import reserve
from autograph.operators.placeholders import any_like, nothing_like
from autograph.operators.places import path_to
from autograph.operators.resumables import Frame
from autograph.operators.rows import Pool, Row, row_makers
from autograph.operators.structures import Optional, changes_in_place, take_apart
from autograph.operators.tables import Table
from autograph.staging import UNBOUND, Backend

#: How often the strings of a list, of some constants each, may turn out to be longer ones; and if they are of more
#: constants than a value can be one of.
_MOST_LENGTHENED, _MOST_LENGTHENED_SOON = 6, 3


def adopt(loop: LoopPlaces, effects: Sequence[Effect]) -> bool:
    """Has locations that the body changed carried; whether there are any."""
    adopted = False
    count = len(loop.staged)
    widened = loop.seen_again = []
    for location, before, after in sorted(effects, key=is_of_buffers):
        if any(location.holder is holder for holder in widened):
            continue
        if widened or len(loop.staged) > count:  # what it held may have given way to what is staged, or got rows
            before = location.read()
        if stage_keys(loop, location, before, after):
            widened.append(location.holder)
        elif isinstance(location, Elements) and len(before) != len(after):
            stage_container(loop, location, location.holder, form_in(loop.backend, location.holder, [*before, *after]))
        elif type(location.holder) is StagedList and location.key == "form":
            widen_elements(loop, location.holder, after)
            widened.append(location.holder)
        elif type(location.holder) is StagedList and location.key == "buffers":
            reserve(loop, location, before, after)
        elif staged := newly_staged(loop.backend, before, after, isinstance(location, Elements)):
            for value, form in staged:
                stage_container(loop, location, value, form)
        elif type(location.holder) is Frame and before is UNBOUND:
            made_up = any_like(loop.backend, take_apart(after, [], loop.log.is_new))  # nobody reads it before
            loop.locations[location.identity] = (location, Place(location, made_up))
        elif type(location.holder) is Entries or type(location.holder) is Stamps:
            loop.locations[location.identity] = (location, part_of_dict(loop, location, before, after))
        elif (before is UNBOUND or is_unbound(after)) and _is_optional(loop.backend, location, after):
            loop.locations[location.identity] = (location, optional_part(loop, location, before, after))
        elif not location.stageable:
            loop_errors.changes_in_a_loop(location, loop.construct)
        elif after is UNBOUND:
            loop_errors.deleted_in_loop(location, loop.construct)
        else:
            place = Place(location, before, elements=isinstance(location, Elements))
            loop.expect_changes(place)
            loop.locations[location.identity] = (location, place)
        adopted = True
    if widened or len(loop.staged) > count:
        keep_what_is_staged()
        _forget_pools(loop)  # those of the effects as well that came after the one for which a row was made
    return adopted


def stage_container(loop: LoopPlaces, name: str | Location, value: Any, form: Form | Pool | None) -> None:
    """Has a staged list or dict take the place of one of Python's, before the loop already."""
    if isinstance(form, Pool):
        if not any(before is value for before, _ in loop.staged):
            with loop.replacing():
                row_makers[-1](form, value)
    else:
        _stage_container(loop, name, value, form)
    _forget_pools(loop)  # in which rows may have been made


def _stage_container(loop: LoopPlaces, name: str | Location, value: Any, form: Form | None) -> None:
    if type(value) is Table:
        widen_elements(loop, value.entries, form)  # type: ignore[arg-type]
        return
    if type(value) in tables.MAY_BE_STAGED:
        if (reason := stage_dict(loop, value, form)) is not None:
            loop_errors.cannot_grow(name, loop.construct, reason)
        return
    known = next((made for list_, made in loop.staged if list_ is value), None)
    if known is not None and form is not None:
        widen_elements(loop, known, form)
        return
    unlike = "its elements are not numbers or tensors of one type, made alike"
    is_frozen, is_outside = any(region.is_frozen(value) for region in logs()), not came_to_be(value)
    if not may_be_staged(value) or form is None or (is_frozen and not is_outside):
        loop_errors.cannot_grow(name, loop.construct, unlike)
    with loop.replacing():
        made = StagedList.of(loop.backend, value, form, kind_of(value))
    if is_outside and _carry_a_copy(loop, name, value, made):
        return
    if is_frozen:
        loop_errors.cannot_grow(name, loop.construct, unlike)
    try:
        loop.replace(value, made)
    except Unknown as reason:
        loop_errors.cannot_grow(name, loop.construct, str(reason), reason.help)


def _carry_a_copy(loop: LoopPlaces, name: str | Location, value: Any, made: StagedList) -> bool:
    """Has what the body puts other lists in place of a list in hold a copy of it before the loop already; if any does.

    Neither may change after that: the loop may run no iteration, and then it holds the list itself.
    """
    is_argument = id(value) in logs()[0].copied
    if is_argument and isinstance(name, Location) and name.identity not in loop.locations and name.read() is value:
        loop.locations[name.identity] = name, Place(name, value)
    is_held = False
    for place in loop.places:
        before = place.before if place.elements else _with_copy(place.before, value, made)
        is_kept = place.after.value is place.before and place.name is not name
        # A list of staged length may be what takes the place of one from outside that changes.
        if before is not place.before and not is_kept and (is_argument or type(place.after.value) is list):
            place.before = before
            loop.take_apart(place)
            place.copied.append(value)
            is_held = True
    if is_held:
        loop.staged.append((value, made))
    return is_held


def _with_copy(held: Any, value: Any, made: StagedList) -> Any:
    """What a place holds, a list or tuples that it is in, with a copy in place of the list."""
    if held is value:
        return made
    if type(held) is Optional:
        inner = _with_copy(held.value, value, made)
        return held if inner is held.value else held.rebuilt([held.absent, inner])
    if type(held) is not tuple:
        return held
    parts = tuple([_with_copy(part, value, made) for part in held])
    return parts if any(one is not other for one, other in zip(parts, held, strict=True)) else held


def stage_keys(loop: LoopPlaces, location: Location, before: Any, after: Any) -> bool:
    """Has a dict of staged keys take the place of one that has other keys after an iteration, if it can be."""
    if isinstance(location, Variable) or not dicts.may_be_staged(location.holder):
        return False
    if isinstance(location, Item) and before is not UNBOUND and after is not UNBOUND:
        return False
    return stage_dict(loop, location.holder) is None


def stage_dict(loop: LoopPlaces, value: Any, form: Form | None = None) -> str | None:
    """Has a dict of staged keys take the place of a dict, before the loop already; the reason where it cannot.

    Args:
        value: the dict.
        form: that of its entries, if its keys are tensors.
    """
    known = next((made for before, made in loop.staged if before is value), None)
    if known is not None:
        if type(known) is Table and form is not None:
            widen_elements(loop, known.entries, form)
        return None
    if any(region.is_frozen(value) for region in logs()):
        return "a staged conditional chose between it and another dict"
    if form is None:
        made: Any = StagedDict.of(loop.backend, value)
    else:
        with loop.replacing():
            made = Table.of(loop.backend, value, form)
        _forget_pools(loop)
    try:
        loop.replace(value, made)
    except Unknown as reason:
        return str(reason)
    loop.locations = {key: known for key, known in loop.locations.items() if known[0].holder is not value}
    return None


def part_of_dict(loop: LoopPlaces, location: Location, before: Any, after: Any) -> Place:
    """The value, or the stamp, of a key that a dict may get in an iteration, or lose."""
    if type(location.holder) is Stamps:
        if before is UNBOUND:
            before = after if type(after) is int else 0
        place = Place(location, before)
        place.types = [None] if type(place.before) is int else place.types
        return place
    return optional_part(loop, location, before, after)


def optional_part(loop: LoopPlaces, location: Location, before: Any, after: Any) -> Place:
    """The value of a key or an attribute that there may come to be in an iteration, or no longer be."""
    name, value = str(location), after
    if before is UNBOUND:
        if type(after) is Optional and after.unbound:
            value = after.value
        before = dicts.maybe_absent(loop.backend, True, nothing_like(loop.backend, value), name)
    elif is_unbound(after):
        before = may_be_lost(loop, before, name)
    place = Place(location, before)
    loop.expect_changes(place)
    return place


def _is_optional(backend: Backend, location: Location, value: Any) -> bool:
    """Whether a location can be an attribute that comes to be in an iteration, with a value like another."""
    may_be_lost = is_unbound(value)
    node = take_apart(value.value if type(value) is Optional and may_be_lost else value, [])
    has_objects = any(can_change(leaf.value) and backend.type_of(leaf.value) is None for leaf in node.leaves())
    has_parts = any(part.kind is Optional or changes_in_place(part.value) for part in node.containers())
    if has_objects or (has_parts and not may_be_lost):  # which are carried otherwise if each iteration makes them
        return False
    return may_be_absent(backend, location)


def is_unbound(value: Any) -> bool:
    """Whether what a location holds is nothing, or may be."""
    return value is UNBOUND or (type(value) is Optional and value.unbound)


def may_be_lost(loop: LoopPlaces, before: Any, name: str) -> Any:
    """The value of a key or an attribute, of which an iteration may leave none."""
    if type(before) is Optional and before.unbound:
        return before
    return dicts.maybe_absent(loop.backend, False, before, name)


def widen_elements(loop: LoopPlaces, holder: StagedList, form: Form) -> None:
    """Has a staged list hold elements of a wider form, before the loop already."""
    is_longer = _has_ever_longer_strings(loop, holder, form)
    rooms = [loop.backend.buffer_room(loop.backend.buffer_type(buffer)) for buffer in holder.buffers]
    limit = _limit_of_strings(loop, holder) if is_longer and rooms.count(None) < len(rooms) else None
    with loop.replacing():
        if not is_longer or form.rooms_of_strings(loop.backend):
            holder.widen(form)
        if is_longer:
            holder.spell(limit)
    _expect_others(loop, holder)


def _limit_of_strings(loop: LoopPlaces, holder: StagedList) -> tuple[int, StagingError]:
    """How many characters a string of a list has room for, and what is raised where it has more."""
    name = path_to(holder) or "a list"
    error = loop_errors.string_outgrown(name, loop.construct, MOST_CHARACTERS)
    if not can_leave(error):
        loop_errors.strings_get_longer(name, loop.construct)
    return MOST_CHARACTERS, error


def _has_ever_longer_strings(loop: LoopPlaces, holder: StagedList, form: Form) -> bool:
    """Whether the strings in a list, or the constants that they are of, are longer with every look at the body."""
    codes = [type_ for type_ in form.types if isinstance(type_, Code) and type_.options is not ANY]
    strings = {option for code in codes for option in code.options if type(option) is str}
    lengths = next((known for made, known in loop.longest if made is holder), None)
    if lengths is None:
        loop.longest.append((holder, lengths := []))
    longest = max([*map(len, strings), *form.rooms_of_strings(loop.backend)], default=0)
    if longest <= max(lengths, default=0):
        return False
    lengths.append(longest)
    return len(lengths) > (_MOST_LENGTHENED_SOON if len(strings) > MOST_OPTIONS else _MOST_LENGTHENED)


def _expect_others(loop: LoopPlaces, holder: StagedList) -> None:
    """Has what a staged list holds found out anew, as its elements are others now."""
    _forget_pools(loop)
    for key, (location, _) in list(loop.locations.items()):
        if location.holder is holder:
            del loop.locations[key]
    for place in loop.places:
        if any(node.value is holder for node in place.entry.containers()):
            place.take_apart()
            loop.expect_changes(place)


def _forget_pools(loop: LoopPlaces) -> None:
    """Has what is in the pools, and is carried, found out anew: rows that are made before the loop change it there."""
    pools = [pool for _, pool in logs()[0].pools.values()]
    parts = [part for pool in pools for part in (pool, pool.items, pool.sizes, getattr(pool.items, "entries", None))]
    for key, (location, _) in list(loop.locations.items()):
        if any(location.holder is part for part in parts):
            del loop.locations[key]


def newly_staged(backend: Backend, before: Any, after: Any, elements: bool = False) -> list[tuple[Any, Any]]:
    """The lists that have another length after an iteration, and the form of their elements; and dicts that got staged;
    those that are in a pool, and the pool.

    Args:
        elements: whether the values are lists of the elements of one container, before and after.
    """
    if elements or (issubclass(type(before), tuple) and type(before) is type(after) and len(before) == len(after)):
        return [found for pair in zip(before, after, strict=True) for found in newly_staged(backend, *pair)]
    if type(after) is Row and after.pool.takes(before):
        return [(before, after.pool)]
    if type(after) is StagedDict and dicts.may_be_staged(before):
        return [(before, None)]
    if type(after) is Table and type(before) in tables.MAY_BE_STAGED:
        form = tables.joined_form(backend, before, after)
        return [(before, form)] if form is not None else container_errors.unlike_entries(before)
    is_keyed = dicts.may_be_staged(before) or type(before) is frozenset
    # A set that is rebuilt may have the same elements after the first iteration, and not after others.
    is_rebuilt = type(after) is type(before) and before is not after
    if is_keyed and is_rebuilt and (type(before) in SETS or {*before} != {*after}):
        form = tables.entry_form(backend, before, tables.entries_in(after))
        has_constants = form is None or any(isinstance(type_, Code) for type_ in form.types)
        return [] if form is None or has_constants else [(before, form)]
    if not may_be_staged(before):
        return []
    if type(after) is not StagedList and not (type(after) is type(before) and len(after) != len(before)):
        return []
    form = staged_form(backend, take_apart(before, []), take_apart(after, []))
    return [] if form is None else [(before, form)]
