"""What is said of a node whose inputs do not fit together: the node and the shapes, after the reason."""

from __future__ import annotations

from typing import Any

from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape


def naming(node: Any, error: ValueError) -> ValueError:
    """`error`, which inferring the outputs of `node` raised, saying which node that is.

    Args:
        node: with its inputs and attributes; it is in no graph.
        error: what its inference raised.
    """
    attrs = {**node.op.type_attrs([x.dtype for x in node.inputs]), **node.attrs}
    shown = [f"{key}={text}" for key, value in sorted(attrs.items()) if (text := _text(value)) is not None]
    settings = f"[{', '.join(shown)}]" if shown else ""
    operands = ", ".join(x.node.name if x.index == 0 else x.name for x in node.inputs)
    shapes = ", ".join(_shape(x.shape) for x in node.inputs)
    return ValueError(
        f"{error} for '{{{{node {node.name}}}}} = {node.type}{settings}({operands})' with input shapes: {shapes}."
    )


def _text(value: Any) -> str | None:
    """An attribute as it is shown; None for one that is not."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, DType):
        return value.graph_name
    if isinstance(value, TensorShape):
        return _shape(value)
    if isinstance(value, (tuple, list)) and all(isinstance(item, int) for item in value):
        return f"[{', '.join(map(str, value))}]"
    return None


def _shape(shape: TensorShape) -> str:
    if shape.rank is None:
        return "<unknown>"
    return f"[{','.join('?' if size is None else str(size) for size in shape)}]"
