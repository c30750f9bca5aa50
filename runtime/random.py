"""`tf.random`: random numbers; see `runtime.ops.randomness` for what a seed means."""

from __future__ import annotations

from runtime.ops.randomness import (
    categorical,
)  # fmt: skip
from runtime.ops.sampling import (
    fold_in,
    gamma,
    poisson,
    split,
    stateless_binomial,
    stateless_categorical,
    stateless_gamma,
    stateless_poisson,
    stateless_shuffle,
)  # fmt: skip

__all__ = [
    "categorical", "fold_in", "gamma", "poisson", "split", "stateless_binomial", "stateless_categorical",
    "stateless_gamma", "stateless_poisson", "stateless_shuffle",
]  # fmt: skip
