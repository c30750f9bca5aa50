"""Gradients of the operations with regions: conditionals become conditionals, loops become loops, calls calls.

A conditional's residuals are those of all its branches; the branches that do not run leave fillers. A loop pushes the
residuals of each iteration on a stack that it carries; the backward loop pops them until there are none left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.autodiff.accumulation import accumulated
from runtime.autodiff.backprop import dense, structured, zeros_like
from runtime.autodiff.graphs import Linearization, extend, inline, linearize
from runtime.autodiff.recording import is_differentiable, key
from runtime.core import dtypes
from runtime.core.specs import TensorSpec
from runtime.ir import regions as graph_regions
from runtime.ir.graph import Graph, Node, current_graph
from runtime.ir.regions import LoopBuilder, joined_shape, trace_region
from runtime.ir.rewrite import rewrite, unchanged
from runtime.ir.schema import Effect, declare
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, STATELESS_CALL, SWITCHES, by_effects
from runtime.ir.values import SymbolicTensor
from runtime.ir.views import Call, Conditional, Loop, carried_places
from runtime.state.stacks import EMPTY, EMPTY_STACK, POP, PUSH, STACK_NOT_EMPTY, VARIANT
from runtime.tensor.dispatch import apply

# -- calls -----------------------------------------------------------------------------------------------------------


@structured(*CALLS)
def _call(record: Any, *given: Any) -> Sequence[Any]:
    node = record.outputs[0].node
    positions = tuple([i for i, g in enumerate(given) if g is not None])
    derived = linearize(Call(node).body, positions)
    added = derived.forward.outputs[len(node.outputs) :]
    node = extend(node, [derived.forward], added)
    arguments = [dense(g) for g in given if g is not None] + _residuals(derived, node)
    return derived.spread(add_call(derived.backward, [*arguments, *derived.captured]))


def add_call(graph: Graph, arguments: Sequence[Any]) -> list[Any]:
    """Adds a call of `graph` to the current graph."""
    current = current_graph()
    assert current is not None
    op = by_effects(STATELESS_CALL, [graph])
    specs = [TensorSpec(y.shape, y.dtype) for y in graph.outputs]
    return list(current.add(op, arguments, {"f": graph.name}, [graph], specs=specs).outputs[: len(specs)])


def _residuals(derived: Linearization, node: Any, first_output: int = 0) -> list[Any]:
    return [node.inputs[i] if kind == "input" else node.outputs[first_output + i] for kind, i in derived.residuals]


# -- conditionals ----------------------------------------------------------------------------------------------------


@structured(*CONDITIONALS, *SWITCHES)
def _conditional(record: Any, *given: Any) -> Sequence[Any]:
    node = record.outputs[0].node
    positions = tuple([i for i, g in enumerate(given) if g is not None])
    branches = [linearize(region, positions) for region in node.regions]
    choice = Conditional(node)
    operands = choice.passed
    needed = [i for i in range(len(operands)) if any(b.needs[i] is not None for b in branches)]
    if not needed:
        return [None] * len(node.inputs)
    cotangents = [dense(g) for g in given if g is not None]
    count = len(node.outputs)
    node = _extended_conditional(node, branches)
    traced, first = [], count
    for branch in branches:
        residuals = []
        for kind, i in branch.residuals:
            if kind == "input":
                residuals.append(operands[i])
            else:
                residuals.append(node.outputs[i if i < count else first + i - count])
        first += len(branch.forward.outputs) - count
        arguments = [*cotangents, *residuals, *branch.captured]

        def run(branch: Linearization = branch, arguments: Sequence[Any] = arguments) -> list[Any]:
            gradients = branch.spread(inline(branch.backward, arguments))
            return [_zero(operands[i], i, branches) if gradients[i] is None else gradients[i] for i in needed]

        region = trace_region(run, [], f"gradient_of_{branch.forward.name}")
        region.graph.outputs = region.results
        traced.append(region.graph)
    types = [
        TensorSpec(joined_shape([region.outputs[k].shape for region in traced]), traced[0].outputs[k].dtype)
        for k in range(len(needed))
    ]
    if node.op in CONDITIONALS:
        values = graph_regions.add_conditional(choice.decision, traced[0], traced[1], types)
    else:
        values = graph_regions.add_switch(choice.decision, traced, types)
    gradients: list[Any] = [None] * len(node.inputs)
    for i, value in zip(needed, values, strict=True):
        gradients[choice.skipped + i] = value
    return gradients


def _extended_conditional(node: Node, branches: Sequence[Linearization]) -> Node:
    """The conditional with the residuals of each branch as outputs, one branch after the other."""
    count = len(node.outputs)
    added = [TensorSpec(y.shape, y.dtype) for b in branches for y in b.forward.outputs[count:]]
    if not added:
        return node
    bodies = []
    for chosen in branches:
        body = rewrite(chosen.forward, unchanged, node.graph)
        own = body.outputs[count:]
        body.outputs = body.outputs[:count]
        for branch in branches:
            if branch is chosen:
                body.outputs += own
                continue
            with body.as_default():
                specs = [TensorSpec(y.shape, y.dtype) for y in branch.forward.outputs[count:]]
                body.outputs += [apply(FILLER, (), {"spec": spec}) for spec in specs]
        body.seal()
        bodies.append(body)
    return extend(node, bodies, added)


def _filler(spec: TensorSpec) -> Any:
    if spec.dtype.kind == "handle":
        return EMPTY
    return np.zeros([d or 0 for d in spec.shape.dims or ()], spec.dtype.dtype)


FILLER = declare("Filler", "; spec: spec -> any", kernel=_filler, infer=lambda spec: [spec], effects=Effect.FRESH)


def _zero(operand: Any, position: int, branches: Sequence[Linearization]) -> Any:
    """A zero cotangent of an operand, for a branch that does not use it."""
    if operand.dtype is not dtypes.resource:
        return zeros_like(operand)
    for branch in branches:
        found = branch.needs[position]
        if found is not None:
            return variable_zeros(operand, branch.backward.outputs[found])
    raise AssertionError("some branch has a cotangent for it")


def variable_zeros(handle: Any, like: Any) -> Any:
    """Zeros in the shape of the variable behind `handle`, whose cotangent is `like`."""
    return apply(VARIABLE_ZEROS, (handle,), {"dtype": like.dtype, "shape": like.shape})


VARIABLE_ZEROS = declare(
    "VariableZeros",
    "resource: resource; dtype: dtype, shape: shape -> any",
    kernel=lambda storage, dtype, shape: np.zeros(storage.array.shape, dtype.dtype),
    infer=lambda handle, dtype, shape: [TensorSpec(shape, dtype)],
    gradient=lambda node, g: [None],
    effects=Effect.READ,
)

# -- loops -----------------------------------------------------------------------------------------------------------


@structured(*LOOPS)
def _loop(record: Any, *given: Any) -> Sequence[Any]:
    node = record.outputs[0].node
    loop = Loop(node)
    body, outside = loop.body, loop.inputs
    active = _active(loop, [i for i, g in enumerate(given) if g is not None])
    places = [loop.carried[i] for i in active]
    derived = linearize(body, tuple(active), frozenset(places))
    invariants = [i for i in range(loop.fixed, len(body.inputs)) if derived.needs[i] is not None]
    initial = [zeros_like(node.outputs[i]) if given[i] is None else dense(given[i]) for i in active]
    initial += [_zero(outside[i], i, [derived]) for i in invariants]
    node, pushed = _extended_loop(loop, derived)
    specs = [TensorSpec(body.inputs[i].shape, body.inputs[i].dtype) for i in places]
    specs += [TensorSpec(x.shape, x.dtype) for x in initial[len(active) :]]
    popped = tuple([TensorSpec(x.shape, x.dtype) for x in pushed])
    names = {key(x): i for i, x in enumerate(pushed)}

    def step(stack: Any, *state: Any) -> list[Any]:
        stack, *values = apply(POP, (stack,), {"specs": popped})
        residuals = []
        for kind, i in derived.residuals:
            if kind == "input" and i >= loop.fixed:
                residuals.append(outside[i])
            else:
                x = (derived.forward.inputs if kind == "input" else derived.forward.outputs)[i]
                residuals.append(values[names[key(x)]])
        arguments = [*state[: len(active)], *residuals, *derived.captured]
        gradients = derived.spread(inline(derived.backward, arguments))
        totals = [accumulated(total, gradients[i]) for total, i in zip(state[len(active) :], invariants, strict=True)]
        return [stack, *[gradients[i] for i in places], *totals]

    types = [VARIANT, *specs]
    backward = trace_region(step, types, f"gradient_of_{body.name}")
    test = trace_region(lambda stack, *_: [apply(STACK_NOT_EMPTY, (stack,))], types, "not_empty")
    test.graph.outputs = test.results
    builder = LoopBuilder(test.graph, backward.graph)
    for x, spec, *inner in zip(
        [node.outputs[loop.count], *initial], types, test.operands, backward.operands, strict=True
    ):
        builder.carry(x, spec, inner)
    values = builder.add(backward.results)
    gradients: list[Any] = [None] * len(outside)
    for place, value in zip(places + invariants, values[1:], strict=True):
        gradients[place] = value
    # Since the loop was recorded it may have been extended with carried stacks.
    del gradients[carried_places(record.attrs).stop : loop.fixed]
    return gradients


def _active(loop: Loop, given: Sequence[int]) -> list[int]:
    """The carried values that have a cotangent, in the first backward iteration or a later one."""
    active: set[int] = set()
    new = set(given)
    while new - active:
        active |= new
        reached = {key(loop.body.outputs[i]) for i in active}
        for node in reversed(loop.body.nodes):
            if any(key(y) in reached for y in node.outputs):
                reached.update([key(x) for x in node.inputs if is_differentiable(x.dtype)])
        new = {
            i for i, x in enumerate(loop.operands(loop.body.inputs)) if key(x) in reached and is_differentiable(x.dtype)
        }
    return sorted(active)


def _extended_loop(loop: Loop, derived: Linearization) -> tuple[Node, list[Any]]:
    """The loop with one more carried value, the stack of residuals; and what an iteration pushes, in its body."""
    place, node = loop.fixed, loop.node
    pushed: dict[Any, Any] = {}
    for kind, i in derived.residuals:
        if kind == "input" and i >= place:
            continue
        x = (derived.forward.inputs if kind == "input" else derived.forward.outputs)[i]
        pushed[key(x)] = x
    test = rewrite(loop.test, unchanged, node.graph)
    body = rewrite(derived.forward, unchanged, node.graph)
    inner = {key(x): y for x, y in zip(derived.forward.inputs, body.inputs, strict=True)}
    inner |= {key(x): y for x, y in zip(derived.forward.outputs, body.outputs, strict=True)}
    for region in (test, body):
        with region.as_default():
            region.inputs.insert(place, region.placeholder(VARIANT, "stack"))
    with body.as_default():
        top = apply(PUSH, (body.inputs[place], *[inner[k] for k in pushed]))
    body.outputs = [*body.outputs[: loop.count], top]
    test.seal()
    body.seal()
    graph = node.graph
    empty = Node(graph, EMPTY_STACK, "EmptyStack", [], {}, (), node.location)
    empty.outputs = [SymbolicTensor(empty, 0, VARIANT.dtype, VARIANT.shape)]
    inputs = [*node.inputs[:place], empty.outputs[0], *node.inputs[place:]]
    attrs = {**node.attrs, "carried": loop.count + 1}
    return extend(node, [test, body], [VARIANT], inputs, attrs, [empty]), list(pushed.values())
