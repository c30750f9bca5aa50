"""Products of matrices and tensors: matmul, tensordot, einsum."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import errors, shapes
from runtime.core.dtypes import NUMBER
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ops import assembling, creation, elementwise, reduction, shaping
from runtime.ops.declare import OPS, declare
from runtime.ops.dispatch import apply
from runtime.ops.products import einstein_sum, product
from runtime.ops.rows import matching, unbroadcast


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


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
        return apply(_MATMUL, (a, b), attrs, name)
    a = elementwise.conj(a) if transpose_a and not adjoint_a else a
    b = elementwise.conj(b) if transpose_b and not adjoint_b else b
    attrs = {"adj_x": bool(transpose_a or adjoint_a), "adj_y": bool(transpose_b or adjoint_b)}
    return apply(_BATCH_MATMUL, (a, b), attrs, name or "MatMul")


def matvec(
    a: Any, b: Any, transpose_a: bool = False, adjoint_a: bool = False, name: str | None = None, **unused: Any
) -> Any:
    """The product of matrices and vectors.

    >>> matvec([[1., 2.]], [1., 2.]).numpy()
    array([5.], dtype=float32)
    """
    product = matmul(a, shaping.expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a)
    return shaping.squeeze(product, axis=-1)


def _matmul(a: np.ndarray, b: np.ndarray, transpose_a: bool = False, transpose_b: bool = False) -> np.ndarray:
    if a.ndim != 2 or b.ndim != 2:
        raise _cannot(f"In[0] and In[1] ndims must be == 2: {(a if a.ndim != 2 else b).ndim}")
    x, y = a.T if transpose_a else a, b.T if transpose_b else b
    if x.shape[1] != y.shape[0]:
        raise _cannot(f"Matrix size-incompatible: In[0]: {dimension_text(a.shape)}, In[1]: {dimension_text(b.shape)}")
    return product(x, y)


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


_MATMUL = declare("MatMul", "a: T, b: T -> T", _matmul, shapes=_matmul_shape, gradient=_matmul_gradient, T=NUMBER)


def _adjoint(x: np.ndarray) -> np.ndarray:
    return np.conjugate(np.swapaxes(x, -1, -2))


def _batch_matmul(a: np.ndarray, b: np.ndarray, adj_x: bool = False, adj_y: bool = False) -> np.ndarray:
    if a.ndim < 2 or b.ndim < 2:
        raise _cannot(f"In[{0 if a.ndim < 2 else 1}] ndims must be >= 2: {min(a.ndim, b.ndim)}")
    x, y = _adjoint(a) if adj_x else a, _adjoint(b) if adj_y else b
    if x.shape[-1] != y.shape[-2]:
        raise _cannot(f"Matrix size-incompatible: In[0]: {dimension_text(a.shape)}, In[1]: {dimension_text(b.shape)}")
    return product(x, y)


def _batch_matmul_shape(a: Any, b: Any, adj_x: bool = False, adj_y: bool = False) -> TensorShape:
    if a.shape.rank is None or b.shape.rank is None:
        return shapes.UNKNOWN
    x, y = a.shape.as_list(), b.shape.as_list()
    x = [*x[:-2], *x[:-3:-1]] if adj_x else x
    y = [*y[:-2], *y[:-3:-1]] if adj_y else y
    _check_inner(x[-1], y[-2])
    return shapes.broadcast_shapes(TensorShape(x[:-2]), TensorShape(y[:-2])).concatenate([x[-2], y[-1]])


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


_BATCH_MATMUL = declare(
    "BatchMatMulV2",
    "x: T, y: T -> T",
    _batch_matmul,
    shapes=_batch_matmul_shape,
    gradient=_batch_matmul_gradient,
    T=NUMBER,
)


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
    return apply(_EINSUM, tensors, {"equation": _explicit(equation, tensors)}, name)


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


def _einsum(*operands: np.ndarray, equation: str) -> Any:
    try:
        return einstein_sum(equation, operands)
    except ValueError as error:
        raise _cannot(f"{error} (equation {equation!r})") from None


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


def broadcast_shape(x: Any, y: Any) -> Any:
    """The shape, as a tensor, that two tensors broadcast to."""
    return assembling.broadcast_dynamic_shape(shaping.shape(x), shaping.shape(y))


_EINSUM = declare("Einsum", "inputs: N * T -> T", _einsum, shapes=_einsum_shape, gradient=_einsum_gradient, T=NUMBER)
