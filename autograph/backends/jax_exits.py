"""Exits of regions on JAX: places where a region ends early if a condition holds.

A region is traced as if none of them were taken, with a mark in its jaxpr for each. When the jaxpr is evaluated, what
follows a mark goes into `lax.cond`, unless it is cheap; what it computes does not matter where the exit was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jax import core, lax

# JAX has no public names for effects and for the rules of a primitive.
from jax._src import effects
from jax._src.interpreters import ad, batching, mlir
from jax.extend.core import Literal, Primitive

from autograph.backends.jax_selects import is_cheap, zeros

_EXIT = Primitive("exit")
_EXIT.multiple_results = True
_EXIT.def_abstract_eval(lambda condition, mark: [])


class Mark:
    """Of an exit, which may be taken back."""

    is_taken_back = False


def mark_exit(condition: Any) -> Mark:
    """Adds a mark to what is being traced: it ends there if a condition, a bool, holds."""
    mark = Mark()
    _EXIT.bind(condition, mark=mark)
    return mark


class _Returning(effects.Effect):
    """That of a program whose results are made into values of Python's when it has run."""


_RETURN = Primitive("return")
_RETURN.multiple_results = True
_RETURN.def_effectful_abstract_eval(lambda: ([], {_Returning()}))
_RETURN.def_impl(list)
mlir.register_lowering(_RETURN, lambda context: [])
batching.primitive_batchers[_RETURN] = lambda operands, axes: (_RETURN.bind(), [])
ad.primitive_jvps[_RETURN] = lambda primals, tangents: (_RETURN.bind(), [])
for allowed in (
    effects.lowerable_effects,
    effects.control_flow_allowed_effects,
    effects.custom_derivatives_allowed_effects,
    effects.remat_allowed_effects,
):
    allowed.add_type(_Returning)


def mark_results() -> None:
    """Has JAX make the results of a program anew each time: it remembers them of one that has no effects."""
    _RETURN.bind()


def evaluated(closed: Any, operands: Sequence[Any]) -> list[Any]:
    """The results of a closed jaxpr, as far as the first of its exits that is taken."""
    jaxpr = closed.jaxpr
    exits = [equation for equation in jaxpr.eqns if equation.primitive is _EXIT]
    if not exits:
        return list(core.eval_jaxpr(jaxpr, closed.consts, *operands))
    values = dict(zip([*jaxpr.constvars, *jaxpr.invars], [*closed.consts, *operands], strict=True))
    taken_back = [equation for equation in exits if equation.params["mark"].is_taken_back]
    _evaluate(jaxpr, [equation for equation in jaxpr.eqns if equation not in taken_back], values)
    return [_read(values, atom) for atom in jaxpr.outvars]


def _evaluate(jaxpr: Any, equations: Sequence[Any], values: dict[Any, Any]) -> None:
    """Adds to `values` what some equations of a jaxpr compute, as far as it is used later."""
    taken: Any = None  # whether one of the exits so far is
    while equations:
        count = next((k for k, equation in enumerate(equations) if equation.primitive is _EXIT), len(equations))
        if taken is not None and not is_cheap(equations[:count]):
            break
        _run(jaxpr, equations[:count], values)
        if count < len(equations):
            condition = _read(values, equations[count].invars[0])
            taken = condition if taken is None else lax.bitwise_or(taken, condition)
        equations = equations[count + 1 :]
    if not equations:
        return
    later = {variable for equation in equations for variable in equation.outvars}
    wanted = list(dict.fromkeys(v for v in jaxpr.outvars if not isinstance(v, Literal) and v in later))

    def stayed() -> list[Any]:
        own = dict(values)
        _evaluate(jaxpr, equations, own)
        return [own[variable] for variable in wanted]

    def left() -> list[Any]:
        return [zeros(variable.aval.shape, variable.aval.dtype) for variable in wanted]

    values.update(zip(wanted, lax.cond(taken, left, stayed), strict=True))


def _run(jaxpr: Any, equations: Sequence[Any], values: dict[Any, Any]) -> None:
    if not equations:
        return
    made = [variable for equation in equations for variable in equation.outvars]
    used = dict.fromkeys(a for e in equations for a in e.invars if not isinstance(a, Literal) and a in values)
    part = jaxpr.replace(constvars=[], invars=list(used), outvars=made, eqns=list(equations), debug_info=None)
    values.update(zip(made, core.eval_jaxpr(part, [], *[values[variable] for variable in used]), strict=True))


def _read(values: dict[Any, Any], atom: Any) -> Any:
    return atom.val if isinstance(atom, Literal) else values[atom]
