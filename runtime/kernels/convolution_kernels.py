"""Kernels of convolutions and their gradients, on arrays with channels last; see `runtime.ops.convolution`.

A convolution copies the window of every output position to a row (known as im2col), and is then one product of
matrices. Rows are made for a few examples at a time, so that they stay in the cache. Kernels that keep channels apart
need no rows: they add up one product per element of the window.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from runtime.core import errors
from runtime.kernels.blas import multiply

#: Padding before and after each spatial dimension; or the rule that makes it.
Padding = str | tuple[tuple[int, int], ...]

#: About how many numbers rows of windows take at a time.
_CHUNK = 1 << 18


def padding_of(
    padding: Padding, sizes: Sequence[int], kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> list[tuple[int, int]]:
    """How many elements are added before and after each spatial dimension.

    `VALID` adds none; `SAME` as many as make the output as large as the input divided by the stride, the odd one after.
    """
    if padding == "VALID":
        return [(0, 0)] * len(sizes)
    if padding != "SAME":
        return list(padding)  # type: ignore[arg-type]
    result = []
    for size, k, stride, dilation in zip(sizes, kernel, strides, dilations, strict=True):
        total = max((-(-size // stride) - 1) * stride + (k - 1) * dilation + 1 - size, 0)
        result.append((total // 2, total - total // 2))
    return result


def padded(x: np.ndarray, pads: Sequence[tuple[int, int]], value: Any = 0) -> np.ndarray:
    """`x` with `value` around its spatial dimensions; `x` itself if there is nothing to add."""
    if not any(map(any, pads)):
        return x
    sizes = [n + a + b for n, (a, b) in zip(x.shape[1:-1], pads, strict=True)]
    result = np.full((len(x), *sizes, x.shape[-1]), value, x.dtype)
    result[inside(x.shape, pads)] = x
    return result


def inside(shape: Sequence[int], pads: Sequence[tuple[int, int]]) -> tuple[slice, ...]:
    """The part of a padded array that is not padding."""
    return (slice(None), *[slice(a, a + n) for n, (a, _) in zip(shape[1:-1], pads, strict=True)])


def positions(sizes: Sequence[int], kernel: Sequence[int], strides: Any, dilations: Any) -> list[int]:
    """How many windows there are along each (padded) spatial dimension."""
    return [
        max((n - (k - 1) * d - 1) // s + 1, 0) for n, k, s, d in zip(sizes, kernel, strides, dilations, strict=True)
    ]


def offsets(
    kernel: Sequence[int], places: Sequence[int], strides: Any, dilations: Any
) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...]]]:
    """For each element of a window: its index, and the slices of a padded array that it is in all windows."""
    for offset in itertools.product(*map(range, kernel)):
        yield (
            offset,
            (
                slice(None),
                *[
                    slice(o * d, o * d + (n - 1) * s + 1, s)
                    for o, d, n, s in zip(offset, dilations, places, strides, strict=True)
                ],
            ),
        )


def _wide(*arrays: np.ndarray) -> tuple[np.dtype, list[np.ndarray]]:
    """The arrays in a dtype that sums do not lose much in, and what to cast the result to."""
    dtype = arrays[0].dtype
    return dtype, [a.astype(np.float32) if dtype.itemsize < 4 else a for a in arrays]


def _rows(x: np.ndarray, kernel: Sequence[int], places: Sequence[int], strides: Any, dilations: Any) -> np.ndarray:
    """The windows of a padded array, as rows: `[examples * positions, elements * channels]`."""
    x = np.ascontiguousarray(x)
    first, *spatial, last = x.strides
    view = np.lib.stride_tricks.as_strided(
        x,
        (len(x), *places, *kernel, x.shape[-1]),
        (
            first,
            *[n * s for n, s in zip(spatial, strides, strict=True)],
            *[n * d for n, d in zip(spatial, dilations, strict=True)],
            last,
        ),
        writeable=False,
    )
    return view.reshape(len(x) * int(np.prod(places)), int(np.prod(kernel)) * x.shape[-1])


def _chunks(count: int, numbers: int) -> Iterator[slice]:
    """Examples a few at a time, of which each takes so many numbers."""
    step = max(1, _CHUNK // max(numbers, 1))
    for start in range(0, count, step):
        yield slice(start, start + step)


def _groups(channels: int, filters: np.ndarray) -> int:
    depth, outputs = filters.shape[-2:]
    if not depth or channels % depth or outputs % (channels // depth or 1):
        raise errors.InvalidArgumentError(
            None, None, f"input depth must be evenly divisible by filter depth: {channels} vs {depth}"
        )
    return channels // depth


def _by_group(count: int, *arrays: np.ndarray) -> Iterator[list[np.ndarray]]:
    """The parts of arrays that belong to each group of channels, which are their last dimension."""
    for i in range(count):
        yield [a[..., i * (a.shape[-1] // count) : (i + 1) * (a.shape[-1] // count)] for a in arrays]


# -- forward ---------------------------------------------------------------------------------------------------------


def convolve(x: np.ndarray, filters: np.ndarray, strides: Any, padding: Any, dilations: Any) -> np.ndarray:
    """The convolution of `[batch, *spatial, channels]` with `[*kernel, channels, outputs]`."""
    dtype, (x, filters) = _wide(x, filters)
    kernel, groups = filters.shape[:-2], _groups(x.shape[-1], filters)
    x = padded(x, padding_of(padding, x.shape[1:-1], kernel, strides, dilations))
    places = positions(x.shape[1:-1], kernel, strides, dilations)
    options = kernel, places, strides, dilations
    if groups == 1:
        result = _product(x, filters, *options)
    elif filters.shape[-2] == 1:
        result = _apart(x, filters, *options)
    else:
        parts = [_product(a, f, *options) for a, f in _by_group(groups, x, filters)]
        result = np.concatenate(parts, -1)
    return result.astype(dtype, copy=False)


def _product(x: np.ndarray, filters: np.ndarray, kernel: Any, places: Any, strides: Any, dilations: Any) -> np.ndarray:
    matrix = filters.reshape(-1, filters.shape[-1])
    result = np.empty((len(x), *places, filters.shape[-1]), x.dtype)
    for part in _chunks(len(x), int(np.prod(places)) * len(matrix)):
        rows = _rows(x[part], kernel, places, strides, dilations)
        multiply(rows, matrix, result[part].reshape(len(rows), matrix.shape[1]))
    return result


def _apart(x: np.ndarray, filters: np.ndarray, kernel: Any, places: Any, strides: Any, dilations: Any) -> np.ndarray:
    """A convolution in as many groups as there are channels."""
    weights = filters.reshape(*kernel, x.shape[-1], -1)
    result = np.zeros((len(x), *places, *weights.shape[-2:]), x.dtype)
    for part in _chunks(len(x), int(np.prod(result.shape[1:]))):
        for offset, where in offsets(kernel, places, strides, dilations):
            result[part] += x[part][where][..., None] * weights[offset]
    return result.reshape(len(x), *places, filters.shape[-1])


# -- gradients -------------------------------------------------------------------------------------------------------


def backprop_filter(
    x: np.ndarray, sizes: np.ndarray, g: np.ndarray, strides: Any, padding: Any, dilations: Any
) -> np.ndarray:
    """The cotangent of the filters, whose shape is `sizes`, for that of the result."""
    shape = tuple(sizes.tolist())
    dtype, (x, g) = _wide(x, g)
    kernel = shape[:-2]
    groups = _groups(x.shape[-1], np.empty(shape, np.bool_))
    x = padded(x, padding_of(padding, x.shape[1:-1], kernel, strides, dilations))
    options = kernel, g.shape[1:-1], strides, dilations
    if groups == 1:
        result = _filter_product(x, g, *options)
    elif shape[-2] == 1:
        result = _apart_filter(x, g, *options)
    else:
        result = np.concatenate([_filter_product(a, b, *options) for a, b in _by_group(groups, x, g)], -1)
    return result.reshape(shape).astype(dtype, copy=False)


def _filter_product(x: np.ndarray, g: np.ndarray, kernel: Any, places: Any, strides: Any, dilations: Any) -> np.ndarray:
    elements = int(np.prod(kernel)) * x.shape[-1]
    result = np.zeros((elements, g.shape[-1]), x.dtype)
    for part in _chunks(len(x), int(np.prod(places)) * elements):
        rows = _rows(x[part], kernel, places, strides, dilations)
        result += multiply(rows.T, g[part].reshape(len(rows), g.shape[-1]))
    return result.reshape(*kernel, x.shape[-1], g.shape[-1])


def _apart_filter(x: np.ndarray, g: np.ndarray, kernel: Any, places: Any, strides: Any, dilations: Any) -> np.ndarray:
    channels = x.shape[-1]
    split = g.reshape(*g.shape[:-1], channels, g.shape[-1] // channels)
    result = np.zeros((*kernel, *split.shape[-2:]), x.dtype)
    for part in _chunks(len(x), int(np.prod(split.shape[1:]))):
        for offset, where in offsets(kernel, places, strides, dilations):
            product = x[part][where][..., None] * split[part]
            result[offset] += product.sum(tuple(range(product.ndim - 2)))
    return result


def backprop_input(
    sizes: np.ndarray, filters: np.ndarray, g: np.ndarray, strides: Any, padding: Any, dilations: Any
) -> np.ndarray:
    """The cotangent of the input, whose shape is `sizes`, for that of the result."""
    shape = tuple(sizes.tolist())
    dtype, (filters, g) = _wide(filters, g)
    kernel, groups = filters.shape[:-2], _groups(shape[-1], filters)
    pads = padding_of(padding, shape[1:-1], kernel, strides, dilations)
    places = positions([n + a + b for n, (a, b) in zip(shape[1:-1], pads, strict=True)], kernel, strides, dilations)
    if tuple(places) != g.shape[1:-1] or len(g) != shape[0] or g.shape[-1] != filters.shape[-1]:
        raise errors.InvalidArgumentError(
            None, None,
            f"Size of out_backprop doesn't match computed: the convolution of {list(shape)} with filters "
            f"{list(filters.shape)} has the shape {[shape[0], *places, filters.shape[-1]]}, not {list(g.shape)}",
        )  # fmt: skip
    result = np.zeros((shape[0], *[n + a + b for n, (a, b) in zip(shape[1:-1], pads, strict=True)], shape[-1]), g.dtype)
    options = kernel, places, strides, dilations
    if groups == 1:
        _spread(result, filters, g, *options)
    elif filters.shape[-2] == 1:
        _spread_apart(result, filters, g, *options)
    else:
        for own, f, cotangent in _by_group(groups, result, filters, g):
            _spread(own, f, cotangent, *options)
    return result[inside(shape, pads)].astype(dtype, copy=False)


def _spread(
    result: np.ndarray, filters: np.ndarray, g: np.ndarray, kernel: Any, places: Any, strides: Any, dilations: Any
) -> None:
    """Adds to each window of `result` what its output contributes, an element of the windows at a time."""
    channels, outputs = filters.shape[-2:]
    for part in _chunks(len(g), int(np.prod(places)) * max(channels, outputs)):
        rows, into = g[part].reshape(-1, outputs), result[part]
        for offset, where in offsets(kernel, places, strides, dilations):
            into[where] += multiply(rows, filters[offset].T).reshape(-1, *places, channels)


def _spread_apart(
    result: np.ndarray, filters: np.ndarray, g: np.ndarray, kernel: Any, places: Any, strides: Any, dilations: Any
) -> None:
    weights = filters.reshape(*kernel, result.shape[-1], -1)
    split = g.reshape(*g.shape[:-1], *weights.shape[-2:])
    for part in _chunks(len(g), int(np.prod(split.shape[1:]))):
        into = result[part]
        for offset, where in offsets(kernel, places, strides, dilations):
            into[where] += (split[part] * weights[offset]).sum(-1)
