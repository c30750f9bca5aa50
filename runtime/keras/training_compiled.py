"""What `compile` is given, as what a training step calls: all losses as one, and all metrics as one; what steps report.

Both are made for the outputs of a model when the first batch is seen: only then is it known how many there are, what
they are called, and what kind of accuracy is meant.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from autograph.operators.calls import call as converted
from runtime.core import nest
from runtime.keras.losses.loss import Loss, LossFunctionWrapper
from runtime.keras.metrics import Mean, MeanMetricWrapper, Metric
from runtime.keras.serialization import LOSSES, METRICS
from runtime.library import assembling, shaping


class Compiled:
    """What `compile` makes of its arguments, which are `settings`, for outputs of some names (None if not known).

    Attributes:
        loss, metrics: of the outputs, as far as there are.
        loss_tracker: the mean of the loss.
    """

    def __init__(self, settings: dict[str, Any], names: Sequence[str] | None):
        self.settings, self.loss_tracker = settings, Mean(name="loss")
        loss, factors = settings["loss"], settings["loss_weights"]
        metrics, weighted = settings["metrics"], settings["weighted_metrics"]
        self.loss = None if loss is None else CompileLoss(loss, factors, names)
        self.metrics = None if metrics is weighted is None else CompileMetrics(metrics, weighted, names)


class _Outputs:
    """The outputs of a batch, and what belongs to each; they have the names of a dictionary, or of the model."""

    def __init__(self, y_pred: Any, names: Sequence[str] | None):
        is_named = isinstance(y_pred, Mapping)
        self.values: list[Any] = list(y_pred.values()) if is_named else nest.flatten(y_pred)
        known = list(y_pred) if is_named else names
        self.names = list(known) if known is not None and len(known) == len(self.values) else None

    def each(self, structure: Any, what: str) -> list[Any]:
        """A value for each output: from one for all, a list in the order of the outputs, or a dict by their names."""
        count = len(self.values)
        if isinstance(structure, Mapping):
            if self.names is None and count == len(structure) == 1:
                return list(structure.values())
            unknown = [key for key in structure if key not in (self.names or ())]
            if unknown:
                raise ValueError(
                    f"In the dict argument `{what}`, key '{unknown[0]}' does not correspond to any model output. "
                    f"Received:\n{what}={structure}; the outputs are {self.names or 'without names: give a list'}"
                )
            return [structure.get(name) for name in self.names or ()]
        if isinstance(structure, (list, tuple)):
            found = list(structure) if len(structure) == count or what != "y" else nest.flatten(structure)
            if len(found) != count:
                raise ValueError(
                    f"When providing `{what}` as a list, it should have as many entries as the model has outputs. "
                    f"Received:\n{what}={structure}\nof length {len(found)} whereas the model has {count} outputs."
                )
            return found
        return [structure] * count

    def name(self, i: int, otherwise: str) -> str:
        return self.names[i] if self.names is not None else otherwise


class CompileLoss:
    """The losses of all outputs, as their weighted sum; `trackers` are the means of several. See `compile`."""

    def __init__(self, loss: Any, loss_weights: Any = None, output_names: Sequence[str] | None = None):
        self._given, self._weights, self._output_names = loss, loss_weights, output_names
        self._parts: list[tuple[int, Any, float | None]] | None = None
        self.trackers: list[Any] = []
        # A wrong name is reported where it was written.
        for identifier in nest.flatten(loss):
            LOSSES.get(identifier)

    def _built(self, outputs: _Outputs) -> list[tuple[int, Any, float | None]]:
        """For each output that has a loss its number, the loss, and how much it counts."""
        if self._parts is None:
            factors = outputs.each(self._weights, "loss_weights")
            given = {i: x for i, x in enumerate(outputs.each(self._given, "loss")) if x is not None}
            self._parts = [(i, _loss(x), factors[i]) for i, x in given.items()]
            if len(given) > 1:
                self.trackers = [Mean(name=f"{outputs.name(i, _name(x))}_loss") for i, x in given.items()]
        return self._parts

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """The loss of a batch, a scalar."""
        outputs = _Outputs(y_pred, self._output_names)
        parts = self._built(outputs)
        if y_true is None:
            raise ValueError(
                "the model was compiled with a loss, but there are no targets: pass `y`, or a dataset of pairs (x, y)"
            )
        targets, weights = outputs.each(y_true, "y"), outputs.each(sample_weight, "sample_weight")
        values = []
        for (i, loss, factor), tracker in itertools.zip_longest(parts, self.trackers):
            value = loss(targets[i], outputs.values[i], weights[i])
            if tracker is not None:
                tracker.update_state(value, sample_weight=count_of_examples(outputs.values[i]))
            values.append(value if factor is None else value * factor)
        return values[0] if len(values) == 1 else assembling.add_n(values)


def _loss(identifier: Any) -> Any:
    found = LOSSES.get(identifier)
    return found if isinstance(found, Loss) else LossFunctionWrapper(found, name=_name(identifier))


class CompileMetrics(Metric):
    """All metrics of all outputs, as one; see `compile`."""

    def __init__(self, metrics: Any, weighted_metrics: Any, output_names: Sequence[str] | None = None):
        super().__init__(name="compile_metrics")
        self._given, self._output_names = (metrics, weighted_metrics), output_names
        #: By name: the number of the output, the metric, and whether weights count.
        self._parts: dict[str, tuple[int, Any, bool]] | None = None
        for identifier in nest.flatten(self._given):
            if not isinstance(identifier, str) or identifier not in _BY_SHAPE:
                METRICS.get(identifier)

    @property
    def metrics(self) -> list[Any]:
        """The metrics, as soon as they are made."""
        return [metric for _, metric, _ in (self._parts or {}).values()]

    @property
    def names(self) -> list[str]:
        """What the numbers of the metrics are called."""
        return list(self._parts or ())

    @property
    def variables(self) -> Any:
        return [v for metric in self.metrics for v in metric.variables]

    def _built(self, outputs: _Outputs, targets: Sequence[Any]) -> dict[str, tuple[int, Any, bool]]:
        if self._parts is None:
            self._parts = {}
            for weighted, given in zip((False, True), self._given, strict=True):
                for i, identifiers in enumerate(_per_output(given, outputs)):
                    for identifier in identifiers:
                        metric = _metric(identifier, targets[i], outputs.values[i])
                        prefix = f"{outputs.name(i, '')}_" if outputs.names and len(targets) > 1 else ""
                        name = self._free(prefix + metric.name, weighted)
                        self._parts[name] = (i, metric, weighted)
        return self._parts

    def _free(self, name: str, weighted: bool) -> str:
        """`name`, with what tells it from those that are taken."""
        taken: Any = self._parts
        name = f"weighted_{name}" if weighted and name in taken else name
        return next(n for n in (name, *(f"{name}_{k}" for k in range(1, len(taken) + 2))) if n not in taken)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        outputs = _Outputs(y_pred, self._output_names)
        targets, weights = outputs.each(y_true, "y"), outputs.each(sample_weight, "sample_weight")
        for i, metric, weighted in self._built(outputs, targets).values():
            if targets[i] is not None:
                weight = (weights[i],) if weighted else ()
                converted(metric.update_state)(targets[i], outputs.values[i], *weight)

    def result(self) -> Any:
        """The numbers, by name."""
        results: dict[str, Any] = {}
        for name, (_, metric, _) in (self._parts or {}).items():
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

#: Metrics that have a class for a function's name.
_CLASSES = {
    "mse": "MeanSquaredError", "mean_squared_error": "MeanSquaredError", "mae": "MeanAbsoluteError",
    "mean_absolute_error": "MeanAbsoluteError", "binary_accuracy": "BinaryAccuracy",
}  # fmt: skip


def _metric(identifier: Any, y_true: Any, y_pred: Any) -> Any:
    """The metric that is meant, under the name that it is to have in logs."""
    if isinstance(identifier, str):
        by_shape = _BY_SHAPE.get(identifier)
        name = by_shape[_kind(y_true, y_pred)] if by_shape else _CLASSES.get(identifier.lower())
        if name is not None:
            return METRICS.known[name](name=identifier)
    found = METRICS.get(identifier)
    if not isinstance(found, Metric):
        return MeanMetricWrapper(found, name=_name(identifier))
    if isinstance(identifier, str):
        found.name = identifier
    return found


def _kind(y_true: Any, y_pred: Any) -> int:
    if not y_pred.shape.rank or y_pred.shape[-1] == 1:
        return 0
    fewer = y_true.shape.rank is not None and y_true.shape.rank < y_pred.shape.rank
    return 1 if fewer or y_true.shape[-1] == 1 else 2


def _per_output(given: Any, outputs: _Outputs) -> list[list[Any]]:
    """A list of metrics for each output."""
    if not isinstance(given, (list, tuple, Mapping, type(None))):
        given = [given]
    count = len(outputs.values)
    if isinstance(given, (list, tuple)) and not any(isinstance(item, (list, tuple)) for item in given):
        # A list with a metric for each of several outputs, or one that all outputs share.
        given = [[item] for item in given] if count > 1 and len(given) == count else [list(given)] * count
    found = outputs.each(given, "metrics")
    return [[] if x is None else list(x) if isinstance(x, (list, tuple)) else [x] for x in found]


def _name(identifier: Any) -> str:
    name = identifier if isinstance(identifier, str) else getattr(identifier, "name", None)
    return name or getattr(identifier, "__name__", None) or type(identifier).__name__


# -- what steps report -----------------------------------------------------------------------------------------------


def numbers(logs: Any) -> dict[str, Any]:
    """Results of a step as Python numbers, sorted by name; other values as arrays."""
    if not isinstance(logs, Mapping):
        raise ValueError(f"a step should return a dictionary of numbers by name. Received: {logs!r}")
    found: dict[str, Any] = {}
    for name in sorted(logs):
        array = np.asarray(logs[name]) if not isinstance(logs[name], Mapping) else None
        if array is None:
            found.update(numbers(logs[name]))
        else:
            found[name] = float(array) if array.size == 1 and array.dtype.kind not in "OSU" else array
    return found


def metrics_in(value: Any) -> Iterator[Any]:
    """The metrics in the value of an attribute: itself, or those in a list, tuple or dictionary."""
    if isinstance(value, Metric):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from metrics_in(item)


def count_of_examples(y_pred: Any) -> Any:
    """How many examples the outputs are of: the weight of their loss in the mean over all batches."""
    first = next(iter(nest.flatten(y_pred)), None)
    shape = getattr(first, "shape", None)
    if shape is None or not shape.rank:
        return None
    return shaping.cast(shaping.shape(first)[0] if shape[0] is None else shape[0], "float32")
