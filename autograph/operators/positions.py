"""How far iterators of Python's are: what none of the program's calls says of them, Python itself may advance.

`a, b = it` and `xs += it` draw items from an iterator in code that is not converted, in both branches of a staged `if`.
"""

from __future__ import annotations

import functools
from types import FrameType, GeneratorType, WrapperDescriptorType
from typing import Any

from autograph.operators.frames import locals_of
from autograph.operators.locations import referents_of
from autograph.operators.namespaces import class_attribute


def is_of_python(value: Any) -> bool:
    """Whether a value is a generator, or an iterator of a class that is written in C."""
    kind: Any = type(value)
    return type(kind) is type and _is_advanced_in_c(kind)


@functools.lru_cache(maxsize=4096)
def _is_advanced_in_c(kind: Any) -> bool:
    """Whether what has the next item of an iterator of a type is written in C."""
    return type(class_attribute(kind, "__next__")) is WrapperDescriptorType


def position_of(iterator: Any, depth: int = 8) -> Any:
    """How far an iterator of Python's is, and those that it draws from; what it tells may stay when it is advanced."""
    kind = type(iterator)
    own: Any = None
    if kind is GeneratorType:
        frame = iterator.gi_frame
        own = frame and (frame.f_lasti, [id(value) for value in _own_variables(frame)])
    elif kind in _WITH_INDEX:
        own = iterator.__reduce__()[2:]
    elif class_attribute(kind, "__length_hint__") is not None:
        own = iterator.__length_hint__()
    held = referents_of(iterator) if depth > 0 else []
    held += [part for inner in held if type(inner) is tuple for part in inner]  # `map` and `zip` have one of theirs
    return own, [position_of(part, depth - 1) for part in held if is_of_python(part)]


def _own_variables(frame: FrameType) -> list[Any]:
    """The values of the variables that no other function has: others may change those of the rest."""
    code, variables = frame.f_code, locals_of(frame)
    return [variables.get(name) for name in code.co_varnames if name not in code.co_cellvars]


#: Those that say how many items are left, which a list may get meanwhile.
_WITH_INDEX: frozenset[type] = frozenset({type(iter([])), type(reversed([]))})
