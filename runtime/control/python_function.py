"""Calling Python while a graph runs: `py_function` on tensors, with gradients; `numpy_function` on arrays, without."""

from __future__ import annotations

import functools
import itertools
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.autodiff import recording
from runtime.autodiff.tape import GradientTape
from runtime.core import dtypes, errors, nest
from runtime.core.specs import TensorSpec
from runtime.execute.failures import CLASSES
from runtime.ir.graph import current_graph, init_scope
from runtime.ir.schema import Effect, acts_outside, declare, no_gradient
from runtime.ir.values import EagerTensor, wrap
from runtime.state.indexed_slices import IndexedSlices
from runtime.state.variable import Variable
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def py_function(
    func: Callable[..., Any] | None = None, inp: Any = None, Tout: Any = None, name: str | None = None
) -> Any:
    """Calls a Python function on eager tensors, each time the graph runs.

    Args:
        func: takes the tensors of `inp`, returns as many tensors as `Tout` has dtypes. Variables it uses are seen by
            gradients only if they are passed to it. Without it, a decorator is returned.
        inp: tensors; those that a decorated function is called with.
        Tout: the dtypes of what it returns, as a list, one alone, or specs; an empty list for nothing.
        name: of the node.

    Returns:
        The tensors that `func` returns, in the structure of `Tout`. Their shapes are not known, unless specs say them.

    Raises:
        InvalidArgumentError: when it runs, if the function returns something of another dtype.
        and whatever `func` raises, as `UnknownError` if TensorFlow has no class for it.

    >>> py_function(lambda x: x * 2, [convert_to_tensor(1.5)], dtypes.float32)
    <tf.Tensor: shape=(), dtype=float32, numpy=3.0>

    As a decorator:

    >>> @py_function(Tout=dtypes.float32)
    ... def double(x):
    ...     return x * 2
    >>> double(convert_to_tensor(1.5))
    <tf.Tensor: shape=(), dtype=float32, numpy=3.0>
    """
    if func is None:
        return _decorator(lambda function, inputs: py_function(function, inputs, Tout, name))
    specs = _specs(Tout)
    inputs = [convert_to_tensor(_value(x)) for x in nest.flatten(inp if inp is not None else [])]
    if current_graph() is None:
        results = _call_eagerly(func, inputs, specs)
    else:
        attrs = {"function": func, "specs": tuple(specs), "token": next(_tokens)}
        results = apply(EAGER_PY_FUNC, inputs, attrs, name or "EagerPyFunc")
    return _packed(Tout, results)


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Calls a Python function on numpy arrays, each time the graph runs. It has no gradient.

    Args:
        func: takes arrays, returns as many as `Tout` has dtypes. Without it, a decorator is returned.
        inp: tensors; those that a decorated function is called with.
        Tout: the dtypes of what it returns: a list, or one alone.
        stateful: False lets calls whose result is not used be left out.
        name: of the node.

    Returns:
        Tensors, in the structure of `Tout`.

    >>> numpy_function(np.sinh, [convert_to_tensor(0.0)], dtypes.float32)
    <tf.Tensor: shape=(), dtype=float32, numpy=0.0>
    """
    if func is None:
        return _decorator(lambda function, inputs: numpy_function(function, inputs, Tout, stateful, name))
    specs = _specs(Tout)
    inputs = [convert_to_tensor(_value(x)) for x in nest.flatten(inp if inp is not None else [])]
    op = PY_FUNC if stateful else PY_FUNC_STATELESS
    attrs = {"function": func, "specs": tuple(specs)}
    return _packed(Tout, apply(op, inputs, attrs, name or "PyFunc"))


def _decorator(call: Callable[[Any, Sequence[Any]], Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What makes a function one of tensors, which `call` calls."""

    def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*inputs: Any) -> Any:
            return call(function, inputs)

        return wrapper

    return decorated


_tokens = itertools.count(1)


def _value(x: Any) -> Any:
    return x.value() if isinstance(x, Variable) else x


def _specs(given: Any) -> list[TensorSpec]:
    return [x if isinstance(x, TensorSpec) else TensorSpec(None, dtypes.as_dtype(x)) for x in _dtypes_in(given)]


def _dtypes_in(given: Any) -> list[Any]:
    return [] if given is None else nest.flatten(given)


def _packed(structure: Any, results: Sequence[Any]) -> Any:
    if structure is None or (isinstance(structure, (list, tuple)) and not structure):
        return list(results) if current_graph() is None else None
    if not nest.is_nested(structure):
        return results[0]
    # A node in the graph has one more output, which is its own.
    return nest.pack_sequence_as(structure, list(results[: len(nest.flatten(structure))]))


def _call_eagerly(func: Any, inputs: Sequence[Any], specs: Sequence[TensorSpec]) -> list[Any]:
    """The results of the function as tensors of the wanted dtypes."""
    returned = _called(func, inputs)
    if not specs:
        return []
    flat = nest.flatten(returned)
    if len(flat) != len(specs):
        raise errors.InvalidArgumentError(
            None, None, f"pyfunc_{len(inputs)} returns {len(flat)} values, but expects to see {len(specs)} values."
        )
    return [_converted(x, spec.dtype) for x, spec in zip(flat, specs, strict=True)]


def _called(function: Any, arguments: Sequence[Any]) -> Any:
    """What the function returns; what it raises becomes the error that TensorFlow has for it."""
    try:
        return function(*arguments)
    except errors.OpError:
        raise
    except Exception as error:
        kind = next((kind for raised, kind in CLASSES if isinstance(error, raised)), errors.UnknownError)
        raise kind(None, None, f"{type(error).__name__}: {error}\n{traceback.format_exc()}") from error


def _converted(value: Any, dtype: Any) -> Any:
    if value is None:
        return convert_to_tensor(np.zeros((), dtype.dtype))
    if isinstance(value, (Variable, IndexedSlices)):
        value = convert_to_tensor(value)
    if isinstance(value, EagerTensor) and value.dtype is not dtype:
        raise errors.InvalidArgumentError(
            None, None,
            f"py_function: the function returned a tensor of dtype {value.dtype.name} where Tout says {dtype.name}.",
        )  # fmt: skip
    return convert_to_tensor(value, dtype)


class _Run:
    """A run of a function in a graph, which its gradient is computed from: an output of the node that ran it.

    It lives as long as what may need it: a plan that is running, the stack of a loop, a tape outside.
    """

    __slots__ = ("inputs", "outputs", "tape")

    #: Kernels get a run where they would get an array, and dispatch asks for its dtype.
    dtype = dtypes.variant
    shape = ()

    def __init__(self, tape: GradientTape, inputs: Sequence[Any], outputs: Sequence[Any]):
        self.tape = tape
        self.inputs = inputs
        self.outputs = outputs


def _eager_kernel(*arrays: Any, function: Any, specs: tuple[TensorSpec, ...], token: int) -> tuple[Any, ...]:
    """Runs the function under a tape; the last output is the run."""
    with init_scope(), recording.paused():
        inputs = [wrap(x) for x in arrays]
        differentiable = [x for x in inputs if x.dtype.is_floating or x.dtype.is_complex]
        with GradientTape(persistent=True) as tape:
            tape.watch(differentiable)
            outputs = _call_eagerly(function, inputs, specs)
    return (*[y._array for y in outputs], _Run(tape, inputs, outputs))


def _eager_infer(*inputs: Any, specs: tuple[TensorSpec, ...], **attrs: Any) -> list[TensorSpec]:
    return [*[TensorSpec(s.shape, s.dtype) for s in specs], TensorSpec([], dtypes.variant)]


def _eager_gradient(node: Any, *given: Any) -> list[Any]:
    wanted = [i for i, x in enumerate(node.inputs) if x.dtype.is_floating or x.dtype.is_complex]
    outputs = node.outputs[:-1]
    weighted = [i for i, y in enumerate(outputs) if y.dtype.is_floating or y.dtype.is_complex]
    if not wanted or not weighted:
        return [None] * len(node.inputs)
    attrs = {
        "function": node.attrs["function"],
        "returned": node.attrs["specs"],
        "count": len(node.inputs),
        "wanted": tuple(wanted),
        "weighted": tuple(weighted),
        "specs": tuple([TensorSpec(node.inputs[i].shape, node.inputs[i].dtype) for i in wanted]),
    }
    found = apply(EAGER_PY_FUNC_GRADIENT, [node.outputs[-1], *node.inputs, *[given[i] for i in weighted]], attrs)
    gradients: list[Any] = [None] * len(node.inputs)
    for i, g in zip(wanted, found, strict=True):
        gradients[i] = g
    return gradients


def _gradient_kernel(
    run: _Run, *operands: Any, count: int, wanted: Any, weighted: Any, specs: Any, **attrs: Any
) -> tuple[Any, ...]:
    weights = operands[count:]
    with init_scope(), recording.paused():
        found = run.tape.gradient(
            [run.outputs[i] for i in weighted], [run.inputs[i] for i in wanted], [wrap(w) for w in weights], "zero"
        )
        return tuple([convert_to_tensor(g)._array for g in found])


def _gradient_of_gradient(node: Any, *given: Any) -> list[Any]:
    """The gradient is a function of inputs and weights, too: Python computes it anew under a tape."""
    function, returned, count, wanted, weighted = (
        node.attrs[name] for name in ("function", "returned", "count", "wanted", "weighted")
    )
    operands = node.inputs[1:]
    differentiable = [i for i, x in enumerate(operands) if i in wanted or i >= count]

    def second(*tensors: Any) -> list[Any]:
        values, cotangents = list(tensors[: len(operands)]), list(tensors[len(operands) :])
        sources = [values[i] for i in differentiable]
        with GradientTape() as outer:
            outer.watch(sources)
            with GradientTape() as inner:
                inner.watch(sources)
                outputs = _call_eagerly(function, values[:count], returned)
            gradients = inner.gradient(
                [outputs[i] for i in weighted], [values[i] for i in wanted], values[count:], "zero"
            )
        found: list[Any] = outer.gradient(gradients, sources, cotangents, "zero")
        return found

    specs = [TensorSpec(operands[i].shape, operands[i].dtype) for i in differentiable]
    results = py_function(second, [*operands, *given], specs)
    gradients: list[Any] = [None] * len(node.inputs)
    for i, g in zip(differentiable, results, strict=True):
        gradients[i + 1] = g
    return gradients


EAGER_PY_FUNC = declare(
    "EagerPyFunc",
    "input: *; function: object, specs: specs, token: int -> *",
    kernel=_eager_kernel,
    infer=_eager_infer,
    gradient=_eager_gradient,
    effects=Effect.OUTPUT,
)
acts_outside[EAGER_PY_FUNC] = "calls Python"
EAGER_PY_FUNC_GRADIENT = declare(
    "EagerPyFuncGradient",
    "run: variant, operands: *; function: object, returned: specs, count: int, wanted: ints, weighted: ints, "
    "specs: specs -> *",
    kernel=_gradient_kernel,
    infer=lambda *inputs, specs, **attrs: list(specs),
    gradient=_gradient_of_gradient,
    effects=Effect.OUTPUT,
)
acts_outside[EAGER_PY_FUNC_GRADIENT] = "calls Python"


def _numpy_kernel(*arrays: Any, function: Any, specs: tuple[TensorSpec, ...]) -> tuple[Any, ...]:
    with init_scope():
        returned = _called(function, [x if isinstance(x, np.ndarray) and x.ndim else np.asarray(x)[()] for x in arrays])
    if not specs:
        return ()
    flat = list(returned) if isinstance(returned, (list, tuple)) else [returned]
    if len(flat) != len(specs):
        raise errors.InvalidArgumentError(
            None, None, f"pyfunc returns {len(flat)} values, but expects to see {len(specs)} values."
        )
    return tuple([_array(x, spec.dtype, i) for i, (x, spec) in enumerate(zip(flat, specs, strict=True))])


def _array(value: Any, dtype: Any, position: int) -> Any:
    if dtype.kind == "string":
        return convert_to_tensor(value)._array
    array = np.asarray(value)
    if array.dtype != dtype.dtype:
        if type(value) not in (bool, int, float, list, tuple):
            raise errors.InvalidArgumentError(
                None, None, f"{position}-th value returned by pyfunc is {array.dtype.name}, but expects {dtype.name}"
            )
        return array.astype(dtype.dtype)
    return array


def _numpy_infer(*inputs: Any, specs: tuple[TensorSpec, ...], **attrs: Any) -> list[TensorSpec]:
    return [TensorSpec(s.shape, s.dtype) for s in specs]


PY_FUNC = declare(
    "PyFunc",
    "input: *; function: object, specs: specs -> *",
    kernel=_numpy_kernel,
    infer=_numpy_infer,
    gradient=no_gradient,
    effects=Effect.OUTPUT,
)
acts_outside[PY_FUNC] = "calls Python"
PY_FUNC_STATELESS = declare(
    "PyFuncStateless",
    "input: *; function: object, specs: specs -> *",
    kernel=_numpy_kernel,
    infer=_numpy_infer,
    gradient=no_gradient,
    effects=Effect.FRESH,
)
acts_outside[PY_FUNC_STATELESS] = "calls Python"
