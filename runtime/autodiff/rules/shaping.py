"""Derivatives: operations on shape and dtype."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import without_gradient
from runtime.core.dtypes import INEXACT
from runtime.ir.graph import CONST
from runtime.ir.schema import gradients
from runtime.library.shaping import cast, invert_permutation, reshape, shape, transpose
from runtime.ops import shaping as ops

gradients[ops.IDENTITY] = lambda node, g: [g]


def _cast_gradient(node: Any, g: Any) -> list[Any]:
    source = node.inputs[0].dtype
    return [cast(g, source) if source in INEXACT and g.dtype in INEXACT else None]


gradients[ops.CAST] = _cast_gradient
gradients[ops.RESHAPE] = lambda node, g: [reshape(g, shape(node.inputs[0])), None]
gradients[ops.ENSURE_SHAPE] = lambda node, g: [g]
gradients[ops.EXPAND_DIMS] = lambda node, g: [reshape(g, shape(node.inputs[0])), None]
gradients[ops.SQUEEZE] = lambda node, g: [reshape(g, shape(node.inputs[0]))]
gradients[ops.TRANSPOSE] = lambda node, g: [transpose(g, invert_permutation(node.inputs[1])), None]
without_gradient(
    ops.SHAPE,
    ops.SIZE,
    ops.RANK,
    CONST,
    ops.STOP_GRADIENT,
    ops.BITCAST,
    ops.INVERT_PERMUTATION,
    ops.ZEROS_LIKE,
    ops.ONES_LIKE,
)
