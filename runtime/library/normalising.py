"""Normalisation and losses of neural networks that are made of other operations."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.library import assembling, elementwise, neural, padding, reduction, shaping
from runtime.tensor.conversion import convert_to_tensor


def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: str | None = None
) -> Any:
    """`x` with its mean and variance made 0 and 1, and then `offset` and `scale`.

    Args:
        x: a tensor.
        mean, variance: of `x`, as `moments` gives them; they broadcast to its shape.
        offset, scale: what to have instead; None for 0 and 1.
        variance_epsilon: a small number that keeps from dividing by 0.
        name: of the node.

    >>> batch_normalization([1., 3.], 2., 1., None, None, 0.).numpy()
    array([-1.,  1.], dtype=float32)
    """
    x = convert_to_tensor(x)
    inverse = elementwise.rsqrt(convert_to_tensor(variance, x.dtype) + variance_epsilon)
    if scale is not None:
        inverse *= scale
    shift = -elementwise.multiply(mean, inverse) if offset is None else offset - mean * inverse
    return elementwise.add(x * inverse, shift, name)


def local_response_normalization(
    input: Any, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5,
    name: str | None = None,
) -> Any:  # fmt: skip
    """`input` divided by a power of the sum of squares of neighbouring channels (Krizhevsky et al. 2012).

    Args:
        input: of shape `[batch, height, width, channels]`.
        depth_radius: how many channels on either side are neighbours.
        bias, alpha, beta: the divisor is `(bias + alpha * sum) ** beta`.
        name: of the node.
    """
    x = convert_to_tensor(input)
    squares = padding.pad(x * x, [[0, 0]] * (x.ndim - 1) + [[depth_radius, depth_radius]])
    depth = shaping.sizes(x)[-1]
    total = assembling.add_n([squares[..., i : i + depth] for i in range(2 * depth_radius + 1)])
    return elementwise.divide(x, (bias + alpha * total) ** beta, name)


lrn = local_response_normalization


def weighted_cross_entropy_with_logits(labels: Any, logits: Any, pos_weight: Any, name: str | None = None) -> Any:
    """As `sigmoid_cross_entropy_with_logits`, with positive labels counting `pos_weight` times."""
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels, logits.dtype)
    weight = 1 + (pos_weight - 1) * labels
    log_part = elementwise.log1p(elementwise.exp(-elementwise.abs(logits))) + neural.relu(-logits)
    return elementwise.add((1 - labels) * logits, weight * log_part, name)


def weighted_moments(
    x: Any, axes: Any, frequency_weights: Any, keepdims: bool = False, name: str | None = None
) -> tuple[Any, Any]:
    """The mean and the variance of `x` over `axes`, where elements count as their weights say."""
    x = convert_to_tensor(x)
    weights = elementwise.multiply(convert_to_tensor(frequency_weights, x.dtype), shaping.ones_like(x))
    total = reduction.reduce_sum(weights, axes, keepdims=True)
    mean = reduction.reduce_sum(weights * x, axes, keepdims=True) / total
    variance = reduction.reduce_sum(weights * elementwise.squared_difference(x, mean), axes, keepdims=True) / total
    if keepdims:
        return mean, variance
    return shaping.squeeze(mean, axes), shaping.squeeze(variance, axes)


def compute_average_loss(
    per_example_loss: Any, sample_weight: Any = None, global_batch_size: Any = None, max_loss: Any = None
) -> Any:
    """The sum of losses, divided by the number of examples.

    >>> compute_average_loss([1., 2., 3.]).numpy()
    np.float32(2.0)
    """
    losses = convert_to_tensor(per_example_loss)
    if sample_weight is not None:
        losses *= convert_to_tensor(sample_weight, losses.dtype)
    size = shaping.shape(losses)[0] if global_batch_size is None else convert_to_tensor(global_batch_size)
    return reduction.reduce_sum(losses) / shaping.cast(size, losses.dtype)


def scale_regularization_loss(regularization_loss: Any) -> Any:
    """The sum of losses (there is one replica to divide it among)."""
    return reduction.reduce_sum(convert_to_tensor(regularization_loss, dtype_hint=dtypes.float32))
