"""Metrics that count right and wrong decisions at thresholds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from runtime.keras.declaring import among, field
from runtime.keras.losses.shaping import pair, weights_like
from runtime.keras.metrics.metric import Metric
from runtime.library import assembling, creation, elementwise, logic, reduction, shaping, sorting

#: The kinds of decisions: what they are of labels, and of whether a probability is above the threshold.
_KINDS: dict[str, Callable[[Any, Any], Any]] = {
    "true_positives": logic.logical_and,
    "false_positives": lambda label, chosen: logic.logical_and(logic.logical_not(label), chosen),
    "true_negatives": lambda label, chosen: logic.logical_not(logic.logical_or(label, chosen)),
    "false_negatives": lambda label, chosen: logic.logical_and(label, logic.logical_not(chosen)),
}


def _thresholds(thresholds: Any, default: float) -> list[float]:
    is_list = isinstance(thresholds, (list, tuple)) or bool(getattr(thresholds, "ndim", 0))
    given = [default] if thresholds is None else list(thresholds) if is_list else [thresholds]
    wrong = [t for t in given if t is None or not 0 <= t <= 1]
    if wrong and default != float("-inf"):
        raise ValueError(f"Threshold values must be in [0, 1]. Received: {wrong}")
    return [float(t) for t in given]


class _Counting(Metric):
    """Keeps how many decisions of some kinds there were at thresholds."""

    #: Of the decisions.
    kinds: ClassVar[tuple[str, ...]]

    def _count(self, thresholds: list[float]) -> None:
        self.thresholds = thresholds
        for kind in self.kinds:
            setattr(self, kind, self.add_weight([len(thresholds)], name=kind))

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        y_true, y_pred = pair(y_true, y_pred, "float32")
        weights = creation.ones([], "float32") if sample_weight is None else weights_like(sample_weight, y_true)
        self._add(y_true, y_pred, assembling.broadcast_to(weights, shaping.shape(y_true)))

    def _add(self, y_true: Any, y_pred: Any, weights: Any) -> None:
        """Counts the decisions of a batch; all three are of one shape."""
        limits = shaping.reshape(creation.constant(self.thresholds, "float32"), [-1, 1])
        label, chosen = shaping.reshape(y_true, [1, -1]) > 0.0, shaping.reshape(y_pred, [1, -1]) > limits
        for kind in self.kinds:
            found = shaping.cast(_KINDS[kind](label, chosen), "float32") * shaping.reshape(weights, [1, -1])
            getattr(self, kind).assign_add(reduction.reduce_sum(found, axis=1), read_value=False)

    def _counts(self) -> list[Any]:
        return [getattr(self, kind).value() for kind in self.kinds]


_NAME: Any = field("of the metric", default=None, passed=True)
_DTYPE: Any = field("to compute in", default=None, passed=True)


class _Share(_Counting):
    """The part of the decisions of one kind in them and those of another."""

    init_thresholds: Any = field(
        "above which a probability is a positive prediction: one or several; 0.5 by default", default=None,
        argument="thresholds",
    )  # fmt: skip
    top_k: int | None = field("if given, only the largest k predictions of an example are positive", default=None)
    class_id: int | None = field("if given, the only position of the last dimension that is looked at", default=None)
    name: Any = _NAME
    dtype: Any = _DTYPE

    def _init_done(self) -> None:
        self._count(_thresholds(self.init_thresholds, 0.5 if self.top_k is None else float("-inf")))

    def _add(self, y_true: Any, y_pred: Any, weights: Any) -> None:
        if self.top_k is not None:
            smallest = sorting.top_k(y_pred, k=self.top_k).values[..., -1:]
            y_pred = logic.where(y_pred < smallest, creation.fill(shaping.shape(y_pred), float("-inf")), y_pred)
        if self.class_id is not None:
            y_true, y_pred, weights = (x[..., self.class_id] for x in (y_true, y_pred, weights))
        super()._add(y_true, y_pred, weights)

    def result(self) -> Any:
        found, others = self._counts()
        share = elementwise.divide_no_nan(found, found + others)
        return share[0] if len(self.thresholds) == 1 else share


class Precision(_Share):
    """How many of the positive predictions are right.

    >>> round(float(Precision()([0, 1, 1, 1], [1, 0, 1, 1])), 4)
    0.6667
    """

    kinds = ("true_positives", "false_positives")


class Recall(_Share):
    """How many of the labels of 1 are found.

    >>> round(float(Recall()([0, 1, 1, 1], [1, 0, 1, 1])), 4)
    0.6667
    """

    kinds = ("true_positives", "false_negatives")


#: How the heights of a curve at both ends of a step become one.
_SUMMED: dict[str, Callable[[Any, Any], Any]] = {
    "interpolation": lambda a, b: (a + b) / 2.0, "majoring": elementwise.maximum, "minoring": elementwise.minimum,
}  # fmt: skip


class AUC(_Counting):
    """The area under a curve of decisions at many thresholds.

    >>> m = AUC(num_thresholds=3)
    >>> float(m([0, 0, 1, 1], [0., 0.5, 0.3, 0.9]))
    0.75
    """

    kinds = tuple(_KINDS)

    num_thresholds: int = field("how many thresholds there are, evenly spread over [0, 1]", default=200)
    curve: str = field(
        "`ROC` (recall over the rate of false positives) or `PR` (precision over recall)", default="ROC",
        convert=lambda curve: among("curve", "pr", "roc")(curve).upper(),
    )  # fmt: skip
    summation_method: str = field(
        "`interpolation` (trapezoids; for PR after Davis and Goadrich, 2006), `minoring` or `majoring`",
        default="interpolation", convert=among("summation_method", *_SUMMED),
    )  # fmt: skip
    name: Any = _NAME
    dtype: Any = _DTYPE
    given: Any = field("the thresholds themselves, in place of a number of them", default=None, argument="thresholds")
    from_logits: bool = field("whether predictions are logits", default=False)

    def _init_done(self) -> None:
        count = self.num_thresholds
        if self.given is not None:
            inner = sorted(t for t in _thresholds(self.given, 0.5) if 0 < t < 1)
        elif not isinstance(count, int) or count <= 1:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 1. Received: num_thresholds={count}")
        else:
            inner = [(i + 1) / (count - 1) for i in range(count - 2)]
        # The first is below 0, and the last above 1.
        self.thresholds = [-1e-7, *inner, 1.0 + 1e-7]
        self.num_thresholds = len(self.thresholds)
        self._count(self.thresholds)

    def _add(self, y_true: Any, y_pred: Any, weights: Any) -> None:
        super()._add(y_true, elementwise.sigmoid(y_pred) if self.from_logits else y_pred, weights)

    def result(self) -> Any:
        tp, fp, tn, fn = self._counts()
        if self.curve == "PR" and self.summation_method == "interpolation":
            return _interpolated_precision(tp, fp, fn)
        x = recall = elementwise.divide_no_nan(tp, tp + fn)
        y = elementwise.divide_no_nan(tp, tp + fp)
        if self.curve == "ROC":
            x, y = elementwise.divide_no_nan(fp, fp + tn), recall
        return reduction.reduce_sum((x[:-1] - x[1:]) * _SUMMED[self.summation_method](y[:-1], y[1:]))

    def get_config(self) -> dict[str, Any]:
        given = None if self.given is None else self.thresholds[1:-1]
        return {**super().get_config(), "thresholds": given}


def _interpolated_precision(tp: Any, fp: Any, fn: Any) -> Any:
    """The area under precision over recall, where true positives are linear between thresholds.

    Source: Davis and Goadrich, "The relationship between precision-recall and ROC curves", 2006.
    """
    positive = tp + fp
    slope = elementwise.divide_no_nan(tp[:-1] - tp[1:], elementwise.maximum(positive[:-1] - positive[1:], 0.0))
    intercept = tp[1:] - slope * positive[1:]
    both = logic.logical_and(positive[:-1] > 0.0, positive[1:] > 0.0)
    ratio = elementwise.divide_no_nan(positive[:-1], elementwise.maximum(positive[1:], 0.0))
    parts = slope * (tp[:-1] - tp[1:] + intercept * elementwise.log(logic.where(both, ratio, shaping.ones_like(ratio))))
    return reduction.reduce_sum(elementwise.divide_no_nan(parts, elementwise.maximum(tp[1:] + fn[1:], 0.0)), axis=0)
