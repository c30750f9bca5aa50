"""Control flow over tensors by function: `cond`, `while_loop`, `switch_case`, `case`.

Outside of a function they are plain Python; while a graph is built they add one node with a region per branch or body.
Python's own `if`, `while` and `for` over tensors become the same nodes; see `runtime.staging.backend`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.core import dtypes, nest
from runtime.core.composites import is_composite, packed, tensors_of
from runtime.core.shapes import TensorShape, as_shape
from runtime.core.specs import TensorSpec
from runtime.ir import regions
from runtime.ir.graph import current_graph
from runtime.ir.regions import LoopBuilder, Region, joined_shape, trace_region
from runtime.ir.value_types import joined_elements
from runtime.ir.values import SymbolicTensor, Tensor, element_of, is_tensor, with_element
from runtime.library import assembling, checking, logic, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """What `true_fn` returns if `pred` is true, else what `false_fn` returns.

    Args:
        pred: a scalar bool tensor.
        true_fn: called without arguments; while a graph is built, both are called, once.
        false_fn: returns the same structure, of the same dtypes.
        name: of the node.

    Returns:
        The structure that the functions return.

    Raises:
        TypeError: if a function is not callable, or the dtypes of their results differ.
        ValueError: if the structures of their results differ.

    >>> cond(convert_to_tensor(True), lambda: 1, lambda: 2)
    1
    """
    for function, role in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if not callable(function):
            raise TypeError(f"'{role}' must be callable.")
    assert true_fn is not None and false_fn is not None
    if current_graph() is None:
        return true_fn() if pred else false_fn()
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    condition = as_condition(pred)
    then, orelse = trace_region(true_fn, [], "true"), trace_region(false_fn, [], "false")
    types = _finish_branches([then, orelse], "cond", ("true_fn", "false_fn"))
    values = regions.add_conditional(condition, then.graph, orelse.graph, types, name)
    return _packed_branches([then, orelse], values)


def switch_case(
    branch_index: Any,
    branch_fns: Any,
    default: Callable[[], Any] | None = None,
    name: str = "switch_case",
) -> Any:
    """What the function at a position returns.

    Args:
        branch_index: a scalar int32 tensor.
        branch_fns: functions without arguments: a sequence, a dict by position, or pairs of position and function.
        default: what an index out of range calls; by default the last function.
        name: of the node.

    Returns:
        The structure that the functions return, which must be the same for all.

    Raises:
        TypeError: if `branch_index` is not a tensor, or dtypes differ.
        ValueError: if the positions are not 0 to n.

    >>> switch_case(convert_to_tensor(1), [lambda: 'a', lambda: 'b'])
    'b'
    """
    if not is_tensor(branch_index):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(branch_index)}")
    functions = _branches(branch_fns)
    if default is not None:
        functions.append(default)
    index = convert_to_tensor(branch_index)
    if not index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {index.dtype}")
    if current_graph() is None:
        position = int(index)
        return functions[position if 0 <= position < len(functions) else -1]()
    if index.dtype is not dtypes.int32:
        index = shaping.cast(index, dtypes.int32)
    traced = [trace_region(function, [], f"branch{i}") for i, function in enumerate(functions)]
    types = _finish_branches(traced, "switch_case", [f"branch {i}" for i in range(len(traced))])
    return _packed_branches(traced, regions.add_switch(index, [t.graph for t in traced], types, name))


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function beside the first true condition returns.

    Args:
        pred_fn_pairs: pairs of a scalar bool tensor and a function without arguments.
        default: called if no condition is true; without one, that is an error.
        exclusive: whether more than one true condition is an error.
        strict: accepted for compatibility.
        name: of the nodes.

    Returns:
        The structure that the functions return.

    Raises:
        InvalidArgumentError: at run time, if no condition is true and there is no default; or several are, and
            `exclusive`.

    >>> case([(convert_to_tensor(False), lambda: 1), (convert_to_tensor(True), lambda: 2)])
    2
    """
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, Mapping) else pred_fn_pairs)
    pairs = [(p.deref() if hasattr(p, "deref") else p, function) for p, function in pairs]
    for predicate, function in pairs:
        if not callable(function):
            raise TypeError(f"fn for pred {predicate} must be callable.")
    if exclusive:
        predicates = [p for p, _ in pairs]
        count = reduction.reduce_sum(assembling.stack([shaping.cast(p, dtypes.int32) for p in predicates]))
        names = ", ".join(p.name if isinstance(p, SymbolicTensor) else "?" for p in predicates)
        checking.Assert(
            count <= 1,
            [f"Input error: exclusive=True: more than 1 conditions ({names}) evaluated as True:", *predicates],
        )
    if default is None:
        final, last = pairs.pop()

        def checked() -> Any:
            checking.Assert(final, ["Input error: None of conditions evaluated as True:", final])
            return last()

        default = checked
    chosen = default
    for predicate, function in reversed(pairs):
        chosen = functools.partial(cond, predicate, function, chosen, name=name if current_graph() else None)
    return chosen()


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Calls `body` on the loop variables as long as `cond` of them is true.

    Args:
        cond: takes the loop variables, returns a scalar bool tensor.
        body: takes the loop variables, returns their next values, of the same structure and dtypes.
        loop_vars: their first values: a sequence of structures of tensors.
        shape_invariants: shapes that the variables keep in every iteration, in the structure of `loop_vars`, where they
            are less specific than those of the first values.
        parallel_iterations, back_prop, swap_memory: accepted for compatibility.
        maximum_iterations: how many iterations there may be.
        name: of the node.

    Returns:
        The final values, in the structure of `loop_vars`.

    Raises:
        TypeError: if `cond` or `body` is not callable, or a dtype changes.
        ValueError: if there are no loop variables, or a structure or a shape changes.

    >>> while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, 2 * x), (0, 1))
    (<tf.Tensor: shape=(), dtype=int32, numpy=3>, <tf.Tensor: shape=(), dtype=int32, numpy=8>)
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if not isinstance(loop_vars, (list, tuple)):
        loop_vars = (loop_vars,)
    if not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    variables = nest.map_structure(_as_variable, loop_vars)
    if current_graph() is None:
        return _run_loop(cond, body, variables, maximum_iterations)
    return _stage_loop(cond, body, variables, shape_invariants, maximum_iterations, name)


def _as_variable(value: Any) -> Any:
    return value if value is None or is_composite(value) else convert_to_tensor(value)


def _run_loop(cond: Callable[..., Any], body: Callable[..., Any], variables: Any, maximum: Any) -> Any:
    limit = None if maximum is None else int(maximum)
    count = 0
    kind = type(variables)
    while (limit is None or count < limit) and cond(*variables):
        returned = body(*variables)
        variables = nest.map_structure(_as_variable, _like_variables(returned, variables))
        if type(returned) in (list, tuple) and len(returned) == len(variables):
            kind = type(returned)
        count += 1
    # A list or a tuple, whichever the body returned last: so it is in TensorFlow, where nothing is staged.
    return kind(variables) if kind in (list, tuple) else variables


def _like_variables(results: Any, variables: Any) -> Any:
    """What the body returned, in the structure of the loop variables; a single value may come without its sequence."""
    if len(variables) == 1 and not (isinstance(results, (list, tuple)) and len(results) == 1):
        results = [results]
    if not isinstance(results, (list, tuple)):
        results = [results]
    results = type(variables)(results) if type(variables) in (list, tuple) else results
    nest.assert_same_structure(results, variables)
    return results


def _stage_loop(
    cond: Callable[..., Any], body: Callable[..., Any], variables: Any, invariants: Any, maximum: Any, name: str | None
) -> Any:
    flat = tensors_of(variables)
    shapes = _invariant_shapes(variables, flat, invariants)
    specs = [TensorSpec(shape, x.dtype) for x, shape in zip(flat, shapes, strict=True)]
    limit = None if maximum is None else convert_to_tensor(maximum, dtype=dtypes.int32)
    elements = [element_of(x) for x in flat]

    def pack(values: Sequence[Any]) -> Any:
        return packed(variables, [with_element(x, element) for x, element in zip(values, elements, strict=True)])

    def trace_step() -> Region:
        return trace_region(lambda *given: _like_variables(body(*pack(given)), variables), specs, "body")

    graph = current_graph()
    assert graph is not None
    roll_back = graph.checkpoint()
    step = trace_step()
    while (wider := _joined_with(elements, tensors_of(step.results))) != elements:
        # A variable is one list before the loop and another one after an iteration: the body takes either.
        roll_back()
        elements = wider
        step = trace_step()
    test = trace_region(lambda *given: cond(*pack(given)), specs, "cond")
    with test.graph.as_default():
        test.graph.outputs = [as_condition(test.results)]
    with step.graph.as_default():
        results = [convert_to_tensor(x) for x in tensors_of(step.results)]
    for x, result, spec in zip(flat, results, specs, strict=True):
        _check_variable(x, result, spec, invariants is not None)
    loop = LoopBuilder(test.graph, step.graph, limit)
    for x, spec, *inner in zip(flat, specs, test.operands, step.operands, strict=True):
        loop.carry(x, spec, inner)
    return pack(loop.add(results, name or "while"))


def _joined_with(elements: Sequence[Any], results: Sequence[Any]) -> list[Any]:
    return [joined_elements(element, element_of(x)) for element, x in zip(elements, results, strict=True)]


def _invariant_shapes(variables: Any, flat: Sequence[Tensor], invariants: Any) -> list[TensorShape]:
    if invariants is None:
        return [x.shape for x in flat]
    shapes: list[TensorShape] = []

    def shape_of(invariant: Any) -> TensorShape:
        return as_shape(invariant.shape if isinstance(invariant, TensorSpec) else invariant)

    given = [shape_of(i) for i in _flatten_shapes(invariants)]
    if len(given) != len(flat):
        raise ValueError(f"'shape_invariants' has {len(given)} shapes for {len(flat)} loop variables")
    for x, shape in zip(flat, given, strict=True):
        if not x.shape.is_subtype_of(shape) and not shape.is_compatible_with(x.shape):
            raise ValueError(
                f"The shape invariant specified for {_name(x)} is not compatible with the initial shape of the loop "
                f"variable. It enters the loop with shape {x.shape}, but the specified shape invariant is {shape}."
            )
        shapes.append(shape)
    return shapes


def _flatten_shapes(invariants: Any) -> list[Any]:
    """The shapes in a structure of them; a `TensorShape` is not taken apart, nor is a list of sizes."""
    if isinstance(invariants, (TensorShape, TensorSpec)) or invariants is None:
        return [invariants]
    if isinstance(invariants, Mapping):
        return [shape for key in sorted(invariants) for shape in _flatten_shapes(invariants[key])]
    return [shape for item in invariants for shape in _flatten_shapes(item)]


def _check_variable(variable: Tensor, result: Tensor, spec: TensorSpec, has_invariants: bool) -> None:
    if result.dtype is not spec.dtype:
        raise TypeError(
            f"Loop var {_name(variable)} enters the loop with type {spec.dtype} but has type {result.dtype} after 1 "
            f"iteration. {_name(variable)} type should remain constant."
        )
    if result.shape.is_subtype_of(spec.shape):
        return
    if has_invariants:
        raise ValueError(
            f"Input tensor `{_name(variable)}` enters the loop with shape {spec.shape}, but has shape {result.shape} "
            "after one iteration, which is not what its shape invariant says."
        )
    raise ValueError(
        f"Input tensor `{_name(variable)}` enters the loop with shape {spec.shape}, but has shape {result.shape} after "
        "one iteration. To allow the shape to vary across iterations, use the `shape_invariants` argument of "
        "tf.while_loop to specify a less-specific shape."
    )


def _name(tensor: Tensor) -> str:
    return tensor.name if isinstance(tensor, SymbolicTensor) else repr(tensor)


def _branches(branch_fns: Any) -> list[Callable[[], Any]]:
    if isinstance(branch_fns, Mapping):
        branch_fns = list(branch_fns.items())
    functions = list(branch_fns)
    if functions and all(isinstance(pair, tuple) and len(pair) == 2 for pair in functions):
        keys = sorted(key for key, _ in functions)
        if keys != list(range(len(functions))):
            found = ",".join(map(str, keys))
            raise ValueError(
                f"branch indices (keys) must form contiguous range of [0 to {len(functions)}) but found {{{found}}}"
            )
        functions = [function for _, function in sorted(functions, key=lambda pair: pair[0])]
    if not functions:
        raise ValueError("Must specify at least one branch function.")
    for i, function in enumerate(functions):
        if not callable(function):
            raise TypeError(f"branch {i} of 'branch_fns' must be callable, got {function}")
    return functions


def _finish_branches(traced: Sequence[Region], construct: str, roles: Sequence[str]) -> list[TensorSpec]:
    """Sets the outputs of branches, and returns the types that fit all of them.

    Raises:
        TypeError, ValueError: if structures or dtypes differ.
    """
    first = traced[0]
    for region, role in zip(traced, roles, strict=True):
        _check_same_structure(first.results, region.results, construct, (roles[0], role))
        with region.graph.as_default():
            region.graph.outputs = [_branch_output(x, role) for x in tensors_of(region.results)]
    types = []
    for position, outputs in enumerate(zip(*[region.graph.outputs for region in traced], strict=True)):
        for other, role in zip(outputs[1:], roles[1:], strict=True):
            if other.dtype is not outputs[0].dtype:
                raise TypeError(
                    f"{roles[0]} and {role} arguments to tf.{construct} must have the same number, type, and overall "
                    f"structure of return values.\n\n{roles[0]} output: {first.results}\n{role} output: "
                    f"{traced[-1].results}\n\nError details:\n{outputs[0]} and {other} (output {position}) have "
                    f"different types"
                )
        types.append(TensorSpec(joined_shape([x.shape for x in outputs]), outputs[0].dtype))
    return types


def _packed_branches(traced: Sequence[Region], values: Sequence[Any]) -> Any:
    """The outputs of a conditional, in the structure of the results of its branches."""
    elements = [element_of(x) for x in traced[0].graph.outputs]
    for region in traced[1:]:
        elements = _joined_with(elements, region.graph.outputs)
    return packed(traced[0].results, [with_element(x, e) for x, e in zip(values, elements, strict=True)])


def _check_same_structure(first: Any, other: Any, construct: str, roles: tuple[str, str]) -> None:
    try:
        nest.assert_same_structure(first, other)
        missing = [(a is None) != (b is None) for a, b in zip(nest.flatten(first), nest.flatten(other), strict=True)]
        if any(missing):
            raise ValueError("one returns None where the other returns a value")
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"{roles[0]} and {roles[1]} arguments to tf.{construct} must have the same number, type, and overall "
            f"structure of return values.\n\n{roles[0]} output: {first}\n{roles[1]} output: {other}\n\n"
            f"Error details:\n{error}"
        ) from None


def _branch_output(value: Any, role: str) -> Tensor:
    try:
        return convert_to_tensor(value)
    except (TypeError, ValueError):
        raise TypeError(f"{role} must return tensors, or what converts to them; it returned {value!r}") from None


def as_condition(value: Any) -> Tensor:
    """`value` as a bool tensor: true where Python would have it true.

    Raises:
        ValueError: if it is known to have more than one element.
    """
    tensor = convert_to_tensor(value)
    size = tensor.shape.num_elements()
    if size is not None and size != 1:
        raise ValueError(
            f"a condition must be a single value, but {_name(tensor)} has shape {tensor.shape}; use tf.reduce_any or "
            "tf.reduce_all"
        )
    if tensor.dtype is dtypes.bool:
        return tensor
    return logic.not_equal(tensor, b"" if tensor.dtype is dtypes.string else 0)
