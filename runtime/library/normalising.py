"""Normalisation and losses of neural networks that are made of other operations."""

from __future__ import annotations

import math
from typing import Any

from runtime.core import dtypes
from runtime.library import assembling, elementwise, logic, neural, padding, reduction, shaping
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


def crelu(features: Any, axis: int = -1, name: str | None = None) -> Any:
    """`relu` of `features` and of their negation, joined.

    >>> crelu([-1., 2.]).numpy()
    array([0., 2., 1., 0.], dtype=float32)
    """
    x = convert_to_tensor(features)
    return neural.relu(assembling.concat([x, -x], axis), name)


def weighted_cross_entropy_with_logits(labels: Any, logits: Any, pos_weight: Any, name: str | None = None) -> Any:
    """As `sigmoid_cross_entropy_with_logits`, with positive labels counting `pos_weight` times."""
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels, logits.dtype)
    weight = 1 + (pos_weight - 1) * labels
    log_part = elementwise.log1p(elementwise.exp(-elementwise.abs(logits))) + neural.relu(-logits)
    return elementwise.add((1 - labels) * logits, weight * log_part, name)


def log_poisson_loss(targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None) -> Any:
    """The negative log-likelihood of counts under a Poisson distribution, without what does not depend on the input.

    Args:
        targets: the counts.
        log_input: the logarithm of the rate.
        compute_full_loss: whether to add Stirling's approximation of the rest.
        name: of the node.
    """
    log_input = convert_to_tensor(log_input)
    targets = convert_to_tensor(targets, log_input.dtype)
    loss = elementwise.exp(log_input) - log_input * targets
    if not compute_full_loss:
        return loss
    safe = logic.where(targets > 0, targets, shaping.ones_like(targets))
    rest = safe * elementwise.log(safe) - targets + 0.5 * elementwise.log(2 * math.pi * safe)
    small = logic.logical_and(targets >= 0, targets <= 1)
    return elementwise.add(loss, logic.where(small, shaping.zeros_like(targets), rest), name)


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


def sufficient_statistics(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> tuple[Any, Any, Any, Any]:
    """The number of elements over `axes`, their sum, the sum of their squares, and the shift of both sums."""
    x = convert_to_tensor(x)
    count = shaping.cast(shaping.size(x), x.dtype) / shaping.cast(shaping.size(reduction.reduce_sum(x, axes)), x.dtype)
    moved = x if shift is None else x - shift
    total = reduction.reduce_sum(moved, axes, keepdims)
    return count, total, reduction.reduce_sum(moved * moved, axes, keepdims), shift


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> tuple[Any, Any]:
    """The mean and the variance of what `sufficient_statistics` counted."""
    share = elementwise.reciprocal(counts)
    shifted = elementwise.multiply(mean_ss, share)
    mean = shifted if shift is None else shifted + shift
    return mean, elementwise.multiply(variance_ss, share) - shifted * shifted


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


__all__ = [
    "batch_normalization", "compute_average_loss", "crelu", "local_response_normalization", "log_poisson_loss", "lrn",
    "normalize_moments", "scale_regularization_loss", "sufficient_statistics", "weighted_cross_entropy_with_logits",
    "weighted_moments",
]  # fmt: skip
