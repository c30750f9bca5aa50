"""Order: sort, argsort, top_k, unique, searchsorted, histograms of integers."""

from __future__ import annotations

from typing import Any, NamedTuple

from runtime.core import dtypes
from runtime.ir.values import is_tensor
from runtime.library import assembling, checking, creation, elementwise, indexing, logic, reduction, shaping
from runtime.ops import sorting as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def argsort(
    values: Any, axis: int = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Any:
    """The indices that put `values` in order along `axis`.

    >>> argsort([3, 1, 2]).numpy()
    array([1, 2, 0], dtype=int32)
    """
    attrs = {"axis": int(axis), "descending": _descending(direction)}
    return apply(ops.ARGSORT, (convert_to_tensor(values),), attrs, name)


def sort(values: Any, axis: int = -1, direction: str = "ASCENDING", name: str | None = None) -> Any:
    """`values` in order along `axis`.

    >>> sort([3, 1, 2], direction='DESCENDING').numpy()
    array([3, 2, 1], dtype=int32)
    """
    x = convert_to_tensor(values)
    order = argsort(x, axis, direction)
    if x.shape.rank == 1:
        return indexing.gather(x, order, name=name)
    last = x.ndim - 1
    axis = axis % x.ndim
    swap = [last if i == axis else axis if i == last else i for i in range(x.ndim)]
    moved = indexing.gather(shaping.transpose(x, swap), shaping.transpose(order, swap), axis=last, batch_dims=last)
    return shaping.transpose(moved, swap, name=name)


def _descending(direction: str) -> bool:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: {direction}")
    return direction == "DESCENDING"


class TopKV2(NamedTuple):
    """What `top_k` returns."""

    values: Any
    indices: Any


def top_k(
    input: Any, k: Any = 1, sorted: bool = True, index_type: Any = dtypes.int32, name: str | None = None
) -> TopKV2:
    """The `k` largest elements of each row, largest first, and their positions.

    >>> values, indices = top_k([1, 3, 2], 2)
    >>> values.numpy(), indices.numpy()
    (array([3, 2], dtype=int32), array([1, 2], dtype=int32))
    """
    operands = (convert_to_tensor(input), convert_to_tensor(k, dtypes.int32))
    return TopKV2(
        *apply(ops.TOP_K, operands, {"sorted": bool(sorted), "index_type": dtypes.as_dtype(index_type)}, name)
    )


class Unique(NamedTuple):
    """What `unique` returns."""

    y: Any
    idx: Any


class UniqueWithCounts(NamedTuple):
    """What `unique_with_counts` returns."""

    y: Any
    idx: Any
    count: Any


def unique(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Unique:
    """The different elements of a vector in order of appearance, and which of them each element is.

    >>> unique([4, 4, 1]).y.numpy(), unique([4, 4, 1]).idx.numpy()
    (array([4, 1], dtype=int32), array([0, 0, 1], dtype=int32))
    """
    return Unique(*apply(ops.UNIQUE, (convert_to_tensor(x),), {"out_idx": dtypes.as_dtype(out_idx)}, name)[:2])


def unique_with_counts(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> UniqueWithCounts:
    """As `unique`, with the number of times that each element occurs."""
    return UniqueWithCounts(*apply(ops.UNIQUE, (convert_to_tensor(x),), {"out_idx": dtypes.as_dtype(out_idx)}, name))


def searchsorted(
    sorted_sequence: Any, values: Any, side: str = "left", out_type: Any = dtypes.int32, name: str | None = None
) -> Any:
    """Where `values` would go in a sequence that is sorted along its last dimension.

    >>> searchsorted([1, 3, 5], [2, 6]).numpy()
    array([1, 3], dtype=int32)
    """
    sequence = convert_to_tensor(sorted_sequence)
    attrs = {"side": side, "out_type": dtypes.as_dtype(out_type)}
    return apply(ops.SEARCHSORTED, (sequence, convert_to_tensor(values, sequence.dtype)), attrs, name)


def bincount(
    arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None, dtype: Any = dtypes.int32,
    name: str | None = None, axis: int | None = None, binary_output: bool = False,
) -> Any:  # fmt: skip
    """How often each integer occurs, or the sum of the weights at its places.

    Args:
        arr: integers, none of them negative.
        weights: in the shape of `arr`.
        minlength, maxlength: the least and the greatest number of bins.
        dtype: of the counts.
        name: of the node.
        axis: None or 0 to count all together, -1 to count each row of a matrix by itself.
        binary_output: whether there is 1 for whatever occurs, however often.

    Raises:
        InvalidArgumentError: if a number is negative.

    >>> bincount([1, 1, 2]).numpy()
    array([0, 2, 1], dtype=int32)
    """
    given = shaping.cast(convert_to_tensor(arr), dtypes.int32)
    values = shaping.reshape(given, [-1])
    checking.Assert(reduction.reduce_all(values >= 0), ["Input arr must be non-negative!"])
    size = reduction.reduce_max(assembling.concat([values, [-1]], 0)) + 1
    if minlength is not None:
        size = elementwise.maximum(size, minlength)
    if maxlength is not None:
        size = elementwise.minimum(size, maxlength)
        values = logic.where(values < size, values, -shaping.ones_like(values))
    of_ones = weights is None or binary_output
    counted = creation.ones(shaping.shape(values), dtype) if of_ones else shaping.reshape(weights, [-1])
    count = reduction.unsorted_segment_max if binary_output else reduction.unsorted_segment_sum
    if axis in (-1, 1) and given.shape.rank == 2:
        rows = shaping.shape(given)[0]
        first = indexing.repeat(creation.range(rows) * size, shaping.shape(given)[1])
        flat = count(counted, logic.where(values < 0, values, values + first), rows * size)
        found = shaping.reshape(flat, [rows, size])
    else:
        found = count(counted, values, size)
    return elementwise.maximum(found, 0) if binary_output else shaping.identity(found, name)


def confusion_matrix(
    labels: Any, predictions: Any, num_classes: Any = None, weights: Any = None, dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Any:  # fmt: skip
    """How often each class (row) was predicted as each class (column)."""
    labels = shaping.cast(convert_to_tensor(labels), dtypes.int64)
    predictions = shaping.cast(convert_to_tensor(predictions), dtypes.int64)
    if num_classes is None:
        num_classes = elementwise.maximum(reduction.reduce_max(labels), reduction.reduce_max(predictions)) + 1
    count = shaping.cast(convert_to_tensor(num_classes), dtypes.int64)
    values = creation.ones(shaping.shape(labels), dtype) if weights is None else shaping.cast(weights, dtype)
    cells = reduction.unsorted_segment_sum(values, labels * count + predictions, count * count)
    shape = shaping.cast([count, count], dtypes.int32) if is_tensor(count) else [count, count]
    return shaping.reshape(cells, shape, name)
