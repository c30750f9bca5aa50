"""A mark on the results of a loop that JAX cannot differentiate backwards, so that the error names the user's loop."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from autograph.diagnostics import Place
from autograph.operators import loop_errors, places

_mark = Primitive("irreversible")
_mark.def_impl(lambda x, place: x)
_mark.def_abstract_eval(lambda x, place: x)
mlir.register_lowering(_mark, lambda context, x, place: [x])
batching.primitive_batchers[_mark] = lambda values, axes, place: (_mark.bind(*values, place=place), axes[0])


def _jvp(primals: Any, tangents: Any, *, place: Place | None) -> Any:
    (x,), (tangent,) = primals, tangents
    marked = _mark.bind(x, place=place)
    if type(tangent) is ad.Zero:
        return marked, tangent
    return marked, _mark.bind(tangent, place=place)


def _transpose(cotangent: Any, x: Any, *, place: Place | None) -> Any:
    raise loop_errors.loop_not_differentiable(place)


ad.primitive_jvps[_mark] = _jvp
ad.primitive_transposes[_mark] = _transpose


def irreversible(values: list[Any]) -> list[Any]:
    """The same values; a gradient that goes backwards through one is an error of this package."""
    place = places.current_place()
    return [_mark.bind(x, place=place) if jnp.issubdtype(x.dtype, jnp.inexact) else x for x in values]
