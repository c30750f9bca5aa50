"""Batches for training: what `fit`, `evaluate` and `predict` are given, as a source of batches.

A source has `batches`, the number of batches of an epoch or None, and `epoch()`, an iterator over them. A batch is a
tuple of structures of tensors: inputs, targets, weights, of which the latter may be missing.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.tensor import EagerTensor


class ArrayBatches:
    """Batches of arrays that are in memory.

    Args:
        arrays: a tuple of structures of arrays that agree in their first dimension; None for what there is not.
        batch_size: how many examples a batch has; 32 if None.
        shuffle: whether every epoch has an order of its own; `'batch'` keeps examples together in batches.
        steps: how many batches an epoch has, if not all.
    """

    def __init__(self, arrays: tuple[Any, ...], batch_size: int | None, shuffle: Any, steps: int | None):
        arrays = without_trailing_none(arrays)
        self._structure = arrays
        self._arrays = [None if a is None else as_array(a) for a in nest.flatten(arrays)]
        self._examples = _count(arrays, self._arrays)
        # With a number of steps and no size, an epoch is divided evenly.
        default = 32 if steps is None else -(-self._examples // steps)
        self.batch_size = batch_size or max(default, 1)
        self._shuffle = shuffle
        whole = -(-self._examples // self.batch_size)
        self.batches = whole if steps is None else min(steps, whole)

    def epoch(self) -> Iterator[tuple[Any, ...]]:
        order = None
        if self._shuffle == "batch":
            starts = tf.random.shuffle(tf.range(-(-self._examples // self.batch_size))).numpy() * self.batch_size
        else:
            starts = range(0, self._examples, self.batch_size)
            if self._shuffle:
                order = tf.random.shuffle(tf.range(self._examples)).numpy()
        for start in list(starts)[: self.batches]:
            chosen: Any = slice(start, start + self.batch_size)
            if order is not None:
                chosen = order[chosen]
            parts = [None if a is None else EagerTensor(a[chosen]) for a in self._arrays]
            yield nest.pack_sequence_as(self._structure, parts)


class DatasetBatches:
    """Batches that something else makes: a dataset, a list of batches, or anything that can be iterated over again.

    Args:
        source: what is iterated over.
        steps: how many batches an epoch has; None for all. With a number, epochs go on where the last one ended.
    """

    def __init__(self, source: Any, steps: int | None):
        self._source = source
        self._steps = steps
        self._iterator: Iterator[Any] | None = None
        self.batches = steps if steps is not None else _length(source)

    def epoch(self) -> Iterator[tuple[Any, ...]]:
        if self._steps is None:
            for element in self._source:
                yield as_batch(element)
            return
        if self._iterator is None:
            self._iterator = iter(self._source)
        for _ in range(self._steps):
            element = next(self._iterator, _END)
            if element is _END:
                self._iterator = None
                _warn_of_end()
                return
            yield as_batch(element)


class GeneratorBatches:
    """Batches of a generator, which can be run through once.

    Args:
        generator: yields batches.
        steps: how many batches an epoch has; None for all.
    """

    def __init__(self, generator: Any, steps: int | None):
        self._generator = generator
        self._steps = steps
        self._ended = False
        self.batches = steps

    def epoch(self) -> Iterator[tuple[Any, ...]]:
        if self._ended:
            _warn_of_end()
        taken = 0
        while self._steps is None or taken < self._steps:
            element = next(self._generator, _END)
            if element is _END:
                self._ended = True
                if self._steps is not None:
                    _warn_of_end()
                return
            taken += 1
            yield as_batch(element)


class SequenceBatches:
    """Batches by number: of a `keras.utils.PyDataset`.

    Args:
        sequence: has `__len__` and `__getitem__`.
        shuffle: whether every epoch has an order of its own.
        steps: how many batches an epoch has; None for all.
    """

    def __init__(self, sequence: Any, shuffle: Any, steps: int | None):
        self._sequence = sequence
        self._shuffle = shuffle
        self.batches = len(sequence) if steps is None else steps

    def epoch(self) -> Iterator[tuple[Any, ...]]:
        begin = getattr(self._sequence, "on_epoch_begin", None)
        if begin is not None:
            begin()
        order = np.arange(len(self._sequence))
        if self._shuffle:
            order = tf.random.shuffle(order).numpy()
        for i in order[: self.batches]:
            yield as_batch(self._sequence[int(i)])
        end = getattr(self._sequence, "on_epoch_end", None)
        if end is not None:
            end()


_END = object()


def _warn_of_end() -> None:
    warnings.warn(
        "Your input ran out of data; interrupting training. Make sure that your dataset or generator can generate at "
        "least `steps_per_epoch * epochs` batches. You may need to use the `.repeat()` function when building your "
        "dataset.",
        stacklevel=3,
    )


def source_of(
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    batch_size: int | None = None,
    shuffle: Any = False,
    steps: int | None = None,
) -> Any:
    """The source of batches that `x` is, or that `x`, `y` and `sample_weight` make together.

    Raises:
        ValueError: if the arguments do not go together, or `x` is nothing to train on.
    """
    if steps is not None and steps <= 0:
        raise ValueError(f"the number of steps must be at least 1. Received: {steps}")
    if is_arrays(x):
        return ArrayBatches(tuple(map(_lists_as_arrays, (x, y, sample_weight))), batch_size, shuffle, steps)
    kind = _kind_of_stream(x)
    if kind is None:
        raise ValueError(f"Unrecognized data type: x={x} (of type {type(x)})")
    if y is not None:
        raise ValueError(
            f"When providing `x` as a {kind}, `y` should not be passed. Instead, the targets should be included as "
            f"part of the {kind}."
        )
    if sample_weight is not None:
        raise ValueError(
            f"When providing `x` as a {kind}, `sample_weight` should not be passed. Instead, the sample weights should "
            f"be included as part of the {kind}."
        )
    if kind == "PyDataset":
        return SequenceBatches(x, shuffle, steps)
    if kind == "generator":
        return GeneratorBatches(x, steps)
    return DatasetBatches(x, steps)


def is_arrays(x: Any) -> bool:
    """Whether `x` is an array, or a structure of arrays, as opposed to something that yields batches."""
    x = _lists_as_arrays(x)
    leaves = nest.flatten(x)
    if x is None or not leaves:
        return False
    return all(hasattr(leaf, "__array__") and hasattr(leaf, "shape") for leaf in leaves if leaf is not None)


def _lists_as_arrays(part: Any) -> Any:
    """An array of a list of numbers, however deep; anything else as it is."""
    first = part
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    if first is part or not isinstance(first, (bool, int, float, str)):
        return part
    try:
        return np.asarray(part)
    except ValueError:
        raise ValueError(
            "the rows of the data do not all have the same length: make them so (`keras.utils.pad_sequences` does), "
            "or give a dataset that does (`padded_batch`)"
        ) from None


def _kind_of_stream(x: Any) -> str | None:
    if "data" in vars(tf) and isinstance(x, tf.data.Dataset):
        return "tf.data.Dataset"
    if inspect.isgenerator(x) or (hasattr(x, "__next__") and hasattr(x, "__iter__")):
        return "generator"
    if hasattr(x, "__getitem__") and hasattr(x, "__len__") and not isinstance(x, (list, tuple, Mapping, str)):
        return "PyDataset"
    return "dataset" if hasattr(x, "__iter__") and not isinstance(x, (list, tuple, Mapping, str)) else None


def as_array(value: Any) -> np.ndarray:
    """An array to take batches of; numbers of float64 become float32, as layers compute in it."""
    array = value._array if isinstance(value, EagerTensor) else np.asarray(value)
    if array.dtype == np.float64:
        return array.astype(np.float32)
    if array.dtype.kind in "US":
        return np.char.encode(array, "utf-8").astype(object) if array.dtype.kind == "U" else array.astype(object)
    return array


def as_batch(element: Any) -> tuple[Any, ...]:
    """What a source yields as a tuple of inputs, targets and weights, made of tensors."""
    if isinstance(element, list):
        element = tuple(element)
    if not isinstance(element, tuple) or hasattr(element, "_fields"):
        element = (element,)
    return nest.map_structure(_as_tensor, element)


def _as_tensor(leaf: Any) -> Any:
    if leaf is None or isinstance(leaf, tf.Tensor):
        return leaf
    if hasattr(leaf, "components") or hasattr(leaf, "row_splits"):
        return leaf
    return tf.convert_to_tensor(as_array(leaf))


def without_trailing_none(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tuple without the Nones at its end."""
    while parts and parts[-1] is None:
        parts = parts[:-1]
    return parts


def unpack(batch: Any) -> tuple[Any, Any, Any]:
    """Inputs, targets and weights of a batch; None for what it has not."""
    if isinstance(batch, list):
        batch = tuple(batch)
    if not isinstance(batch, tuple):
        return batch, None, None
    if not 1 <= len(batch) <= 3:
        raise ValueError(
            "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: "
            f"{len(batch)} parts"
        )
    return (*batch, None, None, None)[:3]


def split(arrays: tuple[Any, ...], fraction: float) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The arrays without the last `fraction` of the examples, and those examples.

    Raises:
        ValueError: if there are no arrays to split, or nothing would be left on one side.
    """
    leaves = [a for a in nest.flatten(arrays) if a is not None]
    if not is_arrays(arrays[0]) or not leaves:
        raise ValueError(
            "Argument `validation_split` is only supported for tensors or NumPy arrays. Found incompatible type in the "
            f"input: {[type(a) for a in leaves]}"
        )
    if not 0 < fraction < 1:
        raise ValueError(f"Argument `validation_split` must be between 0 and 1. Received: {fraction}")
    arrays = tuple(map(_lists_as_arrays, arrays))
    arrays = nest.pack_sequence_as(arrays, [None if a is None else as_array(a) for a in nest.flatten(arrays)])
    count = len(next(a for a in nest.flatten(arrays) if a is not None))
    at = int(np.floor(count * (1.0 - fraction)))
    if at in (0, count):
        raise ValueError(
            f"Training data contains {count} samples, which is not sufficient to split it into a validation and "
            f"training set as specified by `validation_split={fraction}`. Either provide more data, or a different "
            "value for the `validation_split` argument."
        )
    first = nest.map_structure(lambda a: None if a is None else a[:at], arrays)
    second = nest.map_structure(lambda a: None if a is None else a[at:], arrays)
    return first, second


def grouped(batches: Iterator[Any], size: int) -> Iterator[tuple[int, list[Any]]]:
    """Batches in groups, each with the number of its first."""
    if size == 1:
        for number, batch in enumerate(batches):
            yield number, [batch]
        return
    first = 0
    group: list[Any] = []
    for batch in batches:
        group.append(batch)
        if len(group) == size:
            yield first, group
            first, group = first + size, []
    if group:
        yield first, group


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
    return x, y, tf.constant(table[labels.astype(int)])


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
    cardinality = getattr(source, "cardinality", None)
    if cardinality is not None:
        count = int(cardinality())
        return count if count >= 0 else None
    return len(source) if hasattr(source, "__len__") else None
