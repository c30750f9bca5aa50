"""Writing parts of tensors by index: `scatter_nd`, and updates of some elements of a tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.ir.schema import Op
from runtime.library.point_wise import public
from runtime.ops import scattering as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """Zeros in `shape`, with `updates` added at the positions `indices`.

    >>> scatter_nd([[1], [1]], [5, 6], [3]).numpy()
    array([ 0, 11,  0], dtype=int32)
    """
    indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
    shape = convert_to_tensor(shape, indices.dtype)
    return apply(ops.SCATTER_ND, (indices, convert_to_tensor(updates), shape), NO_ATTRS, name)


def _into(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a scatter into a given tensor."""

    def function(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
        tensor = convert_to_tensor(tensor)
        indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
        return apply(op, (tensor, indices, convert_to_tensor(updates, tensor.dtype)), NO_ATTRS, name)

    return public(function, "tensor_scatter_nd_" + op.name.removeprefix("TensorScatter").lower(), doc)


tensor_scatter_nd_update = _into(ops.UPDATE, "A copy of `tensor` with `updates` at the positions `indices`.")
tensor_scatter_nd_add = _into(ops.ADD, "A copy of `tensor` with `updates` added at the positions `indices`.")
tensor_scatter_nd_sub = _into(ops.SUB, "A copy of `tensor` with `updates` subtracted at the positions `indices`.")
tensor_scatter_nd_max = _into(ops.MAX, "A copy of `tensor` with the maximum with `updates` at the positions `indices`.")
tensor_scatter_nd_min = _into(ops.MIN, "A copy of `tensor` with the minimum with `updates` at the positions `indices`.")
