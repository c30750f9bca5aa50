"""What NumPy's arrays do that tensors have no methods for: in converted code, where an array has become a tensor.

TensorFlow's tensors have none of these, and outside of converted code neither have these. Methods that change an array
where it stands are not among them, for tensors do not change.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from autograph.operators.aggregates import as_lists
from autograph.operators.calls import call, to_function
from runtime.ir.values import array_attributes, of_numpy
from runtime.library import elementwise, numpy_algebra, numpy_shapes, shaping
from runtime.library.array_lengths import has_lengths
from runtime.library.numpy_calls import CALLED
from runtime.library.numpy_operands import array, as_of_numpy, as_type, flat, size
from runtime.library.numpy_statistics import STATISTICS


def _reshaped(x: Any, *shape: Any, order: str = "C") -> Any:
    return numpy_shapes.reshaped(x, shape[0] if len(shape) == 1 else shape, order)


def _transposed(x: Any, *axes: Any) -> Any:
    order = axes[0] if len(axes) == 1 else axes
    return shaping.transpose(x, order or None)


def _flattened(x: Any, order: str = "C") -> Any:
    return shaping.identity(numpy_shapes.raveled(x, order))


def _as_type(x: Any, dtype: Any, *, copy: bool = True) -> Any:
    return as_type(array(x), dtype)


def _listed(x: Any) -> Any:
    if x.shape.rank == 0:
        return x
    if x.shape.rank == 1 and x.shape[0] is None and has_lengths():
        return call(list)(x)
    if x.shape.rank == 2 and x.shape[0] is None and has_lengths():
        return to_function(as_lists)(x)
    if x.shape.rank is None or x.shape[0] is None:
        raise AttributeError("a tensor whose shape is known only when the graph runs cannot be made a list: return it")
    return [_listed(x[i]) for i in range(x.shape[0])]


def _item(x: Any, *places: Any) -> Any:
    if not places:
        return shaping.reshape(x, [])
    return x[places] if len(places) > 1 else flat(x)[places[0]]


def _taken(x: Any, indices: Any, axis: Any = None) -> Any:
    return numpy_shapes.taken(x, indices, axis)


#: What makes another array, or a number.
METHODS: dict[str, Callable[..., Any]] = {
    **STATISTICS, "copy": shaping.identity, "astype": _as_type, "flatten": _flattened, "dot": numpy_algebra.dot,
    "trace": numpy_algebra.trace, "item": _item, "conj": elementwise.conj, "conjugate": elementwise.conj,
    "repeat": numpy_shapes.repeated, "take": _taken,
    "nonzero": CALLED["nonzero"], "searchsorted": CALLED["searchsorted"],
    "compress": lambda x, condition, axis=None: CALLED["compress"](condition, x, axis),
}  # fmt: skip

#: What makes a view.
VIEWS: dict[str, Callable[..., Any]] = {
    "reshape": _reshaped, "ravel": numpy_shapes.raveled, "transpose": _transposed, "swapaxes": numpy_shapes.swapped,
    "squeeze": numpy_shapes.squeezed, "diagonal": numpy_algebra.diagonal,
}  # fmt: skip

PROPERTIES: dict[str, Callable[[Any], Any]] = {
    "T": as_of_numpy(_transposed, makes_a_view=True), "size": size,
    "real": lambda x: of_numpy(elementwise.real(x)), "imag": lambda x: of_numpy(elementwise.imag(x)),
}  # fmt: skip


def install(methods: dict[str, Callable[..., Any]]) -> None:
    """Gives the tensors of a graph, in converted code, these methods."""
    array_attributes.update({name: functools.partial(functools.partial, method) for name, method in methods.items()})


array_attributes.update(PROPERTIES)
install({name: as_of_numpy(method) for name, method in METHODS.items()})
install({name: as_of_numpy(method, makes_a_view=True) for name, method in VIEWS.items()})
install({"tolist": _listed})
