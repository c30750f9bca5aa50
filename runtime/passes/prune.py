"""What nothing observes is dropped."""

from __future__ import annotations

from typing import Any

from runtime.ir.graph import Graph, Node
from runtime.ir.structure import CALLS, OBSERVED, effects_of
from runtime.ir.views import view


def prune(graph: Graph) -> Graph:
    """Drops, in place, the nodes whose outputs nothing uses and that do nothing else, and captures nothing uses.

    What a node does besides computing (writing a variable, printing, checking) is observed; reading is not. Arguments
    stay, used or not.
    """
    live = {id(x.node) for x in graph.outputs}
    kept: list[Node] = []
    for node in reversed(graph.nodes):
        if id(node) not in live and not effects_of(node) & OBSERVED:
            continue
        if node.regions and node.op not in CALLS:
            _prune_regions(node)
        live.update([id(x.node) for x in node.inputs])
        kept.append(node)
    kept.reverse()
    captured = {id(inner) for _, inner in graph.captures}
    dropped = {id(x.node) for x in graph.inputs if id(x) in captured and id(x.node) not in live}
    inputs = {id(x.node) for x in graph.inputs}
    kept_ids = {id(node) for node in kept}
    graph.nodes = [
        node for node in graph.nodes if id(node) in kept_ids or (id(node) in inputs and id(node) not in dropped)
    ]
    graph.inputs = [x for x in graph.inputs if id(x.node) not in dropped]
    return graph


def _prune_regions(node: Node) -> None:
    """Prunes the regions of `node`, and drops the inputs that none of them uses any more."""
    for region in node.regions:
        _keep_inputs(region)
    used: set[int] = set()
    for region in node.regions:
        needed = {id(x) for other in region.nodes for x in other.inputs} | {id(x) for x in region.outputs}
        used.update([i for i, x in enumerate(region.inputs) if id(x) in needed])
    viewed = view(node)
    used.update(range(viewed.fixed))
    unused = [i for i in range(len(viewed.passed)) if i not in used]
    if not unused:
        return
    dropped = {viewed.skipped + i for i in unused}
    node.inputs = [x for i, x in enumerate(node.inputs) if i not in dropped]
    for region in node.regions:
        gone = {id(region.inputs[i].node) for i in unused}
        region.inputs = [x for i, x in enumerate(region.inputs) if i in used]
        region.nodes = [n for n in region.nodes if id(n) not in gone]


def _keep_inputs(region: Graph) -> None:
    inputs: list[Any] = list(region.inputs)
    prune(region)
    present = {id(node) for node in region.nodes}
    region.nodes[:0] = [x.node for x in inputs if id(x.node) not in present]
    region.inputs = inputs
