"""The functions that users give to `map`, `filter` and the like: traced once, run as plans on components.

Where a dataset is made eagerly, what its function captures is bound in the plan. Where a graph is built, it becomes
inputs of the node, for the values are only known when the graph runs.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from runtime.core import errors, nest
from runtime.data import structure
from runtime.data.structure import Element, component_specs
from runtime.execute.plan import Plan
from runtime.function.function import converted
from runtime.ir.graph import NO_VARIABLES, Graph, current_graph
from runtime.ir.ordering import add_control_edges
from runtime.ir.schema import Column, Effect
from runtime.passes import optimised
from runtime.passes.prune import prune

#: Whether the datasets of an operation may have to wait for their elements.
waits = Column("wait for elements", default=False)

#: Tell plans of one name apart, whose code is in files of their names.
_numbers = itertools.count(1)

#: The plans of functions of datasets, by the file that their frames name.
_plans: weakref.WeakValueDictionary[str, Plan] = weakref.WeakValueDictionary()


class StagedFunction:
    """A function over elements, as a graph.

    Args:
        function: what the user wrote.
        inputs: the spec of each argument. A single argument that is a tuple is spread out.
        transformation: that the function is given to, for messages: `map`.

    Attributes:
        name: of the graph.
        output: the spec of what the function returns.
        captured: the tensors that `bound` is to be given, in order.
        graph: from components, then `captured`, to components.
    """

    def __init__(self, function: Callable[..., Any], inputs: Sequence[Any], transformation: str):
        if not callable(function):
            raise ValueError(f"Argument `func` must be a callable. Received func={function} (of type {type(function)})")
        label = getattr(function, "__name__", type(function).__name__)
        self.name = f"Dataset_{transformation}_{label}"
        arguments = inputs[0] if len(inputs) == 1 and type(inputs[0]) is tuple else inputs
        graph = Graph(self.name, current_graph(), is_function=True)
        graph.on_variable = NO_VARIABLES
        callee = converted(function, label)
        with graph.as_default():
            specs = component_specs(tuple(arguments))
            placeholders = [graph.placeholder(spec, f"args_{i}") for i, spec in enumerate(specs)]
            graph.inputs.extend(placeholders)
            values = structure.build(tuple(arguments), placeholders)
            self.output = self._finish(graph, callee(*values))
        captured = [x for x in graph.inputs if not any(x is p for p in placeholders)]
        graph.inputs = placeholders + captured
        self.graph = add_control_edges(prune(graph))
        self.captured: list[Any] = []
        if graph.parent is not None:
            self.captured = [outer for outer, _ in graph.captures]
            graph._captures = {}
        graph.parent = None
        graph.seal()
        self._plan: Plan | None = None

    @classmethod
    def restored(cls, name: str, graph: Graph) -> StagedFunction:
        """A function whose graph was read from a file."""
        function = object.__new__(cls)
        function.name, function.graph = name, graph
        function.output, function.captured, function._plan = None, [], None
        return function

    def _finish(self, graph: Graph, result: Any) -> Any:
        """Makes `result` the outputs of the graph; returns its spec."""
        if isinstance(result, list):
            result = tuple(result)  # more likely several results of an operation than one tensor to be stacked
        try:
            result = structure.tensors(result)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"Unsupported return value from function passed to Dataset.{self.name.split('_')[1]}(): {result}. "
                f"It must be made of tensors, datasets and None: {error}"
            ) from error
        graph.outputs = [graph.capture(x) for x in structure.components_of(result)]
        return structure.spec_of(result)

    @property
    def plan(self) -> Plan:
        """What runs."""
        if self._plan is None:
            plan = Plan(optimised(self.graph), f"{self.name}_{next(_numbers)}")
            _plans[plan.run.__code__.co_filename] = plan
            self._plan = plan
        return self._plan

    @property
    def may_wait(self) -> bool:
        """Whether it may have to wait for something that is not computing: Python code, a file."""
        return _may_wait(self.graph)

    def parts(self) -> Iterator[Any]:
        """What it captured of sources."""
        return iter([getattr(outer, "_array", None) for outer, _ in self.graph.captures])

    def bound(self, captured: Sequence[Any]) -> Callable[..., Element]:
        """The function from components to components, given the arrays of what is `captured`."""
        run = self.plan.run
        if not captured:
            return run
        return lambda *components: run(*components, *captured)

    def __repr__(self) -> str:
        return self.name


def _may_wait(graph: Graph) -> bool:
    for node in graph.nodes:
        inner = node.attrs.get("f")
        if node.op.effects & Effect.OUTPUT or waits[node.op]:
            return True
        if isinstance(inner, StagedFunction) and inner.may_wait:
            return True
        if any(map(_may_wait, node.regions)):
            return True
    return False


def explained(error: Exception) -> BaseException:
    """`error`, which a pipeline raised, as what the user sees: with the line of the function that failed."""
    if isinstance(error, errors.OpError) and error.op is not None:
        return error
    plan, traceback = None, error.__traceback__
    while traceback is not None:
        plan = _plans.get(traceback.tb_frame.f_code.co_filename, plan)
        traceback = traceback.tb_next
    return plan._explained(error) if plan is not None else error


def fixed_point(
    function: Callable[..., Any], state: Any, element: Any, transformation: str, next_state: Callable[[Any], Any]
) -> tuple[StagedFunction, Any]:
    """A function that carries a state from element to element, traced with shapes that the state keeps.

    Args:
        function: takes the state and an element.
        state, element: their specs at first.
        transformation: that the function is given to.
        next_state: the spec of the next state, from that of what the function returns.

    Returns:
        The function, and the spec of the state.
    """
    while True:
        staged = StagedFunction(function, (state, element), transformation)
        wider = _wider(state, next_state(staged.output), transformation)
        if wider == state:
            return staged, state
        state = wider


def _wider(state: Any, after: Any, transformation: str) -> Any:
    try:
        nest.assert_same_structure(state, after)
    except (TypeError, ValueError):
        raise TypeError(
            f"The element structure of the new state of Dataset.{transformation}() must match that of the initial "
            f"state. Expected {state}, but the function returned {after}."
        ) from None
    for old, new in zip(nest.flatten(state), nest.flatten(after), strict=True):
        if type(old) is not type(new) or getattr(old, "dtype", None) is not getattr(new, "dtype", None):
            raise TypeError(
                f"The element types for the new state must match the initial state. Expected {old}, but the function "
                f"given to Dataset.{transformation}() returned {new}; use tf.cast in it."
            )
    return structure.joined(state, after)
