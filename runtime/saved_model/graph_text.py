"""Graphs as the text of a saved model: the short form that graphs print in, with nothing left out.

    f_1(%x: float32[?], %v: resource[] = &1):
      %Read = ReadVariableOp(%v, dtype=float32, _shape=shape[]): float32[]
      %cond = StatelessIf(%p, %x): float32[?]
        then(%x: float32[?]):
          %c = Const(value=[1.0, nan]): float32[2]
        ...
      %call = PartitionedCall(%cond, f='g'): float32[?]
        call @g_2
      return %call

An input with `= &1` stands for a captured value: the object of that number. A function that is called is written once,
before those that call it. `graph_reader` reads what this writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from runtime.autodiff.custom import Traced
from runtime.ir.graph import CONST, Graph, Node
from runtime.ir.printing import Printer
from runtime.ir.structure import CALLS, CONDITIONALS, LOOPS, SWITCHES
from runtime.ir.values import SymbolicTensor
from runtime.kernels.streams import Stream
from runtime.saved_model.lazy_operations import is_dataset_function
from runtime.saved_model.literals import DEEPEST, FunctionName, Made, NotWritable, literal
from runtime.saved_model.node_checks import default_attributes

#: Constants of more elements than this are kept with the other tensors.
INLINE = 16

#: The operations whose regions can be written: what their inputs are for is known.
STRUCTURED = CONDITIONALS | SWITCHES | LOOPS | CALLS

FORMAT = "functions of a saved model 1"


class FunctionWriter:
    """Writes functions, each once, and whatever they call before them.

    Args:
        number_of: the number of the object that a function captures.
        keep_tensor: keeps an array with the other tensors, under a name that it is given.

    Attributes:
        lines: what was written.
    """

    def __init__(self, number_of: Callable[[Any, Graph], int], keep_tensor: Callable[[str, np.ndarray], None]):
        self._number_of = number_of
        self._keep_tensor = keep_tensor
        self.lines: list[str] = [FORMAT]
        self._names: dict[int, FunctionName] = {}
        self._kept: list[Graph] = []

    def write(self, graph: Graph, name: str) -> FunctionName:
        """The name under which `graph`, the body of a function, is written; it is now, if it was not yet.

        Raises:
            ValueError: if it cannot be saved; the message names the user's line.
        """
        # Not by recursion: calls may be nested more deeply than Python recurses.
        waiting: list[tuple[Graph, str, bool]] = [(graph, name, False)]
        while waiting:
            current, wanted, called_are_written = waiting.pop()
            if id(current) in self._names:
                continue
            if called_are_written:
                self._write(current, wanted)
                continue
            waiting.append((current, wanted, True))
            waiting.extend((called, called.name, False) for called in _called(current))
        return self._names[id(graph)]

    def _write(self, graph: Graph, wanted: str) -> None:
        plain = re.sub(r"^__inference_|_\d+$", "", wanted)
        name = FunctionName(f"{re.sub(r'[^A-Za-z0-9_]', '_', plain) or 'f'}_{len(self._names) + 1}")
        printer = _ExactPrinter(plain, name, self._names, self._number_of, self._keep_tensor)
        self.lines.append("")
        self.lines.extend(printer.lines(graph, name, ""))
        self._names[id(graph)] = name
        self._kept.append(graph)  # a graph that is gone could leave its identity to another


def _called(graph: Graph) -> Iterator[Graph]:
    """The functions that `graph` and its regions call."""
    for node in graph.nodes:
        yield from [x.graph for x in node.attrs.values() if isinstance(x, Traced) or is_dataset_function(x)]
        for region in node.regions:
            if node.op in CALLS:
                yield region
            else:
                yield from _called(region)


class _ExactPrinter(Printer):
    """Writes one function."""

    def __init__(
        self,
        title: str,
        function: str,
        functions: dict[int, FunctionName],
        number_of: Callable[[Any, Graph], int],
        keep_tensor: Callable[[str, np.ndarray], None],
    ):
        self._title = title
        self._function = function
        self._functions = functions
        self._number_of = number_of
        self._keep_tensor = keep_tensor
        self._depth = 0
        self._constants = 0
        self._captured: dict[int, int] = {}
        self._names: dict[int, str] = {}

    def lines(self, graph: Graph, title: str, indent: str) -> Iterator[str]:
        if self._depth > DEEPEST:
            raise ValueError(f"'{self._title}' cannot be saved: its branches and loops are nested over {DEEPEST} deep")
        if self._depth == 0:
            for outer, inner in graph.captures:
                # What was captured of a function around this one is passed by the caller like an argument.
                if not isinstance(outer, SymbolicTensor):
                    self._captured[id(inner)] = self._number_of(outer, graph)
        taken: set[str] = set()
        for node in graph.nodes:
            self._name_node(node, taken)
        self._depth += 1
        yield from super().lines(graph, title, indent)
        self._depth -= 1

    def _name_node(self, node: Node, taken: set[str]) -> None:
        base = name = re.sub(r"[^A-Za-z0-9_.\\/-]", "_", node.name) or "_"
        count = 0
        while name in taken:
            count += 1
            name = f"{base}_{count}"
        taken.add(name)
        self._names[id(node)] = name

    def name(self, node: Node) -> str:
        return self._names[id(node)]

    def input(self, tensor: Any) -> str:
        number = self._captured.get(id(tensor)) if self._depth == 1 else None
        return super().input(tensor) if number is None else f"{super().input(tensor)} = &{number}"

    def node_lines(self, node: Node, indent: str) -> Iterator[str]:
        if node.regions and node.op not in STRUCTURED:
            raise _refusal(
                self._title,
                node,
                f"{node.type} runs functions of a dataset or of another part of the program",
                "compute what it gives outside, and pass it to the function as a tensor",
            )
        yield from super().node_lines(node, indent)

    def region(self, region: Graph, title: str, indent: str) -> Iterator[str]:
        name = self._functions.get(id(region))
        if name is None:
            yield from self.lines(region, title, indent)
        else:
            yield f"{indent}{title} @{name}"

    def attributes(self, node: Node) -> Sequence[str]:
        if node.op is CONST:
            return [f"value={self._constant(node.attrs['value'])}"]
        attrs = node.attrs
        if node.op in CALLS and "f" in attrs:
            attrs = {**attrs, "f": str(self._functions[id(node.regions[0])])}  # not as the program has counted them
        defaults = default_attributes(node.op)
        return [
            f"{key}={self._attribute(node, key, value)}"
            for key, value in node.op.in_order(attrs).items()
            if key not in defaults or type(value) is not type(defaults[key]) or value != defaults[key]
        ]

    def _constant(self, array: np.ndarray) -> str:
        if array.size <= INLINE and _is_written_exactly(array):
            return literal(array.tolist())
        self._constants += 1
        key = f"constants/{self._function}/{self._constants}"
        self._keep_tensor(key, array)
        return literal(Made("tensor", key))

    def _attribute(self, node: Node, key: str, value: Any) -> str:
        if isinstance(value, Traced):
            name = self._functions[id(value.graph)]
            return literal(Made("gradient", name, list(value.present), len(value.closed_over)))
        if is_dataset_function(value):
            return literal(Made("dataset_function", self._functions[id(value.graph)], value.name))
        if isinstance(value, Stream):
            return literal(Made("stream", value.seed, value.op_seed))
        try:
            return literal(value)
        except NotWritable as problem:
            if callable(value):
                what = f"{node.type} calls the Python function {getattr(value, '__qualname__', value)!r}"
                help = "write it with operations of the runtime, or call it outside of the function that is saved"
            else:
                what = f"the attribute '{key}' of {node.type} is {problem}, which has no notation in a file"
                help = "compute what it gives outside, and pass it to the function as a tensor"
            raise _refusal(self._title, node, what, help) from None


def _is_written_exactly(array: np.ndarray) -> bool:
    """Whether the values of `array` are the same after they were written as literals."""
    kind = array.dtype.kind
    if kind in "biuO":
        return True
    if kind == "f" or array.dtype.name == "bfloat16":
        # A literal has no room for the payload of a NaN.
        again = np.array(array.tolist(), array.dtype).reshape(array.shape)
        return again.tobytes() == array.tobytes()
    return False


def _refusal(function: str, node: Node, what: str, help: str) -> ValueError:
    place = f"\n  --> {node.location}" if node.location is not None else ""
    text = node.location.text if node.location is not None else ""
    line = f"\n      {text}" if text else ""
    return ValueError(f"'{function}' cannot be saved: {what}{place}{line}\n  help: {help}")
