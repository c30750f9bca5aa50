"""The operations that give a graph its structure: inputs, conditionals, loops, calls. They have regions, not kernels.

`runtime.ir.views` says what their inputs are. The names without `Stateless` are used when a region does something
besides computing.
"""

from __future__ import annotations

import functools
import operator
import weakref
from collections.abc import Sequence
from typing import Any

from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph
from runtime.ir.schema import Effect, Op, declare, region_names


def _given(*inputs: Any, **attrs: Any) -> Sequence[TensorSpec]:
    raise AssertionError("the outputs of an operation with regions are given when it is added")


IF = declare("If", "* -> *", infer=_given)
STATELESS_IF = declare("StatelessIf", "* -> *", infer=_given)
CASE = declare("Case", "* -> *", infer=_given)
STATELESS_CASE = declare("StatelessCase", "* -> *", infer=_given)
WHILE = declare("While", "*; carried: int, bounded: bool -> *", infer=_given)
STATELESS_WHILE = declare("StatelessWhile", "*; carried: int, bounded: bool -> *", infer=_given)
CALL = declare("StatefulPartitionedCall", "*; f: str? -> *", infer=_given)
STATELESS_CALL = declare("PartitionedCall", "*; f: str? -> *", infer=_given)

CONDITIONALS = frozenset({IF, STATELESS_IF})
SWITCHES = frozenset({CASE, STATELESS_CASE})
LOOPS = frozenset({WHILE, STATELESS_WHILE})
CALLS = frozenset({CALL, STATELESS_CALL})

region_names.fill(CONDITIONALS, ("then", "else"))
region_names.fill(LOOPS, ("test", "body"))
region_names.fill(CALLS, ("call",))

#: Those whose regions only compute.
STATELESS = frozenset({STATELESS_IF, STATELESS_CASE, STATELESS_WHILE, STATELESS_CALL})

#: What stands for them where a region does more.
_WITH_EFFECTS = {STATELESS_IF: IF, STATELESS_CASE: CASE, STATELESS_WHILE: WHILE, STATELESS_CALL: CALL}

#: The effects of the bodies of functions, which are complete when they are called. Without it, functions that call
#: functions that call functions would be looked at again for every one around them.
_effects_of_functions: weakref.WeakKeyDictionary[Graph, Effect] = weakref.WeakKeyDictionary()

#: What an operation does that something else may notice: it must run, in program order.
OBSERVED = Effect.WRITE | Effect.OUTPUT


def effects_of(node: Any) -> Effect:
    """What `node` does besides computing its outputs, its regions included."""
    effects = node.op.effects
    if not node.regions or node.op in STATELESS:
        return effects
    if node.op not in CALLS:
        return functools.reduce(operator.or_, map(effects_of_graph, node.regions), effects)
    (called,) = node.regions
    found = _effects_of_functions.get(called)
    if found is None:
        found = _effects_of_functions[called] = effects_of_graph(called)
    return effects | found


def effects_of_graph(graph: Graph) -> Effect:
    """What running `graph` does besides computing its outputs."""
    effects = Effect.NONE
    for node in graph.nodes:
        if node.regions or node.op.effects is not Effect.NONE:
            effects |= effects_of(node)
    return effects


def by_effects(op: Op, regions: Sequence[Graph]) -> Op:
    """An operation with regions; of one that is stateless the other, if a region does anything but compute."""
    if op in STATELESS and any(effects_of_graph(region) for region in regions):
        return _WITH_EFFECTS[op]
    return op


def align_captures(regions: Sequence[Graph], operands: Sequence[Sequence[Any]]) -> list[Any]:
    """Gives regions of one node the same captures in the same order, their outputs among what may be captured.

    Args:
        regions: whose inputs are set: their operands, then what any of them captures.
        operands: of each region.

    Returns:
        The captured values, which belong to the graph around the regions.
    """
    for region in regions:
        region.outputs = [region.capture(x) for x in region.outputs]
    captured: dict[int, Any] = {}
    for region in regions:
        for outer, _ in region.captures:
            captured.setdefault(id(outer), outer)
    for region, own in zip(regions, operands, strict=True):
        region.inputs = [*own, *[region.capture(value) for value in captured.values()]]
        region.seal()
    return list(captured.values())
