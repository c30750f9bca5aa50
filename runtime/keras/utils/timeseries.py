"""Windows over a series as a dataset."""

from __future__ import annotations

from typing import Any

import numpy as np

import runtime as tf


def timeseries_dataset_from_array(
    data: Any,
    targets: Any,
    sequence_length: int,
    sequence_stride: int = 1,
    sampling_rate: int = 1,
    batch_size: int | None = 128,
    shuffle: bool = False,
    seed: int | None = None,
    start_index: int | None = None,
    end_index: int | None = None,
) -> Any:
    """The windows of a series, and what goes with each.

    Args:
        data: an array whose first axis is time.
        targets: what goes with the window that begins at each step, or None.
        sequence_length: how many steps a window takes.
        sequence_stride: how far the next window begins from one.
        sampling_rate: the distance between the steps of a window.
        batch_size: how many windows make a batch; None for single windows.
        shuffle: whether the windows come in random order.
        seed: of that order.
        start_index, end_index: the part of `data` that is used: from the first, before the second.

    Returns:
        A dataset of windows, or of pairs of windows and targets.

    Raises:
        ValueError: if a size is less than 1, or the part of the data is not within it.

    >>> [x.tolist() for x in timeseries_dataset_from_array(np.arange(4), None, 3).as_numpy_iterator()]
    [[[0, 1, 2], [1, 2, 3]]]
    """
    data = np.asarray(data)
    sizes = {"sequence_length": sequence_length, "sequence_stride": sequence_stride, "sampling_rate": sampling_rate}
    for name, size in sizes.items():
        if size < 1 or size >= max(len(data), 2):
            raise ValueError(
                f"`{name}` must be at least 1 and less than the length of the data, {len(data)}. "
                f"Received: {name}={size}"
            )
    first, end = start_index or 0, len(data) if end_index is None else end_index
    if not 0 <= first < end <= len(data):
        raise ValueError(
            "`start_index` must be at least 0 and less than `end_index`, which is at most the length of the data, "
            f"{len(data)}. Received: start_index={start_index}, end_index={end_index}"
        )
    count = end - first - (sequence_length - 1) * sampling_rate
    if targets is not None:
        count = min(count, len(targets))
    starts = np.arange(0, count, sequence_stride)
    if shuffle:
        np.random.RandomState(seed).shuffle(starts)
    steps = tf.constant(np.arange(sequence_length) * sampling_rate)
    values, part = tf.data.Dataset.from_tensor_slices(starts), tf.constant(data[first:end])
    windows = values.map(lambda start: tf.gather(part, start + steps))
    if targets is not None:
        of_each = tf.constant(np.asarray(targets)[first:end])
        windows = tf.data.Dataset.zip((windows, values.map(lambda start: tf.gather(of_each, start))))
    if batch_size is not None:
        windows = windows.batch(batch_size)
    return windows.prefetch(tf.data.AUTOTUNE)
