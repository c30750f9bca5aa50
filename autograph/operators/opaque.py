"""What holds an object out of sight: a bound method of it, an iterator or a view, a function, a generator.

A variable that has one of these leads to the object, as one does that has it in a tuple.
"""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Iterator
from types import (
    BuiltinMethodType,
    CellType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

from autograph.operators.locations import VIEWS, contents_of, referents_of
from autograph.source.build import converted_codes
from autograph.staging import Backend, backend_of, composites

#: Bound methods.
_BOUND = frozenset({MethodType, BuiltinMethodType, MethodWrapperType})
#: Iterators of Python's over what they were made of, and views of dicts.
_OVER = frozenset({
    *map(type, (iter([]), iter(()), reversed([]), iter({}), iter({}.values()), iter({}.items()), iter(set()))),
    zip, map, filter, enumerate, reversed, itertools.chain, itertools.islice, itertools.cycle, itertools.accumulate,
    itertools.starmap, itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.pairwise,
    itertools.zip_longest, itertools.product, itertools.compress, *VIEWS,
})  # fmt: skip
OPAQUE = frozenset({*_BOUND, *_OVER, functools.partial, FunctionType, GeneratorType})


class Running:
    """Which functions are running, from when it is first asked for as long as no other is called or left."""

    @functools.cached_property
    def _names(self) -> set[str]:
        found: set[str] = set()
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code in converted_codes:
                found.add(frame.f_code.co_qualname)
            frame = frame.f_back
        return found

    def has(self, name: str) -> bool:
        """Whether the function around one of a qualified name runs: what that mentions are the variables of this one.

        A block of a converted function goes by the name of that.
        """
        return name in self._names or name.rpartition(".<locals>.")[0] in self._names


#: At how many values it is looked for what one holds.
_MOST_LOOKED_AT = 200


def holds_ended(backend: Backend, value: Any) -> bool:
    """Whether there is, in what a value holds out of sight, what is staged in a region that has been traced."""
    return any(map(backend.is_ended, _staged_in(value)))


def holds_staged(value: Any) -> bool:
    """Whether there is anything staged in what a value holds."""
    return any(True for _ in _staged_in(value))


def _staged_in(value: Any) -> Iterator[Any]:
    waiting, met, running = [value], set[int](), Running()
    for part in waiting:
        if id(part) in met or len(met) == _MOST_LOOKED_AT or issubclass(type(part), (ModuleType, type)):
            continue
        met.add(id(part))
        if type(part) in OPAQUE:
            waiting += held_opaquely(part, running)
        elif (composite := composites.get(type(part))) is not None:
            waiting += composite.components(part)
        elif backend_of(part) is None:
            waiting += referents_of(part)
        else:
            yield part


def held_opaquely(value: Any, running: Running) -> list[Any]:
    """What a value of one of the `OPAQUE` types holds, apart from the variables of functions that are running."""
    kind = type(value)
    if kind in _BOUND:
        return [] if isinstance(value.__self__, ModuleType) else [value.__self__]
    if kind is functools.partial:
        return [value.func, *value.args, *value.keywords.values()]
    if kind is FunctionType:
        defaults = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        cells = () if running.has(value.__qualname__) else value.__closure__ or ()
        return defaults + [contents_of(cell) for cell in cells]
    if kind is GeneratorType:
        held = referents_of(value)  # its variables, and the iterators of its loops
        cells = [] if running.has(value.gi_code.co_qualname) else [cell for cell in held if type(cell) is CellType]
        return [part for part in held if type(part) is not CellType] + [contents_of(cell) for cell in cells]
    return referents_of(value)
