"""The types of values in staged code, and the lattice in which those of numbers meet.

As in TensorFlow, an operator takes operands of one dtype. What was a Python number is *weak*: it takes the dtype of a
tensor that can hold numbers of its kind, and stays weak beside others of its like. What comes from NumPy meets others
as NumPy's arrays do. Operators (`runtime.library.promotion`), conversion to tensors, and branches and loops that join
values (`runtime.staging`) all ask here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.values import NO_NUMPYS, NUMPYS, WIDE

#: The dtypes of Python's numbers.
OF_PYTHON = {bool: dtypes.bool, int: dtypes.int32, float: dtypes.float32}


class ElementType:
    """The type of the elements of a list of tensors: part of the type of its handle, a tensor of dtype variant.

    All versions of a list share one: what is learned of the elements of a version is known of those of all.

    Args:
        dtype: of the elements.
        shape: as far as it is known.
        is_uniform: whether all elements have the same shape.
    """

    __slots__ = ("dtype", "is_uniform", "shape")

    def __init__(self, dtype: DType, shape: TensorShape, is_uniform: bool = True):
        self.dtype = dtype
        self.shape = shape
        self.is_uniform = is_uniform

    @property
    def spec(self) -> TensorSpec:
        return TensorSpec(self.shape, self.dtype)

    def learn(self, shape: TensorShape) -> None:
        """Takes note of the shape of an element.

        Raises:
            ValueError: if elements cannot have it.
        """
        if not self.shape.is_compatible_with(shape):
            raise ValueError(f"Incompatible shape for value ({shape}), expected ({self.shape})")
        if self.is_uniform:
            self.shape = self.shape.merge_with(shape)

    def __repr__(self) -> str:
        return f"ElementType({self.dtype.name}, {self.shape})"


def joined_elements(left: ElementType | None, right: ElementType | None) -> ElementType | None:
    """The type of the elements of a list that is one list here and another one there; None if it is not known.

    Raises:
        TypeError: if their dtypes differ.
    """
    if left is right or left is None or right is None:
        return left if left is right else None
    if left.dtype is not right.dtype:
        raise TypeError(f"a list of {left.dtype.name} elements and one of {right.dtype.name} are of different types")
    for one, other in ((left, right), (right, left)):
        if not one.is_uniform and other.shape.is_subtype_of(one.shape):
            return one
    return ElementType(left.dtype, left.shape.most_specific_compatible_shape(right.shape), is_uniform=False)


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a staged value.

    Attributes:
        dtype: of its elements.
        shape: as far as it is known.
        weak: whether it comes from a Python number, and gives way to the type of a tensor.
        of_numpy: what it has to do with NumPy, and so how it meets others.
        element: the type of the elements, if it is a list and that is known.
    """

    dtype: DType
    shape: TensorShape
    weak: bool = False
    of_numpy: int = NO_NUMPYS
    element: ElementType | None = None

    @property
    def spec(self) -> TensorSpec:
        return TensorSpec(self.shape, self.dtype)


def joined(left: ValueType, right: ValueType) -> ValueType | None:
    """The type of a value that is of one type here and of the other there; None if there is none.

    >>> weak_int = ValueType(dtypes.int32, TensorShape([]), weak=True)
    >>> floats = ValueType(dtypes.float64, TensorShape([]))
    >>> joined(weak_int, floats) == floats
    True
    """
    if left.dtype is right.dtype:
        dtype: DType | None = left.dtype
    elif left.of_numpy or right.of_numpy:
        # A bool is unlike a number as it is shown, and in arithmetic.
        is_bool = dtypes.bool in (left.dtype, right.dtype)
        dtype = None if is_bool else joined_with_numpys(left.dtype, right.dtype, (left.of_numpy, right.of_numpy))
    elif left.weak and right.weak:
        dtype = joined_weak(left.dtype, right.dtype)
    elif left.weak and adapts(left.dtype, right.dtype):
        dtype = right.dtype
    elif right.weak and adapts(right.dtype, left.dtype):
        dtype = left.dtype
    elif dtypes.bool in (left.dtype, right.dtype) or left.shape.rank != 0 or right.shape.rank != 0:
        dtype = None
    else:
        dtype = joined_number(left.dtype, right.dtype)
    if dtype is None:
        return None
    try:
        element = joined_elements(left.element, right.element)
    except TypeError:
        return None
    shape = left.shape.most_specific_compatible_shape(right.shape)
    return ValueType(dtype, shape, left.weak and right.weak, max(left.of_numpy, right.of_numpy), element)


def is_number(dtype: DType) -> bool:
    """Whether values of a dtype are real numbers, of which Python's bools are some."""
    return dtype is dtypes.bool or dtype.is_integer or dtype.is_floating


def adapts(number: DType, tensor: DType) -> bool:
    """Whether a Python number, of default dtype `number`, can take the dtype of a tensor."""
    return tensor.is_floating or tensor.is_complex or (tensor.is_integer and not number.is_floating)


def joined_weak(one: DType, other: DType) -> DType:
    """The dtype of what Python computes of two of its numbers, which have these dtypes in a graph."""
    if one.is_floating or other.is_floating:
        return dtypes.float64 if dtypes.float64 in (one, other) else dtypes.float32
    return dtypes.int64 if dtypes.int64 in (one, other) else dtypes.int32


def joined_number(left: DType, right: DType) -> DType | None:
    """The dtype that holds the numbers of both; None if one has others than real numbers."""
    if not (is_number(left) and is_number(right)):
        return None
    return dtypes.from_numpy(np.result_type(left.dtype, right.dtype))


def joined_complex(one: DType, other: DType) -> DType | None:
    """The dtype in which a real number meets a complex one; None if it is no number."""
    real = other if one.is_complex else one
    if not is_number(real):
        return None
    return dtypes.complex128 if {one, other} & {dtypes.float64, dtypes.complex128} else dtypes.complex64


def joined_with_numpys(one: DType, other: DType, are_numpys: tuple[int, int]) -> DType | None:
    """The dtype in which numbers meet of which some come from NumPy; None if a system's own rules are to say.

    Args:
        one, other: the dtypes.
        are_numpys: what the numbers of either have to do with NumPy.
    """
    if one is other or not (is_number(one) and is_number(other)):
        return one if one is other else None
    if one.is_floating and other.is_floating:
        wide = are_numpys[0] if one is dtypes.float64 else are_numpys[1]
        return _FLOATS.get(wide) if {one, other} == {dtypes.float32, dtypes.float64} else None
    if one.is_floating or other.is_floating:
        return one if one.is_floating else other
    if dtypes.bool in (one, other):
        return other if one is dtypes.bool else one
    return dtypes.int64 if {one, other} == _INTEGERS else joined_number(one, other)


#: In which floats those of 64 bits, which may come from NumPy, meet those of 32.
_FLOATS = {NUMPYS: dtypes.float32, WIDE: dtypes.float64}
_INTEGERS = {dtypes.int32, dtypes.int64}
