"""Functions applied along the first axis of tensors: `map_fn`, `foldl`, `foldr`, `scan`, `vectorized_map`.

Outside of a function they are Python loops. While a graph is built each adds one loop, and calls the function once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.calls import call
from runtime.core import dtypes, errors, nest
from runtime.core.shapes import TensorShape
from runtime.core.specs import TensorSpec
from runtime.ir.graph import current_graph, name_scope
from runtime.ir.values import Tensor
from runtime.library import assembling, creation, shaping
from runtime.library.control_flow import while_loop
from runtime.state import tensor_list
from runtime.state.rows import stacked_rows
from runtime.state.tensor_array import TensorArray
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """What `fn` makes of each of the slices of `elems` along the first axis, stacked.

    Args:
        fn: takes a slice (a structure of slices, where `elems` is one) and returns a structure of tensors.
        elems: a tensor, or a structure of tensors with the same first dimension.
        dtype: the older name of `fn_output_signature`.
        parallel_iterations, back_prop, swap_memory, infer_shape: accepted for compatibility.
        name: of the scope of the nodes.
        fn_output_signature: the structure of dtypes or specs that `fn` returns, if they are not those of `elems`.

    Returns:
        The structure that `fn` returns, of tensors with one more dimension.

    Raises:
        TypeError: if `fn` is not callable.
        ValueError: if `elems` has no tensors, or scalars.

    >>> map_fn(lambda x: x * x, convert_to_tensor([1, 2, 3])).numpy()
    array([1, 4, 9], dtype=int32)
    """
    _check_callable(fn)
    elems = nest.map_structure(convert_to_tensor, elems)
    signature = fn_output_signature if fn_output_signature is not None else dtype
    count = _first_dimension(elems)
    fn = call(fn)

    with name_scope(name or "map"):
        row = _rows(elems)

        def applied(i: Any) -> Any:
            return _of_signature(fn(row(i)), elems if signature is None else signature)

        if current_graph() is None:
            if int(count) == 0:
                return _nothing(elems if signature is None else signature)
            return _stacked([applied(i) for i in range(int(count))])
        return stacked_rows(applied, count)


def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the slices of `elems` from the first to the last: `fn(fn(initializer, elems[0]), elems[1])` and so on.

    Args:
        fn: takes what there is so far and the next slice, returns what there is then.
        elems: a tensor, or a structure of tensors with the same first dimension.
        initializer: what there is at first; the first slice by default.
        parallel_iterations, back_prop, swap_memory: accepted for compatibility.
        name: of the scope of the nodes.

    Raises:
        TypeError: if `fn` is not callable.

    >>> foldl(lambda total, x: total * 10 + x, convert_to_tensor([1, 2, 3])).numpy()
    np.int32(123)
    """
    return _folded(fn, elems, initializer, False, name or "foldl")


def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Combines the slices of `elems` from the last to the first; see `foldl`.

    >>> foldr(lambda total, x: total * 10 + x, convert_to_tensor([1, 2, 3])).numpy()
    np.int32(321)
    """
    return _folded(fn, elems, initializer, True, name or "foldr")


def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All that `foldl` has on its way, stacked.

    Args:
        fn: takes what there is so far and the next slice, returns what there is then.
        elems: a tensor, or a structure of tensors with the same first dimension.
        initializer: what there is at first (it is not among the results); the first slice by default (it is).
        parallel_iterations, back_prop, swap_memory, infer_shape: accepted for compatibility.
        reverse: whether to go from the last slice to the first.
        name: of the scope of the nodes.

    Returns:
        The structure of `initializer`, of tensors with one more dimension.

    Raises:
        TypeError: if `fn` is not callable.

    >>> scan(lambda total, x: total + x, convert_to_tensor([1, 2, 3])).numpy()
    array([1, 3, 6], dtype=int32)
    """
    _check_callable(fn)
    elems = nest.map_structure(convert_to_tensor, elems)
    fn, count = call(fn), _first_dimension(elems)
    with name_scope(name or "scan"):
        row = _rows(elems)
        state, start = _initial(elems, row, initializer, count, reverse)
        position = _position(count, reverse)
        if current_graph() is None:
            results = [] if initializer is not None else [state]
            for i in range(start, int(count)):
                state = _like(state, fn(state, row(position(i))))
                results.append(state)
            return _stacked(results[::-1] if reverse else results)
        kept = nest.map_structure(
            lambda x: TensorArray(x.dtype, size=count, element_shape=x.shape, infer_shape=False), state
        )
        if initializer is None:
            kept = nest.map_structure(lambda array, x: array.write(position(0), x), kept, state)

        def step(i: Any, state: Any, kept: Any) -> Any:
            state = _like(state, fn(state, row(position(i))))
            return i + 1, state, nest.map_structure(lambda array, x: array.write(position(i), x), kept, state)

        arrays = while_loop(lambda i, *_: i < count, step, (convert_to_tensor(start), state, kept))[2]
        return nest.map_structure(lambda array: array.stack(), arrays)


def vectorized_map(fn: Callable[[Any], Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True) -> Any:
    """What `fn` makes of each of the slices of `elems`, stacked; see `map_fn`.

    Args:
        fn: takes a slice and returns a structure of tensors, of any dtypes.
        elems: a tensor, or a structure of tensors with the same first dimension; of a first dimension of 1 there may
            be any number.
        fallback_to_while_loop, warn: accepted for compatibility.

    >>> vectorized_map(lambda x: (x, x / 2), convert_to_tensor([1., 2.]))[1].numpy()
    array([0.5, 1. ], dtype=float32)
    """
    _check_callable(fn)
    elems = nest.map_structure(convert_to_tensor, elems)
    fn = call(fn)
    flat = nest.flatten(elems)
    wide = next((x for x in flat if x.shape[0] != 1), flat[0])
    count = _first_dimension(wide)

    row = _rows(elems)

    def applied(i: Any) -> Any:
        return nest.map_structure(convert_to_tensor, fn(row(i)))

    if current_graph() is None and int(count):
        return _stacked([applied(i) for i in range(int(count))])
    if current_graph() is None:
        from runtime.function.function import function  # functions are built on operations

        # Only a trace knows the types of the results.
        return function(lambda: vectorized_map(fn, elems), autograph=False)()
    return stacked_rows(applied, count)


# -- what they share -------------------------------------------------------------------------------------------------


def _check_callable(fn: Any) -> None:
    if not callable(fn):
        raise TypeError(f"The provided function {getattr(fn, '__name__', fn)} is not callable.fn must be callable.")


def _first_dimension(elems: Any) -> Any:
    """How many slices there are: a tensor."""
    flat = nest.flatten(elems)
    if not flat:
        raise ValueError("elems must be a Tensor or a (possibly nested) structure of Tensors, and contains none")
    for x in flat:
        if x.shape.rank == 0:
            raise ValueError("Elements in elems must be 1+ dimensional Tensors, not scalars")
    known = next((x.shape[0] for x in flat if x.shape.rank and x.shape[0] is not None), None)
    return convert_to_tensor(known) if known is not None else shaping.shape(flat[0])[0]


def _rows(elems: Any) -> Callable[[Any], Any]:
    """The function that gives the slices at a position; of a tensor with one slice, always that.

    In a graph the slices are a list, whose gradient is one as well: that of slicing would be as large as the whole
    tensor, in every iteration.
    """
    eager = current_graph() is None

    def slices(x: Any) -> Callable[[Any], Any]:
        if x.shape[0] == 1:
            return lambda i: x[0]
        if eager:
            parts = assembling.unstack(x) if x.shape[0] else []
            return lambda i: parts[int(i)]
        handle = apply(tensor_list.UNSTACK, (x,))
        return lambda i: apply(tensor_list.GET, (handle, i), {"spec": TensorSpec(x.shape[1:], x.dtype)})

    readers = [slices(x) for x in nest.flatten(elems)]
    return lambda i: nest.pack_sequence_as(elems, [read(i) for read in readers])


def _position(count: Any, reverse: bool) -> Callable[[Any], Any]:
    return (lambda i: count - 1 - i) if reverse else (lambda i: i)


def _initial(elems: Any, row: Callable[[Any], Any], initializer: Any, count: Any, reverse: bool) -> tuple[Any, int]:
    """What there is before the first step, and how many slices that has used up."""
    if initializer is not None:
        return nest.map_structure(convert_to_tensor, initializer), 0
    if current_graph() is None and int(count) == 0:
        raise errors.OutOfRangeError(None, None, "Tried to read from index 0 but array size is: 0 ")
    return row(count - 1 if reverse else convert_to_tensor(0)), 1


def _folded(fn: Callable[[Any, Any], Any], elems: Any, initializer: Any, reverse: bool, name: str) -> Any:
    _check_callable(fn)
    elems = nest.map_structure(convert_to_tensor, elems)
    fn, count = call(fn), _first_dimension(elems)
    with name_scope(name):
        row = _rows(elems)
        state, start = _initial(elems, row, initializer, count, reverse)
        position = _position(count, reverse)
        if current_graph() is None:
            for i in range(start, int(count)):
                state = _like(state, fn(state, row(position(i))))
            return state
        return while_loop(
            lambda i, _: i < count,
            lambda i, state: (i + 1, _like(state, fn(state, row(position(i))))),
            (convert_to_tensor(start), state),
        )[1]


def _like(state: Any, result: Any) -> Any:
    nest.assert_same_structure(state, result)
    return nest.map_structure(lambda old, new: convert_to_tensor(new, dtype_hint=old.dtype), state, result)


def _of_signature(result: Any, signature: Any) -> Any:
    """The results of `fn` with the dtypes that were promised."""
    nest.assert_same_structure(signature, result, check_types=False)

    def converted(promised: Any, value: Any) -> Any:
        dtype = dtypes.as_dtype(getattr(promised, "dtype", promised))
        tensor = convert_to_tensor(value, dtype_hint=dtype)
        if tensor.dtype is not dtype:
            raise TypeError(
                f"`fn` returns {tensor.dtype.name} where {dtype.name} is expected: say what it returns with "
                "`fn_output_signature`"
            )
        return tensor

    leaves = [converted(p, v) for p, v in zip(nest.flatten(signature), nest.flatten(result), strict=True)]
    return nest.pack_sequence_as(result, leaves)


def _stacked(results: Sequence[Any]) -> Any:
    return nest.map_structure(lambda *rows: assembling.stack(rows), *results)


def _nothing(signature: Any) -> Any:
    """No results, of what is known of their types."""

    def empty(promised: Any) -> Any:
        shape = promised.shape[1:] if isinstance(promised, Tensor) else getattr(promised, "shape", TensorShape([]))
        return creation.zeros([0, *[size or 0 for size in shape]], getattr(promised, "dtype", promised))

    return nest.map_structure(empty, signature)
