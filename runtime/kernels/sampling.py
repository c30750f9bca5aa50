"""Kernels: random numbers of further distributions, stateful and stateless, and what makes seeds of seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.core.dtypes import DType
from runtime.ir.schema import kernels
from runtime.kernels import randomness
from runtime.kernels.philox import categories, full_integers, permutation
from runtime.kernels.randomness import seeded, sizes_of
from runtime.kernels.streams import Stream
from runtime.ops import sampling as ops

#: How each distribution is sampled: a generator, a shape, and parameters that broadcast to it.
_SAMPLERS: dict[str, Callable[..., Any]] = {
    "Gamma": lambda g, shape, alpha: g.standard_gamma(alpha, shape),
    "Poisson": lambda g, shape, lam: g.poisson(lam, shape),
    "Binomial": lambda g, shape, counts, probs: g.binomial(counts.astype(np.int64), probs, shape),
}


def _kernels(sample: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def stateful(shape: np.ndarray, *parameters: np.ndarray, stream: Stream, dtype: DType) -> np.ndarray:
        wide = [p.astype(np.float64) for p in parameters]
        return np.asarray(stream.draw(lambda g: sample(g.numpy(), sizes_of(shape), *wide))).astype(dtype.dtype)

    def stateless(shape: np.ndarray, seed: np.ndarray, *parameters: np.ndarray, dtype: DType) -> np.ndarray:
        wide = [p.astype(np.float64) for p in parameters]
        return np.asarray(sample(seeded(seed).numpy(), sizes_of(shape), *wide)).astype(dtype.dtype)

    return stateful, stateless


kernels[ops.GAMMA] = _kernels(_SAMPLERS["Gamma"])[0]
kernels[ops.STATELESS_GAMMA] = _kernels(_SAMPLERS["Gamma"])[1]
kernels[ops.POISSON] = _kernels(_SAMPLERS["Poisson"])[0]
kernels[ops.STATELESS_POISSON] = _kernels(_SAMPLERS["Poisson"])[1]
kernels[ops.BINOMIAL] = _kernels(_SAMPLERS["Binomial"])[0]
kernels[ops.STATELESS_BINOMIAL] = _kernels(_SAMPLERS["Binomial"])[1]


def _stateless_multinomial(logits: np.ndarray, count: np.ndarray, seed: np.ndarray, output_dtype: DType) -> np.ndarray:
    return categories(seeded(seed), logits, int(count.item())).astype(output_dtype.dtype)


kernels[ops.STATELESS_MULTINOMIAL] = _stateless_multinomial
kernels[ops.STATELESS_SHUFFLE] = lambda value, seed: (
    value if value.ndim == 0 else value[permutation(seeded(seed), len(value))]
)
kernels[ops.FULL_INT] = randomness.of_seed(full_integers)
