"""Schemas and shape rules: products of matrices and tensors."""

from __future__ import annotations

from typing import Any

from runtime.core import shapes
from runtime.core.dtypes import NUMBER
from runtime.core.shapes import TensorShape
from runtime.ir.schema import TOTAL_IF_FIT, op


def _matmul_shape(a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False) -> TensorShape:
    x, y = _matrix(a.shape), _matrix(b.shape)
    x, y = x[::-1] if transpose_a else x, y[::-1] if transpose_b else y
    _check_inner(x[1], y[0])
    return TensorShape([x[0], y[1]])


def _matrix(shape: TensorShape) -> list[int | None]:
    if shape.rank not in (None, 2):
        raise ValueError(f"Shape must be rank 2 but is rank {shape.rank}")
    return shape.as_list() if shape.rank == 2 else [None, None]


def _check_inner(a: int | None, b: int | None) -> None:
    if None not in (a, b) and a != b:
        raise ValueError(f"Dimensions must be equal, but are {a} and {b}")


MATMUL = op(
    "MatMul",
    "a: T, b: T; transpose_a: bool = False, transpose_b: bool = False -> product: T",
    shapes=_matmul_shape,
    T=NUMBER,
    tags=TOTAL_IF_FIT,
)


def _batch_matmul_shape(a: Any, b: Any, adj_x: bool = False, adj_y: bool = False) -> TensorShape:
    if a.shape.rank is None or b.shape.rank is None:
        return shapes.UNKNOWN
    x, y = a.shape.as_list(), b.shape.as_list()
    x = [*x[:-2], *x[:-3:-1]] if adj_x else x
    y = [*y[:-2], *y[:-3:-1]] if adj_y else y
    _check_inner(x[-1], y[-2])
    return shapes.broadcast_shapes(TensorShape(x[:-2]), TensorShape(y[:-2])).concatenate([x[-2], y[-1]])


BATCH_MATMUL = op(
    "BatchMatMulV2",
    "x: T, y: T; adj_x: bool = False, adj_y: bool = False -> T",
    shapes=_batch_matmul_shape,
    T=NUMBER,
    tags=TOTAL_IF_FIT,
)


def _einsum_shape(*operands: Any, equation: str) -> TensorShape:
    left, _, right = equation.partition("->")
    sizes: dict[str, int | None] = {}
    batch: TensorShape = shapes.SCALAR
    for labels, x in zip(left.split(","), operands, strict=True):
        if x.shape.rank is None:
            return shapes.UNKNOWN if "..." in right else shapes.unknown_shape(len(right))
        before, dots, after = labels.partition("...")
        dims = x.shape.as_list()
        extra = len(dims) - len(before) - len(after)
        if extra < 0 or (extra and not dots):
            raise ValueError(f"Shape must be rank {len(before) + len(after)} but is rank {len(dims)}")
        batch = shapes.broadcast_shapes(batch, TensorShape(dims[len(before) : len(before) + extra]))
        for label, size in zip(before + after, dims[: len(before)] + dims[len(before) + extra :], strict=True):
            known = sizes.setdefault(label, size)
            if None not in (known, size) and known != size and 1 not in (known, size):
                raise ValueError(f"Dimensions must be equal, but are {known} and {size}")
            sizes[label] = size if known in (None, 1) and size is not None else known
    before, dots, after = right.partition("...")
    head, tail = TensorShape([sizes[x] for x in before]), TensorShape([sizes[x] for x in after])
    return head.concatenate(batch).concatenate(tail) if dots else head


EINSUM = op("Einsum", "inputs: N * T; equation: str -> T", shapes=_einsum_shape, T=NUMBER)
