"""Reverse mode: from a list of records, and cotangents of what they computed, to cotangents of what they began with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import runtime.autodiff.rules  # noqa: F401 - fills the column of derivatives
from runtime.autodiff.recording import is_differentiable, key
from runtime.core import dtypes
from runtime.ir.schema import Op, structured_gradients
from runtime.ir.static_value import constant_value
from runtime.library import assembling, creation, shaping
from runtime.ops.indexing import GATHER
from runtime.ops.shaping import IDENTITY
from runtime.state import stacks
from runtime.state.indexed_slices import IndexedSlices, joined
from runtime.state.storage import READ
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


def structured(*ops: Op) -> Callable[[Any], Any]:
    """Registers the structured gradient of operations: of those with regions, and of those that pass slices on."""

    def register(function: Any) -> Any:
        for op in ops:
            structured_gradients[op] = function
        return function

    return register


def cotangents(records: Sequence[Any], seeds: Sequence[tuple[Any, Any]], sources: Sequence[Any]) -> list[Any]:
    """The cotangents of `sources`.

    Args:
        records: operations in the order they ran: anything with `op`, `inputs`, `attrs` and `outputs`.
        seeds: pairs of a tensor and its cotangent.
        sources: tensors.

    Returns:
        Of each source the cotangent, a tensor or `IndexedSlices`; None if the seeded tensors do not depend on it.

    Raises:
        LookupError: if an operation between them has no gradient.
    """
    pending: dict[Hashable, list[Any]] = {}
    for tensor, seed in seeds:
        pending.setdefault(key(tensor), []).append(seed)
    wanted = {key(x) for x in sources}
    for record in reversed(_between(records, wanted)):
        given = [pending.pop(key(y), None) if key(y) not in wanted else pending.get(key(y)) for y in record.outputs]
        if all(g is None for g in given):
            continue
        for x, gradient in zip(record.inputs, gradients_of(record, [_total(g) for g in given]), strict=True):
            if gradient is not None and is_differentiable(x.dtype):
                pending.setdefault(key(x), []).append(gradient)
    return [_total(pending.get(key(x))) for x in sources]


def _between(records: Sequence[Any], sources: set[Hashable]) -> list[Any]:
    """Those of `records` that compute something from the sources."""
    reached = set(sources)
    found = []
    for record in records:
        if any(key(x) in reached for x in record.inputs if is_differentiable(x.dtype)):
            outputs = [key(y) for y in record.outputs if is_differentiable(y.dtype)]
            if outputs:
                reached.update(outputs)
                found.append(record)
    return found


def gradients_of(record: Any, given: list[Any]) -> Sequence[Any]:
    """The cotangents of the inputs of one operation, for a cotangent or None per output."""
    if record.op.structured_gradient is not None:
        return record.op.structured_gradient(record, *given)
    if record.op.gradient is None:
        raise LookupError(f"gradient registry has no entry for: {record.op.name}")
    if len(given) > 1:
        given = [
            zeros_like(y) if g is None and is_differentiable(y.dtype) else g
            for g, y in zip(given, record.outputs, strict=True)
        ]
    return record.op.gradient(record, *[dense(g) for g in given])


def dense(gradient: Any) -> Any:
    """A cotangent as a tensor; None as it is."""
    return convert_to_tensor(gradient) if isinstance(gradient, IndexedSlices) else gradient


def _total(gradients: list[Any] | None) -> Any:
    if not gradients:
        return None
    if len(gradients) == 1:
        return gradients[0]
    if all(isinstance(g, IndexedSlices) for g in gradients):
        total = joined(gradients)
    else:
        total = _sum([dense(g) for g in gradients])
    gradients[:] = [total]
    return total


def _sum(tensors: list[Any]) -> Any:
    if tensors[0].dtype is dtypes.variant:
        total = tensors[0]
        for other in tensors[1:]:
            total = apply(stacks.ADD_VARIANTS, (total, other))
        return total
    return tensors[0] + tensors[1] if len(tensors) == 2 else assembling.add_n(tensors)


def zeros_like(tensor: Any) -> Any:
    """A zero cotangent of `tensor`, which needs its value only if its shape is not known."""
    if tensor.dtype is dtypes.variant:
        return apply(stacks.EMPTY_STACK, ())
    if tensor.shape.is_fully_defined():
        return creation.zeros(tensor.shape.as_list(), tensor.dtype)
    return shaping.zeros_like(tensor)


@structured(GATHER)
def _gather(record: Any, g: Any) -> Sequence[Any]:
    """The cotangent of rows that were picked are rows, wherever the rows are along the first dimension."""
    params, indices, axis = record.inputs
    position = tf_constant(axis)
    if position != 0 or record.attrs.get("batch_dims", 0):
        return record.op.gradient(record, dense(g))
    g = dense(g)
    shape = shaping.shape(params)
    flat = shaping.reshape(indices, [-1])
    values = shaping.reshape(g, assembling.concat([shaping.shape(flat), shape[1:]], 0))
    return [IndexedSlices(values, flat, shape), None, None]


def tf_constant(tensor: Any) -> Any:
    """The value of a tensor that is known while the graph is built, or None."""
    value = constant_value(tensor)
    return None if value is None else value.item()


@structured(IDENTITY, READ)
def _same(record: Any, g: Any) -> Sequence[Any]:
    return [g]
