"""Kernels: pooling."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.ir.schema import kernels
from runtime.kernels.convolution_kernels import inside, offsets, padded, padding_of, positions
from runtime.ops import pooling as ops


def _lowest(dtype: np.dtype) -> Any:
    return np.array(-np.inf, dtype) if dtypes.from_numpy(dtype).is_floating else dtypes.from_numpy(dtype).min


def _windows(shape: Any, ksize: Any, strides: Any, padding: Any) -> tuple[list[tuple[int, int]], list[int], list[Any]]:
    """Of an input of this shape: its padding, how many windows there are, and where each element of them is."""
    once = (1,) * len(ksize)
    pads = padding_of(padding, shape[1:-1], ksize, strides, once)
    places = positions([n + a + b for n, (a, b) in zip(shape[1:-1], pads, strict=True)], ksize, strides, once)
    return pads, places, [where for _, where in offsets(ksize, places, strides, once)]


def _max(x: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    pads, places, elements = _windows(x.shape, ksize, strides, padding)
    if not all(places):
        return np.empty((len(x), *places, x.shape[-1]), x.dtype)
    wide = padded(x, pads, _lowest(x.dtype))
    result = wide[elements[0]].copy()
    for where in elements[1:]:
        np.maximum(result, wide[where], out=result)
    return result


def _each_maximum(x: np.ndarray, y: np.ndarray, pads: Any, elements: Any) -> Iterator[tuple[Any, np.ndarray]]:
    """For each element of the windows: where it is, and in which windows it is the (first) maximum."""
    wide = padded(x, pads, _lowest(x.dtype))
    found = np.zeros(y.shape, np.bool_)
    for where in elements:
        chosen = wide[where] == y
        chosen &= ~found
        found |= chosen
        yield where, chosen


def _is_finite(x: np.ndarray) -> bool:
    return bool(np.isfinite(np.sum(x)))


def _masked(mask: np.ndarray, x: np.ndarray, finite: bool) -> np.ndarray:
    """`x` where `mask` holds, and 0 elsewhere: a product is quicker than a choice, where 0 times `x` is 0."""
    return np.multiply(mask.view(np.int8), x, dtype=x.dtype) if finite else np.where(mask, x, np.zeros((), x.dtype))


def max_grad(x: np.ndarray, y: np.ndarray, g: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    pads, _, elements = _windows(x.shape, ksize, strides, padding)
    result = padded(np.zeros(x.shape, g.dtype), pads)
    finite = _is_finite(g)
    for where, chosen in _each_maximum(x, y, pads, elements):
        result[where] += _masked(chosen, g, finite)
    return result[inside(x.shape, pads)]


def _max_grad_grad(x: np.ndarray, y: np.ndarray, gg: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    pads, _, elements = _windows(x.shape, ksize, strides, padding)
    wide, result, finite = padded(gg, pads), np.zeros(y.shape, gg.dtype), _is_finite(gg)
    for where, chosen in _each_maximum(x, y, pads, elements):
        result += _masked(chosen, wide[where], finite)
    return result


def _counts(shape: Any, ksize: Any, strides: Any, padding: Any, dtype: np.dtype) -> Any:
    """How many elements of each window are not padding, in a shape that broadcasts with the windows."""
    pads, places, _ = _windows(shape, ksize, strides, padding)
    if not any(map(any, pads)):
        return np.array(math.prod(ksize), dtype)
    result = np.ones([1] * len(shape), dtype)
    for axis, (size, k, stride, (before, _), count) in enumerate(
        zip(shape[1:-1], ksize, strides, pads, places, strict=True), 1
    ):
        first = np.arange(count) * stride - before
        along = np.minimum(first + k, size) - np.maximum(first, 0)
        result = result * along.reshape([-1 if i == axis else 1 for i in range(len(shape))]).astype(dtype)
    return result


def _avg(value: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    pads, places, elements = _windows(value.shape, ksize, strides, padding)
    wide = padded(value.astype(np.float32) if value.dtype.itemsize < 4 else value, pads)
    total = np.zeros((len(value), *places, value.shape[-1]), wide.dtype)
    for where in elements if all(places) else []:
        total += wide[where]
    total /= _counts(value.shape, ksize, strides, padding, wide.dtype)
    return total.astype(value.dtype, copy=False)


def _avg_grad(sizes: np.ndarray, g: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    shape = tuple(sizes.tolist())
    wide = g.astype(np.float32) if g.dtype.itemsize < 4 else g
    share = wide / _counts(shape, ksize, strides, padding, wide.dtype)
    pads, places, elements = _windows(shape, ksize, strides, padding)
    result = padded(np.zeros(shape, wide.dtype), pads)
    for where in elements if all(places) else []:
        result[where] += share
    return result[inside(shape, pads)].astype(g.dtype, copy=False)


kernels[ops.MAX_GRAD] = max_grad
kernels[ops.MAX_GRAD_GRAD] = _max_grad_grad
kernels[ops.MAX] = _max
kernels[ops.AVG_GRAD] = _avg_grad
kernels[ops.AVG] = _avg
kernels[ops.MAX3D_GRAD] = max_grad
kernels[ops.MAX3D_GRAD_GRAD] = _max_grad_grad
kernels[ops.MAX3D] = _max
kernels[ops.AVG3D_GRAD] = _avg_grad
kernels[ops.AVG3D] = _avg


def _argmax(
    x: np.ndarray, ksize: Any, strides: Any, padding: Any, include_batch: bool, dtype: Any
) -> tuple[np.ndarray, np.ndarray]:
    y = _max(x, ksize, strides, padding)
    pads, _, elements = _windows(x.shape, ksize, strides, padding)
    numbers = np.arange(int(np.prod(x.shape[1:]))).reshape(1, *x.shape[1:])
    if include_batch:
        numbers = numbers + np.arange(len(x)).reshape(-1, 1, 1, 1) * numbers.size
    wide = padded(np.broadcast_to(numbers, x.shape), pads)
    found = np.zeros(y.shape, np.int64)
    for where, chosen in _each_maximum(x, y, pads, elements):
        found += np.where(chosen, wide[where], 0)
    return y, found.astype(dtype.dtype)


kernels[ops.WITH_ARGMAX] = _argmax
