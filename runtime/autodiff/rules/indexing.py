"""Derivatives: reading parts of tensors."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import unbroadcast
from runtime.ir.schema import gradients
from runtime.library import assembling, padding, scattering, shaping
from runtime.ops import indexing as ops
from runtime.tensor.dispatch import apply


def _slice_gradient(node: Any, g: Any) -> list[Any]:
    x, begin, end, strides = node.inputs
    shape = shaping.shape(x, begin.dtype)
    return [apply(ops.STRIDED_SLICE_GRAD, (shape, begin, end, strides, g), node.attrs), None, None, None]


def _update_gradient(node: Any, g: Any) -> list[Any]:
    _, begin, end, strides, value = node.inputs
    part = apply(ops.STRIDED_SLICE, (g, begin, end, strides), node.attrs)
    rest = apply(ops.UPDATE, (g, begin, end, strides, shaping.zeros_like(value)), node.attrs)
    return [rest, None, None, None, unbroadcast(value, part, part, None)[0]]


gradients[ops.STRIDED_SLICE] = _slice_gradient
gradients[ops.STRIDED_SLICE_GRAD] = lambda node, g: (
    [None] * 4 + [apply(ops.STRIDED_SLICE, (g, *node.inputs[1:4]), node.attrs)]
)
gradients[ops.UPDATE] = _update_gradient


def _slice_op_gradient(node: Any, g: Any) -> list[Any]:
    x, begin, _ = node.inputs
    before = begin
    after = shaping.shape(x, begin.dtype) - shaping.shape(g, begin.dtype) - begin
    return [padding.pad(g, assembling.stack([before, after], axis=1)), None, None]


gradients[ops.SLICE] = _slice_op_gradient


def _gather_gradient(node: Any, g: Any) -> list[Any]:
    params, indices, axis = node.inputs
    return [apply(ops.GATHER_GRAD, (shaping.shape(params), indices, axis, g), node.attrs), None, None]


gradients[ops.GATHER] = _gather_gradient
gradients[ops.GATHER_GRAD] = lambda node, g: [
    None,
    None,
    None,
    apply(ops.GATHER, (g, node.inputs[1], node.inputs[2]), node.attrs),
]
gradients[ops.GATHER_ND] = lambda node, g: [
    scattering.scatter_nd(node.inputs[1], g, shaping.shape(node.inputs[0], node.inputs[1].dtype)),
    None,
]
