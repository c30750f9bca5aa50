"""How far iterators of Python's are: what none of the program's calls says of them, Python itself may advance.

`a, b = it` and `xs += it` draw items from an iterator in code that is not converted, in both branches of a staged `if`.
"""

from __future__ import annotations

import gc
from types import GeneratorType, WrapperDescriptorType
from typing import Any

from autograph.operators.frames import locals_of
from autograph.operators.namespaces import class_attribute


def is_of_python(value: Any) -> bool:
    """Whether a value is a generator, or an iterator of a class that is written in C."""
    kind = type(value)
    return type(kind) is type and type(class_attribute(kind, "__next__")) is WrapperDescriptorType


def position_of(iterator: Any) -> Any:
    """How far an iterator of Python's is, and those that it draws from; what it tells may stay when it is advanced."""
    kind = type(iterator)
    if kind is GeneratorType:
        frame = iterator.gi_frame
        return frame and (frame.f_lasti, [id(value) for value in locals_of(frame).values()])
    if kind in _WITH_INDEX:
        own: Any = iterator.__reduce__()[2:]
    elif class_attribute(kind, "__length_hint__") is not None:
        own = iterator.__length_hint__()
    else:
        own = None
    held = gc.get_referents(iterator)
    held += [part for inner in held if type(inner) is tuple for part in inner]  # `map` and `zip` have one of theirs
    return own, [position_of(part) for part in held if is_of_python(part)]


#: Those that say how many items are left, which a list may get meanwhile.
_WITH_INDEX: frozenset[type] = frozenset({type(iter([])), type(reversed([]))})
