"""Losses as functions: from targets and predictions to a loss per example.

Each takes `y_true` and `y_pred`, tensors of shape `[batch, ..., d]`, and returns a tensor of shape `[batch, ...]`.
"""

from __future__ import annotations

import warnings
from typing import Any

from runtime.keras.losses.shaping import as_floats, pair
from runtime.keras.serialization import LOSSES, METRICS
from runtime.library import elementwise, logic, neural, reduction, shaping
from runtime.tensor import conversion


def _pair(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    return pair(y_true, as_floats(y_pred))


def _inside(probabilities: Any) -> Any:
    """Probabilities away from 0 and 1, where logarithms have no end."""
    return neural.clip_by_value(probabilities, 1e-7, 1.0 - 1e-7)


def mean_squared_error(y_true: Any, y_pred: Any) -> Any:
    """The mean of `(y_true - y_pred) ** 2` over the last axis.

    >>> mean_squared_error([[0., 1.]], [[1., 3.]]).numpy()
    array([2.5], dtype=float32)
    """
    y_true, y_pred = _pair(y_true, y_pred)
    return reduction.reduce_mean(elementwise.square(y_true - y_pred), axis=-1)


def mean_absolute_error(y_true: Any, y_pred: Any) -> Any:
    """The mean of `|y_true - y_pred|` over the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return reduction.reduce_mean(elementwise.abs(y_true - y_pred), axis=-1)


def huber(y_true: Any, y_pred: Any, delta: float = 1.0) -> Any:
    """The mean over the last axis of `e ** 2 / 2` where the error `e` is at most `delta`, linear beyond.

    Args:
        y_true, y_pred: of shape `[batch, ..., d]`.
        delta: the size of the error where the square ends.

    >>> huber([[0.0, 0.0]], [[1.0, 3.0]]).numpy()
    array([1.5], dtype=float32)
    """
    y_true, y_pred = _pair(y_true, y_pred)
    error = elementwise.abs(y_true - y_pred)
    return reduction.reduce_mean(
        logic.where(error <= delta, 0.5 * elementwise.square(error), delta * error - 0.5 * delta * delta), axis=-1
    )


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
    _check_shapes(y_true, y_pred, whole=False)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    y_pred, are_logits = _logits_behind(y_pred, from_logits, "Sigmoid", "binary_crossentropy")
    if are_logits:
        terms = neural.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    else:
        y_pred = _inside(y_pred)
        terms = -(y_true * elementwise.log(y_pred) + (1.0 - y_true) * elementwise.log(1.0 - y_pred))
    return reduction.reduce_mean(terms, axis=axis)


def _check_shapes(y_true: Any, y_pred: Any, whole: bool) -> None:
    """Checks that targets have the rank of the predictions, or the `whole` shape."""
    if None in (y_true.shape.rank, y_pred.shape.rank):
        return
    same_rank = y_true.shape.rank == y_pred.shape.rank
    if not same_rank or (whole and not y_true.shape.is_compatible_with(y_pred.shape)):
        numbers = whole and (y_true.shape.rank == y_pred.shape.rank - 1 or y_true.shape[-1:].as_list() == [1])
        raise ValueError(
            f"Arguments `target` and `output` must have the same {'shape' if same_rank else 'rank (ndim)'}. Received: "
            f"target.shape={y_true.shape}, output.shape={y_pred.shape}."
            + (" For integer labels, use `sparse_categorical_crossentropy`." if numbers else "")
        )


def categorical_crossentropy(
    y_true: Any, y_pred: Any, from_logits: bool = False, label_smoothing: float = 0.0, axis: int = -1
) -> Any:
    """Minus the sum over `axis` of `y_true * log(y_pred)`, for one-hot `y_true`.

    The arguments are those of `binary_crossentropy`; labels are smoothed towards equal probabilities.

    Raises:
        ValueError: if the shapes do not agree.
    """
    y_pred = conversion.convert_to_tensor(y_pred)
    y_true = shaping.cast(conversion.convert_to_tensor(y_true), y_pred.dtype)
    _check_shapes(y_true, y_pred, whole=True)
    if label_smoothing:
        classes = shaping.cast(shaping.shape(y_pred)[axis], y_pred.dtype)
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / classes
    y_pred, are_logits = _logits_behind(y_pred, from_logits, "Softmax", "categorical_crossentropy")
    if are_logits:
        return neural.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
    y_pred = y_pred / reduction.reduce_sum(y_pred, axis=axis, keepdims=True)
    return -reduction.reduce_sum(y_true * elementwise.log(_inside(y_pred)), axis=axis)


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
    y_pred = conversion.convert_to_tensor(y_pred)
    rank = y_pred.shape.rank
    labels = shaping.cast(conversion.convert_to_tensor(y_true), "int64")
    if rank is not None and labels.shape.rank == rank and labels.shape[-1] == 1:
        labels = shaping.squeeze(labels, [-1])
    if rank is not None and axis not in (-1, rank - 1):
        y_pred = shaping.transpose(y_pred, [*[i for i in range(rank) if i != axis % rank], axis % rank])
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
        logits = elementwise.log(_inside(logits))
    valid = None if ignore_class is None else logic.not_equal(labels, ignore_class)
    labels = labels if valid is None else logic.where(valid, labels, shaping.zeros_like(labels))
    values = neural.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    if valid is not None:
        values = logic.where(valid, values, shaping.zeros_like(values))
        values._keras_mask = valid
    return values


for _function, _others in {
    mean_squared_error: ("mse", "MSE"), mean_absolute_error: ("mae", "MAE"), huber: (),
    binary_crossentropy: ("bce", "BCE"), categorical_crossentropy: (), sparse_categorical_crossentropy: (),
}.items():  # fmt: skip
    LOSSES.add(_function, *_others)
    METRICS.add(_function, *_others)
