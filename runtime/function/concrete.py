"""A traced function: one graph, for one type of call."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numpy import asarray

from autograph.operators import effect_errors
from autograph.operators.arguments import GivenBack
from autograph.operators.effects import is_logging
from autograph.operators.pending_stores import PendingStores
from autograph.operators.returning import Returned
from runtime.autodiff import calls
from runtime.core import errors, nest
from runtime.core.composites import packed
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.execute.by_shape import PlansByShape
from runtime.execute.plan import Plan
from runtime.function.call_type import (
    Argument,
    CallType,
    CompositeArgument,
    Identity,
    Parameter,
    VariableArgument,
)
from runtime.function.dataclass_arguments import closed, opened
from runtime.function.type_text import listed_text, signature_text, structure_text
from runtime.ir.graph import Graph, current_graph
from runtime.ir.handlers import local
from runtime.ir.structure import STATELESS_CALL, by_effects
from runtime.ir.values import EagerTensor, SymbolicTensor, out_of_scope, wrap
from runtime.state.variable import Variable
from runtime.tensor.conversion import convert_to_tensor

_numbers = itertools.count(1)


class CompositeOutput:
    """An output that is made of tensors, such as a `TensorArray`.

    Attributes:
        like: what the function returned when it was traced.
        specs: of the tensors in it.
    """

    def __init__(self, like: Any, specs: Sequence[TensorSpec]):
        self.like = like
        self.specs = specs


class ConcreteFunction:
    """A graph made by tracing a Python function for one type of call, to be called like it.

    Made by `Function.get_concrete_function`.

    Args:
        graph: inputs are the arguments, then what is captured.
        call_type: of the arguments.
        output: the structure that the function returned, with a `TensorSpec` for each output of the graph.
        name: of the Python function.
        pending: what is stored outside when the graph has run, and the structure of that; it is behind the outputs of
            the structure.
        stores: what is stored outside when the graph has run, or has raised, if it returns that.
        given_back: what it leaves in the arguments of a call, and the structure of that; it is behind the outputs of
            the structure, before what is stored outside.
    """

    #: What the function keeps alive: a graph knows variables by their handles, and those know them weakly.
    kept: Sequence[Any] = ()

    def __init__(
        self,
        graph: Graph,
        call_type: CallType,
        output: Any,
        name: str,
        pending: tuple[PendingStores, Any] | None = None,
        stores: Returned | None = None,
        given_back: tuple[GivenBack, Any] | None = None,
    ):
        self._graph = graph
        self._type = call_type
        self._output = output
        self._python_name = name
        self.name = f"__inference_{name}_{next(_numbers)}".encode()
        self.given_back = None if given_back is None else given_back[0]
        if given_back is not None:
            output = output, given_back[1]
        self._pack = _packer(output)
        self.stores: PendingStores | Returned | None = pending[0] if pending is not None else stores
        if pending is not None:
            self._pack = _storing(_packer((output, pending[1])), pending[0])
        self._plans: PlansByShape | None = None
        #: Of the arrays of the outputs; None for strings and handles, which are wrapped as they are.
        self._dtypes = [None if x.dtype.kind in ("string", "handle") else x.dtype.dtype for x in graph.outputs]
        self._call_op = by_effects(STATELESS_CALL, [graph])
        graph.seal()

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Graph:
        """What was traced, without what nothing observes."""
        return self._graph

    @property
    def inference_fn(self) -> ConcreteFunction:
        """What runs when nothing is differentiated: this function itself."""
        return self

    @property
    def plan(self) -> Plan:
        """What runs: the optimised graph as generated code; `print(f.plan.source)` shows it.

        For shapes that are called with again and again there may be others, where they are constants.
        """
        return self._made_plans().general

    def _made_plans(self) -> PlansByShape:
        if self._plans is None:
            self._plans = PlansByShape(self._graph, self.name.decode())
        return self._plans

    @property
    def inputs(self) -> list[Any]:
        """The inputs of the graph: tensors of the arguments, then captured values."""
        return list(self._graph.inputs)

    @property
    def outputs(self) -> list[Any]:
        """The outputs of the graph."""
        return list(self._graph.outputs)

    @property
    def captured_inputs(self) -> list[Any]:
        """The captured tensors, and the handles of captured variables."""
        return [outer for outer, _ in self._graph.captures]

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the function uses."""
        found = [getattr(outer, "variable", None) for outer in self.captured_inputs]
        alive = [reference() for reference in found if reference is not None]
        return tuple([variable for variable in alive if variable is not None])

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The variables that the function uses, and that are to be trained."""
        return tuple([v for v in self.variables if v.trainable])

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments: positional and keyword, with a `TensorSpec` for each tensor."""
        args, kwargs = [], {}
        for parameter in self._type.parameters:
            value = _named_specs(parameter)
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                kwargs[parameter.name] = value
            else:
                args.append(value)
        return tuple(args), kwargs

    @property
    def structured_outputs(self) -> Any:
        """What the function returns, with tensors of the graph."""
        return _packer(self._output)(self._graph.outputs)

    @property
    def output_dtypes(self) -> Any:
        return closed(nest.map_structure(lambda x: getattr(x, "dtype", None), self._output))

    @property
    def output_shapes(self) -> Any:
        return closed(nest.map_structure(lambda x: getattr(x, "shape", TensorShape(None)), self._output))

    @property
    def function_type(self) -> str:
        """The signature, on one line."""
        return signature_text(self._type.parameters, self._output)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The signature, as text.

        Args:
            verbose: whether on several lines.
        """
        if not verbose:
            return self.function_type
        captures = [(id(outer), TensorSpec(inner.shape, inner.dtype)) for outer, inner in self._graph.captures]
        return listed_text(self._type.parameters, self._output, captures)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.function_type} at 0x{id(self):X}>"

    # -- calling -----------------------------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the graph.

        Args:
            *args, **kwargs: as of the Python function. Those that were not tensors may be left out, and must be what
                they were when the function was traced. Or all tensors, in order, and nothing else.

        Returns:
            What the Python function returned, with the tensors of this run.

        Raises:
            TypeError: if the arguments do not fit the signature.
            InvalidArgumentError: if a tensor has another dtype.
        """
        tensors = self._bind(args, kwargs)
        return self.call_flat(tensors, None if self.given_back is None else self._named(args, kwargs))

    def call_flat(self, tensors: Sequence[Any], arguments: Mapping[str, Any] | None = None) -> Any:
        """Runs the graph on tensors, in the order of `CallType.specs`; adds a call when a graph is being built.

        Args:
            arguments: those of the call by name, for a function that changes any.
        """
        given_back = self.given_back
        holders = None if given_back is None else given_back.holders(arguments)
        thread = local.thread
        if thread.graph is not None:
            outputs: Sequence[Any] = self._call_node(thread.graph, tensors)
        elif thread.call is None:
            outputs = self._run(tensors)
        else:
            outputs = thread.call(self._proceed, self._graph, [*tensors, *self.captured_inputs])
        result = self._pack(outputs)
        if given_back is None or holders is None:
            return result
        result, changed = result
        given_back.store(holders, changed)
        return result

    def _run(self, tensors: Sequence[Any]) -> Sequence[Any]:
        plans = self._plans or self._made_plans()
        try:
            arrays = [x._array for x in tensors]
        except AttributeError:
            raise out_of_scope(next(x for x in tensors if isinstance(x, SymbolicTensor))) from None
        return [
            EagerTensor(asarray(value, dtype)) if dtype is not None else wrap(value)
            for value, dtype in zip(plans.run(*arrays), self._dtypes, strict=True)
        ]

    def _proceed(self, graph: Graph, tensors: Sequence[Any]) -> Sequence[Any]:
        """What runs beneath all handlers: this function, or a graph that one of them runs in its place."""
        if graph is not self._graph:
            return calls.run(graph, tensors)
        return self._run(tensors[: len(tensors) - len(graph.captures)])

    def _call_node(self, graph: Graph, tensors: Sequence[Any]) -> list[Any]:
        specs = [TensorSpec(x.shape, x.dtype) for x in self._graph.outputs]
        inputs = [*tensors, *self.captured_inputs]
        attrs = {"f": self.name.decode()}
        return graph.add(self._call_op, inputs, attrs, regions=(self._graph,), specs=specs).outputs[: len(specs)]

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        try:
            return self._bound_tensors(self._named(args, kwargs))
        except Unbound as problem:
            try:
                flat = self._flat(args, kwargs)
            except Unbound:  # the same, or as telling
                flat = None
            if flat is not None:
                return flat
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{problem}`. Received args: {tuple(args)} and kwargs: "
                f"{kwargs} for signature: {self.function_type}."
            ) from None

    def _flat(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any] | None:
        """The tensors of a call that gives each of them, in order or under the name of its input; None if it does not.

        What was no tensor is left out, wherever it stood, and structures are taken apart. Specs may name inputs
        otherwise than the function names its parameters.
        """
        every = [leaf for p in self._type.parameters for leaf in nest.flatten(p.structure)]
        leaves = [leaf for leaf in every if isinstance(leaf, Argument)]
        if any(isinstance(leaf, CompositeArgument) for leaf in every):
            return None
        if not all(isinstance(value, (EagerTensor, SymbolicTensor, Variable)) for value in (*args, *kwargs.values())):
            return None
        names = [x.node.name for x in self._graph.inputs[: len(leaves)]]
        if len(args) + len(kwargs) != len(names) or set(kwargs) != set(names[len(args) :]):
            return None
        values = [*args, *[kwargs[name] for name in names[len(args) :]]]
        return [self._bound_tensor(leaf, value) for leaf, value in zip(leaves, values, strict=True)]

    def _named(self, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The given arguments by name of parameter."""
        positional = [p for p in self._type.parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        if len(args) > len(positional):
            raise Unbound("too many positional arguments")
        given = {p.name: value for p, value in zip(positional, args, strict=False)}
        names = {p.name for p in self._type.parameters}
        for name, value in kwargs.items():
            if name in given:
                raise Unbound(f"multiple values for argument {name!r}")
            if name not in names:
                raise Unbound(f"got an unexpected keyword argument {name!r}")
            given[name] = value
        return given

    def _bound_tensors(self, given: dict[str, Any]) -> list[Any]:
        tensors: list[Any] = []
        for parameter in self._type.parameters:
            expected = nest.flatten(parameter.structure)
            if parameter.name not in given:
                if any(isinstance(leaf, (Argument, CompositeArgument)) for leaf in expected):
                    raise Unbound(f"missing a required argument: {parameter.name!r}")
                continue
            value = opened(given[parameter.name])
            if nest.is_nested(parameter.structure):
                try:
                    nest.assert_same_structure(parameter.structure, value)
                except (TypeError, ValueError):
                    raise Unbound(f"Can not cast {value!r} to {structure_text(parameter.structure)}") from None
                leaves = nest.flatten(value)
            else:
                leaves = [value]
            for leaf, item in zip(expected, leaves, strict=True):
                if isinstance(leaf, Argument):
                    tensors.append(self._bound_tensor(leaf, item))
                elif isinstance(leaf, CompositeArgument):
                    components = leaf.components(item)
                    if components is None:
                        raise Unbound(f"Can not cast {item!r} to {leaf!r}")
                    pairs = zip(leaf.parts, components, strict=True)
                    tensors.extend([self._bound_tensor(part, component) for part, component in pairs])
                elif not _is_bound_value(leaf, item):
                    raise Unbound(f"Can not cast {item!r} to {structure_text(leaf)}")
        return tensors

    def _bound_tensor(self, leaf: Argument, value: Any) -> Any:
        spec = leaf.spec
        if isinstance(leaf, VariableArgument):
            if not isinstance(value, Variable) or value.dtype is not leaf.dtype or value.shape != leaf.shape:
                raise Unbound(f"Can not cast {value!r} to {leaf!r}")
            return value.handle
        if isinstance(value, (EagerTensor, SymbolicTensor)):
            if value.dtype is not spec.dtype:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"cannot compute {self.name.decode()} as input #{leaf.index}(zero-based) was expected to be a "
                    f"{spec.dtype.enum_name} tensor but is a {value.dtype.enum_name} tensor [Op:{self.name.decode()}]",
                )
        else:
            try:
                value = convert_to_tensor(value, dtype=spec.dtype)
            except (TypeError, ValueError):
                raise Unbound(f"Cannot convert {value!r} to EagerTensor of dtype {spec.dtype.name}") from None
        if not spec.shape.is_compatible_with(value.shape):
            raise Unbound(f"Can not cast {TensorSpec(value.shape, value.dtype)} to {spec}")
        return value


def _storing(pack: Callable[[Sequence[Any]], Any], stores: PendingStores) -> Callable[[Sequence[Any]], Any]:
    """The function that gives a list of outputs a structure, and stores what is behind it."""

    def result(tensors: Sequence[Any]) -> Any:
        value, stored = pack(tensors)
        if current_graph() is not None and not is_logging():
            effect_errors.left_behind(stores.locations[0])
        stores.store(stored)
        return value

    return result


class Unbound(Exception):
    """Arguments do not fit the signature; the message says why."""


def _is_bound_value(bound: Any, value: Any) -> bool:
    if isinstance(bound, Identity):
        return bound.stands_for(value)
    return type(bound) is type(value) and bound == value


def _packer(output: Any) -> Callable[[Sequence[Any]], Any]:
    """The function that gives a list of outputs the structure `output`, in which None is itself."""
    if isinstance(output, TensorSpec):
        return lambda tensors: tensors[0]
    if output is None:
        return lambda tensors: None
    leaves = nest.flatten(output)
    has_records = closed(output) is not output

    def pack(tensors: Sequence[Any]) -> Any:
        remaining = iter(tensors)

        def value(leaf: Any) -> Any:
            if isinstance(leaf, CompositeOutput):
                return packed(leaf.like, [next(remaining) for _ in leaf.specs])
            return None if leaf is None else next(remaining)

        result = nest.pack_sequence_as(output, [value(leaf) for leaf in leaves])
        return closed(result) if has_records else result

    return pack


def _named_specs(parameter: Parameter) -> Any:
    """The structure of an argument with specs that are named after the path to each."""

    def named(path: tuple[Any, ...], leaf: Any) -> Any:
        if isinstance(leaf, (VariableArgument, CompositeArgument)):
            return leaf
        if isinstance(leaf, Argument):
            name = leaf.name or "_".join([parameter.name, *map(str, path)])
            return TensorSpec(leaf.spec.shape, leaf.spec.dtype, name)
        return leaf.value if isinstance(leaf, Identity) else leaf

    pairs = nest.flatten_with_paths(parameter.structure)
    return closed(nest.pack_sequence_as(parameter.structure, [named(path, leaf) for path, leaf in pairs]))
