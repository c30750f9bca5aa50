"""Pooling: the maximum or the mean of each window, with gradients."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from runtime.core import dtypes
from runtime.ir.schema import Op
from runtime.library.convolution import checked_padding, on_pixels, per_dimension
from runtime.ops import pooling as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


class _Family(NamedTuple):
    """A pooling, and its derivatives."""

    pool: Op
    grad: Op
    #: Of a maximum: the mean is linear.
    grad_grad: Any = None


FAMILIES = {
    ("MAX", 2): _Family(ops.MAX, ops.MAX_GRAD, ops.MAX_GRAD_GRAD),
    ("MAX", 3): _Family(ops.MAX3D, ops.MAX3D_GRAD, ops.MAX3D_GRAD_GRAD),
    ("AVG", 2): _Family(ops.AVG, ops.AVG_GRAD),
    ("AVG", 3): _Family(ops.AVG3D, ops.AVG3D_GRAD),
}


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
    return on_pixels(FAMILIES[pooling_type, max(count, 2)].pool, x, attrs, first, name)


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
    values, places = apply(ops.WITH_ARGMAX, (convert_to_tensor(input),), attrs, name)
    return values, places
