"""JAX: staged values are tracers, regions are jaxprs, control flow is `lax.cond`, `lax.while_loop` and `lax.fori_loop`.

Loaded when JAX has been imported and a value may be JAX's. A branch or body is traced by `jax.make_jaxpr`; the jaxpr,
once its types are settled, is what the primitive evaluates, so the user's Python runs once.
"""

from __future__ import annotations

import builtins as python
import enum
import functools
import math
import numbers
import operator
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

# JAX has no public names for what hides frames, "is something being traced?", "by what?" and what a trace is of.
from jax._src import traceback_util
from jax._src.api_util import debug_info
from jax._src.core import is_concrete, to_concrete_value, trace_ctx, trace_state_clean
from jax._src.interpreters.partial_eval import DynamicJaxprTrace, trace_to_jaxpr_dynamic
from jax.core import ShapedArray
from jax.experimental import checkify
from jax.extend.core import ClosedJaxpr
from jax.extend.linear_util import wrap_init

from autograph.backends import jax_bools, jax_checks
from autograph.backends.jax_exits import Mark, evaluated, mark_exit, mark_results
from autograph.backends.jax_iterables import (
    ArrayType,
    Iterable,
    StagedRange,
    backwards,
    enumerated,
    first_and_rest,
    iterable_of,
    mapped,
    zipped,
)
from autograph.backends.jax_numpy import FUNCTIONS as OF_NUMPY
from autograph.backends.jax_requirements import Failing, required
from autograph.backends.jax_reverse import irreversible
from autograph.backends.jax_selects import is_cheap, is_small, selected, zeros
from autograph.operators import (
    call_errors,
    dicts,
    effect_errors,
    lists,
    loop_errors,
    returning,
    row_results,
    strings,
    tables,
    value_errors,
)
from autograph.operators.choices import Choice, constant
from autograph.operators.comparisons import in_range
from autograph.operators.dicts import StagedDict
from autograph.operators.effects import is_logging, logs, stands_for
from autograph.operators.either import Either, Option
from autograph.operators.either import components as eithers
from autograph.operators.exits import can_leave
from autograph.operators.frames import receiving_package
from autograph.operators.instances import Instance
from autograph.operators.lists import StagedList
from autograph.operators.locations import attributes_of
from autograph.operators.mathematics import ELEMENTARY, round_integer
from autograph.operators.optionals import as_array
from autograph.operators.proxies import Proxy
from autograph.operators.raising import require
from autograph.operators.returning import Returned
from autograph.operators.row_results import WithRows
from autograph.operators.strings import String
from autograph.operators.structures import Optional
from autograph.operators.tables import Table
from autograph.operators.text import Text, components, with_components
from autograph.staging import (
    UNBOUND,
    Carried,
    Flat,
    Iteration,
    Left,
    NeedsValue,
    Output,
    StagedError,
    register,
)
from autograph.weak import WeakSet

_NUMBERS = (bool, int, float, complex)


#: Primitives whose result NumPy makes a view of their first operand.
_VIEWS = frozenset({
    "slice", "dynamic_slice", "squeeze", "expand_dims", "reshape", "transpose", "rev", "broadcast_in_dim",
    "dynamic_index_in_dim",
})  # fmt: skip


class Region:
    """A traced closure: the jaxpr of those of its results that are arrays."""

    def __init__(self, jaxpr: Any, results: list[Any], exits: Sequence[Left] = ()):
        self.jaxpr = jaxpr
        self.results = results
        self.exits = exits
        #: How many of the results are its own.
        self.count = len(results)

    def add(self, value: Any) -> int:
        """Adds a value of the surrounding program to the results; returns its position."""
        self.results.append(value)
        return len(self.results) - 1

    def run(self, *operands: Any) -> list[Any]:
        """Its results, its arrays computed from other operands."""
        outputs = iter(evaluated(self.jaxpr, operands))
        own = self.results[: self.count]
        results = [next(outputs) if isinstance(result, jax.core.Tracer) else result for result in own]
        return results + self.results[self.count :]


def _flattened(value: Any) -> Flat:
    leaves, structure = jax.tree_util.tree_flatten(value)
    return leaves, functools.partial(jax.tree_util.tree_unflatten, structure)


def _stored(array: Any, key: Any, value: Any) -> Any:
    """The array with a value in place of some items; a mask of traced bools is a choice, item by item."""
    array = jnp.asarray(array)
    if isinstance(key, jax.Array) and key.dtype == bool and not is_concrete(key):
        mask = key.reshape(key.shape + (1,) * (array.ndim - key.ndim))
        return jnp.where(mask, jnp.asarray(value, array.dtype), array)
    return array.at[key].set(value)


def _contains(container: Any, item: Any) -> Any:
    if isinstance(container, StagedRange):
        return in_range(item, container.start, container.stop, container.step)
    if isinstance(container, Iterable):
        raise TypeError("only a range or an array can be looked into")
    return jnp.any(container == item)


def _length(value: Any) -> Any:
    if isinstance(value, StagedRange):
        return value.length
    if isinstance(value, Iterable):
        raise TypeError("an iterator has no len()")
    if value.ndim == 0:
        raise TypeError("len() of unsized object")
    return value.shape[0]


def _keys(key: Callable[[Any], Any], array: Any) -> Any:
    """What a function makes of each row."""
    keys = jax.lax.map(key, array)
    if not isinstance(keys, jax.Array) or keys.ndim != 1:
        raise TypeError("the key of a row must be a number")
    return keys


def _sorted(x: Any, *, key: Any = None, reverse: bool = False) -> Any:
    x = _whole(x)
    keys = x if key is None else _keys(key, x)
    if keys.ndim != 1:
        raise TypeError("only an array of one dimension can be sorted")
    if jnp.iscomplexobj(keys):
        raise TypeError("'<' not supported between instances of 'complex' and 'complex'")
    if reverse:  # equal elements stay in order
        return x[x.shape[0] - 1 - jnp.flip(jnp.argsort(jnp.flip(keys), stable=True))]
    return x[jnp.argsort(keys, stable=True)]


def _whole(x: Any) -> Any:
    """A staged iterable as an array, where its length is known."""
    return jnp.stack([jnp.asarray(item) for item in x]) if isinstance(x, Iterable) else x


def _of_rows(whole: Callable[..., Any]) -> Callable[..., Any]:
    """`any` and `all`, of arrays of one dimension as Python has them."""

    def function(x: Any) -> Any:
        if x.ndim == 0:
            raise TypeError("a traced array of shape () cannot be looped over")
        return whole(x)

    return function


def _extreme(
    is_better: Callable[[Any, Any], Any], of_arrays: Callable[[Any, Any], Any], whole: Callable[..., Any]
) -> Callable[..., Any]:
    def better(best: Any, other: Any) -> Any:
        if np.ndim(best) or np.ndim(other):
            return of_arrays(best, other)
        return jnp.where(is_better(other, best), other, best)  # as Python has it: of nan, the first stays

    return lambda *values: functools.reduce(better, values) if len(values) > 1 else whole(values[0])


def _round(number: Any, ndigits: Any = None) -> Any:
    if number.dtype == bool:
        number = number.astype(jnp.result_type(int))
    if ndigits is not None and number.dtype.kind in "iu":
        return round_integer(number, ndigits)
    if ndigits is not None:
        return _rounded_to(number, 10.0**ndigits) if ndigits > 0 else jnp.round(number, ndigits)
    return jnp.round(number).astype(jnp.result_type(int))


def _rounded_to(number: Any, scale: float) -> Any:
    """A number rounded to some digits: where its product is just half way, what was rounded off that says where to.

    The error of a product is exact: Dekker, "A floating-point technique for extending the available precision", 1971.
    """
    product = number * scale
    below = jnp.floor(product)
    split = number.dtype.type(2 ** ((jnp.finfo(number.dtype).nmant + 2) // 2) + 1)
    high = number * split - (number * split - number)
    of_scale = number.dtype.type(scale)
    high_of_scale = of_scale * split - (of_scale * split - of_scale)
    low, low_of_scale = number - high, of_scale - high_of_scale
    error = high * high_of_scale - product + high * low_of_scale + low * high_of_scale + low * low_of_scale
    is_up = jnp.where(error == 0, below % 2 == 1, error > 0)
    whole = jnp.where(product - below == 0.5, below + is_up, jnp.round(product))
    return whole / jax.lax.optimization_barrier(of_scale)  # by a constant it would multiply by the inverse


def _class_of(value: Any) -> type | None:
    """The class of the Python numbers that a traced scalar stands for."""
    if isinstance(value, Iterable) or value.ndim:
        return None
    return _PYTHON_CLASSES.get(np.dtype(value.dtype).kind)


_PYTHON_CLASSES: dict[str, type] = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


def _pow(base: Any, exp: Any, mod: Any = None) -> Any:
    power = jnp.power(base, exp)
    return power if mod is None else power % mod


def _int(x: Any = 0, base: Any = None) -> Any:
    if base is not None:
        raise TypeError("int() can't convert non-string with explicit base")
    _check_is_real(python.int, x)
    return jnp.asarray(x).astype(jnp.result_type(int))


def _float(x: Any = 0.0) -> Any:
    _check_is_real(python.float, x)
    return jnp.asarray(x).astype(jnp.result_type(float))


def _check_is_real(class_: type, x: Any) -> None:
    if jnp.iscomplexobj(x):
        taken = "a string, a bytes-like object or a" if class_ is int else "a string or a"
        raise TypeError(f"{class_.__name__}() argument must be {taken} real number, not 'complex'")


#: What JAX calls functions of `math` that it has under another name.
def _elementary(name: str) -> Callable[..., Any]:
    """What JAX has for a function of `math`."""
    found: Callable[..., Any] = getattr(jnp, _OWN_NAMES.get(name, name), None) or getattr(jax.lax, name)
    return found


_OWN_NAMES = {name: "arc" + name[1:] for name in ("asin", "acos", "atan", "atan2", "asinh", "acosh", "atanh")}


def _forget_dead(frame: Any, start: int) -> None:
    """Takes back what a trace has computed, from some equation on, of values of regions that were given up.

    JAX drops what nothing uses, but not before the last error has gone whose traceback leads to it.
    """
    live = {id(trace) for trace, _ in _traces.stack}
    constants: dict[Any, Any] = getattr(frame, "constvar_to_val", {})
    traces = [(variable, getattr(value, "_trace", None)) for variable, value in constants.items()]
    dead = {variable for variable, trace in traces if trace in _traced and id(trace) not in live}
    if not dead:
        return
    for variable in dead:
        constants.pop(variable, None)
    of_dead = {*map(id, dead)}  # beside variables there are constants, which have no hash
    for key, tracer in [*frame.constid_to_tracer.items()]:
        if id(tracer.val) in of_dead:
            del frame.constid_to_tracer[key]
    kept = frame.tracing_eqns[:start]
    for held in frame.tracing_eqns[start:]:
        equation: Any = held() if isinstance(held, weakref.ref) else held
        if any(id(tracer.val) in of_dead for tracer in getattr(equation, "in_tracers", ())):
            of_dead.update(map(id, equation.outvars))
        else:
            kept.append(held)
    frame.tracing_eqns[:] = kept


def _traced_by_jax(function: Callable[..., Sequence[Any]], avals: Sequence[Any]) -> Any:
    """The closed jaxpr of a function: as `jax.make_jaxpr` makes it, which takes several times as long."""
    jaxpr, _, constants, *_ = trace_to_jaxpr_dynamic(wrap_init(function, debug_info=_DEBUG_INFO), avals)
    return ClosedJaxpr(jaxpr, constants)


_DEBUG_INFO = debug_info("jit", lambda: (), (), {})._replace(arg_names=None, result_paths=None)

#: The traces of all regions, whether they are being traced or have been.
_traced: WeakSet[Any] = WeakSet()


class JaxBackend:
    """The adapter; its methods are described in `autograph.staging`."""

    name = "jax"
    staged_types: tuple[type, ...] = (jax.core.Tracer, Iterable)
    unrepeatable = 0
    traces_functions = False

    def is_tracing(self) -> bool:
        return not trace_state_clean()

    def is_staged(self, value: Any) -> bool:
        return isinstance(value, Iterable) or not is_concrete(value)

    def is_ended(self, value: Any) -> bool:
        trace = getattr(value, "_trace", None)
        if type(trace) is not DynamicJaxprTrace:
            return False
        around: Any = trace_ctx.trace
        while around is not None and around is not trace:
            around = getattr(around, "parent_trace", None)
        return around is None

    def uses_ended(self) -> bool:
        captured = getattr(getattr(trace_ctx.trace, "frame", None), "constvar_to_val", {})
        return any(map(self.is_ended, captured.values()))

    def type_of(self, value: Any) -> ArrayType | None:
        if isinstance(value, enum.Enum):
            return None
        if isinstance(value, _NUMBERS):
            return ArrayType((), jnp.result_type(type(value)), not isinstance(value, bool))
        if not isinstance(value, (jax.Array, np.ndarray, np.generic)):
            return None
        aval = jax.typeof(value)
        return ArrayType(aval.shape, aval.dtype, aval.weak_type and aval.dtype != bool)

    def join(self, left: ArrayType, right: ArrayType) -> ArrayType | None:
        if left.is_buffer and right.is_buffer and left.shape[1:] == right.shape[1:] and left.dtype == right.dtype:
            return max(left, right, key=lambda type_: type_.shape[0])
        if left.shape != right.shape:
            return None
        if left.dtype == right.dtype:
            return ArrayType(left.shape, left.dtype, left.weak and right.weak)
        if not (left.weak or right.weak or (left.shape == () and can_leave())):
            return None
        if jnp.bool_ in (left.dtype, right.dtype) and not (left.weak or right.weak):
            return None
        avals = [jax.ShapeDtypeStruct((), t.dtype, weak_type=t.weak) for t in (left, right)]
        return ArrayType(left.shape, jnp.result_type(*avals), left.weak and right.weak)

    def with_shape(self, type_: ArrayType, shape: Any) -> ArrayType:
        if tuple(shape) != type_.shape:
            raise ValueError(f"a JAX array of shape {type_.shape} keeps it through a loop; it cannot have {shape}")
        return type_

    def viewed(self, value: Any) -> Sequence[Any]:
        frame = getattr(getattr(value, "_trace", None), "frame", None)
        held = getattr(value, "val", None)
        if frame is None:
            return [held] if isinstance(held, jax.core.Tracer) else ()  # of `vmap`, which traces with another
        outer = getattr(frame, "constvar_to_val", {}).get(held)
        if outer is not None:
            return [outer]
        made = getattr(value, "parent", None)
        if made is None:
            return ()
        name = made.params.get("name", made.primitive.name)
        is_view = name in _VIEWS or (name == "gather" and made.in_tracers[1].ndim == 1)
        return made.in_tracers[:1] if is_view else ()

    def describe(self, type_: ArrayType) -> str:
        return f"{type_.dtype.name} of shape {type_.shape}"

    def trace(self, function: Callable[..., Sequence[Any]], operands: Sequence[Any], label: str) -> Region:
        results: list[Any] = []
        exits: list[Left] = []

        def staged(*given: Any) -> list[Any]:
            ends: list[tuple[Any, Sequence[Any], Any, Mark]] = []
            _traces.stack.append((trace_ctx.trace, ends))
            _traced.add(trace_ctx.trace)
            try:
                results[:] = function(*given)
                if self.uses_ended():
                    call_errors.made_out_of_sight()
                for result in results if is_logging() else ():  # what a trace has captured it forgets when it ends
                    stands_for(result, logs()[0].origins.memory(result).values())
            finally:
                _traces.stack.pop()
            for condition, values, what, _ in ends:
                flag = len(results)
                results.extend([condition, *values])
                exits.append(Left(flag, range(flag + 1, len(results)), what))
            return [result for result in results if isinstance(result, jax.core.Tracer)]

        avals = [ShapedArray(t.shape, t.dtype, weak_type=t.weak) for t in operands]
        jaxpr = _traced_by_jax(staged, avals)
        self.unrepeatable += not all(
            isinstance(effect, Failing) or type(effect).__name__ == "ErrorEffect" for effect in jaxpr.effects
        )
        return Region(jaxpr, results, exits)

    def exit_if(self, condition: Any, values: Sequence[Any], what: Any) -> bool:
        if not _traces.stack or _traces.stack[-1][0] is not trace_ctx.trace:
            return False
        condition = _as_bool(condition)
        _traces.stack[-1][1].append((condition, values, what, mark_exit(condition)))
        return True

    def emit_block(self, region: Region) -> list[Any]:
        return region.run()

    def program(self, region: Region) -> str:
        constants = [repr(result) for result in region.results if not isinstance(result, jax.core.Tracer)]
        return "\n".join([str(region.jaxpr), *constants])

    def checkpoint(self) -> Callable[[], None]:
        ends = _traces.stack[-1][1] if _traces.stack else []
        count = len(ends)
        frame = getattr(trace_ctx.trace, "frame", None)
        traced = len(getattr(frame, "tracing_eqns", ()))

        def take_back() -> None:
            for *_, mark in ends[count:]:
                mark.is_taken_back = True
            del ends[count:]
            if frame is not None:
                _forget_dead(frame, traced)

        return take_back

    def emit_if(self, condition: Any, then: Region, orelse: Region, outputs: Sequence[Output]) -> list[Any]:
        sides = [(then, [output.then for output in outputs]), (orelse, [output.orelse for output in outputs])]
        is_checked = any(
            place is not None and _loses_digits(region.results[place], output.type)
            for region, places in sides
            for place, output in zip(places, outputs, strict=True)
        )

        def branch(region: Region, places: Sequence[int | None]) -> Callable[[], list[Any]]:
            def run() -> list[Any]:
                results = region.run()
                with _checked_casts(is_checked) as exact:
                    values = [
                        _zeros(output.type) if place is None else _cast(results[place], output.type)
                        for place, output in zip(places, outputs, strict=True)
                    ]
                return values + exact()

            return run

        branches = [branch(*side) for side in sides]
        if is_cheap(then.jaxpr.eqns) and is_cheap(orelse.jaxpr.eqns) and all(is_small(o.type.shape) for o in outputs):
            return _exact(selected(_as_bool(condition), *(run() for run in branches)), is_checked)
        return _exact(lax.cond(_as_bool(condition), *branches), is_checked)

    def emit_while(
        self, test: Region, body: Region, carried: Sequence[Carried], options: Mapping[str, Any]
    ) -> list[Any]:
        limit = options.get("maximum_iterations")
        _require_values(carried)
        is_checked = _is_checked(body, carried)

        def holds(values: list[Any]) -> Any:
            return _as_bool(test.run(*_operands(carried, values))[0])

        def step(_: Any, values: list[Any]) -> list[Any]:
            return _results(body, carried, _operands(carried, values), values)

        return _exact(_loop(limit, holds, step, _initial(carried, is_checked)), is_checked)

    def iteration(self, iterable: Any) -> Iteration:
        return iterable_of(iterable)

    def numbered(self, iterable: Any) -> tuple[Any, Callable[[Any], Any]] | None:
        found = iterable_of(iterable)
        return found.length, found.at

    def emit_for(
        self,
        iteration: Any,
        test: Region | None,
        body: Region,
        carried: Sequence[Carried],
        options: Mapping[str, Any],
    ) -> list[Any]:
        count = iteration.length
        limit = options.get("maximum_iterations")
        if limit is not None:
            count = jnp.minimum(count, limit)
        if test is not None or not (isinstance(count, int) and count > 0):
            _require_values(carried)

        is_checked = _is_checked(body, carried)
        initial = _initial(carried, is_checked)

        def step(index: Any, values: list[Any]) -> list[Any]:
            return _results(body, carried, [index, *_operands(carried, values)], values)

        if test is None:
            values = lax.fori_loop(0, count, step, initial)
            return _exact(values if isinstance(count, int) else irreversible(values), is_checked)

        def holds(values: list[Any]) -> Any:
            return _as_bool(test.run(*_operands(carried, values))[0])

        return _exact(_loop(count, holds, step, initial), is_checked)

    # The shapes of JAX arrays are fixed: a buffer has room for as many elements as a list can have where it stands.

    def new_buffer(self, type_: ArrayType) -> Any:
        return zeros((0, *type_.shape), type_.dtype)

    def buffer_of(self, rows: Sequence[Sequence[int]], position: Any, type_: ArrayType) -> Any:
        return lax.dynamic_index_in_dim(np.array(rows, type_.dtype), position, keepdims=False)

    def buffer_resized(self, buffer: Any, more: int) -> Any:
        return _with_room(buffer, max(0, buffer.shape[0] + more))

    def buffer_read(self, buffer: Any, position: Any, type_: ArrayType) -> Any:
        return lax.dynamic_index_in_dim(buffer, position, keepdims=False) if buffer.shape[0] else self.zeros(type_)

    def buffer_written(self, buffer: Any, position: Any, value: Any, type_: ArrayType) -> Any:
        if not buffer.shape[0]:
            return buffer
        return lax.dynamic_update_index_in_dim(buffer, _cast(value, type_), position, 0)

    def buffer_position(self, rows: Sequence[tuple[Any, Any, ArrayType]], length: Any) -> Any:
        room = rows[0][0].shape[0]
        same = jnp.arange(room) < length
        for buffer, value, type_ in rows:
            equal = buffer == _cast(value, type_)
            same = same & jnp.all(equal, axis=tuple(range(1, equal.ndim)))
        return jnp.argmax(jnp.append(same, True))

    def buffer_part(self, buffer: Any, start: Any, step: Any, count: Any) -> Any:
        return _elements(buffer, start + step * lax.iota(jnp.result_type(int), buffer.shape[0]))

    def buffer_joined(self, buffer: Any, length: Any, other: Any, count: Any) -> Any:
        if not other.shape[0]:
            return buffer
        positions = lax.iota(jnp.result_type(int), buffer.shape[0]) - length
        is_from_other = lax.expand_dims(positions >= 0, range(1, buffer.ndim))
        return jnp.where(is_from_other, _elements(other, positions), buffer)

    def buffer_differs(self, buffer: Any, place: Any, other: Any, length: Any, type_: ArrayType) -> Any:
        if not buffer.shape[0] or not other.shape[0]:
            return length * 0
        positions = lax.iota(jnp.result_type(int), other.shape[0])
        found = _elements(buffer, positions + place)
        return jnp.minimum(jnp.argmax(jnp.append((found != other) & (positions < length), True)), length)

    def residue(self, operation: Callable[[Any, Any], Any], left: Any, right: Any, modulus: Any) -> Any:
        if jnp.result_type(int) != np.int64:  # there are no larger ones
            return None
        found = operation(*(jnp.asarray(value, np.int64) % modulus for value in (left, right))) % modulus
        return found.astype(jnp.result_type(left, right, modulus))

    def digits(self, number: Any, base: int, room: int) -> tuple[Any, Any]:
        number = number.astype(jnp.promote_types(number.dtype, np.int32))
        left = jnp.where(number < 0, number, -number)  # the smallest of all has no opposite
        places, rests = np.arange(room), left
        for half in (places // 2, places - places // 2):  # the powers themselves may be too large
            power = (base**half).astype(left.dtype)
            rests = (rests + (power - 1)) // power
        digits = (rests + (base - 1)) // base * base - rests
        count = jnp.maximum(jnp.sum(rests < 0), 1)
        codes = _elements(np.array([*b"0123456789abcdef"], jnp.result_type(int)), digits)
        return count, _elements(codes, count - 1 - places)

    def buffer_cast(self, buffer: Any, type_: ArrayType, wider: ArrayType) -> Any:
        if wider.is_buffer and wider.shape[0] > type_.shape[0]:  # each element is one
            return _padded(buffer, [(0, 0), (0, wider.shape[0] - type_.shape[0])])
        return buffer.astype(wider.dtype)

    def buffer_filled(self, buffer: Any, type_: ArrayType, value: Any, other: ArrayType) -> Any:
        value = _cast(value, other)
        return jnp.broadcast_to(value, (buffer.shape[0], *value.shape))

    def computed(
        self, function: Callable[..., Sequence[Any]], operands: Sequence[Any], results: Sequence[type], room: int = 0
    ) -> tuple[Any, ...]:
        dtypes = [np.dtype(jnp.result_type(int if type_ is list else type_)) for type_ in results]
        shapes = [(room,) if type_ is list else () for type_ in results]
        leaves, structure = jax.tree.flatten(lax.stop_gradient([*operands]))

        def run(*leaves: Any) -> list[Any]:
            given = jax.tree.unflatten(structure, [np.asarray(leaf) for leaf in leaves])
            made = function(*[one[1][: one[0]].tolist() if type(one) is tuple else one[()] for one in given])
            fitting = [
                [*made[k][:room], *[0] * (room - len(made[k]))] if shape else made[k] for k, shape in enumerate(shapes)
            ]
            return [np.array(value, dtype) for value, dtype in zip(fitting, dtypes, strict=True)]

        like = [jax.ShapeDtypeStruct(*pair) for pair in zip(shapes, dtypes, strict=True)]
        return tuple(jax.pure_callback(run, like, *leaves, vmap_method="sequential"))

    def buffer_type(self, buffer: Any) -> ArrayType:
        return ArrayType(buffer.shape, buffer.dtype, False, is_buffer=True)

    def buffer_room(self, type_: ArrayType) -> int | None:
        return type_.shape[0]

    def buffer_with_room(self, type_: ArrayType, room: int) -> ArrayType:
        return ArrayType((room, *type_.shape[1:]), type_.dtype, False, is_buffer=True)

    def zeros(self, type_: ArrayType) -> Any:
        return jnp.zeros(type_.shape, type_.dtype)

    def asked_for(self, error: BaseException) -> str | None:
        """What a traced value was asked for, if that is what an error says."""
        for kind, wanted in _ASKED.items():
            if isinstance(error, kind):
                return wanted
        if isinstance(error, TypeError) and str(error).startswith("unhashable type") and "Tracer" in str(error):
            return "hash"
        return None

    def logical_not(self, value: Any) -> Any:
        return jnp.logical_not(value)

    @property
    def can_raise(self) -> bool:
        """Whether the function is traced by `checkify`, which has errors among the results of a program."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_globals.get("__name__") == checkify.checkify.__module__:
                return True
            frame = frame.f_back
        return False

    def flattening(self, caller: FrameType | None) -> Callable[[Any], Flat] | None:
        """Only `jax.jit` returns what it traced to Python: what others trace they compute with."""
        traced = getattr(getattr(trace_ctx.trace, "frame", None), "debug_info", None)
        if self.can_raise or getattr(traced, "traced_for", None) != "jit":
            return None
        return _flattened if receiving_package(caller) == "jax" else None

    def can_return(self, value: Any) -> bool:
        if hasattr(type(value), "_fields") and not type(value).__new__.__module__.startswith("namedtuple_"):
            return False  # the `__new__` of a user's class may make other items of those that it is given
        return (
            issubclass(type(value), Proxy)
            or hasattr(type(value), "__jax_array__")
            or hasattr(type(value), "__dataclass_fields__")
            or not jax.tree_util.all_leaves([value])
        )

    def object_result(self, value: Any, is_chosen: bool) -> Any:
        return Instance.of(value) if jax.tree_util.all_leaves([value]) else value

    def stage_raise(self, error: StagedError) -> None:
        checkify.check(False, _Message(error), *error.operands)

    def require(self, condition: Any, error: StagedError, in_each: bool = True) -> None:
        if self.can_raise:
            checkify.check(_as_bool(condition), _Message(error), *error.operands)
        else:
            required(_as_bool(condition), error.operands, _Fail(error), in_each)

    builtins: Mapping[Callable[..., Any], Callable[..., Any]] = {
        python.range: StagedRange.of,
        python.len: _length,
        numbers.Number: _class_of,
        python.iter: iter,
        python.enumerate: enumerated,
        python.zip: zipped,
        python.map: mapped,
        python.reversed: lambda x: backwards(x) if isinstance(x, Iterable) else jnp.flip(x, 0),
        functools.reduce: first_and_rest,
        operator.setitem: _stored,
        operator.contains: _contains,
        operator.getitem: lambda values, index, type_: _stacked(values, type_)[index],
        python.sorted: _sorted,
        python.abs: lambda x: jnp.abs(_int(x) if x.dtype == bool else x),
        python.int: _int,
        python.float: _float,
        python.bool: lambda x=False: jnp.asarray(x).astype(bool),
        python.complex: lambda real, imag=0.0: lax.complex(*map(jnp.float32, (real, imag))),
        python.round: _round,
        python.pow: _pow,
        python.min: _extreme(operator.lt, jnp.minimum, jnp.min),
        python.max: _extreme(operator.gt, jnp.maximum, jnp.max),
        python.sum: lambda x, start=0: jnp.sum(x, axis=0) + start,
        python.any: _of_rows(jnp.any),
        python.all: _of_rows(jnp.all),
        **{getattr(math, name): _elementary(name) for name in ELEMENTARY},
        **OF_NUMPY,
    }


class _Traces(threading.local):
    def __init__(self) -> None:
        #: What traces each region that is being traced, and the exits it has so far.
        self.stack: list[tuple[Any, list[tuple[Any, Sequence[Any], Any, Mark]]]] = []


_traces = _Traces()

#: What errors of JAX say that a traced value was asked for.
_ASKED = {
    jax.errors.TracerBoolConversionError: "bool",
    jax.errors.TracerIntegerConversionError: "index",
    jax.errors.TracerArrayConversionError: "array",
    jax.errors.ConcretizationTypeError: "number",
}


def _as_bool(value: Any) -> Any:
    value = jnp.asarray(value)
    if value.ndim:
        value_errors.condition_not_scalar(backend, backend.type_of(value))
    return value if value.dtype == bool else value != 0


def _cast(value: Any, type_: ArrayType) -> Any:
    """A value of a type, never weakly typed, so that what is carried has one type throughout."""
    if type_.is_buffer:
        return _with_room(value, type_.shape[0])
    if not isinstance(value, jax.core.Tracer):
        return jnp.asarray(value, type_.dtype)
    if _loses_digits(value, type_):
        _casts.check(jnp.abs(value) <= 2 ** (jnp.finfo(type_.dtype).nmant + 1))
    if value.dtype == type_.dtype and not value.weak_type:
        return value
    return lax.convert_element_type(value, type_.dtype)


class _Casts(threading.local):
    def __init__(self) -> None:
        #: For each part of a program that is being built whether the integers in it are the floats they are cast to.
        self.stack: list[list[Any]] = []

    def check(self, holds: Any) -> None:
        if self.stack:
            self.stack[-1].append(holds)
        else:
            require(backend, holds, value_errors.digits_are_lost())


_casts = _Casts()


@contextmanager
def _checked_casts(is_checked: bool, before: Any = True) -> Iterator[Callable[[], list[Any]]]:
    """Around casts in a part of a program; gives whether all that was cast is as it was, `before` included."""
    flags = [np.True_ if before is True else before]
    _casts.stack.append(flags)
    try:
        yield lambda: [functools.reduce(jnp.logical_and, flags)] if is_checked else []
    finally:
        _casts.stack.pop()


def _exact(values: Sequence[Any], is_checked: bool) -> list[Any]:
    """The results of a part of a program without the last, which says whether its casts are exact: they must be."""
    if is_checked:
        _casts.check(values[-1])
    return list(values[:-1] if is_checked else values)


def _stacked(values: Sequence[Any], type_: ArrayType) -> Any:
    """An array of values of a type, with one operation where all are numbers of Python's."""
    if all(type(value) in (bool, int, float) for value in values):
        return jnp.asarray(np.array(values, type_.dtype))
    return jnp.stack([_cast(value, type_) for value in values])


def _loses_digits(value: Any, type_: ArrayType) -> bool:
    """Whether a cast may change an integer, and the program can say so."""
    if type_.is_buffer or not isinstance(value, jax.core.Tracer) or value.dtype == type_.dtype:
        return False
    is_long = value.dtype.kind in "iu" and value.dtype.itemsize > 2
    return bool(is_long and jnp.issubdtype(type_.dtype, jnp.floating)) and can_leave()


def _is_checked(body: Region, carried: Sequence[Carried]) -> bool:
    return any(_loses_digits(body.results[c.result], c.type) for c in carried)


#: How many numbers there may be in a buffer: of a gigabyte, if each takes four bytes.
_MOST_NUMBERS = 2**28


def _with_room(buffer: Any, room: int) -> Any:
    """A buffer with room for so many elements."""
    missing = room - buffer.shape[0]
    if missing <= 0:
        return lax.slice_in_dim(buffer, 0, room) if missing else buffer
    return _padded(buffer, [(0, missing)] + [(0, 0)] * (buffer.ndim - 1))


def _elements(buffer: Any, positions: Any) -> Any:
    """The elements of a buffer at some positions; any of them where it has no such position."""
    return jnp.take(buffer, positions, axis=0, mode="clip") if buffer.shape[0] else buffer


def _padded(buffer: Any, widths: Sequence[tuple[int, int]]) -> Any:
    """A buffer with zeros around; what `jnp` has for this, and for the like, takes longer to trace."""
    made = math.prod(size + before + after for size, (before, after) in zip(buffer.shape, widths, strict=True))
    if made > _MOST_NUMBERS:
        loop_errors.needs_too_much_room(made)
    return lax.pad(buffer, np.zeros((), buffer.dtype), [(*pair, 0) for pair in widths])


def _zeros(type_: ArrayType) -> Any:
    return zeros(type_.shape, type_.dtype)


def _initial(carried: Sequence[Carried], is_checked: bool) -> list[Any]:
    initial = [_zeros(c.type) if c.operand is None else _cast(c.init, c.type) for c in carried]
    return [*initial, np.True_] if is_checked else initial


def _operands(carried: Sequence[Carried], values: Sequence[Any]) -> list[Any]:
    read = [(c.operand, value) for c, value in zip(carried, values, strict=False) if c.operand is not None]
    return [value for _, value in sorted(read, key=lambda pair: pair[0])]


def _results(body: Region, carried: Sequence[Carried], operands: Sequence[Any], before: Sequence[Any]) -> list[Any]:
    """What an iteration leaves, and whether all casts so far are exact, where that is carried too."""
    results = body.run(*operands)
    is_checked = len(before) > len(carried)
    with _checked_casts(is_checked, before[-1] if is_checked else True) as exact:
        return [_cast(results[c.result], c.type) for c in carried] + exact()


def _loop(
    limit: Any,
    holds: Callable[[list[Any]], Any],
    step: Callable[[Any, list[Any]], list[Any]],
    initial: list[Any],
) -> list[Any]:
    """A loop as long as `holds`, of at most `limit` iterations; with a limit that is known it can be differentiated."""
    if isinstance(limit, int):

        def bounded(index: Any, state: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
            going_on, values = state
            going_on = lax.cond(going_on, lambda: holds(values), lambda: False)
            return going_on, lax.cond(going_on, lambda: step(index, values), lambda: values)

        return lax.fori_loop(0, limit, bounded, (True, initial))[1]

    def going_on(state: tuple[Any, list[Any]]) -> Any:
        index, values = state
        return holds(values) if limit is None else jnp.logical_and(index < limit, holds(values))

    def advance(state: tuple[Any, list[Any]]) -> tuple[Any, list[Any]]:
        index, values = state
        return index + 1, step(index, values)

    return irreversible(lax.while_loop(going_on, advance, (0, initial))[1])


class _Message(str):
    """What `checkify` says of an error, which it has format the values that the error shows."""

    error: StagedError

    def __new__(cls, error: StagedError) -> _Message:
        made = super().__new__(cls, repr(error))
        made.error = error
        return made

    def format(self, *values: Any) -> str:  # type: ignore[override]
        error = self.error.filled(values)
        return f"{type(error).__name__}: {error}"


class _Fail:
    """Raises an error, once the program runs; it shows what is known of that, by which programs are told apart."""

    def __init__(self, error: StagedError):
        self.error = error

    def __repr__(self) -> str:
        return repr(self.error.known)

    def __call__(self, *values: Any) -> NoReturn:
        raised = self.error.filled(values)
        if isinstance(raised, AssertionError):
            raise raised
        raise AssertionError(f"{type(raised).__name__}: {raised}" + ("" if "[AG" in str(raised) else " [AG027]"))


def _require_values(carried: Sequence[Carried]) -> None:
    for c in carried:
        if c.init is UNBOUND:
            raise NeedsValue(c.name)


def _is_known(leaf: Any) -> bool:
    """Whether a leaf is a value that a program returned, and not what stands for one."""
    return isinstance(leaf, (jax.Array, np.ndarray, *_NUMBERS)) and is_concrete(leaf)


def _constant_of(like: Choice, leaves: Sequence[Any]) -> Any:
    """The constant whose number a program returned; of what stands for one otherwise, a choice."""
    (number,) = leaves
    return constant(int(number)) if _is_known(number) else Choice(like.backend, like.options, number)


def _text_of(like: Text, leaves: Sequence[Any]) -> Any:
    """A text of the values that a program returned; of what stands for them otherwise."""
    made = with_components(like, leaves)
    return str(made) if all(map(_is_known, leaves)) else made


def _optional_of(like: Optional, leaves: Sequence[Any]) -> Any:
    """None or the value, as a program returned it; an optional of what stands for them otherwise."""
    absent, value = leaves
    if _is_known(absent):
        return like.rebuilt(leaves)
    return Optional(like.backend, absent, value, like.unbound, like.name, like.place)


def _one_of(like: Either, leaves: Sequence[Any]) -> Any:
    """The value that a program returned; of what stands for it otherwise, either."""
    if _is_known(leaves[0]):
        return like.rebuilt(leaves)
    return Either(like.backend, [*map(Option, leaves[::2], leaves[1::2])], like.error)


def _object_of(like: Instance, leaves: Sequence[Any]) -> Any:
    """The object that a program returned; what stands for it where JAX only looks at where its parts are."""
    made = like.with_parts(leaves)
    is_marked = any(type(leaf) in _MARKS for leaf in jax.tree_util.tree_leaves(leaves))
    return made if is_marked else made.made()


#: The types of what JAX has in the place of values to find out where those are.
_MARKS = frozenset({object, bool, int})


def _register(kind: type, parts: Callable[[Any], Sequence[Any]], made_of: Callable[[Any, Sequence[Any]], Any]) -> None:
    """Has JAX return values of a type, which are those of Python's that they stand for once a program has run.

    A program that returns one has an effect: JAX remembers the structure of what one without returned the first time,
    and another may be returned the next time.
    """

    def flattened(value: Any) -> tuple[Sequence[Any], Any]:
        leaves = parts(value)
        if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves(leaves)):
            mark_results()
        # What goes with the leaves is compared by what it is, not by what it stands for.
        return leaves, functools.partial(made_of, value)

    jax.tree_util.register_pytree_node(kind, flattened, lambda make, leaves: make(leaves))


def _returned(like: Returned, leaves: Sequence[Any]) -> Any:
    """What a program returned or raises; of what stands for its results otherwise, the same that stands for it."""
    count, stores = len(like.failures), like.all_stores
    end = len(leaves) - len(stores)
    flags = [*leaves[:count], *(leaf for stored in leaves[end:] for leaf in _numbers_in(stored))]
    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in flags):
        return leaves[end - 1]
    if not all(isinstance(leaf, (jax.Array, np.ndarray, *_NUMBERS, str)) for leaf in flags):  # JAX makes one of markers
        return like.with_components(leaves)
    is_known = all(isinstance(leaf, str) or _is_known(leaf) for leaf in flags)
    if is_known:
        return like.outcome([*map(_as_number, leaves[: end - 1]), *leaves[end - 1 :]].__getitem__)
    if stores and not is_logging():
        effect_errors.left_behind(stores[0].locations[0])
    return like.with_components([*map(_as_number, leaves[: end - 1]), *leaves[end - 1 :]]).staged()


def _numbers_in(stored: Any) -> Iterator[Any]:
    """What is in values that are stored, in containers also of which JAX does not know what is in them."""
    for leaf in jax.tree_util.tree_leaves(stored):
        if isinstance(leaf, (set, frozenset, deque)):
            yield from _numbers_in([*leaf])
        elif isinstance(leaf, dict):
            yield from _numbers_in([*leaf.keys(), *leaf.values()])
        elif hasattr(type(leaf), "__dataclass_fields__"):
            yield from _numbers_in([*(attributes_of(leaf) or {}).values()])
        else:
            yield leaf


def _as_number(leaf: Any) -> Any:
    """What a program returned, as a number of NumPy's if it is one."""
    return np.asarray(to_concrete_value(leaf))[()] if _is_known(leaf) and np.ndim(leaf) == 0 else leaf


def _list_of(like: StagedList, leaves: Sequence[Any]) -> Any:
    """A list of Python's of what a program returned; of what stands for that otherwise, a staged one."""
    made = lists.with_components(like, leaves)
    return lists.as_python(made) if all(map(_is_known, leaves)) else made


def _string_of(like: String, leaves: Sequence[Any]) -> Any:
    """A string of Python's of what a program returned; of what stands for that otherwise, a staged one."""
    made = strings.with_components(like, leaves)
    return strings.as_python(made) if all(map(_is_known, leaves)) else made


def _dict_of(like: StagedDict, leaves: Sequence[Any]) -> Any:
    """A dict of Python's of what a program returned; of what stands for that otherwise, a staged one."""
    made = dicts.with_components(like, leaves)
    if any(type(entry) is Optional for entry in made.entries.values()):
        return made
    return dicts.as_python(made) if all(map(_is_known, made.stamps.values())) else made


def _rows_of(like: WithRows, leaves: Sequence[Any]) -> Any:
    """What a program returned in which there are rows; of what stands for that otherwise, the same that has them."""
    made = row_results.with_components(like, leaves)
    is_known = all(leaf is None or type(leaf) is list or _is_known(leaf) for leaf in leaves)
    return row_results.as_python(made) if is_known else made


_register(Choice, lambda value: (value.number,), _constant_of)
_register(Optional, lambda value: (value.absent, value.value), _optional_of)
_register(Instance, Instance.parts, _object_of)
_register(Either, eithers, _one_of)
_register(Text, components, _text_of)
_register(Returned, returning.components, _returned)
_register(String, strings.components, _string_of)
_register(StagedList, lists.components, _list_of)
_register(StagedDict, dicts.components, _dict_of)
_register(Table, tables.components, tables.with_components)
_register(WithRows, row_results.components, _rows_of)
traceback_util.register_exclusion(os.path.dirname(os.path.dirname(dicts.__file__)))
backend = JaxBackend()
register(backend)
jax_bools.install()
jax_checks.install()
Optional.__jax_array__ = as_array  # type: ignore[attr-defined]
