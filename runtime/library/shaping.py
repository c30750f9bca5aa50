"""Operations on shape and dtype: shape, reshape, transpose, squeeze, cast, and tensors like another one."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.shapes import TensorShape
from runtime.ir.values import Tensor
from runtime.library.point_wise import elementwise_types
from runtime.ops import shaping as ops
from runtime.ops.creation import FILL, RANGE
from runtime.ops.elementwise import CONJ
from runtime.tensor.conversion import convert_to_tensor, literal
from runtime.tensor.dispatch import NO_ATTRS, apply

# -- what is known of a tensor ---------------------------------------------------------------------------------------


def shape(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """The shape of `input` as a vector of integers.

    Args:
        input: a tensor.
        out_type: int32 or int64.
        name: of the node.

    >>> shape([[1, 2, 3]]).numpy()
    array([1, 3], dtype=int32)
    """
    return apply(ops.SHAPE, (convert_to_tensor(input),), {"out_type": dtypes.as_dtype(out_type)}, name)


def size(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """The number of elements of `input`.

    >>> size([[1, 2, 3]]).numpy()
    np.int32(3)
    """
    return apply(ops.SIZE, (convert_to_tensor(input),), {"out_type": dtypes.as_dtype(out_type)}, name)


def rank(input: Any, name: str | None = None) -> Any:
    """The number of dimensions of `input`.

    >>> rank([[1, 2, 3]]).numpy()
    np.int32(2)
    """
    return apply(ops.RANK, (convert_to_tensor(input),), NO_ATTRS, name)


def sizes(x: Any) -> list[Any]:
    """The size of each dimension: a number where it is known, elsewhere a scalar tensor."""
    if x.shape.is_fully_defined():
        return x.shape.as_list()
    dynamic = shape(x)
    return [size if size is not None else dynamic[i] for i, size in enumerate(x.shape.as_list())]


# -- the same elements -----------------------------------------------------------------------------------------------


def identity(input: Any, name: str | None = None) -> Any:
    """A tensor with the value of `input`."""
    return apply(ops.IDENTITY, (convert_to_tensor(input),), NO_ATTRS, name)


def identity_n(input: Any, name: str | None = None) -> list[Any]:
    """A list of tensors with the values of `input`."""
    return [identity(x, name) for x in input]


def shape_n(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> list[Any]:
    """The shape of each tensor of a list."""
    return [shape(x, out_type, name) for x in input]


def stop_gradient(input: Any, name: str | None = None) -> Any:
    """`input`, taken as a constant by gradients."""
    return apply(ops.STOP_GRADIENT, (convert_to_tensor(input),), NO_ATTRS, name)


def cast(x: Any, dtype: Any, name: str | None = None) -> Any:
    """`x` with another dtype; to integers, floating-point numbers are truncated.

    Args:
        x: a tensor of numbers or booleans.
        dtype: the new dtype.
        name: of the node.

    >>> cast([1.8, -1.8], dtypes.int32).numpy()
    array([ 1, -1], dtype=int32)
    """
    dtype = dtypes.as_dtype(dtype)
    if type(x) in elementwise_types:
        return x.__tf_elementwise__(lambda values: cast(values, dtype), x)
    x = convert_to_tensor(x, name="x")
    if x.dtype is not dtype and dtypes.string in (x.dtype, dtype):
        instead = "tf.strings.to_number" if x.dtype is dtypes.string else "tf.strings.as_string"
        raise errors.UnimplementedError(
            None, None, f"Cast {x.dtype.name} to {dtype.name} is not supported: use {instead} [Op:Cast]"
        )
    return x if x.dtype is dtype else apply(ops.CAST, (x,), {"DstT": dtype}, name)


def bitcast(input: Any, type: Any, name: str | None = None) -> Any:
    """The bits of `input` taken as elements of another dtype.

    If that is smaller, there is a new last dimension for the parts; if it is larger, the last dimension goes.

    >>> bitcast(1.0, dtypes.int32).numpy()
    np.int32(1065353216)
    """
    return apply(ops.BITCAST, (convert_to_tensor(input),), {"type": dtypes.as_dtype(type)}, name)


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Any:
    """The elements of `tensor`, in order, in another shape.

    Args:
        tensor: a tensor.
        shape: the new shape; one size may be -1, and follows from the others.
        name: of the node.

    Raises:
        InvalidArgumentError: if the number of elements differs.

    >>> reshape([1, 2, 3, 4], [2, -1]).numpy()
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    return apply(ops.RESHAPE, (convert_to_tensor(tensor, name="tensor"), shape_tensor(shape)), NO_ATTRS, name)


def shape_tensor(shape: Any, name: str = "shape") -> Any:
    """A shape given as numbers, tensors or a mixture, as an integer vector."""
    if isinstance(shape, Tensor):
        return shape
    if isinstance(shape, (int, np.integer)):
        shape = [shape]
    if isinstance(shape, (list, tuple)) and all(type(x) is int for x in shape):
        try:
            return literal(np.array(shape, np.int32), name)
        except OverflowError:
            return literal(np.array(shape, np.int64), name)
    if isinstance(shape, (list, tuple)) and any(x is None for x in shape):
        raise ValueError(f"Tried to convert 'shape' to a tensor and failed. Error: None values not supported: {shape}")
    return convert_to_tensor(shape, dtype_hint=dtypes.int32, name=name)


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Any:
    """`x`, once it is checked that it has `shape`, which may be partly unknown.

    Raises:
        InvalidArgumentError: when it runs, if it has not.
        ValueError: while a graph is built, if it cannot have.
    """
    return apply(ops.ENSURE_SHAPE, (convert_to_tensor(x),), {"shape": TensorShape(shape)}, name)


def expand_dims(input: Any, axis: Any, name: str | None = None) -> Any:
    """`input` with a dimension of size 1 inserted before `axis`.

    >>> expand_dims([1, 2], -1).shape
    TensorShape([2, 1])
    """
    operands = (convert_to_tensor(input), convert_to_tensor(axis, dtype_hint=dtypes.int32))
    return apply(ops.EXPAND_DIMS, operands, NO_ATTRS, name or "ExpandDims")


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Any:
    """`input` without dimensions of size 1.

    Args:
        input: a tensor.
        axis: the dimensions to remove; all of size 1 by default.
        name: of the node.

    Raises:
        InvalidArgumentError: if a dimension in `axis` is not of size 1.

    >>> squeeze([[[1, 2]]], 0).shape
    TensorShape([1, 2])
    """
    axes = () if axis is None else tuple(int(a) for a in (axis if isinstance(axis, (list, tuple)) else [axis]))
    return apply(ops.SQUEEZE, (convert_to_tensor(input),), {"squeeze_dims": axes}, name)


def transpose(a: Any, perm: Any = None, conjugate: bool = False, name: str | None = None) -> Any:
    """`a` with its dimensions permuted; reversed by default.

    Args:
        a: a tensor.
        perm: for each dimension of the result, which one of `a` it is.
        conjugate: whether complex numbers are conjugated.
        name: of the node.

    >>> transpose([[1, 2, 3]]).numpy().tolist()
    [[1], [2], [3]]
    """
    a = convert_to_tensor(a, name="a")
    if perm is None:
        known = a.shape.rank
        perm = list(range(known))[::-1] if known is not None else rank(a) - 1 - range_of(rank(a))
    result = apply(ops.TRANSPOSE, (a, shape_tensor(perm, "perm")), NO_ATTRS, name or "transpose")
    return apply(CONJ, (result,)) if conjugate and a.dtype.is_complex else result


def range_of(limit: Any) -> Any:
    """The numbers from 0 to an int32 tensor."""
    zero, one = (literal(np.array(number, np.int32)) for number in (0, 1))
    return apply(RANGE, (zero, limit, one))


def invert_permutation(x: Any, name: str | None = None) -> Any:
    """The permutation that undoes the permutation `x`: `y[x[i]] = i`."""
    return apply(ops.INVERT_PERMUTATION, (convert_to_tensor(x),), NO_ATTRS, name)


def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Zeros (or empty strings, or False) in the shape of `input`."""
    return _like(ops.ZEROS_LIKE, 0, input, dtype, name)


def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Ones (or True) in the shape of `input`."""
    return _like(ops.ONES_LIKE, 1, input, dtype, name)


def _like(op: Any, value: int, input: Any, dtype: Any, name: str | None) -> Any:
    x = convert_to_tensor(input)
    if dtype is not None and dtypes.as_dtype(dtype) is not x.dtype:
        return apply(FILL, (shape(x), literal(np.array(value, dtypes.as_dtype(dtype).dtype))), NO_ATTRS, name)
    return apply(op, (x,), NO_ATTRS, name or ("zeros_like" if value == 0 else "ones_like"))
