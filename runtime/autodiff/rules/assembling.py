"""Derivatives: operations that put tensors together, take them apart, repeat and pad them."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import unbroadcast, without_gradient
from runtime.core import dtypes
from runtime.ir.schema import gradients
from runtime.library import reduction, shaping
from runtime.library.assembling import concat, reverse, roll, split, stack, unstack
from runtime.ops import assembling as ops


def _concat_gradient(node: Any, g: Any) -> list[Any]:
    *values, axis = node.inputs
    sizes = stack([shaping.shape(x)[axis] for x in values])
    return [*split(g, sizes, axis, num=len(values)), None]


gradients[ops.CONCAT] = _concat_gradient
gradients[ops.SPLIT] = lambda node, *g: [None, concat(_present(node, g), node.inputs[0])]
gradients[ops.SPLIT_V] = lambda node, *g: [concat(_present(node, g), node.inputs[2]), None, None]


def _present(node: Any, cotangents: Any) -> list[Any]:
    """Cotangents of all outputs, with zeros for those that nothing depends on."""
    return [shaping.zeros_like(y) if g is None else g for y, g in zip(node.outputs, cotangents, strict=True)]


gradients[ops.PACK] = lambda node, g: unstack(g, num=len(node.inputs), axis=node.attrs["axis"])
gradients[ops.UNPACK] = lambda node, *g: [stack(_present(node, g), axis=node.attrs["axis"])]


def _tile_gradient(node: Any, g: Any) -> list[Any]:
    x, multiples = node.inputs
    sizes = shaping.shape(x)
    # Each dimension becomes a pair (times, size), and the copies are summed.
    pairs = shaping.reshape(stack([shaping.cast(multiples, dtypes.int32), sizes], axis=1), [-1])
    rank = x.shape.rank
    axes = list(range(0, 2 * rank, 2)) if rank is not None else shaping.range_of(shaping.rank(x)) * 2
    return [shaping.reshape(reduction.reduce_sum(shaping.reshape(g, pairs), axes), sizes), None]


gradients[ops.TILE] = _tile_gradient
gradients[ops.REVERSE] = lambda node, g: [reverse(g, node.inputs[1]), None]
gradients[ops.ROLL] = lambda node, g: [roll(g, -node.inputs[1], node.inputs[2]), None, None]


def _broadcast_to_gradient(node: Any, g: Any) -> list[Any]:
    return [unbroadcast(node.inputs[0], node.outputs[0], g, None)[0], None]


gradients[ops.BROADCAST_TO] = _broadcast_to_gradient
without_gradient(ops.REPEATED)
