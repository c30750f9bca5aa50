"""Which updates of arrays in loops may be made in place: n rows that a loop writes are not n copies of the whole.

A value that a loop carries is a *thread* if each iteration hands it from update to update and on to the next iteration,
through conditionals and inner loops perhaps, and looks at it in between only. The loop then begins with a copy of the
first value, which nothing else knows, and every update on the thread changes that copy. What is read of it and could
be a view of it is copied when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.execute.infix import expressions
from runtime.ir.graph import Graph, Node
from runtime.ir.schema import Effect
from runtime.ir.structure import CALLS, LOOPS
from runtime.ir.views import Loop, view


@dataclass
class Marks:
    """What was found, by the identity of nodes.

    Attributes:
        updates: those that are made in place.
        copied: those whose results are copied.
        owned: of a loop, which of the values it carries it begins with copies of.
    """

    updates: set[int] = field(default_factory=set)
    copied: set[int] = field(default_factory=set)
    owned: dict[int, set[int]] = field(default_factory=dict)

    def add(self, other: Marks) -> None:
        self.updates |= other.updates
        self.copied |= other.copied


def in_place(graph: Graph) -> Marks:
    """The marks of all loops of `graph` and its regions; what it calls has marks of its own."""
    marks, search = Marks(), _Search()
    for node in _outermost_first(graph):
        if node.op not in LOOPS:
            continue
        for k in range(Loop(node).count):
            found = Marks()
            if search.is_updated(node, k, found) and not found.updates <= marks.updates:
                marks.add(found)
                marks.owned.setdefault(id(node), set()).add(k)
    return marks


def _outermost_first(graph: Graph) -> Iterator[Node]:
    for node in graph.nodes:
        if node.regions and node.op not in CALLS:
            yield node
            for region in node.regions:
                yield from _outermost_first(region)


class _Search:
    """What becomes of values in regions. What is found is added to the marks that are given."""

    def __init__(self) -> None:
        #: By the identity of regions and values.
        self._users: dict[int, dict[int, list[Node]]] = {}

    def is_updated(self, node: Node, k: int, marks: Marks) -> bool:
        """Whether the value that a loop carries at position `k` is a thread."""
        loop = Loop(node)
        place = loop.carried[k]
        is_thread = self._is_thread(loop.body, loop.body.inputs[place], loop.body.outputs[k], marks)
        return is_thread and self._is_read(loop.test, loop.test.inputs[place], marks)

    def _is_thread(self, region: Graph, value: Any, goal: Any, marks: Marks) -> bool:
        """Whether `value` is handed from update to update until it is `goal`, an output of `region`."""
        while value is not goal:
            users = self.users(region, value)
            if not users or any(x is value for x in region.outputs):
                return False
            after = self._updated(users[-1], value, marks)
            if after is None or not all(self._reads(user, value, marks) for user in users[:-1]):
                return False
            value = after
        return self._is_read(region, value, marks, outputs=1)

    def _is_read(self, region: Graph, value: Any, marks: Marks, outputs: int = 0) -> bool:
        """Whether nothing in `region` keeps `value`, which is so many of its outputs."""
        if sum(x is value for x in region.outputs) != outputs:
            return False
        return all(self._reads(user, value, marks) for user in self.users(region, value))

    def users(self, region: Graph, value: Any) -> list[Node]:
        """The nodes of `region` that have `value` among their inputs, in program order."""
        known = self._users.get(id(region))
        if known is None:
            known = self._users[id(region)] = {}
            for node in region.nodes:
                for key in {id(x) for x in node.inputs}:
                    known.setdefault(key, []).append(node)
        return known.get(id(value), [])

    def _updated(self, node: Node, value: Any, marks: Marks) -> Any:
        """What `value` has become when `node` has updated it; None if `node` does something else with it."""
        places = [i for i, x in enumerate(node.inputs) if x is value]
        if len(places) != 1:
            return None
        if node.op.in_place is not None and places == [0]:
            marks.updates.add(id(node))
            return node.outputs[0]
        if not node.regions or node.op in CALLS:
            return None
        viewed = view(node)
        place = places[0] - viewed.skipped
        if node.op in LOOPS:
            if place not in viewed.carried:
                return None
            k = viewed.carried.index(place)
            return node.outputs[k] if self.is_updated(node, k, marks) else None
        for k, output in enumerate(node.outputs):
            found = Marks()
            if place >= 0 and all(self._is_thread(r, r.inputs[place], r.outputs[k], found) for r in node.regions):
                marks.add(found)
                return output
        return None

    def _reads(self, node: Node, value: Any, marks: Marks) -> bool:
        """Whether nothing of `value` is kept once `node` has run, if what it gives is copied."""
        if node.op.effects & ~Effect.READ or any(y.dtype.kind == "handle" for y in node.outputs):
            return False
        if not node.regions:
            if node.op not in expressions and not isinstance(node.op.kernel, np.ufunc):
                marks.copied.add(id(node))
            return True
        viewed = view(node)
        places = [i for i, x in enumerate(viewed.passed) if x is value]
        if node.op in CALLS or (node.op in LOOPS and any(i in viewed.carried for i in places)):
            return False
        return all(self._is_read(region, region.inputs[i], marks) for region in node.regions for i in places)
