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


class SparseTensorSpec:
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

    def _key(self) -> tuple[Any, ...]:
        return SparseTensorSpec, self.shape, self.dtype

    def is_compatible_with(self, value: Any) -> bool:
        """Whether `value`, a sparse tensor or the spec of one, can be what this describes."""
        return (
            isinstance(value, (SparseTensor, SparseTensorSpec))
            and self.dtype is value.dtype
            and self.shape.is_compatible_with(value.shape)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SparseTensorSpec) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"SparseTensorSpec({self.shape!r}, {self.dtype!r})"


class RaggedTensorSpec:
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

    def _key(self) -> tuple[Any, ...]:
        return RaggedTensorSpec, self.shape, self.dtype, self.ragged_rank

    def is_compatible_with(self, value: Any) -> bool:
        """Whether `value`, a ragged tensor or the spec of one, can be what this describes."""
        return (
            isinstance(value, (RaggedTensor, RaggedTensorSpec))
            and self.dtype is value.dtype
            and self.ragged_rank == value.ragged_rank
            and self.shape.is_compatible_with(value.shape)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RaggedTensorSpec) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

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


def _joined_sparse(one: Any, other: Any) -> Any:
    if one.dtype is not other.dtype:
        return None
    return SparseTensorSpec(one.shape.most_specific_compatible_shape(other.shape), one.dtype)


def _joined_ragged(one: Any, other: Any) -> Any:
    if one.dtype is not other.dtype or one.ragged_rank != other.ragged_rank:
        return None
    shape = one.shape.most_specific_compatible_shape(other.shape)
    return RaggedTensorSpec(shape, one.dtype, one.ragged_rank)


_SPARSE = LeafType(
    lambda x: SparseTensorSpec(x.shape, x.dtype),
    lambda x: [x.indices, x.values, x.dense_shape],
    _sparse_components,
    lambda spec, parts: SparseTensor(*parts),
    _joined_sparse,
)
_RAGGED = LeafType(
    lambda x: RaggedTensorSpec(x.shape, x.dtype, x.ragged_rank),
    lambda x: [x.flat_values, *x.nested_row_splits],
    _ragged_components,
    lambda spec, parts: RaggedTensor.from_nested_row_splits(parts[0], parts[1:]),
    _joined_ragged,
)
structure.LEAVES[SparseTensor] = structure.SPECS[SparseTensorSpec] = _SPARSE
structure.LEAVES[RaggedTensor] = structure.SPECS[RaggedTensorSpec] = _RAGGED
