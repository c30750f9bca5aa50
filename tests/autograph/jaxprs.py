"""Runs what JAX traced without compiling it, so that a loop that never ends is found out.

Compiling a small program takes longer than tracing and running it a few times, and so does dispatching each of its
operations: most are done by NumPy, where it does the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax.extend.core import Literal

MOST_ITERATIONS = 2000

Function = Callable[..., Any]


def traced(function: Function, *args: Any) -> Function:
    """What `jax.jit` makes of a function for arguments like these, as a function of such."""
    trace = jax.jit(lambda *args: function(*args)).trace(*args)  # a new function: JAX remembers traces by function
    structure = trace.out_tree

    def call(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            results = evaluated(trace.jaxpr, jax.tree.leaves(args))
        return jax.tree.unflatten(structure, map(jax.numpy.asarray, results))

    return call


def evaluated(closed: Any, args: Sequence[Any]) -> list[Any]:
    """The results of a closed jaxpr."""
    jaxpr = closed.jaxpr
    values = dict(zip([*jaxpr.constvars, *jaxpr.invars], [*closed.consts, *args], strict=True))

    def read(atom: Any) -> Any:
        return atom.val if isinstance(atom, Literal) else values[atom]

    for equation in jaxpr.eqns:
        operands = [read(atom) for atom in equation.invars]
        name = equation.primitive.name
        if name in _RULES:
            results = _RULES[name](operands, **equation.params)
        elif name in _IN_NUMPY and (result := _in_numpy(name, operands, equation.params)) is not NotImplemented:
            results = [result]
        else:
            results = equation.primitive.bind(*operands, **equation.params)
            results = results if equation.primitive.multiple_results else [results]
        values.update(zip(equation.outvars, results, strict=True))
    return [read(atom) for atom in jaxpr.outvars]


def _while(operands: list[Any], cond_nconsts: int, cond_jaxpr: Any, body_nconsts: int, body_jaxpr: Any) -> list[Any]:
    of_test, of_body = operands[:cond_nconsts], operands[cond_nconsts : cond_nconsts + body_nconsts]
    state = operands[cond_nconsts + body_nconsts :]
    for iteration in itertools.count():
        if not evaluated(cond_jaxpr, [*of_test, *state])[0]:
            break
        if iteration == MOST_ITERATIONS:
            raise TimeoutError(f"a loop is still running after {iteration} iterations")
        state = evaluated(body_jaxpr, [*of_body, *state])
    return state


def _cond(operands: list[Any], branches: Sequence[Any], **_: Any) -> list[Any]:
    index = min(max(int(operands[0]), 0), len(branches) - 1)
    return evaluated(branches[index], operands[1:])


def _scan(operands: list[Any], jaxpr: Any, length: int, reverse: bool, **options: Any) -> list[Any]:
    if "num_consts" in options:
        num_consts, num_carry = options["num_consts"], options["num_carry"]
    else:  # from JAX 0.12 on
        num_consts, num_carry, _ = map(len, options["ft_in"].unpack())
    consts, state = operands[:num_consts], operands[num_consts : num_consts + num_carry]
    rows: list[list[Any]] = []
    for k in reversed(range(length)) if reverse else range(length):
        results = evaluated(jaxpr, [*consts, *state, *(xs[k] for xs in operands[num_consts + num_carry :])])
        state = results[:num_carry]
        rows.append(results[num_carry:])
    if not rows:
        empty = [jax.numpy.zeros((0, *v.aval.shape), v.aval.dtype) for v in jaxpr.jaxpr.outvars[num_carry:]]
        return [*state, *empty]
    rows = rows[::-1] if reverse else rows
    return [*state, *(jax.numpy.stack(column) for column in itertools.zip_longest(*rows))]


def _called(operands: list[Any], **params: Any) -> list[Any]:
    inner = params.get("jaxpr") or params["call_jaxpr"]
    return evaluated(inner, operands)


def _in_numpy(name: str, operands: list[Any], params: dict[str, Any]) -> Any:
    """What an operation makes of numbers, by NumPy; NotImplemented of what else it is given."""
    arrays = [np.asarray(operand) for operand in operands]
    if any(array.dtype not in _DTYPES for array in arrays):
        return NotImplemented
    return _IN_NUMPY[name](*arrays, **params)


_DTYPES = frozenset(map(np.dtype, ("bool", "int32", "int64", "float32", "float64")))


def _converted(x: Any, new_dtype: Any, **_: Any) -> Any:
    # Floats beyond all integers become the largest or the smallest; NumPy does not say what they become.
    return NotImplemented if x.dtype.kind == "f" and np.dtype(new_dtype).kind != "f" else x.astype(new_dtype)


def _quotient(x: Any, y: Any) -> Any:
    if x.dtype.kind == "f":
        return np.divide(x, y)
    return (x - np.fmod(x, y)) // y if np.all(y != 0) and np.all(y != -1) else NotImplemented


def _remainder(x: Any, y: Any) -> Any:
    return np.fmod(x, y) if x.dtype.kind == "f" or np.all(y != 0) else NotImplemented


def _selected(which: Any, *cases: Any) -> Any:
    if len(cases) != 2 or which.dtype != bool:
        return NotImplemented
    return np.where(which, cases[1], cases[0])


def _broadcast(x: Any, shape: Any, broadcast_dimensions: Any, **_: Any) -> Any:
    sizes = [1] * len(shape)
    for size, at in zip(x.shape, broadcast_dimensions, strict=True):
        sizes[at] = size
    return np.broadcast_to(x.reshape(sizes), shape)


def _dynamic_slice(x: Any, *starts: Any, slice_sizes: Any) -> Any:
    found = x
    for axis, (start, size) in enumerate(zip(starts, slice_sizes, strict=True)):
        first = min(max(int(start), 0), x.shape[axis] - size)
        found = found.take(range(first, first + size), axis)
    return found


def _slice(x: Any, start_indices: Any, limit_indices: Any, strides: Any) -> Any:
    steps = strides or [1] * x.ndim
    return x[tuple(map(slice, start_indices, limit_indices, steps))]


def _padded(x: Any, value: Any, padding_config: Any) -> Any:
    if any(low < 0 or high < 0 or between for low, high, between in padding_config):
        return NotImplemented
    return np.pad(x, [(low, high) for low, high, _ in padding_config], constant_values=value)


_POINTWISE: dict[str, Any] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": _quotient, "rem": _remainder, "neg": np.negative,
    "sign": np.sign, "abs": np.abs, "max": np.maximum, "min": np.minimum, "and": np.bitwise_and, "or": np.bitwise_or,
    "not": np.invert, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal,
    "ne": np.not_equal,
}  # fmt: skip


def _without_parameters(function: Function) -> Function:
    return lambda *arrays, **_: function(*arrays)


#: Operations that NumPy does as JAX does, on numbers of 32 and 64 bits.
_IN_NUMPY: dict[str, Function] = {
    **{name: _without_parameters(function) for name, function in _POINTWISE.items()},
    "select_n": _selected,
    "convert_element_type": _converted,
    "broadcast_in_dim": _broadcast,
    "squeeze": lambda x, dimensions: x.squeeze(dimensions),
    "reshape": lambda x, new_sizes, dimensions, **_: x.reshape(new_sizes) if dimensions is None else NotImplemented,
    "dynamic_slice": _dynamic_slice,
    "slice": _slice,
    "pad": _padded,
    "concatenate": lambda *arrays, dimension: np.concatenate(arrays, dimension),
    "reduce_and": lambda x, axes, **_: x.all(axes),
}


_RULES: dict[str, Function] = {
    "while": _while,
    "cond": _cond,
    "scan": _scan,
    "pjit": _called,
    "jit": _called,
    "closed_call": _called,
    "custom_jvp_call": _called,
}
