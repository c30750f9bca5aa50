"""Derivatives: pooling."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import OPS, gradients
from runtime.library import shaping
from runtime.library.pooling import FAMILIES
from runtime.ops import pooling as ops
from runtime.tensor.dispatch import apply


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


gradients[ops.MAX_GRAD] = _max_second_gradient
gradients[ops.MAX_GRAD_GRAD] = _max_third_gradient
gradients[ops.MAX] = _max_gradient
gradients[ops.AVG_GRAD] = _avg_second_gradient
gradients[ops.AVG] = _avg_gradient
gradients[ops.MAX3D_GRAD] = _max_second_gradient
gradients[ops.MAX3D_GRAD_GRAD] = _max_third_gradient
gradients[ops.MAX3D] = _max_gradient
gradients[ops.AVG3D_GRAD] = _avg_second_gradient
gradients[ops.AVG3D] = _avg_gradient
_FAMILY_OF = {op: family for family in FAMILIES.values() for op in family}


def _argmax_gradient(node: Any, g: Any, g_places: Any = None) -> list[Any]:
    attrs = {name: node.attrs[name] for name in ("ksize", "strides", "padding")}
    return [apply(OPS["MaxPoolGrad"], (node.inputs[0], node.outputs[0], g), attrs)]


gradients[ops.WITH_ARGMAX] = _argmax_gradient
