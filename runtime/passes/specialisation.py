"""A graph of unknown dimensions becomes one of known ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph, Node
from runtime.ir.regions import joined_shape
from runtime.ir.rewrite import new_node, splice
from runtime.ir.structure import CALLS, LOOPS
from runtime.ir.views import Loop, view

#: How often the body of a loop is looked at for shapes that it keeps, before those that are known already are taken.
ROUNDS = 3


def specialise(graph: Graph, shapes: Mapping[int, tuple[int, ...]]) -> Graph:
    """`graph` for inputs of known shapes; what follows from them is known of the shapes of all its values.

    What is called is shared with the original, and stays as it is.

    Args:
        graph: is not changed.
        shapes: of inputs, by their position.
    """
    given = [TensorShape(shapes[i]) if i in shapes else x.shape for i, x in enumerate(graph.inputs)]
    return _with_shapes(graph, given, graph.parent)


def _with_shapes(graph: Graph, shapes: Sequence[TensorShape], parent: Graph | None) -> Graph:
    copy = Graph(graph.name, parent, graph.is_function)
    for x, shape in zip(graph.inputs, shapes, strict=True):
        spec = TensorSpec(shape, x.dtype)
        node = new_node(copy, x.node, [], (), [spec])
        node.attrs = {**node.attrs, "shape": shape}
        copy.inputs += node.outputs
    copy.outputs = splice(graph, copy.inputs, copy, _visit)
    moved = dict(zip(map(id, graph.inputs), copy.inputs, strict=True))
    for outer, inner in graph.captures:
        copy._captures[id(outer)] = (outer, moved[id(inner)], outer)
    return copy


def _visit(node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
    if node.op in CALLS or not inputs or (not node.regions and all(y.shape.is_fully_defined() for y in node.outputs)):
        return None
    regions: Sequence[Graph] = ()
    if node.op in LOOPS:
        regions, shapes = _loop(node, inputs, target)
    elif node.regions:
        regions, shapes = _conditional(node, inputs, target)
    else:
        shapes = _inferred(node, inputs)
    specs = [TensorSpec(_narrowed(y.shape, shape), y.dtype) for y, shape in zip(node.outputs, shapes, strict=True)]
    return new_node(target, node, inputs, regions, specs).outputs


def _inferred(node: Node, inputs: list[Any]) -> list[TensorShape]:
    """The shapes of the outputs; those known before for what does not fit, and fails when it runs."""
    try:
        return [spec.shape for spec in node.op.infer(*inputs, **node.attrs)]
    except Exception:
        return [y.shape for y in node.outputs]


def _conditional(node: Node, inputs: list[Any], target: Graph) -> tuple[list[Graph], list[TensorShape]]:
    passed = [x.shape for x in view(node, inputs).passed]
    regions = [_with_shapes(region, passed, target) for region in node.regions]
    outputs = zip(*[region.outputs for region in regions], strict=True)
    return regions, [joined_shape([y.shape for y in values]) for values in outputs]


def _loop(node: Node, inputs: list[Any], target: Graph) -> tuple[list[Graph], list[TensorShape]]:
    loop = Loop(node, inputs)
    known = [x.shape for x in loop.operands(loop.body.inputs)]
    first = [x.shape for x in loop.body.inputs[: loop.bounded]]
    carried = [_narrowed(old, x.shape) for old, x in zip(known, loop.initial, strict=True)]
    for attempt in range(ROUNDS):
        if attempt == ROUNDS - 1:
            carried = known
        passed = [*first, *carried, *[x.shape for x in loop.invariants]]
        regions = [_with_shapes(region, passed, target) for region in loop.regions]
        results = regions[1].outputs[: loop.count]
        joined = [joined_shape([old, y.shape]) for old, y in zip(carried, results, strict=True)]
        if joined == carried:
            break
        carried = joined
    return regions, [*carried, *[y.shape for y in node.outputs[loop.count :]]]


def _narrowed(known: TensorShape, found: TensorShape) -> TensorShape:
    """What two true shapes say of a tensor; that known before if it cannot have both, and fails when it runs."""
    return known.merge_with(found) if known.is_compatible_with(found) else known
