"""Kernels: random numbers."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.ir.schema import kernels
from runtime.kernels.philox import (
    RESERVED,
    Philox,
    categories,
    full_integers,
    integers,
    normals,
    permutation,
    reserved_for_categories,
    truncated_normals,
    uniforms,
)
from runtime.ops import randomness as ops


class Stream:
    """The state of one source of random numbers, which any number of threads may draw from.

    Args:
        seed: of the whole program, or None.
        op_seed: of the operation, or None. If both are None, the numbers differ from run to run.
    """

    __slots__ = ("__weakref__", "_generator", "_lock", "op_seed", "seed")

    def __init__(self, seed: int | None, op_seed: int | None):
        self.seed = seed
        self.op_seed = op_seed
        self._lock = threading.Lock()
        self._generator = self._first_state()

    def _first_state(self) -> Philox:
        if self.seed is None and self.op_seed is None:
            return Philox(int.from_bytes(os.urandom(8), "little"))
        # A seed of the operation alone goes with one that TensorFlow has for this.
        return Philox.of_seeds(_DEFAULT_SEED if self.seed is None else self.seed, self.op_seed or 0)

    def start_over(self) -> None:
        """The next numbers are the first again."""
        with self._lock:
            self._generator = self._first_state()

    def draw(self, sample: Callable[[Philox], Any], reserve: Callable[[int], int] = RESERVED.__mul__) -> Any:
        """What `sample` makes of the generator, which then moves on as many blocks as `reserve` says for the size."""
        with self._lock:
            generator = Philox(self._generator.key, self._generator.counter)
            result = sample(generator)
            self._generator.skip(reserve(np.size(result)))
        return result

    def __repr__(self) -> str:
        return f"Stream({self.seed}, {self.op_seed})"


_DEFAULT_SEED = 87654321


# -- sampling, given a generator -------------------------------------------------------------------------------------


def _integers(generator: Philox, shape: tuple[int, ...], low: Any, high: Any) -> np.ndarray:
    if low == high == np.iinfo(low.dtype).min:  # what stands for all integers
        return full_integers(generator, shape, dtypes.from_numpy(low.dtype))
    return integers(generator, shape, low, high)


def sizes_of(shape: np.ndarray) -> tuple[int, ...]:
    for size in shape.tolist():
        if size < 0:
            raise errors.InvalidArgumentError(None, None, f"Dimension {size} must be >= 0")
    return tuple(shape.tolist())


def _drawn(sample: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a stateful operation that takes a shape."""

    def draw(shape: np.ndarray, *operands: Any, stream: Stream, dtype: DType | None = None) -> Any:
        extra = (dtype,) if dtype is not None else operands
        return stream.draw(lambda generator: sample(generator, sizes_of(shape), *extra))

    return draw


kernels[ops.UNIFORM] = _drawn(uniforms)
kernels[ops.UNIFORM_INT] = _drawn(
    lambda g, shape, low, high: _integers(g, shape, np.asarray(low)[()], np.asarray(high)[()])
)
kernels[ops.NORMAL] = _drawn(normals)
kernels[ops.TRUNCATED] = _drawn(truncated_normals)


def _shuffle(value: np.ndarray, stream: Stream) -> np.ndarray:
    if value.ndim == 0:
        return value
    order = stream.draw(lambda g: permutation(g, len(value)), lambda size: (size + 2) // 4)
    return np.asarray(value[order])


kernels[ops.SHUFFLE] = _shuffle


def _multinomial(logits: np.ndarray, count: np.ndarray, stream: Stream, output_dtype: DType) -> np.ndarray:
    reserve = functools.partial(reserved_for_categories, batch=len(logits))
    return stream.draw(lambda g: categories(g, logits, int(count.item())), reserve).astype(output_dtype.dtype)


kernels[ops.MULTINOMIAL] = _multinomial


# -- stateless -------------------------------------------------------------------------------------------------------


def of_seed(sample: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of a stateless operation that takes a shape and a seed of two integers."""

    def draw(shape: np.ndarray, seed: np.ndarray, dtype: DType) -> Any:
        return sample(seeded(seed), sizes_of(shape), dtype)

    return draw


def seeded(seed: np.ndarray) -> Philox:
    """The generator of a seed of two integers; three are the state of a `Generator`: its counter and its key."""
    numbers = [int(x) for x in seed.ravel()]
    if len(numbers) == 3:
        return Philox(numbers[2], (numbers[0] & 0xFFFFFFFFFFFFFFFF) | (numbers[1] & 0xFFFFFFFFFFFFFFFF) << 64)
    return Philox.scrambled(*numbers)


kernels[ops.STATELESS_UNIFORM] = of_seed(uniforms)
kernels[ops.STATELESS_NORMAL] = of_seed(normals)
kernels[ops.STATELESS_TRUNCATED] = of_seed(truncated_normals)
kernels[ops.STATELESS_UNIFORM_INT] = lambda shape, seed, low, high: _integers(
    seeded(seed), sizes_of(shape), low[()], high[()]
)
