"""Rows that are computed one by one while a graph is built, and stacked: what `map_fn` and Jacobians are made of.

The rows are the elements of a list, and are copied once, when all are there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import nest
from runtime.core.specs import TensorSpec
from runtime.ir.regions import COUNTER, LoopBuilder, trace_region
from runtime.ir.static_value import constant_int
from runtime.state.stacks import VARIANT
from runtime.state.tensor_list import RESERVE, SET, STACK
from runtime.tensor.dispatch import apply


def stacked_rows(row: Callable[[Any], Any], count: Any) -> Any:
    """Adds a loop that stacks `row(0)`, `row(1)` and so on.

    Args:
        row: takes the number of the row, a scalar int32 tensor; returns a structure of tensors, or None in place of
            some. It is called once: only that tells what the types of the rows are.
        count: how many rows there are, a scalar int32 tensor.

    Returns:
        The structure, with the stacked rows in place of each tensor.
    """
    body = trace_region(row, [COUNTER], "body")
    (counter,) = body.operands
    loop = LoopBuilder(None, body.graph, count, counter)
    specs = [None if x is None else TensorSpec(x.shape, x.dtype) for x in nest.flatten(body.results)]
    kept = [spec and loop.carry(apply(RESERVE, (count,)), VARIANT, name="rows") for spec in specs]
    with body.graph.as_default():
        written = [
            apply(SET, (rows, counter, x), {"resizable": False})
            for rows, x in zip(kept, nest.flatten(body.results), strict=True)
            if x is not None
        ]
    lists, size = iter(loop.add(written)), constant_int(count)
    stacked = [spec and apply(STACK, (next(lists),), {"spec": spec, "size": size}) for spec in specs]
    return nest.pack_sequence_as(body.results, stacked)
