"""Derivatives: taking tensors apart by what another tensor says, and putting them together."""

from __future__ import annotations

from typing import Any

from runtime.autodiff.point_wise import without_gradient
from runtime.ir.schema import gradients
from runtime.library import creation, indexing, logic, shaping
from runtime.library.partition import dynamic_partition, dynamic_stitch
from runtime.ops import partition as ops
from runtime.tensor.dispatch import apply


def _partition_gradient(node: Any, *cotangents: Any) -> list[Any]:
    data, partitions = node.inputs
    count = node.attrs["num_partitions"]
    given = [shaping.zeros_like(y) if g is None else g for y, g in zip(node.outputs, cotangents, strict=True)]
    places = dynamic_partition(
        shaping.reshape(creation.range(shaping.size(partitions)), shaping.shape(partitions)), partitions, count
    )
    return [shaping.reshape(dynamic_stitch(places, given), shaping.shape(data)), None]


gradients[ops.PARTITION] = _partition_gradient


def _stitch_gradient(node: Any, g: Any) -> list[Any]:
    count = len(node.inputs) // 2
    places = node.inputs[:count]
    # Only the slice that won a position has an influence.
    winners = dynamic_stitch(places, [shaping.zeros_like(p) + i for i, p in enumerate(places)])
    gradients = []
    for i, place in enumerate(places):
        part = indexing.gather(g, place)
        won = logic.equal(indexing.gather(winners, place), i)
        gradients.append(logic.where(_widened(won, part.ndim - place.ndim), part, shaping.zeros_like(part)))
    return [None] * count + gradients


def _widened(x: Any, count: int) -> Any:
    for _ in range(count):
        x = shaping.expand_dims(x, -1)
    return x


gradients[ops.STITCH] = _stitch_gradient
gradients[ops.REVERSE_SEQUENCE] = lambda node, g: [apply(ops.REVERSE_SEQUENCE, (g, node.inputs[1]), node.attrs), None]
without_gradient(ops.UNRAVEL)
