"""Losses as functions: from targets and predictions to a loss per example.

Each takes `y_true` and `y_pred`, tensors of shape `[batch, ..., d]`, and returns a tensor of shape `[batch, ...]`.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import runtime as tf
from runtime.keras.losses.shaping import same_rank

#: What keeps logarithms and divisions away from zero.
EPSILON = 1e-7


def _pair(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    """Both as tensors of the dtype of the predictions, and of the same rank."""
    y_pred = tf.convert_to_tensor(y_pred)
    if not y_pred.dtype.is_floating:
        y_pred = tf.cast(y_pred, tf.float32)
    return same_rank(tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype), y_pred)


def mean_squared_error(y_true: Any, y_pred: Any) -> Any:
    """The mean of `(y_true - y_pred) ** 2` over the last axis.

    >>> mean_squared_error([[0., 1.]], [[1., 3.]]).numpy()
    array([2.5], dtype=float32)
    """
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Any:
    """The mean of `|y_true - y_pred|` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.abs(y_true - y_pred), axis=-1)


def mean_absolute_percentage_error(y_true: Any, y_pred: Any) -> Any:
    """The mean of `100 |y_true - y_pred| / |y_true|` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return 100.0 * tf.reduce_mean(tf.abs((y_true - y_pred) / tf.maximum(tf.abs(y_true), EPSILON)), axis=-1)


def mean_squared_logarithmic_error(y_true: Any, y_pred: Any) -> Any:
    """The mean of `(log(y_true + 1) - log(y_pred + 1)) ** 2` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    difference = tf.math.log(tf.maximum(y_true, EPSILON) + 1.0) - tf.math.log(tf.maximum(y_pred, EPSILON) + 1.0)
    return tf.reduce_mean(tf.square(difference), axis=-1)


def huber(y_true: Any, y_pred: Any, delta: float = 1.0) -> Any:
    """The mean over the last axis of `e ** 2 / 2` where the error `e` is at most `delta`, linear beyond.

    Args:
        y_true, y_pred: of shape `[batch, ..., d]`.
        delta: the size of the error where the square ends.

    >>> huber([[0.0, 0.0]], [[1.0, 3.0]]).numpy()
    array([1.5], dtype=float32)
    """
    y_true, y_pred = _pair(y_true, y_pred)
    error = tf.abs(y_true - y_pred)
    return tf.reduce_mean(
        tf.where(error <= delta, 0.5 * tf.square(error), delta * error - 0.5 * delta * delta), axis=-1
    )


def log_cosh(y_true: Any, y_pred: Any) -> Any:
    """The mean of `log(cosh(y_pred - y_true))` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    error = y_pred - y_true
    return tf.reduce_mean(error + tf.math.softplus(-2.0 * error) - math.log(2.0), axis=-1)


def _signs(labels: Any) -> Any:
    """Labels of 0 and 1 as -1 and 1; labels of -1 and 1 as they are."""
    binary = tf.reduce_all(tf.logical_or(tf.equal(labels, 0.0), tf.equal(labels, 1.0)))
    return tf.where(binary, 2.0 * labels - 1.0, labels)


def hinge(y_true: Any, y_pred: Any) -> Any:
    """The mean of `max(1 - y_true * y_pred, 0)` over the last axis, for labels of -1 and 1 (or 0 and 1)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


def squared_hinge(y_true: Any, y_pred: Any) -> Any:
    """The mean of `max(1 - y_true * y_pred, 0) ** 2` over the last axis, for labels of -1 and 1 (or 0 and 1)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.square(tf.maximum(1.0 - _signs(y_true) * y_pred, 0.0)), axis=-1)


def categorical_hinge(y_true: Any, y_pred: Any) -> Any:
    """How much the best wrong class, plus 1, is above the right one, for one-hot `y_true`."""
    y_true, y_pred = _pair(y_true, y_pred)
    right = tf.reduce_sum(y_true * y_pred, axis=-1)
    wrong = tf.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return tf.maximum(wrong - right + 1.0, 0.0)


def kl_divergence(y_true: Any, y_pred: Any) -> Any:
    """The sum of `y_true * log(y_true / y_pred)` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true = tf.clip_by_value(y_true, EPSILON, 1.0)
    y_pred = tf.clip_by_value(y_pred, EPSILON, 1.0)
    return tf.reduce_sum(y_true * tf.math.log(y_true / y_pred), axis=-1)


def poisson(y_true: Any, y_pred: Any) -> Any:
    """The mean of `y_pred - y_true * log(y_pred)` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(y_pred - y_true * tf.math.log(y_pred + EPSILON), axis=-1)


def cosine_similarity(y_true: Any, y_pred: Any, axis: Any = -1) -> Any:
    """Minus the cosine of the angle between targets and predictions: -1 if they point the same way.

    Args:
        y_true, y_pred: of the same shape.
        axis: of the vectors.

    >>> cosine_similarity([[1.0, 0.0]], [[2.0, 0.0]]).numpy()
    array([-1.], dtype=float32)
    """
    y_true, y_pred = _pair(y_true, y_pred)
    return -tf.reduce_sum(tf.math.l2_normalize(y_true, axis) * tf.math.l2_normalize(y_pred, axis), axis=axis)


# -- cross-entropies -------------------------------------------------------------------------------------------------


def _logits_behind(output: Any, from_logits: bool, activation: str, name: str) -> tuple[Any, bool]:
    """What `activation` was applied to, if `output` is its result in a graph; and whether there are logits now.

    The loss of logits is exact where that of rounded probabilities is not.
    """
    node = getattr(output, "node", None)
    if node is None or node.type != activation:
        return output, from_logits
    if from_logits:
        warnings.warn(
            f'"`{name}` received `from_logits=True`, but the `output` argument was produced by a {activation} '
            "activation and thus does not represent logits. Was this intended?",
            stacklevel=4,
        )
    return node.inputs[0], True


def binary_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: Any = -1
) -> Any:
    """The mean over `axis` of `-y_true log(y_pred) - (1 - y_true) log(1 - y_pred)`.

    Args:
        y_true: 0 or 1, or between.
        y_pred: probabilities, or logits if `from_logits`.
        from_logits: what `y_pred` is.
        label_smoothing: between 0 and 1: how far labels are moved towards a half.
        axis: that the mean is taken over.

    >>> binary_crossentropy([[1.]], [[0.5]]).numpy()
    array([0.6931472], dtype=float32)
    """
    y_true, y_pred = _pair(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    return tf.reduce_mean(_binary_terms(y_true, y_pred, from_logits), axis=axis)


def _binary_terms(y_true: Any, y_pred: Any, from_logits: bool) -> Any:
    if None not in (y_true.shape.rank, y_pred.shape.rank) and y_true.shape.rank != y_pred.shape.rank:
        raise ValueError(
            "Arguments `target` and `output` must have the same rank (ndim). Received: "
            f"target.shape={y_true.shape}, output.shape={y_pred.shape}"
        )
    logits, are_logits = _logits_behind(y_pred, from_logits, "Sigmoid", "binary_crossentropy")
    if are_logits:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=logits)
    y_pred = tf.clip_by_value(y_pred, EPSILON, 1.0 - EPSILON)
    return -(y_true * tf.math.log(y_pred) + (1.0 - y_true) * tf.math.log(1.0 - y_pred))


def binary_focal_crossentropy(
    y_true: Any,
    y_pred: Any,
    apply_class_balancing: bool = False,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: Any = -1,
) -> Any:
    """Binary cross-entropy that counts examples less the better they are predicted already.

    Args:
        y_true: labels of 0 and 1.
        y_pred: probabilities, or logits.
        apply_class_balancing: whether `alpha` counts.
        alpha: the weight of class 1; that of class 0 is `1 - alpha`.
        gamma: how much less well predicted examples count; 0 for all alike.
        from_logits: whether `y_pred` are logits.
        label_smoothing: how far labels are moved towards 1/2.
        axis: of the mean.

    Source: Lin et al., "Focal loss for dense object detection", https://arxiv.org/abs/1708.02002.
    """
    y_true, y_pred = _pair(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if from_logits:
        y_pred = tf.sigmoid(y_pred)
    terms = _binary_terms(y_true, y_pred, False)
    right = y_true * y_pred + (1.0 - y_true) * (1.0 - y_pred)
    terms = tf.pow(1.0 - right, gamma) * terms
    if apply_class_balancing:
        terms = (y_true * alpha + (1.0 - y_true) * (1.0 - alpha)) * terms
    return tf.reduce_mean(terms, axis=axis)


def categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1
) -> Any:
    """Minus the sum over `axis` of `y_true * log(y_pred)`, for one-hot `y_true`.

    Args:
        y_true: one-hot labels, or probabilities of classes.
        y_pred: probabilities, or logits if `from_logits`.
        from_logits: what `y_pred` is.
        label_smoothing: between 0 and 1: how far labels are moved towards equal probabilities.
        axis: of the classes.

    Raises:
        ValueError: if the shapes do not agree.
    """
    y_pred = tf.convert_to_tensor(y_pred)
    y_true = tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype)
    if y_true.shape.rank is not None and y_pred.shape.rank is not None:
        _check_classes(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(y_pred)[axis], y_pred.dtype)
    logits, are_logits = _logits_behind(y_pred, from_logits, "Softmax", "categorical_crossentropy")
    if are_logits:
        return tf.nn.softmax_cross_entropy_with_logits(labels=y_true, logits=logits, axis=axis)
    y_pred = y_pred / tf.reduce_sum(y_pred, axis=axis, keepdims=True)
    return -tf.reduce_sum(y_true * tf.math.log(tf.clip_by_value(y_pred, EPSILON, 1.0 - EPSILON)), axis=axis)


def _check_classes(y_true: Any, y_pred: Any) -> None:
    hint = ""
    if y_true.shape.rank == y_pred.shape.rank - 1 or y_true.shape[-1:].as_list() == [1]:
        hint = " For integer labels, use `sparse_categorical_crossentropy`."
    if y_true.shape.rank != y_pred.shape.rank:
        raise ValueError(
            "Arguments `target` and `output` must have the same rank (ndim). Received: "
            f"target.shape={y_true.shape}, output.shape={y_pred.shape}.{hint}"
        )
    if not y_true.shape.is_compatible_with(y_pred.shape):
        raise ValueError(
            "Arguments `target` and `output` must have the same shape. Received: "
            f"target.shape={y_true.shape}, output.shape={y_pred.shape}.{hint}"
        )


def categorical_focal_crossentropy(
    y_true: Any,
    y_pred: Any,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Any:
    """Categorical cross-entropy that counts examples less the better they are predicted already.

    Args:
        y_true: one-hot labels.
        y_pred: probabilities, or logits.
        alpha: the weight of all classes, or one for each.
        gamma: how much less well predicted examples count; 0 for all alike.
        from_logits: whether `y_pred` are logits.
        label_smoothing: how far labels are moved towards equal ones.
        axis: of the classes.

    Source: Lin et al., "Focal loss for dense object detection", https://arxiv.org/abs/1708.02002.
    """
    y_true, y_pred = _pair(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(y_pred)[axis], y_pred.dtype)
    if from_logits:
        y_pred = tf.nn.softmax(y_pred, axis=axis)
    y_pred = y_pred / tf.reduce_sum(y_pred, axis=axis, keepdims=True)
    y_pred = tf.clip_by_value(y_pred, EPSILON, 1.0 - EPSILON)
    weight = alpha * tf.pow(1.0 - y_pred, gamma)
    return tf.reduce_sum(weight * -(y_true * tf.math.log(y_pred)), axis=axis)


def sparse_categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, ignore_class: int | None = None, axis: int = -1
) -> Any:
    """Minus `log(y_pred[y_true])`: the cross-entropy of classes given by number.

    Args:
        y_true: the numbers of the classes, of shape `[batch, ...]` or `[batch, ..., 1]`.
        y_pred: probabilities of shape `[batch, ..., classes]`, or logits if `from_logits`.
        from_logits: what `y_pred` is.
        ignore_class: a number whose examples have no loss.
        axis: of the classes.

    Returns:
        A tensor of shape `[batch, ...]`.

    Raises:
        ValueError: if the shapes do not agree.

    >>> sparse_categorical_crossentropy([1], [[0.5, 0.5]]).numpy()
    array([0.6931472], dtype=float32)
    """
    y_pred = tf.convert_to_tensor(y_pred)
    rank = y_pred.shape.rank
    labels = tf.cast(tf.convert_to_tensor(y_true), tf.int64)
    if rank is not None and labels.shape.rank == rank and labels.shape[-1] == 1:
        labels = tf.squeeze(labels, [-1])
    if rank is not None and axis not in (-1, rank - 1):
        y_pred = tf.transpose(y_pred, [*[i for i in range(rank) if i != axis % rank], axis % rank])
    if rank is not None and labels.shape.rank is not None:
        if rank < 1:
            raise ValueError(f"Argument `output` must be at least rank 1. Received: output.shape={y_pred.shape}")
        if not labels.shape.is_compatible_with(y_pred.shape[:-1]):
            raise ValueError(
                "Arguments `target` and `output` must have the same shape up until the last dimension: "
                f"target.shape={labels.shape}, output.shape={y_pred.shape}"
                + (". For one-hot labels, use `categorical_crossentropy`." if labels.shape.rank == rank else "")
            )
    logits, are_logits = _logits_behind(y_pred, from_logits, "Softmax", "sparse_categorical_crossentropy")
    if not are_logits:
        logits = tf.math.log(tf.clip_by_value(logits, EPSILON, 1.0 - EPSILON))
    if ignore_class is None:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    valid = tf.not_equal(labels, ignore_class)
    labels = tf.where(valid, labels, tf.zeros_like(labels))
    values = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    values = tf.where(valid, values, tf.zeros_like(values))
    values._keras_mask = valid
    return values


# -- overlaps --------------------------------------------------------------------------------------------------------


def dice(y_true: Any, y_pred: Any, axis: Any = None) -> Any:
    """1 minus twice the overlap of two sets over the sum of their sizes.

    Args:
        y_true, y_pred: numbers between 0 and 1: how much each element is in the set.
        axis: of the elements of a set; all axes by default.

    >>> dice([[1.0, 0.0]], [[1.0, 0.0]]).numpy().round(3).item()
    0.0
    """
    y_true, y_pred = _pair(y_true, y_pred)
    overlap = tf.reduce_sum(y_true * y_pred, axis=axis)
    total = tf.reduce_sum(y_true, axis=axis) + tf.reduce_sum(y_pred, axis=axis)
    return 1.0 - (2.0 * overlap + EPSILON) / (total + EPSILON)


def tversky(y_true: Any, y_pred: Any, alpha: float = 0.5, beta: float = 0.5, axis: Any = None) -> Any:
    """`dice` with weights of their own for what is missed (`alpha`) and what is predicted wrongly (`beta`).

    Args:
        y_true, y_pred: numbers between 0 and 1: how much each element is in the set.
        alpha: the weight of what is missed.
        beta: the weight of what is predicted wrongly.
        axis: of the elements of a set; all axes by default.
    """
    y_true, y_pred = _pair(y_true, y_pred)
    overlap = tf.reduce_sum(y_true * y_pred, axis=axis)
    wrong = tf.reduce_sum((1.0 - y_true) * y_pred, axis=axis)
    missed = tf.reduce_sum(y_true * (1.0 - y_pred), axis=axis)
    return 1.0 - (overlap + EPSILON) / (overlap + alpha * missed + beta * wrong + EPSILON)
