"""Python lists that a staged loop appends to: a `TensorArray` behind the manners of a list.

out = []
for x in xs:            # a tensor
    out.append(x * 2)   # from here on `out` is one of these
return tf.stack(out), out[-1], len(out)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograph.operators.effects import writing
from autograph.staging import Composite, register_composite
from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.iteration import Iteration, StagedIterable
from runtime.ops import public as tf
from runtime.tensor import SymbolicTensor, is_tensor
from runtime.tensor_array import TensorArray


class StagedList(StagedIterable):
    """A list whose length is known only when the graph runs. Its elements are tensors of one type.

    Args:
        array: what holds the elements.
        element_type: their type, as the backend has it.
    """

    __slots__ = ("array", "element_type")

    #: Told by the operators of converted code from lists that stay as they are.
    is_growing_list = True

    def __init__(self, array: TensorArray, element_type: Any):
        self.array = array
        self.element_type = element_type

    @classmethod
    def of(cls, elements: Sequence[Any], element_type: Any) -> StagedList:
        """The list that begins with some elements."""
        array = TensorArray(
            element_type.dtype, size=0, dynamic_size=True, element_shape=element_type.shape, infer_shape=False
        )
        made = cls(array, element_type)
        for element in elements:
            made.append(element)
        return made

    def append(self, value: Any) -> None:
        """Adds an element at the end."""
        writing(self).array = self.array.write(self.array.size(), self._element(value))

    def __getitem__(self, index: Any) -> Any:
        return self.array.read(self._position(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        writing(self).array = self.array.write(self._position(index), self._element(value))

    def __staged_iteration__(self) -> Iteration:
        return _Elements(self.array)

    def staged_stack(self, axis: int = 0) -> Any:
        """The elements along a new dimension."""
        stacked = self.array.stack()
        if axis == 0:
            return stacked
        rank = stacked.shape.rank
        if rank is None:
            raise ValueError("a list whose elements are of unknown rank can only be stacked along axis 0")
        order = [*range(1, rank)]
        order.insert(axis if axis >= 0 else rank + axis, 0)
        return tf.transpose(stacked, order)

    def staged_concat(self, axis: Any = 0) -> Any:
        """The elements joined along their first dimension."""
        if axis != 0:
            raise ValueError("a list that grows in a staged loop can only be concatenated along axis 0")
        return self.array.concat()

    def __tf_tensor__(self, dtype: Any = None, name: Any = None) -> Any:
        stacked = self.array.stack()
        return stacked if dtype is None else convert_to_tensor(stacked, dtype=dtype)

    def __repr__(self) -> str:
        return f"<a list of {self.element_type.dtype.name} tensors that grows in a staged loop>"

    def _element(self, value: Any) -> Any:
        value = convert_to_tensor(value) if is_tensor(value) else convert_to_tensor(value, self.element_type.dtype)
        return value if value.dtype is self.element_type.dtype else tf.cast(value, self.element_type.dtype)

    def _position(self, index: Any) -> Any:
        if isinstance(index, slice):
            raise TypeError("a list that grows in a staged loop has no slices: use tf.stack(the_list)[start:stop]")
        if isinstance(index, int):
            return index if index >= 0 else self.array.size() + index
        index = tf.cast(index, dtypes.int32)
        return tf.where(index < 0, index + self.array.size(), index)


@dataclass(frozen=True)
class _Elements(Iteration):
    array: TensorArray

    def element(self, operands: Any) -> Any:
        return self.array.read(operands[0])

    def count(self) -> Any:
        return self.array.size()


def _components(value: StagedList) -> list[Any]:
    return [value.array.flow]


def _rebuild(like: StagedList, components: Sequence[Any]) -> Any:
    """The list of another array; out of a function comes an ordinary list again, for its length is known then."""
    array = TensorArray(
        like.element_type.dtype,
        dynamic_size=True,
        flow=components[0],
        element_shape=like.element_type.shape,
        infer_shape=False,
    )
    if isinstance(components[0], SymbolicTensor):
        return StagedList(array, like.element_type)
    return [array.read(i) for i in range(int(array.size()))]


register_composite(StagedList, Composite(_components, _rebuild, lambda value: value.element_type.dtype, mutable=True))
