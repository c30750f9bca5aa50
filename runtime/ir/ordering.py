"""Control edges: the order of nodes that read or write the same thing, where no value of theirs says it."""

from __future__ import annotations

import weakref
from collections.abc import Hashable, Iterator

from runtime.core.dtypes import resource
from runtime.ir.graph import Graph, Node
from runtime.ir.schema import Effect
from runtime.ir.structure import CALLS, STATELESS
from runtime.ir.views import view

#: What nodes with the effect OUTPUT have in common: the world outside.
_WORLD = "world"


def add_control_edges(graph: Graph) -> Graph:
    """Sets the control inputs of the nodes of `graph` and its regions: those before them that they conflict with.

    A write comes after the reads and the write before it, a read after the write before it; what prints, checks or
    calls Python keeps its order.
    """
    writers: dict[Hashable, Node] = {}
    readers: dict[Hashable, list[Node]] = {}
    for node in graph.nodes:
        before: dict[int, Node] = {}
        for key, writes in _touched(node):
            earlier = readers.pop(key, []) if writes else []
            if not earlier and key in writers:
                earlier = [writers[key]]
            before.update({id(other): other for other in earlier if other is not node})
            if writes:
                writers[key] = node
            else:
                readers.setdefault(key, []).append(node)
        inputs = {id(x.node) for x in node.inputs}
        node.control_inputs = tuple(other for key, other in before.items() if key not in inputs)
        if node.op not in CALLS:  # what is called was ordered when it was traced
            for region in node.regions:
                add_control_edges(region)
    return graph


def _touched(node: Node) -> Iterator[tuple[Hashable, bool]]:
    """What `node` reads (False) or writes (True): resources by the identity of the tensor that stands for them."""
    effects = node.op.effects
    if effects is Effect.NONE and (not node.regions or node.op in STATELESS):
        return
    if effects & (Effect.READ | Effect.WRITE):
        for position, x in enumerate(node.inputs):
            if position == 0 or x.dtype is resource:
                yield id(x), bool(effects & Effect.WRITE)
    if effects & Effect.OUTPUT:
        yield _WORLD, True
    passed = view(node).passed if node.regions else ()
    for region in node.regions:
        for place, writes in _touched_by_function(region) if node.op in CALLS else _touched_in(region):
            if place is None:
                yield _WORLD, writes
            else:
                yield id(passed[place]), writes


def _touched_in(region: Graph) -> Iterator[tuple[int | None, bool]]:
    """What the nodes of `region` read or write: by the position among its inputs, None for the world."""
    places = {id(x): i for i, x in enumerate(region.inputs)}
    for node in region.nodes:
        for key, writes in _touched(node):
            if key == _WORLD:
                yield None, writes
            elif key in places:
                yield places[key], writes


#: What the bodies of functions touch: they are complete when they are called, and may call others in turn.
_functions: weakref.WeakKeyDictionary[Graph, tuple[tuple[int | None, bool], ...]] = weakref.WeakKeyDictionary()


def _touched_by_function(body: Graph) -> tuple[tuple[int | None, bool], ...]:
    found = _functions.get(body)
    if found is None:
        found = _functions[body] = tuple(dict.fromkeys(_touched_in(body)))
    return found
