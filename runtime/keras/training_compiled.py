"""What `compile` is given, as what a training step calls: all losses as one, and all metrics as one.

Both are made for the outputs of a model when the first batch is seen: only then is it known how many there are, what
they are called, and what kind of accuracy is meant.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import runtime as tf
from runtime.core import nest
from runtime.keras import losses as losses_module
from runtime.keras import metrics as metrics_module
from runtime.keras.losses.loss import Loss, LossFunctionWrapper


class Compiled:
    """What `compile` makes of its arguments; `settings` are the arguments themselves."""

    def __init__(self, settings: dict[str, Any]):
        self.settings = settings
        self.loss: CompileLoss | None = None
        self.metrics: CompileMetrics | None = None
        self.loss_tracker: Any = None
        self.eager = False
        self.steps_per_execution = 1
        #: The staged steps, by name.
        self.functions: dict[str, Any] = {}


def _flat(structure: Any, names: Sequence[Any] | None, what: str, count: int) -> list[Any]:
    """A value for each output.

    Args:
        structure: one value for a single output; a list, in the order of the outputs; or a dict, by their names.
        names: of the outputs, if they have any.
        what: it is, for messages.
        count: how many outputs there are.

    Raises:
        ValueError: if it does not fit the outputs.
    """
    if isinstance(structure, Mapping):
        if names is None:
            if count == 1 and len(structure) == 1:
                return list(structure.values())
            raise ValueError(
                f"`{what}` is a dictionary, but the outputs of the model have no names: give a list, or have the model "
                "return a dictionary"
            )
        unknown = [key for key in structure if key not in names]
        if unknown:
            raise ValueError(
                f"In the dict argument `{what}`, key '{unknown[0]}' does not correspond to any model output. "
                f"Received:\n{what}={structure}; the outputs are {list(names)}"
            )
        return [structure.get(name) for name in names]
    if isinstance(structure, (list, tuple)):
        found = list(structure)
        if len(found) != count and what == "y":
            found = nest.flatten(structure)
        if len(found) != count:
            raise ValueError(
                f"When providing `{what}` as a list, it should have as many entries as the model has outputs. "
                f"Received:\n{what}={structure}\nof length {len(found)} whereas the model has {count} outputs."
            )
        return found
    return [structure] * count


def outputs_of(y_pred: Any, output_names: Sequence[str] | None) -> tuple[list[Any], list[Any] | None]:
    """The outputs in `y_pred`, and their names: the keys of a dict, or those that the model knows."""
    if isinstance(y_pred, Mapping):
        return list(y_pred.values()), list(y_pred)
    flat = nest.flatten(y_pred)
    if output_names is not None and len(output_names) == len(flat):
        return flat, list(output_names)
    return flat, None


class CompileLoss:
    """The losses of all outputs, as their weighted sum.

    Args:
        loss: one for all outputs, or a list or dict of them.
        loss_weights: numbers, in the same structure.
        output_names: of the model, if it has any.

    Attributes:
        trackers: the mean of the loss of each output, if there are several.
    """

    def __init__(self, loss: Any, loss_weights: Any = None, output_names: Sequence[str] | None = None):
        self._given = loss
        self._weights = loss_weights
        self._output_names = output_names
        self._parts: list[tuple[int, Any, float | None]] | None = None
        self.trackers: list[Any] = []
        # A wrong name is reported where it was written.
        for identifier in nest.flatten(loss):
            losses_module.get(identifier)

    def _build(self, count: int, names: Sequence[Any] | None) -> None:
        given = _flat(self._given, names, "loss", count)
        weights = [None] * count if self._weights is None else _flat(self._weights, names, "loss_weights", count)
        self._parts = []
        self.trackers = []
        wanted = [i for i in range(count) if given[i] is not None]
        for i in wanted:
            loss = losses_module.get(given[i])
            if not isinstance(loss, Loss):
                loss = LossFunctionWrapper(loss, name=_name(given[i]))
            self._parts.append((i, loss, weights[i]))
            if len(wanted) > 1:
                name = names[i] if names is not None else _name(given[i])
                self.trackers.append(metrics_module.Mean(name=f"{name}_loss"))

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """The loss of a batch, a scalar.

        Raises:
            ValueError: if there are no targets, or not as many as outputs.
        """
        outputs, names = outputs_of(y_pred, self._output_names)
        if self._parts is None:
            self._build(len(outputs), names)
        if y_true is None:
            raise ValueError(
                "the model was compiled with a loss, but there are no targets: pass `y`, or a dataset of pairs (x, y)"
            )
        targets = _flat(y_true, names, "y", len(outputs))
        weights = [None] * len(outputs)
        if sample_weight is not None:
            weights = _flat(sample_weight, names, "sample_weight", len(outputs))
        values = []
        trackers = iter(self.trackers)
        for i, loss, factor in self._parts or ():
            value = loss(targets[i], outputs[i], weights[i])
            tracker = next(trackers, None)
            if tracker is not None:
                tracker.update_state(value, sample_weight=_batch_size(outputs[i]))
            values.append(value if factor is None else value * factor)
        return values[0] if len(values) == 1 else tf.add_n(values)


class CompileMetrics(metrics_module.Metric):
    """All metrics of all outputs, as one.

    Args:
        metrics, weighted_metrics: a list of metrics for all outputs, or a list or dict of such lists. The latter take
            account of the weights of examples.
        output_names: of the model, if it has any.
    """

    def __init__(self, metrics: Any, weighted_metrics: Any, output_names: Sequence[str] | None = None):
        super().__init__(name="compile_metrics")
        self._given = (metrics, weighted_metrics)
        self._output_names = output_names
        self._parts: list[tuple[int, Any, str, bool]] | None = None
        for identifier in nest.flatten([metrics, weighted_metrics]):
            if identifier not in (None, *_BY_SHAPE) if isinstance(identifier, str) else identifier is not None:
                metrics_module.get(identifier)

    @property
    def metrics(self) -> list[Any]:
        """The metrics, as soon as they are made."""
        return [metric for _, metric, _, _ in self._parts or ()]

    @property
    def names(self) -> list[str]:
        """What the numbers of the metrics are called."""
        return [name for _, _, name, _ in self._parts or ()]

    @property
    def variables(self) -> Any:
        return [v for metric in self.metrics for v in metric.variables]

    def _build(self, targets: Sequence[Any], outputs: Sequence[Any], names: Sequence[Any] | None) -> None:
        self._parts = []
        taken: set[str] = set()
        for weighted, given in zip((False, True), self._given, strict=True):
            for i, identifiers in enumerate(_per_output(given, names, len(outputs))):
                for identifier in identifiers:
                    metric = _metric(identifier, targets[i], outputs[i])
                    name = metric.name
                    if len(outputs) > 1 and names is not None:
                        name = f"{names[i]}_{name}"
                    if weighted and name in taken:
                        name = f"weighted_{name}"
                    numbered = itertools.chain([name], (f"{name}_{k}" for k in itertools.count(1)))
                    name = next(n for n in numbered if n not in taken)
                    taken.add(name)
                    self._parts.append((i, metric, name, weighted))

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        outputs, names = outputs_of(y_pred, self._output_names)
        targets = _flat(y_true, names, "y", len(outputs))
        if self._parts is None:
            self._build(targets, outputs, names)
        weights = [None] * len(outputs)
        if sample_weight is not None:
            weights = _flat(sample_weight, names, "sample_weight", len(outputs))
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        for i, metric, _, weighted in self._parts or ():
            if targets[i] is None:
                continue
            if weighted:
                converted(metric.update_state)(targets[i], outputs[i], weights[i])
            else:
                converted(metric.update_state)(targets[i], outputs[i])

    def result(self) -> Any:
        """The numbers, by name."""
        from autograph.operators.calls import call as converted  # what users define is converted when it is staged

        results: dict[str, Any] = {}
        for _, metric, name, _ in self._parts or ():
            found = converted(metric.result)()
            results.update(found if isinstance(found, dict) else {name: found})
        return results

    def reset_state(self) -> None:
        for metric in self.metrics:
            metric.reset_state()


#: Names that stand for a metric that depends on the targets and outputs, by kind: binary, classes by number, one-hot.
_ACCURACY = ("BinaryAccuracy", "SparseCategoricalAccuracy", "CategoricalAccuracy")
_CROSSENTROPY = ("BinaryCrossentropy", "SparseCategoricalCrossentropy", "CategoricalCrossentropy")
_BY_SHAPE = {"accuracy": _ACCURACY, "acc": _ACCURACY, "crossentropy": _CROSSENTROPY, "ce": _CROSSENTROPY}


def _metric(identifier: Any, y_true: Any, y_pred: Any) -> Any:
    """The metric that is meant, under the name that it is to have in logs."""
    if isinstance(identifier, metrics_module.Metric):
        return identifier
    if isinstance(identifier, str) and identifier in _BY_SHAPE:
        return getattr(metrics_module, _BY_SHAPE[identifier][_kind(y_true, y_pred)])(name=identifier)
    if isinstance(identifier, str) and identifier.lower() in _CLASSES:
        return _CLASSES[identifier.lower()](name=identifier)
    found = metrics_module.get(identifier)
    if isinstance(found, metrics_module.Metric):
        if isinstance(identifier, str):
            found.name = identifier
        return found
    return metrics_module.MeanMetricWrapper(found, name=_name(identifier))


def _kind(y_true: Any, y_pred: Any) -> int:
    last = y_pred.shape[-1] if y_pred.shape.rank else 1
    if last == 1:
        return 0
    fewer = y_true.shape.rank is not None and y_true.shape.rank < y_pred.shape.rank
    return 1 if fewer or y_true.shape[-1] == 1 else 2


#: Metrics that have a class for a function's name.
_CLASSES = {
    "mse": metrics_module.MeanSquaredError, "mean_squared_error": metrics_module.MeanSquaredError,
    "mae": metrics_module.MeanAbsoluteError, "mean_absolute_error": metrics_module.MeanAbsoluteError,
    "cosine_similarity": metrics_module.CosineSimilarity, "binary_accuracy": metrics_module.BinaryAccuracy,
}  # fmt: skip


def _per_output(given: Any, names: Sequence[Any] | None, count: int) -> list[list[Any]]:
    """A list of metrics for each output."""
    if given is None:
        return [[] for _ in range(count)]
    if not isinstance(given, (list, tuple, Mapping)):
        given = [given]
    nested = isinstance(given, Mapping) or any(isinstance(item, (list, tuple)) for item in given)
    if not nested:
        # A list with a metric for each of several outputs, or one that all outputs share.
        given = [[item] for item in given] if count > 1 and len(given) == count else [list(given)] * count
    found = _flat(given, names, "metrics", count)
    return [[] if item is None else list(item) if isinstance(item, (list, tuple)) else [item] for item in found]


def _name(identifier: Any) -> str:
    if isinstance(identifier, str):
        return identifier
    name = getattr(identifier, "name", None) or getattr(identifier, "__name__", None)
    return name or type(identifier).__name__


def _batch_size(output: Any) -> Any:
    if not output.shape.rank:
        return None
    size = output.shape[0]
    return tf.cast(tf.shape(output)[0] if size is None else size, tf.float32)
