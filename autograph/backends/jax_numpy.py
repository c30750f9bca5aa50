"""NumPy's functions of traced arrays, as a table from the function to that of `jax.numpy`.

What gives as many elements as the values say is not among them, nor what reads at places that may not be there, nor
what gives views that JAX does not tell from other arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from autograph.operators.array_stores import as_tensor
from autograph.operators.effects import new

#: Functions of arrays, and of lists of numbers.
_OF_ARRAYS = """
    sum prod max min amax amin mean any all argmax argmin cumsum cumprod sort argsort std var median average ptp
    count_nonzero nansum nanmax nanmin abs negative square sqrt exp exp2 expm1 log log1p log2 log10 sin cos tan sinh
    cosh tanh arcsin arccos arctan fabs sign trunc floor ceil rint round degrees radians rad2deg deg2rad isnan isinf
    isfinite logical_not logical_and logical_or logical_xor add subtract multiply divide maximum minimum fmax fmin hypot
    arctan2 equal not_equal less less_equal greater greater_equal zeros_like ones_like full_like clip dot inner outer
    matmul append roll diff isclose allclose array_equal linspace reshape ravel expand_dims squeeze
    transpose tile repeat size shape array asarray copy cross trace heaviside
"""

#: Functions of several arrays, given as one argument.
_OF_SEVERAL = "concatenate stack vstack hstack column_stack"


def _arrays(value: Any) -> Any:
    """An argument, in which a list that holds what is traced is an array."""
    if isinstance(value, (list, tuple)) and any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(value)):
        return jnp.asarray(value)
    return value


def _of_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    def form(*args: Any, **kwargs: Any) -> Any:
        return function(*map(_arrays, args), **kwargs)

    return form


def _of_several(function: Callable[..., Any]) -> Callable[..., Any]:
    def form(arrays: Any, *axes: Any, **options: Any) -> Any:
        return function([*map(jnp.asarray, arrays)], *axes, **options)

    return form


def _where(condition: Any, x: Any, y: Any, /) -> Any:
    return jnp.where(*map(_arrays, (condition, x, y)))


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    return jnp.select([*map(jnp.asarray, condlist)], [*map(jnp.asarray, choicelist)], default)


def _at_least_1d(a: Any, /) -> Any:
    return jnp.reshape(a, (1,)) if jnp.ndim(a) == 0 else a  # which is a view of it, or itself


def _to_be_stored_to(array: Any, value: Any = None) -> Any:
    """A traced array in place of one, or what is stored to it; None of what NumPy would change on the way."""
    kind = array.dtype.kind if array.dtype in _STORED else ""
    if value is None:
        fits = kind != "i" or array.size == 0 or -_MOST <= array.min() <= array.max() <= _MOST
        return jnp.asarray(array) if kind and fits else None
    made = jnp.asarray(value)
    return made if made.dtype.kind in _TAKEN[kind] else None


_MOST = 2**31 - 1
_STORED = frozenset(map(np.dtype, (np.float64, np.float32, np.int64, np.int32, np.bool_)))
#: Of what kinds numbers are that an array of a kind takes as they are.
_TAKEN = {"f": "fib", "i": "ib", "b": "b"}


def _flip(m: Any, axis: Any = None) -> Any:
    m = _arrays(m)
    axes = range(m.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    return jax.lax.rev(m, [place % m.ndim for place in axes])  # which is known as a view


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    return jnp.full(shape, fill_value, dtype)


def _norm(x: Any) -> Any:
    return jnp.linalg.norm(_arrays(x))


def _power(x1: Any, x2: Any, /) -> Any:
    x1, x2 = _arrays(x1), _arrays(x2)
    if jnp.issubdtype(jnp.result_type(x1, x2), jnp.integer) and not (isinstance(x2, int) and x2 >= 0):
        raise TypeError("of integers only to a known power")  # a negative one is an error
    return jnp.power(x1, x2)


def _listed(x: Any) -> Any:
    return x if x.ndim == 0 else new([_listed(x[place]) for place in range(x.shape[0])])


def _to(kind: Any) -> Callable[[Any], Any]:
    return lambda x, /: jnp.asarray(x).astype(kind)


#: Kinds of numbers of NumPy, and those of Python's: JAX has them in the width that it is set to.
_KINDS = {np.float64: float, np.float32: float, np.int64: int, np.int32: int, np.bool_: bool}

#: What runs in place of functions of NumPy.
FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{getattr(np, name): _of_arrays(getattr(jnp, name)) for name in _OF_ARRAYS.split()},
    **{getattr(np, name): _of_several(getattr(jnp, name)) for name in _OF_SEVERAL.split()},
    **{kind: _to(like) for kind, like in _KINDS.items()},
    jax.core.Tracer.tolist: _listed, jax.core.Tracer.item: lambda x: jnp.reshape(x, ()),
    as_tensor: _to_be_stored_to,
    np.where: _where, np.select: _select, np.full: _full, np.atleast_1d: _at_least_1d, np.linalg.norm: _norm,
    np.power: _power, np.flip: _flip, np.flipud: lambda m, /: _flip(m, 0), np.fliplr: lambda m, /: _flip(m, 1),
}  # fmt: skip
