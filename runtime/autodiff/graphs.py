"""The gradient of a graph: two graphs, built once.

    linearize(graph) -> (forward, backward)

The forward graph does what the graph does, and has as further outputs the intermediate values that the backward graph
needs; the backward graph takes cotangents of outputs, then those values (the *residuals*), to cotangents of inputs.
It is written by running the gradient rules of the nodes, last to first, in a graph that captures what they use.

A node with regions (a conditional, loop or call) needs residuals of its own: its rule asks for an *extended* node. In
a graph that is linearized it takes the place of the node in the forward graph; the graph itself is left as it is. Where
a tape records the graph under construction there is no other graph, and the node itself is extended.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.autodiff import recording
from runtime.autodiff.backprop import cotangents, dense, zeros_like
from runtime.autodiff.recording import is_differentiable, key
from runtime.core.specs import TensorSpec
from runtime.ir.context import tracing_lock
from runtime.ir.graph import CONST, Graph, Node, current_graph
from runtime.ir.rewrite import copy_node, new_node, splice, unchanged
from runtime.ir.structure import by_effects
from runtime.ir.values import SymbolicTensor
from runtime.passes.prune import prune
from runtime.tensor.conversion import constant_node


@dataclass(frozen=True, eq=False)
class Linearization:
    """The gradient of a graph.

    Attributes:
        forward: the graph, with residuals among its outputs.
        backward: takes a cotangent for each output in `given`, the residuals, and what it captured.
        given: positions of outputs.
        residuals: where each residual is: ('input', position) or ('output', position) of `forward`.
        needs: for each input of the graph the position of its cotangent among the outputs of `backward`, or None.
    """

    forward: Graph
    backward: Graph
    given: tuple[int, ...]
    residuals: tuple[tuple[str, int], ...]
    needs: tuple[int | None, ...]

    @property
    def captured(self) -> list[Any]:
        """The eager tensors that `backward` takes as its last inputs."""
        return [outer for outer, _ in self.backward.captures]

    def spread(self, results: Sequence[Any]) -> list[Any]:
        """The results of `backward`, one per input of the graph, None where there is no gradient."""
        return [None if position is None else results[position] for position in self.needs]


class _Backward(Graph):
    """A graph under construction whose captures from its parent will be residuals; constants it copies instead."""

    def capture(self, value: Any, name: str | None = None) -> Any:
        if isinstance(value, SymbolicTensor) and value.node.op is CONST and value.node._graph is not self._reference:
            known = self._captures.get(id(value))
            if known is None:
                # Not by way of `add`: it may be called from a region inside.
                with self.as_default():
                    inner = constant_node(self, value.node.attrs["value"], value.node.name)
                known = self._captures[id(value)] = (value, inner, value)
            return known[1]
        return super().capture(value, name)


class _Extensions(threading.local):
    """The extended nodes of the graphs that this thread is linearizing, innermost last."""

    def __init__(self) -> None:
        self.stack: list[tuple[Graph, dict[int, Extended]]] = []


@dataclass(frozen=True, eq=False)
class Extended:
    """A node that stands for another, with more outputs; and new nodes that go before it."""

    node: Node
    before: tuple[Node, ...]


_extensions = _Extensions()
linearizations: weakref.WeakKeyDictionary[Graph, dict[Any, Linearization]] = weakref.WeakKeyDictionary()
#: By forward graph, what `derivations` returns.
_derivations: weakref.WeakKeyDictionary[Graph, tuple[weakref.ref[Linearization], ...]] = weakref.WeakKeyDictionary()


def derivations(graph: Graph) -> tuple[Linearization, ...]:
    """How `graph` came of differentiating: the gradient that it is the forward graph of, after those before it."""
    return tuple([derived for reference in _derivations.get(graph, ()) if (derived := reference()) is not None])


def differentiable_outputs(graph: Graph) -> tuple[int, ...]:
    """The positions of the outputs that may have cotangents."""
    return tuple([i for i, y in enumerate(graph.outputs) if is_differentiable(y.dtype)])


def linearize(
    graph: Graph, given: tuple[int, ...] | None = None, required: frozenset[int] = frozenset()
) -> Linearization:
    """The gradient of a graph to which nothing is added any more, and which stays as it is.

    Args:
        graph: a function's body or a region.
        given: the positions of the outputs that have cotangents; by default of all that may.
        required: positions of inputs that are to have a cotangent even if it is zero.

    Returns:
        The forward graph and the backward graph, and how values go from the one to the other. All their nodes are new.
    """
    given = differentiable_outputs(graph) if given is None else given
    # Rules may call functions, which are traced: one lock for both, or threads could wait for one another.
    with tracing_lock:
        known = linearizations.setdefault(graph, {})
        found = known.get((given, required))
        if found is None:
            with recording.paused():
                found = known[given, required] = _linearized(graph, given, required)
            _derivations[found.forward] = (*_derivations.get(graph, ()), weakref.ref(found))
        return found


def _linearized(graph: Graph, given: tuple[int, ...], required: frozenset[int]) -> Linearization:
    backward = _Backward(f"gradient_of_{graph.name}", graph, is_function=True)
    extended: dict[int, Extended] = {}
    _extensions.stack.append((graph, extended))
    try:
        with backward.as_default():
            seeds = []
            for position in given:
                y = graph.outputs[position]
                seed = backward.placeholder(TensorSpec(y.shape, y.dtype), "cotangent")
                backward.inputs.append(seed)
                seeds.append((y, seed))
            wanted = [i for i, x in enumerate(graph.inputs) if is_differentiable(x.dtype)]
            found = dict(zip(wanted, cotangents(graph.nodes, seeds, [graph.inputs[i] for i in wanted]), strict=True))
            for i in required:
                if found.get(i) is None:
                    found[i] = zeros_like(graph.inputs[i])
            needs: list[int | None] = []
            for i in range(len(graph.inputs)):
                gradient = found.get(i)
                needs.append(None if gradient is None else len(backward.outputs))
                if gradient is not None:
                    backward.outputs.append(backward.capture(dense(gradient)))
    finally:
        _extensions.stack.pop()
    forward, values = _extended_copy(graph, extended)
    residuals = _close(backward, graph, forward, values)
    forward.seal()
    backward.seal()
    return Linearization(forward, backward, given, tuple(residuals), tuple(needs))


def _extended_copy(graph: Graph, extended: Mapping[int, Extended]) -> tuple[Graph, dict[Any, Any]]:
    """A copy of `graph` with the extended nodes, and what its tensors are in the copy."""
    copy = Graph(graph.name, graph.parent, graph.is_function)
    values: dict[Any, Any] = {}
    for x in graph.inputs:
        values[key(x)] = copy_node(x.node, [], copy, unchanged).outputs[0]
        copy.inputs.append(values[key(x)])
    for outer, inner in graph.captures:
        copy._captures[id(outer)] = (outer, values[key(inner)], outer)
    arguments = {id(x.node) for x in graph.inputs}
    for node in graph.nodes:
        if id(node) in arguments:
            continue
        extension = extended.get(id(node))
        if extension is None:
            new = copy_node(node, [values[key(x)] for x in node.inputs], copy, unchanged)
        else:
            for before in extension.before:
                values[key(before.outputs[0])] = copy_node(before, [], copy, unchanged).outputs[0]
            shadow = extension.node
            new = new_node(copy, shadow, [values[key(x)] for x in shadow.inputs], shadow.regions, shadow.outputs)
            values.update({key(y): made for y, made in zip(shadow.outputs, new.outputs, strict=True)})
        values.update({key(y): made for y, made in zip(node.outputs, new.outputs, strict=False)})
    copy.outputs = [values[key(y)] for y in graph.outputs]
    return copy, values


def _close(backward: Graph, graph: Graph, forward: Graph, values: Mapping[Any, Any]) -> list[tuple[str, int]]:
    """Makes plain arguments of what `backward` captured from `graph`; returns where `forward` has it."""
    # Rules also compute cotangents that nobody asked for, from values that need not be kept.
    prune(backward)
    inputs = {key(x): i for i, x in enumerate(graph.inputs)}
    outputs = {key(y): i for i, y in enumerate(forward.outputs)}
    residuals: list[tuple[str, int]] = []
    inner_residuals, eager = [], []
    for outer, inner in backward.captures:
        if not isinstance(outer, SymbolicTensor):
            eager.append((outer, inner))
            continue
        inner_residuals.append(inner)
        position = inputs.get(key(outer))
        if position is not None:
            residuals.append(("input", position))
            continue
        value = values[key(outer)]
        if key(value) not in outputs:
            outputs[key(value)] = len(forward.outputs)
            forward.outputs.append(value)
        residuals.append(("output", outputs[key(value)]))
    cotangent_inputs = backward.arguments
    backward.inputs = [*cotangent_inputs, *inner_residuals, *[inner for _, inner in eager]]
    backward._captures = {id(outer): (outer, inner, outer) for outer, inner in eager}
    # The graph is the key this is kept by: it must not be kept alive by it.
    backward.parent = None
    return residuals


def extend(
    node: Node,
    regions: Sequence[Graph],
    specs: Sequence[Any],
    inputs: Sequence[Any] | None = None,
    attrs: Mapping[str, Any] | None = None,
    before: Sequence[Node] = (),
) -> Node:
    """A node like `node` that has more outputs: what takes its place in a forward graph, or itself.

    Args:
        regions: of the new node.
        specs: of the new outputs.
        inputs, attrs: of the new node, if they change.
        before: nodes without inputs that go before it, with names that are to be made unique.
    """
    graph = node.graph
    inputs = list(node.inputs if inputs is None else inputs)
    attrs = node.attrs if attrs is None else attrs
    op = by_effects(node.op, regions)
    nodes = next((nodes for owner, nodes in reversed(_extensions.stack) if owner is graph), None)
    if nodes is not None:
        shadow = Node(graph, op, node.name, inputs, attrs, regions, node.location)
        all_specs = [*node.outputs, *specs]
        shadow.outputs = [SymbolicTensor(shadow, i, spec.dtype, spec.shape) for i, spec in enumerate(all_specs)]
        nodes[id(node)] = Extended(shadow, tuple(before))
        return shadow
    position = next(i for i, other in enumerate(graph.nodes) if other is node)
    for new in before:
        new.name = graph.unique_name(new.name)
    graph.nodes[position:position] = before
    node.op, node.regions, node.inputs, node.attrs = op, list(regions), inputs, attrs
    first = len(node.outputs)
    added = [SymbolicTensor(node, first + i, spec.dtype, spec.shape) for i, spec in enumerate(specs)]
    node.outputs.extend(added)
    for listener in recording.listeners():
        listener.extended(node, added)
    return node


def inline(graph: Graph, arguments: Sequence[Any]) -> list[Any]:
    """Writes what `graph` does with `arguments` to the current graph."""
    target = current_graph()
    assert target is not None
    return splice(graph, [target.capture(x) for x in arguments], target, unchanged)
