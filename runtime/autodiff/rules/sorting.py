"""Derivatives: order."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import without_gradient
from runtime.core import dtypes
from runtime.ir.schema import gradients
from runtime.library import creation, scattering, shaping
from runtime.ops import sorting as ops


def _top_k_gradient(node: Any, g: Any, g_indices: Any = None) -> list[Any]:
    x, indices = node.inputs[0], node.outputs[1]
    width = shaping.shape(x)[-1]
    flat = shaping.reshape(indices, [-1, shaping.shape(indices)[-1]])
    rows = shaping.expand_dims(creation.range(shaping.shape(flat)[0]), 1) * width
    where = shaping.reshape(rows + shaping.cast(flat, dtypes.int32), [-1, 1])
    spread = scattering.scatter_nd(where, shaping.reshape(g, [-1]), shaping.reshape(shaping.size(x), [1]))
    return [shaping.reshape(spread, shaping.shape(x)), None]


gradients[ops.TOP_K] = _top_k_gradient
without_gradient(ops.ARGSORT, ops.UNIQUE, ops.SEARCHSORTED)
