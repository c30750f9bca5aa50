"""Random numbers of further distributions, stateful and stateless."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.core import dtypes
from runtime.core.dtypes import FLOATING
from runtime.library import assembling, elementwise, shaping
from runtime.library.randomness import seed_tensor, stream_of
from runtime.ops import sampling as ops
from runtime.tensor.conversion import convert_to_tensor
from runtime.tensor.dispatch import apply


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
    numbers = apply(ops.GAMMA, (sizes, alpha), {"stream": stream_of(seed), "dtype": dtype}, name)
    return elementwise.maximum(numbers / scale, float(np.finfo(dtype.dtype).tiny)) if dtype in FLOATING else numbers


def poisson(shape: Any, lam: Any, dtype: Any = dtypes.float32, seed: int | None = None, name: str | None = None) -> Any:
    """Random numbers of Poisson distributions of rates `lam`, whose shape follows `shape` in that of the result."""
    lam = convert_to_tensor(lam, dtype_hint=dtypes.float32)
    sizes = assembling.concat([shaping.shape_tensor(shape), shaping.shape(lam)], 0)
    return apply(ops.POISSON, (sizes, lam), {"stream": stream_of(seed), "dtype": dtypes.as_dtype(dtype)}, name)


# -- stateless -------------------------------------------------------------------------------------------------------


def stateless_gamma(
    shape: Any, seed: Any, alpha: Any, beta: Any = None, dtype: Any = dtypes.float32, name: str | None = None
) -> Any:
    """Random numbers of gamma distributions whose parameters broadcast to `shape`, of a seed of two integers."""
    dtype = dtypes.as_dtype(dtype)
    operands = (shaping.shape_tensor(shape), seed_tensor(seed), convert_to_tensor(alpha, dtype))
    numbers = apply(ops.STATELESS_GAMMA, operands, {"dtype": dtype}, name)
    return numbers if beta is None else numbers / convert_to_tensor(beta, dtype)


def stateless_poisson(shape: Any, seed: Any, lam: Any, dtype: Any = dtypes.int32, name: str | None = None) -> Any:
    """Random numbers of Poisson distributions whose rates broadcast to `shape`, of a seed of two integers."""
    lam = convert_to_tensor(lam, dtype_hint=dtypes.float32)
    operands = (shaping.shape_tensor(shape), seed_tensor(seed), lam)
    return apply(ops.STATELESS_POISSON, operands, {"dtype": dtypes.as_dtype(dtype)}, name)


def stateless_binomial(
    shape: Any, seed: Any, counts: Any, probs: Any, output_dtype: Any = dtypes.int32, name: str | None = None
) -> Any:
    """Random numbers of binomial distributions whose parameters broadcast to `shape`, of a seed of two integers."""
    probs = convert_to_tensor(probs, dtype_hint=dtypes.float32)
    operands = (shaping.shape_tensor(shape), seed_tensor(seed), shaping.cast(counts, probs.dtype), probs)
    return apply(ops.STATELESS_BINOMIAL, operands, {"dtype": dtypes.as_dtype(output_dtype)}, name)


def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None
) -> Any:
    """Samples of categories for each row of `logits`, of a seed of two integers."""
    operands = (convert_to_tensor(logits), convert_to_tensor(num_samples, dtypes.int32), seed_tensor(seed))
    return apply(ops.STATELESS_MULTINOMIAL, operands, {"output_dtype": dtypes.as_dtype(dtype)}, name)


def stateless_shuffle(value: Any, seed: Any, alg: Any = "auto_select", name: str | None = None) -> Any:
    """`value` with its rows in an order that a seed of two integers decides."""
    return apply(ops.STATELESS_SHUFFLE, (convert_to_tensor(value), seed_tensor(seed)), name=name)


def stateless_uniform_full_int(shape: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None) -> Any:
    """Integers that are equally likely over all of their dtype."""
    operands = (shaping.shape_tensor(shape), seed_tensor(seed))
    return apply(ops.FULL_INT, operands, {"dtype": dtypes.as_dtype(dtype)}, name)


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
