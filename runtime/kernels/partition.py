"""Kernels: taking tensors apart by what another tensor says, and putting them together."""

from __future__ import annotations

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.ir.schema import kernels
from runtime.ops import partition as ops


def _partition(data: np.ndarray, partitions: np.ndarray, num_partitions: int) -> list[np.ndarray]:
    if data.shape[: partitions.ndim] != partitions.shape:
        raise invalid_argument(
            f"data.shape must start with partitions.shape, got data.shape = {list(data.shape)}, partitions.shape = "
            f"{list(partitions.shape)}"
        )
    outside = (partitions < 0) | (partitions >= num_partitions)
    if outside.any():
        place = int(np.flatnonzero(outside)[0])
        raise invalid_argument(f"partitions[{place}] = {partitions.ravel()[place]} is not in [0, {num_partitions})")
    return [data[partitions == i] for i in range(num_partitions)]


kernels[ops.PARTITION] = _partition


def _stitch(*operands: np.ndarray) -> np.ndarray:
    count = len(operands) // 2
    places, values = operands[:count], operands[count:]
    size = max([int(p.max()) + 1 for p in places if p.size], default=0)
    result = np.zeros((size, *values[0].shape[places[0].ndim :]), values[0].dtype)
    for place, value in zip(places, values, strict=True):
        result[place.ravel()] = value.reshape(place.size, *result.shape[1:])
    return result


kernels[ops.STITCH] = _stitch


def _reverse_sequence(x: np.ndarray, lengths: np.ndarray, seq_dim: int, batch_dim: int) -> np.ndarray:
    moved = np.moveaxis(x, (batch_dim, seq_dim), (0, 1))
    result = moved.copy()
    for i, n in enumerate(lengths.tolist()):
        if not 0 <= n <= moved.shape[1]:
            raise invalid_argument(f"seq_lens({i}) > input.dims({seq_dim})")
        result[i, :n] = moved[i, :n][::-1]
    return np.moveaxis(result, (0, 1), (batch_dim, seq_dim))


kernels[ops.REVERSE_SEQUENCE] = _reverse_sequence


def _unravel(indices: np.ndarray, dims: np.ndarray) -> np.ndarray:
    try:
        return np.stack(np.unravel_index(indices, tuple(dims.tolist()))).astype(indices.dtype)
    except ValueError:
        raise invalid_argument(f"index is out of bound as with dims {dims.tolist()}") from None


kernels[ops.UNRAVEL] = _unravel
