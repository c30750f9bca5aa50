"""Passes over graphs: each takes a graph and returns one that does the same with less."""

from __future__ import annotations

from collections.abc import Mapping

from autograph.garbage import not_collected
from runtime.ir.graph import Graph
from runtime.passes.constants import fold_constants
from runtime.passes.dead_values import drop_dead_values
from runtime.passes.hoisting import hoist_loop_invariants
from runtime.passes.inlining import inline_calls
from runtime.passes.specialisation import specialise
from runtime.passes.subexpressions import merge_common_subexpressions

#: In the order in which they run on what is executed. The graph that the user sees is not touched.
PASSES = (fold_constants, hoist_loop_invariants, merge_common_subexpressions, drop_dead_values)


def optimised(graph: Graph, shapes: Mapping[int, tuple[int, ...]] | None = None) -> Graph:
    """A copy of `graph` that went through all passes, and so did the bodies of the calls that are left in it.

    Args:
        graph: is not changed.
        shapes: of arguments, by position, if the copy is for these alone.
    """
    with not_collected():
        inlined = inline_calls(graph, _through_passes)
        return _through_passes(specialise(inlined, shapes) if shapes else inlined)


def _through_passes(graph: Graph) -> Graph:
    for apply_pass in PASSES:
        graph = apply_pass(graph)
    return graph
