"""What a graph must fulfil: what its schemas say of its nodes, and that values flow where they are due.

`verify` looks at a whole graph; tests do so after every pass. Readers of files check node by node, before a node
becomes part of a graph.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.core import dtypes
from runtime.core.dtypes import DType
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph, Node
from runtime.ir.printing import type_text
from runtime.ir.schema import Op
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, STATELESS, SWITCHES, effects_of_graph
from runtime.ir.values import SymbolicTensor
from runtime.ir.views import carried_places


class Unfit(Exception):
    """A node is not what its operation allows; the message says why.

    Args:
        problem: why.
        is_new: whether a later version of the program may allow it.
    """

    def __init__(self, problem: str, is_new: bool = False):
        super().__init__(problem)
        self.is_new = is_new


def verify(graph: Graph) -> None:
    """Checks that a graph, its regions included, is what its schemas say. Functions that it calls are other graphs.

    Raises:
        Unfit: if it is not; the message names the node.
    """
    defined = {id(x) for x in graph.inputs}
    placed: set[int] = set()
    for node in graph.nodes:
        try:
            _check_node(node, defined, placed)
        except Unfit as problem:
            raise Unfit(f"node '{node.name}' of '{graph.name}': {problem}") from None
        defined.update(map(id, node.outputs))
        placed.add(id(node))
        for region in node.regions if node.op not in CALLS else ():
            verify(region)
    for tensor in (*graph.inputs, *graph.outputs):
        if id(tensor) not in defined or id(tensor.node) not in placed:
            raise Unfit(f"'{graph.name}' has no node for '{tensor.name}'")


def _check_node(node: Node, defined: set[int], placed: set[int]) -> None:
    for tensor in node.inputs:
        if not isinstance(tensor, SymbolicTensor) or id(tensor) not in defined:
            raise Unfit(f"its input '{tensor.name}' is not there before it")
    if any(id(other) not in placed for other in node.control_inputs):
        raise Unfit("what should run before comes after it")
    check_attributes(node.op, node.attrs)
    _check_arity(node.op, node.inputs)
    if node.regions:
        check_regions(node.op, node.inputs, node.attrs, node.regions, node.outputs)
    elif not _fails(node):
        checked_types(node.op, node.inputs, node.attrs, node.outputs)


def _fails(node: Node) -> bool:
    """Whether what is known of its inputs does not fit together: it says so when it runs."""
    try:
        node.op.infer(*node.inputs, **node.attrs)
    except ValueError:
        return True
    return False


def check_attributes(op: Op, attrs: Mapping[str, Any]) -> None:
    """Checks the attributes of a node.

    Raises:
        Unfit: if one is unknown, missing, or of a wrong type.
    """
    declared = op.signature.attributes
    for name, value in attrs.items():
        attribute = declared.get(name)
        if attribute is None:
            if not (op.signature.open_ended and name.isidentifier() and not keyword.iskeyword(name)):
                raise Unfit(f"{op.name} has no attribute '{name}'", is_new=True)
        elif not attribute.takes(value):
            raise Unfit(f"the attribute '{name}' of {op.name} should be of type {attribute.type}")
    for name, attribute in declared.items():
        if attribute.required and name not in attrs:
            raise Unfit(f"{op.name} needs the attribute '{name}'")


def checked_types(op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any], written: Sequence[TensorSpec]) -> list[Any]:
    """The types of the outputs of a node without regions: what is `written` and inference confirms.

    Raises:
        Unfit: if they do not agree, or the inputs and attributes do not fit the operation.
    """
    _check_arity(op, inputs)
    try:
        # Asked first: inference makes as many types as an attribute says.
        expected = op.outputs(attrs) if callable(op.outputs) else op.outputs
        if expected not in (-1, len(written)):
            raise Unfit(f"{op.name} has {expected} outputs, not {len(written)}")
        inferred = op.infer(*inputs, **attrs)
    except Unfit:
        raise
    except Exception as error:
        # Whatever inference stumbles over, the reason is the node.
        raise Unfit(f"{op.name} does not fit its inputs and attributes: {error}") from None
    if len(inferred) != len(written):
        raise Unfit(f"{op.name} has {len(inferred)} outputs, not {len(written)}")
    return [_agreed(op, spec, given) for spec, given in zip(inferred, written, strict=True)]


def _check_arity(op: Op, inputs: Sequence[Any]) -> None:
    fixed = len(op.signature.inputs)
    if len(inputs) != fixed and not (op.signature.variadic and len(inputs) >= fixed - 1):
        raise Unfit(f"{op.name} does not take {len(inputs)} inputs")


def _agreed(op: Op, inferred: TensorSpec, written: TensorSpec) -> TensorSpec:
    if not inferred.is_compatible_with(written):
        raise Unfit(f"{op.name} gives {type_text(inferred)} here, not {type_text(written)}")
    return TensorSpec(inferred.shape.merge_with(written.shape), written.dtype)


def check_regions(
    op: Op, inputs: Sequence[Any], attrs: Mapping[str, Any], regions: Sequence[Graph], written: Sequence[TensorSpec]
) -> None:
    """Checks that the regions of a node take its inputs and give its outputs.

    Raises:
        Unfit: if they do not.
    """
    _check_effects(op, regions)
    for kind, check in _REGIONS.items():
        if op in kind:
            check(inputs, attrs, regions, written)
            return
    raise Unfit(f"{op.name} has no regions")


def _check_effects(op: Op, regions: Sequence[Graph]) -> None:
    if op in STATELESS and any(effects_of_graph(region) for region in regions):
        raise Unfit(f"{op.name} may not have side effects, but what it runs has")


def _check_conditional(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    _check_count("a conditional", regions, 2)
    _check_condition(inputs, dtypes.bool)
    for region in regions:
        _check_flow("a branch takes", inputs[1:], region.inputs)
        _check_flow("a branch gives", region.outputs, written)


def _check_switch(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    if not regions:
        raise Unfit("a choice has no branches")
    _check_condition(inputs, dtypes.int32)
    for region in regions:
        _check_flow("a branch takes", inputs[1:], region.inputs)
        _check_flow("a branch gives", region.outputs, written)


def _check_loop(
    inputs: Sequence[Any], attrs: Mapping[str, Any], regions: Sequence[Graph], written: Sequence[Any]
) -> None:
    _check_count("a loop", regions, 2)
    carried, bounded = attrs.get("carried"), attrs.get("bounded")
    if carried is None or bounded is None:
        raise Unfit("a loop needs the attributes 'carried' and 'bounded'")
    test, body = regions
    if not 0 <= carried <= len(inputs) - bounded or len(written) < carried:
        raise Unfit(f"a loop cannot carry {carried} values of {len(inputs) - bounded}")
    if len(test.outputs) != 1 or test.outputs[0].dtype is not dtypes.bool:
        raise Unfit("the test of a loop gives one bool")
    for region in regions:
        _check_flow("a region takes", inputs, region.inputs)
    initial = [inputs[i] for i in carried_places(attrs)]
    _check_flow("the loop gives", initial, written[:carried])
    if len(body.outputs) < carried:
        raise Unfit(f"the body of a loop gives {len(body.outputs)} values, of which {carried} are carried")
    _check_flow("the body gives", body.outputs[:carried], written[:carried])


def _check_call(inputs: Sequence[Any], attrs: Any, regions: Sequence[Graph], written: Sequence[Any]) -> None:
    _check_count("a call", regions, 1)
    _check_flow("the function takes", inputs, regions[0].inputs)
    _check_flow("the function gives", regions[0].outputs, written)


def _check_count(what: str, regions: Sequence[Graph], count: int) -> None:
    if len(regions) != count:
        raise Unfit(f"{what} has {count} regions, not {len(regions)}")


def _check_condition(inputs: Sequence[Any], dtype: DType) -> None:
    if not inputs or inputs[0].dtype is not dtype:
        raise Unfit(f"the first input decides, and is of dtype {dtype.name}")


def _check_flow(what: str, given: Sequence[Any], taken: Sequence[Any]) -> None:
    """Checks that the values of `given` can be those of `taken`."""
    if len(given) != len(taken):
        raise Unfit(f"{what} {len(taken)} values, not {len(given)}")
    for source, target in zip(given, taken, strict=True):
        if source.dtype is not target.dtype or not source.shape.is_compatible_with(target.shape):
            raise Unfit(f"{what} {type_text(target)}, not {type_text(source)}")


_REGIONS: dict[frozenset[Op], Callable[[Any, Any, Any, Any], None]] = {
    CONDITIONALS: _check_conditional,
    SWITCHES: _check_switch,
    LOOPS: _check_loop,
    CALLS: _check_call,
}
