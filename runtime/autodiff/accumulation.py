"""Adding the cotangents of a value that each iteration of a loop reads: often all zeros but for a row.

What is zero but for a part is not made whole to be added: the total is updated there, which plans do in place. So the
cotangents of n rows, one per iteration, do not take n times as long as the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.ops.elementwise import ADD_N, ADD_V2
from runtime.ops.indexing import STRIDED_SLICE, STRIDED_SLICE_GRAD, UPDATE
from runtime.ops.scattering import ADD as SCATTER_ADD
from runtime.ops.scattering import SCATTER_ND
from runtime.state.stacks import ADD_VARIANTS
from runtime.tensor.dispatch import apply


def accumulated(total: Any, gradient: Any) -> Any:
    """The sum of two cotangents of one value, tensors of the graph under construction."""
    if total.dtype is dtypes.variant:
        return apply(ADD_VARIANTS, (total, gradient))
    waiting = [gradient]
    while waiting:
        term = waiting.pop()
        if term.node.op in (ADD_V2, ADD_N) and all(_is_alike(x, total) for x in term.node.inputs):
            waiting += reversed(term.node.inputs)
            continue
        into = _INTO.get(term.node.op) if _is_alike(term, total) else None
        added = into(total, term.node) if into is not None else None
        total = total + term if added is None else added
    return total


def _is_alike(term: Any, total: Any) -> bool:
    """Whether a term has the shape of the total, and is not broadcast to it."""
    rank = total.shape.rank
    if rank is None or term.shape.rank != rank:
        return False
    return not any(size == 1 != whole for size, whole in zip(term.shape, total.shape, strict=True))


def _into_slice(total: Any, node: Any) -> Any:
    _, *where, part = node.inputs
    return apply(UPDATE, (total, *where, apply(STRIDED_SLICE, (total, *where), node.attrs) + part), node.attrs)


def _into_row(total: Any, node: Any) -> Any:
    indices, values, _ = node.inputs
    if indices.shape[:-1].num_elements() != 1:
        return None  # rows that are there several times are summed first
    return apply(SCATTER_ADD, (total, indices, values))


_INTO: dict[Any, Callable[[Any, Any], Any]] = {STRIDED_SLICE_GRAD: _into_slice, SCATTER_ND: _into_row}
