"""Derivatives: padding."""

from __future__ import annotations

from typing import Any

from runtime.ir.schema import OPS, gradients
from runtime.library import indexing, shaping
from runtime.ops import padding as ops
from runtime.tensor.dispatch import apply


def _pad_gradient(node: Any, g: Any) -> list[Any]:
    x, paddings = node.inputs[:2]
    return [indexing.slice(g, paddings[:, 0], shaping.shape(x, paddings.dtype)), *[None] * (len(node.inputs) - 1)]


gradients[ops.PAD] = _pad_gradient
gradients[ops.MIRROR_PAD] = lambda node, g: [apply(OPS["MirrorPadGrad"], (g, node.inputs[1]), node.attrs), None]
gradients[ops.MIRROR_PAD_GRAD] = lambda node, g: [apply(ops.MIRROR_PAD, (g, node.inputs[1]), node.attrs), None]
