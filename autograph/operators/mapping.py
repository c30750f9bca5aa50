"""`map`, `filter` and others of `itertools`, and functions that Python calls for the elements of an iterator."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType, FunctionType, GeneratorType, ModuleType
from typing import Any

from autograph.operators import call_errors, container_errors, places, walks
from autograph.operators.calls import call
from autograph.operators.catching import catching
from autograph.operators.classes import meet_class
from autograph.operators.comparisons import any_staged
from autograph.operators.comprehensions import Comprehension, Filtered
from autograph.operators.effects import logging_part, new
from autograph.operators.exits import checking_operators
from autograph.operators.frames import acts_for_program, hidden_frames
from autograph.operators.lists import StagedList
from autograph.operators.locations import Attribute, Snapshot, can_change, contents_of
from autograph.operators.observed import watch_iterator
from autograph.source.build import is_converted
from autograph.staging import backend_of, tracing_backend


def map_(function: Any, *iterables: Any) -> Any:
    function = handing_on(call(function), map, *iterables)
    for iterable in iterables:
        backend = backend_of(iterable)
        if backend is not None:
            return backend.builtins[map](function, *iterables)
    return map(function, *iterables)


def filter_(test: Any, items: Any) -> Any:
    test = handing_on(call(test), filter, items) if test is not None else None
    backend = backend_of(items)
    if backend is not None and filter in backend.builtins and not is_lazy(items):
        return backend.builtins[filter](test, items)
    return Filtered(test, items)


def groupby_(iterable: Any, key: Any = None) -> Any:
    made = None if key is None else handing_on(call(key), itertools.groupby)
    items = call(list)(iterable) if backend_of(iterable) is not None or type(iterable) in _KEPT else iterable
    if type(items) is list or (type(items) is str and tracing_backend() is not None):
        items = [*items]
    if type(items) in (list, StagedList):
        with logging_part() as effects:
            keys = items if made is None else call(list)(call(map)(made, items))
        if effects.effects():  # which the program has between those of what goes over the groups
            _refuse_groups()
        is_staged = any_staged(keys)
        if is_staged and type(keys) is list and any(type(known) is float and known != known for known in keys):
            _refuse_groups()  # a nan is in one group with itself
        if is_staged or (tracing_backend() is not None and all(map(_is_known, keys))):
            meet_class(walks.Group)  # Python's move on whichever path is taken
            return call(walks.grouped)(items, keys, keys if is_staged else _runs(keys), _unchanged(iterable, key))
    known: list[Any] = []

    def compared(item: Any) -> Any:
        value = item if made is None else made(item)
        if known and any_staged([value, *known]):
            _refuse_groups()
        known[:] = [value]
        return value

    return itertools.groupby(iterable, compared)


def _is_known(key: Any) -> bool:
    return all(map(_is_known, key)) if type(key) is tuple else type(key) in _OF_PYTHON


#: What Python compares by itself.
_OF_PYTHON = frozenset({str, int, float, bool, bytes, type(None)})


def _runs(keys: Sequence[Any]) -> list[int]:
    """The number of the group of each item: one that is the same as the first, or equal to it, is in its group."""
    return [number for number, (_, group) in enumerate(itertools.groupby(keys)) for _ in group]


def _unchanged(iterable: Any, key: Any) -> Callable[[], None]:
    """Checks that what groups are made of is what it was, and what a function reads that was called for all at once.

    That is done between the groups, where the program may change either, and Python would go on with what is new.
    """
    function = getattr(key, "__func__", key)
    names: Sequence[str] = ()
    variables: list[tuple[Callable[[], Any], Any]] = []
    if type(function) is FunctionType:
        names = function.__code__.co_names
        cells = [functools.partial(contents_of, cell) for cell in function.__closure__ or ()]
        of_module = [functools.partial(function.__globals__.get, name) for name in names]
        variables = [(read, read()) for read in (*cells, *of_module)]
    held = [value for _, value in variables if can_change(value) and type(value) not in _KEPT_BY_MODULES]
    objects = [Snapshot(value) for value in (*held, getattr(key, "__self__", None)) if value is not None]
    items = Snapshot(iterable)

    def check() -> None:
        changed = [location for known in objects for location, *_ in known.changes()]
        is_changed = any(type(place) is not Attribute or place.key in names for place in changed)
        if is_changed or any(read() is not value for read, value in variables):
            container_errors.changes_between_groups("what the `key` of `itertools.groupby` reads")
        if [*items.changes()]:
            container_errors.changes_between_groups("the list that `itertools.groupby` goes over")

    return check


#: What the variables of a module are mostly.
_KEPT_BY_MODULES = frozenset({FunctionType, ModuleType, type})


def _refuse_groups() -> None:
    asked = "whether the key of an item is that of the one before"
    call_errors.asks_a_tensor("itertools.groupby", asked, _GROUP)


#: What has its items, and keeps them.
_KEPT = frozenset({list, tuple, range})

_GROUP = "go over the items in a `for` that keeps the key of the last, and appends a group where it is another"


def islice_(iterable: Any, *bounds: Any) -> Any:
    if any(backend_of(bound) is not None for bound in bounds):
        call_errors.asks_a_tensor("itertools.islice", "how many items it takes", _SLICE)
    return itertools.islice(iterable, *bounds)


_SLICE = "take a slice of a list (`list(items)[:n]`), or leave a `for` over the items by `break`"


def mapped_parts(items: Any, callee: Any) -> Comprehension:
    """The elements of Python's `map`, each of which is made where it is asked for."""
    watch_iterator(items)
    function, *iterators = items.__reduce__()[1]
    if len(iterators) == 1:
        return Comprehension(new(iterators[0]), None, function, 0, callee)
    return Comprehension(new(zip(*iterators, strict=False)), None, lambda given: function(*given), 0, callee)


def is_lazy(iterable: Any) -> bool:
    """Whether a staged iterable has no items of its own, as `map`, `zip` and `range` have none."""
    return backend_of(iterable) is not None and not hasattr(iterable, "shape")


def handing_on(function: Any, to: Any, *over: Any) -> Any:
    """A function that is called for the elements of an iterator: to Python, a StopIteration is the end of that.

    Args:
        function: the function.
        to: what makes the iterator.
        over: what that goes over.
    """
    at_hand = tuple([value for value in over if type(value) is not GeneratorType])
    if is_converted(function):
        return functools.partial(_handing_on, function, to.__name__, at_hand)
    is_of_python = isinstance(function, BuiltinFunctionType) or getattr(function, "__module__", None) == "builtins"
    return function if is_of_python or not at_hand else functools.partial(_calling, function, at_hand)


def _handing_on(function: Any, to: str, over: tuple[Any, ...], /, *args: Any) -> Any:
    with hidden_frames, catching(StopIteration, to):
        return checking_operators(function, function, function)(*args)


@acts_for_program
def _calling(function: Any, over: tuple[Any, ...], /, *args: Any) -> Any:
    return function(*args)


for _function in (_handing_on, _calling):
    places.calling[_function.__code__] = lambda variables: variables["over"]
