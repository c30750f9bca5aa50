"""Variables: tensors that a program can change.

A `Variable` owns a `Storage`, which holds the current array. Operations reach it through the variable's handle, a
tensor of dtype resource: it is read and assigned in program order, in eager code and in graphs alike.
"""

from __future__ import annotations

import enum
import functools
import inspect
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.shapes import SCALAR, TensorShape, as_shape
from runtime.ir.graph import current_graph, current_scope, init_scope
from runtime.ir.values import EagerTensor, Reference, SymbolicTensor, Tensor, array_text
from runtime.library import assembling, indexing, logic, overloads, shaping
from runtime.state.indexed_slices import IndexedSlices
from runtime.state.storage import (
    ASSIGN,
    ASSIGN_ADD,
    ASSIGN_SUB,
    IS_INITIALIZED,
    READ,
    SCATTER,
    SCATTER_ND,
    Storage,
    current,
)
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


class VariableSynchronization(enum.Enum):
    """How copies of a variable would be kept in step; accepted, and without effect on one device."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How updates of copies of a variable would be combined; accepted, and without effect on one device."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class ResourceHandle(EagerTensor):
    """The tensor that stands for a variable among the inputs of operations.

    Attributes:
        variable: a weak reference to the variable.
    """

    __slots__ = ("variable",)

    def __init__(self, storage: Storage, variable: Variable):
        super().__init__(storage)  # type: ignore[arg-type]
        self.variable = weakref.ref(variable)

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        return SCALAR

    def __repr__(self) -> str:
        name = self._array.name  # type: ignore[attr-defined]
        return f'<tf.Tensor: shape=(), dtype=resource, value=<ResourceHandle(name="{name}")>>'

    __str__ = __repr__


class _Creators(threading.local):
    """The functions of `variable_creator_scope`, outermost first."""

    def __init__(self) -> None:
        self.functions: list[Callable[..., Any]] = []


_creators = _Creators()


@contextmanager
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Iterator[None]:
    """Has `variable_creator` make the variables that are asked for in the block.

    Args:
        variable_creator: called as `variable_creator(next_creator, **arguments)` with the arguments of `Variable`;
            returns a variable, such as `next_creator(**arguments)`.

    >>> def frozen(next_creator, **arguments):
    ...     return next_creator(**{**arguments, 'trainable': False})
    >>> with variable_creator_scope(frozen):
    ...     Variable(1.).trainable
    False
    """
    _creators.functions.append(variable_creator)
    try:
        yield
    finally:
        _creators.functions.remove(variable_creator)


def check_creatable() -> None:
    """Raises a ValueError if no variable may be created here and now: in a function that is traced again, say."""
    graph = current_graph()
    if graph is not None and isinstance(graph.on_variable, str):
        raise ValueError(graph.on_variable)


class _VariableType(type):
    """The type of `Variable`: calling it asks the creators in scope first."""

    @property
    def __signature__(cls) -> inspect.Signature:
        whole = inspect.signature(Variable.__init__)
        return whole.replace(parameters=list(whole.parameters.values())[1:])

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if not _creators.functions:
            return super().__call__(*args, **kwargs)

        def make(**arguments: Any) -> Any:
            return super(_VariableType, cls).__call__(**arguments)

        for function in _creators.functions:
            make = functools.partial(function, make)
        bound = cls.__signature__.bind(*args, **kwargs)
        bound.apply_defaults()
        return make(**bound.arguments)


class Variable(metaclass=_VariableType):
    """A tensor whose value can be replaced, shared by all who hold it.

    Args:
        initial_value: a tensor, what converts to one, or a function without arguments that returns it.
        trainable: whether gradients are taken of it by default; True unless given.
        validate_shape: accepted for compatibility.
        caching_device: accepted for compatibility.
        name: `Variable` unless given.
        variable_def: accepted for compatibility.
        dtype: converts the initial value.
        import_scope: accepted for compatibility.
        constraint: a function that optimisers apply to the value after an update.
        synchronization, aggregation: accepted for compatibility.
        shape: that values must have, if it is to be less specific than that of the initial value.

    Raises:
        ValueError: if there is no initial value, its shape does not fit `shape`, or a function that is traced again
            creates the variable.

    >>> v = Variable([1., 2.])
    >>> v.assign_add([1., 1.]).numpy()
    array([2., 3.], dtype=float32)
    >>> v * 2
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([4., 6.], dtype=float32)>
    """

    #: numpy leaves binary operators with a variable on the right to the variable.
    __array_priority__ = 100

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: str | None = None,
        constraint: Callable[..., Any] | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: Any = None,
        experimental_enable_variable_lifting: bool | None = None,
    ):
        if initial_value is None:
            raise ValueError(
                "The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a "
                "`variable_def`. You provided neither."
            )
        graph = current_graph()
        check_creatable()
        value = _initial_tensor(initial_value, None if dtype is None else dtypes.as_dtype(dtype))
        self._shape = as_shape(shape) if shape is not None else value.shape
        if not self._shape.is_compatible_with(value.shape):
            raise ValueError(
                f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not compatible with the "
                f"explicitly supplied `shape` argument ({shape})."
            )
        self._dtype: DType = value.dtype
        self._name = current_scope() + (name or "Variable")
        self._trainable = True if trainable is None else bool(trainable)
        self.constraint = constraint
        self.synchronization = synchronization
        self.aggregation = aggregation
        self._storage = Storage(self._name)
        self._handle = ResourceHandle(self._storage, self)
        if graph is None:
            self.initialise(value)
        else:
            graph.on_variable(self, value)  # type: ignore[operator]  # a text was refused above

    def initialise(self, value: Any) -> None:
        """Gives the variable its first value, an eager tensor. Called once, by whoever created it."""
        if self._storage.array is None:  # it is not if a checkpoint had one for a variable created while tracing
            self._storage.array = convert_to_tensor(value, self._dtype)._array

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return f"{self._name}:0"

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        return self._shape

    def get_shape(self) -> TensorShape:
        """The static shape: `shape`."""
        return self._shape

    def set_shape(self, shape: Any) -> None:
        """Adds what `shape` says to what is known of the shape of the values."""
        self._shape = self._shape.merge_with(shape)

    @property
    def ndim(self) -> int | None:
        return self._shape.rank

    @property
    def trainable(self) -> bool:
        return self._trainable

    @property
    def handle(self) -> ResourceHandle:
        """The tensor that stands for the variable among the inputs of operations."""
        return self._handle

    @property
    def device(self) -> str:
        return "/job:localhost/replica:0/task:0/device:CPU:0"

    @property
    def initializer(self) -> None:
        return None

    def is_initialized(self, name: str | None = None) -> Any:
        """Whether the variable has a value, as a boolean tensor."""
        return apply(IS_INITIALIZED, (self._handle,), name=name)

    def ref(self) -> Reference:
        """A hashable stand-in for this variable, equal to that of the same variable only."""
        return Reference(self)

    experimental_ref = ref

    # -- reading -----------------------------------------------------------------------------------------------------

    def value(self) -> Any:
        """The current value, as a tensor."""
        attrs = {"dtype": self._dtype, "_shape": self._shape}
        return apply(READ, (self._handle,), attrs)

    def read_value(self) -> Any:
        """The current value, as a tensor."""
        return self.value()

    def numpy(self) -> Any:
        """The current value, as a numpy array or scalar.

        Raises:
            NotImplementedError: inside a function that is being traced.
        """
        if current_graph() is not None:
            raise NotImplementedError("numpy() is only available when eager execution is enabled.")
        return self.value().numpy()

    def sparse_read(self, indices: Any, name: str | None = None) -> Any:
        """The rows of the current value at `indices`."""
        return indexing.gather(self.value(), indices, name=name)

    def gather_nd(self, indices: Any, name: str | None = None) -> Any:
        """The elements of the current value at the positions `indices`."""
        return indexing.gather_nd(self.value(), indices, name=name)

    def __tf_tensor__(self, dtype: DType | None = None, name: str | None = None) -> Any:
        if dtype is not None and dtype is not self._dtype:
            raise ValueError(
                f"Incompatible type conversion requested to type {dtype.name} for `tf.Variable of type "
                f"{self._dtype.name}. (Variable: {self!r})"
            )
        return self.value()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.value().__array__(dtype, copy)

    def __bool__(self) -> bool:
        return bool(self.value())

    def __int__(self) -> int:
        return int(self.value())

    def __float__(self) -> float:
        return float(self.value())

    def __complex__(self) -> complex:
        return complex(self.value())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.value())

    def __getitem__(self, key: Any) -> Any:
        part = indexing.getitem(self.value(), key)
        part.assign = functools.partial(_assign_slice, self, key)
        return part

    # -- writing -----------------------------------------------------------------------------------------------------

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Replaces the value.

        Args:
            value: the new value, of the variable's dtype and a compatible shape.
            use_locking: accepted for compatibility.
            name: of the node.
            read_value: whether something to read the new value with is returned.

        Returns:
            The variable under the name `UnreadVariable`, or None.

        Raises:
            ValueError: if the shape of `value` does not fit.
        """
        tensor = convert_to_tensor(value, self._dtype)
        if not self._shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"Cannot assign value to variable ' {self.name}': Shape mismatch.The variable shape {self._shape}, and "
                f"the assigned value shape {tensor.shape} are incompatible."
            )
        return self._write(ASSIGN, tensor, name, read_value)

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Adds `delta` to the value; see `assign`."""
        return self._update(ASSIGN_ADD, delta, name, read_value)

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtracts `delta` from the value; see `assign`."""
        return self._update(ASSIGN_SUB, delta, name, read_value)

    def _update(self, op: Any, delta: Any, name: str | None, read_value: bool) -> Any:
        tensor = convert_to_tensor(delta, self._dtype)
        if not self._shape.is_compatible_with(tensor.shape) and current_graph() is not None:
            raise ValueError(
                f"Cannot update variable '{self.name}' of shape {self._shape} with a tensor of shape {tensor.shape}: "
                "the shapes must be equal."
            )
        return self._write(op, tensor, name, read_value)

    def _write(self, op: Any, tensor: Any, name: str | None, read_value: bool) -> Any:
        apply(op, (self._handle, tensor), {"dtype": self._dtype}, name)
        return UnreadVariable(self) if read_value else None

    def scatter_update(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Replaces the rows that `sparse_delta` names by its values."""
        return self._scatter("update", sparse_delta, name)

    def scatter_add(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Adds the values of `sparse_delta` to the rows it names."""
        return self._scatter("add", sparse_delta, name)

    def scatter_sub(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtracts the values of `sparse_delta` from the rows it names."""
        return self._scatter("sub", sparse_delta, name)

    def scatter_mul(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiplies the rows that `sparse_delta` names by its values."""
        return self._scatter("mul", sparse_delta, name)

    def scatter_div(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Divides the rows that `sparse_delta` names by its values."""
        return self._scatter("div", sparse_delta, name)

    def scatter_max(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Takes the maximum of the rows that `sparse_delta` names and its values."""
        return self._scatter("max", sparse_delta, name)

    def scatter_min(self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None) -> Any:
        """Takes the minimum of the rows that `sparse_delta` names and its values."""
        return self._scatter("min", sparse_delta, name)

    def _scatter(self, kind: str, sparse_delta: Any, name: str | None) -> Any:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}")
        return self._write_at(SCATTER[kind], sparse_delta.indices, sparse_delta.values, name)

    def batch_scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Replaces rows by the values of `sparse_delta`, whose indices `[b, ..., i]` name row `i` of batch `b, ...`."""
        rows = convert_to_tensor(sparse_delta.indices)
        everywhere = shaping.cast(logic.where(logic.equal(rows, rows)), rows.dtype)
        places = assembling.concat([everywhere[:, :-1], shaping.reshape(rows, [-1, 1])], 1)
        values = convert_to_tensor(sparse_delta.values, self._dtype)
        one_each = assembling.concat([[-1], shaping.shape(values)[rows.ndim :]], 0)
        return self.scatter_nd_update(places, shaping.reshape(values, one_each), name)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Replaces the elements at the positions `indices` by `updates`."""
        return self._write_at(SCATTER_ND["update"], indices, updates, name)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Adds `updates` to the elements at the positions `indices`."""
        return self._write_at(SCATTER_ND["add"], indices, updates, name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtracts `updates` from the elements at the positions `indices`."""
        return self._write_at(SCATTER_ND["sub"], indices, updates, name)

    def scatter_nd_max(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Takes the maximum of `updates` and the elements at the positions `indices`."""
        return self._write_at(SCATTER_ND["max"], indices, updates, name)

    def scatter_nd_min(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Takes the minimum of `updates` and the elements at the positions `indices`."""
        return self._write_at(SCATTER_ND["min"], indices, updates, name)

    def _write_at(self, op: Any, indices: Any, updates: Any, name: str | None) -> Any:
        indices = convert_to_tensor(indices, dtype_hint=dtypes.int32)
        apply(op, (self._handle, indices, convert_to_tensor(updates, self._dtype)), {"dtype": self._dtype}, name)
        return UnreadVariable(self)

    # -- looks -------------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        text = f"<tf.Variable '{self.name}' shape={self._shape} dtype={self._dtype.name}"
        if current_graph() is not None:
            return text + ">"
        array = self._storage.array
        return f"{text}, numpy={'<unavailable>' if array is None else array_text(array)}>"

    def __hash__(self) -> int:
        raise TypeError(f"Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {self!r})")

    def __reduce__(self) -> Any:
        arguments = {
            "initial_value": self.numpy(), "trainable": self._trainable, "name": self._name, "dtype": self._dtype,
            "constraint": self.constraint, "shape": self._shape,
        }  # fmt: skip
        return functools.partial(Variable, **arguments), ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        value = EagerTensor(current(self._storage))
        copy = Variable(value, self._trainable, name=self._name, constraint=self.constraint, shape=self._shape)
        memo[id(self)] = copy
        return copy


class UnreadVariable(Variable):
    """A variable that was just assigned to: the same storage, to be read when its value is used."""

    def __init__(self, variable: Variable):
        self.__dict__.update(variable.__dict__)
        # The handle knows its variable weakly: that one must live on.
        self._variable = variable

    @property
    def name(self) -> str:
        return "UnreadVariable"


def _assign_slice(variable: Variable, key: Any, value: Any, name: str | None = None, read_value: bool = True) -> Any:
    """What `variable[key].assign(value)` does."""
    changed = indexing.updated(variable.value(), key, convert_to_tensor(value, variable.dtype))
    return variable.assign(changed, name=name, read_value=read_value)


def _initial_tensor(value: Any, dtype: DType | None) -> Any:
    """The initial value as a tensor: symbolic if it was given so, else eager whatever is being traced."""
    if isinstance(value, SymbolicTensor):
        return convert_to_tensor(value, dtype)
    with init_scope():
        return convert_to_tensor(value() if callable(value) and not isinstance(value, Variable) else value, dtype)


def _install_operators() -> None:
    names = [f"__{prefix}{name}__" for name, _, _ in overloads.BINARY for prefix in ("", "r")]
    names += [f"__{name}__" for name, *_ in overloads.COMPARISONS]
    names += ["__eq__", "__ne__", "__neg__", "__pos__", "__abs__", "__invert__"]
    for name in names:
        setattr(Variable, name, _on_value(getattr(Tensor, name)))
    for name, (sign, instead) in _IN_PLACE.items():
        setattr(Variable, f"__{name}__", _refuse_in_place(sign, instead))


def _refuse_in_place(sign: str, instead: str) -> Callable[[Any, Any], Any]:
    def operator(self: Variable, other: Any) -> Any:
        raise RuntimeError(
            f"`variable {sign} value` with `tf.Variable`s is not supported. Use `{instead}` to modify the variable, or "
            f"`out = variable {sign[:-1]} value` if you need to get a new output Tensor."
        )

    return operator


#: What Python would do with `v += 1` is rebind `v` to a tensor: the variable would no longer be what was meant.
_IN_PLACE = {
    "iadd": ("+=", "variable.assign_add(value)"),
    "isub": ("-=", "variable.assign_sub(value)"),
    "imul": ("*=", "variable.assign(variable * value)"),
    "itruediv": ("/=", "variable.assign(variable / value)"),
    "ifloordiv": ("//=", "variable.assign(variable // value)"),
    "imod": ("%=", "variable.assign(variable % value)"),
    "ipow": ("**=", "variable.assign(variable ** value)"),
}


def _on_value(method: Callable[..., Any]) -> Callable[..., Any]:
    def operator(self: Variable, *others: Any) -> Any:
        return method(self.value(), *others)

    operator.__name__ = method.__name__
    operator.__qualname__ = f"Variable.{method.__name__}"
    return operator


_install_operators()
