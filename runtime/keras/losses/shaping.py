"""How targets, predictions and weights are brought to shapes that go together."""

from __future__ import annotations

from typing import Any

from runtime.library import shaping
from runtime.tensor import conversion


def is_numbers(values: Any) -> bool:
    """Whether a list, however deep, holds numbers or texts, and so is one tensor."""
    first = values
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    return first is not values and isinstance(first, (bool, int, float, str))


def as_floats(value: Any) -> Any:
    """A tensor of floating-point numbers."""
    tensor = conversion.convert_to_tensor(value)
    return tensor if tensor.dtype.is_floating else shaping.cast(tensor, "float32")


def pair(y_true: Any, y_pred: Any, dtype: Any = None) -> tuple[Any, Any]:
    """Both as tensors of a dtype, by default that of the predictions, and of the same rank.

    The longer of two whose shapes differ by a last dimension of size 1 loses the dimension; unless the other is a
    vector, which gets one.

    >>> import runtime as tf
    >>> [tuple(x.shape) for x in pair(tf.zeros([3, 1]), tf.zeros([3]))]
    [(3, 1), (3, 1)]
    """
    y_pred = conversion.convert_to_tensor(y_pred)
    y_pred = y_pred if dtype is None else shaping.cast(y_pred, dtype)
    return same_rank(shaping.cast(conversion.convert_to_tensor(y_true), y_pred.dtype), y_pred)


def same_rank(first: Any, second: Any) -> tuple[Any, Any]:
    """Two tensors with equal ranks, as `pair` has it."""
    ranks = first.shape.rank, second.shape.rank
    if None in ranks or abs(ranks[0] - ranks[1]) != 1:
        return first, second
    if ranks[0] > ranks[1]:
        second, first = same_rank(second, first)
    elif second.shape[-1] == 1 and ranks[0] == 1:
        first = shaping.expand_dims(first, -1)
    elif second.shape[-1] == 1:
        second = shaping.squeeze(second, [-1])
    return first, second


def weights_like(weights: Any, values: Any) -> Any:
    """`weights` with the dtype of `values`, and with its rank as far as dimensions of size 1 make it."""
    weights = shaping.cast(conversion.convert_to_tensor(weights), values.dtype)
    if weights.shape.rank is None or values.shape.rank is None:
        return weights
    if weights.shape.rank == values.shape.rank + 1 and weights.shape[-1] == 1:
        return shaping.squeeze(weights, [-1])
    # A weight per example weighs all that belongs to the example.
    while weights.shape.rank and weights.shape.rank < values.shape.rank:
        weights = shaping.expand_dims(weights, -1)
    return weights


def masked_weights(sample_weight: Any, mask: Any, values: Any) -> Any:
    """The weights of examples that count, and 0 for those that are masked; either may be None."""
    if mask is None:
        return sample_weight
    mask = weights_like(mask, values)
    return mask if sample_weight is None else weights_like(sample_weight, values) * mask
