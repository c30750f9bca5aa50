"""Passes over graphs: each takes a graph and returns one that does the same with less."""

from __future__ import annotations

from autograph.garbage import not_collected
from runtime.ir.graph import Graph
from runtime.passes.constants import fold_constants
from runtime.passes.hoisting import hoist_loop_invariants
from runtime.passes.inlining import inline_calls
from runtime.passes.prune import prune
from runtime.passes.subexpressions import merge_common_subexpressions

#: In the order in which they run on what is executed. The graph that the user sees is not touched.
PASSES = (fold_constants, merge_common_subexpressions, hoist_loop_invariants, prune)


def optimised(graph: Graph) -> Graph:
    """A copy of `graph` that went through all passes, and so did the bodies of the calls that are left in it."""
    with not_collected():
        return _through_passes(inline_calls(graph, _through_passes))


def _through_passes(graph: Graph) -> Graph:
    for apply_pass in PASSES:
        graph = apply_pass(graph)
    return graph
