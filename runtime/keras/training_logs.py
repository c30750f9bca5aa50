"""What a step reports: numbers by name, out of metrics and of whatever a `train_step` returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.keras.metrics import Metric


def numbers(logs: Any) -> dict[str, Any]:
    """Results of a step as Python numbers, sorted by name; other values as arrays."""
    if not isinstance(logs, Mapping):
        raise ValueError(f"a step should return a dictionary of numbers by name. Received: {logs!r}")
    found: dict[str, Any] = {}
    for name in sorted(logs):
        value = logs[name]
        array: Any = getattr(value, "_array", value)
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
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from metrics_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from metrics_in(item)


def count_of_examples(y_pred: Any) -> Any:
    """How many examples the outputs are of: the weight of their loss in the mean over all batches."""
    first = next(iter(nest.flatten(y_pred)), None)
    shape = getattr(first, "shape", None)
    if shape is None or not shape.rank:
        return None
    return tf.cast(tf.shape(first)[0] if shape[0] is None else shape[0], tf.float32)
