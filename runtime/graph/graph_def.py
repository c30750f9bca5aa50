"""Graphs as data, in the layout of TensorFlow's `GraphDef`, which prints as the text form of that protocol buffer.

    graph.as_graph_def().node[0].name

A message is a `Message`: fields by name, in the order in which they print.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.graph.graph import Graph, Node


class Message:
    """A record that prints as the text form of a protocol buffer does.

    A field that was not given reads as None, or as an empty list where `repeated` names it.
    """

    repeated: frozenset[str] = frozenset()

    def __init__(self, **fields: Any):
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return [] if name in self.repeated else None

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in _lines(self.__dict__, ""))

    __repr__ = __str__


class NodeDef(Message):
    """`name`, `op`, `input` (names of tensors, `^name` for a control input) and `attr`, a dict of `AttrValue`s."""

    repeated = frozenset({"input"})


class AttrValue(Message):
    """The value of an attribute, in the field that says its kind: `type`, `shape`, `tensor`, `i`, `s`, ..."""


class FunctionDef(Message):
    """A graph that nodes run: `signature`, `node_def`, `ret`."""

    repeated = frozenset({"node_def"})


class GraphDef(Message):
    """A graph: `node`, `library` (the graphs its nodes run) and `versions`."""

    repeated = frozenset({"node"})


class _Enum(str):
    """The name of a value of an enumeration: prints without quotes."""

    __slots__ = ()


def graph_def(graph: Graph) -> GraphDef:
    """`graph` as a `GraphDef`."""
    nodes = [node_def(node) for node in _listed(graph)]
    functions = [_function_def(name, region) for name, region in _regions_below(graph)]
    fields: dict[str, Any] = {"node": nodes}
    if functions:
        fields["library"] = Message(function=functions)
    return GraphDef(**fields, versions=Message(producer=2474))


def node_def(node: Node) -> NodeDef:
    """`node` as a `NodeDef`."""
    constant = _captured_constant(node)
    op, attrs = ("Const", constant) if constant is not None else (node.type, _attrs(node))
    inputs = [_tensor_name(x) for x in node.inputs] + [f"^{other.name}" for other in node.control_inputs]
    return NodeDef(name=node.name, op=op, input=inputs, attr=attrs)


def _listed(graph: Graph) -> list[Node]:
    """The nodes as TensorFlow lists them: arguments come first."""
    arguments = [x.node for x in graph.arguments]
    first = {id(node) for node in arguments}
    return arguments + [node for node in graph.nodes if id(node) not in first]


def _captured_constant(node: Node) -> dict[str, AttrValue] | None:
    """The attributes of a `Const`, if `node` is an input of a function that stands for a captured value."""
    if node.type != "Placeholder":
        return None
    for outer, inner in node.graph.captures:
        array = getattr(outer, "_array", None)
        if inner.node is node and isinstance(array, np.ndarray):
            return {"value": _attr_value(array), "dtype": _attr_value(inner.dtype)}
    return None


def _tensor_name(tensor: Any) -> str:
    return tensor.node.name if tensor.index == 0 else f"{tensor.node.name}:{tensor.index}"


def _attrs(node: Node) -> dict[str, AttrValue]:
    attrs = {key: _attr_value(value) for key, value in node.attrs.items()}
    if node.op.signature is not None:
        for key, value in node.op.type_attrs([x.dtype for x in node.inputs]).items():
            attrs.setdefault(key, _attr_value(value))
    for key, region in zip(_REGION_ATTRS.get(node.type.removeprefix("Stateless"), ()), node.regions, strict=False):
        attrs[key] = AttrValue(func=Message(name=_region_name(node, key, region)))
    if node.regions:
        attrs["Tin"] = AttrValue(list=Message(type=[dtype_name(x.dtype) for x in node.inputs]))
        attrs["Tout"] = AttrValue(list=Message(type=[dtype_name(x.dtype) for x in node.outputs]))
    return attrs


_REGION_ATTRS = {
    "If": ("then_branch", "else_branch"),
    "While": ("cond", "body"),
    "PartitionedCall": ("f",),
    "StatefulPartitionedCall": ("f",),
    "Case": tuple(f"branch_{i}" for i in range(64)),
}


def _region_name(node: Node, key: str, region: Graph) -> str:
    return region.name if key == "f" else f"{node.name}_{key}".replace("/", "_")


def _regions_below(graph: Graph) -> Iterator[tuple[str, Graph]]:
    seen: set[int] = set()
    for node in graph.nodes:
        keys = _REGION_ATTRS.get(node.type.removeprefix("Stateless"), ())
        for key, region in zip(keys, node.regions, strict=False):
            if id(region) in seen:
                continue
            seen.add(id(region))
            yield _region_name(node, key, region), region
            yield from _regions_below(region)


def _function_def(name: str, graph: Graph) -> FunctionDef:
    inputs = {id(x.node) for x in graph.inputs}
    signature = Message(
        name=name,
        input_arg=[Message(name=x.node.name, type=dtype_name(x.dtype)) for x in graph.inputs],
        output_arg=[Message(name=f"output_{i}", type=dtype_name(x.dtype)) for i, x in enumerate(graph.outputs)],
    )
    nodes = [node_def(node) for node in graph.nodes if id(node) not in inputs]
    ret = {f"output_{i}": _tensor_name(x) for i, x in enumerate(graph.outputs)}
    return FunctionDef(signature=signature, node_def=nodes, ret=ret)


def dtype_name(dtype: DType) -> _Enum:
    return _Enum("DT_" + dtype.enum_name.upper())


def _shape_message(shape: TensorShape) -> Message:
    if shape.rank is None:
        return Message(unknown_rank=True)
    return Message(dim=[Message(size=-1 if d is None else d) for d in shape])


def _attr_value(value: Any) -> AttrValue:
    if isinstance(value, DType):
        return AttrValue(type=dtype_name(value))
    if isinstance(value, TensorShape):
        return AttrValue(shape=_shape_message(value))
    if isinstance(value, np.ndarray):
        return AttrValue(tensor=_tensor_message(value))
    if isinstance(value, bool):
        return AttrValue(b=value)
    if isinstance(value, int):
        return AttrValue(i=value)
    if isinstance(value, float):
        return AttrValue(f=value)
    if isinstance(value, (list, tuple)):
        fields: dict[str, list[Any]] = {}
        for item in value:
            for field, content in _attr_value(item).__dict__.items():
                fields.setdefault(field, []).append(content)
        return AttrValue(list=Message(**fields))
    return AttrValue(s=value if isinstance(value, (str, bytes)) else str(value))


def _tensor_message(array: np.ndarray) -> Message:
    from runtime.core.dtypes import from_numpy

    dtype = from_numpy(array.dtype)
    message = Message(dtype=dtype_name(dtype), tensor_shape=_shape_message(TensorShape(array.shape)))
    fields = message.__dict__
    if dtype.kind == "string":
        fields["string_val"] = list(array.reshape(-1))
    elif array.size == 1:
        field = _VALUE_FIELDS.get(dtype.name)
        if field is not None:
            fields[field] = array.reshape(-1)[0].item()
        else:
            fields["tensor_content"] = array.tobytes()
    elif array.size:
        fields["tensor_content"] = array.tobytes()
    return message


_VALUE_FIELDS = {
    "float32": "float_val", "float64": "double_val", "int64": "int64_val", "bool": "bool_val",
    "int32": "int_val", "int16": "int_val", "int8": "int_val", "uint8": "int_val", "uint16": "int_val",
    "uint32": "uint32_val", "uint64": "uint64_val",
}  # fmt: skip


def _lines(fields: dict[str, Any], indent: str) -> Iterator[str]:
    for name, value in fields.items():
        if isinstance(value, dict):
            for key, item in value.items():
                yield f"{indent}{name} {{"
                yield from _lines({"key": key, "value": item}, indent + "  ")
                yield indent + "}"
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Message):
                yield f"{indent}{name} {{"
                yield from _lines(item.__dict__, indent + "  ")
                yield indent + "}"
            else:
                yield f"{indent}{name}: {_scalar_text(item)}"


def _scalar_text(value: Any) -> str:
    if isinstance(value, _Enum):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return '"' + "".join(_escaped(byte) for byte in value) + '"'
    if isinstance(value, str):
        return _scalar_text(value.encode())
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    return str(value)


_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t", ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\"}


def _escaped(byte: int) -> str:
    return _ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
