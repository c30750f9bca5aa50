"""Schemas and shape rules: order."""

from __future__ import annotations

from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import REAL
from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ir.static_value import constant_int
from runtime.ops.shape_rules import same

ARGSORT = op("ArgSort", "values: T; axis: int, descending: bool -> int32", shapes=same, T=REAL)


def _top_k_shape(x: Any, k: Any, **attrs: Any) -> list[TensorShape]:
    count = constant_int(k)
    if x.shape.rank is not None:
        if not x.shape.rank:
            raise ValueError("Shape must be at least rank 1 but is rank 0")
        if None not in (count, x.shape[-1]) and x.shape[-1] < count:
            raise ValueError(f"input must have last dimension >= k = {count} but is {x.shape[-1]}")
    found = shapes.UNKNOWN if x.shape.rank is None else x.shape[:-1].concatenate([count])
    return [found, found]


TOP_K = op("TopKV2", "input: T, k: int32; sorted: bool -> values: T, indices: index_type", shapes=_top_k_shape, T=REAL)
UNIQUE = op(
    "UniqueWithCounts",
    "x: T -> y: T, idx: out_idx, count: out_idx",
    shapes=lambda x, out_idx: [TensorShape([None]), x.shape, TensorShape([None])],
)
SEARCHSORTED = op(
    "SearchSorted", "sorted_inputs: T, values: T; side: str -> out_type", shapes=lambda a, v, **attrs: v.shape
)
