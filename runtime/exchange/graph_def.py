"""Graphs as data, in the layout of TensorFlow's `GraphDef`: they print as that protocol buffer, and serialize to it.

    graph.as_graph_def().node[0].name
    graph.as_graph_def().SerializeToString()

Regions become functions of the library, as in TensorFlow. Its `While` has an output for every input, so what
a loop of ours only reads is passed on by its body, and the limit of a bounded loop becomes part of its test.
"""

from __future__ import annotations

import itertools
import re
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import DType, from_numpy
from runtime.core.shapes import SCALAR, TensorShape
from runtime.exchange.protobuf import Message
from runtime.ir.graph import PLACEHOLDER, Graph, Node
from runtime.ir.schema import ABSENT, Column
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, OBSERVED, SWITCHES, effects_of, effects_of_graph
from runtime.ir.views import Loop, view
from runtime.ops import matrix, printing, shaping


class GraphDef(Message, fields="node: repeated NodeDef = 1; library: FunctionDefLibrary = 2; versions: VersionDef = 4"):
    """A graph: `node`, `library` (the graphs its nodes run) and `versions`."""


class NodeDef(
    Message,
    fields="name: string = 1; op: string = 2; input: repeated string = 3; device: string = 4;"
    "attr: map string AttrValue = 5",
):
    """`name`, `op`, `input` (names of tensors, `^name` for a control input) and `attr`, a dict of `AttrValue`s."""


class AttrValue(
    Message,
    fields="list: oneof ListValue = 1; s: oneof bytes = 2; i: oneof int64 = 3; f: oneof float = 4; b: oneof bool = 5;"
    "type: oneof DataType = 6; shape: oneof TensorShapeProto = 7; tensor: oneof TensorProto = 8;"
    "placeholder: oneof string = 9; func: oneof NameAttrList = 10",
):
    """The value of an attribute, in the field that says its kind."""


class ListValue(
    Message,
    fields="s: repeated bytes = 2; i: repeated int64 = 3; f: repeated float = 4; b: repeated bool = 5;"
    "type: repeated DataType = 6; shape: repeated TensorShapeProto = 7; tensor: repeated TensorProto = 8;"
    "func: repeated NameAttrList = 9",
):
    """The items of an attribute that is a list."""


class NameAttrList(Message, fields="name: string = 1; attr: map string AttrValue = 2"):
    """A function, by name."""


class TensorShapeProto(Message, fields="dim: repeated Dim = 2; unknown_rank: bool = 3"):
    """A shape; the size of a dimension that is not known is -1."""


class Dim(Message, fields="size: int64 = 1; name: string = 2"):
    """A dimension."""


class TensorProto(
    Message,
    fields="dtype: DataType = 1; tensor_shape: TensorShapeProto = 2; version_number: int32 = 3;"
    "tensor_content: bytes = 4; half_val: repeated int32 = 13; float_val: repeated float = 5;"
    "double_val: repeated double = 6; int_val: repeated int32 = 7; string_val: repeated bytes = 8;"
    "scomplex_val: repeated float = 9; int64_val: repeated int64 = 10; bool_val: repeated bool = 11;"
    "dcomplex_val: repeated double = 12; uint32_val: repeated uint64 = 16; uint64_val: repeated uint64 = 17",
):
    """A value."""


class FunctionDefLibrary(Message, fields="function: repeated FunctionDef = 1"):
    """The graphs that nodes run."""


class FunctionDef(
    Message,
    fields="signature: OpDef = 1; node_def: repeated NodeDef = 3; ret: map string string = 4;"
    "attr: map string AttrValue = 5; control_ret: map string string = 6; arg_attr: map int32 ArgAttrs = 7",
):
    """A graph that nodes run: `signature`, `node_def`, and `ret`, where each output comes from."""


class ArgAttrs(Message, fields="attr: map string AttrValue = 1"):
    """What is known of an argument."""


class OpDef(
    Message,
    fields="name: string = 1; input_arg: repeated ArgDef = 2; output_arg: repeated ArgDef = 3;"
    "is_stateful: bool = 17; control_output: repeated string = 20",
):
    """A signature."""


class ArgDef(Message, fields="name: string = 1; description: string = 2; type: DataType = 3"):
    """An input or output of a signature."""


class VersionDef(Message, fields="producer: int32 = 1; min_consumer: int32 = 2"):
    """The versions of TensorFlow whose graphs these are, and which can read them."""


def graph_def(graph: Graph) -> GraphDef:
    """`graph` as a `GraphDef`, which is a function of the graph alone: functions are numbered in their order."""
    captured = captured_values(graph)
    nodes = [definition for node in _listed(graph) for definition in _node_defs(node, _tensor_name, captured)]
    definition = GraphDef(node=nodes)
    functions = list(_functions_below(graph, set()))
    definition.versions = VersionDef(producer=2474)
    if functions:
        definition.library = FunctionDefLibrary(function=functions)
        definition.versions.min_consumer = 12  # the first that knows functions
        _number_functions(definition)
    return definition


def _number_functions(definition: GraphDef) -> None:
    """Numbers the functions by their order, in place of numbers that depend on what else the program has made."""
    functions = definition.library.function
    names = {f.signature.name: f"{_without_number(f.signature.name)}_{i}" for i, f in enumerate(functions, 1)}
    for function in functions:
        function.signature.name = names[function.signature.name]
    for node in itertools.chain(definition.node, *(function.node_def for function in functions)):
        for value in node.attr.values():
            called = [value.func] if value.HasField("func") else value.list.func if value.HasField("list") else []
            for reference in called:
                reference.name = names.get(reference.name, reference.name)


def _without_number(name: str) -> str:
    return re.sub(r"_\d+$", "", name)


def node_def(node: Node, captured: Mapping[int, Any] | None = None) -> NodeDef:
    """`node` as a `NodeDef`; `captured` are the `captured_values` of its graph, if they are known already."""
    if captured is None:
        captured = captured_values(node.graph) if node.op is PLACEHOLDER else {}
    return _node_defs(node, _tensor_name, captured)[-1]


def captured_values(graph: Graph) -> dict[int, Any]:
    """What the inputs of a graph stand for that are captured, by the identity of the input."""
    return {id(inner): outer for outer, inner in graph.captures}


def shape_proto(shape: TensorShape) -> TensorShapeProto:
    """`shape` as data."""
    if shape.rank is None:
        return TensorShapeProto(unknown_rank=True)
    return TensorShapeProto(dim=[Dim(size=-1 if d is None else d) for d in shape])


def tensor_proto(array: np.ndarray) -> TensorProto:
    """An array as data."""
    dtype = from_numpy(array.dtype)
    proto = TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape_proto(TensorShape(array.shape)))
    field = _VALUE_FIELDS.get(dtype.name)
    if dtype.kind == "string":
        proto.string_val = list(array.reshape(-1))
    elif array.size == 1 and field is not None:
        setattr(proto, field, [array.reshape(-1)[0].item()])
    elif array.size:
        proto.tensor_content = array.tobytes()
    return proto


_VALUE_FIELDS = {
    "float32": "float_val", "float64": "double_val", "int64": "int64_val", "bool": "bool_val",
    "int32": "int_val", "int16": "int_val", "int8": "int_val", "uint8": "int_val", "uint16": "int_val",
    "uint32": "uint32_val", "uint64": "uint64_val",
}  # fmt: skip


def _listed(graph: Graph) -> list[Node]:
    """The nodes as TensorFlow lists them: arguments come first."""
    arguments = [x.node for x in graph.arguments]
    first = {id(node) for node in arguments}
    return arguments + [node for node in graph.nodes if id(node) not in first]


# -- nodes -----------------------------------------------------------------------------------------------------------

#: What names a tensor: of `GraphDef` nodes `add`, `split:1`; of those in functions `add:z:0`, `split:output:1`.
Naming = Callable[[Any], str]


def _tensor_name(tensor: Any) -> str:
    index = tensor.index + _counters(tensor.node)
    return tensor.node.name if index == 0 else f"{tensor.node.name}:{index}"


def _counters(node: Node) -> int:
    """How many outputs a node has in front of ours: a bounded loop has its counter and its limit."""
    return 2 * Loop(node).bounded if node.op in LOOPS else 0


def _node_defs(node: Node, naming: Naming, captured: Mapping[int, Any] = {}) -> list[NodeDef]:
    """`node` as a `NodeDef`, and before it what only TensorFlow needs to make one."""
    constant = _captured_constant(node, captured)
    if constant is not None:
        return [_constant(node.name, constant)]
    inputs = [naming(x) for x in node.inputs]
    before = []
    if _counters(node):
        before = [_constant(f"{node.name}/loop_counter", np.array(0, np.int32))]
        inputs = [f"{node.name}/loop_counter{':output:0' if naming is not _tensor_name else ''}", *inputs]
    inputs += [f"^{other.name}" for other in node.control_inputs]
    return [*before, NodeDef(name=node.name, op=node.type, input=inputs, attr=_attrs(node))]


def _constant(name: str, array: np.ndarray) -> NodeDef:
    attrs = {"value": attr_value(array), "dtype": attr_value(from_numpy(array.dtype))}
    return NodeDef(name=name, op="Const", attr=attrs)


def _captured_constant(node: Node, captured: Mapping[int, Any]) -> np.ndarray | None:
    """The value, if `node` is an input of a function that stands for a captured one."""
    if node.op is not PLACEHOLDER:
        return None
    array = getattr(captured.get(id(node.outputs[0])), "_array", None)
    return array if isinstance(array, np.ndarray) else None


# -- attributes ------------------------------------------------------------------------------------------------------


#: What `GraphDef` says of the nodes of an operation besides what they have: a function of the node. What is None there
#: is left out.
exported = Column("set of attributes in GraphDef", default=lambda node: {})


def _attrs(node: Node) -> dict[str, AttrValue]:
    signature = node.op.signature
    attrs = {name: a.default for name, a in signature.attributes.items() if a.default is not ABSENT}
    attrs.update(node.op.type_attrs([x.dtype for x in node.inputs]))
    attrs.update(node.attrs)
    for name, attribute in signature.attributes.items():
        if attribute.type == "spatial" and name in attrs:
            attrs[name] = _for_all_dimensions(attrs[name], attrs)
        elif attribute.type in _PRIVATE:
            attrs[name] = None
    attrs.update(exported[node.op](node))
    return {name: attr_value(value) for name, value in attrs.items() if value is not None}


#: Attributes of these types are for the program itself.
_PRIVATE = frozenset({"object", "spec", "specs"})


def _for_all_dimensions(sizes: Any, attrs: Mapping[str, Any]) -> list[int]:
    """A size for each dimension of an image, from those of its height, width, and so on."""
    channels_first = str(attrs.get("data_format", "")).startswith("NC")
    return [1, 1, *sizes] if channels_first else [1, *sizes, 1]


def _format_attrs(node: Node) -> dict[str, Any]:
    # Our placeholder is one that no text of a user contains; people read graphs too.
    shown = {name: node.attrs[name].replace("\0", "") for name in ("template", "placeholder")}
    return {**shown, "T": [x.dtype for x in node.inputs]}


def _conditional_attrs(node: Node) -> dict[str, Any]:
    then, orelse = (_function_value(name) for name, _ in _functions_of(node))
    return {
        "then_branch": then,
        "else_branch": orelse,
        "Tcond": view(node).decision.dtype,
        **_choice_attrs(node),
    }


def _switch_attrs(node: Node) -> dict[str, Any]:
    branches = [NameAttrList(name=name) for name, _ in _functions_of(node)]
    return {"branches": AttrValue(list=ListValue(func=branches)), **_choice_attrs(node)}


def _choice_attrs(node: Node) -> dict[str, Any]:
    return {
        "Tin": [x.dtype for x in view(node).passed],
        "Tout": [x.dtype for x in node.outputs],
        "output_shapes": [x.shape for x in node.outputs],
        "_lower_using_switch_merge": True,
        "_read_only_resource_inputs": AttrValue(list=ListValue()),
    }


def _loop_attrs(node: Node) -> dict[str, Any]:
    test, body = (_function_value(name) for name, _ in _functions_of(node))
    loop, counters = Loop(node), _counters(node)
    values = [*loop.results, *loop.invariants]
    return {
        "cond": test,
        "body": body,
        "carried": None,
        "bounded": None,
        "T": [dtypes.int32] * counters + [x.dtype for x in values],
        "output_shapes": [SCALAR] * counters + [x.shape for x in values],
        "parallel_iterations": 10,
        "_lower_using_switch_merge": True,
        "_num_original_outputs": counters + len(values),
        "_read_only_resource_inputs": AttrValue(list=ListValue()),
    }


def _call_attrs(node: Node) -> dict[str, Any]:
    ((name, _),) = _functions_of(node)
    return {
        "f": _function_value(name),
        "Tin": [x.dtype for x in node.inputs],
        "Tout": [x.dtype for x in node.outputs],
        "config": "",
        "config_proto": "",
        "executor_type": "",
        "_read_only_resource_inputs": AttrValue(list=ListValue()),
    }


exported[shaping.CAST] = lambda node: {"Truncate": False}
exported[matrix.MATMUL] = lambda node: {"grad_a": False, "grad_b": False}
exported[matrix.BATCH_MATMUL] = lambda node: {"grad_x": False, "grad_y": False}
exported[printing.FORMAT] = _format_attrs
exported.fill(CONDITIONALS, _conditional_attrs)
exported.fill(SWITCHES, _switch_attrs)
exported.fill(LOOPS, _loop_attrs)
exported.fill(CALLS, _call_attrs)


def _function_value(name: str) -> AttrValue:
    return AttrValue(func=NameAttrList(name=name))


def attr_value(value: Any) -> AttrValue:
    """The value of an attribute as data."""
    if isinstance(value, AttrValue):
        return value
    if isinstance(value, (list, tuple)):
        items: dict[str, list[Any]] = {}
        for item in value:
            for field, content in attr_value(item).__dict__.items():
                items.setdefault(field, []).append(content)
        return AttrValue(list=ListValue(**items))
    for kinds, field, convert in _ATTR_KINDS:
        if isinstance(value, kinds):
            return AttrValue(**{field: convert(value)})
    if isinstance(getattr(value, "graph", None), Graph):  # a function of a dataset
        return _function_value(_numbered_name(value))
    return AttrValue(s=str(value).encode())


_ATTR_KINDS: tuple[tuple[Any, str, Callable[[Any], Any]], ...] = (
    (DType, "type", int),
    (TensorShape, "shape", shape_proto),
    (np.ndarray, "tensor", tensor_proto),
    (bool, "b", bool),
    (int, "i", int),
    (float, "f", float),
    (bytes, "s", bytes),
    (str, "s", str.encode),
)


# -- functions -------------------------------------------------------------------------------------------------------

_numbers = itertools.count(1)
_numbered: weakref.WeakKeyDictionary[Graph, int] = weakref.WeakKeyDictionary()


def _number(region: Graph) -> int:
    """Tells regions of one name apart."""
    number = _numbered.get(region)
    if number is None:
        number = _numbered[region] = next(_numbers)
    return number


def _numbered_name(function: Any) -> str:
    """The name of a function of a dataset."""
    return f"{function.name}_{_number(function.graph)}"


def _functions_of(node: Node) -> list[tuple[str, Graph]]:
    """The names of the regions of `node` as functions, and the regions."""
    if node.op in CALLS:
        return [(node.attrs.get("f") or f"{node.regions[0].name}_{_number(node.regions[0])}", node.regions[0])]
    roles: Sequence[str] = [f"branch{i}" for i in range(len(node.regions))]
    if node.op in CONDITIONALS:
        roles = ("true", "false")
    elif node.op in LOOPS:
        roles = ("cond", "body")
    base = node.name.replace("/", "_")
    return [(f"{base}_{role}_{_number(region)}", region) for role, region in zip(roles, node.regions, strict=True)]


def _functions_below(graph: Graph, seen: set[int]) -> Iterator[FunctionDef]:
    """The definitions of the functions that `graph` runs, those within them included."""
    for node in graph.nodes:
        for position, (name, region) in enumerate(_functions_of(node)):
            if id(region) in seen:
                continue
            seen.add(id(region))
            yield _function_def(name, node, position)
            yield from _functions_below(region, seen)
        for value in node.attrs.values():
            inner = getattr(value, "graph", None)
            if isinstance(inner, Graph) and id(inner) not in seen:
                seen.add(id(inner))
                yield _Function(inner).definition(_numbered_name(value))
                yield from _functions_below(inner, seen)


def _function_def(name: str, node: Node, position: int) -> FunctionDef:
    """The definition of a region of `node`."""
    function = _Function(node.regions[position])
    if node.op in LOOPS:
        function.complete_loop(Loop(node), is_body=position == 1)
    return function.definition(name)


class _Function:
    """A region on its way to a `FunctionDef`: the names of its arguments, its nodes, and where its outputs come from.

    Args:
        region: the graph.
    """

    def __init__(self, region: Graph):
        self.region = region
        self.taken: set[str] = set()
        self.inputs = [self._argument(x.node.name, x.dtype, x.shape) for x in region.inputs]
        self._arguments = {id(x): argument[0] for x, argument in zip(region.inputs, self.inputs, strict=True)}
        nodes = {id(x.node) for x in region.inputs}
        self.nodes = [d for node in region.nodes if id(node) not in nodes for d in _node_defs(node, self.name)]
        self.outputs = [(self.name(x), x.dtype) for x in region.outputs]

    def _argument(self, name: str, dtype: DType, shape: TensorShape) -> tuple[str, DType, TensorShape]:
        return _unused(re.sub(r"\W", "_", name).lower(), self.taken), dtype, shape

    def name(self, tensor: Any) -> str:
        """How nodes of the function refer to `tensor`."""
        argument = self._arguments.get(id(tensor.node.outputs[tensor.index]))
        if argument is not None:
            return argument
        outputs = tensor.node.op.signature.outputs
        if len(outputs) > 1:
            return f"{tensor.node.name}:{outputs[tensor.index].name}:0"
        return f"{tensor.node.name}:{outputs[0].name}:{tensor.index + _counters(tensor.node)}"

    def complete_loop(self, loop: Loop, is_body: bool) -> None:
        """Makes the test or body of a loop what TensorFlow wants of one."""
        invariants = [(name, dtype) for name, dtype, _ in self.inputs[loop.fixed :]]
        if is_body:
            self.outputs = [*self.outputs[: loop.count], *invariants]
        if not loop.bounded:
            return
        counter = self.inputs[0][0]
        limit = self._argument("maximum_iterations", dtypes.int32, SCALAR)
        self.inputs.insert(1, limit)
        type_attr = {"T": attr_value(dtypes.int32)}
        if is_body:
            one = _constant("loop_counter/one", np.array(1, np.int32))
            inputs = [counter, "loop_counter/one:output:0"]
            self.nodes += [one, NodeDef(name="loop_counter/add", op="AddV2", input=inputs, attr=type_attr)]
            self.outputs = [("loop_counter/add:z:0", dtypes.int32), (limit[0], dtypes.int32), *self.outputs]
        else:
            inputs = ["loop_counter/Less:z:0", self.outputs[0][0]]
            self.nodes += [
                NodeDef(name="loop_counter/Less", op="Less", input=[counter, limit[0]], attr=type_attr),
                NodeDef(name="loop_counter/LogicalAnd", op="LogicalAnd", input=inputs),
            ]
            self.outputs = [("loop_counter/LogicalAnd:z:0", dtypes.bool)]

    def definition(self, name: str) -> FunctionDef:
        """The function."""
        results = [_unused(source.split(":")[0].replace("/", "_").lower(), self.taken) for source, _ in self.outputs]
        observed = [node.name for node in self.region.nodes if effects_of(node) & OBSERVED]
        signature = OpDef(
            name=name,
            input_arg=[ArgDef(name=argument, type=int(dtype)) for argument, dtype, _ in self.inputs],
            output_arg=[ArgDef(name=n, type=int(dtype)) for n, (_, dtype) in zip(results, self.outputs, strict=True)],
            is_stateful=bool(effects_of_graph(self.region)),
            control_output=observed,
        )
        shapes = [ArgAttrs(attr={"_output_shapes": attr_value([shape])}) for _, _, shape in self.inputs]
        return FunctionDef(
            signature=signature,
            node_def=self.nodes,
            ret={result: source for result, (source, _) in zip(results, self.outputs, strict=True)},
            control_ret={node: node for node in observed},
            arg_attr=dict(enumerate(shapes)),
        )


def _unused(name: str, taken: set[str]) -> str:
    """`name`, with a number if it is taken; it is taken from now on. Functions want a letter first."""
    name = name if name[:1].isalpha() else f"arg_{name}"
    candidate = name
    for count in itertools.count(1):
        if candidate not in taken:
            break
        candidate = f"{name}_{count}"
    taken.add(candidate)
    return candidate


Graph.as_graph_def = graph_def
Node.node_def = property(node_def)
