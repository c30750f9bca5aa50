"""The short form of a graph, for people:

f(%x: float32[2,?], %y: float32[]):
  %add = AddV2(%x, %y): float32[2,?]
  %cond = StatelessIf(%p, %add): float32[2,?]
    then(%add): ...
  return %cond
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.graph.graph import Graph, Node

_REGION_NAMES = {"If": ("then", "else"), "While": ("test", "body"), "PartitionedCall": ("call",)}

#: Attributes that only repeat what the outputs say.
_HIDDEN = {"dtype", "shape", "T", "carried"}


def text(graph: Graph) -> str:
    """The short form of `graph`, a line per node, regions indented."""
    return "\n".join(_lines(graph, graph.name, ""))


def type_text(tensor: Any) -> str:
    """The type of a tensor in short: `float32[2,?]`, or `float32[*]` when the rank is unknown."""
    if tensor.shape.rank is None:
        return f"{tensor.dtype.name}[*]"
    return f"{tensor.dtype.name}[{','.join('?' if d is None else str(d) for d in tensor.shape)}]"


def value_text(tensor: Any) -> str:
    """How a tensor is referred to: `%add`, or `%split:1` where a node has several outputs."""
    return f"%{tensor.node.name}" if len(tensor.node.outputs) == 1 else f"%{tensor.node.name}:{tensor.index}"


def _lines(graph: Graph, title: str, indent: str) -> Iterator[str]:
    inputs = ", ".join(f"{value_text(x)}: {type_text(x)}" for x in graph.inputs)
    yield f"{indent}{title}({inputs}):"
    shown = {id(x.node) for x in graph.inputs}
    for node in graph.nodes:
        if id(node) not in shown:
            yield from _node_lines(node, indent + "  ")
    yield f"{indent}  return {', '.join(map(value_text, graph.outputs))}".rstrip()


def _node_lines(node: Node, indent: str) -> Iterator[str]:
    arguments = [value_text(x) for x in node.inputs]
    arguments += [f"{key}={_attr_text(value)}" for key, value in node.attrs.items() if _is_shown(key)]
    types = ", ".join(type_text(x) for x in node.outputs)
    result = f"%{node.name} = " if node.outputs else ""
    yield f"{indent}{result}{node.type}({', '.join(arguments)})" + (f": {types}" if types else "")
    for region, title in zip(node.regions, _region_titles(node), strict=True):
        yield from _lines(region, title, indent + "  ")


def _is_shown(attribute: str) -> bool:
    return attribute not in _HIDDEN and not attribute.startswith("_")


def _region_titles(node: Node) -> list[str]:
    kind = node.type.removeprefix("Stateless").removeprefix("Stateful")
    titles = _REGION_NAMES.get(kind)
    return list(titles) if titles else [f"branch {i}" for i in range(len(node.regions))]


def _attr_text(value: Any) -> str:
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return str(value.tolist()) if getattr(value, "size", 0) <= 8 else f"<{'x'.join(map(str, value.shape))} values>"
    return str(value) if not isinstance(value, str) else repr(value)
