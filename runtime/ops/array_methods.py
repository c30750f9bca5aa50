"""What NumPy's arrays do that tensors have no methods for: in converted code, where an array has become a tensor.

TensorFlow's tensors have none of these, and outside of converted code neither have these. Methods that change an array
where it stands are not among them, for tensors do not change.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.operators.calls import call
from runtime.core import dtypes
from runtime.ops import elementwise
from runtime.ops import public as tf
from runtime.ops.array_lengths import check_not_empty, has_lengths
from runtime.tensor import array_attributes

_PYTHON = {bool: dtypes.bool, int: dtypes.int32, float: dtypes.float32}


def _number(x: Any) -> Any:
    """Bools count as integers."""
    return tf.cast(x, dtypes.int32) if x.dtype is dtypes.bool else x


def real(x: Any) -> Any:
    """Integers have a mean that is a float."""
    return x if x.dtype.is_floating or x.dtype.is_complex else tf.cast(x, dtypes.float32)


def _reducing(reduce: Callable[..., Any], prepared: Callable[[Any], Any]) -> Callable[..., Any]:
    def method(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        return reduce(prepared(x), axis=axis, keepdims=keepdims)

    return method


def _extreme(reduce: Callable[..., Any], name: str) -> Callable[..., Any]:
    def method(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        check_not_empty(x, axis, f"zero-size array to reduction operation {name} which has no identity")
        return reduce(x, axis=axis, keepdims=keepdims)

    return method


def _place(find: Callable[..., Any], name: str) -> Callable[..., Any]:
    def method(x: Any, axis: Any = None) -> Any:
        check_not_empty(x, axis, f"attempt to get {name} of an empty sequence")
        return find(flat(x), 0, output_type=dtypes.int32) if axis is None else find(x, axis, output_type=dtypes.int32)

    return method


def flat(x: Any) -> Any:
    """A vector of all elements."""
    return tf.reshape(x, [-1])


def _reshaped(x: Any, *shape: Any) -> Any:
    return tf.reshape(x, shape[0] if len(shape) == 1 else shape)


def _transposed(x: Any, *axes: Any) -> Any:
    order = axes[0] if len(axes) == 1 else axes
    return tf.transpose(x, order or None)


def _summed_up(x: Any, axis: Any = None) -> Any:
    return tf.cumsum(flat(_number(x))) if axis is None else tf.cumsum(_number(x), axis)


def as_type(x: Any, dtype: Any) -> Any:
    """A tensor of another dtype, given as NumPy's or Python's."""
    known = _PYTHON.get(dtype)
    return tf.cast(x, dtypes.from_numpy(np.dtype(dtype)) if known is None else known)


def size(x: Any) -> Any:
    """How many elements there are."""
    shape = x.shape.as_list() if x.shape.rank is not None else [None]
    return tf.size(x) if None in shape else math.prod(shape)


def _listed(x: Any) -> Any:
    if x.shape.rank == 0:
        return x
    if x.shape.rank == 1 and x.shape[0] is None and has_lengths():
        return call(list)(x)
    if x.shape.rank is None or x.shape[0] is None:
        raise AttributeError("a tensor whose shape is known only when the graph runs cannot be made a list: return it")
    return [_listed(x[i]) for i in range(x.shape[0])]


METHODS: dict[str, Callable[..., Any]] = {
    "copy": tf.identity,
    "sum": _reducing(tf.reduce_sum, _number),
    "prod": _reducing(tf.reduce_prod, _number),
    "max": _extreme(tf.reduce_max, "maximum"),
    "min": _extreme(tf.reduce_min, "minimum"),
    "mean": _reducing(tf.reduce_mean, real),
    "any": _reducing(tf.reduce_any, lambda x: tf.cast(x, dtypes.bool)),
    "all": _reducing(tf.reduce_all, lambda x: tf.cast(x, dtypes.bool)),
    "argmax": _place(tf.argmax, "argmax"),
    "argmin": _place(tf.argmin, "argmin"),
    "cumsum": _summed_up,
    "astype": as_type,
    "dot": lambda x, y: x * y if 0 in (x.shape.rank, np.ndim(y)) else x @ y,
    "reshape": _reshaped,
    "ravel": flat,
    "flatten": flat,
    "transpose": _transposed,
    "tolist": _listed,
    "item": lambda x: tf.reshape(x, []),
    "conj": elementwise.conj,
    "conjugate": elementwise.conj,
}

PROPERTIES: dict[str, Callable[[Any], Any]] = {
    "T": _transposed, "size": size, "real": elementwise.real, "imag": elementwise.imag,
}  # fmt: skip

array_attributes.update(PROPERTIES)
array_attributes.update({name: functools.partial(functools.partial, method) for name, method in METHODS.items()})
