"""`tf.random`: random numbers; see `runtime.ops.randomness` for what a seed means."""

from __future__ import annotations

from runtime.ops.randomness import (
    categorical,
    normal,
    set_seed,
    shuffle,
    stateless_normal,
    stateless_truncated_normal,
    stateless_uniform,
    truncated_normal,
    uniform,
)  # fmt: skip

__all__ = [
    "categorical", "normal", "set_seed", "shuffle", "stateless_normal", "stateless_truncated_normal",
    "stateless_uniform", "truncated_normal", "uniform",
]  # fmt: skip
