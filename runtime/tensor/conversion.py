"""How a value becomes a tensor: an eager one, or in a graph a constant node."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import arrays, dtypes, quiet
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.ir.graph import current_graph
from runtime.ir.schema import OPS
from runtime.ir.value_types import adapts
from runtime.ir.values import EagerTensor, SymbolicTensor, Tensor, is_tensor, is_weak
from runtime.tensor.dispatch import apply


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Any:
    """`value` as a tensor; a Python value in a graph becomes a constant node.

    Args:
        value: a tensor, variable, number, string, array or nested sequence of these.
        dtype: that it must have.
        dtype_hint: that it should have if it can.
        name: of the node made, if one is.

    Returns:
        A tensor; `value` itself if it is one.

    Raises:
        ValueError: if it is a tensor of another dtype, or cannot be held by a tensor.
        TypeError: if it cannot have `dtype`.

    >>> convert_to_tensor([1, 2], dtype='float32')
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    if isinstance(value, Tensor):
        if is_weak(value):
            return _settled(value, dtype if dtype is not None else dtype_hint, dtype is not None)
        if dtype is not None and value.dtype is not dtype and value.dtype != dtypes.as_dtype(dtype):
            raise _other_dtype(value, dtypes.as_dtype(dtype))
        return value
    wanted = dtypes.as_dtype(dtype) if dtype is not None else None
    if wanted is not None and (type(value) is int or type(value) is float):
        number = eager_number(value, wanted)
        if number is not None:
            return number
    hint = dtypes.as_dtype(dtype_hint) if dtype_hint is not None and wanted is None else None
    if hasattr(type(value), "__tf_tensor__"):
        return value.__tf_tensor__(wanted, name)
    if type(value) in (list, tuple) and _holds_tensors(value):
        return _packed(value, wanted or hint, name)
    if isinstance(value, TensorShape):
        value, hint = _shape_value(value), hint or dtypes.int32
    elif isinstance(value, DType):
        value = value.as_datatype_enum
    return literal(_array_with_hint(value, wanted, hint), name)


def _other_dtype(value: Tensor, wanted: DType) -> ValueError:
    return ValueError(
        f"Tensor conversion requested dtype {wanted.name} for Tensor with dtype {value.dtype.name}: {value!r}"
    )


def _settled(value: Tensor, dtype: Any, required: bool) -> Tensor:
    """A staged Python number as a tensor of `dtype`, if it can be one."""
    if dtype is None or value.dtype is dtypes.as_dtype(dtype):
        return value
    wanted = dtypes.as_dtype(dtype)
    if adapts(value.dtype, wanted):
        return apply(OPS["Cast"], (value,), {"DstT": wanted})
    if required:
        raise _other_dtype(value, wanted)
    return value


def literal(array: np.ndarray, name: str | None = None) -> Any:
    """The tensor over a new array that nobody else holds; in a graph, a constant node."""
    graph = current_graph()
    return EagerTensor(array) if graph is None else constant_node(graph, array, name)


def eager_number(value: int | float, dtype: DType) -> EagerTensor | None:
    """A Python number as an eager tensor; None if that takes more thought: in a graph, or if it does not fit."""
    if dtype.kind not in _ROOM[type(value)] or current_graph() is not None:
        return None
    token = quiet.begin()
    try:
        return EagerTensor(np.array(value, dtype.dtype))
    except OverflowError:
        return None
    finally:
        quiet.end(token)


#: The kinds of dtypes that a number of a Python type can have.
_ROOM = {int: frozenset({"integer", "floating", "complex"}), float: frozenset({"floating", "complex"})}


def constant_node(graph: Any, array: np.ndarray, name: str | None = None) -> SymbolicTensor:
    """A new `Const` node of `graph` that holds `array`."""
    attrs = {"value": array, "dtype": dtypes.from_numpy(array.dtype)}
    return graph.add(OPS["Const"], (), attrs, name=name).outputs[0]


def _array_with_hint(value: Any, wanted: DType | None, hint: DType | None) -> np.ndarray:
    if hint is not None:
        try:
            return arrays.array_of(value, hint)
        except (TypeError, ValueError):
            pass
    if value is None and current_graph() is not None:
        raise ValueError("None values not supported.")
    try:
        return arrays.array_of(value, wanted)
    except TypeError as error:
        if current_graph() is None or wanted is None:
            raise
        raise TypeError(f"Expected {wanted.name}, but got {_culprit(value, wanted)}.") from error


def _culprit(value: Any, wanted: DType) -> str:
    """The first leaf of `value` that cannot have the dtype, and its type, for a message."""
    while isinstance(value, (list, tuple)):
        value = next((item for item in value if not _fits(item, wanted)), value[0])
    return f"{value!r} of type '{type(value).__name__}'"


def _fits(value: Any, wanted: DType) -> bool:
    try:
        arrays.array_of(value, wanted)
    except (TypeError, ValueError):
        return False
    return True


def _holds_tensors(value: Any) -> bool:
    for item in value:
        kind = type(item)
        if kind is int or kind is float:
            continue
        if issubclass(kind, Tensor) or hasattr(kind, "__tf_tensor__"):
            return True
        if (kind is list or kind is tuple) and _holds_tensors(item):
            return True
    return False


def _shape_value(shape: TensorShape) -> list[int]:
    if not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
    return shape.as_list()  # type: ignore[return-value]


def _packed(values: Any, dtype: DType | None, name: str | None = None) -> Any:
    """A sequence with tensors among its leaves, stacked into one."""
    dtype = dtype or _first_dtype(values)
    tensors = [
        _packed(x, dtype) if isinstance(x, (list, tuple)) and any(map(_has_tensor, x)) else _with_dtype(x, dtype)
        for x in values
    ]  # fmt: skip
    return apply(OPS["Pack"], tensors, {"axis": 0}, name or "packed")


def _with_dtype(value: Any, dtype: DType | None) -> Any:
    if isinstance(value, Tensor) and dtype is not None and value.dtype is not dtype:
        return apply(OPS["Cast"], (value,), {"DstT": dtype})
    return convert_to_tensor(value, dtype)


def _has_tensor(value: Any) -> bool:
    return is_tensor(value) or (isinstance(value, (list, tuple)) and any(map(_has_tensor, value)))


def _dtype_of(x: Any) -> DType:
    """The dtype of a tensor, or of what can be made one."""
    return getattr(x, "dtype", None) or convert_to_tensor(x).dtype


def _first_dtype(values: Any) -> DType | None:
    for x in values:
        if is_weak(x):
            continue
        found = _dtype_of(x) if is_tensor(x) else _first_dtype(x) if isinstance(x, (list, tuple)) else None
        if found is not None:
            return found
    return None
