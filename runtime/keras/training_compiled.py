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
    """What `compile` makes of its arguments, which are `settings`.

    Attributes:
        loss, metrics: of the outputs, as far as there are.
        loss_tracker: the mean of the loss.
        functions: the staged steps, by name.
    """

    def __init__(self, settings: dict[str, Any], loss_tracker: Any):
        self.settings, self.loss_tracker = settings, loss_tracker
        self.loss: CompileLoss | None = None
        self.metrics: CompileMetrics | None = None
        self.functions: dict[str, Any] = {}


def _flat(structure: Any, names: Sequence[Any] | None, what: str, count: int) -> list[Any]:
    """A value for each output: from one for all, a list in the order of the outputs, or a dict by their names."""
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


class _Outputs:
    """The outputs of a batch, and what belongs to each.

    Args:
        y_pred: a structure of them; the keys of a dictionary are their names.
        names: those that the model knows, if it has any.
    """

    def __init__(self, y_pred: Any, names: Sequence[str] | None):
        is_named = isinstance(y_pred, Mapping)
        self.values: list[Any] = list(y_pred.values()) if is_named else nest.flatten(y_pred)
        known = list(y_pred) if is_named else names
        self.names = list(known) if known is not None and len(known) == len(self.values) else None

    def each(self, structure: Any, what: str) -> list[Any]:
        """The part of `structure` for each output; None if there is no structure."""
        count = len(self.values)
        return [None] * count if structure is None else _flat(structure, self.names, what, count)

    def name(self, i: int, otherwise: str) -> str:
        return self.names[i] if self.names is not None else otherwise


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
        self._given, self._weights, self._output_names = loss, loss_weights, output_names
        self._parts: list[tuple[int, Any, float | None]] | None = None
        self.trackers: list[Any] = []
        # A wrong name is reported where it was written.
        for identifier in nest.flatten(loss):
            LOSSES.get(identifier)

    def _built(self, outputs: _Outputs) -> list[tuple[int, Any, float | None]]:
        """For each output that has a loss its number, the loss, and how much it counts."""
        if self._parts is None:
            given, factors = outputs.each(self._given, "loss"), outputs.each(self._weights, "loss_weights")
            wanted = [i for i, identifier in enumerate(given) if identifier is not None]
            found = {i: LOSSES.get(given[i]) for i in wanted}
            self._parts = [
                (i, x if isinstance(x, Loss) else LossFunctionWrapper(x, name=_name(given[i])), factors[i])
                for i, x in found.items()
            ]
            if len(wanted) > 1:
                self.trackers = [Mean(name=f"{outputs.name(i, _name(given[i]))}_loss") for i in wanted]
        return self._parts

    def __call__(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """The loss of a batch, a scalar.

        Raises:
            ValueError: if there are no targets, or not as many as outputs.
        """
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


class CompileMetrics(Metric):
    """All metrics of all outputs, as one.

    Args:
        metrics, weighted_metrics: a list of metrics for all outputs, or a list or dict of such lists. The latter take
            account of the weights of examples.
        output_names: of the model, if it has any.
    """

    def __init__(self, metrics: Any, weighted_metrics: Any, output_names: Sequence[str] | None = None):
        super().__init__(name="compile_metrics")
        self._given, self._output_names = (metrics, weighted_metrics), output_names
        self._parts: list[tuple[int, Any, str, bool]] | None = None
        for identifier in nest.flatten(self._given):
            if not isinstance(identifier, str) or identifier not in _BY_SHAPE:
                METRICS.get(identifier)

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

    def _built(self, outputs: _Outputs, targets: Sequence[Any]) -> list[tuple[int, Any, str, bool]]:
        """For each metric the number of its output, the metric, its name, and whether weights count."""
        if self._parts is None:
            self._parts = []
            taken: set[str] = set()
            for weighted, given in zip((False, True), self._given, strict=True):
                for i, identifiers in enumerate(_per_output(given, outputs)):
                    for identifier in identifiers:
                        metric = _metric(identifier, targets[i], outputs.values[i])
                        name = (
                            f"{outputs.name(i, '')}_{metric.name}"
                            if outputs.names and len(targets) > 1
                            else metric.name
                        )
                        name = f"weighted_{name}" if weighted and name in taken else name
                        numbered = itertools.chain([name], (f"{name}_{k}" for k in itertools.count(1)))
                        name = next(n for n in numbered if n not in taken)
                        taken.add(name)
                        self._parts.append((i, metric, name, weighted))
        return self._parts

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        outputs = _Outputs(y_pred, self._output_names)
        targets, weights = outputs.each(y_true, "y"), outputs.each(sample_weight, "sample_weight")
        for i, metric, _, weighted in self._built(outputs, targets):
            if targets[i] is not None:
                weight = (weights[i],) if weighted else ()
                converted(metric.update_state)(targets[i], outputs.values[i], *weight)

    def result(self) -> Any:
        """The numbers, by name."""
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
    last = y_pred.shape[-1] if y_pred.shape.rank else 1
    if last == 1:
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
    if isinstance(identifier, str):
        return identifier
    name = getattr(identifier, "name", None) or getattr(identifier, "__name__", None)
    return name or type(identifier).__name__


# -- what steps report -----------------------------------------------------------------------------------------------


def numbers(logs: Any) -> dict[str, Any]:
    """Results of a step as Python numbers, sorted by name; other values as arrays."""
    if not isinstance(logs, Mapping):
        raise ValueError(f"a step should return a dictionary of numbers by name. Received: {logs!r}")
    found: dict[str, Any] = {}
    for name in sorted(logs):
        array: Any = getattr(logs[name], "_array", logs[name])
        if isinstance(array, Mapping):
            found.update(numbers(array))
            continue
        try:
            found[name] = float(array)
        except (TypeError, ValueError):
            found[name] = np.asarray(array)
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
