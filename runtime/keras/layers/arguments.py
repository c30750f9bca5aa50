"""How arguments of layers become attributes, and attributes a config: by the endings of their names."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from runtime import initializers
from runtime.keras import activations, constraints, regularizers

#: Whose `get` and `serialize` an argument is read and written with, by the ending of its name.
_KINDS = {
    "_initializer": initializers,
    "_regularizer": regularizers,
    "_constraint": constraints,
    "activation": activations,
}


def keep(layer: Any, **arguments: Any) -> None:
    """Makes arguments attributes of `layer`, looked up by the ending of their names."""
    for name, value in arguments.items():
        kind = _kind(name)
        setattr(layer, name, value if kind is None else kind.get(value))


def written(name: str, value: Any) -> Any:
    """The value of the argument `name` as a config has it."""
    kind = _kind(name)
    return value if kind is None or value is None else kind.serialize(value)


def _kind(name: str) -> ModuleType | None:
    return next((kind for ending, kind in _KINDS.items() if name.endswith(ending)), None)


def weight(layer: Any, name: str, shape: Any, arguments: str | None = None) -> Any:
    """Makes a weight of `layer`, with the initialiser, regulariser and constraint that are its attributes.

    Args:
        layer: it has `kernel_initializer` and so on.
        name: of the weight.
        shape: of the weight.
        arguments: what the names of the attributes begin with; `name` by default.
    """
    of = arguments or name
    return layer.add_weight(
        name=name,
        shape=shape,
        initializer=getattr(layer, f"{of}_initializer"),
        regularizer=getattr(layer, f"{of}_regularizer"),
        constraint=getattr(layer, f"{of}_constraint"),
    )


def sizes(value: Any, count: int, name: str, allow_zero: bool = False) -> tuple[int, ...]:
    """A number per dimension, from one number or one per dimension.

    Raises:
        ValueError: if there are others, or they are not positive integers.
    """
    if isinstance(value, (int, np.integer)):
        numbers: tuple[Any, ...] = (int(value),) * count
    else:
        try:
            numbers = tuple(value)
        except TypeError:
            raise ValueError(
                f"The `{name}` argument must be a tuple of {count} integers. Received {name}={value}"
            ) from None
    if len(numbers) != count or not all(isinstance(n, (int, np.integer)) for n in numbers):
        raise ValueError(f"The `{name}` argument must be a tuple of {count} integers. Received {name}={value}")
    if any(n < 0 or (n == 0 and not allow_zero) for n in numbers):
        which = ">= 0" if allow_zero else "> 0"
        raise ValueError(
            f"The `{name}` argument must be a tuple of {count} integers. Received {name}={value}, including values "
            f"that are not {which}"
        )
    return tuple(int(n) for n in numbers)
