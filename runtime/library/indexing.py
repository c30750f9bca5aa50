"""Reading parts of tensors: slices with Python's notation, gather, masks."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import INDEX
from runtime.ir.values import EagerTensor, SymbolicTensor, Tensor, is_tensor
from runtime.library import assembling, logic, scattering, shaping
from runtime.library.point_wise import elementwise_types
from runtime.ops import indexing as ops
from runtime.ops.assembling import REPEATED
from runtime.tensor.conversion import convert_to_tensor, literal
from runtime.tensor.dispatch import NO_ATTRS, apply

newaxis = None


# -- x[...] ----------------------------------------------------------------------------------------------------------


def getitem(x: Any, key: Any) -> Any:
    """`x[key]`: integers, slices, `...`, `None`, scalar tensors, or a mask of booleans.

    >>> getitem(convert_to_tensor([[1, 2], [3, 4]]), (Ellipsis, -1)).numpy()
    array([2, 4], dtype=int32)
    """
    if _is_mask(key):
        return boolean_mask(x, key)
    begin, end, strides, masks = _parsed(key)
    return apply(ops.STRIDED_SLICE, (x, begin, end, strides), masks, "strided_slice")


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
    return apply(ops.UPDATE, (x, begin, end, strides, value), masks)


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
        ops.STRIDED_SLICE, (convert_to_tensor(input_), begin, convert_to_tensor(end, begin.dtype), strides), masks,
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


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Any:
    """The part of a tensor that begins at `begin` and has `size`; a size of -1 goes to the end.

    >>> slice([1, 2, 3], [1], [-1]).numpy()
    array([2, 3], dtype=int32)
    """
    begin, size = shaping.shape_tensor(begin), shaping.shape_tensor(size)
    return apply(ops.SLICE, (convert_to_tensor(input_), begin, size), NO_ATTRS, name)


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
    return apply(ops.GATHER, (params, indices, axis), {"batch_dims": int(batch_dims)}, name)


def gather_nd(params: Any, indices: Any, batch_dims: int = 0, name: str | None = None) -> Any:
    """The elements, or slices, of `params` at the positions that the last dimension of `indices` holds.

    >>> gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]).numpy()
    array([2, 3], dtype=int32)
    """
    params, indices = convert_to_tensor(params), convert_to_tensor(indices, dtype_hint=dtypes.int32)
    if batch_dims:
        batches = assembling.unstack(params), assembling.unstack(indices)
        return assembling.stack([gather_nd(p, i, batch_dims - 1) for p, i in zip(*batches, strict=True)])
    return apply(ops.GATHER_ND, (params, indices), NO_ATTRS, name)


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


def repeat(input: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Any:
    """`input` with each element repeated `repeats` times along `axis`, or of its flat form by default.

    >>> repeat([3, 4], [1, 2]).numpy()
    array([3, 4, 4], dtype=int32)
    """
    x = convert_to_tensor(input)
    if axis is None:
        x, axis = shaping.reshape(x, [-1]), 0
    counts = convert_to_tensor(repeats, dtype_hint=dtypes.int32)
    axis = axis if axis >= 0 else axis + x.ndim
    along, given = x.shape[axis], counts.shape.num_elements()
    if counts.shape.rank == 1 and given not in (None, 1, along) and along is not None:
        raise ValueError(f"Dimensions {along} and {given} are not compatible")
    index = apply(REPEATED, (counts, shaping.shape(x)[axis]), NO_ATTRS, name)
    return gather(x, index, axis=axis)
