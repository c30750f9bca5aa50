"""Pooling: the maximum or the mean of each window, with gradients."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, shapes
from runtime.core.dtypes import FLOATING, REAL
from runtime.core.shapes import TensorShape
from runtime.ops import shaping
from runtime.ops.convolution import (
    channels_last,
    checked_padding,
    padding_of,
    per_dimension,
    spatial_shape,
    windows,
)
from runtime.ops.declare import declare
from runtime.ops.dispatch import apply
from runtime.ops.inference import same
from runtime.static_value import constant_shape


def _padded(x: np.ndarray, ksize: Any, strides: Any, padding: Any, value: Any) -> tuple[np.ndarray, list[Any]]:
    pads = padding_of(padding, x.shape[1:-1], ksize, strides, (1,) * len(ksize))
    if not any(map(any, pads)):
        return x, pads
    return np.pad(x, [(0, 0), *pads, (0, 0)], constant_values=value), pads


def _windows(x: np.ndarray, ksize: Any, strides: Any, padding: Any, value: Any) -> np.ndarray:
    """The windows, each as a row: `[batch, *positions, channels, elements]`."""
    padded, _ = _padded(x, ksize, strides, padding, value)
    view = windows(padded, ksize, strides, (1,) * len(ksize))
    return view.reshape(*view.shape[: x.ndim], int(np.prod(ksize)))


def _lowest(dtype: np.dtype) -> Any:
    return np.array(-np.inf, dtype) if dtypes.from_numpy(dtype).is_floating else dtypes.from_numpy(dtype).min


def _max(x: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    return np.max(_windows(x, ksize, strides, padding, _lowest(x.dtype)), -1)


def _chosen(x: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    """The position of the maximum in each window."""
    return np.argmax(_windows(x, ksize, strides, padding, _lowest(x.dtype)), -1)


def _spread(parts: Any, shape: tuple[int, ...], ksize: Any, strides: Any, padding: Any, dtype: np.dtype) -> np.ndarray:
    """The sum over all windows of what each element of a window is given: the transpose of `_windows`."""
    padded, pads = _padded(np.zeros(shape, dtype), ksize, strides, padding, 0)
    for number, offset in enumerate(itertools.product(*map(range, ksize))):
        part = parts(number)
        place = [slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(offset, part.shape[1:-1], strides, strict=True)]
        if part.size:
            padded[(slice(None), *place)] += part
    return padded[(slice(None), *[slice(a, a + n) for (a, _), n in zip(pads, shape[1:-1], strict=True)])]


def _max_grad(x: np.ndarray, y: np.ndarray, g: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    chosen = _chosen(x, ksize, strides, padding)
    zero = np.zeros((), g.dtype)
    return _spread(lambda i: np.where(chosen == i, g, zero), x.shape, ksize, strides, padding, g.dtype)


def _max_grad_grad(x: np.ndarray, y: np.ndarray, gg: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    chosen = _chosen(x, ksize, strides, padding)
    return np.take_along_axis(_windows(gg, ksize, strides, padding, 0), chosen[..., None], -1)[..., 0]


def _counts(shape: tuple[int, ...], ksize: Any, strides: Any, padding: Any, dtype: np.dtype) -> np.ndarray:
    """How many elements of each window are not padding."""
    return np.sum(_windows(np.ones((1, *shape[1:-1], 1), dtype), ksize, strides, padding, 0), -1)


def _avg(value: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    wide = value.astype(np.float32) if value.dtype.itemsize < 4 else value
    total = np.sum(_windows(wide, ksize, strides, padding, 0), -1)
    return (total / _counts(value.shape, ksize, strides, padding, wide.dtype)).astype(value.dtype, copy=False)


def _avg_grad(sizes: np.ndarray, g: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
    shape = tuple(sizes.tolist())
    wide = g.astype(np.float32) if g.dtype.itemsize < 4 else g
    share = wide / _counts(shape, ksize, strides, padding, wide.dtype)
    return _spread(lambda i: share, shape, ksize, strides, padding, wide.dtype).astype(g.dtype, copy=False)


def _shape(x: Any, ksize: Any, strides: Any, padding: Any) -> TensorShape:
    rank = len(ksize) + 2
    if x.shape.rank is None:
        return shapes.unknown_shape(rank)
    if x.shape.rank != rank:
        raise ValueError(f"Shape must be rank {rank} but is rank {x.shape.rank}")
    sizes = spatial_shape(x.shape.as_list()[1:-1], ksize, strides, padding, (1,) * len(ksize))
    return TensorShape([x.shape[0], *sizes, x.shape[-1]])


def _of_output(x: Any, y: Any, gg: Any, **attrs: Any) -> TensorShape:
    return y.shape


def _max_family(suffix: str) -> Any:
    def gradient(node: Any, g: Any) -> list[Any]:
        return [apply(grad, (node.inputs[0], node.outputs[0], g), node.attrs)]

    def second(node: Any, gg: Any) -> list[Any]:
        return [None, None, apply(grad_grad, (*node.inputs[:2], gg), node.attrs)]

    def third(node: Any, g: Any) -> list[Any]:
        return [None, None, apply(grad, (*node.inputs[:2], g), node.attrs)]

    inputs = "orig_input: T, orig_output: T, grad: T -> T"
    grad = declare(f"MaxPool{suffix}Grad", inputs, _max_grad, shapes=same, gradient=second, T=REAL)
    grad_grad = declare(f"MaxPool{suffix}GradGrad", inputs, _max_grad_grad, shapes=_of_output, gradient=third, T=REAL)
    return declare(f"MaxPool{suffix}", "input: T -> T", _max, shapes=_shape, gradient=gradient, T=REAL)


def _avg_family(suffix: str) -> Any:
    grad = declare(
        f"AvgPool{suffix}Grad", "orig_input_shape: int32, grad: T -> T", _avg_grad,
        shapes=lambda sizes, g, **attrs: constant_shape(sizes), T=FLOATING,
        gradient=lambda node, gg: [None, apply(forward, (gg,), node.attrs)],
    )  # fmt: skip
    forward = declare(
        f"AvgPool{suffix}", "value: T -> T", _avg, shapes=_shape, T=FLOATING,
        gradient=lambda node, g: [apply(grad, (shaping.shape(node.inputs[0]), g), node.attrs)],
    )  # fmt: skip
    return forward


_OPS = {
    ("MAX", 2): _max_family(""), ("MAX", 3): _max_family("3D"),
    ("AVG", 2): _avg_family(""), ("AVG", 3): _avg_family("3D"),
}  # fmt: skip


# -- public ----------------------------------------------------------------------------------------------------------


def pool(
    input: Any,
    window_shape: Any,
    pooling_type: str,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """The maximum or the mean of each window.

    Args:
        input: of shape `[batch, *spatial, channels]`, with one to three spatial dimensions.
        window_shape: the size of a window: a number, or one per spatial dimension.
        pooling_type: `MAX` or `AVG`.
        strides: how far apart windows are, as `window_shape`; 1 by default.
        padding: `SAME` or `VALID`. Padding counts for neither maximum nor mean.
        data_format: `NC...` if channels come before the spatial dimensions.
        dilations: only 1 is possible.
        name: of the node.

    Raises:
        ValueError: in a graph, if the shapes do not fit.

    >>> pool([[[1.], [3.], [2.]]], 2, 'MAX').numpy().ravel()
    array([3., 3.], dtype=float32)
    """
    x = convert_to_tensor(input)
    if x.dtype.is_integer and pooling_type == "AVG":
        raise TypeError(f"Value passed to parameter 'value' has DataType {x.dtype.name}: cast it to a floating type")
    if dilations is not None and set(np.ravel(dilations)) != {1}:
        raise NotImplementedError("pooling with dilations is not covered")
    if pooling_type not in ("MAX", "AVG"):
        raise ValueError(f"Unsupported pooling type: {pooling_type}.")
    count = x.ndim - 2
    first = bool(data_format) and str(data_format).startswith("NC")
    attrs = {
        "ksize": per_dimension(window_shape, count, first, "ksize"),
        "strides": per_dimension(1 if strides is None else strides, count, first, "strides"),
        "padding": checked_padding(padding, first),
    }
    if count != 1:
        return channels_last(x, first, lambda x: apply(_OPS[pooling_type, count], (x,), attrs, name))
    attrs = {
        "ksize": (1, *attrs["ksize"]), "strides": (1, *attrs["strides"]),
        "padding": attrs["padding"] if isinstance(attrs["padding"], str) else ((0, 0), *attrs["padding"]),
    }  # fmt: skip
    return channels_last(x, first, lambda x: shaping.squeeze(
        apply(_OPS[pooling_type, 2], (shaping.expand_dims(x, 1),), attrs, name), [1]))  # fmt: skip


def max_pool(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str | None = None, name: str | None = None
) -> Any:
    """The maximum of each window; see `pool`.

    >>> max_pool([[[[1.], [2.]], [[4.], [3.]]]], 2, 2, 'VALID').numpy().ravel()
    array([4.], dtype=float32)
    """
    return pool(input, ksize, "MAX", strides, padding, data_format, None, name)


def avg_pool(
    input: Any, ksize: Any, strides: Any, padding: Any, data_format: str | None = None, name: str | None = None
) -> Any:
    """The mean of each window; see `pool`."""
    return pool(input, ksize, "AVG", strides, padding, data_format, None, name)


max_pool1d = max_pool2d = max_pool3d = max_pool
avg_pool1d = avg_pool2d = avg_pool3d = avg_pool
