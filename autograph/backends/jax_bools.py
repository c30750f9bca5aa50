"""Arithmetic of traced bools in converted code: there they stand for Python's, which are integers.

JAX adds two bools by `or`, and neither subtracts nor negates them. What runs an operator of a tracer is an attribute of
its abstract value; in its place stands here what makes integers of bools first, where converted code is what asks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.core import ShapedArray

from autograph.operators.places import in_converted_code

#: An operator is called by the method of a tracer, and that by the code that has the operator.
_CALLER = 2
#: One of two operands is called by what checks these (`jax_checks`, which is installed later).
_CALLER_OF_BINARY = 3

_BINARY = ("add", "radd", "sub", "rsub", "mul", "rmul")
_UNARY = ("neg", "pos", "abs")


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, jax.Array) and value.ndim == 0 and value.dtype == bool)


def _binary(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def operator(one: Any, other: Any) -> Any:
        if _is_bool(one) and _is_bool(other) and in_converted_code(sys._getframe(_CALLER_OF_BINARY)):
            one, other = (jnp.asarray(value, jnp.result_type(int)) for value in (one, other))
        return operation(one, other)

    return operator


def _unary(operation: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def operator(value: Any) -> Any:
        if _is_bool(value) and in_converted_code(sys._getframe(_CALLER)):
            value = value.astype(jnp.result_type(int))
        made = operation(value)
        return jnp.copy(made) if made is value and made.ndim else made  # NumPy's would be another array

    return operator


def install() -> None:
    """Gives the abstract values of arrays these operators."""
    for names, made in ((_BINARY, _binary), (_UNARY, _unary)):
        for name in names:
            operation = getattr(ShapedArray, f"_{name}", None)
            if operation is not None:
                setattr(ShapedArray, f"_{name}", staticmethod(made(operation)))
