"""Eager calls of functions that a tape watches: the forward graph runs in place of the function's own.

With several tapes recording, gradients of gradients may be asked for: the forward graph of the forward graph runs, and
so on, once per tape.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.autodiff import recording
from runtime.autodiff.backprop import dense, structured, zeros_like
from runtime.autodiff.control_flow import add_call
from runtime.autodiff.graphs import Derived, differentiable_outputs, differentiate
from runtime.autodiff.recording import Record
from runtime.execute.by_shape import PlansByShape
from runtime.ir.graph import Graph, current_graph
from runtime.ir.schema import Effect, declare
from runtime.ir.structure import effects_of_graph
from runtime.ir.values import EagerTensor, wrap
from runtime.tensor import dispatch

_plans: weakref.WeakKeyDictionary[Graph, PlansByShape] = weakref.WeakKeyDictionary()


def call_graph(graph: Graph, tensors: Sequence[Any]) -> list[Any]:
    """What a closed graph makes of `tensors`, its arguments and captured values; a call node while a graph is built."""
    if current_graph() is not None:
        return add_call(graph, tensors)
    recorded = recorded_call(graph, tensors)
    return _run(graph, tensors) if recorded is None else recorded


def recorded_call(graph: Graph, tensors: Sequence[Any]) -> list[Any] | None:
    """The outputs of `graph`, after recording the call; None if nobody in this thread watches the inputs."""
    watching = [listener for listener in recording.listeners() if listener.watches(tensors)]
    if not watching:
        return None
    levels = []
    last = graph
    for _ in watching:
        levels.append(differentiate(last, differentiable_outputs(last)))
        last = levels[-1].forward
    outputs = _run(last, tensors)
    record = Record(RECORDED_CALL, list(tensors), {"levels": tuple(levels)}, outputs)
    for listener in watching:
        listener.record(record)
    return outputs[: len(graph.outputs)]


dispatch.recorded_call = recorded_call


def _run(graph: Graph, tensors: Sequence[Any]) -> list[Any]:
    plans = _plans.get(graph)
    if plans is None:
        plans = _plans[graph] = PlansByShape(graph, graph.name)
    # Captured values are part of the plan.
    arguments = tensors[: len(tensors) - len(graph.captures)]
    return [
        wrap(value) if y.dtype.kind in ("string", "handle") else EagerTensor(np.asarray(value, y.dtype.dtype))
        for value, y in zip(plans.run(*[x._array for x in arguments]), graph.outputs, strict=True)
    ]


def _no_types(*inputs: Any, **attrs: Any) -> Any:
    raise AssertionError("what was recorded is not added to a graph")


RECORDED_CALL = declare("RecordedCall", infer=_no_types, outputs=-1)


@structured(RECORDED_CALL)
def _gradient(record: Any, *given: Any) -> Sequence[Any]:
    levels = record.attrs["levels"]
    outputs = record.outputs
    furthest = max(i for i, g in enumerate(given) if g is not None)
    for level in levels:
        if all(i in level.given for i, g in enumerate(given) if g is not None):
            return _backward(level, record.inputs, outputs, given)
    # A gradient of a gradient that the tapes did not announce: a persistent tape inside of itself.
    last: Derived = levels[-1]
    if effects_of_graph(last.forward) & (Effect.WRITE | Effect.OUTPUT | Effect.RANDOM):
        raise RuntimeError(
            f"the gradient of the gradient of '{last.forward.name}' needs values that were not kept, and the function "
            "cannot run again because it has side effects; use a second tape around the first one"
        )
    while furthest >= len(last.forward.outputs) or furthest not in last.given:
        last = differentiate(last.forward, differentiable_outputs(last.forward))
    with recording.paused():
        outputs = _run(last.forward, record.inputs)
    return _backward(last, record.inputs, outputs, given)


def _backward(level: Derived, inputs: Sequence[Any], outputs: Sequence[Any], given: Sequence[Any]) -> list[Any]:
    seeds = []
    for i in level.given:
        seed = given[i] if i < len(given) else None
        seeds.append(zeros_like(outputs[i]) if seed is None else dense(seed))
    residuals = [inputs[i] if kind == "input" else outputs[i] for kind, i in level.residuals]
    return level.spread(call_graph(level.backward, [*seeds, *residuals, *level.captured]))
