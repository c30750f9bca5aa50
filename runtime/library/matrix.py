"""Products of matrices and tensors: matmul, tensordot, einsum."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.library import assembling, elementwise, shaping
from runtime.library.point_wise import matching
from runtime.ops import matrix as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    name: str | None = None,
) -> Any:
    """The matrix product of `a` and `b`; leading dimensions are batches, and broadcast.

    Args:
        a: a tensor of rank 2 or more.
        b: a tensor of rank 2 or more, of the same dtype.
        transpose_a, transpose_b: whether the last two dimensions are swapped first.
        adjoint_a, adjoint_b: whether they are swapped and conjugated first.
        a_is_sparse, b_is_sparse, output_type: accepted for compatibility.
        name: of the node.

    Raises:
        InvalidArgumentError: if the inner dimensions differ.

    >>> matmul([[1, 2]], [[3], [4]]).numpy()
    array([[11]], dtype=int32)
    """
    a, b = matching(a, b)
    if (a.shape.rank == 2 and b.shape.rank == 2) or a.shape.rank in (0, 1) or b.shape.rank in (0, 1):
        if adjoint_a or adjoint_b:
            a, b = elementwise.conj(a) if adjoint_a else a, elementwise.conj(b) if adjoint_b else b
        attrs = {"transpose_a": bool(transpose_a or adjoint_a), "transpose_b": bool(transpose_b or adjoint_b)}
        return apply(ops.MATMUL, (a, b), attrs, name)
    a = elementwise.conj(a) if transpose_a and not adjoint_a else a
    b = elementwise.conj(b) if transpose_b and not adjoint_b else b
    attrs = {"adj_x": bool(transpose_a or adjoint_a), "adj_y": bool(transpose_b or adjoint_b)}
    return apply(ops.BATCH_MATMUL, (a, b), attrs, name or "MatMul")


def product_of_any(a: Any, b: Any, name: str | None = None) -> Any:
    """The product of matrices or vectors, as NumPy has it: a vector is a row on the left, a column on the right."""
    row, column = a.shape.rank == 1, b.shape.rank == 1
    made = matmul(a[None, :] if row else a, b[:, None] if column else b, name=name)
    made = made[..., 0] if column else made
    return made if not row else made[0] if column else made[..., 0, :]


def matvec(
    a: Any, b: Any, transpose_a: bool = False, adjoint_a: bool = False, name: str | None = None, **unused: Any
) -> Any:
    """The product of matrices and vectors.

    >>> matvec([[1., 2.]], [1., 2.]).numpy()
    array([5.], dtype=float32)
    """
    product = matmul(a, shaping.expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a)
    return shaping.squeeze(product, axis=-1)


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Any:
    """The sum of products of elements of `a` and `b` over some of their dimensions.

    Args:
        a: a tensor.
        b: a tensor of the same dtype.
        axes: how many of the last dimensions of `a` and the first of `b`; or two lists of dimensions.
        name: of the node.

    >>> tensordot([1., 2.], [3., 4.], 1).numpy()
    np.float32(11.0)
    """
    a, b = matching(a, b)
    if isinstance(axes, (int, np.integer)):
        over_a, over_b = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        over_a, over_b = ([int(x)] if isinstance(x, (int, np.integer)) else [int(i) for i in x] for x in axes)
    over_a, over_b = [i % a.ndim for i in over_a], [i % b.ndim for i in over_b]
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    left = list(letters[: a.ndim])
    right = list(letters[a.ndim : a.ndim + b.ndim])
    for i, j in zip(over_a, over_b, strict=True):
        right[j] = left[i]
    out = [x for i, x in enumerate(left) if i not in over_a] + [x for i, x in enumerate(right) if i not in over_b]
    return einsum(f"{''.join(left)},{''.join(right)}->{''.join(out)}", a, b, name=name or "Tensordot")


def einsum(equation: str, *inputs: Any, name: str | None = None, **options: Any) -> Any:
    """A sum of products, given as in Einstein's convention: `'ij,jk->ik'` is the product of matrices.

    Args:
        equation: the labels of the dimensions of each input, and of the output after `->`.
        *inputs: tensors of one dtype.
        name: of the node.
        **options: `optimize`, accepted for compatibility.

    >>> einsum('ij->j', [[1., 2.], [3., 4.]]).numpy()
    array([4., 6.], dtype=float32)
    """
    first, *rest = [convert_to_tensor(x) for x in inputs]
    tensors = [first, *[convert_to_tensor(x, first.dtype) for x in rest]]
    return apply(ops.EINSUM, tensors, {"equation": _explicit(equation, tensors)}, name)


def _explicit(equation: str, tensors: Sequence[Any]) -> str:
    """The equation without spaces, with its output and, where ranks are known, its `...` written out."""
    text = equation.replace(" ", "")
    left, arrow, right = text.partition("->")
    parts = left.split(",")
    if len(parts) != len(tensors):
        raise ValueError(f"Expected {len(parts)} inputs for equation {equation!r}, but got {len(tensors)}")
    if not arrow:
        labels = re.sub(r"[,.]", "", left)
        right = ("..." if "..." in left else "") + "".join(sorted(x for x in set(labels) if labels.count(x) == 1))
    if "..." in text and all(x.shape.rank is not None for x in tensors):
        hidden = [x.shape.rank - len(p) + 3 if "..." in p else 0 for p, x in zip(parts, tensors, strict=True)]
        free = "".join(c for c in string.ascii_letters if c not in text)[: max(hidden)]
        parts = [p.replace("...", free[len(free) - n :]) for p, n in zip(parts, hidden, strict=True)]
        right = right.replace("...", free)
    return f"{','.join(parts)}->{right}"


def broadcast_shape(x: Any, y: Any) -> Any:
    """The shape, as a tensor, that two tensors broadcast to."""
    return assembling.broadcast_dynamic_shape(shaping.shape(x), shaping.shape(y))
