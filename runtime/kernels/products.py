"""Kernels of products of matrices and of Einstein sums, made so that BLAS does the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.kernels.blas import multiply

#: Below this many multiplications the direct product of integers is as fast as any.
_SMALL = 1 << 15
#: Up to here every integer is a float64.
_EXACT = 1 << 53


def product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """`x @ y` for matrices or stacks of them, in the dtype of `x`.

    numpy multiplies half-precision numbers and integers without BLAS. The former are summed in float32, the latter in
    float64 where nothing can be rounded.
    """
    kind, dtype = x.dtype.kind, x.dtype
    if dtype.itemsize == 2 and kind not in "iu":
        return multiply(x.astype(np.float32), y.astype(np.float32)).astype(dtype)
    if kind in "iu" and x.size and y.size and x.size * y.shape[-1] > _SMALL and _is_exact(x, y):
        return multiply(x.astype(np.float64), y.astype(np.float64)).astype(dtype)
    return multiply(x, y)


def _is_exact(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether float64 holds all sums of products, and these the dtype of the result."""
    largest = [max(abs(int(a.max())), abs(int(a.min()))) for a in (x, y)]
    total = largest[0] * largest[1] * x.shape[-1]
    return total < min(_EXACT, int(np.iinfo(x.dtype).max))


def einstein_sum(equation: str, operands: Sequence[np.ndarray]) -> np.ndarray:
    """What `np.einsum` computes for an equation with its output written out, in the dtype of the operands."""
    dtype = operands[0].dtype
    half = dtype.itemsize == 2 and dtype.kind not in "iu"
    wide = [x.astype(np.float32) for x in operands] if half else list(operands)
    result = _as_product(equation, *wide) if len(wide) == 2 else None
    if result is None:
        result = np.einsum(equation, *wide, optimize=len(wide) > 2)
    return np.asarray(result).astype(dtype, copy=False)


def _as_product(equation: str, x: np.ndarray, y: np.ndarray) -> Any:
    """The sum as a product of stacks of matrices; None if it is not one."""
    left, _, out = equation.partition("->")
    a, b = left.split(",")
    if "." in equation or len({*a}) != len(a) or len({*b}) != len(b) or len(a) != x.ndim or len(b) != y.ndim:
        return None
    sizes = dict(zip(a, x.shape, strict=True))
    if any(sizes.setdefault(c, n) != n for c, n in zip(b, y.shape, strict=True)):
        return None  # a dimension of size 1 is broadcast, or this is an error for numpy to describe
    x, a = _without(x, a, b + out)
    y, b = _without(y, b, a + out)
    stacked = [c for c in out if c in a and c in b]
    summed = [c for c in a if c in b and c not in out]
    rows, columns = ([c for c in out if c in labels and c not in stacked] for labels in (a, b))
    if not summed:
        return None  # nothing to sum over: numpy's own product is as good
    first = _arranged(x, a, [stacked, rows, summed], sizes)
    second = _arranged(y, b, [stacked, summed, columns], sizes)
    order = stacked + rows + columns
    result = product(first, second).reshape([sizes[c] for c in order])
    return result.transpose([order.index(c) for c in out])


def _without(x: np.ndarray, labels: str, needed: str) -> tuple[np.ndarray, str]:
    """`x` summed over the labels that are not needed."""
    gone = tuple([i for i, c in enumerate(labels) if c not in needed])
    return (x.sum(gone, dtype=x.dtype), "".join(c for c in labels if c in needed)) if gone else (x, labels)


def _arranged(x: np.ndarray, labels: str, parts: list[list[str]], sizes: dict[str, int]) -> np.ndarray:
    """`x` with one dimension for each list of labels."""
    order = [labels.index(c) for part in parts for c in part]
    shape = [int(np.prod([sizes[c] for c in part], dtype=np.int64)) for part in parts]
    return x.transpose(order).reshape(shape)
