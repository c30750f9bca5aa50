"""A graph as TensorBoard shows it best: what runs a region becomes a scope that holds it, and opens on a click.

TensorBoard opens nodes whose operation is a function of the library, and draws an edge per name of an input, with the
shape that `_output_shapes` says. So in the `GraphDef` made here, unlike in `Graph.as_graph_def`,

- a conditional `cond` has its branches beside it, `cond/then` and `cond/else`, a loop `while/test` and `while/body`;
- a call has the name of the function that is called;
- what is captured has the name of the variable, or of what it is outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.exchange.graph_def import (
    ArgDef,
    AttrValue,
    FunctionDef,
    FunctionDefLibrary,
    GraphDef,
    NodeDef,
    OpDef,
    VersionDef,
    attr_value,
    captured_values,
    node_def,
)
from runtime.ir.graph import Graph, Node
from runtime.ir.printing import region_titles
from runtime.ir.structure import CALLS
from runtime.ir.views import view


def graph_view(graph: Graph) -> GraphDef:
    """`graph` for TensorBoard."""
    made = _View()
    scope = _Scope(graph)
    for inner in graph.inputs:
        variable = scope.variable(inner)
        scope.name(inner.node, inner.node.name if variable is None else _name(variable))
    nodes = [made.input(x, scope) for x in graph.inputs] + made.nodes(graph, scope)
    definition = GraphDef(node=nodes)
    if made.functions:
        definition.library = FunctionDefLibrary(function=made.functions)
    definition.versions = VersionDef(producer=2474, min_consumer=12)
    return definition


def _name(variable: Any) -> str:
    return str(variable.name).partition(":")[0]


class _Scope:
    """The names that the nodes of one graph are shown by.

    Args:
        graph: the graph.

    Attributes:
        captured: what its inputs stand for, by the identity of the input.
    """

    def __init__(self, graph: Graph) -> None:
        self.captured = captured_values(graph)
        self._names: dict[int, str] = {}
        # How often each name was wanted, at least: where to go on counting.
        self._taken: dict[str, int] = {}

    def variable(self, inner: Any) -> Any:
        """The variable whose handle the input `inner` is; None if it is not one, or is gone."""
        reference = getattr(self.captured.get(id(inner)), "variable", None)
        return None if reference is None else reference()

    def name(self, node: Node, wanted: str) -> str:
        """Names `node`, with a number if the name is taken."""
        key = wanted.lower()
        name, count = wanted, self._taken.get(key, 0)
        while name.lower() in self._taken:
            name, count = f"{wanted}_{count}", count + 1
        self._taken[key] = max(count, 1)
        self._taken.setdefault(name.lower(), 1)
        self._names[id(node)] = name
        return name

    def of(self, node: Node) -> str:
        return self._names[id(node)]

    def tensor(self, tensor: Any) -> str:
        name = self.of(tensor.node)
        return name if tensor.index == 0 else f"{name}:{tensor.index}"


class _View:
    """The functions of the library, made while the nodes are."""

    def __init__(self) -> None:
        self.functions: list[FunctionDef] = []
        self._names: set[str] = set()

    def input(self, tensor: Any, scope: _Scope) -> NodeDef:
        """The node of an input of the outermost graph."""
        definition = node_def(tensor.node, scope.captured)
        definition.name = scope.of(tensor.node)
        variable = scope.variable(tensor)
        if variable is None:
            return _with_shapes(definition, [tensor])
        definition.op = "VarHandleOp"
        return _with_shapes(definition, [variable])

    def nodes(self, graph: Graph, scope: _Scope) -> list[NodeDef]:
        """The nodes of `graph`, whose inputs are named already."""
        inputs = {id(x.node) for x in graph.inputs}
        found: list[NodeDef] = []
        for node in graph.nodes:
            if id(node) in inputs:
                continue
            name = scope.name(node, node.regions[0].name if node.op in CALLS else node.name)
            given = [scope.tensor(x) for x in node.inputs]
            control = [f"^{scope.of(other)}" for other in node.control_inputs]
            if node.op in CALLS:
                definition = NodeDef(name=name, op=self.function(name, node, node.regions[0], scope), input=given)
            elif node.regions:
                found += self.parts(node, name, given, scope)
                definition = NodeDef(name=name, op=node.type, input=_joined(node, found, given), attr={})
            else:
                definition = node_def(node, scope.captured)
                definition.name, definition.input = name, given
            definition.input = [*definition.input, *control]
            found.append(_with_shapes(definition, node.outputs))
        return found

    def parts(self, node: Node, name: str, given: Sequence[str], scope: _Scope) -> list[NodeDef]:
        """A node for each region of `node`, in its scope."""
        parts = []
        for title, region in zip(region_titles(node.op, len(node.regions)), node.regions, strict=True):
            role = title.replace(" ", "_")
            op = self.function(f"{name}_{role}", node, region, scope)
            part = NodeDef(name=f"{name}/{role}", op=op, input=list(view(node, given).passed))
            parts.append(_with_shapes(part, region.outputs))
        return parts

    def function(self, wanted: str, node: Node, region: Graph, outside: _Scope) -> str:
        """Adds a region to the library; returns its name there."""
        base = wanted.replace("/", "_")
        name, count = base, 1
        while name in self._names:
            name, count = f"{base}_{count}", count + 1
        self._names.add(name)
        scope = _Scope(region)
        for inner, outer in zip(region.inputs, view(node).passed, strict=True):
            label = inner.node.name
            if id(inner) in scope.captured and node.op not in CALLS:
                label = outside.of(outer.node)
            variable = scope.variable(inner)
            scope.name(inner.node, (label if variable is None else _name(variable)).replace("/", "_"))
        nodes = self.nodes(region, scope)
        # Outputs are found by the name of a node.
        results = []
        for i, x in enumerate(region.outputs):
            result = NodeDef(
                name=f"output_{i}", op="Identity", input=[scope.tensor(x)], attr={"T": attr_value(x.dtype)}
            )
            nodes.append(_with_shapes(result, [x]))
            results.append(ArgDef(name=f"output_{i}", type=int(x.dtype)))
        arguments = [ArgDef(name=scope.of(x.node), type=int(x.dtype)) for x in region.inputs]
        signature = OpDef(name=name, input_arg=arguments, output_arg=results)
        self.functions.append(FunctionDef(signature=signature, node_def=nodes))
        return name


def _joined(node: Node, found: Sequence[NodeDef], given: Sequence[str]) -> list[str]:
    """The inputs of the node that joins the regions of `node`, the last of `found`: what decides, and their outputs."""
    outputs = []
    for part, region in zip(found[-len(node.regions) :], node.regions, strict=True):
        names = [part.name if i == 0 else f"{part.name}:{i}" for i in range(len(region.outputs))]
        outputs += names or [f"^{part.name}"]
    return [*given[: view(node).skipped], *sorted(outputs, key=lambda name: name.startswith("^"))]


def _with_shapes(definition: NodeDef, outputs: Sequence[Any]) -> NodeDef:
    if outputs:
        attr: dict[str, AttrValue] = dict(definition.attr)
        attr["_output_shapes"] = attr_value([x.shape for x in outputs])
        definition.attr = attr
    return definition
