"""What holds a list or a dict, so that another can take its place everywhere.

A list of Python's gives way to a list of staged length before the branch or the loop that changes its length, and a
dict to one of staged keys. Only those that came to be while the function is staged do: who has others is not known.
These can be held by variables of functions that are running or have been defined, and by objects that came to be, or
were written, in the trace. Where anything else has one, or may have it in the middle of an expression, it cannot be
replaced.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, FunctionType, GeneratorType
from typing import Any

from autograph.operators import container_errors, looped_lists, places, shared_arrays
from autograph.operators.arrays import is_array
from autograph.operators.effects import came_to_be, in_use, log, logs, new, of_tensors
from autograph.operators.either import Either
from autograph.operators.frames import hidden_frames, locals_of
from autograph.operators.holding import (
    CLOSED,
    CONTAINERS,
    HOLDING,
    MAKING_LISTS,
    VIEWS,
    Unknown,
    check_iterator,
    check_object,
    check_view,
    is_iterator,
    is_rebuilt,
    is_tensor,
    locations_in,
    parts_of,
    rebuilt,
    spent,
    variables_held,
    variables_of,
)
from autograph.operators.links import Link
from autograph.operators.locations import (
    PLAIN,
    Elements,
    Location,
    Variable,
    attributes_of,
    elements_of,
    namespace_of,
)
from autograph.operators.pending_reads import (
    ask_for_loops,
    check_expression,
    check_statements,
    check_targets,
    check_update,
    frames,
)
from autograph.operators.reachable import holders_outside
from autograph.operators.refusals import ask_for_copies
from autograph.source.build import converted_codes
from autograph.staging import UNBOUND


class Local(Variable):
    """A variable of a function that is running."""

    __slots__ = ()

    @property
    def identity(self) -> tuple[Any, ...]:
        return Local, id(self.holder), self.key

    @property
    def is_there(self) -> bool:  # type: ignore[override]
        """Whether the function is still running."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame is not self.holder:
            frame = frame.f_back
        return frame is not None

    def read(self) -> Any:
        return self.holder.f_locals.get(self.key, UNBOUND)

    def write(self, value: Any) -> None:
        if value is UNBOUND or not self.is_there:
            return
        self.holder.f_locals[self.key] = value
        if sys.version_info < (3, 13):  # where `f_locals` is a copy, as debuggers write it back
            ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(self.holder), ctypes.c_int(0))


class InPlace(Variable):
    """What is in the place of a container of before the program, whether anything has that or not."""

    __slots__ = ()

    def write(self, value: Any) -> None:
        super().write(value)
        logs()[0].stood_in_place[id(value)] = value

    def __str__(self) -> str:
        return f"the {type(self.read()).__name__}"


def replace(before: Any, after: Any, is_stored: bool = False) -> Callable[[Any], Any]:
    """Has everything that holds a list or a dict hold another in its place, as an effect of the region around.

    Args:
        before, after: the two.
        is_stored: whether the other is about to be stored in its place, so that nothing else needs to have it.

    Returns:
        What gives the value that takes the place of one: of the list, of tuples that held it, or the value itself.

    Raises:
        Unknown: something may hold it that cannot be made to hold the other.
    """
    regions = logs()
    is_outside = not came_to_be(before)
    if is_outside and type(before) is GeneratorType:
        raise Unknown("it was there before the function is staged, and others may have it")
    if is_outside and id(before) in regions[0].copied:
        ask_for_copies()
        raise Unknown(
            "it is an argument, or in one, of which the system gives the function a copy",
            "change a copy of it, and return that: who calls the function can keep it",
        )
    takes = {id(before): after}
    values = [before]
    found: list[Location] = []
    for value in values:
        for holder in [*holders_of(value, is_outside), *(holders_outside(value) if is_outside else ())]:
            if isinstance(holder, Location):
                found.append(holder)
            elif not any(known is holder for known in values):
                values.append(holder)
    if is_stored:
        check_targets()
    if is_outside:
        regions[0].in_place[id(before)] = before
        found.append(InPlace(regions[0].in_place, id(before), outlives=True))
        regions[0].given_way.update(location.identity for location in found)
    elif id(before) in regions[0].in_place:  # an argument that is the function's own
        found.append(InPlace(regions[0].in_place, id(before)))
    if not found and not is_stored:
        raise Unknown("no variable and no object holds it")
    around = log()
    assert around is not None
    for location in found:  # all of them first: two variables may be one cell
        # What the variables of a list had before that came to be in the region is logged already.
        if not (isinstance(location, Variable) and around.is_new(before)):
            around.writes_to(location)

    def taken(value: Any) -> Any:
        if id(value) not in takes and any(known is value for known in values):
            takes[id(value)] = rebuilt(value, taken)
        return takes.get(id(value), value)

    regions[0].replaced[id(after)] = after, before, taken
    for location in found:
        held = location.read()
        location.write([*map(taken, held)] if isinstance(location, Elements) else taken(held))
    return taken


def has_given_way(value: Any) -> bool:
    """Whether something else is in the place of a value by now."""
    return bool(logs()) and any(before is value for _, before, _ in logs()[0].replaced.values())


def may_be_held(value: Any) -> bool:
    """Whether anything has a list or a dict, or may have it, but the call that it is given to."""
    if not any(region.is_new(value) for region in logs()):
        return True
    try:
        return next(holders_of(value), None) is not None
    except Unknown:
        return True


def is_one_of_several(value: Any) -> bool:
    """Whether only the program knows which object this is, or another that something has.

    One that a statement has chosen, and that nothing has any more, need not be the same as those that it stood for.
    """
    regions = logs()
    if any(region.is_frozen(value) for region in regions):
        return True
    gone = [link for region in regions for link in region.links if link.joins(value) and not _has_both(link, value)]
    for region in regions if gone else ():
        region.forgets_links(gone)
    return any(region.is_linked(value) for region in regions)


def _has_both(link: Link, value: Any) -> bool:
    """Whether something may have what came to stand for an object, besides the links."""
    if link.made is value or not any(region.is_new(link.made) for region in logs()):
        return True
    try:
        holders = [*holders_of(link.made)]
    except Unknown:
        return True
    return any(not (isinstance(holder, Location) and type(holder.holder) is Link) for holder in holders)


def by_now(value: Any, since: int = 0) -> Any:
    """What is in the place of a value that was read before other code ran; the value itself if nothing is.

    Args:
        value: what was read.
        since: how many replacements there had been by then; see `replacements`.

    Raises:
        Unknown: it does not show which of several is in its place.
    """
    values = [value]
    for _, _, taken in [*logs()[0].replaced.values()][since:]:
        values += [made for made in map(taken, values) if not any(made is known for known in values)]
    if len(values) == 1:
        return value
    # What took the place in a region that has been given up is in nobody's hands any more.
    current = [made for made in values if any(True for _ in _locations_of(made))]
    if len(current) != 1:
        raise Unknown("it is read before it changes in the same statement")
    return current[0]


def in_place_now(value: Any, since: int = 0) -> Any:
    """What is in the place of a container that was read before the rest of the statement had it staged, perhaps."""
    try:
        return by_now(value, since)
    except Unknown:
        container_errors.staged_while_updated(value)


def by_now_each(values: list[Any], since: int) -> list[Any]:
    """Likewise of some values that nothing else holds, one by one."""
    for _, _, taken in [*logs()[0].replaced.values()][since:]:
        values = [*map(taken, values)]
    return values


def replacements() -> int:
    """How many lists and dicts others have taken the place of."""
    return len(logs()[0].replaced)


def _locations_of(value: Any) -> Iterator[Location]:
    return (holder for holder in holders_of(value) if isinstance(holder, Location))


def original_of(value: Any, since: int = 0) -> Any:
    """The list or the dict in whose place another is; the value itself if it is in no other's.

    Args:
        since: how many replacements there had been before; see `replacements`.
    """
    replaced = logs()[0].replaced
    if since and id(value) in [*replaced][:since]:
        return value
    while id(value) in replaced:
        value = replaced[id(value)][1]
    return value


def looping(iterable: Any) -> Any:
    """What Python is to loop over for an iterable: what that goes over cannot be replaced meanwhile."""
    kind = type(iterable)
    if kind in _UNCHANGING or kind.__module__ not in ("builtins", "collections", "itertools", "numpy"):
        return iterable
    return _looping(new(list(iterable)) if kind is tuple else iterable)


def _looping(iterable: Any) -> Iterator[Any]:
    with going_over(iterable) as loop, hidden_frames:
        for count, item in enumerate(iterable, 1):
            loop[1:] = [count]
            yield item


@contextmanager
def going_over(iterable: Any) -> Iterator[list[Any]]:
    """While Python loops over something; its value has it, and how many items have been taken, if somebody counts."""
    loop = [iterable]  # which is no other loop's
    loops = logs()[0].loops if logs() else []  # one that nobody ends may outlast what is staged
    loops.append(loop)
    try:
        yield loop
    finally:
        loops[:] = [other for other in loops if other is not loop]


def _to_come() -> Iterator[Any]:
    """What loops of Python's have still to go over, where nobody else may have it."""
    for iterable, *count in logs()[0].loops:
        if type(iterable) in (list, tuple) and count:
            yield [*iterable[count[0] :]]
        elif is_array(iterable) or type(iterable) in _GOING_OVER_OTHERS:
            yield iterable
    yield from logs()[0].asked


#: Iterators that do not have the items that are still to come, but what these are of.
_GOING_OVER_OTHERS = frozenset({enumerate, zip, reversed, map, filter})


@contextmanager
def asking(iterator: Any) -> Iterator[None]:
    """While a loop asks an iterator of converted code for each item."""
    iterators = logs()[0].asked if logs() else []
    iterators.append(iterator)
    try:
        yield
    finally:
        iterators.pop()


shared_arrays.to_come.append(_to_come)
in_use.append(lambda: [iterable for iterable, *_ in logs()[0].loops])

_UNCHANGING = frozenset({range, str, bytes})


#: What is called for a generator that has what another is to take the place of: what takes its own can have that.
having: list[Callable[[Any], None]] = []


def _check_loops(target: Any) -> None:
    for iterable, *_ in logs()[0].loops:
        if iterable is target:
            for frame in frames(target):
                ask_for_loops(frame, target)
            raise Unknown("it is being looped over while it changes")
        if type(iterable) in VIEWS:
            check_view(iterable, target)
        elif is_iterator(iterable):
            check_iterator(iterable, target)


def _check_calls(target: Any) -> None:
    """Refuses what a function has that is not converted, and calls one that is."""
    frame: FrameType | None = sys._getframe(2)
    calls_back = False
    while frame is not None:
        is_of_program = frame.f_code in converted_codes and not places.is_own(frame)
        if calls_back and is_of_program:
            check_update(frame, target)
        calls_back = calls_back or is_of_program
        at_hand = places.calling.get(frame.f_code) if calls_back else None
        for value in () if at_hand is None else at_hand(locals_of(frame)):
            if value is target:
                looped_lists.ask_positions(value)
                raise Unknown("a function that is not converted has it, and calls one that changes it")
            if is_iterator(value):
                check_iterator(value, target)
        frame = frame.f_back


def holders_of(target: Any, is_outside: bool = False) -> Iterator[Any]:
    """The locations that hold an object, and the tuples and the like that do.

    Args:
        target: the object.
        is_outside: whether it was there before the program; `holders_outside` looks for what else has it.
    """
    _check_loops(target)
    _check_calls(target)
    seen: set[int] = {id(target)}
    waiting: list[Any] = []
    for frame in frames(target):
        check_expression(frame, target)
        check_statements(frame, target)
        for name, value in locals_of(frame).items():
            if value is target:
                if name == ".0":
                    raise Unknown("it is being looped over")
                yield Local(frame, name)
            else:
                waiting.append(value)
        for name in frame.f_code.co_names:
            value = frame.f_globals.get(name)
            if value is target:
                yield Variable(frame.f_globals, name, outlives=True)
            elif type(value) is FunctionType:
                waiting.append(value)
    gone = {id(before) for _, before, _ in logs()[0].replaced.values() if type(before) is GeneratorType}
    for region in logs():
        for variable in region.variables():
            if not isinstance(variable, Local) and variable.read() is target:
                yield variable
        for holder in [*region.born(), *region.written()]:
            if id(holder) in seen or type(holder) in of_tensors:
                continue
            seen.add(id(holder))
            if type(holder) in spent and spent[type(holder)](holder):
                seen.add(id(namespace_of(holder)))
                continue
            yield from locations_in(holder, target)
            waiting += [*elements_of(holder), *(attributes_of(holder) or {}).values()]
            if type(holder) is Link:  # what takes the place of an element of one of these is passed on to the other
                seen.update([id(holder.made), id(holder.original)])
            may_be_held = type(holder) is not Either and id(holder) not in gone
            if (type(holder) in CLOSED and may_be_held) or type(holder).__module__ in MAKING_LISTS:
                waiting.append(holder)
    for iterable, *_ in logs()[0].loops:
        if type(iterable) is list and id(iterable) not in seen:
            seen.add(id(iterable))
            yield from locations_in(iterable, target)
            waiting += iterable
    if is_outside:
        return
    checked: dict[int, Any] = {}  # kept alive, so that the identity of each stays its own
    while waiting:
        value = waiting.pop()
        if id(value) in checked or type(value) in PLAIN:
            continue
        checked[id(value)] = value
        if is_tensor(value):
            continue
        if type(value) in HOLDING:
            yield from locations_in(value, target)
            waiting.append(value.value)
            continue
        if type(value) in VIEWS:
            check_view(value, target)
            continue
        check_object(value, target, seen)
        if not (type(value) in CLOSED or is_rebuilt(value)):
            if type(value).__module__ == "contextlib":
                for part in (namespace_of(value) or {}).values():
                    waiting += [part, *elements_of(part)]
            if is_iterator(value):
                for part in check_iterator(value, target):
                    yield from locations_in(part, target)
                    waiting += [part, *elements_of(part)]
            elif type(value) in CONTAINERS and id(value) not in seen:  # nobody has seen it come to be
                parts = elements_of(value)
                if any(part is target for part in parts):
                    raise Unknown(f"a {type(value).__name__} has it that was made by a function which is not converted")
                waiting += parts
            continue
        if type(value) is FunctionType:
            yield from variables_of(value, target)
            waiting += variables_held(value)
            continue
        parts = parts_of(value)
        if any(part is target for part in parts):
            if not is_rebuilt(value):
                for give_way in having if type(value) is GeneratorType else ():
                    give_way(value)
                raise Unknown(f"a {type(value).__name__} has it, which cannot be made to have another")
            yield value
        waiting += parts
