"""Reading parts of tensors: slices with Python's notation, gather, masks."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor, literal
from runtime.core import dtypes, errors, shapes
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ops import assembling, logic, padding, scattering, shaping
from runtime.ops.accumulation import accumulate
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import normal_axis, same
from runtime.ops.rows import elementwise_types, unbroadcast
from runtime.static_value import constant_int, constant_shape, constant_value
from runtime.tensor import EagerTensor, SymbolicTensor, Tensor, is_tensor

INDEX = (dtypes.int32, dtypes.int64)

newaxis = None


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


# -- x[...] ----------------------------------------------------------------------------------------------------------


def getitem(x: Any, key: Any) -> Any:
    """`x[key]`: integers, slices, `...`, `None`, scalar tensors, or a mask of booleans.

    >>> getitem(convert_to_tensor([[1, 2], [3, 4]]), (Ellipsis, -1)).numpy()
    array([2, 4], dtype=int32)
    """
    if _is_mask(key):
        return boolean_mask(x, key)
    begin, end, strides, masks = _parsed(key)
    return apply(_STRIDED_SLICE, (x, begin, end, strides), masks, "strided_slice")


def updated(x: Any, key: Any, value: Any) -> Any:
    """A copy of `x` in which `x[key]` is `value`.

    >>> updated(convert_to_tensor([1, 2, 3]), 1, 9).numpy()
    array([1, 9, 3], dtype=int32)
    """
    x = convert_to_tensor(x)
    value = convert_to_tensor(value, x.dtype)
    if _is_mask(key):
        mask = convert_to_tensor(key)
        extra = [1] * (x.ndim - mask.ndim)
        return logic.where(shaping.reshape(mask, [*shaping.shape(mask), *extra]) if extra else mask, value, x)
    if isinstance(key, (list, np.ndarray)) or (is_tensor(key) and key.shape.rank != 0):
        return _rows_updated(x, np.asarray(key) if isinstance(key, list) else key, value)
    begin, end, strides, masks = _parsed(key)
    return apply(_UPDATE, (x, begin, end, strides, value), masks)


def _rows_updated(x: Any, rows: Any, value: Any) -> Any:
    """A copy of `x` in which the rows of some numbers, the negative ones counted from the end, are others."""
    if isinstance(rows, np.ndarray) and rows.dtype == bool:
        return updated(x, rows, value)
    rows = convert_to_tensor(rows)
    rows = rows + shaping.cast(rows < 0, rows.dtype) * shaping.cast(shaping.shape(x)[0], rows.dtype)
    shape = assembling.concat([shaping.shape(rows), shaping.shape(x)[1:]], 0)
    return scattering.tensor_scatter_nd_update(x, shaping.expand_dims(rows, -1), assembling.broadcast_to(value, shape))


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    name: str | None = None,
) -> Any:
    """A slice given by vectors of begins, ends and strides.

    Args:
        input_: a tensor.
        begin, end, strides: one number per entry of the slice.
        begin_mask, end_mask: bits of the entries whose begin or end is left open.
        ellipsis_mask, new_axis_mask, shrink_axis_mask: bits of the entries that are `...`, `None` or a single index.
        name: of the node.

    >>> strided_slice([1, 2, 3, 4], [0], [4], [2]).numpy()
    array([1, 3], dtype=int32)
    """
    begin = convert_to_tensor(begin, dtype_hint=dtypes.int32)
    strides = shaping.ones_like(begin) if strides is None else convert_to_tensor(strides, begin.dtype)
    masks = {
        "begin_mask": begin_mask, "end_mask": end_mask, "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask, "shrink_axis_mask": shrink_axis_mask,
    }  # fmt: skip
    return apply(
        _STRIDED_SLICE, (convert_to_tensor(input_), begin, convert_to_tensor(end, begin.dtype), strides), masks,
        name or "strided_slice",
    )  # fmt: skip


def _is_mask(key: Any) -> bool:
    if type(key) is int:
        return False
    if isinstance(key, Tensor):
        return key.dtype is dtypes.bool
    return isinstance(key, np.ndarray) and key.dtype == bool


def _parsed(key: Any) -> tuple[Any, Any, Any, dict[str, int]]:
    """The operands and masks of the slice that `x[key]` is."""
    begins: list[Any] = []
    ends: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), 0)
    for position, item in enumerate(key if isinstance(key, (tuple, list)) else (key,)):
        bit = 1 << position
        begin, end, stride = 0, 0, 1
        if isinstance(item, builtins.slice):
            if item.start is None:
                masks["begin_mask"] |= bit
            else:
                begin = _index(item.start)
            if item.stop is None:
                masks["end_mask"] |= bit
            else:
                end = _index(item.stop)
            stride = 1 if item.step is None else _index(item.step)
        elif item is Ellipsis:
            if masks["ellipsis_mask"]:
                raise ValueError("Multiple ellipses are not allowed")
            masks["ellipsis_mask"] |= bit
        elif item is None:
            masks["new_axis_mask"] |= bit
        else:
            begin = _index(item)
            end = begin + 1
            masks["shrink_axis_mask"] |= bit
        begins.append(begin)
        ends.append(end)
        strides.append(stride)
    wide = any(isinstance(v, Tensor) and v.dtype is dtypes.int64 for v in (*begins, *ends, *strides))
    dtype = dtypes.int64 if wide else dtypes.int32
    return _vector(begins, dtype), _vector(ends, dtype), _vector(strides, dtype), masks


def _index(item: Any) -> Any:
    """One number of a slice: an int, or a symbolic scalar."""
    if type(item) is int:
        return item
    if is_tensor(item) and not isinstance(item, Tensor):
        item = convert_to_tensor(item)
    if isinstance(item, SymbolicTensor):
        if item.dtype in INDEX and item.shape.rank in (0, None):
            return item
    elif isinstance(item, EagerTensor):
        if item.dtype.is_integer and item._array.ndim == 0:
            return int(item._array)
    elif not isinstance(item, (bool, np.bool_)) and hasattr(item, "__index__") and not isinstance(item, np.ndarray):
        return item.__index__()
    elif isinstance(item, np.ndarray) and item.ndim == 0 and item.dtype.kind in "iu":
        return int(item)
    raise TypeError(
        "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are "
        f"valid indices, got {item!r}"
    )


def _vector(values: list[Any], dtype: Any) -> Any:
    if dtype is dtypes.int64 or any(isinstance(v, Tensor) for v in values):
        return assembling.stack(
            [shaping.cast(v, dtype) if isinstance(v, Tensor) else convert_to_tensor(v, dtype) for v in values]
        )
    try:
        return literal(np.array(values, np.int32))
    except OverflowError:  # `x[:sys.maxsize]`
        return literal(np.clip(np.array(values, object), -(2**31), 2**31 - 1).astype(np.int32))


def _numpy_index(
    begin: Any, end: Any, strides: Any, begin_mask: int, end_mask: int, ellipsis_mask: int, new_axis_mask: int,
    shrink_axis_mask: int,
) -> tuple[Any, ...]:  # fmt: skip
    """The slice as numpy writes it."""
    index: list[Any] = []
    for i, (b, e, s) in enumerate(zip(begin.tolist(), end.tolist(), strides.tolist(), strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            index.append(Ellipsis)
        elif new_axis_mask & bit:
            index.append(None)
        elif shrink_axis_mask & bit:
            index.append(b)
        else:
            if s == 0:
                raise _cannot(f"strides[{i}] must be non-zero")
            index.append(builtins.slice(None if begin_mask & bit else b, None if end_mask & bit else e, s))
    # With an ellipsis numpy returns an array even for a single element.
    return tuple(index) if ellipsis_mask else (*index, Ellipsis)


def _strided_slice(x: np.ndarray, begin: Any, end: Any, strides: Any, **masks: int) -> np.ndarray:
    index = _numpy_index(begin, end, strides, **masks)
    try:
        return x[index]
    except IndexError:
        raise _cannot(_what_is_out_of_range(x.shape, index)) from None


def _what_is_out_of_range(shape: Sequence[int | None], index: tuple[Any, ...]) -> str:
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
        raise ValueError(_what_is_out_of_range(dims, (0,) * used))
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
    if isinstance(vector, SymbolicTensor) and vector.node.op.name == "Pack":
        return [constant_int(v) for v in vector.node.inputs]
    size = vector.shape[0] if vector.shape.rank == 1 else None
    return None if size is None else [None] * size


def _slice_gradient(node: Any, g: Any) -> list[Any]:
    x, begin, end, strides = node.inputs
    shape = shaping.shape(x, begin.dtype)
    return [apply(_STRIDED_SLICE_GRAD, (shape, begin, end, strides, g), node.attrs), None, None, None]


def _strided_slice_grad(shape: Any, begin: Any, end: Any, strides: Any, dy: np.ndarray, **masks: int) -> np.ndarray:
    result = np.zeros(tuple(shape.tolist()), dy.dtype)
    result[_numpy_index(begin, end, strides, **masks)] = dy
    return result


def _update(x: np.ndarray, begin: Any, end: Any, strides: Any, value: np.ndarray, **masks: int) -> np.ndarray:
    result, index = x.copy(), _numpy_index(begin, end, strides, **masks)
    try:
        result[index] = value
    except IndexError:
        raise _cannot(_what_is_out_of_range(x.shape, index)) from None
    return result


def _update_shape(x: Any, begin: Any, end: Any, strides: Any, value: Any, **masks: int) -> TensorShape:
    part = _strided_slice_shape(x, begin, end, strides, **masks)
    if part.rank is not None and value.shape.rank is not None:
        room, given = part.as_list(), value.shape.as_list()
        missing = [size for size in given[: max(len(given) - len(room), 0)] if size not in (1, None)]
        pairs = zip(reversed(room), reversed(given), strict=False)
        if missing or any(None not in pair and pair[1] not in (1, pair[0]) for pair in pairs):
            raise ValueError(f"could not broadcast input array from shape {tuple(given)} into shape {tuple(room)}")
    return same(x)


def _update_gradient(node: Any, g: Any) -> list[Any]:
    _, begin, end, strides, value = node.inputs
    part = apply(_STRIDED_SLICE, (g, begin, end, strides), node.attrs)
    rest = apply(_UPDATE, (g, begin, end, strides, shaping.zeros_like(value)), node.attrs)
    return [rest, None, None, None, unbroadcast(value, part, part, None)[0]]


_STRIDED_SLICE = declare(
    "StridedSlice", "input: T, begin: Index, end: Index, strides: Index -> T", _strided_slice,
    shapes=_strided_slice_shape, gradient=_slice_gradient, Index=INDEX,
)  # fmt: skip
_STRIDED_SLICE_GRAD = declare(
    "StridedSliceGrad", "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> T", _strided_slice_grad,
    shapes=lambda shape, *rest, **masks: constant_shape(shape), Index=INDEX,
    gradient=lambda node, g: [None] * 4 + [apply(_STRIDED_SLICE, (g, *node.inputs[1:4]), node.attrs)],
)  # fmt: skip
_UPDATE = declare(
    "TensorStridedSliceUpdate", "input: T, begin: Index, end: Index, strides: Index, value: T -> T", _update,
    shapes=_update_shape, gradient=_update_gradient, Index=INDEX,
)  # fmt: skip


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Any:
    """The part of a tensor that begins at `begin` and has `size`; a size of -1 goes to the end.

    >>> slice([1, 2, 3], [1], [-1]).numpy()
    array([2, 3], dtype=int32)
    """
    begin, size = shaping.shape_tensor(begin), shaping.shape_tensor(size)
    return apply(_SLICE, (convert_to_tensor(input_), begin, size), NO_ATTRS, name)


def _slice(x: np.ndarray, begin: np.ndarray, size: np.ndarray) -> np.ndarray:
    index = []
    for i, (b, n, d) in enumerate(zip(begin.tolist(), size.tolist(), x.shape, strict=True)):
        if not 0 <= b <= d:
            raise _cannot(f"Expected begin[{i}] in [0, {d}], but got {b}")
        if not -1 <= n <= d - b:
            raise _cannot(f"Expected size[{i}] in [0, {d - b}], but got {n}")
        index.append(builtins.slice(b, None if n == -1 else b + n))
    return x[tuple(index)]


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


def _slice_op_gradient(node: Any, g: Any) -> list[Any]:
    x, begin, _ = node.inputs
    before = begin
    after = shaping.shape(x, begin.dtype) - shaping.shape(g, begin.dtype) - begin
    return [padding.pad(g, assembling.stack([before, after], axis=1)), None, None]


_SLICE = declare(
    "Slice",
    "input: T, begin: Index, size: Index -> T",
    _slice,
    shapes=_slice_shape,
    gradient=_slice_op_gradient,
    Index=INDEX,
)


# -- gather ----------------------------------------------------------------------------------------------------------


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: Any = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Any:
    """The slices of `params` at `indices` along `axis`.

    Args:
        params: a tensor.
        indices: integers of any shape, which replaces the dimension `axis`.
        validate_indices: accepted for compatibility.
        axis: the dimension; the first after `batch_dims` by default.
        batch_dims: how many leading dimensions `params` and `indices` share.
        name: of the node.

    Raises:
        InvalidArgumentError: if an index is out of range.

    >>> gather([10, 20, 30], [2, 0]).numpy()
    array([30, 10], dtype=int32)
    """
    if type(params) in elementwise_types:
        return params._rows(convert_to_tensor(indices))
    params = convert_to_tensor(params)
    indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
    axis = convert_to_tensor(batch_dims if axis is None else axis, dtype_hint=dtypes.int32)
    return apply(_GATHER, (params, indices, axis), {"batch_dims": int(batch_dims)}, name)


def _checked(indices: np.ndarray, size: int) -> None:
    wrong = (indices < 0) | (indices >= size)
    if wrong.any():
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        place = f"[{','.join(map(str, first))}]" if first else ""
        raise _cannot(f"indices{place} = {int(indices[first])} is not in [0, {size})")


def _gather(params: np.ndarray, indices: np.ndarray, axis: np.ndarray, batch_dims: int) -> np.ndarray:
    position = int(axis.item())
    if not -params.ndim <= position < params.ndim:
        raise _cannot(f"Expected axis in the range [{-params.ndim}, {params.ndim}), but got {position}")
    position %= params.ndim
    batch = batch_dims % (indices.ndim + 1) if batch_dims < 0 else batch_dims
    _checked(indices, params.shape[position])
    if not batch:
        return (
            np.asarray(np.take(params, indices, position)) if params.dtype != object else params.take(indices, position)
        )
    # [batch, outer, dimension, inner], and indices of [batch, picks]
    lead, outer, inner = params.shape[:batch], params.shape[batch:position], params.shape[position + 1 :]
    count = math.prod(lead)
    blocks = params.reshape(count, math.prod(outer), params.shape[position], math.prod(inner))
    picks = indices.reshape(count, math.prod(indices.shape[batch:]))
    found = np.moveaxis(blocks[np.arange(count)[:, None], :, picks], 1, 2)
    return found.reshape(*lead, *outer, *indices.shape[batch:], *inner)


def _gather_shape(params: Any, indices: Any, axis: Any, batch_dims: int) -> TensorShape:
    position = constant_int(axis)
    p, i = params.shape, indices.shape
    if p.rank is None or i.rank is None or position is None:
        return shapes.unknown_shape(None if p.rank is None or i.rank is None else p.rank + i.rank - 1 - batch_dims)
    position = normal_axis(position, p.rank, "Shape must be at least rank {axis} but is rank {rank}")
    batch = batch_dims + i.rank if batch_dims < 0 else batch_dims
    return TensorShape([*p.as_list()[:position], *i.as_list()[batch:], *p.as_list()[position + 1 :]])


def _gather_gradient(node: Any, g: Any) -> list[Any]:
    params, indices, axis = node.inputs
    return [apply(_GATHER_GRAD, (shaping.shape(params), indices, axis, g), node.attrs), None, None]


def _gather_grad(
    shape: np.ndarray, indices: np.ndarray, axis: np.ndarray, dy: np.ndarray, batch_dims: int
) -> np.ndarray:
    """The cotangent of `params`: those of the slices, summed where an index occurs more than once."""
    sizes = shape.tolist()
    position = int(axis.item()) % len(sizes)
    batch = batch_dims % (indices.ndim + 1) if batch_dims < 0 else batch_dims
    lead, outer, inner = sizes[:batch], sizes[batch:position], sizes[position + 1 :]
    count, size = math.prod(lead), sizes[position]
    picks = indices.reshape(count, math.prod(indices.shape[batch:]))
    rows = np.moveaxis(dy.reshape(count, math.prod(outer), picks.shape[1], math.prod(inner)), 2, 1)
    result = np.zeros((count * size, rows.shape[2] * rows.shape[3]), dy.dtype)
    places = (np.arange(count)[:, None] * size + picks).ravel()
    if result.shape[1] == 1:
        np.add.at(result[:, 0], places, rows.ravel())
    else:
        accumulate(np.add, result, places, rows.reshape(len(places), result.shape[1]))
    found = np.moveaxis(result.reshape(count, size, *rows.shape[2:]), 1, 2)
    return found.reshape(sizes)


_GATHER = declare(
    "GatherV2", "params: Tparams, indices: Tindices, axis: Taxis -> Tparams", _gather, shapes=_gather_shape,
    gradient=_gather_gradient, Tindices=INDEX, Taxis=INDEX,
)  # fmt: skip
_GATHER_GRAD = declare(
    "GatherV2Grad", "shape: int32, indices: Tindices, axis: Taxis, dy: T -> T", _gather_grad,
    shapes=lambda shape, *rest, **attrs: constant_shape(shape), Tindices=INDEX, Taxis=INDEX,
    gradient=lambda node, g: [None, None, None, apply(_GATHER, (g, node.inputs[1], node.inputs[2]), node.attrs)],
)  # fmt: skip


def gather_nd(params: Any, indices: Any, batch_dims: int = 0, name: str | None = None) -> Any:
    """The elements, or slices, of `params` at the positions that the last dimension of `indices` holds.

    >>> gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]).numpy()
    array([2, 3], dtype=int32)
    """
    params, indices = convert_to_tensor(params), convert_to_tensor(indices, dtype_hint=dtypes.int32)
    if batch_dims:
        batches = assembling.unstack(params), assembling.unstack(indices)
        return assembling.stack([gather_nd(p, i, batch_dims - 1) for p, i in zip(*batches, strict=True)])
    return apply(_GATHER_ND, (params, indices), NO_ATTRS, name)


def positions(indices: np.ndarray, shape: Sequence[int], text: str) -> tuple[np.ndarray, ...]:
    """What numpy indexes with for the positions in the last dimension of `indices`, once they are checked."""
    depth = indices.shape[-1] if indices.ndim else 0
    limits = np.array(shape[:depth], np.int64)
    wrong = ((indices < 0) | (indices >= limits)).any(-1) if depth else np.zeros((), bool)
    if wrong.any():
        first = tuple(int(i) for i in np.argwhere(wrong)[0])
        place = f"[{','.join(map(str, first))}]" if first else ""
        raise _cannot(f"indices{place} = {indices[first].tolist()} does not index into {text} {dimension_text(shape)}")
    return tuple(np.moveaxis(indices, -1, 0))


def _gather_nd(params: np.ndarray, indices: np.ndarray) -> np.ndarray:
    index: tuple[Any, ...] = (*positions(indices, params.shape, "param shape"), Ellipsis)
    return params[index]


def _gather_nd_shape(params: Any, indices: Any) -> TensorShape:
    if indices.shape.rank is None or indices.shape[-1] is None or params.shape.rank is None:
        return shapes.UNKNOWN
    return TensorShape(indices.shape.as_list()[:-1] + params.shape.as_list()[indices.shape[-1] :])


_GATHER_ND = declare(
    "GatherNd", "params: Tparams, indices: Tindices -> Tparams", _gather_nd, shapes=_gather_nd_shape, Tindices=INDEX,
    gradient=lambda node, g: [
        scattering.scatter_nd(node.inputs[1], g, shaping.shape(node.inputs[0], node.inputs[1].dtype)), None
    ],
)  # fmt: skip


def boolean_mask(tensor: Any, mask: Any, axis: int | None = None, name: str = "boolean_mask") -> Any:
    """The elements (or slices) of `tensor` where `mask` is True.

    Args:
        tensor: a tensor.
        mask: booleans, in the shape of `tensor` or of its dimensions from `axis` on.
        axis: the first dimension that is masked.
        name: of the node.

    >>> boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
    tensor, mask = convert_to_tensor(tensor), convert_to_tensor(mask, dtypes.bool)
    axis = 0 if axis is None else int(axis)
    depth = mask.shape.rank
    if depth is None:
        raise ValueError("Number of mask dimensions must be specified, even if some dimensions are None.")
    if depth == 0:
        raise ValueError("mask cannot be scalar.")
    masked = tensor.shape[axis : axis + depth]
    if not masked.is_compatible_with(mask.shape):
        raise ValueError(f"Shapes {masked} and {mask.shape} are incompatible")
    if depth > 1:
        sizes = shaping.shape(tensor)
        tensor = shaping.reshape(tensor, assembling.concat([sizes[:axis], [-1], sizes[axis + depth :]], 0))
        mask = shaping.reshape(mask, [-1])
    picked = shaping.squeeze(logic.where(mask), axis=[1])
    return gather(tensor, picked, axis=axis, name=name)
