"""What depends on constants alone is computed once, before the graph runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.core.dtypes import from_numpy
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import CONST, Graph, Node
from runtime.ir.rewrite import rewrite, splice
from runtime.ir.schema import OPS
from runtime.ir.static_value import constant_value, values_from_shapes
from runtime.ir.structure import CONDITIONALS
from runtime.ir.values import SymbolicTensor
from runtime.ir.views import Conditional

#: Results with more elements are left to be computed: holding them all at once could exhaust memory.
LARGEST = 1 << 16


def fold_constants(graph: Graph) -> Graph:
    """`graph` with constants in place of what is computed from constants, captured tensors and known shapes among them.

    A conditional whose condition is constant becomes the branch that it takes. What raises an error is left alone, to
    raise it when the graph runs.
    """
    captured = {id(inner): outer for outer, inner in graph.captures}

    def visit(node: Node, inputs: list[Any], target: Graph) -> Sequence[Any] | None:
        values = []
        for tensor in inputs:
            value = known(tensor)
            if value is None:
                break
            values.append(value)
        if node.op in CONDITIONALS:
            if not values:
                return None
            return splice(node.regions[0 if values[0] else 1], Conditional(node, inputs).passed, target, visit)
        if not inputs or node.regions or node.op.effects or not node.outputs:
            return None
        if len(values) == len(inputs):
            return _folded(node, values, target)
        # A shape is known without the value whose it is.
        value = constant_value(node.outputs[0]) if node.op in values_from_shapes else None
        return None if value is None else [constant(target, value, node)]

    def known(tensor: Any) -> np.ndarray | None:
        if tensor.node.op is CONST:
            return tensor.node.attrs["value"]
        return None

    # Captured tensors never change: they are constants of the copy that runs.
    constants = {id(inner): outer._array for inner, outer in _captured_arrays(graph, captured)}
    if not constants:
        return rewrite(graph, visit)
    copy = Graph(graph.name, graph.parent, graph.is_function)
    arguments = []
    for tensor in graph.inputs:
        if id(tensor) in constants:
            arguments.append(constant(copy, constants[id(tensor)], tensor.node))
            continue
        inner = copy.placeholder(TensorSpec(tensor.shape, tensor.dtype), tensor.node.name)
        copy.inputs.append(inner)
        arguments.append(inner)
        if id(tensor) in captured:
            outer = captured[id(tensor)]
            copy._captures[id(outer)] = (outer, inner, outer)
    copy.outputs = splice(graph, arguments, copy, visit)
    return copy


def constant(graph: Graph, array: np.ndarray, like: Node) -> Any:
    """A new constant of `graph`, in the name and place of the node `like`."""
    dtype = from_numpy(array.dtype)
    attrs = {"value": array, "dtype": dtype}
    node = Node(graph, OPS["Const"], graph.unique_name(like.name), [], attrs, (), like.location)
    node.outputs = [SymbolicTensor(node, 0, dtype, TensorShape(array.shape))]
    graph.nodes.append(node)
    return node.outputs[0]


def _captured_arrays(graph: Graph, captured: dict[int, Any]) -> list[tuple[Any, Any]]:
    return [
        (inner, captured[id(inner)])
        for inner in graph.inputs
        if id(inner) in captured and type(getattr(captured[id(inner)], "_array", None)) is np.ndarray
    ]


def _folded(node: Node, values: list[np.ndarray], target: Graph) -> list[Any] | None:
    if any((x.shape.num_elements() or 0) > LARGEST for x in node.outputs):
        return None
    try:
        with np.errstate(all="ignore"):
            results = node.op.kernel(*values, **node.attrs)
    except Exception:
        return None
    if node.op.outputs == 1:
        results = (results,)
    arrays = [
        np.asarray(result, None if x.dtype.kind == "string" else x.dtype.dtype)
        for result, x in zip(results, node.outputs, strict=True)
    ]
    if any(array.size > LARGEST for array in arrays):
        return None
    return [constant(target, array, node) for array in arrays]
