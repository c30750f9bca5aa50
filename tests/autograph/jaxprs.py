"""Runs what JAX traced without compiling it, so that a loop that never ends is found out.

Compiling a small program takes longer than tracing and running it a few times.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax.extend.core import Literal

MOST_ITERATIONS = 2000

Function = Callable[..., Any]


def traced(function: Function, *args: Any) -> Function:
    """What `jax.jit` makes of a function for arguments like these, as a function of such."""
    trace = jax.jit(lambda *args: function(*args)).trace(*args)  # a new function: JAX remembers traces by function
    structure = trace.out_tree

    def call(*args: Any) -> Any:
        results = evaluated(trace.jaxpr, jax.tree.leaves(args))
        return jax.tree.unflatten(structure, results)

    return call


def evaluated(closed: Any, args: Sequence[Any]) -> list[Any]:
    """The results of a closed jaxpr."""
    jaxpr = closed.jaxpr
    values = dict(zip([*jaxpr.constvars, *jaxpr.invars], [*closed.consts, *args], strict=True))

    def read(atom: Any) -> Any:
        return atom.val if isinstance(atom, Literal) else values[atom]

    for equation in jaxpr.eqns:
        operands = [read(atom) for atom in equation.invars]
        rule = _RULES.get(equation.primitive.name)
        if rule is not None:
            results = rule(operands, **equation.params)
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


_RULES: dict[str, Function] = {
    "while": _while,
    "cond": _cond,
    "scan": _scan,
    "pjit": _called,
    "jit": _called,
    "closed_call": _called,
    "custom_jvp_call": _called,
}
