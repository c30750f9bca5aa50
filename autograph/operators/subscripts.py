"""`xs[i]` of a Python list, tuple or dict, where `i` is staged: the choice of one of its values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from autograph.operators import explain
from autograph.operators.comparisons import any_staged, equal, number
from autograph.operators.frames import hide_frame
from autograph.operators.structures import Structure, same_python_value
from autograph.staging import Backend, backend_of, backends, tracing_backend


def indexed(container: Any) -> Any:
    """What to index instead of `container`: itself, but for a list, tuple or dict while a program is being staged."""
    if backends:
        kind = type(container)
        if kind in _KINDS and tracing_backend() is not None:
            return Indexed(container)
    return container


class Indexed:
    """A list, tuple or dict that is about to be read at a place that may be staged."""

    __slots__ = ("container",)

    def __init__(self, container: Any):
        self.container = container

    def __getitem__(self, key: Any) -> Any:
        try:
            backend = backend_of(key)
            return self.container[key] if backend is None else item(backend, self.container, key)
        except BaseException as error:
            hide_frame(error)
            raise


def item(backend: Backend, container: Any, key: Any) -> Any:
    """`container[key]` with a staged key. What is not there is an error when the program runs."""
    position, found, values = _lookup(backend, container, key)
    if not values:
        explain.nothing_to_choose(container)
    backend.assert_(found, lambda: "key not found" if type(container) is dict else "list index out of range")
    return choose(backend, container, values, position)


def get(mapping: dict[Any, Any], key: Any, *default: Any) -> Any:
    """`mapping.get(key, default)`."""
    backend = backend_of(key)
    if backend is None or len(default) > 1:
        return mapping.get(key, *default)
    position, found, values = _lookup(backend, mapping, key)
    if not values:
        return default[0] if default else None
    # What is missing comes last.
    missing = backend.builtins[int](_negated(backend, found)) * len(values)
    return choose(backend, mapping, [*values, default[0] if default else None], position + missing)


def count(sequence: Sequence[Any], value: Any) -> Any:
    """`sequence.count(value)`."""
    return sum([number(equal(item, value)) for item in sequence])


def index(sequence: Sequence[Any], value: Any, *bounds: Any) -> Any:
    """`sequence.index(value)`. What is not there is an error when the program runs."""
    if bounds or not (any_staged(value) or any_staged(list(sequence))):
        return sequence.index(value, *bounds)
    position: Any = 0
    found: Any = False
    backend: Backend | None = None
    for item in sequence:
        same = equal(item, value)
        if same is True and found is False:
            return position
        backend = backend_of(same) or backend
        found = same if found is False else found if same is False else found | same
        if found is True:
            break
        if backend is not None and found is not False:
            position = position + backend.builtins[int](_negated(backend, found))
        else:
            position = position + 1
    if found is False or backend is None:
        return sequence.index(value)
    backend.assert_(found, lambda: "the value is not in the list")
    return position


def _negated(backend: Backend, value: Any) -> Any:
    return not value if backend_of(value) is None else backend.logical_not(value)


def _lookup(backend: Backend, container: Any, key: Any) -> tuple[Any, Any, Sequence[Any]]:
    """Where among which values the one of a key is, counted from 0, and whether it is there."""
    if type(container) is not dict:
        length = len(container)
        negative = backend.builtins[int](key < 0)
        return key + negative * length, (key >= -length) & (key < length), container
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


def choose(backend: Backend, container: Any, values: Sequence[Any], position: Any) -> Any:
    """One of the values of a container, by its position."""
    structures = [Structure(value) for value in values]
    first = structures[0]
    if not all(structure.matches(first) for structure in structures):
        explain.unlike_items(container, "they are not made alike")
    select = backend.builtins[operator.getitem]
    leaves = []
    for column in zip(*(structure.leaves for structure in structures), strict=True):
        if all(same_python_value(column[0], leaf) for leaf in column):
            leaves.append(column[0])
            continue
        types = [backend.type_of(leaf) for leaf in column]
        joined = types[0]
        for type_ in types[1:]:
            joined = None if joined is None or type_ is None else backend.join(joined, type_)
        if joined is None or any(isinstance(leaf, (str, bytes)) for leaf in column):
            explain.unlike_items(container, "they are not numbers or tensors of one type")
        leaves.append(select(column, position, joined))
    return _read_only(first.made_anew(leaves, None))


class ReadOnlyList(list[Any]):
    """A list that was chosen among others when the program runs, so that changing it could not change the right one."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        explain.chosen_list_changes()

    append = extend = insert = remove = clear = sort = reverse = pop = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse


def _read_only(value: Any) -> Any:
    if type(value) is list:
        return ReadOnlyList(map(_read_only, value))
    if type(value) is tuple:
        return tuple(map(_read_only, value))
    return value


#: Methods of containers that take a staged value.
METHODS: dict[tuple[type, str], Callable[..., Any]] = {
    (dict, "get"): get,
    (list, "count"): count,
    (tuple, "count"): count,
    (list, "index"): index,
    (tuple, "index"): index,
}

#: What `indexed` looks at.
_KINDS = frozenset({list, tuple, dict, ReadOnlyList})
