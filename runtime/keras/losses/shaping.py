"""How targets, predictions and weights are brought to shapes that go together."""

from __future__ import annotations

from typing import Any

import runtime as tf


def same_rank(first: Any, second: Any) -> tuple[Any, Any]:
    """Two tensors that differ by a last dimension of size 1, with equal ranks.

    The longer one loses the dimension; unless the other is a vector, which gets one.

    >>> [tuple(x.shape) for x in same_rank(tf.zeros([3, 1]), tf.zeros([3]))]
    [(3, 1), (3, 1)]
    """
    if first.shape.rank is None or second.shape.rank is None:
        return first, second
    if first.shape.rank == second.shape.rank + 1:
        shorter, longer = _matched(second, first)
        return longer, shorter
    if second.shape.rank == first.shape.rank + 1:
        return _matched(first, second)
    return first, second


def _matched(shorter: Any, longer: Any) -> tuple[Any, Any]:
    if longer.shape[-1] != 1:
        return shorter, longer
    if shorter.shape.rank == 1:
        return tf.expand_dims(shorter, -1), longer
    return shorter, tf.squeeze(longer, [-1])


def weights_like(weights: Any, values: Any) -> Any:
    """`weights` with the dtype of `values`, and with its rank as far as dimensions of size 1 make it."""
    weights = tf.cast(tf.convert_to_tensor(weights), values.dtype)
    if weights.shape.rank is None or values.shape.rank is None:
        return weights
    if weights.shape.rank == values.shape.rank + 1 and weights.shape[-1] == 1:
        return tf.squeeze(weights, [-1])
    # A weight per example weighs all that belongs to the example.
    while weights.shape.rank and weights.shape.rank < values.shape.rank:
        weights = tf.expand_dims(weights, -1)
    return weights
