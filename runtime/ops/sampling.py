"""Schemas and shape rules: random numbers of further distributions, stateful and stateless."""

from __future__ import annotations

from typing import Any

from runtime.core.dtypes import INDEX, REAL
from runtime.core.shapes import TensorShape
from runtime.ir.schema import Effect, op
from runtime.ir.static_value import constant_shape
from runtime.ops import randomness
from runtime.ops.shape_rules import same


def _given_first(shape: Any, *rest: Any, **attrs: Any) -> Any:
    return constant_shape(shape)


GAMMA = op(
    "RandomGammaV2",
    "shape: S, alpha: T; stream: stream -> dtype",
    effects=Effect.RANDOM,
    S=INDEX,
    T=REAL,
    shapes=_given_first,
)
STATELESS_GAMMA = op(
    "StatelessRandomGamma",
    "shape: S, seed: Tseed, alpha: T -> dtype",
    S=INDEX,
    Tseed=INDEX,
    T=REAL,
    shapes=_given_first,
)
POISSON = op(
    "RandomPoissonV2",
    "shape: S, lam: T; stream: stream -> dtype",
    effects=Effect.RANDOM,
    S=INDEX,
    T=REAL,
    shapes=_given_first,
)
STATELESS_POISSON = op(
    "StatelessRandomPoisson",
    "shape: S, seed: Tseed, lam: T -> dtype",
    S=INDEX,
    Tseed=INDEX,
    T=REAL,
    shapes=_given_first,
)
BINOMIAL = op(
    "RandomBinomialV2",
    "shape: S, counts: T, probs: T; stream: stream -> dtype",
    effects=Effect.RANDOM,
    S=INDEX,
    T=REAL,
    shapes=_given_first,
)
STATELESS_BINOMIAL = op(
    "StatelessRandomBinomial",
    "shape: S, seed: Tseed, counts: T, probs: T -> dtype",
    S=INDEX,
    Tseed=INDEX,
    T=REAL,
    shapes=_given_first,
)
STATELESS_MULTINOMIAL = op(
    "StatelessMultinomial",
    "logits: T, num_samples: int32, seed: Tseed -> output_dtype",
    shapes=lambda logits, *rest, **attrs: TensorShape([logits.shape[0], None]),
    T=REAL,
    Tseed=INDEX,
)
STATELESS_SHUFFLE = op("StatelessShuffle", "value: T, seed: Tseed -> T", shapes=same, Tseed=INDEX)
FULL_INT = op("StatelessRandomUniformFullInt", randomness.OF_SEED, shapes=randomness.given_shape, T=INDEX, Tseed=INDEX)
