"""`TensorArray`: tensors by index, written one at a time, as loops do.

Outside of functions it holds a Python list of tensors, which `write` changes. While a graph is built it is the handle
of a `TensorList`, of which each write makes a new one: use what `write` returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograph.staging import Composite, register_composite
from runtime.core import dtypes, errors
from runtime.core.shapes import TensorShape, as_shape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import current_graph
from runtime.ir.static_value import constant_value
from runtime.ir.value_types import ElementType
from runtime.ir.values import element_of, with_element
from runtime.library import assembling, creation, indexing
from runtime.state import tensor_list
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


class TensorArray:
    """An array of tensors, of one dtype, that are written and read by index.

    Args:
        dtype: of the elements.
        size: how many there are; a tensor or a number.
        dynamic_size: whether writing beyond the end makes it longer.
        clear_after_read: whether an element can be read only once, outside of functions; True unless given.
        tensor_array_name, handle, colocate_with_first_write_call, name: accepted for compatibility.
        flow: the handle of an array of a graph, which knows the type of its elements.
        infer_shape: whether all elements must have the shape of the first one written.
        element_shape: of the elements, as far as it is known.

    Raises:
        TypeError: if the elements of `flow` have another dtype.

    >>> a = TensorArray(dtypes.float32, size=2)
    >>> a = a.write(0, 1.0).write(1, 2.0)
    >>> a.stack()
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ):
        self._dtype = dtypes.as_dtype(dtype)
        self._dynamic = bool(dynamic_size)
        self._clears = clear_after_read is None or bool(clear_after_read)
        #: Shared by all that comes of this array: what a loop's body learns is known after the loop.
        self._element_type = element_of(flow) or ElementType(self._dtype, as_shape(element_shape), infer_shape)
        if self._element_type.dtype is not self._dtype:
            raise TypeError(
                f"TensorArray dtype is {self._dtype.name} but the elements of its flow are "
                f"{self._element_type.dtype.name}"
            )
        self._handle = with_element(flow, self._element_type)
        self._elements: list[Any] | None = None
        self._static_size: int | None = None
        if flow is not None:
            return
        if size is None:
            size = 0
        if current_graph() is None:
            self._elements = [None] * int(size)
        else:
            length = convert_to_tensor(size, dtypes.int32)
            known = constant_value(length)
            self._static_size = None if known is None or self._dynamic else int(known)
            self._handle = with_element(apply(tensor_list.RESERVE, (length,)), self._element_type)

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def dynamic_size(self) -> bool:
        return self._dynamic

    @property
    def element_shape(self) -> TensorShape:
        return self._element_type.shape

    @property
    def flow(self) -> Any:
        """The handle of the array: a tensor of dtype variant."""
        return self._as_handle()

    @property
    def handle(self) -> Any:
        """Always None, as there is but the flow."""
        return None

    def size(self, name: str | None = None) -> Any:
        """The number of elements, an int32 tensor."""
        if self._is_list():
            return creation.constant(len(self._elements), dtypes.int32)  # type: ignore[arg-type]
        return apply(tensor_list.LENGTH, (self._as_handle(),), name=name)

    def identity(self) -> TensorArray:
        """An array of the same elements."""
        return self

    def close(self, name: str | None = None) -> None:
        """Forgets the elements."""
        if self._elements is not None:
            del self._elements[:]

    # -- one element -------------------------------------------------------------------------------------------------

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` at `index`.

        Args:
            index: a scalar int32 tensor, not negative.
            value: a tensor of the dtype of the array.
            name: of the node.

        Raises:
            OutOfRangeError: if the index is beyond the end and the size is not dynamic; in a function,
                InvalidArgumentError when it runs.
            ValueError: if the shape is not that of the other elements.
        """
        tensor = self._element(value)
        self._element_type.learn(tensor.shape)
        if not self._is_list():
            index = convert_to_tensor(index, dtypes.int32)
            attrs = {"resizable": self._dynamic}
            return self._next(apply(tensor_list.SET, (self._as_handle(), index, tensor), attrs, name))
        elements, position = self._list(), int(index)
        if position < 0:
            raise errors.OutOfRangeError(None, None, f"Writing to negative indices (index {position}) is not allowed.")
        if position >= len(elements):
            if not self._dynamic:
                raise errors.OutOfRangeError(
                    None, None,
                    f"Tried to write to index {position} but array is not resizeable and size is: {len(elements)} ",
                )  # fmt: skip
            elements.extend([None] * (position + 1 - len(elements)))
        elements[position] = tensor
        return self._copy()

    def read(self, index: Any, name: str | None = None) -> Any:
        """The element at `index`.

        Args:
            index: a scalar int32 tensor.
            name: of the node.

        Raises:
            OutOfRangeError: if there is none.
            InvalidArgumentError: if it was read before, and `clear_after_read` is not False.
        """
        if not self._is_list():
            index = convert_to_tensor(index, dtypes.int32)
            return apply(tensor_list.GET, (self._as_handle(), index), {"spec": self._spec()}, name)
        elements, position = self._list(), int(index)
        if position < 0:
            raise errors.OutOfRangeError(
                None, None, f"Reading from negative indices (index {position}) is not allowed."
            )
        if position >= len(elements):
            raise errors.OutOfRangeError(
                None, None, f"Tried to read from index {position} but array size is: {len(elements)} "
            )
        tensor = elements[position]
        if tensor is _READ:
            raise errors.InvalidArgumentError(
                None, None,
                f"Could not read index {position} twice because it was cleared after a previous read (perhaps try "
                "setting clear_after_read = false?)",
            )  # fmt: skip
        if tensor is None:
            tensor = self._zeros()
        if self._clears:
            elements[position] = _READ
        return tensor

    # -- all at once -------------------------------------------------------------------------------------------------

    def stack(self, name: str | None = None) -> Any:
        """The elements as one tensor, with a new first dimension."""
        if self._is_list():
            elements = self._filled()
            if not elements:
                return creation.zeros([0, *[d or 0 for d in self.element_shape.dims or ()]], self._dtype)
            return assembling.stack(elements, name=name or "stack")
        attrs = {"spec": self._spec(), "size": self._static_size}
        return apply(tensor_list.STACK, (self._as_handle(),), attrs, name)

    def gather(self, indices: Any, name: str | None = None) -> Any:
        """The elements at `indices`, a vector, as one tensor with a new first dimension."""
        if self._is_list():
            return assembling.stack([self.read(int(i)) for i in np.asarray(indices).ravel()])
        return indexing.gather(self.stack(), indices, name=name)

    def concat(self, name: str | None = None) -> Any:
        """The elements as one tensor, one after the other along their first dimension."""
        if self._is_list():
            return assembling.concat(self._filled(), 0)
        return apply(tensor_list.CONCAT, (self._as_handle(),), {"spec": self._spec()}, name)

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array of the slices of `value` along its first dimension, in place of all elements."""
        tensor = self._element(value)
        if tensor.shape.rank == 0:
            raise ValueError("Shape must be at least rank 1 but is rank 0: a scalar cannot be unstacked")
        self._element_type.learn(tensor.shape[1:])
        if not self._is_list():
            self._static_size = tensor.shape.dims[0] if tensor.shape.rank else None
            return self._next(apply(tensor_list.UNSTACK, (tensor,), name=name))
        elements, slices = self._list(), assembling.unstack(tensor) if tensor.shape[0] else []
        if len(slices) > len(elements) and not self._dynamic:
            raise ValueError(f"Cannot unstack {len(slices)} tensors into a TensorArray of static size {len(elements)} ")
        elements[:] = slices
        return self._copy()

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the slices of `value` at `indices`."""
        tensor = self._element(value)
        if not self._is_list():
            self._element_type.learn(tensor.shape[1:])
            indices = convert_to_tensor(indices, dtypes.int32)
            return self._next(apply(tensor_list.SCATTER, (self._as_handle(), indices, tensor), name=name))
        result = self
        for position, item in zip(np.asarray(indices).ravel(), assembling.unstack(tensor), strict=True):
            result = result.write(int(position), item)
        return result

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array of parts of `value`, of these lengths along its first dimension, in place of all elements."""
        tensor = self._element(value)
        if not self._is_list():
            lengths = convert_to_tensor(lengths)
            known = constant_value(lengths)
            alike = known is not None and len(set(known.tolist())) == 1
            first = [int(known[0])] if alike else [None]  # type: ignore[index]
            if tensor.shape.rank is not None and (alike or not self._element_type.is_uniform):
                self._element_type.learn(TensorShape([*first, *tensor.shape.as_list()[1:]]))
            self._static_size = lengths.shape.dims[0] if lengths.shape.rank else None
            return self._next(apply(tensor_list.SPLIT, (tensor, lengths), name=name))
        parts = assembling.split(tensor, np.asarray(lengths).tolist()) if np.size(lengths) else []
        if len({len(part) for part in parts}) == 1:
            for part in parts:
                self._element_type.learn(part.shape)
        self._list()[:] = parts
        return self._copy()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _is_list(self) -> bool:
        return self._elements is not None and current_graph() is None

    def _list(self) -> list[Any]:
        assert self._elements is not None
        return self._elements

    def _as_handle(self) -> Any:
        if self._handle is None:
            elements = [self._zeros() if x is None or x is _READ else x for x in self._list()]
            return with_element(apply(tensor_list.FROM_ITEMS, elements), self._element_type)
        return self._handle

    def _copy(self) -> TensorArray:
        copy = object.__new__(TensorArray)
        copy.__dict__.update(self.__dict__)
        return copy

    def _next(self, handle: Any) -> TensorArray:
        copy = self._copy()
        copy._handle, copy._elements = with_element(handle, self._element_type), None
        return copy

    def _spec(self) -> TensorSpec:
        return self._element_type.spec

    def _element(self, value: Any) -> Any:
        tensor = convert_to_tensor(value, dtype_hint=self._dtype)
        if tensor.dtype is not self._dtype:
            raise errors.InvalidArgumentError(
                None, None,
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype {tensor.dtype.name} ",
            )  # fmt: skip
        return tensor

    def _zeros(self) -> Any:
        if not self.element_shape.is_fully_defined():
            raise ValueError(
                "an element that was never written has zeros, but no element was, and element_shape was not given: "
                f"Cannot convert a partially known TensorShape {self.element_shape} to a Tensor."
            )
        return creation.zeros(self.element_shape.as_list(), self._dtype)

    def _filled(self) -> list[Any]:
        return [self._zeros() if x is None or x is _READ else x for x in self._list()]


#: In place of an element that was read and cleared.
_READ = object()


def _components(array: TensorArray) -> Sequence[Any]:
    return [array._as_handle()]


def _rebuild(like: TensorArray, components: Sequence[Any]) -> TensorArray:
    handle = components[0]
    made = like._copy()
    made._element_type = element_of(handle) or like._element_type
    made = made._next(handle)
    made._static_size = None if like._dynamic else like._static_size
    return made


register_composite(
    TensorArray,
    Composite(_components, _rebuild, lambda array: (array.dtype, array.dynamic_size)),
)
