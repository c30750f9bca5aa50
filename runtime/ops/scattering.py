"""Schemas and shape rules: writing parts of tensors by index."""

from __future__ import annotations

from typing import Any

from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ir.static_value import constant_shape


def _scattered(tensor: Any, indices: Any, updates: Any) -> TensorShape:
    """The shape of `tensor`, once those of indices and updates are known to suit it."""
    i, u = indices.shape, updates.shape
    if i.rank and u.rank is not None and tensor.shape.rank is not None and i[-1] is not None:
        wanted = i[:-1].concatenate(tensor.shape[i[-1] :])
        if not wanted.is_compatible_with(u):
            raise ValueError(
                f"The shape of updates must be {wanted}, that of indices {i} but for the last dimension, and what is "
                f"left of that of the tensor {tensor.shape}, but is {u}"
            )
    return tensor.shape


SCATTER_ND = op(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> T",
    shapes=lambda i, u, shape: constant_shape(shape),
    Tindices=INDEX,
)
_INTO = "tensor: T, indices: Tindices, updates: T -> T"
UPDATE = op("TensorScatterUpdate", _INTO, shapes=_scattered, Tindices=INDEX)
ADD = op("TensorScatterAdd", _INTO, shapes=_scattered, Tindices=INDEX)
SUB = op("TensorScatterSub", _INTO, shapes=_scattered, Tindices=INDEX)
MAX = op("TensorScatterMax", _INTO, shapes=_scattered, Tindices=INDEX)
MIN = op("TensorScatterMin", _INTO, shapes=_scattered, Tindices=INDEX)
