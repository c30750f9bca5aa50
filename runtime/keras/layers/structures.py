"""Structures of values: their shapes, their masks, and whether they are one value written as a list."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import nest
from runtime.keras.layers.calling import mask_of


def is_numbers(values: Any) -> bool:
    """Whether a nested list holds Python numbers, and so is one tensor."""
    return bool(values) and all(
        (isinstance(v, (list, tuple)) and is_numbers(v)) or isinstance(v, (bool, int, float)) for v in values
    )


def masks_of(x: Any) -> Any:
    """The masks of a value or of a structure of values; None if there is none."""
    if not nest.is_nested(x):
        return mask_of(x)
    masks = [mask_of(leaf) for leaf in nest.flatten(x)]
    return nest.pack_sequence_as(x, masks) if any(m is not None for m in masks) else None


def shapes_of(x: Any) -> Any:
    """The shapes of a tensor or of a structure of tensors, as tuples; None if there are none."""
    if not nest.is_nested(x):
        shape = getattr(x, "shape", None)
        if shape is None:
            return None
        return None if getattr(shape, "rank", 0) is None else tuple(shape)
    leaves = [shapes_of(leaf) for leaf in nest.flatten(x)]
    if not leaves or any(leaf is None for leaf in leaves):
        return None
    return nest.pack_sequence_as(x, leaves)


def map_shapes(function: Any, shape: Any) -> Any:
    """`function` of each shape of a structure of shapes."""
    if shape is None or isinstance(shape, dict):
        return None if shape is None else {key: map_shapes(function, value) for key, value in shape.items()}
    if all(n is None or isinstance(n, (int, np.integer)) for n in shape):
        return function(tuple(shape))
    return [map_shapes(function, s) for s in shape]
