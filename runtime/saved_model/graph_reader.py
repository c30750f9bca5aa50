"""Graphs from the text of a saved model; the other half of `graph_text`.

The grammar, where an indentation is two spaces for each level:

    file      = "functions of a saved model 1" { function }
    function  = name "(" [ input { "," input } ] "):" block
    input     = value ":" type [ "=" "&" number ]
    block     = { node } "return" [ value { "," value } ]
    node      = [ "%" name "=" ] operation "(" [ argument { "," argument } ] ")" [ ":" type { "," type } ] { region }
    argument  = value | name "=" literal
    value     = "%" name [ ":" number ]
    region    = title "(" [ input { "," input } ] "):" block  |  title "@" function

A function comes before those that call it, and a value before those that use it: there are no cycles. Nothing that is
read is executed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from runtime.autodiff.custom import Traced
from runtime.core.dtypes import from_numpy
from runtime.core.specs import TensorSpec
from runtime.ir.graph import CONST, PLACEHOLDER, Graph, Node
from runtime.ir.ordering import add_control_edges
from runtime.ir.printing import region_titles
from runtime.ir.structure import CALLS
from runtime.ir.values import SymbolicTensor
from runtime.ir.verifier import Unfit, check_regions, checked_types
from runtime.ir.views import view
from runtime.kernels.streams import Stream
from runtime.saved_model.damage import DamagedError
from runtime.saved_model.graph_text import FORMAT, STRUCTURED
from runtime.saved_model.lazy_operations import dataset_function
from runtime.saved_model.literals import DEEPEST, FunctionName, Reader
from runtime.saved_model.node_checks import check_written_attributes, default_attributes, operation
from runtime.saved_model.signed_text import Producer, check_format

#: A program of more nodes than this, calls written out, is refused: a short file can describe an endless one.
MOST_NODES = 5_000_000


class FunctionReader:
    """Reads functions.

    Args:
        file: the path of the file, for errors.
        text: what is in it.
        tensor: the array that is kept under a name; raises KeyError.
        captured: the captured value of a number: an eager tensor; raises KeyError.
        producer: what wrote the file, if it is known.

    Attributes:
        functions: the graphs, by name.
    """

    def __init__(
        self,
        file: str,
        text: str,
        tensor: Callable[[str], np.ndarray],
        captured: Callable[[int], Any],
        producer: Producer | None = None,
    ):
        self._producer = producer
        self.functions: dict[str, Graph] = {}
        self._file = file
        self._lines = text.split("\n")
        self._number = 0
        self._tensor = tensor
        self._captured = captured
        self._sizes: dict[int, int] = {}
        self._made: dict[str, Callable[..., Any]] = {
            "stream": _stream,
            "gradient": self._gradient,
            "dataset_function": self._dataset_function,
            "tensor": lambda key: _Kept(key) if type(key) is str else _Kept(str(key)),
        }
        self._read()

    # -- lines -------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        check_format(self._file, self._lines[0], FORMAT, "give the directory of a saved model")
        self._number = 1
        while True:
            while self._number < len(self._lines) and not self._lines[self._number]:
                self._number += 1
            if self._number >= len(self._lines):
                return
            line = self._line(0)
            name = line.plain_function_name()
            if name in self.functions:
                line.fail(f"there is a function {name!r} already", 0)
            graph = Graph(name, None, is_function=True)
            self._block(graph, line, 0)
            add_control_edges(graph)
            graph.seal()
            self.functions[name] = graph

    def _indentation(self) -> int:
        """How far the current line is indented; -1 after the last."""
        if self._number >= len(self._lines):
            return -1
        line = self._lines[self._number]
        return len(line) - len(line.lstrip(" ")) if line else -1

    def _line(self, indentation: int) -> Reader:
        """The current line, which is passed over."""
        number = self._number
        found = self._indentation()
        if found == -1:
            raise DamagedError(self._file, "the file ends in the middle of a function", (number + 1, 1))
        reader = Reader(self._file, number + 1, self._lines[number], self._made)
        if found != indentation:
            reader.fail(f"this line should be indented by {indentation} spaces, not {found}", found)
        reader.position = found
        self._number += 1
        return reader

    # -- graphs ------------------------------------------------------------------------------------------------------

    def _block(self, graph: Graph, line: Reader, depth: int) -> None:
        """Reads the inputs of `graph` from the rest of its title's line, and its nodes from the lines that follow."""
        if depth > DEEPEST:
            line.fail(f"branches and loops are nested more than {DEEPEST} deep")
        nodes: dict[str, Node] = {}
        line.expect("(")
        while not line.accept(")"):
            if graph.inputs:
                line.expect(",")
            self._input(graph, line, nodes, depth)
        line.expect(":")
        line.expect_end()
        indentation = 2 * depth + 2 if depth == 0 else _indentation_below(line)
        while True:
            line = self._line(indentation)
            if line.accept("return"):
                break
            self._node(graph, line, nodes, indentation, depth)
        while not line.at_end():
            if graph.outputs:
                line.expect(",")
            graph.outputs.append(_value(line, nodes))
        self._sizes[id(graph)] = sum(self._size(node) for node in graph.nodes)
        if self._sizes[id(graph)] > MOST_NODES:
            line.fail(f"'{graph.name}' runs over {MOST_NODES} operations, those of the functions it calls included")

    def _size(self, node: Node) -> int:
        return 1 + sum(self._sizes[id(region)] for region in node.regions)

    def _input(self, graph: Graph, line: Reader, nodes: dict[str, Node], depth: int) -> None:
        start = line.position
        name = line.value_name()
        line.expect(":")
        spec = line.spec()
        if name in nodes:
            line.fail(f"there is a value %{name} already", start)
        attrs = {"dtype": spec.dtype, "shape": spec.shape}
        node = nodes[name] = _added(graph, PLACEHOLDER, name, (), attrs, (), [spec])
        tensor = node.outputs[0]
        if depth == 0 and line.accept("="):
            start = line.position
            number = line.reference()
            try:
                outer = self._captured(number)
            except KeyError:
                line.fail(f"there is no object &{number} that can be captured", start)
            if not spec.is_compatible_with(outer):
                line.fail(f"&{number} is not of the type of %{name}", start)
            if id(outer) in graph._captures:
                line.fail(f"&{number} is captured twice", start)
            graph._captures[id(outer)] = (outer, tensor, outer)
        elif graph._captures:
            line.fail("an argument comes after a captured value", start)
        graph.inputs.append(tensor)

    def _node(self, graph: Graph, line: Reader, nodes: dict[str, Node], indentation: int, depth: int) -> None:
        start = line.position
        name = None
        if line.peek("%"):
            name = line.value_name()
            line.expect("=")
        try:
            op = operation(line.name())
        except Unfit as problem:
            self._fail(line, problem, start)
        inputs, attrs = self._arguments(line, nodes)
        written: list[TensorSpec] = []
        if line.accept(":"):
            written.append(line.spec())
            while line.accept(","):
                written.append(line.spec())
        line.expect_end()
        if (name is None) != (not written):
            line.fail("a node has a name if it has outputs", start)
        if name is not None and name in nodes:
            line.fail(f"there is a value %{name} already", start)
        try:
            regions: Sequence[Graph] = ()
            if op is CONST:
                attrs = self._constant(attrs, written)
            check_written_attributes(op, attrs)
            attrs = {**attrs, **{k: v for k, v in default_attributes(op).items() if k not in attrs}}
            if op in STRUCTURED:
                regions = self._regions(graph, op, indentation + 2, depth)
                check_regions(op, inputs, attrs, regions, written)
            else:
                written = checked_types(op, inputs, attrs, written)
        except Unfit as problem:
            self._fail(line, problem, start)
        node = _added(graph, op, name or graph.unique_name(op.name), inputs, attrs, regions, written)
        if regions and op not in CALLS:
            _capture(node)
        if name is not None:
            nodes[name] = node

    def _fail(self, line: Reader, problem: Unfit, start: int) -> NoReturn:
        if not problem.is_new:
            line.fail(str(problem), start)
        version = "the version that saved it" if self._producer is None else f"{self._producer}, which saved it"
        line.fail(str(problem), start, help=f"load it with {version}, or restore the file")

    def _arguments(self, line: Reader, nodes: dict[str, Node]) -> tuple[list[Any], dict[str, Any]]:
        inputs: list[Any] = []
        attrs: dict[str, Any] = {}
        line.expect("(")
        first = True
        while not line.accept(")"):
            if not first:
                line.expect(",")
            first = False
            if line.peek("%"):
                if attrs:
                    line.fail("a value comes after an attribute")
                inputs.append(_value(line, nodes))
                continue
            start = line.position
            key = line.name()
            if key in attrs:
                line.fail(f"the attribute '{key}' comes twice", start)
            line.expect("=")
            attrs[key] = line.value()
        return inputs, attrs

    def _regions(self, graph: Graph, op: Any, indentation: int, depth: int) -> list[Graph]:
        regions: list[Graph] = []
        while self._indentation() == indentation:
            line = self._line(indentation)
            start = line.position
            title = line.name()
            if title == "branch":
                title += f" {line.integer()}"
            expected = region_titles(op, len(regions) + 1)
            if len(regions) >= len(expected) or title != expected[len(regions)]:
                line.fail(f"{op.name} has no region {title!r} here", start)
            if line.peek("@"):
                regions.append(self._function(line, line.function_name()))
                line.expect_end()
                continue
            region = Graph(title, graph)
            self._block(region, line, depth + 1)
            region.seal()
            regions.append(region)
        return regions

    def _function(self, line: Reader, name: FunctionName) -> Graph:
        graph = self.functions.get(name)
        if graph is None:
            line.fail(f"there is no function {name!r} before this line")
        return graph

    # -- values ------------------------------------------------------------------------------------------------------

    def _constant(self, attrs: Mapping[str, Any], written: Sequence[TensorSpec]) -> dict[str, Any]:
        """The attributes of a constant: its array, of the type that is written."""
        if set(attrs) != {"value"} or len(written) != 1 or not written[0].shape.is_fully_defined():
            raise Unfit("Const has the attribute 'value', and one output whose shape is known")
        spec = written[0]
        value = attrs["value"]
        array = value.array(self._tensor) if isinstance(value, _Kept) else _literal_array(value, spec)
        if array.shape != tuple(spec.shape.as_list()) or from_numpy(array.dtype) is not spec.dtype:
            raise Unfit("the value of Const is not of its type")
        return {"value": array, "dtype": spec.dtype}

    def _dataset_function(self, function: Any, name: Any) -> Any:
        if not isinstance(function, FunctionName) or function not in self.functions or type(name) is not str:
            raise ValueError("a function and a name are needed")
        return dataset_function(name, self.functions[function])

    def _gradient(self, name: Any, present: Any, closed_over: Any) -> Traced:
        graph = self.functions.get(name) if isinstance(name, FunctionName) else None
        if graph is None or type(closed_over) is not int or not isinstance(present, list):
            raise ValueError("a function, a list and a number are needed")
        arguments = len(graph.inputs) - len(graph.captures)
        if not 0 <= closed_over <= arguments or sum(p is True for p in present) != len(graph.outputs):
            raise ValueError(f"they do not fit the function {name!r}")
        return Traced(graph, [p is True for p in present], [None] * closed_over)


class _Kept:
    """A constant that is kept with the other tensors."""

    def __init__(self, key: str):
        self._key = key

    def array(self, tensor: Callable[[str], np.ndarray]) -> np.ndarray:
        try:
            return tensor(self._key)
        except KeyError:
            raise Unfit(f"there is no tensor {self._key!r}") from None


def _stream(seed: Any, op_seed: Any) -> Stream:
    if not all(x is None or type(x) is int for x in (seed, op_seed)):
        raise ValueError("seeds are integers or None")
    return Stream(seed, op_seed)


def _literal_array(value: Any, spec: TensorSpec) -> np.ndarray:
    """The array that a nested list stands for."""
    flat: list[Any] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) is list:
            waiting.extend(reversed(item))
        else:
            flat.append(item)
    if len(flat) != spec.shape.num_elements():
        raise Unfit(f"{len(flat)} values are no tensor of shape {spec.shape}")
    allowed = _LITERALS.get(spec.dtype.kind)
    if allowed is None or any(type(item) is not allowed for item in flat):
        raise Unfit(f"the value of Const is not of dtype {spec.dtype.name}")
    try:
        array = np.empty(len(flat), spec.dtype.dtype)
        array[:] = flat
        return array.reshape([size or 0 for size in spec.shape.as_list()])
    except (OverflowError, ValueError) as error:
        raise Unfit(f"the value of Const is not of dtype {spec.dtype.name}: {error}") from None


_LITERALS: dict[str, type] = {"floating": float, "integer": int, "bool": bool, "string": bytes}


def _value(line: Reader, nodes: Mapping[str, Node]) -> Any:
    """A value that was computed before: `%add`, `%split:1`."""
    line.at_end()
    start = line.position
    name = line.value_name()
    node = nodes.get(name)
    if node is None:
        line.fail(f"there is no value %{name} before this line", start)
    index = line.integer() if line.accept(":") else 0
    if index >= len(node.outputs):
        line.fail(f"%{name} has {len(node.outputs)} outputs", start)
    return node.outputs[index]


def _added(
    graph: Graph, op: Any, name: str, inputs: Sequence[Any], attrs: dict[str, Any], regions: Sequence[Graph], specs: Any
) -> Node:
    """A new node of `graph`. Not by way of `Graph.add`, which would infer, rename and record."""
    node = Node(graph, op, name, inputs, attrs, regions, None)
    node.outputs = [SymbolicTensor(node, i, spec.dtype, spec.shape) for i, spec in enumerate(specs)]
    graph._names.setdefault(name.lower(), 1)
    graph.nodes.append(node)
    return node


def _capture(node: Node) -> None:
    """Has the regions of a node know which values of the graph around them their inputs stand for."""
    viewed = view(node)
    for region in node.regions:
        for outer, inner in zip(viewed.passed[viewed.fixed :], region.inputs[viewed.fixed :], strict=True):
            region._captures[id(outer)] = (outer, inner, outer)


def _indentation_below(line: Reader) -> int:
    return len(line.text) - len(line.text.lstrip(" ")) + 2
