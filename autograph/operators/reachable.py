"""What holds an object that was there before the program: among all that the program can come to.

A program comes to such an object by variables of its modules, of functions around it and by what these hold. What is
not converted is not looked into: it does not know which objects of the program are staged.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterable, Iterator
from contextvars import copy_context
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from autograph.operators.effects import logs
from autograph.operators.frames import locals_of
from autograph.operators.holding import (
    VIEWS,
    Unknown,
    check_iterator,
    check_view,
    is_iterator,
    is_rebuilt,
    locations_in,
    variables_held,
    variables_of,
)
from autograph.operators.locations import (
    PLAIN,
    Variable,
    attributes_of,
    elements_of,
    is_of_globals,
    namespace_of,
    referents_of,
)
from autograph.operators.packages import is_programs
from autograph.source.build import converted_codes
from autograph.staging import SYSTEMS

#: How many objects are looked at, at most, for all that is looked for while a program is staged.
_MOST = 700_000

#: What leads to nothing of the program's.
_LEADING_NOWHERE = (CodeType, FrameType, weakref.ref, *PLAIN)


def holders_outside(target: Any) -> Iterator[Any]:
    """The locations that hold an object, and the tuples and the like that do, outside of the functions that run.

    Raises:
        Unknown: something has it that cannot be made to have another.
    """
    if is_of_globals(target):
        raise Unknown("it has the variables of a module")
    around = logs()[0]
    seen: dict[int, Any] = {id(target): target}
    waiting = [*_beginnings(), *_modules_with(target)]
    namespaces: set[int] = set()
    dicts: list[Any] = []
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if id(value) in seen or kind in _LEADING_NOWHERE:
            continue
        seen[id(value)] = value  # kept alive, so that the identity of each stays its own
        around.looked_at += 1
        if around.looked_at > _MOST:
            raise Unknown("it was there before the function is staged, and too many objects may have it")
        if kind is ModuleType:
            waiting += [vars(value)] if is_programs(value.__name__) else []
        elif is_of_globals(value):
            variables = [*value.items()]  # in one step: other threads may bind some
            yield from (Variable(value, name, outlives=True) for name, held in variables if held is target)
            waiting += [held for name, held in variables if name not in ("__builtins__", "__loader__", "__spec__")]
        elif kind is FunctionType:
            yield from variables_of(value, target, outlives=True)
            waiting += variables_held(value)
            waiting += [value.__dict__] if value.__dict__ else []
            if is_programs(value.__module__):
                waiting.append(value.__globals__)
        elif issubclass(kind, type):
            if is_programs(value.__module__):
                yield from locations_in(value, target)
                waiting += [*(attributes_of(value) or {}).values(), *value.__mro__]
        elif kind.__module__.partition(".")[0] in _SYSTEMS:
            waiting += [found for name in _FUNCTIONS if (found := getattr(value, name, None)) is not None]
        else:
            if kind is dict:
                dicts.append(value)
                waiting += value.values()
                continue
            namespace = namespace_of(value)
            namespaces.add(id(namespace))
            if namespace is target:
                raise Unknown("it has the attributes of an object")
            yield from _held_by(value, target)
            waiting += [*elements_of(value), *(attributes_of(value) or {}).values(), kind, *referents_of(value)]
    if any(value is target for value in copy_context().values()):
        raise Unknown("a ContextVar has it, which cannot be made to have another")
    for value in dicts:
        if id(value) not in namespaces:  # of an object that has been looked at
            yield from locations_in(value, target)


_SYSTEMS = SYSTEMS | {"numpy"}
#: Attributes by which an object of a system has a function of the program's, and that function the one it is made of.
_FUNCTIONS = ("python_function", "__wrapped__")


def _held_by(value: Any, target: Any) -> Iterator[Any]:
    """The locations of an object that hold another; the object itself, if another like it can take its place."""
    found = [*locations_in(value, target)]
    yield from found
    if is_iterator(value):
        check_iterator(value, target)
    elif type(value) in VIEWS:
        check_view(value, target)
    elif not found and any(part is target for part in referents_of(value)):
        if not is_rebuilt(value):
            raise Unknown(f"a {type(value).__name__} has it, which cannot be made to have another")
        yield value


def _beginnings() -> Iterable[Any]:
    """What the functions that run have, and their modules, and what came to be in them."""
    for region in logs():
        yield from region.born()
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if frame.f_code in converted_codes:
            yield from locals_of(frame).values()
            yield frame.f_globals
        frame = frame.f_back


def _modules_with(target: Any) -> Iterator[dict[str, Any]]:
    """The namespaces of modules that have an object: a function may import one when it is called."""
    for name, module in [*sys.modules.items()]:
        namespace = getattr(module, "__dict__", {})
        if any(value is target for value in [*namespace.values()]) and is_programs(name):
            yield namespace
