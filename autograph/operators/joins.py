"""The type of what is one of two values: of an int and a float that of floats, whichever of them it is.

As numbers the two are equal. Their texts are not: a program that joins such shows no floats as Python would.
"""

from __future__ import annotations

from typing import Any

from autograph.operators.effects import logs
from autograph.staging import Backend


def joined_type(backend: Backend, one: Any, other: Any) -> Any:
    """The type that two types have in common; None if they have none."""
    joined = backend.join(one, other)
    if joined is not None and logs() and is_float(joined) and not (is_float(one) and is_float(other)):
        logs()[0].joins_kinds = True
    return joined


def joins_kinds() -> bool:
    """Whether an int and a float were joined in the program that is being staged."""
    return bool(logs()) and logs()[0].joins_kinds


def is_float(type_: Any) -> bool:
    """Whether a type of a backend is one of floats."""
    return "float" in str(getattr(type_.dtype, "name", type_.dtype))
