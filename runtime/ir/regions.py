"""Tracing regions, and adding the conditionals and loops that run them to the graph under construction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph, current_graph
from runtime.ir.schema import OPS
from runtime.ir.structure import (
    STATELESS_CASE,
    STATELESS_IF,
    STATELESS_WHILE,
    align_captures,
    by_effects,
)
from runtime.ir.values import Tensor

COUNTER = TensorSpec([], dtypes.int32)


class Region:
    """A closure that was traced once.

    Attributes:
        graph: what it did.
        operands: the placeholders it was given.
        results: what it returned.
        exits: where it ended early, as `autograph.staging` describes it.
    """

    def __init__(self, graph: Graph, operands: list[Any], results: Any):
        self.graph = graph
        self.operands = operands
        self.results = results
        self.exits: Sequence[Any] = ()

    def add(self, value: Any) -> int:
        """Adds a value of the surrounding graph to the results; returns its position."""
        with self.graph.as_default():
            self.results.append(self.graph.capture(value) if isinstance(value, Tensor) else value)
        return len(self.results) - 1


def trace_region(function: Callable[..., Any], specs: Sequence[TensorSpec], label: str) -> Region:
    """Calls `function` with placeholders of these types, adding what it does to a new region of the current graph.

    If it raises, the current graph is as it was.
    """
    parent = current_graph()
    assert parent is not None, "regions are traced while a graph is built"
    roll_back = parent.checkpoint()
    graph = Graph(label, parent)
    try:
        with graph.as_default():
            operands = [graph.placeholder(spec) for spec in specs]
            results = function(*operands)
    except BaseException:
        roll_back()
        raise
    return Region(graph, operands, results)


def add_conditional(
    condition: Any, then: Graph, orelse: Graph, types: Sequence[TensorSpec], name: str | None = None
) -> list[Any]:
    """Adds a conditional to the current graph.

    Args:
        condition: a scalar bool tensor.
        then, orelse: regions without operands, whose outputs are of the given types.
        types: of the outputs.
        name: of the node.

    Returns:
        The outputs.
    """
    captured = align_captures([then, orelse], [[], []])
    op = by_effects(STATELESS_IF, [then, orelse])
    return _added(op, [condition, *captured], {}, [then, orelse], name or "cond", types)


def add_switch(
    index: Any, branches: Sequence[Graph], types: Sequence[TensorSpec], name: str | None = None
) -> list[Any]:
    """Adds a choice between any number of regions to the current graph; an index out of range takes the last."""
    captured = align_captures(branches, [[] for _ in branches])
    op = by_effects(STATELESS_CASE, branches)
    return _added(op, [index, *captured], {}, branches, name or "switch_case", types)


class LoopBuilder:
    """A loop of the current graph under construction: what it carries is added value by value, then the loop itself.

    Args:
        test: traced already; its output says whether to go on. None for a loop that only its limit ends.
        body: traced already.
        limit: how many iterations there are at most, a scalar int32 tensor; None for any number.
        counter: the operand of `body` that says how many iterations there were, if it has one.
    """

    def __init__(self, test: Graph | None, body: Graph, limit: Any = None, counter: Any = None):
        if test is None:
            test = trace_region(list, [], "cond").graph
            test.outputs = test.add(OPS["Const"], (), {"value": np.array(True), "dtype": dtypes.bool}).outputs
        self._regions = (test, body)
        self._operands: tuple[list[Any], list[Any]] = ([], [])
        self._limit = limit
        self._initial: list[Any] = []
        self._specs: list[TensorSpec] = []
        if limit is not None:
            for region, inner, own in zip(self._regions, (None, counter), self._operands, strict=True):
                own.append(region.placeholder(COUNTER, "counter") if inner is None else inner)

    def carry(self, initial: Any, spec: TensorSpec, inner: Sequence[Any] = (None, None), name: str = "carried") -> Any:
        """Carries one more value.

        Args:
            initial: its first value, a tensor.
            spec: its type.
            inner: what stands for it in the test and in the body: placeholders, made where they are None.
            name: of what is made.

        Returns:
            Its placeholder in the body.
        """
        self._initial.append(initial)
        self._specs.append(spec)
        for region, given, own in zip(self._regions, inner, self._operands, strict=True):
            own.append(region.placeholder(spec, name) if given is None else given)
        return self._operands[1][-1]

    def add(self, results: Sequence[Any], name: str = "while") -> list[Any]:
        """Adds the loop to the current graph.

        Args:
            results: the next values of what is carried, tensors that the body may use.
            name: of the node.

        Returns:
            The final values of what is carried.
        """
        test, body = self._regions
        body.outputs = list(results)
        captured = align_captures(self._regions, self._operands)
        attrs = {"carried": len(self._specs), "bounded": self._limit is not None}
        inputs = [*([] if self._limit is None else [self._limit]), *self._initial, *captured]
        return _added(by_effects(STATELESS_WHILE, [test, body]), inputs, attrs, [test, body], name, self._specs)


def joined_shape(shapes: Sequence[TensorShape]) -> TensorShape:
    """The most specific shape that all of `shapes` fit."""
    result = shapes[0]
    for shape in shapes[1:]:
        result = result.most_specific_compatible_shape(shape)
    return result


def _added(op: Any, inputs: Any, attrs: Any, regions: Sequence[Graph], name: str, types: Sequence[TensorSpec]) -> Any:
    """The outputs of a new node of the current graph."""
    graph = current_graph()
    assert graph is not None
    # Whoever recorded the node may have given it further outputs already.
    return list(graph.add(op, inputs, attrs, regions, name, types).outputs[: len(types)])
