"""Kernels: operations that put tensors together, take them apart, repeat and pad them."""

from __future__ import annotations

import numpy as np

from runtime.core.errors import invalid_argument
from runtime.core.shapes import dimension_text
from runtime.ir.schema import kernels
from runtime.ops import assembling as ops


def _concat(*operands: np.ndarray) -> np.ndarray:
    *values, axis = operands
    first = values[0]
    for i, other in enumerate(values):
        if other.ndim != first.ndim:
            raise invalid_argument(
                "ConcatOp : Ranks of all input tensors should match: "
                f"shape[0] = {dimension_text(first.shape)} vs. shape[{i}] = {dimension_text(other.shape)}"
            )
    position = int(axis.item())
    if not -first.ndim <= position < first.ndim:
        raise invalid_argument(
            f"ConcatOp : Expected concatenating dimensions in the range [{-first.ndim}, {first.ndim}), "
            f"but got {position}"
        )
    for i, other in enumerate(values):
        for d, (a, b) in enumerate(zip(first.shape, other.shape, strict=True)):
            if a != b and d != position % first.ndim:
                raise invalid_argument(
                    f"ConcatOp : Dimension {d} in both shapes must be equal: "
                    f"shape[0] = {dimension_text(first.shape)} vs. shape[{i}] = {dimension_text(other.shape)}"
                )
    return np.concatenate(values, position)


kernels[ops.CONCAT] = _concat


def _split(axis: np.ndarray, value: np.ndarray, num_split: int) -> list[np.ndarray]:
    position = _checked_axis(axis, value, "split")
    if value.shape[position] % num_split:
        raise invalid_argument(
            "Number of ways to split should evenly divide the split dimension, but got split_dim "
            f"{position} (size = {value.shape[position]}) and num_split {num_split}"
        )
    return _parts(value, [value.shape[position] // num_split] * num_split, position)


def _split_v(value: np.ndarray, sizes: np.ndarray, axis: np.ndarray, num_split: int) -> list[np.ndarray]:
    position = _checked_axis(axis, value, "split")
    parts = sizes.tolist()
    total = value.shape[position]
    if parts.count(-1) == 1:
        parts[parts.index(-1)] = total - (sum(parts) + 1)
    if sum(parts) != total or min(parts, default=0) < 0:
        raise invalid_argument(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {sum(parts)}"
        )
    return _parts(value, parts, position)


def _parts(value: np.ndarray, sizes: list[int], position: int) -> list[np.ndarray]:
    """Views of consecutive parts along an axis; what `np.split` makes takes several times as long."""
    before, start, views = (slice(None),) * position, 0, []
    for size in sizes:
        views.append(value[(*before, slice(start, start + size))])
        start += size
    return views


def _checked_axis(axis: np.ndarray, value: np.ndarray, what: str) -> int:
    position = int(axis.item())
    if not -value.ndim <= position < value.ndim:
        raise invalid_argument(
            f"-input rank(-{value.ndim}) <= {what}_dim < input rank ({value.ndim}), but got {position}"
        )
    return position % value.ndim


kernels[ops.SPLIT] = _split
kernels[ops.SPLIT_V] = _split_v


def _pack(*values: np.ndarray, axis: int) -> np.ndarray:
    first = values[0]
    for i, other in enumerate(values):
        if other.shape != first.shape:
            raise invalid_argument(
                "Shapes of all inputs must match: "
                f"values[0].shape = {dimension_text(first.shape)} != values[{i}].shape = {dimension_text(other.shape)}"
            )
    if not -first.ndim - 1 <= axis <= first.ndim:
        raise invalid_argument(f"axis = {axis} not in [{-first.ndim - 1}, {first.ndim + 1})")
    return np.stack(values, axis)


kernels[ops.PACK] = _pack


def _unpack(value: np.ndarray, num: int, axis: int) -> list[np.ndarray]:
    if value.shape[axis] != num:
        raise invalid_argument(f"Input shape axis {axis} must equal {num}, got shape {dimension_text(value.shape)}")
    moved = np.moveaxis(value, axis, 0)
    return [moved[i, ...] for i in range(num)]


kernels[ops.UNPACK] = _unpack


def _tile(x: np.ndarray, multiples: np.ndarray) -> np.ndarray:
    if multiples.size != x.ndim or multiples.ndim != 1:
        raise invalid_argument(
            f"Expected multiples argument to be a vector of length {x.ndim} but got length {multiples.size}"
        )
    return np.tile(x, tuple(multiples.tolist()))


kernels[ops.TILE] = _tile


def _repeated_index(counts: np.ndarray, size: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(int(size)), counts if counts.ndim and counts.size != 1 else int(counts.item())).astype(
        np.int32
    )


kernels[ops.REPEATED] = _repeated_index


def _reverse(x: np.ndarray, axis: np.ndarray) -> np.ndarray:
    if axis.ndim != 1:
        raise invalid_argument(f"'dims' must be 1-dimension, not {axis.ndim}")
    if not x.ndim:
        return x
    for a in axis.tolist():
        if not -x.ndim <= a < x.ndim:
            raise invalid_argument(f"'axis'[0] = {a} is out of valid range [{0}, {x.ndim - 1}]")
    if len({a % x.ndim for a in axis.tolist()}) != axis.size:
        raise invalid_argument("axis specified more than once.")
    return np.flip(x, tuple(axis.tolist()))


kernels[ops.REVERSE] = _reverse
kernels[ops.ROLL] = lambda x, s, a: np.roll(x, s.tolist(), a.tolist())


def _broadcast_to(x: np.ndarray, shape: np.ndarray) -> np.ndarray:
    try:
        return np.broadcast_to(x, tuple(shape.tolist()))
    except ValueError:
        raise invalid_argument(
            f"Incompatible shapes: {dimension_text(x.shape)} vs. {dimension_text(shape.tolist())}"
        ) from None


kernels[ops.BROADCAST_TO] = _broadcast_to
kernels[ops.BROADCAST_ARGS] = lambda a, b: np.array(np.broadcast_shapes(tuple(a.tolist()), tuple(b.tolist())), a.dtype)
