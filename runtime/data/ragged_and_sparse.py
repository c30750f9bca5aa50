"""Ragged and sparse tensors as elements: they pass through every step that does not stack or slice elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.core import dtypes
from runtime.core.dtypes import DType, as_dtype
from runtime.core.shapes import TensorShape, as_shape
from runtime.core.specs import TensorSpec
from runtime.data import structure
from runtime.data.structure import LeafType
from runtime.structured.ragged import RaggedTensor
from runtime.structured.sparse import SparseTensor


class _StructuredSpec:
    """Base of the types of tensors that are made of several."""

    value_type: type
    #: The attributes that values of one type have in common, beside shapes that fit.
    _same: tuple[str, ...] = ("dtype",)

    shape: TensorShape
    dtype: DType

    def is_compatible_with(self, value: Any) -> bool:
        """Whether `value`, such a tensor or the spec of one, can be what this describes."""
        described: Any = value if isinstance(value, (self.value_type, type(self))) else None
        return described is not None and self._agrees(described) and self.shape.is_compatible_with(described.shape)

    def _agrees(self, other: Any) -> bool:
        return all(getattr(self, name) == getattr(other, name) for name in self._same)

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and self.shape == other.shape and self._agrees(other)

    def __hash__(self) -> int:
        return hash((type(self), self.shape, *[getattr(self, name) for name in self._same]))


class SparseTensorSpec(_StructuredSpec):
    """The type of a sparse tensor.

    Args:
        shape: of the whole.
        dtype: of the values.

    >>> SparseTensorSpec([3, None], dtypes.int32)
    SparseTensorSpec(TensorShape([3, None]), tf.int32)
    """

    value_type = SparseTensor

    def __init__(self, shape: Any = None, dtype: Any = dtypes.float32):
        self.shape: TensorShape = as_shape(shape)
        self.dtype: DType = as_dtype(dtype)

    def __repr__(self) -> str:
        return f"SparseTensorSpec({self.shape!r}, {self.dtype!r})"


class RaggedTensorSpec(_StructuredSpec):
    """The type of a ragged tensor.

    Args:
        shape: of the whole; None for its ragged dimensions.
        dtype: of the values.
        ragged_rank: how many dimensions are partitioned into rows; all but the last unless given.
        row_splits_dtype: of where rows begin.

    >>> RaggedTensorSpec([2, None], dtypes.int32)
    RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
    """

    value_type = RaggedTensor
    _same = ("dtype", "ragged_rank")

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        ragged_rank: Any = None,
        row_splits_dtype: Any = dtypes.int64,
    ):
        self.shape: TensorShape = as_shape(shape)
        self.dtype: DType = as_dtype(dtype)
        self.row_splits_dtype: DType = as_dtype(row_splits_dtype)
        if ragged_rank is None:
            if self.shape.rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = self.shape.rank - 1
        self.ragged_rank = int(ragged_rank)

    def __repr__(self) -> str:
        return f"RaggedTensorSpec({self.shape!r}, {self.dtype!r}, {self.ragged_rank}, {self.row_splits_dtype!r})"


def _sparse_components(spec: SparseTensorSpec) -> Sequence[TensorSpec]:
    rank = spec.shape.rank
    return [
        TensorSpec([None, rank], dtypes.int64), TensorSpec([None], spec.dtype), TensorSpec([rank], dtypes.int64),
    ]  # fmt: skip


def _ragged_components(spec: RaggedTensorSpec) -> Sequence[TensorSpec]:
    shape = spec.shape
    inner = TensorShape(None) if shape.rank is None else TensorShape([None, *shape.as_list()[spec.ragged_rank + 1 :]])
    rows = shape[0] if shape.rank else None
    splits = [TensorSpec([None if rows is None else rows + 1], dtypes.int64)]
    splits += [TensorSpec([None], dtypes.int64)] * (spec.ragged_rank - 1)
    return [TensorSpec(inner, spec.dtype), *splits]


def _joined(one: Any, other: Any) -> Any:
    if not one._agrees(other):
        return None
    shape = one.shape.most_specific_compatible_shape(other.shape)
    return type(one)(shape, *[getattr(one, name) for name in one._same])


_SPARSE = LeafType(
    lambda x: SparseTensorSpec(x.shape, x.dtype),
    lambda x: [x.indices, x.values, x.dense_shape],
    _sparse_components,
    lambda spec, parts: SparseTensor(*parts),
    _joined,
)
_RAGGED = LeafType(
    lambda x: RaggedTensorSpec(x.shape, x.dtype, x.ragged_rank),
    lambda x: [x.flat_values, *x.nested_row_splits],
    _ragged_components,
    lambda spec, parts: RaggedTensor.from_nested_row_splits(parts[0], parts[1:]),
    _joined,
)
structure.LEAVES[SparseTensor] = structure.SPECS[SparseTensorSpec] = _SPARSE
structure.LEAVES[RaggedTensor] = structure.SPECS[RaggedTensorSpec] = _RAGGED
