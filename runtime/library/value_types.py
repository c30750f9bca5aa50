"""The types of staged values, which branches and loops join."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.values import NO_NUMPYS


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a staged value.

    Attributes:
        dtype: of its elements.
        shape: as far as it is known.
        weak: whether it comes from a Python number, and gives way to the type of a tensor.
        of_numpy: what it has to do with NumPy, and so how it meets others.
    """

    dtype: DType
    shape: TensorShape
    weak: bool = False
    of_numpy: int = NO_NUMPYS

    @property
    def spec(self) -> TensorSpec:
        return TensorSpec(self.shape, self.dtype)
