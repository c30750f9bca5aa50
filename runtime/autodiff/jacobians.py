"""Jacobians: the gradient of one element after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.ir.graph import current_graph
from runtime.library import assembling, creation, reduction, shaping
from runtime.state.rows import stacked_rows
from runtime.tensor.conversion import convert_to_tensor


def jacobian(row: Callable[[Any], list[Any]], target: Any, sources: Sequence[Any]) -> list[Any]:
    """The Jacobian of `target` by each source; None where it does not depend on it.

    Args:
        row: the cotangents of the sources for a cotangent of the target.
        target: a tensor.
        sources: of which each is a tensor or a variable.
    """
    size = target.shape.num_elements()
    shape = shaping.shape(target)
    rows = _rows(
        lambda i: row(shaping.reshape(creation.one_hot(i, _size(target), dtype=target.dtype), shape)),
        target,
        size,
        sources,
    )
    return [
        None if r is None else shaping.reshape(r, assembling.concat([shape, shaping.shape(r)[1:]], 0)) for r in rows
    ]


def batch_jacobian(row: Callable[[Any], list[Any]], target: Any, source: Any) -> Any:
    """The Jacobian of each example; None if the target does not depend on the source."""
    shape = shaping.shape(target)
    inner = target.shape[1:].num_elements()
    width = inner if inner is not None else reduction.reduce_prod(shape[1:])

    def example_rows(i: Any) -> list[Any]:
        one = shaping.reshape(creation.one_hot(i, width, dtype=target.dtype), shape[1:])
        return row(assembling.broadcast_to(one, shape))

    (rows,) = _rows(example_rows, target, inner, [source], width)
    if rows is None:
        return None
    rank = source.shape.rank + 1
    moved = shaping.transpose(rows, [1, 0, *range(2, rank)])
    result = shaping.reshape(moved, assembling.concat([shape, shaping.shape(source)[1:]], 0))
    if target.shape.is_fully_defined() and source.shape.is_fully_defined():
        result = shaping.ensure_shape(result, [*target.shape.as_list(), *source.shape.as_list()[1:]])
    return result


def zeros(target: Any, source: Any) -> Any:
    """The Jacobian of what does not depend on the source."""
    return creation.zeros(assembling.concat([shaping.shape(target), shaping.shape(source)], 0), target.dtype)


def _size(target: Any) -> Any:
    known = target.shape.num_elements()
    return known if known is not None else shaping.size(target)


def _rows(
    row: Callable[[Any], list[Any]], target: Any, size: int | None, sources: Sequence[Any], count: Any = None
) -> list[Any]:
    """The rows of the Jacobian by each source, stacked."""
    if size is not None and (current_graph() is None or size <= 4):
        if size == 0:
            return [creation.zeros([0, *x.shape.as_list()], target.dtype) for x in sources]
        rows = [row(i) for i in np.arange(size, dtype=np.int32)]
        return [None if column[0] is None else assembling.stack(column) for column in zip(*rows, strict=True)]
    return stacked_rows(row, convert_to_tensor(_size(target) if count is None else count))
