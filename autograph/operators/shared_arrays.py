"""Arrays of NumPy that became tensors: an ndarray changes where it stands, and who has it or a view of it sees that.

A tensor does not change. The variable that `c += 1` and `c[0] = 1` are about gets another one, which is the same to the
program as long as nobody else reads the array later, or a part of it. That is looked into before: who has a tensor that
would share its memory in NumPy, and may read it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from autograph.diagnostics import StagingError
from autograph.operators import effect_errors, later_reads, places
from autograph.operators.arrays import held_by, is_array
from autograph.operators.call_sites import path_at
from autograph.operators.either import Either
from autograph.operators.frames import locals_of
from autograph.operators.kinds import is_scalar
from autograph.operators.locations import referents_of
from autograph.operators.namespaces import has_class_attribute
from autograph.operators.structures import HEAP_TYPE, Optional
from autograph.staging import SYSTEMS, backend_of, backend_of_class, backends


class Origins:
    """What tensors stand for that came of arrays by conditionals and loops, and not by operations."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Any, list[Any]]] = {}
        #: What the tensors and arrays have their items in that are elements of lists of staged length, by identity; and
        #: those of them that were read from one.
        self.elements: dict[int, Any] = {}
        self._read: dict[int, Any] = {}
        #: Whether others may have one of these, and whether some may be elements of several lists.
        self.elements_are_shared = False
        self.elements_are_copied = False
        #: Whether the program has called a function of NumPy.
        self.uses_numpy = False
        #: Whether arrays have become tensors of which only the program knows how long they are.
        self.has_lengths = False
        #: What loops have in the place of arrays of before them, with these, by identity.
        self.entries: dict[int, tuple[Any, Any]] = {}
        #: What arrays have their items in that a statement changed in place, the last that did, and where it stands.
        self.changed: dict[int, Any] = {}
        self.changing: tuple[FrameType | None, int] = (None, 0)

    def note(self, value: Any, sources: Iterable[Any]) -> list[Any]:
        """A tensor is one of some others, or a part of one; those that are arrays of NumPy are returned."""
        if not is_tensor_of_items(value):
            return []
        kept = [source for source in sources if source is not value and may_share(source)]
        if kept:
            _, known = self._found.setdefault(id(value), (value, []))
            known += kept
        arrays = [source for source in kept if is_array(source)]
        self.has_lengths |= bool(arrays) and not _is_of_known_shape(value)
        return arrays

    def memory(self, value: Any) -> dict[int, Any]:
        """What a tensor or an array has its items in, by identity: itself, and what it would be a view of, or is."""
        found: dict[int, Any] = {}
        waiting = [value]
        while waiting:
            part = waiting.pop()
            if id(part) in found or not may_share(part):
                continue
            found[id(part)] = part
            if is_array(part):
                waiting.append(part.base)
                continue
            backend = backend_of(part)
            if backend is not None:
                waiting += backend.viewed(part)
            _, sources = self._found.get(id(part), (part, []))
            waiting += sources
        return found

    def reads_element(self, element: Any) -> None:
        """A tensor was read from a list of staged length, which has its own copy of the items."""
        memory = self.memory(element)
        self.elements.update(memory)
        self._read.update(memory)

    def puts_element(self, value: Any, is_known: bool) -> None:
        """A tensor or an array was put into a list of staged length; `is_known` says whether something else has it."""
        memory = self.memory(value)
        self.elements.update(memory)
        self.elements_are_shared |= is_known or not memory.keys().isdisjoint(self._read)

    @contextmanager
    def putting_back(self) -> Iterator[None]:
        """While what may have been read from a place is stored there, and what else it may be was noted before."""
        before = self.elements_are_shared
        yield
        self.elements_are_shared = before

    def is_element(self, value: Any) -> bool:
        """Whether a list of staged length has a tensor or an array, or a part of it."""
        return not self.elements.keys().isdisjoint(self.memory(value))

    def before_loops(self, array: Any) -> list[Any]:
        """An array, and what it was before the loops that carry it: those who have that are found by the loops."""
        found = [array]
        while id(found[-1]) in self.entries:
            found.append(self.entries[id(found[-1])][1])
        return found

    def may_be_one(self, one: Any, other: Any) -> bool:
        """Whether two tensors or arrays may be one array, and not just share items."""
        return any(id(part) in self._chosen(other) for part in self._chosen(one).values())

    def _chosen(self, value: Any) -> dict[int, Any]:
        found: dict[int, Any] = {}
        waiting = [value]
        while waiting:
            part = waiting.pop()
            if id(part) not in found:
                found[id(part)] = part
                waiting += self._found.get(id(part), (part, []))[1]
        return found


def _is_of_known_shape(tensor: Any) -> bool:
    shape: Any = backend_of(tensor).type_of(tensor).shape  # type: ignore[union-attr]
    return getattr(shape, "rank", 0) is not None and None not in tuple(shape)


def is_tensor_of_items(value: Any) -> bool:
    """Whether a value is staged and may have items: a number is never a view."""
    backend = backend_of(value)
    if backend is None or not isinstance(value, backend.staged_types):
        return False
    type_ = backend.type_of(value)
    return type_ is not None and hasattr(type_, "shape") and not is_scalar(type_)


def possible_values(value: Any) -> list[Any]:
    """A value, or what it may be when the program runs."""
    if type(value) is Optional:
        return possible_values(value.value)
    return [part for one in value.candidates for part in possible_values(one)] if type(value) is Either else [value]


def may_share(value: Any) -> bool:
    """Whether a value is a tensor or an array of NumPy, with items."""
    return (is_array(value) and value.ndim > 0) or is_tensor_of_items(value)


def check_no_views(origins: Origins, array: Any, holder: Any = None) -> None:
    """Refuses a change of an array in place that others would see in plain Python, and not in a graph.

    What has the array itself is given what takes its place. But a part of it, or what it may be a part of, is another
    tensor; and what has been read already stays what it was.

    Args:
        origins: what is known of tensors.
        array: what is changed.
        holder: the list of staged length whose element it is, if it is one.
    """
    memory = {key: part for value in possible_values(array) for key, part in origins.memory(value).items()}
    if not memory:
        return
    if any(map(origins.is_element, possible_values(array))):
        if type(holder) not in lists or origins.elements_are_shared:
            effect_errors.element_changes()
        memory |= origins.elements
    for held in later_reads.variables_read_later():
        for shared in _others(origins, memory, held.value, array, holder):
            effect_errors.shared_tensor_changes(
                held.name, shared is not held.value, is_array(shared) and not is_array(array)
            )
        if type(holder) in lists and origins.elements_are_copied and _has_lists(held.value, holder):
            effect_errors.element_changes()
    for value in later_reads.values_read_before():
        if next(_sharing(origins, memory, value, holder), None) is not None:
            effect_errors.changes_under_an_expression()
    for value in places.globals_in_use():
        if not isinstance(value, (*_LEFT_ALONE, FunctionType, type)):
            for shared in _others(origins, memory, value, array, holder):
                effect_errors.shared_tensor_changes(None, True, is_array(shared) and not is_array(array))
    for value in [value for values in to_come for value in values()]:
        if next(_sharing(origins, memory, value, holder), None) is not None:
            effect_errors.iterated_tensor_changes()
    if holder is not None:
        parts = [p for part in held_by(holder) for p in _tensors(part, None)]
        inside = [part for part in parts if may_share(part) and not memory.keys().isdisjoint(origins.memory(part))]
        for number, part in enumerate(inside):
            if any(not origins.memory(part).keys().isdisjoint(origins.memory(other)) for other in inside[:number]):
                effect_errors.shared_tensor_changes(None, True, False)


def _others(origins: Origins, memory: dict[int, Any], value: Any, array: Any, outside: Any) -> Iterator[Any]:
    """What shares memory with an array and is not that array, in a value."""
    same = origins.before_loops(array)
    return (part for part in _sharing(origins, memory, value, outside) if not any(part is one for one in same))


def is_element_of(origins: Origins, array: Any, holder: Any) -> bool:
    """Whether a list of staged length has an array, or a part of it, and is what is stored to."""
    return type(holder) in lists and any(map(origins.is_element, possible_values(array)))


#: The types of lists of staged length, and of what is made of such; and what says whether one has arrays in it.
lists: dict[type, Callable[[Any], bool]] = {}


def _has_lists(value: Any, outside: Any) -> bool:
    return any(type(part) in lists and lists[type(part)](part) for part in _parts(value, outside))


#: What loops that are running have still to go over.
to_come: list[Callable[[], Iterable[Any]]] = []


def check_iterated(origins: Origins, tensor: Any, iterable: Any) -> None:
    """Refuses a change in place of what a loop goes over."""
    memory = origins.memory(tensor)
    if next(_sharing(origins, memory, iterable, None), None) is not None:
        effect_errors.iterated_tensor_changes()


def note_change(origins: Origins, array: Any) -> None:
    """An array is changed in place by the statement at hand."""
    frame = next(iter(later_reads.converted_frames()), None)
    if frame is not None:
        known = origins.changed if _goes_on(origins, frame) else {}
        memory = {key: part for value in possible_values(array) for key, part in origins.memory(value).items()}
        origins.changing, origins.changed = (frame, frame.f_lasti), {**known, **memory}


def check_not_stale(origins: Origins, value: Any) -> None:
    """Refuses to store what was read of an array before the same statement changed that: `m[0], m[1] = m[1], m[0]`."""
    frame = next(iter(later_reads.converted_frames()), None)
    if frame is not None and _goes_on(origins, frame):
        if next(_sharing(origins, origins.changed, value, None), None) is not None:
            effect_errors.stores_a_view()


def _goes_on(origins: Origins, frame: FrameType) -> bool:
    """Whether a frame still runs the statement that has changed arrays last."""
    known, instruction = origins.changing
    return known is frame and instruction < frame.f_lasti and _statement(frame, instruction) is _statement(frame)


def _statement(frame: FrameType, instruction: int | None = None) -> Any:
    path = path_at(frame) if instruction is None else path_at(frame, instruction)
    return next((node for node in reversed(path) if isinstance(node, ast.stmt)), None)


def tensors_in(value: Any) -> list[Any]:
    """The tensors and the arrays that a value has."""
    return [part for part in _tensors(value, None) if may_share(part)]


def uses_numpy(origins: Origins) -> bool:
    """Whether the program that is being staged has to do with NumPy, whose `c += 1` changes an array in place."""
    if not origins.uses_numpy and "numpy" in sys.modules:
        values = [v for frame in later_reads.converted_frames() for v in locals_of(frame).values()]
        origins.uses_numpy = any(map(_is_numpys, (*values, *places.globals_in_use())))
    return origins.uses_numpy


def _is_numpys(value: Any) -> bool:
    return value is sys.modules.get("numpy") or is_array(value)


def _sharing(origins: Origins, memory: dict[int, Any], value: Any, outside: Any) -> Iterator[Any]:
    """The tensors and the arrays in a value that share memory with another."""
    for part in _tensors(value, outside):
        if may_share(part) and not memory.keys().isdisjoint(origins.memory(part)):
            yield part


def _tensors(value: Any, outside: Any) -> Iterator[Any]:
    """The tensors and the arrays that a value has, however deep; arguments as for `_parts`."""
    for part in _parts(value, outside):
        if is_array(part) or backend_of_class(type(part)) is not None:
            yield part


def _parts(value: Any, outside: Any) -> Iterator[Any]:
    """What a value has, however deep.

    Args:
        value: the value.
        outside: an object that is not looked into.
    """
    seen, waiting = {id(outside)}, [value]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind in ATOMS or id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if is_array(value) or (backend_of_class(kind) is not None and _is_tensor(value)):
            continue
        waiting += [part for part in _held(value) if type(part) not in ATOMS]


def _is_tensor(value: Any) -> bool:
    backend = backend_of(value)
    return backend is None or (isinstance(value, backend.staged_types) and backend.type_of(value) is not None)


def _held(value: Any) -> list[Any]:
    """What an object holds."""
    kind = type(value)
    if issubclass(kind, _LEFT_ALONE) or is_systems(kind) or any(value is backend for backend in backends):
        return []
    if kind is FunctionType:
        return [*(value.__closure__ or ()), *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
    if isinstance(value, type):
        is_users = value.__flags__ & HEAP_TYPE and value.__module__.partition(".")[0] not in sys.stdlib_module_names
        return [*vars(value).values()] if is_users and not is_systems(value) else []
    return referents_of(value)


def is_systems(kind: type) -> bool:
    """Whether the objects of a class look after themselves, and are nothing that a loop goes over."""
    package = kind.__module__.partition(".")[0]
    is_iterable = has_class_attribute(kind, "__staged_iteration__") or hasattr(kind, "element")
    return package in SYSTEMS and package != "autograph" and not is_iterable


#: What leads to no array.
ATOMS = frozenset({int, float, bool, str, bytes, complex, type(None), range, slice})
_LEFT_ALONE = (ModuleType, CodeType, FrameType, StagingError)
