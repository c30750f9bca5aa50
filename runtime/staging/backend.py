"""The runtime as a backend of converted code: regions are graphs, conditionals and loops are nodes.

See `autograph.staging` for what each method is for.
"""

from __future__ import annotations

import functools
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from types import FrameType
from typing import Any

import numpy as np

from autograph.operators import effect_errors, value_errors
from autograph.operators.choices import Choice, as_number, constant, is_numeric
from autograph.operators.effects import is_logging
from autograph.operators.instances import Instance
from autograph.operators.optionals import as_array
from autograph.operators.returning import Returned, are_returned, components
from autograph.operators.structures import Optional
from autograph.staging import (
    UNBOUND,
    UNSET,
    Carried,
    Composite,
    Flat,
    Iteration,
    Left,
    Output,
    StagedError,
    register,
    register_composite,
)
from runtime.core import dtypes
from runtime.core.composites import packed, tensors_of
from runtime.core.dtypes import DType
from runtime.core.shapes import SCALAR, TensorShape
from runtime.execute.failures import RaisedByProgram
from runtime.ir import regions
from runtime.ir.graph import PLACEHOLDER, current_graph
from runtime.ir.regions import LoopBuilder, Region, trace_region
from runtime.ir.schema import CHECK, VIEW, Effect, Op, declare, no_gradient
from runtime.ir.static_value import constant_value
from runtime.ir.value_types import ValueType, joined
from runtime.ir.values import (
    EagerTensor,
    SymbolicTensor,
    Tensor,
    element_of,
    is_tensor,
    is_weak,
    numpys,
    of_numpy,
    weak,
    with_element,
)
from runtime.library import (
    array_methods,  # noqa: F401 - installs them
    creation,
    elementwise,
    logic,
    shaping,
)
from runtime.library.control_flow import as_condition
from runtime.library.iteration import StagedIterable, all_of, iteration_of
from runtime.ops.indexing import GATHER
from runtime.ops.shape_rules import nothing, same
from runtime.staging import staged_list
from runtime.staging.exits import Exit, move_behind_exits
from runtime.staging.staged_builtins import BUILTINS
from runtime.state.tensor_list import TensorList
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply

_PYTHON_TYPES: dict[type, DType] = {
    bool: dtypes.bool, int: dtypes.int32, float: dtypes.float32, complex: dtypes.complex128,
    str: dtypes.string, bytes: dtypes.string,
}  # fmt: skip


class RuntimeBackend:
    """Python control flow over symbolic tensors becomes control flow of the graph that is being built."""

    name = "runtime"
    staged_types: tuple[type, ...] = (Tensor, StagedIterable)
    can_raise = True
    traces_functions = True
    unrepeatable = 0
    builtins: Mapping[Callable[..., Any], Callable[..., Any]] = BUILTINS

    def is_tracing(self) -> bool:
        return current_graph() is not None

    def is_staged(self, value: Any) -> bool:
        if isinstance(value, StagedIterable):
            return value.__is_staged__()
        # An eager tensor is known for what its operators are (`x[i] = v`), and has its value.
        return not isinstance(value, EagerTensor)

    # -- types -------------------------------------------------------------------------------------------------------

    def is_ended(self, value: Any) -> bool:
        graph = current_graph()
        while graph is not None and graph is not getattr(value, "graph", None):
            graph = graph.parent
        return isinstance(value, SymbolicTensor) and graph is None

    def uses_ended(self) -> bool:
        return False

    def type_of(self, value: Any) -> ValueType | None:
        kind = type(value)
        dtype = _PYTHON_TYPES.get(kind)
        if kind is int and not dtypes.int32.min <= value <= dtypes.int32.max:
            is_known = dtypes.int64.min <= value <= dtypes.int64.max
            return ValueType(dtypes.int64, SCALAR) if is_known else None
        if dtype is not None:
            return ValueType(dtype, SCALAR, kind is int or kind is float)
        if isinstance(value, (np.ndarray, np.generic)):
            return ValueType(dtypes.from_numpy(value.dtype), TensorShape(value.shape), of_numpy=numpys(value))
        if is_tensor(value) and isinstance(getattr(value, "shape", None), TensorShape):
            return ValueType(value.dtype, value.shape, is_weak(value), numpys(value), element_of(value))
        return None

    def join(self, left: ValueType, right: ValueType) -> ValueType | None:
        return joined(left, right)

    def with_shape(self, type_: ValueType, shape: Any) -> ValueType:
        shape = TensorShape(shape)
        if not shape.is_compatible_with(type_.shape):
            raise ValueError(
                f"the shape invariant {shape} does not admit the shape {type_.shape} the variable starts with"
            )
        return ValueType(type_.dtype, shape, of_numpy=type_.of_numpy, element=type_.element)

    def viewed(self, value: Any) -> Sequence[Any]:
        if not isinstance(value, SymbolicTensor):
            return ()
        if value.node.op is PLACEHOLDER:
            return [outer for outer, inner in value.node.graph.captures if inner is value]
        is_row = value.node.op is GATHER and value.node.inputs[1].shape.rank == 0
        return value.node.inputs[:1] if is_row or VIEW in value.node.op.tags else ()

    def describe(self, type_: ValueType) -> str:
        shape = "unknown shape" if type_.shape.rank is None else f"shape {type_.shape}"
        return f"{type_.dtype.name} of {shape}"

    # -- regions -----------------------------------------------------------------------------------------------------

    def trace(self, function: Callable[..., Sequence[Any]], operands: Sequence[ValueType | None], label: str) -> Region:
        given = [type_ for type_ in operands if type_ is not None]

        exits: list[Left] = []

        def run(*placeholders: Any) -> list[Any]:
            graph = current_graph()
            assert graph is not None
            graph.exits = []
            values = iter([_as_typed(x, type_) for x, type_ in zip(placeholders, given, strict=True)])
            results = list(function(*[None if type_ is None else next(values) for type_ in operands]))
            if graph.exits:
                exits[:] = _exits_among(results, graph.exits)
                results = _behind_exits(results, graph)
            graph.exits = None
            return results

        region = trace_region(run, [type_.spec for type_ in given], label)
        self.unrepeatable += any(_is_unrepeatable(node.op) for node in region.graph.nodes if not node.regions)
        region.exits = exits
        placeholders = iter([x.node.outputs[0] for x in region.operands])
        region.operands = [None if type_ is None else next(placeholders) for type_ in operands]
        return region

    def exit_if(self, condition: Any, values: Sequence[Any], what: Any) -> bool:
        graph = current_graph()
        if graph is None or graph.exits is None:
            return False
        condition = graph.capture(as_condition(convert_to_tensor(condition)))
        graph.exits.append(Exit(len(graph.nodes), condition, values, what))
        return True

    def emit_block(self, region: Region) -> list[Any]:
        # A conditional that is always true: what records derivatives knows of it.
        graph = region.graph
        own = [k for k, x in enumerate(region.results) if isinstance(x, SymbolicTensor) and x.node.graph is graph]
        types = [self.type_of(region.results[k]) for k in own]
        other = trace_region(list, [], "never")
        outputs = [Output(k, None, type_, "") for k, type_ in zip(own, types, strict=True)]
        values = list(region.results)
        for k, value in zip(own, self.emit_if(convert_to_tensor(True), region, other, outputs), strict=True):
            values[k] = value
        return values

    def program(self, region: Region) -> str:
        results = [str(getattr(result, "name", result)) for result in region.results]
        return "\n".join([str(region.graph), *results])

    def checkpoint(self) -> Callable[[], None]:
        graph = current_graph()
        return graph.checkpoint() if graph is not None else lambda: None

    # -- conditionals ------------------------------------------------------------------------------------------------

    def emit_if(self, condition: Any, then: Region, orelse: Region, outputs: Sequence[Output]) -> list[Any]:
        self._check_condition(condition)
        types = [output.type for output in outputs]
        for region, places in ((then, [o.then for o in outputs]), (orelse, [o.orelse for o in outputs])):
            with region.graph.as_default():
                region.graph.outputs = [
                    _zeros(type_) if place is None else _cast(region.results[place], type_)
                    for place, type_ in zip(places, types, strict=True)
                ]
        # A zero that stood in for an unset value takes the shape of what is there.
        values = regions.add_conditional(
            as_condition(condition), then.graph, orelse.graph, [type_.spec for type_ in types]
        )
        return [_as_typed(value, type_) for value, type_ in zip(values, types, strict=True)]

    def _check_condition(self, condition: Any) -> None:
        size = condition.shape.num_elements()
        if size is not None and size != 1:
            value_errors.condition_not_scalar(self, ValueType(condition.dtype, condition.shape))

    # -- loops -------------------------------------------------------------------------------------------------------

    def emit_while(
        self, test: Region, body: Region, carried: Sequence[Carried], options: Mapping[str, Any]
    ) -> list[Any]:
        limit = options.get("maximum_iterations")
        if limit is not None:
            limit = convert_to_tensor(limit, dtype=dtypes.int32)
        return self._emit_loop(test, body, body.operands, carried, options, limit, None)

    def iteration(self, iterable: Any) -> Iteration:
        return iteration_of(iterable)

    def numbered(self, iterable: Any) -> tuple[Any, Callable[[Any], Any]] | None:
        found = iteration_of(iterable)
        if found.asks:
            return None
        count = constant_value(convert_to_tensor(found.count()))
        return (
            weak(elementwise.maximum(found.count(), 0)) if count is None else max(int(count), 0),
            lambda number: found.element([convert_to_tensor(number)]),
        )

    def emit_for(
        self,
        iteration: Any,
        test: Region | None,
        body: Region,
        carried: Sequence[Carried],
        options: Mapping[str, Any],
    ) -> list[Any]:
        limit = iteration.count()
        most = options.get("maximum_iterations")
        if most is not None:
            limit = most if limit is None else elementwise.minimum(limit, most)
        if limit is None and iteration.element_types:
            limit = dtypes.int32.max  # the elements are numbered
        if limit is not None:
            limit = convert_to_tensor(limit, dtype=dtypes.int32)
        if iteration.asks:
            test = _asking(iteration, test, carried)
        counter, *operands = body.operands if iteration.element_types else (None, *body.operands)
        return self._emit_loop(test, body, operands, carried, options, limit, counter)

    def _emit_loop(
        self,
        test: Region | None,
        body: Region,
        operands: Sequence[Any],
        carried: Sequence[Carried],
        options: Mapping[str, Any],
        limit: Any,
        counter: Any,
    ) -> list[Any]:
        """A loop of at most `limit` iterations, if that is not None; the body may have a counter of them."""
        graph = current_graph()
        assert graph is not None
        if test is not None:
            with test.graph.as_default():
                going_on = convert_to_tensor(test.results[0])
                self._check_condition(going_on)
                test.graph.outputs = [as_condition(going_on)]
        loop = LoopBuilder(None if test is None else test.graph, body.graph, limit, counter)
        tested = [None] * len(operands) if test is None else test.operands
        for c in carried:
            initial = _zeros(c.type) if c.init is UNBOUND or c.init is UNSET else _cast(c.init, c.type)
            loop.carry(initial, c.type.spec, [_operand_of(own, c) for own in (tested, operands)], c.name)
        with body.graph.as_default():
            results = [_cast(body.results[c.result], c.type) for c in carried]
        unbound = [c.name for c in carried if c.init is UNBOUND]
        if unbound:
            # Whether the loop ran is carried as well, to complain if a value is needed that only the body makes.
            ran = ValueType(dtypes.bool, SCALAR)
            loop.carry(_cast(False, ran), ran.spec, name="ran")
            with body.graph.as_default():
                results.append(_cast(True, ran))
        values = loop.add(results)
        if unbound:
            apply(REQUIRE_ITERATION, [values.pop()], {"names": tuple(unbound)})
        return [_as_typed(value, c.type) for value, c in zip(values, carried, strict=True)]

    # -- the rest ----------------------------------------------------------------------------------------------------

    def zeros(self, type_: ValueType) -> Any:
        return _as_typed(_zeros(type_), type_)

    def new_buffer(self, type_: ValueType) -> Any:
        return staged_list.new_buffer()

    def buffer_of(self, rows: Sequence[Sequence[int]], position: Any, type_: ValueType) -> Any:
        return staged_list.of_row(rows, position, type_.dtype)

    def buffer_resized(self, buffer: Any, more: int) -> Any:
        return buffer  # it grows with what is stored

    def buffer_read(self, buffer: Any, position: Any, type_: ValueType) -> Any:
        element = staged_list.read(buffer, position, type_.spec)
        return element if isinstance(element, EagerTensor) else _as_typed(element, type_)

    def buffer_written(self, buffer: Any, position: Any, value: Any, type_: ValueType) -> Any:
        return staged_list.written(buffer, position, _cast(value, type_))

    def buffer_position(self, rows: Sequence[tuple[Any, Any, ValueType]], length: Any) -> Any:
        cast = [(buffer, _cast(value, type_), type_.spec) for buffer, value, type_ in rows]
        return staged_list.position_of(cast, length)

    def buffer_part(self, buffer: Any, start: Any, step: Any, count: Any) -> Any:
        return staged_list.part(buffer, start, step, count)

    def buffer_joined(self, buffer: Any, length: Any, other: Any, count: Any) -> Any:
        return staged_list.joined(buffer, length, other, count)

    def buffer_differs(self, buffer: Any, place: Any, other: Any, length: Any, type_: ValueType) -> Any:
        return staged_list.first_unlike(buffer, place, other, length, type_.spec)

    def residue(self, operation: Callable[[Any, Any], Any], left: Any, right: Any, modulus: Any) -> Any:
        operands = [_as_wide(value, modulus) for value in (left, right)]
        found = operation(*operands) % _as_wide(modulus, modulus)
        is_wide = any(getattr(value, "dtype", None) is dtypes.int64 for value in (left, right))
        return found if is_wide else shaping.cast(found, dtypes.int32)

    def digits(self, number: Any, base: int, room: int) -> tuple[Any, Any]:
        return staged_list.digits(convert_to_tensor(number), base, room)

    def buffer_cast(self, buffer: Any, type_: ValueType, wider: ValueType) -> Any:
        return buffer if type_.dtype is wider.dtype else staged_list.as_dtype(buffer, type_.spec, wider.dtype)

    def buffer_filled(self, buffer: Any, type_: ValueType, value: Any, other: ValueType) -> Any:
        return staged_list.filled(buffer, type_.spec, _cast(value, other))

    def computed(
        self, function: Callable[..., Sequence[Any]], operands: Sequence[Any], results: Sequence[type], room: int = 0
    ) -> tuple[Any, ...]:
        found = staged_list.computed(function, operands, results)
        return tuple([weak(value) if type_ is float else value for value, type_ in zip(found, results, strict=True)])

    def buffer_type(self, buffer: Any) -> ValueType | None:
        return self.type_of(buffer)

    def buffer_room(self, type_: ValueType) -> int | None:
        return None

    def buffer_with_room(self, type_: ValueType, room: int) -> ValueType:
        return type_

    def logical_not(self, value: Any) -> Any:
        # As TensorFlow has it, `not` of a tensor of truth values is a tensor of the same shape.
        return logic.logical_not(value if getattr(value, "dtype", None) is dtypes.bool else as_condition(value))

    def flattening(self, caller: FrameType | None) -> Callable[[Any], Flat] | None:
        return _flattened if are_returned() else None  # the program raises itself otherwise

    def can_return(self, value: Any) -> bool:
        kind = type(value)
        if issubclass(kind, (tuple, list, dict)):
            # Another list or dict of the class is made of its items: not where `__init__` takes something else.
            return issubclass(kind, tuple) or getattr(kind.__init__, "__module__", "builtins") in _CONTAINER_MODULES
        return kind in _TAKEN_FOR_TENSORS or hasattr(kind, "__tf_tensor__") or hasattr(kind, "__dataclass_fields__")

    def object_result(self, value: Any, is_chosen: bool) -> Any:
        return Instance.of(value) if is_chosen else value

    def stage_raise(self, error: StagedError) -> None:
        apply(RAISE, error.operands, {"error": error})

    def require(self, condition: Any, error: StagedError, in_each: bool = True) -> None:
        apply(REQUIRE, [as_condition(condition), *error.operands], {"error": error})


def _flattened(value: Any) -> Flat:
    return tensors_of(value), functools.partial(packed, value)


def _returned(like: Returned, tensors: Sequence[Any]) -> Any:
    """What a program returned or raises; in one that is being traced, the same that does."""
    parts = components(like)
    ends = [*accumulate(len(tensors_of(part)) for part in parts)]
    result = len(parts) - len(like.all_stores) - 1

    def part(number: int) -> Any:
        end = ends[number]
        made = packed(parts[number], tensors[end - len(tensors_of(parts[number])) : end])
        return made.numpy()[()] if isinstance(made, EagerTensor) and number < result else made

    if not like.backend.is_tracing():
        return like.outcome(part)
    if like.all_stores and not is_logging():
        effect_errors.left_behind(like.all_stores[0].locations[0])
    return like.with_components([part(number) for number in range(len(parts))]).staged()


register_composite(Returned, Composite(lambda value: tensors_of(components(value)), _returned))

#: Classes of Python's library of whose objects tensors are made.
_TAKEN_FOR_TENSORS = frozenset({array, bytearray, bytes, deque, range})

_CONTAINER_MODULES = frozenset({"builtins", "collections"})


def _is_unrepeatable(op: Op) -> bool:
    """Whether an operation, done again, may do or give something else."""
    if Effect.OUTPUT in op.effects:
        return CHECK not in op.tags
    return bool(op.effects & (Effect.WRITE | Effect.RANDOM))


def _asking(iteration: Any, test: Region | None, carried: Sequence[Carried]) -> Region:
    """The test that goes on as long as `test` does, and the iteration has more elements."""
    if test is None:
        specs = [c.type.spec for c in carried if c.operand is not None]
        return trace_region(lambda *_: [iteration.more()], specs, "cond")
    with test.graph.as_default():
        going_on = as_condition(test.results[0])
        test.results = [all_of([lambda: going_on, iteration.more])]
    return test


def _require_iteration(ran: Any, names: tuple[str, ...]) -> tuple[()]:
    if not ran:
        error = ValueError(
            f"loop must iterate at least once to initialize {', '.join(names)}: nothing else assigns a value, and it "
            "ran no iteration [AG018]"
        )
        error.code = "AG018"  # type: ignore[attr-defined]
        raise error
    return ()


REQUIRE_ITERATION = declare(
    "RequireIteration",
    "ran: bool; names: any ->",
    _require_iteration,
    infer=lambda ran, names: [],
    effects=Effect.OUTPUT,
    tags=CHECK,
)


def _require(holds: Any, *values: Any, error: StagedError) -> tuple[()]:
    if not holds:
        _raise(*values, error=error)
    return ()


REQUIRE = declare(
    "Require",
    "holds: bool, values: *; error: any ->",
    _require,
    shapes=nothing,
    effects=Effect.OUTPUT,
    tags=CHECK,
    gradient=no_gradient,
)


def _raise(*values: Any, error: StagedError) -> tuple[()]:
    as_tensor: Any = EagerTensor
    raise RaisedByProgram(error.filled([as_tensor(v) if isinstance(v, TensorList) else v for v in values]))


RAISE = declare(
    "Raise", "values: *; error: any ->", _raise, shapes=nothing, effects=Effect.OUTPUT, tags=CHECK, gradient=no_gradient
)


def _exits_among(results: list[Any], exits: Sequence[Exit]) -> list[Left]:
    """Adds what the exits of a region have to say to its results; returns where it is."""
    found = []
    for exit_ in exits:
        flag = len(results)
        results += [exit_.condition, *exit_.values]
        found.append(Left(flag, range(flag + 1, len(results)), exit_.what))
    return found


def _behind_exits(results: list[Any], graph: Any) -> list[Any]:
    """What the results of a region are once what follows its exits is behind them."""
    moved = move_behind_exits(graph, results, lambda spec: _zeros(ValueType(spec.dtype, spec.shape)))
    return [_like(old, new) if new is not old else new for old, new in zip(results, moved, strict=True)]


def _like(old: Any, new: Any) -> Any:
    """A tensor that comes from where another does."""
    new = with_element(new, element_of(old))
    return weak(new) if is_weak(old) else of_numpy(new, numpys(old))


def _operand_of(operands: Sequence[Any], carried: Carried) -> Any:
    """The placeholder of a carried value in a region of these operands, named after it; None if it is not read."""
    operand = None if carried.operand is None else operands[carried.operand]
    if operand is not None:
        operand.graph.rename(operand.node, carried.name)
    return operand


def _as_typed(tensor: Any, type_: ValueType) -> Any:
    """A tensor, as one of a type that says where it comes from."""
    tensor = with_element(tensor, type_.element)
    return weak(tensor) if type_.weak else of_numpy(tensor, type_.of_numpy)


def _cast(value: Any, type_: ValueType) -> Tensor:
    """`value`, whose type joined to `type_`, as a tensor of it."""
    if isinstance(value, Tensor) or is_tensor(value):
        tensor = convert_to_tensor(value)
        return tensor if tensor.dtype is type_.dtype else shaping.cast(tensor, type_.dtype)
    return convert_to_tensor(value, dtype=type_.dtype)


def _as_wide(value: Any, modulus: Any) -> Tensor:
    """An integer as one of 64 bits, of one that has as many already the remainder."""
    if type(value) is int:
        return convert_to_tensor(value % modulus if type(modulus) is int and value > modulus else value, dtypes.int64)
    tensor = convert_to_tensor(value)
    return (
        tensor % shaping.cast(modulus, dtypes.int64)
        if tensor.dtype is dtypes.int64
        else shaping.cast(tensor, dtypes.int64)
    )


def _zeros(type_: ValueType) -> Tensor:
    """Any value of the type: what stands in for one that is never read."""
    if type_.dtype is dtypes.variant:
        return staged_list.new_buffer()
    dims = type_.shape.dims or []
    return creation.zeros([d or 0 for d in dims], type_.dtype)


def _as_tensor(optional: Optional, dtype: Any = None, name: str | None = None) -> Tensor:
    return convert_to_tensor(as_array(optional), dtype, name=name)


def _string(number: Any) -> bytes:
    return str(constant(int(number))).encode()


CONSTANT = declare("Constant", "number: int32 -> string", _string, shapes=same, gradient=no_gradient)


def _of_constants(choice: Choice, dtype: Any = None, name: str | None = None) -> Tensor:
    if is_numeric(choice):
        return convert_to_tensor(as_number(choice), dtype, name=name)
    return apply(CONSTANT, (convert_to_tensor(choice.number, dtypes.int32),), name=name)


register(RuntimeBackend())
Choice.__tf_tensor__ = _of_constants  # type: ignore[attr-defined]
Optional.__tf_tensor__ = _as_tensor  # type: ignore[attr-defined]
