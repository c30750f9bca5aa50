"""`tf.random`: random numbers; see `runtime.ops.randomness` for what a seed means."""

from __future__ import annotations

from typing import Any

from runtime.core.coverage import not_covered
from runtime.library.randomness import (
    categorical,
    normal,
    set_seed,
    shuffle,
    stateless_normal,
    stateless_truncated_normal,
    stateless_uniform,
    truncated_normal,
    uniform,
)
from runtime.library.sampling import (
    fold_in,
    gamma,
    poisson,
    split,
    stateless_binomial,
    stateless_categorical,
    stateless_gamma,
    stateless_poisson,
    stateless_shuffle,
)

__all__ = [
    "categorical", "fold_in", "gamma", "normal", "poisson", "set_seed", "shuffle", "split", "stateless_binomial",
    "stateless_categorical", "stateless_gamma", "stateless_normal", "stateless_poisson", "stateless_shuffle",
    "stateless_truncated_normal", "stateless_uniform", "truncated_normal", "uniform",
]  # fmt: skip


#: What is built on variables, and so is loaded when it is asked for.
_OF_GENERATORS = frozenset(
    {"Algorithm", "Generator", "create_rng_state", "get_global_generator", "set_global_generator"}
)


def __getattr__(name: str) -> Any:
    if name in _OF_GENERATORS:
        from runtime.state import generator

        return getattr(generator, name)
    return _refuse(name)


_refuse = not_covered("tf.random", [*__all__, *sorted(_OF_GENERATORS)])


class _Experimental:
    """`tf.random.experimental`: older names of what is in `tf.random`."""

    stateless_fold_in = staticmethod(fold_in)
    stateless_shuffle = staticmethod(stateless_shuffle)
    stateless_split = staticmethod(split)

    def __getattr__(self, name: str) -> Any:
        return __getattr__(name)


experimental = _Experimental()
