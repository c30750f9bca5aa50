"""Operations on shape and dtype: shape, reshape, transpose, squeeze, cast, and tensors like another one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor, literal
from runtime.core import dtypes, errors, shapes
from runtime.core.dtypes import INEXACT, NUMBER, DType
from runtime.core.shapes import TensorShape, dimension_text
from runtime.ops import elementwise
from runtime.ops.declare import declare
from runtime.ops.dispatch import NO_ATTRS, apply
from runtime.ops.inference import normal_axis, same, scalar
from runtime.ops.rows import elementwise_types, no_gradient
from runtime.static_value import constant_int, constant_shape, constant_value
from runtime.tensor import Tensor

INDEX = (dtypes.int32, dtypes.int64)


def _cannot(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


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
    return apply(_SHAPE, (convert_to_tensor(input),), {"out_type": dtypes.as_dtype(out_type)}, name)


def size(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """The number of elements of `input`.

    >>> size([[1, 2, 3]]).numpy()
    np.int32(3)
    """
    return apply(_SIZE, (convert_to_tensor(input),), {"out_type": dtypes.as_dtype(out_type)}, name)


def rank(input: Any, name: str | None = None) -> Any:
    """The number of dimensions of `input`.

    >>> rank([[1, 2, 3]]).numpy()
    np.int32(2)
    """
    return apply(_RANK, (convert_to_tensor(input),), NO_ATTRS, name)


def sizes(x: Any) -> list[Any]:
    """The size of each dimension: a number where it is known, elsewhere a scalar tensor."""
    if x.shape.is_fully_defined():
        return x.shape.as_list()
    dynamic = shape(x)
    return [size if size is not None else dynamic[i] for i, size in enumerate(x.shape.as_list())]


_SHAPE = declare(
    "Shape", "input: T -> out_type", lambda x, out_type: np.array(x.shape, out_type.dtype),
    shapes=lambda x, out_type: [x.shape.rank], gradient=no_gradient,
)  # fmt: skip
_SIZE = declare(
    "Size", "input: T -> out_type", lambda x, out_type: np.array(x.size, out_type.dtype), shapes=scalar,
    gradient=no_gradient,
)  # fmt: skip
_RANK = declare("Rank", "input: T -> int32", lambda x: np.array(x.ndim, np.int32), shapes=scalar, gradient=no_gradient)
declare(
    "Const", "-> dtype", lambda value, dtype: value, shapes=lambda value, dtype: TensorShape(value.shape),
    gradient=no_gradient,
)  # fmt: skip


# -- the same elements -----------------------------------------------------------------------------------------------


def identity(input: Any, name: str | None = None) -> Any:
    """A tensor with the value of `input`."""
    return apply(_IDENTITY, (convert_to_tensor(input),), NO_ATTRS, name)


def identity_n(input: Any, name: str | None = None) -> list[Any]:
    """A list of tensors with the values of `input`."""
    return [identity(x, name) for x in input]


def shape_n(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> list[Any]:
    """The shape of each tensor of a list."""
    return [shape(x, out_type, name) for x in input]


def stop_gradient(input: Any, name: str | None = None) -> Any:
    """`input`, taken as a constant by gradients."""
    return apply(_STOP_GRADIENT, (convert_to_tensor(input),), NO_ATTRS, name)


_IDENTITY = declare("Identity", "input: T -> T", lambda x: x, shapes=same, gradient=lambda node, g: [g])
_STOP_GRADIENT = declare("StopGradient", "input: T -> T", lambda x: x, shapes=same, gradient=no_gradient)


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
    return x if x.dtype is dtype else apply(_CAST, (x,), {"DstT": dtype}, name)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Any:
    """`value` cast to `dtype`; what is out of its range becomes the nearest value in it."""
    dtype, value = dtypes.as_dtype(dtype), convert_to_tensor(value)
    if value.dtype.is_floating or value.dtype.is_integer:
        low, high = max(value.dtype.min, dtype.min), min(value.dtype.max, dtype.max)
        value = elementwise.maximum(elementwise.minimum(value, np.array(high)), np.array(low))
    return cast(value, dtype, name)


def _cast(x: np.ndarray, DstT: DType) -> Any:
    if x.dtype.kind == "c" and not DstT.is_complex and not DstT.is_bool:
        x = x.real
    return x.astype(DstT.dtype)


def _cast_gradient(node: Any, g: Any) -> list[Any]:
    source = node.inputs[0].dtype
    return [cast(g, source) if source in INEXACT and g.dtype in INEXACT else None]


_CAST = declare("Cast", "x: SrcT -> DstT", _cast, shapes=same, gradient=_cast_gradient, SrcT=NUMBER | {dtypes.bool})


def bitcast(input: Any, type: Any, name: str | None = None) -> Any:
    """The bits of `input` taken as elements of another dtype.

    If that is smaller, there is a new last dimension for the parts; if it is larger, the last dimension goes.

    >>> bitcast(1.0, dtypes.int32).numpy()
    np.int32(1065353216)
    """
    return apply(_BITCAST, (convert_to_tensor(input),), {"type": dtypes.as_dtype(type)}, name)


def _bitcast(x: np.ndarray, type: DType) -> np.ndarray:
    old, new = x.dtype.itemsize, type.dtype.itemsize
    flat = np.ascontiguousarray(x)
    if old == new:
        return flat.view(type.dtype).reshape(x.shape)
    if old > new:
        return flat.reshape(*x.shape, 1).view(type.dtype)
    if not x.ndim or x.shape[-1] * old != new:
        raise errors.InvalidArgumentError(
            None, None, f"Cannot bitcast from {dtypes.from_numpy(x.dtype).name} to {type.name}: shape {list(x.shape)}"
        )
    return flat.view(type.dtype).reshape(x.shape[:-1])


def _bitcast_shape(x: Any, type: DType) -> TensorShape:
    old, new = x.dtype.dtype.itemsize, type.dtype.itemsize
    if x.shape.rank is None or old == new:
        return x.shape
    return x.shape.concatenate([old // new]) if old > new else x.shape[:-1]


_BITCAST = declare(
    "Bitcast", "input: T -> type", _bitcast, shapes=_bitcast_shape, gradient=no_gradient,
    T=dtypes.NUMBER | {dtypes.bool},
)  # fmt: skip


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
    return apply(_RESHAPE, (convert_to_tensor(tensor, name="tensor"), shape_tensor(shape)), NO_ATTRS, name)


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


def _reshape(x: np.ndarray, shape: np.ndarray) -> np.ndarray:
    target = tuple(shape.tolist())
    if target.count(-1) > 1:
        raise _cannot(
            "Only one input size may be -1, not both " + " and ".join(str(i) for i, d in enumerate(target) if d == -1)
        )
    if -1 in target:
        rest = math.prod(d for d in target if d != -1)
        if rest == 0 or x.size % rest:
            raise _cannot(
                f"Input to reshape is a tensor with {x.size} values, but the requested shape requires a multiple of "
                f"{rest}"
            )
    elif math.prod(target) != x.size:
        raise _cannot(
            f"Input to reshape is a tensor with {x.size} values, but the requested shape has {math.prod(target)}"
        )
    return x.reshape(target)


def _reshape_shape(x: Any, shape: Any) -> TensorShape:
    value = constant_value(shape)
    wanted = constant_shape(shape)
    total = x.shape.num_elements()
    if wanted.rank is None:
        return wanted
    unknown = [i for i, d in enumerate(wanted) if d is None]
    if value is not None and int((value.ravel() < 0).sum()) > 1:
        raise ValueError("Shape contains more than one -1: only one size of `reshape` can be left open")
    if total is None:
        return wanted
    if not unknown:
        if wanted.num_elements() != total:
            raise ValueError(
                f"Cannot reshape a tensor with {total} elements to shape {dimension_text(wanted.as_list())} "
                f"({wanted.num_elements()} elements)"
            )
        return wanted
    rest = math.prod(d for d in wanted if d is not None)
    if len(unknown) == 1 and rest:
        if total % rest:
            raise ValueError(
                f"Dimension size must be evenly divisible by {rest} but is {total} in reshape to "
                f"{dimension_text(wanted.as_list())}"
            )
        return TensorShape([total // rest if d is None else d for d in wanted])
    return wanted


_RESHAPE = declare(
    "Reshape", "tensor: T, shape: Tshape -> T", _reshape, shapes=_reshape_shape, Tshape=INDEX,
    gradient=lambda node, g: [reshape(g, shape(node.inputs[0])), None],
)  # fmt: skip


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Any:
    """`x`, once it is checked that it has `shape`, which may be partly unknown.

    Raises:
        InvalidArgumentError: when it runs, if it has not.
        ValueError: while a graph is built, if it cannot have.
    """
    return apply(_ENSURE_SHAPE, (convert_to_tensor(x),), {"shape": TensorShape(shape)}, name)


def _ensure_shape(x: np.ndarray, shape: TensorShape) -> np.ndarray:
    if not shape.is_compatible_with(x.shape):
        raise _cannot(
            f"Shape of tensor input {dimension_text(x.shape)} is not compatible with expected shape "
            f"{dimension_text(shape.as_list())}."
        )
    return x


_ENSURE_SHAPE = declare(
    "EnsureShape", "input: T -> T", _ensure_shape, shapes=lambda x, shape: x.shape.merge_with(shape),
    gradient=lambda node, g: [g],
)  # fmt: skip


def expand_dims(input: Any, axis: Any, name: str | None = None) -> Any:
    """`input` with a dimension of size 1 inserted before `axis`.

    >>> expand_dims([1, 2], -1).shape
    TensorShape([2, 1])
    """
    return apply(_EXPAND_DIMS, (convert_to_tensor(input), convert_to_tensor(axis, dtype_hint=dtypes.int32)), NO_ATTRS,
                 name or "ExpandDims")  # fmt: skip


def _expand_dims(x: np.ndarray, axis: np.ndarray) -> np.ndarray:
    position = int(axis.item())
    if not -x.ndim - 1 <= position <= x.ndim:
        raise _cannot(f"Tried to expand dim index {position} for tensor with {x.ndim} dimensions.")
    return np.expand_dims(x, position)


def _expand_dims_shape(x: Any, axis: Any) -> TensorShape:
    position, known = constant_int(axis), x.shape.rank
    if known is None:
        return shapes.UNKNOWN
    if position is None:
        return shapes.unknown_shape(known + 1)
    position = normal_axis(position, known + 1, "dim {axis} not in the interval [-{rank}, {rank}).")
    dims = x.shape.as_list()
    return TensorShape([*dims[:position], 1, *dims[position:]])


_EXPAND_DIMS = declare(
    "ExpandDims", "input: T, dim: Tdim -> T", _expand_dims, shapes=_expand_dims_shape, Tdim=INDEX,
    gradient=lambda node, g: [reshape(g, shape(node.inputs[0])), None],
)  # fmt: skip


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
    return apply(_SQUEEZE, (convert_to_tensor(input),), {"squeeze_dims": axes}, name)


def _squeeze(x: np.ndarray, squeeze_dims: tuple[int, ...]) -> np.ndarray:
    for axis in squeeze_dims:
        if not -x.ndim <= axis < x.ndim:
            raise _cannot(f"Tried to squeeze dim index {axis} for tensor with {x.ndim} dimensions.")
        if x.shape[axis] != 1:
            raise _cannot(f"Can not squeeze dim[{axis % x.ndim}], expected a dimension of 1, got {x.shape[axis]}")
    return np.squeeze(x, squeeze_dims or None)


def _squeeze_shape(x: Any, squeeze_dims: tuple[int, ...]) -> TensorShape:
    if x.shape.rank is None:
        return shapes.UNKNOWN
    dims = x.shape.as_list()
    if not squeeze_dims:
        return shapes.UNKNOWN if None in dims else TensorShape([d for d in dims if d != 1])
    gone = {normal_axis(a, len(dims), "Tried to squeeze dim index {axis} for tensor with {rank} dimensions.")
            for a in squeeze_dims}  # fmt: skip
    for a in sorted(gone):
        if dims[a] not in (1, None):
            raise ValueError(f"Can not squeeze dim[{a}], expected a dimension of 1, got {dims[a]}")
    return TensorShape([d for i, d in enumerate(dims) if i not in gone])


_SQUEEZE = declare(
    "Squeeze", "input: T -> T", _squeeze, shapes=_squeeze_shape,
    gradient=lambda node, g: [reshape(g, shape(node.inputs[0]))],
)  # fmt: skip


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
        perm = list(range(known))[::-1] if known is not None else rank(a) - 1 - _range(rank(a))
    result = apply(_TRANSPOSE, (a, shape_tensor(perm, "perm")), NO_ATTRS, name or "transpose")
    return elementwise.conj(result) if conjugate else result


def _range(limit: Any) -> Any:
    from runtime.ops.creation import range as range_  # creation is built on this module

    return range_(limit)


def _transpose(x: np.ndarray, perm: np.ndarray) -> np.ndarray:
    order = perm.tolist()
    if len(order) != x.ndim:
        raise _cannot(f"transpose expects a vector of size {x.ndim}. But input(1) is a vector of size {len(order)}")
    places = {d + x.ndim if d < 0 else d for d in order}
    missing = next((d for d in range(x.ndim) if d not in places), None)
    if missing is not None:
        raise _cannot(f"{missing} is missing from {{{','.join(map(str, order))}}}.")
    return x.transpose(order)


def _transpose_shape(x: Any, perm: Any) -> TensorShape:
    order = constant_value(perm)
    if order is None:
        return shapes.unknown_shape(x.shape.rank if x.shape.rank is not None else perm.shape.num_elements())
    if x.shape.rank is None:
        return shapes.unknown_shape(order.size)
    if order.size != x.shape.rank:
        raise ValueError(f"Dimension must be {x.shape.rank} but is {order.size}")
    return TensorShape([x.shape[int(d)] for d in order])


_TRANSPOSE = declare(
    "Transpose", "x: T, perm: Tperm -> T", _transpose, shapes=_transpose_shape, Tperm=INDEX,
    gradient=lambda node, g: [transpose(g, invert_permutation(node.inputs[1])), None],
)  # fmt: skip


def invert_permutation(x: Any, name: str | None = None) -> Any:
    """The permutation that undoes the permutation `x`: `y[x[i]] = i`."""
    return apply(_INVERT_PERMUTATION, (convert_to_tensor(x),), NO_ATTRS, name)


def _inverse_permutation(x: np.ndarray) -> np.ndarray:
    if x.ndim != 1:
        raise errors.InvalidArgumentError(None, None, f"invert_permutation expects a 1D vector, got shape {x.shape}")
    result = np.full(len(x), -1, x.dtype)
    for i, place in enumerate(x.tolist()):
        if not 0 <= place < len(x):
            raise errors.InvalidArgumentError(None, None, f"{place} is not between 0 and {len(x)}")
        if result[place] != -1:
            raise errors.InvalidArgumentError(None, None, f"{place} is duplicated in the input.")
        result[place] = i
    return result


_INVERT_PERMUTATION = declare(
    "InvertPermutation",
    "x: T -> T",
    _inverse_permutation,
    shapes=same,
    T=INDEX,
    gradient=no_gradient,
)


def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Zeros (or empty strings, or False) in the shape of `input`."""
    return _like(_ZEROS_LIKE, 0, input, dtype, name)


def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Ones (or True) in the shape of `input`."""
    return _like(_ONES_LIKE, 1, input, dtype, name)


def _like(op: Any, value: int, input: Any, dtype: Any, name: str | None) -> Any:
    x = convert_to_tensor(input)
    if dtype is not None and dtypes.as_dtype(dtype) is not x.dtype:
        from runtime.ops.creation import fill  # creation is built on this module

        return fill(shape(x), np.array(value, dtypes.as_dtype(dtype).dtype), name)
    return apply(op, (x,), NO_ATTRS, name or ("zeros_like" if value == 0 else "ones_like"))


def _zeros_like(x: np.ndarray) -> np.ndarray:
    return np.full(x.shape, b"", object) if x.dtype == object else np.zeros_like(x)


_ZEROS_LIKE = declare("ZerosLike", "x: T -> T", _zeros_like, shapes=same, gradient=no_gradient)
_ONES_LIKE = declare("OnesLike", "x: T -> T", np.ones_like, shapes=same, gradient=no_gradient, T=NUMBER | {dtypes.bool})
