"""Which variables may be read where they have no value.

Forward data-flow over the control-flow graph: a local variable is unbound at the start and after `del`, and a step that
reads it while some path leaves it unbound may raise UnboundLocalError.
"""

from __future__ import annotations

from typing import Any

from autograph.analysis.flow import FlowGraph
from autograph.analysis.scopes import names_of, parameters


class UnboundReads:
    """The reads of a function's local variables that may find no value.

    Attributes:
        names: the variables.
        places: the statement of each such read, and the names it may find unbound.
    """

    def __init__(self, function: Any):
        names = names_of(function.body)
        local = names.binds - names.globals - names.nonlocals - set(parameters(function))
        graph = FlowGraph(function)
        _solve(graph, graph.set_of(local))
        self.names: set[str] = set()
        self.places: list[tuple[Any, set[str]]] = []
        for step in graph.steps:
            found = graph.names_in(step.reads & step.unbound)
            if found:
                self.names |= found
                self.places.append((step.source, found))


def _solve(graph: FlowGraph, at_start: int) -> None:
    seen = {id(graph.entry)}
    graph.entry.unbound = at_start
    waiting = [graph.entry]
    while waiting:
        step = waiting.pop()
        after = (step.unbound & ~step.binds) | step.deletes
        targets = [(target, after) for target in step.to]
        if step.raises_to is not None:
            targets.append((step.raises_to, step.unbound | after))
        for target, unbound in targets:
            if unbound & ~target.unbound or id(target) not in seen:
                seen.add(id(target))
                target.unbound |= unbound
                waiting.append(target)
