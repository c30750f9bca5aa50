"""`xs[i]` of a container of Python's, where `i` is staged: the choice of one of its values, or a store to one."""

from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, pairwise, product, zip_longest
from math import prod
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import container_errors, refusals, table_builtins, value_errors
from autograph.operators.aliases import check_keys, is_linked, pass_on_item
from autograph.operators.array_items import IndexedTensor, is_indexed, is_table, part_of, require_place
from autograph.operators.array_stores import settled_places
from autograph.operators.arrays import is_array
from autograph.operators.bools import both, opposite
from autograph.operators.call_sites import is_statement_of
from autograph.operators.calls import call
from autograph.operators.choices import (
    Choice,
    as_number,
    is_constant,
    is_numeric,
    is_one_of_few,
    later,
    mapped,
    number_in,
    options_of,
    selected,
)
from autograph.operators.comparisons import compares_staged, equal, number
from autograph.operators.dict_methods import as_dict
from autograph.operators.dicts import KINDS as MAPPINGS
from autograph.operators.dicts import StagedDict
from autograph.operators.dispatch import by_identity, each
from autograph.operators.effects import Log, is_logging, log, logs, new, stands_for, without_effects
from autograph.operators.either import Either, Option
from autograph.operators.exits import handles_exceptions
from autograph.operators.formatting import formatted
from autograph.operators.forms import form_of
from autograph.operators.frames import acts_for_program, hide_frame
from autograph.operators.holders import going_over
from autograph.operators.holding import Unknown
from autograph.operators.joins import joined_type
from autograph.operators.kinds import class_of_number, is_number, number_class
from autograph.operators.links import Link
from autograph.operators.list_methods import check_steps
from autograph.operators.lists import StagedList, is_tuple_of_staged_length, staged_form
from autograph.operators.lists import require as require_now
from autograph.operators.logical import if_exp
from autograph.operators.operands import are_text_and_number, are_texts, check_integer, check_slice
from autograph.operators.optionals import as_index, is_none, needed
from autograph.operators.origin import raised_by
from autograph.operators.presence import found as found_either
from autograph.operators.presence import settled
from autograph.operators.raising import refuse_where_reached, require
from autograph.operators.recursion import is_recursing
from autograph.operators.refusals import raise_new
from autograph.operators.rows import KINDS as ROWS
from autograph.operators.rows import chosen_by_number, goes_into_pools
from autograph.operators.staged_containers import list_for, staged_for
from autograph.operators.stores import Forwarding, item_stores, writing
from autograph.operators.string_methods import spelled_out
from autograph.operators.strings import String, spelled
from autograph.operators.structures import (
    OUTER,
    Node,
    Optional,
    are_options,
    changes_in_place,
    is_object,
    opened,
    put_together,
    same_python_value,
    take_apart,
)
from autograph.operators.tables import backend_of_key, entry_form, staged_keys, table_for
from autograph.operators.text import Text, either_of, joined
from autograph.staging import Backend, backend_of, backends, tracing_backend


def indexed(container: Any) -> Any:
    """What to index instead of `container`: itself, but for a container of Python's while a program is being staged."""
    if type(container) in _KINDS:
        return Indexed(container) if backends and tracing_backend() is not None else container
    if type(container).__module__ == "numpy" and backends and is_table(container) and tracing_backend() is not None:
        return Indexed(container)
    if class_of_number(container) is not None and tracing_backend() is not None:
        return _Number(container)
    return IndexedTensor(container) if is_logging() and is_indexed(container) else container


class _Number:
    """A staged number that is about to be indexed: Python's have no items, but a system may take other keys."""

    __slots__ = ("number",)

    def __init__(self, number: Any):
        self.number = number

    def __getitem__(self, key: Any) -> Any:
        kind = class_of_number(self.number)
        if kind is not None and (type(key) is slice or number_class(key) in (int, bool)):
            raise_new(TypeError(f"{kind.__name__!r} object is not subscriptable"))
        return self.number[key]


def of_range(numbers: Any, key: Any) -> Any:
    """An item of a range of staged bounds; of a part of it a list."""
    if type(key) is slice:
        return call(list)(numbers)[key]
    check_integer(key, "range indices must be integers or slices, not float")
    backend = backend_of(numbers)
    assert backend is not None
    length = backend.builtins[len](numbers)
    error = IndexError("range object index out of range")
    require(backend, both(key >= -length, key < length), error)
    if backend_of(key) is not None:
        key = key + backend.builtins[int](key < 0) * length
    elif key < 0:
        key = length + key
    return numbers.start + key * numbers.step


#: What takes integers for keys.
_SEQUENCES = frozenset({list, tuple, deque, str, bytes})


#: What is new if a factory that is the class itself has made it.
_BY_FACTORIES = frozenset({list, dict, set, Counter, OrderedDict, defaultdict})


class Indexed:
    """A list, tuple, dict or string that is about to be read at a place that may be staged."""

    __slots__ = ("container",)

    def __init__(self, container: Any):
        self.container = container

    def __getitem__(self, key: Any) -> Any:
        try:
            if type(key) is slice and (bound := _unlike_bound(key)) is not None:
                given = key.start, key.stop, key.step
                return each(bound, lambda one: self[slice(*[one if value is bound else value for value in given])])
            if type(self.container) in (String, Text):
                return self.container[key]
            if type(self.container) not in _KINDS:
                key = settled_places(key)
                if getattr(key, "shape", None) != ():
                    return part_of(self.container, key)
            if type(key) is slice:
                return _slice(self.container, key)
            if type(self.container) in MAPPINGS:
                key = by_identity(key)
            if type(key) is Either:
                return each(key, lambda one: indexed(self.container)[one])
            if type(self.container) in MAPPINGS:
                return of_mapping(self.container, key)
            key = as_index(self.container, key)
            if type(self.container) in _SEQUENCES:
                _check_staged_index(self.container, key)
            backend = backend_of(key)
            if backend is None:
                is_tuple = type(self.container) is tuple
                return _value_under(self.container, key) if is_tuple else self.container[key]
            return item(backend, self.container, key)
        except BaseException as error:
            hide_frame(error)
            raise


def _slice(container: Any, key: slice) -> Any:
    """`container[start:stop]`, of which the bounds may be staged: then so is the length."""
    if type(key.step) is Optional:
        key = slice(key.start, key.stop, _given(key.step, 1))
    if type(key.start) is Optional or type(key.stop) is Optional:
        if key.step is not None and not (type(key.step) is int and key.step > 0):
            value_errors.may_be_none(key.start if type(key.start) is Optional else key.stop, "the bound of a slice")
        key = slice(_given(key.start, 0), _given(key.stop, len(container)), key.step)
    bounds = key.start, key.stop, key.step
    check_slice(*bounds)
    backend = next(filter(None, map(backend_of, bounds)), None)
    if backend is not None and type(container) is Choice and isinstance(container, str):
        return spelled(backend, container)[key]
    if backend is not None and type(container) is str:
        return _part(backend, container, bounds)
    if backend is None or type(container) not in (list, tuple):
        made = container[key]
        return new(made) if type(made) is list else made
    if not container:
        return new([]) if type(container) is list else container
    form = form_of(backend, container)
    if form is None:
        container_errors.unlike_items(container, "they are not numbers or tensors of one type")
    values: Any = StagedList.of(backend, container, form, type(container))
    return values[key]


#: How many slices of a string may be chosen among.
_MOST_SLICES = 1024


def _part(backend: Backend, string: str, bounds: Sequence[Any]) -> Any:
    """`string[start:stop:step]`, of which bounds are staged: one of the strings that it is for all places of these."""
    length = len(string)
    least, most = (backend.builtins[function] for function in (min, max))
    places = range(-length - 1, length + 1)  # what is further off is the same slice
    number: Any = 0
    for bound in bounds:
        if backend_of(bound) is not None:
            number = number * len(places) + least(most(bound, places[0]), places[-1]) - places[0]
    known = [[bound] if backend_of(bound) is None else places for bound in bounds]
    if len(known[2]) > 1:
        reason = "a tensor decides which of its characters are taken"
        container_errors.unlike_items(string, reason, "make a list of the parts that it may be, and take one of these")
    if prod(map(len, known)) > _MOST_SLICES:
        return spelled(backend, string)[slice(*bounds)]
    return choose(backend, string, [string[slice(*each)] for each in product(*known)], number)


def _of_chosen(backend: Backend, chosen: Choice, key: Any) -> Any:
    """The character of a string that is one of several, at a staged place: one of those of them all."""
    length = mapped(len, chosen)
    require(backend, (key >= -length) & (key < length), IndexError("string index out of range"))
    starts = dict(zip(chosen.options, accumulate(map(len, chosen.options), initial=0), strict=False))
    every = "".join(chosen.options)
    place = mapped(starts.__getitem__, chosen) + key + backend.builtins[int](key < 0) * length
    return choose(backend, every, every, place)


def _unlike_bound(key: slice) -> Either | None:
    """A bound of a slice that is one of several unlike values."""
    return next((bound for bound in (key.start, key.stop, key.step) if type(bound) is Either), None)


def _given(bound: Any, default: int) -> Any:
    """The bound of a slice, or what stands for it where it is None."""
    bound = settled(bound)
    if type(bound) is not Optional:
        return bound
    error = "slice indices must be integers or None or have an __index__ method"
    return if_exp(is_none(bound), lambda: default, lambda: needed(bound, lambda: TypeError(error), "a bound"))()


def _staged_key(mapping: Any, key: Any) -> tuple[Backend | None, Any]:
    """On which a key of a dict is staged, and the key: a string of staged characters is spelled out."""
    if type(key) in (Choice, String, Text):
        backend: Any = key.backend
        return backend, spelled_out(backend, key) if type(key) is Text else key
    if type(key) is StagedList and type(mapping) is dict and 0 < len(mapping) <= _MOST_COMPARED:
        if is_tuple_of_staged_length(key) and all(type(known) is tuple for known in mapping):
            return key.backend, key  # which is compared with each
    return backend_of_key(key), key


#: With how many keys of a dict a tuple of staged length is compared at most.
_MOST_COMPARED = 64


def _of_optional_key(key: Optional, of: Callable[[Any], Any]) -> Any:
    """What a function returns of a key that may be None, which may be a key as well."""
    return if_exp(is_none(key), lambda: of(None), lambda: of(settled(key)))()


def of_mapping(mapping: Any, key: Any) -> Any:
    """`mapping[key]`, of a dict of Python's."""
    if type(key := settled(key)) is Optional:
        if type(mapping) in (dict, OrderedDict) and None not in mapping:
            return of_mapping(mapping, needed(key, lambda: KeyError(None), "a key"))
        return _of_optional_key(key, lambda one: of_mapping(mapping, one))
    backend, key = _staged_key(mapping, key)
    if backend is None:
        if is_linked(mapping):
            check_keys()
        count, value = len(mapping), _value_under(mapping, key)
        if len(mapping) == count:
            return value
        made_by = getattr(mapping, "default_factory", None)
        if made_by in _BY_FACTORIES:
            new(value)
        if is_linked(mapping):
            pass_on_item(mapping, key, value)
        return value
    if type(mapping) is Counter:
        return get(mapping, key, 0)
    if getattr(mapping, "default_factory", None) is None:
        is_changed = bool(mapping) and type(key) is not Choice and all(type(value) is set for value in mapping.values())
        if is_changed and is_statement_of(_CHANGING_SETS):
            return table_for(mapping, backend)[key]  # type: ignore[index]
        return item(backend, mapping, key)
    if is_one_of_few(key) and mapping.default_factory not in ROWS:
        return staged_keys(backend, mapping)[key]
    return _of_default(backend, mapping, key)[0]


@acts_for_program
def _value_under(container: Any, key: Any) -> Any:
    """`container[key]`, of a container of Python's and a key that is known."""
    return container[key]


#: What changes a set that a staged key picks: it has to be in a pool.
_CHANGING_SETS = frozenset(name for name in dir(set) if name not in dir(frozenset))


def _of_default(backend: Backend, mapping: Any, key: Any) -> tuple[Any, Any]:
    """`mapping[key]` of a `defaultdict`, and the table that has taken its place."""
    if mapping:
        table: Any = table_for(mapping, backend)
        return table[key], table
    value = call(mapping.default_factory)()
    table = table_for(mapping, backend, [(key, value)])
    table.put(key, value)
    return table.value_at(0), table


def item(backend: Backend, container: Any, key: Any) -> Any:
    """`container[key]` with a staged key. What is not there is an error when the program runs."""
    if type(container) is Choice:
        return mapped(operator.getitem, container, key) if type(key) is Choice else _of_chosen(backend, container, key)
    if is_numeric(key) and type(container) is not dict:
        key = as_number(key)
    position, found, values = _lookup(backend, container, key)
    if type(container) in MAPPINGS:
        require_now(backend, found, KeyError(key))
    elif not values:
        raise IndexError(_out_of_range(container))
    elif is_array(container):
        require_place(backend, found, key, 0, len(container))
    else:
        require(backend, found, IndexError(_out_of_range(container)))
    return _one_of(backend, container, values, position)


def get(mapping: dict[Any, Any], key: Any, *default: Any) -> Any:
    """`mapping.get(key, default)`."""
    if type(key := settled(key)) is Optional:
        return _of_optional_key(key, lambda one: get(mapping, one, *default))
    backend, key = _staged_key(mapping, key)
    if backend is None or len(default) > 1:
        return mapping.get(key, *default)
    position, found, values = _lookup(backend, mapping, key)
    if not values:
        return default[0] if default else None
    # What is missing comes last.
    missing = backend.builtins[int](opposite(found)) * len(values)
    return _one_of(backend, mapping, [*values, default[0] if default else None], position + missing)


#: How many values, unlike each other, may be chosen among.
_MOST_UNLIKE = 16


def _one_of(backend: Backend, container: Any, values: Sequence[Any], position: Any) -> Any:
    """One of the values of a container; if they are unlike, either the first or one of the others."""
    try:
        return choose(backend, container, values, position)
    except StagingError as error:
        values = chosen_by_number(backend, values, container, later["current container"])  # rows were made for some
        joined_list = _one_of_lists(backend, values, position)
        if joined_list is not None:
            refusals.forget(error)
            return joined_list
        if len(values) > _MOST_UNLIKE:
            raise
        refusals.forget(error)
        if any(changes_in_place(value) or is_object(opened(take_apart(value, []))) for value in values):
            return _picked(_alike(backend, values), position)
        options = [Option(position == number, value) for number, value in enumerate(values)]
        return found_either(either_of(backend, options, error))


def moved(backend: Backend, container: Any, values: Sequence[Any], position: Any) -> Any:
    """One of the values of a container, of which several get other places.

    A list that takes the place of another while one is chosen would not be found among those that are chosen next.
    """
    if any(map(_is_list_or_dict, values)):
        return choose(backend, container, values, position)
    return _one_of(backend, container, values, position)


def _is_list_or_dict(value: Any) -> bool:
    is_tuple = type(value) is StagedList and value.kind is tuple
    return changes_in_place(value) and not is_tuple and not is_object(opened(take_apart(value, [])))


def _alike(backend: Backend, values: Sequence[Any]) -> Sequence[Any]:
    """Values of which each that is a list of functions, say, is one of staged length, and of one form for all.

    A conditional finds the form of two lists; where the elements are unlike, that of others has them in another order.
    """
    lists = [value for value in values if type(value) is list]
    is_known = all(any(region.is_new(value) for region in logs()) for value in lists)
    if not is_known or len(lists) != len(values) or len(values) < 3:
        return values
    form = form_of(backend, [element for value in lists for element in value])
    if form is None or form.node.kind is not Either:
        return values
    try:
        return [staged_for(backend, value, form, is_given=True)[0] for value in values]
    except Unknown as reason:
        container_errors.list_of_outside(values[0], str(reason), reason.help)


def _picked(values: Sequence[Any], position: Any) -> Any:
    """One of some values, by a conditional for each."""
    rest: list[Any] = new([*values])
    with going_over(rest):  # others may take the place of lists among them
        for number in reversed(range(len(rest) - 1)):
            this, others = (partial(operator.getitem, rest, place) for place in (number, number + 1))
            rest[number] = if_exp(position == number, this, others)()
    return rest[0]


def _result(constant: Choice, name: str, values: Sequence[Any], position: Any) -> Any:
    """What a function makes of one of several constants, if that is neither a constant nor a number: lists, say."""
    backend = constant.backend
    if not all(type(value) is list for value in values):
        return _one_of(backend, values, values, position)
    lengths = list(map(len, values))
    items = [item for value in values for item in value]
    form = form_of(backend, items)
    if form is None:
        value_errors.is_one_of_several_constants(constant, f"given to `{name}`")
    rows = zip_longest(*values, fillvalue=items[0])
    elements = [choose(backend, values, row, position) for row in rows]
    if len({*lengths}) == 1:
        return new(elements)
    made = StagedList.of(backend, elements, form)
    made.length = selected(backend, lengths, position)
    return made


later["choose"] = _result
later["indexed"] = indexed


def _one_of_lists(backend: Backend, values: Sequence[Any], position: Any) -> StagedList | None:
    """One of some lists, or tuples, of unlike lengths; None if they are something else, or may change later."""
    kind = type(values[0])
    if kind not in (list, tuple) or any(type(value) is not kind for value in values) or is_recursing():
        return None
    if kind is list and any(region.is_new(value) for region in logs() for value in values):
        return None
    elements = [element for value in values for element in value]
    form = form_of(backend, elements)
    if form is None or any(changes_in_place(element) for element in elements):
        return None
    lengths = [len(value) for value in values]
    start = choose(backend, values, [*accumulate(lengths, initial=0)][:-1], position)
    stop = start + choose(backend, values, lengths, position)
    made: Any = StagedList.of(backend, elements, form, kind)
    made = made[start:stop]
    if (around := log()) is not None:
        around.freezes(made, *values)
    return made


def count(sequence: Sequence[Any], value: Any) -> Any:
    """`sequence.count(value)`."""
    return sum([number(equal(item, value)) for item in sequence])


def pop(values: list[Any], key: Any = -1, error: str = "pop index out of range") -> Any:
    """`values.pop(key)`: those after the place of the key move up."""
    backend = backend_of(key)
    if backend is None or not values:
        return _popped(values, key) if type(values) is deque else values.pop(key if values else -1)
    position, found, _ = _lookup(backend, values, key)
    require(backend, found, IndexError(error))
    value = _one_of(backend, values, list(values), position)
    integer = backend.builtins[int]
    pairs = enumerate(pairwise(values))
    _hold(values, [moved(backend, values, pair, integer(position <= place)) for place, pair in pairs])
    return value


def _popped(values: deque[Any], key: int) -> Any:
    """`values.pop(key)`, if deques had that."""
    if not values:
        return values.pop()
    value = values[key]
    del values[key]
    return value


def _hold(values: Any, items: list[Any]) -> None:
    """Has a list or a deque hold other items in place of its own."""
    values.clear()
    values.extend(items)


def remove(values: list[Any], value: Any) -> None:
    """`values.remove(value)`."""
    if not (compares_staged(value) or compares_staged([*values])):
        values.remove(value)
        return
    if type(values) is deque:
        pop(values, index(values, value))
        return
    position, found, backend = _position_of(values, value)
    missing = "list.remove(x): x not in list"
    if found is False:
        raise ValueError(missing)
    if backend is not None and found is not True:
        require(backend, found, ValueError(missing))
    pop(values, position)


def insert(values: list[Any], key: Any, value: Any) -> None:
    """`values.insert(key, value)`: those from the place of the key on move down."""
    backend = backend_of(key)
    if backend is None or getattr(values, "maxlen", None) == len(values):
        return values.insert(key if backend is None else 0, value)
    integer, least, most = (backend.builtins[function] for function in (int, min, max))
    position = least(most(key + integer(key < 0) * len(values), 0), len(values))
    after = []
    for place, (here, before) in enumerate(zip([*values, value], [value, *values], strict=True)):
        which = integer(position <= place) + integer(position < place)
        after.append(moved(backend, values, [here, value, before], which))
    _hold(values, after)
    return None


def rotate(values: deque[Any], steps: Any = 1) -> None:
    """`values.rotate(steps)`."""
    backend = backend_of(steps)
    if backend is None:
        values.rotate(steps)
        return
    check_steps(steps)
    items, length = list(values), len(values)
    after = [moved(backend, items, items, (place - steps) % length) for place in range(length)]
    _hold(values, after)


def index(sequence: Sequence[Any], value: Any, *bounds: Any) -> Any:
    """`sequence.index(value)`. What is not there is an error when the program runs."""
    if bounds or not (compares_staged(value) or compares_staged(list(sequence))):
        return sequence.index(value, *bounds)
    position, found, backend = _position_of(sequence, value)
    if found is True:
        return position
    if found is False or backend is None:
        return sequence.index(value)
    kind = type(sequence).__name__
    error, caught = ValueError(f"the value is not in the {kind} [AG032]"), None
    if handles_exceptions():
        is_tuple = kind == "tuple"
        says = "tuple.index(x): x not in tuple" if is_tuple else joined([formatted(value), f" is not in {kind}"])
        caught = ValueError(says)
    require(backend, found, error, caught)
    return position


def _position_of(sequence: Sequence[Any], value: Any) -> tuple[Any, Any, Backend | None]:
    """Where a value is in a sequence first, and whether it is there; and on what that is staged."""
    position: Any = 0
    found: Any = False
    backend: Backend | None = None
    for item in sequence:
        same = equal(item, value) if backend is None else without_effects(partial(equal, item, value))
        backend = backend_of(same) or backend
        found = same if found is False else found if same is False else found | same
        if found is True or same is True:
            return position, True, backend
        if backend is not None and found is not False:
            position = position + backend.builtins[int](opposite(found))
        else:
            position = position + 1
    return position, found, backend


def _lookup(backend: Backend, container: Any, key: Any) -> tuple[Any, Any, Sequence[Any]]:
    """Where among which values the one of a key is, counted from 0, and whether it is there."""
    if type(container) not in MAPPINGS:
        length = len(container)
        negative = backend.builtins[int](key < 0)
        return key + negative * length, (key >= -length) & (key < length), list(container)
    position: Any = 0
    found: Any = False
    values: list[Any] = []
    for known, value in container.items():
        same = equal(known, key)
        if same is not False:
            position = position + backend.builtins[int](same) * len(values)
            found = same if found is False else found | same
            values.append(value)
    return position, found, values


def _out_of_range(sequence: Any) -> str:
    """What Python says of an index that a list, a tuple or an array does not have."""
    if isinstance(sequence, (list, tuple, deque)):
        return f"{type(sequence).__name__} index out of range"
    if isinstance(sequence, (str, bytes)):
        return "string index out of range" if type(sequence) is str else "index out of range"
    return f"the index is out of range for axis 0 with size {len(sequence)} [AG032]"


def _no_place(sequence: Any) -> str:
    """What Python says where an item of a list or a deque that is not there is to be stored or deleted."""
    return "list assignment index out of range" if type(sequence) is list else _out_of_range(sequence)


def choose(backend: Backend, container: Any, values: Sequence[Any], position: Any) -> Any:
    """One of the values of a container, by its position. Of objects it is one more, which is linked with them."""
    values = chosen_by_number(backend, values, container, later["current container"])
    nodes = [opened(take_apart(value, [])) for value in values]
    if not all(node.matches(nodes[0]) for node in nodes):
        container_errors.unlike_items(container, "they are not made alike")
    return _Choosing(backend, container, position).one_of(nodes)


class _Choosing:
    """The choice of one of several values, by its position."""

    def __init__(self, backend: Backend, container: Any, position: Any):
        self.backend = backend
        self.container = container
        self.position = position

    def one_of(self, nodes: Sequence[Node], missing: frozenset[int] = frozenset()) -> Any:
        """One of several values that were taken apart; those at the places in `missing` it never is."""
        first = nodes[0]
        if all(node.value is first.value for node in nodes):
            return first.value
        if any(node.value is None or node.kind is Optional for node in nodes):
            return self.optional(nodes, missing)
        is_mixed = any(are_text_and_number(first.value, node.value) for node in nodes)
        if not is_mixed and any(node.kind is Choice for node in nodes):
            return self.constant([node.value for node in nodes])
        if is_mixed or any(are_options(first, node) for node in nodes[1:]):
            return self.either(nodes, missing)
        alike = all(node.kind is first.kind and node.label == first.label for node in nodes)
        if not alike and are_texts(*(node.value for node in nodes)) and len(nodes) <= _MOST_UNLIKE:
            return _picked([node.value for node in nodes], self.position)
        if not alike or any(node.is_absent for node in nodes) or first.kind in (StagedList, String):
            container_errors.unlike_items(self.container, "they are not made alike")
        if first.kind is None:
            return self.leaf([node.value for node in nodes])
        parts = [self.one_of(parts, missing) for parts in zip(*(node.parts for node in nodes), strict=True)]
        made = put_together(first, parts, fresh=True)
        if (around := log()) is not None and (changes_in_place(first.value) or is_object(first)):
            self.link(around, made, [node.value for node in nodes], missing)
        return made

    def either(self, nodes: Sequence[Node], missing: frozenset[int]) -> Any:
        """One of several values that are unlike; of those that are alike it is one."""
        groups: list[list[int]] = []
        for place, node in enumerate(nodes):
            group = next((group for group in groups if _are_alike(nodes[group[0]], node)), None)
            if group is None:
                groups.append([place])
            else:
                group.append(place)
        options = []
        for group in groups:
            others = frozenset(range(len(nodes))).difference(group)
            filled = [nodes[group[0]] if place in others else node for place, node in enumerate(nodes)]
            holds = self.leaf([place in group for place in range(len(nodes))])
            options.append(Option(holds, self.one_of(filled, missing | others)))
        error = refusals.refusal(container_errors.unlike_items, self.container, "they are not made alike")
        return found_either(either_of(self.backend, options, error))

    def constant(self, column: Sequence[Any]) -> Any:
        """One of several constants, or of what is one of several itself."""
        kinds = {type(value.options[0] if type(value) is Choice else value) for value in column}
        if len(kinds) > 1:
            container_errors.unlike_items(self.container, "they are not made alike")
        options = [option for value in column for option in options_of(value)]
        return Choice(self.backend, [*dict.fromkeys(options)], self.leaf(list(map(number_in, column))))

    def optional(self, nodes: Sequence[Node], missing: frozenset[int]) -> Any:
        """One of several values, of which some are or may be None."""
        if any(node.kind is Optional and node.label for node in nodes):
            container_errors.unlike_items(self.container, "one of them is a variable that may have no value")
        absent = frozenset(place for place, node in enumerate(nodes) if node.value is None)
        opened = [node.parts if node.kind is Optional else [_leaf(node.value is None), node] for node in nodes]
        filler = next((value for _, value in opened if value.value is not None), None)
        if filler is None:
            return None  # all of them are, on any path
        flag = self.one_of([flag for flag, _ in opened], missing)
        values = [filler if place in absent else value for place, (_, value) in enumerate(opened)]
        value = self.one_of(values, missing | absent)
        return found_either(Optional(self.backend, None, None).rebuilt([flag, value]))

    def link(self, around: Log, made: Any, values: Sequence[Any], missing: frozenset[int]) -> None:
        """What is done to one of some objects is done to the other: which it is depends on the position."""
        around.bears(made)
        if len(values) > _MOST_UNLIKE:
            around.freezes(made, *values)
            return
        for place, value in enumerate(values):
            if place not in missing:
                around.links_objects(Link(self.position == place, True, made, value))

    def leaf(self, column: Sequence[Any]) -> Any:
        first, *others = column
        if all(same_python_value(first, leaf) for leaf in others):
            return first
        constant = selected(self.backend, column, self.position) if all(map(is_constant, column)) else None
        if constant is not None:
            return constant
        types = [self.backend.type_of(leaf) for leaf in column]
        joined = types[0]
        for type_ in types[1:]:
            joined = None if joined is None or type_ is None else joined_type(self.backend, joined, type_)
        if joined is None or any(isinstance(leaf, (str, bytes)) for leaf in column):
            container_errors.unlike_items(self.container, "they are not numbers or tensors of one type")
        made = self.backend.builtins[operator.getitem](column, self.position, joined)
        stands_for(made, column)
        return made


def _are_alike(one: Node, other: Node) -> bool:
    """Whether two of several unlike values are one of them."""
    if one.value is other.value:
        return True
    if is_number(one.value) and is_number(other.value):
        return number_class(one.value) is number_class(other.value)
    return not one.is_absent and not other.is_absent and not are_options(one, other) and one.matches(other)


def _leaf(value: Any) -> Node:
    return Node(value, None, None, [], OUTER)


def store(backend: Backend, container: Any, key: Any, value: Any) -> None:
    """`container[key] = value` with a staged key: each item that it may be is the value, or what it was."""
    has_few_keys = is_one_of_few(key) and not goes_into_pools(value)
    if has_few_keys and type(container) is dict and not container.keys() >= {*key.options}:
        made = staged_keys(backend, container)
        if made is not container:
            made[key] = value
            return
    if type(container) is dict and not has_few_keys:
        form = entry_form(backend, container, [(key, value)])
        if form is not None or not container:
            table: Any = None
            try:
                table = table_for(container, backend, [(key, value)])
            except StagingError as error:
                if not container:
                    raise
                refusals.forget(error)  # a key that it has may be given another value
            if table is not None:
                table.put(key, value)
                return
    if not container and type(container) is not dict:
        raise IndexError(_no_place(container))
    if not container:
        container_errors.nothing_to_choose(container)
    found: Any = False
    after = {}
    for known in [*container] if type(container) is dict else range(len(container)):
        here = equal(known, key)
        if type(container) is not dict:
            here = here | (key == known - len(container))
        if here is not False:
            found = here if found is False else found | here
            after[known] = _stored_or_kept(backend, container, known, here, value)
    if not after:
        container_errors.nothing_to_choose(container)
    if type(container) is dict:
        require(backend, found, container_errors.cannot_add_a_key())
    else:
        require(backend, found, IndexError(_no_place(container)))
    for known, item in after.items():
        container[known] = item


def _stored_or_kept(backend: Backend, container: Any, key: Any, here: Any, value: Any) -> Any:
    """An item of a container after a store that may be to another; of two lists of other lengths, one of any."""
    old = container[key]
    are_lists = all(type(one) in (list, StagedList) for one in (value, old))
    if not are_lists or (list is type(value) is type(old) and len(value) == len(old)):
        return moved(backend, container, [old, value], backend.builtins[int](here))
    form = staged_form(backend, take_apart(value, []), take_apart(old, [])) if type(value) is list else None
    if form is not None:  # nobody is known to have the value yet, to whom one of staged length could be given for it
        logs()[-1].freezes(value)
        value = StagedList.of(backend, value, form)
    made = if_exp(here, lambda: value, lambda: container[key])()
    if form is not None:
        logs()[-1].freezes(made)
    return made


def _check_staged_index(sequence: Any, key: Any) -> None:
    """Raises what Python raises of a staged float as an index."""
    if class_of_number(key) is float:
        check_integer(key, str(raised_by(operator.getitem, type(sequence)(), 1.0)))


@acts_for_program
class ContainerStore(Forwarding):
    """A list, a deque or a dict, to an item of which something is stored, or whose item `xs[i] += y` reads."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if type(self.ag__original) is dict:
            return indexed(self.ag__original)[key]
        key = as_index(self.ag__original, key)
        backend = backend_of(key)
        return self.ag__original[key] if backend is None else item(backend, self.ag__original, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key := by_identity(key)) is Either:
            each(key, lambda one: _store_under_one(self.ag__original, one, value))
            return
        if type(key) is slice and type(self.ag__original) is list:
            _store_part(self.ag__original, key, value)
            return
        if type(self.ag__original) in (list, deque):
            key = as_index(self.ag__original, key)
            _check_staged_index(self.ag__original, key)
        backend = backend_of_key(key) or backend_of(key)
        if backend is None:
            self.ag__original[key] = value
        else:
            store(backend, self.ag__original, key, value)

    def __delitem__(self, key: Any) -> None:
        if type(key := by_identity(key)) is Either:
            each(key, lambda one: operator.delitem(writing(self.ag__original), one))
            return
        if type(self.ag__original) not in (list, deque):
            delete(self.ag__original, key)
        elif type(key) is slice and type(self.ag__original) is list:
            _delete_part(self.ag__original, key)
        elif backend_of(key := as_index(self.ag__original, key)) is not None:
            _check_staged_index(self.ag__original, key)
            pop(self.ag__original, key, _no_place(self.ag__original))
        else:
            del self.ag__original[key]


@acts_for_program
def _store_part(values: list[Any], key: slice, items: Any) -> None:
    """`values[start:stop] = items`, of which the bounds may be staged, or how many items there are."""
    key, backend = _with_bounds(values, key)
    if number_class(items) is not None:
        ends = slice(None, None, key.step if type(key.step) is int else None)
        raise raised_by(operator.setitem, [], ends, 0)
    items = items if type(items) in (list, tuple, range, StagedList) else call(list)(items)
    if not values and key.step is None:
        key, backend = slice(None), None  # wherever the bounds are
    like = items.form if type(items) is StagedList else None
    backend = backend if like is None else items.backend
    if backend is None:
        values[key] = items
        return
    staged: Any = list_for(backend, values, like)
    staged[key] = items


@acts_for_program
def _delete_part(values: list[Any], key: slice) -> None:
    """`del values[start:stop]`, of which the bounds may be staged."""
    key, backend = _with_bounds(values, key)
    if backend is None:
        del values[key]
    elif values:
        staged: Any = list_for(backend, values)
        del staged[key]


def _with_bounds(values: list[Any], key: slice) -> tuple[slice, Backend | None]:
    """A slice of which no bound may be None that is known not to be, and on which its bounds are staged."""
    if type(key.start) is Optional or type(key.stop) is Optional:
        key = slice(_given(key.start, 0), _given(key.stop, len(values)), key.step)
    check_slice(key.start, key.stop, key.step)
    return key, next(filter(None, map(backend_of, (key.start, key.stop, key.step))), None)


@acts_for_program
def delete(mapping: Any, key: Any) -> None:
    """`del mapping[key]`, of a dict of Python's."""
    backend = backend_of_key(key)
    if is_one_of_few(key):
        require_now(key.backend, bool(mapping) or False, KeyError(key))
        del staged_keys(key.backend, mapping)[key]
    elif backend is None:
        del mapping[key]
    else:
        if type(mapping) is Counter and not mapping:
            return
        require_now(backend, bool(mapping) or False, KeyError(key))
        del table_for(mapping, backend)[key]  # type: ignore[attr-defined]


def _store_under_one(container: Any, key: Any, value: Any) -> None:
    """`container[key] = value`, of a key that is one of several unlike ones."""
    backend = backend_of_key(key)
    if backend is not None and type(container) is dict and all(are_text_and_number(key, known) for known in container):
        # A dict has no keys of two kinds where some are staged; mostly only the other key is ever one of it.
        refuse_where_reached(backend, refusals.refusal(container_errors.mixes_keys, container))
    writing(container)[key] = value


@acts_for_program
class MappingStore(Forwarding):
    """A dict that knows what a missing key means, to an item of which something is stored."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if is_one_of_few(key) and getattr(self.ag__original, "default_factory", None) not in ROWS:
            object.__setattr__(self, "ag__original", staged_keys(key.backend, self.ag__original))
            return self.ag__original[key]
        backend = key.backend if type(key) is Choice else backend_of_key(key)
        if backend is None or getattr(self.ag__original, "default_factory", None) is None:
            return of_mapping(self.ag__original, key)
        value, table = _of_default(backend, self.ag__original, key)
        object.__setattr__(self, "ag__original", table)
        return value

    def __setitem__(self, key: Any, value: Any) -> None:
        if is_one_of_few(key) and type(self.ag__original) is not StagedDict:
            object.__setattr__(self, "ag__original", staged_keys(key.backend, self.ag__original))
        elif (backend := backend_of_key(key)) is not None:
            object.__setattr__(self, "ag__original", table_for(self.ag__original, backend, [(key, value)]))
        self.ag__original[key] = value

    def __delitem__(self, key: Any) -> None:
        delete(self.ag__original, key)


item_stores.update(dict.fromkeys((Counter, defaultdict, OrderedDict), MappingStore))
item_stores.update(dict.fromkeys((list, deque, dict), ContainerStore))


def add(elements: set[Any], element: Any) -> None:
    """`elements.add(element)`."""
    if is_one_of_few(element):
        staged_keys(element.backend, elements).add(element)
    else:
        table_builtins.METHODS[set, "add"](elements, element)


def update(mapping: dict[Any, Any], /, *given: Any, **more: Any) -> None:
    """`mapping.update(other)`, of another dict whose keys may be staged."""
    given = tuple(map(as_dict, given))
    source = next((value for value in given if type(value) is StagedDict), None)
    if source is not None:
        staged_keys(source.backend, mapping).update(*given, **more)
    else:
        table_builtins.METHODS[dict, "update"](mapping, *given, **more)


#: Methods of containers that take a staged value.
METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    **table_builtins.METHODS,
    **{(kind, "get"): get for kind in MAPPINGS},
    (dict, "update"): update,
    (set, "add"): add,
    (list, "count"): count,
    (tuple, "count"): count,
    (list, "index"): index,
    (list, "pop"): pop,
    (list, "insert"): insert,
    (list, "remove"): remove,
    (deque, "count"): count,
    (deque, "index"): index,
    (deque, "insert"): insert,
    (deque, "remove"): remove,
    (deque, "rotate"): rotate,
    (tuple, "index"): index,
}

#: What `indexed` looks at.
_KINDS = frozenset({list, tuple, deque, *MAPPINGS, str, bytes, Choice, String, Text})
