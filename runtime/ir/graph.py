"""Graphs and their nodes.

A `Graph` holds `Node`s in program order, which is a topological order. A function's body is a graph, and so is a region
of a node: a branch, the test or body of a loop, the body of a called function. A region is closed: a value of another
graph that is used in it is *captured*, that is, it arrives through one more input of the region, and the node that owns
the region takes it as one more input.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar

from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir import context, printing
from runtime.ir.context import current_graph, executing_eagerly, init_scope, inside_function
from runtime.ir.handlers import local
from runtime.ir.location import Location, current_location
from runtime.ir.schema import MOVED, declare
from runtime.ir.shape_errors import naming
from runtime.ir.values import SymbolicTensor, out_of_scope

__all__ = ["Graph", "Node", "current_graph", "executing_eagerly", "init_scope", "inside_function", "name_scope"]

#: A value that is known while the graph is built.
CONST = declare("Const", "; value: array -> dtype", shapes=lambda value, dtype: TensorShape(value.shape), tags=MOVED)

#: An input of a graph: what flows in is given when the graph runs.
PLACEHOLDER = declare(
    "Placeholder",
    "; dtype: dtype, shape: shape, _user_specified_name: str? -> any",
    infer=lambda **attrs: [TensorSpec(attrs["shape"], attrs["dtype"])],
    tags=MOVED,
)


class Node:
    """One operation of a graph.

    Attributes:
        op: its declaration.
        name: unique in its graph.
        graph: the graph it is in.
        inputs: symbolic tensors of that graph.
        attrs: its attributes.
        regions: the graphs it runs.
        outputs: its symbolic tensors.
        control_inputs: nodes that must run before, although no value of theirs is used.
        location: the user's line that made it, or None.
        known: what `runtime.ir.static_value` knows of its outputs, or None.
    """

    #: The node as data; see `Graph.as_graph_def`. What makes that of it puts it here.
    node_def: ClassVar[Any]

    __slots__ = (
        "__weakref__", "_graph", "attrs", "control_inputs", "inputs", "known", "location", "name", "op", "outputs",
        "regions",
    )  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        op: Any,
        name: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        regions: Sequence[Graph],
        location: Location | None,
    ):
        self._graph = graph._reference
        self.op = op
        self.name = name
        self.inputs = inputs
        self.attrs = attrs
        self.regions = regions
        self.outputs: list[Any] = []
        self.control_inputs: tuple[Node, ...] = ()
        self.known: Any = None
        self.location = location

    @property
    def graph(self) -> Graph:
        graph = self._graph()
        if graph is None:
            raise ReferenceError(f"the graph of node '{self.name}' is gone")
        return graph

    @property
    def type(self) -> str:
        """The name of the operation: `AddV2`."""
        return self.op.name

    def get_attr(self, name: str) -> Any:
        """The attribute `name`.

        Raises:
            ValueError: if there is none.
        """
        if name in self.attrs:
            return self.attrs[name]
        types = self.op.type_attrs([x.dtype for x in self.inputs])
        if name in types:
            return types[name]
        raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")

    def __str__(self) -> str:
        return str(self.node_def)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


#: Why a graph that is no function's has no variables of its own.
NO_VARIABLES = "Tensorflow variables cannot be created while this graph is built: create the variable outside of it."


class Graph:
    """A program: nodes in program order, from inputs to outputs.

    Args:
        name: of the function or region.
        parent: the graph that was being built when this one began; values of it can be captured.
        is_function: whether it is the body of a function, as opposed to a region of a node.

    Attributes:
        nodes: in program order.
        inputs: outputs of `Placeholder` nodes: arguments first, captured values after them.
        outputs: the results.
        on_variable: what happens when a variable is created while this graph is built: called with the variable and
            its initial value. A text says why there must not be any.
        exits: where it ends early, while it is built; None if it cannot. See `runtime.staging.backend.exits`.
    """

    #: A method: the graph as data. `.node` lists its nodes, `.library` the graphs they run; it prints as TensorFlow's.
    #: What makes that of it puts it here.
    as_graph_def: ClassVar[Any]

    def __init__(self, name: str, parent: Graph | None = None, is_function: bool = False):
        self.name = name
        self.parent = parent
        self.is_function = is_function
        self.nodes: list[Node] = []
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self.on_variable: Callable[[Any, Any], None] | str = parent.on_variable if parent is not None else NO_VARIABLES
        self.exits: list[Any] | None = None
        self._reference = weakref.ref(self)
        # By identity of the captured value, which is kept alive: what stands for it around and in this graph.
        self._captures: dict[int, tuple[Any, Any, Any]] = {}
        # By identity of what stands for it here: that, and what it was captured from.
        self._sources: dict[int, tuple[Any, Any]] = {}
        self._names: dict[str, int] = {}
        # What names were before each change: copies of them all would make checkpoints slow in large graphs.
        self._name_log: list[tuple[str, int | None]] = []
        self._scope = ""
        self._sealed = False

    # -- building ----------------------------------------------------------------------------------------------------

    def add(
        self,
        op: Any,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any] = {},
        regions: Sequence[Graph] = (),
        name: str | None = None,
        specs: Sequence[TensorSpec] | None = None,
        location: Location | None = None,
    ) -> Node:
        """Appends a node.

        Args:
            op: the declared operation.
            inputs: tensors; those that are not of this graph are captured.
            attrs: its attributes.
            regions: graphs that it runs, whose inputs already stand for values of this graph.
            name: made unique; by default the operation's name.
            specs: of the outputs; by default they are inferred.
            location: where it comes from; by default the user's line that is being run.

        Returns:
            The node, whose `outputs` are the results.
        """
        handle = local.thread.apply
        if handle is None:
            return self._added(op, inputs, attrs, regions, name, specs, location)
        added: list[Node] = []

        def proceed(op: Any, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Sequence[Any]:
            added.append(self._added(op, inputs, attrs, regions, name, specs, location))
            return added[-1].outputs

        handle(proceed, op, inputs, attrs)
        return added[-1]

    def _added(
        self,
        op: Any,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        regions: Sequence[Graph],
        name: str | None,
        specs: Sequence[TensorSpec] | None,
        location: Location | None,
    ) -> Node:
        given = name
        name = self.unique_name(name or op.name)
        reference = self._reference
        own = [
            x.node.outputs[x.index]
            if isinstance(x, SymbolicTensor) and x.node._graph is reference
            else self._captured_for(x, op, name, i)
            for i, x in enumerate(inputs)
        ]
        if specs is None:
            try:
                specs = op.infer(*own, **attrs)
            except BaseException as error:
                if type(error) is ValueError:
                    raise self._named_error(op, name, own, attrs, error) from None
                if given is None:
                    self._release_name(name)
                raise
        node = Node(self, op, name, own, attrs, regions, location or current_location())
        node.outputs = [SymbolicTensor(node, i, spec.dtype, spec.shape) for i, spec in enumerate(specs)]
        self._name_arguments(node)
        self.nodes.append(node)
        return node

    def _named_error(self, op: Any, name: str, inputs: list[Any], attrs: Mapping[str, Any], error: Any) -> ValueError:
        node = Node(self, op, name, inputs, attrs, (), None)
        self._name_arguments(node)
        return naming(node, error)

    def rename(self, node: Node, name: str) -> None:
        """Gives a node of this graph another name, made unique."""
        self._release_name(node.name)
        node.name = self.unique_name(_as_node_name(name))

    def _name_arguments(self, node: Node) -> None:
        """Puts the constants that were made for arguments of `node`, just before it, under its name: `add/y`."""
        recent: set[int] | None = None
        for position, tensor in enumerate(node.inputs):
            constant = tensor.node
            if constant.op is not CONST:
                continue
            if recent is None:
                recent = set(map(id, self.nodes[-2 * len(node.inputs) :]))
            if id(constant) not in recent:
                continue
            parameter = _input_name(node.op, position)
            scope, _, base = constant.name.rpartition("/")
            name, _, number = base.rpartition("_")
            if (base == parameter or (name == parameter and number.isdecimal())) and scope == self._scope:
                self._release_name(constant.name)
                constant.name = f"{node.name}/{parameter}"
                if (key := constant.name.lower()) not in self._names:
                    self._take_name(key, 1)

    def _captured_for(self, value: Any, op: Any, name: str, position: int) -> Any:
        """`value` as an input of the node `name`, after which it is named."""
        scope, self._scope = self._scope, ""
        try:
            return self.capture(value, f"{name}/{_input_name(op, position)}")
        finally:
            self._scope = scope

    def placeholder(
        self,
        spec: TensorSpec,
        name: str = "Placeholder",
        user_name: str | None = None,
        location: Location | None = None,
    ) -> Any:
        """A new input that stands for a value of this type.

        Args:
            spec: the type.
            name: of the node.
            user_name: what the user calls it, if it is an argument.
            location: where it comes from; by default the user's line that is being run.
        """
        attrs: dict[str, Any] = {"dtype": spec.dtype, "shape": spec.shape}
        if user_name is not None:
            attrs["_user_specified_name"] = user_name
        node = self.add(PLACEHOLDER, (), attrs, name=_as_node_name(name), specs=[spec], location=location)
        return node.outputs[0]

    def capture(self, value: Any, name: str | None = None) -> Any:
        """What stands in this graph for `value`, an eager tensor or a tensor of a graph around this one.

        Args:
            value: the tensor; returned as it is if it belongs to this graph.
            name: for the input that is made when `value` is captured for the first time.

        Raises:
            InaccessibleTensorError: if `value` belongs to a graph that is not around this one.
        """
        symbolic = isinstance(value, SymbolicTensor)
        if symbolic:
            # There may be other tensors of the same output, of another type: the node's own stands for all.
            value = value.node.outputs[value.index]
            if value.node._graph is self._reference:
                return value
        found = self._captures.get(id(value))
        if found is not None:
            return found[1]
        if self._sealed:
            raise ValueError(f"the graph of '{self.name}' is complete: nothing more can be captured in it")
        if symbolic:
            if not self._encloses(value.node._graph):
                raise out_of_scope(value)
            outer = self.parent.capture(value) if self.parent is not None else value
            found = self._captures.get(id(outer))
            if found is not None:
                self._captures[id(value)] = (*found[:2], value)
                return found[1]
        else:
            # A region gets what its function captured; a function, be it traced inside of another, captures by itself.
            outer = value if self.is_function or self.parent is None else self.parent.capture(value, name)
        if name is None:
            name = value.node.name if symbolic else "Placeholder"
        location = value.node.location if symbolic else None
        inner = self.placeholder(TensorSpec(value.shape, value.dtype), name, location=location)
        self._captures[id(value)] = self._captures[id(outer)] = (outer, inner, value)
        self._sources[id(inner)] = (inner, outer)
        self.inputs.append(inner)
        return inner

    def _encloses(self, reference: Any) -> bool:
        graph = self.parent
        while graph is not None:
            if graph._reference is reference:
                return True
            graph = graph.parent
        return False

    @property
    def captures(self) -> list[tuple[Any, Any]]:
        """Pairs of a value of the surrounding program and the input that stands for it here, in order of input."""
        pairs = {id(inner): (outer, inner) for outer, inner, _ in self._captures.values()}
        return [pairs[id(x)] for x in self.inputs if id(x) in pairs]

    def source_of(self, inner: Any) -> Any:
        """What an input was captured from; None of an argument."""
        found = self._sources.get(id(inner))
        if found is not None:
            return found[1]
        # An argument, or an input of a graph whose captures were given to it.
        return next((outer for outer, own, _ in self._captures.values() if own is inner), None)

    @property
    def arguments(self) -> list[Any]:
        """The inputs that are not captures."""
        captured = {id(inner) for _, inner, _ in self._captures.values()}
        return [x for x in self.inputs if id(x) not in captured]

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Makes this the graph that operations are added to."""
        context.push(self)
        try:
            yield self
        finally:
            context.pop()

    def checkpoint(self) -> Callable[[], None]:
        """A function that takes back every node, capture and exit added since."""
        nodes, inputs, exits = len(self.nodes), len(self.inputs), len(self.exits or ())
        captures, names, scope = len(self._captures), len(self._name_log), self._scope

        def roll_back() -> None:
            del self.nodes[nodes:]
            del self.inputs[inputs:]
            if self.exits is not None:
                del self.exits[exits:]
            while len(self._captures) > captures:
                _, (_, inner, _) = self._captures.popitem()
                self._sources.pop(id(inner), None)
            self._restore_names(names)
            self._scope = scope

        return roll_back

    def seal(self) -> None:
        """Declares the graph complete: later captures would not be seen by those who use it."""
        self._sealed = True

    # -- names -------------------------------------------------------------------------------------------------------

    def unique_name(self, name: str) -> str:
        """`name` in the current scope, with a number appended if it is taken; it is taken from now on."""
        if self._scope:
            name = f"{self._scope}/{name}"
        key = name.lower()
        names = self._names
        count = names.get(key)
        if count is None:
            self._take_name(key, 1)
            return name
        while True:
            candidate = f"{name}_{count}"
            count += 1
            if candidate.lower() not in names:
                break
        self._take_name(key, count)
        self._take_name(candidate.lower(), 1)
        return candidate

    def next_name(self, name: str) -> str:
        """What `unique_name` would return now."""
        before = len(self._name_log)
        try:
            return self.unique_name(name)
        finally:
            self._restore_names(before)

    def _take_name(self, key: str, count: int) -> None:
        self._name_log.append((key, self._names.get(key)))
        self._names[key] = count

    def _release_name(self, name: str) -> None:
        key = name.lower()
        count = self._names.pop(key, None)
        if count is not None:
            self._name_log.append((key, count))

    def _restore_names(self, length: int) -> None:
        """Takes back what happened to names since the log of it had this length."""
        while len(self._name_log) > length:
            key, count = self._name_log.pop()
            if count is None:
                del self._names[key]
            else:
                self._names[key] = count

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Prefixes the names of nodes made inside. A name that ends with `/` is entered again as it is."""
        outer = self._scope
        if not name:
            self._scope = ""
        elif name.endswith("/"):
            self._scope = name[:-1]
        else:
            self._scope = self.unique_name(name)
        try:
            yield self._scope + "/" if self._scope else ""
        finally:
            self._scope = outer

    # -- reading -----------------------------------------------------------------------------------------------------

    @property
    def operations(self) -> list[Node]:
        """The nodes, in program order."""
        return list(self.nodes)

    def get_operations(self) -> list[Node]:
        """The nodes, in program order."""
        return list(self.nodes)

    def get_operation_by_name(self, name: str) -> Node:
        """The node called `name`.

        Raises:
            KeyError: if there is none.
        """
        for node in self.nodes:
            if node.name == name:
                return node
        raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")

    def get_tensor_by_name(self, name: str) -> Any:
        """The tensor called `name`: that of a node, a colon, and the index of the output.

        Raises:
            KeyError: if there is none.
            ValueError: if it has no index.
        """
        node, colon, index = name.rpartition(":")
        if not colon:
            raise ValueError(f"The name {name!r} looks like an (invalid) Operation name, not a Tensor.")
        outputs = self.get_operation_by_name(node).outputs
        if int(index) >= len(outputs):
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist.")
        return outputs[int(index)]

    def __str__(self) -> str:
        return printing.text(self)

    def __repr__(self) -> str:
        return f"<Graph '{self.name}' of {len(self.nodes)} nodes>"


class name_scope:
    """Prefixes the names of nodes that are made inside of a `with` statement, which yields the prefix with its `/`.

    Args:
        name: the prefix, made unique in a graph; one that ends with `/` is entered again as it is.

    >>> with name_scope('layer') as scope:
    ...     print(scope)
    layer/
    """

    def __init__(self, name: str | None):
        if name is not None and not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._entered: list[Any] = []

    @property
    def name(self) -> str | None:
        """The prefix that was asked for."""
        return self._name

    def __enter__(self) -> str:
        graph = current_graph()
        scope = context.eager_scope(self._name) if graph is None else graph.name_scope(self._name)
        entered = scope.__enter__()
        self._entered.append(scope)
        return entered

    def __exit__(self, *raised: Any) -> None:
        self._entered.pop().__exit__(*raised)


def current_scope() -> str:
    """The prefix of names that are made now, with its final `/`; empty outside of scopes."""
    graph = current_graph()
    scope = context.current_eager_scope() if graph is None else graph._scope
    return f"{scope}/" if scope else ""


@cache
def _input_name(op: Any, position: int) -> str:
    """What the declaration of `op` calls an input: it names what is captured for it."""
    parameters = op.signature.inputs
    if position < len(parameters) and re.fullmatch(r"\w+", parameters[position].name):
        return parameters[position].name
    return f"input_{position}"


_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.\\/>-]").sub


def _as_node_name(name: str) -> str:
    """`name` with the characters that node names may not have replaced, as TensorFlow does."""
    name = _NOT_IN_NAMES("_", name)
    return name if name and (name[0].isalnum() or name[0] == ".") else f"arg{name}"
