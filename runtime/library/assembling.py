"""Operations that put tensors together, take them apart, repeat and pad them."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.ir.values import Tensor, is_tensor, is_weak
from runtime.library import shaping
from runtime.library.point_wise import elementwise_types
from runtime.ops import assembling as ops
from runtime.ops.elementwise import ADD_N
from runtime.ops.shape_rules import normal_axis
from runtime.tensor.conversion import convert_to_tensor, literal
from runtime.tensor.dispatch import NO_ATTRS, apply


def _list_of_tensors(values: Any, dtype: DType | None = None) -> list[Any]:
    """Values as tensors of one dtype: that of the first tensor among them, for those that are Python's."""
    if isinstance(values, Tensor):
        return unstack(values)
    values = list(values)
    if dtype is None:
        dtype = next((x.dtype for x in values if is_tensor(x) and not is_weak(x)), None)
    if dtype is None:
        return [convert_to_tensor(x) for x in _widened(values)]
    return [
        convert_to_tensor(x, dtype_hint=dtype) if isinstance(x, Tensor) else convert_to_tensor(x, dtype) for x in values
    ]


def _widened(values: list[Any]) -> list[Any]:
    """Python values converted together, so that `[1, 2.5]` becomes two floats."""
    # An empty list has no dtype of its own.
    empty = [isinstance(x, (list, tuple)) and not x for x in values]
    kind = next((convert_to_tensor(x).dtype for x, none in zip(values, empty, strict=True) if not none), None)
    converted = [convert_to_tensor(x, dtype_hint=kind if none else None) for x, none in zip(values, empty, strict=True)]
    kinds = {x.dtype for x in converted}
    if len(kinds) > 1 and kinds <= {dtypes.int32, dtypes.float32}:
        return [convert_to_tensor(x, dtypes.float32) for x in values]
    return converted


# -- along an axis that is there -------------------------------------------------------------------------------------


def concat(values: Any, axis: Any, name: str | None = "concat") -> Any:
    """Tensors joined along a dimension they have.

    Args:
        values: a list of tensors of one dtype and rank, of the same sizes except along `axis`.
        axis: the dimension.
        name: of the node.

    Raises:
        InvalidArgumentError: if the shapes do not fit together.

    >>> concat([[[1, 2]], [[3, 4]]], axis=0).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    if hasattr(values, "staged_concat"):
        return values.staged_concat(axis)
    if not isinstance(values, (list, tuple)):
        values = [values]
    if elementwise_types and any(type(x) in elementwise_types for x in values):
        own = next(x for x in values if type(x) in elementwise_types)
        return own.__tf_concat__(values, int(axis))
    tensors = _list_of_tensors(values)
    if len(tensors) == 1:
        return shaping.identity(tensors[0], name)
    axis = convert_to_tensor(axis, dtype_hint=dtypes.int32, name="axis")
    return apply(ops.CONCAT, (*tensors, axis), NO_ATTRS, name)


def split(value: Any, num_or_size_splits: Any, axis: Any = 0, num: int | None = None, name: str = "split") -> list[Any]:
    """`value` cut along a dimension.

    Args:
        value: a tensor.
        num_or_size_splits: the number of equal parts, or the size of each part (one may be -1).
        axis: the dimension.
        num: how many parts there are, where that does not follow from the shape of `num_or_size_splits`.
        name: of the node.

    Returns:
        A list of tensors.

    Raises:
        InvalidArgumentError: if the sizes do not add up.

    >>> [part.numpy().tolist() for part in split([1, 2, 3, 4], 2)]
    [[1, 2], [3, 4]]
    """
    value = convert_to_tensor(value)
    axis = convert_to_tensor(axis, dtype_hint=dtypes.int32)
    if isinstance(num_or_size_splits, (int, np.integer)):
        return apply(ops.SPLIT, (axis, value), {"num_split": int(num_or_size_splits)}, name)
    sizes = convert_to_tensor(num_or_size_splits, dtype_hint=dtypes.int32)
    if sizes.shape.rank == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. "
            f"Argument provided: {num_or_size_splits}"
        )
    count = num if num is not None else sizes.shape[0]
    if count is None:
        raise ValueError(f"Cannot infer argument `num` from shape {sizes.shape}")
    return apply(ops.SPLIT_V, (value, sizes, axis), {"num_split": count}, name)


# -- along a new axis ------------------------------------------------------------------------------------------------


def stack(values: Any, axis: int = 0, name: str | None = "stack") -> Any:
    """Tensors of one shape joined along a new dimension.

    Args:
        values: a list of tensors of one shape and dtype.
        axis: where the new dimension is.
        name: of the node.

    Raises:
        InvalidArgumentError: if the shapes differ.

    >>> stack([[1, 2], [3, 4]], axis=1).numpy()
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    if hasattr(values, "staged_stack"):
        return values.staged_stack(axis)
    tensors = _list_of_tensors(values)
    if not tensors:
        return literal(np.zeros(0, np.float32))
    rank = tensors[0].shape.rank
    if rank is not None and not -rank - 1 <= axis <= rank:
        raise ValueError(f"Argument `axis` = {axis} not in range [{-rank - 1}, {rank + 1})")
    return apply(ops.PACK, tensors, {"axis": int(axis)}, name)


def unstack(value: Any, num: int | None = None, axis: int = 0, name: str | None = "unstack") -> list[Any]:
    """The slices of `value` along a dimension, as a list.

    Args:
        value: a tensor.
        num: the size of the dimension, where it is not known statically.
        axis: the dimension.
        name: of the node.

    Raises:
        ValueError: if the size is neither known nor given.

    >>> [x.numpy() for x in unstack([1, 2])]
    [np.int32(1), np.int32(2)]
    """
    value = convert_to_tensor(value)
    if num is None:
        if value.shape.rank is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
        position = normal_axis(axis, value.shape.rank, "Argument `axis` = {axis} not in range [-{rank}, {rank})")
        num = value.shape[position] if value.shape.rank else None
        if num is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
    return apply(ops.UNPACK, (value,), {"num": int(num), "axis": int(axis)}, name)


# -- repeating -------------------------------------------------------------------------------------------


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:
    """`input` repeated `multiples[i]` times along each dimension `i`.

    >>> tile([1, 2], [2]).numpy()
    array([1, 2, 1, 2], dtype=int32)
    """
    times = convert_to_tensor(multiples) if isinstance(multiples, int) else shaping.shape_tensor(multiples)
    if times.shape.rank not in (1, None):
        raise invalid_argument(f"Expected multiples to be 1-D, but got shape {times.shape} [Op:Tile]")
    return apply(ops.TILE, (convert_to_tensor(input), times), NO_ATTRS, name)


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Any:
    """`tensor` with the order of elements reversed along the dimensions `axis`.

    >>> reverse([1, 2, 3], [0]).numpy()
    array([3, 2, 1], dtype=int32)
    """
    return apply(ops.REVERSE, (convert_to_tensor(tensor), shaping.shape_tensor(axis)), NO_ATTRS, name)


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Any:
    """`input` with its elements moved by `shift` places along `axis`, around the end.

    >>> roll([1, 2, 3], 1, 0).numpy()
    array([3, 1, 2], dtype=int32)
    """
    return apply(
        ops.ROLL, (convert_to_tensor(input), convert_to_tensor(shift), convert_to_tensor(axis)), NO_ATTRS, name
    )


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Any:
    """`input` broadcast to `shape`.

    >>> broadcast_to([1, 2], [2, 2]).numpy().tolist()
    [[1, 2], [1, 2]]
    """
    return apply(ops.BROADCAST_TO, (convert_to_tensor(input), shaping.shape_tensor(shape)), NO_ATTRS, name)


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Any:
    """The shape, as a tensor, that tensors of these shapes broadcast to."""
    x, y = convert_to_tensor(shape_x), convert_to_tensor(shape_y)
    return apply(ops.BROADCAST_ARGS, (x, y))


def meshgrid(*args: Any, indexing: str = "xy", name: str | None = None) -> list[Any]:
    """The coordinates of a grid, one tensor per dimension.

    Args:
        *args: the coordinates along each dimension.
        indexing: `xy`, in which the first two dimensions are swapped, or `ij`.
        name: of the nodes.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'")
    vectors = [shaping.reshape(convert_to_tensor(x), [-1]) for x in args]
    if indexing == "xy" and len(vectors) > 1:
        vectors[0], vectors[1] = vectors[1], vectors[0]
    sizes = [shaping.size(v) for v in vectors]
    result = [
        broadcast_to(shaping.reshape(v, [-1 if i == j else 1 for j in range(len(vectors))]), stack(sizes))
        for i, v in enumerate(vectors)
    ]
    if indexing == "xy" and len(result) > 1:
        result[0], result[1] = result[1], result[0]
    return result


def add_n(inputs: Any, name: str | None = None) -> Any:
    """The sum of a list of tensors of one shape and dtype.

    Raises:
        ValueError: if the list is empty.

    >>> add_n([[1, 2], [3, 4], [5, 6]]).numpy()
    array([ 9, 12], dtype=int32)
    """
    if is_tensor(inputs) and inputs.shape.rank:
        inputs = unstack(inputs)
    if not isinstance(inputs, (list, tuple)):
        inputs = [inputs]
    if not inputs:
        raise ValueError("Input `inputs` should contain at least one tensor")
    first = convert_to_tensor(inputs[0])
    rest = [convert_to_tensor(x, first.dtype) for x in inputs[1:]]
    return apply(ADD_N, (first, *rest), NO_ATTRS, name) if rest else shaping.identity(first, name)
