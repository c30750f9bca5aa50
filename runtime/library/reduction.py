"""Reductions over axes, running sums, positions of extremes, and sums over segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.ir.schema import Op
from runtime.library import creation, elementwise, logic, shaping
from runtime.library.point_wise import elementwise_types, public, snake
from runtime.ops import reduction as ops
from runtime.tensor.conversion import convert_to_tensor, literal
from runtime.tensor.dispatch import NO_ATTRS, apply


def _reduction(op: Op, doc: str, dtype: DType | None = None) -> Callable[..., Any]:
    """The public function of a reduction.

    Args:
        op: the operation.
        doc: what it computes.
        dtype: that a Python value is converted to.
    """

    def function(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
        if type(input_tensor) in elementwise_types:
            return input_tensor.__tf_reduce__(function, axis, keepdims)
        x = convert_to_tensor(input_tensor, dtype)
        return apply(op, (x, axis_tensor(x, axis)), {"keep_dims": bool(keepdims)}, name)

    return public(
        function, f"reduce_{op.name.lower()}", f"{doc}\n\nArgs:\n    input_tensor: a tensor.\n"
        "    axis: the dimension, or dimensions, to reduce; all by default.\n"
        "    keepdims: whether reduced dimensions stay, with size 1.\n    name: of the node.\n\n"
        "Returns:\n    A tensor of the same dtype.\n",
    )  # fmt: skip


def axis_tensor(x: Any, axis: Any) -> Any:
    if axis is not None:
        return convert_to_tensor(axis) if isinstance(axis, (int, np.integer)) else shaping.shape_tensor(axis, "axis")
    if x.shape.rank is None:
        return creation.range(shaping.rank(x))
    return literal(np.arange(x.shape.rank, dtype=np.int32))


reduce_sum = _reduction(ops.SUM, "The sum of elements along dimensions.")
reduce_mean = _reduction(ops.MEAN, "The mean of elements along dimensions.")
reduce_prod = _reduction(ops.PROD, "The product of elements along dimensions.")
reduce_max = _reduction(ops.MAX, "The largest element along dimensions.")
reduce_min = _reduction(ops.MIN, "The smallest element along dimensions.")
reduce_all = _reduction(ops.ALL_OF, "Whether all elements along dimensions are True.", dtypes.bool)
reduce_any = _reduction(ops.ANY_OF, "Whether any element along dimensions is True.", dtypes.bool)


def reduce_logsumexp(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The logarithm of the sum of exponentials, without overflow.

    >>> reduce_logsumexp([0., 0.]).numpy()
    np.float32(0.6931472)
    """
    x = convert_to_tensor(input_tensor)
    peak = reduce_max(x, axis, keepdims=True)
    peak = shaping.stop_gradient(logic.where(logic.is_finite(peak), peak, shaping.zeros_like(peak)))
    total = elementwise.log(reduce_sum(elementwise.exp(x - peak), axis, keepdims=True)) + peak
    return total if keepdims else reduce_sum(total, axis, name=name)


def reduce_variance(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The mean of squared distances from the mean.

    >>> reduce_variance([1., 3.]).numpy()
    np.float32(1.0)
    """
    x = convert_to_tensor(input_tensor)
    if x.dtype.is_integer:
        raise TypeError(f"Input must be either real or complex. Received integer type {x.dtype}.")
    return reduce_mean(
        elementwise.square(elementwise.abs(x - reduce_mean(x, axis, keepdims=True))), axis, keepdims, name
    )


def reduce_std(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The standard deviation: the square root of `reduce_variance`."""
    return elementwise.sqrt(reduce_variance(input_tensor, axis, keepdims), name)


def reduce_euclidean_norm(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The square root of the sum of squares."""
    x = convert_to_tensor(input_tensor)
    if x.dtype.is_integer:
        wide = shaping.cast(x, dtypes.float64)
        return shaping.cast(elementwise.sqrt(reduce_sum(wide * wide, axis, keepdims)), x.dtype, name)
    return elementwise.sqrt(reduce_sum(x * elementwise.conj(x), axis, keepdims), name)


def count_nonzero(
    input: Any, axis: Any = None, keepdims: Any = None, dtype: Any = dtypes.int64, name: Any = None
) -> Any:
    """The number of elements that are not zero, along dimensions."""
    x = convert_to_tensor(input)
    return reduce_sum(shaping.cast(logic.not_equal(x, shaping.zeros_like(x)), dtype), axis, bool(keepdims), name)


def _cumulative(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a running sum or product."""

    def function(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Any:
        attrs = {"exclusive": bool(exclusive), "reverse": bool(reverse)}
        return apply(op, (convert_to_tensor(x), convert_to_tensor(axis, dtype_hint=dtypes.int32)), attrs, name)

    return public(function, op.name.lower(), doc)


cumsum = _cumulative(ops.CUMSUM, "The running sum along a dimension.")
cumprod = _cumulative(ops.CUMPROD, "The running product along a dimension.")


def _arg(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a position of an extreme."""

    def function(input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None) -> Any:
        operands = (convert_to_tensor(input), convert_to_tensor(0 if axis is None else axis, dtype_hint=dtypes.int32))
        return apply(op, operands, {"output_type": dtypes.as_dtype(output_type)}, name)

    return public(function, op.name.lower(), doc)


argmax = _arg(ops.ARGMAX, "The position of the largest element along a dimension, the first of several.")
argmin = _arg(ops.ARGMIN, "The position of the smallest element along a dimension, the first of several.")


def _segment(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a reduction over segments whose number is given."""

    def function(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
        operands = (convert_to_tensor(data), convert_to_tensor(segment_ids), convert_to_tensor(num_segments))
        return apply(op, operands, NO_ATTRS, name)

    return public(function, snake(op.name), doc)


unsorted_segment_sum = _segment(ops.UNSORTED_SUM, "The sums of the rows of `data` that have the same segment id.")
unsorted_segment_prod = _segment(ops.UNSORTED_PROD, "The products of rows by segment id.")
unsorted_segment_max = _segment(ops.UNSORTED_MAX, "The maxima of rows by segment id.")
unsorted_segment_min = _segment(ops.UNSORTED_MIN, "The minima of rows by segment id.")


def _sums_and_counts(data: Any, segment_ids: Any, num_segments: Any) -> tuple[Any, Any]:
    """The sums of rows by segment id, and how many there are, but at least 1."""
    data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    counts = unsorted_segment_sum(creation.ones(shaping.shape(segment_ids), data.dtype), segment_ids, num_segments)
    counts = shaping.reshape(counts, [-1] + [1] * (data.ndim - segment_ids.ndim))
    return unsorted_segment_sum(data, segment_ids, num_segments), elementwise.maximum(counts, 1)


def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The means of the rows of `data` that have the same segment id."""
    return elementwise.divide(*_sums_and_counts(data, segment_ids, num_segments), name)


def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The sums of rows by segment id, divided by the square root of their number."""
    sums, counts = _sums_and_counts(data, segment_ids, num_segments)
    return elementwise.divide(sums, elementwise.sqrt(counts), name)


def _sorted_segment(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a reduction over segments of rows that lie together."""

    def function(data: Any, segment_ids: Any, name: str | None = None) -> Any:
        operands = (convert_to_tensor(data), convert_to_tensor(segment_ids, dtype_hint=dtypes.int32))
        return apply(op, operands, NO_ATTRS, name)

    return public(function, snake(op.name), doc)


segment_sum = _sorted_segment(ops.SEGMENT_SUM, "The sums of rows by sorted segment id.")
segment_prod = _sorted_segment(ops.SEGMENT_PROD, "The products of rows by sorted segment id.")
segment_max = _sorted_segment(
    ops.SEGMENT_MAX, "The maxima of rows by sorted segment id; 0 for an id that does not occur."
)
segment_min = _sorted_segment(
    ops.SEGMENT_MIN, "The minima of rows by sorted segment id; 0 for an id that does not occur."
)
segment_mean = _sorted_segment(ops.SEGMENT_MEAN, "The means of rows by sorted segment id.")
