"""Where the values of variables are, and the operations that read and change them.

Arrays are replaced and never written to, so that what was read before stays what it was. Updates that depend on the
value hold the lock of the storage: no update of another thread is lost.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from autograph.locks import after_fork
from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape, dimension_text
from runtime.exchange.graph_def import exported
from runtime.ir.schema import MOVED, Effect, declare, no_gradient
from runtime.ops.shape_rules import nothing, scalar


class Storage:
    """Where the value of a variable is.

    Attributes:
        array: the value; None before it is initialised.
        name: of the variable.
        lock: held while a new value is computed from the old.
    """

    __slots__ = ("__weakref__", "array", "lock", "name")

    #: Kernels get a storage where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.resource

    def __init__(self, name: str):
        self.array: np.ndarray | None = None
        self.name = name
        self.lock = threading.Lock()
        _storages.add(self)


_storages: weakref.WeakSet[Storage] = weakref.WeakSet()


def _after_fork() -> None:
    for storage in list(_storages):
        storage.lock = threading.Lock()  # the thread that held it is in the other process


after_fork(_after_fork)


def current(storage: Storage) -> np.ndarray:
    """The value.

    Raises:
        FailedPreconditionError: if there is none yet.
    """
    if storage.array is None:
        raise errors.FailedPreconditionError(
            None, None,
            f"Could not find variable {storage.name}. This could mean that the variable has been deleted, or that it "
            "is used before it is initialised.",
        )  # fmt: skip
    return storage.array


def _read(storage: Storage, dtype: DType, _shape: TensorShape) -> np.ndarray:
    return current(storage)


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
        with storage.lock:
            array = current(storage)
            if array.shape != value.shape:
                raise errors.InvalidArgumentError(
                    None, None,
                    f"Cannot update variable with shape {dimension_text(array.shape)} using a Tensor with shape "
                    f"{dimension_text(value.shape)}, shapes must be equal.",
                )  # fmt: skip
            storage.array = np.asarray(ufunc(array, value))
        return ()

    return kernel


READ = declare(
    "ReadVariableOp",
    "resource: resource; _shape: shape -> value: dtype",
    _read,
    shapes=lambda handle, dtype, _shape: _shape,
    gradient=lambda node, g: [g],
    effects=Effect.READ,
    tags=MOVED,
)
exported[READ] = lambda node: {"_shape": None}
ASSIGN = declare(
    "AssignVariableOp",
    "resource: resource, value: dtype; dtype: dtype ->",
    _assign,
    shapes=nothing,
    gradient=no_gradient,
    effects=Effect.WRITE,
)
ASSIGN_ADD = declare(
    "AssignAddVariableOp",
    "resource: resource, value: dtype; dtype: dtype ->",
    _update(np.add),
    shapes=nothing,
    gradient=no_gradient,
    effects=Effect.READ | Effect.WRITE,
)
ASSIGN_SUB = declare(
    "AssignSubVariableOp", "resource: resource, value: dtype; dtype: dtype ->", _update(np.subtract), shapes=nothing,
    gradient=no_gradient, effects=Effect.READ | Effect.WRITE,
)  # fmt: skip
IS_INITIALIZED = declare(
    "VarIsInitializedOp",
    "resource: resource -> is_initialized: bool",
    lambda storage: np.array(storage.array is not None),
    shapes=scalar,
    gradient=no_gradient,
    effects=Effect.READ,
)


# -- updates of rows and elements ------------------------------------------------------------------------------------


def _scatter(ufunc: Any, positions: Callable[[np.ndarray, np.ndarray], Any]) -> Callable[..., tuple[()]]:
    """The kernel that combines updates with what is at some positions, one after the other; None replaces it."""

    def kernel(storage: Storage, indices: np.ndarray, updates: np.ndarray, dtype: DType) -> tuple[()]:
        with storage.lock:
            array = current(storage)
            result, where = array.copy(), positions(array, np.asarray(indices))
            try:
                if ufunc is None:
                    result[where] = updates
                else:
                    ufunc.at(result, where, updates)
            except ValueError:
                raise errors.InvalidArgumentError(
                    None, None,
                    f"Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got "
                    f"updates.shape {dimension_text(np.shape(updates))}, indices.shape "
                    f"{dimension_text(np.shape(indices))}, params.shape {dimension_text(array.shape)}",
                ) from None  # fmt: skip
            storage.array = result
        return ()

    return kernel


def _rows(array: np.ndarray, indices: np.ndarray) -> Any:
    size = array.shape[0] if array.ndim else 0
    wrong = np.argwhere((indices < 0) | (indices >= size))
    if wrong.size:
        place = tuple(wrong[0].tolist())
        raise errors.InvalidArgumentError(
            None, None, f"indices{list(place) if place else ''} = {indices[place]} is not in [0, {size})"
        )
    return indices


def _elements(array: np.ndarray, indices: np.ndarray) -> Any:
    depth = indices.shape[-1]
    sizes = np.array(array.shape[:depth])
    wrong = np.argwhere(((indices < 0) | (indices >= sizes)).any(-1))
    if wrong.size:
        place = tuple(wrong[0].tolist())
        raise errors.InvalidArgumentError(
            None, None,
            f"indices{list(place) if place else ''} = {indices[place].tolist()} does not index into shape "
            f"{dimension_text(array.shape)}",
        )  # fmt: skip
    return tuple(np.moveaxis(indices, -1, 0))


def _scatters(name: str, positions: Callable[..., Any], ufuncs: dict[str, Any]) -> dict[str, Any]:
    return {
        key: declare(
            f"Resource{name}{key.capitalize()}",
            "resource: resource, indices: Tindices, updates: dtype; dtype: dtype ->",
            _scatter(ufunc, positions),
            shapes=nothing,
            gradient=no_gradient,
            effects=Effect.READ | Effect.WRITE,
            Tindices=(dtypes.int32, dtypes.int64),
        )
        for key, ufunc in ufuncs.items()
    }


_COMMON = {"update": None, "add": np.add, "sub": np.subtract, "max": np.maximum, "min": np.minimum}

#: By what they do: updates of rows, whose indices are along the first axis.
SCATTER = _scatters("Scatter", _rows, {**_COMMON, "mul": np.multiply, "div": np.divide})

#: By what they do: updates of elements, whose positions are the vectors along the last axis of the indices.
SCATTER_ND = _scatters("ScatterNd", _elements, _COMMON)
