"""Schemas and shape rules: operations that put tensors together, take them apart, repeat and pad them."""

from __future__ import annotations

from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ir.schema import FOLDED, VIEW, op
from runtime.ir.static_value import constant_int, constant_shape, constant_value
from runtime.ops.shape_rules import normal_axis, same


def _concat_shape(*operands: Any) -> TensorShape:
    *values, axis = operands
    position = constant_int(axis)
    known = next((x.shape.rank for x in values if x.shape.rank is not None), None)
    if known is None:
        return shapes.UNKNOWN
    for x in values:
        if x.shape.rank not in (None, known):
            raise ValueError(f"Shape must be rank {known} but is rank {x.shape.rank}")
    if position is None:
        return shapes.unknown_shape(known)
    position = normal_axis(
        position, known, "ConcatOp : Expected concatenating dimensions in the range [-{rank}, {rank}), but got {axis}"
    )
    rest = shapes.unknown_shape(known)
    total: int | None = 0
    for x in values:
        dims = x.shape.as_list() if x.shape.rank is not None else [None] * known
        along, dims[position] = dims[position], None
        try:
            rest = rest.merge_with(dims)
        except ValueError:
            wrong = next(i for i, (a, b) in enumerate(zip(rest, dims, strict=True)) if None not in (a, b) and a != b)
            raise ValueError(
                f"Dimension {wrong} in both shapes must be equal, but are {rest[wrong]} and {dims[wrong]}. "
                f"Shapes are {dimension_text(rest.as_list())} and {dimension_text(dims)}."
            ) from None
        total = None if total is None or along is None else total + along
    dims = rest.as_list()
    dims[position] = total
    return TensorShape(dims)


CONCAT = op("ConcatV2", "values: N * T, axis: Tidx -> T", shapes=_concat_shape, Tidx=INDEX, tags=FOLDED)


def _split_shape(axis: Any, value: Any, num_split: int) -> list[TensorShape]:
    position, dims = constant_int(axis), value.shape
    if dims.rank is None or position is None:
        return [shapes.unknown_shape(dims.rank)] * num_split
    position = normal_axis(position, dims.rank)
    along = dims[position]
    if along is not None and along % num_split:
        raise ValueError(f"Dimension size must be evenly divisible by {num_split} but is {along}")
    part = dims.as_list()
    part[position] = None if along is None else along // num_split
    return [TensorShape(part)] * num_split


def _split_v_shape(value: Any, sizes: Any, axis: Any, num_split: int) -> list[TensorShape]:
    position, parts, dims = constant_int(axis), constant_value(sizes), value.shape
    if dims.rank is None or position is None:
        return [shapes.unknown_shape(dims.rank)] * num_split
    position = normal_axis(position, dims.rank)
    found = [None if parts is None or parts[i] < 0 else int(parts[i]) for i in range(num_split)]
    if found.count(None) == 1 and dims[position] is not None:
        found[found.index(None)] = dims[position] - sum(x for x in found if x is not None)
    head, tail = dims.as_list()[:position], dims.as_list()[position + 1 :]
    return [TensorShape([*head, along, *tail]) for along in found]


SPLIT = op(
    "Split",
    "split_dim: int32|int64, value: T; num_split: int -> N * T",
    shapes=_split_shape,
    outputs=lambda attrs: attrs["num_split"],
)
SPLIT_V = op(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32|int64; num_split: int -> N * T",
    shapes=_split_v_shape,
    Tlen=INDEX,
    outputs=lambda attrs: attrs["num_split"],
)


def _pack_shape(*values: Any, axis: int) -> TensorShape:
    shape = values[0].shape
    for x in values[1:]:
        if shape.rank is not None and x.shape.rank not in (None, shape.rank):
            raise ValueError(f"Shapes must be equal rank, but are {shape.rank} and {x.shape.rank}")
        if not shape.is_compatible_with(x.shape):
            a, b = shape.as_list(), x.shape.as_list()
            i = next(i for i in range(len(a)) if None not in (a[i], b[i]) and a[i] != b[i])
            raise ValueError(
                f"Dimension {i} in both shapes must be equal, but are {a[i]} and {b[i]}. "
                f"Shapes are {dimension_text(a)} and {dimension_text(b)}."
            )
        shape = shape.merge_with(x.shape)
    if shape.rank is None:
        return shapes.UNKNOWN
    position = normal_axis(axis, shape.rank + 1, "axis = {axis} not in [-{rank}, {rank})")
    dims = shape.as_list()
    return TensorShape([*dims[:position], len(values), *dims[position:]])


PACK = op("Pack", "values: N * T; axis: int -> T", shapes=_pack_shape, tags=FOLDED)


def _unpack_shape(value: Any, num: int, axis: int) -> list[TensorShape]:
    if value.shape.rank is None:
        return [shapes.UNKNOWN] * num
    position = normal_axis(axis, value.shape.rank)
    dims = value.shape.as_list()
    if dims[position] not in (None, num):
        raise ValueError(f"Dimension must be {num} but is {dims[position]}")
    return [TensorShape(dims[:position] + dims[position + 1 :])] * num


UNPACK = op(
    "Unpack", "value: T; num: int, axis: int -> N * T", shapes=_unpack_shape, outputs=lambda attrs: attrs["num"]
)


def _tile_shape(x: Any, multiples: Any) -> TensorShape:
    times = constant_shape(multiples)
    if x.shape.rank is None or times.rank is None:
        return shapes.unknown_shape(x.shape.rank if x.shape.rank is not None else times.rank)
    if times.rank != x.shape.rank:
        raise ValueError(f"Shape must be rank {times.rank} but is rank {x.shape.rank}")
    return TensorShape([None if a is None or b is None else a * b for a, b in zip(x.shape, times, strict=True)])


TILE = op("Tile", "input: T, multiples: Tmultiples -> T", shapes=_tile_shape, Tmultiples=INDEX, tags=FOLDED)
REPEATED = op("RepeatedIndex", "counts: T, size: int32 -> int32", shapes=lambda c, s: TensorShape([None]), T=INDEX)
REVERSE = op("ReverseV2", "tensor: T, axis: Tidx -> T", shapes=same, Tidx=INDEX, tags=FOLDED | VIEW)
ROLL = op("Roll", "input: T, shift: Tshift, axis: Taxis -> T", shapes=same, Tshift=INDEX, Taxis=INDEX)


def _broadcast_to_shape(x: Any, shape: Any) -> TensorShape:
    wanted = constant_shape(shape)
    if None not in (wanted.rank, x.shape.rank):
        shapes.broadcast_shapes(x.shape, wanted)
    return wanted


BROADCAST_TO = op("BroadcastTo", "input: T, shape: Tidx -> T", shapes=_broadcast_to_shape, Tidx=INDEX, tags=FOLDED)
BROADCAST_ARGS = op("BroadcastArgs", "s0: T, s1: T -> r0: T", shapes=lambda a, b: TensorShape([None]), T=INDEX)
