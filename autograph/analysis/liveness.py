"""Which variables are live around each statement that will become a closure: whether their value may still be read.

Backward data-flow over the control-flow graph. What nested functions read of the variables they capture, which may be
at any time, is not in it.
"""

from __future__ import annotations

from autograph.analysis.cfg import FlowGraph
from autograph.analysis.eligibility import converts


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
