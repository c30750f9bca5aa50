"""What runs a graph whose dimensions are unknown: one plan for all shapes, and plans for those that are called often.

The general plan computes at each call what depends on shapes alone: the sizes that a gradient sums over, the zeros it
begins with. From the second call with the same shapes on there is a plan for them, in which that is constant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.recursion import deep_recursion
from runtime.execute.plan import Plan
from runtime.ir.graph import Graph
from runtime.ops.shaping import RANK, SHAPE, SIZE
from runtime.passes import optimised

#: How many plans for shapes a graph may have: a program whose shapes never end runs the general one.
MOST = 8

#: What asks for shapes.
_OF_SHAPES = frozenset({SHAPE, SIZE, RANK})

#: How many shapes are remembered that were called with once.
SEEN = 64


class PlansByShape:
    """A graph, ready to run on arrays of any shape.

    Args:
        graph: closed, but for captured values.
        name: of the function, for messages.

    Attributes:
        run: what to call with the arrays of the arguments, the fastest there is.
        general: the plan for all shapes.
        plans: those for some, by the shapes of the arguments whose shapes are not known from the graph.
    """

    def __init__(self, graph: Graph, name: str):
        self._graph = graph
        self._name = name
        with deep_recursion():
            self.general = Plan(optimised(graph), name)
        self.plans: dict[Any, Plan] = {}
        self._seen: set[Any] = set()
        self._places = _unknown(graph) if _reads_shapes(graph) else ()
        self.run: Callable[..., tuple[Any, ...]] = self._by_shape if self._places else self.general

    def _by_shape(self, *arrays: Any) -> tuple[Any, ...]:
        shapes = tuple([arrays[i].shape for i in self._places])
        plan = self.plans.get(shapes)
        return (plan or self._plan_for(shapes))(*arrays)

    def _plan_for(self, shapes: tuple[Any, ...]) -> Plan:
        if len(self.plans) >= MOST:
            return self.general
        if shapes not in self._seen:
            if len(self._seen) >= SEEN:
                self._seen.clear()
            self._seen.add(shapes)
            return self.general
        with deep_recursion():
            plan = Plan(optimised(self._graph, dict(zip(self._places, shapes, strict=True))), self._name)
        if plan.source.count("\n") >= self.general.source.count("\n"):
            self.run = self.general  # there is nothing to be gained
            return self.general
        self.plans[shapes] = plan
        return plan


def _unknown(graph: Graph) -> tuple[int, ...]:
    """The positions of the arguments that are arrays of unknown shape."""
    kinds = ("string", "handle")  # a scalar string is no array
    found = [i for i, x in enumerate(graph.arguments) if not x.shape.is_fully_defined() and x.dtype.kind not in kinds]
    return tuple(found)


def _reads_shapes(graph: Graph) -> bool:
    """Whether something in `graph`, or in what it runs, asks for a shape."""
    waiting, seen = [graph], {id(graph)}
    while waiting:
        for node in waiting.pop().nodes:
            if node.op in _OF_SHAPES:
                return True
            for region in node.regions:
                if id(region) not in seen:
                    seen.add(id(region))
                    waiting.append(region)
    return False
