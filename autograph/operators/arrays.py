"""Arrays of NumPy that an augmented assignment changes where they stand: `a += y`, where `y` may be staged.

An array cannot hold a staged value. What the assignment is to gets another one in place of the array, which nobody can
tell from a change as long as nobody else has the array.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from autograph.operators import effect_errors, places
from autograph.operators.frames import acts_for_program
from autograph.operators.kinds import kind_of
from autograph.operators.locations import attributes_of, elements_of
from autograph.operators.structures import HEAP_TYPE
from autograph.staging import backend_of

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "/=": operator.itruediv, "//=": operator.ifloordiv,
    "%=": operator.imod, "**=": operator.ipow, "@=": operator.imatmul, "<<=": operator.ilshift,
    ">>=": operator.irshift, "&=": operator.iand, "|=": operator.ior, "^=": operator.ixor,
}  # fmt: skip
#: What `operator` has for augmented assignments.
IN_PLACE = frozenset(OPERATIONS.values())
_ONES = {"float": 1.0, "int": 1, "bool": True, "complex": 1j}


def is_array(value: Any) -> bool:
    """Whether a value is an array of NumPy."""
    return type(value).__module__ == "numpy" and hasattr(value, "__array_interface__") and hasattr(value, "__iadd__")


@acts_for_program
def check_update(array: Any, symbol: str, value: Any, holder: Any = None) -> None:
    """Refuses an augmented assignment of a staged value to an array that others have; raises what NumPy raises of it.

    Args:
        array: the value of a variable; or, if there is a `holder`, of an attribute or an item of that.
        symbol: of the operator.
        value: the operand.
    """
    backend = backend_of(value)
    if backend is None:
        return
    if is_shared(array, holder):
        effect_errors.shared_array_changes()
    type_ = backend.type_of(value)
    if type_ is None:
        return
    one, shape = _ONES[kind_of(type_)], [1 if size is None else size for size in type_.shape]
    OPERATIONS[symbol](array.copy(), sys.modules["numpy"].full(shape, one) if shape else one)


def is_shared(array: Any, holder: Any = None) -> bool:
    """Whether others than a variable, or than one attribute or item of a holder, have an array or a part of it."""
    if array.base is not None:
        return True
    if holder is None:
        return len(places.variables_with(array, partial(_parts, outside=None))) > 1 or _is_in_globals(array, None)
    if sum(part is array for part in held_by(holder)) > 1:
        return True
    return bool(places.variables_with(array, partial(_parts, outside=holder))) or _is_in_globals(array, holder)


def _is_in_globals(array: Any, outside: Any) -> bool:
    return any(part is array for value in places.globals_in_use() for part in _parts(value, outside))


def _parts(value: Any, outside: Any) -> Iterator[Any]:
    """A value and all that it holds, but for what one object holds."""
    seen, waiting = {id(outside)}, [value]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        waiting.extend(held_by(value))


def held_by(value: Any) -> list[Any]:
    """What an object holds itself; an array that is a part of another holds that."""
    if is_array(value):
        return [] if value.base is None else [value.base]
    kind = type(value)
    held = [*value] if issubclass(kind, (tuple, set, frozenset)) else elements_of(value)
    if kind.__flags__ & HEAP_TYPE or kind is type:
        held += (attributes_of(value) or {}).values()
    return held


class UpdatedArray:
    """An array in an attribute or an item, while an augmented assignment updates it."""

    __slots__ = ("array", "holder")

    def __init__(self, array: Any, holder: Any):
        self.array = array
        self.holder = holder


def _in_place(symbol: str, operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def update(self: UpdatedArray, value: Any) -> Any:
        check_update(self.array, symbol, value, self.holder)
        return operation(self.array, value)

    return update


for _symbol, _operation in OPERATIONS.items():
    setattr(UpdatedArray, f"__{_operation.__name__}__", _in_place(_symbol, _operation))
