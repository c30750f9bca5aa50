"""Schemas and shape rules: reductions over axes, running sums, positions of extremes, and sums over segments."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes, shapes
from runtime.core.dtypes import INDEX, NUMBER, REAL, DType
from runtime.core.shapes import TensorShape
from runtime.ir.schema import FOLDED, TOTAL_IF_FIT, op
from runtime.ir.static_value import constant_int
from runtime.ops.shape_rules import normal_axis, reduction, same

_REDUCTION = "input: T, reduction_indices: Tidx; keep_dims: bool = False -> T"
SUM = op("Sum", _REDUCTION, shapes=reduction, T=NUMBER, Tidx=INDEX, tags=TOTAL_IF_FIT)
MEAN = op("Mean", _REDUCTION, shapes=reduction, T=NUMBER, Tidx=INDEX, tags=TOTAL_IF_FIT)
PROD = op("Prod", _REDUCTION, shapes=reduction, T=NUMBER, Tidx=INDEX, tags=FOLDED)
MAX = op("Max", _REDUCTION, shapes=reduction, T=REAL, Tidx=INDEX)
MIN = op("Min", _REDUCTION, shapes=reduction, T=REAL, Tidx=INDEX)
ALL_OF = op("All", _REDUCTION, shapes=reduction, T={dtypes.bool}, Tidx=INDEX)
ANY_OF = op("Any", _REDUCTION, shapes=reduction, T={dtypes.bool}, Tidx=INDEX)
CUMSUM = op("Cumsum", "x: T, axis: Tidx; exclusive: bool, reverse: bool -> out: T", shapes=same, T=NUMBER, Tidx=INDEX)
CUMPROD = op("Cumprod", "x: T, axis: Tidx; exclusive: bool, reverse: bool -> out: T", shapes=same, T=NUMBER, Tidx=INDEX)


def _without_axis(x: Any, axis: Any, output_type: DType) -> TensorShape:
    position = constant_int(axis)
    if x.shape.rank is None:
        return shapes.UNKNOWN
    if position is None:
        return shapes.unknown_shape(x.shape.rank - 1)
    position = normal_axis(position, x.shape.rank, "Dimension ({axis}) must be in the range [-{rank}, {rank})")
    return TensorShape([d for i, d in enumerate(x.shape) if i != position])


ARGMAX = op(
    "ArgMax", "input: T, dimension: Tidx -> output_type", shapes=_without_axis, T=REAL | {dtypes.bool}, Tidx=INDEX
)
ARGMIN = op(
    "ArgMin", "input: T, dimension: Tidx -> output_type", shapes=_without_axis, T=REAL | {dtypes.bool}, Tidx=INDEX
)


def _of_segments(data: Any, ids: Any, num: Any) -> TensorShape:
    if data.shape.rank is None or ids.shape.rank is None:
        return shapes.UNKNOWN
    return TensorShape([constant_int(num), *data.shape.as_list()[ids.shape.rank :]])


_UNSORTED = "data: T, segment_ids: Tindices, num_segments: Tnum -> T"
UNSORTED_SUM = op("UnsortedSegmentSum", _UNSORTED, shapes=_of_segments, T=NUMBER, Tindices=INDEX, Tnum=INDEX)
UNSORTED_PROD = op("UnsortedSegmentProd", _UNSORTED, shapes=_of_segments, T=NUMBER, Tindices=INDEX, Tnum=INDEX)
UNSORTED_MAX = op("UnsortedSegmentMax", _UNSORTED, shapes=_of_segments, T=REAL, Tindices=INDEX, Tnum=INDEX)
UNSORTED_MIN = op("UnsortedSegmentMin", _UNSORTED, shapes=_of_segments, T=REAL, Tindices=INDEX, Tnum=INDEX)


def _of_sorted_segments(data: Any, ids: Any) -> TensorShape:
    return shapes.UNKNOWN if data.shape.rank is None else TensorShape([None, *data.shape[1:]])


_SORTED = "data: T, segment_ids: Tindices -> T"
SEGMENT_SUM = op("SegmentSum", _SORTED, shapes=_of_sorted_segments, T=NUMBER, Tindices=INDEX)
SEGMENT_PROD = op("SegmentProd", _SORTED, shapes=_of_sorted_segments, T=NUMBER, Tindices=INDEX)
SEGMENT_MAX = op("SegmentMax", _SORTED, shapes=_of_sorted_segments, T=REAL, Tindices=INDEX)
SEGMENT_MIN = op("SegmentMin", _SORTED, shapes=_of_sorted_segments, T=REAL, Tindices=INDEX)
SEGMENT_MEAN = op("SegmentMean", _SORTED, shapes=_of_sorted_segments, T=NUMBER, Tindices=INDEX)
