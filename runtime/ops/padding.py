"""Padding: elements added around a tensor, constant or mirrored."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors, shapes
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ops import creation, indexing, shaping
from runtime.ops.declare import OPS, declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.static_value import constant_value

INDEX = (dtypes.int32, dtypes.int64)


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def pad(tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None) -> Any:
    """`tensor` with elements added before and after along each dimension.

    Args:
        tensor: a tensor.
        paddings: for each dimension, how many go before and how many after.
        mode: `CONSTANT`, `REFLECT` (mirrored without the edge) or `SYMMETRIC` (mirrored with it).
        constant_values: what is added in `CONSTANT` mode.
        name: of the node.

    >>> pad([1, 2], [[1, 2]]).numpy()
    array([0, 1, 2, 0, 0], dtype=int32)
    """
    x = convert_to_tensor(tensor)
    sizes = convert_to_tensor(paddings, dtype_hint=dtypes.int32)
    mode = mode.upper()
    if mode == "CONSTANT":
        plain = isinstance(constant_values, (int, float)) and constant_values == 0 and x.dtype is dtypes.bool
        filler = creation.zeros([], x.dtype) if plain else convert_to_tensor(constant_values, x.dtype)
        return apply(_PAD, (x, sizes, filler), NO_ATTRS, name or "Pad")
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise ValueError(
            f"Value of argument `mode` expected to be one of 'CONSTANT', 'REFLECT', or 'SYMMETRIC': {mode}"
        )
    return apply(_MIRROR_PAD, (x, sizes), {"mode": mode}, name)


def _pad_shape(x: Any, paddings: Any, *rest: Any, **attrs: Any) -> TensorShape:
    sizes = constant_value(paddings)
    if x.shape.rank is None or sizes is None:
        return shapes.unknown_shape(x.shape.rank if x.shape.rank is not None else paddings.shape[0])
    return TensorShape([None if d is None else d + int(p[0] + p[1]) for d, p in zip(x.shape, sizes, strict=True)])


def _checked_paddings(x: np.ndarray, paddings: np.ndarray, mode: str = "CONSTANT") -> list[Any]:
    if paddings.ndim != 2 or paddings.shape[1] != 2:
        raise _cannot(f"paddings must be a matrix with 2 columns: {list(paddings.shape)}")
    if len(paddings) != x.ndim:
        raise _cannot(
            "The first dimension of paddings must be the rank of inputs"
            f"{dimension_text(paddings.shape)} {dimension_text(x.shape)}"
        )
    for (before, after), size in zip(paddings.tolist(), x.shape, strict=True):
        if before < 0 or after < 0:
            raise _cannot(f"Paddings must be non-negative: {before} {after}")
        if mode == "REFLECT" and max(before, after) >= size:
            raise _cannot(f"paddings must be less than the dimension size: {before}, {after} not less than {size}")
        if mode == "SYMMETRIC" and max(before, after) > size:
            raise _cannot(f"paddings must be no greater than the dimension size: {before}, {after} greater than {size}")
    return paddings.tolist()


def _pad_gradient(node: Any, g: Any) -> list[Any]:
    x, paddings = node.inputs[:2]
    return [indexing.slice(g, paddings[:, 0], shaping.shape(x, paddings.dtype)), *[None] * (len(node.inputs) - 1)]


_PAD = declare(
    "PadV2", "input: T, paddings: Tpaddings, constant_values: T -> T",
    lambda x, p, c: np.pad(x, _checked_paddings(x, p), constant_values=c[()]) if x.ndim else x.copy(),
    shapes=_pad_shape, gradient=_pad_gradient, Tpaddings=INDEX,
)  # fmt: skip
_MIRROR_PAD = declare(
    "MirrorPad", "input: T, paddings: Tpaddings -> T",
    lambda x, p, mode: np.pad(x, _checked_paddings(x, p, mode), mode=mode.lower()),
    shapes=_pad_shape, Tpaddings=INDEX,
    gradient=lambda node, g: [apply(OPS["MirrorPadGrad"], (g, node.inputs[1]), node.attrs), None],
)  # fmt: skip


def _mirror_pad_grad(g: np.ndarray, paddings: np.ndarray, mode: str) -> np.ndarray:
    """What each element was copied to, summed: one dimension after the other."""
    for axis, (before, after) in enumerate(paddings.tolist()):
        size = g.shape[axis] - before - after
        source = np.pad(np.arange(size), (before, after), mode=mode.lower())  # type: ignore[call-overload]
        moved = np.moveaxis(g, axis, 0)
        total = np.zeros((size, *moved.shape[1:]), g.dtype)
        np.add.at(total, source, moved)
        g = np.moveaxis(total, 0, axis)
    return g


def _mirror_pad_grad_shape(g: Any, paddings: Any, mode: str) -> TensorShape:
    sizes = constant_value(paddings)
    if g.shape.rank is None or sizes is None:
        return shapes.unknown_shape(g.shape.rank)
    return TensorShape([None if d is None else d - int(p[0] + p[1]) for d, p in zip(g.shape, sizes, strict=True)])


declare(
    "MirrorPadGrad", "input: T, paddings: Tpaddings -> T", _mirror_pad_grad, shapes=_mirror_pad_grad_shape,
    gradient=lambda node, g: [apply(_MIRROR_PAD, (g, node.inputs[1]), node.attrs), None], Tpaddings=INDEX,
)  # fmt: skip
