"""Schemas and shape rules: reading parts of tensors."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import FOLDED, VIEW, op
from runtime.ir.static_value import constant_int, constant_shape, constant_value
from runtime.ir.values import SymbolicTensor
from runtime.ops.assembling import PACK
from runtime.ops.shape_rules import normal_axis, same


def what_is_out_of_range(shape: Sequence[int | None], index: tuple[Any, ...]) -> str:
    used = sum(1 for item in index if item is not None and item is not Ellipsis)
    if not shape:
        return "Attempting to slice scalar input."
    if used > len(shape):
        return f"Index out of range using input dim {len(shape)}; input has only {len(shape)} dims"
    position = 0
    for item in index:
        if item is Ellipsis:
            position += len(shape) - used
            continue
        size = shape[position] if item is not None else None
        if isinstance(item, int) and size is not None and not -size <= item < size:
            return f"slice index {item} of dimension {position} out of bounds."
        position += item is not None
    return "slice index out of bounds"


def _strided_slice_shape(x: Any, begin: Any, end: Any, strides: Any, **masks: int) -> TensorShape:
    parts = [_components(v) for v in (begin, end, strides)]
    if x.shape.rank is None or any(p is None for p in parts):
        return shapes.UNKNOWN
    begins, ends, steps = parts
    count = len(begins)  # type: ignore[arg-type]
    kinds = ["..." if masks["ellipsis_mask"] & 1 << i else "new" if masks["new_axis_mask"] & 1 << i
             else "one" if masks["shrink_axis_mask"] & 1 << i else "slice" for i in range(count)]  # fmt: skip
    used = sum(kind in ("one", "slice") for kind in kinds)
    dims = x.shape.as_list()
    if used > len(dims):
        raise ValueError(what_is_out_of_range(dims, (0,) * used))
    result: list[int | None] = []
    position = 0
    for i, kind in enumerate(kinds):
        b, e, s = begins[i], ends[i], steps[i]  # type: ignore[index]
        if kind == "...":
            rest = len(dims) - used
            result += dims[position : position + rest]
            position += rest
        elif kind == "new":
            result.append(1)
        elif kind == "one":
            size = dims[position]
            if b is not None and size is not None and not -size <= b < size:
                raise ValueError(f"slice index {b} of dimension {position} out of bounds.")
            position += 1
        else:
            opened = (masks["begin_mask"] >> i & 1, masks["end_mask"] >> i & 1)
            result.append(_sliced_size(dims[position], b, e, s, *opened))
            position += 1
    return TensorShape(result + dims[position:])


def _sliced_size(size: int | None, b: int | None, e: int | None, s: int | None, b_open: int, e_open: int) -> int | None:
    if s is None or (b is None and not b_open) or (e is None and not e_open):
        return None
    piece = builtins.slice(None if b_open else b, None if e_open else e, s)
    if size is not None:
        return len(range(*piece.indices(size)))
    if b_open and e_open and abs(s) == 1:
        return None
    # Both ends on the same side of an unknown size: `x[1:1]` is empty whatever the size; `x[:3]` may be shorter.
    if piece.start is not None and piece.start == piece.stop:
        return 0
    return None


def _components(vector: Any) -> list[int | None] | None:
    """The numbers of a vector, None for those that are not known; None if not even their number is."""
    value = constant_value(vector)
    if value is not None:
        return value.tolist()
    if isinstance(vector, SymbolicTensor) and vector.node.op is PACK:
        return [constant_int(v) for v in vector.node.inputs]
    size = vector.shape[0] if vector.shape.rank == 1 else None
    return None if size is None else [None] * size


def _update_shape(x: Any, begin: Any, end: Any, strides: Any, value: Any, **masks: int) -> TensorShape:
    part = _strided_slice_shape(x, begin, end, strides, **masks)
    if part.rank is not None and value.shape.rank is not None:
        room, given = part.as_list(), value.shape.as_list()
        missing = [size for size in given[: max(len(given) - len(room), 0)] if size not in (1, None)]
        pairs = zip(reversed(room), reversed(given), strict=False)
        if missing or any(None not in pair and pair[1] not in (1, pair[0]) for pair in pairs):
            raise ValueError(f"could not broadcast input array from shape {tuple(given)} into shape {tuple(room)}")
    return same(x)


_MASKS = ", ".join(f"{what}_mask: int = 0" for what in ("begin", "end", "ellipsis", "new_axis", "shrink_axis"))
STRIDED_SLICE = op(
    "StridedSlice",
    f"input: T, begin: Index, end: Index, strides: Index; {_MASKS} -> T",
    shapes=_strided_slice_shape,
    tags=FOLDED | VIEW,
    Index=INDEX,
)
STRIDED_SLICE_GRAD = op(
    "StridedSliceGrad",
    f"shape: Index, begin: Index, end: Index, strides: Index, dy: T; {_MASKS} -> T",
    shapes=lambda shape, *rest, **masks: constant_shape(shape),
    Index=INDEX,
)
UPDATE = op(
    "TensorStridedSliceUpdate",
    f"input: T, begin: Index, end: Index, strides: Index, value: T; {_MASKS} -> T",
    shapes=_update_shape,
    Index=INDEX,
)


def _slice_shape(x: Any, begin: Any, size: Any) -> TensorShape:
    starts, counts = constant_value(begin), _components(size)
    if counts is None:
        return shapes.unknown_shape(x.shape.rank)
    if x.shape.rank is None:
        return TensorShape([None if n is None or n < 0 else n for n in counts])
    result = []
    for i, (n, d) in enumerate(zip(counts, x.shape, strict=True)):
        whole = n == -1 and d is not None and starts is not None
        result.append(d - int(starts[i]) if whole else None if n is None or n < 0 else n)  # type: ignore[index]
    return TensorShape(result)


SLICE = op("Slice", "input: T, begin: Index, size: Index -> T", shapes=_slice_shape, Index=INDEX, tags=FOLDED)


def _gather_shape(params: Any, indices: Any, axis: Any, batch_dims: int) -> TensorShape:
    position = constant_int(axis)
    p, i = params.shape, indices.shape
    if p.rank is None or i.rank is None or position is None:
        return shapes.unknown_shape(None if p.rank is None or i.rank is None else p.rank + i.rank - 1 - batch_dims)
    position = normal_axis(position, p.rank, "Shape must be at least rank {axis} but is rank {rank}")
    batch = batch_dims + i.rank if batch_dims < 0 else batch_dims
    return TensorShape([*p.as_list()[:position], *i.as_list()[batch:], *p.as_list()[position + 1 :]])


GATHER = op(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis; batch_dims: int -> Tparams",
    shapes=_gather_shape,
    Tindices=INDEX,
    Taxis=INDEX,
    tags=FOLDED,
)
GATHER_GRAD = op(
    "GatherV2Grad",
    "shape: int32, indices: Tindices, axis: Taxis, dy: T; batch_dims: int -> T",
    shapes=lambda shape, *rest, **attrs: constant_shape(shape),
    Tindices=INDEX,
    Taxis=INDEX,
)


def _gather_nd_shape(params: Any, indices: Any) -> TensorShape:
    if indices.shape.rank is None or indices.shape[-1] is None or params.shape.rank is None:
        return shapes.UNKNOWN
    return TensorShape(indices.shape.as_list()[:-1] + params.shape.as_list()[indices.shape[-1] :])


GATHER_ND = op("GatherNd", "params: Tparams, indices: Tindices -> Tparams", shapes=_gather_nd_shape, Tindices=INDEX)
