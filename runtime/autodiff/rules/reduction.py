"""Derivatives: reductions over axes, running sums, positions of extremes, and sums over segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.autodiff.point_wise import without_gradient
from runtime.core import dtypes
from runtime.ir.schema import gradients
from runtime.ir.static_value import constant_value
from runtime.library import assembling, creation, elementwise, indexing, logic, scattering, shaping
from runtime.library.reduction import cumprod, cumsum, reduce_sum, unsorted_segment_prod, unsorted_segment_sum
from runtime.ops import reduction as ops


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


gradients[ops.SUM] = _sum_gradient
gradients[ops.MEAN] = _mean_gradient
gradients[ops.PROD] = _prod_gradient
gradients[ops.MAX] = _extreme_gradient
gradients[ops.MIN] = _extreme_gradient


def _cumsum_gradient(node: Any, g: Any) -> list[Any]:
    return [cumsum(g, node.inputs[1], node.attrs["exclusive"], not node.attrs["reverse"]), None]


def _cumprod_gradient(node: Any, g: Any) -> list[Any]:
    x, axis = node.inputs
    total = cumsum(node.outputs[0] * g, axis, node.attrs["exclusive"], not node.attrs["reverse"])
    return [elementwise.divide_no_nan(total, x), None]


gradients[ops.CUMSUM] = _cumsum_gradient
gradients[ops.CUMPROD] = _cumprod_gradient


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


gradients[ops.UNSORTED_SUM] = _segment_sum_gradient
gradients[ops.UNSORTED_PROD] = _segment_product_gradient
gradients[ops.UNSORTED_MAX] = _segment_extreme_gradient
gradients[ops.UNSORTED_MIN] = _segment_extreme_gradient
gradients[ops.SEGMENT_SUM] = _segment_sum_gradient
gradients[ops.SEGMENT_PROD] = _segment_product_gradient
gradients[ops.SEGMENT_MAX] = _segment_extreme_gradient
gradients[ops.SEGMENT_MIN] = _segment_extreme_gradient
gradients[ops.SEGMENT_MEAN] = _segment_mean_gradient
without_gradient(ops.ALL_OF, ops.ANY_OF, ops.ARGMAX, ops.ARGMIN)
