"""The short form of a graph, for people:

f(%x: float32[2,?], %y: float32[]):
  %add = AddV2(%x, %y): float32[2,?]
  %cond = StatelessIf(%p, %add): float32[2,?]
    then(%add): ...
  return %cond
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.ir.schema import Op, region_names

if TYPE_CHECKING:
    from runtime.ir.graph import Graph, Node

#: Attributes that only repeat what the outputs say.
_HIDDEN = {"dtype", "shape", "T", "carried"}


def text(graph: Graph) -> str:
    """The short form of `graph`, a line per node, regions indented."""
    return "\n".join(Printer().lines(graph, graph.name, ""))


def type_text(tensor: Any) -> str:
    """The type of a tensor in short: `float32[2,?]`, or `float32[*]` when the rank is unknown."""
    if tensor.shape.rank is None:
        return f"{tensor.dtype.name}[*]"
    return f"{tensor.dtype.name}[{','.join('?' if d is None else str(d) for d in tensor.shape)}]"


class Printer:
    """Writes graphs in the short form. What is saved to a file is written by a subclass that leaves nothing out."""

    def lines(self, graph: Graph, title: str, indent: str) -> Iterator[str]:
        """`graph`, a line per node, after a line with its title and inputs."""
        yield f"{indent}{title}({', '.join(map(self.input, graph.inputs))}):"
        shown = {id(x.node) for x in graph.inputs}
        for node in graph.nodes:
            if id(node) not in shown:
                yield from self.node_lines(node, indent + "  ")
        yield f"{indent}  return {', '.join(map(self.value, graph.outputs))}".rstrip()

    def node_lines(self, node: Node, indent: str) -> Iterator[str]:
        """`node` on a line, its regions after it."""
        arguments = [*map(self.value, node.inputs), *self.attributes(node)]
        types = ", ".join(type_text(x) for x in node.outputs)
        result = f"%{self.name(node)} = " if node.outputs else ""
        yield f"{indent}{result}{node.type}({', '.join(arguments)})" + (f": {types}" if types else "")
        for region, title in zip(node.regions, region_titles(node.op, len(node.regions)), strict=True):
            yield from self.region(region, title, indent + "  ")

    def region(self, region: Graph, title: str, indent: str) -> Iterator[str]:
        return self.lines(region, title, indent)

    def input(self, tensor: Any) -> str:
        return f"{self.value(tensor)}: {type_text(tensor)}"

    def value(self, tensor: Any) -> str:
        """How a tensor is referred to: `%add`, or `%split:1` where a node has several outputs."""
        name = self.name(tensor.node)
        return f"%{name}" if len(tensor.node.outputs) == 1 else f"%{name}:{tensor.index}"

    def name(self, node: Node) -> str:
        return node.name

    def attributes(self, node: Node) -> Sequence[str]:
        return [f"{key}={_attr_text(value)}" for key, value in node.op.in_order(node.attrs).items() if _is_shown(key)]


def _is_shown(attribute: str) -> bool:
    return attribute not in _HIDDEN and not attribute.startswith("_")


def region_titles(op: Op, count: int) -> list[str]:
    """What the regions of a node are called: `then` and `else`, `test` and `body`; else they are numbered."""
    return list(region_names[op]) or [f"branch {i}" for i in range(count)]


def _attr_text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return str(value.tolist()) if value.size <= 8 else f"<{'x'.join(map(str, value.shape))} values>"
    return str(value) if not isinstance(value, str) else repr(value)
