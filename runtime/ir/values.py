"""Tensors: an array that is there, or a value of a graph that will be.

`EagerTensor` wraps a numpy array and never changes it. `SymbolicTensor` is an output of a graph's node. Both are
`Tensor`, whose Python operators are installed by `runtime.ops.overloads`. How other values become tensors is in
`runtime.tensor.conversion`; what is known of a tensor's value while a graph is built, in `runtime.ir.static_value`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograph.diagnostics import StagingError
from autograph.operators.concretization import staged_value_asked
from autograph.source.build import converted_codes
from runtime.core import dtypes, errors, shapes
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec

_ndarray = np.ndarray
_FROM_NUMPY = dtypes._BY_NUMPY


class Tensor:
    """A multidimensional array of elements of one dtype; see `constant` for how to make one.

    Tensors are immutable. In a `function` that is being traced they have no value yet.
    """

    __slots__ = ()

    #: numpy leaves binary operators with a tensor on the right to the tensor.
    __array_priority__ = 100

    dtype: DType
    shape: TensorShape

    def get_shape(self) -> TensorShape:
        """The static shape: `shape`."""
        return self.shape

    @property
    def ndim(self) -> int | None:
        """The number of dimensions.

        Raises:
            ValueError: if it is not known.
        """
        rank = self.shape.rank
        if rank is None:
            raise ValueError("The rank of this tensor is not known while the graph is built.")
        return rank

    def ref(self) -> Reference:
        """A hashable stand-in for this tensor, equal to that of the same tensor only."""
        return Reference(self)

    def set_shape(self, shape: Any) -> None:
        """Adds what `shape` says to what is known of this tensor's static shape.

        Raises:
            ValueError: if they contradict each other.
        """
        raise NotImplementedError

    def __hash__(self) -> int:
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")


TensorSpec.value_type = Tensor


class EagerTensor(Tensor):
    """A tensor that has its value."""

    #: `assign` is there for slices of variables only, `_keras_mask` for what a layer has masked.
    __slots__ = ("__weakref__", "_array", "_keras_mask", "assign")

    _array: np.ndarray
    _keras_mask: Any

    def __init__(self, array: np.ndarray):
        self._array = array

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        dtype = self._array.dtype
        return _FROM_NUMPY.get(dtype) or (dtype if type(dtype) is DType else dtypes.from_numpy(dtype))

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        return TensorShape(self._array.shape)

    @property
    def ndim(self) -> int:
        return self._array.ndim

    @property
    def device(self) -> str:
        return "/job:localhost/replica:0/task:0/device:CPU:0"

    def numpy(self) -> Any:
        """The value: a numpy scalar (`bytes` for a string) for rank 0, otherwise an array of the caller's own."""
        array = self._array
        return array[()] if array.ndim == 0 else array.copy()

    def set_shape(self, shape: Any) -> None:
        if not self.shape.is_compatible_with(shape):
            raise ValueError(
                f"Tensor's shape {self.shape} is not compatible with supplied shape {shapes.as_shape(shape)}."
            )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self._array
        if (dtype is not None and array.dtype != dtype) or copy:
            return np.array(array, dtype)
        view = array.view()
        view.flags.writeable = False
        return view

    def __bool__(self) -> bool:
        array = self._array
        if array.size == 0:
            return False  # numpy warns before it says the same
        return bool(array)

    def __int__(self) -> int:
        return int(self._array)

    def __float__(self) -> float:
        return float(self._array)

    def __complex__(self) -> complex:
        return complex(self._array)

    def __index__(self) -> int:
        return self._array[()].__index__()

    def __len__(self) -> int:
        if self._array.ndim == 0:
            raise TypeError("Scalar tensor has no `len()`")
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        if self._array.ndim == 0:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return map(self.__getitem__, range(len(self._array)))

    def __format__(self, spec: str) -> str:
        return format(self.numpy(), spec)

    def __str__(self) -> str:
        return f"tf.Tensor({_value_text(self._array, str)}, shape={self.shape}, dtype={self.dtype.name})"

    def __repr__(self) -> str:
        return f"<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={array_text(self._array)}>"

    def __copy__(self) -> EagerTensor:
        return self

    def __deepcopy__(self, memo: Any) -> EagerTensor:
        return self

    def __reduce__(self) -> Any:
        return EagerTensor, (self._array,)

    def __getattr__(self, name: str) -> Any:
        if name in ("name", "op", "graph"):
            raise AttributeError(f"Tensor.{name} is undefined when eager execution is enabled.")
        raise AttributeError(f"'EagerTensor' object has no attribute '{name}'{_NUMPY_HINTS.get(name, '')}")


_refinements = 0


def refinements() -> int:
    """How often shapes of symbolic tensors have been refined: what was found out of them before may be out of date."""
    return _refinements


class SymbolicTensor(Tensor):
    """An output of a node of a graph: it has a dtype, and a shape as far as known, but no value until the graph runs.

    Args:
        node: the node.
        index: of the output.
        dtype, shape: as inferred.
    """

    #: `assign` is there for slices of variables only, `_keras_mask` for what a layer has masked.
    __slots__ = (
        "__weakref__", "_keras_mask", "assign", "dtype", "element", "index", "node", "of_numpy", "shape", "weak",
    )  # fmt: skip

    _keras_mask: Any

    def __init__(self, node: Any, index: int, dtype: DType, shape: TensorShape):
        self.node = node
        self.index = index
        self.dtype = dtype
        self.shape = shape
        #: Whether it stands for an array or a number of NumPy, in converted code: one of NO_NUMPYS and its like.
        self.of_numpy = NO_NUMPYS
        #: Whether it was a Python `int` or `float`, and takes the dtype of what it meets (`runtime.ir.value_types`).
        self.weak = False
        #: The `ElementType` of the elements, if it is the handle of a list and that is known.
        self.element: Any = None

    @property
    def op(self) -> Any:
        return self.node

    @property
    def value_index(self) -> int:
        return self.index

    @property
    def graph(self) -> Any:
        return self.node.graph

    @property
    def name(self) -> str:
        return f"{self.node.name}:{self.index}"

    @property
    def device(self) -> str:
        return ""

    def __copy__(self) -> SymbolicTensor:
        copy = array_attributes["copy"](self) if self.shape.rank != 0 else None
        return self if copy is None else copy()  # one of NumPy's would be another, which changes for itself

    def __deepcopy__(self, memo: Any) -> SymbolicTensor:
        return self.__copy__()

    def set_shape(self, shape: Any) -> None:
        global _refinements
        shape = shapes.as_shape(shape)
        try:
            self.shape = self.shape.merge_with(shape)
            _refinements += 1
        except ValueError:
            raise ValueError(f"Tensor's shape {self.shape} is not compatible with supplied shape {shape}.") from None

    def __bool__(self) -> bool:
        raise _not_allowed(
            self, "bool", "Using a symbolic `tf.Tensor` as a Python `bool`", "tf.cond, tf.while_loop or tf.where"
        )

    def __iter__(self) -> Iterator[Any]:
        if self.of_numpy and self.shape.rank and self.shape[0] is not None:  # as an array is taken apart
            return map(self.__getitem__, range(self.shape[0]))
        rows = "" if self.shape.rank is None or self.shape[:1].is_fully_defined() else ", num"
        instead = f"tf.unstack(x{rows}), which gives its rows as a list (`a, b = tf.unstack(x{rows})`), or tf.map_fn"
        raise _not_allowed(self, "iter", "Iterating over a symbolic `tf.Tensor`", instead)

    def __index__(self) -> int:
        raise _not_allowed(
            self, "index", "Using a symbolic `tf.Tensor` as a Python `int`", "tf.gather, or an index that is known"
        )

    def __int__(self) -> int:
        raise _not_allowed(self, "number", "Using a symbolic `tf.Tensor` as a Python `int`", "tf.cast(x, tf.int32)")

    def __float__(self) -> float:
        raise _not_allowed(
            self, "number", "Using a symbolic `tf.Tensor` as a Python `float`", "an operation of tf.math"
        )

    def __hash__(self) -> int:
        text = "Tensor is unhashable. Instead, use tensor.ref() as the key."
        raise staged_value_asked("hash", StagedValueError, text) or TypeError(text)

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). "
            "Please call `x.shape` rather than `len(x)` for shape information."
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        text = (
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate that you're "
            "trying to pass a Tensor to a NumPy call, which is not supported."
        )
        raise staged_value_asked("array", StagedArrayError, text) or NotImplementedError(text)

    def __str__(self) -> str:
        shape = "" if self.shape.rank is None else f", shape={self.shape}"
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name})'

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __getattr__(self, name: str) -> Any:
        if name == "_array":  # what an eager operation asks every tensor for
            raise out_of_scope(self)
        if name == "numpy":
            raise AttributeError(
                "'SymbolicTensor' object has no attribute 'numpy': a tensor of a graph has no value until the graph "
                "runs. Return it from the function, or print it with tf.print."
            )
        if name in array_attributes and sys._getframe(1).f_code in converted_codes and not self.weak:
            return array_attributes[name](self)
        raise AttributeError(f"'SymbolicTensor' object has no attribute '{name}'{_NUMPY_HINTS.get(name, '')}")


class Reference:
    """A hashable wrapper of an object that compares by identity: what `tensor.ref()` returns."""

    __slots__ = ("__weakref__", "_wrapped")

    def __init__(self, wrapped: Any):
        self._wrapped = wrapped

    def deref(self) -> Any:
        """The object itself."""
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._wrapped is other._wrapped

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._wrapped!r}>"


def wrap(value: Any) -> EagerTensor:
    """The tensor over what a kernel returned: an array, a numpy scalar, a string, or a handle's object."""
    tensor = _new(EagerTensor)
    if type(value) is _ndarray:
        tensor._array = value
    elif type(value) is bytes:
        tensor._array = array = np.empty((), object)
        array[()] = value
    elif type(getattr(value, "dtype", None)) is DType:
        tensor._array = value
    else:
        tensor._array = np.asarray(value)
    return tensor


_new = object.__new__


def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor, or an object (such as a variable) that stands for one.

    >>> is_tensor(EagerTensor(np.ones(2))), is_tensor(1)
    (True, False)
    """
    return isinstance(x, Tensor) or hasattr(type(x), "__tf_tensor__")


def works_itself(kind: type) -> bool:
    """Whether values of a type do themselves what operators do with them and tensors."""
    return getattr(kind, "__tf_works_itself__", False)


#: What a value has to do with NumPy: nothing; it comes from there; and it has floats that are beyond those of 32 bits.
NO_NUMPYS, NUMPYS, WIDE = range(3)


def is_weak(x: Any) -> bool:
    """Whether `x` is a tensor of a graph that stands for a Python number."""
    return type(x) is SymbolicTensor and x.weak


def weak(tensor: SymbolicTensor) -> SymbolicTensor:
    """`tensor`, which stands for a Python number from now on."""
    tensor.weak = True
    return tensor


def element_of(x: Any) -> Any:
    """The `ElementType` of a list, given its handle; None if it is not known."""
    return x.element if isinstance(x, SymbolicTensor) else None


def with_element(tensor: Any, element: Any) -> Any:
    """`tensor`, the handle of a list, whose elements have this type if it is given."""
    if element is not None and isinstance(tensor, SymbolicTensor):
        tensor.element = element
    return tensor


def is_of_numpy(x: Any) -> bool:
    """Whether `x` is an array or a number of NumPy, or a tensor of a graph that stands for one."""
    return x.of_numpy != NO_NUMPYS if isinstance(x, SymbolicTensor) else isinstance(x, (np.ndarray, np.generic))


def numpys(*values: Any) -> int:
    """What some values have to do with NumPy, that which does most."""
    return max(map(_numpys, values))


def _numpys(x: Any) -> int:
    if isinstance(x, SymbolicTensor):
        return x.of_numpy
    if not isinstance(x, (np.ndarray, np.generic)):
        return NO_NUMPYS
    return WIDE if x.dtype == np.float64 and _is_beyond_32_bits(np.abs(x)) else NUMPYS


def _is_beyond_32_bits(sizes: Any) -> bool:
    is_small, is_large = (sizes < _LEAST) & (sizes > 0), (sizes > _MOST) & (sizes < np.inf)
    return bool(np.any(is_small | is_large))


_LEAST, _MOST = float(np.finfo(np.float32).smallest_subnormal), float(np.finfo(np.float32).max)


def of_numpy(x: Any, like: int = NUMPYS) -> Any:
    """`x`, which stands for an array or a number of NumPy from now on if it is a tensor of a graph."""
    if isinstance(x, tuple):
        return tuple([of_numpy(part, like) for part in x])
    if isinstance(x, SymbolicTensor) and not x.weak:
        x.of_numpy = max(x.of_numpy, like)
    return x


def array_text(array: np.ndarray) -> str:
    """The value of a tensor as its repr shows it."""
    if getattr(array, "ndim", None) is None:
        return "<unprintable>"
    if array.ndim == 0:
        return repr(array.item())
    text = repr(array)
    return "\n" + text if "\n" in text else text


def _value_text(array: np.ndarray, text_of: Any) -> str:
    if getattr(array, "ndim", None) is None:
        return "<unprintable>"
    text = text_of(array) if array.ndim or array.dtype != object else repr(array[()])
    return "\n" + text if "\n" in text else text


def out_of_scope(value: SymbolicTensor) -> TypeError:
    """The error for a symbolic tensor that is used where its graph is not being built."""
    location = value.node.location
    where = f"\n\n{value!r} was defined here:\n    {location}" if location is not None else ""
    if location is not None and location.text:
        where += f"\n        {location.text}"
    return TypeError(
        f"{value!r} is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow "
        "collections to access it.\nPlease see https://www.tensorflow.org/guide/"
        f"function#all_outputs_of_a_tffunction_must_be_return_values for more information.{where}"
    )


class StagedValueError(StagingError, errors.OperatorNotAllowedInGraphError):
    """Converted code asks a tensor of a graph for what it has not."""

    # What the user sees.
    __module__ = "autograph"
    __qualname__ = "StagingError"


class StagedArrayError(StagingError, NotImplementedError):
    """Converted code asks a tensor of a graph for a NumPy array."""

    __module__ = "autograph"
    __qualname__ = "StagingError"


def _not_allowed(
    tensor: SymbolicTensor, wanted: str, what: str, instead: str
) -> errors.OperatorNotAllowedInGraphError | StagingError:
    explained = staged_value_asked(wanted, StagedValueError)
    if explained is not None:
        return explained
    return errors.OperatorNotAllowedInGraphError(
        f"{what} is not allowed: {tensor.name} is a value of the graph that is being traced, and has none until the "
        "graph runs. If this is in a function that was not converted, decorate it with autograph.convert (or remove "
        f"do_not_convert); otherwise use {instead}."
    )


#: What tensors of a graph have in converted code, as NumPy's arrays have; see `runtime.ops.array_methods`.
array_attributes: dict[str, Callable[[Any], Any]] = {}

_NUMPY_HINTS = {
    name: f". Tensors have no method of this name; use tf.{instead}."
    for name, instead in {
        "astype": "cast(x, dtype)", "reshape": "reshape(x, shape)", "sum": "reduce_sum(x)", "mean": "reduce_mean(x)",
        "max": "reduce_max(x)", "min": "reduce_min(x)", "any": "reduce_any(x)", "all": "reduce_all(x)",
        "T": "transpose(x)", "transpose": "transpose(x)", "size": "size(x)", "ravel": "reshape(x, [-1])",
        "tolist": "cast or x.numpy().tolist()", "clip": "clip_by_value(x, low, high)", "append": "concat(values, axis)",
    }.items()
}  # fmt: skip
