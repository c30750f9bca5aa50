"""Padding: elements added around a tensor, constant or mirrored."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.library import creation
from runtime.ops import padding as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def pad(tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None) -> Any:
    """`tensor` with elements added before and after along each dimension.

    Args:
        tensor: a tensor.
        paddings: for each dimension, how many go before and how many after.
        mode: `CONSTANT`, `REFLECT` (mirrored without the edge) or `SYMMETRIC` (mirrored with it).
        constant_values: what is added in `CONSTANT` mode.
        name: of the node.

    >>> pad([1, 2], [[1, 2]]).numpy()
    array([0, 1, 2, 0, 0], dtype=int32)
    """
    x = convert_to_tensor(tensor)
    sizes = convert_to_tensor(paddings, dtype_hint=dtypes.int32)
    mode = mode.upper()
    if mode == "CONSTANT":
        plain = isinstance(constant_values, (int, float)) and constant_values == 0 and x.dtype is dtypes.bool
        filler = creation.zeros([], x.dtype) if plain else convert_to_tensor(constant_values, x.dtype)
        return apply(ops.PAD, (x, sizes, filler), NO_ATTRS, name or "Pad")
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise ValueError(
            f"Value of argument `mode` expected to be one of 'CONSTANT', 'REFLECT', or 'SYMMETRIC': {mode}"
        )
    return apply(ops.MIRROR_PAD, (x, sizes), {"mode": mode}, name)
