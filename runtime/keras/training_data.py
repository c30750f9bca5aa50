"""Batches for training: what `fit`, `evaluate` and `predict` are given, as a source of batches.

A source has `batches`, the number of batches of an epoch or None, and `epoch()`, an iterator over them. A batch is a
tuple of structures of tensors: inputs, targets, weights, of which the latter may be missing.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from runtime.core import nest
from runtime.data.dataset import Dataset
from runtime.ir.values import EagerTensor, Tensor
from runtime.keras.losses.shaping import is_numbers
from runtime.library import creation, randomness
from runtime.tensor import conversion


class ArrayBatches:
    """Batches of arrays that are in memory: a tuple of structures of them; the other arguments are those of `fit`."""

    def __init__(self, arrays: tuple[Any, ...], batch_size: int | None, shuffle: Any, steps: int | None):
        while arrays and arrays[-1] is None:
            arrays = arrays[:-1]
        self._structure = arrays
        self._arrays = [None if a is None else as_array(a) for a in nest.flatten(self._structure)]
        self._examples = _count(self._structure, self._arrays)
        # With a number of steps and no size, an epoch is divided evenly.
        default = 32 if steps is None else -(-self._examples // steps)
        self.batch_size = batch_size or max(default, 1)
        self._shuffle = shuffle
        whole = -(-self._examples // self.batch_size)
        self.batches = whole if steps is None else min(steps, whole)

    def epoch(self) -> Iterator[tuple[Any, ...]]:
        order = np.arange(self._examples)
        starts = np.arange(0, self._examples, self.batch_size)
        if self._shuffle == "batch":
            starts = randomness.shuffle(starts).numpy()
        elif self._shuffle:
            order = randomness.shuffle(order).numpy()
        for start in starts[: self.batches]:
            chosen: Any = slice(start, start + self.batch_size)
            if self._shuffle:
                chosen = order[chosen]
            parts = [None if a is None else EagerTensor(a[chosen]) for a in self._arrays]
            yield nest.pack_sequence_as(self._structure, parts)


class StreamBatches:
    """Batches of a dataset, a generator, or anything else; with a number of steps epochs go on where one ended."""

    def __init__(self, source: Any, steps: int | None):
        self._source = source
        self._steps = steps
        self._is_once = hasattr(source, "__next__")
        self._iterator: Iterator[Any] | None = source if self._is_once else None
        self._has_ended = False
        self.batches = steps if steps is not None else None if self._is_once else _length(source)

    def epoch(self) -> Iterator[tuple[Any, ...]]:
        if self._has_ended:
            _warn_of_end()
        if self._iterator is None or (self._steps is None and not self._is_once):
            self._iterator = iter(self._source)
        taken = 0
        while self._steps is None or taken < self._steps:
            element = next(self._iterator, _END)
            if element is _END:
                self._has_ended = self._is_once
                self._iterator = self._iterator if self._is_once else None
                if self._steps is not None:
                    _warn_of_end()
                return
            taken += 1
            yield as_batch(element)


_END = object()


def _warn_of_end() -> None:
    warnings.warn(
        "Your input ran out of data; interrupting training. Make sure that your dataset or generator can generate at "
        "least `steps_per_epoch * epochs` batches. You may need to use the `.repeat()` function when building your "
        "dataset.",
        stacklevel=3,
    )


def source_of(
    x: Any, y: Any = None, sample_weight: Any = None, batch_size: int | None = None, shuffle: Any = False,
    steps: int | None = None,
) -> Any:  # fmt: skip
    """The source of batches that `x` is, or that `x`, `y` and `sample_weight` make together.

    Raises:
        ValueError: if the arguments do not go together, or `x` is nothing to train on.
    """
    if steps is not None and steps <= 0:
        raise ValueError(f"the number of steps must be at least 1. Received: {steps}")
    if is_arrays(x):
        return ArrayBatches(tuple(map(_lists_as_arrays, (x, y, sample_weight))), batch_size, shuffle, steps)
    if isinstance(x, (list, tuple, Mapping, str)) or not hasattr(x, "__iter__"):
        raise ValueError(f"Unrecognized data type: x={x} (of type {type(x)})")
    kind = "tf.data.Dataset" if isinstance(x, Dataset) else "generator" if hasattr(x, "__next__") else "dataset"
    for name, what, given in (("y", "targets", y), ("sample_weight", "sample weights", sample_weight)):
        if given is not None:
            raise ValueError(
                f"When providing `x` as a {kind}, `{name}` should not be passed. Instead, the {what} should be "
                f"included as part of the {kind}."
            )
    return StreamBatches(x, steps)


def is_arrays(x: Any) -> bool:
    """Whether `x` is an array, or a structure of arrays, as opposed to something that yields batches."""
    leaves = nest.flatten(_lists_as_arrays(x))
    return any(leaf is not None for leaf in leaves) and all(
        hasattr(leaf, "__array__") and hasattr(leaf, "shape") for leaf in leaves if leaf is not None
    )


def _lists_as_arrays(part: Any) -> Any:
    """An array of a list of numbers, however deep; anything else as it is."""
    if not is_numbers(part):
        return part
    try:
        return np.asarray(part)
    except ValueError:
        problem = "the rows of the data do not all have the same length: make them so, or give a `padded_batch`"
        raise ValueError(problem) from None


def as_array(value: Any) -> np.ndarray:
    """An array to take batches of; numbers of float64 become float32, as layers compute in it."""
    array = value._array if isinstance(value, EagerTensor) else np.asarray(value)
    if array.dtype == np.float64:
        return array.astype(np.float32)
    return np.char.encode(array, "utf-8").astype(object) if array.dtype.kind == "U" else array


def as_batch(element: Any) -> tuple[Any, ...]:
    """What a source yields as a tuple of inputs, targets and weights, made of tensors."""
    is_tuple = isinstance(element, (tuple, list)) and not hasattr(element, "_fields")

    def tensor(leaf: Any) -> Any:
        as_it_is = (
            leaf is None or isinstance(leaf, Tensor) or hasattr(leaf, "components") or hasattr(leaf, "row_splits")
        )
        return leaf if as_it_is else conversion.convert_to_tensor(as_array(leaf))

    return nest.map_structure(tensor, tuple(element) if is_tuple else (element,))


def unpack(batch: Any) -> tuple[Any, Any, Any]:
    """Inputs, targets and weights of a batch; None for what it has not."""
    parts = tuple(batch) if isinstance(batch, (tuple, list)) else (batch,)
    if not 1 <= len(parts) <= 3:
        raise ValueError(
            "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: "
            f"{len(parts)} parts"
        )
    return (*parts, None, None, None)[:3]


def split(arrays: tuple[Any, ...], fraction: float) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The arrays without the last `fraction` of the examples, and those examples.

    Raises:
        ValueError: if there are no arrays to split, or nothing would be left on one side.
    """
    if not is_arrays(arrays[0]):
        raise ValueError(
            "Argument `validation_split` is only supported for tensors or NumPy arrays. Found incompatible type in the "
            f"input: {[type(a) for a in nest.flatten(arrays) if a is not None]}"
        )
    if not 0 < fraction < 1:
        raise ValueError(f"Argument `validation_split` must be between 0 and 1. Received: {fraction}")
    arrays = nest.map_structure(lambda a: None if a is None else as_array(a), tuple(map(_lists_as_arrays, arrays)))
    count = len(next(a for a in nest.flatten(arrays) if a is not None))
    at = int(np.floor(count * (1.0 - fraction)))
    if at in (0, count):
        raise ValueError(
            f"Training data contains {count} samples, which is not sufficient to split it as `validation_split="
            f"{fraction}` says: provide more data, or another value."
        )
    parts = (slice(None, at), slice(at, None))
    first, second = (nest.map_structure(lambda a, p=part: None if a is None else a[p], arrays) for part in parts)
    return first, second


def with_class_weight(batch: tuple[Any, ...], class_weight: Mapping[int, float]) -> tuple[Any, ...]:
    """A batch whose examples weigh what their classes do.

    Raises:
        ValueError: if there are weights already, or several targets.
    """
    x, y, weights = unpack(batch)
    if weights is not None:
        raise ValueError("You cannot `class_weight` and `sample_weight` at the same time.")
    if y is None or nest.is_nested(y):
        raise ValueError("`class_weight` is only supported for Models with a single output.")
    labels = np.asarray(y)
    if labels.ndim >= 2:
        labels = labels.argmax(-1) if labels.shape[-1] > 1 else labels[..., 0]
    table = np.ones(max([int(labels.max(initial=0)), *class_weight]) + 1, np.float32)
    for number, weight in class_weight.items():
        table[int(number)] = weight
    return x, y, creation.constant(table[labels.astype(int)])


def _count(structure: Any, arrays: list[np.ndarray | None]) -> int:
    """How many examples there are.

    Raises:
        ValueError: if arrays disagree, or one is a scalar.
    """
    if any(a is not None and a.ndim == 0 for a in arrays):
        raise ValueError("the arrays to train on must have a first dimension, of examples: one of them is a scalar")
    sizes = {len(a) for a in arrays if a is not None}
    if len(sizes) != 1:
        text = "Data cardinality is ambiguous. Make sure all arrays contain the same number of samples."
        for label, part in zip(("x", "y", "sample_weight"), structure, strict=False):
            found = ", ".join(str(len(as_array(a))) for a in nest.flatten(part) if a is not None)
            text += f"'{label}' sizes: {found}\n"
        raise ValueError(text)
    return sizes.pop()


def _length(source: Any) -> int | None:
    """The number of batches of a dataset; None if it does not know, or has no end."""
    if not hasattr(source, "cardinality"):
        return len(source) if hasattr(source, "__len__") else None
    count = int(source.cardinality())
    return count if count >= 0 else None
