"""What lists of staged length do: the methods and the operators of Python's lists, as loops over positions.

The loops are functions of `autograph.operators.aggregates`, which run converted.
"""

from __future__ import annotations

import operator
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dis import opmap
from types import FrameType, MethodType
from typing import Any

from autograph.operators import aggregates, container_errors
from autograph.operators.bools import either
from autograph.operators.calls import call, to_function
from autograph.operators.choices import Choice, later
from autograph.operators.comparators import KeyOf
from autograph.operators.comparisons import compare, order_of, precedes
from autograph.operators.effects import log, new
from autograph.operators.forms import form_of
from autograph.operators.frames import acts_for_program, hidden_frames
from autograph.operators.generators import is_run_through
from autograph.operators.lists import KINDS, StagedList, bounded, bounded_by, form_in, kind_of, most_of, require, truth
from autograph.operators.namespaces import no_attribute
from autograph.operators.observed import is_iterator
from autograph.operators.operands import check_integer, check_slice
from autograph.operators.optionals import as_index
from autograph.operators.places import is_in_place
from autograph.operators.raising import known_places
from autograph.operators.refusals import raise_new
from autograph.operators.rows import Row
from autograph.operators.stores import writing
from autograph.operators.text import field_or_string, joined
from autograph.staging import Backend, backend_of

_PYTHON = (list, tuple)


def _run(loop: Callable[..., Any], *args: Any) -> Any:
    return to_function(loop)(*args)


def smaller(one: Any, other: Any) -> Any:
    """The smaller of two numbers, which may be staged."""
    staged = backend_of(one) or backend_of(other)
    return min(one, other) if staged is None else staged.builtins[min](one, other)


def larger(one: Any, other: Any) -> Any:
    """The larger of two numbers, which may be staged."""
    staged = backend_of(one) or backend_of(other)
    return max(one, other) if staged is None else staged.builtins[max](one, other)


def _staged(values: StagedList, others: Any) -> StagedList:
    """Other values as a staged list, to which the elements of a list can be added."""
    if type(others) is StagedList:
        return others
    kind, others = kind_of(others), list(others)
    form = form_of(values.backend, others) if others else values.form
    if form is None:
        container_errors.cannot_be_staged(values, "its elements are not numbers or tensors of one type, made alike")
    return StagedList.of(values.backend, others, form, kind)


# Positions


def place_of(values: StagedList, key: Any, message: str) -> Any:
    """Where an index points to; an index that is not there is an error when the program runs."""
    check_integer(key, f"{values.kind.__name__} indices must be integers or slices, not float")
    return position_in(values.backend, values.length, as_index(values, key), message)


def position_in(backend: Backend, length: Any, key: Any, message: str) -> Any:
    """Where an index points to in a list; an index that is not there is an error when the program runs."""
    staged = backend_of(key)
    if staged is None:
        key = operator.index(key)
        position = key if key >= 0 else length + key
        within = length > key if key >= 0 else length >= -key
    else:
        position = key + staged.builtins[int](key < 0) * length
        within = (position >= 0) & (position < length)
    require(backend, within, IndexError(message))
    return position


def bound(values: StagedList, given: Any, default: Any) -> Any:
    """A bound of a slice as a position from 0 to the length."""
    check_slice(given)
    if given is None:
        return default
    staged = backend_of(given)
    if staged is None:
        given = operator.index(given)
        position = given if given >= 0 else values.length + given
    else:
        position = given + staged.builtins[int](given < 0) * values.length
    return smaller(larger(position, 0), values.length)


def _range(values: StagedList, key: slice) -> tuple[Any, Any]:
    """Where a slice of consecutive elements starts and stops."""
    start = bound(values, key.start, 0)
    return start, larger(start, bound(values, key.stop, values.length))


def _is_consecutive(key: slice) -> bool:
    return key.step is None or (type(key.step) is int and key.step == 1)


# Reading


def _getitem(values: StagedList, key: Any) -> Any:
    if isinstance(key, slice):
        _check_slices(values)
        return part(values, key)
    return values.at(place_of(values, key, f"{values.kind.__name__} index out of range"))


def _check_slices(values: StagedList) -> None:
    if values.__class__ is deque:
        raise TypeError("sequence index must be integer, not 'slice'")


def part(values: StagedList, key: slice) -> StagedList:
    """`values[start:stop:step]`."""
    return values.part(*_places(values, key))


def _places(values: StagedList, key: slice) -> tuple[Any, Any, Any]:
    """Where the elements of a slice are: the position of the first, the step to the next, and how many they are."""
    check_slice(key.step)
    if backend_of(key.step) is not None:
        return _places_by_staged_step(values, key)
    step = 1 if key.step is None else operator.index(key.step)
    if step == 0:
        raise_new(ValueError("slice step cannot be zero"))
    if step > 0:
        start, stop = _range(values, key)
        return start, step, (stop - start + (step - 1)) // step
    last = values.length - 1
    start = last if key.start is None else _from_the_end(values, key.start, last)
    stop = -1 if key.stop is None else _from_the_end(values, key.stop, last)
    return start, step, larger(0, (start - stop - step - 1) // -step)


def _places_by_staged_step(values: StagedList, key: slice) -> tuple[Any, Any, Any]:
    """Likewise, where the program decides whether the slice goes up or down."""
    backend, step = values.backend, key.step
    require(backend, step != 0, ValueError("slice step cannot be zero"))
    upwards = backend.builtins[int](step > 0)
    width = larger(step * (2 * upwards - 1), 1)
    first, stop = _range(values, key)
    last = values.length - 1
    top = last if key.start is None else _from_the_end(values, key.start, last)
    bottom = -1 if key.stop is None else _from_the_end(values, key.stop, last)
    covered = upwards * (stop - first) + (1 - upwards) * larger(top - bottom, 0)
    return upwards * first + (1 - upwards) * top, step, (covered + width - 1) // width


def last_of(values: StagedList, most: Any) -> StagedList:
    """`deque(values, most)`."""
    if most is None:
        return values.copied(deque)
    if backend_of(most) is not None and type(values.length) is int and values.length == 0:
        return values.copied(bounded_by(most))  # which has the form of any element
    if backend_of(most) is not None:
        return part(values, slice(larger(values.length - most, 0), None)).copied(bounded_by(most))
    if most == 0:
        return StagedList.of(values.backend, (), values.form, bounded(most))
    return part(values, slice(-most, None)).copied(bounded(most))


def _from_the_end(values: StagedList, given: Any, last: Any) -> Any:
    """A bound of a slice that goes backwards, as a position from -1 to the last."""
    check_slice(given)
    staged = backend_of(given)
    if staged is None:
        position = given if given >= 0 else values.length + given
    else:
        position = given + staged.builtins[int](given < 0) * values.length
    return smaller(larger(position, -1), last)


def unpacked(backend: Backend, length: Any, at: Callable[[int], Any], frame: FrameType) -> Iterator[Any]:
    """What a frame goes over that asks for an iterator: the elements, where it is to get as many as it says.

    Args:
        backend: on which the length is staged.
        length: how many elements there are.
        at: the element of a number.
        frame: what asks.
    """
    code, instruction = frame.f_code.co_code, frame.f_lasti
    if code[instruction] != opmap["UNPACK_SEQUENCE"] or code[instruction - 2] == opmap["EXTENDED_ARG"]:
        container_errors.length_is_staged()
    return as_many(backend, length, at, code[instruction + 1])


def as_many(backend: Backend, length: Any, at: Callable[[int], Any], count: int) -> Iterator[Any]:
    """The elements, which are to be as many as there are targets; arguments as for `unpacked`."""
    require(backend, length <= count, ValueError(f"too many values to unpack (expected {count})"))
    for got in range(count):
        error = ValueError(f"not enough values to unpack (expected {count}, got {got})")
        require(backend, length != got, error)
    return iter([at(place) for place in range(count)])


def _iter(values: StagedList) -> Iterator[Any]:
    return unpacked(values.backend, values.length, values.at, sys._getframe(1))


def _contains(values: StagedList, value: Any) -> Any:
    return _run(aggregates.position_of, values, value, 0, values.length) >= 0


def _index(values: StagedList, value: Any, start: Any = 0, stop: Any = None) -> Any:
    first, last = _range(values, slice(start, stop))
    position = _run(aggregates.position_of, values, value, first, last)
    missing = "tuple.index(x): x not in tuple" if values.kind is tuple else _is_missing(values, value)
    require(values.backend, position >= 0, ValueError(missing))
    return position


def _is_missing(values: StagedList, value: Any) -> Any:
    return joined([field_or_string(value, "r", ""), f" is not in {values.__class__.__name__}"])


def _place_of(values: StagedList, value: Any) -> Any:
    return _run(aggregates.place_of, values, value)


later["place of"] = _place_of


def _count(values: StagedList, value: Any) -> Any:
    return _run(aggregates.occurrences, values, value)


# Writing


#: What Python says where an item of a tuple is stored or deleted.
NOT_OF_TUPLES = {
    "__setitem__": "'tuple' object does not support item assignment",
    "__delitem__": "'tuple' object doesn't support item deletion",
}


def _setitem(values: StagedList, key: Any, value: Any) -> None:
    if values.kind is tuple:
        raise TypeError(NOT_OF_TUPLES["__setitem__"])
    if not isinstance(key, slice):
        values.put(place_of(values, key, _is_no_index(values)), value)
        return
    _check_slices(values)
    if not _is_consecutive(key):
        _store_each(values, key, value)
        return
    start, stop = _range(values, key)
    made = part(values, slice(None, start))
    _extend(made, _all_of(value))
    _extend(made, part(values, slice(stop, None)))
    values.take(made)


def _all_of(items: Any) -> Any:
    """What is stored to a slice: Python has all of an iterator before it stores any."""
    return items.copied(list) if type(items) is StagedList else call(list)(items)


def _store_each(values: StagedList, key: slice, items: Any) -> None:
    """`values[start:stop:step] = items`: as many items as there are places."""
    items = _all_of(items)
    start, step, count = _places(values, key)
    if type(items) is not StagedList:
        items = _staged(values, items)
    if backend_of(step) is not None:  # where it is 1, Python puts any number of items in the place of the others
        require(values.backend, either(step != 1, items.length == count), container_errors.step_is_one())
    sizes = [field_or_string(size, "", "") for size in (items.length, count)]
    error = joined(["attempt to assign sequence of size ", sizes[0], " to extended slice of size ", sizes[1]])
    require(values.backend, items.length == count, ValueError(error))
    values.widen_both(items)
    _run(aggregates.stored_each, values, items, start, step, count)


def _delitem(values: StagedList, key: Any) -> None:
    if values.kind is tuple:
        raise TypeError(NOT_OF_TUPLES["__delitem__"])
    if not isinstance(key, slice):
        _remove_at(values, place_of(values, key, _is_no_index(values)))
        return
    _check_slices(values)
    if not _is_consecutive(key):
        first, step, count = _places(values, key)
        if step < 0:
            first, step = first + (count - 1) * step, -step
        _run(aggregates.closed_each, values, first, step, count)
        writing(values).length = values.length - count
        return
    start, stop = _range(values, key)
    _run(aggregates.closed, values, start, stop)
    writing(values).length = values.length - (stop - start)


def _is_no_index(values: StagedList) -> str:
    return "list assignment index out of range" if values.kind is list else "deque index out of range"


def _remove_at(values: StagedList, position: Any) -> None:
    _run(aggregates.closed, values, position, position + 1)
    values.shorten()


def _pop(values: StagedList, index: Any = -1) -> Any:
    check_steps(index)
    what = "an empty deque" if values.kind is not list else "empty list"
    require(values.backend, truth(values), IndexError(f"pop from {what}"))
    if backend_of(index) is None and index == -1:
        value = values.at(values.length - 1)
        values.shorten()
        return value
    position = place_of(values, index, "pop index out of range")
    value = values.at(position)
    _remove_at(values, position)
    return value


def _popleft(values: StagedList) -> Any:
    require(values.backend, truth(values), IndexError("pop from an empty deque"))
    value = values.at(0)
    _remove_at(values, 0)
    return value


def _append(values: StagedList, value: Any, /) -> None:
    if _is_bounded_by_tensor(values):
        values.put_last(value)
        _run(aggregates.without_first, values, most_of(values) + 1)
    elif _has_room(values, aggregates.without_first):
        values.put_last(value)


def _appendleft(values: StagedList, value: Any) -> None:
    if _is_bounded_by_tensor(values):
        _put_before(values, 0, value)
        _run(aggregates.without_last, values, most_of(values) + 1)
    elif _has_room(values, aggregates.without_last):
        _put_before(values, 0, value)


def _is_bounded_by_tensor(values: StagedList) -> bool:
    return backend_of(most_of(values)) is not None


def _has_room(values: StagedList, shorten: Callable[..., Any]) -> bool:
    """Takes an element away from a deque that has as many as it can have; whether it can have any."""
    if most_of(values):
        _run(shorten, values, most_of(values))
    return most_of(values) != 0


def _insert(values: StagedList, index: Any, value: Any) -> None:
    if (most := most_of(values)) is not None:
        require(values.backend, values.length < most, IndexError("deque already at its maximum size"))
        if not _is_bounded_by_tensor(values) and most == 0:
            return
    check_steps(index)
    _put_before(values, bound(values, index, 0), value)


def _put_before(values: StagedList, position: Any, value: Any) -> None:
    values.put_last(value)
    _run(aggregates.opened, values, position)
    values.put(position, value)


def _remove(values: StagedList, value: Any) -> None:
    position = _run(aggregates.position_of, values, value, 0, values.length)
    missing = "list.remove(x): x not in list" if values.kind is list else _is_missing(values, value)
    require(values.backend, position >= 0, ValueError(missing))
    _remove_at(values, position)


def _extend(values: StagedList, items: Any) -> None:
    if type(items) is StagedList and most_of(values) is not None:
        _run(aggregates.extended, values, items.copied())
        return
    if type(items) is StagedList:
        others = items.copied()  # which may be the list itself
        values.widen_both(others)
        values.put_all(others)
        return
    if backend_of(items) is not None or is_run_through(items):
        _run(aggregates.extended, values, items)
        return
    for item in items if is_iterator(items) else list(items):  # where one raises, those before it are there
        _append(values, item)


def _extendleft(values: StagedList, items: Any) -> None:
    if type(items) is StagedList:
        items = items.copied()
    elif backend_of(items) is None and not is_run_through(items):
        items = list(items)
    _run(aggregates.extended_left, values, items)


def _reverse(values: StagedList) -> None:
    _run(aggregates.turned, values)


@contextmanager
def while_sorted() -> Iterator[None]:
    """While a list is sorted, and empty: refuses that what is asked of its items is caught on a path that raises."""
    around = log()
    caught = 0 if around is None else around.caught
    yield
    if around is not None and around.caught > caught:
        container_errors.raises_while_sorted()


def _sort(values: StagedList, *, key: Any = None, reverse: Any = False) -> None:
    made, empty = values.copied(), (0, *values.buffers)
    writing(values).length = 0  # as the key and what compares the items find it
    with while_sorted():
        keys = made.copied()
        order: Callable[[Any, Any, Any], Any] = precedes
        if type(key) is KeyOf:
            order = order_of(key)
        elif key is not None:
            keys = _staged(made, _run(aggregates.collected, 0, made, None, call(key)))
        _run(aggregates.sorted_in_place, made, keys, reverse, order)
    if any(one is not other for one, other in zip(empty, (values.length, *values.buffers), strict=True)):
        container_errors.changes_while_sorted(values)
    values.take(made)


def _put_each_again(values: StagedList, into: StagedList) -> None:
    """Adds the elements of a list to another, which keeps them in another way."""
    _run(aggregates.put_again, values, into)


later["put each again"] = _put_each_again


def _rotate(values: StagedList, steps: Any = 1) -> None:
    check_steps(steps)
    if backend_of(steps) is not None:
        turned = values.copied()
        _run(aggregates.put_further, values, turned, steps)
        values.take(turned)
        return
    _run(aggregates.rotated, values, range(abs(steps)), steps > 0)


def check_steps(steps: Any) -> None:
    """Raises what Python does of a float that is to be a number of steps."""
    check_integer(steps, "'float' object cannot be interpreted as an integer")


# Operators


def _concatenated(values: StagedList, others: Any) -> Any:
    if not _is_like(values, others):
        return NotImplemented
    made = values.copied()
    _extend(made, later["loaded"](others) if type(others) is Row else others)
    return made


def _concatenated_to(values: StagedList, others: Any) -> Any:
    if type(others) in KINDS and is_in_place(sys._getframe(1)):
        return _run(aggregates.extended, others, values)
    if not _is_like(values, others):
        return NotImplemented
    made = _staged(values, others)
    _extend(made, values)
    return made


def _is_like(values: StagedList, others: Any) -> bool:
    return values.__class__ is others.__class__


def _extended(values: StagedList, others: Any) -> Any:
    if values.kind is tuple:
        return NotImplemented
    _extend(values, others)
    return values


@acts_for_program
def repeated(one: Any, other: Any) -> Any:
    """`one * other`, where one may be a list, a tuple or a string and the other a tensor."""
    is_swapped = backend_of(one) is not None and not (type(one) is Choice and isinstance(one, str))
    values, times = (other, one) if is_swapped else (one, other)
    backend = backend_of(times)
    if type(values) is Choice and backend is not None:
        return later["spell out"](backend, values) * times
    if type(values) is str:
        return values * times if backend is None else joined([field_or_string(times, "*", values)])
    if backend is None or type(values) not in _PYTHON:
        made = one * other
        return new(made) if type(made) is list else made
    with hidden_frames:
        form = form_in(backend, values, values)
        if form is None:
            container_errors.unlike_items(values, "they are not numbers or tensors of one type")
        return _repeated(StagedList.of(backend, values, form, type(values)), times)


def _repeated(values: StagedList, times: Any) -> Any:
    made = StagedList.of(values.backend, (), values.form, list if values.kind is tuple else values.kind)
    if backend_of(times) is None:
        for _ in range(times):
            _extend(made, values)
    else:
        _run(aggregates.repeated, values, made, times)
    return made.copied(values.kind)


def _itself_or_copy(values: StagedList) -> StagedList:
    return values if values.kind is tuple else values.copied()


def _repeated_in_place(values: StagedList, times: Any) -> Any:
    if values.kind is tuple:
        return NotImplemented
    values.take(_repeated(values, times))
    return values


def _comparing(comparison: Callable[[Any, Any], Any]) -> Callable[[StagedList, Any], Any]:
    def compared(values: StagedList, others: Any) -> Any:
        if not _is_like(values, others):
            return NotImplemented
        if type(others) is not StagedList:
            if others and form_of(values.backend, others) is None:
                return NotImplemented
            others = _staged(values, others)
        if comparison is operator.eq:
            return _run(aggregates.alike, values, others)
        if comparison is operator.ne:
            same = _run(aggregates.alike, values, others)
            staged = backend_of(same)
            return not same if staged is None else staged.logical_not(same)
        return _run(aggregates.ordered, values, others, comparison, compare)

    return compared


class _Method:
    """A method that some kinds of lists have, and others do not."""

    def __init__(self, name: str, function: Callable[..., Any]):
        self.name = name
        self.function = function
        function.__name__ = name  # by which calls find it again in the class

    def __get__(self, values: StagedList | None, owner: type) -> Any:
        if values is None:
            return self.function
        if not hasattr(values.__class__, self.name):
            raise no_attribute(values.__class__, self.name, values)
        return MethodType(self.function, values)


_of_some: dict[str, Callable[..., Any]] = {
    "append": _append, "pop": _pop, "insert": _insert, "remove": _remove, "extend": _extend, "reverse": _reverse,
    "sort": _sort, "copy": StagedList.copied, "clear": StagedList.emptied, "popleft": _popleft,
    "appendleft": _appendleft, "extendleft": _extendleft, "rotate": _rotate,
}  # fmt: skip
for _name, _function in _of_some.items():
    setattr(StagedList, _name, _Method(_name, _function))
for _name, _method in {
    "__getitem__": _getitem, "__setitem__": _setitem, "__delitem__": _delitem, "__add__": _concatenated,
    "__radd__": _concatenated_to, "__iadd__": _extended, "__mul__": _repeated, "__rmul__": _repeated,
    "__imul__": _repeated_in_place,
    "contains": _contains, "index": _index, "count": _count, "__iter__": _iter, "__copy__": _itself_or_copy,
    "__deepcopy__": lambda values, memo: values.deep_copied(),
    **{f"__{o.__name__}__": _comparing(o) for o in (
        operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)},
}.items():  # fmt: skip
    setattr(StagedList, _name, _method)


# Builtins


def _sorted(values: StagedList, *, key: Any = None, reverse: Any = False) -> StagedList:
    made = values.copied(list)
    _sort(made, key=key, reverse=reverse)
    return made


#: What builtins make of a staged list.
FORMS: dict[Any, Callable[..., Any]] = {
    len: lambda values: values.length,
    bool: truth,
    list: lambda values: values.copied(list),
    tuple: lambda values: values if values.kind is tuple else values.copied(tuple),
    sorted: _sorted,
}


def taken_last(values: Any) -> Any:
    """The last element of a list that has one, which is taken out of it."""
    with known_places():
        return call(values.pop)()


def looped_over(values: Iterable[Any]) -> list[Any]:
    """Arguments of a builtin that goes over them, with what a backend goes over in place of lists of staged length."""
    return [value.items() if type(value) is StagedList else value for value in values]
