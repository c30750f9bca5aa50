"""The fixed point of a staged loop: of what types and structures its places must be for all iterations.

What an iteration leaves in a place is compared with what it found there. A type may be widened, a value become an
optional or one of several, a list or an object be carried in all its parts; what cannot be both is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from autograph.operators import loop_errors, places, staged_tuples
from autograph.operators.absences import may_be_absent
from autograph.operators.aliases import originals_of
from autograph.operators.choices import Choice, joined_options, number_in
from autograph.operators.choices import options_of as constants_of
from autograph.operators.dicts import KINDS as MAPPINGS
from autograph.operators.either import Either, Option
from autograph.operators.identities import are_kept_apart
from autograph.operators.joins import is_wider_array, joined_type
from autograph.operators.kinds import are_of_kinds_apart, is_number
from autograph.operators.lists import StagedList, is_tuple_of_staged_length
from autograph.operators.locations import Attribute, Entries, Item, attributes_of
from autograph.operators.loop_effects import may_be_lost, newly_staged, stage_container, widen_elements
from autograph.operators.loop_places import SIZED, LoopPlaces, Place, candidates, held_in, unwrapped
from autograph.operators.loop_room import gets_room, have_room, make_room
from autograph.operators.operands import are_texts
from autograph.operators.placeholders import any_like
from autograph.operators.presence import found
from autograph.operators.rows import Row, is_of_container
from autograph.operators.string_methods import spelled_out
from autograph.operators.strings import String, characters_of
from autograph.operators.structures import (
    FUNCTIONS,
    Node,
    Optional,
    are_options,
    changes_in_place,
    has_identity,
    has_more_than_items,
    is_function,
    is_object,
    is_option,
    is_staged_error,
    one_of_alike,
    opened,
    options_of,
    put_together,
    same_python_value,
    stands_for,
    take_apart,
)
from autograph.operators.text import Text
from autograph.staging import UNBOUND, UNSET

#: How often a variable may turn out to be None, or one of more constants, than it was taken to be; and how often that
#: may be by longer strings.
_MOST_WIDENED = 12
_MOST_LENGTHENED = 2
#: How many tuples and lists that are unlike a variable may be one of.
_MOST_UNLIKE_CONTAINERS = 6


def widen(loop: LoopPlaces, place: Place) -> bool:
    """Takes from one iteration the types the next must cope with; whether any is new."""
    if place.is_absent or any(place.holds(value) for value in loop.seen_again):
        return False
    if place.is_buffers:
        return gets_room(loop, place)
    options = [part for node in place.after.containers() if node.kind is Either for part in node.parts]
    becomes_another = place.holds_error and place.after.value is not place.current
    if becomes_another or any(is_staged_error(option.value) for option in options):
        loop_errors.structure_changes(place.name, loop.construct, place.entry.value, place.after.value)
    if _may_be_unbound(place.after) and _may_lack(loop, place):
        before = may_be_lost(loop, place.before, str(place.name))
        if before is not place.before:
            place.before = before
            loop.take_apart(place)
            return True
    if place.after.value is UNBOUND or place.after.value is UNSET:
        loop_errors.deleted_in_loop(place.name, loop.construct)
    if place.widened < _MOST_WIDENED and _is_wider(place.entry, place.after, loop.log.is_new):
        place.widened += 1
        before = held_in(place.entry)
        place.before = widened(loop, place.entry, place.after, str(place.name), place.widened)
        place.take_apart()
        kept = {id(known) for known in held_in(place.entry)}
        place.copied += [known for known in before if id(known) not in kept and not has_identity(known)]
        loop.expect_changes(place)
        return True
    if staged := newly_staged(loop.backend, place.before, place.after.value):
        for value, form in staged:
            stage_container(loop, place.name, value, form)
        return True
    if not place.deep and not stays(loop, place):
        if are_kept_apart() and _holds_objects(place):
            loop_errors.structure_changes(place.name, loop.construct, place.entry.value, place.after.value)
        place.deep = True
        place.take_apart()
        loop.expect_changes(place)
        return True
    if place.deep and _has_wider_lists(loop, place.entry, place.after):
        return True
    if not _alike(place.entry, place.after):
        loop_errors.structure_changes(place.name, loop.construct, place.entry.value, place.after.value)
    changed = False
    buffers = {part.index: node.kind for node in sized_in(place.after) for part in node.parts[1:]}
    for k, (first, last) in enumerate(zip(place.leaves, place.after_leaves, strict=True)):
        known = place.types[k]
        if k in buffers and known is not None and loop.backend.buffer_room(known) is not None:
            reserve = have_room if buffers[k] is StagedList else make_room
            changed |= reserve(loop, place, k, known, loop.backend.buffer_type(last))
            continue
        if known is None:
            if same_python_value(first, last) or stands_for(first, last):
                continue
            known = loop.type_of(first)
        type_ = loop.type_of(last)
        if known is None or type_ is None:
            loop_errors.value_changes(loop.backend, place.name, loop.construct, first, last)
        joined = joined_type(loop.backend, known, type_)
        if joined is None and is_wider_array(first, known, type_):
            joined = known
        if joined is None:
            loop_errors.type_changes(loop.backend, place.name, loop.construct, known, type_)
        if joined != place.types[k]:
            place.types[k] = joined
            changed = True
    return changed


def _holds_objects(place: Place) -> bool:
    """Whether there is an object that stays itself in a place, before an iteration or after it."""
    nodes = [*place.entry.leaves(), *place.after.leaves(), *place.entry.containers(), *place.after.containers()]
    return any(has_identity(node.value) for node in nodes)


def identified(loop: LoopPlaces, place: Place, value: Any, is_new: Callable[[Any], bool]) -> Any:
    """A value, as one of several objects of before the loop if it stands for one of them."""
    if place.deep or place.is_absent or place.widened >= _MOST_WIDENED or value is place.current:
        return value
    if type(value) is Optional:
        return value.rebuilt([value.absent, identified(loop, place, value.value, is_new)])
    originals = originals_of(value) if is_new(value) and is_option(value) else []
    if len(originals) < 2 or any(is_new(known) or has_its_like(known) for _, known in originals):
        return value
    error = loop.difference(place.name, place.before, value)
    return Either(loop.backend, [Option(holds, original) for holds, original in originals], error)


def made_like(entry: Node, value: Any, current: Any, is_new: Callable[[Any], bool]) -> Any:
    """A value after an iteration, made of optionals where the one before it is.

    Args:
        entry: the value before the loop, taken apart.
        current: that at the start of the iteration.
        is_new: tells what came to be in the iteration.
    """
    if entry.kind is String and are_texts(value):
        made = spelled_out(entry.value.backend, value)
        options = characters_of(entry.value, made)
        return made.with_options(options)
    if entry.kind is Choice and joined_options(entry.value, value) == entry.value.options:
        return Choice(entry.value.backend, entry.value.options, number_in(value))
    if entry.kind is Either:
        return _like_options(entry, value, current, is_new)
    if entry.kind is None or value is current:
        return value
    if entry.kind is StagedList:
        if is_tuple_of_staged_length(entry.value) and staged_tuples.is_tuple(value):
            value = staged_tuples.staged(entry.value.backend, value, entry.value.form)
        if type(value) is StagedList and is_new(value) and entry.value.form.joined(entry.value.backend, value.form):
            value.widen(entry.value.form)
        return value
    if entry.kind is Optional:
        if type(value) is Optional:
            return value.rebuilt([value.absent, made_like(entry.parts[1], value.value, unwrapped(current), is_new)])
        like = entry.value
        inner = unwrapped(current)
        absent = value is (UNBOUND if like.unbound else None)
        value = inner if absent else made_like(entry.parts[1], value, inner, is_new)
        return Optional(like.backend, absent, value, like.unbound, like.name, like.place)
    if not any(node.kind in (Optional, Choice, Either, String, StagedList) for node in entry.containers()):
        return value
    node, now = take_apart(value, []), take_apart(current, [])
    if any(known.kind is not entry.kind or known.label != entry.label for known in (node, now)):
        return value  # `now` may be changed in place by the iteration
    parts = zip(entry.parts, node.parts, now.parts, strict=True)
    return put_together(node, [made_like(one, two.value, three.value, is_new) for one, two, three in parts])


def _has_wider_lists(loop: LoopPlaces, entry: Node, after: Node) -> bool:
    """Has the staged lists in a value hold what those in their places hold after an iteration; whether any did not."""
    if entry.kind is StagedList and after.kind is StagedList:
        form = entry.value.form.joined(loop.backend, after.value.form)
        if form is None or form == entry.value.form == after.value.form:
            return False
        known = [entry.value] if loop.log.is_new(after.value) else [entry.value, after.value]
        narrower = [made for made in known if made.form != form]
        for made in narrower:
            widen_elements(loop, made, form)
        return bool(narrower)
    pairs = zip(entry.parts, after.parts, strict=False) if entry.kind is after.kind else ()
    found = [_has_wider_lists(loop, *pair) for pair in pairs]
    return any(found)


def sized_in(node: Node) -> list[Node]:
    """The strings of staged characters and the lists of staged length in a value, whose buffers need room."""
    return [part for part in node.containers() if part.kind in SIZED]


def has_its_like(value: Any) -> bool:
    """Whether an object has others of its class, as in a linked list or a tree: a loop goes from one to the next."""
    parts = [part for held in (attributes_of(value) or {}).values() for part in candidates(held)]
    return any(type(part) is type(value) for part in parts)


def _is_same_option(entry: Node, after: Node) -> bool:
    """Whether one of several values is one that was known before."""
    if entry.value is after.value or stands_for(entry.value, after.value):
        return True
    if type(entry.value) is type(after.value) and is_object(after):
        return True
    if is_number(entry.value) and is_number(after.value):
        return not are_of_kinds_apart(entry.value, after.value)
    if are_texts(entry.value, after.value):
        return not _is_wider(entry, after, lambda value: False)
    if entry.kind is Row and after.kind is Row:
        return entry.label is after.label
    if entry.kind is after.kind and entry.kind in FUNCTIONS and entry.label == after.label:
        return all(map(_is_same_option, entry.parts, after.parts))
    return False


def stays(loop: LoopPlaces, place: Place) -> bool:
    """Whether a value consists of the same lists and objects, and as many parts, after an iteration as before."""
    if not _alike(place.entry, place.after):
        return False
    return not any(
        first is not last and (changes_in_place(first) or changes_in_place(last) or _is_replaced(first, last))
        for first, last in zip(place.leaves, place.after_leaves, strict=True)
    )


def widened(loop: LoopPlaces, entry: Node, after: Node, name: str, times: int = 0) -> Any:
    """The value before the loop, as an optional where it is None or an iteration may leave None.

    Args:
        times: how often it was widened.
    """
    if entry.value is after.value:
        return entry.value
    if (function := one_of_alike(entry.value, after.value)) is not None:
        return function
    if _is_spelled(entry, after, times):
        made = spelled_out(loop.backend, entry.value)
        return made.with_options(characters_of(made, after.value)) if after.kind is String else made
    if staged_tuples.are_of_other_lengths(entry, after):
        form = staged_tuples.form_of_both(loop.backend, entry, after)
        return entry.value if form is None else staged_tuples.staged(loop.backend, entry.value, form)
    options = joined_options(entry.value, after.value)
    if options is not None:
        return entry.value if len(options) == 1 else Choice(loop.backend, options, number_in(entry.value))
    if _are_options(entry, after, loop.log.is_new):
        return one_of(loop, entry, after, name, times)
    if entry.kind is Optional and after.kind is Optional:
        inner = widened(loop, entry.parts[1], after.parts[1], name, times)
        return entry.value.rebuilt([entry.value.absent, inner])
    if entry.value is None or after.value is None or after.kind is Optional:
        is_none = entry.value is None
        like = after if after.kind is not Optional else after.parts[1]
        makes_objects = any(has_identity(part.value) for part in like.containers())
        if makes_objects or any(captures_of_iteration(loop, leaf.value) for leaf in like.leaves()):
            loop_errors.structure_changes(name, loop.construct, entry.value, after.value)
        if is_none:
            value = any_like(loop.backend, like)
        else:
            value = entry.value if like.value is None else widened(loop, entry, like, name, times)
        return found(Optional(loop.backend, is_none, value, False, name, places.current_place()))
    if entry.kind is None or entry.kind is not after.kind or entry.label != after.label:
        return entry.value
    parts = zip(entry.parts, after.parts, strict=True)
    return put_together(entry, [widened(loop, one, two, name, times) for one, two in parts])


def one_of(loop: LoopPlaces, entry: Node, after: Node, name: str, times: int) -> Any:
    """The value before the loop, as one of several: an iteration may leave any of them."""
    known = options_of(entry)
    options = [Option(holds.value, value.value) for holds, value in known]
    for _, value in options_of(after):
        alike = [one_of_alike(option.value, value.value) for option in options]
        if any(alike):
            options = [Option(option.holds, one or option.value) for option, one in zip(options, alike, strict=True)]
        elif not any(_is_same_option(other, value) for _, other in known):
            place = next((k for k, option in enumerate(options) if are_texts(option.value, value.value)), None)
            if place is not None:
                of_before = take_apart(options[place].value, [])
                options[place] = Option(options[place].holds, widened(loop, of_before, value, name, times))
                continue
            if captures_of_iteration(loop, value.value) or is_of_container(value.value):
                loop_errors.structure_changes(name, loop.construct, entry.value, after.value)
            options.append(Option(False, any_like(loop.backend, value)))
    if sum(issubclass(type(option.value), (tuple, list)) for option in options) > _MOST_UNLIKE_CONTAINERS:
        loop_errors.structure_changes(name, loop.construct, entry.value, after.value)  # each of them is in the next
    return found(Either(loop.backend, options, loop.difference(name, entry.value, after.value)))


def captures_of_iteration(loop: LoopPlaces, value: Any) -> bool:
    """Whether a function captured a variable that only the body of the loop binds."""
    unbound = [cell for cell, was in loop.bound.held if was is UNBOUND]
    return type(value) is FunctionType and any(c is cell for c in value.__closure__ or () for cell in unbound)


def _is_wider(entry: Node, after: Node, is_new: Callable[[Any], bool]) -> bool:
    """Whether a value, or a part of it, is None before an iteration and not afterwards, or the other way round; or one
    of more constants, objects or functions.
    """
    if entry.value is after.value:
        return False
    if (function := one_of_alike(entry.value, after.value)) is not None:
        return function is not entry.value
    if are_texts(entry.value, after.value) and _is_spelled(entry, after, 0):
        return entry.kind is not String or characters_of(entry.value, after.value) != entry.value.options
    if staged_tuples.are_of_other_lengths(entry, after):
        return True
    options = joined_options(entry.value, after.value)
    if options is not None:
        return len(options) > (len(entry.value.options) if entry.kind is Choice else 1)
    if _are_options(entry, after, is_new):
        known = [value for _, value in options_of(entry)]
        return any(not any(_is_same_option(one, value) for one in known) for _, value in options_of(after))
    if entry.kind is Optional:
        return after.kind is Optional and _is_wider(entry.parts[1], after.parts[1], is_new)
    if entry.value is None or after.value is None or after.kind is Optional:
        return True
    same = entry.kind is after.kind and entry.label == after.label
    return same and any(_is_wider(one, two, is_new) for one, two in zip(entry.parts, after.parts, strict=True))


def _is_spelled(entry: Node, after: Node, times: int) -> bool:
    """Whether a string is carried by its characters: one of several constants, or a text, is not what it was.

    Args:
        times: how often it turned out to be one of more constants.
    """
    if not are_texts(entry.value, after.value):
        return False
    if String in (entry.kind, after.kind):
        return True
    if Text in (entry.kind, after.kind):
        return entry.kind is not after.kind or entry.label != after.label
    options = joined_options(entry.value, after.value)
    lengths = [max(map(len, constants_of(node.value))) for node in (entry, after)]
    return options is None or (times > _MOST_LENGTHENED and lengths[1] > lengths[0])


def _are_options(entry: Node, after: Node, is_new: Callable[[Any], bool]) -> bool:
    """Whether a variable is one of several values: functions, objects of two classes, or objects of before the loop."""
    if entry.is_absent or after.is_absent or Optional in (entry.kind, after.kind):
        return False
    if type(entry.value) is not type(after.value) or Either in (entry.kind, after.kind) or is_function(entry.value):
        return are_options(entry, after)
    if entry.kind is not None or after.kind is not None or is_new(after.value):
        return False
    return is_option(entry.value) and (has_identity(entry.value) or not has_its_like(entry.value))


def _like_options(entry: Node, value: Any, current: Any, is_new: Callable[[Any], bool]) -> Any:
    """A value after an iteration, with the options of the one before it in their order, if it has no other."""
    before = [known for _, known in options_of(entry)]
    now = current.candidates if type(current) is Either else [known.value for known in before]
    found = [Option(False, value) for value in now]
    for holds, option in options_of(take_apart(value, [], is_new)):
        is_same = [option.value is value for value in now]
        if True not in is_same:
            is_same = [_is_same_option(known, option) for known in before]
        if True not in is_same or found[place := is_same.index(True)].holds is not False:
            return value
        found[place] = Option(holds.value, made_like(before[place], option.value, now[place], is_new))
    return Either(entry.value.backend, found, entry.value.error)


def _may_lack(loop: LoopPlaces, place: Place) -> bool:
    """Whether a place is that of a key or an attribute which there need not be."""
    if isinstance(place.name, Item):
        return type(place.name.holder) is Entries
    return isinstance(place.name, Attribute) and may_be_absent(loop.backend, place.name)


def _may_be_unbound(node: Node) -> bool:
    """Whether a location may hold nothing."""
    return node.value is UNBOUND or (node.kind is Optional and bool(node.label))


def _alike(entry: Node, after: Node) -> bool:
    """Whether an iteration leaves a value made as it found it."""
    if entry.kind in MAPPINGS and after.kind is entry.kind and entry.label.given != after.label.given:
        return False  # a loop over it would have its items in another order
    if entry.value is not after.value and (has_more_than_items(entry.value) or has_more_than_items(after.value)):
        return False
    return entry.kind is after.kind and entry.label == after.label and all(map(_alike, entry.parts, after.parts))


def _is_replaced(first: Any, last: Any) -> bool:
    """Whether an object of a class of the user's gives way to another."""
    return type(first) is type(last) and opened(take_apart(first, [])).kind is not None
