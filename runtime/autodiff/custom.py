"""Gradients that the program says itself: `custom_gradient`, `recompute_grad`, `grad_pass_through`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from runtime.autodiff import recording
from runtime.autodiff.backprop import zeros_like
from runtime.autodiff.calls import call_graph
from runtime.autodiff.tape import GradientTape
from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.ir.graph import Graph, current_graph
from runtime.ir.schema import declare
from runtime.ir.values import SymbolicTensor, is_tensor
from runtime.library import shaping
from runtime.state.variable import Variable
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def custom_gradient(f: Callable[..., Any] | None = None) -> Any:
    """A decorator for a function that says its gradient.

    Args:
        f: takes tensors, returns a pair: its result, and a function from the gradients of the result to those of the
            arguments. If `f` uses variables, that function takes the keyword `variables` as well, and returns a pair:
            the gradients of the arguments, and a list of those of the variables.

    Returns:
        The function, returning its result alone.

    Raises:
        TypeError: if `f` uses variables and its gradient function has no argument `variables`.

    >>> import runtime as tf
    >>> @custom_gradient
    ... def clipped(x):
    ...     return x, lambda dy: tf.clip_by_value(dy, -1.0, 1.0)
    >>> x = tf.constant(2.0)
    >>> with GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = clipped(x) * 5.0
    >>> print(tape.gradient(y, x).numpy())
    1.0
    """
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        return _with_custom_gradient(f, args, kwargs)

    return decorated


def _with_custom_gradient(f: Callable[..., Any], args: Sequence[Any], kwargs: Any) -> Any:
    leaves = nest.flatten(args)
    places = [i for i, x in enumerate(leaves) if is_tensor(x) or _is_number(x)]
    # Every argument is a tensor of its own, so that one that is passed twice has two gradients.
    tensors = [shaping.identity(leaves[i]) for i in places]
    for i, tensor in zip(places, tensors, strict=True):
        leaves[i] = tensor
    given = nest.pack_sequence_as(args, leaves) if nest.is_nested(args) and leaves else args
    passed = {id(leaf) for leaf in nest.flatten(args) if isinstance(leaf, Variable)}
    with GradientTape() as watcher:
        returned = f(*given, **kwargs)
    if not (isinstance(returned, tuple) and len(returned) == 2 and callable(returned[1])):
        raise TypeError("a function with a custom gradient must return a pair: its result, and its gradient function")
    result, gradient_function = returned
    variables = [v for v in watcher.watched_variables() if id(v) not in passed]
    parameters = _parameters(gradient_function)
    if variables and "variables" not in parameters and inspect.Parameter.VAR_KEYWORD not in parameters.values():
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: "
            f"{variables}"
        )
    flat = [convert_to_tensor(y) for y in nest.flatten(result)]
    inputs = [*flat, *tensors, *[v.handle for v in variables]]
    rule = _rule(gradient_function, len(tensors), variables)
    if current_graph() is not None:
        traced = _traced(rule, flat)
        rule = traced
        inputs += traced.closed_over
    return nest.pack_sequence_as(result, apply(CUSTOM, inputs, {"count": len(flat), "rule": rule}))


class Traced:
    """A gradient function as a graph.

    The function may have closed over tensors of the graph that is being built. They become inputs of the node, so that
    the gradient can be taken in copies of that graph too.

    Args:
        graph: takes the gradients of the results, then what was closed over, then what it captured.
        present: for each input of the node, whether there is a gradient.
        closed_over: tensors of the graph around; where the graph was read from a file, as many of anything.
    """

    def __init__(self, graph: Graph, present: Sequence[bool], closed_over: Sequence[Any]):
        self.graph = graph
        self.present = present
        self.closed_over = closed_over
        self._eager = [outer for outer, _ in graph.captures]

    def __repr__(self) -> str:
        return f"gradient({sum(self.present)} of {len(self.present)})"

    def __call__(self, *given: Any, closed_over: Sequence[Any] = ()) -> list[Any]:
        found = iter(call_graph(self.graph, [*given, *closed_over, *self._eager]))
        return [next(found) if present else None for present in self.present] + [None] * len(closed_over)


def _traced(rule: Callable[..., list[Any]], results: Sequence[Any]) -> Traced:
    """The gradient function `rule`, traced in the graph that is being built."""
    graph = Graph("custom_gradient", current_graph(), is_function=True)
    with recording.paused(), graph.as_default():
        seeds = [graph.placeholder(TensorSpec(y.shape, y.dtype), "dy") for y in results]
        graph.inputs.extend(seeds)
        gradients = rule(*seeds)
        graph.outputs = [graph.capture(g) for g in gradients if g is not None]
    symbolic = [(outer, inner) for outer, inner in graph.captures if isinstance(outer, SymbolicTensor)]
    eager = [(outer, inner) for outer, inner in graph.captures if not isinstance(outer, SymbolicTensor)]
    graph.inputs = [*seeds, *[inner for _, inner in symbolic], *[inner for _, inner in eager]]
    graph._captures = {id(outer): (outer, inner, outer) for outer, inner in eager}
    graph.seal()
    return Traced(graph, [g is not None for g in gradients], [outer for outer, _ in symbolic])


def _is_number(x: Any) -> bool:
    return isinstance(x, float) or hasattr(x, "__array__")


def _parameters(function: Callable[..., Any]) -> dict[Any, Any]:
    try:
        return {name: p.kind for name, p in inspect.signature(function).parameters.items()}
    except (TypeError, ValueError):
        return {}


def _rule(function: Callable[..., Any], arguments: int, variables: Sequence[Any]) -> Callable[..., list[Any]]:
    def rule(*given: Any) -> list[Any]:
        if variables:
            gradients, of_variables = function(*given, variables=list(variables))
        else:
            gradients, of_variables = function(*given), []
        flat = [gradients] if is_tensor(gradients) else nest.flatten(gradients)
        if len(flat) != arguments or len(of_variables) != len(variables):
            raise ValueError(
                f"custom_gradient function expected to return {arguments} gradients, but returned {len(flat)} instead."
            )
        return [None if g is None else convert_to_tensor(g) for g in [*flat, *of_variables]]

    return rule


def _gradient(node: Any, *given: Any) -> list[Any]:
    count, rule = node.attrs["count"], node.attrs["rule"]
    seeds = [zeros_like(y) if g is None else g for g, y in zip(given, node.outputs, strict=True)]
    if isinstance(rule, Traced):
        closed_over = node.inputs[len(node.inputs) - len(rule.closed_over) :]
        return [*[None] * count, *rule(*seeds, closed_over=closed_over)]
    return [*[None] * count, *rule(*seeds)]


CUSTOM = declare(
    "CustomGradient",
    "values: *; count: int, rule: any -> *",
    kernel=lambda *values, count, rule: values[:count],
    infer=lambda *inputs, count, rule: [TensorSpec(x.shape, x.dtype) for x in inputs[:count]],
    gradient=_gradient,
)


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function like `f` whose intermediate values are not kept for the gradient, but computed again.

    Args:
        f: takes and returns tensors.

    >>> import runtime as tf
    >>> x = tf.constant(3.0)
    >>> with GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = recompute_grad(lambda x: x * x)(x)
    >>> print(tape.gradient(y, x).numpy())
    6.0
    """

    @functools.wraps(f)
    def recomputing(*args: Any, **kwargs: Any) -> Any:
        @custom_gradient
        def inner(*arguments: Any) -> Any:
            with recording.paused(), GradientTape() as reads:
                result = f(*arguments, **kwargs)
            for variable in reads.watched_variables():
                variable.value()  # for the custom gradient to know that it is used

            def gradient(*dy: Any, variables: Sequence[Any] = ()) -> Any:
                detached = [shaping.identity(x) if is_tensor(x) else x for x in arguments]
                watched = [x for x in detached if is_tensor(x)]
                with GradientTape() as tape:
                    tape.watch([x for x in watched if recording.is_differentiable(x.dtype)])
                    again = f(*detached, **kwargs)
                found = tape.gradient(again, [watched, list(variables)], output_gradients=_like(again, dy))
                return (found[0], found[1]) if variables else found[0]

            return result, gradient

        return inner(*args)

    return recomputing


def _like(structure: Any, flat: Sequence[Any]) -> Any:
    return nest.pack_sequence_as(structure, list(flat))


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function like `f` whose gradient is that of the identity."""

    @custom_gradient
    def passing(*args: Any, **kwargs: Any) -> Any:
        def gradient(*dy: Any, variables: Sequence[Any] | None = None) -> Any:
            if variables is not None:
                return dy, [None] * len(variables)
            return dy

        return f(*args, **kwargs), gradient

    return functools.wraps(f)(passing)
