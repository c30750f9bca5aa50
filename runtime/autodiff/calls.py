"""Eager calls of functions that a tape watches: the forward graph runs in place of the function's own.

With several tapes recording, gradients of gradients may be asked for: to the next tape the forward graph is what is
called, so that the forward graph of the forward graph runs, and so on, once per tape.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.autodiff import recording
from runtime.autodiff.backprop import dense, structured, zeros_like
from runtime.autodiff.control_flow import add_call
from runtime.autodiff.graphs import Linearization, derivations, linearize
from runtime.autodiff.recording import Listener, Record
from runtime.execute.by_shape import PlansByShape
from runtime.ir.graph import Graph
from runtime.ir.handlers import local
from runtime.ir.schema import Effect, declare
from runtime.ir.structure import effects_of_graph
from runtime.ir.values import EagerTensor, wrap

_plans: weakref.WeakKeyDictionary[Graph, PlansByShape] = weakref.WeakKeyDictionary()


def call_graph(graph: Graph, tensors: Sequence[Any]) -> Sequence[Any]:
    """What a closed graph makes of `tensors`, its arguments and captured values; a call node while a graph is built."""
    thread = local.thread
    if thread.graph is not None:
        return add_call(graph, tensors)
    return run(graph, tensors) if thread.call is None else thread.call(run, graph, tensors)


class CallListener(Listener):
    """A tape, which records eager calls of graphs as one operation."""

    def call(self, proceed: Callable[..., Sequence[Any]], graph: Graph, tensors: Sequence[Any]) -> Sequence[Any]:
        if not self.watches(tensors):
            return proceed(graph, tensors)
        level = linearize(graph)
        outputs = proceed(level.forward, tensors)
        self.record(Record(RECORDED_CALL, list(tensors), {"levels": (*derivations(graph), level)}, outputs))
        return outputs[: len(graph.outputs)]


def run(graph: Graph, tensors: Sequence[Any]) -> list[Any]:
    """The outputs of a closed graph, which runs at once."""
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


RECORDED_CALL = declare("RecordedCall", "inputs: *; levels: object -> *", infer=_no_types)


@structured(RECORDED_CALL)
def _gradient(record: Any, *given: Any) -> Sequence[Any]:
    levels = record.attrs["levels"]
    outputs = record.outputs
    furthest = max(i for i, g in enumerate(given) if g is not None)
    for level in levels:
        if all(i in level.given for i, g in enumerate(given) if g is not None):
            return _backward(level, record.inputs, outputs, given)
    # A gradient of a gradient that the tapes did not announce: a persistent tape inside of itself.
    last: Linearization = levels[-1]
    if effects_of_graph(last.forward) & (Effect.WRITE | Effect.OUTPUT | Effect.RANDOM):
        raise RuntimeError(
            f"the gradient of the gradient of '{last.forward.name}' needs values that were not kept, and the function "
            "cannot run again because it has side effects; use a second tape around the first one"
        )
    while furthest >= len(last.forward.outputs) or furthest not in last.given:
        last = linearize(last.forward)
    with recording.paused():
        outputs = run(last.forward, record.inputs)
    return _backward(last, record.inputs, outputs, given)


def _backward(level: Linearization, inputs: Sequence[Any], outputs: Sequence[Any], given: Sequence[Any]) -> list[Any]:
    seeds = []
    for i in level.given:
        seed = given[i] if i < len(given) else None
        seeds.append(zeros_like(outputs[i]) if seed is None else dense(seed))
    residuals = [inputs[i] if kind == "input" else outputs[i] for kind, i in level.residuals]
    return level.spread(call_graph(level.backward, [*seeds, *residuals, *level.captured]))
