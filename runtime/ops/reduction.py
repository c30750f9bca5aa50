"""Reductions over axes, running sums, positions of extremes, and sums over segments."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor, literal
from runtime.core import dtypes, errors, shapes
from runtime.core.dtypes import NUMBER, REAL, DType
from runtime.core.shapes import TensorShape
from runtime.ops import assembling, creation, elementwise, indexing, logic, scattering, shaping
from runtime.ops.accumulation import accumulate
from runtime.ops.declare import Op, declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import normal_axis, reduction, same
from runtime.ops.rows import elementwise_types, no_gradient, public
from runtime.static_value import constant_int, constant_value

INDEX = (dtypes.int32, dtypes.int64)


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def _axes(axes: np.ndarray, rank: int) -> tuple[int, ...]:
    """The axes of a reduction as numpy takes them, once they are checked."""
    found = []
    for axis in axes.ravel().tolist():
        if not -rank <= axis < rank:
            raise _cannot(f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)")
        if rank:
            found.append(axis % rank)
    if len(set(found)) != len(found):
        twice = next(a for a in found if found.count(a) > 1)
        raise _cannot(f"Invalid reduction arguments: Axes contains duplicate dimension: {twice}")
    return tuple(found)


def _over_axes(reduce: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a reduction, of what takes an array, a tuple of axes and `keepdims`."""

    def reduction(x: np.ndarray, axes: np.ndarray, keep_dims: bool = False) -> Any:
        return reduce(x, _axes(axes, x.ndim), keep_dims)

    return reduction


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
        return apply(op, (x, _axis_tensor(x, axis)), {"keep_dims": bool(keepdims)}, name)

    return public(
        function, f"reduce_{op.name.lower()}", f"{doc}\n\nArgs:\n    input_tensor: a tensor.\n"
        "    axis: the dimension, or dimensions, to reduce; all by default.\n"
        "    keepdims: whether reduced dimensions stay, with size 1.\n    name: of the node.\n\n"
        "Returns:\n    A tensor of the same dtype.\n",
    )  # fmt: skip


def _axis_tensor(x: Any, axis: Any) -> Any:
    if axis is not None:
        return convert_to_tensor(axis) if isinstance(axis, (int, np.integer)) else shaping.shape_tensor(axis, "axis")
    if x.shape.rank is None:
        return creation.range(shaping.rank(x))
    return literal(np.arange(x.shape.rank, dtype=np.int32))


def _accumulator(x: np.ndarray) -> Any:
    """The dtype that sums of `x` are formed in; the result is cast back."""
    return np.float32 if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x.dtype


def _sum(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
    return np.asarray(np.sum(x, axes, dtype=_accumulator(x), keepdims=keep)).astype(x.dtype, copy=False)


def _mean(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
    count = int(np.prod([x.shape[a] for a in axes])) if axes else 1
    if not count and x.dtype.kind == "c":
        return np.sum(x, axes, keepdims=keep)  # of nothing, zero
    total = np.sum(x, axes, dtype=_accumulator(x), keepdims=keep)
    if x.dtype.kind in "iu":
        # As in C, towards zero; of nothing, zero.
        return np.asarray(np.trunc(np.divide(total, count)) if count else np.zeros_like(total)).astype(x.dtype)
    return np.asarray(np.divide(total, np.array(count, np.asarray(total).dtype))).astype(x.dtype, copy=False)


def _prod(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
    return np.asarray(np.prod(x, axes, dtype=x.dtype, keepdims=keep))


def _extreme(ufunc: Any, of_nothing: str) -> Callable[..., Any]:
    def reduce(x: np.ndarray, axes: tuple[int, ...], keep: bool) -> Any:
        if x.size:
            return ufunc.reduce(x, axes, keepdims=keep)
        inexact = x.dtype.kind not in "iu"
        limits = dtypes.from_numpy(x.dtype)
        initial = {"low": -np.inf if inexact else limits.min, "high": np.inf if inexact else limits.max}[of_nothing]
        return ufunc.reduce(x, axes, keepdims=keep, initial=initial)

    return reduce


def _spread(node: Any, value: Any) -> Any:
    """`value`, shaped as the output, with the reduced dimensions back in, of size 1."""
    x, axes = node.inputs
    if node.attrs.get("keep_dims"):
        return value
    known = constant_value(axes)
    if known is not None and x.shape.rank is not None:
        gone = {int(a) % max(x.shape.rank, 1) for a in known.ravel()}
        dims = shaping.shape(x)
        if x.shape.is_fully_defined():
            return shaping.reshape(value, [1 if i in gone else d for i, d in enumerate(x.shape)])
        return shaping.reshape(value, [1 if i in gone else dims[i] for i in range(x.shape.rank)])
    sizes = shaping.shape(x)
    axes = shaping.reshape(axes, [-1])
    ones = shaping.ones_like(axes)
    rank = elementwise.maximum(shaping.rank(x), 1)  # a scalar has no axes to count from the end
    where = shaping.expand_dims((shaping.cast(axes, dtypes.int32) + rank) % rank, 1)
    return shaping.reshape(value, scattering.tensor_scatter_nd_update(sizes, where, shaping.cast(ones, dtypes.int32)))


def _sum_gradient(node: Any, g: Any) -> list[Any]:
    return [assembling.broadcast_to(_spread(node, g), shaping.shape(node.inputs[0])), None]


def _mean_gradient(node: Any, g: Any) -> list[Any]:
    x, y = node.inputs[0], node.outputs[0]
    count = elementwise.floordiv(shaping.size(x), elementwise.maximum(shaping.size(y), 1))
    return [_sum_gradient(node, g)[0] / shaping.cast(count, g.dtype), None]


def _extreme_gradient(node: Any, g: Any) -> list[Any]:
    """The cotangent goes to the elements that equal the extreme, in equal shares."""
    x = node.inputs[0]
    chosen = shaping.cast(logic.equal(x, _spread(node, node.outputs[0])), g.dtype)
    count = reduce_sum(chosen, node.inputs[1], keepdims=True)
    return [chosen / count * _spread(node, g), None]


def _prod_gradient(node: Any, g: Any) -> list[Any]:
    """The product of all others, from both sides, so that zeros are no trouble."""
    x, axes = node.inputs
    known = constant_value(axes)
    if known is None or x.shape.rank is None:
        return [_spread(node, g * node.outputs[0]) / x, None]
    rank = x.shape.rank
    gone = [int(a) % max(rank, 1) for a in known.ravel()] if rank else []
    kept = [i for i in range(rank) if i not in gone]
    order = gone + kept
    moved = shaping.transpose(x, order)
    sizes = shaping.shape(moved)
    flat = shaping.reshape(moved, assembling.concat([[-1], sizes[len(gone) :]], 0))
    others = cumprod(flat, 0, exclusive=True) * cumprod(flat, 0, exclusive=True, reverse=True)
    back = [order.index(i) for i in range(rank)]
    return [shaping.transpose(shaping.reshape(others, sizes), back) * _spread(node, g), None]


_REDUCTION = "input: T, reduction_indices: Tidx -> T"

_SUM = declare("Sum", _REDUCTION, _over_axes(_sum), shapes=reduction, gradient=_sum_gradient, T=NUMBER, Tidx=INDEX)
_MEAN = declare("Mean", _REDUCTION, _over_axes(_mean), shapes=reduction, gradient=_mean_gradient, T=NUMBER, Tidx=INDEX)
_PROD = declare("Prod", _REDUCTION, _over_axes(_prod), shapes=reduction, gradient=_prod_gradient, T=NUMBER, Tidx=INDEX)
_MAX = declare(
    "Max",
    _REDUCTION,
    _over_axes(_extreme(np.maximum, "low")),
    shapes=reduction,
    gradient=_extreme_gradient,
    T=REAL,
    Tidx=INDEX,
)
_MIN = declare(
    "Min",
    _REDUCTION,
    _over_axes(_extreme(np.minimum, "high")),
    shapes=reduction,
    gradient=_extreme_gradient,
    T=REAL,
    Tidx=INDEX,
)
_ALL_OF = declare(
    "All",
    _REDUCTION,
    _over_axes(lambda x, axes, keep: np.all(x, axes, keepdims=keep)),
    shapes=reduction,
    gradient=no_gradient,
    T={dtypes.bool},
    Tidx=INDEX,
)
_ANY_OF = declare(
    "Any",
    _REDUCTION,
    _over_axes(lambda x, axes, keep: np.any(x, axes, keepdims=keep)),
    shapes=reduction,
    gradient=no_gradient,
    T={dtypes.bool},
    Tidx=INDEX,
)
reduce_sum = _reduction(_SUM, "The sum of elements along dimensions.")
reduce_mean = _reduction(_MEAN, "The mean of elements along dimensions.")
reduce_prod = _reduction(_PROD, "The product of elements along dimensions.")
reduce_max = _reduction(_MAX, "The largest element along dimensions.")
reduce_min = _reduction(_MIN, "The smallest element along dimensions.")
reduce_all = _reduction(_ALL_OF, "Whether all elements along dimensions are True.", dtypes.bool)
reduce_any = _reduction(_ANY_OF, "Whether any element along dimensions is True.", dtypes.bool)


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


# -- running sums ----------------------------------------------------------------------------------------------------


def _accumulated(op_name: str, ufunc: Any) -> Callable[..., np.ndarray]:
    """The kernel of a running sum or product."""

    def accumulated(x: np.ndarray, axis: np.ndarray, exclusive: bool, reverse: bool) -> np.ndarray:
        position = int(axis.item())
        if not -x.ndim <= position < x.ndim:
            raise _cannot(f"{op_name}: Expected scan axis in the range [{-x.ndim}, {x.ndim}), but got {position}")
        moved = np.moveaxis(x, position, 0)
        moved = moved[::-1] if reverse else moved
        if exclusive:
            unit = np.full((1, *moved.shape[1:]), ufunc.identity, x.dtype)
            moved = np.concatenate([unit, moved[:-1]]) if len(moved) else moved
        result = ufunc.accumulate(moved, 0, dtype=x.dtype)
        return np.moveaxis(result[::-1] if reverse else result, 0, position)

    return accumulated


def _cumulative(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a running sum or product."""

    def function(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Any:
        attrs = {"exclusive": bool(exclusive), "reverse": bool(reverse)}
        return apply(op, (convert_to_tensor(x), convert_to_tensor(axis, dtype_hint=dtypes.int32)), attrs, name)

    return public(function, op.name.lower(), doc)


def _cumsum_gradient(node: Any, g: Any) -> list[Any]:
    return [cumsum(g, node.inputs[1], node.attrs["exclusive"], not node.attrs["reverse"]), None]


def _cumprod_gradient(node: Any, g: Any) -> list[Any]:
    x, axis = node.inputs
    total = cumsum(node.outputs[0] * g, axis, node.attrs["exclusive"], not node.attrs["reverse"])
    return [elementwise.divide_no_nan(total, x), None]


_CUMSUM = declare(
    "Cumsum", "x: T, axis: Tidx -> T", _accumulated("Cumsum", np.add), shapes=same, gradient=_cumsum_gradient, T=NUMBER,
    Tidx=INDEX,
)  # fmt: skip
_CUMPROD = declare(
    "Cumprod", "x: T, axis: Tidx -> T", _accumulated("Cumprod", np.multiply), shapes=same, gradient=_cumprod_gradient,
    T=NUMBER, Tidx=INDEX,
)  # fmt: skip
cumsum = _cumulative(_CUMSUM, "The running sum along a dimension.")
cumprod = _cumulative(_CUMPROD, "The running product along a dimension.")


# -- positions of extremes -------------------------------------------------------------------------------------------


def _position(find: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a position of an extreme."""

    def position_of_extreme(x: np.ndarray, axis: np.ndarray, output_type: DType) -> Any:
        position = int(axis.item())
        if not -x.ndim <= position < x.ndim:
            raise _cannot(f"Expected dimension in the range [{-x.ndim}, {x.ndim}), but got {position}")
        if x.shape[position] == 0:
            raise _cannot(f"Reduction axis {position} is empty in shape {list(x.shape)}")
        return np.asarray(find(x, position)).astype(output_type.dtype)

    return position_of_extreme


def _without_axis(x: Any, axis: Any, output_type: DType) -> TensorShape:
    position = constant_int(axis)
    if x.shape.rank is None:
        return shapes.UNKNOWN
    if position is None:
        return shapes.unknown_shape(x.shape.rank - 1)
    position = normal_axis(position, x.shape.rank, "Dimension ({axis}) must be in the range [-{rank}, {rank})")
    return TensorShape([d for i, d in enumerate(x.shape) if i != position])


_ARGMAX = declare(
    "ArgMax", "input: T, dimension: Tidx -> output_type", _position(np.argmax), shapes=_without_axis,
    gradient=no_gradient, T=REAL | {dtypes.bool}, Tidx=INDEX,
)  # fmt: skip
_ARGMIN = declare(
    "ArgMin", "input: T, dimension: Tidx -> output_type", _position(np.argmin), shapes=_without_axis,
    gradient=no_gradient, T=REAL | {dtypes.bool}, Tidx=INDEX,
)  # fmt: skip


def _arg(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a position of an extreme."""

    def function(input: Any, axis: Any = None, output_type: Any = dtypes.int64, name: str | None = None) -> Any:
        operands = (convert_to_tensor(input), convert_to_tensor(0 if axis is None else axis, dtype_hint=dtypes.int32))
        return apply(op, operands, {"output_type": dtypes.as_dtype(output_type)}, name)

    return public(function, op.name.lower(), doc)


argmax = _arg(_ARGMAX, "The position of the largest element along a dimension, the first of several.")
argmin = _arg(_ARGMIN, "The position of the smallest element along a dimension, the first of several.")


# -- segments --------------------------------------------------------------------------------------------------------


def _by_id(ufunc: Any, initial: Any = 0) -> Callable[..., np.ndarray]:
    """The kernel of a reduction over segments whose number is given."""

    def reduced(data: np.ndarray, ids: np.ndarray, num: np.ndarray) -> np.ndarray:
        if data.shape[: ids.ndim] != ids.shape:
            raise _cannot(f"data.shape = {list(data.shape)} does not start with segment_ids.shape = {list(ids.shape)}")
        if num.item() < 0:
            raise _cannot(f"Input num_segments == {num.item()} must not be negative.")
        inner = data.shape[ids.ndim :]
        start = initial(data.dtype) if callable(initial) else initial
        result = np.full((int(num.item()), *inner), start, data.dtype)
        flat, where = data.reshape(ids.size, *inner), ids.reshape(-1)
        if (where >= len(result)).any():
            first = int(np.flatnonzero(where >= len(result))[0])
            raise _cannot(f"segment_ids[{first}] = {int(where[first])} is out of range [0, {len(result)})")
        kept = where >= 0
        accumulate(ufunc, result, *((where, flat) if kept.all() else (where[kept], flat[kept])))
        return result

    return reduced


def _of_segments(data: Any, ids: Any, num: Any) -> TensorShape:
    if data.shape.rank is None or ids.shape.rank is None:
        return shapes.UNKNOWN
    return TensorShape([constant_int(num), *data.shape.as_list()[ids.shape.rank :]])


def _segment(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a reduction over segments whose number is given."""

    def function(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
        operands = (convert_to_tensor(data), convert_to_tensor(segment_ids), convert_to_tensor(num_segments))
        return apply(op, operands, NO_ATTRS, name)

    return public(function, re.sub(r"(?<=[a-z])([A-Z])", r"_\1", op.name).lower(), doc)


def _lowest(dtype: np.dtype) -> Any:
    return dtypes.from_numpy(dtype).min


def _highest(dtype: np.dtype) -> Any:
    return dtypes.from_numpy(dtype).max


def _of_its_segment(values: Any, node: Any) -> Any:
    """For each row of the data the row of `values` that belongs to its segment; zeros for negative segment ids."""
    data, ids = node.inputs[:2]
    rows = indexing.gather(values, elementwise.maximum(ids, 0))
    # Beside the dimensions of a row those of the ids are the first.
    inner = shaping.rank(data) - shaping.rank(ids)
    sizes = assembling.concat([shaping.shape(ids), creation.ones([inner], dtypes.int32)], 0)
    return logic.where(shaping.reshape(ids >= 0, sizes), rows, shaping.zeros_like(rows))


def _segment_count(node: Any) -> Any:
    return shaping.shape(node.outputs[0])[0]


def _for_data(gradient: Callable[..., Any]) -> Callable[..., list[Any]]:
    """A gradient with respect to the data alone."""
    return lambda node, g: [gradient(node, g), *[None] * (len(node.inputs) - 1)]


@_for_data
def _segment_extreme_gradient(node: Any, g: Any) -> Any:
    """The cotangent of a segment goes to the elements that equal its extreme, in equal shares."""
    data, ids = node.inputs[:2]
    chosen = shaping.cast(logic.equal(data, _of_its_segment(node.outputs[0], node)), g.dtype)
    shares = elementwise.divide_no_nan(g, unsorted_segment_sum(chosen, ids, _segment_count(node)))
    return chosen * _of_its_segment(shares, node)


@_for_data
def _segment_product_gradient(node: Any, g: Any) -> Any:
    """The product of the others of the segment; an element that is 0 takes it from the elements that are not."""
    data, ids = node.inputs[:2]
    count = _segment_count(node)
    zero = logic.equal(data, shaping.zeros_like(data))
    zeros = unsorted_segment_sum(shaping.cast(zero, dtypes.int32), ids, count)
    nonzero = logic.where(zero, shaping.ones_like(data), data)
    product = _of_its_segment(unsorted_segment_prod(nonzero, ids, count), node)
    zeros_beside = _of_its_segment(zeros, node) - shaping.cast(zero, dtypes.int32)
    others = logic.where(logic.equal(zeros_beside, 0), product / nonzero, shaping.zeros_like(product))
    return elementwise.conj(others) * _of_its_segment(g, node)


@_for_data
def _segment_mean_gradient(node: Any, g: Any) -> Any:
    ids = node.inputs[1]
    counts = unsorted_segment_sum(creation.ones(shaping.shape(ids), g.dtype), ids, _segment_count(node))
    sizes = assembling.concat([shaping.shape(counts), creation.ones([shaping.rank(g) - 1], dtypes.int32)], 0)
    return _of_its_segment(g / elementwise.maximum(shaping.reshape(counts, sizes), 1), node)


@_for_data
def _segment_sum_gradient(node: Any, g: Any) -> Any:
    return _of_its_segment(g, node)


_UNSORTED = "data: T, segment_ids: Tindices, num_segments: Tnum -> T"

_UNSORTED_SUM = declare(
    "UnsortedSegmentSum",
    _UNSORTED,
    _by_id(np.add),
    shapes=_of_segments,
    gradient=_segment_sum_gradient,
    T=NUMBER,
    Tindices=INDEX,
    Tnum=INDEX,
)
_UNSORTED_PROD = declare(
    "UnsortedSegmentProd",
    _UNSORTED,
    _by_id(np.multiply, 1),
    shapes=_of_segments,
    gradient=_segment_product_gradient,
    T=NUMBER,
    Tindices=INDEX,
    Tnum=INDEX,
)
_UNSORTED_MAX = declare(
    "UnsortedSegmentMax",
    _UNSORTED,
    _by_id(np.maximum, _lowest),
    shapes=_of_segments,
    gradient=_segment_extreme_gradient,
    T=REAL,
    Tindices=INDEX,
    Tnum=INDEX,
)
_UNSORTED_MIN = declare(
    "UnsortedSegmentMin",
    _UNSORTED,
    _by_id(np.minimum, _highest),
    shapes=_of_segments,
    gradient=_segment_extreme_gradient,
    T=REAL,
    Tindices=INDEX,
    Tnum=INDEX,
)
unsorted_segment_sum = _segment(_UNSORTED_SUM, "The sums of the rows of `data` that have the same segment id.")
unsorted_segment_prod = _segment(_UNSORTED_PROD, "The products of rows by segment id.")
unsorted_segment_max = _segment(_UNSORTED_MAX, "The maxima of rows by segment id.")
unsorted_segment_min = _segment(_UNSORTED_MIN, "The minima of rows by segment id.")


def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The means of the rows of `data` that have the same segment id."""
    data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    counts = unsorted_segment_sum(creation.ones(shaping.shape(segment_ids), data.dtype), segment_ids, num_segments)
    counts = shaping.reshape(counts, [-1] + [1] * (data.ndim - segment_ids.ndim))
    return elementwise.divide(
        unsorted_segment_sum(data, segment_ids, num_segments), elementwise.maximum(counts, 1), name
    )


def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """The sums of rows by segment id, divided by the square root of their number."""
    data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    counts = unsorted_segment_sum(creation.ones(shaping.shape(segment_ids), data.dtype), segment_ids, num_segments)
    counts = shaping.reshape(counts, [-1] + [1] * (data.ndim - segment_ids.ndim))
    total = unsorted_segment_sum(data, segment_ids, num_segments)
    return elementwise.divide(total, elementwise.sqrt(elementwise.maximum(counts, 1)), name)


def _by_sorted_id(ufunc: Any, initial: Any = 0) -> Callable[..., np.ndarray]:
    """The kernel of a reduction over segments of rows that lie together; of their means, where there is no ufunc."""

    def reduced(data: np.ndarray, ids: np.ndarray) -> np.ndarray:
        if ids.ndim != 1:
            raise _cannot("segment_ids should be a vector.")
        if data.ndim < 1:
            raise _cannot("input must be at least rank 1")
        if len(ids) != len(data):
            raise _cannot("segment_ids should be the same size as dimension 0 of input.")
        if (np.diff(ids) < 0).any():
            raise _cannot("segment ids are not increasing")
        count = int(ids[-1]) + 1 if len(ids) else 0
        if len(ids) and ids[0] < 0:
            raise _cannot(
                f"Segment id {ids[0]} out of range [0, {count}), possibly because 'segment_ids' input is not sorted."
            )
        start = initial(data.dtype) if callable(initial) else initial
        result = np.full((count, *data.shape[1:]), start, data.dtype)
        accumulate(ufunc or np.add, result, ids, data)
        counts = np.bincount(ids, minlength=count)
        if callable(initial):
            result[counts == 0] = 0
        if ufunc is None:
            result = _means(result, np.maximum(counts, 1).reshape([-1] + [1] * (data.ndim - 1)))
        return result

    return reduced


def _of_sorted_segments(data: Any, ids: Any) -> TensorShape:
    return shapes.UNKNOWN if data.shape.rank is None else TensorShape([None, *data.shape[1:]])


def _sorted_segment(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a reduction over segments of rows that lie together."""

    def function(data: Any, segment_ids: Any, name: str | None = None) -> Any:
        operands = (convert_to_tensor(data), convert_to_tensor(segment_ids, dtype_hint=dtypes.int32))
        return apply(op, operands, NO_ATTRS, name)

    return public(function, re.sub(r"(?<=[a-z])([A-Z])", r"_\1", op.name).lower(), doc)


def _means(totals: np.ndarray, counts: np.ndarray) -> np.ndarray:
    if totals.dtype.kind in "iu":
        return np.trunc(totals / counts).astype(totals.dtype)
    return (totals / counts).astype(totals.dtype)


_SORTED = "data: T, segment_ids: Tindices -> T"

_SEGMENT_SUM = declare(
    "SegmentSum",
    _SORTED,
    _by_sorted_id(np.add),
    shapes=_of_sorted_segments,
    gradient=_segment_sum_gradient,
    T=NUMBER,
    Tindices=INDEX,
)
_SEGMENT_PROD = declare(
    "SegmentProd",
    _SORTED,
    _by_sorted_id(np.multiply, 1),
    shapes=_of_sorted_segments,
    gradient=_segment_product_gradient,
    T=NUMBER,
    Tindices=INDEX,
)
_SEGMENT_MAX = declare(
    "SegmentMax",
    _SORTED,
    _by_sorted_id(np.maximum, _lowest),
    shapes=_of_sorted_segments,
    gradient=_segment_extreme_gradient,
    T=REAL,
    Tindices=INDEX,
)
_SEGMENT_MIN = declare(
    "SegmentMin",
    _SORTED,
    _by_sorted_id(np.minimum, _highest),
    shapes=_of_sorted_segments,
    gradient=_segment_extreme_gradient,
    T=REAL,
    Tindices=INDEX,
)
_SEGMENT_MEAN = declare(
    "SegmentMean",
    _SORTED,
    _by_sorted_id(None),
    shapes=_of_sorted_segments,
    gradient=_segment_mean_gradient,
    T=NUMBER,
    Tindices=INDEX,
)
segment_sum = _sorted_segment(_SEGMENT_SUM, "The sums of rows by sorted segment id.")
segment_prod = _sorted_segment(_SEGMENT_PROD, "The products of rows by sorted segment id.")
segment_max = _sorted_segment(_SEGMENT_MAX, "The maxima of rows by sorted segment id; 0 for an id that does not occur.")
segment_min = _sorted_segment(_SEGMENT_MIN, "The minima of rows by sorted segment id; 0 for an id that does not occur.")
segment_mean = _sorted_segment(_SEGMENT_MEAN, "The means of rows by sorted segment id.")
