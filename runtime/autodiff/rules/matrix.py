"""Derivatives: products of matrices and tensors."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from runtime.autodiff.point_wise import unbroadcast
from runtime.ir.schema import OPS, gradients
from runtime.library import assembling, creation, elementwise, reduction, shaping
from runtime.library.matrix import broadcast_shape, einsum, matmul
from runtime.ops import matrix as ops
from runtime.tensor.dispatch import apply


def _matmul_gradient(node: Any, g: Any) -> list[Any]:
    a, b = elementwise.conj(node.inputs[0]), elementwise.conj(node.inputs[1])
    ta, tb = node.attrs.get("transpose_a", False), node.attrs.get("transpose_b", False)
    if not ta and not tb:
        return [matmul(g, b, transpose_b=True), matmul(a, g, transpose_a=True)]
    if not ta:
        return [matmul(g, b), matmul(g, a, transpose_a=True)]
    if not tb:
        return [matmul(b, g, transpose_b=True), matmul(a, g)]
    return [matmul(b, g, transpose_a=True, transpose_b=True), matmul(g, a, transpose_a=True, transpose_b=True)]


gradients[ops.MATMUL] = _matmul_gradient


def _batch_matmul_gradient(node: Any, g: Any) -> list[Any]:
    a, b = node.inputs
    ax, ay = node.attrs.get("adj_x", False), node.attrs.get("adj_y", False)
    if not ax:
        da = matmul(g, b, adjoint_b=not ay)
        db = matmul(a, g, adjoint_a=True) if not ay else matmul(g, a, adjoint_a=True)
    else:
        da = matmul(b, g, adjoint_a=ay, adjoint_b=True)
        db = matmul(a, g) if not ay else matmul(g, a, adjoint_a=True, adjoint_b=True)
    return [_sum_batches(da, a), _sum_batches(db, b)]


def _sum_batches(value: Any, like: Any) -> Any:
    """`value` summed over the batches that were broadcast."""
    if value.shape.is_fully_defined() and value.shape == like.shape:
        return value
    # The last two dimensions are never broadcast: as those of `like` are swapped where it was transposed, they are
    # taken from `value` on both sides.
    batches, found = shaping.shape(like)[:-2], shaping.shape(value)
    rx, _ = apply(OPS["BroadcastGradientArgs"], (assembling.concat([batches, found[-2:]], 0), found))
    return shaping.reshape(reduction.reduce_sum(value, rx), shaping.shape(like))


gradients[ops.BATCH_MATMUL] = _batch_matmul_gradient


def _einsum_gradient(node: Any, g: Any) -> list[Any]:
    """For each operand: the equation with that operand and the output exchanged."""
    left, _, right = node.attrs["equation"].partition("->")
    parts = left.split(",")
    result = []
    for i, (labels, x) in enumerate(zip(parts, node.inputs, strict=True)):
        others = [(p, elementwise.conj(y)) for j, (p, y) in enumerate(zip(parts, node.inputs, strict=True)) if j != i]
        result.append(_einsum_cotangent(labels, x, right, g, others))
    return result


def _einsum_cotangent(labels: str, x: Any, right: str, g: Any, others: Sequence[tuple[str, Any]]) -> Any:
    available = right + "".join(p for p, _ in others)
    if "..." in labels + available:
        raise NotImplementedError("the gradient of einsum over '...' of a tensor of unknown rank is not covered")
    if len(set(labels)) != len(labels):
        return _diagonal_cotangent(labels, x, right, g, others, available)
    # What was summed over in this operand alone comes back as a broadcast.
    lost = [c for c in labels if c not in available]
    target = "".join(c for c in labels if c not in lost)
    value = einsum(",".join([right, *(p for p, _ in others)]) + "->" + target, g, *(y for _, y in others))
    for axis in (labels.index(c) for c in lost):
        value = shaping.expand_dims(value, axis)
    if lost:
        value = assembling.broadcast_to(value, broadcast_shape(x, value))
    return unbroadcast(x, value, value, None)[0]


def _diagonal_cotangent(labels: str, x: Any, right: str, g: Any, others: Any, available: str) -> Any:
    """The cotangent of an operand that has a label twice: that of its diagonal, spread out."""
    twice = next(c for i, c in enumerate(labels) if c in labels[:i])
    first, second = labels.index(twice), labels.rindex(twice)
    new = next(c for c in string.ascii_letters if c not in labels + available)
    diagonal = einsum(f"{labels}->{labels[:second] + labels[second + 1 :]}", x)
    inner = _einsum_cotangent(labels[:second] + labels[second + 1 :], diagonal, right, g, others)
    eye = creation.eye(shaping.sizes(x)[first], dtype=x.dtype)
    spread = f"{labels[:second]}{new}{labels[second + 1 :]}"
    return einsum(f"{labels[:second] + labels[second + 1 :]},{twice}{new}->{spread}", inner, eye)


gradients[ops.EINSUM] = _einsum_gradient
