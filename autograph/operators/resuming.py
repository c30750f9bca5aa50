"""Generators that staged code goes on with: what takes the place of one is run in steps, each of which can be staged.

it = averages()
next(it)
if n > 2:
    x = it.send(n)     # from before the `if` on, `it` is one that goes on from where the generator stood

A generator gives way where a staged branch or loop is about to advance it, before that, wherever it is held (see
`autograph.operators.holders`).
"""

from __future__ import annotations

import functools
import gc
import inspect
import itertools
import operator
import sys
from collections.abc import Sequence
from types import CodeType, FrameType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from autograph.operators import dicts, effect_errors, observed
from autograph.operators.calls import call, checked_forms
from autograph.operators.choices import later
from autograph.operators.classes import meet_class
from autograph.operators.comparisons import compare
from autograph.operators.effects import functions_log, is_logging, log, logs, new, returning
from autograph.operators.either import Either, Option
from autograph.operators.frames import locals_of, locals_of_generator
from autograph.operators.generators import BACKWARDS, OF_KEYS, OF_PLACES, begun, goes_on_elsewhere, visits_of
from autograph.operators.giving_way import Advanced, beginning_with, makers, resumed, staying
from autograph.operators.holders import has_given_way, having, holders_of, may_be_held
from autograph.operators.holding import Unknown
from autograph.operators.iterators import next_
from autograph.operators.locations import contents_of, namespace_of
from autograph.operators.managers import closed_by_managers, goes_in_steps
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.optionals import truth_of
from autograph.operators.presence import settled
from autograph.operators.raising import every_path_raises, require
from autograph.operators.resumables import (
    Backwards,
    Frame,
    FrameInPool,
    Keyed,
    Numbered,
    Resumable,
    Together,
    is_closed,
    item_at,
    item_of_number,
)
from autograph.operators.rows import generators, in_pool, kind_in_pool
from autograph.operators.structures import stands_for_iterator
from autograph.operators.walks import SEQUENCES, Enumerate, ReversedWalk, Walk, Zip
from autograph.source.build import converted_codes
from autograph.staging import UNBOUND, backend_of, tracing_backend
from autograph.weak import WeakMap

#: What is gone over by places, as it stands.
_PLACED = frozenset({*SEQUENCES, str})
_OF_PARTS = frozenset({Numbered, Together, Backwards, Keyed})
_VIEWS: dict[type, str] = dict.fromkeys(dicts.KINDS, "keys") | {
    type(getattr(kind(), view)()): view for kind in dicts.KINDS for view in ("keys", "values", "items")
}


def _check(iterator: Any) -> None:
    """Says of an iterator that it is advanced, and may give way."""
    if type(iterator) is not GeneratorType or iterator in staying:
        return
    _give_way(iterator)
    staying.add(iterator)  # which may be advanced in an attempt, and cannot go back


def _give_way(generator: GeneratorType[Any, Any, Any]) -> None:
    if any(region.is_new(generator) for region in logs()) and _can_resume(generator):
        effect_errors.refuse_iterator(generator, functools.partial(Advanced, generator))


def _give_way_with_what_it_has(generator: GeneratorType[Any, Any, Any]) -> None:
    if generator not in staying and not has_given_way(generator):
        _give_way(generator)


observed.giving_way.append(_check)
having.append(_give_way_with_what_it_has)


def _check_chosen(value: Any) -> None:
    """Refuses that one of several generators is advanced, unless nothing else has it, and it has not begun or is at its
    end.
    """
    if type(value) is not GeneratorType or value.gi_frame is None:
        return
    try:
        is_held = any(type(getattr(holder, "holder", holder)) not in (Either, Option) for holder in holders_of(value))
    except Unknown:
        is_held = True
    if is_held or visits_of(value) is None:
        effect_errors.refuse_iterator(value)


later["check chosen"] = _check_chosen


def _function_of(generator: GeneratorType[Any, Any, Any]) -> Any:
    """The converted function that a generator is of; None if that is not known."""
    form: Any = begun[generator][0] if generator in begun else None
    return form.__func__ if isinstance(form, MethodType) else form


def _form_of(generator: GeneratorType[Any, Any, Any]) -> Any:
    form = _function_of(generator)
    if form is None or form.__code__ is not generator.gi_code:
        return None
    from autograph.conversion import step_function  # the converter itself is not needed to run converted code

    def step(checked: bool) -> Any:
        return step_function(form, sys.modules["autograph.operators"], checked)

    found = step(False)
    if found is not None:
        checked_forms[found[0].__code__] = lambda: step(True)[0]
    return found


goes_in_steps.append(lambda generator: type(generator) is GeneratorType and _form_of(generator) is not None)


def _can_resume(generator: GeneratorType[Any, Any, Any]) -> bool:
    found = _form_of(generator)
    if found is None or _names_are_bound(found[0]):
        return False
    may_be_open = found[1].closing and generator not in closed_by_managers
    if may_be_open and not (is_logging() and functions_log().is_new(generator)):
        return False  # whether it is closed is asked at the end of the function
    return _standing(generator, found[1]) is not None


def _begin_with(generator: Any) -> Any:
    """What takes the place of a generator that is advanced: it may decide by what is staged what it does next."""
    if type(generator) is not GeneratorType or generator not in begun or generator.gi_frame is None:
        return generator
    if _is_closed_by_hand(generator):
        return resumed(generator) or generator
    if generator.gi_running or not _has_staged(generator):
        return generator
    found = _form_of(generator)
    if found is None or not found[1].decides:
        return generator
    if not has_given_way(generator) and not may_be_held(generator) and _can_resume(generator):
        return _resumable(generator) or generator
    return resumed(generator) or generator


beginning_with.append(_begin_with)


def _has_staged(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Whether a variable of a generator is staged, or one of a generator, a function or an object that it has."""
    waiting: list[Any] = [generator]
    met: set[int] = set()
    for value in waiting:
        if id(value) in met or len(met) == _MOST_LOOKED_AT:
            continue
        met.add(id(value))
        kind = type(value)
        if kind is GeneratorType:
            waiting += locals_of_generator(value).values() if value in begun else ()
        elif kind is FunctionType:
            waiting += map(contents_of, value.__closure__ or ())
        elif backend_of(value) is not None:
            return True
        elif kind is not ModuleType and type(held := namespace_of(value)) is dict:
            waiting += held.values()
    return False


#: At how many values it is looked.
_MOST_LOOKED_AT = 64


def _names_are_bound(step: Any) -> bool:
    """Whether what a step calls by the names of builtins is something else for it."""
    return not _CALLED_BY_STEPS.isdisjoint((*step.__globals__, *step.__code__.co_freevars))


#: Builtins that a step calls by their names.
_CALLED_BY_STEPS = frozenset({
    "AttributeError", "RuntimeError", "StopIteration", "TypeError", "ValueError",
    "enumerate", "range", "reversed", "zip",
})  # fmt: skip


def _standing(generator: GeneratorType[Any, Any, Any], steps: Any) -> tuple[int, dict[str, Any]] | None:
    """Where a generator stands, and its variables; None if that cannot be told."""
    state = inspect.getgeneratorstate(generator)
    held = locals_of_generator(generator)
    if state == inspect.GEN_CREATED:
        is_known = all(_is_gone_over_alike(held[name]) for name in steps.iterables if name in held)
        return (steps.first, {name: held[name] for name in steps.given}) if is_known else None
    if state != inspect.GEN_SUSPENDED:
        return None
    place = _place_of(generator)
    at = steps.after.get(place)
    if at is None or at in steps.closing:
        return None  # it would be closed when nothing has it any more, and what takes its place as well
    live, variables, loops = steps.live[at], dict(held), steps.loops[place]
    # Those of its loops are the last of the iterators that it has.
    iterators = [part for part in gc.get_referents(generator) if has_class_attribute(type(part), "__next__")]
    iterators = iterators[len(iterators) - len(loops) :]
    for loop, iterator in zip(loops, iterators, strict=True):
        variables.update(_variables_of_loop(loop, *_standing_at(iterator)))
    return (at, {name: variables[name] for name in live}) if live <= variables.keys() else None


def _variables_of_loop(loop: str, items: Any, place: int) -> dict[str, Any]:
    """The variables for a loop over something from some place on."""
    variables = {f"iterator_{loop}": items, f"place_{loop}": place}
    if type(items) is range:
        number = items.start + place * items.step
        variables |= {f"number_{loop}": number, f"end_{loop}": items.stop, f"step_{loop}": items.step}
    return variables


def _place_of(generator: GeneratorType[Any, Any, Any]) -> tuple[int, int]:
    """The line and the column of the `yield` at which a generator stands."""
    assert generator.gi_frame is not None
    line, _, column, _ = list(generator.gi_code.co_positions())[generator.gi_frame.f_lasti // 2]
    return line or 0, column or 0


def _is_gone_over_alike(iterable: Any) -> bool:
    """Whether it does not matter when an iterator over something is made."""
    kind = type(iterable)
    return kind in _PLACED or kind is GeneratorType or stands_for_iterator(kind) or backend_of(iterable) is not None


def _resumable(generator: GeneratorType[Any, Any, Any]) -> Any:
    """What takes the place of a generator; None for one that something around has closed, as a `with` does."""
    step, steps = _form_of(generator)
    standing = _standing(generator, steps)
    if standing is None:
        return None
    if kind_in_pool(generator) is not None:
        return generators[-1].object_for(generator)
    at, variables = standing
    meet_class(Frame)
    meet_class(Resumable)
    frame = new(Frame())
    made: Resumable = new(Resumable(step, frame, at, steps.reached[at], steps.delegates, steps.sees, steps.ignores))
    held = locals_of_generator(generator)
    shared = frozenset(number for number, name in steps.handing_on.items() if goes_on_elsewhere(held.get(name)))
    closing = shared if generator in closed_by_managers else steps.closing | shared
    if closing:
        around = log()
        assert around is not None
        around.to_be_closed.append((made, closing))
    for name, value in variables.items():
        setattr(frame, name, value)
    if inspect.getgeneratorstate(generator) == inspect.GEN_CREATED:
        call(step)(made, frame, None, True, None)
    return made


makers.append(_resumable)


class _InPools:
    """Generators as objects that a list of staged length can have: all of one function are of a class of their own."""

    keys: Sequence[str] = ("at", "ended", "frame")

    def __init__(self) -> None:
        self._kinds: WeakMap[Any, tuple[type, type]] = WeakMap()

    def kind_of(self, generator: Any) -> type | None:
        """See `autograph.operators.rows.Generators`."""
        found = _form_of(generator)
        if found is None or found[1].delegates or not _can_resume(generator):
            return None
        if found[1].closing and generator not in closed_by_managers:
            return None
        step, steps = found
        form = _function_of(generator)
        if form not in self._kinds:
            module = {"__module__": form.__module__}  # where the class is, as far as others are concerned
            known = {"step": staticmethod(step), "reached": steps.reached[steps.first], "delegates": False}
            known |= {"sees": steps.sees, "ignores": steps.ignores}
            self._kinds[form] = type("generator", (Resumable,), module | known), type("Frame", (FrameInPool,), module)
        return self._kinds[form][0]

    def object_for(self, generator: Any) -> Any:
        """See `autograph.operators.rows.Generators`."""
        _, steps = _form_of(generator)
        kind, kind_of_frame = self._kinds[_function_of(generator)]
        meet_class(kind)
        meet_class(kind_of_frame)
        made, frame = new(object.__new__(kind)), new(kind_of_frame())
        standing = _standing(generator, steps)
        assert standing is not None
        made.at, made.ended, made.frame = standing[0], False, frame
        for name in sorted(steps.given.union(*steps.live.values())):
            setattr(frame, name, (standing[1][name],) if name in standing[1] else None)
        if inspect.getgeneratorstate(generator) == inspect.GEN_CREATED:
            call(kind.step)(made, frame, None, True, None)  # type: ignore[attr-defined]
        backend = tracing_backend()
        assert backend is not None
        if kind_in_pool(frame) is None:
            effect_errors.refuse_iterator(generator)
        made.frame = in_pool(backend, frame)
        return made


generators.append(_InPools())


def _check_closed() -> None:
    """Refuses that a function returns while a generator stands where it does something when it is closed."""
    own = functions_log()
    for generator in own.may_be_open:
        if inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED and not has_given_way(generator):
            effect_errors.may_be_left_open()
    for state, closing in [row for region in logs() for row in region.to_be_closed]:
        closed = truth_of(call(is_closed)(state, sorted(closing)))
        if closed is True:
            continue
        backend = backend_of(closed)
        if backend is None or own.raises:
            effect_errors.may_be_left_open()
        require(backend, closed, effect_errors.is_left_open())


returning.append(_check_closed)


def _is_closed_by_hand(generator: Any) -> bool:
    """Whether a new generator does something when it is closed, and the program is likely to close it."""
    if not is_logging() or log() is not functions_log():
        return False
    found = _form_of(generator) if inspect.getgeneratorstate(generator) == inspect.GEN_CREATED else None
    if found is None or not found[1].closing:
        return False
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code in converted_codes and _closes(frame.f_code):
            return True
        frame = frame.f_back
    return False


@functools.lru_cache(maxsize=1024)
def _closes(code: CodeType) -> bool:
    """Whether a function, or one in it, closes something or throws into it, as far as its text tells."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return not {"close", "throw"}.isdisjoint(code.co_names) or any(map(_closes, inner))


def _standing_at(iterator: Any) -> tuple[Any, int]:
    """What has places that an iterator of Python's goes over, and where it stands; others are themselves."""
    kind = type(iterator)
    if kind not in OF_PLACES:
        return iterator, 0
    if kind in OF_KEYS:
        owner = gc.get_referents(iterator)[0]
        try:
            left = len(iterator.__reduce__()[1][0])
        except RuntimeError:  # the dict has another size than when the loop began
            return iterator, 0
        return (Keyed(owner, tuple(owner), OF_KEYS[kind]), len(owner) - left) if left else (iterator, 0)
    _, given, *at = iterator.__reduce__()
    if kind in BACKWARDS:
        return Backwards(given[0], at[0] if at else -1), 0
    if kind is not enumerate and kind is not zip:
        return given[0], (at or [0])[0] or 0
    parts = [_standing_at(part) for part in (given[:1] if kind is enumerate else given)]
    if parts and all(_has_places_of_parts(part) and place == parts[0][1] for part, place in parts):
        items, place = parts[0]
        return (Numbered(items, given[1] - place) if kind is enumerate else Together(tuple(p for p, _ in parts))), place
    walks = [_walk(*part) for part in parts]
    return _made(Zip, *walks) if kind is zip else _made(Enumerate, walks[0], given[1]), 0


def _walk(items: Any, place: int = 0) -> Any:
    """An iterator over what has places, from one on; others are themselves."""
    kind = type(items)
    if kind is Numbered:
        return _made(Enumerate, _walk(items.items, place), items.start + place)
    if kind is Together:
        return _made(Zip, *(_walk(part, place) for part in items.parts))
    if kind is Keyed:
        return itertools.islice(getattr(items.owner, items.view)(), place, None)
    if kind is not Backwards and kind not in _PLACED:
        return items
    if kind is Backwards:
        made = _made(ReversedWalk, items.items)
        made.at = items.last - place
    else:
        made = _made(Walk, tuple(items) if kind is str else items)
        made.at = place
    return made


def _made(kind: Any, *args: Any) -> Any:
    meet_class(kind)
    return new(kind(*args))


# What converted code calls


def placed(iterable: Any) -> Any:
    """What a loop in which a generator yields goes over by places, or an iterator over what has none."""
    iterable = _with_keys(iterable)
    if _has_places(iterable):
        return iterable
    if type(iterable) is GeneratorType and not may_be_held(iterable) and _can_resume(iterable):
        return _resumable(iterable)
    return call(iter)(iterable)


def places_numbered(iterable: Any, start: Any = 0) -> Any:
    """`enumerate`, for a loop in which a generator yields."""
    iterable = _with_keys(iterable)
    is_number = type(start) is int or backend_of(start) is not None
    if is_number and _has_places_of_parts(iterable):
        return Numbered(iterable, start)
    return call(enumerate)(_walked(iterable), start)


def places_together(*iterables: Any, **options: Any) -> Any:
    """`zip`."""
    iterables = tuple(map(_with_keys, iterables))
    if not options and all(map(_has_places_of_parts, iterables)):
        return Together(iterables)
    return call(zip)(*map(_walked, iterables), **options)


def places_backwards(sequence: Any) -> Any:
    """`reversed`."""
    return Backwards(sequence, call(len)(sequence) - 1) if type(sequence) in _PLACED else call(reversed)(sequence)


def _with_keys(iterable: Any) -> Any:
    """What has the places of a dict of Python's, or a view of one; others are themselves."""
    view = _VIEWS.get(type(iterable))
    if view is None:
        return iterable
    owner = iterable if type(iterable) in dicts.KINDS else gc.get_referents(iterable)[0]
    return Keyed(owner, tuple(owner), view)


def _has_places_of_parts(value: Any) -> bool:
    return type(value) in _PLACED or type(value) in _OF_PARTS


def _walked(iterable: Any) -> Any:
    """An iterator that can be asked on one path only, where it goes over what has places."""
    return call(iter)(iterable) if backend_of(iterable) is not None else _walk(placed(iterable))


def advanced(iterator: Any, place: Any, given: Any) -> Any:
    """The item at a place, or the next of an iterator, which may be sent a value."""
    if given is not None:
        return call((iter(iterator) if type(iterator) in SEQUENCES else iterator).send)(given)
    if _has_places_of_parts(iterator):
        return call(item_at)(iterator, place)
    if not _has_places(iterator):
        return next_(iterator)
    numbered: Any = backend_of(iterator).numbered(iterator)  # type: ignore[union-attr]
    return call(item_of_number)(*numbered, place)


def _has_places(value: Any) -> bool:
    """Whether a value stays itself while a loop goes over it, which has a place."""
    if _has_places_of_parts(value):
        return True
    backend = backend_of(value)
    is_tensor = backend is not None and backend.type_of(value) is not None
    return backend is not None and is_tensor and backend.numbered(value) is not None


def bounds(*given: Any) -> tuple[Any, Any, Any]:
    """The first number of a range, where it stops, and its step."""
    made = call(range)(*given)  # which says what is wrong with them
    if type(made) is range:
        return made.start, made.stop, made.step
    return (0, given[0], 1) if len(given) == 1 else (given[0], given[1], given[2] if len(given) > 2 else 1)


def is_before(number: Any, end: Any, step: Any) -> Any:
    """Whether a range has a number, which is one of its step or where it stops."""
    if type(step) is not int:
        return compare(operator.gt, (end - number) * step, 0)
    return compare(operator.lt if step > 0 else operator.gt, number, end)


def stands(state: Resumable, to: Any, number: int, others: tuple[int, ...] | None = None) -> Any:
    """Whether a generator is at a block; it is at that if it can be at none of the `others`, which come after."""
    if number not in state.reached:
        return False
    if others is not None and state.reached.isdisjoint(others):
        return True
    return compare(operator.eq, to, number)


def is_running(state: Resumable) -> bool:
    """Whether a generator that is asked to go on is about to do so already: it asks itself."""
    own = sys._getframe(1)
    first, frame = own.f_code.co_varnames[:1], own.f_back
    while frame is not None:
        is_step = frame.f_code in converted_codes and frame.f_code.co_varnames[:1] == first
        if is_step and locals_of(frame).get(first[0]) is state:
            return True
        frame = frame.f_back
    return False


def kept(frame: Any, value: Any) -> Any:
    """What an attribute of a frame is for the value of a variable."""
    return value if type(frame) is Frame else (value,)


def restored(frame: Any, name: str) -> Any:
    """A variable of a generator. Where it has no value, the program does not come here."""
    if type(frame) is Frame:
        value = namespace_of(frame).get(name, UNBOUND)
    else:
        held = settled(getattr(frame, name))
        value = UNBOUND if held is None else held[0]
    if value is UNBOUND:
        raise every_path_raises()
    return value
