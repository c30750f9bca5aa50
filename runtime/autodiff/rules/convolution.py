"""Derivatives: convolutions over one, two or three spatial dimensions, dilated or in groups."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import gradients
from runtime.library import shaping
from runtime.library.convolution import FAMILIES
from runtime.ops import convolution as ops
from runtime.tensor.dispatch import apply


def _gradient(node: Any, g: Any) -> list[Any]:
    x, filters = node.inputs
    family = _FAMILY_OF[node.op]
    return [
        apply(family.to_input, (shaping.shape(x), filters, g), node.attrs),
        apply(family.to_filter, (x, shaping.shape(filters), g), node.attrs),
    ]


def _input_gradient(node: Any, gg: Any) -> list[Any]:
    _, filters, g = node.inputs
    family = _FAMILY_OF[node.op]
    return [
        None,
        apply(family.to_filter, (gg, shaping.shape(filters), g), node.attrs),
        apply(family.forward, (gg, filters), node.attrs),
    ]


def _filter_gradient(node: Any, gg: Any) -> list[Any]:
    x, _, g = node.inputs
    family = _FAMILY_OF[node.op]
    return [
        apply(family.to_input, (shaping.shape(x), gg, g), node.attrs),
        None,
        apply(family.forward, (x, gg), node.attrs),
    ]


gradients[ops.CONV2D] = _gradient
gradients[ops.CONV2D_TO_INPUT] = _input_gradient
gradients[ops.CONV2D_TO_FILTER] = _filter_gradient
gradients[ops.CONV3D] = _gradient
gradients[ops.CONV3D_TO_INPUT] = _input_gradient
gradients[ops.CONV3D_TO_FILTER] = _filter_gradient
_FAMILY_OF = {op: family for family in FAMILIES.values() for op in family}
