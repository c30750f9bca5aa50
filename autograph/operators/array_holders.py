"""What holds an array of NumPy, or a tensor that stands for one: all of it sees what changes the array in place.

A tensor does not change, and an array cannot hold what is staged. Where a program changes one in place, everything that
has it is given another: variables of functions that are running or may be called, attributes, items and elements, those
of objects among them that were there before the function that is staged. What can be reached from the code that runs is
all that may read the array later. Who has a part of it, a view, is not given a part of the other: that is refused (see
`autograph.operators.shared_arrays`).
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from autograph.operators import effect_errors, later_reads
from autograph.operators.arrays import is_array
from autograph.operators.effects import log, logs, outlives
from autograph.operators.frames import locals_of
from autograph.operators.holders import Local
from autograph.operators.holding import is_rebuilt, parts_of, rebuilt
from autograph.operators.locations import (
    ArrayContents,
    Attribute,
    Elements,
    Item,
    Location,
    Variable,
    attributes_of,
    contents_of,
    elements_of,
    is_of_globals,
    referents_of,
)
from autograph.operators.places import is_own
from autograph.operators.shared_arrays import ATOMS, is_systems, is_tensor_of_items
from autograph.operators.structures import HEAP_TYPE, Optional, stands_for_iterator
from autograph.source.build import converted_codes, root_codes
from autograph.staging import SYSTEMS


def take_place(array: Any, made: Any) -> None:
    """Has everything that holds an array hold another in its place, as an effect of the region at hand."""
    around = log()
    found = holders_of(array)
    if around is not None and is_array(array) and any(map(outlives, found)):
        found.append(Attribute(logs()[0].contents.setdefault(id(array), ArrayContents(array)), "value"))
    for location in found:
        if around is None:
            break
        if isinstance(location, Variable):
            around.binds(location)
        else:
            around.writes(location.holder)
    known: dict[int, Any] = {}

    def taken(value: Any) -> Any:
        """What takes the place of a value; of one that two locations hold, one thing."""
        if value is array or not _has(value, array):
            return made if value is array else value
        if id(value) not in known:
            known[id(value)] = _with_value(value, taken) if type(value) is Optional else rebuilt(value, taken)
        return known[id(value)]

    before = [location.read() for location in found]
    for location, held in zip(found, before, strict=True):
        location.write([*map(taken, held)] if isinstance(location, Elements) else taken(held))


def _has(value: Any, array: Any) -> bool:
    """Whether a value is an array, or holds it and cannot be made to hold another: a tuple, or what may be None."""
    if value is array:
        return True
    if type(value) is Optional:
        return value.value is array
    return isinstance(value, tuple) and is_rebuilt(value) and any(_has(part, array) for part in parts_of(value))


def _with_value(value: Optional, taken: Callable[[Any], Any]) -> Optional:
    return Optional(value.backend, value.absent, taken(value.value), value.unbound, value.name, value.place)


def holders_of(array: Any) -> list[Location]:
    """The variables, attributes, items and elements that hold an array, as far as code that may run can read them."""
    found: dict[Any, Location] = {}
    frames = [*later_reads.converted_frames()]
    waiting: list[Any] = [_contents(), *(_Names(frame.f_globals, frame.f_code) for frame in frames), *_roots()]
    for frame in frames:
        for name, value in locals_of(frame).items():
            if value is not array:
                waiting.append(value)
            if not _has(value, array):
                continue
            if name.isidentifier():
                if name not in frame.f_code.co_freevars:
                    variable = _variable(frame, name)
                    found[variable.identity] = variable
            else:
                effect_errors.iterated_tensor_changes()
    _check_other_frames(array)
    for region in logs():
        waiting += [variable.read() for variable in region.variables()]
    cells: list[tuple[str, CellType]] = []
    seen: dict[int, Any] = {}
    while waiting:
        value = waiting.pop()
        if type(value) in ATOMS or id(value) in seen or value is array:
            continue
        seen[id(value)] = value
        for part, location in _parts(value):
            if part is not array:
                waiting.append(part)
            if not _has(part, array) or _has(value, array):
                continue
            if location is None:
                effect_errors.shared_tensor_changes(None, False, False)
            elif isinstance(location.holder, CellType):
                cells.append((location.key, location.holder))
                if not any(_owns(frame, *cells[-1]) for frame in frames):
                    found[location.identity] = location
            else:
                found[location.identity] = location
    for frame in frames:
        for name in frame.f_code.co_freevars:
            if _has(locals_of(frame).get(name), array) and not _is_known(frame, name, cells, frames):
                effect_errors.shared_tensor_changes(name, False, False)
    return [*found.values()]


def _is_known(frame: FrameType, name: str, cells: list[tuple[str, CellType]], frames: list[FrameType]) -> bool:
    """Whether a variable of a function around the one that a frame runs was found where it is kept."""
    if any(name == known and _is_in(cell, frame, name) for known, cell in cells):
        return True
    outer = frames[frames.index(frame) + 1 :]
    value = locals_of(frame)[name]
    return any(name in other.f_code.co_cellvars and locals_of(other).get(name) is value for other in outer)


def _owns(frame: FrameType, name: str, cell: CellType) -> bool:
    """Whether a cell is that of a variable of the function itself that a frame runs."""
    return name in frame.f_code.co_cellvars and _is_in(cell, frame, name)


def _is_in(cell: CellType, frame: FrameType, name: str) -> bool:
    """Whether a cell is that of a variable of a frame."""
    marker, before = object(), cell.cell_contents
    cell.cell_contents = marker
    try:
        return locals_of(frame).get(name) is marker
    finally:
        cell.cell_contents = before


def _contents() -> list[Any]:
    """What stands for what is in arrays that outlive the function that is being staged."""
    return [*logs()[0].contents.values()] if logs() else []


def _roots() -> list[Any]:
    """The function that is being staged."""
    return [*logs()[0].given[:1]] if logs() else []


class _Shared(Variable):
    """A variable of a function that is running, which functions in it share."""

    __slots__ = ("frame",)

    def __init__(self, cell: CellType, name: str, frame: FrameType):
        super().__init__(cell, name)
        self.frame = frame

    @property
    def is_there(self) -> bool:  # type: ignore[override]
        """Whether the function is still running."""
        return Local(self.frame).is_there


def _variable(frame: FrameType, name: str) -> Location:
    """A variable of a function itself that is running."""
    for value in locals_of(frame).values() if name in frame.f_code.co_cellvars else ():
        if type(value) is FunctionType and name in value.__code__.co_freevars:
            cell = (value.__closure__ or ())[value.__code__.co_freevars.index(name)]
            if _is_in(cell, frame, name):
                return _Shared(cell, name, frame)
    return Local(frame, name)


class _Names:
    """The global variables that code refers to, itself or in code within it."""

    def __init__(self, namespace: dict[str, Any], code: CodeType):
        self.namespace = namespace
        self.names = _names_in(code)


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return {*code.co_names}.union(*inner)


def _check_other_frames(array: Any) -> None:
    """Refuses an array that a function has which is not converted, and waits for one that is."""
    frame: FrameType | None = sys._getframe(1)
    waiting: list[FrameType] = []
    while frame is not None:
        if frame.f_code in converted_codes:
            if any(_has(value, array) for other in waiting for value in locals_of(other).values()):
                effect_errors.shared_tensor_changes(None, False, False)
            waiting = []
        elif not (is_own(frame) or _is_of_system(frame.f_globals.get("__name__"))):
            waiting.append(frame)
        frame = frame.f_back


def _parts(value: Any) -> Iterator[tuple[Any, Location | None]]:
    """What an object holds, each with where it does; None for what cannot be given another."""
    kind = type(value)
    if kind is _Names:
        for name in value.names & value.namespace.keys():
            yield value.namespace[name], Variable(value.namespace, name, outlives=True)
    elif is_array(value) or is_tensor_of_items(value) or is_systems(kind) or kind.__module__ in _MACHINERY:
        return
    elif kind is ArrayContents:
        yield value.value, Attribute(value, "value")
    elif kind is not FunctionType and _is_of_system(kind.__module__) and not stands_for_iterator(kind):
        yield from ((part, None) for part in referents_of(value) if not isinstance(part, (type, ModuleType)))
    elif issubclass(kind, dict):
        if is_of_globals(value):
            return
        yield from ((part, Item(value, key)) for key, part in [*dict.items(value)])
        yield from ((part, Attribute(value, name)) for name, part in (attributes_of(value) or {}).items())
    elif issubclass(kind, (list, deque)):
        yield from ((part, Elements(value)) for part in elements_of(value))
        yield from ((part, Attribute(value, name)) for name, part in (attributes_of(value) or {}).items())
    elif kind is FunctionType:
        yield from _parts_of_function(value)
    elif issubclass(kind, type):
        if value.__flags__ & HEAP_TYPE and _is_users(value.__module__):
            yield from ((part, Attribute(value, name)) for name, part in (attributes_of(value) or {}).items())
            yield from ((base, None) for base in value.__mro__[1:])
    elif kind is ModuleType:
        if _is_users(value.__name__):
            names = vars(value)
            yield from ((part, Variable(names, name, outlives=True)) for name, part in [*names.items()])
    elif kind is MethodType:
        yield from ((part, None) for part in (value.__self__, value.__func__))
    elif kind not in _CLOSED and (attributes := attributes_of(value)) is not None:
        yield from ((part, Attribute(value, name)) for name, part in attributes.items())
        yield kind, None
    elif not isinstance(value, (CodeType, FrameType)):
        yield from ((part, None) for part in referents_of(value))


def _parts_of_function(function: FunctionType) -> Iterator[tuple[Any, Location | None]]:
    if _is_of_system(function.__module__):
        yield from ((contents_of(cell), None) for cell in function.__closure__ or ())
        return
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        was_there = function.__code__ not in converted_codes or function.__code__ in root_codes
        yield contents_of(cell), Variable(cell, name, outlives=was_there)
    yield from ((part, None) for part in (function.__defaults__, function.__kwdefaults__))
    if _is_users(function.__module__):
        yield _Names(function.__globals__, function.__code__), None
    yield from ((part, Attribute(function, name)) for name, part in vars(function).items())


def _is_of_system(module: Any) -> bool:
    return str(module).partition(".")[0] in SYSTEMS


def _is_users(module: Any) -> bool:
    """Whether what is in a module may be of the program's."""
    package = str(module).partition(".")[0]
    return package not in SYSTEMS and package != "numpy" and package not in sys.stdlib_module_names - {"__main__"}


#: Where what variables held before a statement is kept, which nothing reads after it.
_MACHINERY = frozenset({"autograph.operators.exits", "autograph.operators.state"})
#: What holds other objects for good, though it may have attributes.
_CLOSED = frozenset({tuple, set, frozenset})
