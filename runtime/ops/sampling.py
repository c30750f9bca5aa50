"""Random numbers of further distributions, stateful and stateless, and what makes seeds of seeds.

See `runtime.ops.randomness` for streams and seeds.
"""

# mypy: disable-error-code="has-type"
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.conversion import convert_to_tensor
from runtime.core import dtypes
from runtime.core.dtypes import FLOATING, REAL, DType
from runtime.core.shapes import TensorShape
from runtime.ops import assembling, elementwise, randomness, shaping
from runtime.ops.declare import Effect, declare
from runtime.ops.dispatch import apply
from runtime.ops.inference import same
from runtime.ops.philox import categories, full_integers, permutation
from runtime.ops.randomness import INDEX, Stream, _seeded, _sizes, _stream, seed_tensor
from runtime.ops.rows import no_gradient
from runtime.static_value import constant_shape

#: How each distribution is sampled: a generator, a shape, and parameters that broadcast to it.
_SAMPLERS: dict[str, Callable[..., Any]] = {
    "Gamma": lambda g, shape, alpha: g.standard_gamma(alpha, shape),
    "Poisson": lambda g, shape, lam: g.poisson(lam, shape),
    "Binomial": lambda g, shape, counts, probs: g.binomial(counts.astype(np.int64), probs, shape),
}


def _kernels(sample: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def stateful(shape: np.ndarray, *parameters: np.ndarray, stream: Stream, dtype: DType) -> np.ndarray:
        wide = [p.astype(np.float64) for p in parameters]
        return np.asarray(stream.draw(lambda g: sample(g.numpy(), _sizes(shape), *wide))).astype(dtype.dtype)

    def stateless(shape: np.ndarray, seed: np.ndarray, *parameters: np.ndarray, dtype: DType) -> np.ndarray:
        wide = [p.astype(np.float64) for p in parameters]
        return np.asarray(sample(_seeded(seed).numpy(), _sizes(shape), *wide)).astype(dtype.dtype)

    return stateful, stateless


def _given_first(shape: Any, *rest: Any, **attrs: Any) -> Any:
    return constant_shape(shape)


_GAMMA = declare(
    "RandomGammaV2",
    "shape: S, alpha: T -> dtype",
    _kernels(_SAMPLERS["Gamma"])[0],
    effects=Effect.RANDOM,
    S=INDEX,
    T=REAL,
    shapes=_given_first,
    gradient=no_gradient,
)
_STATELESS_GAMMA = declare(
    "StatelessRandomGamma",
    "shape: S, seed: Tseed, alpha: T -> dtype",
    _kernels(_SAMPLERS["Gamma"])[1],
    S=INDEX,
    Tseed=INDEX,
    T=REAL,
    shapes=_given_first,
    gradient=no_gradient,
)
_POISSON = declare(
    "RandomPoissonV2",
    "shape: S, lam: T -> dtype",
    _kernels(_SAMPLERS["Poisson"])[0],
    effects=Effect.RANDOM,
    S=INDEX,
    T=REAL,
    shapes=_given_first,
    gradient=no_gradient,
)
_STATELESS_POISSON = declare(
    "StatelessRandomPoisson",
    "shape: S, seed: Tseed, lam: T -> dtype",
    _kernels(_SAMPLERS["Poisson"])[1],
    S=INDEX,
    Tseed=INDEX,
    T=REAL,
    shapes=_given_first,
    gradient=no_gradient,
)
_BINOMIAL = declare(
    "RandomBinomialV2",
    "shape: S, counts: T, probs: T -> dtype",
    _kernels(_SAMPLERS["Binomial"])[0],
    effects=Effect.RANDOM,
    S=INDEX,
    T=REAL,
    shapes=_given_first,
    gradient=no_gradient,
)
_STATELESS_BINOMIAL = declare(
    "StatelessRandomBinomial",
    "shape: S, seed: Tseed, counts: T, probs: T -> dtype",
    _kernels(_SAMPLERS["Binomial"])[1],
    S=INDEX,
    Tseed=INDEX,
    T=REAL,
    shapes=_given_first,
    gradient=no_gradient,
)


def gamma(
    shape: Any, alpha: Any, beta: Any = None, dtype: Any = dtypes.float32, seed: int | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Random numbers of gamma distributions.

    Args:
        shape: of the samples of each distribution.
        alpha, beta: the shapes and the inverse scales of the distributions; they broadcast. `beta` is 1 by default.
        dtype: of the numbers.
        seed: of this operation.
        name: of the node.

    Returns:
        A tensor whose shape is `shape` followed by that of the distributions.
    """
    dtype = dtypes.as_dtype(dtype)
    alpha = convert_to_tensor(alpha, dtype)
    scale = convert_to_tensor(1.0 if beta is None else beta, dtype)
    sizes = assembling.concat(
        [shaping.shape_tensor(shape), assembling.broadcast_dynamic_shape(shaping.shape(alpha), shaping.shape(scale))], 0
    )
    numbers = apply(_GAMMA, (sizes, alpha), {"stream": _stream(seed), "dtype": dtype}, name)
    return elementwise.maximum(numbers / scale, float(np.finfo(dtype.dtype).tiny)) if dtype in FLOATING else numbers


def poisson(shape: Any, lam: Any, dtype: Any = dtypes.float32, seed: int | None = None, name: str | None = None) -> Any:
    """Random numbers of Poisson distributions of rates `lam`, whose shape follows `shape` in that of the result."""
    lam = convert_to_tensor(lam, dtype_hint=dtypes.float32)
    sizes = assembling.concat([shaping.shape_tensor(shape), shaping.shape(lam)], 0)
    return apply(_POISSON, (sizes, lam), {"stream": _stream(seed), "dtype": dtypes.as_dtype(dtype)}, name)


# -- stateless -------------------------------------------------------------------------------------------------------


def stateless_gamma(
    shape: Any, seed: Any, alpha: Any, beta: Any = None, dtype: Any = dtypes.float32, name: str | None = None
) -> Any:
    """Random numbers of gamma distributions whose parameters broadcast to `shape`, of a seed of two integers."""
    dtype = dtypes.as_dtype(dtype)
    operands = (shaping.shape_tensor(shape), seed_tensor(seed), convert_to_tensor(alpha, dtype))
    numbers = apply(_STATELESS_GAMMA, operands, {"dtype": dtype}, name)
    return numbers if beta is None else numbers / convert_to_tensor(beta, dtype)


def stateless_poisson(shape: Any, seed: Any, lam: Any, dtype: Any = dtypes.int32, name: str | None = None) -> Any:
    """Random numbers of Poisson distributions whose rates broadcast to `shape`, of a seed of two integers."""
    lam = convert_to_tensor(lam, dtype_hint=dtypes.float32)
    operands = (shaping.shape_tensor(shape), seed_tensor(seed), lam)
    return apply(_STATELESS_POISSON, operands, {"dtype": dtypes.as_dtype(dtype)}, name)


def stateless_binomial(
    shape: Any, seed: Any, counts: Any, probs: Any, output_dtype: Any = dtypes.int32, name: str | None = None
) -> Any:
    """Random numbers of binomial distributions whose parameters broadcast to `shape`, of a seed of two integers."""
    probs = convert_to_tensor(probs, dtype_hint=dtypes.float32)
    operands = (shaping.shape_tensor(shape), seed_tensor(seed), shaping.cast(counts, probs.dtype), probs)
    return apply(_STATELESS_BINOMIAL, operands, {"dtype": dtypes.as_dtype(output_dtype)}, name)


def _stateless_multinomial(logits: np.ndarray, count: np.ndarray, seed: np.ndarray, output_dtype: DType) -> np.ndarray:
    return categories(_seeded(seed), logits, int(count.item())).astype(output_dtype.dtype)


_STATELESS_MULTINOMIAL = declare(
    "StatelessMultinomial", "logits: T, num_samples: int32, seed: Tseed -> output_dtype", _stateless_multinomial,
    shapes=lambda logits, *rest, **attrs: TensorShape([logits.shape[0], None]), gradient=no_gradient, T=REAL,
    Tseed=INDEX,
)  # fmt: skip


def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None
) -> Any:
    """Samples of categories for each row of `logits`, of a seed of two integers."""
    operands = (convert_to_tensor(logits), convert_to_tensor(num_samples, dtypes.int32), seed_tensor(seed))
    return apply(_STATELESS_MULTINOMIAL, operands, {"output_dtype": dtypes.as_dtype(dtype)}, name)


_STATELESS_SHUFFLE = declare(
    "StatelessShuffle", "value: T, seed: Tseed -> T",
    lambda value, seed: value if value.ndim == 0 else value[permutation(_seeded(seed), len(value))],
    shapes=same, gradient=no_gradient, Tseed=INDEX,
)  # fmt: skip


def stateless_shuffle(value: Any, seed: Any, alg: Any = "auto_select", name: str | None = None) -> Any:
    """`value` with its rows in an order that a seed of two integers decides."""
    return apply(_STATELESS_SHUFFLE, (convert_to_tensor(value), seed_tensor(seed)), name=name)


_FULL_INT = declare(
    "StatelessRandomUniformFullInt",
    randomness._OF_SEED,
    randomness._of_seed(full_integers),
    shapes=randomness._given,
    gradient=no_gradient,
    T=INDEX,
    Tseed=INDEX,
)


def stateless_uniform_full_int(shape: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None) -> Any:
    """Integers that are equally likely over all of their dtype."""
    operands = (shaping.shape_tensor(shape), seed_tensor(seed))
    return apply(_FULL_INT, operands, {"dtype": dtypes.as_dtype(dtype)}, name)


def fold_in(seed: Any, data: Any, alg: Any = "auto_select") -> Any:
    """A new seed, of a seed and an integer.

    >>> bool((fold_in([1, 2], 3).numpy() == fold_in([1, 2], 3).numpy()).all())
    True
    """
    seed = seed_tensor(seed)
    data = shaping.cast(convert_to_tensor(data), seed.dtype)
    return assembling.stack([stateless_uniform_full_int([], seed, seed.dtype), data])


def split(seed: Any, num: Any = 2, alg: Any = "auto_select") -> Any:
    """`num` new seeds, as rows, of one seed."""
    seed = seed_tensor(seed)
    return stateless_uniform_full_int(assembling.stack([convert_to_tensor(num), 2]), seed, seed.dtype)


__all__ = [
    "fold_in", "gamma", "poisson", "split", "stateless_binomial", "stateless_categorical", "stateless_gamma",
    "stateless_poisson", "stateless_shuffle",
]  # fmt: skip
