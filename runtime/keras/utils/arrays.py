"""One-hot labels, and one seed for all random numbers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from runtime.ir.values import Tensor
from runtime.keras import initializers
from runtime.library import creation, randomness


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
    if isinstance(x, Tensor) and num_classes is not None and not hasattr(x, "numpy"):
        return creation.one_hot(x, num_classes)
    numbers = np.asarray(x, dtype="int64")
    if numbers.ndim > 1 and numbers.shape[-1] == 1:
        numbers = numbers[..., 0]
    size = num_classes or int(numbers.max()) + 1
    result = np.zeros((numbers.size, size))
    result[np.arange(numbers.size), numbers.reshape(-1)] = 1.0
    result = result.reshape(*numbers.shape, size)
    return creation.constant(result, "float32") if isinstance(x, Tensor) else result


def set_random_seed(seed: int) -> None:
    """Seeds Python's, numpy's and this runtime's random numbers."""
    if not isinstance(seed, (int, np.integer)):
        raise ValueError(f"Expected `seed` argument to be an integer. Received: seed={seed} (of type {type(seed)})")
    random.seed(int(seed))
    np.random.seed(int(seed))
    randomness.set_seed(int(seed))
    initializers.follow_python()
