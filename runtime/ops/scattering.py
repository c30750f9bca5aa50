"""Writing parts of tensors by index: `scatter_nd`, and updates of some elements of a tensor."""

# Rows of a table refer to later rows, which mypy cannot follow.
# mypy: disable-error-code="has-type"
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ops import indexing, logic, shaping
from runtime.ops.declare import Op, declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.rows import public
from runtime.static_value import constant_shape

INDEX = (dtypes.int32, dtypes.int64)


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """Zeros in `shape`, with `updates` added at the positions `indices`.

    >>> scatter_nd([[1], [1]], [5, 6], [3]).numpy()
    array([ 0, 11,  0], dtype=int32)
    """
    indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
    shape = convert_to_tensor(shape, indices.dtype)
    return apply(_SCATTER_ND, (indices, convert_to_tensor(updates), shape), NO_ATTRS, name)


def _check_updates(indices: np.ndarray, updates: np.ndarray, shape: Sequence[int]) -> None:
    """Raises an error unless there is an update, of the right shape, for each position."""
    depth = indices.shape[-1] if indices.ndim else 0
    if depth > len(shape):
        raise _cannot(
            f"The innermost dimension of indices, {depth}, must not be greater than the rank {len(shape)} of the output"
        )
    wanted = (*indices.shape[:-1], *shape[depth:])
    if updates.shape != wanted:
        raise _cannot(
            f"Outer dimensions of indices and update must match, and inner ones of output and update. Indices shape: "
            f"{dimension_text(indices.shape)}, updates shape: {dimension_text(updates.shape)}, output shape: "
            f"{dimension_text(shape)}: the shape of updates must be {dimension_text(wanted)}"
        )


def _scattered(tensor: Any, indices: Any, updates: Any) -> TensorShape:
    """The shape of `tensor`, once those of indices and updates are known to suit it."""
    i, u = indices.shape, updates.shape
    if i.rank and u.rank is not None and tensor.shape.rank is not None and i[-1] is not None:
        wanted = i[:-1].concatenate(tensor.shape[i[-1] :])
        if not wanted.is_compatible_with(u):
            raise ValueError(
                f"The shape of updates must be {wanted}, that of indices {i} but for the last dimension, and what is "
                f"left of that of the tensor {tensor.shape}, but is {u}"
            )
    return tensor.shape


def _scatter_nd(indices: np.ndarray, updates: np.ndarray, shape: np.ndarray) -> np.ndarray:
    result = np.zeros(tuple(shape.tolist()), updates.dtype)
    _check_updates(indices, updates, result.shape)
    np.add.at(result, indexing.positions(indices, result.shape, "shape"), updates)
    return result


_SCATTER_ND = declare(
    "ScatterNd", "indices: Tindices, updates: T, shape: Tindices -> T", _scatter_nd,
    shapes=lambda i, u, shape: constant_shape(shape), Tindices=INDEX,
    gradient=lambda node, g: [None, indexing.gather_nd(g, node.inputs[0]), None],
)  # fmt: skip


def _scatter(ufunc: Any) -> Callable[..., np.ndarray]:
    """The kernel of a scatter into a given tensor."""

    def scatter(tensor: np.ndarray, indices: np.ndarray, updates: np.ndarray) -> np.ndarray:
        _check_updates(indices, updates, tensor.shape)
        result, where = tensor.copy(), indexing.positions(indices, tensor.shape, "shape")
        if ufunc is None:
            result[where] = updates
        else:
            ufunc.at(result, where, updates)
        return result

    return scatter


def _update_gradient(node: Any, g: Any) -> list[Any]:
    _, indices, updates = node.inputs
    kept = tensor_scatter_nd_update(g, indices, shaping.zeros_like(updates))
    return [kept, None, indexing.gather_nd(g, indices)]


def _extreme_gradient(node: Any, g: Any) -> list[Any]:
    """The cotangent goes to those of the old element and its updates that equal the result, in equal shares."""
    tensor, indices, updates = node.inputs
    result = node.outputs[0]
    kept = shaping.cast(logic.equal(tensor, result), g.dtype)
    written = shaping.cast(logic.equal(updates, indexing.gather_nd(result, indices)), g.dtype)
    share = g / tensor_scatter_nd_add(kept, indices, written)
    return [kept * share, None, written * indexing.gather_nd(share, indices)]


_INTO = "tensor: T, indices: Tindices, updates: T -> T"
_UPDATE = declare(
    "TensorScatterUpdate", _INTO, _scatter(None), shapes=_scattered, gradient=_update_gradient, Tindices=INDEX
)
_ADD = declare(
    "TensorScatterAdd",
    _INTO,
    _scatter(np.add),
    shapes=_scattered,
    gradient=lambda node, g: [g, None, indexing.gather_nd(g, node.inputs[1])],
    Tindices=INDEX,
)
_SUB = declare(
    "TensorScatterSub",
    _INTO,
    _scatter(np.subtract),
    shapes=_scattered,
    gradient=lambda node, g: [g, None, -indexing.gather_nd(g, node.inputs[1])],
    Tindices=INDEX,
)
_MAX = declare(
    "TensorScatterMax", _INTO, _scatter(np.maximum), shapes=_scattered, gradient=_extreme_gradient, Tindices=INDEX
)
_MIN = declare(
    "TensorScatterMin", _INTO, _scatter(np.minimum), shapes=_scattered, gradient=_extreme_gradient, Tindices=INDEX
)


def _into(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a scatter into a given tensor."""

    def function(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
        tensor = convert_to_tensor(tensor)
        indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
        return apply(op, (tensor, indices, convert_to_tensor(updates, tensor.dtype)), NO_ATTRS, name)

    return public(function, "tensor_scatter_nd_" + op.name.removeprefix("TensorScatter").lower(), doc)


tensor_scatter_nd_update = _into(_UPDATE, "A copy of `tensor` with `updates` at the positions `indices`.")
tensor_scatter_nd_add = _into(_ADD, "A copy of `tensor` with `updates` added at the positions `indices`.")
tensor_scatter_nd_sub = _into(_SUB, "A copy of `tensor` with `updates` subtracted at the positions `indices`.")
tensor_scatter_nd_max = _into(_MAX, "A copy of `tensor` with the maximum with `updates` at the positions `indices`.")
tensor_scatter_nd_min = _into(_MIN, "A copy of `tensor` with the minimum with `updates` at the positions `indices`.")
