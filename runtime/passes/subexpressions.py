"""What is computed twice from the same values is computed once, also where that is before a region and in it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from runtime.core.specs import TensorSpec
from runtime.ir.graph import CONST, PLACEHOLDER, Graph, Node
from runtime.ir.rewrite import copy_node, new_node, splice, unchanged
from runtime.ir.structure import CALLS
from runtime.ir.views import View, view

#: Larger constants are not compared: it would take longer than it saves.
LARGEST = 4096


def merge_common_subexpressions(graph: Graph) -> Graph:
    """`graph` with one node in place of equal ones that have no effects.

    What is available around a conditional or a loop becomes one more input of its regions; constants do not.
    """
    return _Scope(graph, graph.parent).graph


class _Scope:
    """A graph that is being written, or a region, and what is available there.

    Args:
        source: what it is a copy of.
        parent: of the copy.
        around: the scope of the graph around a region.
        viewed: the node with the region.

    Attributes:
        graph: the copy.
        added: values of the graph around it that it has further inputs for, by their identity.
    """

    def __init__(self, source: Graph, parent: Graph | None, around: _Scope | None = None, viewed: View | None = None):
        self.graph = Graph(source.name, parent, source.is_function)
        self.added: dict[int, Any] = {}
        self._around = around
        self._known: dict[Hashable, Sequence[Any]] = {}
        #: What is the same here and around, by the identity of either.
        self._outside: dict[int, Any] = {}
        self._inside: dict[int, Any] = {}
        for x in source.inputs:
            self.graph.inputs += copy_node(x.node, [], self.graph, unchanged).outputs
        if viewed is not None:
            for inner, outer in zip(self.graph.inputs[viewed.fixed :], viewed.passed[viewed.fixed :], strict=True):
                self._outside[id(inner)] = outer
                self._inside.setdefault(id(outer), inner)
        moved = dict(zip(map(id, source.inputs), self.graph.inputs, strict=True))
        for outer, inner in source.captures:
            self.graph._captures[id(outer)] = (outer, moved[id(inner)], outer)
        self.graph.outputs = splice(source, self.graph.inputs, self.graph, self._visit)

    def _visit(self, node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
        if node.op in CALLS:
            return None
        if node.regions:
            viewed = view(node, inputs)
            scopes = [_Scope(region, target, self, viewed) for region in node.regions]
            extra = {key: x for scope in scopes for key, x in scope.added.items()}
            for scope in scopes:
                scope.graph.inputs += [scope.input_for(x) for x in extra.values()]
            regions = [scope.graph for scope in scopes]
            return new_node(target, node, [*inputs, *extra.values()], regions, node.outputs).outputs
        found = self.available(node, inputs)
        if found is None:
            found = copy_node(node, inputs, target, unchanged).outputs
            key = _key(node, inputs)
            if key is not None:
                self._known[key] = found
        return found

    def available(self, node: Node, inputs: Sequence[Any]) -> Sequence[Any] | None:
        """What a node like `node` gives for these values of the graph, if there is one here or around."""
        key = _key(node, inputs)
        if key is None or key in self._known:
            return None if key is None else self._known[key]
        if self._around is None or not inputs:
            return None
        outer = [x if x.node.op is CONST else self._outside.get(id(x)) for x in inputs]
        found = None if any(x is None for x in outer) else self._around.available(node, outer)
        if found is not None:
            found = self._known[key] = [self.input_for(x) for x in found]
        return found

    def input_for(self, outer: Any) -> Any:
        """The input that stands for a value of the graph around this one."""
        inner = self._inside.get(id(outer))
        if inner is None:
            self.added[id(outer)] = outer
            inner = self._inside[id(outer)] = self.graph.placeholder(
                TensorSpec(outer.shape, outer.dtype), outer.node.name
            )
            self._outside[id(inner)] = outer
        return inner


def _key(node: Node, inputs: Sequence[Any]) -> Hashable | None:
    """What nodes have in common that compute the same; None of a node that is not compared."""
    if node.op.effects or node.op is PLACEHOLDER:
        return None
    if node.op is CONST:
        return _constant_key(node)
    values = tuple([(x.node.op is CONST and _constant_key(x.node)) or id(x) for x in inputs])
    key = (node.op.name, values, tuple((k, _attr_key(v)) for k, v in sorted(node.attrs.items())))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _constant_key(node: Node) -> Hashable | None:
    array = node.attrs["value"]
    if array.size > LARGEST or array.dtype == object:
        return None
    return (CONST, array.dtype.str, array.shape, array.tobytes())


def _attr_key(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    return type(value), value
