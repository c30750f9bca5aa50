"""Derivatives: writing parts of tensors by index."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import gradients
from runtime.library import indexing, logic, shaping
from runtime.library.scattering import tensor_scatter_nd_add, tensor_scatter_nd_update
from runtime.ops import scattering as ops

gradients[ops.SCATTER_ND] = lambda node, g: [None, indexing.gather_nd(g, node.inputs[0]), None]


def _update_gradient(node: Any, g: Any) -> list[Any]:
    _, indices, updates = node.inputs
    written = indexing.gather_nd(g, indices)  # read first: loops can then update the cotangent in place
    return [tensor_scatter_nd_update(g, indices, shaping.zeros_like(updates)), None, written]


def _extreme_gradient(node: Any, g: Any) -> list[Any]:
    """The cotangent goes to those of the old element and its updates that equal the result, in equal shares."""
    tensor, indices, updates = node.inputs
    result = node.outputs[0]
    kept = shaping.cast(logic.equal(tensor, result), g.dtype)
    written = shaping.cast(logic.equal(updates, indexing.gather_nd(result, indices)), g.dtype)
    share = g / tensor_scatter_nd_add(kept, indices, written)
    return [kept * share, None, written * indexing.gather_nd(share, indices)]


gradients[ops.UPDATE] = _update_gradient
gradients[ops.ADD] = lambda node, g: [g, None, indexing.gather_nd(g, node.inputs[1])]
gradients[ops.SUB] = lambda node, g: [g, None, -indexing.gather_nd(g, node.inputs[1])]
gradients[ops.MAX] = _extreme_gradient
gradients[ops.MIN] = _extreme_gradient
