"""`IndexedSlices`: a tensor of zeros but for some slices, as the gradient of what was gathered from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograph.staging import Composite, register_composite
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.ir.static_value import constant_value
from runtime.library import assembling, scattering, shaping
from runtime.tensor.conversion import convert_to_tensor


class IndexedSlices:
    """Slices along the first dimension of a tensor that is zero elsewhere; slices of the same index add up.

    Args:
        values: the slices: a tensor of shape `[n, ...]`.
        indices: where each belongs: an integer tensor of shape `[n]`.
        dense_shape: the shape of the whole, a tensor; None if it is not known.

    >>> import runtime as tf
    >>> s = IndexedSlices(tf.constant([[1., 2.], [3., 4.]]), tf.constant([2, 2]), tf.constant([3, 2]))
    >>> convert_to_tensor(s).numpy()
    array([[0., 0.],
           [0., 0.],
           [4., 6.]], dtype=float32)
    """

    #: numpy leaves binary operators with slices on the right to them.
    __array_priority__ = 100

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None):
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    @property
    def values(self) -> Any:
        return self._values

    @property
    def indices(self) -> Any:
        return self._indices

    @property
    def dense_shape(self) -> Any:
        return self._dense_shape

    @property
    def dtype(self) -> DType:
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole."""
        known = None if self._dense_shape is None else constant_value(self._dense_shape)
        return TensorShape(None) if known is None else TensorShape(np.asarray(known).tolist())

    @property
    def name(self) -> str:
        return self._values.name

    @property
    def op(self) -> Any:
        return self._values.op

    @property
    def graph(self) -> Any:
        return self._values.graph

    def __tf_tensor__(self, dtype: DType | None = None, name: str | None = None) -> Any:
        if self._dense_shape is None:
            raise ValueError("IndexedSlices whose dense_shape is not known cannot become a tensor")
        indices = shaping.expand_dims(self._indices, -1)
        # The slices of an index that occurs several times are summed.
        dense = scattering.scatter_nd(indices, self._values, shaping.cast(self._dense_shape, indices.dtype))
        return convert_to_tensor(dense, dtype)

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __mul__(self, factor: Any) -> IndexedSlices:
        return IndexedSlices(self._values * factor, self._indices, self._dense_shape)

    __rmul__ = __mul__

    def __repr__(self) -> str:
        shape = "" if self._dense_shape is None else f", dense_shape={self._dense_shape!s}"
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"

    __str__ = __repr__


def _rebuilt(like: IndexedSlices, components: Sequence[Any]) -> IndexedSlices:
    return IndexedSlices(*components)


register_composite(
    IndexedSlices,
    Composite(
        lambda slices: [x for x in (slices.values, slices.indices, slices.dense_shape) if x is not None],
        _rebuilt,
        lambda slices: slices.dense_shape is None,
    ),
)


def joined(slices: list[IndexedSlices]) -> IndexedSlices:
    """The sum of several, as one."""
    indices = [s.indices for s in slices]
    if any(i.dtype is not indices[0].dtype for i in indices):
        indices = [shaping.cast(i, "int64") for i in indices]
    return IndexedSlices(
        assembling.concat([s.values for s in slices], 0), assembling.concat(indices, 0), slices[0].dense_shape
    )
