"""How much room the buffers of lists and strings need that a staged loop makes longer.

It follows from what one iteration adds and from how many iterations there are; where nobody knows these, there is room
for so many elements, and the program fails that needs more. Systems whose buffers grow by themselves need none of it.
"""

from __future__ import annotations

import math
from typing import Any, NoReturn

from autograph.diagnostics import StagingError
from autograph.operators import loop_errors, places
from autograph.operators.exits import can_leave
from autograph.operators.locations import Location
from autograph.operators.loop_places import LoopPlaces, Place
from autograph.operators.raising import require
from autograph.staging import Type

#: How many elements a list may have gained after an iteration of a loop of which nobody knows how often it runs, where
#: there is not always room for more.
_MOST_APPENDED = 1000
#: How many times as much as was seen first an iteration may add to a string.
_MOST_ADDED = 16
#: How many elements an iteration adds at most that has no loop in it. For what a loop in a loop adds there is room for
#: so many numbers at most: it is rare that it runs as often as it could each time.
_FEW, _MOST_ROOM = 16, 2**20
#: How many characters a string has room for where such a loop makes it longer.
_MOST_CHARACTERS = 2**12
#: How many elements a list may have after an iteration that makes it of the one before, with more room every time.
_MOST_KEPT = 256


def reserve(loop: LoopPlaces, location: Location, before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
    """Has the buffers of a staged list carried, with room for what all iterations append."""
    place = Place(location, before)
    place.is_buffers = True
    growth = 0
    for k, pair in enumerate(zip(before, after, strict=True)):
        types = [loop.backend.buffer_type(buffer) for buffer in pair]
        room, needed = map(loop.backend.buffer_room, types)
        place.types[k] = types[0]
        if room is not None and needed is not None:
            place.rooms[k] = room, 0
            growth = max(growth, needed - room)
    if growth:
        _reserve(loop, place, growth)
    loop.locations[location.identity] = (location, place)


def _reserve(loop: LoopPlaces, place: Place, growth: int) -> None:
    """Has a list carried with room for so many elements more after each iteration."""
    place.growth = growth
    for k, (room, _) in place.rooms.items():
        place.types[k] = loop.backend.buffer_with_room(place.types[k], _room_for(loop, place, k, room, growth))


def _room_for(loop: LoopPlaces, place: Place, k: int, room: int, growth: int, most: int = _MOST_ROOM) -> int:
    """What room a buffer needs that has some before the loop, and that each iteration makes longer."""
    type_ = place.types[k]
    if loop.trips is not None and type_ is not None:
        needed = room + growth * loop.trips
        if growth <= _FEW or needed * math.prod(type_.shape[1:]) <= most:
            return needed
    return _limited(loop, place, k, room + _MOST_APPENDED) + growth


def _fixed_room(loop: LoopPlaces, place: Place, k: int, room: int) -> int:
    """Likewise, where each iteration asks for yet more: there is room for some elements, whatever is asked for."""
    place.fixed.add(k)
    return _limited(loop, place, k, max(room, _MOST_KEPT))


def _limited(loop: LoopPlaces, place: Place, k: int, limit: int) -> int:
    """Has the program fail where there are more elements after an iteration."""
    place.limits[k] = limit
    if not can_leave(outgrown(loop, place, limit)):
        cannot_reserve(loop, place.name)
    return limit


def gets_room(loop: LoopPlaces, place: Place) -> bool:
    """Has a list carried with more room, twice, if an iteration appends more than the first did; whether it is."""
    if len(place.types) != len(place.after_leaves):
        return True  # its elements have become others, for which it has other buffers already
    growth = 0
    for known, leaf in zip(place.types, place.after_leaves, strict=True):
        room, needed = (loop.backend.buffer_room(t) for t in (known, loop.backend.buffer_type(leaf)))
        if room is not None and needed is not None:
            growth = max(growth, needed - room)
    if growth <= place.growth or place.fixed:
        return False
    place.widened += 1
    if place.widened == 1:
        _reserve(loop, place, growth)
        return True
    for k, (room, _) in place.rooms.items():
        place.types[k] = loop.backend.buffer_with_room(place.types[k], _fixed_room(loop, place, k, room))
    return True


def have_room(loop: LoopPlaces, place: Place, k: int, known: Type, needed: Type) -> bool:
    """Has a list carried with room for the one that an iteration puts in its place; whether it had less.

    What is longer than that once more is taken to be made of the one before it, and to grow with every iteration; and
    what grows by more than that, to be made of it again and again.
    """
    room, more = (loop.backend.buffer_room(type_) or 0 for type_ in (known, needed))
    if more <= room or k in place.fixed:
        return False
    if k not in place.rooms:
        place.rooms[k] = more, 0
        place.types[k] = loop.backend.buffer_with_room(known, more)
        return True
    first, growth = place.rooms[k]
    if not growth or more - room <= growth:
        return make_room(loop, place, k, known, needed)
    place.types[k] = loop.backend.buffer_with_room(known, _fixed_room(loop, place, k, first))
    return True


def make_room(loop: LoopPlaces, place: Place, k: int, known: Type, needed: Type) -> bool:
    """Has a string carried with room for what all iterations add to it; whether it had less."""
    room, more = (loop.backend.buffer_room(type_) or 0 for type_ in (known, needed))
    first, growth = place.rooms.get(k, (room, 0))
    if more - room <= growth:
        return False
    if growth and more - room > _MOST_ADDED * growth:
        cannot_reserve(loop, place.name)
    growth = more - room
    place.rooms[k] = first, growth
    place.types[k] = loop.backend.buffer_with_room(known, _room_for(loop, place, k, first, growth, _MOST_CHARACTERS))
    return True


def check_limits(loop: LoopPlaces) -> None:
    """Has the program fail that leaves a list longer than expected after an iteration."""
    for place in loop.places:
        if place.limits and place.is_buffers and isinstance(place.name, Location):
            check_limit(loop, place, place.name.holder, min(place.limits.values()))


def check_limit(loop: LoopPlaces, place: Place, sized: Any, limit: int) -> None:
    """Has the program fail where a list or a string is longer."""
    require(loop.backend, sized.length <= limit, outgrown(loop, place, limit))


def outgrown(loop: LoopPlaces, place: Place, limit: int) -> StagingError:
    what = places.path_to(place.name.holder) if place.is_buffers and isinstance(place.name, Location) else None
    return loop_errors.list_outgrown(what or place.name, loop.construct, limit, bool(place.fixed))


def cannot_reserve(loop: LoopPlaces, location: str | Location) -> NoReturn:
    what = places.path_to(location.holder) if isinstance(location, Location) else location
    reason = f"{loop.backend.name} has to know how long a list can get, and does not know how often the loop runs"
    loop_errors.cannot_grow(what or "a list", loop.construct, reason)
