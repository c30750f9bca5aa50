"""`tf.sparse` and `SparseTensor`: tensors of zeros but for some elements, kept as their positions and values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from autograph.staging import Composite, register_composite
from runtime.core import dtypes
from runtime.core.coverage import not_covered
from runtime.core.dtypes import DType
from runtime.core.errors import invalid_argument
from runtime.core.shapes import TensorShape
from runtime.ir.schema import declare
from runtime.ir.static_value import constant_shape
from runtime.library import (
    assembling,
    creation,
    elementwise,
    indexing,
    logic,
    partition,
    point_wise,
    reduction,
    scattering,
    shaping,
    sorting,
)
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

__all__ = [
    "SparseTensor", "add", "expand_dims", "from_dense", "map_values", "reduce_sum", "reorder",
    "reshape", "retain", "slice", "sparse_dense_matmul", "to_dense", "transpose",
]  # fmt: skip


class SparseTensor:
    """A tensor of zeros but for some elements.

    Args:
        indices: their positions: integers of shape `[n, rank]`; operations expect them in ascending order.
        values: of shape `[n]`.
        dense_shape: of the whole: integers of shape `[rank]`.

    >>> to_dense(SparseTensor([[0, 1], [1, 0]], [5, 6], [2, 2])).numpy().tolist()
    [[0, 5], [6, 0]]
    """

    __array_priority__ = 100

    def __init__(self, indices: Any, values: Any, dense_shape: Any):
        self._indices = _int64(indices)
        self._values = convert_to_tensor(values)
        self._dense_shape = _int64(dense_shape)
        for part, rank in ((self._indices, 2), (self._dense_shape, 1)):
            if part.shape.rank not in (None, rank):
                raise ValueError(f"Shape {part.shape} must have rank {rank}")
        for axis, other, what in ((0, self._values, "values"), (1, self._dense_shape, "dense_shape")):
            a, b = self._indices.shape[axis : axis + 1], other.shape
            if not a.is_compatible_with(b):
                raise ValueError(f"Dimensions {a[0]} and {b[0]} are not compatible: of `indices` and `{what}`")

    @property
    def indices(self) -> Any:
        return self._indices

    @property
    def values(self) -> Any:
        return self._values

    @property
    def dense_shape(self) -> Any:
        return self._dense_shape

    @property
    def dtype(self) -> DType:
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole."""
        return constant_shape(self._dense_shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    def with_values(self, new_values: Any) -> SparseTensor:
        """Other values at the same positions."""
        return SparseTensor(self._indices, new_values, self._dense_shape)

    def __tf_elementwise__(self, function: Callable[..., Any], *operands: Any) -> SparseTensor:
        if len(operands) > 1:
            raise TypeError(
                f"{function.__name__} of a SparseTensor and another tensor is not covered: use tf.sparse.add, "
                "tf.sparse.map_values or tf.sparse.to_dense"
            )
        return self.with_values(function(self._values))

    def __tf_reduce__(self, reduce: Callable[..., Any], axis: Any, keepdims: bool) -> Any:
        raise TypeError(f"{reduce.__name__} of a SparseTensor is not covered: use tf.sparse.reduce_sum")

    def _scaled(self, function: Callable[[Any, Any], Any], other: Any) -> SparseTensor:
        factor = convert_to_tensor(other, self.dtype)
        if factor.shape.rank != 0:
            factor = indexing.gather_nd(assembling.broadcast_to(factor, self._dense_shape), self._indices)
        return self.with_values(function(self._values, factor))

    def __mul__(self, other: Any) -> SparseTensor:
        return self._scaled(elementwise.multiply, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> SparseTensor:
        return self._scaled(elementwise.divide, other)

    def __neg__(self) -> SparseTensor:
        return self.with_values(-self._values)

    def __getitem__(self, key: Any) -> SparseTensor:
        raise TypeError("a SparseTensor cannot be indexed: use tf.sparse.slice, or tf.sparse.to_dense")

    def __repr__(self) -> str:
        parts = {"indices": self._indices, "values": self._values, "dense_shape": self._dense_shape}
        return f"SparseTensor({', '.join(f'{name}={part!s}' for name, part in parts.items())})"

    __str__ = __repr__


def _int64(value: Any) -> Any:
    return shaping.cast(convert_to_tensor(value, dtype_hint=dtypes.int64), dtypes.int64)


def _flat(sp: SparseTensor) -> Any:
    """For each element its position in row-major order."""
    steps = reduction.cumprod(sp.dense_shape, exclusive=True, reverse=True)
    return reduction.reduce_sum(sp.indices * steps, 1)


def to_dense(
    sp_input: SparseTensor, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Any:
    """The whole tensor.

    Args:
        sp_input: a sparse tensor.
        default_value: of the elements that it does not have; 0 by default.
        validate_indices: whether the positions must be in ascending order.
        name: of the node.

    Raises:
        InvalidArgumentError: if they are not.
    """
    if not isinstance(sp_input, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    filler = (
        creation.zeros([], sp_input.dtype)
        if default_value is None
        else convert_to_tensor(default_value, sp_input.dtype)
    )
    operands = (sp_input.indices, sp_input.dense_shape, sp_input.values, filler)
    return apply(_TO_DENSE, operands, {"validate_indices": bool(validate_indices)}, name)


def _dense(
    indices: np.ndarray, shape: np.ndarray, values: np.ndarray, filler: np.ndarray, validate_indices: bool
) -> np.ndarray:
    sizes = tuple(shape.tolist())
    wrong = np.flatnonzero(((indices < 0) | (indices >= shape)).any(1))
    if len(wrong):
        raise invalid_argument(
            f"indices[{wrong[0]}] = {_list_text(indices[wrong[0]])} is out of bounds: need 0 <= index < "
            f"{_list_text(shape)}"
        )
    if validate_indices:
        places = np.ravel_multi_index(tuple(indices.T), sizes) if len(indices) and sizes else np.zeros(0)
        late = np.flatnonzero(np.diff(places) <= 0)
        if len(late):
            what = "repeated" if places[late[0]] == places[late[0] + 1] else "out of order"
            raise invalid_argument(
                f"indices[{late[0] + 1}] = {_list_text(indices[late[0] + 1])} is {what}. Many sparse ops require "
                "sorted indices.\n    Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n"
            )
    result = np.full(sizes, filler, values.dtype)
    result[tuple(indices.T)] = values
    return result


def _list_text(numbers: np.ndarray) -> str:
    return f"[{','.join(map(str, numbers.tolist()))}]"


def _dense_gradient(node: Any, g: Any) -> list[Any]:
    at = indexing.gather_nd(g, node.inputs[0])
    return [None, None, at, reduction.reduce_sum(g) - reduction.reduce_sum(at)]


_TO_DENSE = declare(
    "SparseToDense",
    "indices: int64, shape: int64, values: T, default_value: T; validate_indices: bool -> T",
    _dense,
    gradient=_dense_gradient,
    shapes=lambda indices, shape, *rest, **attrs: constant_shape(shape),
)


def from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """The elements of a tensor that are not zero.

    >>> from_dense([0, 3]).values.numpy()
    array([3], dtype=int32)
    """
    x = convert_to_tensor(tensor)
    places = logic.where(logic.not_equal(x, shaping.zeros_like(x)))
    return SparseTensor(places, indexing.gather_nd(x, places), shaping.shape(x, dtypes.int64))


def reorder(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """The same tensor with its positions in ascending order."""
    order = sorting.argsort(_flat(sp_input), stable=True)
    return SparseTensor(
        indexing.gather(sp_input.indices, order), indexing.gather(sp_input.values, order), sp_input.dense_shape
    )


def add(a: Any, b: Any, threshold: Any = 0) -> Any:
    """The sum of two sparse tensors, or of a sparse one and a dense one.

    Args:
        a, b: of the same shape; at least one is sparse.
        threshold: sums whose size is below it are left out, if both are sparse.

    >>> add(from_dense([0, 3]), from_dense([1, 1])).values.numpy()
    array([1, 4], dtype=int32)
    """
    if not isinstance(a, SparseTensor) or not isinstance(b, SparseTensor):
        sparse, dense = (a, b) if isinstance(a, SparseTensor) else (b, a)
        return scattering.tensor_scatter_nd_add(convert_to_tensor(dense, sparse.dtype), sparse.indices, sparse.values)
    both = SparseTensor(
        assembling.concat([a.indices, b.indices], 0), assembling.concat([a.values, b.values], 0), a.dense_shape
    )
    places, where = sorting.unique(sorting.sort(_flat(both)))[0], _flat(both)
    total = reduction.unsorted_segment_sum(both.values, sorting.searchsorted(places, where), shaping.size(places))
    indices = shaping.transpose(partition.unravel_index(places, a.dense_shape))
    kept = elementwise.abs(total) >= shaping.cast(threshold, total.dtype) if threshold else None
    result = SparseTensor(indices, total, a.dense_shape)
    return result if kept is None else retain(result, kept)


def retain(sp_input: SparseTensor, to_retain: Any) -> SparseTensor:
    """The elements for which `to_retain` is True.

    Args:
        sp_input: of `n` elements.
        to_retain: bool, of shape `[n]`.

    >>> retain(from_dense([1, 2]), [False, True]).values.numpy()
    array([2], dtype=int32)
    """
    kept = convert_to_tensor(to_retain, dtypes.bool)
    return SparseTensor(
        indexing.boolean_mask(sp_input.indices, kept),
        indexing.boolean_mask(sp_input.values, kept),
        sp_input.dense_shape,
    )


def slice(sp_input: SparseTensor, start: Any, size: Any, name: str | None = None) -> SparseTensor:
    """The part that begins at `start` and has `size`, or what of it there is.

    Args:
        sp_input: a sparse tensor.
        start, size: a number per dimension.
        name: of the node.

    >>> slice(from_dense([1, 2, 3]), [1], [5]).values.numpy()
    array([2, 3], dtype=int32)
    """
    first, count = _int64(start), _int64(size)
    sizes = elementwise.minimum(count, sp_input.dense_shape - first)
    moved = sp_input.indices - first
    inside = reduction.reduce_all(logic.logical_and(moved >= 0, moved < sizes), 1)
    return retain(SparseTensor(moved, sp_input.values, sizes), inside)


def transpose(sp_input: SparseTensor, perm: Any = None, name: str | None = None) -> SparseTensor:
    """The tensor with its dimensions in another order; reversed by default.

    Args:
        sp_input: a sparse tensor.
        perm: for each dimension of the result that of `sp_input`.
        name: of the node.

    >>> transpose(from_dense([[0, 7]])).indices.numpy()
    array([[1, 0]])
    """
    order = creation.range(shaping.size(sp_input.dense_shape))[::-1] if perm is None else convert_to_tensor(perm)
    return reorder(
        SparseTensor(
            indexing.gather(sp_input.indices, order, axis=1),
            sp_input.values,
            indexing.gather(sp_input.dense_shape, order),
        )
    )


def reshape(sp_input: SparseTensor, shape: Any, name: str | None = None) -> SparseTensor:
    """The same elements in another shape, of which one size may be -1.

    Args:
        sp_input: a sparse tensor.
        shape: integers, of which one may be -1.
        name: of the node.

    >>> reshape(from_dense([[0, 7]]), [-1]).indices.numpy()
    array([[1]])
    """
    wanted = _int64(shape)
    total = reduction.reduce_prod(sp_input.dense_shape)
    wanted = logic.where(wanted < 0, total // elementwise.abs(reduction.reduce_prod(wanted)), wanted)
    return SparseTensor(shaping.transpose(partition.unravel_index(_flat(sp_input), wanted)), sp_input.values, wanted)


def expand_dims(sp_input: SparseTensor, axis: int | None = None, name: str | None = None) -> SparseTensor:
    """The tensor with a new dimension of size 1.

    Args:
        sp_input: a sparse tensor.
        axis: where it comes; last by default.
        name: of the node.

    >>> expand_dims(from_dense([0, 7]), 0).dense_shape.numpy()
    array([1, 2])
    """
    rank = sp_input.indices.shape[1]
    place = -1 if axis is None else axis
    place = place + rank + 1 if place < 0 else place
    zero = shaping.zeros_like(sp_input.indices[:, :1])
    indices = assembling.concat([sp_input.indices[:, :place], zero, sp_input.indices[:, place:]], 1)
    sizes = assembling.concat([sp_input.dense_shape[:place], [1], sp_input.dense_shape[place:]], 0)
    return SparseTensor(indices, sp_input.values, sizes)


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """What `op` makes of the values of sparse tensors, at the same positions.

    Args:
        op: takes the values in place of sparse tensors, and the other arguments as they are.
        *args, **kwargs: for `op`; at least one is sparse, and all sparse ones have the same positions.

    >>> import runtime as tf
    >>> map_values(tf.square, from_dense([0, 3])).values.numpy()
    array([9], dtype=int32)
    """
    like = next(x for x in [*args, *kwargs.values()] if isinstance(x, SparseTensor))

    def values(x: Any) -> Any:
        return x.values if isinstance(x, SparseTensor) else x

    return like.with_values(op(*map(values, args), **{name: values(x) for name, x in kwargs.items()}))


def reduce_sum(
    sp_input: SparseTensor, axis: Any = None, keepdims: bool | None = None, output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The sums of the elements along axes, as a dense tensor.

    Args:
        sp_input: a sparse tensor.
        axis: the axis, or axes; all by default.
        keepdims: whether these stay, with size 1.
        output_is_sparse: must be False.
        name: of the node.
    """
    if output_is_sparse:
        raise NotImplementedError("output_is_sparse is not covered: use tf.sparse.from_dense")
    return reduction.reduce_sum(to_dense(sp_input), axis, bool(keepdims), name)


def sparse_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Any:
    """The product of a sparse and a dense matrix, in either order.

    Args:
        sp_a, b: matrices, one sparse and one dense.
        adjoint_a, adjoint_b: whether the conjugate transpose is meant.
        name: of the node.

    >>> import runtime as tf
    >>> sparse_dense_matmul(SparseTensor([[0, 1]], [2.0], [2, 2]), tf.ones([2, 1])).numpy().tolist()
    [[2.0], [0.0]]
    """
    if isinstance(b, SparseTensor):
        product = sparse_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a)
        return shaping.transpose(product, conjugate=product.dtype.is_complex)
    dense = convert_to_tensor(b, sp_a.dtype)
    dense = shaping.transpose(dense, conjugate=dense.dtype.is_complex) if adjoint_b else dense
    into, out_of = (sp_a.indices[:, 1], sp_a.indices[:, 0]) if adjoint_a else (sp_a.indices[:, 0], sp_a.indices[:, 1])
    values = elementwise.conj(sp_a.values) if adjoint_a else sp_a.values
    parts = shaping.expand_dims(values, 1) * indexing.gather(dense, out_of)
    return reduction.unsorted_segment_sum(parts, into, sp_a.dense_shape[1 if adjoint_a else 0], name)


def _rebuilt(like: SparseTensor, components: Sequence[Any]) -> SparseTensor:
    return SparseTensor(*components)


point_wise.elementwise_types.add(SparseTensor)
register_composite(SparseTensor, Composite(lambda x: [x.indices, x.values, x.dense_shape], _rebuilt, lambda x: None))
__getattr__ = not_covered("tf.sparse", __all__)
