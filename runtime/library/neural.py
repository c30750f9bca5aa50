"""Functions of neural networks: activations, softmax and its losses, normalisation, dropout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.core import dtypes
from runtime.core.errors import invalid_argument
from runtime.ir.schema import Op
from runtime.library import (
    assembling,
    elementwise,
    indexing,
    linear_algebra,
    logic,
    padding,
    randomness,
    reduction,
    shaping,
)
from runtime.library.point_wise import public, snake, unary
from runtime.ops import neural as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import NO_ATTRS, apply


def _activation(op: Op, doc: str) -> Callable[..., Any]:
    """The public function of a point-wise operation, whose operand is called `features`."""
    of_x = unary(op, doc)

    def function(features: Any, name: str | None = None) -> Any:
        return of_x(features, name or op.name)

    return public(function, snake(op.name), f"{doc}\n\nArgs:\n    features: a tensor.\n    name: of the node.\n")


relu = _activation(ops.RELU, "`max(features, 0)`.\n\n>>> relu([-1., 2.]).numpy()\narray([0., 2.], dtype=float32)")
relu6 = _activation(ops.RELU6, "`min(max(features, 0), 6)`.")
elu = _activation(ops.ELU, "`features` where positive, else `exp(features) - 1`.")
selu = _activation(ops.SELU, "`scale * elu(features, alpha)`, with the constants that keep mean and variance.")
softplus = _activation(ops.SOFTPLUS, "`log(1 + exp(features))`.")
softsign = _activation(ops.SOFTSIGN, "`features / (1 + abs(features))`.")


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Any:
    """`features` where positive, else `alpha * features`."""
    x = convert_to_tensor(features)
    if x.dtype.is_integer:
        x = shaping.cast(x, dtypes.float32)
    return elementwise.maximum(alpha * x, x, name or "LeakyRelu") if alpha <= 1 else logic.where(x > 0, x, alpha * x)


def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Any:
    """`x` times the normal distribution function of `x`, or its approximation by tanh."""
    x = convert_to_tensor(features)
    if not x.dtype.is_floating:
        raise ValueError(f"`features.dtype` must be a floating point tensor. Received: features.dtype={x.dtype}")
    if approximate:
        return 0.5 * x * (1 + elementwise.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))
    return 0.5 * x * (1 + elementwise.erf(x / 1.4142135623730951))


def silu(features: Any, beta: float = 1.0) -> Any:
    """`x * sigmoid(beta * x)`."""
    x = convert_to_tensor(features)
    return x * elementwise.sigmoid(beta * x)


swish = silu


def softmax(logits: Any, axis: int | None = None, name: str | None = None) -> Any:
    """Exponentials that are scaled to sum to 1 along `axis`, the last by default.

    >>> softmax([0., 0.]).numpy()
    array([0.5, 0.5], dtype=float32)
    """
    return _along(ops.SOFTMAX, logits, axis, name)


def log_softmax(logits: Any, axis: int | None = None, name: str | None = None) -> Any:
    """The logarithm of `softmax`, computed without overflow."""
    return _along(ops.LOG_SOFTMAX, logits, axis, name)


def _along(op: Any, logits: Any, axis: int | None, name: str | None) -> Any:
    x = convert_to_tensor(logits)
    if x.shape.rank == 0:
        raise invalid_argument(f"logits must have >= 1 dimension, got 0 [Op:{op.name}]")
    if x.shape.rank is not None and axis is not None and not -x.shape.rank <= axis < x.shape.rank:
        raise invalid_argument(f"`axis` = {axis} not in range [{-x.shape.rank}, {x.shape.rank}) [Op:{op.name}]")
    if axis is None or axis == -1 or (x.shape.rank is not None and axis == x.shape.rank - 1):
        return apply(op, (x,), NO_ATTRS, name)
    order = list(range(x.ndim))
    order[axis], order[-1] = order[-1], order[axis]
    return shaping.transpose(apply(op, (shaping.transpose(x, order),), NO_ATTRS, name), order)


def softmax_cross_entropy_with_logits(labels: Any, logits: Any, axis: int = -1, name: str | None = None) -> Any:
    """The cross entropy of the distribution `labels` and `softmax(logits)`, for each row.

    Args:
        labels: probabilities, in the shape of `logits`.
        logits: unnormalised log-probabilities.
        axis: the dimension of the classes.
        name: of the node.

    >>> softmax_cross_entropy_with_logits([[0., 1.]], [[1., 2.]]).numpy()
    array([0.31326166], dtype=float32)
    """
    logits = convert_to_tensor(logits)
    labels = shaping.cast(convert_to_tensor(labels, dtype_hint=logits.dtype), logits.dtype)
    if logits.shape.rank is not None and axis not in (-1, logits.shape.rank - 1):
        order = [i for i in range(logits.ndim) if i != axis % logits.ndim] + [axis % logits.ndim]
        logits, labels = shaping.transpose(logits, order), shaping.transpose(labels, order)
    return apply(ops.CROSS_ENTROPY, (logits, labels), NO_ATTRS, name)[0]


def sparse_softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Any:
    """The cross entropy of class numbers and `softmax(logits)`.

    Args:
        labels: the number of the right class, for each row.
        logits: unnormalised log-probabilities, with the classes in the last dimension.
        name: of the node.

    Raises:
        InvalidArgumentError: if a label is not the number of a class.
    """
    logits, labels = convert_to_tensor(logits), convert_to_tensor(labels, dtype_hint=dtypes.int32)
    if None not in (labels.shape.rank, logits.shape.rank) and labels.shape.rank != logits.shape.rank - 1:
        raise ValueError(
            f"`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape={labels.shape} of rank "
            f"{labels.shape.rank} and logits.shape={logits.shape} of rank {logits.shape.rank}"
        )
    if logits.shape.rank is not None and not labels.shape.is_compatible_with(logits.shape[:-1]):
        raise ValueError(
            "`labels.shape` must equal `logits.shape` except for the last dimension. Received: labels.shape="
            f"{labels.shape} and logits.shape={logits.shape}"
        )
    if logits.shape.rank == 2:
        return apply(ops.SPARSE_CROSS_ENTROPY, (logits, labels), NO_ATTRS, name)[0]
    flat = shaping.reshape(logits, [-1, shaping.shape(logits)[-1]])
    losses = apply(ops.SPARSE_CROSS_ENTROPY, (flat, shaping.reshape(labels, [-1])), NO_ATTRS, name)[0]
    return shaping.reshape(losses, shaping.shape(labels))


def sigmoid_cross_entropy_with_logits(labels: Any = None, logits: Any = None, name: str | None = None) -> Any:
    """The cross entropy of independent probabilities `labels` and `sigmoid(logits)`, elementwise.

    >>> sigmoid_cross_entropy_with_logits(labels=[1.], logits=[0.3]).numpy()
    array([0.55435526], dtype=float32)
    """
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels, logits.dtype)
    if not logits.shape.is_compatible_with(labels.shape):
        raise ValueError(
            f"`logits` and `labels` must have the same shape, received ({logits.shape} vs {labels.shape})."
        )
    return relu(logits) - logits * labels + elementwise.log1p(elementwise.exp(-elementwise.abs(logits)))


# -- the rest --------------------------------------------------------------------------------------------------------


def l2_loss(t: Any, name: str | None = None) -> Any:
    """Half of the sum of squares."""
    x = convert_to_tensor(t)
    return elementwise.multiply(reduction.reduce_sum(elementwise.square(x)), 0.5, name)


def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None) -> Any:
    """`x` scaled to length 1 along `axis`.

    >>> l2_normalize([3., 4.]).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    x = convert_to_tensor(x)
    total = reduction.reduce_sum(elementwise.square(elementwise.abs(x)), axis, keepdims=True)
    return elementwise.multiply(x, shaping.cast(elementwise.rsqrt(elementwise.maximum(total, epsilon)), x.dtype), name)


def normalize(tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None) -> tuple[Any, Any]:
    """`tensor` divided by its norm along `axis`, and that norm."""
    x = convert_to_tensor(tensor)
    length = linear_algebra.norm(x, ord, axis, keepdims=True)
    return elementwise.divide(x, length, name), length


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """`t` with what lies outside of an interval moved to its nearest end.

    >>> clip_by_value([1, 5, 10], 2, 6).numpy()
    array([2, 5, 6], dtype=int32)
    """
    x = convert_to_tensor(t)
    return elementwise.maximum(elementwise.minimum(x, clip_value_max), clip_value_min, name or "clip_by_value")


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Any:
    """`t` scaled down so that its norm over `axes` is at most `clip_norm`.

    >>> clip_by_norm([3., 4.], 1.).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    x = convert_to_tensor(t)
    total = reduction.reduce_sum(x * x, axes, keepdims=True)
    nonzero = total > 0
    length = logic.where(nonzero, elementwise.sqrt(logic.where(nonzero, total, shaping.ones_like(total))), total)
    return elementwise.divide(x * clip_norm, elementwise.maximum(length, clip_norm), name)


def global_norm(t_list: Any, name: str | None = None) -> Any:
    """The norm of all elements of several tensors together; None among them is skipped."""
    squares = [reduction.reduce_sum(elementwise.square(convert_to_tensor(t))) for t in t_list if t is not None]
    return elementwise.sqrt(assembling.add_n(squares), name)


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """Several tensors scaled down so that their norm together is at most `clip_norm`, and what it was."""
    if not isinstance(t_list, (list, tuple)):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    total = global_norm(t_list) if use_norm is None else convert_to_tensor(use_norm)
    scale = clip_norm / elementwise.maximum(total, clip_norm)
    return [None if t is None else elementwise.multiply(t, scale) for t in t_list], total


def moments(x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None) -> tuple[Any, Any]:
    """The mean and the variance of `x` over `axes`."""
    x = convert_to_tensor(x)
    if x.dtype in (dtypes.float16, dtypes.bfloat16):  # whose sums would lose too much
        mean, variance = moments(shaping.cast(x, dtypes.float32), axes, shift, keepdims)
        return shaping.cast(mean, x.dtype), shaping.cast(variance, x.dtype)
    mean = reduction.reduce_mean(x, axes, True)
    variance = reduction.reduce_mean(elementwise.squared_difference(x, mean), axes, keepdims, "variance")
    return reduction.reduce_mean(x, axes, keepdims, "mean"), variance


def zero_fraction(value: Any, name: str | None = None) -> Any:
    """The fraction of elements that are zero, as a float32."""
    x = convert_to_tensor(value)
    return reduction.reduce_mean(shaping.cast(logic.equal(x, shaping.zeros_like(x)), dtypes.float32), name=name)


def dropout(x: Any, rate: Any, noise_shape: Any = None, seed: int | None = None, name: str | None = None) -> Any:
    """`x` with a fraction `rate` of elements set to 0 at random, and the others scaled by `1 / (1 - rate)`.

    Args:
        x: a tensor of floating-point numbers.
        rate: the probability that an element is dropped.
        noise_shape: what is dropped together: sizes of 1 are broadcast.
        seed: of this operation.
        name: of the node.

    Raises:
        ValueError: if `rate` is not in `[0, 1)`.
    """
    x = convert_to_tensor(x)
    if not x.dtype.is_floating:
        raise ValueError(f"`x.dtype` must be a floating point tensor as `x` will be scaled. Received x.dtype={x.dtype}")
    if isinstance(rate, (int, float)) and not 0 <= rate < 1:
        raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
    if isinstance(rate, (int, float)) and rate == 0:
        return x
    noise = randomness.uniform(shaping.shape(x) if noise_shape is None else noise_shape, dtype=x.dtype, seed=seed)
    return logic.where(noise >= rate, x / (1 - rate), shaping.zeros_like(x), name)


def bias_add(value: Any, bias: Any, data_format: str | None = None, name: str | None = None) -> Any:
    """`value + bias`, with `bias` along the last dimension (or the second, for `NC...` formats)."""
    value = convert_to_tensor(value)
    bias = convert_to_tensor(bias, value.dtype)
    first = data_format is not None and data_format.startswith("NC")
    if bias.shape.rank not in (1, None):
        raise ValueError(f"Shape must be rank 1 but is rank {bias.shape.rank}: biases are a vector")
    if value.shape.rank is not None:
        if value.shape.rank < 2:
            raise ValueError(f"Shape must be at least rank 2 but is rank {value.shape.rank}: input must have channels")
        channels, count = value.shape[1 if first else -1], bias.shape.num_elements()
        if None not in (channels, count) and channels != count:
            raise invalid_argument(
                "Must provide as many biases as the last dimension of the input tensor: "
                f"[{count}] vs. {value.shape.as_list()}"
            )
    if first:
        bias = shaping.reshape(bias, [1, -1] + [1] * (value.ndim - 2))
    return elementwise.add(value, bias, name or "BiasAdd")


def embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: str | None = None) -> Any:
    """The rows of `params` whose numbers are `ids`."""
    return indexing.gather(params, ids, name=name)


def in_top_k(targets: Any, predictions: Any, k: int, name: str | None = None) -> Any:
    """Whether each target class is among the `k` highest predictions of its row."""
    predictions = convert_to_tensor(predictions)
    targets = convert_to_tensor(targets)
    picked = indexing.gather(predictions, shaping.expand_dims(targets, -1), axis=1, batch_dims=1)
    better = reduction.reduce_sum(shaping.cast(predictions > picked, dtypes.int32), 1)
    return logic.less(better, k, name)


def log_sigmoid(x: Any, name: str | None = None) -> Any:
    """The logarithm of `sigmoid(x)`, computed without overflow."""
    x = convert_to_tensor(x)
    return elementwise.negative(softplus(-x), name)


def stretch_contrast(images: Any, factor: Any) -> Any:
    """Images of floating-point numbers with the distance from the mean of each channel multiplied."""
    return apply(ops.ADJUST_CONTRAST, (images, factor))


# -- normalisation and weighted losses --------------------------------------------------------------------------------


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
    log_part = elementwise.log1p(elementwise.exp(-elementwise.abs(logits))) + relu(-logits)
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
