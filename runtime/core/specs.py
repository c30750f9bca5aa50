"""The type of a tensor: dtype and static shape.

A `TensorSpec` is what users write in an `input_signature`, and what inference takes and returns (its name is ignored
there).
"""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes, shapes
from runtime.core.arrays import array_of
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape


class TensorSpec:
    """The dtype and the shape, as far as known, of a tensor.

    Args:
        shape: a `TensorShape` or what makes one; None for an unknown rank.
        dtype: a `DType` or what names one.
        name: of the argument it describes.

    >>> TensorSpec([None, 2], dtypes.int32)
    TensorSpec(shape=(None, 2), dtype=tf.int32, name=None)
    """

    __slots__ = ("_dtype", "_hash", "_name", "_shape")

    def __init__(self, shape: Any = None, dtype: Any = dtypes.float32, name: str | None = None):
        self._shape = shapes.as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._name = name
        self._hash: int | None = None

    @property
    def shape(self) -> TensorShape:
        return self._shape

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def name(self) -> str | None:
        return self._name

    #: The class of what it describes: `Tensor`, which is built on specs and puts itself here.
    value_type: Any = None

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """The spec of `tensor`: its dtype and shape, and its name if it has one."""
        return cls(tensor.shape, tensor.dtype, name or getattr(getattr(tensor, "op", None), "name", None))

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """A copy of `spec`, named `name` if given."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    def is_compatible_with(self, value: Any) -> bool:
        """Whether `value`, a tensor, a spec or what converts to a tensor, can be what `self` describes."""
        if not hasattr(value, "dtype") or not hasattr(value, "shape"):
            try:
                array = _array_like(value, self._dtype)
            except (TypeError, ValueError):
                return False
            return self._dtype == dtypes.from_numpy(array.dtype) and self._shape.is_compatible_with(array.shape)
        return self._dtype == value.dtype and self._shape.is_compatible_with(value.shape)

    def is_subtype_of(self, other: Any) -> bool:
        """Whether all that `self` describes is described by `other`."""
        return (
            isinstance(other, TensorSpec)
            and self._dtype is other._dtype
            and self._name == other._name
            and self._shape.is_subtype_of(other._shape)
        )

    def most_specific_common_supertype(self, others: Any) -> TensorSpec | None:
        """The most specific spec that describes what `self` and all of `others` do; None if there is none."""
        shape = self._shape
        for other in others:
            if not isinstance(other, TensorSpec) or other._dtype is not self._dtype or other._name != self._name:
                return None
            shape = shape.most_specific_compatible_shape(other._shape)
        return TensorSpec(shape, self._dtype, self._name)

    def most_specific_compatible_type(self, other: TensorSpec) -> TensorSpec:
        """As `most_specific_common_supertype`, of one other.

        Raises:
            ValueError: if the dtypes differ.
        """
        if self._dtype is not other._dtype:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return TensorSpec(self._shape.most_specific_compatible_shape(other._shape), self._dtype, self._name)

    def with_shape(self, shape: Any) -> TensorSpec:
        """The same dtype and name with another shape."""
        return TensorSpec(shape, self._dtype, self._name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorSpec):
            return NotImplemented
        return self._dtype is other._dtype and self._shape == other._shape and self._name == other._name

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self._shape, self._dtype))
        return self._hash

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"

    def __reduce__(self) -> Any:
        return TensorSpec, (self._shape, self._dtype, self._name)


def _array_like(value: Any, dtype: DType) -> Any:
    """The array of a Python value: of this dtype, if it can have it."""
    try:
        return array_of(value, dtype)
    except (TypeError, ValueError):
        return array_of(value)
