"""Operations that make tensors from sizes and numbers: constant, zeros, range, one_hot."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from runtime.core import arrays, dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.ir.graph import current_graph
from runtime.ir.values import EagerTensor, is_tensor
from runtime.library import assembling, elementwise, logic, shaping
from runtime.ops import creation as ops
from runtime.tensor.conversion import constant_node, convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str | None = "Const") -> Any:
    """A tensor with a given value.

    Args:
        value: a number, string, array, or a nested list of these.
        dtype: of the elements; by default it follows from the value.
        shape: of the result; a single value is repeated to fill it.
        name: of the node.

    Returns:
        A tensor; in a graph, a constant of the graph.

    Raises:
        TypeError: if the value cannot have `dtype`, or does not fill `shape`.
        ValueError: if no tensor can hold the value.

    >>> constant([1, 2, 3])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 3], dtype=int32)>
    >>> constant(0., shape=(2,)).numpy()
    array([0., 0.], dtype=float32)
    """
    wanted = dtypes.as_dtype(dtype) if dtype is not None else None
    if is_tensor(value):
        value = convert_to_tensor(value)
        if wanted is not None and value.dtype is not wanted:
            raise TypeError(f"Expected tensor {value} with dtype {wanted!r}, but got dtype {value.dtype!r}.")
        return value if shape is None else _filled_tensor(value, TensorShape(shape))
    tensor = convert_to_tensor(value, wanted, name=name) if shape is None else None
    if tensor is not None:
        return tensor
    array = _filled(arrays.array_of(value, wanted), TensorShape(shape), value)
    graph = current_graph()
    return EagerTensor(array) if graph is None else constant_node(graph, array, name)


def _filled_tensor(value: Any, shape: TensorShape) -> Any:
    if value.shape.num_elements() == 1:
        return fill(shape, shaping.reshape(value, []))
    return shaping.reshape(value, shape)


def _filled(array: np.ndarray, shape: TensorShape, value: Any) -> np.ndarray:
    count = shape.num_elements()
    sizes: Any = shape.as_list()
    if array.size == count:
        return array.reshape(sizes)
    if array.size == 1:
        return np.full(sizes, array.reshape(())[()], array.dtype)
    raise TypeError(
        f"Eager execution of tf.constant with unsupported shape. Tensor {array} (converted from {value}) has "
        f"{array.size} elements, but got `shape` {shape} with {count} elements)."
    )


def fill(dims: Any, value: Any, name: str | None = None) -> Any:
    """A tensor of shape `dims` in which every element is `value`.

    >>> fill([2, 2], 7).numpy().tolist()
    [[7, 7], [7, 7]]
    """
    return apply(ops.FILL, (shaping.shape_tensor(dims), convert_to_tensor(value)), NO_ATTRS, name)


_ZERO = {"string": b"", "bool": False}
_ONE = {"bool": True}


def zeros(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Any:
    """Zeros (empty strings, False) in `shape`.

    >>> zeros([2, 3]).shape
    TensorShape([2, 3])
    """
    dtype = dtypes.as_dtype(dtype)
    return _full(shape, _ZERO.get(dtype.kind, 0), dtype, name or "zeros")


def ones(shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> Any:
    """Ones (True) in `shape`.

    >>> ones([2], dtypes.int32).numpy()
    array([1, 1], dtype=int32)
    """
    dtype = dtypes.as_dtype(dtype)
    return _full(shape, _ONE.get(dtype.kind, 1), dtype, name or "ones")


def _full(shape: Any, value: Any, dtype: DType, name: str) -> Any:
    if current_graph() is not None and not is_tensor(shape):
        # A known shape makes a constant, as it would if it were written out.
        sizes = shaping.shape_tensor(shape) if _holds_tensors(shape) else TensorShape(shape)
        if isinstance(sizes, TensorShape) and (sizes.num_elements() or 0) < 1000:
            return constant(value, dtype, sizes, name)
    return fill(shape, constant(value, dtype), name)


def _holds_tensors(shape: Any) -> bool:
    return isinstance(shape, (list, tuple)) and any(is_tensor(x) for x in shape)


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Any:
    """The identity matrix, or a batch of them.

    Args:
        num_rows: the number of rows.
        num_columns: the number of columns; that of rows by default.
        batch_shape: the leading dimensions.
        dtype: of the elements.
        name: of the node.

    >>> eye(2).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    columns = num_rows if num_columns is None else num_columns
    rows, columns = range(num_rows), range(columns)
    matrix = shaping.cast(logic.equal(shaping.expand_dims(rows, 1), columns), dtype, name)
    if batch_shape is None:
        return matrix
    return assembling.broadcast_to(
        matrix, assembling.concat([shaping.shape_tensor(batch_shape), shaping.shape(matrix)], 0)
    )


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range") -> Any:
    """The numbers from `start` up to, and without, `limit`, in steps of `delta`.

    Args:
        start: the first number; the limit if that is not given.
        limit: where the numbers end.
        delta: the step.
        dtype: of the numbers; by default the widest of those of the arguments.
        name: of the node.

    Raises:
        InvalidArgumentError: if `delta` is 0, or leads away from `limit`.

    >>> range(3, 18, 5).numpy()
    array([ 3,  8, 13], dtype=int32)
    """
    if limit is None:
        start, limit = 0, start
    operands = [convert_to_tensor(x, dtype if not is_tensor(x) else None) for x in (start, limit, delta)]
    if dtype is None:
        order = [dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64]
        widest = max((x.dtype for x in operands), key=order.index)
    else:
        widest = dtypes.as_dtype(dtype)
    return apply(ops.RANGE, [shaping.cast(x, widest) for x in operands], NO_ATTRS, name)


def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Any:
    """`num` evenly spaced numbers from `start` to `stop`, both included.

    >>> linspace(0., 1., 5).numpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)
    """
    start, stop = convert_to_tensor(start), convert_to_tensor(stop)
    if start.dtype.is_integer:
        wide = elementwise.QUOTIENT[start.dtype]
        start, stop = shaping.cast(start, wide), shaping.cast(stop, wide)
    num = convert_to_tensor(num, dtype_hint=dtypes.int32)
    steps = shaping.cast(elementwise.maximum(num - 1, 1), start.dtype)
    positions = shaping.cast(range(num), start.dtype)
    if start.shape.rank != 0 or stop.shape.rank != 0:
        ranks = max(start.ndim, stop.ndim)
        place = axis if axis >= 0 else axis + ranks + 1
        positions = shaping.reshape(positions, [-1 if i == place else 1 for i in builtins.range(ranks + 1)])
        start, stop = shaping.expand_dims(start, place), shaping.expand_dims(stop, place)
    inner = start + positions * ((stop - start) / steps)
    return logic.where(logic.equal(positions, steps), stop, inner, name)


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Any:
    """Vectors that are `on_value` at the place an index names, and `off_value` elsewhere.

    Args:
        indices: integers; those outside of `[0, depth)` make vectors without an `on_value`.
        depth: the size of the new dimension.
        on_value, off_value: 1 and 0 by default.
        axis: where the new dimension is; last by default.
        dtype: of the result; that of the values, or float32.
        name: of the node.

    >>> one_hot([0, 2], 3).numpy().tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    if dtype is None:
        given = [convert_to_tensor(v) for v in (on_value, off_value) if v is not None]
        if len(given) == 2 and given[0].dtype is not given[1].dtype:
            raise TypeError(f"dtype {given[0].dtype} of on_value does not match dtype {given[1].dtype} of off_value")
        dtype = given[0].dtype if given else dtypes.float32
    on = convert_to_tensor(1 if on_value is None else on_value, dtype)
    off = convert_to_tensor(0 if off_value is None else off_value, dtype)
    indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
    depth = convert_to_tensor(depth, dtypes.int32)
    return apply(ops.ONE_HOT, (indices, depth, on, off), {"axis": -1 if axis is None else int(axis)}, name or "one_hot")
