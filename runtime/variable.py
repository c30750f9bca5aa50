"""Variables: tensors that a program can change.

A `Variable` owns a `Storage`, which holds the current array. Operations reach it through the variable's handle, a
tensor of dtype resource: it is read and assigned in program order, in eager code and in graphs alike. Arrays are
replaced and never written to, so that what was read before stays what it was.
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

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.core.shapes import SCALAR, TensorShape, as_shape, dimension_text
from runtime.graph.graph import current_graph, current_scope, init_scope
from runtime.ops import indexing, overloads
from runtime.ops.declare import Effect, declare
from runtime.ops.dispatch import apply
from runtime.ops.inference import nothing, scalar
from runtime.ops.rows import no_gradient
from runtime.tensor import EagerTensor, Reference, SymbolicTensor, Tensor, array_text


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


class Storage:
    """Where the value of a variable is: `array`, None before it is initialised."""

    __slots__ = ("__weakref__", "array", "name")

    #: Kernels get a storage where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.resource

    def __init__(self, name: str):
        self.array: np.ndarray | None = None
        self.name = name


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
        validate_shape: False leaves the shape open.
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
        if graph is not None and graph.on_variable is None:
            raise ValueError(
                "Tensorflow variables cannot be created while this graph is built: create the variable outside of it."
            )
        value = _initial_tensor(initial_value, None if dtype is None else dtypes.as_dtype(dtype))
        self._shape = as_shape(shape) if shape is not None else value.shape if validate_shape else TensorShape(None)
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
            graph.on_variable(self, value)  # type: ignore[misc]  # it is not None: that was refused above

    def initialise(self, value: Any) -> None:
        """Gives the variable its first value, an eager tensor. Called once, by whoever created it."""
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
        return apply(_IS_INITIALIZED, (self._handle,), name=name)

    def ref(self) -> Reference:
        """A hashable stand-in for this variable, equal to that of the same variable only."""
        return Reference(self)

    # -- reading -----------------------------------------------------------------------------------------------------

    def value(self) -> Any:
        """The current value, as a tensor."""
        attrs = {"dtype": self._dtype, "_shape": self._shape}
        return apply(_READ, (self._handle,), attrs)

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
        return self._write(_ASSIGN, tensor, name, read_value)

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Adds `delta` to the value; see `assign`."""
        return self._write(_ASSIGN_ADD, convert_to_tensor(delta, self._dtype), name, read_value)

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtracts `delta` from the value; see `assign`."""
        return self._write(_ASSIGN_SUB, convert_to_tensor(delta, self._dtype), name, read_value)

    def _write(self, op: Any, tensor: Any, name: str | None, read_value: bool) -> Any:
        apply(op, (self._handle, tensor), {"dtype": self._dtype}, name)
        return UnreadVariable(self) if read_value else None

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Replaces the elements at the positions `indices`."""
        return self.assign(indexing.tensor_scatter_nd_update(self.value(), indices, updates), name=name)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Adds to the elements at the positions `indices`."""
        return self.assign(indexing.tensor_scatter_nd_add(self.value(), indices, updates), name=name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtracts from the elements at the positions `indices`."""
        return self.assign(indexing.tensor_scatter_nd_sub(self.value(), indices, updates), name=name)

    # -- looks -------------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        text = f"<tf.Variable '{self.name}' shape={self._shape} dtype={self._dtype.name}"
        if current_graph() is not None:
            return text + ">"
        array = self._storage.array
        return f"{text}, numpy={'<unavailable>' if array is None else array_text(array)}>"

    def __hash__(self) -> int:
        raise TypeError(f"Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {self!r})")

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        value = EagerTensor(_current(self._storage))
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


def _on_value(method: Callable[..., Any]) -> Callable[..., Any]:
    def operator(self: Variable, *others: Any) -> Any:
        return method(self.value(), *others)

    operator.__name__ = method.__name__
    operator.__qualname__ = f"Variable.{method.__name__}"
    return operator


_install_operators()


# -- operations ------------------------------------------------------------------------------------------------------


def _current(storage: Storage) -> np.ndarray:
    if storage.array is None:
        raise errors.FailedPreconditionError(
            None, None,
            f"Could not find variable {storage.name}. This could mean that the variable has been deleted, or that it "
            "is used before it is initialised.",
        )  # fmt: skip
    return storage.array


def _read(storage: Storage, dtype: DType, _shape: TensorShape) -> np.ndarray:
    return _current(storage)


def _assign(storage: Storage, value: Any, dtype: DType) -> tuple[()]:
    # A kernel hands on numpy scalars where it can; what is stored is an array.
    storage.array = value if type(value) is np.ndarray else _as_array(value)
    return ()


def _as_array(value: Any) -> np.ndarray:
    if isinstance(value, bytes):
        array = np.empty((), object)
        array[()] = value
        return array
    return np.asarray(value)


def _update(ufunc: Callable[..., Any]) -> Callable[..., tuple[()]]:
    def kernel(storage: Storage, value: np.ndarray, dtype: DType) -> tuple[()]:
        array = _current(storage)
        if array.shape != value.shape:
            raise errors.InvalidArgumentError(
                None, None,
                f"Cannot update variable with shape {dimension_text(array.shape)} using a Tensor with shape "
                f"{dimension_text(value.shape)}, shapes must be equal.",
            )  # fmt: skip
        storage.array = np.asarray(ufunc(array, value))
        return ()

    return kernel


_READ = declare(
    "ReadVariableOp", "resource: resource -> dtype", _read, shapes=lambda handle, dtype, _shape: _shape,
    gradient=lambda node, g: [g], effects=Effect.READ,
)  # fmt: skip
_ASSIGN = declare(
    "AssignVariableOp", "resource: resource, value: dtype ->", _assign, shapes=nothing, gradient=no_gradient,
    effects=Effect.WRITE,
)  # fmt: skip
_ASSIGN_ADD = declare(
    "AssignAddVariableOp", "resource: resource, value: dtype ->", _update(np.add), shapes=nothing, gradient=no_gradient,
    effects=Effect.READ | Effect.WRITE,
)  # fmt: skip
_ASSIGN_SUB = declare(
    "AssignSubVariableOp", "resource: resource, value: dtype ->", _update(np.subtract), shapes=nothing,
    gradient=no_gradient, effects=Effect.READ | Effect.WRITE,
)  # fmt: skip
_IS_INITIALIZED = declare(
    "VarIsInitializedOp", "resource: resource -> bool", lambda storage: np.array(storage.array is not None),
    shapes=scalar, gradient=no_gradient, effects=Effect.READ,
)  # fmt: skip
