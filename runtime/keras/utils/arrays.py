"""Arrays on their way into a model: one-hot labels, normal lengths, padded sequences."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

import runtime as tf
from runtime import initializers


def to_categorical(x: Any, num_classes: int | None = None) -> Any:
    """Numbers of classes as one-hot vectors.

    Args:
        x: whole numbers from 0, of any shape; a last dimension of size 1 is dropped.
        num_classes: how long the vectors are; by default one more than the largest number.

    Returns:
        An array of float64 of the shape of `x` and one dimension more; a tensor if `x` is one.

    Raises:
        IndexError: if a number is not below `num_classes`.

    >>> to_categorical([0, 2])
    array([[1., 0., 0.],
           [0., 0., 1.]])
    """
    if isinstance(x, tf.Tensor) and num_classes is not None and not hasattr(x, "numpy"):
        return tf.one_hot(x, num_classes)
    numbers = np.asarray(x, dtype="int64")
    if numbers.ndim > 1 and numbers.shape[-1] == 1:
        numbers = numbers[..., 0]
    size = num_classes or int(numbers.max()) + 1
    result = np.zeros((numbers.size, size))
    result[np.arange(numbers.size), numbers.reshape(-1)] = 1.0
    result = result.reshape(*numbers.shape, size)
    return tf.constant(result, tf.float32) if isinstance(x, tf.Tensor) else result


def normalize(x: Any, axis: int = -1, order: int = 2) -> np.ndarray:
    """`x` divided by its norm along an axis.

    >>> normalize(np.array([[3., 4.]]))
    array([[0.6, 0.8]])
    """
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    norms[norms == 0] = 1
    return np.asarray(x) / np.expand_dims(norms, axis)


def pad_sequences(
    sequences: Sequence[Sequence[Any]],
    maxlen: int | None = None,
    dtype: Any = "int32",
    padding: str = "pre",
    truncating: str = "pre",
    value: Any = 0.0,
) -> np.ndarray:
    """Sequences of different lengths as one array.

    Args:
        sequences: lists of numbers.
        maxlen: how long all become; by default as the longest.
        dtype: of the result.
        padding: `pre` or `post`: where `value` is put in.
        truncating: `pre` or `post`: where what is too long is cut.
        value: to fill with.

    Raises:
        ValueError: if `padding` or `truncating` is neither.

    >>> pad_sequences([[1], [2, 3]], padding='post')
    array([[1, 0],
           [2, 3]], dtype=int32)
    """
    for name, choice in (("padding", padding), ("truncating", truncating)):
        if choice not in ("pre", "post"):
            raise ValueError(f'{name.capitalize()} type "{choice}" not understood')
    length = max((len(s) for s in sequences), default=0) if maxlen is None else maxlen
    inner = next((np.asarray(s).shape[1:] for s in sequences if len(s)), ())
    result = np.full((len(sequences), length, *inner), value, dtype=dtype)
    for row, sequence in zip(result, sequences, strict=True):
        if not len(sequence) or not length:
            continue
        kept = sequence[-length:] if truncating == "pre" else sequence[:length]
        place = slice(length - len(kept), length) if padding == "pre" else slice(0, len(kept))
        row[place] = kept
    return result


def set_random_seed(seed: int) -> None:
    """Seeds Python's, numpy's and this runtime's random numbers."""
    if not isinstance(seed, (int, np.integer)):
        raise ValueError(f"Expected `seed` argument to be an integer. Received: seed={seed} (of type {type(seed)})")
    random.seed(int(seed))
    np.random.seed(int(seed))
    tf.random.set_seed(int(seed))
    initializers.follow_python()


def split_dataset(
    dataset: Any, left_size: Any = None, right_size: Any = None, shuffle: bool = False, seed: int | None = None
) -> tuple[Any, Any]:
    """A dataset, or arrays, in two parts.

    Args:
        dataset: a `tf.data.Dataset`, an array, or a tuple of arrays of equal lengths.
        left_size, right_size: how large the parts are: a number of elements, or a part of all between 0 and 1.
        shuffle: whether elements are put in a random order first.
        seed: of that order.

    Returns:
        Two datasets.

    Raises:
        ValueError: if neither size is given.
    """
    if left_size is None and right_size is None:
        raise ValueError("At least one of the `left_size` or `right_size` must be specified. Received: both None")
    if isinstance(dataset, tf.data.Dataset):
        elements = list(dataset.as_numpy_iterator())
        columns = elements if not isinstance(elements[0], tuple) else None
        parts = [np.stack(c) for c in zip(*elements, strict=True)] if columns is None else [np.stack(columns)]
        single = columns is not None
    else:
        single = not isinstance(dataset, (tuple, list))
        parts = [np.asarray(dataset)] if single else [np.asarray(p) for p in dataset]
    count = len(parts[0])
    order = np.arange(count)
    if shuffle:
        np.random.RandomState(seed).shuffle(order)
    left = _size(left_size, count) if left_size is not None else count - _size(right_size, count)
    right = _size(right_size, count) if right_size is not None else count - left
    chosen = order[:left], order[count - right :] if right_size is not None else order[left : left + right]

    def made(index: np.ndarray) -> Any:
        taken = tuple(p[index] for p in parts)
        return tf.data.Dataset.from_tensor_slices(taken[0] if single else taken)

    return made(chosen[0]), made(chosen[1])


def _size(given: Any, count: int) -> int:
    return round(given * count) if isinstance(given, float) else int(given)
