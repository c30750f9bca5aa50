"""JAX: staged values are tracers, regions are jaxprs, control flow is `lax.cond`, `lax.while_loop` and `lax.fori_loop`.

Loaded when JAX has been imported and a value may be JAX's. A branch or body is traced by `jax.make_jaxpr`; the jaxpr,
once its types are settled, is what the primitive evaluates, so the user's Python runs once.
"""

from __future__ import annotations

import builtins as python
import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.core import is_concrete, trace_state_clean  # JAX has no public name for "is something being traced?"

from autograph.staging import UNBOUND, Carried, Iteration, NeedsValue, Output, register

_NUMBERS = (bool, int, float, complex)


@dataclass(frozen=True, slots=True)
class ArrayType:
    """The type of a staged value; weak ones come from Python numbers and give way to others."""

    shape: tuple[int, ...]
    dtype: np.dtype
    weak: bool


class Region:
    """A traced closure: the jaxpr of those of its results that are arrays."""

    def __init__(self, jaxpr: Any, results: list[Any]):
        self.jaxpr = jaxpr
        self.results = results
        #: How many of the results are its own.
        self.count = len(results)

    def add(self, value: Any) -> int:
        """Adds a value of the surrounding program to the results; returns its position."""
        self.results.append(value)
        return len(self.results) - 1

    def run(self, *operands: Any) -> list[Any]:
        """Its results, its arrays computed from other operands."""
        outputs = iter(jax.core.eval_jaxpr(self.jaxpr.jaxpr, self.jaxpr.consts, *operands))
        own = self.results[: self.count]
        results = [next(outputs) if isinstance(result, jax.core.Tracer) else result for result in own]
        return results + self.results[self.count :]


@dataclass(frozen=True, slots=True)
class StagedRange:
    """`range` with a bound that is traced."""

    start: Any
    stop: Any
    step: Any

    @classmethod
    def of(cls, *bounds: Any) -> StagedRange:
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        return cls(*(operator.index(b) if isinstance(b, int) else b for b in (start, stop, step)))

    @property
    def count(self) -> Any:
        return jnp.maximum(0, -((self.start - self.stop) // self.step))

    @property
    def element_types(self) -> Sequence[ArrayType]:
        return [ArrayType((), jnp.result_type(int), True)]

    def element(self, operands: Sequence[Any]) -> Any:
        return operands[0]

    def at(self, index: Any) -> Any:
        return self.start + index * self.step


@dataclass(frozen=True, slots=True)
class Rows:
    """A traced array, looped over along its first axis."""

    array: Any

    @property
    def count(self) -> Any:
        return self.array.shape[0]

    @property
    def element_types(self) -> Sequence[ArrayType]:
        return [ArrayType(self.array.shape[1:], self.array.dtype, False)]

    def element(self, operands: Sequence[Any]) -> Any:
        return operands[0]

    def at(self, index: Any) -> Any:
        return lax.dynamic_index_in_dim(self.array, index, keepdims=False)


def _stored(array: Any, key: Any, value: Any) -> Any:
    """The array with a value in place of some items; a mask of traced bools is a choice, item by item."""
    array = jnp.asarray(array)
    if isinstance(key, jax.Array) and key.dtype == bool and not is_concrete(key):
        mask = key.reshape(key.shape + (1,) * (array.ndim - key.ndim))
        return jnp.where(mask, jnp.asarray(value, array.dtype), array)
    return array.at[key].set(value)


def _elements(iterable: Any) -> Any:
    if isinstance(iterable, StagedRange):
        raise TypeError("the number of elements is known only when the program runs")
    return iter(iterable)


class JaxBackend:
    """The adapter; its methods are described in `autograph.staging`."""

    name = "jax"
    staged_types: tuple[type, ...] = (jax.core.Tracer, StagedRange)

    def is_tracing(self) -> bool:
        return not trace_state_clean()

    def is_staged(self, value: Any) -> bool:
        return isinstance(value, StagedRange) or not is_concrete(value)

    def type_of(self, value: Any) -> ArrayType | None:
        if isinstance(value, _NUMBERS):
            return ArrayType((), jnp.result_type(type(value)), not isinstance(value, bool))
        if not isinstance(value, (jax.Array, np.ndarray, np.generic)):
            return None
        aval = jax.typeof(value)
        return ArrayType(aval.shape, aval.dtype, aval.weak_type)

    def join(self, left: ArrayType, right: ArrayType) -> ArrayType | None:
        if left.shape != right.shape:
            return None
        if left.dtype == right.dtype:
            return ArrayType(left.shape, left.dtype, left.weak and right.weak)
        if not (left.weak or right.weak):
            return None
        avals = [jax.ShapeDtypeStruct((), t.dtype, weak_type=t.weak) for t in (left, right)]
        return ArrayType(left.shape, jnp.result_type(*avals), left.weak and right.weak)

    def with_shape(self, type_: ArrayType, shape: Any) -> ArrayType:
        if tuple(shape) != type_.shape:
            raise ValueError(f"a JAX array of shape {type_.shape} keeps it through a loop; it cannot have {shape}")
        return type_

    def describe(self, type_: ArrayType) -> str:
        return f"{type_.dtype.name} of shape {type_.shape}"

    def trace(self, function: Callable[..., Sequence[Any]], operands: Sequence[Any], label: str) -> Region:
        results: list[Any] = []

        def staged(*given: Any) -> list[Any]:
            results[:] = function(*given)
            return [result for result in results if isinstance(result, jax.core.Tracer)]

        specs = [jax.ShapeDtypeStruct(t.shape, t.dtype, weak_type=t.weak) for t in operands]
        return Region(jax.make_jaxpr(staged)(*specs), results)

    def checkpoint(self) -> Callable[[], None]:
        return lambda: None  # what nothing uses, JAX drops when it lowers

    def emit_if(self, condition: Any, then: Region, orelse: Region, outputs: Sequence[Output]) -> list[Any]:
        def branch(region: Region, places: Sequence[int | None]) -> Callable[[], list[Any]]:
            def run() -> list[Any]:
                results = region.run()
                return [
                    _zeros(output.type) if place is None else _cast(results[place], output.type)
                    for place, output in zip(places, outputs, strict=True)
                ]

            return run

        return lax.cond(
            _as_bool(condition),
            branch(then, [output.then for output in outputs]),
            branch(orelse, [output.orelse for output in outputs]),
        )

    def emit_while(
        self, test: Region, body: Region, carried: Sequence[Carried], options: Mapping[str, Any]
    ) -> list[Any]:
        limit = options.get("maximum_iterations")
        _require_values(carried)

        def going_on(state: tuple[Any, list[Any]]) -> Any:
            count, values = state
            holds = _as_bool(test.run(*_operands(carried, values))[0])
            return holds if limit is None else jnp.logical_and(count < limit, holds)

        def step(state: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
            count, values = state
            return count + 1, _results(body, carried, _operands(carried, values))

        return lax.while_loop(going_on, step, (0, _initial(carried)))[1]

    def iteration(self, iterable: Any) -> Iteration:
        if isinstance(iterable, StagedRange):
            return iterable
        if iterable.ndim == 0:
            raise TypeError("a traced array of shape () cannot be looped over")
        return Rows(iterable)

    def emit_for(
        self,
        iteration: Any,
        test: Region | None,
        body: Region,
        carried: Sequence[Carried],
        options: Mapping[str, Any],
    ) -> list[Any]:
        count = iteration.count
        limit = options.get("maximum_iterations")
        if limit is not None:
            count = jnp.minimum(count, limit)
        element_type = iteration.element_types[0]
        if test is not None or not (isinstance(count, int) and count > 0):
            _require_values(carried)

        def step(index: Any, values: list[Any]) -> list[Any]:
            element = _cast(iteration.at(index), element_type)
            return _results(body, carried, [element, *_operands(carried, values)])

        if test is None:
            return lax.fori_loop(0, count, step, _initial(carried))

        def going_on(state: tuple[Any, list[Any]]) -> Any:
            index, values = state
            return jnp.logical_and(index < count, _as_bool(test.run(*_operands(carried, values))[0]))

        def advance(state: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
            index, values = state
            return index + 1, step(index, values)

        return lax.while_loop(going_on, advance, (0, _initial(carried)))[1]

    def growing_list(self, elements: Sequence[Any], type_: ArrayType) -> Any:
        return None  # the shapes of JAX arrays are fixed

    def logical_not(self, value: Any) -> Any:
        return jnp.logical_not(value)

    def stage_raise(self, error: Exception) -> bool:
        return False

    def assert_(self, condition: Any, message: Callable[[], Any]) -> None:
        text = str(message()) or "assertion failed"

        def check(holds: Any) -> None:
            if not holds:
                raise AssertionError(text)

        jax.debug.callback(check, condition)

    builtins: Mapping[Callable[..., Any], Callable[..., Any]] = {
        python.range: StagedRange.of,
        python.len: lambda array: array.shape[0],
        python.iter: _elements,
        operator.setitem: _stored,
        python.sorted: lambda x, reverse=False: jnp.flip(jnp.sort(x)) if reverse else jnp.sort(x),
        python.abs: jnp.abs,
        python.int: lambda x: jnp.asarray(x).astype(jnp.result_type(int)),
        python.float: lambda x: jnp.asarray(x).astype(jnp.result_type(float)),
        python.bool: lambda x: jnp.asarray(x).astype(bool),
        python.round: lambda x, digits=0: jnp.round(x, digits),
        python.pow: jnp.power,
        python.divmod: jnp.divmod,
        python.min: lambda *x: jnp.min(x[0]) if len(x) == 1 else functools.reduce(jnp.minimum, x),
        python.max: lambda *x: jnp.max(x[0]) if len(x) == 1 else functools.reduce(jnp.maximum, x),
        python.sum: lambda x, start=0: jnp.sum(x, axis=0) + start,
        python.any: jnp.any,
        python.all: jnp.all,
    }


def _as_bool(value: Any) -> Any:
    value = jnp.asarray(value)
    return value if value.dtype == bool else value != 0


def _cast(value: Any, type_: ArrayType) -> Any:
    return jnp.asarray(value, type_.dtype)  # never weakly typed, so that what is carried has one type throughout


def _zeros(type_: ArrayType) -> Any:
    return _cast(jnp.zeros(type_.shape, type_.dtype), type_)


def _initial(carried: Sequence[Carried]) -> list[Any]:
    return [_zeros(c.type) if c.operand is None else _cast(c.init, c.type) for c in carried]


def _operands(carried: Sequence[Carried], values: Sequence[Any]) -> list[Any]:
    read = [(c.operand, value) for c, value in zip(carried, values, strict=True) if c.operand is not None]
    return [value for _, value in sorted(read, key=lambda pair: pair[0])]


def _results(body: Region, carried: Sequence[Carried], operands: Sequence[Any]) -> list[Any]:
    results = body.run(*operands)
    return [_cast(results[c.result], c.type) for c in carried]


def _require_values(carried: Sequence[Carried]) -> None:
    for c in carried:
        if c.init is UNBOUND:
            raise NeedsValue(c.name)


register(JaxBackend())
