"""Taking tensors apart by what another tensor says, and putting them together: partitions, sequences, blocks, bins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.library import creation, elementwise, logic, reduction, shaping
from runtime.ops import partition as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply

# -- dynamic partitions ----------------------------------------------------------------------------------------------


def dynamic_partition(data: Any, partitions: Any, num_partitions: int, name: str | None = None) -> list[Any]:
    """The slices of `data`, sorted into a number of tensors.

    Args:
        data: a tensor.
        partitions: for each slice, the number of the tensor it goes to; its shape is how that of `data` begins.
        num_partitions: how many tensors there are.
        name: of the node.

    Raises:
        InvalidArgumentError: if there is no tensor of such a number.

    >>> [x.numpy().tolist() for x in dynamic_partition([1, 2, 3], [0, 1, 0], 2)]
    [[1, 3], [2]]
    """
    operands = (convert_to_tensor(data), convert_to_tensor(partitions, dtypes.int32))
    return apply(ops.PARTITION, operands, {"num_partitions": int(num_partitions)}, name)


def dynamic_stitch(indices: Any, data: Any, name: str | None = None) -> Any:
    """One tensor of the slices of several: slice `i` of `data[m]` goes to position `indices[m][i]`, the last one wins.

    Args:
        indices: a list of int32 tensors.
        data: a list of tensors, whose shapes begin as those of `indices`.
        name: of the node.

    >>> dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]).numpy()
    array([10, 20, 30], dtype=int32)
    """
    places = [convert_to_tensor(i, dtypes.int32) for i in indices]
    values = [convert_to_tensor(x) for x in data]
    if len(places) != len(values):
        raise ValueError(f"dynamic_stitch needs as many indices as data: {len(places)} and {len(values)}")
    return apply(ops.STITCH, (*places, *values), NO_ATTRS, name)


# -- sequences -------------------------------------------------------------------------------------------------------


def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool, name: str | None = None) -> Any:
    """For each length a row that is True that many times, and then False.

    Args:
        lengths: integers.
        maxlen: the size of the new last dimension; the greatest length by default.
        dtype: of the result.
        name: of the node.

    >>> sequence_mask([1, 3]).numpy().tolist()
    [[True, False, False], [True, True, True]]
    """
    lengths = convert_to_tensor(lengths)
    if maxlen is None:
        maxlen = elementwise.maximum(reduction.reduce_max(lengths), 0)
    row = creation.range(shaping.cast(convert_to_tensor(maxlen), lengths.dtype))
    mask = logic.less(row, shaping.expand_dims(lengths, -1), name)
    return mask if dtypes.as_dtype(dtype) is dtypes.bool else shaping.cast(mask, dtype)


def reverse_sequence(
    input: Any, seq_lengths: Any, seq_axis: int | None = None, batch_axis: int | None = None, name: str | None = None
) -> Any:
    """`input` with the first `seq_lengths[i]` elements of each sequence `i` of a batch in reverse order.

    >>> reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1).numpy().tolist()
    [[2, 1, 3], [6, 5, 4]]
    """
    attrs = {"seq_dim": int(seq_axis or 0), "batch_dim": int(batch_axis or 0)}
    lengths = convert_to_tensor(seq_lengths, dtype_hint=dtypes.int64)
    return apply(ops.REVERSE_SEQUENCE, (convert_to_tensor(input), lengths), attrs, name)


# -- blocks ----------------------------------------------------------------------------------------------------------


def space_to_depth(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Any:
    """Images with each block of pixels moved to the channels.

    >>> space_to_depth([[[[1], [2]], [[3], [4]]]], 2).numpy().tolist()
    [[[[1, 2, 3, 4]]]]
    """
    b = block_size
    return _moved(input, data_format, name, lambda h, w, c: ([h // b, b, w // b, b, c], [h // b, w // b, b * b * c]))


def depth_to_space(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Any:
    """Images with channels moved to blocks of pixels: the inverse of `space_to_depth`."""
    b = block_size
    return _moved(input, data_format, name, lambda h, w, c: ([h, w, b, b, c // b**2], [h * b, w * b, c // b**2]))


def _moved(input: Any, data_format: str, name: str | None, sizes: Callable[..., tuple[list[Any], list[Any]]]) -> Any:
    """Images whose second and third parts change places: `sizes` are those of the parts, and of the result."""
    x = convert_to_tensor(input)
    channels_first = data_format == "NCHW"
    x = shaping.transpose(x, [0, 2, 3, 1]) if channels_first else x
    n, h, w, c = shaping.sizes(x)
    parts, result = sizes(h, w, c)
    x = shaping.transpose(shaping.reshape(x, [n, *parts]), [0, 1, 3, 2, 4, 5])
    x = shaping.reshape(x, [n, *result], name)
    return shaping.transpose(x, [0, 3, 1, 2]) if channels_first else x


# -- bins and positions ----------------------------------------------------------------------------------------------


def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = dtypes.int32, name: str | None = None
) -> Any:
    """The number of the bin of each value; values outside of the range go to the first or last bin.

    >>> histogram_fixed_width_bins([-1., 0.5, 9.], [0., 5.], 5).numpy()
    array([0, 0, 4], dtype=int32)
    """
    x = convert_to_tensor(values)
    bounds = convert_to_tensor(value_range, x.dtype)
    count = convert_to_tensor(nbins, dtypes.int32)
    scaled = elementwise.truediv(x - bounds[0], bounds[1] - bounds[0])
    place = shaping.cast(elementwise.floor(shaping.cast(count, scaled.dtype) * scaled), dtypes.int32)
    clipped = elementwise.minimum(elementwise.maximum(place, 0), count - 1)
    return shaping.cast(clipped, dtype, name)


def histogram_fixed_width(
    values: Any, value_range: Any, nbins: Any = 100, dtype: Any = dtypes.int32, name: str | None = None
) -> Any:
    """How many values fall into each of some bins of equal width."""
    bins = shaping.reshape(histogram_fixed_width_bins(values, value_range, nbins), [-1])
    return reduction.unsorted_segment_sum(creation.ones(shaping.shape(bins), dtype), bins, nbins, name)


def unravel_index(indices: Any, dims: Any, name: str | None = None) -> Any:
    """The index in an array of sizes `dims` of each flat index.

    >>> unravel_index([5], [2, 3]).numpy().tolist()
    [[1], [2]]
    """
    indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
    return apply(ops.UNRAVEL, (indices, convert_to_tensor(dims, indices.dtype)), NO_ATTRS, name)
