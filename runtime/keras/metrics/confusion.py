"""Metrics that count right and wrong decisions: at thresholds, among the largest k, or between classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import runtime as tf
from runtime.keras.losses.shaping import same_rank, weights_like
from runtime.keras.metrics.metric import Metric

#: The four kinds of decisions, as (the label, the prediction).
TRUE_POSITIVES, FALSE_POSITIVES = "true_positives", "false_positives"
TRUE_NEGATIVES, FALSE_NEGATIVES = "true_negatives", "false_negatives"


def counts(
    wanted: Sequence[str],
    y_true: Any,
    y_pred: Any,
    thresholds: Sequence[float],
    top_k: int | None = None,
    class_id: int | None = None,
    sample_weight: Any = None,
    by_label: bool = False,
) -> list[Any]:
    """The weights of all decisions of each kind, per threshold.

    Args:
        wanted: the kinds.
        y_true: labels of 0 and 1.
        y_pred: probabilities.
        thresholds: above which a probability is a positive prediction.
        top_k: if given, predictions that are not among the largest k of an example are negative.
        class_id: if given, the only position of the last dimension that is looked at.
        sample_weight: a number, one per example, or one per prediction.
        by_label: whether positions of the last dimension are counted apart.

    Returns:
        A tensor of shape `[thresholds]` for each kind; by label `[thresholds, labels]`.
    """
    y_pred = tf.cast(tf.convert_to_tensor(y_pred), tf.float32)
    y_true, y_pred = same_rank(tf.cast(tf.convert_to_tensor(y_true), tf.float32), y_pred)
    weights = None if sample_weight is None else tf.broadcast_to(weights_like(sample_weight, y_true), tf.shape(y_true))
    if top_k is not None:
        smallest = tf.math.top_k(y_pred, k=top_k).values[..., -1:]
        y_pred = tf.where(y_pred < smallest, tf.fill(tf.shape(y_pred), float("-inf")), y_pred)
    if class_id is not None:
        y_true, y_pred = y_true[..., class_id], y_pred[..., class_id]
        weights = None if weights is None else weights[..., class_id]
    shape = [1, -1, y_pred.shape[-1]] if by_label else [1, -1]
    limits = tf.reshape(tf.constant(thresholds, tf.float32), [-1, 1, 1] if by_label else [-1, 1])
    label, chosen = tf.reshape(y_true, shape) > 0.0, tf.reshape(y_pred, shape) > limits
    kinds = {
        TRUE_POSITIVES: lambda: tf.logical_and(label, chosen),
        FALSE_POSITIVES: lambda: tf.logical_and(tf.logical_not(label), chosen),
        TRUE_NEGATIVES: lambda: tf.logical_not(tf.logical_or(label, chosen)),
        FALSE_NEGATIVES: lambda: tf.logical_and(label, tf.logical_not(chosen)),
    }

    def total(kind: str) -> Any:
        found = tf.cast(kinds[kind](), tf.float32)
        if weights is not None:
            found = found * tf.reshape(weights, shape)
        return tf.reduce_sum(found, axis=1)

    return [total(kind) for kind in wanted]


def checked_thresholds(thresholds: Any, default: float) -> list[float]:
    """Thresholds as a list.

    Raises:
        ValueError: if one is not between 0 and 1.
    """
    given = [default] if thresholds is None else list(thresholds) if _is_list(thresholds) else [thresholds]
    wrong = [t for t in given if t is None or t < 0 or t > 1]
    if wrong and default != float("-inf"):
        raise ValueError(f"Threshold values must be in [0, 1]. Received: {wrong}")
    return [float(t) for t in given]


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or bool(getattr(value, "ndim", 0))


class _Counting(Metric):
    """Counts decisions of one kind at thresholds."""

    _kind = ""

    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None):
        super().__init__(dtype, name)
        self.init_thresholds = thresholds
        self.thresholds = checked_thresholds(thresholds, 0.5)
        self.accumulator = self.add_variable([len(self.thresholds)], name="accumulator")

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        (found,) = counts([self._kind], y_true, y_pred, self.thresholds, sample_weight=sample_weight)
        self.accumulator.assign_add(found, read_value=False)

    def result(self) -> Any:
        return self.accumulator[0] if len(self.thresholds) == 1 else self.accumulator.value()

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "thresholds": self.init_thresholds}


class TruePositives(_Counting):
    """How many labels of 1 were predicted as such."""

    _kind = TRUE_POSITIVES


class TrueNegatives(_Counting):
    """How many labels of 0 were predicted as such."""

    _kind = TRUE_NEGATIVES


class FalsePositives(_Counting):
    """How many labels of 0 were predicted as 1."""

    _kind = FALSE_POSITIVES


class FalseNegatives(_Counting):
    """How many labels of 1 were predicted as 0."""

    _kind = FALSE_NEGATIVES


class _Share(Metric):
    """The part of the true positives in them and another kind of decision.

    Args:
        thresholds: above which a probability is a positive prediction: one or several; 0.5 by default.
        top_k: if given, only the largest k predictions of an example are positive.
        class_id: if given, the only position of the last dimension that is looked at.
        name, dtype: as of `Metric`.
    """

    _other = ""

    def __init__(
        self, thresholds: Any = None, top_k: int | None = None, class_id: int | None = None, name: str | None = None,
        dtype: Any = None,
    ):  # fmt: skip
        super().__init__(dtype, name)
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        self.thresholds = checked_thresholds(thresholds, 0.5 if top_k is None else float("-inf"))
        self.true_positives = self.add_variable([len(self.thresholds)], name=TRUE_POSITIVES)
        setattr(self, self._other, self.add_variable([len(self.thresholds)], name=self._other))

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        kinds = [TRUE_POSITIVES, self._other]
        found = counts(kinds, y_true, y_pred, self.thresholds, self.top_k, self.class_id, sample_weight)
        for kind, value in zip(kinds, found, strict=True):
            getattr(self, kind).assign_add(value, read_value=False)

    def result(self) -> Any:
        found = self.true_positives.value()
        share = tf.math.divide_no_nan(found, found + getattr(self, self._other).value())
        return share[0] if len(self.thresholds) == 1 else share

    def get_config(self) -> dict[str, Any]:
        own = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **own}


class Precision(_Share):
    """How many of the positive predictions are right.

    >>> round(float(Precision()([0, 1, 1, 1], [1, 0, 1, 1])), 4)
    0.6667
    """

    _other = FALSE_POSITIVES


class Recall(_Share):
    """How many of the labels of 1 are found.

    >>> round(float(Recall()([0, 1, 1, 1], [1, 0, 1, 1])), 4)
    0.6667
    """

    _other = FALSE_NEGATIVES


_KINDS = (TRUE_POSITIVES, FALSE_POSITIVES, TRUE_NEGATIVES, FALSE_NEGATIVES)


def _spread(count: int) -> list[float]:
    """`count` thresholds, evenly spread, with the first below 0 and the last above 1."""
    return [-1e-7, *[(i + 1) / (count - 1) for i in range(count - 2)], 1.0 + 1e-7]


class AUC(Metric):
    """The area under a curve of decisions at many thresholds.

    Args:
        num_thresholds: how many; they are evenly spread over [0, 1].
        curve: `ROC` (recall over the rate of false positives) or `PR` (precision over recall).
        summation_method: `interpolation` (trapezoids; for PR after Davis and Goadrich, 2006), `minoring`, `majoring`.
        name, dtype: as of `Metric`.
        thresholds: the thresholds themselves, in place of a number of them.
        multi_label: whether the last dimension holds labels with an area each, which are averaged.
        num_labels: how many, for `multi_label`.
        label_weights: of the labels, for `multi_label`.
        from_logits: whether predictions are logits.

    >>> m = AUC(num_thresholds=3)
    >>> float(m([0, 0, 1, 1], [0., 0.5, 0.3, 0.9]))
    0.75
    """

    def __init__(
        self, num_thresholds: int = 200, curve: str = "ROC", summation_method: str = "interpolation",
        name: str | None = None, dtype: Any = None, thresholds: Any = None, multi_label: bool = False,
        num_labels: int | None = None, label_weights: Any = None, from_logits: bool = False,
    ):  # fmt: skip
        if str(curve).upper() not in ("ROC", "PR"):
            raise ValueError(f'Invalid AUC curve value: "{curve}". Expected values are ["PR", "ROC"]')
        if str(summation_method).lower() not in ("interpolation", "minoring", "majoring"):
            raise ValueError(
                f'Invalid AUC summation method value: "{summation_method}". Expected values are '
                '["interpolation", "majoring", "minoring"]'
            )
        if thresholds is None and (not isinstance(num_thresholds, int) or num_thresholds <= 1):
            raise ValueError(
                f"Argument `num_thresholds` must be an integer > 1. Received: num_thresholds={num_thresholds}"
            )
        super().__init__(dtype, name)
        if thresholds is not None:
            inner = sorted(checked_thresholds(thresholds, 0.5))
            self._thresholds = [-1e-7, *[t for t in inner if 0 < t < 1], 1.0 + 1e-7]
        else:
            self._thresholds = _spread(num_thresholds)
        self.num_thresholds = len(self._thresholds)
        self._given = thresholds
        self.curve, self.summation_method = str(curve).upper(), str(summation_method).lower()
        self.multi_label, self.num_labels = multi_label, num_labels
        self.label_weights = label_weights
        self._from_logits = from_logits
        self._kinds: list[Any] = []
        if not multi_label:
            self._build([self.num_thresholds])
        elif num_labels is not None:
            self._build([self.num_thresholds, num_labels])

    @property
    def thresholds(self) -> list[float]:
        """The thresholds."""
        return self._thresholds

    def _build(self, shape: list[int]) -> None:
        self._kinds = [self.add_variable(shape, name=kind) for kind in _KINDS]
        self.true_positives, self.false_positives, self.true_negatives, self.false_negatives = self._kinds

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        y_pred = tf.convert_to_tensor(y_pred)
        if self._from_logits:
            y_pred = tf.sigmoid(y_pred)
        if not self._kinds:
            self._build([self.num_thresholds, y_pred.shape[-1]])
        found = counts(_KINDS, y_true, y_pred, self._thresholds, sample_weight=sample_weight, by_label=self.multi_label)
        for variable, value in zip(self._kinds, found, strict=True):
            variable.assign_add(value, read_value=False)

    def result(self) -> Any:
        tp, fp, tn, fn = [v.value() for v in self._kinds]
        if self.curve == "PR" and self.summation_method == "interpolation":
            area = _interpolated_precision(tp, fp, fn)
        else:
            recall = tf.math.divide_no_nan(tp, tp + fn)
            if self.curve == "ROC":
                x, y = tf.math.divide_no_nan(fp, fp + tn), recall
            else:
                x, y = recall, tf.math.divide_no_nan(tp, tp + fp)
            combine = {"interpolation": lambda a, b: (a + b) / 2.0, "minoring": tf.minimum, "majoring": tf.maximum}
            area = tf.reduce_sum((x[:-1] - x[1:]) * combine[self.summation_method](y[:-1], y[1:]), axis=0)
        if not self.multi_label:
            return area
        if self.label_weights is None:
            return tf.reduce_mean(area)
        weights = tf.constant(self.label_weights, self._dtype)
        return tf.math.divide_no_nan(tf.reduce_sum(area * weights), tf.reduce_sum(weights))

    def get_config(self) -> dict[str, Any]:
        own = {
            "num_thresholds": self.num_thresholds, "curve": self.curve, "summation_method": self.summation_method,
            "multi_label": self.multi_label, "num_labels": self.num_labels, "label_weights": self.label_weights,
            "from_logits": self._from_logits,
        }  # fmt: skip
        given = {} if self._given is None else {"thresholds": self._thresholds[1:-1]}
        return {**super().get_config(), **own, **given}


def _interpolated_precision(tp: Any, fp: Any, fn: Any) -> Any:
    """The area under precision over recall, where true positives are linear between thresholds.

    Source: Davis and Goadrich, "The relationship between precision-recall and ROC curves", 2006.
    """
    positive = tp + fp
    slope = tf.math.divide_no_nan(tp[:-1] - tp[1:], tf.maximum(positive[:-1] - positive[1:], 0.0))
    intercept = tp[1:] - slope * positive[1:]
    both = tf.logical_and(positive[:-1] > 0.0, positive[1:] > 0.0)
    ratio = tf.where(
        both, tf.math.divide_no_nan(positive[:-1], tf.maximum(positive[1:], 0.0)), tf.ones_like(positive[1:])
    )
    parts = slope * (tp[:-1] - tp[1:] + intercept * tf.math.log(ratio))
    return tf.reduce_sum(tf.math.divide_no_nan(parts, tf.maximum(tp[1:] + fn[1:], 0.0)), axis=0)


class _AtThreshold(Metric):
    """The best value of one rate among the thresholds at which another is at least `value`."""

    _value_name = ""

    def __init__(
        self, value: float, num_thresholds: int = 200, class_id: int | None = None, name: str | None = None,
        dtype: Any = None,
    ):  # fmt: skip
        if not 0 <= value <= 1:
            raise ValueError(
                f"Argument `{self._value_name}` must be in the range [0, 1]. Received: {self._value_name}={value}"
            )
        if num_thresholds <= 0:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 0. Received: {num_thresholds}")
        super().__init__(dtype, name)
        self.value, self.num_thresholds, self.class_id = value, num_thresholds, class_id
        self.thresholds = [0.5] if num_thresholds == 1 else _spread(num_thresholds)
        self._kinds = [self.add_variable([len(self.thresholds)], name=kind) for kind in _KINDS]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        found = counts(_KINDS, y_true, y_pred, self.thresholds, None, self.class_id, sample_weight)
        for variable, value in zip(self._kinds, found, strict=True):
            variable.assign_add(value, read_value=False)

    def _rates(self) -> tuple[Any, Any]:
        """What has to be at least the value, and what is to be large."""
        raise NotImplementedError

    def result(self) -> Any:
        bounded, wanted = self._rates()
        enough = bounded >= self.value
        return tf.reduce_max(tf.where(enough, wanted, tf.zeros_like(wanted)))

    def _rate(self, part: int, rest: int) -> Any:
        found = self._kinds[part].value()
        return tf.math.divide_no_nan(found, found + self._kinds[rest].value())

    def get_config(self) -> dict[str, Any]:
        own = {"num_thresholds": self.num_thresholds, self._value_name: self.value, "class_id": self.class_id}
        return {**super().get_config(), **own}


def _at(name: str, doc: str, value_name: str, bounded: tuple[int, int], wanted: tuple[int, int]) -> Any:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if value_name in kwargs:
            kwargs["value"] = kwargs.pop(value_name)
        _AtThreshold.__init__(self, *args, **kwargs)

    def rates(self: Any) -> tuple[Any, Any]:
        return self._rate(*bounded), self._rate(*wanted)

    body = {
        "__init__": __init__, "_rates": rates, "_value_name": value_name, "__doc__": doc, "__module__": __name__,
        "__qualname__": name,
    }  # fmt: skip
    return type(name, (_AtThreshold,), body)


# The rates, as positions in `_KINDS`: of the part and of what it is a part of besides.
_PRECISION, _RECALL, _SPECIFICITY = (0, 1), (0, 3), (2, 1)
SensitivityAtSpecificity = _at(
    "SensitivityAtSpecificity", "The best sensitivity where specificity is at least `specificity`.", "specificity",
    _SPECIFICITY, _RECALL,
)  # fmt: skip
SpecificityAtSensitivity = _at(
    "SpecificityAtSensitivity", "The best specificity where sensitivity is at least `sensitivity`.", "sensitivity",
    _RECALL, _SPECIFICITY,
)  # fmt: skip
PrecisionAtRecall = _at(
    "PrecisionAtRecall", "The best precision where recall is at least `recall`.", "recall", _RECALL, _PRECISION
)
RecallAtPrecision = _at(
    "RecallAtPrecision", "The best recall where precision is at least `precision`.", "precision", _PRECISION, _RECALL
)
