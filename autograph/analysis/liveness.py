"""Which variables are live around each statement that will become a closure: whether their value may still be read.

Backward data-flow over the control-flow graph. What nested functions read of the variables they capture, which may be
at any time, is not in it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from autograph.analysis.cfg import FlowGraph
from autograph.analysis.eligibility import converts


class Around(NamedTuple):
    """What may be read where a statement starts, and where something in it has been done, by itself or by others."""

    before: set[str]
    after: set[str]


def names_around(function: Any) -> dict[tuple[int, int], Around]:
    """What is live around each statement of a function, by the line and the column where it starts.

    What the head of a compound statement is followed by are its blocks.
    """
    graph = FlowGraph(function, {})
    _solve(graph)
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for step in graph.steps:
        if step.source is None:
            continue
        key = step.source.lineno, step.source.col_offset
        before, after = found.get(key, (0, 0))
        for following in (*step.to, *([step.raises_to] if step.raises_to is not None else [])):
            after |= following.live
        found[key] = before | step.live, after
    return {key: Around(*map(graph.names_in, sets)) for key, sets in found.items()}


def annotate_liveness(graph: FlowGraph) -> None:
    """Gives every statement of a function that converts two sets of names.

    `live_in`: what may be read, as its value was before, within the statement or, by one that is skipped, after it;
    `live_out`: what may be read after it.
    """
    _solve(graph)
    for statement, starts, end in graph.marks:
        if not converts(statement):
            continue
        live_in = 0
        for start in starts:
            live_in |= start.live
        statement.live_in = graph.names_in(live_in)
        statement.live_out = graph.names_in(end.live)


def _solve(graph: FlowGraph) -> None:
    changed = True
    while changed:
        changed = False
        for step in graph.steps:
            out = 0
            for following in step.to:
                out |= following.live
            live = step.reads | (out & ~step.binds)
            if step.raises_to is not None:
                live |= step.raises_to.live
            if live != step.live:
                step.live = live
                changed = True
