"""Schemas and shape rules: padding."""

from __future__ import annotations

from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import op
from runtime.ir.static_value import constant_value


def _pad_shape(x: Any, paddings: Any, *rest: Any, **attrs: Any) -> TensorShape:
    sizes = constant_value(paddings)
    if x.shape.rank is None or sizes is None:
        return shapes.unknown_shape(x.shape.rank if x.shape.rank is not None else paddings.shape[0])
    return TensorShape([None if d is None else d + int(p[0] + p[1]) for d, p in zip(x.shape, sizes, strict=True)])


PAD = op("PadV2", "input: T, paddings: Tpaddings, constant_values: T -> T", shapes=_pad_shape, Tpaddings=INDEX)
MIRROR_PAD = op("MirrorPad", "input: T, paddings: Tpaddings; mode: str -> T", shapes=_pad_shape, Tpaddings=INDEX)


def _mirror_pad_grad_shape(g: Any, paddings: Any, mode: str) -> TensorShape:
    sizes = constant_value(paddings)
    if g.shape.rank is None or sizes is None:
        return shapes.unknown_shape(g.shape.rank)
    return TensorShape([None if d is None else d - int(p[0] + p[1]) for d, p in zip(g.shape, sizes, strict=True)])


MIRROR_PAD_GRAD = op(
    "MirrorPadGrad", "input: T, paddings: Tpaddings; mode: str -> T", shapes=_mirror_pad_grad_shape, Tpaddings=INDEX
)
