"""Arrays of NumPy: what they are, and the operators that change one where it stands."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from autograph.operators.locations import attributes_of, elements_of
from autograph.operators.structures import HEAP_TYPE

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+=": operator.iadd, "-=": operator.isub, "*=": operator.imul, "/=": operator.itruediv, "//=": operator.ifloordiv,
    "%=": operator.imod, "**=": operator.ipow, "@=": operator.imatmul, "<<=": operator.ilshift,
    ">>=": operator.irshift, "&=": operator.iand, "|=": operator.ior, "^=": operator.ixor,
}  # fmt: skip
#: What `operator` has for augmented assignments, and the symbol of each.
IN_PLACE = {operation: symbol for symbol, operation in OPERATIONS.items()}


def is_array(value: Any) -> bool:
    """Whether a value is an array of NumPy."""
    return type(value).__module__ == "numpy" and hasattr(value, "__array_interface__") and hasattr(value, "__iadd__")


def held_by(value: Any) -> list[Any]:
    """What an object holds itself; an array that is a part of another holds that."""
    if is_array(value):
        return [] if value.base is None else [value.base]
    kind = type(value)
    held = [*value] if issubclass(kind, (tuple, set, frozenset)) else elements_of(value)
    if kind.__flags__ & HEAP_TYPE or kind is type:
        held += (attributes_of(value) or {}).values()
    return held
