"""Tracing: calling a Python function with placeholders, and keeping what it did as a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.arguments import Copies, GivenBack
from autograph.operators.effects import function_returns, staging_function
from autograph.operators.optionals import check_result
from autograph.operators.pending_stores import apart_from_stores, pending_stores
from autograph.operators.restarts import restarted
from autograph.operators.returning import Returned, returned
from autograph.source.build import is_converted
from autograph.staging import tracing_backend
from runtime.core import nest
from runtime.core.composites import as_argument, is_composite, tensors_of
from runtime.core.dtypes import DType
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.execute.plan import Plan
from runtime.function.call_type import (
    Argument,
    Canonical,
    CompositeArgument,
    Identity,
    Parameter,
    VariableArgument,
    split_arguments,
)
from runtime.function.concrete import CompositeOutput, ConcreteFunction
from runtime.function.dataclass_arguments import closed, is_record, opened
from runtime.ir.graph import Graph, Node, current_graph, init_scope
from runtime.ir.ordering import add_control_edges
from runtime.ir.schema import OPS
from runtime.ir.values import EagerTensor, SymbolicTensor, Tensor, wrap
from runtime.passes import optimised
from runtime.passes.prune import prune
from runtime.state.variable import Variable
from runtime.tensor.conversion import convert_to_tensor


def trace(
    function: Callable[..., Any],
    canonical: Canonical,
    name: str,
    on_variable: Callable[[Any, Any], None] | str,
    watched: Sequence[Any] = (),
) -> ConcreteFunction:
    """Traces `function` for one type of call.

    Args:
        function: the Python function, converted if it is to be.
        canonical: the call.
        name: of the function, for its graph.
        on_variable: called with each variable that is created, and its initial value; a text refuses them.
        watched: locations outside to which other traces of the function store.

    Raises:
        TypeError: if the function returns something that is not made of tensors.
        and whatever the function raises.
    """
    graph = Graph(name, current_graph(), is_function=True)
    graph.on_variable = on_variable
    with graph.as_default():
        variables: dict[int, Variable] = {}
        named = [(p.name, p.kind, _placeholders(graph, p, canonical, variables)) for p in canonical.type.parameters]
        arguments = list(graph.inputs)
        args, kwargs = split_arguments(named)

        def staged() -> tuple[Any, Any, GivenBack | None]:
            with staging_function(function, args, kwargs, apart=True):
                copies = Copies({name: value for name, _, value in named}, is_record, canonical.defaults)

                def run() -> Any:
                    result = function(*args, **kwargs)
                    copies.check_unchanged()
                    function_returns()
                    return result

                with copies.put_back_after_errors():  # no function of its own: calls may be nested deep
                    backend = tracing_backend()
                    flatten = None if backend is None or not is_converted(function) else backend.flattening(None)
                    if backend is not None and flatten is not None:
                        return returned(backend, run, flatten), None, None
                    result = function(*args, **kwargs)
                    result, given_back = copies.given_back(result)
                    function_returns()
                    if not is_converted(function):
                        return result, None, given_back
                    result = apart_from_stores(result)
                    stores = pending_stores(result, lambda: function(*args, **kwargs), watched)
                    if given_back is not None:
                        given_back.results = check_result(given_back.results)
                    return check_result(result), stores, given_back

        result, stores, given_back = restarted(tracing_backend(), staged)
        output = _finish(graph, result, function)
        changed = None if given_back is None else (given_back, _finish(graph, given_back.results, function))
        pending = None if stores is None else (stores, _finish(graph, stores.values, function))
    captured = [x for x in graph.inputs if not any(x is argument for argument in arguments)]
    graph.inputs = arguments + captured
    add_control_edges(prune(graph))
    ends = result if type(result) is Returned else None
    return ConcreteFunction(graph, canonical.type, output, name, pending, ends, changed)


def _placeholders(graph: Graph, parameter: Parameter, canonical: Canonical, variables: dict[int, Variable]) -> Any:
    """The value that the Python function gets for a parameter; `variables` are those made so far, by alias."""

    def placeholder(place: Argument) -> Any:
        name = place.name or parameter.name
        tensor = graph.placeholder(place.spec, name, name)
        graph.inputs.append(tensor)
        if isinstance(place, VariableArgument):
            made = placeholder_variable(tensor, place.shape, place.dtype, place.trainable)
            return variables.setdefault(place.alias, made)
        return tensor

    # Not recursive: a function that refers to itself would keep the objects among the arguments until they are
    # collected as garbage.
    def value(leaf: Any) -> Any:
        if isinstance(leaf, Argument):
            return placeholder(leaf)
        if isinstance(leaf, CompositeArgument):
            like = canonical.objects[leaf.identity]
            composite = as_argument(like)
            assert composite is not None
            return composite.rebuild(like, [placeholder(part) for part in leaf.parts])
        return canonical.objects[leaf] if isinstance(leaf, Identity) else leaf

    return closed(nest.map_structure(value, parameter.structure))


def placeholder_variable(handle: SymbolicTensor, shape: TensorShape, dtype: DType, trainable: bool) -> Variable:
    """A variable that stands for an argument: what it is bound to is known when the graph runs."""
    variable = object.__new__(Variable)
    variable._handle = handle  # type: ignore[assignment]  # symbolic: it is bound when the graph runs
    variable._shape = shape
    variable._dtype = dtype
    variable._trainable = trainable
    variable._name = handle.node.name
    variable._storage = None  # type: ignore[assignment]  # that of what it is bound to
    variable.constraint = None
    return variable


def _finish(graph: Graph, result: Any, function: Callable[..., Any]) -> Any:
    """Makes `result` the outputs of `graph`, each behind an `Identity`; returns its structure of specs."""
    identity = OPS["Identity"]

    def output(leaf: Any) -> Any:
        if leaf is None:
            return None
        if is_composite(leaf):
            return CompositeOutput(leaf, [output(x) for x in tensors_of(leaf)])
        tensor = _as_tensor(leaf, function)
        graph.outputs.append(graph.add(identity, [tensor]).outputs[0])
        return TensorSpec(tensor.shape, tensor.dtype)

    return nest.map_structure(output, opened(result))


def _as_tensor(leaf: Any, function: Callable[..., Any]) -> Tensor:
    try:
        return convert_to_tensor(leaf)
    except (TypeError, ValueError):
        raise TypeError(
            "To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or "
            f"None values; in compilation of {function}, found return value of type {type(leaf).__name__}, which is "
            "not a Tensor or ExtensionType."
        ) from None


class CreatedVariables:
    """The variables that a trace creates, and how they get their initial values.

    While the trace goes on they have none. Afterwards they are initialised in order, by running the part of the graph
    that computes the initial value of each.
    """

    def __init__(self) -> None:
        self.created: list[tuple[Any, Any]] = []

    def __call__(self, variable: Any, initial_value: Any) -> None:
        self.created.append((variable, initial_value))

    def initialise(self, tensors: Sequence[Any], name: str) -> None:
        """Gives every variable its initial value.

        Args:
            tensors: the arguments of the call that made the trace.
            name: of the function.
        """
        for variable, initial in self.created:
            with init_scope():
                value = initial() if callable(initial) else initial
                if isinstance(value, SymbolicTensor):
                    value = _evaluated(value, tensors, name)
                variable.initialise(value)


def _evaluated(tensor: SymbolicTensor, arguments: Sequence[Any], name: str) -> EagerTensor:
    """The value of a tensor of a traced graph, given the arguments. What the function does besides is not done."""
    source = tensor.graph
    if not source.is_function:
        raise ValueError(f"'{name}' creates a variable in a branch or loop that depends on tensors: create it outside")
    graph = Graph(name, None, is_function=True)
    captured = {id(inner): inner for _, inner, _ in source._captures.values()}
    graph.inputs = [*source.arguments, *captured.values()]
    graph._captures = dict(source._captures)
    graph.nodes = _needed(tensor)
    graph.outputs = [tensor]
    given = [x for x in arguments if isinstance(x, EagerTensor)]
    if len(given) != len(source.arguments):
        raise ValueError(
            f"the initial value of a variable that '{name}' creates depends on its arguments: call it with tensors "
            "before asking for a concrete function by specs"
        )
    (value,) = Plan(optimised(graph), name)(*[x._array for x in given])
    return wrap(value)


def _needed(tensor: SymbolicTensor) -> list[Node]:
    """The nodes that `tensor` is computed by, each after those it depends on."""
    order: list[Node] = []
    seen: set[int] = set()
    waiting = [(tensor.node, False)]
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.append((node, True))
            waiting.extend((x.node, False) for x in node.inputs)
    return order
