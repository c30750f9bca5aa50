"""Schemas and shape rules: operations on strings."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.core.shapes import TensorShape, broadcast_shapes
from runtime.ir.schema import op
from runtime.ops.shape_rules import broadcast, same
from runtime.ops.shape_rules import reduction as reduced_shape

UPPER = op("StringUpper", "input: string; encoding: str -> string", shapes=same)
LOWER = op("StringLower", "input: string; encoding: str -> string", shapes=same)
STRIP = op("StringStrip", "input: string -> string", shapes=same)
LENGTH = op("StringLength", "input: string; unit: str = 'BYTE' -> int32", shapes=same)
REPLACE = op("RegexReplace", "input: string; pattern: str, rewrite: str, replace_global: bool -> string", shapes=same)
FULL_MATCH = op("RegexFullMatch", "input: string; pattern: str -> bool", shapes=same)


def _join_shape(*inputs: Any, separator: str) -> TensorShape:
    return broadcast_shapes(*[x.shape for x in inputs])


JOIN = op("StringJoin", "inputs: N * string; separator: str -> string", shapes=_join_shape)
REDUCE_JOIN = op(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32; keep_dims: bool, separator: str -> string",
    shapes=reduced_shape,
)
SUBSTR = op(
    "Substr", "input: string, pos: T, len: T; unit: str -> string", shapes=broadcast, T=(dtypes.int32, dtypes.int64)
)
AS_STRING = op(
    "AsString",
    "input: T; precision: int, scientific: bool, shortest: bool, width: int, fill: str -> string",
    shapes=same,
    T=dtypes.NUMBER | {dtypes.bool},
)
TO_NUMBER = op("StringToNumber", "string_tensor: string -> out_type", shapes=same)
