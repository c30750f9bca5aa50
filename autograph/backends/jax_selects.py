"""Parts of a program on JAX that may as well run where they are not taken: they are cheap, and nothing can come of it.

XLA takes longer to compile a conditional than anything else of its size. Where both branches only move small values
about and compute with integers, both run, and a selection takes the results of one. Operations on floats are not among
these, but for the linear ones: the derivative of one that is not taken may not be a number, and would spoil the sum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

#: How many operations, and values in a result, are few.
_MOST_OPERATIONS = 24
_MOST_VALUES = 1024

_MOVING = """broadcast_in_dim concatenate convert_element_type copy dynamic_slice dynamic_update_slice expand_dims
    gather iota pad reshape rev scatter select_n slice squeeze stop_gradient transpose"""
_COMPARING = "and eq ge gt le lt ne not or xor"
_LINEAR = "add neg sub"
#: What is cheap on any values, and what is on integers.
_OF_ALL = frozenset(f"{_MOVING} {_COMPARING} {_LINEAR}".split())
_OF_INTEGERS = frozenset({"abs", "clamp", "div", "integer_pow", "max", "min", "mul", "rem", "sign"})
#: Operations that are another program.
_CALLS = frozenset({"pjit", "jit", "closed_call"})


def is_cheap(equations: Sequence[Any]) -> bool:
    """Whether equations of a jaxpr may run where their results are not asked for."""
    return _operations(equations) <= _MOST_OPERATIONS


def is_small(shape: Sequence[int]) -> bool:
    """Whether a value of a shape is quickly selected."""
    return math.prod(shape) <= _MOST_VALUES


def _operations(equations: Sequence[Any]) -> float:
    """How many operations some equations are; infinitely many if one of them is to run only where it is taken."""
    count = 0.0
    for equation in equations:
        name = equation.primitive.name
        if name in _CALLS:
            inner = equation.params.get("jaxpr") or equation.params.get("call_jaxpr")
            count += math.inf if inner is None else _operations(getattr(inner, "jaxpr", inner).eqns)
        elif name in _OF_ALL or (name in _OF_INTEGERS and all(map(_is_integer, equation.invars))):
            count += 1
        else:
            return math.inf
        if count > _MOST_OPERATIONS or not all(is_small(v.aval.shape) for v in equation.outvars):
            return math.inf
    return count


def _is_integer(atom: Any) -> bool:
    return bool(jnp.issubdtype(atom.aval.dtype, jnp.integer) or atom.aval.dtype == bool)


def selected(condition: Any, then: Sequence[Any], orelse: Sequence[Any]) -> list[Any]:
    """The results of one of two branches, both of which have run."""
    return [lax.select(condition, one, other) for one, other in zip(then, orelse, strict=True)]


def zeros(shape: Sequence[int], dtype: Any) -> Any:
    """Zeros for another part of the program; one alone is NumPy's, and becomes a constant there."""
    if not isinstance(dtype, np.dtype):
        return jnp.zeros(shape, dtype)
    zero = np.zeros((), dtype)
    return lax.broadcast(zero, shape) if shape else zero
