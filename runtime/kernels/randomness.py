"""Kernels: random numbers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dtypes import DType
from runtime.ir.schema import kernels
from runtime.kernels.philox import (
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
from runtime.kernels.streams import Stream
from runtime.ops import randomness as ops

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
