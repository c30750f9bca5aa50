"""Schemas and shape rules: taking tensors apart by what another tensor says, and putting them together."""

from __future__ import annotations

from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.schema import op
from runtime.ir.static_value import constant_shape, constant_value
from runtime.ops.shape_rules import same


def _partition_shape(data: Any, partitions: Any, num_partitions: int) -> list[TensorShape]:
    if data.shape.rank is None or partitions.shape.rank is None:
        return [shapes.UNKNOWN] * num_partitions
    return [TensorShape([None, *data.shape.as_list()[partitions.shape.rank :]])] * num_partitions


PARTITION = op(
    "DynamicPartition",
    "data: T, partitions: int32; num_partitions: int -> outputs: N * T",
    shapes=_partition_shape,
    outputs=lambda attrs: attrs["num_partitions"],
)


def _stitch_infer(*operands: Any) -> list[Any]:
    count = len(operands) // 2
    place, value = operands[0], operands[count]
    known = [k for k in map(constant_value, operands[:count]) if k is not None]
    size = None if len(known) < count else max([int(k.max()) + 1 for k in known if k.size], default=0)
    if place.shape.rank is None or value.shape.rank is None:
        return [TensorSpec(None, value.dtype)]
    return [TensorSpec([size, *value.shape.as_list()[place.shape.rank :]], value.dtype)]


STITCH = op("DynamicStitch", "operands: * -> merged: any", infer=_stitch_infer)
REVERSE_SEQUENCE = op(
    "ReverseSequence", "input: T, seq_lengths: Tlen; seq_dim: int, batch_dim: int -> T", shapes=same, Tlen=INDEX
)
UNRAVEL = op(
    "UnravelIndex",
    "indices: Tidx, dims: Tidx -> Tidx",
    Tidx=INDEX,
    shapes=lambda i, dims: TensorShape([constant_shape(dims).rank]).concatenate(i.shape),
)
