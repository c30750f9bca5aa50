"""Pooling: the maximum or the mean of each window, with gradients."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, shapes
from runtime.core.dtypes import FLOATING, REAL
from runtime.core.shapes import TensorShape
from runtime.ops import shaping
from runtime.ops.convolution import channels_last, checked_padding, per_dimension, spatial_shape
from runtime.ops.convolution_kernels import inside, offsets, padded, padding_of, positions
from runtime.ops.declare import OPS, Op, declare
from runtime.ops.dispatch import apply
from runtime.ops.inference import same
from runtime.static_value import constant_shape


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


def _max_grad(x: np.ndarray, y: np.ndarray, g: np.ndarray, ksize: Any, strides: Any, padding: Any) -> np.ndarray:
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


class _Family(NamedTuple):
    """A pooling, and its derivatives."""

    pool: Op
    grad: Op
    #: Of a maximum: the mean is linear.
    grad_grad: Any = None


_OF_MAX = "orig_input: T, orig_output: T, grad: T -> T"


def _max_gradient(node: Any, g: Any) -> list[Any]:
    return [apply(_FAMILY_OF[node.op].grad, (node.inputs[0], node.outputs[0], g), node.attrs)]


def _max_second_gradient(node: Any, gg: Any) -> list[Any]:
    return [None, None, apply(_FAMILY_OF[node.op].grad_grad, (*node.inputs[:2], gg), node.attrs)]


def _max_third_gradient(node: Any, g: Any) -> list[Any]:
    return [None, None, apply(_FAMILY_OF[node.op].grad, (*node.inputs[:2], g), node.attrs)]


def _avg_gradient(node: Any, g: Any) -> list[Any]:
    return [apply(_FAMILY_OF[node.op].grad, (shaping.shape(node.inputs[0]), g), node.attrs)]


def _avg_second_gradient(node: Any, gg: Any) -> list[Any]:
    return [None, apply(_FAMILY_OF[node.op].pool, (gg,), node.attrs)]


def _of_sizes(sizes: Any, g: Any, **attrs: Any) -> Any:
    return constant_shape(sizes)


_MAX_GRAD = declare("MaxPoolGrad", _OF_MAX, _max_grad, shapes=same, gradient=_max_second_gradient, T=REAL)
_MAX_GRAD_GRAD = declare(
    "MaxPoolGradGrad", _OF_MAX, _max_grad_grad, shapes=_of_output, gradient=_max_third_gradient, T=REAL
)
_MAX = declare("MaxPool", "input: T -> T", _max, shapes=_shape, gradient=_max_gradient, T=REAL)
_AVG_GRAD = declare(
    "AvgPoolGrad",
    "orig_input_shape: int32, grad: T -> T",
    _avg_grad,
    shapes=_of_sizes,
    gradient=_avg_second_gradient,
    T=FLOATING,
)
_AVG = declare("AvgPool", "value: T -> T", _avg, shapes=_shape, gradient=_avg_gradient, T=FLOATING)
_MAX3D_GRAD = declare("MaxPool3DGrad", _OF_MAX, _max_grad, shapes=same, gradient=_max_second_gradient, T=REAL)
_MAX3D_GRAD_GRAD = declare(
    "MaxPool3DGradGrad", _OF_MAX, _max_grad_grad, shapes=_of_output, gradient=_max_third_gradient, T=REAL
)
_MAX3D = declare("MaxPool3D", "input: T -> T", _max, shapes=_shape, gradient=_max_gradient, T=REAL)
_AVG3D_GRAD = declare(
    "AvgPool3DGrad",
    "orig_input_shape: int32, grad: T -> T",
    _avg_grad,
    shapes=_of_sizes,
    gradient=_avg_second_gradient,
    T=FLOATING,
)
_AVG3D = declare("AvgPool3D", "value: T -> T", _avg, shapes=_shape, gradient=_avg_gradient, T=FLOATING)

_FAMILIES = {
    ("MAX", 2): _Family(_MAX, _MAX_GRAD, _MAX_GRAD_GRAD),
    ("MAX", 3): _Family(_MAX3D, _MAX3D_GRAD, _MAX3D_GRAD_GRAD),
    ("AVG", 2): _Family(_AVG, _AVG_GRAD),
    ("AVG", 3): _Family(_AVG3D, _AVG3D_GRAD),
}
_FAMILY_OF = {op: family for family in _FAMILIES.values() for op in family}


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
        return channels_last(x, first, lambda x: apply(_FAMILIES[pooling_type, count].pool, (x,), attrs, name))
    attrs = {
        "ksize": (1, *attrs["ksize"]), "strides": (1, *attrs["strides"]),
        "padding": attrs["padding"] if isinstance(attrs["padding"], str) else ((0, 0), *attrs["padding"]),
    }  # fmt: skip
    return channels_last(x, first, lambda x: shaping.squeeze(
        apply(_FAMILIES[pooling_type, 2].pool, (shaping.expand_dims(x, 1),), attrs, name), [1]))  # fmt: skip


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


def _argmax_gradient(node: Any, g: Any, g_places: Any = None) -> list[Any]:
    attrs = {name: node.attrs[name] for name in ("ksize", "strides", "padding")}
    return [apply(OPS["MaxPoolGrad"], (node.inputs[0], node.outputs[0], g), attrs)]


_WITH_ARGMAX = declare(
    "MaxPoolWithArgmax", "input: T -> T, dtype", _argmax, gradient=_argmax_gradient, T=REAL,
    shapes=lambda x, ksize, strides, padding, **attrs: [_shape(x, ksize, strides, padding)] * 2,
)  # fmt: skip


def max_pool_with_argmax(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NHWC",
    output_dtype: Any = dtypes.int64, include_batch_in_index: bool = False, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The maximum of each window, and where in the (flat) example, or batch, it is.

    >>> [t.numpy().ravel() for t in max_pool_with_argmax([[[[1.], [2.]], [[4.], [3.]]]], 2, 2, 'VALID')]
    [array([4.], dtype=float32), array([2])]
    """
    attrs = {
        "ksize": per_dimension(ksize, 2, False, "ksize"), "strides": per_dimension(strides, 2, False, "strides"),
        "padding": checked_padding(padding, False), "include_batch": bool(include_batch_in_index),
        "dtype": dtypes.as_dtype(output_dtype),
    }  # fmt: skip
    values, places = apply(_WITH_ARGMAX, (convert_to_tensor(input),), attrs, name)
    return values, places
