"""Schemas and shape rules: random numbers."""

from __future__ import annotations

from typing import Any

from runtime.core import dtypes
from runtime.core.dtypes import INDEX
from runtime.core.shapes import TensorShape
from runtime.ir.schema import Effect, op
from runtime.ir.static_value import constant_shape
from runtime.ops.shape_rules import same


def given_shape(shape: Any, *rest: Any, **attrs: Any) -> TensorShape:
    return constant_shape(shape)


UNIFORM = op("RandomUniform", "shape: T; stream: stream -> dtype", shapes=given_shape, effects=Effect.RANDOM, T=INDEX)
UNIFORM_INT = op(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout; stream: stream -> Tout",
    shapes=given_shape,
    effects=Effect.RANDOM,
    T=INDEX,
    Tout=INDEX,
)
NORMAL = op(
    "RandomStandardNormal", "shape: T; stream: stream -> dtype", shapes=given_shape, effects=Effect.RANDOM, T=INDEX
)
TRUNCATED = op(
    "TruncatedNormal", "shape: T; stream: stream -> dtype", shapes=given_shape, effects=Effect.RANDOM, T=INDEX
)
SHUFFLE = op("RandomShuffle", "value: T; stream: stream -> T", shapes=same, effects=Effect.RANDOM)
MULTINOMIAL = op(
    "Multinomial",
    "logits: T, num_samples: int32; stream: stream -> output_dtype",
    effects=Effect.RANDOM,
    T=dtypes.REAL,
    shapes=lambda logits, count, **attrs: TensorShape([logits.shape[0], None]),
)
OF_SEED = "shape: T, seed: Tseed -> dtype"
STATELESS_UNIFORM = op("StatelessRandomUniform", OF_SEED, shapes=given_shape, T=INDEX, Tseed=INDEX)
STATELESS_NORMAL = op("StatelessRandomNormal", OF_SEED, shapes=given_shape, T=INDEX, Tseed=INDEX)
STATELESS_TRUNCATED = op("StatelessTruncatedNormal", OF_SEED, shapes=given_shape, T=INDEX, Tseed=INDEX)
STATELESS_UNIFORM_INT = op(
    "StatelessRandomUniformInt",
    "shape: T, seed: Tseed, minval: dtype, maxval: dtype -> dtype",
    shapes=given_shape,
    T=INDEX,
    Tseed=INDEX,
    dtype=(dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64),
)
