"""Schemas of point-wise operations, and of the axes over which their operands were broadcast."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ir.schema import Op, Tag, op
from runtime.ops.shape_rules import broadcast, same


def unary(name: str, allowed: Iterable[DType], tags: Tag = Tag.NONE, output: str = "y") -> Op:
    """An operation of one tensor; `output` is what its result is called."""
    return op(name, f"x: T -> {output}: T", shapes=same, tags=tags, T=allowed)


def binary(name: str, allowed: Iterable[DType], result: str = "T", tags: Tag = Tag.NONE) -> Op:
    """An operation of two tensors that broadcast; `result` is the dtype of the output."""
    return op(name, f"x: T, y: T -> z: {result}", shapes=broadcast, tags=tags, T=allowed)


BROADCAST_GRADIENT_ARGS = op(
    "BroadcastGradientArgs", "s0: T, s1: T -> r0: T, r1: T", shapes=lambda s0, s1: [[None], [None]],
    T=(dtypes.int32, dtypes.int64),
)  # fmt: skip
