"""What must hold when a program on JAX runs, which fails where it does not.

A call of Python takes thousands of times as long as an iteration of a loop. So Python is called where it does not hold.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

# JAX has no public names for effects and for the rules of a primitive.
from jax._src import effects
from jax._src.interpreters import ad, batching, mlir
from jax.extend.core import Primitive

_REQUIRE = Primitive("require")
_REQUIRE.multiple_results = True


class Failing(effects.Effect):
    """That of a program which may fail when it runs."""


for allowed in (
    effects.lowerable_effects,
    effects.control_flow_allowed_effects,
    effects.custom_derivatives_allowed_effects,
    effects.remat_allowed_effects,
    getattr(effects, "partial_eval_kept_effects", None),  # of later versions
):
    if allowed is not None:
        allowed.add_type(Failing)


def required(condition: Any, operands: Sequence[Any], fail: Callable[..., None], in_each: bool = True) -> None:
    """Has a program fail where a condition does not hold.

    Args:
        condition: a bool.
        operands: values that the error shows.
        fail: raises, given the values of the operands.
        in_each: whether it is asked for each of those that `vmap` maps over. It runs both branches of a conditional of
            theirs, and a condition may not hold for the one that is not taken.
    """
    _REQUIRE.bind(condition, *operands, fail=fail, in_each=in_each)


def _check(fail: Callable[..., None], condition: Any, *operands: Any) -> None:
    failing = np.argwhere(~np.asarray(condition))
    if len(failing):
        fail(*[np.asarray(operand)[tuple(failing[0])] for operand in operands])


def _evaluated(*operands: Any, fail: Callable[..., None], in_each: bool) -> list[Any]:
    _check(fail, *operands)
    return []


def _abstract(*operands: Any, **options: Any) -> tuple[list[Any], set[effects.Effect]]:
    return [], {Failing()}


def _lowered(condition: Any, *operands: Any, fail: Callable[..., None], in_each: bool) -> list[Any]:
    check = functools.partial(jax.debug.callback, functools.partial(_check, fail), condition, *operands)
    lax.cond(jnp.all(condition), lambda: None, check)
    return []


def _batched(operands: Sequence[Any], axes: Sequence[Any], **options: Any) -> tuple[list[Any], list[Any]]:
    if options["in_each"]:
        pairs = list(zip(operands, axes, strict=True))
        size = next(operand.shape[axis] for operand, axis in pairs if axis is not None)
        _REQUIRE.bind(*[_in_front(operand, axis, size) for operand, axis in pairs], **options)
    return [], []


def _in_front(operand: Any, axis: int | None, size: int) -> Any:
    return jnp.broadcast_to(operand, (size, *jnp.shape(operand))) if axis is None else jnp.moveaxis(operand, axis, 0)


_REQUIRE.def_impl(_evaluated)
_REQUIRE.def_effectful_abstract_eval(_abstract)
mlir.register_lowering(_REQUIRE, mlir.lower_fun(_lowered, multiple_results=True))
batching.primitive_batchers[_REQUIRE] = _batched
ad.primitive_jvps[_REQUIRE] = lambda operands, tangents, **options: (_REQUIRE.bind(*operands, **options), [])
